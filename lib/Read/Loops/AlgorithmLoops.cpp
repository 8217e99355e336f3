//===- AlgorithmLoops.cpp - Calls of algorithms to Loops ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/AlgorithmLoops.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/AlgorithmRanges.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Functors.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/Reducers.h"
#include "Read/Loops/ScalarWrites.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// The parts of a call, before the loop.
struct AlgorithmParts {
  const Stmt *S;
  AlgorithmCall Call;
  llvm::SmallVector<Start, 2> Inputs;
  std::optional<Start> Output;
  ElementCount Count;
  bool Hidden = false; ///< names in the lambda hide those of the arrays

  /// All that says where elements are, and how many.
  llvm::SmallVector<const clang::Expr *, 4> ends() const {
    llvm::SmallVector<const clang::Expr *, 4> All = {Call.First};
    for (const clang::Expr *E : {Call.Last, Call.Output})
      if (E && E != Call.First)
        All.push_back(E);
    for (const clang::Expr *E : Call.Inputs)
      if (E != Call.First)
        All.push_back(E);
    return All;
  }
};

} // namespace

//===--- What may stand as it is ------------------------------------------===//

static void namesDeclaredIn(const Stmt *S, llvm::StringSet<> &Names) {
  const auto Add = [&](const Decl *D) {
    if (const auto *N = dyn_cast<NamedDecl>(D); N && N->getIdentifier())
      Names.insert(N->getName());
  };
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls()) {
      Add(Each);
      if (const auto *Several = dyn_cast<DecompositionDecl>(Each))
        llvm::for_each(Several->bindings(), Add);
    }
  for (const Stmt *Child : S->children())
    if (Child)
      namesDeclaredIn(Child, Names);
}

/// The part of E that names one of Names; null: there is none.
static const Stmt *namesakeIn(const Stmt *E, const llvm::StringSet<> &Names) {
  const ValueDecl *D = nullptr;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    D = R->getDecl();
  if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isImplicitAccess())
    D = M->getMemberDecl();
  if (D && D->getIdentifier() && Names.contains(D->getName()))
    return E;
  for (const Stmt *Child : E->children())
    if (Child)
      if (const Stmt *Found = namesakeIn(Child, Names))
        return Found;
  return nullptr;
}

/// The arguments are text that the loop can have in another order. Hidden: the
/// lambda declares what they name.
static bool checkTexts(NestReader &NR, AlgorithmParts &P) {
  llvm::SmallVector<const clang::Expr *, 4> All = P.ends();
  if (P.Call.Count)
    All.push_back(P.Call.Count);
  for (const clang::Expr *E : All)
    if (!isPlainText(NR, E)) {
      refuseCall(NR, E,
                 "'" + text(NR, E) + "' comes out of a macro, or has comments");
      return false;
    }
  const CXXMethodDecl *F = P.Call.called();
  if (!F)
    return true;
  llvm::StringSet<> Names;
  for (const ParmVarDecl *Each : F->parameters())
    if (Each->getIdentifier())
      Names.insert(Each->getName());
  namesDeclaredIn(F->getBody(), Names);
  if (P.Call.Assign && namesakeIn(P.Call.Assign->getLHS(), Names)) {
    refuseCall(NR, P.Call.Assign->getLHS(),
               "its lambda declares another '" +
                   text(NR, P.Call.Assign->getLHS()) + "'");
    return false;
  }
  P.Hidden = llvm::any_of(All, [&](const clang::Expr *E) {
    return namesakeIn(E, Names) != nullptr;
  });
  return true;
}

/// E is a variable or a member of an object that has a name.
static bool isNamedPlace(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *M = dyn_cast<MemberExpr>(E);
  return M ? isNamedPlace(M->getBase()) : isa<DeclRefExpr, CXXThisExpr>(E);
}

