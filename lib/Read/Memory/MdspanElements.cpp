//===- MdspanElements.cpp - Elements named by one index a dimension ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel has the pointer and the place in it that the layout gives to the
// indices; the extents, or strides, are its parameters.
//===----------------------------------------------------------------------===//
#include "Read/Memory/MdspanElements.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Mdspan.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

/// Right: ((i * e1) + j) * e2 + k; Left: i + e0 * (j + e1 * k); Stride:
/// i * s0 + j * s1 + k * s2. Before is what precedes the first index, Behind[d]
/// what follows index d.
static void textOf(Mdspan::Layout Order, llvm::ArrayRef<std::string> Factors,
                   std::string &Before, std::vector<std::string> &Behind) {
  const size_t Rank = Behind.size();
  Before = "[";
  switch (Order) {
  case Mdspan::Layout::Right:
    Before.append(Rank > 2 ? Rank - 2 : 0, '(');
    for (size_t D = 0; D + 1 < Rank; ++D)
      Behind[D] = (D ? ") * " : " * ") + Factors[D + 1] + " + ";
    Behind.back() = "]";
    return;
  case Mdspan::Layout::Left:
    for (size_t D = 0; D + 1 < Rank; ++D)
      Behind[D] = " + " + Factors[D] + (D + 2 < Rank ? " * (" : " * ");
    Behind.back() = std::string(Rank > 2 ? Rank - 2 : 0, ')') + "]";
    return;
  case Mdspan::Layout::Stride:
    for (size_t D = 0; D < Rank; ++D)
      Behind[D] = " * " + Factors[D] + (D + 1 < Rank ? " + " : "]");
    return;
  }
}

/// Extent D of the mdspan at P, or its stride.
static std::optional<ExprRef> extentParam(NestReader &NR, const Path &P,
                                          const Mdspan &M, unsigned D,
                                          bool Stride, const clang::Expr *E) {
  if (!intType(NR, M.IndexType))
    return std::nullopt;
  if (!Stride && M.Extents[D])
    return constant(NR, static_cast<int64_t>(*M.Extents[D]),
                    *intType(NR, M.IndexType), E);
  if (P.IsData)
    return std::nullopt;
  Path Size = P;
  std::string Which = std::to_string(D);
  llvm::StringRef Name = Stride ? "stride" : "extent";
  Size.SizeOf = P.Host;
  Size.Key += ("." + Name + "(" + Which + ")").str();
  Size.Host += ("." + Name + "(" + Which + ")").str();
  Size.Name += ("_" + Name + "_" + Which).str();
  return paramFor(NR, Size, E, M.IndexType, M.IndexType);
}

/// `m.extent(1)`.
ExprRef extentExpr(NestReader &NR, const CallExpr *E,
                   const clang::Expr *Object) {
  std::optional<Mdspan> M = mdspanOf(Object->getType());
  clang::Expr::EvalResult D;
  if (!E->getArg(0)->EvaluateAsInt(D, NR.Ctx) || D.Val.getInt().isNegative() ||
      D.Val.getInt().uge(M->Extents.size()))
    return opaque(NR, E, "its argument is no constant that is a dimension");
  std::optional<Path> P = path(NR, Object);
  if (!P)
    return opaque(NR, E, "it is not understood");
  std::optional<ExprRef> Extent = extentParam(
      NR, *P, *M, static_cast<unsigned>(D.Val.getInt().getZExtValue()),
      /*Stride=*/false, E);
  return Extent ? *Extent : opaque(NR, E, "it is not understood");
}

/// Index D is one whose products with extents or strides would else be computed
/// in a type that is too narrow for them.
static bool isWidened(const Mdspan &M, size_t D) {
  switch (M.Order) {
  case Mdspan::Layout::Right:
    return D == 0 && M.Extents.size() > 1;
  case Mdspan::Layout::Left:
    return D > 0 && D + 1 == M.Extents.size();
  case Mdspan::Layout::Stride:
    return true;
  }
  return true;
}

/// Nothing in its text binds less tightly than a product's factors.
static bool isPrimary(const clang::Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, ArraySubscriptExpr,
             MemberExpr>(E->IgnoreImpCasts());
}

/// The token that follows the one at Loc, of kind K; behind a macro's use that
/// Loc comes out of.
static SourceLocation tokenBehind(SourceLocation Loc, tok::TokenKind K,
                                  const SourceManager &SM,
                                  const LangOptions &Lang) {
  if (Loc.isMacroID())
    Loc = SM.getExpansionRange(Loc).getEnd();
  std::optional<Token> Next = Lexer::findNextToken(Loc, SM, Lang);
  return Next && Next->is(K) ? Next->getLocation() : SourceLocation();
}

namespace {

/// By what each index of an element counts, as values and as C++ text; null and
/// empty where the layout needs none.
struct Factors {
  std::vector<ExprRef> Values;
  std::vector<std::string> Texts;
};

} // namespace

