//===- NestBuilder.h - The state shared while a nest is read ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the front end. One NestBuilder reads one annotated loop. Its
// parts, one file each:
//
//   BuildNest       the order of the parts
//   LoopHeader      `for (...)` to Loop
//   RangeHeader     range-based `for` over indices to Loops
//   Body            statements: guards, inner loops
//   Declarations    locals of the nest
//   Pieces          parts of a body that are apart from one another
//   BodyExpr        expressions: every effect and every access
//   Lvalues         uses of variables, members and elements
//   ReductionSteps  statements that only combine a value with another
//   AccessText      the text that names an access's array
//   ScalarWrites    writes of variables from outside
//   Updates         steps on elements as calls
//   Calls           calls
//   IndexFunctions  calls that are written out
//   Accessors       calls that give an element
//   DeviceCopies    functions that kernels have a copy of
//   CopyArguments   what their parameters stand for, and what else they read
//   Pointers        subscripts and pointers to (array, subscripts)
//   Records         elements that are structures
//   Complex         std::complex
//   Bases           arrays and parameters of the kernel
//   Containers      classes whose elements are subscripted
//   Mdspan          and those with one index a dimension
//   ExprBuilder     integer expressions to Expr
//   Assumptions     what is known before the nest
//   NestText        text, holes, names
//   Preprocessing   directives, pragmas and macros
//   TypeSpelling    types and enumerators as the kernel's place can spell them
//   Placement       where the kernel stands, and what it is
//   Templates       the templates around it, and their arguments
//   InsertionPlace  the byte before which it goes
//
// The rule for all of them: what is not positively understood is reported. The
// walk over the body (Body, BodyExpr, Calls) sees every evaluated expression
// exactly once; ExprBuilder has no effects but to note the spelling of
// constants, and may be asked about any of them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FRONTEND_NESTBUILDER_H
#define HEDDLE_FRONTEND_NESTBUILDER_H

#include "Diagnostics/Report.h"
#include "Frontend/AnnotatedLoop.h"
#include "Frontend/IndexRanges.h"
#include "Frontend/LoopNest.h"
#include "Frontend/Places.h"
#include "Frontend/ReductionSteps.h"
#include "Frontend/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <optional>
#include <set>

namespace clang {
class MacroInfo;
class Preprocessor;
} // namespace clang

namespace heddle {

struct Container;
struct Mdspan;
struct TemplateLevel;
struct TemplateText;

class NestBuilder {
public:
  NestBuilder(clang::ASTContext &Ctx, clang::Preprocessor &PP,
              const AnnotatedLoop &Annotated, Report &R)
      : Ctx(Ctx), PP(PP), SM(Ctx.getSourceManager()), In(Annotated), R(R),
        Facts(*Annotated.Function), Nest(std::make_shared<LoopNest>()) {}

  std::shared_ptr<const LoopNest> build();

protected: // TensorNest takes parts of it
  //===--- BuildNest: order and errors -----------------------------------===//
  template <class... Args>
  Diagnostic &error(DiagID ID, SourceRef Where, Args &&...Values) {
    Failed = true;
    // Some expressions are looked at twice; the user sees one message.
    for (const Diagnostic &D : R.Diagnostics)
      if (D.ID == ID && D.Where.Begin == Where.Begin &&
          D.Where.End == Where.End)
        return Repeated = Diagnostic{ID, D.Level, Where, {}, {}, {}};
    return R.add(ID, Where, std::forward<Args>(Values)...);
  }
  void readAnnotation();
  void readArrayNames();
  std::optional<unsigned> arrayNamed(const clang::Expr *E);
  void checkObjects();

