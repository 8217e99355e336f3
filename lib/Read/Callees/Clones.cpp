//===- Clones.cpp - Functions that kernels have a copy of ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A visible function, method or lambda that computes one value from its
// arguments, and from variables that the nest does not change, is copied in
// front of the kernels, which call the copy: the function itself may be out of
// reach there, and is not compiled for the device. The body of the callee is
// read by a NestReader of its own, which finds what no nest may have, either;
// what it reads besides its arguments becomes arguments of the copy.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Clones.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/CallText.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/Closures.h"
#include "Read/Callees/Constructors.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Callees/Objects.h"
#include "Read/Callees/Readings.h"
#include "Read/Callees/Turns.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Loops/Body.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/Placement.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/Templates.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

/// Whether the nest stands before Def. Members of a class may be used before
/// they are defined; the kernel stands before the class.
bool standsBehind(const NestReader &NR, const FunctionDecl *Def) {
  return Def->getLexicalDeclContext()->isFileContext() &&
         !NR.SM.isBeforeInTranslationUnit(patternOf(Def)->getLocation(),
                                          NR.home()->In.Nest->getBeginLoc());
}

/// Why the text of Def, which stands behind the nest, could not stand in front
/// of it; empty if it can.
static std::string whyNotInFront(const NestReader &NR,
                                 const FunctionDecl *Def) {
  if (!standsBehind(NR, Def))
    return {};
  const NamedDecl *Late = namedBehind(NR.SM, Def, kernelPlace(NR));
  if (!Late)
    return {};
  return "its definition stands behind the nest and names '" +
         Late->getNameAsString() + "', which is declared behind the kernel";
}

std::string whyNotCopied(const NestReader &NR, const FunctionDecl *Def,
                         llvm::ArrayRef<const clang::Expr *> Arguments) {
  for (const NestReader *B = &NR; B; B = B->Callees.Caller)
    if (B->In.Function->getCanonicalDecl() == Def->getCanonicalDecl())
      return "it calls itself";
  if (std::string Why = whyNotInFront(NR, Def); !Why.empty())
    return Why;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Def->getBody());
  if (!Body || Def->isVariadic() || Def->isConsteval())
    return "it is no ordinary function";
  if (Def->isDefaulted())
    return "the compiler writes it";
  if (const auto *M = dyn_cast<CXXMethodDecl>(Def); M && M->isVirtual())
    return "it is virtual";
  if (Body->getLBracLoc().isMacroID() || Body->getRBracLoc().isMacroID() ||
      !NR.SM.isWrittenInSameFile(Body->getLBracLoc(), Body->getRBracLoc()))
    return "its body comes out of a macro";
  for (const ParmVarDecl *P : Def->parameters()) {
    QualType T = P->getType();
    std::string Name = "its parameter '" + P->getNameAsString() + "' is ";
    if (T->isPointerType() && T->getPointeeType()->isFunctionType())
      return Name + "a pointer to a function";
    if (takesStoredCopy(P))
      return Name + "a copy of a container, in a function that may store";
    if (T->isRValueReferenceType() && !takesArray(P))
      return Name + "a reference to a temporary";
  }
  for (const clang::Expr *A : Arguments)
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
        Default && !defaultText(NR, Default))
      return "the call leaves its parameter '" +
             Default->getParam()->getNameAsString() +
             "' to a default that is no constant number";
  return {};
}

/// Whether S tells the line of the call, or the like: another number each time.
static bool tellsPlace(const Stmt *S) {
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    S = Default->getExpr();
  return isa<SourceLocExpr>(S) ||
         llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && tellsPlace(C); });
}

std::optional<std::string> defaultText(const NestReader &NR,
                                       const CXXDefaultArgExpr *A) {
  const clang::Expr *Value = A->getExpr();
  if (tellsPlace(Value))
    return std::nullopt;
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Value))
    Value = Cleanups->getSubExpr();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Value))
    Value = Temporary->getSubExpr();
  return numberText(NR, Value);
}

