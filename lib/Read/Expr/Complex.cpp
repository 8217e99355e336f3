//===- Complex.cpp - The type std::complex -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Expr/Complex.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {

QualType partOf(QualType T) {
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

} // namespace heddle