  //===--- NestText -------------------------------------------------------===//
  SourceRef ref(clang::SourceRange Range) const;
  SourceRef ref(const clang::Stmt *S) const { return ref(S->getSourceRange()); }
  /// The source text of a range on one line, runs of white space as one blank.
  std::string text(clang::SourceRange Range) const;
  std::string text(const clang::Stmt *S) const {
    return text(S->getSourceRange());
  }
  bool readText();
  /// The nest's text is that of a file from Begin to the end of token Last.
  void setText(clang::SourceLocation Begin, clang::SourceLocation Last);
  bool isWrittenInFile(const clang::Stmt *For);
  clang::SourceLocation lastToken(const clang::Stmt *S);
  clang::SourceLocation semicolonBehind(clang::SourceLocation End);
  clang::SourceLocation bodyBegin(const clang::Stmt *For);
  clang::SourceLocation strangerIn(const clang::Stmt *S,
                                   clang::SourceLocation Past) const;
  clang::SourceLocation endOfNest();
  const clang::Stmt *lastBranch(const clang::IfStmt *S);
  const clang::Stmt *lastStatement(const clang::Stmt *S);
  void collectNames(const clang::Stmt *S);
  bool setOffsets(Loop &L, const clang::Stmt *For);
  /// Byte offset of a file location in Nest->Text.
  std::optional<unsigned> offset(clang::SourceLocation Loc) const;
  std::optional<std::pair<unsigned, unsigned>>
  offsets(clang::SourceRange Range) const;
  /// Replaces the tokens of Range by Kernel in kernel code; reports where the
  /// range is not text of the nest.
  void addHole(clang::SourceRange Range, std::string Kernel);
  /// Puts Open before E and a parenthesis behind it.
  void addParentheses(const clang::Expr *E, llvm::StringRef Open);
  void finishHoles();
  bool isSpelled(clang::SourceRange Range, llvm::StringRef Text) const;
  /// A name for a kernel parameter: Wanted, if nothing else in the nest has it.
  const std::string &kernelName(const Path &P);
  void checkTypes();
  /// Made: T is the type of an object that the nest makes.
  void checkType(clang::TypeLoc T, bool Made);
  void noteTypeName(clang::TypeLoc T);
  bool isWithinNest(clang::SourceLocation Loc) const;

  //===--- TypeSpelling ---------------------------------------------------===//
  /// The unqualified type as the kernel's place can spell it. Written is the
  /// same type in the template's pattern (or equal to Type outside templates).
  std::optional<std::string> spell(clang::QualType Type,
                                   clang::QualType Written);
  /// The declaration that D was instantiated from; D itself outside templates.
  const clang::ValueDecl *pattern(const clang::ValueDecl *D);
  /// The statement that S was instantiated from, or null.
  const clang::IfStmt *patternIf(const clang::IfStmt *S);
  void readPatterns();
  clang::QualType writtenType(const clang::ValueDecl *D);
  bool isInstantiation() const;
  std::string parameterName(clang::QualType Written) const;
  clang::QualType pointeeOf(clang::QualType Type,
                            clang::QualType Written) const;

  //===--- Placement ------------------------------------------------------===//
  bool place();
  std::optional<unsigned> insertionOffset(const clang::Decl *Outermost);
  FileRange fileRange(unsigned Begin, unsigned End) const;
  bool checkFunction(const clang::FunctionDecl *F);
  std::string uniqueKey(const clang::FunctionDecl *F) const;

  //===--- Preprocessing --------------------------------------------------===//
  void checkPreprocessing();
  void checkPragmas(unsigned Annotation);
  void checkDirectives(unsigned Annotation);
  void checkMacros(clang::SourceLocation Kernel);
  bool makesPragma(llvm::StringRef Name, clang::SourceLocation At);
  void forEachMacro(llvm::StringRef Name, clang::SourceLocation At,
                    llvm::function_ref<bool(const clang::IdentifierInfo *,
                                            const clang::MacroInfo *)>
                        Visit);

  //===--- Templates ------------------------------------------------------===//
  bool placeTemplates(const clang::FunctionDecl *F);
  /// Why the level cannot be repeated; empty after adding it.
  std::string addTemplateLevel(const TemplateLevel &Level, TemplateText &Text);
  std::string addTemplateParameter(const clang::NamedDecl *P,
                                   const clang::TemplateArgument &A,
                                   TemplateText &Text);
  std::string addUnnamedTypes(const TemplateLevel &Level, TemplateText &Text);
  std::optional<std::string> argumentText(const clang::TemplateArgument &A);
  std::optional<std::string> typeText(clang::QualType T);
  /// `<...>` for a call of a function whose template parameters are those
  /// around F, or nothing; none where an argument cannot be spelled.
  std::optional<std::string> explicitArguments(const clang::FunctionDecl *F);

