//===- IndexFunctions.cpp - Calls that are written out -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[place(i, j)]`: a function, method or lambda that is one `return` of an
// integer expression is read as that expression, with the arguments in the
// place of the parameters. The kernel has the expression itself: the callee
// need not be callable there.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
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

/// Of `a, b` an integer expression is b alone.
static bool hasComma(const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  return (B && B->getOpcode() == BO_Comma) ||
         llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && hasComma(C); });
}

/// Other flags may choose other lines: the text that is written out would not
/// follow.
bool hasDirectives(const FunctionDecl *Def, const SourceManager &SM,
                   const LangOptions &Lang) {
  SourceRange R = Def->getBody()->getSourceRange();
  llvm::StringRef Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(R), SM, Lang);
  return Text.empty() || Text.contains('#');
}

/// Fills Frame but for the parameters; why that cannot be, else empty.
std::string NestBuilder::describeCallee(const CallExpr *E,
                                        WrittenOut &Frame) const {
  const FunctionDecl *F = E->getDirectCallee();
  std::string Called = F && F->getIdentifier()
                           ? "'" + F->getNameAsString() + "' is called"
                           : std::string("a function is called");
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  if (!Def || !Def->hasBody() || Def->isVariadic() ||
      SM.isInSystemHeader(Def->getLocation()))
    return Called;
  if (!returned(Def) || hasComma(returned(Def)))
    return "its body is more than one 'return' of an expression";
  if (hasDirectives(Def, SM, Ctx.getLangOpts()))
    return "its body depends on the preprocessor";
  if (const TemplateArgumentList *Args = Def->getTemplateSpecializationArgs())
    for (const TemplateArgument &A : Args->asArray())
      if (A.getKind() != TemplateArgument::Type)
        return "its text depends on template arguments";
  const WrittenOut *Around = Calling ? Calling : this->Called;
  for (const WrittenOut *W = Around; W; W = W->Outer)
    if (W->Callee == Def)
      return "it calls itself";
  Frame.Callee = Def;
  Frame.Outer = Around;
  return describeObject(E, Frame);
}

/// Fills in what `this` is, and what has been captured, in Frame.Callee; why
/// that cannot be, else empty.
std::string NestBuilder::describeObject(const CallExpr *E,
                                        WrittenOut &Frame) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(Frame.Callee);
  if (!Method || Method->isStatic())
    return {};
  if (Method->isVirtual())
    return "it is virtual";
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    Frame.Object = M->getImplicitObjectArgument();
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
  const auto *L =
      V && V->hasLocalStorage() && V->hasInit()
          ? dyn_cast<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource())
          : nullptr;
  if (!L || L->getLambdaClass() != Frame.Closure ||
      V->getDeclContext() != home()->In.Function ||
      home()->isDeclaredInNest(V))
    return "what it has captured is not known";
  for (const LambdaCapture &C : Frame.Closure->captures())
    if (C.getCaptureKind() == LCK_StarThis)
      return "it has a copy of '*this'";
  return {};
}

/// Fills in the parameters of Frame.Callee, which are integers; what has
/// effects and stands in the way, else null.
ExprRef NestBuilder::bindArguments(const CallExpr *E, WrittenOut &Frame) {
  // What is not in the result would be lost. Integers are read as a whole.
  if (E->getCallee()->HasSideEffects(Ctx))
    return opaque(E->getCallee(), HasEffects);
  for (const clang::Expr *A : E->arguments())
    if (intType(A->getType()) ? hasComma(A) : A->HasSideEffects(Ctx))
      return opaque(A, HasEffects);
  bool HasObject =
      isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Frame.Callee);
  for (const ParmVarDecl *P : Frame.Callee->parameters()) {
    unsigned I = P->getFunctionScopeIndex() + (HasObject ? 1 : 0);
    QualType T = P->getType().getNonReferenceType();
    if (I >= E->getNumArgs() || !intType(T) || T.isVolatileQualified())
      continue; // of no use in an integer expression
    const clang::Expr *A = E->getArg(I);
    ExprRef Value = A->isGLValue() ? variableExpr(A) : expr(A);
    if (findOpaque(*Value) && A->HasSideEffects(Ctx))
      return Value;
    Frame.Parameters[P] = Value;
  }
  return nullptr;
}

