//===- AlgorithmLoops.cpp - Calls of algorithms to Loops ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/AlgorithmLoops.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Functors.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/PointerLoops.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// The first of consecutive elements: element Index of what Text names, in
/// kernels element KernelIndex of Kernel. An empty index is 0.
struct Start {
  Position At;
  QualType Type; ///< of an element
  std::string Text, Index, Kernel, KernelIndex;
};

/// The parts of a call, before the loop.
struct AlgorithmParts {
  const Stmt *S;
  AlgorithmCall Call;
  llvm::SmallVector<Start, 2> Inputs;
  std::optional<Start> Output;
  ExprRef Count;
  std::string CountText;

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

static void refuseCall(NestReader &NR, const Stmt *Where, llvm::StringRef Why) {
  NR.error(DiagID::HD243, ref(NR, Where), Why);
}

//===--- Ranges -----------------------------------------------------------===//

/// An end of an array that is an object, `std::begin(a)` or `a.end()`.
static std::optional<Position> arrayEnd(NestReader &NR, const clang::Expr *E) {
  bool IsEnd = false;
  const clang::Expr *Object = containerAt(skipTemporaries(E), IsEnd);
  const auto *A =
      Object ? NR.Ctx.getAsConstantArrayType(Object->getType()) : nullptr;
  const std::optional<Container> C =
      Object && !A ? containerOf(NR.Ctx, Object->getType(), Object->getType())
                   : std::nullopt;
  if (!A && !(C && C->Inline))
    return std::nullopt;
  std::optional<Position> P =
      attempt(NR, [&] {
        std::optional<Position> At =
            A ? lvalue(NR, Object, /*Evaluate=*/false)
              : container(NR, Object, /*Evaluate=*/false);
        if (At && A && !At->Private)
          At->Subs.push_back(constant(NR, 0, Int64, nullptr));
        return At;
      }).first;
  if (!P || P->Private || P->Subs.size() != 1)
    return std::nullopt;
  const uint64_t Extent = A ? A->getSize().getZExtValue() : *C->Extent;
  if (IsEnd)
    P->Subs.back() = inScalars(
        NR, constant(NR, static_cast<int64_t>(Extent), Int64, nullptr), *P,
        A ? A->getElementType() : C->Element);
  return P;
}

/// Where E leads before the loop.
static std::optional<Position> endAt(NestReader &NR, const clang::Expr *E) {
  if (std::optional<Position> P = arrayEnd(NR, E))
    return P;
  return E->getType()->isPointerType() || isIterator(E->getType())
             ? placeOf(NR, E)
             : std::nullopt;
}

namespace {

/// An iterator, as the source has it, as an index of a container or an array
/// that has a name. An empty index is 0.
struct NamedPlace {
  const clang::Expr *Object;
  std::string Index;
};

} // namespace

static std::optional<NamedPlace> namedPlace(const NestReader &NR,
                                            const clang::Expr *E) {
  E = skipTemporariesAnd(E, [](const clang::Expr *C) -> const clang::Expr * {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(C);
    const auto *Made = dyn_cast<CXXConstructExpr>(C);
    const clang::Expr *From = Cast ? Cast->getSubExpr()
                              : Made && Made->getNumArgs() == 1
                                  ? Made->getArg(0)
                                  : nullptr;
    return From && isIterator(From->getType()) ? From : nullptr;
  });
  bool IsEnd = false;
  if (const clang::Expr *Object = containerAt(E, IsEnd)) {
    const auto *A = NR.Ctx.getAsConstantArrayType(Object->getType());
    return NamedPlace{Object, !IsEnd ? ""
                              : A ? std::to_string(A->getSize().getZExtValue())
                                  : "static_cast<long>(" + text(NR, Object) +
                                        ".size())"};
  }
  const auto *Sum = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Sum || Sum->getNumArgs() != 2 || !isIterator(Sum->getArg(0)->getType()))
    return std::nullopt;
  std::optional<NamedPlace> P = namedPlace(NR, Sum->getArg(0));
  if (!P)
    return std::nullopt;
  const std::string By =
      isLiteral(Sum->getArg(1), NR.SM)
          ? text(NR, Sum->getArg(1))
          : "static_cast<long>(" + text(NR, Sum->getArg(1)) + ")";
  if (Sum->getOperator() == OO_Minus)
    P->Index = (P->Index.empty() ? "0" : P->Index) + " - " + By;
  else
    P->Index += (P->Index.empty() ? "" : " + ") + By;
  return P;
}

