//===- ThreadHints.cpp - Directives that say how loops may run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/ThreadHints.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace heddle {

static bool isHint(const OMPExecutableDirective &D) {
  switch (D.getDirectiveKind()) {
  case llvm::omp::OMPD_simd:
    return true;
  case llvm::omp::OMPD_for:
  case llvm::omp::OMPD_for_simd:
  case llvm::omp::OMPD_parallel_for:
  case llvm::omp::OMPD_parallel_for_simd:
  case llvm::omp::OMPD_loop:
  case llvm::omp::OMPD_parallel_loop:
  case llvm::omp::OMPD_atomic:
  case llvm::omp::OMPD_critical:
    return !D.hasClausesOfKind<OMPPrivateClause>() &&
           !D.hasClausesOfKind<OMPFirstprivateClause>();
  default:
    return false;
  }
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
