//===- TensorTerm.cpp - A tensor expression -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's nodes carry their structure in their types, contractions
// distributed over sums included. A type does not say which tensors and numbers
// there are: the calls that the expression consists of name them, left to right
// in both.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorTerm.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Tensor/TensorCalls.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorScalars.h"
#include "Read/Tensor/TensorText.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include <utility>

using namespace clang;

namespace heddle {

static bool collect(TensorReader &TR, const clang::Expr *E,
                    const TensorFrame *F);
static bool buildTerm(TensorReader &TR, clang::QualType T, TensorTerm &Out,
                      bool IsPart = false);

std::string nameOf(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->isLambda())
    return "the lambda";
  return "'" + F->getNameAsString() + "'";
}

/// F: in which S stands.
bool refuseTerm(TensorReader &TR, const clang::Stmt *S, llvm::StringRef Why,
                const TensorFrame *F) {
  Diagnostic &D =
      TR.NR.error(DiagID::HD163, ref(TR.NR, S), text(TR.NR, S), Why);
  for (; F; F = F->Caller)
    D.note(ref(TR.NR, F->Call), nameOf(F->Callee) + " is called here");
  return false;
}

//===--- The operands -----------------------------------------------------===//

/// E is out of a macro that has more than E, so that no text of the file is E.
static bool isPartOfMacro(const NestReader &NR, const clang::Expr *E) {
  return (E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID()) &&
         Lexer::makeFileCharRange(
             CharSourceRange::getTokenRange(E->getSourceRange()), NR.SM,
             NR.Ctx.getLangOpts())
             .isInvalid();
}

std::optional<TensorTerm> numberTerm(TensorReader &TR, const clang::Expr *E,
                                     const TensorFrame *F) {
  auto Refuse = [&](const char *Why) {
    refuseTerm(TR, E, Why, F);
    return std::nullopt;
  };
  if (!onlyReads(TR, E))
    return Refuse("it does more than read");
  TensorTerm Out;
  Out.Form = TensorForm::Number;
  Out.Value = E->getType().getCanonicalType().getUnqualifiedType();
  Out.Source = E;
  if (F) {
    std::optional<Fragment> Value = scalar(TR, E, F);
    if (!Value)
      return std::nullopt;
    Out.Text = Value->Text.plain();
    while (F->Caller)
      F = F->Caller;
    Out.Source = F->Call;
  } else {
    const clang::Expr *Written = skipMarkers(E)->IgnoreUnlessSpelledInSource();
    const bool IsLiteral = isa<IntegerLiteral, FloatingLiteral>(Written);
    Out.Text = text(TR.NR, Written);
    if (isPartOfMacro(TR.NR, Written)) {
      if (!IsLiteral)
        return Refuse("a macro has it together with other parts");
      Out.Text = Lexer::getSourceText(
                     CharSourceRange::getTokenRange(
                         TR.NR.SM.getSpellingLoc(Written->getBeginLoc())),
                     TR.NR.SM, TR.NR.Ctx.getLangOpts())
                     .str();
    }
    Out.IsLiteral =
        IsLiteral && Written->getBeginLoc().isFileID() &&
        TR.NR.Ctx.hasSameUnqualifiedType(Written->getType(), Out.Value);
    if (Out.Text.find("//") != Out.Text.npos)
      return Refuse("it has a comment in it");
  }
  return Out;
}

/// The names of the indices of C, which is Named.
static bool collectNames(TensorReader &TR, const TensorCall &C,
                         const TensorFrame *F) {
  std::vector<const VarDecl *> Names;
  for (const clang::Expr *Name : C.Arguments) {
    const TensorFrame *In = F;
    follow(TR, Name, In);
    const auto *D = dyn_cast<DeclRefExpr>(Name);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && In)
      return refuseTerm(TR, Name,
                        "the index is none of the statement's; pass it", In);
    // Two references may name one index.
    if (!V || V->getType()->isReferenceType())
      return refuseTerm(TR, Name, "the name of an index is a variable", In);
    Names.push_back(cast<VarDecl>(V->getCanonicalDecl()));
  }
  TR.Found.NameLists.push_back(std::move(Names));
  TR.Found.NamedBy.push_back(C.Call);
  return true;
}

