//===- Constructors.cpp - Constructors that kernels have a copy of --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constructor that the program defines is the host's. Kernels call a function
// in its place that returns the object: it sets the members in the order of
// their declarations, as the constructor's initialisers do, runs the body, and
// gives a copy of the bytes. `T v(a);` is `T v = copy(a);` there.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Constructors.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/Clones.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Declarations.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "Spelling/Templates.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

//===--- Calls ------------------------------------------------------------===//

namespace {

/// How the source writes a construction, and the kernel a call in its place.
struct CallForm {
  /// Up to and with the opening parenthesis or brace; or the place in front of
  /// which the call begins.
  SourceRange Open;
  std::string Before;         ///< what stands before the name of the function
  SourceLocation Close;       ///< the closing parenthesis or brace, or none
  const clang::Expr *Operand; ///< the only argument, where there are none
  bool InOrder = false;       ///< braces: the arguments have an order
};

} // namespace

static Diagnostic &refuseConstructor(NestReader &NR,
                                     const CXXConstructExpr *Made,
                                     llvm::StringRef Why) {
  see(NR, Made);
  return NR.error(DiagID::HD238, ref(NR, Made),
                  Made->getConstructor()->getQualifiedNameAsString(), Why);
}

static void refuseDeclared(NestReader &NR, const CXXConstructExpr *Made,
                           llvm::StringRef Why) {
  refuseConstructor(NR, Made, Why)
      .note(ref(NR, SourceRange(Made->getConstructor()->getLocation())),
            "declared here");
}

/// Why no copy of the constructor can be called; empty if one can.
static std::string whyNot(NestReader &NR, const CXXConstructExpr *Made,
                          const CallForm &Form) {
  const FunctionDecl *Def = Made->getConstructor()->getDefinition();
  if (!Def || !Def->hasBody() || NR.SM.isInSystemHeader(Def->getLocation()))
    return "its definition is not visible";
  if (std::string Why =
          whyNotCopied(NR, Def, {Made->getArgs(), Made->getNumArgs()});
      !Why.empty())
    return Why;
  if (Form.InOrder && Made->getNumArgs() > 1)
    for (const clang::Expr *A : Made->arguments())
      if (mayChangeVariables(A))
        return "an argument has effects; give it the value of a variable";
  if (++NR.home()->Callees.CopiesRead > MaxCopies)
    return "there are too many calls in calls";
  return {};
}

/// Has the kernel call Name, with Arguments behind those of the source and the
/// defaults.
static void writeCall(NestReader &NR, const CXXConstructExpr *Made,
                      const CallForm &Form, const std::string &Name,
                      const std::vector<std::string> &Arguments) {
  if (!NR.Callees.Replaced.insert(Made).second)
    return; // of an expression that is read twice
  std::vector<std::string> Others;
  unsigned Given = 0;
  for (const clang::Expr *A : Made->arguments())
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      Others.push_back(*defaultText(NR, Default));
    else
      ++Given;
  llvm::append_range(Others, Arguments);
  const std::string Behind =
      (Given && !Others.empty() ? ", " : "") + llvm::join(Others, ", ") + ")";
  const std::string Begin = Form.Before + Name + "(";
  std::vector<Replacement> &All = NR.Texts.Replacements;
  if (Form.Close.isValid()) {
    addReplacement(NR, Form.Open, Begin);
    return addReplacement(NR, SourceRange(Form.Close), Behind);
  }
  const auto At =
      offsets(NR, Form.Operand ? Form.Operand->getSourceRange() : Form.Open);
  if (!At) {
    NR.error(DiagID::HD159, ref(NR, Made), text(NR, Made), Name);
    return;
  }
  if (Form.Operand)
    All.push_back({At->first, At->first, Begin});
  All.push_back({At->second, At->second, (Form.Operand ? "" : Begin) + Behind});
}

