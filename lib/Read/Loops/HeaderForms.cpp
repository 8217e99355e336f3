//===- HeaderForms.cpp - Headers with more than a counter -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/HeaderForms.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Declarations.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Loops/PointerLoops.h"
#include "Read/Loops/VariableSteps.h"
#include "Read/Memory/Containers.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

} // namespace

llvm::SmallVector<const VarDecl *, 2> declaredBy(const ForStmt *For) {
  llvm::SmallVector<const VarDecl *, 2> Variables;
  if (const auto *S = dyn_cast_or_null<DeclStmt>(For->getInit()))
    for (const Decl *D : S->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Variables.push_back(V);
  return Variables;
}

bool hasOtherForm(const ForStmt *For) {
  const llvm::SmallVector<const VarDecl *, 2> Variables = declaredBy(For);
  return Variables.size() > 1 ||
         (Variables.size() == 1 && isPointerLike(Variables[0])) ||
         hasVariableStep(For);
}

/// E mentions a variable of the header.
bool mentionsHeader(const Stmt *E, const ForStmt *For) {
  const ValueDecl *Named = nullptr;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    Named = D->getDecl();
  if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isImplicitAccess())
    Named = M->getMemberDecl();
  if (Named && llvm::any_of(declaredBy(For), [&](const VarDecl *V) {
        return V->getIdentifier() == Named->getIdentifier();
      }))
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    return Child && mentionsHeader(Child, For);
  });
}

/// A name in E comes out of a macro.
static bool hasHiddenName(const Stmt *E) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return D->getLocation().isMacroID();
  return llvm::any_of(E->children(), [](const Stmt *Child) {
    return Child && hasHiddenName(Child);
  });
}

bool isPlainText(const NestReader &NR, const clang::Expr *E) {
  const std::string Written = text(NR, E);
  const llvm::StringRef Text = Written;
  return offsets(NR, E->getSourceRange()) && !hasHiddenName(E) &&
         !Text.contains("//") && !Text.contains("/*") && !Text.contains('#') &&
         !Text.contains('\\');
}

/// V is written nowhere but by Increment, which may be null.
bool isWrittenOnlyBy(const NestReader &NR, const VarDecl *V,
                     const clang::Expr *Increment) {
  return !NR.Facts.escape(V) &&
         llvm::all_of(NR.Facts.writes(V), [&](const clang::Expr *Write) {
           return Increment && NR.Facts.isWithin(Write, Increment);
         });
}

bool isOrdinary(const NestReader &NR, const VarDecl *V) {
  return V->hasInit() && !isa<InitListExpr>(V->getInit()->IgnoreImplicit()) &&
         isPlainText(NR, V->getInit()) && V->hasLocalStorage() &&
         V->attrs().empty() && !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType() && V->getIdentifier();
}

//===--- Other variables of integers --------------------------------------===//

/// Whether the sum of a first value and Factor for each unit that the counter
/// is away from where it began can be computed in the type of both. In a signed
/// type that which is added may overflow where the sum does not.
static bool isInType(const Loop &L, int64_t Factor) {
  return !L.Type.Signed || (isZero(*L.Init) && std::abs(Factor) == 1);
}

/// That sum.
static ExprRef movedBy(const NestReader &NR, const ExprRef &First,
                       int64_t Factor, const Loop &L) {
  const IntType Wide = isInType(L, Factor) ? L.Type : Int64;
  ExprRef Moved = convert(NR, L.CounterSide, Wide);
  if (!isZero(*L.Init))
    Moved = node(NR, ExprKind::Sub, Wide, {Moved, convert(NR, L.Init, Wide)},
                 nullptr);
  if (std::abs(Factor) != 1)
    Moved =
        node(NR, ExprKind::Mul, Wide,
             {constant(NR, std::abs(Factor), Wide, nullptr), Moved}, nullptr);
  return convert(NR,
                 node(NR, Factor < 0 ? ExprKind::Sub : ExprKind::Add, Wide,
                      {convert(NR, First, Wide), Moved}, nullptr),
                 L.Type);
}

