//===- Algorithms.h - Calls of the library's algorithms ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `std::for_each(v.begin(), v.end(), [](double &x) { ... });` and its like, as
// the source has them: which arguments are what.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_ALGORITHMS_H
#define HEDDLE_READ_LOOPS_ALGORITHMS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle {

/// One step for each of consecutive elements: `*output++ = f(*first++)`, or
/// parts of it; or `s = combine(s, f(*first++))`. A part that the call lacks is
/// null.
struct AlgorithmCall {
  const clang::CallExpr *Call = nullptr;
  llvm::StringRef Name;                ///< without its namespace
  const clang::Expr *Policy = nullptr; ///< std::execution::par and its like
  const clang::Expr *First = nullptr;  ///< of the range that is counted
  const clang::Expr *Last = nullptr;   ///< behind it; or
  const clang::Expr *Count = nullptr;  ///< how many elements it has
  /// First elements of what is read, in the order of the functor's parameters.
  llvm::SmallVector<const clang::Expr *, 2> Inputs;
  const clang::Expr *Output = nullptr; ///< first element of what is written
  const clang::Expr *Value = nullptr;  ///< that is written
  const clang::Expr *Old = nullptr;    ///< only over elements that equal it
  const clang::Expr *Functor = nullptr;
  /// `s = std::accumulate(...)`, of an algorithm that reduces().
  const clang::BinaryOperator *Assign = nullptr;
  const clang::Expr *Initial = nullptr; ///< the first value of what it reduces
  const clang::Expr *Combine = nullptr; ///< null: by +
  bool Reduces = false;                 ///< what it does is the value it has

  bool reduces() const { return Reduces; }
  /// It counts elements.
  bool isCount() const { return Name == "count" || Name == "count_if"; }
  /// The order of its steps is anyone's, as the library has it.
  bool hasNoOrder() const {
    return Name == "reduce" || Name == "transform_reduce";
  }
  /// The lambda that the call is given, or null.
  const clang::LambdaExpr *lambda() const;
  /// The function of that lambda which is called, of a generic one its only
  /// instance; null: there is none, or several.
  const clang::CXXMethodDecl *called() const;
};

/// The lambda that E is, or of which it is a copy; null: it is something else.
const clang::LambdaExpr *lambdaIn(const clang::Expr *E);

/// The function of L which is called, of a generic lambda its only instance;
/// null: there is none, or several.
const clang::CXXMethodDecl *calledOf(const clang::LambdaExpr *L);

/// The call that S is, as a statement, or that it assigns; none where it is no
/// call of an algorithm that loops can stand for, in the form that takes such
/// arguments.
std::optional<AlgorithmCall> algorithmCall(const clang::Stmt *S);

/// The statements directly in S; in a call of an algorithm that is given a
/// generic lambda, the instance that it calls is a part in the lambda's place,
/// and in what a directive of OpenMP captures the statement is.
llvm::SmallVector<const clang::Stmt *, 4> partsOf(const clang::Stmt *S);

/// S calls an algorithm of such a name, or may do so in an instance of the
/// template around it.
bool mayCallAlgorithm(const clang::Stmt *S);

} // namespace heddle

#endif
