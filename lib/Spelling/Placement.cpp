//===- Placement.cpp - Where the kernel stands ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before the outermost class or function around the nest, in the same
// namespace: a static function, or for templates a template with the same
// parameters, which the launch names explicitly.
//===----------------------------------------------------------------------===//
#include "Spelling/Placement.h"
#include "Read/Annotation/Attributes.h"
#include "Read/NestReader.h"
#include "Spelling/InsertionPlace.h"
#include "Spelling/NestText.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/Templates.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace heddle {

static FileRange fileRange(const NestReader &NR, unsigned Begin, unsigned End);

//===--- The function -----------------------------------------------------===//

namespace {

/// Finds a block around a place that a floating-point pragma speaks of.
class FloatingPointBlock : public DynamicRecursiveASTVisitor {
public:
  FloatingPointBlock(const SourceManager &SM, SourceLocation Place)
      : SM(SM), Place(Place) {}
  bool VisitCompoundStmt(CompoundStmt *S) override {
    Found |= S->hasStoredFPFeatures() &&
             SM.isBeforeInTranslationUnit(S->getLBracLoc(), Place) &&
             SM.isBeforeInTranslationUnit(Place, S->getRBracLoc());
    return true;
  }
  bool Found = false;

private:
  const SourceManager &SM;
  SourceLocation Place;
};

/// Clang makes lambdas and constexpr functions both.
template <class Attribute> bool isWrittenOn(const FunctionDecl *F) {
  const auto *A = F->getAttr<Attribute>();
  return A && !A->isImplicit();
}

} // namespace