/// Result and parameters, in types that the kernel's place can spell; why not,
/// else empty.
static std::string readSignature(NestReader &NR, DeviceClone &Copy) {
  const FunctionDecl *Def = NR.In.Function;
  const FunctionDecl *Pattern = patternOf(Def);
  auto Spelled = [&](QualType Type, QualType Written, SourceRange Where,
                     bool IsRecord = false) {
    std::optional<std::string> Text;
    if (Type->isVoidType() || IsRecord || checkScalar(NR, Type, Where))
      Text = spell(NR, Type, Written);
    return Text;
  };
  std::optional<std::string> Result =
      isa<CXXConstructorDecl>(Def) ? std::optional(NR.Callees.SelfType)
      : NR.Callees.GivesNothing
          ? std::optional<std::string>("void")
          : Spelled(Def->getReturnType().getNonReferenceType(),
                    Pattern->getReturnType().getNonReferenceType(),
                    Def->getReturnTypeSourceRange(),
                    isBundle(NR, Def->getReturnType().getNonReferenceType()));
  if (!Result)
    return "the type of its result cannot be named at the kernel";
  Copy.Result = *Result;
  if (NR.Callees.GivesPlace)
    Copy.Result =
        (Def->getReturnType()->getPointeeType().isConstQualified() ? "const "
                                                                   : "") +
        Copy.Result + " &";
  for (const ParmVarDecl *P : Def->parameters()) {
    if (isClosure(P->getType()) || isObject(NR, P))
      continue;
    QualType T = P->getType().getNonReferenceType();
    QualType Written =
        Pattern->getNumParams() == Def->getNumParams()
            ? Pattern->getParamDecl(P->getFunctionScopeIndex())->getType()
            : P->getType();
    std::optional<std::string> Text =
        takesArray(P) ? declareArray(NR, P, Written.getNonReferenceType())
                      : Spelled(T, Written.getNonReferenceType(),
                                P->getSourceRange(), takesRecord(NR, P));
    if (!Text)
      return "the type of its parameter '" + P->getNameAsString() +
             "' cannot be named at the kernel";
    if (!takesArray(P)) {
      if (T.isConstQualified())
        *Text = "const " + *Text;
      if (P->getType()->isReferenceType())
        *Text += " &" + P->getNameAsString();
      else if (P->getIdentifier())
        *Text += " " + P->getNameAsString();
    }
    if (P->hasAttr<UnusedAttr>())
      *Text = "[[maybe_unused]] " + *Text;
    Copy.Params.push_back(*Text);
  }
  return {};
}

static const char *const DependsOnPreprocessor =
    "its body depends on the preprocessor";

/// Reads the body of In.Function; what is wrong with it beyond what has been
/// reported, else empty.
static std::string readFunction(NestReader &NR, const CompoundStmt *Body) {
  const NestReader *Home = NR.home();
  NR.Place.Context = Home->Place.Context;
  const auto *Made = dyn_cast<CXXConstructorDecl>(NR.In.Function);
  const bool IsExpanded = Home->Callees.Expanded.contains(NR.In.Function);
  if (!IsExpanded)
    setText(NR, Made ? beginOfMembers(Made) : Body->getLBracLoc(),
            Body->getRBracLoc());
  if (IsExpanded ? !readExpandedBody(NR, Body) : !takeDirectives(NR))
    return DependsOnPreprocessor;
  const std::vector<const Stmt *> Parts = partsOf(NR.In.Function);
  for (const Stmt *Part : Parts)
    collectNames(NR, Part);
  for (const ParmVarDecl *P : NR.In.Function->parameters()) {
    if (!isObject(NR, P))
      NR.Names.NestDecls.insert(P);
    NR.Names.note(P);
  }
  if (NR.Callees.Self) {
    const auto *Class = cast<CXXMethodDecl>(NR.In.Function)->getParent();
    const QualType T = NR.Ctx.getCanonicalTagType(Class);
    std::optional<std::string> Type = spell(NR, T, T);
    if (!Type)
      return "its class cannot be named at the kernel";
    NR.Callees.SelfType = *Type;
    for (NR.Callees.SelfName = "self";
         NR.Names.NameUse.contains(NR.Callees.SelfName) ||
         NR.Names.NameUse.contains(NR.Callees.SelfName + "_object");)
      NR.Callees.SelfName += "_";
    NR.Names.KernelNames.insert(NR.Callees.SelfName);
  }
  if (!placeTemplates(NR, NR.In.Function))
    return {};
  for (const Stmt *Part : Parts)
    checkTypes(NR, Part);
  if (!IsExpanded)
    checkMacros(NR, kernelPlace(NR));
  NR.Updates.Steps.emplace(Body, NR.Facts, NR.Ctx,
                           std::vector<const clang::Expr *>());
  if (Made)
    if (std::string Why = setMembers(NR, Made); !Why.empty())
      return Why;
  walk(NR, Body);
  if (!NR.Failed)
    for (const Stmt *Part : Parts)
      checkSeen(NR, Part);
  finishReplacements(NR);
  return {};
}