ExprRef NestBuilder::writtenOut(const CallExpr *E) {
  WrittenOut Frame;
  if (!E->isPRValue())
    return opaque(E, "its result is a reference");
  if (std::string Why = describeCallee(E, Frame); !Why.empty())
    return opaque(E, Why);
  if (ExprRef Effect = bindArguments(E, Frame))
    return Effect;
  ExprRef Value;
  {
    llvm::SaveAndRestore<const WrittenOut *> Keep(Calling, &Frame);
    Value = expr(returned(Frame.Callee));
  }
  if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
    return opaque(E, "the expression is too large");
  return Value;
}

/// A private member has a name in its class alone.
bool NestBuilder::isAccessible(const FieldDecl *F) const {
  if (F->getAccess() == AS_public || F->getAccess() == AS_none)
    return true;
  const auto *M = dyn_cast<CXXMethodDecl>(In.Function);
  return M && M->getParent()->getCanonicalDecl() ==
                  cast<Decl>(F->getParent())->getCanonicalDecl();
}

/// V is named in the body of a callee: how the launch names it. False where it
/// cannot, or where V may have another value by then.
bool NestBuilder::nameOutside(const VarDecl *V, Path &P) const {
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
  const VariableFacts &Facts = home()->Facts;
  if (!Calling->Closure || V->getDeclContext() != home()->In.Function ||
      V->isInitCapture() || !Facts.isUniquelyNamed(V))
    return false;
  P.Host = P.Name;
  for (const LambdaCapture &C : Calling->Closure->captures())
    if (C.capturesVariable() && C.getCapturedVar() == V)
      return C.getCaptureKind() == LCK_ByRef ||
             (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
              Facts.writes(V).empty() && !Facts.escape(V));
  return false;
}

/// The constant E stands in the body of a callee: can the rewritten text say
/// what it has taken it for?
bool NestBuilder::nameConstant(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isLiteral(E, SM))
    return true;
  if (isa<IntegerLiteral>(E)) { // a macro's
    noteFolded(E);
    return true;
  }
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  Path P;
  clang::Expr::EvalResult Result;
  if (!V || !V->getDeclContext()->getRedeclContext()->isFileContext() ||
      !nameOutside(V, P) || !E->EvaluateAsInt(Result, Ctx))
    return false;
  if (llvm::none_of(Nest->Folded, [&](const LoopNest::FoldedConstant &F) {
        return F.Text == P.Host;
      }))
    Nest->Folded.push_back({P.Host, Result.Val.getInt().getExtValue()});
  return true;
}

/// The names of all counters in E mean them wherever E is written.
bool NestBuilder::isUniqueInNest(const Expr &E) const {
  if (E.Kind == ExprKind::Counter && !model().Loops[E.Index].NameIsUnique)
    return false;
  return llvm::all_of(E.Operands, [&](const ExprRef &Operand) {
    return isUniqueInNest(*Operand);
  });
}

/// Writes the call out in the kernel. Reports nothing and returns false where
/// its result is no integer or its definition is not visible, and where what it
/// gives is no subscript and may come from a copy of the function as well.
bool NestBuilder::callWrittenOut(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  if (isInCopy() || !intType(E->getType()) || !E->isPRValue() || !Def ||
      SM.isInSystemHeader(Def->getLocation()))
    return false;
  ExprRef Value = writtenOut(E);
  if (!InSubscript && (findOpaque(*Value) || !isUniqueInNest(*Value)))
    return false;
  std::string Name = text(E->getCallee());
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    Name = text(O->getArg(0));
  auto Refuse = [&](SourceRef Where, llvm::StringRef What,
                    llvm::StringRef Why) {
    see(E);
    Diagnostic &D = error(DiagID::HD234, Where, What, Name, Why);
    D.note(ref(SourceRange(Def->getLocation())), "declared here");
    return true;
  };
  if (const Expr *Found = findOpaque(*Value))
    return Refuse(Found->Where, Found->Text, Found->Why);
  if (!isUniqueInNest(*Value))
    return Refuse(ref(E), text(E),
                  "another variable has the name of a counter in it");
  see(E);
  std::string Type =
      E->getType().getCanonicalType().getUnqualifiedType().getAsString(
          Ctx.getPrintingPolicy());
  std::string Text = cxxText(*Value, *Nest);
  addHole(E->getSourceRange(), Type == "int" && Value->Type == IntType{}
                                   ? Text
                                   : "static_cast<" + Type + ">(" + Text + ")");
  return true;
}

} // namespace heddle
