//===- TensorTerm.cpp - A tensor expression -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's nodes carry their structure in their types, contractions
// distributed over sums included. What a type does not say is which tensors and
// numbers there are: the calls that the expression consists of name them, left
// to right in both.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorBuilder.h"
#include "Frontend/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {

bool TensorBuilder::refuseTerm(const clang::Expr *E, llvm::StringRef Why) {
  error(DiagID::HD163, ref(E), text(E), Why);
  return false;
}

/// Temporaries and conversions that the compiler adds are no part of it.
static const clang::Expr *plain(const clang::Expr *E) {
  while (true) {
    const clang::Expr *Inner = skipMarkers(E);
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = B->getSubExpr();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(Inner);
             C && C->getCastKind() == CK_NoOp)
      Inner = C->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

static bool isNode(llvm::StringRef Name) { return Name.ends_with("_node"); }

static QualType memberType(const ClassTemplateSpecializationDecl *D,
                           llvm::StringRef Name) {
  for (const Decl *Member : D->decls())
    if (const auto *T = dyn_cast<TypedefNameDecl>(Member))
      if (T->getIdentifier() && T->getName() == Name)
        return T->getUnderlyingType().getCanonicalType().getUnqualifiedType();
  return {};
}

/// The rank that the class says it has.
static std::optional<unsigned> rankOf(const ClassTemplateSpecializationDecl *D,
                                      ASTContext &Ctx) {
  for (const Decl *Member : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(Member))
      if (V->getIdentifier() && V->getName() == "rank")
        if (const VarDecl *Defined = V->getInitializingDeclaration())
          if (const APValue *Value =
                  const_cast<VarDecl *>(Defined)->evaluateValue())
            if (Value->isInt())
              return static_cast<unsigned>(Value->getInt().getExtValue());
  return std::nullopt;
}

static bool isLabelled(QualType T) {
  llvm::StringRef Name = heddleTemplateName(T);
  if (Name == "indexed" || Name == "indexed_target")
    return true;
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  return D && Name == "elementwise_node" &&
         llvm::any_of(argumentsOf(D), [](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type &&
                  isLabelled(A.getAsType());
         });
}

//===--- The operands -----------------------------------------------------===//

bool TensorBuilder::collectOperands(const CallExpr *E) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getOperator() != OO_Call)
    return llvm::all_of(E->arguments(),
                        [&](const clang::Expr *A) { return collect(A); });
  if (!collect(Operator->getArg(0)))
    return false;
  std::vector<const VarDecl *> Names;
  for (unsigned I = 1; I < Operator->getNumArgs(); ++I) {
    const clang::Expr *Name = plain(Operator->getArg(I));
    const auto *D = dyn_cast<DeclRefExpr>(Name);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    // Two references may name one index.
    if (!V || V->getType()->isReferenceType())
      return refuseTerm(Name, "the name of an index is a variable");
    Names.push_back(cast<VarDecl>(V->getCanonicalDecl()));
  }
  NameLists.push_back(std::move(Names));
  NamedBy.push_back(E);
  return true;
}

bool TensorBuilder::collect(const clang::Expr *E) {
  E = plain(E);
  QualType T = E->getType();
  auto Take = [&] {
    Operands.push_back(E);
    return true;
  };
  if (T->isArithmeticType())
    return E->HasSideEffects(Ctx) ? refuseTerm(E, "it does more than read")
                                  : Take();
  llvm::StringRef Name = heddleTemplateName(T);
  if (Name == "tensor" || Name == "tensor_view") {
    if (E->isLValue() && path(E))
      return Take();
    return refuseTerm(E, Name == "tensor"
                             ? "a tensor that has no name; make it a variable"
                             : "a view that has no name; make it a variable "
                               "before the statement");
  }
  if (Name == "slice_node" || Name == "pad_node")
    return refuseTerm(E, (Name == "pad_node" ? "padding" : "a slice") +
                             std::string(" is not mapped; assign it to a "
                                         "tensor before"));
  if (!isNode(Name) && Name != "indexed" && Name != "indexed_target")
    return refuseTerm(E, "no tensor, and no number");
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isOfHeddle(Callee))
    return refuseTerm(E, "its operations are written elsewhere; write them in "
                         "the statement");
  // A number that the host computes, with all that is in it.
  if (isNode(Name) && !isLabelled(T) && rankOf(heddleTemplate(T), Ctx) == 0)
    return E->HasSideEffects(Ctx) && !isa<CallExpr>(E)
               ? refuseTerm(E, "it does more than read")
               : Take();
  if (Callee->getIdentifier() && Callee->getName() == "elementwise")
    return refuseTerm(E, "a function of the program is not mapped yet; write "
                         "a loop");
  return collectOperands(Call);
}

//===--- The structure ----------------------------------------------------===//

static bool isScalar(QualType T) {
  return heddleTemplateName(T) == "scalar" || T->isArithmeticType();
}

bool TensorBuilder::takeOperand(TensorTerm &Out) {
  if (NextOperand == Operands.size())
    return refuseTerm(Assignment, "its operands are not found");
  Out.Source = Operands[NextOperand++];
  bool IsTensor = isTensorType(Out.Source->getType());
  if (IsTensor != (Out.Kind == TensorTerm::View))
    return refuseTerm(Out.Source, "it is not the operand that is expected");
  return true;
}

