//===- DeviceCopies.cpp - Functions that kernels have a copy of ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A visible function, method or lambda that computes one value from its
// arguments, and from variables that the nest does not change, is copied in
// front of the kernels, which call the copy: the function itself may be out of
// reach there, and is not compiled for the device. The body of the callee is
// read by a builder of its own, which finds what may not be in a nest either;
// what it reads besides its arguments becomes arguments of the copy.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

/// Of calls in calls, in one nest.
static constexpr unsigned MaxCopies = 200;

/// Whether the nest stands before Def. Members of a class may be used before
/// they are defined; the kernel stands before the class.
bool NestBuilder::standsBehind(const FunctionDecl *Def) const {
  return Def->getLexicalDeclContext()->isFileContext() &&
         !SM.isBeforeInTranslationUnit(patternOf(Def)->getLocation(),
                                       home()->In.Nest->getBeginLoc());
}

/// Why a copy of Def could not be called like it; empty if it can.
std::string NestBuilder::whyNotCopied(const CallExpr *E,
                                      const FunctionDecl *Def) const {
  for (const NestBuilder *B = this; B; B = B->Caller)
    if (B->In.Function->getCanonicalDecl() == Def->getCanonicalDecl())
      return "it calls itself";
  if (standsBehind(Def))
    return "its definition stands behind the nest";
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Def->getBody());
  if (!Body || Def->isVariadic() || Def->isConsteval() ||
      isa<CXXConstructorDecl>(Def))
    return "it is no ordinary function";
  if (const auto *M = dyn_cast<CXXMethodDecl>(Def); M && M->isVirtual())
    return "it is virtual";
  // What an lvalue holds is read at once.
  if (E == WrittenCall || E->isXValue())
    return "its result is a reference, and its body is more than one 'return' "
           "of an element";
  if (Body->getLBracLoc().isMacroID() || Body->getRBracLoc().isMacroID() ||
      !SM.isWrittenInSameFile(Body->getLBracLoc(), Body->getRBracLoc()))
    return "its body comes out of a macro";
  if (hasDirectives(Def, SM, Ctx.getLangOpts()))
    return "its body depends on the preprocessor";
  for (const ParmVarDecl *P : Def->parameters()) {
    QualType T = P->getType();
    std::string Name = "its parameter '" + P->getNameAsString() + "' is ";
    if (T->isPointerType() && T->getPointeeType()->isFunctionType())
      return Name + "a pointer to a function";
    if (T->isReferenceType() && !takesArray(P) &&
        !(T->isLValueReferenceType() && T->getPointeeType().isConstQualified()))
      return Name + "a reference through which it may write";
  }
  for (const clang::Expr *A : E->arguments())
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
        Default && !defaultText(Default))
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

/// What the call leaves out, as a literal; the copy has no defaults.
std::optional<std::string>
NestBuilder::defaultText(const CXXDefaultArgExpr *A) const {
  const clang::Expr *Value = A->getExpr();
  if (tellsPlace(Value))
    return std::nullopt;
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Value))
    Value = Cleanups->getSubExpr();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Value))
    Value = Temporary->getSubExpr();
  return numberText(Value);
}

