//===- Scans.cpp - Values that iterations pass on -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Legality/Scans.h"
#include "Legality/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;

namespace {

class ScanFinder {
public:
  ScanFinder(const AffineNest &N, unsigned Rank, NoScan &Out)
      : N(N), Rank(Rank), Out(Out) {}

  std::vector<Reduction> run(const std::vector<ArrayConflicts> &All);

private:
  bool refuse(std::string Why, SourceRef Where = {}) {
    Out = {std::move(Why), Where};
    return false;
  }
  const Access &source(const AffineAccess &X) const {
    return N.Nest->Accesses[X.Source];
  }
  std::string quoted(unsigned Array) const {
    return "'" + N.Nest->Arrays[Array].Name + "'";
  }
  bool addVariable(const ArrayConflicts &C);
  bool fitsLoops();
  bool isSlice();
  bool isVariable(unsigned Array) const {
    return llvm::any_of(Found,
                        [&](const Reduction &X) { return X.Array == Array; });
  }
  bool isWritten(unsigned Array) const {
    return llvm::any_of(N.Accesses, [&](const AffineAccess &X) {
      return X.Array == Array && X.IsWrite;
    });
  }

  const AffineNest &N;
  unsigned Rank;
  NoScan &Out;
  std::vector<Reduction> Found;
};

} // namespace

/// The class of all steps, where each write is one; else empty.
static std::string classOfSteps(const AffineNest &N, unsigned Array) {
  std::string Class;
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = N.Nest->Accesses[X.Source];
    if (X.Array != Array || (A.Reduces.empty() && !A.IsWrite))
      continue;
    if (A.Reduces.empty() || (!Class.empty() && A.Reduces != Class))
      return "";
    Class = A.Reduces;
  }
  return Class;
}

std::string heddle::scannedClass(const AffineNest &N, unsigned Array) {
  const bool IsUsed = llvm::any_of(N.Accesses, [&](const AffineAccess &X) {
    return X.Array == Array && N.Nest->Accesses[X.Source].Reduces.empty();
  });
  return IsUsed && N.Nest->Arrays[Array].Scalar ? classOfSteps(N, Array) : "";
}

bool ScanFinder::addVariable(const ArrayConflicts &C) {
  const ArrayInfo &A = N.Nest->Arrays[C.Array];
  if (!A.Scalar)
    return refuse("iterations need what others store in '" + A.Name +
                  "', which is no variable");
  const std::string Class = classOfSteps(N, C.Array);
  if (Class.empty())
    return refuse("'" + A.Name + "' is updated by several operators");
  if (N.Nest->choiceOf(C.Array))
    return refuse("'" + A.Name + "' is chosen together with others");
  if (needsReduce(*N.Nest, C.Array))
    return refuse("the floating-point result depends on the order of the "
                  "iterations; write 'reduce(" +
                  A.Name + ")' if the order of blocks will do");
  Found.push_back({C.Array, Class});
  return true;
}

bool ScanFinder::fitsLoops() {
  if (N.Owner || N.Nest->isStatement())
    return refuse("the loops are not mapped as they are written");
  if (!countsDown(*N.Nest, Rank))
    return refuse("one of the loops counts up and another down");
  return true;
}

/// The steps need nothing that depends on the values that are passed on.
bool ScanFinder::isSlice() {
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = source(X);
    if (A.Dropped || (isVariable(X.Array) && !A.Reduces.empty()))
      continue;
    if (X.IsWrite)
      return refuse("what is stored in " + quoted(X.Array) +
                        " is no assignment of its own, which could be left out",
                    A.Where);
    if (isWritten(X.Array))
      return refuse("which values are combined depends on " + quoted(X.Array) +
                        ", which the nest changes",
                    A.Where);
  }
  return true;
}

std::vector<Reduction> ScanFinder::run(const std::vector<ArrayConflicts> &All) {
  for (const ArrayConflicts &C : All)
    if (isOrdered(C, Rank) && !addVariable(C))
      return {};
  if (Found.empty() || !fitsLoops() || !isSlice())
    return {};
  return Found;
}

std::vector<Reduction> heddle::findScans(const AffineNest &N,
                                         const std::vector<ArrayConflicts> &All,
                                         unsigned Rank, NoScan &Out) {
  return ScanFinder(N, Rank, Out).run(All);
}

std::vector<Reduction>
heddle::longestScan(const AffineNest &N, const std::vector<ArrayConflicts> &All,
                    unsigned Most, unsigned &Rank) {
  const unsigned Checked = std::max(Rank, 1u);
  if (llvm::none_of(All, [&](const auto &C) { return isOrdered(C, Checked); }))
    return {};
  std::vector<Reduction> Longest;
  NoScan Unused;
  for (unsigned Next = N.DeclaredRank ? Most : 1; Next <= Most; ++Next) {
    std::vector<Reduction> Found = findScans(N, All, Next, Unused);
    if (Found.empty())
      break;
    Longest = std::move(Found);
    Rank = Next;
  }
  return Longest;
}
