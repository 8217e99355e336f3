//===- IndexFunctions.cpp - Calls that are written out -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[place(i, j)]`: a function, method or lambda that is one `return` of an
// integer expression is read as that expression, with the arguments in the
// place of the parameters. The kernel has the expression itself: the callee
// need not be callable there.
//===----------------------------------------------------------------------===//
#include "Read/Callees/IndexFunctions.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/Closures.h"
#include "Read/Callees/Objects.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

static const char *const HasEffects = "it has effects";

const clang::Expr *returned(const FunctionDecl *Def) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Def->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(*Body->body_begin());
  return Return ? Return->getRetValue() : nullptr;
}

/// The integer expression for `a, b` is b alone.
static bool hasComma(const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  return (B && B->getOpcode() == BO_Comma) ||
         llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && hasComma(C); });
}

bool hasDirectives(const NestReader &NR, const FunctionDecl *Def) {
  SourceRange R = Def->getBody()->getSourceRange();
  llvm::StringRef Text = Lexer::getSourceText(CharSourceRange::getTokenRange(R),
                                              NR.SM, NR.Ctx.getLangOpts());
  return Text.empty() || Text.contains('#');
}

/// Fills Frame but for the parameters; why that cannot be, else empty.
std::string describeCallee(const NestReader &NR, const CallExpr *E,
                           WrittenOut &Frame) {
  const FunctionDecl *F = E->getDirectCallee();
  std::string Called = F && F->getIdentifier()
                           ? "'" + F->getNameAsString() + "' is called"
                           : std::string("a function is called");
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  if (!Def || !Def->hasBody() || Def->isVariadic() ||
      NR.SM.isInSystemHeader(Def->getLocation()))
    return Called;
  if (!returned(Def) || hasComma(returned(Def)))
    return "its body is more than one 'return' of an expression";
  if (hasDirectives(NR, Def))
    return "its body depends on the preprocessor";
  if (const TemplateArgumentList *Args = Def->getTemplateSpecializationArgs())
    for (const TemplateArgument &A : Args->asArray())
      if (A.getKind() != TemplateArgument::Type)
        return "its text depends on template arguments";
  const WrittenOut *Around =
      NR.Callees.Calling ? NR.Callees.Calling : NR.Callees.Called;
  for (const WrittenOut *W = Around; W; W = W->Outer)
    if (W->Callee == Def)
      return "it calls itself";
  Frame.Callee = Def;
  Frame.Outer = Around;
  return describeObject(NR, E, Frame);
}

/// Fills in what `this` is, and what has been captured, in Frame.Callee; why
/// that cannot be, else empty.
std::string describeObject(const NestReader &NR, const CallExpr *E,
                           WrittenOut &Frame) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Frame.Callee);
  if (!Method || Method->isStatic())
    return {};
  if (Method->isVirtual())
    return "it is virtual";
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    Frame.Object = rangeOf(M->getImplicitObjectArgument());
    return {};
  }
  if (!isa<CXXOperatorCallExpr>(E))
    return "it is called in an unusual way";
  const clang::Expr *Object = E->getArg(0);
  if (!Method->getParent()->isLambda()) {
    Frame.Object = Object;
    return {};
  }
  Frame.Closure = Method->getParent();
  if (Frame.Closure->captures_begin() == Frame.Closure->captures_end())
    return {};
  // The variable that was made by the lambda itself: others hold copies, made
  // who knows when.
  const auto *D = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  V = V ? closureVariable(NR, V) : V;
  const auto *L =
      V && V->hasLocalStorage() && V->hasInit()
          ? dyn_cast<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource())
          : nullptr;
  if (!L || L->getLambdaClass() != Frame.Closure ||
      V->getDeclContext() != NR.home()->In.Function ||
      isDeclaredInNest(*NR.home(), V))
    return "what it has captured is not known";
  for (const LambdaCapture &C : Frame.Closure->captures())
    if (C.getCaptureKind() == LCK_StarThis)
      return "it has a copy of '*this'";
  return {};
}

/// Value, where V has what is not understood of it, maybe converted.
static ExprRef withLocal(const NestReader &NR, const ExprRef &Value,
                         const ValueDecl *V) {
  if (Value->Kind != ExprKind::Opaque && Value->Kind != ExprKind::Cast)
    return Value;
  auto Named = std::make_shared<Expr>(*Value);
  if (Value->Kind == ExprKind::Cast)
    Named->Operands[0] = withLocal(NR, Value->Operands[0], V);
  else if (const auto T = intType(NR, V->getType()); T && *T == Value->Type)
    Named->Local = V->getName();
  return Named;
}