/// V, which the header declares besides the counter of L, and its value in an
/// iteration. None: that is not understood.
static std::optional<LoopHeaders::Beside>
valueOf(NestReader &NR, const ForStmt *For, const VarDecl *V, const Loop &L) {
  const std::optional<IntType> Type = intType(NR, V->getType());
  const clang::Expr *Increment = incrementOf(For, V);
  if (!isOrdinary(NR, V) || !Type || !(*Type == L.Type) ||
      !isWrittenOnlyBy(NR, V, Increment) || mentionsHeader(V->getInit(), For))
    return std::nullopt;
  const ExprRef Init = convert(NR, expr(NR, V->getInit()), *Type);
  // The text evaluates it again and again.
  if (findOpaque(*Init) || namesMoved(NR, V->getInit()) ||
      (!isStable(*Init, *NR.Nest) &&
       !measuredContainer(NR.Ctx, V->getInit()->IgnoreImpCasts())))
    return std::nullopt;
  if (!Increment)
    return LoopHeaders::Beside{V, Init, 0};
  if (const clang::Expr *Amount = stepAmount(For, V);
      Amount && mentionsHeader(Amount, For))
    return std::nullopt;
  const clang::Expr *Cause = nullptr;
  const std::optional<int64_t> Step = stepOf(NR, Increment, V, *Type, Cause);
  if (!Step || *Step % L.Step != 0 || *Step > MaxStride || *Step < -MaxStride)
    return std::nullopt;
  // Steps that a template's arguments choose are not taken here.
  if (isInstantiation(NR))
    for (const VarDecl *Moved : {V, counterOf(NR, For).first})
      if (const clang::Expr *Amount = stepAmount(For, Moved);
          Amount && !isLiteral(Amount, NR.SM))
        return std::nullopt;
  const int64_t Factor = *Step / L.Step;
  return LoopHeaders::Beside{V, movedBy(NR, Init, Factor, L), Factor};
}

/// A variable that the header declares besides the one that counts.
static void refuseBeside(NestReader &NR, const VarDecl *V) {
  NR.error(DiagID::HD201, ref(NR, V->getSourceRange()))
      .note(
          ref(NR, SourceRange(V->getLocation())),
          "'" + V->getName().str() +
              "' is neither constant nor an integer that moves by a constant");
}

/// Nobody asks for V, and its first value is an integer that is known before.
static bool isIdle(NestReader &NR, const VarDecl *V, const ForStmt *For) {
  return isOrdinary(NR, V) && V->getType()->isIntegerType() &&
         !findOpaque(*expr(NR, V->getInit())) &&
         isWrittenOnlyBy(NR, V, incrementOf(For, V)) &&
         !NR.Facts.isMentionedIn(V, For->getBody()) &&
         !NR.Facts.isMentionedIn(V, For->getCond());
}

static std::optional<LoopHeaders> readIntegers(NestReader &NR,
                                               const ForStmt *For, bool Must) {
  std::optional<Loop> L = readHeader(NR, For, Must);
  if (!L)
    return std::nullopt;
  LoopHeaders H;
  H.IsForm = true;
  H.Counters.push_back(counterOf(NR, For).first);
  // Such a loop in the thread keeps its text.
  if (!Must && (L->DataDependent || findOpaque(*L->Init) ||
                findOpaque(*L->CounterSide) || findOpaque(*L->Bound))) {
    NR.Scope.Counters.erase(H.Counters.front());
    return std::nullopt;
  }
  Loop Counted = *L;
  Counted.CounterSide =
      counterExpr(static_cast<unsigned>(NR.Nest->Loops.size()), L->Type,
                  L->NameWhere, L->Name);
  const clang::Expr *Begin = H.Counters.front()->getInit();
  const bool IsPlain = isPlainText(NR, For->getCond()) &&
                       isPlainText(NR, For->getInc()) &&
                       isPlainText(NR, Begin) && !mentionsHeader(Begin, For);
  for (const VarDecl *V : declaredBy(For)) {
    if (V == H.Counters.front() || (IsPlain && isIdle(NR, V, For)))
      continue;
    std::optional<LoopHeaders::Beside> Value =
        IsPlain ? valueOf(NR, For, V, Counted) : std::nullopt;
    if (!Value) {
      if (Must)
        refuseBeside(NR, V);
      NR.Scope.Counters.erase(H.Counters.front());
      return std::nullopt;
    }
    H.DeclaresInBody |= NR.Facts.isMentionedIn(V, For->getBody());
    H.Besides.push_back(std::move(*Value));
  }
  H.Loops.push_back(std::move(*L));
  return H;
}