static bool collectAll(TensorReader &TR,
                       llvm::ArrayRef<const clang::Expr *> All,
                       const TensorFrame *F) {
  return llvm::all_of(All,
                      [&](const clang::Expr *E) { return collect(TR, E, F); });
}

/// The bounds of a slice or of padding.
static bool collectWindow(TensorReader &TR, const TensorCall &C,
                          const TensorFrame *F) {
  TensorTerm Window;
  Window.Rank = rankOf(heddleTemplate(C.Call->getType())).value_or(0);
  // A number has no bounds that could be read: this refuses the first one.
  if (Window.Rank == 0)
    return collectAll(TR, C.Arguments, F);
  if (!readWindow(TR, C, F, Window))
    return false;
  TR.Found.Windows.push_back(std::move(Window));
  return true;
}

/// The operands of E, a function of the library, and what else it is given.
static bool collectCall(TensorReader &TR, const CallExpr *E,
                        const TensorFrame *F) {
  std::optional<TensorCall> C = tensorCall(E);
  // The type says what another function makes of its arguments.
  if (!C)
    return collectAll(TR, {E->getArgs(), E->getNumArgs()}, F);
  if (!collectAll(TR, C->Operands, F))
    return false;
  if (C->Form == TensorForm::Named)
    return collectNames(TR, *C, F);
  if (C->Form == TensorForm::Slice || C->Form == TensorForm::Pad)
    return collectWindow(TR, *C, F);
  if (C->Function) {
    TensorTerm Function;
    Function.Call = E;
    Function.CallIn = F;
    TR.Found.Functions.push_back(std::move(Function));
  }
  return true;
}

/// E, which the host computes, with all that is in it.
static std::optional<TensorTerm> readPart(TensorReader &TR, const CallExpr *E,
                                          const TensorFrame *F) {
  Collected Outside = std::exchange(TR.Found, {});
  TensorTerm Part;
  bool Understood = collectCall(TR, E, F) &&
                    buildTerm(TR, E->getType(), Part, /*IsPart=*/true);
  if (Understood && TR.Found.NextFunction != 0)
    Understood = refuseTerm(
        TR, E,
        "a function of the program computes one number; make it a variable", F);
  TR.Found = std::move(Outside);
  return Understood ? std::optional(std::move(Part)) : std::nullopt;
}

/// E as a number: an operation of one element.
static bool collectPart(TensorReader &TR, const CallExpr *E,
                        const TensorFrame *F) {
  size_t Entered = TR.Frames.size();
  std::optional<TensorTerm> Part = readPart(TR, E, F);
  if (!Part)
    return false;
  TensorTerm Out;
  Out.Form = TensorForm::Number;
  Out.Value = Part->Value;
  Out.Operands = {*Part};
  Out.Source = E;
  Out.Text =
      F || TR.Frames.size() != Entered ? hostText(TR, *Part) : text(TR.NR, E);
  while (F && (Out.Source = F->Call))
    F = F->Caller;
  if (Out.Text.find("//") != Out.Text.npos)
    return refuseTerm(TR, E, "it has a comment in it");
  TR.Found.Operands.push_back(std::move(Out));
  return true;
}

static bool collectOperand(TensorReader &TR,
                           std::optional<TensorTerm> Operand) {
  if (Operand)
    TR.Found.Operands.push_back(std::move(*Operand));
  return Operand.has_value();
}

static bool collect(TensorReader &TR, const clang::Expr *E,
                    const TensorFrame *F) {
  if (TR.Found.Operands.size() > 1000)
    return refuseTerm(TR, E, "more than 1000 operands", F);
  follow(TR, E, F);
  QualType T = E->getType();
  if (T->isArithmeticType())
    return collectOperand(TR, numberTerm(TR, E, F));
  if (isTensorType(T))
    return collectOperand(TR, storedTerm(TR, E, F));
  if (!isOperationType(T))
    return refuseTerm(TR, E, "no tensor, and no number", F);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return refuseTerm(TR, E,
                      "its operations are written elsewhere; write them in "
                      "the statement",
                      F);
  if (!isOfHeddle(Callee)) {
    const TensorFrame *Inner = nullptr;
    const clang::Expr *Returned = enter(TR, Call, F, Inner);
    return Returned && collect(TR, Returned, Inner) && leave(TR, Inner);
  }
  return isNumberNode(T) ? collectPart(TR, Call, F) : collectCall(TR, Call, F);
}