  //===--- LoopHeader -----------------------------------------------------===//
  /// The header's meaning, or null after filling Why (and reporting if Must).
  std::optional<Loop> readHeader(const clang::ForStmt *For, bool Must);
  const clang::VarDecl *readInit(const clang::ForStmt *For, Loop &L, bool Must);
  bool readCondition(const clang::ForStmt *For, const clang::VarDecl *Counter,
                     Loop &L, bool Must);
  bool readStep(const clang::ForStmt *For, const clang::VarDecl *Counter,
                Loop &L, bool Must);
  bool isCounterUntouched(const clang::ForStmt *For,
                          const clang::VarDecl *Counter, bool Must);
  bool isOmpCanonical(const clang::ForStmt *For, const Loop &L) const;
  const clang::VarDecl *counterOf(const clang::Expr *E) const;

  //===--- RangeHeader ----------------------------------------------------===//
  /// The loops of one statement, outermost first, with their counters.
  struct Header {
    std::vector<Loop> Loops;
    std::vector<const clang::VarDecl *> Counters;
    /// Of a range with widths: which of the loops' iterations it has.
    ExprRef Taken;
    IndexRange Range; ///< of a range; else empty
  };
  /// As readHeader, of a `for` of either kind.
  std::optional<Header> readLoops(const clang::Stmt *S, bool Must);
  std::optional<Header> readRange(const clang::CXXForRangeStmt *S, bool Must);
  std::optional<Loop> readDimension(const clang::CXXForRangeStmt *S,
                                    const IndexRange &Range, unsigned D,
                                    std::string &Why);
  void readTaken(Header &H) const;
  void declareSpace(const clang::CXXForRangeStmt *S, const Header &H);
  void walkRange(const clang::CXXForRangeStmt *S, const IndexRange &Range);
  void noteRange(const clang::CXXForRangeStmt *S, const Header &H,
                 unsigned First);
  void writeRangesOut();

  //===--- Body -----------------------------------------------------------===//
  void walkPerfect(const clang::Stmt *For);
  void walkHeader(const clang::Stmt *S, const Header &H);
  static const clang::Expr *boundOf(const clang::ForStmt *For);
  /// What is added to the counter or subtracted; null for `++` and `--`.
  static const clang::Expr *stepAmount(const clang::ForStmt *For,
                                       const clang::VarDecl *Counter);
  /// Appends the loops, which become the innermost ones around what follows.
  void addLoops(const clang::Stmt *S, const Header &H);
  /// The condition under which a `continue` of the innermost loop was met in
  /// S, null if never.
  ExprRef walk(const clang::Stmt *S);
  ExprRef walkCompound(const clang::CompoundStmt *S);
  ExprRef walkIf(const clang::IfStmt *S);
  void decideConstexprIf(const clang::IfStmt *S);
  ExprRef walkFor(const clang::Stmt *S);
  void walkTaken(const ExprRef &Taken, const clang::Stmt *Body);
  /// Children: of S, the innermost loop's body, without text. Their pieces come
  /// at Place of Nest->Pieces.
  void notePieces(const clang::CompoundStmt *S, std::vector<Piece> Children,
                  size_t Place);
  void walkGeneralFor(const clang::ForStmt *S);
  void walkWhile(const clang::VarDecl *Variable, const clang::Expr *Cond,
                 const clang::Stmt *Body);
  ExprRef walkAttributed(const clang::AttributedStmt *S);
  void walkDeclaration(const clang::DeclStmt *S);
  void walkVariable(const clang::VarDecl *V);
  void walkPointer(const clang::VarDecl *V);
  void walkReference(const clang::VarDecl *V);
  void walkInitializer(const clang::Expr *E);
  bool hasBreak(const clang::Stmt *Body) const;
  void leaveLoop(const clang::Stmt *S);
  void nextStatement() { Statement += !isInCopy(); }
  void refuseStatement(const clang::Stmt *S, llvm::StringRef What);
  void pushGuard(ExprRef Cond, bool Negated);
  void popGuard() { GuardStack.pop_back(); }

  //===--- Complex --------------------------------------------------------===//
  /// As spell(), of a complex number.
  std::string complexName(clang::QualType Type, clang::QualType Written) const;
  void replaceComplex(clang::TypeLoc T);
  void refuseComplex(clang::TypeLoc T);
  bool callComplex(const clang::CallExpr *E, const clang::FunctionDecl *F);
  bool refuseComplexCall(const clang::CallExpr *E,
                         const clang::FunctionDecl *F);

