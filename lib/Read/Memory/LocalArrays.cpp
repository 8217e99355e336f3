//===- LocalArrays.cpp - std::array as an iteration's own -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of std::array are the host's, so that kernels declare
// heddle::rt::fixed_array in its place: an aggregate of the same elements. The
// nest's text names the type where it declares a variable and nowhere else.
//===----------------------------------------------------------------------===//
#include "Read/Memory/LocalArrays.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace heddle {

static constexpr char DeviceArray[] = "::heddle::rt::fixed_array";

bool isFixedArray(const NestReader &NR, QualType T) {
  std::optional<Container> C = containerOf(NR.Ctx, T, T);
  if (!C || !C->Inline || T.isVolatileQualified())
    return false;
  const QualType Element = C->Element.getCanonicalType().getUnqualifiedType();
  return Element == NR.Ctx.FloatTy || Element == NR.Ctx.DoubleTy ||
         intType(NR, Element) || isFixedArray(NR, C->Element);
}

bool isBundle(const NestReader &NR, QualType T) {
  return isRecord(NR, T) || isFixedArray(NR, T);
}

std::optional<std::string> fixedArrayName(NestReader &NR, QualType T,
                                          QualType Written) {
  const std::optional<Container> C = containerOf(NR.Ctx, T, Written);
  std::optional<std::string> Element = spell(NR, C->Element, C->Written);
  if (!Element || C->Element.isConstQualified() != T.isConstQualified())
    return std::nullopt;
  return DeviceArray + ("<" + *Element + ", ") + std::to_string(*C->Extent) +
         ">";
}

/// Replaces the name of the template in T, whose arguments stay as they are
/// written, unless they are such arrays, too.
static bool replaceNames(NestReader &NR, TypeLoc T) {
  const auto S = T.getAs<TemplateSpecializationTypeLoc>();
  if (!S || S.getTypePtr()->isTypeAlias() || S.getNumArgs() != 2)
    return false;
  const TypeSourceInfo *Element =
      S.getArgLoc(0).getArgument().getKind() == TemplateArgument::Type
          ? S.getArgLoc(0).getTypeSourceInfo()
          : nullptr;
  if (!Element)
    return false;
  if (isFixedArray(NR, Element->getType())) {
    TypeLoc Inner = Element->getTypeLoc().getUnqualifiedLoc();
    if (!replaceNames(NR, Inner))
      return false;
  }
  addReplacement(NR, SourceRange(S.getBeginLoc(), S.getTemplateNameLoc()),
                 DeviceArray);
  return true;
}

void replaceFixedArray(NestReader &NR, TypeLoc T) {
  if (replaceNames(NR, T))
    return;
  if (std::optional<std::string> Name =
          spellOrRefuse(NR, T.getType(), T.getType(), T.getSourceRange()))
    addReplacement(NR, T.getSourceRange(), *Name);
}

void referByAuto(NestReader &NR, const VarDecl *V) {
  TypeLoc T =
      V->getTypeSourceInfo() ? V->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  while (!T.isNull() &&
         (T.getAs<QualifiedTypeLoc>() || T.getAs<ReferenceTypeLoc>() ||
          T.getAs<ParenTypeLoc>()))
    T = T.getNextTypeLoc();
  if (!T.isNull() && !T.getAs<AutoTypeLoc>())
    addReplacement(NR, T.getSourceRange(), "auto");
}

/// The local that Object names, which is no parameter of a copy.
static const VarDecl *localArray(const NestReader &NR,
                                 const clang::Expr *Object) {
  const auto *D = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && isDeclaredInNest(NR, V) && !givenContainer(NR, V) &&
                 !V->getType()->isReferenceType() &&
                 isFixedArray(NR, V->getType())
             ? V
             : nullptr;
}

void passFixedArray(NestReader &NR, const clang::Expr *Object) {
  const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Object));
  if (D && givenContainer(NR, D->getDecl()))
    return; // it is a pointer there
  auto At = offsets(NR, Object->getSourceRange());
  if (At)
    NR.Texts.Replacements.push_back({At->second, At->second, ".data()"});
  else
    NR.error(DiagID::HD159, ref(NR, Object), text(NR, Object), ".data()");
}

void pointToFixedArray(NestReader &NR, const clang::Expr *E,
                       const clang::Expr *Object) {
  see(NR, E);
  const auto *D = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  if (D && givenContainer(NR, D->getDecl()))
    return addReplacement(NR, E->getSourceRange(), text(NR, D));
  if (const VarDecl *V = localArray(NR, Object))
    return addReplacement(NR, E->getSourceRange(),
                          V->getName().str() + ".data()");
  NR.error(DiagID::HD225, ref(NR, E), text(NR, E));
}

bool fillFixedArray(NestReader &NR, const CallExpr *E) {
  const auto *M = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *F = M ? M->getMethodDecl() : nullptr;
  if (!F || !F->getIdentifier() || F->getName() != "fill" ||
      E->getNumArgs() != 1 || !localArray(NR, M->getImplicitObjectArgument()))
    return false;
  see(NR, E->getCallee());
  readOperand(NR, E->getArg(0));
  return true;
}

} // namespace heddle