/// Value, of A, by the name of the variable that A is, where the kernel has it.
static ExprRef named(const NestReader &NR, const clang::Expr *A,
                     const ExprRef &Value) {
  const auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
  return D && D->getDecl()->getIdentifier() &&
                 isDeclaredInNest(NR, D->getDecl())
             ? withLocal(NR, Value, D->getDecl())
             : Value;
}

/// Fills in the parameters of Frame.Callee that are integers or objects; what
/// has effects and stands in the way, else null.
ExprRef bindArguments(NestReader &NR, const CallExpr *E, WrittenOut &Frame) {
  // A part of the call that is not in the result would be lost. Integers are
  // read as a whole.
  if (E->getCallee()->HasSideEffects(NR.Ctx))
    return opaque(NR, E->getCallee(), HasEffects);
  for (const clang::Expr *A : E->arguments())
    if (intType(NR, A->getType()) ? hasComma(A) : A->HasSideEffects(NR.Ctx))
      return opaque(NR, A, HasEffects);
  bool HasObject =
      isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Frame.Callee);
  findObjects(NR,
              llvm::ArrayRef<const clang::Expr *>(E->getArgs(), E->getNumArgs())
                  .drop_front(HasObject && E->getNumArgs()),
              Frame);
  for (const ParmVarDecl *P : Frame.Callee->parameters()) {
    unsigned I = P->getFunctionScopeIndex() + (HasObject ? 1 : 0);
    QualType T = P->getType().getNonReferenceType();
    if (I >= E->getNumArgs() || !intType(NR, T) || T.isVolatileQualified())
      continue; // of no use in an integer expression
    const clang::Expr *A = E->getArg(I);
    ExprRef Value = A->isGLValue() ? variableExpr(NR, A) : expr(NR, A);
    if (findOpaque(*Value) && A->HasSideEffects(NR.Ctx))
      return Value;
    Frame.Parameters[P] = named(NR, A, Value);
  }
  return nullptr;
}

ExprRef writtenOut(NestReader &NR, const CallExpr *E) {
  WrittenOut Frame;
  if (!E->isPRValue())
    return opaque(NR, E,
                  isAccessor(NR, E) ? DependsOnArray
                                    : "its result is a reference");
  if (std::string Why = describeCallee(NR, E, Frame); !Why.empty())
    return opaque(NR, E, Why);
  if (ExprRef Effect = bindArguments(NR, E, Frame))
    return Effect;
  ExprRef Value;
  {
    llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling, &Frame);
    Value = expr(NR, returned(Frame.Callee));
  }
  if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
    return opaque(NR, E, "the expression is too large");
  return Value;
}

/// A private member has a name in its class alone.
bool isAccessible(const NestReader &NR, const FieldDecl *F) {
  if (F->getAccess() == AS_public || F->getAccess() == AS_none)
    return true;
  const auto *M = dyn_cast<CXXMethodDecl>(NR.In.Function);
  return M && M->getParent()->getCanonicalDecl() ==
                  cast<Decl>(F->getParent())->getCanonicalDecl();
}

/// The lambda's copy of V has V's value as long as the lambda lives: no
/// statement behind it changes V. One that stands before it runs again only
/// where the lambda's variable is made again.
static bool isLeftAloneBehind(const NestReader &NR, const VarDecl *V,
                              const CXXRecordDecl &Lambda) {
  const VariableFacts &Facts = NR.home()->Facts;
  return !Facts.escapeToChange(V) &&
         llvm::all_of(Facts.writes(V), [&](const clang::Expr *E) {
           return NR.SM.isBeforeInTranslationUnit(E->getEndLoc(),
                                                  Lambda.getLocation());
         });
}