  //===--- BodyExpr -------------------------------------------------------===//
  /// Evaluates E: every access, effect and refusal inside it.
  void read(const clang::Expr *E);
  /// Evaluates E, an lvalue or not, for its value.
  void readOperand(const clang::Expr *E);
  /// Evaluates E for its effects alone.
  void discard(const clang::Expr *E);
  void readCast(const clang::CastExpr *E);
  void readUnary(const clang::UnaryOperator *E);
  void readBinary(const clang::BinaryOperator *E);
  void readConditional(const clang::AbstractConditionalOperator *E,
                       std::optional<AccessMode> AsLvalue);
  void readSizeof(const clang::UnaryExprOrTypeTraitExpr *E);
  void assign(const clang::BinaryOperator *E);
  void useLvalue(const clang::Expr *E, AccessMode Mode,
                 llvm::StringRef Op = {});
  void useAgain(const clang::Expr *E, AccessMode Mode, llvm::StringRef Op);
  void useParam(const Path &P, const clang::Expr *E);
  bool reaches(clang::NestedNameSpecifier Q) const;
  void useEnumerator(const clang::Expr *E, const clang::EnumConstantDecl *D);
  void useVariable(const clang::DeclRefExpr *E, AccessMode Mode,
                   llvm::StringRef Op);
  void useMember(const clang::MemberExpr *E, AccessMode Mode);
  void useElement(const clang::Expr *E, AccessMode Mode, llvm::StringRef Op);
  void recordAccess(const Position &P, const clang::Expr *E, AccessMode Mode,
                    llvm::StringRef Op);
  bool checkScalar(clang::QualType T, clang::SourceRange Where);
  void refuse(const clang::Expr *E, llvm::StringRef What);
  /// The walk has understood every name in S.
  void see(const clang::Stmt *S);
  /// Reports a name in S that the walk has not come by.
  void checkSeen(const clang::Stmt *S);
  void refuseKind(const clang::Expr *E);
  void refusePointerValue(const clang::Expr *E);

  //===--- AccessText -----------------------------------------------------===//
  /// Where A's array is named in E, of which it is an access.
  void noteText(Access &A, const clang::Expr *E);
  void noteArgument(Position &P, const clang::Expr *E);
  bool isNamedThrough(const clang::Expr *Base) const;
  void findSharedTexts(const clang::Stmt *S,
                       std::set<std::pair<unsigned, unsigned>> &Shared) const;
  void finishTexts();

  //===--- ScalarWrites ---------------------------------------------------===//
  void refuseScalarWrite(const clang::Expr *E, const clang::ValueDecl *D,
                         llvm::StringRef Name);
  void findWrittenScalars(const clang::Stmt *S);
  bool useWrittenScalar(const clang::Expr *E, AccessMode Mode);
  std::optional<unsigned> scalarFor(const Path &P, const clang::Expr *E);
  void noteSum(unsigned Array, unsigned Bits);

  //===--- Updates --------------------------------------------------------===//
  void addUpdate(unsigned Array, const ReductionStep &Step);
  void addSeen(unsigned Array, const clang::Expr *E, const ReductionStep &Step);
  void finishUpdates();

  //===--- Calls ----------------------------------------------------------===//
  void call(const clang::CallExpr *E);
  struct MathCall {
    bool IsMapped = false; ///< in float and double
    std::string Name;      ///< in the kernel; all arguments are of its type
  };
  /// E as a call of a function of <cmath>; none if it is something else.
  std::optional<MathCall> mathCall(const clang::CallExpr *E,
                                   const clang::FunctionDecl *F) const;
  bool callMath(const clang::CallExpr *E, const clang::FunctionDecl *F);
  void callSize(const clang::CallExpr *E);
  bool refuseContainer(const clang::CallExpr *E);
  void callTwin(const clang::CallExpr *E, const clang::FunctionDecl *F);
  void readArguments(const clang::CallExpr *E, unsigned First = 0);
  clang::SourceRange calleeName(const clang::CallExpr *E) const;
  void castArgument(const clang::Expr *A, clang::QualType To);
  std::optional<std::string> numberText(const clang::Expr *E) const;
  std::string whyNotPure(const clang::CallExpr *E,
                         const clang::FunctionDecl *F) const;
  void callPure(const clang::CallExpr *E, const clang::FunctionDecl *F);
  bool foldCall(const clang::Expr *E);