const std::string &addFunction(NestReader &NR, DeviceClone Copy,
                               llvm::StringRef Called) {
  std::vector<DeviceClone> &All = NR.Nest->Functions;
  for (const DeviceClone &F : All)
    if (F.Prefix == Copy.Prefix && F.Result == Copy.Result &&
        F.Params == Copy.Params && F.Body == Copy.Body)
      return F.Name;
  std::string Stem = "heddle_" + NR.Nest->Place.FunctionName + "_" +
                     std::to_string(NR.Nest->Place.Ordinal) + "_";
  for (char C : Called)
    Stem += llvm::isAlnum(C) || C == '_' ? C : '_';
  // Names of kernels end in numbers, and in words that are none of these.
  Stem += "_copy";
  Copy.Name = Stem;
  for (unsigned I = 2; llvm::any_of(
           All, [&](const DeviceClone &F) { return F.Name == Copy.Name; });
       ++I)
    Copy.Name = Stem + std::to_string(I);
  All.push_back(std::move(Copy));
  return All.back().Name;
}

namespace {

/// A call of a function that the kernel is to have a copy of.
struct ClonedCall {
  const CallExpr *E = nullptr;
  const FunctionDecl *Def = nullptr;
  std::string Name;  ///< as messages name the function
  std::string Short; ///< as the copy's name has it
  bool IsLambda = false;
  /// It is written as an operator of structures, which becomes a call.
  bool IsOperator = false;
  /// The object whose member it is, or null.
  const clang::Expr *Object = nullptr;
  /// The object is an element of an array, to which the copy has a reference.
  bool OfElement = false;
};

} // namespace

/// Calls of F are written with the operator between the operands, or before the
/// only one.
static bool isInfix(const FunctionDecl *F) {
  return F->isOverloadedOperator() && F->getOverloadedOperator() != OO_Call &&
         F->getOverloadedOperator() != OO_Subscript;
}

/// A word for an operator, for the names of copies.
static std::string wordFor(OverloadedOperatorKind Operator) {
  switch (Operator) {
  case OO_Plus:
    return "plus";
  case OO_Minus:
    return "minus";
  case OO_Star:
    return "times";
  case OO_Slash:
    return "divided";
  case OO_PlusEqual:
    return "add";
  case OO_MinusEqual:
    return "subtract";
  case OO_StarEqual:
    return "multiply";
  case OO_SlashEqual:
    return "divide";
  case OO_EqualEqual:
    return "equal";
  case OO_Less:
    return "less";
  case OO_Call:
    return "call";
  case OO_Subscript:
    return "at";
  default:
    return "operator";
  }
}