static void construct(NestReader &NR, const CXXConstructExpr *Made,
                      const CallForm &Form) {
  const std::string Why = whyNot(NR, Made, Form);
  if (!Why.empty())
    return refuseDeclared(NR, Made, Why);
  const FunctionDecl *Def = Made->getConstructor()->getDefinition();
  WrittenOut Frame;
  Frame.Callee = Def;
  Frame.Outer = NR.Callees.Called;
  AnnotatedLoop Whole;
  Whole.Function = Def;
  Whole.Nest = Def->getBody();
  Report Found;
  NestReader Callee(NR.Ctx, NR.PP, Whole, Found);
  Callee.Callees.Caller = &NR;
  Callee.Callees.Called = &Frame;
  Callee.Callees.Self.emplace().Private = true;
  if (!bindParameters(NR, {Made->getArgs(), Made->getNumArgs()}, Def, Callee))
    return;
  Callee.Scope.enter(NR.Scope);
  DeviceClone Copy;
  const size_t Before = NR.model().Accesses.size();
  std::string Wrong = readCallee(Callee, Copy);
  const std::string Name = Made->getConstructor()->getQualifiedNameAsString();
  if (Callee.Failed) {
    const Diagnostic &Cause = Found.Diagnostics.front();
    Diagnostic &D = refuseConstructor(NR, Made, Cause.Text);
    D.note(Cause.Where, "in '" + Name + "', here");
    return;
  }
  if (Wrong.empty() && writesBehind(NR.model(), Before))
    Wrong = "it writes elements of arrays";
  std::optional<std::string> Explicit = explicitArguments(NR, Def);
  if (Wrong.empty() && !Explicit)
    Wrong = "a template argument cannot be named where the loop stands";
  std::vector<std::string> Arguments;
  if (Wrong.empty())
    Wrong = readOutside(NR, Callee, Frame, Arguments);
  if (!Wrong.empty())
    return refuseDeclared(NR, Made, Wrong);
  NestReader *Home = NR.home();
  Home->Nest->Calls.push_back({ref(NR, Whole.Nest), ref(NR, Made), Name});
  Copy.Original = Name;
  writeCopy(Callee, Copy);
  const std::string Short =
      Made->getConstructor()->getParent()->getNameAsString();
  writeCall(NR, Made, Form,
            addFunction(*Home, std::move(Copy), Short) + *Explicit, Arguments);
}

/// The cast that is written around E, as in `T(a)`; null: there is none.
static const ExplicitCastExpr *castAround(const clang::Expr *E) {
  while (true) {
    E = skipTemporaries(E);
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return C;
    const auto *C = dyn_cast<ImplicitCastExpr>(E);
    if (!C)
      return nullptr;
    E = C->getSubExpr();
  }
}

void constructRecord(NestReader &NR, const clang::Expr *Whole,
                     const CXXConstructExpr *Made) {
  CallForm Form{};
  const SourceRange Braces = Made->getParenOrBraceRange();
  Form.InOrder = Made->isListInitialization();
  Form.Close = Braces.getEnd();
  if (const auto *Cast = castAround(Whole)) {
    const auto *F = dyn_cast<CXXFunctionalCastExpr>(Cast);
    if (!F || (Braces.isInvalid() && F->getLParenLoc().isInvalid()))
      return refuseConstructor(NR, Made,
                               "it is called by a cast; write it as "
                               "'T(...)'"),
             void();
    Form.Open =
        SourceRange(F->getBeginLoc(),
                    Braces.isValid() ? Braces.getBegin() : F->getLParenLoc());
    if (Braces.isInvalid())
      Form.Close = F->getRParenLoc();
  } else if (isa<CXXTemporaryObjectExpr>(Made)) {
    Form.Open = SourceRange(Made->getBeginLoc(), Braces.getBegin());
  } else if (Braces.isValid()) {
    Form.Open = SourceRange(Braces.getBegin());
  } else if (Made->getNumArgs() >= 1 &&
             !isa<CXXDefaultArgExpr>(Made->getArg(0))) {
    Form.Operand = Made->getArg(0);
  } else {
    return refuseConstructor(NR, Made, "nothing in the text stands for it"),
           void();
  }
  construct(NR, Made, Form);
}