  //===--- IndexFunctions -------------------------------------------------===//
  /// The value of a call of a visible function that only computes it.
  ExprRef writtenOut(const clang::CallExpr *E);
  bool callWrittenOut(const clang::CallExpr *E);
  std::string describeCallee(const clang::CallExpr *E, WrittenOut &Frame) const;
  std::string describeObject(const clang::CallExpr *E, WrittenOut &Frame) const;
  ExprRef bindArguments(const clang::CallExpr *E, WrittenOut &Frame);
  bool isAccessible(const clang::FieldDecl *F) const;
  bool nameOutside(const clang::VarDecl *V, Path &P) const;
  bool nameConstant(const clang::Expr *E);
  bool isUniqueInNest(const Expr &E) const;

  //===--- Accessors ------------------------------------------------------===//
  bool isAccessor(const clang::Expr *E) const;
  std::optional<Position> accessor(const clang::CallExpr *E, bool Evaluate);
  bool nameByMember(const clang::FieldDecl *F, bool IsConst, Path &P) const;

  //===--- DeviceCopies ---------------------------------------------------===//
  void callCopy(const clang::CallExpr *E, const clang::FunctionDecl *F);
  bool standsBehind(const clang::FunctionDecl *Def) const;
  std::string whyNotCopied(const clang::CallExpr *E,
                           const clang::FunctionDecl *Def) const;
  std::string readFunction(const clang::CompoundStmt *Body);
  std::string readSignature(DeviceFunction &Copy);
  std::optional<std::string> declareArray(const clang::ParmVarDecl *P,
                                          clang::QualType Written);
  void writeCopy(DeviceFunction &Copy) const;
  std::optional<std::string>
  defaultText(const clang::CXXDefaultArgExpr *A) const;
  void replaceCall(const clang::CallExpr *E, const std::string &Name,
                   std::vector<std::string> Arguments);
  const std::string &addFunction(DeviceFunction Copy, llvm::StringRef Called);
  /// In the body of a function that is being copied.
  bool isInCopy() const { return Caller != nullptr; }
  /// Reads the nest from which all the calls come.
  NestBuilder *home() { return Caller ? Caller->home() : this; }
  const NestBuilder *home() const { return Caller ? Caller->home() : this; }
  /// What the nest does, whatever function does it: the loops, guards,
  /// accesses, arrays and parameters that Expr, Position and Access speak of.
  /// The texts of a copy, and what it takes for its text, are those of its own
  /// Nest.
  LoopNest &model() { return *home()->Nest; }
  const LoopNest &model() const { return *home()->Nest; }

  //===--- CopyArguments --------------------------------------------------===//
  /// Where the text names a parameter or an array, and the calls on the way
  /// there from this function, innermost first.
  struct Use {
    const clang::Expr *Named = nullptr;
    std::vector<WrittenOut> Calls;
    bool IsSize = false; ///< how many elements the container Named has
    /// A container that the function is given, whose size it takes, too.
    const clang::VarDecl *Parameter = nullptr;
  };
  bool bindParameters(const clang::CallExpr *E, const clang::FunctionDecl *Def,
                      NestBuilder &Callee);
  bool isRecord(clang::QualType T) const;
  bool takesRecord(const clang::ParmVarDecl *P) const;
  std::optional<Position> placeGiven(const clang::Expr *A,
                                     const clang::ParmVarDecl *P,
                                     NestBuilder &Callee);
  bool isElementObject(const clang::Expr *Object) const;
  bool bindSelf(const clang::Expr *Object, NestBuilder &Callee,
                std::string &Argument);
  void nameSelf(const clang::MemberExpr *E);
  std::string kernelText(const clang::Expr *E);
  /// `this`, where that is an element.
  bool isSelf(const clang::Expr *E) const {
    return Self && !Calling && llvm::isa<clang::CXXThisExpr>(
                                   E->IgnoreParenImpCasts());
  }
  ExprRef parameterValue(const clang::VarDecl *V, const clang::Expr *Use);
  /// What Read gives in the nest, for an expression of the function that is
  /// being copied; what it reports is reported of the function.
  template <class Result>
  Result atHome(llvm::function_ref<Result(NestBuilder &)> Read);
  std::optional<Position> baseOutside(const Path &P, const clang::Expr *E,
                                      bool Evaluate);
  std::optional<Position> named(const clang::Expr *E);
  std::string textName(const clang::Expr *E, const Position &P);
  /// The container that V, a parameter of a copy, is given, where the call is.
  const clang::Expr *givenContainer(const clang::ValueDecl *V) const {
    const auto *P = llvm::dyn_cast<clang::VarDecl>(V);
    return P ? ContainerArguments.lookup(P) : nullptr;
  }
  ExprRef sizeOfContainer(const clang::Expr *Object);
  std::optional<std::string> sizeName(const clang::Expr *Object);
  bool callSizeInCopy(const clang::CallExpr *E);
  std::string valueOutside(const Use &U, const WrittenOut &Frame,
                           const NestBuilder &Callee, std::string &Argument);
  std::optional<std::string> arrayOutside(const clang::Expr *Named,
                                          std::vector<WrittenOut> Calls);
  std::string readOutside(const NestBuilder &Callee, const WrittenOut &Frame,
                          std::vector<std::string> &Arguments);

