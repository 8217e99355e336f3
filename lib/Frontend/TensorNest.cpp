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
  if (View.Kind != TensorTerm::View)
    return refuseTerm(E, "the left-hand side is a tensor or a view");
  if (View.Rank == 0) {
    error(DiagID::HD164, ref(E), text(E));
    return false;
  }
  return true;
}

void TensorBuilder::labelLeft() {
  if (Left.Kind == TensorTerm::View) {
    for (unsigned D = 0; D < Left.Rank; ++D)
      newLabel(Left.Source, D, "");
    return;
  }
  const TensorTerm &View = Left.Operands.front();
  for (unsigned D = 0; D < View.Rank; ++D) {
    for (unsigned E = 0; E < D; ++E)
      if (Left.Names[D] == Left.Names[E])
        refuseTerm(Left.Source, "one index stands twice on the left");
    newLabel(View.Source, D, Left.Names[D]->getName());
  }
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
  for (int64_t Extent : declaredExtents(T))
    A->Extents.push_back(Extent < 0 ? nullptr : number(Extent));
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

/// One without a shape takes that of the right-hand side.
void TensorBuilder::requireShaped() {
  const TensorTerm &View =
      Left.Kind == TensorTerm::Named ? Left.Operands.front() : Left;
  const ArrayInfo &A = Nest->Arrays[LeftArray];
  if (heddleTemplateName(View.Source->getType()) == "tensor" &&
      llvm::is_contained(A.Extents, nullptr))
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
  N->Index = static_cast<unsigned>(Labels[L].Loop);
  N->Text = Labels[L].Counter;
  if (E)
    N->Where = ref(E);
  return N;
}

//===--- Indices ----------------------------------------------------------===//

std::string TensorBuilder::hostExtent(const clang::Expr *E,
                                      unsigned Dimension) {
  int64_t Known = declaredExtents(E->getType())[Dimension];
  return Known >= 0
             ? std::to_string(Known)
             : path(E)->Host + ".extent(" + std::to_string(Dimension) + ")";
}

/// An index that runs over a dimension of an operand.
unsigned TensorBuilder::newLabel(const clang::Expr *Of, unsigned Dimension,
                                 llvm::StringRef Name) {
  static const char *const Usual[] = {"i", "j", "k", "l", "m", "n"};
  Label L;
  L.Of = Of;
  L.Dimension = Dimension;
  bool IsFree = !Name.empty() && !KernelNames.contains(Name) &&
                llvm::none_of(Labels, [&](const Label &Other) {
                  return Other.Counter == Name;
                });
  // The index itself is not in the kernel.
  L.Counter =
      IsFree ? Name.str()
             : freshName(Labels.size() < std::size(Usual) ? Usual[Labels.size()]
                                                          : "p");
  L.Host = hostExtent(Of, Dimension);
  int64_t Known = declaredExtents(Of->getType())[Dimension];
  if (Known >= 0) {
    L.Known = Known;
    L.Kernel = L.Host;
    L.Extent = number(Known);
  } else {
    auto [It, New] = ParamIndex.try_emplace(L.Host, Nest->Params.size());
    if (New) {
      Param P;
      P.Name =
          freshName(path(Of)->Name + "_extent" + std::to_string(Dimension));
      P.CxxType = "long long";
      P.Integral = true;
      P.Type = CounterType;
      P.HostText = L.Host;
      P.Where = ref(Of);
      Nest->Params.push_back(std::move(P));
    }
    L.Kernel = Nest->Params[It->second].Name;
    auto N = std::make_shared<Expr>();
    N->Kind = ExprKind::Param;
    N->Type = CounterType;
    N->Index = It->second;
    N->Text = L.Host;
    N->Where = ref(Of);
    L.Extent = N;
  }
  Labels.push_back(std::move(L));
  return Labels.size() - 1;
}

/// The operand, and its dimension, that say how long a dimension of T is; one
/// that is known where there is one.
std::pair<const clang::Expr *, unsigned>
TensorBuilder::extentOf(const TensorTerm &T, unsigned Dimension) const {
  std::pair<const clang::Expr *, unsigned> Found{nullptr, 0};
  auto Consider = [&](const TensorTerm &Operand, unsigned D) {
    auto One = extentOf(Operand, D);
    if (One.first &&
        (!Found.first ||
         (declaredExtents(Found.first->getType())[Found.second] < 0 &&
          declaredExtents(One.first->getType())[One.second] >= 0)))
      Found = One;
  };
  switch (T.Kind) {
  case TensorTerm::View:
    return {T.Source, Dimension};
  case TensorTerm::Number:
    break;
  case TensorTerm::Elementwise:
    for (const TensorTerm &Operand : T.Operands)
      if (Operand.Rank == T.Rank)
        Consider(Operand, Dimension);
    break;
  case TensorTerm::Outer: {
    unsigned First = T.Operands[0].Rank;
    Dimension < First ? Consider(T.Operands[0], Dimension)
                      : Consider(T.Operands[1], Dimension - First);
    break;
  }
  case TensorTerm::Transpose: {
    auto [M, N] = T.Pairs.front();
    Consider(T.Operands[0], Dimension == M   ? N
                            : Dimension == N ? M
                                             : Dimension);
    break;
  }
  case TensorTerm::Contract: {
    unsigned Kept = 0;
    for (unsigned D = 0; D < T.Operands[0].Rank; ++D) {
      if (llvm::any_of(T.Pairs, [&](const auto &P) {
            return P.first == D || P.second == D;
          }))
        continue;
      if (Kept++ == Dimension)
        Consider(T.Operands[0], D);
    }
    break;
  }
  case TensorTerm::Conv:
  case TensorTerm::Named:
    break; // no operand has it
  }
  return Found;
}

unsigned TensorBuilder::newLabel(const TensorTerm &T, unsigned Dimension,
                                 llvm::StringRef Name) {
  auto [Of, At] = extentOf(T, Dimension);
  if (!Of) {
    refuseTerm(T.Source ? T.Source : Assignment,
               "its extents are no operand's");
    return 0;
  }
  return newLabel(Of, At, Name);
}

/// The array's dimension is as long as the label says.
void TensorBuilder::meet(unsigned Array, const clang::Expr *E,
                         unsigned Dimension, unsigned L) {
  ExprRef &Extent = Nest->Arrays[Array].Extents[Dimension];
  std::string Own = hostExtent(E, Dimension);
  if (!Extent)
    Extent = Labels[L].Extent;
  if (Own != Labels[L].Host)
    addCondition(Own + " == " + Labels[L].Host,
                 "the shapes agree: '" + Own + "' is '" + Labels[L].Host + "'");
}

/// All extents are known, and every number of elements fits an int.
bool TensorBuilder::indicesFitInt() const {
  for (const ArrayInfo &A : Nest->Arrays) {
    int64_t Elements = 1;
    for (const ExprRef &E : A.Extents)
      if (!E || __builtin_mul_overflow(Elements, E->Value, &Elements) ||
          Elements > INT32_MAX / 2)
        return false;
  }
  return true;
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
  if (indicesFitInt())
    CounterType = IntType{};
  labelLeft();
  writeBody(*Right);
  return !Failed;
}

std::shared_ptr<const LoopNest> TensorBuilder::build() {
  Nest->Annot = In.Annot;
  if (!readStatementText())
    return nullptr;
  collectNames(In.Nest);
  for (const auto &Name : NameUse)
    Taken.insert(Name.getKey());
  if (!place() || !readStatement())
    return nullptr;
  readArrayNames();
  checkObjects();
  Nest->Statement = std::exchange(Nest->Text, "");
  assemble();
  return Failed ? nullptr : Nest;
}

std::shared_ptr<const LoopNest> buildTensorNest(ASTContext &Ctx,
                                                Preprocessor &PP,
                                                const AnnotatedLoop &Annotated,
                                                Report &R) {
  return TensorBuilder(Ctx, PP, Annotated, R).build();
}

} // namespace heddle
