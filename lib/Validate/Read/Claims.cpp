//===- Claims.cpp - Loops that look at what is claimed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Claims.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Launches.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Tables.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

/// The number that the variable named by E was given; none: it is no claim.
static std::optional<int64_t> claimNamed(const Reader &R,
                                         const clang::Expr *E) {
  const auto *Of = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto At =
      R.ClaimOf.find(Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr);
  if (At == R.ClaimOf.end())
    return std::nullopt;
  return At->second;
}

const Node *claimVariable(Reader &R, const VarDecl *V, llvm::StringRef Class) {
  if (Class == "claimed_iterations") {
    R.ClaimOf[V] = static_cast<int64_t>(R.ClaimOf.size());
    return R.make(Op::Nop);
  }
  const bool IsArray = Class == "claimed_array";
  if (!IsArray && Class != "claimed_private")
    return nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      V->getInit() ? V->getInit()->IgnoreImplicit() : nullptr);
  const std::optional<int64_t> Iterations = Made && Made->getNumArgs() == 3
                                                ? claimNamed(R, Made->getArg(0))
                                                : std::nullopt;
  if (!Iterations)
    return R.fail(V->getInit(), "a claim");
  if (!IsArray) {
    R.ClaimOf[V] = static_cast<int64_t>(R.N.Owns.size());
    R.N.Owns.push_back(*Iterations);
    return R.make(Op::Nop);
  }
  const clang::Expr *First = Made->getArg(2);
  Node *New = R.make(Op::Claim, {}, {value(R, First)});
  New->Number = R.ClaimOf[V] = static_cast<int64_t>(R.N.Claims.size());
  New->Extent = *Iterations;
  // Elements of a table are not behind one pointer.
  const QualType To = First->getType()->getPointeeType();
  if (To->isPointerType() || (To->isRecordType() && isVector(To)))
    New->From = Pointer;
  R.N.Claims.push_back(sizeOf(R, First->getType()->getPointeeType()));
  return New;
}

/// rows(table, {n, m}): the table from the subscripts 0 to n - 1 and 0 to m
/// - 1.
static Node *claimedTable(Reader &R, const CXXMemberCallExpr *E) {
  const auto *Extents = dyn_cast<InitListExpr>(withoutCopies(E->getArg(1)));
  if (!Extents)
    return nullptr;
  std::vector<const Node *> Ends;
  for (const clang::Expr *Count : Extents->inits()) {
    Ends.push_back(R.constant(0, {Type::Checked, 64, true}));
    Ends.push_back(
        R.make(Op::Sub, {Type::Checked, 64, true},
               {rvalue(R, Count), R.constant(1, {Type::Checked, 64, true})}));
  }
  const Node *Table = tableOf(R, E->getArg(0), Ends, Access::In);
  return Table ? R.make(Op::ClaimRows, {}, {Table}) : nullptr;
}

static Node *memberOfArray(Reader &R, const CXXMemberCallExpr *E,
                           llvm::StringRef Name) {
  if (Name == "extent")
    return R.make(Op::ClaimExtent, {}, {rvalue(R, E->getArg(0))});
  if (Name == "rows")
    return claimedTable(R, E);
  if (Name == "independent")
    return R.make(Op::ClaimApart);
  if (Name != "read" && Name != "write")
    return nullptr;
  Node *New = R.make(Op::Claimed, Pointer, {address(R, E->getArg(0))});
  New->Extent = Name == "write";
  return New;
}

static Node *memberOfPrivate(Reader &R, const CXXMemberCallExpr *E,
                             llvm::StringRef Name) {
  if (Name == "ended")
    return R.make(Op::OwnEnds);
  if (Name != "read" && Name != "write" && Name != "read_write")
    return nullptr;
  Node *New = R.make(Op::Owned, Pointer, {address(R, E->getArg(0))});
  New->Extent = Name == "write";
  return New;
}

const Node *claimMember(Reader &R, const CXXMemberCallExpr *E,
                        const clang::Expr *Self, llvm::StringRef Name) {
  const llvm::StringRef Class = runtimeClass(Self->getType());
  const bool IsNext = Class == "claimed_iterations" && Name == "next";
  if (!IsNext && Class != "claimed_array" && Class != "claimed_private")
    return nullptr;
  const std::optional<int64_t> Number = claimNamed(R, Self);
  Node *New = !Number                    ? nullptr
              : IsNext                   ? R.make(Op::NextIteration)
              : Class == "claimed_array" ? memberOfArray(R, E, Name)
                                         : memberOfPrivate(R, E, Name);
  if (!New)
    return R.fail(E, "a member of a claim");
  New->Number = *Number;
  return New;
}

} // namespace validate
} // namespace heddle
