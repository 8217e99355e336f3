//===- TensorForms.cpp - What tensor expressions consist of ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorForms.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- Names ------------------------------------------------------------===//

namespace {

/// The function that makes an operation, and the class that it is then; empty
/// where it has none of its own.
struct FormNames {
  TensorForm Form;
  llvm::StringRef Function, Node;
};

const FormNames Names[] = {
    {TensorForm::Elementwise, "elementwise", "elementwise_node"},
    {TensorForm::Outer, "outer", "outer_node"},
    {TensorForm::Transpose, "transpose", "transpose_node"},
    {TensorForm::Contract, "contract", "contract_node"},
    {TensorForm::Conv, "conv", "conv_node"},
    {TensorForm::Slice, "slice", "slice_node"},
    {TensorForm::Select, "select", ""},
    {TensorForm::Pad, "pad", "pad_node"},
    {TensorForm::Named, "", "indexed"},
    {TensorForm::Named, "", "indexed_target"},
};

/// Functions that are applied to each element.
const llvm::StringRef ElementFunctions[] = {
    "abs",  "exp",  "log", "sqrt",  "sin",  "cos", "tan", "sinh",
    "cosh", "tanh", "erf", "floor", "ceil", "pow", "max", "min"};

} // namespace

static std::optional<TensorForm> formNamed(llvm::StringRef FormNames::*Member,
                                           llvm::StringRef Name) {
  const auto *Row = llvm::find_if(
      Names, [&](const FormNames &F) { return F.*Member == Name; });
  return Row == std::end(Names) || Name.empty() ? std::nullopt
                                                : std::optional(Row->Form);
}

llvm::StringRef functionName(TensorForm Form) {
  const auto *Row =
      llvm::find_if(Names, [&](const FormNames &F) { return F.Form == Form; });
  return Row == std::end(Names) ? llvm::StringRef() : Row->Function;
}

//===--- Calls ------------------------------------------------------------===//

const clang::Expr *plainOperand(const clang::Expr *E) {
  return skipTemporariesAnd(E, [](const clang::Expr *C) -> const clang::Expr * {
    if (isa<ImplicitCastExpr>(C) ||
        (isa<ExplicitCastExpr>(C) && C->getType()->isArithmeticType()))
      return cast<CastExpr>(C)->getSubExpr();
    return nullptr;
  });
}

static std::optional<TensorForm> formOf(const CXXOperatorCallExpr *E) {
  switch (E->getOperator()) {
  case OO_Call:
    return TensorForm::Named;
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
  case OO_Slash:
    return TensorForm::Elementwise;
  default:
    return std::nullopt;
  }
}

static std::optional<TensorForm> formOf(const FunctionDecl *Callee) {
  if (!Callee->getIdentifier())
    return std::nullopt;
  if (llvm::is_contained(ElementFunctions, Callee->getName()))
    return TensorForm::Elementwise;
  return formNamed(&FormNames::Function, Callee->getName());
}

static unsigned dimension(const TemplateArgument &A) {
  return static_cast<unsigned>(A.getAsIntegral().getZExtValue());
}

/// A is a pair<M, N>.
static void addPair(const TemplateArgument &A, DimensionPairs &Pairs) {
  if (const ClassTemplateSpecializationDecl *Pair =
          heddleTemplate(A.getAsType())) {
    auto Both = argumentsOf(Pair);
    Pairs.push_back({dimension(Both[0]), dimension(Both[1])});
  }
}

/// The dimensions that Callee, which makes C, is given as template arguments;
/// false where it has none.
static bool readDimensions(const FunctionDecl *Callee, TensorCall &C) {
  const TemplateArgumentList *Given = Callee->getTemplateSpecializationArgs();
  if (!Given)
    return false;
  auto IsNumber = [&](unsigned I) {
    return I < Given->size() &&
           Given->get(I).getKind() == TemplateArgument::Integral;
  };
  if (C.Form == TensorForm::Select) {
    if (IsNumber(0))
      C.Pairs = {{dimension(Given->get(0)), 0u}};
    return IsNumber(0);
  }
  if (IsNumber(0) && IsNumber(1)) {
    C.Pairs = {{dimension(Given->get(0)), dimension(Given->get(1))}};
    return true;
  }
  for (const TemplateArgument &A : Given->asArray())
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Pair : A.pack_elements())
        addPair(Pair, C.Pairs);
  return C.Form == TensorForm::Contract;
}

