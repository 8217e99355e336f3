//===- Mdspan.cpp - Elements named by one index a dimension ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel has the pointer and the place in it that the layout gives to the
// indices; the extents, or strides, are its parameters.
//===----------------------------------------------------------------------===//
#include "Frontend/Mdspan.h"
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

/// One of mdspan's class templates, called Name.
static bool isOfMdspan(const ClassTemplateSpecializationDecl *D,
                       llvm::StringRef Name) {
  if (!D || !D->getIdentifier() || D->getName() != Name)
    return false;
  const DeclContext *DC = D->getDeclContext()->getEnclosingNamespaceContext();
  while (DC->isInlineNamespace())
    DC = DC->getParent();
  const auto *Space = dyn_cast<NamespaceDecl>(DC);
  if (!Space || !Space->getIdentifier())
    return false;
  const DeclContext *Around = Space->getParent()->getRedeclContext();
  return Space->isStdNamespace() ||
         (Space->getName() == "experimental" && Around->isStdNamespace()) ||
         (Space->getName() == "Kokkos" && Around->isTranslationUnit());
}

static const ClassTemplateSpecializationDecl *classOf(QualType T) {
  return T->isDependentType()
             ? nullptr
             : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                   T->getAsCXXRecordDecl());
}

static const ClassTemplateSpecializationDecl *
classOf(const TemplateArgument &A) {
  return A.getKind() == TemplateArgument::Type ? classOf(A.getAsType())
                                               : nullptr;
}

/// The layouts are classes without parameters, each with a template in it.
static std::optional<Mdspan::Layout> layoutOf(const TemplateArgument &A,
                                              const DeclContext *Library) {
  const CXXRecordDecl *D = A.getKind() == TemplateArgument::Type
                               ? A.getAsType()->getAsCXXRecordDecl()
                               : nullptr;
  if (!D || !D->getIdentifier() ||
      !D->getDeclContext()->getRedeclContext()->Equals(Library))
    return std::nullopt;
  if (D->getName() == "layout_right")
    return Mdspan::Layout::Right;
  if (D->getName() == "layout_left")
    return Mdspan::Layout::Left;
  if (D->getName() == "layout_stride")
    return Mdspan::Layout::Stride;
  return std::nullopt;
}

bool isMdspan(QualType T) {
  return isOfMdspan(classOf(T.getNonReferenceType()), "mdspan");
}

