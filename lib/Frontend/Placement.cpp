//===- Placement.cpp - Where the kernel stands ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before the outermost class or function around the nest, in the same
// namespace: a static function, or for templates a template with the same
// parameters, which the launch names explicitly.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace heddle {

//===--- The function -----------------------------------------------------===//

bool NestBuilder::checkFunction(const FunctionDecl *F) {
  auto Refuse = [&](llvm::StringRef Why) {
    error(DiagID::HD153, Nest->Where, Why)
        .note(ref(SourceRange(F->getLocation())), "the function");
    return false;
  };
  if (F->isConsteval())
    return Refuse("a consteval function");
  if (F->hasAttr<CUDAGlobalAttr>())
    return Refuse("a '__global__' function");
  if (F->hasAttr<CUDADeviceAttr>())
    return Refuse("a '__device__' function");
  if (isa_and_nonnull<CoroutineBodyStmt>(F->getBody()))
    return Refuse("a coroutine");
  // g++ 12 does not find the end of one that has directives in it.
  for (const DeclContext *DC = F; DC; DC = DC->getParent())
    if (const auto *Class = dyn_cast<CXXRecordDecl>(DC);
        Class && Class->isLambda() &&
        isa_and_nonnull<FieldDecl>(Class->getLambdaContextDecl()))
      return Refuse("a default member initializer");
  if (F->getBody()->getBeginLoc().isMacroID()) {
    error(DiagID::HD151, Nest->Where,
          Lexer::getImmediateMacroName(F->getBody()->getBeginLoc(), SM,
                                       Ctx.getLangOpts()));
    return false;
  }
  return true;
}

const FunctionDecl *patternOf(const FunctionDecl *F) {
  if (const FunctionDecl *P = F->getTemplateInstantiationPattern())
    return P;
  return F;
}

/// The function, class or linkage specification that stands directly in a
/// namespace and holds F. Chain gets every function and class on the way.
static const Decl *outermost(const FunctionDecl *F,
                             llvm::SmallVectorImpl<const Decl *> &Chain) {
  const Decl *D = patternOf(F);
  while (true) {
    Chain.push_back(D);
    const DeclContext *DC = D->getLexicalDeclContext();
    while (DC->isRequiresExprBody() || isa<EnumDecl>(DC))
      DC = DC->getLexicalParent();
    if (const auto *Parent = dyn_cast<FunctionDecl>(DC)) {
      D = patternOf(Parent);
    } else if (const auto *Parent = dyn_cast<CXXRecordDecl>(DC)) {
      const CXXRecordDecl *P = Parent->getTemplateInstantiationPattern();
      D = P ? P : Parent;
    } else {
      break;
    }
  }
  if (const auto *L = dyn_cast<LinkageSpecDecl>(D->getLexicalDeclContext()))
    if (!L->hasBraces())
      return L;
  return D;
}

//===--- Templates --------------------------------------------------------===//

/// Appends the named parameters; false where one cannot be repeated.
bool NestBuilder::addTemplateLevel(const TemplateParameterList *List,
                                   std::string &Params, std::string &Args) {
  for (const NamedDecl *P : *List) {
    if (P->isImplicit())
      return false;
    if (!P->getIdentifier())
      continue; // nothing in the nest can name it
    std::string Name = P->getName().str(), Declared;
    if (const auto *T = dyn_cast<TemplateTypeParmDecl>(P)) {
      if (T->hasTypeConstraint())
        return false;
      Declared = T->isParameterPack() ? "class... " : "class ";
    } else if (const auto *N = dyn_cast<NonTypeTemplateParmDecl>(P)) {
      QualType T = N->getType();
      if (const auto *E = dyn_cast<PackExpansionType>(T.getTypePtr()))
        T = E->getPattern();
      std::optional<std::string> Type = spell(T, T);
      if (!Type)
        return false;
      Declared = *Type + (N->isParameterPack() ? "... " : " ");
    } else {
      return false;
    }
    bool Pack = P->isParameterPack();
    Params += (Params.empty() ? "" : ", ") + Declared + Name;
    Args += (Args.empty() ? "" : ", ") + Name + (Pack ? "..." : "");
  }
  return !List->hasAssociatedConstraints();
}

/// Local, unnamed, private and protected types cannot be arguments of a kernel
/// template in nvcc.
static bool isNameable(QualType T) {
  T = T.getCanonicalType();
  while (T->isPointerType() || T->isReferenceType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getBaseElementTypeUnsafe(), 0)
                         : T->getPointeeType();
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return true;
  if (!Tag->getIdentifier() || Tag->getParentFunctionOrMethod())
    return false;
  for (const Decl *D = Tag; D; D = dyn_cast<Decl>(D->getDeclContext())) {
    if (D->getAccess() == AS_private || D->getAccess() == AS_protected)
      return false;
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type && !isNameable(A.getAsType()))
          return false;
    if (D->getDeclContext()->isFileContext())
      break;
  }
  return true;
}