/// The call evaluates its value once, the loop again and again. A variable of
/// the elements' own type may be one of them: where all of these are set to it,
/// that changes nothing.
static bool checkValue(NestReader &NR, const AlgorithmParts &P,
                       const clang::Expr *Value) {
  const clang::Expr *E = skipTemporariesAnd(
      Value, [](const clang::Expr *C) -> const clang::Expr * {
        const auto *Cast = dyn_cast<ImplicitCastExpr>(C);
        return Cast && Cast->getCastKind() == CK_NoOp ? Cast->getSubExpr()
                                                      : nullptr;
      });
  const bool IsCopied =
      P.Output && P.Call.Name != "iota" && !P.Call.Old &&
      isa<DeclRefExpr, MemberExpr>(E) && isNamedPlace(E) &&
      NR.Ctx.hasSameUnqualifiedType(E->getType(), P.Output->Type) &&
      !E->getType().isVolatileQualified();
  if (!IsCopied && !isSteady(NR, Value)) {
    refuseCall(NR, Value,
               "'" + text(NR, Value) +
                   "' may be something else in each iteration; keep it in a "
                   "constant before");
    return false;
  }
  const QualType T = E->getType();
  if (P.Call.Name == "iota" ? T->isIntegralType(NR.Ctx) && !T->isBooleanType()
                            : T->isArithmeticType() || T->isEnumeralType())
    return true;
  refuseCall(NR, Value,
             P.Call.Name == "iota" ? "it counts in a type that is no integer"
                                   : "'" + text(NR, Value) + "' is no number");
  return false;
}

static bool checkOutput(NestReader &NR, const AlgorithmParts &P) {
  if (!P.Output ||
      ((P.Output->Type->isArithmeticType() ||
        (P.Output->Type->isEnumeralType() && P.Call.Name != "iota")) &&
       checkScalar(NR, P.Output->Type, P.Call.Output->getSourceRange())))
    return true;
  if (NR.Failed)
    return false;
  refuseCall(NR, P.Call.Output,
             "the elements of '" + text(NR, P.Call.Output) +
                 "' are no numbers");
  return false;
}

//===--- Reading ----------------------------------------------------------===//

static bool readParts(NestReader &NR, AlgorithmParts &P) {
  const AlgorithmCall &A = P.Call;
  if (A.Policy && !isa<DeclRefExpr>(A.Policy->IgnoreParenImpCasts())) {
    refuseCall(NR, A.Policy, "its policy is none that has a name");
    return false;
  }
  if (A.Functor) {
    const Stmt *Where = nullptr;
    if (const std::string Why = whyNoBody(NR, A, Where); !Why.empty()) {
      refuseCall(NR, Where, Why);
      return false;
    }
  }
  if ((A.reduces() && !checkReduction(NR, A)) || !checkTexts(NR, P))
    return false;
  std::optional<Start> From;
  for (const clang::Expr *E : A.Inputs) {
    std::optional<Start> Input = startAt(NR, E);
    if (!Input)
      return false;
    if (E == A.First)
      From = Input;
    P.Inputs.push_back(std::move(*Input));
  }
  if (A.Output && !(P.Output = startAt(NR, A.Output)))
    return false;
  if (!From)
    From = P.Output;
  if (!checkOutput(NR, P) || (A.Value && !checkValue(NR, P, A.Value)) ||
      (A.Old && !checkValue(NR, P, A.Old)))
    return false;
  std::optional<ElementCount> Count = countOf(NR, A, *From);
  P.Count = Count ? std::move(*Count) : ElementCount();
  return Count.has_value();
}