static ClonedCall describeCall(const NestReader &NR, const CallExpr *E,
                               const FunctionDecl *F) {
  ClonedCall C;
  C.E = E;
  C.Def = F->getDefinition();
  llvm::raw_string_ostream OS(C.Name);
  F->getNameForDiagnostic(OS, NR.Ctx.getPrintingPolicy(), /*Qualified=*/true);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  C.IsLambda = Method && Method->getParent()->isLambda();
  if (Method && !Method->isStatic() && isa<CXXOperatorCallExpr>(E))
    C.Object = E->getArg(0);
  if (C.IsLambda && C.Object)
    C.Name = text(NR, E->getArg(0));
  C.IsOperator = isOperatorOfRecords(NR, E);
  C.Short = C.IsLambda           ? C.Name
            : F->getIdentifier() ? F->getName().str()
                                 : wordFor(F->getOverloadedOperator());
  return C;
}

static Diagnostic &refuseCall(NestReader &NR, const ClonedCall &C,
                              llvm::StringRef Why) {
  see(NR, C.E);
  return NR.error(DiagID::HD238, ref(NR, C.E), C.Name, Why);
}

static void refuseFunction(NestReader &NR, const ClonedCall &C,
                           llvm::StringRef Why) {
  refuseCall(NR, C, Why)
      .note(ref(NR, SourceRange(C.Def->getLocation())), "declared here");
}

/// All that S returns are `*this` and parameters, which are references.
static bool returnsNamedPlaces(const Stmt *S) {
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    const clang::Expr *Value =
        R->getRetValue() ? skipMarkers(R->getRetValue()) : nullptr;
    while (const auto *B = dyn_cast_or_null<BinaryOperator>(Value)) {
      if (B->getOpcode() != BO_Comma)
        return false;
      Value = skipMarkers(B->getRHS());
    }
    const auto *U = dyn_cast_or_null<UnaryOperator>(Value);
    return isa_and_nonnull<DeclRefExpr>(Value) ||
           (U && U->getOpcode() == UO_Deref &&
            isa<CXXThisExpr>(U->getSubExpr()->IgnoreParens()));
  }
  return llvm::all_of(
      S->children(), [](const Stmt *C) { return !C || returnsNamedPlaces(C); });
}

/// Nobody takes the reference that E gives, as in the statement `a += b;`.
static bool isUnused(const NestReader &NR, const CallExpr *E,
                     const FunctionDecl *Def) {
  if (!Def->getReturnType()->isReferenceType() ||
      !returnsNamedPlaces(Def->getBody()))
    return false;
  const Stmt *P = NR.Facts.parent(E);
  while (isa_and_nonnull<ParenExpr, ExprWithCleanups>(P))
    P = NR.Facts.parent(P);
  return standsAlone(P);
}

bool writesBehind(const LoopNest &M, size_t First) {
  return llvm::any_of(llvm::ArrayRef(M.Accesses).drop_front(First),
                      [](const Access &A) { return A.IsWrite; });
}

/// Cause is what the function's own reader found.
static void refuseBody(NestReader &NR, const ClonedCall &C,
                       const Diagnostic &Cause) {
  Diagnostic &D = refuseCall(NR, C, Cause.Text);
  D.note(Cause.Where, "in '" + C.Name + "', here");
  for (const Note &N : Cause.Notes)
    D.note(N.Where, N.Text);
}

