//===- Tables.cpp - Tables whose elements lead to rows --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/Tables.h"
#include "Read/Memory/Containers.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace heddle {

/// Goes from a pointer or a vector to what stands behind a subscript of it.
static bool goOn(const ASTContext &Ctx, Table &T) {
  if (T.Element.isVolatileQualified())
    return false;
  if (T.Element->isPointerType()) {
    const auto *W = T.Written->getAs<PointerType>();
    T.Element = T.Element->getPointeeType();
    T.Written = W ? W->getPointeeType() : T.Element;
    return true;
  }
  std::optional<Container> C = containerOf(Ctx, T.Element, T.Written);
  if (!C || T.Element->getAsCXXRecordDecl()->getName() != "vector")
    return false;
  T.Element = C->Element;
  T.Written = C->Written;
  return true;
}

std::optional<Table> tableOf(const ASTContext &Ctx, QualType T,
                             QualType Written) {
  Table Found;
  Found.Element = T.getNonReferenceType();
  Found.Written = Written.getNonReferenceType();
  if (const ConstantArrayType *A = Ctx.getAsConstantArrayType(Found.Element)) {
    const ArrayType *W = Ctx.getAsArrayType(Found.Written);
    Found.Extent = A->getZExtSize();
    Found.Element = A->getElementType();
    Found.Written = W ? W->getElementType() : Found.Element;
  } else if (!goOn(Ctx, Found)) {
    return std::nullopt;
  }
  while (true) {
    const bool IsPointer = Found.Element->isPointerType();
    if (!goOn(Ctx, Found))
      break;
    Found.OwnsRows &= !IsPointer;
    ++Found.Levels;
  }
  const QualType E = Found.Element;
  if (!Found.Levels || E.isVolatileQualified() ||
      E->isSpecificBuiltinType(BuiltinType::Float16) ||
      !(E->isIntegralOrEnumerationType() || E->isRealFloatingType()))
    return std::nullopt;
  return Found;
}

unsigned pointerLevels(const ASTContext &Ctx, QualType T) {
  std::optional<Table> Found = tableOf(Ctx, T, T);
  return Found && !Found->OwnsRows ? Found->Levels : 0;
}

} // namespace heddle
