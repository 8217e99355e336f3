//===- StageSlices.cpp - What a stage touches for each value --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/StageSlices.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// The nest with rows of constant lengths as one dimension, in which elements
/// are neighbours that are neighbours in memory.
static std::shared_ptr<const AffineNest> flattened(const AffineNest &N) {
  auto Out = std::make_shared<AffineNest>(N);
  for (unsigned Array = 0; Array != N.Arrays.size(); ++Array) {
    AffineArray &A = Out->Arrays[Array];
    const auto IsKnown = [](const Sym &Width) { return Width.isConst(); };
    if (A.Range || A.Widths.empty() || !llvm::all_of(A.Widths, IsKnown))
      continue;
    const auto Dims = static_cast<unsigned>(A.Widths.size()) + 1;
    const isl::Space From = N.ParamSpace.withSetDims(Dims).named(A.IslName);
    isl::PwAff At = isl::PwAff::var(From, isl::Dim::Set, 0);
    for (unsigned D = 1; D != Dims; ++D)
      At = At.scale(A.Widths[D - 1].value()) +
           isl::PwAff::var(From, isl::Dim::Set, D);
    const isl::Map Linear = isl::tuple({At}).named(isl::Dim::Out, A.IslName);
    for (AffineAccess &Of : Out->Accesses)
      if (Of.Array == Array)
        Of.Relation = Of.Relation.applyRange(Linear);
    A.Widths.clear();
    A.Dims = 1;
  }
  return Out;
}

Stage::Stage(const MappedNest &M)
    : M(M), Flat(flattened(M.affine())), N(*Flat), Source(M.source()),
      Placed(accessesWithText(Source)) {
  for (const AffineAccess &A : N.Accesses)
    At.push_back(subscriptsOf(A, N));
}

/// How many values the loop's counter has, from First on.
std::optional<int64_t> Stage::valuesOfLoop(unsigned Loop,
                                           int64_t &First) const {
  if (Loop < M.rank()) {
    First = 0;
    return Extents[Loop];
  }
  const auto Ends = valuesOf(Source.Loops[Loop]);
  if (!Ends || !Source.Loops[Loop].NameIsUnique)
    return std::nullopt;
  First = Ends->first;
  return Ends->second - Ends->first + 1;
}

/// The subscript as memory has it; nothing where it is none, or depends on
/// parameters.
std::optional<LinearSubscript> Stage::linearOf(unsigned Access) const {
  const std::optional<Subscripts> &Of = At[Access];
  const unsigned Array = N.Accesses[Access].Array;
  if (!Of || N.Arrays[Array].Dims != 1)
    return std::nullopt;
  const std::vector<int64_t> Strides =
      Of->size() == 1 ? std::vector<int64_t>{1}
                      : declaredStrides(Source.Arrays[Array]);
  if (Strides.size() != Of->size())
    return std::nullopt;
  LinearSubscript Out;
  for (const auto &[Stride, Each] : llvm::zip(Strides, *Of)) {
    if (!Each.ByParam.empty())
      return std::nullopt;
    for (const auto &[Loop, C] : Each.ByLoop)
      Out.ByLoop[Loop] += C * Stride;
    Out.Constant += Each.Constant * Stride;
  }
  return Out;
}

std::optional<Slice> Stage::sliceOf(unsigned Access) const {
  const std::optional<LinearSubscript> Of = linearOf(Access);
  if (!Of)
    return std::nullopt;
  Slice Out;
  Out.Least = Out.Most = Of->Constant;
  for (const auto &[Loop, C] : Of->ByLoop) {
    if (Loop == 0) {
      Out.Step = C;
      continue;
    }
    int64_t Low = 0;
    const std::optional<int64_t> Count = valuesOfLoop(Loop, Low);
    if (!Count)
      return std::nullopt;
    const int64_t A = C * Low, B = C * (Low + *Count - 1);
    Out.Least += std::min(A, B);
    Out.Most += std::max(A, B);
  }
  return Out;
}

/// For each value of the outermost counter the access meets all elements of the
/// slice, each once.
bool Stage::isWhole(unsigned Access, const Slice &Of) const {
  const AffineAccess &A = N.Accesses[Access];
  if (A.May || !Source.Accesses[A.Source].Guards.empty() ||
      (Of.Step != 0 && (Of.Least != 0 || Of.Most != Of.Step - 1)))
    return false;
  std::map<int64_t, int64_t> Lengths; // by how far apart neighbours are
  const LinearSubscript Linear = *linearOf(Access);
  for (const auto &[Loop, C] : Linear.ByLoop) {
    int64_t First = 0;
    const std::optional<int64_t> Count = valuesOfLoop(Loop, First);
    if (Loop != 0 && (!Count || !Lengths.try_emplace(C, *Count).second))
      return false;
  }
  int64_t Apart = 1;
  for (const auto &[C, Count] : Lengths) {
    if (C != Apart)
      return false;
    Apart *= Count;
  }
  return Linear.Constant == Of.Least && Apart == Of.Most - Of.Least + 1;
}

/// Elements that a thread reads, if it keeps what does not depend on a mapped
/// loop that it runs itself.
int64_t Stage::readsOfThread(unsigned Array,
                             std::optional<unsigned> InThread) const {
  int64_t Count = 0;
  for (const auto &[A, Of] : llvm::zip(N.Accesses, At)) {
    if (A.Array != Array || A.IsWrite)
      continue;
    int64_t OfAccess = 1;
    for (const unsigned Loop : Source.Accesses[A.Source].Loops) {
      const bool IsOfThread = Loop >= M.rank() || Loop == InThread;
      int64_t Low = 0;
      if (IsOfThread && (!Of || isMovedBy(*Of, Loop)))
        OfAccess *= valuesOfLoop(Loop, Low).value_or(1);
    }
    Count += OfAccess;
  }
  return Count;
}

} // namespace heddle
