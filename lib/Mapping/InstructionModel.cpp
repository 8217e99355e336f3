//===- InstructionModel.cpp - Instructions of a thread --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/InstructionModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace heddle {

/// Variables of the nest that are neither sizes nor counters: each is a
/// parameter of the kernel, and an operand.
static unsigned scalarsOf(const AffineNest &N, unsigned Rank) {
  llvm::StringSet<> Found;
  auto isSize = [&](llvm::StringRef Name) {
    return llvm::any_of(N.Parameters, [&](const AffineNest::Parameter &P) {
      return P.SourceParam >= 0 &&
             N.Nest->Params[static_cast<unsigned>(P.SourceParam)].Name == Name;
    });
  };
  auto Look = [&](const Value &V, auto &Self) -> void {
    if (V.Kind == ValueKind::Name && V.Means == NameMeaning::Outside &&
        !isSize(V.Name))
      Found.insert(V.Name);
    for (const Operand &O : V.Operands)
      Self(*O.Is, Self);
  };
  if (Rank <= N.Nest->Loops.size())
    Look(*bodyOf(N.Nest->Loops[Rank - 1], N.Nest->Code), Look);
  return Found.size();
}

/// The body's. In a declared space they are the space's, and hold: compilers
/// see that where steps are powers of two, and are told it where they know what
/// the loop begins at.
double InstructionModel::conditions() const {
  constexpr double Each = 4, OfRemainder = 6;
  if (M.nest().DeclaredRank == 0)
    return Each * static_cast<double>(M.nest().Nest->Guards.size());
  double Sum = 0;
  for (unsigned D = 0; D != M.rank(); ++D) {
    const Dimension &Dim = M.nest().Dims[D];
    const bool IsPower = (Dim.Step & (Dim.Step - 1)) == 0;
    Sum += Dim.Width < Dim.Step && !IsPower && !Dim.Lower.isConst()
               ? OfRemainder
               : 0;
  }
  return Sum;
}

/// Operators stand between any two operands.
InstructionModel::InstructionModel(const NestModel &Model) : M(Model) {
  Scalars = scalarsOf(M.nest(), M.rank());
  double Operands = Scalars;
  for (const AccessStride &S : M.strides())
    Operands += S.IsWrite ? 0 : S.Times;
  Body = std::max(Operands - 1, 0.0) + conditions();
}

namespace {

/// The addresses of accesses that move alike.
struct AlikeAddresses {
  std::set<int64_t> Rows;                       ///< that differ at the launch
  std::set<std::pair<unsigned, int64_t>> Bases; ///< array and row
  std::set<std::pair<unsigned, int64_t>> Later; ///< of later iterations
  bool IsLinear = true;
  unsigned Terms = 0; ///< loops that move it
  double Times = 1;
};

} // namespace

/// Loops that move an access, where those that a mapping folds are one if the
/// access goes on from the end of a run of the inner one.
unsigned InstructionModel::terms(const AccessStride &S, unsigned Folded) const {
  unsigned Count = 0;
  for (unsigned D = 0; D != M.rank(); ++D) {
    Count += S.ByLoop[D] != 0 && !M.isOneWithNext(S, D, Folded);
  }
  return Count;
}

double
InstructionModel::addresses(unsigned Folded,
                            llvm::ArrayRef<AccessStride> Accesses) const {
  constexpr double Argument = 2, OfTerm = 3, OfLater = 2.5;
  std::map<std::pair<std::vector<int64_t>, unsigned>, AlikeAddresses> All;
  std::set<unsigned> Arrays;
  double Sum = 0;
  for (const AccessStride &S : Accesses) {
    Sum += S.Times; // the load or store
    Arrays.insert(S.Array);
    AlikeAddresses &Of = All[{S.ByLoop, S.Bytes}];
    if (S.IsLater) {
      Of.Later.insert({S.Array, S.Row});
    } else {
      Of.Rows.insert(S.Row);
      Of.Bases.insert({S.Array, S.Row});
    }
    Of.IsLinear &= S.IsLinear;
    Of.Terms = S.Known ? terms(S, Folded) : 1;
    Of.Times = std::max(Of.Times, S.Times);
  }
  Sum += Argument * static_cast<double>(Arrays.size());
  for (const auto &[Key, Of] : All) {
    const double Terms = std::max(Of.Terms, 1U);
    const auto Later = static_cast<double>(llvm::count_if(
        Of.Later, [&](const auto &Base) { return Of.Bases.count(Base) == 0; }));
    const auto Rows = static_cast<double>(Of.Rows.size()),
               Bases = static_cast<double>(Of.Bases.size());
    if (Of.IsLinear)
      Sum += OfTerm * (Terms - 1) + 1 + (1 + Terms) * (Rows - 1) +
             OfLater * Later + Bases;
    else if (Of.Later.empty())
      Sum += Terms * (1 + Bases);
    else // what is far from the arrays' beginnings is shared
      Sum += std::min(Terms, 2.) * (1 + Bases) + 2 * std::max(Terms - 2, 0.);
    // Loops of the thread go on by an addition, and have a condition.
    if (Of.Times > 1)
      Sum += 3 * Of.Times;
  }
  return Sum;
}

double InstructionModel::ofIdle(const ThreadWork &W) const {
  constexpr double End = 1, Guard = 2;
  const double Both = M.isWide() ? 5 : 4, One = M.isWide() ? 2 : 1;
  return End + Both * W.Pairs + One * W.Singles + Guard * W.Guards +
         W.RuntimeEnds + W.Divisions + W.Others;
}

double InstructionModel::of(const ThreadWork &W,
                            llvm::ArrayRef<AccessStride> Accesses,
                            double Turns) const {
  return ofIdle(W) + addresses(W.Folded, Accesses) + Scalars + Turns * Body;
}

/// Constants are part of addresses where the rows of arrays are constant.
double InstructionModel::shifts() const {
  constexpr double OfWidth = 3;
  const bool IsPart =
      llvm::none_of(M.strides(), [](auto &S) { return S.Known && S.IsLinear; });
  double Sum = 0;
  for (unsigned D = 0; D != M.rank(); ++D) {
    const Dimension &Dim = M.nest().Dims[D];
    Sum += Dim.Lower.isConst(0) || (IsPart && Dim.Lower.isConst()) ? 0 : 1;
    Sum += Dim.Step == 1 || Dim.Width == 1 ? 0 : OfWidth;
  }
  return Sum;
}

double InstructionModel::division(std::optional<uint64_t> By) const {
  if (!By)
    return M.isWide() ? 7 : 6;
  const bool IsPower = (*By & (*By - 1)) == 0;
  return *By == 1 ? 0 : IsPower ? 2 : 6;
}

} // namespace heddle