LoopHeaders countedLoop(NestReader &NR, const ForStmt *For, const VarDecl *V,
                        llvm::StringRef Suffix, llvm::StringRef CxxType) {
  Path Counter;
  Counter.Key =
      "counter of " + std::to_string(V->getLocation().getRawEncoding());
  Counter.Name = (V->getName() + Suffix).str();
  Counter.Last = V;
  Loop L;
  L.Where = ref(NR, SourceRange(For->getForLoc(), For->getRParenLoc()));
  L.Name = kernelName(NR, Counter);
  L.Type = Int64;
  L.CxxType = CxxType.str();
  L.NameWhere = ref(NR, SourceRange(V->getLocation()));
  L.Init = constant(NR, 0, Int64, nullptr);
  L.CounterSide = counterExpr(static_cast<unsigned>(NR.Nest->Loops.size()),
                              L.Type, L.NameWhere, L.Name);
  L.InitWhere = ref(NR, V->getInit());
  L.CondWhere = ref(NR, For->getCond());
  L.StepWhere = ref(NR, For->getInc());
  LoopHeaders H;
  H.IsForm = H.DeclaresInBody = true;
  H.Counters.push_back(V);
  H.Loops.push_back(std::move(L));
  return H;
}

std::optional<LoopHeaders> readForm(NestReader &NR, const ForStmt *For,
                                    bool Must) {
  if (isPointerLike(declaredBy(For).front()))
    return readPointers(NR, For, Must);
  return hasVariableStep(For) ? readSteps(NR, For, Must)
                              : readIntegers(NR, For, Must);
}

void walkForm(NestReader &NR, const ForStmt *For, const LoopHeaders &H) {
  if (H.Stepped)
    return walkSteps(NR, For, *H.Stepped);
  if (H.Pointer) {
    for (const VarDecl *V : declaredBy(For))
      see(NR, V->getInit());
    see(NR, For->getCond());
    return walkPointers(NR, For);
  }
  for (const VarDecl *V : declaredBy(For))
    walkInitializer(NR, V->getInit());
  read(NR, For->getCond());
  if (const clang::Expr *Amount = stepAmount(For, H.Counters.front()))
    read(NR, Amount);
}

//===--- Its text ---------------------------------------------------------===//

/// E where an operator stands before or behind it.
std::string operand(const NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Written = E->IgnoreUnlessSpelledInSource();
  const bool IsTight =
      isa<DeclRefExpr, IntegerLiteral, MemberExpr, ParenExpr, CallExpr>(
          Written) &&
      !isa<CXXOperatorCallExpr>(Written);
  return IsTight ? text(NR, E) : "(" + text(NR, E) + ")";
}

/// The first value of V, in its own type, which is that of the counter of L.
static std::string firstValue(const NestReader &NR, const VarDecl *V,
                              const Loop &L) {
  const clang::Expr *Init = V->getInit();
  if (NR.Ctx.hasSameUnqualifiedType(Init->IgnoreImpCasts()->getType(),
                                    V->getType()))
    return operand(NR, Init);
  return "static_cast<" + L.CxxType + ">(" + text(NR, Init) + ")";
}

/// The text of E with the values of the header's other variables.
static std::string withValues(const NestReader &NR, const clang::Expr *E,
                              const LoopHeaders &H) {
  std::string Text;
  const auto All = offsets(NR, E->getSourceRange());
  unsigned Done = All->first;
  llvm::SmallVector<const DeclRefExpr *, 2> Mentions;
  const auto Collect = [&](const auto &Self, const Stmt *S) -> void {
    if (const auto *D = dyn_cast<DeclRefExpr>(S))
      Mentions.push_back(D);
    for (const Stmt *Child : S->children())
      if (Child)
        Self(Self, Child);
  };
  Collect(Collect, E);
  for (const DeclRefExpr *D : Mentions)
    for (const LoopHeaders::Beside &B : H.Besides)
      if (B.V == D->getDecl()) {
        const auto At = offsets(NR, D->getSourceRange());
        Text += NR.Nest->Text.substr(Done, At->first - Done) +
                firstValue(NR, B.V, H.Loops.front());
        Done = At->second;
      }
  return Text + NR.Nest->Text.substr(Done, All->second - Done);
}

/// The value of B in an iteration.
static std::string valueText(const NestReader &NR, const LoopHeaders::Beside &B,
                             const LoopHeaders &H) {
  const Loop &L = H.Loops.front();
  const std::string First = firstValue(NR, B.V, L);
  if (B.Factor == 0)
    return First;
  const bool IsWide = !isInType(L, B.Factor);
  std::string Moved =
      IsWide ? "static_cast<long long>(" + L.Name + ")" : L.Name;
  if (!isZero(*L.Init))
    Moved =
        "(" + Moved + " - " + operand(NR, H.Counters.front()->getInit()) + ")";
  if (std::abs(B.Factor) != 1)
    Moved = std::to_string(std::abs(B.Factor)) + " * " + Moved;
  const std::string Sum = First + (B.Factor < 0 ? " - " : " + ") + Moved;
  return IsWide ? "static_cast<" + L.CxxType + ">(" + Sum + ")" : Sum;
}

