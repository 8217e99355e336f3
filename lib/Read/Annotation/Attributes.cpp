//===- Attributes.cpp - The heddle:: attributes ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/Attributes.h"
#include "Diagnostics/Printer.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include <map>
#include <mutex>

using namespace clang;
using namespace heddle;

static const llvm::StringRef Words[] = {
    "bounds",      "step",   "width",  "map",  "inplace",     "copy",
    "noalias",     "reduce", "extent", "rows", "independent", "private",
    "lastprivate", "stage",  "strip",  "roll", "tiles",       "reuse",
    "program",     "cover",  "pure"};

llvm::ArrayRef<llvm::StringRef> heddle::annotationWords() { return Words; }

llvm::StringRef heddle::spelling(Word W) {
  return Words[static_cast<unsigned>(W)];
}

std::optional<Word> heddle::wordOf(const Attr *A) {
  // Implicit: [[clang::annotate("heddle::map")]] is somebody else's.
  const auto *Annotate = dyn_cast<AnnotateAttr>(A);
  if (!Annotate || !Annotate->isImplicit())
    return std::nullopt;
  llvm::StringRef Name = Annotate->getAnnotation();
  if (!Name.consume_front("heddle::"))
    return std::nullopt;
  for (unsigned I = 0; I != std::size(Words); ++I)
    if (Name == Words[I])
      return static_cast<Word>(I);
  return std::nullopt;
}

bool heddle::hasAnnotation(const AttributedStmt *S) {
  return llvm::any_of(S->getAttrs(),
                      [](const Attr *A) { return wordOf(A).has_value(); });
}

bool heddle::hasWord(const AttributedStmt *S, Word W) {
  return llvm::any_of(S->getAttrs(),
                      [&](const Attr *A) { return wordOf(A) == W; });
}

bool heddle::isDeclaredPure(const FunctionDecl *F) {
  return llvm::any_of(F->redecls(), [](const FunctionDecl *D) {
    return llvm::any_of(D->attrs(),
                        [](const Attr *A) { return wordOf(A) == Word::Pure; });
  });
}

namespace {

/// Handlers are global and know only the Sema that calls them.
class Watchers {
public:
  void add(const Preprocessor &PP, std::function<void(SourceLocation)> Seen) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Read.erase(&PP);
    if (Seen)
      Seers[&PP] = std::move(Seen);
    else
      Seers.erase(&PP);
  }
  void noteRead(const Preprocessor &PP, SourceLocation Where) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!PP.getSourceManager().isInSystemHeader(Where))
      Read[&PP].push_back(Where);
  }
  std::vector<SourceLocation> read(const Preprocessor &PP) {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto It = Read.find(&PP);
    return It == Read.end() ? std::vector<SourceLocation>() : It->second;
  }
  bool sees(const Preprocessor &PP, SourceLocation Where) {
    std::function<void(SourceLocation)> Seen;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      auto It = Seers.find(&PP);
      if (It == Seers.end())
        return false;
      Seen = It->second;
    }
    Seen(Where);
    return true;
  }

private:
  std::mutex Mutex;
  std::map<const Preprocessor *, std::function<void(SourceLocation)>> Seers;
  std::map<const Preprocessor *, std::vector<SourceLocation>> Read;
};

Watchers &watchers() {
  static Watchers All;
  return All;
}

void report(Sema &S, DiagID ID, SourceRange Where, llvm::StringRef Argument,
            llvm::StringRef Second = "") {
  // The host pass of a CUDA compilation says everything once.
  if (S.getLangOpts().CUDAIsDevice)
    return;
  Report R;
  R.add(ID,
        {Where.getBegin().getRawEncoding(), Where.getEnd().getRawEncoding()},
        Argument, Second);
  print(R, S.getDiagnostics(), S.getSourceManager(), S.getLangOpts());
}

} // namespace

const char *heddle::describe(const Stmt *S) {
  if (!S)
    return "an empty statement";
  if (isa<ForStmt, CXXForRangeStmt>(S))
    return "a 'for' loop";
  if (tensorAssignment(S))
    return "one statement";
  if (isa<WhileStmt>(S) || isa<DoStmt>(S))
    return "a 'while' loop";
  if (isa<CompoundStmt>(S))
    return "a block";
  if (isa<Expr>(S))
    return "an expression that neither assigns a tensor nor calls "
           "std::for_each, std::transform or the like";
  if (isa<NullStmt>(S))
    return "an empty statement";
  if (isa<LabelStmt>(S))
    return "a label";
  return "a statement that is no loop";
}

