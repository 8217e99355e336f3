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
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorCalls.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorScalars.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
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

static bool isNode(llvm::StringRef Name) { return Name.ends_with("_node"); }

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

/// The text of T where it is launched: of what collect() understands.
std::string hostText(TensorReader &TR, const TensorTerm &T) {
  auto Braces = [&](const std::vector<LinearForm> &All) {
    std::vector<std::string> Texts;
    for (const LinearForm &F : All)
      Texts.push_back(hostText(TR, F));
    return "{" + llvm::join(Texts, ", ") + "}";
  };
  auto Call = [&](llvm::StringRef Name, const std::string &More = "") {
    std::vector<std::string> Texts;
    // The library's functions take expressions, if of one element: a number is
    // none of these.
    for (const TensorTerm &Operand : T.Operands)
      Texts.push_back(Operand.Operands.empty() ||
                              Operand.Kind != TensorTerm::Number
                          ? hostText(TR, Operand)
                          : Operand.Text);
    return ("::heddle::" + Name + "(").str() + llvm::join(Texts, ", ") + More +
           ")";
  };
  auto Pair = [](std::pair<unsigned, unsigned> P) {
    return std::to_string(P.first) + ", " + std::to_string(P.second);
  };
  switch (T.Kind) {
  case TensorTerm::View:
    return path(TR.NR, T.Source)->Host;
  case TensorTerm::Number:
    return "static_cast<" + typeName(TR, T.Value) + ">(" + T.Text + ")";
  case TensorTerm::Elementwise: {
    static const std::pair<const char *, const char *> Signs[] = {
        {"plus", " + "},
        {"minus", " - "},
        {"times", " * "},
        {"divides", " / "}};
    for (auto [Name, Sign] : Signs)
      if (T.Function == Name)
        return "(" + hostText(TR, T.Operands[0]) + Sign +
               hostText(TR, T.Operands[1]) + ")";
    if (T.Function == "negate")
      return "(-" + hostText(TR, T.Operands[0]) + ")";
    llvm::StringRef Name = T.Function;
    Name.consume_back("_function");
    return Call(Name);
  }
  case TensorTerm::Outer:
    return Call("outer");
  case TensorTerm::Conv:
    return Call("conv");
  case TensorTerm::Transpose:
    return Call("transpose<" + Pair(T.Pairs[0]) + ">");
  case TensorTerm::Contract: {
    std::vector<std::string> Pairs;
    for (const auto &P : T.Pairs)
      Pairs.push_back("::heddle::pair<" + Pair(P) + ">");
    return Call("contract<" + llvm::join(Pairs, ", ") + ">");
  }
  case TensorTerm::Slice: {
    std::vector<std::string> Steps;
    for (int64_t Step : T.Step)
      Steps.push_back(std::to_string(Step));
    return Call("slice", ", " + Braces(T.Lower) + ", " + Braces(T.Upper) +
                             ", {" + llvm::join(Steps, ", ") + "}");
  }
  case TensorTerm::Select:
    return Call("select<" + std::to_string(T.Pairs[0].first) + ">",
                ", " + hostText(TR, T.Lower[0]));
  case TensorTerm::Pad:
    return "::heddle::pad(" + hostText(TR, T.Operands[0]) + ", " +
           Braces(T.Lower) + ", " + Braces(T.Upper) + ", " +
           hostText(TR, T.Operands[1]) + ")";
  case TensorTerm::Named: {
    std::string Names;
    for (const VarDecl *Name : T.Names)
      Names += (Names.empty() ? "" : ", ") + Name->getNameAsString();
    return hostText(TR, T.Operands[0]) + "(" + Names + ")";
  }
  }
  return "";
}

static bool collectOperands(TensorReader &TR, const CallExpr *E,
                            const TensorFrame *F) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getOperator() != OO_Call)
    return llvm::all_of(E->arguments(), [&](const clang::Expr *A) {
      return collect(TR, A, F);
    });
  if (!collect(TR, Operator->getArg(0), F))
    return false;
  std::vector<const VarDecl *> Names;
  for (unsigned I = 1; I < Operator->getNumArgs(); ++I) {
    const clang::Expr *Name = Operator->getArg(I);
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
  TR.Found.NamedBy.push_back(E);
  return true;
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
  Out.Kind = TensorTerm::Number;
  Out.Value = E->getType().getCanonicalType().getUnqualifiedType();
  Out.Source = E;
  if (F) {
    std::optional<Fragment> Value = scalar(TR, E, F);
    if (!Value)
      return std::nullopt;
    Out.Text = Value->Text;
    while (F->Caller)
      F = F->Caller;
    Out.Source = F->Call;
  } else {
    const clang::Expr *Written = skipMarkers(E)->IgnoreUnlessSpelledInSource();
    Out.Text = text(TR.NR, Written);
    Out.IsLiteral =
        isa<IntegerLiteral, FloatingLiteral>(Written) &&
        Written->getBeginLoc().isFileID() &&
        TR.NR.Ctx.hasSameUnqualifiedType(Written->getType(), Out.Value);
    if (Out.Text.find("//") != Out.Text.npos)
      return Refuse("it has a comment in it");
  }
  return Out;
}

