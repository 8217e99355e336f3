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
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace clang;

namespace heddle {

std::string nameOf(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->isLambda())
    return "the lambda";
  return "'" + F->getNameAsString() + "'";
}

/// F: in which S stands.
bool TensorBuilder::refuseTerm(const clang::Stmt *S, llvm::StringRef Why,
                               Frame F) {
  Diagnostic &D = error(DiagID::HD163, ref(S), text(S), Why);
  for (; F; F = F->Caller)
    D.note(ref(F->Call), nameOf(F->Callee) + " is called here");
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
std::string TensorBuilder::hostText(const TensorTerm &T) {
  auto Braces = [&](const std::vector<LinearForm> &All) {
    std::vector<std::string> Texts;
    for (const LinearForm &F : All)
      Texts.push_back(hostText(F));
    return "{" + llvm::join(Texts, ", ") + "}";
  };
  auto Call = [&](llvm::StringRef Name, const std::string &More = "") {
    std::vector<std::string> Texts;
    // The library's functions take expressions, if of one element: a number is
    // none of these.
    for (const TensorTerm &Operand : T.Operands)
      Texts.push_back(Operand.Operands.empty() ||
                              Operand.Kind != TensorTerm::Number
                          ? hostText(Operand)
                          : Operand.Text);
    return ("::heddle::" + Name + "(").str() + llvm::join(Texts, ", ") + More +
           ")";
  };
  auto Pair = [](std::pair<unsigned, unsigned> P) {
    return std::to_string(P.first) + ", " + std::to_string(P.second);
  };
  switch (T.Kind) {
  case TensorTerm::View:
    return path(T.Source)->Host;
  case TensorTerm::Number:
    return "static_cast<" + typeName(T.Value) + ">(" + T.Text + ")";
  case TensorTerm::Elementwise: {
    static const std::pair<const char *, const char *> Signs[] = {
        {"plus", " + "},
        {"minus", " - "},
        {"times", " * "},
        {"divides", " / "}};
    for (auto [Name, Sign] : Signs)
      if (T.Function == Name)
        return "(" + hostText(T.Operands[0]) + Sign + hostText(T.Operands[1]) +
               ")";
    if (T.Function == "negate")
      return "(-" + hostText(T.Operands[0]) + ")";
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
                ", " + hostText(T.Lower[0]));
  case TensorTerm::Pad:
    return "::heddle::pad(" + hostText(T.Operands[0]) + ", " + Braces(T.Lower) +
           ", " + Braces(T.Upper) + ", " + hostText(T.Operands[1]) + ")";
  case TensorTerm::Named: {
    std::string Names;
    for (const VarDecl *Name : T.Names)
      Names += (Names.empty() ? "" : ", ") + Name->getNameAsString();
    return hostText(T.Operands[0]) + "(" + Names + ")";
  }
  }
  return "";
}

bool TensorBuilder::collectOperands(const CallExpr *E, Frame F) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getOperator() != OO_Call)
    return llvm::all_of(E->arguments(),
                        [&](const clang::Expr *A) { return collect(A, F); });
  if (!collect(Operator->getArg(0), F))
    return false;
  std::vector<const VarDecl *> Names;
  for (unsigned I = 1; I < Operator->getNumArgs(); ++I) {
    const clang::Expr *Name = Operator->getArg(I);
    Frame In = F;
    follow(Name, In);
    const auto *D = dyn_cast<DeclRefExpr>(Name);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && In)
      return refuseTerm(Name, "the index is none of the statement's; pass it",
                        In);
    // Two references may name one index.
    if (!V || V->getType()->isReferenceType())
      return refuseTerm(Name, "the name of an index is a variable", In);
    Names.push_back(cast<VarDecl>(V->getCanonicalDecl()));
  }
  Found.NameLists.push_back(std::move(Names));
  Found.NamedBy.push_back(E);
  return true;
}