//===--- The structure ----------------------------------------------------===//

/// Out.Form is what the type says of the next one.
static bool takeOperand(TensorReader &TR, TensorTerm &Out) {
  if (TR.Found.NextOperand == TR.Found.Operands.size())
    return refuseTerm(TR, TR.Assignment, "its operands are not found");
  const TensorTerm &Next = TR.Found.Operands[TR.Found.NextOperand++];
  bool IsNumber = Next.Form == TensorForm::Number;
  if (IsNumber != (Out.Form == TensorForm::Number) || Next.Rank != Out.Rank ||
      Next.Value != Out.Value)
    return refuseTerm(TR, TR.Assignment,
                      "its operands are not those of its type");
  Out = Next;
  return true;
}

/// The value, the rank and the notation of a part of type T; false if T is no
/// part of an expression.
static bool readType(QualType T, const std::optional<TensorNode> &Node,
                     TensorTerm &Out) {
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  if (!D)
    return false;
  Out.Value = memberType(D, "value_type");
  Out.Labelled = isLabelled(T);
  std::optional<unsigned> Rank = 0;
  if (!Out.Labelled && !(Node && Node->Form == TensorForm::Number))
    Rank = rankOf(D);
  bool IsNamed = Node && Node->Form == TensorForm::Named;
  if ((Out.Value.isNull() && !IsNamed) || !Rank)
    return false;
  Out.Rank = *Rank;
  return true;
}

static bool takeFunction(TensorReader &TR, TensorTerm &Out) {
  if (TR.Found.NextFunction == TR.Found.Functions.size())
    return refuseTerm(TR, TR.Assignment, "its function is not found");
  const TensorTerm &Function = TR.Found.Functions[TR.Found.NextFunction++];
  Out.Call = Function.Call;
  Out.CallIn = Function.CallIn;
  return true;
}

static bool takeWindow(TensorReader &TR, TensorTerm &Out) {
  if (TR.Found.NextWindow == TR.Found.Windows.size() ||
      TR.Found.Windows[TR.Found.NextWindow].Form != Out.Form)
    return refuseTerm(TR, TR.Assignment, "its indices are not found");
  TensorTerm &Window = TR.Found.Windows[TR.Found.NextWindow++];
  Out.Lower = Window.Lower, Out.Upper = Window.Upper, Out.Step = Window.Step;
  llvm::append_range(Out.Operands, Window.Operands);
  return true;
}

static bool takeNames(TensorReader &TR, TensorTerm &Out) {
  if (TR.Found.NextNames == TR.Found.NameLists.size() ||
      TR.Found.NameLists[TR.Found.NextNames].size() !=
          Out.Operands.front().Rank)
    return refuseTerm(TR, TR.Assignment, "its indices are not found");
  Out.Value = Out.Operands.front().Value;
  Out.Names = TR.Found.NameLists[TR.Found.NextNames];
  Out.Source = TR.Found.NamedBy[TR.Found.NextNames++];
  return true;
}

/// The part of the expression whose type is T, in the order of its operands.
/// IsPart: a number is read like other nodes.
static bool buildTerm(TensorReader &TR, QualType T, TensorTerm &Out,
                      bool IsPart) {
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isArithmeticType()) {
    Out.Value = T;
    return takeOperand(TR, Out);
  }
  std::optional<TensorNode> Node = tensorNode(T);
  if (!readType(T, Node, Out))
    return refuseTerm(TR, TR.Assignment, "an operand of an unknown type");
  if (isNumberNode(T) && !IsPart)
    Node = TensorNode();
  if (!Node)
    return refuseTerm(TR, TR.Assignment,
                      ("'" + heddleTemplateName(T) + "' is not mapped").str());
  static_cast<TensorOperation &>(Out) = *Node;
  Out.Function = Node->Function;
  for (QualType Operand : Node->Operands)
    if (!buildTerm(TR, Operand, Out.Operands.emplace_back()))
      return false;
  switch (Out.Form) {
  case TensorForm::View:
  case TensorForm::Number:
    return takeOperand(TR, Out);
  case TensorForm::Elementwise:
    return !Out.Function.empty() || takeFunction(TR, Out);
  case TensorForm::Slice:
  case TensorForm::Pad:
    return takeWindow(TR, Out);
  case TensorForm::Named:
    return takeNames(TR, Out);
  default:
    return true;
  }
}

