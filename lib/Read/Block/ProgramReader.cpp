//===- ProgramReader.cpp - Reads a [[heddle::program]] --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/ProgramReader.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/HostCalls.h"
#include "Read/Block/Within.h"
#include "Read/Memory/Containers.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <memory>

using namespace clang;

namespace heddle {

/// Without comments and blanks at its end.
static llvm::StringRef withoutComments(llvm::StringRef Text) {
  for (;;) {
    Text = Text.rtrim();
    if (Text.ends_with("*/")) {
      Text = Text.take_front(Text.rfind("/*"));
      continue;
    }
    const size_t Line = Text.rfind('\n') + 1; // 0 where there is none
    const size_t Comment = Text.find("//", Line);
    if (Comment == llvm::StringRef::npos)
      return Text;
    Text = Text.take_front(Comment);
  }
}

bool isBehindPragma(const SourceManager &SM, const Stmt *S) {
  const SourceLocation At = SM.getExpansionLoc(S->getBeginLoc());
  llvm::StringRef Text = withoutComments(
      SM.getBufferData(SM.getFileID(At)).take_front(SM.getFileOffset(At)));
  // A directive goes on behind a backslash.
  size_t Begin = Text.size();
  do
    Begin = Begin == 0 ? 0 : Text.rfind('\n', Begin - 1) + 1;
  while (Begin >= 2 && Text.take_front(Begin - 1).rtrim("\r").ends_with("\\"));
  llvm::StringRef Line = Text.drop_front(Begin).ltrim();
  if (Line.contains("_Pragma"))
    return true;
  if (!Line.consume_front("#"))
    return false;
  Line = Line.ltrim();
  if (!Line.consume_front("pragma"))
    return false;
  const llvm::StringRef Word = Line.ltrim().take_until(
      [](char C) { return !llvm::isAlnum(C) && C != '_'; });
  // Empty: S is a directive of OpenMP itself, and begins with its name.
  return llvm::is_contained(
      {"", "omp", "acc", "GCC", "clang", "unroll", "nounroll", "ivdep", "simd"},
      Word);
}

namespace {

bool isAnnotated(const Stmt *S) {
  const auto *A = dyn_cast<AttributedStmt>(S);
  return A && hasAnnotation(A);
}

bool hasLabels(const Stmt *S) {
  return holdsWithin(S, [](const Stmt *Part) { return isa<LabelStmt>(Part); });
}

/// Everything that one program reaches.
class Reader {
public:
  /// Joined: programs that stand in functions which others follow. Apart:
  /// others, whose functions nobody follows.
  Reader(const ASTContext &Ctx, const ProgramContext &Known,
         const llvm::DenseSet<const Stmt *> &Joined,
         const llvm::DenseSet<const Stmt *> &Apart)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Known(Known), Joined(Joined),
        Apart(Apart) {}

  ReadProgram run(const ProgramPlace &Place);

  /// The programs in functions that have been followed.
  const llvm::DenseSet<const Stmt *> &inFunctions() const {
    return InFunctions;
  }

private:
  /// The part of one function.
  struct Part {
    const VariableFacts *Facts;
    std::vector<HostStep> Steps = {};
    unsigned Launches = 0;
    const Stmt *FailedAt = nullptr;
    std::string Failed = "";
    bool OfFunction = false;                 ///< that is followed
    std::vector<const Stmt *> Programs = {}; ///< in that
    /// Jumps may lead past declarations: the function has labels, or this is
    /// the body of a 'switch'.
    bool Jumps = false;

    void fail(const Stmt *At, llvm::StringRef Why) {
      if (FailedAt)
        return;
      FailedAt = At;
      Failed = Why.str();
    }
  };

  void walk(Part &P, const Stmt *S, bool InBlock);
  bool walkInto(Part &P, const Stmt *S, bool InBlock);
  void walkNest(Part &P, const AttributedStmt *S, bool InBlock);
  void part(Part &P, const clang::Expr *E);
  void leaf(Part &P, const Stmt *S, bool InBlock);
  void addReturned(const ReturnStmt *S, HostUse &Use);
  void declarations(Part &P, const DeclStmt *S);
  void code(Part &P, const Stmt *S, bool InBlock, HostUse Use);
  bool walkRange(Part &P, const CXXForRangeStmt *S);
  bool initOf(Part &P, const ForStmt *S, bool InBlock);
  HostUse useOf(const Part &P, const Stmt *S) {
    return hostUse(
        Ctx, *P.Facts, [&](const FunctionDecl *F) { return effectOf(F); }, S);
  }
  const VariableFacts &factsOf(const FunctionDecl *F);
  std::optional<CallEffect> effectOf(const FunctionDecl *F);
  std::optional<CallEffect> effectOfBody(const FunctionDecl *F);
  bool hasLaunches(const Stmt *S);
  bool follow(const FunctionDecl *F);
  void use(const FunctionDecl *F);
  bool mayFollow(const FunctionDecl *F) const;

