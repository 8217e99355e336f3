//===- Program.h - Nests and statements that run one after another -*- C++ -*-//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program is a list of steps over common arrays and parameters: loop nests,
// the parts of a nest in several launches, tensor statements and the
// temporaries that come before them, and statements that stay as they are, of
// which only the effects on arrays are known. Two steps name the same array
// exactly if the front end says that they do.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_PROGRAM_H
#define HEDDLE_IR_PROGRAM_H

#include "IR/LoopNest.h"
#include "Support/Source.h"
#include <cstdint>
#include <optional>

namespace heddle {

/// Where the elements of an array live.
enum class ArrayHome : unsigned char {
  User,      ///< in memory of the user's
  Launch,    ///< in a temporary of one launch
  Block,     ///< in a temporary of the whole program
  Shared,    ///< in shared memory of a block of threads
  Registers, ///< in registers of a thread
};

/// Facts about a tensor, or a view of one, that a block of statements names.
struct TensorFacts {
  /// The number of its declaration among the steps; -1: outside.
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

  std::string Type;                ///< canonical: equal where types are equal
  std::optional<int64_t> Elements; ///< where all extents are known
  /// Where some are not: each extent as the declaration has it; empty where
  /// there is none.
  std::vector<std::string> Extents;
};

struct ProgramArray {
  std::string Name; ///< unique in a program of nests; in a block as spelled
  std::string Key;  ///< equal exactly for one array; empty in a block
  ArrayHome Home = ArrayHome::User;
  std::string ElementType;
  unsigned ElementBytes = 0;
  SourceRef Where;    ///< its declaration, where that is in the block
  TensorFacts Tensor; ///< in a block of tensor statements
};

struct ProgramParam {
  std::string Name; ///< unique in the program
  std::string Key;  ///< equal exactly for one value
};

/// One thing that a statement does to an array.
struct ArrayEffect {
  enum KindType : unsigned char {
    Read,
    Partial, ///< some elements are assigned
    Full,    ///< all elements are assigned
    Dead,    ///< heddle::dead
    Unknown, ///< anything
  };
  KindType Kind = Unknown;
  unsigned Array = 0; ///< of the program
  SourceRef Where;
  /// For a Read: where the statement assigns a tensor of this shape, each of
  /// its elements is read for that element alone.
  bool InPlace = false;
};

/// A nest, or a statement that stays as it is; one declared variable counts as
/// a statement.
struct ProgramStep {
  std::string Name; ///< unique, "S0" for the first; empty in a block
  std::shared_ptr<const LoopNest> Nest; ///< null: a statement
  std::vector<unsigned> Arrays; ///< per array of Nest: which of the program
  std::vector<unsigned> Params; ///< per parameter of Nest, likewise

  // A statement has these.
  SourceRef Where;
  /// Effects of an assignment's right-hand side stand before those of its
  /// left-hand side.
  std::vector<ArrayEffect> Effects;
  /// It may read or change whatever the user's program can reach, or not come
  /// to an end.
  bool Opaque = false;
  bool MayThrow = false; ///< shapes are compared when it runs
  bool Mapped = false;   ///< it is annotated itself
};

struct Program {
  SourceRef Where; ///< the annotation of a block
  std::vector<ProgramArray> Arrays;
  std::vector<ProgramParam> Params;
  std::vector<ProgramStep> Steps; ///< in the order in which they run

  /// Appends a step. An array is one that is there where both are one object,
  /// or the same expression gives the pointer; a parameter where the same
  /// expression gives the value.
  void add(std::shared_ptr<const LoopNest> Nest);
  /// No step is a statement of which only the effects are known.
  bool isOfNests() const;
};

/// Empty, or why P is no program: a name of arrays (in a program of nests),
/// parameters or steps that stands twice, or a step that names arrays or
/// parameters that are not there.
std::string verifyProgram(const Program &P);

void dump(const Program &P, llvm::raw_ostream &OS);

/// "user", "launch", ...
llvm::StringRef homeName(ArrayHome H);

} // namespace heddle

#endif