  //===--- Pointers -------------------------------------------------------===//
  /// Evaluate: also read() the index expressions. Reports what it refuses.
  std::optional<Position> pointer(const clang::Expr *E, bool Evaluate);
  std::optional<Position> lvalue(const clang::Expr *E, bool Evaluate);
  std::optional<Position> pointerVariable(const clang::DeclRefExpr *E,
                                          bool Evaluate);
  /// What Read gives, and what it reports, which is not said of the nest.
  std::pair<std::optional<Position>, Report>
  attempt(llvm::function_ref<std::optional<Position>()> Read);
  std::optional<Position> inlinePointer(const clang::VarDecl *V);
  std::optional<Position> base(const clang::Expr *E, bool Evaluate);
  std::optional<Position> container(const clang::Expr *Object, bool Evaluate);
  const clang::Expr *indexOf(const clang::Expr *E) const;
  void readSubscript(const clang::Expr *E);
  enum class OffsetKind : unsigned char { Subscript, Plus, Minus };
  /// Scale: scalars in what the index counts, in a structure.
  void addOffset(Position &P, const clang::Expr *Index, OffsetKind Kind,
                 uint64_t Scale = 1);
  bool isStableWithin(const Expr &E, const clang::Stmt *Scope) const;
  bool isStableArray(unsigned Array, const clang::Stmt *Scope) const;
  std::string pointerText(const Position &P) const;

  //===--- Mdspan ---------------------------------------------------------===//
  std::optional<ExprRef> extentParam(const Path &P, const Mdspan &M, unsigned D,
                                     bool Stride, const clang::Expr *E);
  ExprRef extentExpr(const clang::CallExpr *E, const clang::Expr *Object);
  std::optional<Position> mdspanElement(const clang::CXXOperatorCallExpr *E,
                                        const clang::Expr *Object,
                                        bool Evaluate);

  //===--- Records --------------------------------------------------------===//
  /// The number of scalars in a value of type T; none where kernels do not take
  /// such a structure, and Why then.
  std::optional<uint64_t> scalarsIn(clang::QualType T, std::string &Why) const;
  uint64_t scalarsBefore(const clang::FieldDecl *F) const;
  /// P is a place within a structure that is an element.
  bool isInRecord(const Position &P) const;
  std::optional<Position> field(const clang::MemberExpr *E, bool Evaluate);
  uint64_t scale(const Position &P, clang::QualType T) const;
  bool refuseWhole(const clang::Expr *E);
  void readWhole(const Position &P, const clang::Expr *E);

  //===--- Bases ----------------------------------------------------------===//
  std::optional<Path> path(const clang::Expr *E);
  std::optional<unsigned> arrayFor(const Path &P, const clang::Expr *E);
  /// What arrays and written scalars have in common; none after an error.
  std::optional<ArrayInfo> describeArray(const Path &P, const clang::Expr *E,
                                         clang::QualType Element,
                                         clang::QualType Written);
  unsigned addArray(const Path &P, ArrayInfo A);
  bool refuseThreadLocal(const Path &P, const clang::Expr *E);
  void refuseSpelling(const Path &P, const clang::Expr *E);
  std::optional<ExprRef> paramFor(const Path &P, const clang::Expr *E);
  std::optional<ExprRef> paramFor(const Path &P, const clang::Expr *E,
                                  clang::QualType T, clang::QualType Written,
                                  bool LaunchOnly = false);
  int rowsOf(const Path &P, const Container &C, const clang::Expr *E);
  void leaveRows(const Position &P);
  ExprRef sizeExpr(const clang::Expr *E, const clang::Expr *Object);
  bool isStableRoot(const Path &P) const;
  std::string storageOf(const Path &P) const;
  Provenance provenance(const Path &P) const;
  bool peelArrays(clang::QualType &T, clang::QualType &Written,
                  std::vector<ExprRef> &Extents,
                  std::vector<std::string> &Texts, bool &OfClasses);
  bool isVisible(const clang::Decl *D) const;
  bool isVisibleConstant(const clang::VarDecl *V) const;
  bool isDeclaredInNest(const clang::ValueDecl *D) const {
    return NestDecls.contains(D);
  }
  /// The variable D, or the one behind a structured binding of the nest.
  const clang::VarDecl *variable(const clang::ValueDecl *D) const {
    const clang::VarDecl *V = variableOf(D);
    return V == D || (V && isDeclaredInNest(V)) ? V : nullptr;
  }

