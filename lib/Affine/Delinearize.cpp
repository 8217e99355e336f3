//===- Delinearize.cpp - Linear subscripts as rows and columns ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Delinearize.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace heddle {

using isl::Answer;

std::map<unsigned, Polynomial>
coefficients(const Polynomial &P, const AtomTable &Atoms, Polynomial &Rest) {
  std::map<unsigned, Polynomial> C;
  for (const auto &[M, X] : P.terms()) {
    auto I =
        llvm::find_if(M, [&](unsigned A) { return Atoms[A].UsesCounters; });
    if (I == M.end()) {
      Rest.add(M, X);
      continue;
    }
    Monomial Others(M.begin(), I);
    Others.insert(Others.end(), I + 1, M.end());
    C[*I].add(Others, X);
  }
  return C;
}

namespace {

/// Carrying distinguishes three cases for each inner dimension.
constexpr size_t MostCarriedDimensions = 3;

Polynomial primitive(const Polynomial &P) {
  Polynomial Q = P.dividedBy(P.content());
  return Q.terms().begin()->second < 0 ? -Q : Q;
}

/// Strides in a chain, each a multiple of the next, ending in 1; or nothing.
std::vector<Polynomial> chainOf(const std::vector<Polynomial> &Candidates) {
  std::vector<Polynomial> Chain;
  for (const Polynomial &P : Candidates)
    if (!P.isConstant() && !llvm::is_contained(Chain, P))
      Chain.push_back(P);
  llvm::stable_sort(Chain, [](const Polynomial &A, const Polynomial &B) {
    return A.degree() > B.degree();
  });
  Chain.push_back(Polynomial(1));
  for (size_t K = 0; K + 1 < Chain.size(); ++K)
    if (!exactQuotient(Chain[K], Chain[K + 1]))
      return {};
  return Chain;
}

Polynomial substitute(const Polynomial &P, unsigned From, unsigned To) {
  Polynomial R;
  for (const auto &[M, C] : P.terms()) {
    Monomial N = M;
    std::replace(N.begin(), N.end(), From, To);
    llvm::sort(N);
    R.add(N, C);
  }
  return R;
}

/// Parameters for which two values of Values are Width or more apart.
isl::Set spread(const isl::Set &Values, const Sym &Width) {
  isl::Set Pairs = isl::flatProduct(Values, Values);
  isl::Space Space = Pairs.space();
  Sym Distance = Sym::leaf("<b>") - Sym::leaf("<a>");
  isl::Set Apart =
      toIslSet(less_equal(Width, Distance), Space, {{"<a>", 0}, {"<b>", 1}});
  return Pairs.intersect(Apart).params();
}

isl::PwAff plus(const isl::PwAff &A, const isl::PwAff &B, int64_t Factor) {
  return A + B.scale(Factor);
}

} // namespace

Delinearizer::Delinearizer(std::vector<LinearAccess *> All, AtomTable &Atoms,
                           isl::Set Assume, std::string Name)
    : Accesses(std::move(All)), Atoms(Atoms), Assume(std::move(Assume)),
      Name(std::move(Name)) {
  for (LinearAccess *L : Accesses) {
    Offsets.push_back(L->Offset);
    Polynomial Rest;
    for (auto &[A, P] : coefficients(L->Offset, Atoms, Rest))
      if (!P.isZero())
        Coefficients.push_back(P);
  }
}

/// Constant strides need no arrangement: the linear form itself is affine.
bool Delinearizer::isPlain() const {
  return llvm::all_of(Coefficients,
                      [](const Polynomial &P) { return P.isConstant(); });
}

//===----------------------------------------------------------------------===//
// Strides and index polynomials
//===----------------------------------------------------------------------===//

std::vector<Polynomial> Delinearizer::strides(StrideChoice Choice) const {
  std::vector<Polynomial> Candidates;
  for (const Polynomial &C : Coefficients) {
    if (Choice != StrideChoice::Monomials) {
      Candidates.push_back(primitive(C));
      continue;
    }
    for (const auto &[M, X] : C.terms()) {
      Polynomial P;
      P.add(M, 1);
      Candidates.push_back(P);
    }
  }
  if (Choice == StrideChoice::WithContent)
    for (Polynomial &P : Candidates) {
      int64_t G = 0;
      for (const Polynomial &C : Coefficients)
        if (primitive(C) == P)
          G = std::gcd(G, C.content());
      P = P * Polynomial(G == 0 ? 1 : G);
    }
  return chainOf(Candidates);
}

