//===- TensorNest.cpp - From a tensor statement to a LoopNest -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel's text is made here. Everywhere else the user's own statement
// runs, which checks the shapes: where the launch finds two extents that
// differ, or a view that is not dense, it takes that.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorNest.h"
#include "Frontend/TensorBuilder.h"
#include "Frontend/TensorTypes.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- The statement ----------------------------------------------------===//

bool TensorBuilder::readStatementText() {
  SourceLocation Begin = In.Nest->getBeginLoc(),
                 End = SM.getExpansionRange(In.Nest->getEndLoc()).getEnd();
  SourceLocation Last = semicolonBehind(End);
  if (Last.isInvalid() || SM.getFileID(Last) != SM.getFileID(Begin)) {
    error(DiagID::HD117, ref(SourceRange(Begin)),
          "write its semicolon where it ends");
    return false;
  }
  setText(Begin, Last);
  return true;
}

bool TensorBuilder::setLeft(const clang::Expr *E) {
  std::optional<TensorTerm> Read = readTerm(E);
  if (!Read)
    return false;
  Left = std::move(*Read);
  const TensorTerm &View =
      Left.Kind == TensorTerm::Named ? Left.Operands.front() : Left;
  if (storage(View, TensorGoal(View.Rank)).first->Kind != TensorTerm::View)
    return refuseTerm(E, "the left-hand side is a tensor or a view");
  if (View.Rank == 0) {
    error(DiagID::HD164, ref(E), text(E));
    return false;
  }
  return true;
}

/// The array that holds the elements of a tensor or of a view that is dense.
std::optional<unsigned> TensorBuilder::tensorFor(const clang::Expr *E) {
  std::optional<Path> P = path(E);
  if (!P || refuseThreadLocal(*P, E))
    return std::nullopt;
  if (auto It = ArrayIndex.find(P->Key); It != ArrayIndex.end())
    return It->second;
  QualType T = P->Last->getType().getNonReferenceType();
  if (!isTensorType(T) || T.isVolatileQualified()) {
    refuseTerm(E, "no tensor that a kernel can read");
    return std::nullopt;
  }
  QualType Element = heddleTemplate(T)->getTemplateArgs()[0].getAsType();
  bool IsView = heddleTemplateName(T) == "tensor_view";
  bool Const = Element.isConstQualified() ||
               (!IsView && E->getType().isConstQualified());
  Element = Element.getCanonicalType().getUnqualifiedType();
  if (!checkScalar(Element, E->getSourceRange()))
    return std::nullopt;
  std::optional<ArrayInfo> A = describeArray(*P, E, Element, Element);
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
  ArrayNamedBy.push_back(E);
  if (IsView)
    addCondition(P->Host + ".strides == ::heddle::tensor_detail::row_major(" +
                     P->Host + ".extents)",
                 "'" + A->Name + "' is dense");
  return addArray(*P, std::move(*A));
}

/// Names are given in the order in which the statement reads.
void TensorBuilder::declareOperands(const TensorTerm &T) {
  if (T.Kind == TensorTerm::View)
    tensorFor(T.Source);
  else if (T.Kind == TensorTerm::Number)
    numberValue(T);
  for (const TensorTerm &Operand : T.Operands)
    declareOperands(Operand);
}

/// Whether a tensor may be without elements: of extents that are known at run
/// time, or moved from, where they do not stand in the object itself.
static bool mayLackShape(ASTContext &Ctx, QualType T) {
  const std::vector<int64_t> Extents = declaredExtents(T);
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!S || llvm::is_contained(Extents, -1))
    return true;
  __int128 Bytes =
      Ctx.getTypeSizeInChars(S->getTemplateArgs()[0].getAsType()).getQuantity();
  const int64_t Object =
      Ctx.getTypeSizeInChars(T.getNonReferenceType()).getQuantity();
  for (const int64_t Extent : Extents) {
    if (Extent == 0)
      return false;
    if (Bytes <= Object)
      Bytes *= Extent;
  }
  return Bytes > Object;
}

