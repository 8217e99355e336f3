//===- ComplexCalls.cpp - std::complex in a nest -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A complex number is one value, as one of double is. Its functions are the
// host's, so that kernels have heddle::rt::complex in its place: in the types
// of arrays, parameters and locals, in the temporaries that the nest writes,
// and in front of functions' names. Wherever else the type is named, as in
// `sizeof` or among the arguments of a template, another type might mean
// something else, and it is refused.
//===----------------------------------------------------------------------===//
#include "Read/Expr/ComplexCalls.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/Lvalues.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

static bool refuseComplexCall(NestReader &NR, const clang::CallExpr *E,
                              const clang::FunctionDecl *F);

static constexpr char DeviceComplex[] = "::heddle::rt::complex";

/// The functions that heddle::rt has, too.
static bool hasTwin(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"real", "imag", "norm", "conj", "abs", "arg", "exp", "polar"},
             true)
      .Default(false);
}

std::string complexName(const NestReader &NR, QualType Type, QualType Written) {
  std::string Part;
  if (const auto *S = Written->getAs<TemplateSpecializationType>();
      S && S->template_arguments().size() == 1 &&
      S->template_arguments()[0].getKind() == TemplateArgument::Type &&
      !S->isTypeAlias())
    Part = parameterName(NR, S->template_arguments()[0].getAsType());
  if (Part.empty())
    Part = complexPart(Type).getAsString(NR.Ctx.getPrintingPolicy());
  return DeviceComplex + ("<" + Part + ">");
}

/// T names the type of an object that the nest makes.
void replaceComplex(NestReader &NR, TypeLoc T) {
  if (auto S = T.getAs<TemplateSpecializationTypeLoc>())
    if (!S.getTypePtr()->isTypeAlias()) // its argument stays
      return addReplacement(
          NR, SourceRange(S.getBeginLoc(), S.getTemplateNameLoc()),
          DeviceComplex);
  if (T.getType().isConstQualified())
    return refuseComplex(NR, T);
  addReplacement(NR, T.getSourceRange(),
                 complexName(NR, T.getType(), T.getType()));
}

void refuseComplex(NestReader &NR, TypeLoc T) {
  NR.error(DiagID::HD241, ref(NR, T.getSourceRange()),
           text(NR, T.getSourceRange()));
}

/// Operators, real() and imag(), and functions of complex numbers. Reports
/// nothing and returns false if E is none of these.
bool callComplex(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const Decl *Named = Method ? cast<Decl>(Method->getParent()) : F;
  if (!Named->isInStdNamespace() || !NR.SM.isInSystemHeader(F->getLocation()))
    return false;
  auto IsNumber = [&](const clang::Expr *A) {
    QualType T = A->getType().getCanonicalType().getUnqualifiedType();
    return isComplex(T) || T == NR.Ctx.FloatTy || T == NR.Ctx.DoubleTy;
  };
  for (const clang::Expr *A : E->arguments())
    if (QualType T = A->getType(); !partOf(T).isNull() && !isComplex(T)) {
      NR.error(DiagID::HD219, ref(NR, E),
               T.getCanonicalType().getUnqualifiedType().getAsString(
                   NR.Ctx.getPrintingPolicy()));
      return true;
    }
  if (Method && !isComplex(NR.Ctx.getCanonicalTagType(Method->getParent())))
    return false;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (E->getNumArgs() != 0 || !F->getIdentifier() ||
        (F->getName() != "real" && F->getName() != "imag"))
      return refuseComplexCall(NR, E, F);
    readOperand(NR, M->getImplicitObjectArgument());
    return true;
  }
  if (!(E->isPRValue() && isComplex(E->getType())) &&
      llvm::none_of(E->arguments(), [&](const clang::Expr *A) {
        return isComplex(A->getType());
      }))
    return false;
  if (!llvm::all_of(E->arguments(), IsNumber))
    return refuseComplexCall(NR, E, F);
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    const clang::Expr *Left = O->getArg(0);
    switch (O->getOperator()) {
    case OO_Equal:
      readOperand(NR, O->getArg(1));
      useLvalue(NR, Left, AccessMode::Write);
      return true;
    case OO_PlusEqual:
    case OO_MinusEqual:
    case OO_StarEqual:
    case OO_SlashEqual:
      // Where two widths meet, the library chooses the width of the result.
      if (QualType Right = O->getArg(1)->getType();
          isComplex(Right) &&
          complexPart(Right) != complexPart(Left->getType()))
        return refuseComplexCall(NR, E, F);
      readOperand(NR, O->getArg(1));
      useLvalue(NR, Left, AccessMode::ReadWrite);
      return true;
    case OO_Plus:
    case OO_Minus:
    case OO_Star:
    case OO_Slash:
    case OO_EqualEqual:
    case OO_ExclaimEqual:
      readArguments(NR, E);
      return true;
    default:
      return refuseComplexCall(NR, E, F);
    }
  }
  if (Method || isa<UserDefinedLiteral>(E) || !F->getIdentifier() ||
      !hasTwin(F->getName()) ||
      isComplex(E->getArg(0)->getType()) == (F->getName() == "polar"))
    return refuseComplexCall(NR, E, F);
  readArguments(NR, E);
  addReplacement(NR, calleeName(NR, E), "::heddle::rt::" + F->getName().str());
  return true;
}

static bool refuseComplexCall(NestReader &NR, const CallExpr *E,
                              const FunctionDecl *F) {
  NR.error(DiagID::HD242, ref(NR, E), F->getQualifiedNameAsString());
  return true;
}

} // namespace heddle
