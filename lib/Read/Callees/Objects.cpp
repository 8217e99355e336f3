//===- Objects.cpp - Objects that functions are given ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `collect(domain, nodes, local)`: a reference to an object of a class is the
// object that the call names, under another name. Its members are named in the
// function as members of that object are where the call stands, so that the
// arrays of both are the same ones.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Objects.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Mdspan.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

/// P is a reference to an object of which a kernel cannot have a copy.
static bool takesObject(const NestReader &NR, const ParmVarDecl *P) {
  if (!P->getType()->isLValueReferenceType() || !P->getIdentifier())
    return false;
  const QualType T = P->getType()->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->isLambda() &&
         !Class->isUnion() && !Class->isInStdNamespace() &&
         !T.isVolatileQualified() && !isComplex(T) && !isMdspan(T) &&
         !takesArray(P) && !takesRecord(NR, P);
}

/// E names a variable that the nest does not declare, or a member of one.
static bool namesObject(const NestReader &NR, const clang::Expr *E) {
  while (true) {
    E = skipMarkers(E)->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(E);
    if (!M || !isa<FieldDecl>(M->getMemberDecl()))
      break;
    E = M->getBase();
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (U && U->getOpcode() == UO_Deref)
    E = U->getSubExpr()->IgnoreParenImpCasts();
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return isa<CXXThisExpr>(E) ? !NR.Callees.Self
                             : D && isa<VarDecl>(D->getDecl()) &&
                                   !isDeclaredInNest(NR, D->getDecl());
}

void findObjects(const NestReader &NR,
                 llvm::ArrayRef<const clang::Expr *> Arguments,
                 WrittenOut &Frame) {
  const FunctionDecl *Def = Frame.Callee;
  // The operands of other operators stand where no comma can be taken away.
  if (Def->isOverloadedOperator() && Def->getOverloadedOperator() != OO_Call)
    return;
  for (const ParmVarDecl *P : Def->parameters()) {
    const unsigned I = P->getFunctionScopeIndex();
    if (I < Arguments.size() && takesObject(NR, P) &&
        namesObject(NR, Arguments[I]))
      Frame.Objects[P] = Arguments[I];
  }
}

void dropObjects(NestReader &NR, const WrittenOut &Frame) {
  for (const auto &Given : Frame.Objects) {
    see(NR, Given.second);
    NR.Callees.Dropped.insert(Given.second);
  }
}

bool isObject(const NestReader &NR, const ParmVarDecl *P) {
  return NR.Callees.Called && NR.Callees.Called->Objects.contains(P);
}

const clang::Expr *objectGiven(const NestReader &NR, const clang::Expr *E) {
  const WrittenOut *Calling = NR.Callees.Calling;
  if (!E || !Calling)
    return nullptr;
  if (isa<CXXThisExpr>(E))
    return Calling->Object;
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V ? Calling->Objects.lookup(V) : nullptr;
}

} // namespace heddle
