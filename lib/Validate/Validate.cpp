//===- Validate.cpp - Finds the launches of rewritten text ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Validate.h"
#include "Validate/Read/Fresh.h"
#include "Validate/Read/Privates.h"
#include "Validate/Read/ReadLaunch.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace clang;

namespace heddle {
namespace validate {
namespace {

/// Variables that are assigned, stepped, or whose address is taken.
void collectChanged(const Stmt *S, llvm::DenseSet<const VarDecl *> &Out) {
  if (!S)
    return;
  const clang::Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S);
           U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf))
    Target = U->getSubExpr();
  if (Target)
    if (const auto *D = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
      if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
        Out.insert(V);
  for (const Stmt *Child : S->children())
    collectChanged(Child, Out);
}

/// The same, and those that references lead to, or that calls are given.
llvm::DenseSet<const VarDecl *> changedIn(const Stmt *S) {
  llvm::DenseSet<const VarDecl *> Found;
  collectChanged(S, Found);
  const auto Note = [&](const clang::Expr *E) {
    const auto *D = E ? dyn_cast<DeclRefExpr>(E->IgnoreParens()) : nullptr;
    if (const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr)
      Found.insert(V);
  };
  const auto Visit = [&](const auto &Self, const Stmt *Each) -> void {
    if (const auto *C = dyn_cast<CallExpr>(Each))
      for (const clang::Expr *A : C->arguments())
        Note(A);
    if (const auto *D = dyn_cast<DeclStmt>(Each))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One);
            V && V->getType()->isReferenceType())
          Note(V->getInit());
    if (const auto *L = dyn_cast<LambdaExpr>(Each))
      for (const LambdaCapture &C : L->captures())
        if (C.capturesVariable())
          if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
            Found.insert(V);
    for (const Stmt *Child : Each->children())
      if (Child)
        Self(Self, Child);
  };
  Visit(Visit, S);
  return Found;
}

class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder(ASTContext &Context, const CheckOptions &Options)
      : Ctx(Context), Options(Options) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    if (D && D->getLocation().isValid() &&
        Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  /// Bodies are walked, not visited.
  bool TraverseStmt(Stmt *) override { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      function(F);
    return true;
  }

  std::vector<Finding> Found;

private:
  void function(const FunctionDecl *F);
  void walk(const Stmt *S);
  const StringLiteral *siteOf(const CompoundStmt *S, unsigned &Line,
                              std::string &File);
  bool launches(const Stmt *S) const;
  void assume(const Stmt *S);
  void assumeAround(const Stmt *S, const Stmt *Child);
  void refresh(const Stmt *S);
  void assumeBehind(const Stmt *S, const Stmt *Block);
  void assumeWithin(const clang::Expr *E, bool IsTrue, const Stmt *Scope);
  std::vector<const clang::Expr *> assumedOf(const Stmt *S) const;
  /// True: it looks at claims.
  bool launch(const CompoundStmt *S, const StringLiteral *Name, unsigned Line,
              const std::string &File);

  ASTContext &Ctx;
  const CheckOptions &Options;
  std::vector<const clang::Expr *> Assumed;
  /// Assumptions of branches and loops around: they count where the launch
  /// names all that they speak of.
  llvm::DenseSet<const clang::Expr *> FromAround;
  llvm::DenseSet<const VarDecl *> Changed;
  /// Behind their declarations in the block at hand nothing has happened but
  /// that numbers were computed.
  llvm::DenseSet<const VarDecl *> Fresh;
  const FunctionDecl *Around = nullptr; ///< whose body is walked
};

void Finder::function(const FunctionDecl *F) {
  if (!launches(F->getBody()))
    return;
  llvm::DenseSet<const VarDecl *> Outer;
  std::swap(Outer, Changed);
  std::vector<const clang::Expr *> Before;
  std::swap(Before, Assumed);
  collectChanged(F->getBody(), Changed);
  const llvm::SaveAndRestore<const FunctionDecl *> Keep(Around, F);
  walk(F->getBody());
  std::swap(Before, Assumed);
  std::swap(Outer, Changed);
}

