//===- ReadLaunch.cpp - The order in which a launch is read ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/ReadLaunch.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"
#include "Validate/Read/Ways.h"

using namespace clang;

namespace heddle {
namespace validate {

void readLaunch(ASTContext &Ctx, Nest &Out, const Stmt *Block,
                llvm::ArrayRef<const clang::Expr *> Assumed,
                const llvm::DenseSet<const VarDecl *> &Changed,
                const llvm::DenseSet<const VarDecl *> &Fresh) {
  Reader R(Ctx, Out);
  R.Changed = &Changed;
  R.Fresh = &Fresh;
  R.Block.IsBlock = true;
  R.Here = &R.Block;
  expose(Block, false, R.Block);
  Out.Block = statement(R, Block);
  if (Out.Why.empty() && !Out.Written)
    R.fail(Block, "no loop as written");
  const std::string Why = Out.Why;
  for (const clang::Expr *A : Assumed) {
    Out.Why.clear();
    const Node *C = rvalue(R, A);
    // Functions that were read in part would be known to those behind it.
    if (!Out.Why.empty())
      break;
    Out.Assumptions.push_back(C);
  }
  Out.Why = Why;
  Out.Slots = R.Block.Count;
  if (Out.Why.empty())
    for (LaunchSite &Site : Out.Launches)
      findWays(Out, Site);
}

} // namespace validate
} // namespace heddle
