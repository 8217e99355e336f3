//===- Complex.cpp - std::complex in a nest -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A complex number is one value, as one of double is. Its functions are the
// host's, so that kernels have heddle::rt::complex in its place: in the types
// of arrays, parameters and locals, in the temporaries that the nest writes,
// and in front of functions' names. Wherever else the type is named, as in
// `sizeof` or among the arguments of a template, another type might mean
// something else, and it is refused.
//===----------------------------------------------------------------------===//
#include "Frontend/Complex.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

/// What std::complex is made of; null of other types.
static QualType partOf(QualType T) {
  const auto *R = T.isNull()
                      ? nullptr
                      : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                            T.getCanonicalType()->getAsCXXRecordDecl());
  if (!R || !R->isInStdNamespace() || !R->getIdentifier() ||
      R->getName() != "complex" || R->getTemplateArgs().size() != 1 ||
      R->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  return R->getTemplateArgs()[0].getAsType().getCanonicalType();
}

QualType complexPart(QualType T) {
  QualType Part = partOf(T);
  if (Part.isNull())
    return {};
  return Part->isSpecificBuiltinType(BuiltinType::Float) ||
                 Part->isSpecificBuiltinType(BuiltinType::Double)
             ? Part
             : QualType();
}

bool isComplex(QualType T) { return !complexPart(T).isNull(); }

static constexpr char DeviceComplex[] = "::heddle::rt::complex";

/// The functions that heddle::rt has, too.
static bool hasTwin(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"real", "imag", "norm", "conj", "abs", "arg", "exp", "polar"},
             true)
      .Default(false);
}

std::string NestBuilder::complexName(QualType Type, QualType Written) const {
  std::string Part;
  if (const auto *S = Written->getAs<TemplateSpecializationType>();
      S && S->template_arguments().size() == 1 &&
      S->template_arguments()[0].getKind() == TemplateArgument::Type &&
      !S->isTypeAlias())
    Part = parameterName(S->template_arguments()[0].getAsType());
  if (Part.empty())
    Part = complexPart(Type).getAsString(Ctx.getPrintingPolicy());
  return DeviceComplex + ("<" + Part + ">");
}

/// T names the type of an object that the nest makes.
void NestBuilder::replaceComplex(TypeLoc T) {
  if (auto S = T.getAs<TemplateSpecializationTypeLoc>())
    if (!S.getTypePtr()->isTypeAlias()) // its argument stays
      return addHole(SourceRange(S.getBeginLoc(), S.getTemplateNameLoc()),
                     DeviceComplex);
  if (T.getType().isConstQualified())
    return refuseComplex(T);
  addHole(T.getSourceRange(), complexName(T.getType(), T.getType()));
}

void NestBuilder::refuseComplex(TypeLoc T) {
  error(DiagID::HD241, ref(T.getSourceRange()), text(T.getSourceRange()));
}

/// Operators, real() and imag(), and functions of complex numbers. Reports
/// nothing and returns false if E is none of these.
bool NestBuilder::callComplex(const CallExpr *E, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const Decl *Named = Method ? cast<Decl>(Method->getParent()) : F;
  if (!Named->isInStdNamespace() || !SM.isInSystemHeader(F->getLocation()))
    return false;
  auto IsNumber = [&](const clang::Expr *A) {
    QualType T = A->getType().getCanonicalType().getUnqualifiedType();
    return isComplex(T) || T == Ctx.FloatTy || T == Ctx.DoubleTy;
  };
  for (const clang::Expr *A : E->arguments())
    if (QualType T = A->getType(); !partOf(T).isNull() && !isComplex(T)) {
      error(DiagID::HD219, ref(E),
            T.getCanonicalType().getUnqualifiedType().getAsString(
                Ctx.getPrintingPolicy()));
      return true;
    }
  if (Method && !isComplex(Ctx.getCanonicalTagType(Method->getParent())))
    return false;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (E->getNumArgs() != 0 || !F->getIdentifier() ||
        (F->getName() != "real" && F->getName() != "imag"))
      return refuseComplexCall(E, F);
    readOperand(M->getImplicitObjectArgument());
    return true;
  }
  if (!(E->isPRValue() && isComplex(E->getType())) &&
      llvm::none_of(E->arguments(), [&](const clang::Expr *A) {
        return isComplex(A->getType());
      }))
    return false;
  if (!llvm::all_of(E->arguments(), IsNumber))
    return refuseComplexCall(E, F);
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    const clang::Expr *Left = O->getArg(0);
    switch (O->getOperator()) {
    case OO_Equal:
      readOperand(O->getArg(1));
      useLvalue(Left, AccessMode::Write);
      return true;
    case OO_PlusEqual:
    case OO_MinusEqual:
    case OO_StarEqual:
    case OO_SlashEqual:
      // Of two widths: which one the sum has is the library's choice.
      if (QualType Right = O->getArg(1)->getType();
          isComplex(Right) &&
          complexPart(Right) != complexPart(Left->getType()))
        return refuseComplexCall(E, F);
      readOperand(O->getArg(1));
      useLvalue(Left, AccessMode::ReadWrite);
      return true;
    case OO_Plus:
    case OO_Minus:
    case OO_Star:
    case OO_Slash:
    case OO_EqualEqual:
    case OO_ExclaimEqual:
      readArguments(E);
      return true;
    default:
      return refuseComplexCall(E, F);
    }
  }
  if (Method || isa<UserDefinedLiteral>(E) || !F->getIdentifier() ||
      !hasTwin(F->getName()) ||
      isComplex(E->getArg(0)->getType()) == (F->getName() == "polar"))
    return refuseComplexCall(E, F);
  readArguments(E);
  addHole(calleeName(E), "::heddle::rt::" + F->getName().str());
  return true;
}

bool NestBuilder::refuseComplexCall(const CallExpr *E, const FunctionDecl *F) {
  error(DiagID::HD242, ref(E), F->getQualifiedNameAsString());
  return true;
}

} // namespace heddle
