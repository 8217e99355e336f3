//===- VariableRows.cpp - Arrays whose rows have run-time lengths ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/VariableRows.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// An element, and by what each of its subscripts counts.
struct VariableElement {
  const DeclRefExpr *Name = nullptr;
  /// Outermost first, as the lengths of the rows that they number; the last one
  /// numbers elements.
  llvm::SmallVector<const ArraySubscriptExpr *, 4> Steps;
};

} // namespace

/// The name of the array that E is an element or a row of, if E has nothing but
/// subscripts; Steps are innermost first.
static const DeclRefExpr *
nameUnder(const clang::Expr *E,
          llvm::SmallVectorImpl<const ArraySubscriptExpr *> &Steps) {
  E = skipMarkers(E);
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    Steps.push_back(S);
    E = skipMarkers(S->getBase());
    while (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      E = skipMarkers(C->getSubExpr());
  }
  return dyn_cast<DeclRefExpr>(E);
}

bool hasVariableRows(const NestReader &NR, QualType T) {
  if (T->isPointerType())
    return T->getPointeeType()->isArrayType() &&
           T->getPointeeType()->isVariablyModifiedType();
  const ArrayType *A = NR.Ctx.getAsArrayType(T);
  return A && A->getElementType()->isVariablyModifiedType();
}

static std::optional<VariableElement> elementOf(const ArraySubscriptExpr *E) {
  VariableElement X;
  X.Name = nameUnder(E, X.Steps);
  if (!X.Name || !X.Name->getType()->isVariablyModifiedType() ||
      E->getType()->isArrayType() || E->getType()->isPointerType() ||
      llvm::any_of(X.Steps, [](const ArraySubscriptExpr *S) {
        return S->getBase() != S->getLHS();
      }))
    return std::nullopt;
  std::reverse(X.Steps.begin(), X.Steps.end());
  return X;
}

bool isVariableElement(const NestReader &NR, const ArraySubscriptExpr *E) {
  const std::optional<VariableElement> X = elementOf(E);
  return X && hasVariableRows(NR, X->Name->getType()) &&
         variable(NR, X->Name->getDecl()) &&
         !isDeclaredInNest(NR, X->Name->getDecl());
}

std::nullopt_t refuseVariableLength(NestReader &NR, const clang::Expr *E) {
  NR.error(DiagID::HD227, ref(NR, E), text(NR, E))
      .note(ref(NR, E), "kernels take numbers in it, each named by as many "
                        "subscripts as it has dimensions");
  return std::nullopt;
}

/// Values of E cannot have changed since the place Since, where E stands: every
/// way from there to the loops leads past no assignment.
static bool isKept(const NestReader &NR, const Expr &E, SourceLocation Since) {
  if (E.Kind == ExprKind::Opaque || E.Kind == ExprKind::Counter)
    return false;
  if (E.Kind == ExprKind::Param) {
    const VarDecl *V = NR.Memory.ParamRoots.lookup(E.Index);
    if (!V || !NR.Facts.isUniquelyNamed(V) ||
        !NR.Nest->Params[E.Index].StorageText.empty() ||
        llvm::any_of(NR.Facts.writes(V), [&](const clang::Expr *Write) {
          return NR.SM.isBeforeInTranslationUnit(Since, Write->getBeginLoc());
        }))
      return false;
  }
  return llvm::all_of(E.Operands, [&](const ExprRef &Operand) {
    return isKept(NR, *Operand, Since);
  });
}

/// The extent of A; none after an error.
static std::optional<ExprRef> extentOf(NestReader &NR, const ArrayType *A,
                                       const clang::Expr *Name) {
  const IntType Wide{64, true};
  if (const auto *C = dyn_cast<ConstantArrayType>(A))
    return constant(NR, static_cast<int64_t>(C->getZExtSize()), Wide, nullptr);
  const auto *Variable = dyn_cast<VariableArrayType>(A);
  const clang::Expr *Size = Variable ? Variable->getSizeExpr() : nullptr;
  if (!Size)
    return refuseVariableLength(NR, Name);
  const ExprRef Length = expr(NR, Size);
  if (isKept(NR, *Length, Size->getBeginLoc()))
    return Length->Kind == ExprKind::Const ? convert(NR, Length, Wide) : Length;
  NR.error(DiagID::HD227, ref(NR, Name), text(NR, Name))
      .note(ref(NR, Size), "this length may have another value at the loops; "
                           "give it to a constant of the function before");
  return std::nullopt;
}