  //===--- ExprBuilder ----------------------------------------------------===//
  std::optional<IntType> intType(clang::QualType T) const;
  ExprRef expr(const clang::Expr *E);
  ExprRef variableExpr(const clang::Expr *E);
  ExprRef localValue(const clang::VarDecl *V, const clang::Expr *Use);
  ExprRef castExpr(const clang::CastExpr *E);
  ExprRef binaryExpr(const clang::BinaryOperator *E);
  ExprRef selectExpr(const clang::Expr *E, ExprRef C, ExprRef A, ExprRef B);
  ExprRef callExpr(const clang::CallExpr *E);
  ExprRef node(ExprKind Kind, IntType Type, std::vector<ExprRef> Operands,
               const clang::Expr *E) const;
  ExprRef constant(int64_t Value, IntType Type, const clang::Expr *E) const;
  void noteFolded(const clang::Expr *E);
  bool mentionsNestOrTemplate(const clang::Stmt *S) const;
  ExprRef opaque(const clang::Expr *E, llvm::StringRef Why) const;
  ExprRef convert(ExprRef E, IntType To) const;

  //===--- Assumptions ----------------------------------------------------===//
  void readAssumptions();
  bool speaksOfStable(const clang::Stmt *E, const clang::Stmt *Scope) const;

  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  clang::SourceManager &SM;
  const AnnotatedLoop &In;
  Report &R;
  VariableFacts Facts;
  std::shared_ptr<LoopNest> Nest;
  bool Failed = false;
  bool TakesComplex = true;            ///< else numbers are real
  const WrittenOut *Calling = nullptr; ///< whose callee's body is being read
  NestBuilder *Caller =
      nullptr; ///< reads the call of a function that is copied
  const WrittenOut *Called = nullptr; ///< that call, and those around it
  unsigned CopiesRead = 0;
  /// By parameter; in a copy by array, too.
  std::vector<Use> ParamUses, ArrayUses;
  /// In a copy: what its parameters are where it is called.
  llvm::DenseMap<const clang::VarDecl *, ExprRef> ParameterValues;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *>
      ContainerArguments;
  llvm::DenseSet<const clang::Expr *> Replaced; ///< calls, by those of copies
  const clang::Expr *WrittenCall = nullptr; ///< whose result is written
  /// In a copy: the structure, an element, that `this` is.
  std::optional<Position> Self;
  std::string SelfName, SelfType;
  Diagnostic Repeated{DiagID::HD201, Severity::Error, {}, {}, {}, {}};

  // The text.
  clang::FileID File;
  unsigned FileBegin = 0; ///< of the `for`
  llvm::StringRef FileText;

  // Names in the nest: each with the declarations that it means.
  llvm::StringMap<llvm::SmallPtrSet<const clang::Decl *, 2>> NameUse;
  llvm::StringSet<> KernelNames;
  llvm::StringMap<std::string> NameOfPath;
  llvm::SmallPtrSet<const clang::Expr *, 8> Wrapped;
  llvm::DenseSet<const clang::ValueDecl *> NestDecls;

  /// Template parameters of the kernel, by depth and index.
  llvm::DenseMap<std::pair<unsigned, unsigned>, std::string>
      KernelTemplateParams;

  /// The namespace in which the kernel stands.
  const clang::DeclContext *KernelContext = nullptr;

