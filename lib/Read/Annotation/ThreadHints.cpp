//===- ThreadHints.cpp - Directives that say how loops may run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/ThreadHints.h"
#include "Spelling/Directives.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace heddle {

/// The same rule as for its text.
static bool isHint(const OMPExecutableDirective &D) {
  constexpr unsigned Version = 52; // that names are those of
  std::string Words = ("omp " + llvm::omp::getOpenMPDirectiveName(
                                    D.getDirectiveKind(), Version))
                          .str();
  for (const OMPClause *C : D.clauses())
    Words +=
        (" " + llvm::omp::getOpenMPClauseName(C->getClauseKind()) + "()").str();
  return heddle::isHint(Words);
}

void dropThreadHints(Stmt *S) {
  for (Stmt *&Part : S->children()) {
    while (auto *D = dyn_cast_or_null<OMPExecutableDirective>(Part)) {
      if (!isHint(*D) || !D->hasAssociatedStmt())
        break;
      Part = D->getRawStmt();
    }
    if (Part)
      dropThreadHints(Part);
  }
}

} // namespace heddle