/// Numbers that are products are factors of the product around them, as in
/// flatten() of lower.h; all others are computed by themselves.
static void joinProducts(TensorTerm &T, bool InProduct) {
  bool IsTimes = T.Form == TensorForm::Elementwise && T.Function == "times";
  if (T.Form == TensorForm::Number) {
    if (T.Operands.empty())
      return;
    TensorTerm Part = std::move(T.Operands[0]);
    T.Operands.clear();
    IsTimes = Part.Form == TensorForm::Elementwise && Part.Function == "times";
    if (!InProduct || (!IsTimes && Part.Form != TensorForm::Outer &&
                       Part.Form != TensorForm::Contract))
      return;
    T = std::move(Part);
  }
  bool IsProduct = T.Form == TensorForm::Outer || T.Form == TensorForm::Conv ||
                   T.Form == TensorForm::Contract;
  bool Passes =
      IsTimes || T.Form == TensorForm::Transpose || T.Form == TensorForm::Slice;
  for (TensorTerm &Operand : T.Operands)
    joinProducts(Operand, !T.Labelled && (IsProduct || (InProduct && Passes)));
}

std::optional<TensorTerm> readTerm(TensorReader &TR, const clang::Expr *E) {
  TR.Found = {};
  TensorTerm Out;
  if (!collect(TR, E, nullptr) || !buildTerm(TR, E->getType(), Out))
    return std::nullopt;
  if (TR.Found.NextOperand != TR.Found.Operands.size() ||
      TR.Found.NextNames != TR.Found.NameLists.size() ||
      TR.Found.NextWindow != TR.Found.Windows.size() ||
      TR.Found.NextFunction != TR.Found.Functions.size()) {
    refuseTerm(TR, E, "its operands are not those of its type");
    return std::nullopt;
  }
  joinProducts(Out, /*InProduct=*/false);
  return Out;
}

//===--- Compound assignments ---------------------------------------------===//

/// The type of a + b for two numbers.
QualType commonType(const TensorReader &TR, QualType A, QualType B) {
  if (A->isRealFloatingType() || B->isRealFloatingType()) {
    if (!A->isRealFloatingType())
      return B;
    if (!B->isRealFloatingType())
      return A;
    return TR.NR.Ctx.getFloatingTypeOrder(A, B) >= 0 ? A : B;
  }
  auto Promoted = [&](QualType T) {
    return TR.NR.Ctx.isPromotableIntegerType(T)
               ? TR.NR.Ctx.getPromotedIntegerType(T)
               : T;
  };
  A = Promoted(A), B = Promoted(B);
  bool SignedA = A->isSignedIntegerType(), SignedB = B->isSignedIntegerType();
  int Order = TR.NR.Ctx.getIntegerTypeOrder(A, B);
  if (SignedA == SignedB)
    return Order >= 0 ? A : B;
  if (SignedA)
    std::swap(A, B), Order = -Order; // B is the signed one
  if (Order >= 0)
    return A;
  return TR.NR.Ctx.getIntWidth(A) == TR.NR.Ctx.getIntWidth(B)
             ? TR.NR.Ctx.getCorrespondingUnsignedType(B)
             : B;
}

/// x op= e is x = x op e.
std::optional<TensorTerm>
compound(TensorReader &TR, const CXXOperatorCallExpr *E, TensorTerm Right) {
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
    refuseTerm(TR, E, "this assignment is not mapped");
    return std::nullopt;
  }
  Out.Form = TensorForm::Elementwise;
  Out.Value = commonType(TR, TR.Left.Value, Right.Value);
  Out.Rank = std::max(TR.Left.Rank, Right.Rank);
  Out.Labelled = TR.Left.Labelled || Right.Labelled;
  Out.Operands = {TR.Left, std::move(Right)};
  return Out;
}

} // namespace heddle
