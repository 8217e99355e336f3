//===- Readings.cpp - Functions that read what they are given -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Callees/Readings.h"
#include "IR/NestValues.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/Clones.h"
#include "Read/Memory/Paths.h"
#include "Spelling/Definitions.h"
#include "Spelling/NestText.h"
#include "Support/Identifiers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace heddle {

/// The names of the function's own parameters and variables.
static llvm::StringSet<> ownNames(const NestReader &Callee) {
  llvm::StringSet<> Names;
  for (const ValueDecl *D : Callee.Names.NestDecls)
    if (isa<VarDecl>(D) && D->getIdentifier())
      Names.insert(D->getName());
  return Names;
}

/// Around the function there is a type, a template or a namespace of that name.
static bool isTypeAround(const NestReader &NR, const FunctionDecl *F,
                         llvm::StringRef Name) {
  const IdentifierInfo *II = NR.PP.getIdentifierInfo(Name);
  for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
    for (const NamedDecl *D : C->lookup(II))
      if (!isa<ValueDecl>(D))
        return true;
  return false;
}

/// The name stands for another macro where the nest is.
static bool isOtherMacro(const NestReader &Home, const NestReader &Callee,
                         llvm::StringRef Name) {
  const SourceLocation There = Home.In.Nest->getBeginLoc();
  bool Found = false;
  forEachMacro(Home.PP, Name, Callee.In.Nest->getBeginLoc(),
               [&](const IdentifierInfo *II, const MacroInfo *Here) {
                 Found |=
                     Here !=
                     Home.PP.getMacroDefinitionAtLoc(II, There).getMacroInfo();
                 return !Found;
               });
  return Found;
}

/// The function's text means something else by the name, too; behind an object
/// that is no matter.
static bool meansAnother(const NestReader &Callee, llvm::StringRef Name) {
  const auto Uses = Callee.Names.NameUse.find(Name);
  return Uses != Callee.Names.NameUse.end() &&
         llvm::any_of(Uses->second, [&](const Decl *D) {
           const auto *V = dyn_cast<ValueDecl>(D);
           return !V ||
                  (!V->isCXXClassMember() && !isDeclaredInNest(Callee, V));
         });
}

/// The copy's text may mean something else where the launch stands. It does not
/// where all its names are the function's own, keywords, members, qualified
/// from the outermost namespace on, or invented; Globals are declared in it.
static bool mayMeanOther(const NestReader &Callee, const DeviceClone &Copy) {
  const NestReader &Home = *Callee.home();
  const FunctionDecl *Def = Callee.In.Function;
  llvm::StringSet<> Own = ownNames(Callee);
  for (const auto &Entry : Own)
    if (meansAnother(Callee, Entry.getKey()) ||
        isTypeAround(Home, Def, Entry.getKey()))
      return true;
  for (const Param &P : Callee.Nest->Params)
    Own.insert(P.Name);
  bool Found = false;
  const auto LookIn = [&](llvm::StringRef Text) {
    forEachIdentifier(Text, [&](llvm::StringRef Name) {
      const llvm::StringRef Before =
          Text.take_front(Name.begin() - Text.begin());
      const bool IsOfOther = Before.ends_with(".") || Before.ends_with("->") ||
                             Before.ends_with("::");
      const bool IsKnown =
          IsOfOther || Own.contains(Name) || Name.starts_with("heddle_") ||
          Home.PP.getIdentifierInfo(Name)->isKeyword(Home.Ctx.getLangOpts());
      Found |= !IsKnown || isOtherMacro(Home, Callee, Name);
    });
  };
  LookIn(Copy.Body);
  LookIn(Copy.Result);
  for (const std::string &P : Copy.Params)
    LookIn(P);
  return Found;
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
  const auto Name = offsets(NR, calleeName(NR, E));
  const auto Globals = globalsOf(Callee);
  const bool IsGiven =
      Globals && Copy.Params.size() == E->getNumArgs() + Globals->size() &&
      llvm::none_of(E->arguments(), [](const clang::Expr *A) {
        return isa<CXXDefaultArgExpr>(A);
      });
  if (Made.empty() || writesBehind(NR.model(), First) || !Name || !IsGiven ||
      !Copy.Prefix.empty() || !Callee.Nest->Arrays.empty() ||
      mayMeanOther(Callee, Copy))
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
