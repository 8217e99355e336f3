//===- Readings.cpp - Functions that read what they are given -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Callees/Readings.h"
#include "IR/NestValues.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/Clones.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

/// F has a parameter of that name, or declares it somewhere.
static bool declaresName(const FunctionDecl *F, const IdentifierInfo *Name) {
  const auto IsNamed = [&](const Decl *D) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    return Named && Named->getIdentifier() == Name;
  };
  llvm::SmallVector<const Stmt *, 32> Open = {F->getBody()};
  while (!Open.empty()) {
    const Stmt *S = Open.pop_back_val();
    if (const auto *D = dyn_cast<DeclStmt>(S))
      if (llvm::any_of(D->decls(), IsNamed))
        return true;
    for (const Stmt *Child : S->children())
      if (Child)
        Open.push_back(Child);
  }
  return llvm::any_of(F->parameters(), IsNamed);
}

/// The meaning that a name has in the copy's text may be hidden where the
/// launch stands: by a variable of its function, or a member of what is around.
static bool isHiddenAt(const NestReader &Home, const NamedDecl *D) {
  const FunctionDecl *F = Home.In.Function;
  const IdentifierInfo *Name = D->getIdentifier();
  if (!Name || declaresName(F, Name))
    return true;
  for (const DeclContext *C = F->getParent(); C && !C->isTranslationUnit();
       C = C->getParent()) {
    if (D->getDeclContext()->getRedeclContext()->Equals(C))
      return false;
    const auto *Class = dyn_cast<CXXRecordDecl>(C);
    if (Class ? Class->hasMemberName(Name) : !C->lookup(Name).empty())
      return true;
  }
  return false;
}

static bool hasHiddenNames(const NestReader &Home, const FunctionDecl *Callee,
                           const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const ValueDecl *D = Ref->getDecl();
        D->getDeclContext() != Callee && isHiddenAt(Home, D))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && hasHiddenNames(Home, Callee, Child);
  });
}

/// Declarations of what Callee reads besides its arguments: variables of
/// namespaces. Nothing: it reads others.
static std::optional<std::vector<std::string>>
globalsOf(const NestReader &Callee) {
  std::vector<std::string> Found;
  for (auto [P, Use] :
       llvm::zip(Callee.Nest->Params, Callee.Callees.ParamUses)) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Use.Named->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->getDeclContext()->isFileContext() || !Use.Calls.empty())
      return std::nullopt;
    PrintingPolicy Policy = Callee.Ctx.getPrintingPolicy();
    Policy.SuppressUnwrittenScope = true;
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    V->printQualifiedName(OS, Policy);
    Found.push_back("const " + P.CxxType + " " + P.Name + " = ::" + Name + ";");
  }
  return Found;
}

void noteReadings(NestReader &NR, const CallExpr *E, llvm::StringRef Called,
                  const DeviceClone &Copy, NestReader &Callee, size_t First) {
  const llvm::ArrayRef<Access> Made =
      llvm::ArrayRef(NR.model().Accesses).drop_front(First);
  const FunctionDecl *Def = Callee.In.Function;
  const auto Name = offsets(NR, calleeName(NR, E));
  const auto Globals = globalsOf(Callee);
  const bool IsGiven =
      Globals && Copy.Params.size() == E->getNumArgs() + Globals->size() &&
      llvm::none_of(E->arguments(), [](const clang::Expr *A) {
        return isa<CXXDefaultArgExpr>(A);
      });
  if (Made.empty() || writesBehind(NR.model(), First) || !Name || !IsGiven ||
      !Copy.Prefix.empty() || !Callee.Nest->Arrays.empty() ||
      hasHiddenNames(*NR.home(), Def, Def->getBody()))
    return;
  AssembledText Text = assembleValues(*Callee.Nest, Callee.Texts,
                                      std::move(Callee.Spans.Values));
  if (Text.Lost)
    return;
  Callee.Nest->Code = std::move(Text.Code);
  ReadingCall Call;
  Call.Name = {Name->first, Name->second};
  Call.Called = Called.str();
  Call.Result = Copy.Result;
  Call.Params.assign(Copy.Params.begin(),
                     Copy.Params.begin() + E->getNumArgs());
  Call.Globals = *Globals;
  Call.Body = Callee.Nest;
  Call.First = static_cast<unsigned>(First);
  for (const Access &A : Made)
    Call.Accesses.push_back(A.Where);
  NR.Nest->Readings.push_back(std::move(Call));
}

} // namespace heddle