static std::optional<Start> startAt(NestReader &NR, const clang::Expr *E) {
  const std::optional<Position> P = endAt(NR, E);
  // The last dimension of structures numbers what is in them.
  const size_t Has = P ? P->Subs.size() + NR.Nest->Arrays[P->Array].Records : 0;
  if (!P || Has != NR.Nest->Arrays[P->Array].Extents.size()) {
    refuseCall(NR, E,
               "'" + text(NR, E) +
                   "' is no pointer or iterator into an array that stays where "
                   "it is");
    return std::nullopt;
  }
  Start Found;
  Found.At = *P;
  Found.Type = pointee(skipTemporaries(E)->getType());
  const std::optional<NamedPlace> Named = namedPlace(NR, E);
  Found.Text = Named ? text(NR, Named->Object) : operand(NR, E);
  Found.Index = Named ? Named->Index : "";
  Found.Kernel = NR.Nest->Arrays[P->Array].KernelName;
  if (const ExprRef Before = inElements(NR, P->Subs.back(), *P, Found.Type);
      !isZero(*Before))
    Found.KernelIndex = cxxText(*Before, *NR.Nest);
  return Found;
}

/// How many elements there are, from `last`.
static bool measure(NestReader &NR, AlgorithmParts &P, const Start &From) {
  const clang::Expr *First = P.Call.First, *Last = P.Call.Last;
  const std::optional<Position> To = endAt(NR, Last);
  if (!To || To->Array != From.At.Array) {
    refuseCall(NR, Last,
               "that '" + text(NR, Last) + "' is in the array of '" +
                   text(NR, First) + "' is not known");
    return false;
  }
  P.Count =
      inElements(NR, scalarsBetween(NR, From.At, *To), From.At, From.Type);
  const std::optional<NamedPlace> Begin = namedPlace(NR, First),
                                  End = namedPlace(NR, Last);
  if (P.Count->Kind == ExprKind::Const)
    P.CountText = std::to_string(P.Count->Value);
  else if (Begin && End)
    P.CountText = (End->Index.empty() ? "0" : End->Index) +
                  (Begin->Index.empty() ? "" : " - (" + Begin->Index + ")");
  else
    P.CountText = operand(NR, Last) + " - " + operand(NR, First);
  return true;
}

/// E is the same whenever it is evaluated.
static bool isSteady(const NestReader &NR, const Stmt *E) {
  // A container has as many elements as long as it has these.
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const clang::Expr *Object = measuredContainer(NR.Ctx, Call))
      return isa<DeclRefExpr, MemberExpr>(Object);
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, MemberExpr,
          ArraySubscriptExpr, CXXThisExpr>(E))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_Deref ||
            U->getOpcode() == UO_AddrOf))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return false;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V)
      return isa<EnumConstantDecl>(D->getDecl());
    const QualType T = V->getType();
    return !T->isReferenceType() && !T.isVolatileQualified() &&
           (T.isConstQualified() ||
            (V->hasLocalStorage() && V->getDeclContext() == NR.In.Function &&
             !NR.Facts.escape(V)));
  }
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || isSteady(NR, Child);
  });
}

/// The same from `n`.
static bool count(NestReader &NR, AlgorithmParts &P) {
  const clang::Expr *N = P.Call.Count;
  const std::optional<IntType> Type = intType(NR, N->getType());
  P.Count = Type ? convert(NR, expr(NR, N), Int64) : nullptr;
  if (!P.Count || (!findOpaque(*P.Count) && !isStable(*P.Count, *NR.Nest) &&
                   !isSteady(NR, N))) {
    refuseCall(NR, N,
               "'" + text(NR, N) +
                   "' is no integer that stays what it is; keep it in a "
                   "constant before");
    return false;
  }
  P.CountText = isLiteral(N, NR.SM) ? text(NR, N)
                                    : "static_cast<long>(" + text(NR, N) + ")";
  return true;
}

//===--- What may stand as it is ------------------------------------------===//