std::optional<Mdspan> mdspanOf(QualType T) {
  const ClassTemplateSpecializationDecl *D = classOf(T.getNonReferenceType());
  if (!isOfMdspan(D, "mdspan") || D->getTemplateArgs().size() != 4)
    return std::nullopt;
  const TemplateArgumentList &Args = D->getTemplateArgs();
  const ClassTemplateSpecializationDecl *Shape = classOf(Args[1]);
  std::optional<Mdspan::Layout> Order =
      layoutOf(Args[2], D->getDeclContext()->getRedeclContext());
  if (!Order || !isOfMdspan(Shape, "extents") ||
      !isOfMdspan(classOf(Args[3]), "default_accessor") ||
      Shape->getTemplateArgs().size() != 2 ||
      Shape->getTemplateArgs()[0].getKind() != TemplateArgument::Type ||
      Shape->getTemplateArgs()[1].getKind() != TemplateArgument::Pack)
    return std::nullopt;
  if (Args[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  Mdspan Result;
  Result.Order = *Order;
  Result.Element = Args[0].getAsType();
  Result.IndexType = Shape->getTemplateArgs()[0].getAsType();
  for (const TemplateArgument &A :
       Shape->getTemplateArgs()[1].pack_elements()) {
    if (A.getKind() != TemplateArgument::Integral)
      return std::nullopt;
    llvm::APSInt N = A.getAsIntegral();
    if (N.isAllOnes())
      Result.Extents.push_back(std::nullopt);
    else if (N.isRepresentableByInt64() && N.getExtValue() >= 0)
      Result.Extents.push_back(static_cast<uint64_t>(N.getExtValue()));
    else
      return std::nullopt;
  }
  if (Result.Extents.empty()) // names one element, and no dimension
    return std::nullopt;
  return Result;
}

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
std::optional<ExprRef> NestBuilder::extentParam(const Path &P, const Mdspan &M,
                                                unsigned D, bool Stride,
                                                const clang::Expr *E) {
  if (!intType(M.IndexType))
    return std::nullopt;
  if (!Stride && M.Extents[D])
    return constant(static_cast<int64_t>(*M.Extents[D]), *intType(M.IndexType),
                    E);
  if (P.IsData)
    return std::nullopt;
  Path Size = P;
  std::string Which = std::to_string(D);
  llvm::StringRef Name = Stride ? "stride" : "extent";
  Size.SizeOf = P.Host;
  Size.Key += ("." + Name + "(" + Which + ")").str();
  Size.Host += ("." + Name + "(" + Which + ")").str();
  Size.Name += ("_" + Name + "_" + Which).str();
  return paramFor(Size, E, M.IndexType, M.IndexType);
}

/// `m.extent(1)`.
ExprRef NestBuilder::extentExpr(const CallExpr *E, const clang::Expr *Object) {
  std::optional<Mdspan> M = mdspanOf(Object->getType());
  clang::Expr::EvalResult D;
  if (!E->getArg(0)->EvaluateAsInt(D, Ctx) || D.Val.getInt().isNegative() ||
      D.Val.getInt().uge(M->Extents.size()))
    return opaque(E, "its argument is no constant that is a dimension");
  std::optional<Path> P = path(Object);
  if (!P)
    return opaque(E, "it is not understood");
  std::optional<ExprRef> Extent =
      extentParam(*P, *M, static_cast<unsigned>(D.Val.getInt().getZExtValue()),
                  /*Stride=*/false, E);
  return Extent ? *Extent : opaque(E, "it is not understood");
}

/// Of several indices those whose products would else be computed in a type
/// that is too narrow for them.
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

/// `m(i, j)`, `m[i, j]`: one array, and the place in it.
std::optional<Position> NestBuilder::mdspanElement(const CXXOperatorCallExpr *E,
                                                   const clang::Expr *Object,
                                                   bool Evaluate) {
  // The copy of a function has a pointer in the mdspan's place, and no extents.
  if (isInCopy()) {
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  Mdspan M = *mdspanOf(Object->getType());
  const size_t Rank = M.Extents.size();
  std::optional<Position> Result = container(Object, Evaluate);
  std::optional<Path> P = path(Object);
  if (!Result || Result->Private || !P)
    return std::nullopt;
  const bool Strides = M.Order == Mdspan::Layout::Stride;
  std::vector<ExprRef> Factors;
  std::vector<std::string> Texts;
  for (unsigned D = 0; D < Rank; ++D) {
    // Right needs no first extent, Left no last one.
    bool Needed =
        Strides || (M.Order == Mdspan::Layout::Right ? D > 0 : D + 1 < Rank);
    std::optional<ExprRef> Factor =
        Needed ? extentParam(*P, M, D, Strides, E) : nullptr;
    if (!Factor) {
      error(DiagID::HD225, ref(E), text(E));
      return std::nullopt;
    }
    Factors.push_back(*Factor);
    Texts.push_back(!Needed ? ""
                    : (*Factor)->Kind == ExprKind::Const
                        ? std::to_string((*Factor)->Value)
                        : cxxText(**Factor, *Nest));
  }
  const IntType Wide{64, true};
  // Converted to the index type it has to be in the extents: only what is wider
  // may be something else before.
  std::optional<IntType> Own = intType(M.IndexType);
  if (!Own) {
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  auto Index = [&](size_t D) {
    ExprRef I = expr(indexOf(E->getArg(1 + D)));
    return convert(I->Type.Bits > Own->Bits ? convert(I, *Own) : I, Wide);
  };
  auto Combine = [&](ExprKind Kind, ExprRef A, ExprRef B) {
    return node(Kind, Wide, {A, B}, E);
  };
  auto Times = [&](ExprRef A, size_t D) {
    return Combine(ExprKind::Mul, A, convert(Factors[D], Wide));
  };
  ExprRef Place;
  if (Strides) {
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
  Result->Subs.back() = Place;
  if (!Evaluate)
    return Result;

  see(E->getCallee());
  std::string Before;
  std::vector<std::string> Behind(Rank);
  textOf(M.Order, Texts, Before, Behind);
  const LangOptions &Lang = Ctx.getLangOpts();
  SourceLocation Open = tokenBehind(
      E->getArg(0)->getEndLoc(),
      E->getOperator() == OO_Call ? tok::l_paren : tok::l_square, SM, Lang);
  if (Open.isInvalid()) {
    error(DiagID::HD159, ref(E), text(E), Before);
    return std::nullopt;
  }
  addHole(SourceRange(Open), Before);
  for (unsigned D = 0; D < Rank; ++D) {
    const clang::Expr *A = E->getArg(1 + D);
    readSubscript(A);
    if (isWidened(M, D))
      addParentheses(A, "static_cast<long long>(");
    else if (!isPrimary(A) && Rank > 1)
      addParentheses(A, "(");
    if (D + 1 == Rank) {
      addHole(SourceRange(E->getEndLoc()), Behind[D]);
      break;
    }
    SourceLocation Comma = tokenBehind(A->getEndLoc(), tok::comma, SM, Lang);
    if (Comma.isInvalid()) {
      error(DiagID::HD159, ref(E), text(E), Behind[D]);
      return std::nullopt;
    }
    addHole(SourceRange(Comma), Behind[D]);
    // The blank behind the comma is in the new text.
    std::optional<unsigned> From = offset(Comma);
    std::optional<unsigned> To =
        offset(SM.getExpansionLoc(E->getArg(2 + D)->getBeginLoc()));
    if (From && To && *From + 2 == *To && Nest->Text[*From + 1] == ' ')
      Nest->Holes.back().End = *To;
  }
  return Result;
}

} // namespace heddle
