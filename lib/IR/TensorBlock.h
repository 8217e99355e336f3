//===- TensorBlock.h - A block of tensor statements ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of a block with [[heddle::reuse]] on tensors, as the front end
// hands it on. Free of Clang.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TENSORBLOCK_H
#define HEDDLE_IR_TENSORBLOCK_H

#include "Support/Source.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A tensor, or a view of one, that the block names.
struct BlockTensor {
  std::string Name; ///< as the source spells it, outside of the block too
  SourceRef Where;  ///< its declaration, where that is in the block
  /// The number of its declaration among the statements; -1: outside.
  int Declared = -1;

  bool IsView = false; ///< else it owns its elements
  bool Local = false;  ///< a tensor that the block declares
  /// All uses of it are followed, so that nobody else knows of it.
  bool Followed = false;
  /// It may give its memory away: a tensor that can be changed and has a name
  /// that means the same in the whole block.
  bool Lends = false;
  /// It may stand in the memory of another.
  bool Receives = false;
  /// Why a local tensor does not receive, or is not followed, and where that is
  /// seen; empty if it may and is.
  std::string Keeps;
  SourceRef KeepsWhere;

  /// Whose memory its elements may be.
  enum Memory : unsigned char {
    Automatic, ///< its own, in the function at hand
    Static,    ///< its own, for ever
    Parameter, ///< that of an object that existed before the call
    Any,
  };
  Memory In = Any;
  /// Its name says the same throughout the block, so that memory can be
  /// compared where it is declared or later.
  bool Comparable = false;

  std::string Type; ///< canonical: equal where types are equal
  std::string Element;
  unsigned ElementBytes = 0;
  std::optional<int64_t> Elements; ///< where all extents are known
  /// Where some are not: each extent as the declaration has it; empty where
  /// there is none.
  std::vector<std::string> Extents;
};

struct BlockAccess {
  enum KindType : unsigned char {
    Read,
    Partial, ///< some elements are assigned
    Full,    ///< all elements are assigned
    Dead,    ///< heddle::dead
    Unknown, ///< anything
  };
  KindType Kind = Unknown;
  unsigned Tensor = 0;
  SourceRef Where;
  /// For a Read: where the statement assigns a tensor of this shape, each of
  /// its elements is read for that element alone.
  bool InPlace = false;
};

/// One declared variable counts as a statement.
struct BlockStatement {
  SourceRef Where;
  /// The accesses of an assignment's right-hand side stand before that of its
  /// left.
  std::vector<BlockAccess> Accesses;
  /// It may read or change whatever the program can reach, or not come to an
  /// end.
  bool Opaque = false;
  bool MayThrow = false; ///< shapes are compared when it runs
  bool Mapped = false;   ///< it is annotated itself
};

struct TensorBlock {
  SourceRef Where; ///< the annotation
  std::vector<BlockTensor> Tensors;
  std::vector<BlockStatement> Statements;
};

} // namespace heddle

#endif