llvm::StringRef relationText(Relation Rel) {
  switch (Rel) {
  case Relation::Lt:
    return " < ";
  case Relation::Le:
    return " <= ";
  case Relation::Gt:
    return " > ";
  case Relation::Ge:
    return " >= ";
  case Relation::Ne:
    return " != ";
  }
  llvm_unreachable("a relation");
}

static std::string stepText(const Loop &L) {
  if (L.Step == 1 || L.Step == -1)
    return (L.Step == 1 ? "++" : "--") + L.Name;
  return L.Name + (L.Step < 0 ? " -= " : " += ") +
         std::to_string(std::abs(L.Step));
}

/// Within the body of For only headers mention V, which may be written without
/// it.
static bool isOnlyInHeaders(const NestReader &NR, const VarDecl *V,
                            const ForStmt *For) {
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    if (!NR.Facts.isWithin(E, For->getBody()))
      return true;
    const Stmt *Child = E, *P = NR.Facts.parent(E);
    for (; P && P != For; Child = P, P = NR.Facts.parent(P))
      if (const auto *Inner = dyn_cast<ForStmt>(P);
          Inner && Child != Inner->getBody())
        return true;
    return false;
  });
}

void noteForm(NestReader &NR, const ForStmt *For, const LoopHeaders &H,
              unsigned Loop) {
  see(NR, For->getInc());
  if (NR.Failed)
    return;
  const heddle::Loop &L = NR.Nest->Loops[Loop];
  // The header moves what the loop does not count with.
  std::optional<MovedTexts> Hidden;
  if (H.Stepped || H.Pointer)
    Hidden =
        H.Stepped ? enterSteps(NR, *H.Stepped, L) : enterPointers(NR, For, L);
  RangeText Text;
  Text.First = Loop;
  Text.Count = 1;
  Text.Line = NR.SM.getPresumedLineNumber(For->getRParenLoc());
  const clang::Expr *Increment = incrementOf(For, H.Counters.front());
  const std::string Init =
      Hidden ? "0" : text(NR, H.Counters.front()->getInit());
  const std::string Cond =
      Hidden ? L.Name + relationText(L.Rel).str() + Hidden->Count
             : withValues(NR, For->getCond(), H);
  Text.Loops.push_back(
      {{"for (" + L.CxxType + " " + L.Name + " = ", 0, 0},
       {Init, 0, 0, cxxText(*L.Init, *NR.Nest)},
       {"; ", 0, 0},
       {Cond, 0, 0,
        cxxText(*L.CounterSide, *NR.Nest) + relationText(L.Rel).str() +
            cxxText(*L.Bound, *NR.Nest)},
       {"; ", 0, 0},
       {Hidden ? stepText(L) : text(NR, Increment), 0, 0, stepText(L)},
       {")", 0, 0}});
  NR.Spans.RangeTexts.push_back(std::move(Text));

  std::string Source, Kernel;
  const auto Unused = [&](const VarDecl *V) -> std::string {
    return isOnlyInHeaders(NR, V, For) ? "[[maybe_unused]] " : "";
  };
  // Staged elements are found without them.
  const char *const InKernels = "[[maybe_unused]] ";
  for (const LoopHeaders::Beside &B : H.Besides) {
    if (!NR.Facts.isMentionedIn(B.V, For->getBody()))
      continue;
    const std::string Head = L.CxxType + " " + B.V->getName().str() + " = ";
    Source += Unused(B.V) + Head + valueText(NR, B, H) + "; ";
    Kernel += InKernels + Head + cxxText(*B.Value, *NR.Nest) + "; ";
    if (B.Factor != 0)
      NR.Scope.MovingValues[B.V] = B.Value;
  }
  if (Hidden)
    for (const MovedText &Each : Hidden->Moved)
      if (NR.Facts.isMentionedIn(Each.V, For->getBody())) {
        Source += Unused(Each.V) + Each.Declaration;
        Kernel += InKernels + Each.InKernels;
      }
  if (Source.empty())
    return;
  const bool IsBlock = isa<CompoundStmt>(For->getBody());
  NR.Texts.Declarations.push_back(
      {L.BodyBegin, IsBlock ? L.BodyBegin : L.BodyEnd, Source, Kernel});
}

} // namespace heddle
