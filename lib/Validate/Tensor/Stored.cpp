//===- Stored.cpp - Tensors and views in memory ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Stored.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/TensorNodes.h"
#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Tensor/Terms.h"

using namespace clang;

namespace heddle {
namespace validate {

const Term *storedAt(Reader &R, const Node *This, QualType T,
                     const clang::Expr *E) {
  const TemplateArgumentList *Args = argumentsOf(T);
  if (!Args || Args->size() < 1)
    return unread(R, E, "a tensor");
  This = kept(R, This);
  const QualType Element = Args->get(0).getAsType();
  Term *New = makeTerm(R, Term::Stored, typeOf(R, Element));
  if (New->Ty.K != Type::Int && New->Ty.K != Type::Float)
    return unread(R, E,
                  "elements of type '" +
                      Element.getUnqualifiedType().getAsString() + "'");
  New->Size = sizeOf(R, Element);
  const bool IsView = tensorClass(T) == "tensor_view";
  const bool Inline = !IsView && standsInline(T);
  const Node *HasShape = nullptr;
  if (!IsView && !Inline)
    HasShape = kept(R, R.make(Op::HasShape, Bool, {This}));
  for (const int64_t Known : declaredExtents(T)) {
    if (Known >= 0) {
      New->Extents.push_back({integer(R, Known), nullptr});
      continue;
    }
    Node *Of = R.make(Op::ExtentOf, I64, {This});
    Of->Number = static_cast<int64_t>(New->rank());
    const Node *V = Of;
    if (HasShape)
      V = R.make(Op::Choose, I64, {HasShape, Of, integer(R, 0)});
    New->Extents.push_back(keptExtent(R, V, Of));
  }
  denseSteps(R, *New);
  if (Inline) {
    New->Value = kept(R, R.make(Op::SubObject, Pointer, {This}));
    return New;
  }
  New->Value = R.make(Op::Load, Pointer, {This});
  if (HasShape) {
    New->Owner = This;
    New->Value = R.make(Op::Choose, Pointer,
                        {HasShape, New->Value, R.constant(0, Pointer)});
  }
  New->Value = kept(R, New->Value);
  if (IsView && New->rank()) {
    const Node *Times = kept(R, R.make(Op::Choose, I64,
                                       {R.make(Op::IsDense, Bool, {This}),
                                        integer(R, 1), integer(R, 2)}));
    for (const Node *&Step : New->Step)
      Step = kept(R, folded(R, Op::Mul, Step, Times));
  }
  return New;
}

const Term *withExtents(Reader &R, const Term *T, QualType To) {
  const std::vector<int64_t> Known = declaredExtents(To);
  for (size_t K = 0; K != std::min(Known.size(), T->rank()); ++K)
    if (Known[K] >= 0)
      agree(R, T->Extents[K], {integer(R, Known[K]), nullptr});
  return T;
}

} // namespace validate
} // namespace heddle