/// Completes C and Frame with the object of the call. Why the body is not even
/// read, else empty.
static std::string readObject(NestReader &NR, ClonedCall &C,
                              WrittenOut &Frame) {
  // The value that an lvalue holds is read at once.
  if ((C.E == NR.Callees.WrittenCall && !givesPart(NR, C.E)) || C.E->isXValue())
    return "its result is a reference, and its body is more than one 'return' "
           "of an element";
  if (std::string Why =
          whyNotCopied(NR, C.Def, {C.E->getArgs(), C.E->getNumArgs()});
      !Why.empty())
    return Why;
  if (std::string Name = changedBeside(NR, C.E); !Name.empty())
    return "it may change '" + Name +
           "', which the expression around the call mentions, too, in an order "
           "that compilers choose; give the call a statement of its own";
  if (std::string Why = describeObject(NR, C.E, Frame); !Why.empty())
    return Why;
  if (!C.Object)
    C.Object = Frame.Object;
  C.OfElement = C.Object && !C.IsLambda && isElementObject(NR, C.Object);
  if (C.Object && (C.OfElement ? changesVariables(NR, C.Object)
                               : C.Object->HasSideEffects(NR.Ctx)))
    return "the expression of its object has effects";
  // The copy's arguments have no order, which the source gives them.
  if (C.OfElement || C.IsOperator)
    for (const clang::Expr *A : C.E->arguments())
      if (changesVariables(NR, A))
        return "an argument has effects; give it the value of a variable";
  const auto *Method = dyn_cast<CXXMethodDecl>(C.Def);
  if (Method && isInfix(Method) && !C.IsOperator)
    return "it is an operator that is called by its name";
  if (Method && C.IsOperator && !C.OfElement)
    return "its object is no element and no local of the iteration";
  if (C.Object && C.OfElement && temporaryRecord(C.Object) &&
      (!Method->isConst() || Method->getRefQualifier() == RQ_RValue))
    return "it may change its object, which is a temporary";
  if (++NR.home()->Callees.CopiesRead > MaxCopies)
    return "there are too many calls in calls";
  return {};
}

std::string readCallee(NestReader &NR, DeviceClone &Copy) {
  LoopNest &M = NR.model();
  const size_t Loops = M.Loops.size(), Guards = M.Guards.size();
  const size_t Accesses = M.Accesses.size();
  std::string Why = readFunction(NR, cast<CompoundStmt>(NR.In.Nest));
  // The text after preprocessing may still serve the copy.
  const bool IsAboutMacros = NR.Failed
                                 ? isAboutMacros(NR.Diags.Diagnostics.front())
                                 : Why == DependsOnPreprocessor;
  if (IsAboutMacros && !isa<CXXConstructorDecl>(NR.In.Function))
    NR.home()->Callees.ToExpand = NR.In.Function;
  // Nobody asks what a function does that reads no array.
  if (M.Accesses.size() == Accesses) {
    M.Loops.resize(Loops);
    M.Guards.resize(Guards);
  }
  if (Why.empty() && !NR.Failed)
    Why = readSignature(NR, Copy);
  return Why;
}

/// Notes where the references stand that the call gives to Callee, which has
/// made the accesses from First on.
static void noteReferences(NestReader &NR, const ClonedCall &C,
                           llvm::ArrayRef<const clang::Expr *> Given,
                           const NestReader &Callee, size_t First) {
  for (const ParmVarDecl *P : C.Def->parameters()) {
    const auto At = Callee.Memory.References.find(P);
    const unsigned I = P->getFunctionScopeIndex();
    if (At != Callee.Memory.References.end() && I < Given.size() &&
        P->getType()->isReferenceType())
      noteReference(NR, At->second, First, Given[I]);
  }
  if (C.OfElement && Callee.Callees.Self && C.Object->isLValue() &&
      !C.Object->getType()->isPointerType())
    noteReference(NR, *Callee.Callees.Self, First, C.Object);
}

