//===- Phases.cpp - Kernels whose threads wait for each other -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Phases.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {
namespace validate {

namespace {

constexpr size_t MostBuffers = 32; ///< of either kind

/// Calls Use for the lambdas in S, outermost ones only.
template <class F> void forEachLambda(const Stmt *S, F Use) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    return Use(L);
  for (const Stmt *Child : S->children())
    forEachLambda(Child, Use);
}

/// Whether S, read as a part of a phase, changes a slot below First.
bool changes(const Node *S, int64_t First) {
  if (!S)
    return false;
  if ((S->What == Op::SetSlot || S->What == Op::NewObject ||
       S->What == Op::Sum) &&
      S->Number < First)
    return true;
  return llvm::any_of(S->Kids,
                      [&](const Node *Kid) { return changes(Kid, First); });
}

enum class Likeness : unsigned char { Same, Differs, Unknown };

/// Whether S, and what it computes, is the same for all threads of a block:
/// it has no memory but slots, and phases change none of these.
Likeness likeness(const Node *S) {
  if (!S)
    return Likeness::Same;
  switch (S->What) {
  case Op::Phase:
    return Likeness::Same;
  case Op::Coord:
    return S->Number < 3 ? Likeness::Same : Likeness::Differs;
  case Op::Const:
  case Op::Slot:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne:
  case Op::Both:
  case Op::Either:
  case Op::Not:
  case Op::Neg:
  case Op::Flip:
  case Op::Choose:
  case Op::Cast:
  case Op::Least:
  case Op::Most:
  case Op::Abs:
  case Op::SetSlot:
  case Op::Seq:
  case Op::If:
  case Op::Loop:
  case Op::Nop:
    break;
  default:
    return Likeness::Unknown;
  }
  Likeness All = Likeness::Same;
  for (const Node *Kid : S->Kids)
    All = std::max(All, likeness(Kid));
  return All;
}

/// Whether one of the words right before At, up to the end of the declaration
/// before, is Word. A macro may stand for nothing.
bool standsBefore(SourceLocation At, llvm::StringRef Word,
                  const ASTContext &Ctx) {
  for (unsigned Steps = 0; Steps != 40; ++Steps) {
    if (At.isInvalid() || At.isMacroID())
      return false;
    const std::optional<Token> Before = Lexer::findPreviousToken(
        At, Ctx.getSourceManager(), Ctx.getLangOpts(), false);
    if (!Before || Before->isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      return false;
    if (Before->is(tok::raw_identifier) && Before->getRawIdentifier() == Word)
      return true;
    At = Before->getLocation();
  }
  return false;
}

/// Whether a thread has V alike with all threads of its block on the device: in
/// text for any compiler the macro in front of it says so.
bool isMarkedShared(const VarDecl *V, const ASTContext &Ctx) {
  return Ctx.getLangOpts().CUDA
             ? V->hasAttr<CUDASharedAttr>()
             : standsBefore(V->getBeginLoc(), "HEDDLE_SHARED", Ctx);
}

/// Whether F may be a kernel of a device, and not only of the host.
bool isForDevice(const FunctionDecl *F, const ASTContext &Ctx) {
  return Ctx.getLangOpts().CUDA ||
         standsBefore(F->getReturnTypeSourceRange().getBegin(), "__global__",
                      Ctx);
}

} // namespace

/// A thread must have of its own what it keeps, and no more.
static void checkPlacement(Reader &R, const VarDecl *V, bool IsShared) {
  const std::string Name = "'" + V->getNameAsString() + "'";
  const bool Marked = isMarkedShared(V, R.Ctx);
  if (IsShared && !Marked && isForDevice(R.Phases.Text, R.Ctx))
    R.N.Wrong = "each thread has a " + Name + " of its own";
  else if (!IsShared && Marked)
    R.N.Wrong = "the threads of a block share " + Name;
}

/// An array that the block shares, or an object that each thread keeps.
static const Node *buffer(Reader &R, const VarDecl *V) {
  const bool IsShared = runtimeClass(V->getType()) == "shared";
  const bool IsStatic = V->hasAttr<CUDASharedAttr>();
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(
      V->getType()->getAsCXXRecordDecl());
  const QualType T = S ? S->getTemplateArgs()[0].getAsType() : QualType();
  const Type Scalar = S ? typeOf(R, R.Ctx.getBaseElementType(T)) : Type();
  std::vector<Buffer> &All =
      IsShared ? R.Phases.Out.Shared : R.Phases.Out.Registers;
  if ((!Scalar.isInt() && Scalar.K != Type::Float) ||
      (IsShared && !T->isConstantArrayType()) ||
      V->isStaticLocal() != IsStatic || All.size() == MostBuffers)
    return R.fail(nullptr, "what '" + V->getNameAsString() + "' holds");
  checkPlacement(R, V, IsShared);
  const int64_t Slot = R.newSlot();
  R.Here->Slots[V] = Slot;
  R.Phases.Buffers.insert(V);
  All.push_back(
      {V->getNameAsString(), static_cast<unsigned>(Slot), sizeOf(R, T)});
  return R.make(Op::Nop);
}

static const Node *shared(Reader &R, const CXXOperatorCallExpr *E,
                          const VarDecl *V, const Node *Data) {
  const auto *S =
      cast<ClassTemplateSpecializationDecl>(V->getType()->getAsCXXRecordDecl());
  const auto *Array =
      R.Ctx.getAsConstantArrayType(S->getTemplateArgs()[0].getAsType());
  if (E->getOperator() != OO_Subscript || E->getNumArgs() != 2)
    return R.fail(E, "an operator of a buffer");
  Node *New = R.pointerAdd(Data, rvalue(R, E->getArg(1)),
                           sizeOf(R, Array->getElementType()));
  New->Extent = static_cast<int64_t>(Array->getSize().getZExtValue());
  return New;
}

/// Whether E gives all coordinates of the thread, for which the device does not
/// ask.
static bool isOwn(Reader &R, const CXXOperatorCallExpr *E) {
  unsigned Given = 0;
  for (unsigned I = 1; I != E->getNumArgs(); ++I) {
    if (isa<CXXDefaultArgExpr>(E->getArg(I)))
      continue;
    const auto *A = dyn_cast<DeclRefExpr>(E->getArg(I)->IgnoreParenImpCasts());
    if (!A || Given == R.Phases.Phase->getNumParams() ||
        A->getDecl() != R.Phases.Phase->getParamDecl(Given))
      return false;
    ++Given;
  }
  return E->getOperator() == OO_Call && Given == R.Phases.Out.Coordinates;
}

const Node *elementInPhase(Reader &R, const CXXOperatorCallExpr *E) {
  llvm::StringRef Class = runtimeClass(E->getArg(0)->getType());
  if (Class != "shared" && Class != "per_thread")
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(E->getArg(0)->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (!V || !R.Phases.Phase || !R.Phases.Buffers.count(V))
    return R.fail(E, "an element of a buffer outside of the phases");
  const Node *Data = R.slot(R.Here->Slots.lookup(V), Pointer);
  if (Class == "shared")
    return shared(R, E, V, Data);
  return isOwn(R, E) ? Data : R.fail(E, "what another thread keeps");
}

/// Whether L is no more than a body over references to the block's variables.
static bool isPlain(Reader &R, const LambdaExpr *L) {
  const CXXMethodDecl *M = L->getCallOperator();
  bool Plain = !L->isGenericLambda() && M->getReturnType()->isVoidType();
  for (const LambdaCapture &C : L->captures())
    Plain &= C.getCaptureKind() == LCK_ByRef && !L->isInitCapture(&C);
  forEachLambda(L->getBody(), [&](const LambdaExpr *) { Plain = false; });
  const unsigned Count = M->getNumParams();
  return Plain && Count >= 1 && Count <= 3 &&
         (R.Phases.Out.Coordinates == 0 || R.Phases.Out.Coordinates == Count);
}

/// Sets the parameters of a phase; false where they are no coordinates.
static bool coordinates(Reader &R, const CXXMethodDecl *M,
                        std::vector<const Node *> &Lines) {
  R.Phases.Out.Coordinates = M->getNumParams();
  for (unsigned I = 0; I != M->getNumParams(); ++I) {
    const ParmVarDecl *P = M->getParamDecl(I);
    const Type T = typeOf(R, P->getType());
    if (!T.isInt() || P->getType()->isReferenceType() ||
        R.Here->Exposed.count(P))
      return false;
    const int64_t Slot = R.newSlot();
    R.Here->Slots[P] = Slot;
    Node *At = R.make(Op::Coord, {Type::Int, 32, true});
    At->Number = 3 + I;
    Lines.push_back(R.set(Slot, R.convert(At, T)));
  }
  return true;
}

/// each(lambda) or phase(lambda), as a statement.
static const Node *phase(Reader &R, const CallExpr *E) {
  const auto *L = E->getNumArgs() == 1
                      ? dyn_cast<LambdaExpr>(E->getArg(0)->IgnoreImplicit())
                      : nullptr;
  std::vector<const Node *> Lines;
  if (!L || !isPlain(R, L) || !coordinates(R, L->getCallOperator(), Lines))
    return R.fail(E, "the lambda of a phase");
  const int64_t First = R.Here->Count;
  R.Phases.Phase = L->getCallOperator();
  const Node *Body = statement(R, L->getBody());
  R.Phases.Phase = nullptr;
  if (changes(Body, First))
    return R.fail(E, "a phase that changes variables from outside of it");
  Lines.push_back(Body);
  Node *New = R.make(Op::Phase, {}, {R.list(Lines)});
  New->Number = runtimeName(E->getDirectCallee()) == "phase";
  return New;
}

static const Node *variable(Reader &R, const VarDecl *V) {
  llvm::StringRef Class = runtimeClass(V->getType());
  if (Class == "shared" || Class == "per_thread")
    return buffer(R, V);
  if (!V->hasLocalStorage() || !V->getInit() || R.Here->Exposed.count(V) ||
      V->getType()->isReferenceType() || !typeOf(R, V->getType()).isInt())
    return R.fail(V->getInit(),
                  "the variable '" + V->getNameAsString() + "' of a block");
  return declare(R, V);
}

static const Node *uniform(Reader &R, const Stmt *S);

static const Node *loop(Reader &R, const ForStmt *S) {
  if (!isa_and_nonnull<DeclStmt>(S->getInit()) || !S->getCond() ||
      !S->getInc() || S->getConditionVariable())
    return R.fail(S, "a loop around phases");
  const Node *Init = uniform(R, S->getInit());
  const Node *Condition = rvalue(R, S->getCond());
  const Node *Body = uniform(R, S->getBody());
  const Node *Next = value(R, S->getInc());
  return R.list({Init, R.make(Op::Loop, {}, {Condition, Body, Next})});
}

/// The statements around the phases, with them.
static const Node *uniform(Reader &R, const Stmt *S) {
  std::vector<const Node *> Lines;
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : C->body())
      Lines.push_back(uniform(R, Child));
    return R.list(Lines);
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        Lines.push_back(variable(R, V));
      else
        return R.fail(S, "a declaration around phases");
    return R.list(Lines);
  }
  if (const auto *I = dyn_cast<IfStmt>(S);
      I && !I->getInit() && !I->getConditionVariable() && !I->isConstexpr() &&
      !I->isConsteval()) {
    const Node *Condition = rvalue(R, I->getCond());
    const Node *Then = uniform(R, I->getThen());
    const Node *Else = I->getElse() ? uniform(R, I->getElse()) : nullptr;
    return R.make(Op::If, {}, {Condition, Then, Else});
  }
  if (const auto *F = dyn_cast<ForStmt>(S))
    return loop(R, F);
  if (isa<NullStmt>(S))
    return R.make(Op::Nop);
  if (const auto *E = dyn_cast<clang::Expr>(S))
    if (const auto *C = dyn_cast<CallExpr>(E->IgnoreImplicit())) {
      llvm::StringRef Name = runtimeName(C->getDirectCallee());
      if (Name == "each" || Name == "phase")
        return phase(R, C);
    }
  return R.fail(S, std::string(S->getStmtClassName()) + " around phases");
}