std::optional<std::vector<ExprRef>> variableExtents(NestReader &NR, QualType T,
                                                    const clang::Expr *E) {
  std::vector<ExprRef> Extents;
  if (T->isPointerType()) {
    Extents.push_back(nullptr);
    T = T->getPointeeType();
  } else {
    // Subscripts stay below it, of which nobody asks.
    Extents.push_back(nullptr);
    T = NR.Ctx.getAsArrayType(T)->getElementType();
  }
  while (const ArrayType *A = NR.Ctx.getAsArrayType(T)) {
    const std::optional<ExprRef> Extent = extentOf(NR, A, E);
    if (!Extent)
      return std::nullopt;
    Extents.push_back(*Extent);
    T = A->getElementType();
  }
  if (T->isArithmeticType())
    return Extents;
  return refuseVariableLength(NR, E);
}

/// The token behind the one at Loc, if it is an opening bracket.
static SourceLocation bracketBehind(const NestReader &NR, SourceLocation Loc) {
  if (Loc.isMacroID())
    Loc = NR.SM.getExpansionRange(Loc).getEnd();
  std::optional<Token> Next =
      Lexer::findNextToken(Loc, NR.SM, NR.Ctx.getLangOpts());
  return Next && Next->is(tok::l_square) ? Next->getLocation()
                                         : SourceLocation();
}

/// A name or a number needs no parentheses.
static std::string inParentheses(std::string Text) {
  return llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '_'; })
             ? Text
             : "(" + Text + ")";
}

/// `u[i][j][k]` as `u[(i * n2 + j) * n1 + k]`; false after an error.
static bool spellElement(NestReader &NR, const VariableElement &X,
                         const std::vector<ExprRef> &Extents) {
  const size_t Rank = X.Steps.size();
  for (const auto &[D, S] : llvm::enumerate(X.Steps)) {
    const clang::Expr *Index = S->getIdx();
    const SourceLocation Open = bracketBehind(NR, S->getBase()->getEndLoc());
    std::string Before = "[" + std::string(Rank - 2, '(');
    if (D > 0)
      Before = " * " + inParentheses(cxxText(*Extents[D], *NR.Nest)) + " + ";
    if (Open.isInvalid()) {
      NR.error(DiagID::HD159, ref(NR, S), text(NR, S), Before);
      return false;
    }
    addReplacement(NR, SourceRange(Open), Before);
    readSubscript(NR, Index);
    if (D == 0)
      addParentheses(NR, Index, "static_cast<long long>(");
    else if (!isa<DeclRefExpr, IntegerLiteral>(Index->IgnoreImpCasts()))
      addParentheses(NR, Index, "(");
    const bool IsLast = D + 1 == Rank;
    addReplacement(NR, SourceRange(S->getRBracketLoc()),
                   IsLast   ? "]"
                   : D == 0 ? ""
                            : ")");
  }
  return true;
}

std::optional<Position>
variableElement(NestReader &NR, const ArraySubscriptExpr *E, bool Evaluate) {
  const VariableElement X = *elementOf(E);
  const auto *V = cast<VarDecl>(X.Name->getDecl());
  if (NR.isInCopy() || V->getType()->isReferenceType())
    return refuseVariableLength(NR, X.Name);
  if (const clang::Expr *Write = NR.Facts.writeWithin(V, NR.In.Nest)) {
    NR.error(DiagID::HD226, ref(NR, Write), V->getName());
    return std::nullopt;
  }
  if (Evaluate)
    see(NR, X.Name);
  const std::optional<Path> P = path(NR, X.Name);
  const std::optional<unsigned> Array =
      P ? arrayFor(NR, *P, X.Name) : std::nullopt;
  if (!Array)
    return P ? std::nullopt : refuseVariableLength(NR, X.Name);
  // Subscripts may name other arrays, which are added behind this one.
  const std::string Kernel = NR.Nest->Arrays[*Array].KernelName;
  const std::vector<ExprRef> Extents = NR.Nest->Arrays[*Array].Extents;
  Position Result;
  Result.Array = *Array;
  for (const auto [D, S] : llvm::enumerate(X.Steps)) {
    Result.Subs.push_back(expr(NR, S->getIdx()));
    if (D > 0 || V->getType()->isArrayType())
      Result.Within |= uint64_t(1) << D;
  }
  if (Evaluate && !isSpelled(NR, X.Name->getSourceRange(), Kernel))
    addReplacement(NR, X.Name->getSourceRange(), Kernel);
  if (Evaluate && !spellElement(NR, X, Extents))
    return std::nullopt;
  return Result;
}

} // namespace heddle