/// Whether S mentions a call that launches.
bool Finder::launches(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *C = dyn_cast<CallExpr>(S)) {
    llvm::StringRef Name = runtimeName(C->getDirectCallee());
    if (Name == "run" || Name == "run_blocks" || Name == "reduce" ||
        Name == "scan")
      return true;
  }
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    if (launches(L->getBody()) || L->isGenericLambda())
      return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (isa<RecordDecl>(One))
        return true;
  for (const Stmt *Child : S->children())
    if (launches(Child))
      return true;
  return false;
}

void Finder::assume(const Stmt *S) {
  if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    for (const Attr *At : A->getAttrs())
      if (const auto *Assume = dyn_cast<CXXAssumeAttr>(At))
        Assumed.push_back(Assume->getAssumption());
    return;
  }
  if (const auto *D = dyn_cast<DoStmt>(S)) {
    if (const auto *Body = dyn_cast<CompoundStmt>(D->getBody()))
      for (const Stmt *Child : Body->body())
        if (isa<IfStmt, CallExpr>(Child))
          assume(Child);
    return;
  }
  if (const auto *I = dyn_cast<IfStmt>(S)) {
    const Stmt *Then = I->getThen();
    if (const auto *C = dyn_cast<CompoundStmt>(Then))
      Then = C->size() == 1 ? *C->body_begin() : nullptr;
    const auto *Call = dyn_cast_or_null<CallExpr>(Then);
    const auto *Not =
        dyn_cast<UnaryOperator>(I->getCond()->IgnoreParenImpCasts());
    if (Call && Call->getDirectCallee() && Not && Not->getOpcode() == UO_LNot &&
        Call->getDirectCallee()->getBuiltinID() ==
            Builtin::BI__builtin_unreachable)
      Assumed.push_back(Not->getSubExpr());
    return;
  }
  if (const auto *E = dyn_cast<clang::Expr>(S))
    if (const auto *C = dyn_cast<CallExpr>(E->IgnoreParenCasts()))
      if (const FunctionDecl *F = C->getDirectCallee();
          F && F->getBuiltinID() == Builtin::BI__builtin_assume)
        Assumed.push_back(C->getArg(0));
}

//===--- Branches and loops around a launch -------------------------------===//

/// Comparisons of sums of integer variables that Scope does not change.
static bool isPlainWithin(const Stmt *E,
                          const llvm::DenseSet<const VarDecl *> &Changed) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    return isa<EnumConstantDecl>(D->getDecl()) ||
           (V && V->getType()->isIntegralOrEnumerationType() &&
            V->hasLocalStorage() && !Changed.count(V));
  }
  if (!isa<BinaryOperator, IntegerLiteral, ParenExpr, ImplicitCastExpr,
           UnaryOperator, ConstantExpr, SubstNonTypeTemplateParmExpr>(E))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || isPlainWithin(Child, Changed);
  });
}

void Finder::assumeWithin(const clang::Expr *E, bool IsTrue,
                          const Stmt *Scope) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return;
  if (B->getOpcode() == (IsTrue ? BO_LAnd : BO_LOr)) {
    assumeWithin(B->getLHS(), IsTrue, Scope);
    return assumeWithin(B->getRHS(), IsTrue, Scope);
  }
  if (!B->isComparisonOp() || !isPlainWithin(E, changedIn(Scope)))
    return;
  if (!IsTrue)
    E = UnaryOperator::Create(Ctx, const_cast<clang::Expr *>(E), UO_LNot,
                              Ctx.BoolTy, VK_PRValue, OK_Ordinary,
                              E->getBeginLoc(), false, FPOptionsOverride());
  Assumed.push_back(E);
  FromAround.insert(E);
}