static bool areNameable(llvm::ArrayRef<TemplateArgument> Args) {
  return llvm::all_of(Args, [](const TemplateArgument &A) {
    switch (A.getKind()) {
    case TemplateArgument::Type:
      return isNameable(A.getAsType());
    case TemplateArgument::Pack:
      return areNameable(A.pack_elements());
    case TemplateArgument::Integral:
      return isNameable(A.getIntegralType());
    default:
      return true;
    }
  });
}

bool NestBuilder::placeTemplates(const FunctionDecl *F) {
  auto Refuse = [&](const Decl *D, llvm::StringRef Why) {
    error(DiagID::HD158, Nest->Where, Why)
        .note(ref(SourceRange(D->getLocation())), "the template");
    return false;
  };
  if (F->getFriendObjectKind() &&
      isa<CXXRecordDecl>(F->getLexicalDeclContext()))
    if (cast<CXXRecordDecl>(F->getLexicalDeclContext())
            ->getTemplateSpecializationKind() != TSK_Undeclared)
      return Refuse(F, "it is a friend that a class template defines");
  // Innermost first: the arguments of the instantiation, and its pattern.
  llvm::SmallVector<const TemplateParameterList *, 4> Levels;
  for (const DeclContext *DC = F; !DC->isFileContext(); DC = DC->getParent()) {
    if (const auto *Fn = dyn_cast<FunctionDecl>(DC)) {
      if (const TemplateArgumentList *Args =
              Fn->getTemplateSpecializationArgs())
        if (!areNameable(Args->asArray()))
          return Refuse(Fn, "a template argument is a local, unnamed or "
                            "private type");
      if (const FunctionDecl *P = Fn->getTemplateInstantiationPattern())
        if (const FunctionTemplateDecl *T = P->getDescribedFunctionTemplate())
          Levels.push_back(T->getTemplateParameters());
    } else if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(DC)) {
      if (S->isExplicitSpecialization())
        continue;
      if (!areNameable(S->getTemplateArgs().asArray()))
        return Refuse(S, "a template argument is a local, unnamed or private "
                         "type");
      auto From = S->getSpecializedTemplateOrPartial();
      if (auto *Partial =
              dyn_cast<ClassTemplatePartialSpecializationDecl *>(From))
        Levels.push_back(Partial->getTemplateParameters());
      else
        Levels.push_back(
            cast<ClassTemplateDecl *>(From)->getTemplateParameters());
    }
  }
  std::string Params, Args;
  for (const TemplateParameterList *List : llvm::reverse(Levels))
    if (!addTemplateLevel(List, Params, Args))
      return Refuse(F, "its parameters cannot be repeated before the kernel "
                       "(constraints, templates as parameters, 'auto' "
                       "parameters)");
  if (Params.empty())
    return true;
  Nest->Place.Prefix = "template <" + Params + ">\n";
  Nest->Place.TemplateArgs = "<" + Args + ">";
  Nest->Place.Linkage = "";
  return true;
}

//===--- Names ------------------------------------------------------------===//

namespace {

/// The position of a lambda among those of the function around it.
class LambdaCounter : public RecursiveASTVisitor<LambdaCounter> {
public:
  explicit LambdaCounter(SourceLocation Wanted) : Wanted(Wanted) {}
  bool VisitLambdaExpr(LambdaExpr *L) {
    if (L->getCallOperator()->getLocation() == Wanted ||
        L->getBeginLoc() == Wanted)
      Found = Count;
    ++Count;
    return true;
  }
  unsigned Found = 0;

private:
  SourceLocation Wanted;
  unsigned Count = 0;
};

} // namespace

static bool isLambda(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda();
}

/// The function as the linker sees it; for templates the pattern, which is one
/// for all instantiations.
std::string NestBuilder::uniqueKey(const FunctionDecl *F) const {
  if (isLambda(F)) {
    const DeclContext *DC = F->getParent();
    while (DC && !isa<FunctionDecl>(DC) && !DC->isFileContext())
      DC = DC->getParent();
    if (const auto *Outer = dyn_cast_or_null<FunctionDecl>(DC)) {
      LambdaCounter Counter(cast<CXXMethodDecl>(F)
                                ->getParent()
                                ->getLambdaCallOperator()
                                ->getLocation());
      Counter.TraverseDecl(const_cast<FunctionDecl *>(patternOf(Outer)));
      return uniqueKey(Outer) + "_lambda" + std::to_string(Counter.Found);
    }
  }
  std::string Key;
  if (!isInstantiation()) {
    ASTNameGenerator Names(Ctx);
    Key = Names.getName(F);
  }
  if (Key.empty()) {
    const FunctionDecl *P = patternOf(F);
    Key = P->getQualifiedNameAsString() + " " +
          P->getType().getAsString(Ctx.getPrintingPolicy());
  }
  return Key;
}

