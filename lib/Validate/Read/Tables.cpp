//===- Tables.cpp - Tables of rows in rewritten text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Tables.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Launches.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {
namespace validate {

static const ClassTemplateSpecializationDecl *vectorOf(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
                 Class->getName() == "vector"
             ? Class
             : nullptr;
}

bool isVector(QualType T) { return vectorOf(T) != nullptr; }

/// The elements of a pointer, an array, or a vector, whose first member points
/// to them; null: T is another type.
static QualType behindSubscript(const Reader &R, QualType T) {
  if (T->isPointerType())
    return T->getPointeeType();
  if (const ArrayType *A = R.Ctx.getAsArrayType(T))
    return A->getElementType();
  const ClassTemplateSpecializationDecl *Class = vectorOf(T);
  return Class ? Class->getTemplateArgs()[0].getAsType() : QualType();
}

/// The pointer to the first element of Table.
static const Node *begin(Reader &R, const clang::Expr *Table) {
  if (Table->getType()->isPointerType())
    return Table->isGLValue() ? valueAt(R, place(R, Table), Pointer)
                              : value(R, Table);
  const Node *Object = address(R, Table);
  return Table->getType()->isArrayType() ? Object
                                         : R.make(Op::Load, Pointer, {Object});
}

const Node *tableOf(Reader &R, const clang::Expr *Table,
                    llvm::ArrayRef<const Node *> Ends, Access How) {
  Table = withoutCopies(Table);
  QualType T = Table->getType();
  const size_t Levels = Ends.size() / 2;
  TableShape Shape;
  for (size_t L = 0; L != Levels; ++L) {
    Shape.HasPointers |= L != 0 && T->isPointerType();
    T = behindSubscript(R, T);
    if (T.isNull())
      return nullptr;
    if (L + 1 != Levels)
      Shape.Strides.push_back(sizeOf(R, T));
  }
  if (Shape.Strides.empty())
    return nullptr;
  Shape.Scalar = sizeOf(R, T);
  Node *New = R.make(Op::RowsArg, {Type::Handle, 64, true}, {begin(R, Table)});
  New->Kids.append(Ends.begin(), Ends.end());
  New->Number = static_cast<int64_t>(How);
  New->Extent = static_cast<int64_t>(R.N.Tables.size());
  R.N.Tables.push_back(Shape);
  return New;
}

} // namespace validate
} // namespace heddle