/// Evaluates what the call evaluates before its first step.
static void walkArguments(NestReader &NR, const AlgorithmParts &P) {
  const llvm::SaveAndRestore<bool> Keep(NR.Scope.InMappedHeader, true);
  nextStatement(NR);
  see(NR, P.Call.Call->getCallee());
  if (P.Call.Policy)
    see(NR, P.Call.Policy);
  for (const clang::Expr *E : P.ends())
    walkEnd(NR, E);
  if (P.Call.Count)
    read(NR, P.Call.Count);
  if (const LambdaExpr *L = P.Call.lambda())
    for (const clang::Expr *Init : L->capture_inits())
      if (Init)
        see(NR, Init);
  if (NR.Failed || NR.Nest->Accesses.empty())
    return;
  const Access &A = NR.Nest->Accesses.front();
  refuseCall(NR, P.S, "its arguments read '" + A.Text + "'");
}

/// The name of the counter: after the first parameter, or the array.
static const std::string &counterName(NestReader &NR, const AlgorithmParts &P) {
  const CXXMethodDecl *F = P.Call.called();
  const auto Parameters = F ? F->parameters() : llvm::ArrayRef<ParmVarDecl *>();
  Path Counter;
  Counter.Key =
      "index of " + std::to_string(P.S->getBeginLoc().getRawEncoding());
  Counter.Name = !Parameters.empty() && Parameters.front()->getIdentifier()
                     ? Parameters.front()->getName().str() + "_index"
                     : "element_index";
  Counter.Last = NR.In.Function;
  return kernelName(NR, Counter);
}

static Loop loopOf(NestReader &NR, const AlgorithmParts &P) {
  Loop L;
  L.Where = ref(NR, SourceRange(P.S->getBeginLoc(),
                                P.Call.Call->getCallee()->getEndLoc()));
  L.Name = counterName(NR, P);
  L.Type = Int64;
  L.CxxType = "long";
  L.NameWhere = L.Where;
  L.Init = constant(NR, 0, Int64, nullptr);
  L.CounterSide = counterExpr(0, Int64, L.NameWhere, L.Name);
  L.Rel = Relation::Lt;
  L.Bound = convert(NR, P.Count.Value, Int64);
  L.InitWhere = L.StepWhere = ref(NR, P.Call.First);
  L.CondWhere = ref(NR, P.Call.Last ? P.Call.Last : P.Call.Count);
  L.OmpCanonical = L.NameIsUnique = true;
  return L;
}

//===--- Text -------------------------------------------------------------===//

/// Where the loop's body stands, and what is left of the call behind it.
static bool setPlaces(NestReader &NR, const AlgorithmParts &P, Loop &L) {
  const Stmt *Body = textOf(P.S);
  const bool IsBlock = P.Call.Functor != nullptr;
  const SourceLocation Last = lastToken(NR, P.S);
  const std::optional<unsigned> Semicolon =
      Last.isValid() ? offset(NR, Last) : std::nullopt;
  auto Kept = Body ? offsets(NR, Body->getSourceRange()) : std::nullopt;
  const auto Old = Kept && P.Call.Old
                       ? offsets(NR, P.Call.Old->getSourceRange())
                       : std::nullopt;
  if (P.Call.Old)
    Kept = Old && Old->second < Kept->first
               ? std::optional(std::pair(Old->first, Kept->second))
               : std::nullopt;
  if (!Body && Semicolon)
    Kept = {*Semicolon, *Semicolon};
  if (!Semicolon || !Kept) {
    refuseCall(NR, P.S, "it comes out of a macro in part");
    return false;
  }
  L.HeaderEnd = L.BodyBegin = Kept->first;
  L.BodyEnd = L.TextEnd = *endOf(NR, Last);
  if (IsBlock) {
    L.BodyBegin = *endOf(NR, Body->getBeginLoc());
    L.BodyEnd = *offset(NR, Body->getEndLoc());
    L.TextEnd = Kept->second;
  }
  L.BodyLine = NR.SM.getPresumedLineNumber(
      NR.SM.getExpansionLoc(Body ? Body->getBeginLoc() : Last));
  NR.Spans.Cuts.push_back(
      {Kept->second, IsBlock ? *endOf(NR, Last) : *Semicolon, "", ""});
  return true;
}