  const ASTContext &Ctx;
  const SourceManager &SM;
  const ProgramContext &Known;
  ReadProgram Out;
  const llvm::DenseSet<const Stmt *> &Joined, &Apart;
  llvm::DenseSet<const Stmt *> Inner; ///< programs inside of others
  llvm::DenseSet<const Stmt *> InFunctions;
  /// Their number, for functions that are followed.
  llvm::DenseMap<const FunctionDecl *, unsigned> LaunchesOf;
  llvm::DenseSet<const FunctionDecl *> Used; ///< by the program at hand
  std::map<const FunctionDecl *, std::unique_ptr<VariableFacts>> Facts;
  /// The effects of functions, by their definitions; none while one is looked
  /// at.
  llvm::DenseMap<const FunctionDecl *, std::optional<CallEffect>> Effects;
};

const VariableFacts &Reader::factsOf(const FunctionDecl *F) {
  std::unique_ptr<VariableFacts> &Slot = Facts[F];
  if (!Slot)
    Slot = std::make_unique<VariableFacts>(*F);
  return *Slot;
}

/// The text of F is the user's, stands once, and can be changed.
bool Reader::mayFollow(const FunctionDecl *F) const {
  if (Known.Opaque.contains(F) || F->isDependentContext() ||
      F->isTemplateInstantiation() || F->isConstexpr() ||
      isLambdaCallOperator(F) ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(F) ||
      isa<CoroutineBodyStmt>(F->getBody()))
    return false;
  const SourceLocation At = F->getBody()->getBeginLoc();
  if (At.isMacroID() || SM.isInSystemHeader(At) ||
      SM.isLoadedSourceLocation(At) || (Known.OneFile && !SM.isInMainFile(At)))
    return false;
  return llvm::all_of(F->parameters(), [&](const ParmVarDecl *V) {
    return hostEnd(Ctx, V) == HostEnd::Nothing;
  });
}

/// Adds the steps of F, which has launches; false if it is not followed.
bool Reader::follow(const FunctionDecl *F) {
  if (!mayFollow(F) || holdsWithin(F->getBody(), [&](const Stmt *S) {
        return Apart.contains(S);
      }))
    return false;
  Part P{&factsOf(F)};
  P.OfFunction = true;
  P.Jumps = hasLabels(F->getBody());
  walk(P, F->getBody(), /*InBlock=*/false);
  if (P.FailedAt)
    return false;
  LaunchesOf[F] = P.Launches;
  InFunctions.insert(P.Programs.begin(), P.Programs.end());
  Out.Followed.push_back({F, std::move(P.Steps)});
  return true;
}

/// A function without launches: what it does itself.
std::optional<CallEffect> Reader::effectOfBody(const FunctionDecl *F) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F);
  if (isa<CXXDestructorDecl>(F) ||
      (Constructor && Constructor->isDelegatingConstructor()) ||
      isa<CoroutineBodyStmt>(F->getBody()) ||
      llvm::any_of(F->parameters(), [&](const ParmVarDecl *V) {
        const CXXRecordDecl *D = V->getType()->getAsCXXRecordDecl();
        return D && !D->hasTrivialDestructor();
      }))
    return std::nullopt;
  const Part P{&factsOf(F)};
  CallEffect Effect =
      seenByCallers(useOf(P, F->getBody()), Constructor != nullptr);
  if (Constructor)
    for (const CXXCtorInitializer *I : Constructor->inits()) {
      const CallEffect One =
          seenByCallers(useOf(P, I->getInit()), /*Makes=*/true);
      Effect.Does = std::max(Effect.Does, One.Does);
      Effect.Parameters.append(One.Parameters.begin(), One.Parameters.end());
    }
  return Effect;
}

