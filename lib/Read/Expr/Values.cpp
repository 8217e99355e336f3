//===- Values.cpp - The expressions of a nest as values -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Expr/Values.h"
#include "Read/Loops/Algorithms.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

static NameMeaning meaningOf(const NestReader &NR, const ValueDecl *D) {
  if (const auto *V = dyn_cast<VarDecl>(D); V && NR.Scope.Counters.contains(V))
    return NameMeaning::Counter;
  if (NR.Names.NestDecls.contains(D))
    return NameMeaning::Local;
  return isa<VarDecl, BindingDecl>(D) ? NameMeaning::Outside
                                      : NameMeaning::Unknown;
}

static Value operation(ValueKind Kind, llvm::StringRef Name = {}) {
  Value V;
  V.Kind = Kind;
  V.Name = Name.str();
  return V;
}

static Value name(const NestReader &NR, const ValueDecl *D) {
  Value V = operation(ValueKind::Name, D->getName());
  V.Means = meaningOf(NR, D);
  return V;
}

/// An operator of a class, where it is spelled between or before operands.
static std::optional<Value> overloaded(const CXXOperatorCallExpr *E) {
  if (E->getOperator() == OO_Subscript)
    return operation(ValueKind::Subscript);
  if (E->isAssignmentOp())
    return operation(ValueKind::Assign, getOperatorSpelling(E->getOperator()));
  if (E->isInfixBinaryOp())
    return operation(ValueKind::Binary, getOperatorSpelling(E->getOperator()));
  return std::nullopt;
}

static std::optional<Value> binary(const BinaryOperator *E) {
  if (E->isCommaOp() || E->isPtrMemOp())
    return std::nullopt;
  return operation(E->isAssignmentOp() ? ValueKind::Assign : ValueKind::Binary,
                   E->getOpcodeStr());
}

static std::optional<Value> unary(const UnaryOperator *E) {
  if (E->isPostfix() || E->isIncrementDecrementOp())
    return std::nullopt;
  return operation(ValueKind::Unary,
                   UnaryOperator::getOpcodeStr(E->getOpcode()));
}

static std::optional<Value> call(const CallExpr *E) {
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    return overloaded(O);
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || isa<UserDefinedLiteral>(E))
    return std::nullopt;
  return operation(ValueKind::Call, F->getName());
}

/// The kind and the name of S; nothing where it has no kind of its own.
static std::optional<Value> valueOf(const NestReader &NR, const Stmt *S) {
  if (const auto *E = dyn_cast<BinaryOperator>(S))
    return binary(E);
  if (const auto *E = dyn_cast<UnaryOperator>(S))
    return unary(E);
  if (const auto *E = dyn_cast<CallExpr>(S))
    return call(E);
  if (const auto *E = dyn_cast<ExplicitCastExpr>(S)) {
    Value V = operation(ValueKind::Cast);
    V.Type = E->getTypeAsWritten().getAsString(NR.Ctx.getPrintingPolicy());
    return V;
  }
  if (const auto *E = dyn_cast<DeclRefExpr>(S);
      E && E->getDecl()->getIdentifier())
    return name(NR, E->getDecl());
  if (const auto *D = dyn_cast<DeclStmt>(S); D && D->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl()))
      return operation(ValueKind::Declare, V->getName());
  if (isa<ArraySubscriptExpr>(S))
    return operation(ValueKind::Subscript);
  if (isa<AbstractConditionalOperator>(S))
    return operation(ValueKind::Select);
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(S))
    return operation(ValueKind::Constant, text(NR, S));
  if (isa<IfStmt>(S))
    return operation(ValueKind::If);
  if (isa<CompoundStmt>(S))
    return operation(ValueKind::Block);
  return std::nullopt;
}

bool isNumber(QualType T) {
  const auto *B = T->getAs<BuiltinType>();
  return B && ((B->isInteger() && B->getKind() != BuiltinType::Int128 &&
                B->getKind() != BuiltinType::UInt128) ||
               B->getKind() == BuiltinType::Float ||
               B->getKind() == BuiltinType::Double);
}

/// The type of a variable that each iteration has for itself and that holds one
/// number; empty for another one.
static std::string numberType(NestReader &NR, const VarDecl *V) {
  const QualType T = V->getType();
  if (!V->hasLocalStorage() || T.isVolatileQualified() || !isNumber(T) ||
      V->isUsableInConstantExpressions(NR.Ctx))
    return "";
  const std::optional<std::string> Type = spell(
      NR, T.getUnqualifiedType(), writtenType(NR, V).getUnqualifiedType());
  return Type ? (T.isConstQualified() ? "const " : "") + *Type : "";
}

/// Notes that E names a variable of the function around the nest.
static void noteLocal(NestReader &NR, const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->getIdentifier() || !V->isLocalVarDeclOrParm() ||
      NR.Names.NestDecls.contains(V) || NR.Scope.Counters.contains(V))
    return;
  auto At = offsets(NR, SourceRange(E->getLocation()));
  NR.Nest->Locals.push_back(
      {D->getName().str(), At ? static_cast<int64_t>(At->first) : -1});
}

void collectValues(NestReader &NR, const Stmt *S) {
  auto Add = [&](Value V, SourceRange Range) {
    if (auto At = offsets(NR, Range)) {
      std::tie(V.Where.Begin, V.Where.End) = *At;
      NR.Spans.Values.push_back(std::move(V));
    }
  };
  // A name may stand behind a qualifier, which is no part of it.
  const auto *Named = dyn_cast<DeclRefExpr>(S);
  if (Named)
    noteLocal(NR, Named);
  if (std::optional<Value> V = valueOf(NR, S))
    Add(std::move(*V),
        Named ? SourceRange(Named->getLocation()) : S->getSourceRange());
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->getIdentifier()) {
        Value Name = name(NR, V);
        if (Name.Means == NameMeaning::Local) {
          Name.Means = NameMeaning::Declared;
          Name.Type = numberType(NR, V);
          Name.Index = V->hasInit() ? 0 : 1;
        }
        Add(std::move(Name), SourceRange(V->getLocation()));
      } else if (const auto *T = dyn_cast<TypeDecl>(D);
                 T && T->getIdentifier()) {
        Value Name = operation(ValueKind::Name, T->getName());
        Name.Means = NameMeaning::Declared;
        Name.Type = "typename";
        Add(std::move(Name), SourceRange(T->getLocation()));
      }
  // The statements that a loop over a range stands for have no text.
  if (const auto *R = dyn_cast<CXXForRangeStmt>(S))
    return collectValues(NR, R->getBody());
  for (const Stmt *Part : partsOf(S))
    collectValues(NR, Part);
}

} // namespace heddle