std::optional<TensorTerm> TensorBuilder::numberTerm(const clang::Expr *E,
                                                    Frame F) {
  auto Refuse = [&](const char *Why) {
    refuseTerm(E, Why, F);
    return std::nullopt;
  };
  if (!onlyReads(E))
    return Refuse("it does more than read");
  TensorTerm Out;
  Out.Kind = TensorTerm::Number;
  Out.Value = E->getType().getCanonicalType().getUnqualifiedType();
  Out.Source = E;
  if (F) {
    std::optional<Fragment> Value = scalar(E, F);
    if (!Value)
      return std::nullopt;
    Out.Text = Value->Text;
    while (F->Caller)
      F = F->Caller;
    Out.Source = F->Call;
  } else {
    const clang::Expr *Written = skipMarkers(E)->IgnoreUnlessSpelledInSource();
    Out.Text = text(Written);
    Out.IsLiteral = isa<IntegerLiteral, FloatingLiteral>(Written) &&
                    Written->getBeginLoc().isFileID() &&
                    Ctx.hasSameUnqualifiedType(Written->getType(), Out.Value);
    if (Out.Text.find("//") != Out.Text.npos)
      return Refuse("it has a comment in it");
  }
  return Out;
}

/// elementwise(f, ...) with a function of the program.
bool TensorBuilder::collectFunction(const CallExpr *E, Frame F) {
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    if (!collect(E->getArg(I), F))
      return false;
  TensorTerm Function;
  Function.Call = E;
  Function.CallIn = F;
  Found.Functions.push_back(std::move(Function));
  return true;
}

/// E, which the host computes, with all that is in it.
std::optional<TensorTerm> TensorBuilder::readPart(const clang::Expr *E,
                                                  Frame F) {
  Collected Outside = std::exchange(Found, {});
  TensorTerm Part;
  const auto *Call = cast<CallExpr>(E);
  const IdentifierInfo *Name = Call->getDirectCallee()->getIdentifier();
  bool Understood =
      (Name && Name->isStr("elementwise") ? collectFunction(Call, F)
                                          : collectOperands(Call, F)) &&
      buildTerm(E->getType(), Part, /*IsPart=*/true);
  if (Understood && Found.NextFunction != 0)
    Understood = refuseTerm(
        E, "a function of the program computes one number; make it a variable",
        F);
  Found = std::move(Outside);
  return Understood ? std::optional(std::move(Part)) : std::nullopt;
}

bool TensorBuilder::collect(const clang::Expr *E, Frame F) {
  if (Found.Operands.size() > 1000)
    return refuseTerm(E, "more than 1000 operands", F);
  follow(E, F);
  QualType T = E->getType();
  if (T->isArithmeticType()) {
    std::optional<TensorTerm> Number = numberTerm(E, F);
    if (Number)
      Found.Operands.push_back(std::move(*Number));
    return Number.has_value();
  }
  llvm::StringRef Name = heddleTemplateName(T);
  if (isTensorType(T)) {
    std::optional<TensorTerm> View = storedTerm(E, F);
    if (View)
      Found.Operands.push_back(std::move(*View));
    return View.has_value();
  }
  if (!isNode(Name) && Name != "indexed" && Name != "indexed_target")
    return refuseTerm(E, "no tensor, and no number", F);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return refuseTerm(E,
                      "its operations are written elsewhere; write them in "
                      "the statement",
                      F);
  if (!isOfHeddle(Callee)) {
    Frame Inner = nullptr;
    const clang::Expr *Returned = enter(Call, F, Inner);
    return Returned && collect(Returned, Inner) && leave(Inner);
  }
  if (isNode(Name) && !isLabelled(T) && rankOf(heddleTemplate(T)) == 0) {
    size_t Entered = Frames.size();
    std::optional<TensorTerm> Part = readPart(E, F);
    if (!Part)
      return false;
    TensorTerm Out;
    Out.Kind = TensorTerm::Number;
    Out.Value = Part->Value;
    Out.Operands = {*Part};
    Out.Source = E;
    Out.Text = F || Frames.size() != Entered ? hostText(*Part) : text(E);
    while (F && (Out.Source = F->Call))
      F = F->Caller;
    if (Out.Text.find("//") != Out.Text.npos)
      return refuseTerm(E, "it has a comment in it");
    Found.Operands.push_back(std::move(Out));
    return true;
  }
  if (Callee->getIdentifier() && Callee->getName() == "elementwise")
    return collectFunction(Call, F);
  if (Name != "slice_node" && Name != "pad_node")
    return collectOperands(Call, F);
  TensorTerm Window;
  Window.Rank = rankOf(heddleTemplate(T)).value_or(0);
  if (!collect(Call->getArg(0), F) || !readWindow(Call, F, Window))
    return false;
  Found.Windows.push_back(std::move(Window));
  return true;
}