static std::string sanitised(llvm::StringRef Name) {
  std::string Result;
  for (char C : Name)
    Result += llvm::isAlnum(C) || C == '_' ? C : '_';
  return Result.empty() || llvm::isDigit(Result[0]) ? "f" + Result : Result;
}

static bool isOverloaded(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  const FunctionDecl *Declared = Pattern ? Pattern : F;
  llvm::SmallPtrSet<const Decl *, 4> Others;
  for (const NamedDecl *D :
       Declared->getDeclContext()->getRedeclContext()->lookup(
           Declared->getDeclName()))
    Others.insert(D->getUnderlyingDecl()->getCanonicalDecl());
  return Others.size() > 1;
}

/// What a kernel's name says of the function. Kernels of overloads, and of
/// members of different classes, meet in one scope: classes are part of the
/// name, and overloads get a few digits of their mangled name's hash.
static std::string kernelStem(const FunctionDecl *Named,
                              const std::string &UniqueKey) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Named);
  std::string Name;
  for (const DeclContext *DC = Method ? Method->getParent() : nullptr;
       DC && DC->isRecord(); DC = DC->getParent())
    Name = sanitised(cast<RecordDecl>(DC)->getName()) + "_" + Name;
  if (isa<CXXConstructorDecl>(Named))
    Name.pop_back(); // the class says it
  else
    Name += Named->getIdentifier() ? sanitised(Named->getName())
                                   : sanitised(Named->getNameAsString());
  if (isOverloaded(Named))
    Name += "_" + llvm::utohexstr(llvm::xxh3_64bits(UniqueKey) & 0xffff,
                                  /*LowerCase=*/true, /*Width=*/4);
  return Name;
}

bool NestBuilder::place() {
  const FunctionDecl *F = In.Function;
  if (!checkFunction(F))
    return false;
  Placement &Place = Nest->Place;
  Place.Nest = In.AnnotationRange;
  if (Place.Nest.File.empty())
    Place.Nest = fileRange(FileBegin, FileBegin);
  Place.Nest.End = FileBegin + Nest->Text.size();
  llvm::SmallVector<const Decl *, 4> Chain;
  const Decl *Outer = outermost(F, Chain);
  KernelContext = Outer->getLexicalDeclContext()->getRedeclContext();
  // A lambda outside of functions stands in the middle of a declaration.
  const auto *OuterClass = dyn_cast<CXXRecordDecl>(Outer);
  std::optional<unsigned> At;
  if (!OuterClass || !OuterClass->isLambda())
    At = insertionOffset(Outer);
  if (!At) {
    error(DiagID::HD154, Nest->Where)
        .note(ref(SourceRange(Outer->getLocation())), "the declaration");
    return false;
  }
  Place.Insert = fileRange(*At, *At);
  if (!placeTemplates(F))
    return false;
  const FunctionDecl *Named = F;
  while (isLambda(Named)) {
    const auto *Up = dyn_cast_or_null<FunctionDecl>(
        cast<CXXMethodDecl>(Named)->getParent()->getParentFunctionOrMethod());
    if (!Up)
      break;
    Named = Up;
  }
  Place.UniqueKey = uniqueKey(F) + "#" + std::to_string(In.Ordinal);
  Place.FunctionName = kernelStem(Named, Place.UniqueKey);
  Place.Ordinal = In.Ordinal;
  Place.Constexpr = F->isConstexpr() && !isLambda(F);
  checkPreprocessing();
  return !Failed;
}

/// File and line are those that the compiler speaks of, after any `#line`.
FileRange NestBuilder::fileRange(unsigned Begin, unsigned End) const {
  SourceLocation Loc =
      SM.getLocForStartOfFile(File).getLocWithOffset(static_cast<int>(Begin));
  PresumedLoc Presumed = SM.getPresumedLoc(Loc);
  FileRange Range;
  Range.File = Presumed.getFilename();
  Range.Begin = Begin;
  Range.End = End;
  Range.Line = Presumed.getLine();
  Range.Column = SM.getColumnNumber(File, Begin);
  return Range;
}

} // namespace heddle