/// The header that the call stands for.
static void noteHeader(NestReader &NR, const AlgorithmParts &P) {
  const Loop &L = NR.Nest->Loops.front();
  RangeText Text;
  Text.Count = 1;
  Text.Line = L.BodyLine;
  Text.Loops.push_back(
      {{"for (" + L.CxxType + " " + L.Name + " = 0; " + L.Name + " < ", 0, 0},
       {P.Count.Text, 0, 0, cxxText(*L.Bound, *NR.Nest)},
       {"; ++" + L.Name + ") ", 0, 0}});
  NR.Spans.RangeTexts.push_back(std::move(Text));
}

/// The element of From in the iteration.
static Elements elementOf(NestReader &NR, const Start &From) {
  const Loop &L = NR.Nest->Loops.front();
  Elements E;
  E.At = From.At;
  ExprRef &Last = E.At.Subs.back();
  const ExprRef Before = Last;
  Last = inScalars(NR, L.CounterSide, From.At, From.Type);
  if (!isZero(*Before))
    Last = node(NR, ExprKind::Add, Int64, {convert(NR, Before, Int64), Last},
                nullptr);
  E.At.Within = 0;
  E.Type = From.Type;
  const auto Subscript = [&](const std::string &Index) {
    return "[" + (Index.empty() ? "" : Index + " + ") + L.Name + "]";
  };
  E.Text = From.Text + Subscript(From.Index);
  E.Kernel = From.Kernel + Subscript(From.KernelIndex);
  return E;
}

/// Every iteration touches the element at P.
static bool isCertain(const NestReader &NR, const Position &P) {
  return llvm::any_of(NR.Nest->Accesses, [&](const Access &A) {
    return A.Array == P.Array && A.Subscripts == P.Subs && A.Guards.empty() &&
           !A.May && A.Loops == NR.Scope.LoopStack;
  });
}

/// E by a reference that is declared at byte Begin, where nothing hides the
/// array yet.
static void nameApart(NestReader &NR, Elements &E, unsigned Begin) {
  Path Alias;
  Alias.Key = "element of " + E.Text + std::to_string(Begin) +
              std::to_string(NR.Texts.Declarations.size());
  Alias.Name = NR.Nest->Arrays[E.At.Array].Name + "_element";
  Alias.Last = NR.In.Function;
  const std::string Name = kernelName(NR, Alias);
  const std::string Head = "auto &" + Name + " = ";
  NR.Texts.Declarations.push_back(
      {Begin, Begin, Head + E.Text + "; ", Head + E.Kernel + "; "});
  E.Text = E.Kernel = Name;
}

/// A step on the variable that the call is assigned to; its name, in the
/// function and in kernels.
static std::pair<std::string, std::string> recordStep(NestReader &NR,
                                                      const AlgorithmCall &A) {
  const clang::Expr *To = skipMarkers(A.Assign->getLHS());
  see(NR, To);
  useWrittenScalar(NR, To, AccessMode::ReadWrite);
  const std::optional<Path> P = path(NR, To);
  const auto Array = P ? NR.Memory.array(P->Key) : std::nullopt;
  if (!Array)
    return {};
  if (A.hasNoOrder() && !llvm::is_contained(NR.Nest->Annot.Reduce, *Array))
    NR.Nest->Annot.Reduce.push_back(*Array);
  return {text(NR, To), NR.Nest->Arrays[*Array].KernelName};
}