/// Nothing if a counter gets a factor that is not constant.
std::optional<Delinearizer::Split>
Delinearizer::split(const std::vector<Polynomial> &Strides,
                    RestChoice Choice) const {
  Split S;
  for (size_t K = 1; K < Strides.size(); ++K)
    S.Widths.push_back(*exactQuotient(Strides[K - 1], Strides[K]));
  for (const Polynomial &Offset : Offsets) {
    Polynomial Rest;
    std::vector<Polynomial> Index(Strides.size());
    for (auto &[A, P] : coefficients(Offset, Atoms, Rest))
      for (size_t K = 0; K < Strides.size(); ++K) {
        auto [Q, Remainder] = divide(P, Strides[K]);
        if (!Q.isConstant())
          return std::nullopt;
        Index[K] += Q * Polynomial::atom(A);
        P = Remainder;
      }
    for (size_t K = 0; K < Strides.size(); ++K) {
      // n + 1 in rows of n + 2 is the last column, not one before the first.
      if (Choice == RestChoice::KeepInner && Strides[K].terms().size() > 1)
        continue;
      auto [Q, Remainder] = divide(Rest, Strides[K]);
      Index[K] += Q;
      Rest = Remainder;
    }
    for (const Polynomial &P : Index)
      if (P.poisoned())
        return std::nullopt;
    S.Index.push_back(std::move(Index));
  }
  return S;
}

std::vector<Delinearizer::Split> Delinearizer::splits() const {
  std::vector<Split> All;
  std::vector<std::vector<Polynomial>> Tried;
  for (StrideChoice C : {StrideChoice::Primitive, StrideChoice::WithContent,
                         StrideChoice::Monomials}) {
    std::vector<Polynomial> Strides = strides(C);
    if (Strides.empty() || llvm::is_contained(Tried, Strides))
      continue;
    Tried.push_back(Strides);
    for (RestChoice Choice : {RestChoice::Divide, RestChoice::KeepInner})
      if (std::optional<Split> S = split(Strides, Choice))
        All.push_back(std::move(*S));
  }
  return All;
}

