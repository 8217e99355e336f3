//===- TensorTable.h - What is known of tensor expressions -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Clang's tree --Expressions--> Term --Elements--> loops over all elements
//
// `x = e` means: evaluate all elements of e, then store them. A term knows its
// extents and how to say any of its elements; sums are nested loops. Nothing is
// reordered, split or computed in place.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_TENSORTABLE_H
#define HEDDLE_VALIDATE_TENSOR_TENSORTABLE_H

#include "Validate/Tree.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <functional>

namespace heddle {
namespace validate {

/// A tensor expression. Dimensions are counted from the outermost one.
struct Term {
  enum Kind {
    Number,    ///< of rank 0, in a slot
    Stored,    ///< elements in memory
    Apply,     ///< a function of the elements at each index
    Outer,     ///< the tensor product
    Transpose, ///< dimensions A and B of the operand exchanged
    Contract,  ///< sums over diagonals
    Slice,     ///< First, First + Step, ...
    Pad,       ///< First more elements before, and some behind, all Value
    Conv,      ///< sums over windows
    Indexed,   ///< with a name for each dimension; rank 0
  } What = Number;
  Type Ty;
  struct Extent {
    const Node *Value; ///< a slot or a constant
    const Node *Of;    ///< an Op::ExtentOf that it is but for Plus, or null
    int64_t Plus = 0;
  };
  llvm::SmallVector<Extent, 4> Extents;
  llvm::SmallVector<const Term *, 2> Operands;
  const Node *Value = nullptr; ///< Number, Pad; Stored: the pointer
  const Node *Owner = nullptr; ///< Stored: of the tensor, or null
  int64_t Size = 0;            ///< Stored: bytes of an element
  llvm::SmallVector<const Node *, 4> First;        ///< Slice, Pad
  llvm::SmallVector<const Node *, 4> Step;         ///< Slice; Stored: strides
  llvm::SmallVector<std::pair<int, int>, 2> Pairs; ///< Contract
  int A = 0, B = 0;                                ///< Transpose
  llvm::SmallVector<const clang::NamedDecl *, 4>
      Names;         ///< Indexed: declarations
  bool Sums = false; ///< there is a sum in it
  bool Labelled = false;
  /// Apply: of values that have the operands' types.
  std::function<const Node *(llvm::ArrayRef<const Node *>)> Function;
  bool IsSum = false; ///< Apply: + or -, which join terms

  size_t rank() const { return Extents.size(); }
};

/// One a dimension.
using Indices = llvm::SmallVector<const Node *, 6>;
/// Names of indices and the values that they have.
using NamedValues =
    llvm::SmallVector<std::pair<const clang::NamedDecl *, const Node *>, 6>;
/// Names with the extents that they have, from left to right.
using NamedExtents =
    llvm::SmallVector<std::pair<const clang::NamedDecl *, Term::Extent>, 6>;

struct TensorTable {
  std::deque<Term> Terms;
  unsigned Depth = 0;                 ///< of calls that are read in place
  std::vector<const Node *> Lines;    ///< before all elements
  std::vector<const Node *> Required; ///< behind them
  // What parameters of functions that are read in place stand for.
  llvm::DenseMap<const clang::VarDecl *, const Term *> Given;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> GivenAsWritten;
  llvm::DenseMap<const clang::VarDecl *, const clang::NamedDecl *> GivenNames;
};

} // namespace validate
} // namespace heddle

#endif