static std::optional<Factors> factorsOf(NestReader &NR, const Path &P,
                                        const Mdspan &M,
                                        const CXXOperatorCallExpr *E) {
  const size_t Rank = M.Extents.size();
  const bool Strides = M.Order == Mdspan::Layout::Stride;
  Factors Result;
  for (unsigned D = 0; D < Rank; ++D) {
    // Right needs no first extent, Left no last one.
    bool Needed =
        Strides || (M.Order == Mdspan::Layout::Right ? D > 0 : D + 1 < Rank);
    std::optional<ExprRef> Factor =
        Needed ? extentParam(NR, P, M, D, Strides, E) : nullptr;
    if (!Factor)
      return std::nullopt;
    Result.Values.push_back(*Factor);
    Result.Texts.push_back(!Needed ? ""
                           : (*Factor)->Kind == ExprKind::Const
                               ? std::to_string((*Factor)->Value)
                               : cxxText(**Factor, *NR.Nest));
  }
  return Result;
}

/// The place of E among the elements, or null.
static ExprRef placeOf(NestReader &NR, const Mdspan &M, const Factors &F,
                       const CXXOperatorCallExpr *E) {
  const size_t Rank = M.Extents.size();
  const IntType Wide{64, true};
  // Converted to the index type it has to be in the extents: only what is wider
  // may be something else before.
  std::optional<IntType> Own = intType(NR, M.IndexType);
  if (!Own)
    return nullptr;
  auto Index = [&](size_t D) {
    ExprRef I = expr(NR, indexOf(NR, E->getArg(1 + D)));
    return convert(NR, I->Type.Bits > Own->Bits ? convert(NR, I, *Own) : I,
                   Wide);
  };
  auto Combine = [&](ExprKind Kind, ExprRef A, ExprRef B) {
    return node(NR, Kind, Wide, {A, B}, E);
  };
  auto Times = [&](ExprRef A, size_t D) {
    return Combine(ExprKind::Mul, A, convert(NR, F.Values[D], Wide));
  };
  ExprRef Place;
  if (M.Order == Mdspan::Layout::Stride) {
    Place = Times(Index(0), 0);
    for (size_t D = 1; D < Rank; ++D)
      Place = Combine(ExprKind::Add, Place, Times(Index(D), D));
  } else if (M.Order == Mdspan::Layout::Right) {
    Place = Index(0);
    for (size_t D = 1; D < Rank; ++D)
      Place = Combine(ExprKind::Add, Times(Place, D), Index(D));
  } else {
    Place = Index(Rank - 1);
    for (size_t D = Rank - 1; D-- > 0;)
      Place = Combine(ExprKind::Add, Times(Place, D), Index(D));
  }
  return Place;
}

/// Spells E as an element of a pointer. False after an error.
static bool spellElement(NestReader &NR, const Mdspan &M, const Factors &F,
                         const CXXOperatorCallExpr *E) {
  const size_t Rank = M.Extents.size();
  see(NR, E->getCallee());
  std::string Before;
  std::vector<std::string> Behind(Rank);
  textOf(M.Order, F.Texts, Before, Behind);
  const LangOptions &Lang = NR.Ctx.getLangOpts();
  SourceLocation Open = tokenBehind(
      E->getArg(0)->getEndLoc(),
      E->getOperator() == OO_Call ? tok::l_paren : tok::l_square, NR.SM, Lang);
  if (Open.isInvalid()) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Before);
    return false;
  }
  addReplacement(NR, SourceRange(Open), Before);
  for (unsigned D = 0; D < Rank; ++D) {
    const clang::Expr *A = E->getArg(1 + D);
    readSubscript(NR, A);
    if (isWidened(M, D))
      addParentheses(NR, A, "static_cast<long long>(");
    else if (!isPrimary(A) && Rank > 1)
      addParentheses(NR, A, "(");
    if (D + 1 == Rank) {
      addReplacement(NR, SourceRange(E->getEndLoc()), Behind[D]);
      break;
    }
    SourceLocation Comma = tokenBehind(A->getEndLoc(), tok::comma, NR.SM, Lang);
    if (Comma.isInvalid()) {
      NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Behind[D]);
      return false;
    }
    addReplacement(NR, SourceRange(Comma), Behind[D]);
    // The blank behind the comma is in the new text.
    std::optional<unsigned> From = offset(NR, Comma);
    std::optional<unsigned> To = beginOf(NR, E->getArg(2 + D)->getBeginLoc());
    if (From && To && *From + 2 == *To && NR.Nest->Text[*From + 1] == ' ')
      NR.Texts.Replacements.back().End = *To;
  }
  return true;
}

/// `m(i, j)`, `m[i, j]`: one array, and the place in it.
std::optional<Position> mdspanElement(NestReader &NR,
                                      const CXXOperatorCallExpr *E,
                                      const clang::Expr *Object,
                                      bool Evaluate) {
  // The copy of a function has a pointer in the mdspan's place, and no extents.
  if (NR.isInCopy())
    return refused(NR, E, DiagID::HD225);
  Mdspan M = *mdspanOf(Object->getType());
  std::optional<Position> Result = container(NR, Object, Evaluate);
  std::optional<Path> P = path(NR, Object);
  if (!Result || Result->Private || !P)
    return std::nullopt;
  std::optional<Factors> F = factorsOf(NR, *P, M, E);
  ExprRef Place = F ? placeOf(NR, M, *F, E) : nullptr;
  if (!Place)
    return refused(NR, E, DiagID::HD225);
  Result->Subs.back() = Place;
  if (Evaluate && !spellElement(NR, M, *F, E))
    return std::nullopt;
  return Result;
}

} // namespace heddle