/// V is named in the body of a callee: how the launch names it. False where it
/// cannot, or where V may have another value by then.
bool nameOutside(const NestReader &NR, const VarDecl *V, Path &P) {
  if (!V->getIdentifier() || V->getTLSKind() != VarDecl::TLS_None ||
      isa<VarTemplateSpecializationDecl>(V))
    return false;
  P.Name = V->getName().str();
  const DeclContext *DC = V->getDeclContext()->getRedeclContext();
  if (DC->isFileContext()) {
    P.Host = P.Name;
    for (; !DC->isTranslationUnit(); DC = DC->getParent()) {
      const auto *Space = dyn_cast<NamespaceDecl>(DC);
      if (Space && !Space->isAnonymousNamespace() && !Space->isInline())
        P.Host = Space->getName().str() + "::" + P.Host;
    }
    P.Host = "::" + P.Host;
    return true;
  }
  const VariableFacts &Facts = NR.home()->Facts;
  if (!NR.Callees.Calling->Closure ||
      V->getDeclContext() != NR.home()->In.Function || V->isInitCapture() ||
      !Facts.isUniquelyNamed(V))
    return false;
  P.Host = P.Name;
  for (const LambdaCapture &C : NR.Callees.Calling->Closure->captures())
    if (C.capturesVariable() && C.getCapturedVar() == V)
      return C.getCaptureKind() == LCK_ByRef ||
             (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
              isLeftAloneBehind(NR, V, *NR.Callees.Calling->Closure));
  return false;
}

/// The constant E stands in the body of a callee: can the rewritten text say
/// what it has taken it for?
bool nameConstant(NestReader &NR, const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isLiteral(E, NR.SM))
    return true;
  if (isa<IntegerLiteral>(E)) { // a macro's
    noteFolded(NR, E);
    return true;
  }
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  Path P;
  clang::Expr::EvalResult Result;
  if (!V || !V->getDeclContext()->getRedeclContext()->isFileContext() ||
      !nameOutside(NR, V, P) || !E->EvaluateAsInt(Result, NR.Ctx))
    return false;
  if (llvm::none_of(NR.Nest->Folded, [&](const LoopNest::FoldedConstant &F) {
        return F.Text == P.Host;
      }))
    NR.Nest->Folded.push_back({P.Host, Result.Val.getInt().getExtValue()});
  return true;
}

/// The names of all counters in E mean them wherever E is written.
bool isUniqueInNest(const NestReader &NR, const Expr &E) {
  if (E.Kind == ExprKind::Counter && !NR.model().Loops[E.Index].NameIsUnique)
    return false;
  // The text would have the type of the operands.
  if (E.Kind == ExprKind::Add && !(E.Operands.front()->Type == E.Type))
    return false;
  return llvm::all_of(E.Operands, [&](const ExprRef &Operand) {
    return isUniqueInNest(NR, *Operand);
  });
}

/// Writes the call out in the kernel. Reports nothing and returns false where
/// its result is no integer or its definition is not visible, and where what it
/// gives is no subscript and may come from a copy of the function as well.
bool callWrittenOut(NestReader &NR, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  if (NR.isInCopy() || !intType(NR, E->getType()) || !E->isPRValue() || !Def ||
      NR.SM.isInSystemHeader(Def->getLocation()))
    return false;
  ExprRef Value = writtenOut(NR, E);
  if ((!NR.Scope.InSubscript || isAccessor(NR, E)) &&
      (findOpaque(*Value) || !isUniqueInNest(NR, *Value)))
    return false;
  std::string Name = text(NR, E->getCallee());
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    Name = text(NR, O->getArg(0));
  auto Refuse = [&](SourceRef Where, llvm::StringRef What,
                    llvm::StringRef Why) {
    see(NR, E);
    Diagnostic &D = NR.error(DiagID::HD234, Where, What, Name, Why);
    D.note(ref(NR, SourceRange(Def->getLocation())), "declared here");
    return true;
  };
  if (const Expr *Found = findOpaque(*Value))
    return Refuse(Found->Where, Found->Text, Found->Why);
  if (!isUniqueInNest(NR, *Value))
    return Refuse(ref(NR, E), text(NR, E),
                  "another variable has the name of a counter in it");
  see(NR, E);
  std::string Type =
      E->getType().getCanonicalType().getUnqualifiedType().getAsString(
          NR.Ctx.getPrintingPolicy());
  std::string Text = cxxText(*Value, *NR.Nest);
  addReplacement(NR, E->getSourceRange(),
                 Type == "int" && Value->Type == IntType{}
                     ? Text
                     : "static_cast<" + Type + ">(" + Text + ")");
  return true;
}

} // namespace heddle
