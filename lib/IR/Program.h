//===- Program.h - Nests and statements that run one after another -*- C++ -*-//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program is a list of steps over common arrays and parameters: loop nests,
// the parts of a nest in several launches, tensor statements and the
// temporaries that come before them. Two steps name the same array exactly if
// the front end says that they do.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_PROGRAM_H
#define HEDDLE_IR_PROGRAM_H

#include "IR/LoopNest.h"

namespace heddle {

/// Where the elements of an array live.
enum class ArrayHome : unsigned char {
  User,      ///< in memory of the user's
  Launch,    ///< in a temporary of one launch
  Block,     ///< in a temporary of the whole program
  Shared,    ///< in shared memory of a block of threads
  Registers, ///< in registers of a thread
};

struct ProgramArray {
  std::string Name; ///< unique in the program
  std::string Key;  ///< equal exactly for one array
  ArrayHome Home = ArrayHome::User;
  std::string ElementType;
  unsigned ElementBytes = 0;
};

struct ProgramParam {
  std::string Name; ///< unique in the program
  std::string Key;  ///< equal exactly for one value
};

struct ProgramStep {
  std::string Name; ///< unique in the program, "S0" for the first
  std::shared_ptr<const LoopNest> Nest;
  std::vector<unsigned> Arrays; ///< per array of Nest: which of the program
  std::vector<unsigned> Params; ///< per parameter of Nest, likewise
};

struct Program {
  std::vector<ProgramArray> Arrays;
  std::vector<ProgramParam> Params;
  std::vector<ProgramStep> Steps; ///< in the order in which they run

  /// Appends a step. An array is one that is there where both are one object,
  /// or the same expression gives the pointer; a parameter where the same
  /// expression gives the value.
  void add(std::shared_ptr<const LoopNest> Nest);
};

/// Empty, or why P is no program: a name that stands twice, a step without a
/// nest, or one that names arrays or parameters that are not there.
std::string verifyProgram(const Program &P);

void dump(const Program &P, llvm::raw_ostream &OS);

/// "user", "launch", ...
llvm::StringRef homeName(ArrayHome H);

} // namespace heddle

#endif