  // Values.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Counters;
  llvm::DenseMap<const clang::VarDecl *, ExprRef> LocalValues;
  llvm::StringMap<unsigned> ParamIndex, ArrayIndex;
  std::optional<ReductionSteps> Steps;
  llvm::StringSet<> WrittenScalars;      ///< by Path::Key
  llvm::DenseSet<unsigned> NotUpdatable; ///< arrays with a step of no such text
  llvm::DenseMap<const clang::VarDecl *, Position> PointerLocals, References;
  llvm::DenseMap<const clang::VarDecl *, std::optional<Position>> Inlined;
  struct ObjectRoot {
    unsigned Array;
    bool IsThis;
    const clang::VarDecl *Root;
  };
  std::vector<ObjectRoot> ObjectRoots;
  /// Arrays that are members of a variable, or of what it points to.
  llvm::DenseMap<const clang::VarDecl *, std::vector<unsigned>> HeldBy;
  /// The plain variables among them.
  llvm::DenseMap<unsigned, const clang::VarDecl *> ParamRoots, ArrayRoots;

  /// Headers over ranges, of which the text becomes that of plain loops.
  struct RangeText {
    /// As it is, or the bytes [Begin, End) of the header.
    struct Piece {
      std::string Text;
      unsigned Begin = 0, End = 0;
    };
    unsigned First = 0, Count = 0;         ///< into LoopNest::Loops
    unsigned Line = 0;                     ///< of the closing parenthesis
    std::vector<std::vector<Piece>> Loops; ///< one header each
    std::vector<Piece> Taken;              ///< `if (...)`, or nothing
  };
  std::vector<RangeText> RangeTexts;

  // Where the walk stands.
  std::vector<unsigned> LoopStack, GuardStack;
  unsigned MayDepth = 0;
  unsigned InnerLoops = 0; ///< loops around that a `break` may leave
  /// The innermost loop's, where all of it runs in each of its iterations.
  const clang::Stmt *LoopBody = nullptr;
  bool InSubscript = false;
  unsigned Statement = 0; ///< in a copy that of the call
  llvm::DenseSet<const clang::Stmt *> Seen;

  /// The expressions among the accesses that stand in a part of the text.
  std::map<std::pair<unsigned, unsigned>,
           llvm::SmallPtrSet<const clang::Stmt *, 2>>
      AccessTexts;

  // The pattern's declarations by location, filled on first use.
  bool PatternsRead = false;
  llvm::DenseMap<clang::SourceLocation, const clang::ValueDecl *> Patterns;
  llvm::DenseMap<clang::SourceLocation, const clang::IfStmt *> PatternIfs;
};

/// C++ text of an expression over parameters and counters, for kernel text;
/// without Opaque parts.
std::string cxxText(const Expr &E, const LoopNest &Nest);

/// Strips parentheses and nodes that only mark constants, full expressions and
/// substituted template arguments.
const clang::Expr *skipMarkers(const clang::Expr *E);

/// The pattern that an instantiation was made from, with its body; else F.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl *F);

/// The object whose member M is is const there.
bool isConstObject(const clang::MemberExpr *M);

/// The expression that the body returns; null where it does anything else.
const clang::Expr *returned(const clang::FunctionDecl *Def);

/// P.size(), of a container at P; Size is how its class spells that.
Path sizeOf(Path P, llvm::StringRef Size);

/// What P is given is the place of an array, and not a number.
bool takesArray(const clang::ParmVarDecl *P);

/// The preprocessor has a say in the body.
bool hasDirectives(const clang::FunctionDecl *Def,
                   const clang::SourceManager &SM,
                   const clang::LangOptions &Lang);

/// One of Heddle's annotations, as they stand on statements.
bool isHeddleAttribute(const clang::Attr *A);

/// The `for`, of either kind, that is all of Body, braces aside; else null.
const clang::Stmt *onlyFor(const clang::Stmt *Body);

/// Nothing but literals, written where they stand or as a macro's argument.
bool isLiteral(const clang::Stmt *S, const clang::SourceManager &SM);

/// Number of nodes of the tree, at most Limit.
unsigned treeSize(const Expr &E, unsigned Limit);
constexpr unsigned MaxTreeSize = 2000;

/// E names a template's parameter. Those that are pointers or references are
/// refused: the kernel's text must hold for all instantiations.
bool isTemplateArgument(const clang::Expr *E);

/// S names a variable that does not belong to a namespace.
bool mentionsLocal(const clang::Stmt *S);

/// std::atomic<...>.
bool isStdAtomic(clang::QualType T);

/// Equal meaning, places and texts aside.
bool sameExpr(const Expr &A, const Expr &B);

} // namespace heddle

#endif