void callClone(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  ClonedCall C = describeCall(NR, E, F);
  WrittenOut Frame;
  Frame.Callee = C.Def;
  Frame.Outer = NR.Callees.Called;
  std::string Why = readObject(NR, C, Frame);
  if (!Why.empty())
    return refuseFunction(NR, C, Why);

  // The callee, by itself.
  AnnotatedLoop Whole;
  Whole.Function = C.Def;
  Whole.Nest = C.Def->getBody();
  Report Found;
  NestReader Callee(NR.Ctx, NR.PP, Whole, Found);
  Callee.Callees.Caller = &NR;
  Callee.Callees.Called = &Frame;
  Callee.Callees.GivesNothing = isUnused(NR, E, C.Def);
  Callee.Callees.GivesPlace = !Callee.Callees.GivesNothing && givesPart(NR, E);
  see(NR, E->getCallee());
  std::string SelfText;
  if (C.OfElement && !bindSelf(NR, C.Object, Callee, SelfText))
    return;
  llvm::ArrayRef<const clang::Expr *> Given(E->getArgs(), E->getNumArgs());
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(C.Def))
    Given = Given.drop_front();
  findObjects(NR, Given, Frame);
  dropObjects(NR, Frame);
  if (!bindParameters(NR, Given, C.Def, Callee))
    return;
  Callee.Scope.enter(NR.Scope);
  DeviceClone Copy;
  const size_t Before = NR.model().Accesses.size();
  Why = readCallee(Callee, Copy);
  if (Callee.Failed)
    return refuseBody(NR, C, Found.Diagnostics.front());
  if (Why.empty() && writesBehind(NR.model(), Before) && !hasItsOwnTurn(NR, E))
    Why = "it writes elements, so the call needs a statement of its own: '" +
          C.Short + "(...);' or 'auto v = " + C.Short + "(...);'";
  std::optional<std::string> Explicit = explicitArguments(NR, C.Def);
  if (Why.empty() && !Explicit)
    Why = "a template argument cannot be named where the loop stands";
  std::vector<std::string> Arguments;
  if (Why.empty())
    Why = readOutside(NR, Callee, Frame, Arguments);
  if (!Why.empty())
    return refuseFunction(NR, C, Why);

  noteReferences(NR, C, Given, Callee, Before);
  if (C.OfElement && !C.IsOperator)
    Arguments.insert(Arguments.begin(), SelfText);
  NestReader *Home = NR.home();
  Home->Nest->Calls.push_back({ref(NR, Whole.Nest), ref(NR, E), C.Name});
  Copy.Original = C.Name;
  writeCopy(Callee, Copy);
  if (!C.Object && !C.IsLambda && !C.IsOperator && !Callee.Spans.Expanded)
    noteReadings(NR, C.E, C.Short, Copy, Callee, Before);
  if (C.Object)
    see(NR, C.Object);
  replaceCall(NR, E, addFunction(*Home, std::move(Copy), C.Short) + *Explicit,
              Arguments);
}

void writeCopy(const NestReader &NR, DeviceClone &Copy) {
  Copy.Prefix = NR.Nest->Place.Prefix;
  // The copy of a constructor makes the object.
  if (NR.Callees.Self && !isa<CXXConstructorDecl>(NR.In.Function)) {
    std::string Self =
        (cast<CXXMethodDecl>(NR.In.Function)->isConst() ? "const " : "") +
        NR.Callees.SelfType + " &" + NR.Callees.SelfName;
    // The object is the first operand of an operator.
    const bool IsFirst = isInfix(cast<FunctionDecl>(NR.In.Function));
    Copy.Params.insert(IsFirst ? Copy.Params.begin() : Copy.Params.end(),
                       std::move(Self));
  }
  for (const Param &P : NR.Nest->Params)
    Copy.Params.push_back(P.CxxType + " " + P.Name);
  for (const ArrayInfo &A : NR.Nest->Arrays)
    Copy.Params.push_back(A.DeclPrefix + A.KernelName + A.DeclSuffix);
  unsigned At = 0;
  for (const Replacement &H : NR.Texts.Replacements) {
    Copy.Body += NR.Nest->Text.substr(At, H.Begin - At) + H.Kernel;
    At = H.End;
  }
  Copy.Body += NR.Nest->Text.substr(At);
  PresumedLoc Where = NR.SM.getPresumedLoc(NR.In.Nest->getBeginLoc());
  Copy.File = Where.getFilename();
  Copy.Line = Where.getLine();
  Copy.Column = Where.getColumn();
}

} // namespace heddle