std::optional<CallEffect> Reader::effectOf(const FunctionDecl *Called) {
  const FunctionDecl *F = nullptr;
  if (!Called->hasBody(F) || !F->getBody() || F->isDependentContext())
    return std::nullopt;
  auto [Slot, New] = Effects.try_emplace(F, std::nullopt);
  if (!New) {
    use(F);
    return Slot->second;
  }
  std::optional<CallEffect> Effect;
  if (!hasLaunches(F->getBody())) {
    Effect = effectOfBody(F);
  } else if (follow(F)) {
    Effect = CallEffect();
    Effect->Launches = true;
  }
  use(F);
  return Effects[F] = Effect;
}

/// The program at hand calls F.
void Reader::use(const FunctionDecl *F) {
  auto Known = LaunchesOf.find(F);
  if (Known == LaunchesOf.end() || !Used.insert(F).second)
    return;
  Out.Launches += Known->second;
  Out.Called.push_back(F);
}

/// S has annotated nests, or calls of functions that are followed.
bool Reader::hasLaunches(const Stmt *S) {
  return holdsWithin(S, [&](const Stmt *Part) {
    if (isAnnotated(Part))
      return true;
    const auto *C = dyn_cast<CallExpr>(Part);
    const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
    return F && F->hasBody(F) && effectOf(F) && LaunchesOf.contains(F);
  });
}

void Reader::code(Part &P, const Stmt *S, bool InBlock, HostUse Use) {
  if (hasLabels(S))
    P.fail(S, "a jump may lead into this statement, which code of the host "
              "that may do anything is a part of");
  HostStep Step{HostStep::Code, S};
  Step.InBlock = InBlock;
  Step.Use = std::move(Use);
  P.Steps.push_back(std::move(Step));
}

/// A condition, or what a loop does at the end of an iteration.
void Reader::part(Part &P, const clang::Expr *E) {
  if (!E)
    return;
  HostStep Step{HostStep::Uses, E};
  Step.Use = useOf(P, E);
  if (Step.Use.isNothing())
    return;
  Step.IsPart = true;
  if (Step.Use.isAnything())
    Step.Kind = HostStep::Code;
  P.Steps.push_back(std::move(Step));
}

void Reader::declarations(Part &P, const DeclStmt *S) {
  HostStep Step{HostStep::Uses, S};
  Step.InBlock = true;
  Step.Use = useOf(P, S);
  llvm::SmallVector<const VarDecl *> Arrays;
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage())
      continue;
    const HostEnd End = hostEnd(Ctx, V);
    if (End == HostEnd::Unknown ||
        (End != HostEnd::Nothing && isa<DecompositionDecl>(V)))
      Step.Kind = HostStep::Object;
    else if (End == HostEnd::Memory)
      Arrays.push_back(V);
  }
  if (Step.Use.isAnything() && Step.Kind != HostStep::Object)
    Step.Kind = HostStep::CodeUntil;
  const bool IsObject = Step.Kind == HostStep::Object;
  if (IsObject || !Step.Use.isNothing())
    P.Steps.push_back(std::move(Step));
  if (IsObject)
    return; // its end is that of the arrays as well
  for (const VarDecl *V : Arrays) {
    if (!V->hasInit() && P.Jumps)
      P.fail(S, "a jump may lead past this declaration");
    HostStep End{HostStep::ArrayEnds, S};
    End.Var = V;
    End.IsContainer = onlyFrees(Ctx, V->getType());
    if (!End.IsContainer)
      if (auto Members = containersIn(Ctx, V->getType()))
        End.Members = std::move(*Members);
    P.Steps.push_back(std::move(End));
  }
}

/// A variable that a function returns may be the caller's object: its end is
/// not that of its elements.
void Reader::addReturned(const ReturnStmt *S, HostUse &Use) {
  const clang::Expr *E = S->getRetValue();
  const auto *D = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  if (const auto *C =
          E ? dyn_cast<CXXConstructExpr>(E->IgnoreImplicit()) : nullptr;
      C && C->getNumArgs() == 1)
    D = dyn_cast<DeclRefExpr>(C->getArg(0)->IgnoreParenImpCasts());
  const auto Containers = D ? containersIn(Ctx, D->getType()) : std::nullopt;
  if (Containers && !Containers->empty() && !onlyFrees(Ctx, D->getType())) {
    Use.Does = HostEffect::Anything; // its containers may be the caller's
    Use.Cause = S;
    Use.Why = "it returns an object with containers";
    return;
  }
  if (D && D->getType()->isRecordType())
    Use.Objects.push_back({D, /*Written=*/true, onlyFrees(Ctx, D->getType())});
}