/// The body is the lambda's.
static void walkLambda(NestReader &NR, const AlgorithmParts &P) {
  const CXXMethodDecl *Called = P.Call.called();
  const unsigned Begin = NR.Nest->Loops.front().BodyBegin;
  llvm::SmallVector<Elements, 2> Inputs;
  for (const Start &From : P.Inputs)
    Inputs.push_back(elementOf(NR, From));
  std::optional<Elements> To;
  if (P.Output)
    To = elementOf(NR, *P.Output);
  if (P.Hidden) {
    for (Elements &From : Inputs)
      nameApart(NR, From, Begin);
    if (To)
      nameApart(NR, *To, Begin);
  }
  declareParameters(NR, Called, Inputs, Begin);
  FunctorTable &F = NR.Scope.Functor;
  F.Body = Called->getBody();
  F.Result = Called->getReturnType();
  if (To) {
    F.To = To->At;
    F.Text = To->Text;
    F.Kernel = To->Kernel;
  }
  if (P.Call.reduces()) {
    F.To.emplace();
    std::tie(F.Text, F.Kernel) = recordStep(NR, P.Call);
  }
  NR.Scope.Privates.Body = F.Body;
  walk(NR, F.Body);
  // There is each element, whatever the lambda does with it.
  for (const Elements &From : Inputs)
    if (!NR.Nest->Arrays[From.At.Array].Records && !isCertain(NR, From.At))
      recordUnnamed(NR, From.At, /*IsWrite=*/false, P.S, From.Text);
  // Each way through the lambda ends with a value.
  if (To)
    recordUnnamed(NR, To->At, /*IsWrite=*/true, P.S, To->Text);
}

/// The body combines the variable with the elements, or counts those that equal
/// the value.
static void walkReduction(NestReader &NR, const AlgorithmParts &P) {
  const unsigned Begin = NR.Nest->Loops.front().BodyBegin;
  const auto [Name, Kernel] = recordStep(NR, P.Call);
  const StoreText Open = storeText(NR, P.Call, Name, TextOf::Function),
                  InKernel = storeText(NR, P.Call, Kernel, TextOf::Kernel);
  const bool Counts = P.Call.isCount();
  const auto Add = [&](const std::string &Text, const std::string &InKernels,
                       std::vector<unsigned> Reads) {
    NR.Texts.Declarations.push_back(
        {Begin, Begin, Text, InKernels, std::move(Reads)});
  };
  Add(Open.Before, InKernel.Before, {});
  std::string Between;
  for (auto [From, E] : llvm::zip(P.Inputs, P.Call.Inputs)) {
    if (!checkScalar(NR, From.Type, E->getSourceRange()))
      return;
    const Elements X = elementOf(NR, From);
    Add(Between + X.Text, Between + X.Kernel,
        {recordUnnamed(NR, X.At, /*IsWrite=*/false, P.S, X.Text)});
    Between = " * ";
  }
  if (!Counts)
    return Add(Open.After, InKernel.After, {});
  Add(" == (", " == (", {});
  readOperand(NR, P.Call.Value);
  NR.Spans.Cuts.back().Text = ")" + Open.After;
}

/// The body assigns the output what is copied there.
static void walkCopy(NestReader &NR, const AlgorithmParts &P) {
  const unsigned Begin = NR.Nest->Loops.front().BodyBegin;
  const Elements To = elementOf(NR, *P.Output),
                 From = elementOf(NR, P.Inputs.front());
  if (!checkScalar(NR, From.Type, P.Call.First->getSourceRange()))
    return;
  const unsigned Read =
      recordUnnamed(NR, From.At, /*IsWrite=*/false, P.S, From.Text);
  recordUnnamed(NR, To.At, /*IsWrite=*/true, P.S, To.Text);
  NR.Texts.Declarations.push_back(
      {Begin, Begin, To.Text + " = ", To.Kernel + " = "});
  NR.Texts.Declarations.push_back(
      {Begin, Begin, From.Text, From.Kernel, {Read}});
}

/// The text in front of the value that iota begins with, and behind it.
static std::optional<std::pair<std::string, std::string>>
aroundFirstValue(NestReader &NR, const clang::Expr *Value) {
  const QualType T = skipMarkers(Value)->getType().getUnqualifiedType();
  const std::optional<std::string> Type =
      spellOrRefuse(NR, T, T, Value->getSourceRange());
  if (!Type)
    return std::nullopt;
  const bool IsTight =
      isa<DeclRefExpr, IntegerLiteral>(Value->IgnoreUnlessSpelledInSource());
  return std::pair("static_cast<" + *Type + (IsTight ? ">(" : ">(("),
                   (IsTight ? " + " : ") + ") + NR.Nest->Loops.front().Name +
                       ")");
}