/// `i * n + j` beside `j * m + i` has a chain if n == m; takes all row lengths
/// that are single parameters for equal.
bool Delinearizer::unifyRowLengths() {
  std::vector<unsigned> Lengths;
  for (const Polynomial &C : Coefficients) {
    const Polynomial P = primitive(C);
    if (P.degree() != 1 || P.terms().size() != 1)
      continue;
    unsigned A = P.terms().begin()->first[0];
    if (!llvm::is_contained(Lengths, A))
      Lengths.push_back(A);
  }
  if (Lengths.size() < 2)
    return false;
  for (size_t K = 1; K < Lengths.size(); ++K) {
    for (std::vector<Polynomial> *List : {&Offsets, &Coefficients})
      for (Polynomial &P : *List)
        P = substitute(P, Lengths[K], Lengths[0]);
    const Sym &A = Atoms[Lengths[0]].Value, &B = Atoms[Lengths[K]].Value;
    isl::Space Space = Assume.space();
    isl::Set Equal = toIslSet(equal(A, B), Space);
    Assume = Assume.intersect(Equal);
    Equalities.push_back({Equal.complement(),
                          "the row lengths '" + toString(A) + "' and '" +
                              toString(B) + "' of '" + Name + "' are equal"});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Arrangements
//===----------------------------------------------------------------------===//

std::string Delinearizer::requirement(const Polynomial &Width) const {
  return "columns of '" + Name + "' stay within rows of '" + Atoms.text(Width) +
         "'";
}

isl::Map Delinearizer::relation(const LinearAccess &L,
                                const std::vector<isl::PwAff> &Index) const {
  return isl::tuple(Index).intersectDomain(L.Domain);
}

/// Decides whether the violations leave anything, and whether that is idle.
bool Delinearizer::judge(Arrangement &A) const {
  isl::Set Good = Assume;
  A.Proved = Equalities.empty();
  for (Violation &V : A.Violations) {
    V.Bad = isl::coalesced(V.Bad.intersect(Assume));
    A.Proved &= isl::isEmpty(V.Bad) == Answer::Yes;
    Good = Good.subtract(V.Bad);
  }
  if (A.Proved)
    return true;
  // Where nothing is touched any arrangement will do.
  isl::Set Touched;
  for (const LinearAccess *L : Accesses)
    Touched = Touched.isNull() ? L->Domain.params()
                               : Touched.unionWith(L->Domain.params());
  A.Idle = isl::isEmpty(Good.intersect(Touched)) == Answer::Yes;
  return isl::isEmpty(Good) == Answer::No;
}

/// Index tuples as they are; the values of each inner dimension must span less
/// than its width.
std::optional<Arrangement> Delinearizer::windows(const Split &S) {
  Arrangement A;
  A.Widths = S.Widths;
  std::vector<isl::Set> Values(S.Widths.size());
  for (size_t N = 0; N < Accesses.size(); ++N) {
    std::vector<isl::PwAff> Index;
    for (const Polynomial &P : S.Index[N]) {
      Index.push_back(affineOf(*Accesses[N]->Reader, P));
      if (Index.back().isNull())
        return std::nullopt;
    }
    for (size_t K = 0; K < Values.size(); ++K) {
      isl::Set V = Accesses[N]->Domain.apply(Index[K + 1].toMap());
      Values[K] = Values[K].isNull() ? V : Values[K].unionWith(V);
    }
    A.Relations.push_back(relation(*Accesses[N], Index));
  }
  for (size_t K = 0; K < Values.size(); ++K) {
    isl::Set V = isl::coalesced(std::move(Values[K]));
    A.Violations.push_back(
        {spread(V, Atoms.affineSym(S.Widths[K])), requirement(S.Widths[K])});
  }
  if (!judge(A))
    return std::nullopt;
  return A;
}

/// { iteration -> tuple } with 0 <= index < width in every inner dimension,
/// where at most one row has to be carried.
isl::Map Delinearizer::carriedRelation(size_t N, const Split &S) {
  ExprReader &Reader = *Accesses[N]->Reader;
  const isl::Space &Space = Reader.F.Space;
  std::vector<isl::PwAff> Index, Widths;
  for (const Polynomial &P : S.Index[N])
    Index.push_back(affineOf(Reader, P));
  for (const Polynomial &P : S.Widths)
    Widths.push_back(toIsl(Atoms.affineSym(P), Space));
  isl::PwAff One = toIsl(Sym(1), Space), Zero = toIsl(Sym(0), Space);
  for (const isl::PwAff &X : Index)
    if (X.isNull())
      return isl::Map();
  size_t Cases = 1;
  for (size_t K = 0; K < Widths.size(); ++K)
    Cases *= 3;
  isl::Map All;
  for (size_t Case = 0; Case < Cases; ++Case) {
    std::vector<isl::PwAff> Tuple = Index;
    isl::Set Inside = isl::Set::universe(Space);
    size_t Code = Case;
    for (size_t K = Widths.size(); K > 0; --K, Code /= 3) {
      int64_t Carry = static_cast<int64_t>(Code % 3) - 1;
      Tuple[K] = plus(Tuple[K], Widths[K - 1], -Carry);
      Tuple[K - 1] = plus(Tuple[K - 1], One, Carry);
      Inside = Inside.intersect(Tuple[K].ge(Zero))
                   .intersect(Tuple[K].lt(Widths[K - 1]));
    }
    isl::Map R = relation(*Accesses[N], Tuple).intersectDomain(Inside);
    All = All.isNull() ? R : All.unionWith(R);
  }
  return isl::coalesced(std::move(All));
}

std::optional<Arrangement> Delinearizer::carried(const Split &S) {
  if (S.Widths.empty() || S.Widths.size() > MostCarriedDimensions)
    return std::nullopt;
  Arrangement A;
  A.Widths = S.Widths;
  for (size_t N = 0; N < Accesses.size(); ++N) {
    isl::Map R = carriedRelation(N, S);
    if (R.isNull())
      return std::nullopt;
    isl::Set Missed = Accesses[N]->Domain.subtract(R.domain());
    A.Violations.push_back(
        {Missed.params(), "columns of '" + Name +
                              "' stay within a row of the rows of '" +
                              Atoms.text(S.Widths.back()) + "'"});
    A.Relations.push_back(std::move(R));
  }
  if (!judge(A))
    return std::nullopt;
  return A;
}

std::vector<isl::Map>
Delinearizer::inRows(const std::vector<Polynomial> &Widths) {
  std::vector<isl::Map> Out(Accesses.size());
  if (Widths.size() > MostCarriedDimensions)
    return Out;
  std::vector<Polynomial> Strides(Widths.size() + 1, Polynomial(1));
  for (size_t K = Widths.size(); K-- > 0;)
    Strides[K] = Strides[K + 1] * Widths[K];
  for (RestChoice Choice : {RestChoice::Divide, RestChoice::KeepInner}) {
    const std::optional<Split> S = split(Strides, Choice);
    for (size_t N = 0; S && N < Accesses.size(); ++N) {
      if (!Out[N].isNull())
        continue;
      isl::Map R = carriedRelation(N, *S);
      if (!R.isNull() &&
          isl::isSubset(Accesses[N]->Domain.intersectParams(Assume),
                        R.domain()) == isl::Answer::Yes)
        Out[N] = std::move(R);
    }
  }
  return Out;
}

bool Delinearizer::run(Arrangement &Best) {
  if (isPlain()) {
    Split S;
    for (const Polynomial &P : Offsets)
      S.Index.push_back({P});
    std::optional<Arrangement> A = windows(S);
    if (A)
      Best = std::move(*A);
    return A.has_value();
  }
  std::vector<Split> All = splits();
  if (All.empty() && unifyRowLengths())
    All = splits();
  if (All.empty()) {
    Why = "no row length divides all strides";
    return false;
  }
  bool Found = false;
  auto Offer = [&](std::optional<Arrangement> A) {
    if (A && (!Found || A->Proved || (Best.Idle && !A->Idle))) {
      Best = std::move(*A);
      Found = true;
    }
    return Found && Best.Proved;
  };
  for (const Split &S : All)
    if (Offer(windows(S)))
      break;
  for (const Split &S : All)
    if ((Found && !Best.Idle) || Offer(carried(S)))
      break;
  if (!Found) {
    Why = "rows would overlap for all values of the parameters";
    return false;
  }
  Best.Violations.insert(Best.Violations.begin(), Equalities.begin(),
                         Equalities.end());
  return true;
}

} // namespace heddle