/// elementwise(f, ...) with a function of the program.
static bool collectFunction(TensorReader &TR, const CallExpr *E,
                            const TensorFrame *F) {
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    if (!collect(TR, E->getArg(I), F))
      return false;
  TensorTerm Function;
  Function.Call = E;
  Function.CallIn = F;
  TR.Found.Functions.push_back(std::move(Function));
  return true;
}

/// E, which the host computes, with all that is in it.
static std::optional<TensorTerm>
readPart(TensorReader &TR, const clang::Expr *E, const TensorFrame *F) {
  Collected Outside = std::exchange(TR.Found, {});
  TensorTerm Part;
  const auto *Call = cast<CallExpr>(E);
  const IdentifierInfo *Name = Call->getDirectCallee()->getIdentifier();
  bool Understood =
      (Name && Name->isStr("elementwise") ? collectFunction(TR, Call, F)
                                          : collectOperands(TR, Call, F)) &&
      buildTerm(TR, E->getType(), Part, /*IsPart=*/true);
  if (Understood && TR.Found.NextFunction != 0)
    Understood = refuseTerm(
        TR, E,
        "a function of the program computes one number; make it a variable", F);
  TR.Found = std::move(Outside);
  return Understood ? std::optional(std::move(Part)) : std::nullopt;
}

