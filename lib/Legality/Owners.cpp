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
               std::string &Why)
      : N(N), Update(Update), Why(Why) {}

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
  std::string &Why;
  std::vector<LinearSum> Subscripts; ///< per dimension of the array
  std::vector<std::optional<Owners::Coordinate>> OfDim;
  Owners Out;
};

} // namespace

static std::optional<int64_t> number(isl::Val V) {
  if (V.isNull() || isl_val_is_int(V.get()) != isl_bool_true ||
      isl_val_cmp_si(V.get(), INT64_MAX) > 0 ||
      isl_val_cmp_si(V.get(), -INT64_MAX) < 0)
    return std::nullopt;
  return isl_val_get_num_si(V.get());
}

std::optional<LinearSum> OwnerChooser::read(const isl::Aff &A) {
  if (A.isNull() || isl_aff_dim(A.get(), isl_dim_div) != 0) {
    Why = "the subscripts of " + updateText() +
          " are not sums of multiples of counters and parameters";
    return std::nullopt;
  }
  LinearSum S;
  auto Coefficients = [&](isl_dim_type T, std::vector<int64_t> &Out) {
    int Count = static_cast<int>(isl_aff_dim(A.get(), T));
    for (int I = 0; I < Count; ++I) {
      std::optional<int64_t> C =
          number(isl::take(isl_aff_get_coefficient_val(A.get(), T, I)));
      if (!C)
        return false;
      Out.push_back(*C);
    }
    return true;
  };
  std::optional<int64_t> C =
      number(isl::take(isl_aff_get_constant_val(A.get())));
  if (!C || !Coefficients(isl_dim_param, S.Params) ||
      !Coefficients(isl_dim_in, S.Counters)) {
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
  isl::Map M = isl::take(
      isl_map_align_params(Update.Relation.copy(), N.ParamSpace.copy()));
  // The conditions under which it runs say nothing about the function.
  M = isl::take(isl_map_from_basic_map(isl_map_affine_hull(M.release())));
  isl::Set Domain = isl::take(isl_map_domain(M.copy()));
  M = isl::take(isl_map_gist_domain(M.release(), Domain.release()));
  isl::PwMultiAff F;
  if (isl_map_is_single_valued(M.get()) == isl_bool_true)
    F = isl::take(isl_pw_multi_aff_from_map(M.release()));
  if (F.isNull() || isl_pw_multi_aff_isa_multi_aff(F.get()) != isl_bool_true) {
    Why = "the subscripts of " + updateText() +
          " are not sums of multiples of counters and parameters";
    return false;
  }
  isl::MultiAff All = isl::take(isl_pw_multi_aff_as_multi_aff(F.release()));
  int Dims = static_cast<int>(isl_multi_aff_dim(All.get(), isl_dim_out));
  for (int D = 0; D < Dims; ++D) {
    std::optional<LinearSum> S =
        read(isl::take(isl_multi_aff_get_aff(All.get(), D)));
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
  Out.Coordinates.clear();
  for (const std::optional<Owners::Coordinate> &C : OfDim)
    if (C)
      Out.Coordinates.push_back(*C);
  if (Out.Coordinates.empty()) {
    Why = updateText() + " is one element in all iterations";
    return std::nullopt;
  }
  return std::move(Out);
}

std::optional<Owners> heddle::chooseOwners(const AffineNest &N, unsigned Update,
                                           std::string &Why) {
  return OwnerChooser(N, N.Accesses[Update], Why).choose();
}