bool constructVariable(NestReader &NR, const VarDecl *V,
                       const clang::Expr *Init) {
  const auto *Made = dyn_cast<CXXConstructExpr>(skipMarkers(Init));
  if (!Made || Made->getConstructor()->isTrivial() || setsConstants(NR, Made) ||
      isa<CXXTemporaryObjectExpr>(Made) ||
      Made->getLocation() != V->getLocation() || V->getType()->isArrayType())
    return false;
  CallForm Form{};
  const SourceRange Braces = Made->getParenOrBraceRange();
  Form.Open = SourceRange(V->getLocation());
  Form.Before = " = ";
  Form.InOrder = Made->isListInitialization();
  if (Braces.isValid()) {
    Form.Open = SourceRange(Braces.getBegin());
    Form.Close = Braces.getEnd();
  }
  construct(NR, Made, Form);
  return true;
}

//===--- What the compiler writes -----------------------------------------===//

/// A number that stands in the text, with operators around it at most.
static bool isConstant(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          ImplicitValueInitExpr>(E))
    return true;
  if (!isa<UnaryOperator, BinaryOperator, InitListExpr>(E))
    return false;
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  return !(B && B->isAssignmentOp()) && !(U && U->isIncrementDecrementOp()) &&
         llvm::all_of(E->children(), [](const Stmt *Child) {
           return Child && isConstant(cast<clang::Expr>(Child));
         });
}

bool setsConstants(const NestReader &NR, const clang::Expr *E) {
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return isConstant(D->getExpr());
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  const CXXConstructorDecl *C = Made ? Made->getConstructor() : nullptr;
  if (!C || !C->isDefaultConstructor() || C->isUserProvided())
    return false;
  return llvm::all_of(C->inits(), [&](const CXXCtorInitializer *I) {
    return I->isMemberInitializer() && (setsConstants(NR, I->getInit()) ||
                                        (isa<CXXConstructExpr>(I->getInit()) &&
                                         cast<CXXConstructExpr>(I->getInit())
                                             ->getConstructor()
                                             ->isTrivial()));
  });
}

//===--- Initialisers of members ------------------------------------------===//

/// The initialisers that the text has, in its order.
static std::vector<const CXXCtorInitializer *>
written(const CXXConstructorDecl *Def) {
  std::vector<const CXXCtorInitializer *> All;
  for (const CXXCtorInitializer *I : Def->inits())
    if (I->isWritten())
      All.push_back(I);
  return All;
}

SourceLocation beginOfMembers(const CXXConstructorDecl *Def) {
  const std::vector<const CXXCtorInitializer *> All = written(Def);
  const auto First = llvm::min_element(All, [](const auto *A, const auto *B) {
    return A->getSourceOrder() < B->getSourceOrder();
  });
  return First != All.end() ? (*First)->getSourceLocation()
                            : cast<CompoundStmt>(Def->getBody())->getLBracLoc();
}

std::vector<const Stmt *> partsOf(const FunctionDecl *Def) {
  std::vector<const Stmt *> Parts;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : written(C))
      Parts.push_back(I->getInit());
  Parts.push_back(Def->getBody());
  return Parts;
}

/// Why the member that I initialises cannot be set by an assignment.
static std::string whyNotSet(const CXXCtorInitializer *I) {
  if (!I->isMemberInitializer())
    return "it calls another constructor of the class, or one of a base";
  const FieldDecl *F = I->getMember();
  const std::string Member = "its member '" + F->getNameAsString() + "' ";
  if (F->getAccess() != AS_public && F->getAccess() != AS_none)
    return Member + "is not public";
  if (F->getType().isConstQualified())
    return Member + "is const";
  if (I->isWritten() && F->getType()->isArrayType())
    return Member + "is an array; set its elements in the body";
  return {};
}

/// Sets a member that the text does not name, which is added to Text.
static std::string setUnnamed(const NestReader &NR, const CXXCtorInitializer *I,
                              std::string &Text) {
  const FieldDecl *F = I->getMember();
  const auto *Made = dyn_cast<CXXConstructExpr>(I->getInit());
  if (Made && Made->getConstructor()->isTrivial())
    return {};
  const auto *Default = dyn_cast<CXXDefaultInitExpr>(I->getInit());
  std::optional<std::string> Number =
      Default && isConstant(Default->getExpr())
          ? numberText(NR, Default->getExpr()->IgnoreImplicit())
          : std::nullopt;
  if (!Number && Default)
    if (const auto *L = dyn_cast<InitListExpr>(Default->getExpr());
        L && L->getNumInits() == 1)
      Number = numberText(NR, L->getInit(0));
  if (!Number)
    return "its member '" + F->getNameAsString() +
           "' has a default that is no number; initialise it in the "
           "constructor";
  Text +=
      NR.Callees.SelfName + "." + F->getNameAsString() + " = " + *Number + "; ";
  return {};
}