/// `if (n < m) return;` in Block: behind it its condition is false.
void Finder::assumeBehind(const Stmt *S, const Stmt *Block) {
  const auto *I = dyn_cast<IfStmt>(S);
  if (!I || I->getElse() || I->hasInitStorage() || I->hasVarStorage() ||
      I->isConstexpr() ||
      I->getCond()->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false))
    return;
  const Stmt *Then = I->getThen();
  while (const auto *C = dyn_cast<CompoundStmt>(Then)) {
    if (C->body_empty())
      return;
    Then = C->body_back();
  }
  if (isa<ReturnStmt, ContinueStmt, BreakStmt, GotoStmt, CXXThrowExpr>(Then))
    assumeWithin(I->getCond(), false, Block);
}

/// Child, which is walked next, runs as a part of S.
void Finder::assumeAround(const Stmt *S, const Stmt *Child) {
  const auto Changes = [&](const clang::Expr *Cond) {
    return Cond && Cond->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false);
  };
  if (const auto *I = dyn_cast<IfStmt>(S);
      I && !I->isConstexpr() && !Changes(I->getCond())) {
    if (Child == I->getThen())
      assumeWithin(I->getCond(), true, Child);
    else if (Child == I->getElse())
      assumeWithin(I->getCond(), false, Child);
  }
  const auto *F = dyn_cast<ForStmt>(S);
  if (!F || Child != F->getBody() || Changes(F->getCond()))
    return;
  if (F->getCond())
    assumeWithin(F->getCond(), true, Child);
  // A signed counter that grows is not below its first value.
  const auto *D = dyn_cast_or_null<DeclStmt>(F->getInit());
  const auto *V =
      D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !V->getInit() || !V->getType()->isSignedIntegerType() ||
      !F->getInc())
    return;
  if (changedIn(Child).count(V) || !isPlainWithin(V->getInit(), changedIn(F)))
    return;
  const clang::Expr *Inc = F->getInc()->IgnoreParenImpCasts();
  const clang::Expr *Stepped = nullptr;
  bool Grows = true;
  if (const auto *U = dyn_cast<UnaryOperator>(Inc);
      U && U->isIncrementDecrementOp()) {
    Stepped = U->getSubExpr();
    Grows = U->isIncrementOp();
  } else if (const auto *B = dyn_cast<CompoundAssignOperator>(Inc)) {
    clang::Expr::EvalResult By;
    if ((B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign) &&
        Ctx.hasSameUnqualifiedType(B->getComputationResultType(),
                                   V->getType()) &&
        Ctx.hasSameUnqualifiedType(B->getRHS()->getType(), V->getType()) &&
        B->getRHS()->EvaluateAsInt(By, Ctx) &&
        By.Val.getInt().isStrictlyPositive())
      Stepped = B->getLHS();
    Grows = B->getOpcode() == BO_AddAssign;
  }
  const auto *Named =
      Stepped ? dyn_cast<DeclRefExpr>(Stepped->IgnoreParens()) : nullptr;
  if (!Named || Named->getDecl() != V)
    return;
  auto *Value = ImplicitCastExpr::Create(
      Ctx, V->getType().getUnqualifiedType(), CK_LValueToRValue,
      const_cast<DeclRefExpr *>(Named), nullptr, VK_PRValue,
      FPOptionsOverride());
  Assumed.push_back(BinaryOperator::Create(
      Ctx, Value, const_cast<clang::Expr *>(V->getInit()),
      Grows ? BO_GE : BO_LE, Ctx.BoolTy, VK_PRValue, OK_Ordinary,
      F->getBeginLoc(), FPOptionsOverride()));
  FromAround.insert(Assumed.back());
}

static void collectNames(const Stmt *S,
                         llvm::DenseSet<const VarDecl *> &Names) {
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      Names.insert(V);
  for (const Stmt *Child : S->children())
    if (Child)
      collectNames(Child, Names);
}

/// Adds what locals among Names have been made of.
static void collectOrigins(llvm::DenseSet<const VarDecl *> &Names) {
  llvm::SmallVector<const VarDecl *, 16> Left(Names.begin(), Names.end());
  while (!Left.empty()) {
    const VarDecl *V = Left.pop_back_val();
    if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getInit())
      continue;
    llvm::DenseSet<const VarDecl *> Origins;
    collectNames(V->getInit(), Origins);
    for (const VarDecl *O : Origins)
      if (Names.insert(O).second)
        Left.push_back(O);
  }
}