/// The body assigns the output the value.
static void walkValue(NestReader &NR, const AlgorithmParts &P) {
  const unsigned Begin = NR.Nest->Loops.front().BodyBegin;
  const Elements To = elementOf(NR, *P.Output);
  readOperand(NR, P.Call.Value);
  std::string Open = " = ";
  if (P.Call.Name == "iota") {
    const auto Around = aroundFirstValue(NR, P.Call.Value);
    if (!Around)
      return;
    Open += Around->first;
    NR.Spans.Cuts.back().Text = Around->second;
  }
  recordUnnamed(NR, To.At, /*IsWrite=*/true, P.S, To.Text);
  NR.Texts.Declarations.push_back(
      {Begin, Begin, To.Text + Open, To.Kernel + Open});
}

/// The body assigns the element the value, where it equals the other one.
static void walkReplaced(NestReader &NR, const AlgorithmParts &P) {
  const unsigned Begin = NR.Nest->Loops.front().BodyBegin;
  const Elements At = elementOf(NR, *P.Output);
  const unsigned Read =
      recordUnnamed(NR, At.At, /*IsWrite=*/false, P.S, At.Text);
  readOperand(NR, P.Call.Old);
  pushGuard(
      NR,
      opaque(IntType{1, false}, ref(NR, P.Call.Old), At.Text, DependsOnArray),
      /*Negated=*/false);
  readOperand(NR, P.Call.Value);
  recordUnnamed(NR, At.At, /*IsWrite=*/true, P.S, At.Text);
  NR.Scope.popGuard();
  NR.Texts.Declarations.push_back({Begin,
                                   Begin,
                                   "if (" + At.Text + " == (",
                                   "if (" + At.Kernel + " == (",
                                   {Read}});
  NR.Spans.Cuts.back().Text = ")";
  NR.Spans.Cuts.push_back({offsets(NR, P.Call.Old->getSourceRange())->second,
                           offsets(NR, P.Call.Value->getSourceRange())->first,
                           ")) " + At.Text + " = (",
                           ")) " + At.Kernel + " = ("});
}

const Stmt *textOf(const Stmt *S) {
  const std::optional<AlgorithmCall> A = algorithmCall(S);
  if (!A || A->Value)
    return A ? A->Value : S;
  const CXXMethodDecl *F = A->called();
  return F ? F->getBody() : nullptr;
}

void walkAlgorithm(NestReader &NR, const Stmt *S) {
  AlgorithmParts P;
  P.S = S;
  P.Call = *algorithmCall(S);
  if (!readParts(NR, P))
    return;
  Loop L = loopOf(NR, P);
  if (const Expr *Found = findOpaque(*L.Bound)) {
    NR.error(DiagID::HD208, Found->Where, L.Name, Found->Why);
    return;
  }
  if (!setPlaces(NR, P, L))
    return;
  walkArguments(NR, P);
  if (NR.Failed)
    return;
  NR.Nest->Loops.push_back(std::move(L));
  NR.Nest->PerfectDepth = 1;
  NR.Scope.LoopStack.push_back(0);
  noteHeader(NR, P);
  nextStatement(NR);
  if (P.Call.reduces())
    setFirstValue(NR, P.Call);
  if (P.Call.Functor)
    walkLambda(NR, P);
  else if (P.Call.reduces())
    walkReduction(NR, P);
  else if (P.Call.Old)
    walkReplaced(NR, P);
  else if (P.Call.Value)
    walkValue(NR, P);
  else
    walkCopy(NR, P);
  NR.Scope.LoopStack.clear();
}

} // namespace heddle