/// False: not all of them are values.
static bool parameters(Reader &R) {
  for (const ParmVarDecl *P : R.Phases.Text->parameters()) {
    const Type T = typeOf(R, P->getType());
    if (P->getType()->isReferenceType() || R.Here->Exposed.count(P) ||
        (!T.isInt() && T.K != Type::Float && T.K != Type::Pointer))
      return false;
    R.Here->Slots[P] = R.newSlot();
    R.Phases.Out.Params.push_back(T);
    R.Phases.Out.Divisor.push_back(runtimeClass(P->getType()) == "divisor");
  }
  return true;
}

int kernelInPhases(Reader &R, const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (R.Phases.Text || !F->hasBody(Def) || isa<CXXMethodDecl>(Def) ||
      Def->isDependentContext() || Def->isVariadic() ||
      !Def->getReturnType()->isVoidType())
    return -1;
  auto [At, New] = R.Functions.try_emplace(Def, R.N.Functions.size());
  if (!New)
    return R.N.Functions[At->second].isInPhases() ? At->second : -1;
  const int Index = At->second;
  R.N.Functions.emplace_back();
  Scope Inner;
  expose(Def->getBody(), false, Inner);
  forEachLambda(Def->getBody(), [&](const LambdaExpr *L) {
    expose(L->getBody(), false, Inner);
  });
  Scope *Outer = R.Here;
  R.Here = &Inner;
  R.Phases.Text = Def;
  R.Phases.Out = {};
  const bool Values = parameters(R);
  R.Phases.Out.Body = uniform(R, Def->getBody());
  R.Here = Outer;
  R.Phases.Text = nullptr;
  const Likeness Found = likeness(R.Phases.Out.Body);
  if (!Values || Found == Likeness::Unknown || !R.Phases.Out.isInPhases())
    R.fail(Def->getBody(), "the text around the phases of a kernel");
  if (Found == Likeness::Differs)
    R.N.Wrong = "the way of a thread from phase to phase depends on the thread";
  R.Phases.Out.Name = Def->getNameAsString();
  R.Phases.Out.Locals = std::move(Inner.Locals);
  R.Phases.Out.Slots = Inner.Count;
  R.N.Functions[Index] = std::move(R.Phases.Out);
  return Index;
}

} // namespace validate
} // namespace heddle