/// The assumptions that count for the launch S.
std::vector<const clang::Expr *> Finder::assumedOf(const Stmt *S) const {
  llvm::DenseSet<const VarDecl *> Here;
  collectNames(S, Here);
  collectOrigins(Here);
  std::vector<const clang::Expr *> Found;
  for (const clang::Expr *E : Assumed) {
    llvm::DenseSet<const VarDecl *> Names;
    collectNames(E, Names);
    if (!FromAround.count(E) || llvm::all_of(Names, [&](const VarDecl *V) {
          return Here.count(V) != 0;
        }))
      Found.push_back(E);
  }
  return Found;
}

/// The name, file and line that a block's rt::site says, if it has one.
const StringLiteral *Finder::siteOf(const CompoundStmt *S, unsigned &Line,
                                    std::string &File) {
  const VarDecl *V = validate::siteOf(S);
  const auto *L =
      V ? dyn_cast<InitListExpr>(V->getInit()->IgnoreImplicit()) : nullptr;
  if (!L || L->getNumInits() < 3)
    return nullptr;
  if (const auto *Path =
          dyn_cast<StringLiteral>(L->getInit(1)->IgnoreParenImpCasts()))
    File = Path->getString().str();
  clang::Expr::EvalResult R;
  if (L->getInit(2)->EvaluateAsInt(R, Ctx))
    Line = static_cast<unsigned>(R.Val.getInt().getZExtValue());
  return dyn_cast<StringLiteral>(L->getInit(0)->IgnoreParenImpCasts());
}

/// Follows the statements of a block.
void Finder::refresh(const Stmt *S) {
  if (isQuiet(S))
    return;
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D || !declaresNumbers(Ctx, *D))
    return Fresh.clear();
  for (const Decl *One : D->decls())
    Fresh.insert(cast<VarDecl>(One));
}

void Finder::walk(const Stmt *S) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    // It may run somewhere else.
    std::vector<const clang::Expr *> None;
    std::swap(None, Assumed);
    const llvm::scope_exit Restore([&] { std::swap(None, Assumed); });
    if (!L->isGenericLambda()) {
      const llvm::SaveAndRestore<const FunctionDecl *> Keep(
          Around, L->getCallOperator());
      return walk(L->getBody());
    }
    if (const FunctionTemplateDecl *T = L->getDependentCallOperator())
      for (const FunctionDecl *F : T->specializations())
        if (F->hasBody())
          function(F);
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (Decl *One : D->decls())
      if (isa<RecordDecl>(One))
        TraverseDecl(One);
  const auto *C = dyn_cast<CompoundStmt>(S);
  const size_t Before = Assumed.size();
  if (C) {
    unsigned Line = 0;
    std::string File;
    if (const StringLiteral *Name = siteOf(C, Line, File)) {
      if (!launches(C))
        return;
      const bool HasClaims = launch(C, Name, Line, File);
      // Its parts are launches by themselves, too; the claims of the whole
      // would have to hold.
      if (HasClaims)
        return;
      for (const Stmt *Child : C->body())
        if (isa<IfStmt>(Child))
          walk(Child);
      return;
    }
  }
  for (const Stmt *Child : S->children()) {
    if (!Child)
      continue;
    if (C) {
      assume(Child);
      assumeBehind(Child, C);
    }
    const size_t Here = Assumed.size();
    assumeAround(S, Child);
    llvm::DenseSet<const VarDecl *> Outer;
    const bool Goes = goesStraightOn(S, Child);
    if (!Goes)
      std::swap(Outer, Fresh);
    walk(Child);
    if (!Goes)
      std::swap(Outer, Fresh);
    if (C)
      refresh(Child);
    if (!C)
      Assumed.resize(Here);
  }
  Assumed.resize(Before);
}

