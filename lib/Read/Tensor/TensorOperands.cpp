//===- TensorOperands.cpp - Arrays and numbers of a tensor statement -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Tensor/TensorOperands.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Spelling/NestText.h"
#include "Support/Identifiers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// The array that holds the elements of a tensor or of a view that is dense.
std::optional<unsigned> tensorFor(TensorReader &TR, const clang::Expr *E) {
  std::optional<Path> P = path(TR.NR, E);
  if (!P || refuseThreadLocal(TR.NR, *P, E))
    return std::nullopt;
  if (std::optional<unsigned> Known = TR.NR.Memory.array(P->Key))
    return Known;
  QualType T = P->Last->getType().getNonReferenceType();
  if (!isTensorType(T) || T.isVolatileQualified()) {
    refuseTerm(TR, E, "no tensor that a kernel can read");
    return std::nullopt;
  }
  QualType Element = heddleTemplate(T)->getTemplateArgs()[0].getAsType();
  bool IsView = heddleTemplateName(T) == "tensor_view";
  bool Const = Element.isConstQualified() ||
               (!IsView && E->getType().isConstQualified());
  Element = Element.getCanonicalType().getUnqualifiedType();
  if (!checkScalar(TR.NR, Element, E->getSourceRange()))
    return std::nullopt;
  std::optional<ArrayInfo> A = describeArray(TR.NR, *P, E, Element, Element);
  if (!A)
    return std::nullopt;
  // The elements of a view are some other object's.
  if (IsView) {
    A->Origin = Provenance::Pointer;
    A->ObjectKey.clear();
  }
  A->HostText = P->Host + ".data()";
  A->DeclPrefix = (Const ? "const " : "") + A->ElementType + " *";
  A->Extents.resize(declaredExtents(T).size());
  TR.ArrayNamedBy.push_back(E);
  if (IsView)
    addCondition(TR,
                 P->Host + ".strides == ::heddle::tensor_detail::row_major(" +
                     P->Host + ".extents)",
                 "'" + A->Name + "' is dense");
  return addArray(TR.NR, *P, std::move(*A));
}

void addCondition(TensorReader &TR, std::string Text, std::string Reason) {
  for (const LoopNest::HostCondition &C : TR.NR.Nest->Conditions)
    if (C.Text == Text)
      return;
  TR.NR.Nest->Conditions.push_back({std::move(Text), std::move(Reason)});
}

//===--- Names and types --------------------------------------------------===//

std::string freshName(TensorReader &TR, llvm::StringRef Base) {
  std::string Name = freeName(
      Base.str(),
      [&](const std::string &Name) {
        return TR.Taken.contains(Name) ||
               TR.NR.Names.KernelNames.contains(Name) ||
               TR.NR.Place.hasTemplateParam(Name);
      },
      "");
  TR.Taken.insert(Name);
  return Name;
}

std::string typeName(TensorReader &TR, QualType T) {
  return T.getCanonicalType().getUnqualifiedType().getAsString(
      TR.NR.Ctx.getPrintingPolicy());
}

ExprRef number(const TensorReader &TR, int64_t Value) {
  return constant(TR.NR, Value, TR.CounterType, nullptr);
}

ExprRef counter(const TensorReader &TR, unsigned L, const clang::Expr *E) {
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Counter;
  N->Type = TR.CounterType;
  N->Index = static_cast<unsigned>(TR.Now.LoopOf[L]);
  N->Text = TR.Labels[L].Counter;
  if (E)
    N->Where = ref(TR.NR, E);
  return N;
}

} // namespace heddle