static void namesDeclaredIn(const Stmt *S, llvm::StringSet<> &Names) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *N = dyn_cast<NamedDecl>(Each); N && N->getIdentifier())
        Names.insert(N->getName());
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

/// The arguments are text that the loop can have in another order, and nothing
/// of the lambda hides what they name.
static bool checkTexts(NestReader &NR, const AlgorithmParts &P) {
  llvm::SmallVector<const clang::Expr *, 4> All = P.ends();
  if (P.Call.Count)
    All.push_back(P.Call.Count);
  for (const clang::Expr *E : All)
    if (!isPlainText(NR, E)) {
      refuseCall(NR, E,
                 "'" + text(NR, E) + "' comes out of a macro, or has comments");
      return false;
    }
  const LambdaExpr *L = P.Call.lambda();
  if (!L)
    return true;
  llvm::StringSet<> Names;
  for (const ParmVarDecl *Each : L->getCallOperator()->parameters())
    if (Each->getIdentifier())
      Names.insert(Each->getName());
  namesDeclaredIn(L->getBody(), Names);
  for (const clang::Expr *E : All)
    if (const Stmt *Other = namesakeIn(E, Names)) {
      refuseCall(NR, Other,
                 "its lambda declares another '" + text(NR, Other) +
                     "'; give that another name");
      return false;
    }
  return true;
}

/// The call evaluates its value once, the loop again and again. A variable of
/// the elements' own type may be one of them: that changes nothing.
static bool checkValue(NestReader &NR, const AlgorithmParts &P) {
  const clang::Expr *Value = P.Call.Value;
  const clang::Expr *E = skipMarkers(Value);
  const bool IsCopied =
      P.Call.Name != "iota" && isa<DeclRefExpr>(E) &&
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
  if (!P.Output || P.Output->Type->isArithmeticType() ||
      (P.Output->Type->isEnumeralType() && P.Call.Name != "iota"))
    return true;
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
  if (!checkTexts(NR, P))
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
  return checkOutput(NR, P) && (!A.Value || checkValue(NR, P)) &&
         (A.Last ? measure(NR, P, *From) : count(NR, P));
}

/// Evaluates what the call evaluates before its first step.
static void walkArguments(NestReader &NR, const AlgorithmParts &P) {
  const llvm::SaveAndRestore<bool> Keep(NR.Scope.InMappedHeader, true);
  nextStatement(NR);
  see(NR, P.Call.Call->getCallee());
  if (P.Call.Policy)
    see(NR, P.Call.Policy);
  for (const clang::Expr *E : P.ends()) {
    see(NR, E);
    if (E->getType()->isPointerType() && !arrayEnd(NR, E))
      pointer(NR, E, /*Evaluate=*/true);
  }
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
  const LambdaExpr *L = P.Call.lambda();
  const auto Parameters =
      L ? L->getCallOperator()->parameters() : llvm::ArrayRef<ParmVarDecl *>();
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
  L.Bound = convert(NR, P.Count, Int64);
  L.InitWhere = L.StepWhere = ref(NR, P.Call.First);
  L.CondWhere = ref(NR, P.Call.Last ? P.Call.Last : P.Call.Count);
  L.OmpCanonical = L.NameIsUnique = true;
  return L;
}

//===--- Text -------------------------------------------------------------===//