/// A statement without launches of the program.
void Reader::leaf(Part &P, const Stmt *S, bool InBlock) {
  const auto *D = dyn_cast<DeclStmt>(S);
  if (D && InBlock)
    return declarations(P, D);
  HostUse Use = useOf(P, S);
  if (D)
    return code(P, S, InBlock, std::move(Use));
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    addReturned(Return, Use);
  if (Use.isNothing())
    return;
  if (Use.isAnything())
    return code(P, S, InBlock, std::move(Use));
  HostStep Step{HostStep::Uses, S};
  Step.InBlock = InBlock;
  Step.Use = std::move(Use);
  P.Steps.push_back(std::move(Step));
}

static HostUse anything(const Stmt *S, llvm::StringRef Why) {
  HostUse Use;
  Use.Does = HostEffect::Anything;
  Use.Cause = S;
  Use.Why = Why.str();
  return Use;
}

void Reader::walkNest(Part &P, const AttributedStmt *S, bool InBlock) {
  if (hasWord(S, Word::Program)) {
    // It is one of its own where the function is called from elsewhere.
    if (P.OfFunction)
      P.Programs.push_back(S);
    else
      Inner.insert(S);
    return walk(P, S->getSubStmt(), InBlock);
  }
  if (hasWord(S, Word::Reuse))
    return code(P, S, InBlock, anything(S, "its tensors lend their memory"));
  const auto Mapped = Known.Mapped.find(S);
  if (Mapped == Known.Mapped.end())
    return code(P, S, InBlock, anything(S, "it runs on the host"));
  HostStep Step{HostStep::Uses, S};
  Step.InBlock = InBlock;
  Step.Use = launchUse(
      Ctx, *P.Facts, [&](const FunctionDecl *F) { return effectOf(F); },
      S->getSubStmt());
  if (Step.Use.isAnything() || Step.Use.Launches)
    return code(P, S, InBlock, std::move(Step.Use));
  ++P.Launches;
  if (!Step.Use.isNothing())
    P.Steps.push_back(std::move(Step));
  if (Mapped->second.isNothing())
    return;
  HostStep Inside{HostStep::Launch, S};
  Inside.Use = Mapped->second;
  Inside.Use.Cause = S->getSubStmt();
  P.Steps.push_back(std::move(Inside));
}

/// False: what stands before the first iteration cannot be told apart.
bool Reader::initOf(Part &P, const ForStmt *S, bool InBlock) {
  if (!S->getInit())
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S->getInit()))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          !V || hostEnd(Ctx, V) != HostEnd::Nothing)
        return false;
  HostStep Step{HostStep::Uses, S};
  Step.InBlock = InBlock;
  Step.Use = useOf(P, S->getInit());
  if (Step.Use.isNothing())
    return true;
  if (!InBlock || Step.Use.isAnything())
    return false;
  P.Steps.push_back(std::move(Step));
  return true;
}

/// Loops over arrays and containers, which say where the elements are.
bool Reader::walkRange(Part &P, const CXXForRangeStmt *S) {
  const clang::Expr *Range = S->getRangeInit();
  const VarDecl *Element = S->getLoopVariable();
  const QualType Of = Range->getType();
  const bool IsKnown = Of->isConstantArrayType() || containerOf(Ctx, Of, Of);
  const bool IsPlain = Element->getType()->isReferenceType() ||
                       Element->getType().isTriviallyCopyableType(Ctx);
  if (S->getInit() || !IsKnown || !IsPlain || !useOf(P, Range).isNothing())
    return false;
  HostStep Step{HostStep::Range, Range};
  Step.IsPart = true;
  P.Steps.push_back(std::move(Step));
  walk(P, S->getBody(), false);
  return true;
}