/// The node whose type is T, in the order of its operands.
bool TensorBuilder::buildTerm(QualType T, TensorTerm &Out) {
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isArithmeticType()) {
    Out.Kind = TensorTerm::Number;
    Out.Value = T;
    return takeOperand(Out);
  }
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  llvm::StringRef Name = heddleTemplateName(T);
  if (!D)
    return refuseTerm(Assignment, "an operand of an unknown type");
  Out.Value = memberType(D, "value_type");
  Out.Labelled = isLabelled(T);
  std::optional<unsigned> Rank = 0;
  if (!Out.Labelled && !isScalar(T))
    Rank = rankOf(D, Ctx);
  bool IsNamed = Name == "indexed" || Name == "indexed_target";
  if ((Out.Value.isNull() && !IsNamed) || !Rank)
    return refuseTerm(Assignment, "an operand of an unknown type");
  Out.Rank = *Rank;
  llvm::SmallVector<TemplateArgument, 4> Args = argumentsOf(D);
  if (isScalar(T) || (isNode(Name) && !Out.Labelled && Out.Rank == 0)) {
    Out.Kind = TensorTerm::Number;
    return takeOperand(Out);
  }
  if (isTensorType(T)) {
    Out.Kind = TensorTerm::View;
    return takeOperand(Out);
  }
  size_t First = 0;
  if (Name == "elementwise_node") {
    Out.Kind = TensorTerm::Elementwise;
    const CXXRecordDecl *F = Args[0].getAsType()->getAsCXXRecordDecl();
    if (!F || !F->getIdentifier() || !isOfHeddle(F))
      return refuseTerm(Assignment,
                        "a function that the library does not have");
    Out.Function = F->getName().str();
    First = 1;
  } else if (Name == "outer_node") {
    Out.Kind = TensorTerm::Outer;
  } else if (Name == "conv_node") {
    Out.Kind = TensorTerm::Conv;
  } else if (Name == "transpose_node") {
    Out.Kind = TensorTerm::Transpose;
    Out.Pairs.push_back(
        {static_cast<unsigned>(Args[1].getAsIntegral().getExtValue()),
         static_cast<unsigned>(Args[2].getAsIntegral().getExtValue())});
    Args.resize(1);
  } else if (Name == "contract_node") {
    Out.Kind = TensorTerm::Contract;
    for (const TemplateArgument &P : llvm::ArrayRef(Args).drop_front()) {
      auto Both = argumentsOf(heddleTemplate(P.getAsType()));
      Out.Pairs.push_back(
          {static_cast<unsigned>(Both[0].getAsIntegral().getExtValue()),
           static_cast<unsigned>(Both[1].getAsIntegral().getExtValue())});
    }
    Args.resize(1);
  } else if (IsNamed) {
    Out.Kind = TensorTerm::Named;
  } else {
    return refuseTerm(Assignment, ("'" + Name + "' is not mapped").str());
  }
  for (const TemplateArgument &A : llvm::ArrayRef(Args).drop_front(First))
    if (!buildTerm(A.getAsType(), Out.Operands.emplace_back()))
      return false;
  if (Out.Kind == TensorTerm::Named) {
    if (NextNames == NameLists.size() ||
        NameLists[NextNames].size() != Out.Operands.front().Rank)
      return refuseTerm(Assignment, "its indices are not found");
    Out.Value = Out.Operands.front().Value;
    Out.Names = NameLists[NextNames];
    Out.Source = NamedBy[NextNames++];
  }
  return true;
}

std::optional<TensorTerm> TensorBuilder::readTerm(const clang::Expr *E) {
  Operands.clear();
  NameLists.clear();
  NamedBy.clear();
  NextOperand = NextNames = 0;
  TensorTerm Out;
  if (!collect(E) || !buildTerm(E->getType(), Out))
    return std::nullopt;
  if (NextOperand != Operands.size() || NextNames != NameLists.size()) {
    refuseTerm(E, "its operands are not those of its type");
    return std::nullopt;
  }
  return Out;
}

//===--- Compound assignments ---------------------------------------------===//

/// The type of a + b for two numbers.
QualType TensorBuilder::commonType(QualType A, QualType B) const {
  if (A->isRealFloatingType() || B->isRealFloatingType()) {
    if (!A->isRealFloatingType())
      return B;
    if (!B->isRealFloatingType())
      return A;
    return Ctx.getFloatingTypeOrder(A, B) >= 0 ? A : B;
  }
  auto Promoted = [&](QualType T) {
    return Ctx.isPromotableIntegerType(T) ? Ctx.getPromotedIntegerType(T) : T;
  };
  A = Promoted(A), B = Promoted(B);
  bool SignedA = A->isSignedIntegerType(), SignedB = B->isSignedIntegerType();
  int Order = Ctx.getIntegerTypeOrder(A, B);
  if (SignedA == SignedB)
    return Order >= 0 ? A : B;
  if (SignedA)
    std::swap(A, B), Order = -Order; // B is the signed one
  if (Order >= 0)
    return A;
  return Ctx.getIntWidth(A) == Ctx.getIntWidth(B)
             ? Ctx.getCorrespondingUnsignedType(B)
             : B;
}

/// x op= e is x = x op e.
std::optional<TensorTerm> TensorBuilder::compound(const CXXOperatorCallExpr *E,
                                                  TensorTerm Right) {
  TensorTerm Out;
  switch (E->getOperator()) {
  case OO_PlusEqual:
    Out.Function = "plus";
    break;
  case OO_MinusEqual:
    Out.Function = "minus";
    break;
  case OO_StarEqual:
    Out.Function = "times";
    break;
  case OO_SlashEqual:
    Out.Function = "divides";
    break;
  default:
    refuseTerm(E, "this assignment is not mapped");
    return std::nullopt;
  }
  Out.Kind = TensorTerm::Elementwise;
  Out.Value = commonType(Left.Value, Right.Value);
  Out.Rank = std::max(Left.Rank, Right.Rank);
  Out.Labelled = Left.Labelled || Right.Labelled;
  Out.Operands = {Left, std::move(Right)};
  return Out;
}

} // namespace heddle
