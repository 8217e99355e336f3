//===- Delinearize.cpp - Linear subscripts with run-time strides ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[i * ld + j]` is not affine, but (i, j) is, and where rows do not overlap
// two index tuples are equal exactly if their linear offsets are. The strides
// are guessed from the coefficients of the counters over all accesses of the
// array; that they are right is not guessed: for each inner dimension, jointly
// over every access, the largest value minus the smallest must be below the
// width. That is proved, or becomes a Stride check.
//
// After Grosser, Ramanujam, Pouchet, Sadayappan, Pop: "Optimistic
// Delinearization of Parametrically Sized Arrays", ICS 2015, with two
// differences: coefficients are polynomials (`i * (n + 2) + j`), and the
// condition is a window over all accesses instead of 0 <= index < width, which
// alone would lose dependences between accesses that start at different
// columns.
//===----------------------------------------------------------------------===//

#include "Affine/Builder.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

namespace heddle {

using isl::Answer;
using isl::take;

namespace {

enum class StrideChoice { Primitive, WithContent, Monomials };
enum class RestChoice { Divide, KeepInner };

/// One way of arranging all accesses of an array.
struct Arrangement {
  std::vector<Polynomial> Strides; ///< outermost first; the last is 1
  std::vector<Polynomial> Widths;  ///< of each dimension but the outermost
  std::vector<std::vector<isl::PwAff>> Index; ///< per access, per dimension
  std::vector<isl::Set> Bad; ///< per inner dimension: rows overlap
};

/// The polynomial in front of each counter-like atom, and what has none.
std::map<unsigned, Polynomial> coefficients(const Polynomial &P,
                                            const AtomTable &Atoms,
                                            Polynomial &Rest) {
  std::map<unsigned, Polynomial> C;
  for (const auto &[M, X] : P.terms()) {
    auto I = llvm::find_if(M, [&](unsigned A) { return Atoms[A].UsesCounters; });
    if (I == M.end()) {
      Rest.add(M, X);
      continue;
    }
    Monomial Others;
    for (auto J = M.begin(); J != M.end(); ++J)
      if (J != I)
        Others.push_back(*J);
    C[*I].add(Others, X);
  }
  return C;
}

Polynomial positive(const Polynomial &P) {
  return P.terms().begin()->second < 0 ? -P : P;
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

std::vector<Polynomial> stridesOf(const std::vector<Polynomial> &Coefficients,
                                  StrideChoice Choice) {
  std::vector<Polynomial> Candidates;
  for (const Polynomial &C : Coefficients) {
    if (C.isZero())
      continue;
    if (Choice == StrideChoice::Monomials) {
      for (const auto &[M, X] : C.terms()) {
        Polynomial P;
        P.add(M, 1);
        Candidates.push_back(P);
      }
      continue;
    }
    Candidates.push_back(positive(C.dividedBy(C.content())));
  }
  if (Choice == StrideChoice::WithContent)
    for (Polynomial &P : Candidates) {
      int64_t G = 0;
      for (const Polynomial &C : Coefficients)
        if (!C.isZero() && positive(C.dividedBy(C.content())) == P)
          G = std::gcd(G, C.content());
      P = P * Polynomial(G == 0 ? 1 : G);
    }
  return chainOf(Candidates);
}

/// Splits an offset into one polynomial per stride; false if a counter gets a
/// factor that is not constant.
bool split(const Polynomial &Offset, const std::vector<Polynomial> &Strides,
           RestChoice Choice, const AtomTable &Atoms,
           std::vector<Polynomial> &Index) {
  Polynomial Rest;
  std::map<unsigned, Polynomial> C = coefficients(Offset, Atoms, Rest);
  Index.assign(Strides.size(), Polynomial());
  for (auto &[A, P] : C)
    for (size_t K = 0; K < Strides.size(); ++K) {
      auto [Q, Remainder] = divide(P, Strides[K]);
      if (!Q.isConstant())
        return false;
      Index[K] += Q * Polynomial::atom(A);
      P = Remainder;
    }
  for (size_t K = 0; K < Strides.size(); ++K) {
    if (Choice == RestChoice::KeepInner && Strides[K].terms().size() > 1)
      continue;
    auto [Q, Remainder] = divide(Rest, Strides[K]);
    Index[K] += Q;
    Rest = Remainder;
  }
  return Rest.isZero() &&
         llvm::none_of(Index, [](const Polynomial &P) { return P.poisoned(); });
}

/// Parameters for which two values of Values are Width or more apart.
isl::Set spread(const isl::Set &Values, const Sym &Width) {
  isl::Set Pairs = take(isl_set_flat_product(Values.copy(), Values.copy()));
  isl::Space Space = take(isl_set_get_space(Pairs.get()));
  isl::Set Apart = toIslSet(less_equal(Width, Sym::leaf("<b>") - Sym::leaf("<a>")),
                            Space, {{"<a>", 0}, {"<b>", 1}});
  return take(isl_set_params(isl_set_intersect(Pairs.release(), Apart.release())));
}

} // namespace

/// Makes Relations of the accesses of one array.
bool Builder::arrange(unsigned Array) {
  AffineArray &Info = Out->Arrays[Array];
  for (char C : Nest.Arrays[Array].Name)
    Info.IslName += llvm::isAlnum(C) ? C : '_';
  for (unsigned Other = 0; Other < Array; ++Other)
    if (Out->Arrays[Other].IslName == Info.IslName)
      Info.IslName += "_" + std::to_string(Array);

  std::vector<LinearAccess *> Accesses;
  std::vector<Polynomial> Coefficients;
  for (LinearAccess &L : Linear)
    if (Nest.Accesses[L.Source].Array == Array) {
      Accesses.push_back(&L);
      Polynomial Rest;
      for (auto &[A, P] : coefficients(L.Offset, Atoms, Rest))
        Coefficients.push_back(P);
    }
  if (Accesses.empty())
    return true;

  // Constant strides need no arrangement: the linear form itself is affine.
  if (llvm::all_of(Coefficients,
                   [](const Polynomial &P) { return P.isConstant(); })) {
    for (LinearAccess *L : Accesses) {
      isl::PwAff Offset = L->Reader->affine(L->Offset);
      if (Offset.isNull())
        return tooComplex();
      addRelation(*L, Array, {Offset});
    }
    return true;
  }

  std::optional<Arrangement> Best;
  bool Proved = false, HadChain = false;
  std::vector<std::vector<Polynomial>> Tried;
  for (StrideChoice S : {StrideChoice::Primitive, StrideChoice::WithContent,
                         StrideChoice::Monomials}) {
    std::vector<Polynomial> Strides = stridesOf(Coefficients, S);
    if (Strides.empty() || llvm::is_contained(Tried, Strides))
      continue;
    Tried.push_back(Strides);
    for (RestChoice Choice : {RestChoice::Divide, RestChoice::KeepInner}) {
      if (Proved)
        break;
      Arrangement A;
      A.Strides = Strides;
      bool Fits = true;
      for (LinearAccess *L : Accesses) {
        std::vector<Polynomial> Index;
        std::vector<isl::PwAff> Values;
        Fits = Fits && split(L->Offset, Strides, Choice, Atoms, Index);
        for (size_t K = 0; Fits && K < Index.size(); ++K) {
          Values.push_back(L->Reader->affine(Index[K]));
          Fits = !Values.back().isNull();
        }
        A.Index.push_back(std::move(Values));
      }
      if (!Fits)
        continue;
      HadChain = true;
      isl::Set Good = Assume;
      Proved = true;
      for (size_t K = 1; K < Strides.size(); ++K) {
        A.Widths.push_back(*exactQuotient(Strides[K - 1], Strides[K]));
        isl::Set Values;
        for (size_t N = 0; N < Accesses.size(); ++N) {
          isl::Set V = take(isl_set_apply(Accesses[N]->Domain.copy(),
                                          isl_map_from_pw_aff(A.Index[N][K].copy())));
          Values = Values.isNull() ? V
                                   : take(isl_set_union(Values.release(),
                                                        V.release()));
        }
        Values = take(isl_set_coalesce(Values.release()));
        isl::Set Bad = spread(Values, Atoms.affineSym(A.Widths.back()));
        Bad = take(isl_set_intersect(Bad.release(), Assume.copy()));
        Proved &= isl::isEmpty(Bad) == Answer::Yes;
        Good = take(isl_set_subtract(Good.release(), Bad.copy()));
        A.Bad.push_back(std::move(Bad));
      }
      if (Out->Isl->exhausted())
        return tooComplex();
      if (Proved || (!Best && isl::isEmpty(Good) == Answer::No))
        Best = std::move(A);
    }
  }
  const ArrayInfo &Source = Nest.Arrays[Array];
  const Access &First = Nest.Accesses[Accesses.front()->Source];
  if (!Best) {
    R.add(DiagID::HD257, First.Where, Source.Name,
          HadChain ? "rows would overlap for all values of the parameters"
                   : "no row length divides all strides");
    return false;
  }
  for (size_t K = 0; K < Best->Bad.size(); ++K) {
    std::string Width = Atoms.text(Best->Widths[K]);
    CheckResult C =
        addCheck(CheckKind::Stride, Best->Bad[K],
                 "columns of '" + Source.Name + "' stay within rows of '" +
                     Width + "'");
    if (C == CheckResult::Unknown)
      return tooComplex();
    if (C == CheckResult::Never) {
      R.add(DiagID::HD257, First.Where, Source.Name,
            "rows would overlap for all values of the parameters");
      return false;
    }
    Info.Widths.push_back(Atoms.affineSym(Best->Widths[K]));
  }
  Info.Dims = static_cast<unsigned>(Best->Strides.size());
  for (size_t N = 0; N < Accesses.size(); ++N)
    addRelation(*Accesses[N], Array, Best->Index[N]);
  return true;
}

} // namespace heddle
