//===- Functors.h - Lambdas that algorithms are given -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of such a lambda becomes that of a loop: its parameters are declared
// there, and what it returns is stored where the algorithm stores it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_FUNCTORS_H
#define HEDDLE_READ_LOOPS_FUNCTORS_H

#include "Read/Loops/Algorithms.h"
#include "Read/NestReader.h"

namespace heddle {

/// Consecutive elements that an algorithm is given, in the iteration at hand.
struct Elements {
  Position At;
  clang::QualType Type;     ///< of an element, with its const
  std::string Text, Kernel; ///< that name it, in the function and in kernels
};

/// Why the lambda of A cannot stand as a loop's body; empty: it can. Where: the
/// smallest cause.
std::string whyNoBody(NestReader &NR, const AlgorithmCall &A,
                      const clang::Stmt *&Where);

/// Declares the parameters of F, each of which is, or begins with, the element
/// of its input, first in the loop's body, which begins at Begin.
void declareParameters(NestReader &NR, const clang::CXXMethodDecl *F,
                       llvm::ArrayRef<Elements> Inputs, unsigned Begin);

/// `return` in the body of NR.Scope.Functor: the condition under which it is
/// met.
ExprRef walkResult(NestReader &NR, const clang::ReturnStmt *S);

} // namespace heddle

#endif