std::optional<TensorCall> tensorCall(const clang::Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isOfHeddle(Callee) || isa<CXXMemberCallExpr>(Call))
    return std::nullopt;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  std::optional<TensorForm> Form = Operator ? formOf(Operator) : formOf(Callee);
  if (!Form)
    return std::nullopt;
  TensorCall C;
  C.Form = *Form;
  C.Call = Call;
  C.Operands = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
  switch (C.Form) {
  case TensorForm::Elementwise:
    if (!Operator && Callee->getName() == functionName(C.Form)) {
      C.Function = C.Operands.front();
      C.Operands = C.Operands.drop_front();
    }
    break;
  case TensorForm::Named:
  case TensorForm::Slice:
  case TensorForm::Select:
  case TensorForm::Pad:
    C.Arguments = C.Operands.drop_front();
    C.Operands = C.Operands.take_front();
    break;
  default:
    break;
  }
  bool HasDimensions = C.Form == TensorForm::Select ||
                       C.Form == TensorForm::Transpose ||
                       C.Form == TensorForm::Contract;
  return HasDimensions && !readDimensions(Callee, C) ? std::nullopt
                                                     : std::optional(C);
}

std::optional<TensorCall> viewedPart(const clang::Expr *E) {
  std::optional<TensorCall> C = tensorCall(E);
  return C && (C->Form == TensorForm::Slice || C->Form == TensorForm::Select)
             ? C
             : std::nullopt;
}

std::optional<std::vector<const VarDecl *>> indexNames(const TensorCall &C) {
  std::vector<const VarDecl *> Names;
  for (const clang::Expr *A : C.Arguments) {
    const clang::Expr *Name = plainOperand(A);
    const auto *D = dyn_cast<DeclRefExpr>(Name);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    // Two references may name one index.
    if (!V || V->getType()->isReferenceType() || !isIndexType(Name->getType()))
      return std::nullopt;
    Names.push_back(V->getCanonicalDecl());
  }
  return Names;
}

//===--- Types ------------------------------------------------------------===//

static bool isScalar(QualType T) {
  return heddleTemplateName(T) == "scalar" || T->isArithmeticType();
}

bool isOperationType(QualType T) {
  llvm::StringRef Name = heddleTemplateName(T);
  return Name.ends_with("_node") ||
         formNamed(&FormNames::Node, Name) == TensorForm::Named;
}

bool isLabelled(QualType T) {
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  if (!D)
    return false;
  std::optional<TensorForm> Form = formNamed(&FormNames::Node, D->getName());
  return Form == TensorForm::Named ||
         (Form == TensorForm::Elementwise &&
          llvm::any_of(argumentsOf(D), [](const TemplateArgument &A) {
            return A.getKind() == TemplateArgument::Type &&
                   isLabelled(A.getAsType());
          }));
}

bool isNumberNode(QualType T) {
  return isOperationType(T) && !isLabelled(T) && rankOf(heddleTemplate(T)) == 0;
}

std::optional<TensorNode> tensorNode(QualType T) {
  TensorNode N;
  if (isScalar(T))
    return N;
  if (isTensorType(T)) {
    N.Form = TensorForm::View;
    return N;
  }
  std::optional<TensorForm> Form =
      formNamed(&FormNames::Node, heddleTemplateName(T));
  if (!Form)
    return std::nullopt;
  N.Form = *Form;
  llvm::SmallVector<TemplateArgument, 4> Args = argumentsOf(heddleTemplate(T));
  llvm::ArrayRef<TemplateArgument> Operands = Args;
  switch (N.Form) {
  case TensorForm::Elementwise: {
    const CXXRecordDecl *F = Args[0].getAsType()->getAsCXXRecordDecl();
    if (F && F->getIdentifier() && isOfHeddle(F))
      N.Function = F->getName().str();
    Operands = Operands.drop_front();
    break;
  }
  case TensorForm::Transpose:
    N.Pairs.push_back({dimension(Args[1]), dimension(Args[2])});
    Operands = Operands.take_front();
    break;
  case TensorForm::Contract:
    for (const TemplateArgument &Pair : Operands.drop_front())
      addPair(Pair, N.Pairs);
    Operands = Operands.take_front();
    break;
  default:
    break;
  }
  for (const TemplateArgument &A : Operands)
    N.Operands.push_back(A.getAsType());
  return N;
}

} // namespace heddle