namespace {

/// An argument that is a single identifier is not parsed as an expression.
Expr *resolve(Sema &S, IdentifierLoc *Identifier) {
  LookupResult Found(S, Identifier->getIdentifierInfo(), Identifier->getLoc(),
                     Sema::LookupOrdinaryName);
  S.LookupName(Found, S.getCurScope());
  if (Found.empty()) {
    S.Diag(Identifier->getLoc(), diag::err_undeclared_var_use)
        << Identifier->getIdentifierInfo();
    return nullptr;
  }
  if (Found.isAmbiguous())
    return nullptr; // LookupResult reports it when it goes.
  Found.suppressDiagnostics();
  // As the parser does for the arguments that are expressions.
  EnterExpressionEvaluationContext Context(
      S, Sema::ExpressionEvaluationContext::ConstantEvaluated, nullptr,
      Sema::ExpressionEvaluationContextRecord::EK_AttrArgument);
  CXXScopeSpec Scope;
  UnqualifiedId Name;
  Name.setIdentifier(Identifier->getIdentifierInfo(), Identifier->getLoc());
  ExprResult Result =
      S.ActOnIdExpression(S.getCurScope(), Scope, SourceLocation(), Name,
                          /*HasTrailingLParen=*/false,
                          /*IsAddressOfOperand=*/false);
  return Result.isUsable() ? Result.get() : nullptr;
}

/// The name of a counter, which is declared only in the loops.
Expr *nameOf(Sema &S, IdentifierLoc *Identifier) {
  const llvm::StringRef Name = Identifier->getIdentifierInfo()->getName();
  return StringLiteral::Create(
      S.Context, Name, StringLiteralKind::Ordinary, /*Pascal=*/false,
      S.Context.getStringLiteralArrayType(S.Context.CharTy, Name.size()),
      Identifier->getLoc());
}

/// From the attribute's name to its end. Clang's own range begins at the scope,
/// which for `[[using heddle: ...]]`, and so for HEDDLE(...), is far away.
SourceRange rangeOf(Sema &S, const ParsedAttr &A, llvm::StringRef Name) {
  if (!A.hasScope())
    return A.getRange();
  const SourceManager &SM = S.getSourceManager();
  SourceLocation End = SM.getFileLoc(A.getRange().getEnd()), Before = End;
  bool HasList = A.getNumArgs() != 0;
  if (HasList)
    Before = SM.getFileLoc(A.isArgIdent(0) ? A.getArgAsIdent(0)->getLoc()
                                           : A.getArgAsExpr(0)->getBeginLoc());
  auto [File, Offset] = SM.getDecomposedLoc(Before);
  llvm::StringRef Text = SM.getBufferData(File).take_front(Offset).rtrim();
  if (HasList || SM.getBufferData(File).substr(Offset).starts_with(")")) {
    if (!Text.consume_back("("))
      return A.getRange();
    Text = Text.rtrim();
  } else {
    Text = SM.getBufferData(File).take_front(Offset + Name.size());
  }
  if (!Text.ends_with(Name) ||
      Text.drop_back(Name.size()).rtrim().ends_with("::"))
    return A.getRange();
  SourceLocation Begin =
      SM.getLocForStartOfFile(File).getLocWithOffset(Text.size() - Name.size());
  return {Begin, End};
}

template <Word W> struct AnnotationAttrInfo : ParsedAttrInfo {
  AnnotationAttrInfo() {
    // Arguments of a scoped attribute are parsed only where the unscoped
    // spelling is known too; the handlers turn that one away.
    static const Spelling Spelled[] = {
        {AttributeCommonInfo::AS_CXX11, scoped().c_str()},
        {AttributeCommonInfo::AS_CXX11, spelling(W).data()}};
    Spellings = Spelled;
    OptArgs = 15; // the most that fits; more are accepted all the same
  }

  static DiagID misplaced() {
    return W == Word::Reuse     ? DiagID::HD173
           : W == Word::Program ? DiagID::HD175
           : W == Word::Cover   ? DiagID::HD180
           : W == Word::Pure    ? DiagID::HD123
                                : DiagID::HD101;
  }
  static const std::string &scoped() {
    static const std::string Name = "heddle::" + spelling(W).str();
    return Name;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    if (W == Word::Pure && A.hasScope() && A.getNumArgs() == 0 &&
        isa<FunctionDecl>(D)) {
      D->addAttr(AnnotateAttr::CreateImplicit(S.Context, scoped(), nullptr, 0,
                                              A.getRange()));
      return AttributeApplied;
    }
    if (A.hasScope() && W == Word::Cover)
      report(S, misplaced(), rangeOf(S, A, spelling(W)), "a declaration");
    else if (A.hasScope())
      report(S, misplaced(), rangeOf(S, A, spelling(W)), spelling(W),
             W != Word::Pure        ? "a declaration"
             : isa<FunctionDecl>(D) ? "a function, with arguments"
                                    : "the declaration of something else");
    else
      S.DiagnoseUnknownAttribute(A);
    return AttributeNotApplied;
  }

  /// The argument is a name that stands for itself: a counter, or a size that
  /// tiles() does not take.
  static bool isName(const IdentifierLoc &Name) {
    return W == Word::Strip || W == Word::Roll ||
           (W == Word::Tiles && Name.getIdentifierInfo()->isStr("any"));
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &A,
                                   Attr *&Result) const override {
    bool OnFor =
        W == Word::Reuse ? isa_and_nonnull<CompoundStmt>(St)
        : W == Word::Program || W == Word::Cover
            ? isa_and_nonnull<CompoundStmt, ForStmt, WhileStmt, DoStmt>(St)
        : W == Word::Pure ? false
                          : isa_and_nonnull<ForStmt, CXXForRangeStmt>(St) ||
                                mayAssignTensor(St) || mayCallAlgorithm(St);
    if (!A.hasScope()) {
      if (OnFor)
        report(S, DiagID::HD102, A.getRange(), spelling(W));
      else
        S.DiagnoseUnknownAttribute(A);
      return AttributeNotApplied;
    }
    if (!OnFor) {
      if (W == Word::Cover)
        report(S, misplaced(), rangeOf(S, A, spelling(W)), describe(St));
      else
        report(S, misplaced(), rangeOf(S, A, spelling(W)), spelling(W),
               describe(St));
      return AttributeNotApplied;
    }
    if (watchers().sees(S.getPreprocessor(),
                        rangeOf(S, A, spelling(W)).getBegin()))
      return AttributeNotApplied;
    SmallVector<Expr *, 4> Arguments;
    for (unsigned I = 0; I != A.getNumArgs(); ++I) {
      Expr *E = !A.isArgIdent(I)              ? A.getArgAsExpr(I)
                : isName(*A.getArgAsIdent(I)) ? nameOf(S, A.getArgAsIdent(I))
                                              : resolve(S, A.getArgAsIdent(I));
      if (!E) // an error has been reported
        return AttributeNotApplied;
      Arguments.push_back(E);
    }
    Result = AnnotateAttr::CreateImplicit(S.Context, scoped(), Arguments.data(),
                                          Arguments.size(),
                                          rangeOf(S, A, spelling(W)));
    watchers().noteRead(S.getPreprocessor(), Result->getLocation());
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Bounds>>
    AddBounds("heddle-bounds", "the index space that the loops run over");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Step>>
    AddStep("heddle-step", "every how many elements some are taken");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Width>>
    AddWidth("heddle-width", "how many elements of a step are taken");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Map>>
    AddMap("heddle-map", "how iterations become threads");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::InPlace>>
    AddInPlace("heddle-inplace", "arrays that must be updated in place");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Copy>>
    AddCopy("heddle-copy", "arrays that may be copied");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::NoAlias>>
    AddNoAlias("heddle-noalias", "arrays that share no memory");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Reduce>>
    AddReduce("heddle-reduce", "what may be summed in another order");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Extent>>
    AddExtent("heddle-extent", "how many elements there are");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Rows>>
    AddRows("heddle-rows", "how many rows there are, and how long they are");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Independent>>
    AddIndependent("heddle-independent",
                   "arrays of which iterations have their own elements");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Private>>
    AddPrivate("heddle-private",
               "variables that each iteration has for itself");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::LastPrivate>>
    AddLastPrivate("heddle-lastprivate",
                   "variables that keep what the last iteration gives them");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Stage>>
    AddStage("heddle-stage", "arrays of which blocks load what they read");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Strip>>
    AddStrip("heddle-strip", "a loop that threads run in strips");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Roll>>
    AddRoll("heddle-roll", "a mapped loop that blocks go along");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Tiles>>
    AddTiles("heddle-tiles", "sizes that a mapping is compiled for");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Reuse>>
    AddReuse("heddle-reuse", "tensors take the memory of dead ones");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Program>>
    AddProgram("heddle-program", "arrays stay on the device");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Cover>>
    AddCover("heddle-cover", "nests write all elements of an array");
ParsedAttrInfoRegistry::Add<AnnotationAttrInfo<Word::Pure>>
    AddPure("heddle-pure", "a function of its arguments alone");

} // namespace

void heddle::watchAnnotations(const Preprocessor &PP,
                              std::function<void(SourceLocation)> Seen) {
  watchers().add(PP, std::move(Seen));
}

std::vector<SourceLocation> heddle::readAnnotations(const Preprocessor &PP) {
  return watchers().read(PP);
}