/// Where the loop's body stands, and what is left of the call behind it.
static bool setPlaces(NestReader &NR, const AlgorithmParts &P, Loop &L) {
  const LambdaExpr *Functor = P.Call.lambda();
  const SourceLocation Last = lastToken(NR, P.S);
  const std::optional<unsigned> Semicolon =
      Last.isValid() ? offset(NR, Last) : std::nullopt;
  const auto Kept =
      Functor ? offsets(NR, Functor->getBody()->getSourceRange())
      : P.Call.Value && Semicolon ? offsets(NR, P.Call.Value->getSourceRange())
      : Semicolon ? std::optional(std::pair(*Semicolon, *Semicolon))
                  : std::nullopt;
  if (!Semicolon || !Kept) {
    refuseCall(NR, P.S, "it comes out of a macro in part");
    return false;
  }
  L.TextBegin = 0;
  L.HeaderEnd = Kept->first;
  L.BodyBegin =
      Functor ? *endOf(NR, Functor->getBody()->getBeginLoc()) : Kept->first;
  L.BodyEnd =
      Functor ? *offset(NR, Functor->getBody()->getEndLoc()) : *endOf(NR, Last);
  L.TextEnd = Functor ? Kept->second : L.BodyEnd;
  const Stmt *Body = Functor        ? Functor->getBody()
                     : P.Call.Value ? static_cast<const Stmt *>(P.Call.Value)
                                    : P.S;
  L.BodyLine = NR.SM.getPresumedLineNumber(NR.SM.getExpansionLoc(
      Functor || P.Call.Value ? Body->getBeginLoc() : Last));
  const unsigned End = Functor ? *endOf(NR, Last) : *Semicolon;
  NR.Spans.Cuts.push_back({Kept->second, End, "", ""});
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
       {P.CountText, 0, 0, cxxText(*L.Bound, *NR.Nest)},
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

/// The body is the lambda's.
static void walkLambda(NestReader &NR, const AlgorithmParts &P) {
  const LambdaExpr *L = P.Call.lambda();
  llvm::SmallVector<Elements, 2> Inputs;
  for (const Start &From : P.Inputs)
    Inputs.push_back(elementOf(NR, From));
  declareParameters(NR, L, Inputs, NR.Nest->Loops.front().BodyBegin);
  FunctorTable &F = NR.Scope.Functor;
  F.Body = L->getBody();
  F.Result = L->getCallOperator()->getReturnType();
  if (P.Output) {
    const Elements To = elementOf(NR, *P.Output);
    F.To = To.At;
    F.Text = To.Text;
    F.Kernel = To.Kernel;
  }
  NR.Scope.Privates.Body = F.Body;
  walk(NR, F.Body);
  // There is each element, whatever the lambda does with it.
  for (const Elements &From : Inputs)
    if (!NR.Nest->Arrays[From.At.Array].Records && !isCertain(NR, From.At))
      recordUnnamed(NR, From.At, /*IsWrite=*/false, P.S, From.Text);
  // Each way through the lambda ends with a value.
  if (F.To)
    recordUnnamed(NR, *F.To, /*IsWrite=*/true, P.S, F.Text);
}

/// The body assigns the output a value, or what is copied there.
static void walkAssignment(NestReader &NR, const AlgorithmParts &P) {
  const Loop &L = NR.Nest->Loops.front();
  const Elements To = elementOf(NR, *P.Output);
  std::string Text = To.Text + " = ", Kernel = To.Kernel + " = ";
  nextStatement(NR);
  if (!P.Call.Value) {
    const Elements From = elementOf(NR, P.Inputs.front());
    if (!checkScalar(NR, From.Type, P.Call.First->getSourceRange()))
      return;
    recordUnnamed(NR, From.At, /*IsWrite=*/false, P.S, From.Text);
    Text += From.Text;
    Kernel += From.Kernel;
  } else {
    readOperand(NR, P.Call.Value);
  }
  if (P.Call.Name == "iota") {
    const QualType T = skipMarkers(P.Call.Value)->getType();
    const std::optional<std::string> Type =
        spell(NR, T.getUnqualifiedType(), T.getUnqualifiedType());
    if (!Type)
      return NR.error(DiagID::HD157, ref(NR, P.Call.Value),
                      T.getAsString(NR.Ctx.getPrintingPolicy())),
             void();
    const bool IsTight = isa<DeclRefExpr, IntegerLiteral>(
        P.Call.Value->IgnoreUnlessSpelledInSource());
    const std::string Open = "static_cast<" + *Type + (IsTight ? ">(" : ">((");
    Text += Open;
    Kernel += Open;
    NR.Spans.Cuts.back().Text = (IsTight ? " + " : ") + ") + L.Name + ")";
  }
  if (checkScalar(NR, To.Type, P.Call.Output->getSourceRange()))
    recordUnnamed(NR, To.At, /*IsWrite=*/true, P.S, To.Text);
  NR.Texts.Declarations.push_back({L.BodyBegin, L.BodyBegin, Text, Kernel});
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
  if (P.Call.Functor)
    walkLambda(NR, P);
  else
    walkAssignment(NR, P);
  NR.Scope.LoopStack.clear();
}

} // namespace heddle