static bool checkFunction(NestReader &NR, const FunctionDecl *F) {
  auto Refuse = [&](llvm::StringRef Why) {
    NR.error(DiagID::HD153, NR.Nest->Where, Why)
        .note(ref(NR, SourceRange(F->getLocation())), "the function");
    return false;
  };
  if (F->isConsteval())
    return Refuse("a consteval function");
  if (F->hasAttr<CUDAGlobalAttr>())
    return Refuse("a '__global__' function");
  if (isWrittenOn<CUDADeviceAttr>(F))
    return Refuse("a '__device__' function");
  if (isa_and_nonnull<CoroutineBodyStmt>(F->getBody()))
    return Refuse("a coroutine");
  // The kernel stands outside of the block.
  FloatingPointBlock Block(NR.SM, NR.In.Nest->getBeginLoc());
  for (const DeclContext *DC = F; DC; DC = DC->getParent())
    if (const auto *Around = dyn_cast<FunctionDecl>(DC))
      Block.TraverseStmt(Around->getBody());
  if (Block.Found)
    return Refuse("a block with its own rules of floating-point arithmetic, "
                  "such as '#pragma STDC FP_CONTRACT',");
  // g++ 12 does not find the end of one that has directives in it.
  for (const DeclContext *DC = F; DC; DC = DC->getParent())
    if (const auto *Class = dyn_cast<CXXRecordDecl>(DC);
        Class && Class->isLambda() &&
        isa_and_nonnull<FieldDecl>(Class->getLambdaContextDecl()))
      return Refuse("a default member initializer");
  const bool IsAround =
      NR.Spans.Expanded &&
      NR.Spans.Expanded->Around.contains(F->getBody()->getBeginLoc()) &&
      NR.Spans.Expanded->Around.contains(F->getBody()->getEndLoc());
  if (F->getBody()->getBeginLoc().isMacroID() && !IsAround) {
    NR.error(DiagID::HD151, NR.Nest->Where,
             Lexer::getImmediateMacroName(F->getBody()->getBeginLoc(), NR.SM,
                                          NR.Ctx.getLangOpts()));
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

//===--- Names ------------------------------------------------------------===//

namespace {

/// The position of a lambda among those of the function around it.
class LambdaCounter : public DynamicRecursiveASTVisitor {
public:
  explicit LambdaCounter(SourceLocation Wanted) : Wanted(Wanted) {}
  bool VisitLambdaExpr(LambdaExpr *L) override {
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
static std::string uniqueKey(const NestReader &NR, const FunctionDecl *F) {
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
      return uniqueKey(NR, Outer) + "_lambda" + std::to_string(Counter.Found);
    }
  }
  std::string Key;
  if (!isInstantiation(NR)) {
    ASTNameGenerator Names(NR.Ctx);
    Key = Names.getName(F);
  }
  if (Key.empty()) {
    // With the arguments of a partial specialisation, and with the parameters
    // that alone tell some overloads apart.
    const FunctionDecl *P = patternOf(F);
    llvm::raw_string_ostream OS(Key);
    P->getNameForDiagnostic(OS, NR.Ctx.getPrintingPolicy(), /*Qualified=*/true);
    OS << ' ' << P->getType().getAsString(NR.Ctx.getPrintingPolicy());
    if (const FunctionTemplateDecl *T = P->getDescribedFunctionTemplate())
      T->getTemplateParameters()->print(OS, NR.Ctx, NR.Ctx.getPrintingPolicy());
    if (const clang::Expr *C = P->getTrailingRequiresClause().ConstraintExpr)
      C->printPretty(OS, nullptr, NR.Ctx.getPrintingPolicy());
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

/// F or a class around it is a specialisation, which has the name of its
/// template.
static bool isSpecialisation(const FunctionDecl *F) {
  if (patternOf(F)->getTemplateSpecializationKind() ==
      TSK_ExplicitSpecialization)
    return true;
  for (const DeclContext *DC = F->getParent(); DC->isRecord();
       DC = DC->getParent()) {
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(DC);
    if (S && (S->isExplicitSpecialization() ||
              isa<ClassTemplatePartialSpecializationDecl *>(
                  S->getSpecializedTemplateOrPartial())))
      return true;
  }
  return false;
}

/// The part of a kernel's name that comes from the function. Kernels of
/// overloads, and of members of different classes, meet in one scope: classes
/// are part of the name, and overloads and specialisations get a few digits of
/// their mangled name's hash.
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
  if (isOverloaded(Named) || isSpecialisation(Named))
    Name += "_" + llvm::utohexstr(llvm::xxh3_64bits(UniqueKey) & 0xffff,
                                  /*LowerCase=*/true, /*Width=*/4);
  return Name;
}

/// The innermost loop of the function around the nest; invalid in a program,
/// through which arrays stay where they are.
static SourceRef loopAround(const NestReader &NR) {
  SourceRef Loop;
  for (const Stmt *P = NR.Facts.parent(NR.In.Nest); P && !isa<LambdaExpr>(P);
       P = NR.Facts.parent(P)) {
    if (!Loop.isValid() && isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(P))
      Loop = ref(NR, SourceRange(P->getBeginLoc()));
    if (const auto *A = dyn_cast<AttributedStmt>(P);
        A && hasWord(A, Word::Program))
      return {};
  }
  return Loop;
}

bool place(NestReader &NR) {
  const FunctionDecl *F = NR.In.Function;
  if (!checkFunction(NR, F))
    return false;
  Placement &Place = NR.Nest->Place;
  Place.Nest = NR.In.AnnotationRange;
  if (Place.Nest.File.empty())
    Place.Nest = fileRange(NR, NR.Spans.FileBegin, NR.Spans.FileBegin);
  Place.Nest.End = NR.Spans.FileEnd;
  llvm::SmallVector<const Decl *, 4> Chain;
  const Decl *Outer = outermost(F, Chain);
  NR.Place.Context = Outer->getLexicalDeclContext()->getRedeclContext();
  // A lambda outside of functions stands in the middle of a declaration.
  const auto *OuterClass = dyn_cast<CXXRecordDecl>(Outer);
  std::optional<unsigned> At;
  if (!OuterClass || !OuterClass->isLambda())
    At = insertionOffset(NR, Outer);
  if (!At) {
    NR.error(DiagID::HD154, NR.Nest->Where)
        .note(ref(NR, SourceRange(Outer->getLocation())), "the declaration");
    return false;
  }
  Place.Insert = fileRange(NR, *At, *At);
  if (!placeTemplates(NR, F))
    return false;
  const FunctionDecl *Named = F;
  while (isLambda(Named)) {
    const auto *Up = dyn_cast_or_null<FunctionDecl>(
        cast<CXXMethodDecl>(Named)->getParent()->getParentFunctionOrMethod());
    if (!Up)
      break;
    Named = Up;
  }
  Place.UniqueKey = uniqueKey(NR, F) + "#" + std::to_string(NR.In.Ordinal);
  Place.FunctionName = kernelStem(Named, Place.UniqueKey);
  Place.Ordinal = NR.In.Ordinal;
  Place.Constexpr = F->isConstexpr() && !isLambda(F);
  Place.Around = loopAround(NR);
  checkPreprocessing(NR);
  return !NR.Failed;
}

/// File and line are those that the compiler speaks of, after any `#line`.
static FileRange fileRange(const NestReader &NR, unsigned Begin, unsigned End) {
  SourceLocation Loc = NR.SM.getLocForStartOfFile(NR.Spans.File)
                           .getLocWithOffset(static_cast<int>(Begin));
  PresumedLoc Presumed = NR.SM.getPresumedLoc(Loc);
  FileRange Range;
  Range.File = Presumed.getFilename();
  Range.Begin = Begin;
  Range.End = End;
  Range.Line = Presumed.getLine();
  Range.Column = NR.SM.getColumnNumber(NR.Spans.File, Begin);
  return Range;
}

} // namespace heddle