/// The part of N that did not run; empty if all did.
std::string notRun(const Nest &N, const CheckResult &R) {
  std::optional<unsigned> Missing; // a kernel, if there is one of no launch
  const auto Ran = [&](unsigned Kernel) {
    for (size_t I = 0; I != R.Ran.size(); ++I)
      if (R.Ran[I] && N.Launches[I].Kernel == Kernel)
        return true;
    return false;
  };
  for (size_t I = 0; I != R.Ran.size(); ++I)
    if (const unsigned Kernel = N.Launches[I].Kernel;
        !R.Ran[I] && !R.ForAll[I] &&
        (!Missing || (Ran(*Missing) && !Ran(Kernel))))
      Missing = Kernel;
  if (Missing)
    return "no values that were tried launch '" + N.Functions[*Missing].Name +
           "'";
  for (size_t I = 0; I != R.OneBlock.size(); ++I)
    if (R.OneBlock[I])
      return "of '" + N.Functions[N.Launches[I].Kernel].Name +
             "' several blocks are too many steps, and only one was run";
  if (R.FewBlocks)
    return "several of its blocks on the CPU are too many steps, and only few "
           "were run";
  if (R.Sampled && !R.forAll())
    return "its loops are long, and only some of their iterations were run";
  return "";
}

bool Finder::launch(const CompoundStmt *S, const StringLiteral *Name,
                    unsigned Line, const std::string &File) {
  Nest N;
  N.Name = Name->getString().str();
  readLaunch(Ctx, N, S, assumedOf(S), Changed, Fresh);
  if (N.Wrong.empty())
    checkPrivates(Ctx, *Around, S, N.Wrong, N.Why);
  Finding F;
  F.Name = N.Name;
  F.File = File;
  F.Line = Line;
  F.Where.Begin = F.Where.End = Name->getBeginLoc().getRawEncoding();
  if (!N.Why.empty()) {
    F.What = Finding::NotRead;
    F.Text = "it is not known how to read " + N.Why;
  } else if (!N.Wrong.empty()) {
    F.What = Finding::Differs;
    F.Text = N.Wrong;
  } else {
    CheckResult R = check(N, Options);
    F.Instances = R.Instances;
    F.ForAll = R.ForAll;
    if (!R.Wrong.empty()) {
      F.What = Finding::Differs;
      F.Text = R.Wrong;
    } else if (R.Instances == 0 && !R.forAll()) {
      F.What = Finding::NotRead;
      F.Text = R.AsWritten || R.ClaimsFailed
                   ? std::string("no values that were tried ") +
                         (R.AsWritten ? "" : "fulfil its claims and ") +
                         "launch its kernels"
               : R.Undefined && !R.Exhausted
                   ? "with all values that were tried its loops as written "
                     "leave their arrays, or are undefined in another way"
                   : "with no values that were tried its loops come to their "
                     "end within the steps that are run";
    } else {
      F.Text = notRun(N, R);
      F.What = F.Text.empty() ? Finding::Same : Finding::InPart;
    }
  }
  Found.push_back(F);
  return N.Checked != nullptr;
}

} // namespace

std::vector<Finding> validate(ASTContext &Context,
                              const CheckOptions &Options) {
  Finder F(Context, Options);
  F.TraverseDecl(Context.getTranslationUnitDecl());
  return std::move(F.Found);
}

std::vector<Finding> oncePerNest(const std::vector<Finding> &Found) {
  std::vector<Finding> Result;
  std::set<std::pair<std::string, unsigned>> Seen;
  for (const Finding &F : Found) {
    if (F.What == Finding::Differs ||
        (F.What != Finding::Same && Seen.insert({F.File, F.Line}).second))
      Result.push_back(F);
  }
  return Result;
}

void say(const Finding &F, SourceRef Where, Report &R, DiagID Differs) {
  if (F.What == Finding::Differs)
    R.add(Differs, Where, F.Name, F.Text);
  else if (F.What == Finding::NotRead)
    R.add(DiagID::HD905, Where, F.Name, F.Text);
  else if (F.What == Finding::InPart)
    R.add(DiagID::HD908, Where, F.Name, F.Text);
}

void sayUnparsed(llvm::StringRef File, llvm::StringRef Error, Report &R) {
  R.add(DiagID::HD906, {}, File, Error);
}

} // namespace validate
} // namespace heddle