/// Looks into S, which has launches; false if that cannot be done.
bool Reader::walkInto(Part &P, const Stmt *S, bool InBlock) {
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *One : C->body())
      walk(P, One, /*InBlock=*/true);
    return true;
  }
  if (const auto *I = dyn_cast<IfStmt>(S)) {
    if (I->getInit() || I->getConditionVariable())
      return false;
    part(P, I->getCond());
    walk(P, I->getThen(), false);
    walk(P, I->getElse(), false);
    return true;
  }
  if (const auto *F = dyn_cast<ForStmt>(S)) {
    if (F->getConditionVariable() || !initOf(P, F, InBlock))
      return false;
    part(P, F->getCond());
    part(P, F->getInc());
    walk(P, F->getBody(), false);
    return true;
  }
  if (const auto *F = dyn_cast<CXXForRangeStmt>(S))
    return walkRange(P, F);
  if (const auto *W = dyn_cast<WhileStmt>(S)) {
    if (W->getConditionVariable())
      return false;
    part(P, W->getCond());
    walk(P, W->getBody(), false);
    return true;
  }
  if (const auto *D = dyn_cast<DoStmt>(S)) {
    walk(P, D->getBody(), false);
    part(P, D->getCond());
    return true;
  }
  if (const auto *W = dyn_cast<SwitchStmt>(S)) {
    if (W->getInit() || W->getConditionVariable())
      return false;
    part(P, W->getCond());
    const bool Around = std::exchange(P.Jumps, true);
    walk(P, W->getBody(), false);
    P.Jumps = Around;
    return true;
  }
  if (const auto *C = dyn_cast<SwitchCase>(S)) {
    walk(P, C->getSubStmt(), InBlock);
    return true;
  }
  if (const auto *L = dyn_cast<LabelStmt>(S)) {
    walk(P, L->getSubStmt(), InBlock);
    return true;
  }
  if (const auto *T = dyn_cast<CXXTryStmt>(S)) {
    walk(P, T->getTryBlock(), false);
    for (unsigned I = 0; I != T->getNumHandlers(); ++I)
      walk(P, T->getHandler(I)->getHandlerBlock(), false);
    return true;
  }
  return false;
}

void Reader::walk(Part &P, const Stmt *S, bool InBlock) {
  if (!S)
    return;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return hasAnnotation(A) ? walkNest(P, A, InBlock)
                            : walk(P, A->getSubStmt(), InBlock);
  // Labels have statements, blocks have names that live on, and a branch may
  // not be taken.
  const auto *If = dyn_cast<IfStmt>(S);
  const bool Opens = isa<CompoundStmt, LabelStmt, SwitchCase>(S) ||
                     (If && !If->getInit() && !If->getConditionVariable());
  const bool Simple = isa<clang::Expr, DeclStmt, ReturnStmt>(S);
  if (!Opens && (Simple || !hasLaunches(S)))
    return leaf(P, S, InBlock);
  if (isBehindPragma(SM, S))
    P.fail(S, "a pragma stands before it");
  if (!walkInto(P, S, InBlock))
    code(P, S, InBlock, anything(S, "its launches cannot be told from it"));
}

/// A jump of the function that stands outside of the program, which has labels.
static bool jumpsInto(const VariableFacts &Facts, const ProgramPlace &Place) {
  return holdsWithin(Place.Function->getBody(), [&](const Stmt *S) {
    return isa<GotoStmt, IndirectGotoStmt>(S) && !Facts.isWithin(S, Place.Stmt);
  });
}

ReadProgram Reader::run(const ProgramPlace &Place) {
  Out = {};
  Used.clear();
  Out.InFunction = Joined.contains(Place.Stmt);
  Out.Inner = Out.InFunction || Inner.contains(Place.Stmt);
  if (Out.Inner)
    return std::move(Out);
  Part P{&factsOf(Place.Function)};
  P.Jumps = hasLabels(Place.Function->getBody());
  if (hasLabels(Place.Stmt) && jumpsInto(*P.Facts, Place))
    P.fail(Place.Stmt, "a jump leads into it");
  walk(P, Place.Stmt->getSubStmt(), /*InBlock=*/false);
  Out.Launches += P.Launches;
  Out.Steps = std::move(P.Steps);
  Out.FailedAt = P.FailedAt;
  Out.Failed = P.Failed;
  return std::move(Out);
}

} // namespace

std::vector<ReadProgram> readPrograms(const ASTContext &Ctx,
                                      llvm::ArrayRef<ProgramPlace> Places,
                                      const ProgramContext &Known) {
  // A program that another one turns out to reach, through a function, is read
  // with that. It is one of its own after all where nobody reaches it then, as
  // in functions that call each other.
  llvm::DenseSet<const Stmt *> Joined, Apart;
  for (;;) {
    Reader R(Ctx, Known, Joined, Apart);
    std::vector<ReadProgram> All;
    for (const ProgramPlace &Place : Places)
      All.push_back(R.run(Place));
    bool Changes = false;
    for (const ProgramPlace &Place : Places) {
      if (R.inFunctions().contains(Place.Stmt)) {
        Changes |= Joined.insert(Place.Stmt).second;
      } else if (Joined.erase(Place.Stmt)) {
        Apart.insert(Place.Stmt);
        Changes = true;
      }
    }
    if (!Changes)
      return All;
  }
}

} // namespace heddle
