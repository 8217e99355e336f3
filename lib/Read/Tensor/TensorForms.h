//===- TensorForms.h - What tensor expressions consist of ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation of <heddle/tensor.h> is a call where the source has it, and a
// class template in the type of an expression. Both are taken apart here, into
// the form of the operation, its operands and its parameters. A new operation
// is a row of the tables in TensorForms.cpp, and a rule in TensorRules.cpp.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORFORMS_H
#define HEDDLE_READ_TENSOR_TENSORFORMS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CallExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace heddle {

enum class TensorForm : unsigned char {
  View,        ///< a tensor, or a view of one
  Number,      ///< a value without dimensions
  Elementwise, ///< a function of the operands' elements
  Outer,
  Transpose, ///< of the one pair
  Contract,  ///< over the pairs
  Conv,      ///< operand and kernel
  Named,     ///< the operand's dimensions are called by names
  Slice,     ///< in each dimension from one index, below another, by a step
  Select,    ///< at one index of the dimension Pairs[0].first
  Pad,       ///< the operand, with elements around it
};

using DimensionPairs = std::vector<std::pair<unsigned, unsigned>>;

/// The part of an operation that its call and its type have in common.
struct TensorOperation {
  TensorForm Form = TensorForm::Number;
  DimensionPairs Pairs; ///< of Transpose, Contract and Select; numbers as given
};

/// An operation as the source has it.
struct TensorCall : TensorOperation {
  const clang::CallExpr *Call = nullptr;
  /// Left to right. They are expressions, tensors, views or numbers.
  llvm::ArrayRef<const clang::Expr *> Operands;
  /// Behind the operands: the names of Named, or the numbers where it is one
  /// element; the bounds, steps, index or value of Slice, Select and Pad.
  llvm::ArrayRef<const clang::Expr *> Arguments;
  /// The program's function, where Elementwise is given one.
  const clang::Expr *Function = nullptr;
};

/// E as an operation of the library; nothing if it is another expression, a
/// member function other than an operator () included.
std::optional<TensorCall> tensorCall(const clang::Expr *E);

/// E as a part of its operand, a tensor or a view: a Slice or a Select.
std::optional<TensorCall> viewedPart(const clang::Expr *E);

/// The variables that C, which is Named, calls dimensions by; none where it
/// takes one element, or where a name is no plain variable.
std::optional<std::vector<const clang::VarDecl *>>
indexNames(const TensorCall &C);

/// A part of an expression as its type has it: without operands for View and
/// Number.
struct TensorNode : TensorOperation {
  llvm::SmallVector<clang::QualType, 4> Operands;
  /// For Elementwise: the library's name, e.g. "plus"; empty for functions of
  /// the program.
  std::string Function;
};

/// T, canonical and unqualified; nothing if no expression has such a part.
std::optional<TensorNode> tensorNode(clang::QualType T);

/// The function of the library that makes it; empty for those without a name.
llvm::StringRef functionName(TensorForm Form);

/// E without temporaries, conversions and parentheses, which say nothing of an
/// operand.
const clang::Expr *plainOperand(const clang::Expr *E);

/// A type of expressions that are computed: no tensor, view or number.
bool isOperationType(clang::QualType T);
/// The same, in index notation.
bool isLabelled(clang::QualType T);
/// The same, of one element, in tensor notation.
bool isNumberNode(clang::QualType T);

} // namespace heddle

#endif
