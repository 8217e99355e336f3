//===- Claims.cpp - Loops that look at what is claimed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Claims.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

const Node *claimVariable(Reader &R, const VarDecl *V, llvm::StringRef Class) {
  if (Class == "claimed_iterations")
    return R.make(Op::Nop);
  if (Class != "claimed_array")
    return nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      V->getInit() ? V->getInit()->IgnoreImplicit() : nullptr);
  if (!Made || Made->getNumArgs() != 3)
    return R.fail(V->getInit(), "a claim");
  const clang::Expr *First = Made->getArg(2);
  Node *New = R.make(Op::Claim, {}, {value(R, First)});
  New->Number = R.ClaimOf[V] = static_cast<int64_t>(R.N.Claims.size());
  R.N.Claims.push_back(sizeOf(R, First->getType()->getPointeeType()));
  return New;
}

const Node *claimMember(Reader &R, const CXXMemberCallExpr *E,
                        const clang::Expr *Self, llvm::StringRef Name) {
  const llvm::StringRef Class = runtimeClass(Self->getType());
  if (Class == "claimed_iterations" && Name == "next")
    return R.make(Op::NextIteration);
  if (Class != "claimed_array")
    return nullptr;
  const auto *Of = dyn_cast<DeclRefExpr>(Self->IgnoreParenImpCasts());
  auto At = R.ClaimOf.find(Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr);
  if (At == R.ClaimOf.end())
    return R.fail(E, "a claim");
  Node *New = nullptr;
  if (Name == "extent") {
    New = R.make(Op::ClaimExtent, {}, {rvalue(R, E->getArg(0))});
  } else if (Name == "independent") {
    New = R.make(Op::ClaimApart);
  } else if (Name == "read" || Name == "write") {
    New = R.make(Op::Claimed, Pointer, {address(R, E->getArg(0))});
    New->Extent = Name == "write";
  } else {
    return R.fail(E, "a member of a claim");
  }
  New->Number = At->second;
  return New;
}

} // namespace validate
} // namespace heddle
