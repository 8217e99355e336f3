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
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include <set>

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

/// Whether a plain name is hidden, where the nest is, by anything around it
/// that is no namespace.
class NamesAround : public RecursiveASTVisitor<NamesAround> {
public:
  explicit NamesAround(const FunctionDecl *F)
      : IsUnknown(isa<CXXMethodDecl>(F) || F->isTemplated() ||
                  F->isTemplateInstantiation() ||
                  !F->getLexicalDeclContext()->isFileContext()) {
    if (!IsUnknown)
      TraverseDecl(const_cast<FunctionDecl *>(F));
  }

  bool VisitNamedDecl(NamedDecl *D) {
    IsUnknown |= isa<UsingDirectiveDecl, UsingEnumDecl>(D);
    if (D->getIdentifier())
      Names.insert(D->getName());
    return true;
  }
  bool mayHide(llvm::StringRef Name) const {
    return IsUnknown || Names.contains(Name);
  }

private:
  bool IsUnknown;
  llvm::StringSet<> Names;
};

/// The copy's text may mean something else where the launch stands. It does not
/// where all its names are the function's own, keywords, members, qualified
/// from the outermost namespace on, or invented; types and constants that
/// nothing hides; or macros of such names. Globals are declared in it.
class TextMeaning {
public:
  TextMeaning(const NestReader &Callee)
      : Callee(Callee), Home(*Callee.home()), Around(Home.In.Function) {}

  bool mayBeOther(const DeviceClone &Copy) {
    Own = ownNames(Callee);
    for (const auto &Entry : Own)
      if (meansAnother(Callee, Entry.getKey()) ||
          isTypeAround(Home, Callee.In.Function, Entry.getKey()))
        return true;
    for (const Param &P : Callee.Nest->Params)
      Own.insert(P.Name);
    return !isKnown(Copy.Body) || !isKnown(Copy.Result) ||
           !llvm::all_of(Copy.Params,
                         [&](const std::string &P) { return isKnown(P); });
  }

private:
  bool isKnown(const std::string &Text) {
    Lexer Raw(SourceLocation(), Home.Ctx.getLangOpts(), Text.data(),
              Text.data(), Text.data() + Text.size());
    Token T;
    tok::TokenKind Before = tok::unknown;
    // The last token comes with the end.
    for (bool IsEnd = false; !IsEnd; Before = T.getKind()) {
      IsEnd = Raw.LexFromRawLexer(T);
      if (T.isNot(tok::raw_identifier))
        continue;
      const llvm::StringRef Name = T.getRawIdentifier();
      const auto End = static_cast<size_t>(Name.end() - Text.data());
      const bool IsCall =
          llvm::StringRef(Text).substr(End).ltrim().starts_with("(");
      if (!isKnownName(Name, Before, IsCall))
        return false;
    }
    return true;
  }

  /// Before: the token in front of the name. IsCall: a parenthesis is behind
  /// it.
  bool isKnownName(llvm::StringRef Name, tok::TokenKind Before, bool IsCall) {
    if (isOtherMacro(Home, Callee, Name))
      return false;
    const IdentifierInfo &II = *Home.PP.getIdentifierInfo(Name);
    const MacroInfo *M =
        Home.PP.getMacroDefinitionAtLoc(&II, Callee.In.Nest->getBeginLoc())
            .getMacroInfo();
    if (M && (M->isObjectLike() || IsCall) && !Expanding.contains(M))
      return isKnownMacro(*M, Before);
    return Before == tok::period || Before == tok::arrow ||
           Before == tok::coloncolon || Own.contains(Name) ||
           Name.starts_with("heddle_") ||
           II.isKeyword(Home.Ctx.getLangOpts()) || isPlain(Name);
  }

  bool isKnownMacro(const MacroInfo &M, tok::TokenKind Before) {
    const std::pair<const MacroInfo *, tok::TokenKind> Use{&M, Before};
    if (M.isBuiltinMacro() || Known.count(Use))
      return !M.isBuiltinMacro();
    Expanding.insert(&M);
    const llvm::ArrayRef<Token> Tokens = M.tokens();
    for (size_t I = 0; I != Tokens.size(); ++I) {
      const Token &T = Tokens[I];
      const IdentifierInfo *Named = T.getIdentifierInfo();
      const bool IsCall =
          I + 1 != Tokens.size() && Tokens[I + 1].is(tok::l_paren);
      if (T.isOneOf(tok::hash, tok::hashhash) ||
          (Named && M.getParameterNum(Named) < 0 &&
           !isKnownName(Named->getName(), Before, IsCall)))
        return false;
      Before = T.getKind();
    }
    Expanding.erase(&M);
    Known.insert(Use);
    return true;
  }

  /// A type or constant of a namespace around the launch, by its own name.
  bool isPlain(llvm::StringRef Name) const {
    const auto Uses = Callee.Names.NameUse.find(Name);
    return Uses != Callee.Names.NameUse.end() && !Uses->second.empty() &&
           !Around.mayHide(Name) &&
           llvm::all_of(Uses->second, [&](const Decl *D) {
             const auto *V = dyn_cast<VarDecl>(D);
             return (V ? isVisibleConstant(Callee, V)
                       : isa<TypeDecl, EnumConstantDecl>(D)) &&
                    isFoundFrom(Home.In.Function->getDeclContext(),
                                cast<NamedDecl>(D));
           });
  }

  const NestReader &Callee, &Home;
  const NamesAround Around;
  llvm::StringSet<> Own;
  llvm::SmallPtrSet<const MacroInfo *, 8> Expanding;
  std::set<std::pair<const MacroInfo *, tok::TokenKind>> Known;
};

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
  if (Made.empty() || !Name || !IsGiven || !Copy.Prefix.empty() ||
      !Callee.Nest->Arrays.empty() || TextMeaning(Callee).mayBeOther(Copy))
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
