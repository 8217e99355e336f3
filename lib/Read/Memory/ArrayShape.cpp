//===- ArrayShape.cpp - The elements and extents of arrays ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/ArrayShape.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/Half.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Records.h"
#include "Read/Memory/Tables.h"
#include "Read/Memory/VariableRows.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

bool peelArrays(NestReader &NR, QualType &T, QualType &Written,
                std::vector<ExprRef> &Extents, std::vector<std::string> &Texts,
                bool &OfClasses) {
  while (true) {
    if (std::optional<Container> C = containerOf(NR.Ctx, T, Written)) {
      if (!C->Inline)
        return false;
      OfClasses = true;
      Extents.push_back(constant(NR, static_cast<int64_t>(*C->Extent),
                                 IntType{64, true}, nullptr));
      Texts.push_back(std::to_string(*C->Extent));
      T = C->Element;
      Written = C->Written;
      continue;
    }
    const ArrayType *A = NR.Ctx.getAsArrayType(T);
    if (!A)
      break;
    // An array that a parameter stands for is written as it is.
    const ArrayType *W = NR.Ctx.getAsArrayType(Written);
    const auto *C = dyn_cast<ConstantArrayType>(A);
    if (!C && !Extents.empty())
      return false;
    if (!C) {
      Extents.push_back(nullptr);
      Texts.push_back("");
    } else {
      if (C->getZExtSize() > uint64_t(INT64_MAX))
        return false;
      Extents.push_back(constant(NR, static_cast<int64_t>(C->getZExtSize()),
                                 IntType{64, true}, nullptr));
      Texts.push_back(std::to_string(C->getZExtSize()));
    }
    T = A->getElementType();
    Written = W ? W->getElementType() : T;
  }
  return true;
}

/// The type of the elements and the extents, for T, which is not volatile. None
/// after an error.
static std::optional<ArrayShape> peelShape(NestReader &NR, const Path &P,
                                           const clang::Expr *E, QualType T,
                                           QualType Written) {
  ArrayShape S;
  S.Class = containerOf(NR.Ctx, T, Written);
  S.Element = T;
  S.Written = Written;
  auto AddUnknown = [&] {
    S.Extents.push_back(nullptr);
    S.Texts.push_back("");
  };
  if (S.Class && !S.Class->Inline) {
    S.Element = S.Class->Element;
    S.Written = S.Class->Written;
    AddUnknown();
  }
  if (T->isPointerType()) {
    S.Element = T->getPointeeType();
    S.Written = pointeeOf(NR, T, Written);
    AddUnknown();
  }
  if (hasVariableRows(NR, T)) {
    auto Extents = variableExtents(NR, T, E);
    if (!Extents)
      return std::nullopt;
    S.Element = S.Written = NR.Ctx.getBaseElementType(S.Element);
    S.Extents = std::move(*Extents);
    S.Texts = {""};
    S.VariableRows = true;
    return S;
  }
  S.IsElement = isWholeRecord(NR, E);
  if (S.IsElement) {
    S.Extents.push_back(constant(NR, 1, IntType{64, true}, nullptr));
    S.Texts.push_back("1");
    return S;
  }
  if (!peelArrays(NR, S.Element, S.Written, S.Extents, S.Texts, S.OfClasses) ||
      S.Extents.empty()) {
    refuseSpelling(NR, P, E);
    return std::nullopt;
  }
  return S;
}

/// The shape of a table, whose elements are scalars. The rows are not copies of
/// the nest's, which know but the table.
static std::optional<ArrayShape>
tableShape(NestReader &NR, QualType T, QualType Written, const clang::Expr *E) {
  std::optional<Table> Found = tableOf(NR.Ctx, T, Written);
  if (!Found || NR.isInCopy() ||
      !checkScalar(NR, Found->Element, E->getSourceRange()))
    return std::nullopt;
  ArrayShape S;
  S.Class = containerOf(NR.Ctx, T, Written);
  S.Element = Found->Element;
  S.Written = Found->Written;
  S.Tables = Found->Levels;
  S.OwnsRows = Found->OwnsRows;
  S.Extents.resize(Found->Levels + 1);
  if (Found->Extent)
    S.Extents.front() = constant(NR, static_cast<int64_t>(*Found->Extent),
                                 IntType{64, true}, nullptr);
  return S;
}

/// Says of S what its elements are, which kernels can have; false after an
/// error.
static bool readElements(NestReader &NR, const Path &P, const clang::Expr *E,
                         ArrayShape &S) {
  if (S.Element->isPointerType()) {
    NR.error(DiagID::HD216, ref(NR, E), P.Name);
    return false;
  }
  S.Complex = isComplex(S.Element);
  S.Half = isHalf(S.Element) && !NR.isInCopy();
  S.Records =
      S.Element->isRecordType() && !isStdAtomic(S.Element) && !S.Complex;
  if (!S.Records)
    return S.Half || checkScalar(NR, S.Element, E->getSourceRange());
  std::string Why;
  std::optional<uint64_t> Scalars = scalarsIn(NR, S.Element, Why);
  if (!Scalars) {
    NR.error(
        DiagID::HD235, ref(NR, E),
        S.Element.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()),
        Why);
    return false;
  }
  S.Extents.push_back(
      constant(NR, static_cast<int64_t>(*Scalars), IntType{64, true}, nullptr));
  return true;
}

std::optional<ArrayShape> shapeAt(NestReader &NR, const Path &P,
                                  const clang::Expr *E) {
  QualType T = P.Last->getType().getNonReferenceType();
  QualType Written = writtenType(NR, P.Last).getNonReferenceType();
  // A container that is a member is const where its object is.
  if (T->isRecordType() && E->getType().isConstQualified())
    T.addConst();
  if (T.isVolatileQualified()) {
    NR.error(DiagID::HD214, ref(NR, E), P.Name);
    return std::nullopt;
  }
  if (std::optional<ArrayShape> S = tableShape(NR, T, Written, E))
    return S;
  if (std::string Why = whyNoContainer(NR.Ctx, T); !Why.empty()) {
    NR.error(DiagID::HD232, ref(NR, E),
             T.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()),
             Why)
        .note(ref(NR, P.Last->getSourceRange()), "declared here");
    return std::nullopt;
  }
  std::optional<ArrayShape> S = peelShape(NR, P, E, T, Written);
  if (!S || !readElements(NR, P, E, *S))
    return std::nullopt;
  return S;
}

} // namespace heddle
