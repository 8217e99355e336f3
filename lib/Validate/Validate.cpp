//===- Validate.cpp - Finds the launches of rewritten text ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Validate.h"
#include "Validate/Read/Privates.h"
#include "Validate/Read/ReadLaunch.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
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
  /// True: it looks at claims.
  bool launch(const CompoundStmt *S, const StringLiteral *Name, unsigned Line,
              const std::string &File);

  ASTContext &Ctx;
  const CheckOptions &Options;
  std::vector<const clang::Expr *> Assumed;
  llvm::DenseSet<const VarDecl *> Changed;
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
    if (Name == "run" || Name == "run_blocks" || Name == "reduce")
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

void Finder::walk(const Stmt *S) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
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
    if (C)
      assume(Child);
    walk(Child);
  }
  Assumed.resize(Before);
}

/// The part of N that did not run; empty if all did.
std::string notRun(const Nest &N, const CheckResult &R) {
  for (size_t I = 0; I != R.Ran.size(); ++I)
    if (!R.Ran[I] && !R.ForAll[I])
      return "no values that were tried launch '" +
             N.Functions[N.Launches[I].Kernel].Name + "'";
  for (size_t I = 0; I != R.OneBlock.size(); ++I)
    if (R.OneBlock[I])
      return "of '" + N.Functions[N.Launches[I].Kernel].Name +
             "' several blocks are too many steps, and only one was run";
  if (R.Sampled && !R.forAll())
    return "its loops are long, and only some of their iterations were run";
  return "";
}

bool Finder::launch(const CompoundStmt *S, const StringLiteral *Name,
                    unsigned Line, const std::string &File) {
  Nest N;
  N.Name = Name->getString().str();
  readLaunch(Ctx, N, S, Assumed, Changed);
  if (N.Wrong.empty())
    N.Wrong = wronglyPrivate(Ctx, *Around, S);
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