//===--- The structure ----------------------------------------------------===//

static bool isScalar(QualType T) {
  return heddleTemplateName(T) == "scalar" || T->isArithmeticType();
}

/// Out.Kind is what the type says of the next one.
bool TensorBuilder::takeOperand(TensorTerm &Out) {
  if (Found.NextOperand == Found.Operands.size())
    return refuseTerm(Assignment, "its operands are not found");
  const TensorTerm &Next = Found.Operands[Found.NextOperand++];
  bool IsNumber = Next.Kind == TensorTerm::Number;
  if (IsNumber != (Out.Kind == TensorTerm::Number) || Next.Rank != Out.Rank ||
      Next.Value != Out.Value)
    return refuseTerm(Assignment, "its operands are not those of its type");
  Out = Next;
  return true;
}

/// The node whose type is T, in the order of its operands. IsPart: a number is
/// read like other nodes.
bool TensorBuilder::buildTerm(QualType T, TensorTerm &Out, bool IsPart) {
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
    Rank = rankOf(D);
  bool IsNamed = Name == "indexed" || Name == "indexed_target";
  if ((Out.Value.isNull() && !IsNamed) || !Rank)
    return refuseTerm(Assignment, "an operand of an unknown type");
  Out.Rank = *Rank;
  llvm::SmallVector<TemplateArgument, 4> Args = argumentsOf(D);
  if (isScalar(T) ||
      (isNode(Name) && !Out.Labelled && Out.Rank == 0 && !IsPart)) {
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
    return refuseTerm(Assignment, ("'" + Name + "' is not mapped").str());
  }
  for (const TemplateArgument &A : llvm::ArrayRef(Args).drop_front(First))
    if (!buildTerm(A.getAsType(), Out.Operands.emplace_back()))
      return false;
  if (Out.Kind == TensorTerm::Elementwise && Out.Function.empty()) {
    if (Found.NextFunction == Found.Functions.size())
      return refuseTerm(Assignment, "its function is not found");
    Out.Call = Found.Functions[Found.NextFunction].Call;
    Out.CallIn = Found.Functions[Found.NextFunction++].CallIn;
  }
  if (Out.Kind == TensorTerm::Slice || Out.Kind == TensorTerm::Pad) {
    if (Found.NextWindow == Found.Windows.size() ||
        Found.Windows[Found.NextWindow].Kind != Out.Kind)
      return refuseTerm(Assignment, "its indices are not found");
    TensorTerm &Window = Found.Windows[Found.NextWindow++];
    Out.Lower = Window.Lower, Out.Upper = Window.Upper, Out.Step = Window.Step;
    llvm::append_range(Out.Operands, Window.Operands);
  }
  if (Out.Kind == TensorTerm::Named) {
    if (Found.NextNames == Found.NameLists.size() ||
        Found.NameLists[Found.NextNames].size() != Out.Operands.front().Rank)
      return refuseTerm(Assignment, "its indices are not found");
    Out.Value = Out.Operands.front().Value;
    Out.Names = Found.NameLists[Found.NextNames];
    Out.Source = Found.NamedBy[Found.NextNames++];
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

std::optional<TensorTerm> TensorBuilder::readTerm(const clang::Expr *E) {
  Found = {};
  TensorTerm Out;
  if (!collect(E, nullptr) || !buildTerm(E->getType(), Out))
    return std::nullopt;
  if (Found.NextOperand != Found.Operands.size() ||
      Found.NextNames != Found.NameLists.size() ||
      Found.NextWindow != Found.Windows.size() ||
      Found.NextFunction != Found.Functions.size()) {
    refuseTerm(E, "its operands are not those of its type");
    return std::nullopt;
  }
  joinProducts(Out, /*InProduct=*/false);
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