static bool collect(TensorReader &TR, const clang::Expr *E,
                    const TensorFrame *F) {
  if (TR.Found.Operands.size() > 1000)
    return refuseTerm(TR, E, "more than 1000 operands", F);
  follow(TR, E, F);
  QualType T = E->getType();
  if (T->isArithmeticType()) {
    std::optional<TensorTerm> Number = numberTerm(TR, E, F);
    if (Number)
      TR.Found.Operands.push_back(std::move(*Number));
    return Number.has_value();
  }
  llvm::StringRef Name = heddleTemplateName(T);
  if (isTensorType(T)) {
    std::optional<TensorTerm> View = storedTerm(TR, E, F);
    if (View)
      TR.Found.Operands.push_back(std::move(*View));
    return View.has_value();
  }
  if (!isNode(Name) && Name != "indexed" && Name != "indexed_target")
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
  if (isNode(Name) && !isLabelled(T) && rankOf(heddleTemplate(T)) == 0) {
    size_t Entered = TR.Frames.size();
    std::optional<TensorTerm> Part = readPart(TR, E, F);
    if (!Part)
      return false;
    TensorTerm Out;
    Out.Kind = TensorTerm::Number;
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
  if (Callee->getIdentifier() && Callee->getName() == "elementwise")
    return collectFunction(TR, Call, F);
  if (Name != "slice_node" && Name != "pad_node")
    return collectOperands(TR, Call, F);
  TensorTerm Window;
  Window.Rank = rankOf(heddleTemplate(T)).value_or(0);
  if (!collect(TR, Call->getArg(0), F) || !readWindow(TR, Call, F, Window))
    return false;
  TR.Found.Windows.push_back(std::move(Window));
  return true;
}

//===--- The structure ----------------------------------------------------===//

static bool isScalar(QualType T) {
  return heddleTemplateName(T) == "scalar" || T->isArithmeticType();
}

/// Out.Kind is what the type says of the next one.
static bool takeOperand(TensorReader &TR, TensorTerm &Out) {
  if (TR.Found.NextOperand == TR.Found.Operands.size())
    return refuseTerm(TR, TR.Assignment, "its operands are not found");
  const TensorTerm &Next = TR.Found.Operands[TR.Found.NextOperand++];
  bool IsNumber = Next.Kind == TensorTerm::Number;
  if (IsNumber != (Out.Kind == TensorTerm::Number) || Next.Rank != Out.Rank ||
      Next.Value != Out.Value)
    return refuseTerm(TR, TR.Assignment,
                      "its operands are not those of its type");
  Out = Next;
  return true;
}

/// The node whose type is T, in the order of its operands. IsPart: a number is
/// read like other nodes.
static bool buildTerm(TensorReader &TR, QualType T, TensorTerm &Out,
                      bool IsPart) {
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isArithmeticType()) {
    Out.Kind = TensorTerm::Number;
    Out.Value = T;
    return takeOperand(TR, Out);
  }
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  llvm::StringRef Name = heddleTemplateName(T);
  if (!D)
    return refuseTerm(TR, TR.Assignment, "an operand of an unknown type");
  Out.Value = memberType(D, "value_type");
  Out.Labelled = isLabelled(T);
  std::optional<unsigned> Rank = 0;
  if (!Out.Labelled && !isScalar(T))
    Rank = rankOf(D);
  bool IsNamed = Name == "indexed" || Name == "indexed_target";
  if ((Out.Value.isNull() && !IsNamed) || !Rank)
    return refuseTerm(TR, TR.Assignment, "an operand of an unknown type");
  Out.Rank = *Rank;
  llvm::SmallVector<TemplateArgument, 4> Args = argumentsOf(D);
  if (isScalar(T) ||
      (isNode(Name) && !Out.Labelled && Out.Rank == 0 && !IsPart)) {
    Out.Kind = TensorTerm::Number;
    return takeOperand(TR, Out);
  }
  if (isTensorType(T)) {
    Out.Kind = TensorTerm::View;
    return takeOperand(TR, Out);
  }
  size_t First = 0;
  if (Name == "elementwise_node") {
    Out.Kind = TensorTerm::Elementwise;
    const CXXRecordDecl *F = Args[0].getAsType()->getAsCXXRecordDecl();
    if (F && F->getIdentifier() && isOfHeddle(F))
      Out.Function = F->getName().str();
    First = 1;
  } else if (Name == "outer_node") {
    Out.Kind = TensorTerm::Outer;
  } else if (Name == "conv_node") {
    Out.Kind = TensorTerm::Conv;
  } else if (Name == "slice_node") {
    Out.Kind = TensorTerm::Slice;
  } else if (Name == "pad_node") {
    Out.Kind = TensorTerm::Pad;
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
    return refuseTerm(TR, TR.Assignment,
                      ("'" + Name + "' is not mapped").str());
  }
  for (const TemplateArgument &A : llvm::ArrayRef(Args).drop_front(First))
    if (!buildTerm(TR, A.getAsType(), Out.Operands.emplace_back()))
      return false;
  if (Out.Kind == TensorTerm::Elementwise && Out.Function.empty()) {
    if (TR.Found.NextFunction == TR.Found.Functions.size())
      return refuseTerm(TR, TR.Assignment, "its function is not found");
    Out.Call = TR.Found.Functions[TR.Found.NextFunction].Call;
    Out.CallIn = TR.Found.Functions[TR.Found.NextFunction++].CallIn;
  }
  if (Out.Kind == TensorTerm::Slice || Out.Kind == TensorTerm::Pad) {
    if (TR.Found.NextWindow == TR.Found.Windows.size() ||
        TR.Found.Windows[TR.Found.NextWindow].Kind != Out.Kind)
      return refuseTerm(TR, TR.Assignment, "its indices are not found");
    TensorTerm &Window = TR.Found.Windows[TR.Found.NextWindow++];
    Out.Lower = Window.Lower, Out.Upper = Window.Upper, Out.Step = Window.Step;
    llvm::append_range(Out.Operands, Window.Operands);
  }
  if (Out.Kind == TensorTerm::Named) {
    if (TR.Found.NextNames == TR.Found.NameLists.size() ||
        TR.Found.NameLists[TR.Found.NextNames].size() !=
            Out.Operands.front().Rank)
      return refuseTerm(TR, TR.Assignment, "its indices are not found");
    Out.Value = Out.Operands.front().Value;
    Out.Names = TR.Found.NameLists[TR.Found.NextNames];
    Out.Source = TR.Found.NamedBy[TR.Found.NextNames++];
  }
  return true;
}

/// Numbers that are products are factors of the product around them, as in
/// flatten() of lower.h; all others are computed by themselves.
static void joinProducts(TensorTerm &T, bool InProduct) {
  bool IsTimes = T.Kind == TensorTerm::Elementwise && T.Function == "times";
  if (T.Kind == TensorTerm::Number) {
    if (T.Operands.empty())
      return;
    TensorTerm Part = std::move(T.Operands[0]);
    T.Operands.clear();
    IsTimes = Part.Kind == TensorTerm::Elementwise && Part.Function == "times";
    if (!InProduct || (!IsTimes && Part.Kind != TensorTerm::Outer &&
                       Part.Kind != TensorTerm::Contract))
      return;
    T = std::move(Part);
  }
  bool IsProduct = T.Kind == TensorTerm::Outer || T.Kind == TensorTerm::Conv ||
                   T.Kind == TensorTerm::Contract;
  bool Passes =
      IsTimes || T.Kind == TensorTerm::Transpose || T.Kind == TensorTerm::Slice;
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
  Out.Kind = TensorTerm::Elementwise;
  Out.Value = commonType(TR, TR.Left.Value, Right.Value);
  Out.Rank = std::max(TR.Left.Rank, Right.Rank);
  Out.Labelled = TR.Left.Labelled || Right.Labelled;
  Out.Operands = {TR.Left, std::move(Right)};
  return Out;
}

} // namespace heddle