/// One without a shape takes that of the right-hand side.
void TensorBuilder::requireShaped() {
  const TensorTerm &View =
      Left.Kind == TensorTerm::Named ? Left.Operands.front() : Left;
  const ArrayInfo &A = Nest->Arrays[LeftArray];
  if (View.Kind == TensorTerm::View &&
      heddleTemplateName(View.Source->getType()) == "tensor" &&
      mayLackShape(Ctx, View.Source->getType()))
    addCondition(A.HostText + " != nullptr", "'" + A.Name + "' has a shape");
}

void TensorBuilder::addCondition(std::string Text, std::string Reason) {
  for (const LoopNest::HostCondition &C : Nest->Conditions)
    if (C.Text == Text)
      return;
  Nest->Conditions.push_back({std::move(Text), std::move(Reason)});
}

//===--- Names and types --------------------------------------------------===//

std::string TensorBuilder::freshName(llvm::StringRef Base) {
  std::string Name = Base.str();
  for (unsigned I = 1;
       Taken.contains(Name) || KernelNames.contains(Name) ||
       llvm::any_of(KernelTemplateParams,
                    [&](const auto &P) { return P.second == Name; });
       ++I)
    Name = Base.str() + std::to_string(I);
  Taken.insert(Name);
  return Name;
}

std::string TensorBuilder::typeName(QualType T) {
  return T.getCanonicalType().getUnqualifiedType().getAsString(
      Ctx.getPrintingPolicy());
}

ExprRef TensorBuilder::number(int64_t Value) const {
  return constant(Value, CounterType, nullptr);
}

ExprRef TensorBuilder::counter(unsigned L, const clang::Expr *E) const {
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Counter;
  N->Type = CounterType;
  N->Index = static_cast<unsigned>(Now.LoopOf[L]);
  N->Text = Labels[L].Counter;
  if (E)
    N->Where = ref(E);
  return N;
}

//===--- The order --------------------------------------------------------===//

bool TensorBuilder::readStatement() {
  Assignment = tensorAssignment(In.Nest);
  std::optional<TensorTerm> Right;
  if (!setLeft(Assignment->getArg(0)->IgnoreParenImpCasts()) ||
      !(Right = readTerm(Assignment->getArg(1))))
    return false;
  if (Assignment->getOperator() != OO_Equal &&
      !(Right = compound(Assignment, std::move(*Right))))
    return false;
  declareOperands(Left);
  LeftArray = 0;
  declareOperands(*Right);
  if (Failed)
    return false;
  requireShaped();
  requireAssigned(*Right);
  if (Failed)
    return false;
  if (indicesFitInt())
    CounterType = IntType{};
  setArrayExtents();
  labelLeft();
  writeBody(*Right);
  assumeConditions();
  return !Failed;
}

std::vector<std::shared_ptr<const LoopNest>> TensorBuilder::build() {
  TakesComplex = false;
  Nest->Annot = In.Annot;
  if (!readStatementText())
    return {};
  collectNames(In.Nest);
  for (const auto &Name : NameUse)
    Taken.insert(Name.getKey());
  if (!place() || !readStatement())
    return {};
  readArrayNames();
  checkObjects();
  if (Failed)
    return {};
  Nest->Statement = std::exchange(Nest->Text, "");
  Before.push_back(std::move(Now));
  std::vector<std::shared_ptr<const LoopNest>> Stages;
  for (const TensorStage &S : Before)
    Stages.push_back(finished(S, Stages.size() + 1));
  return Stages;
}

std::vector<std::shared_ptr<const LoopNest>>
buildTensorNests(ASTContext &Ctx, Preprocessor &PP,
                 const AnnotatedLoop &Annotated, Report &R) {
  return TensorBuilder(Ctx, PP, Annotated, R).build();
}

} // namespace heddle