/// Result and parameters, in types that the kernel's place can spell; why not,
/// else empty.
std::string NestBuilder::readSignature(DeviceFunction &Copy) {
  const FunctionDecl *Def = In.Function;
  const FunctionDecl *Pattern = patternOf(Def);
  auto Spelled = [&](QualType Type, QualType Written, SourceRange Where,
                     bool IsRecord = false) {
    std::optional<std::string> Text;
    if (Type->isVoidType() || IsRecord || checkScalar(Type, Where))
      Text = spell(Type, Written);
    return Text;
  };
  std::optional<std::string> Result =
      Spelled(Def->getReturnType().getNonReferenceType(),
              Pattern->getReturnType().getNonReferenceType(),
              Def->getReturnTypeSourceRange());
  if (!Result)
    return "the type of its result cannot be named at the kernel";
  Copy.Result = *Result;
  for (const ParmVarDecl *P : Def->parameters()) {
    QualType T = P->getType().getNonReferenceType();
    QualType Written =
        Pattern->getNumParams() == Def->getNumParams()
            ? Pattern->getParamDecl(P->getFunctionScopeIndex())->getType()
            : P->getType();
    std::optional<std::string> Text =
        takesArray(P) ? declareArray(P, Written.getNonReferenceType())
                      : Spelled(T, Written.getNonReferenceType(),
                                P->getSourceRange(), takesRecord(P));
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

/// Reads the body of In.Function; what is wrong with it beyond what has been
/// reported, else empty.
std::string NestBuilder::readFunction(const CompoundStmt *Body) {
  const NestBuilder *Home = home();
  KernelContext = Home->KernelContext;
  setText(Body->getLBracLoc(), Body->getRBracLoc());
  collectNames(Body);
  for (const ParmVarDecl *P : In.Function->parameters()) {
    NestDecls.insert(P);
    if (P->getIdentifier())
      NameUse[P->getName()].insert(P->getCanonicalDecl());
  }
  if (Self) {
    const auto *Class = cast<CXXMethodDecl>(In.Function)->getParent();
    const QualType T = Ctx.getCanonicalTagType(Class);
    std::optional<std::string> Type = spell(T, T);
    if (!Type)
      return "its class cannot be named at the kernel";
    SelfType = *Type;
    for (SelfName = "self"; NameUse.contains(SelfName);)
      SelfName += "_";
    KernelNames.insert(SelfName);
  }
  if (!placeTemplates(In.Function))
    return {};
  checkTypes();
  checkMacros(Home->SM.getLocForStartOfFile(Home->File)
                  .getLocWithOffset(Home->Nest->Place.Insert.Begin));
  Steps.emplace(Body, Facts, Ctx, std::vector<const clang::Expr *>());
  walk(Body);
  if (!Failed)
    checkSeen(Body);
  finishHoles();
  return {};
}

/// Its name; that of an equal one where there is one already.
const std::string &NestBuilder::addFunction(DeviceFunction Copy,
                                            llvm::StringRef Called) {
  std::vector<DeviceFunction> &All = Nest->Functions;
  for (const DeviceFunction &F : All)
    if (F.Prefix == Copy.Prefix && F.Result == Copy.Result &&
        F.Params == Copy.Params && F.Body == Copy.Body)
      return F.Name;
  std::string Stem = "heddle_" + Nest->Place.FunctionName + "_" +
                     std::to_string(Nest->Place.Ordinal) + "_";
  for (char C : Called)
    Stem += llvm::isAlnum(C) || C == '_' ? C : '_';
  // Names of kernels end in numbers, and in words that are none of these.
  Stem += "_copy";
  Copy.Name = Stem;
  for (unsigned I = 2; llvm::any_of(
           All, [&](const DeviceFunction &F) { return F.Name == Copy.Name; });
       ++I)
    Copy.Name = Stem + std::to_string(I);
  All.push_back(std::move(Copy));
  return All.back().Name;
}

void NestBuilder::callCopy(const CallExpr *E, const FunctionDecl *F) {
  const FunctionDecl *Def = F->getDefinition();
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, Ctx.getPrintingPolicy(), /*Qualified=*/true);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool IsLambda = Method && Method->getParent()->isLambda();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const bool HasObject = Operator && Method;
  if (IsLambda && HasObject)
    Name = text(E->getArg(0));
  auto Refuse = [&](llvm::StringRef Why) -> Diagnostic & {
    see(E);
    return error(DiagID::HD238, ref(E), Name, Why);
  };
  auto Declared = [&](Diagnostic &D) {
    D.note(ref(SourceRange(Def->getLocation())), "declared here");
  };
  std::string Why = whyNotCopied(E, Def);
  WrittenOut Frame;
  Frame.Callee = Def;
  Frame.Outer = Called;
  if (Why.empty())
    Why = describeObject(E, Frame);
  const clang::Expr *Object = Frame.Object;
  if (HasObject)
    Object = E->getArg(0);
  const bool OfElement = Object && !IsLambda && isElementObject(Object);
  if (Why.empty() && Object && !OfElement && Object->HasSideEffects(Ctx))
    Why = "the expression of its object has effects";
  NestBuilder *Home = home();
  if (Why.empty() && ++Home->CopiesRead > MaxCopies)
    Why = "there are too many calls in calls";
  if (!Why.empty())
    return Declared(Refuse(Why));

  // The callee, by itself.
  const auto *Body = cast<CompoundStmt>(Def->getBody());
  AnnotatedLoop Whole;
  Whole.Function = Def;
  Whole.Nest = Body;
  Report Found;
  NestBuilder Callee(Ctx, PP, Whole, Found);
  Callee.Caller = this;
  Callee.Called = &Frame;
  see(E->getCallee());
  std::string SelfText;
  if (OfElement && !bindSelf(Object, Callee, SelfText))
    return;
  if (!bindParameters(E, Def, Callee))
    return;
  Callee.LoopStack = LoopStack;
  Callee.GuardStack = GuardStack;
  Callee.MayDepth = MayDepth;
  Callee.Statement = Statement;
  LoopNest &M = model();
  const size_t Loops = M.Loops.size(), Guards = M.Guards.size();
  const size_t Accesses = M.Accesses.size();
  DeviceFunction Copy;
  Why = Callee.readFunction(Body);
  // Nobody asks what a function does that reads no array.
  if (M.Accesses.size() == Accesses) {
    M.Loops.resize(Loops);
    M.Guards.resize(Guards);
  }
  if (Why.empty() && !Callee.Failed)
    Why = Callee.readSignature(Copy);
  if (Callee.Failed) {
    const Diagnostic &Cause = Found.Diagnostics.front();
    Diagnostic &D = Refuse(Cause.Text);
    D.note(Cause.Where, "in '" + Name + "', here");
    for (const Note &N : Cause.Notes)
      D.note(N.Where, N.Text);
    return;
  }
  std::optional<std::string> Explicit = explicitArguments(Def);
  if (Why.empty() && !Explicit)
    Why = "a template argument cannot be named where the loop stands";
  std::vector<std::string> Arguments;
  if (Why.empty())
    Why = readOutside(Callee, Frame, Arguments);
  if (!Why.empty())
    return Declared(Refuse(Why));

  if (OfElement)
    Arguments.insert(Arguments.begin(), SelfText);
  Home->Nest->Calls.push_back({ref(Body), ref(E), Name});
  Copy.Original = Name;
  Callee.writeCopy(Copy);
  llvm::StringRef Short = IsLambda             ? llvm::StringRef(Name)
                          : F->getIdentifier() ? F->getName()
                                               : llvm::StringRef("call");
  if (Object)
    see(Object);
  replaceCall(E, Home->addFunction(std::move(Copy), Short) + *Explicit,
              Arguments);
}

/// What In.Function is at the kernel, after it has been read.
void NestBuilder::writeCopy(DeviceFunction &Copy) const {
  Copy.Prefix = Nest->Place.Prefix;
  if (Self)
    Copy.Params.push_back("const " + SelfType + " &" + SelfName);
  for (const Param &P : Nest->Params)
    Copy.Params.push_back(P.CxxType + " " + P.Name);
  for (const ArrayInfo &A : Nest->Arrays)
    Copy.Params.push_back(A.DeclPrefix + A.KernelName + A.DeclSuffix);
  unsigned At = 0;
  for (const TextHole &H : Nest->Holes) {
    Copy.Body += Nest->Text.substr(At, H.Begin - At) + H.Kernel;
    At = H.End;
  }
  Copy.Body += Nest->Text.substr(At);
  PresumedLoc Where = SM.getPresumedLoc(In.Nest->getBeginLoc());
  Copy.File = Where.getFilename();
  Copy.Line = Where.getLine();
  Copy.Column = Where.getColumn();
}

/// Has the kernel call Name, with Arguments behind those of E and its defaults.
void NestBuilder::replaceCall(const CallExpr *E, const std::string &Name,
                              std::vector<std::string> Arguments) {
  std::vector<std::string> Defaults;
  for (const clang::Expr *A : E->arguments())
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      Defaults.push_back(*defaultText(Default));
  if (!Replaced.insert(E).second)
    return; // of an expression that is read twice
  const size_t Given = E->getNumArgs() - Defaults.size();
  Arguments.insert(Arguments.begin(), Defaults.begin(), Defaults.end());
  const bool HasObject = isa<CXXOperatorCallExpr>(E);
  const clang::Expr *Called =
      HasObject ? E->getArg(0) : E->getCallee()->IgnoreParenImpCasts();
  addHole(Called->getSourceRange(), Name);
  if (Arguments.empty())
    return;
  auto End = offsets(SourceRange(E->getRParenLoc()));
  if (!End) {
    error(DiagID::HD159, ref(E), text(E), llvm::join(Arguments, ", "));
    return;
  }
  bool First = Given == (HasObject ? 1u : 0u);
  Nest->Holes.push_back({End->first, End->first,
                         (First ? "" : ", ") + llvm::join(Arguments, ", ")});
}

} // namespace heddle