/// Members are set by an assignment, which might choose another operator.
static bool hasOwnAssignment(const CXXRecordDecl *Class) {
  return llvm::any_of(
      Class->lookup(
          Class->getASTContext().DeclarationNames.getCXXOperatorName(OO_Equal)),
      [](const NamedDecl *D) { return !D->isImplicit(); });
}

/// Sets the member that I names. Text: what precedes it. At: where in the text
/// the next one begins, then behind I.
static std::string setNamed(NestReader &NR, const CXXCtorInitializer *I,
                            std::string &Text, unsigned &At) {
  const FieldDecl *F = I->getMember();
  const auto Begin = offset(NR, I->getMemberLocation()),
             Open = offset(NR, I->getLParenLoc()),
             Close = offset(NR, I->getRParenLoc());
  if (!Begin || !Open || !Close)
    return "its initialisers come out of a macro";
  if (*Begin < At)
    return "its initialisers stand in another order than the members";
  Text += NR.Callees.SelfName + "." + F->getNameAsString() + " = ";
  const clang::Expr *Init = skipMarkers(I->getInit());
  const auto *List = dyn_cast<InitListExpr>(Init);
  const auto *Made = dyn_cast<CXXConstructExpr>(Init);
  const bool IsRecord = F->getType()->isRecordType();
  if (const CXXRecordDecl *Member = F->getType()->getAsCXXRecordDecl();
      Member && hasOwnAssignment(Member))
    return "the class of its member '" + F->getNameAsString() +
           "' has an assignment of its own";
  const bool IsNothing =
      isa<ImplicitValueInitExpr>(Init) || (List && List->getNumInits() == 0);
  std::vector<Replacement> &All = NR.Texts.Replacements;
  if (Made && !Made->getConstructor()->isTrivial()) {
    CallForm Form{};
    Form.Open = SourceRange(I->getMemberLocation(), I->getLParenLoc());
    Form.Before = Text;
    Form.Close = I->getRParenLoc();
    Form.InOrder = Made->isListInitialization();
    All.push_back({At, *Begin, ""});
    construct(NR, Made, Form);
    Text = "; ";
    At = *Close + 1;
    return {};
  }
  std::string After = ");";
  if (IsNothing || (IsRecord && List)) {
    std::optional<std::string> Type =
        spell(NR, F->getType(), writtenType(NR, F));
    if (!Type)
      return "the type of its member '" + F->getNameAsString() +
             "' cannot be named at the kernel";
    Text += *Type + "{";
    After = "};";
  } else {
    Text += "(";
  }
  walkInitializer(NR, Init);
  All.push_back({At, *Open + 1, Text});
  Text = After + " ";
  At = *Close;
  return {};
}

std::string setMembers(NestReader &NR, const CXXConstructorDecl *Def) {
  if (hasReturn(Def->getBody()))
    return "it returns before its end";
  const std::string &Self = NR.Callees.SelfName, &Type = NR.Callees.SelfType;
  std::string Text = "{ ::heddle::rt::unmade<" + Type + "> " + Self +
                     "_object; " + Type + " &" + Self + " = " + Self +
                     "_object.made; ";
  unsigned At = 0;
  for (const CXXCtorInitializer *I : Def->inits()) {
    nextStatement(NR);
    std::string Why = whyNotSet(I);
    if (Why.empty())
      Why =
          I->isWritten() ? setNamed(NR, I, Text, At) : setUnnamed(NR, I, Text);
    if (!Why.empty() || NR.Failed)
      return Why;
  }
  const auto *Body = cast<CompoundStmt>(Def->getBody());
  const auto Open = offset(NR, Body->getLBracLoc());
  if (!Open)
    return "its body comes out of a macro";
  NR.Texts.Replacements.push_back({At, *Open + 1, Text + "{"});
  addReplacement(NR, SourceRange(Body->getRBracLoc()),
                 "} return " + Self + "; }");
  return {};
}

} // namespace heddle
