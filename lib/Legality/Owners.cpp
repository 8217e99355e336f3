//===- Owners.cpp - Which thread owns which element -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Owners.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static bool addNumber(int64_t &To, int64_t Value, int64_t Factor) {
  int64_t Product = 0;
  return !__builtin_mul_overflow(Value, Factor, &Product) &&
         !__builtin_add_overflow(To, Product, &To);
}

static bool addNumbers(std::vector<int64_t> &To,
                       const std::vector<int64_t> &Values, int64_t Factor) {
  To.resize(std::max(To.size(), Values.size()));
  for (size_t I = 0; I < Values.size(); ++I)
    if (!addNumber(To[I], Values[I], Factor))
      return false;
  return true;
}

bool LinearSum::add(const LinearSum &Other, int64_t Factor) {
  return addNumbers(Params, Other.Params, Factor) &&
         addNumbers(Counters, Other.Counters, Factor) &&
         addNumbers(Elements, Other.Elements, Factor) &&
         addNumber(Constant, Other.Constant, Factor);
}

bool Owners::isCoordinate(unsigned Loop) const {
  return llvm::any_of(Coordinates, [&](const Coordinate &C) {
    return !C.IsElement && C.Index == Loop;
  });
}

std::vector<unsigned> Owners::inThread() const {
  std::vector<unsigned> Loops;
  for (unsigned L = 0; L < Values.size(); ++L)
    if (!Values[L] && !isCoordinate(L))
      Loops.push_back(L);
  return Loops;
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

namespace {

class OwnerChooser {
public:
  OwnerChooser(const AffineNest &N, const AffineAccess &Update,
               llvm::ArrayRef<unsigned> Apart, std::string &Why)
      : N(N), Update(Update), Apart(Apart), Why(Why) {}

  std::optional<Owners> choose();

private:
  bool readSubscripts();
  std::optional<LinearSum> read(const isl::Aff &A);
  std::optional<LinearSum> substituted(LinearSum S) const;
  std::vector<unsigned> freeCounters(const LinearSum &S) const;
  bool own(unsigned Dim, const LinearSum &S, std::vector<unsigned> Free);

  std::string loopName(unsigned Loop) const {
    return "'" + N.Nest->Loops[Loop].Name + "'";
  }
  std::string updateText() const {
    return "'" + N.Nest->Accesses[Update.Source].Text + "'";
  }

  const AffineNest &N;
  const AffineAccess &Update;
  llvm::ArrayRef<unsigned> Apart;
  std::string &Why;
  std::vector<LinearSum> Subscripts; ///< per dimension of the array
  std::vector<std::optional<Owners::Coordinate>> OfDim;
  Owners Out;
};

} // namespace

/// One that can be negated.
static std::optional<int64_t> number(const isl::Val &V) {
  std::optional<int64_t> Number = V.int64();
  return Number && *Number != INT64_MIN ? Number : std::nullopt;
}

std::optional<LinearSum> OwnerChooser::read(const isl::Aff &A) {
  if (A.hasDivisions() != isl::Answer::No) {
    Why = "the subscripts of " + updateText() +
          " are not sums of multiples of counters and parameters";
    return std::nullopt;
  }
  LinearSum S;
  auto Coefficients = [&](isl::Dim T, std::vector<int64_t> &Out) {
    for (unsigned I = 0, Count = A.dim(T); I < Count; ++I) {
      std::optional<int64_t> C = number(A.coefficient(T, I));
      if (!C)
        return false;
      Out.push_back(*C);
    }
    return true;
  };
  std::optional<int64_t> C = number(A.constant());
  if (!C || !Coefficients(isl::Dim::Param, S.Params) ||
      !Coefficients(isl::Dim::In, S.Counters)) {
    Why = updateText() + " has a subscript with too large numbers";
    return std::nullopt;
  }
  S.Constant = *C;
  for (size_t I = N.Depth; I < S.Counters.size(); ++I)
    if (S.Counters[I] != 0) {
      Why = updateText() + " depends on loop " +
            loopName(Update.InnerLoops[I - N.Depth]) +
            ", which is not nested perfectly";
      return std::nullopt;
    }
  S.Counters.resize(N.Depth);
  return S;
}

bool OwnerChooser::readSubscripts() {
  isl::Map M = Update.Relation.alignParams(N.ParamSpace);
  // The conditions under which it runs say nothing about the function.
  M = isl::affineHull(M);
  M = isl::gistDomain(M, M.domain());
  isl::MultiAff All;
  if (isl::isSingleValued(M) == isl::Answer::Yes)
    All = isl::PwMultiAff(M).single();
  if (All.isNull()) {
    Why = "the subscripts of " + updateText() +
          " are not sums of multiples of counters and parameters";
    return false;
  }
  for (unsigned D = 0; D < All.size(); ++D) {
    std::optional<LinearSum> S = read(All.at(D));
    if (!S)
      return false;
    Subscripts.push_back(std::move(*S));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

/// S without counters that follow from others.
std::optional<LinearSum> OwnerChooser::substituted(LinearSum S) const {
  // Values name counters of outer loops only, so inner ones come first.
  for (unsigned L = N.Depth; L-- > 0;) {
    if (!Out.Values[L] || S.Counters[L] == 0)
      continue;
    int64_t Factor = std::exchange(S.Counters[L], 0);
    if (!S.add(*Out.Values[L], Factor))
      return std::nullopt;
  }
  return S;
}

/// The counters of S that are no coordinates, outermost first.
std::vector<unsigned> OwnerChooser::freeCounters(const LinearSum &S) const {
  std::vector<unsigned> Free;
  for (unsigned L = 0; L < N.Depth; ++L)
    if (S.Counters[L] != 0 && !Out.isCoordinate(L))
      Free.push_back(L);
  return Free;
}

/// Makes the dimension's subscript, which is S, one of the coordinates.
bool OwnerChooser::own(unsigned Dim, const LinearSum &S,
                       std::vector<unsigned> Free) {
  unsigned Inner = Free.back();
  if (Free.size() == 1) {
    OfDim[Dim] = Owners::Coordinate{false, Inner};
    Out.Coordinates.push_back(*OfDim[Dim]);
    return true;
  }
  int64_t Factor = S.Counters[Inner];
  if (Factor != 1 && Factor != -1) {
    Why = "in " + updateText() + " loop " + loopName(Inner) +
          ", the innermost one of a subscript, has the factor " +
          std::to_string(Factor) + ", and not 1 or -1";
    return false;
  }
  unsigned Element = static_cast<unsigned>(Out.Elements.size());
  // S = element, so counter = Factor * (element - (S - Factor * counter)).
  LinearSum Value;
  Value.Counters.resize(N.Depth);
  Value.Elements.resize(Element + 1);
  Value.Elements[Element] = Factor;
  LinearSum Rest = S;
  Rest.Counters[Inner] = 0;
  if (!Value.add(Rest, -Factor)) {
    Why = updateText() + " has a subscript with too large numbers";
    return false;
  }
  Out.Elements.push_back(Subscripts[Dim]);
  Out.Values[Inner] = std::move(Value);
  OfDim[Dim] = Owners::Coordinate{true, Element};
  Out.Coordinates.push_back(*OfDim[Dim]);
  return true;
}

std::optional<Owners> OwnerChooser::choose() {
  Out.Values.resize(N.Depth);
  for (unsigned L : Apart)
    Out.Coordinates.push_back({false, L});
  if (!readSubscripts())
    return std::nullopt;
  OfDim.resize(Subscripts.size());
  std::vector<unsigned> Left;
  for (unsigned D = 0; D < Subscripts.size(); ++D)
    Left.push_back(D);
  // Subscripts of few counters first: those that are counters stay so.
  while (!Left.empty()) {
    std::vector<unsigned> Fewest;
    LinearSum Sum;
    size_t At = Left.size();
    for (size_t I = 0; I < Left.size(); ++I) {
      std::optional<LinearSum> S = substituted(Subscripts[Left[I]]);
      if (!S) {
        Why = updateText() + " has a subscript with too large numbers";
        return std::nullopt;
      }
      std::vector<unsigned> Free = freeCounters(*S);
      if (At < Left.size() && Free.size() >= Fewest.size())
        continue;
      At = I;
      Fewest = std::move(Free);
      Sum = std::move(*S);
    }
    unsigned Dim = Left[At];
    Left.erase(Left.begin() + static_cast<ptrdiff_t>(At));
    if (!Fewest.empty() && !own(Dim, Sum, std::move(Fewest)))
      return std::nullopt;
  }
  Out.Coordinates.resize(Apart.size());
  for (const std::optional<Owners::Coordinate> &C : OfDim)
    if (C)
      Out.Coordinates.push_back(*C);
  if (Out.Coordinates.empty()) {
    Why = updateText() + " is one element in all iterations";
    return std::nullopt;
  }
  return std::move(Out);
}

/// Loops that are apart take the place of subscripts where more threads come of
/// it: of c[64 * i + j] two coordinates instead of one.
std::optional<Owners> heddle::chooseOwners(const AffineNest &N, unsigned Update,
                                           llvm::ArrayRef<unsigned> Apart,
                                           std::string &Why) {
  auto Choose = [&](llvm::ArrayRef<unsigned> Loops, std::string &Why) {
    return OwnerChooser(N, N.Accesses[Update], Loops, Why).choose();
  };
  std::optional<Owners> BySubscripts = Choose({}, Why);
  if (Apart.empty())
    return BySubscripts;
  std::string WhyNot;
  std::optional<Owners> ByLoops = Choose(Apart, WhyNot);
  return ByLoops && (!BySubscripts || ByLoops->Coordinates.size() >
                                          BySubscripts->Coordinates.size())
             ? ByLoops
             : BySubscripts;
}
