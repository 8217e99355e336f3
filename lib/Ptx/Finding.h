//===- Finding.h - a mistake found in a running kernel --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_FINDING_H
#define HEDDLE_PTX_FINDING_H

#include "Ptx/Types.h"

#include <optional>
#include <string>

namespace heddle::ptx {

enum class Mistake : std::uint8_t {
  Unknown, ///< an instruction that the interpreter does not know
  Bounds,  ///< outside of every allocation
  Freed,   ///< in memory that was freed
  Misaligned,
  Unwritten, ///< a read of what nobody wrote
  ReadOnly,  ///< a write to constants or parameters
  Race,
  Barrier,    ///< not all threads of the block come to it
  Members,    ///< lanes of a member mask do not come together
  Launch,     ///< a launch that the device does not take
  Trap,       ///< trap, or a failed assert
  Arithmetic, ///< an operation whose result is not defined
  Endless,    ///< the limit of instructions was passed
  Other
};

/// A place in a kernel, of one thread.
struct Where {
  Dim3 Block{0, 0, 0}, Thread{0, 0, 0};
  std::string Function; ///< as in PTX
  unsigned PtxLine = 0; ///< from 1; 0: not known
  std::string PtxText;  ///< that line
  std::string File;     ///< of the source; empty: not known
  unsigned Line = 0;
};

/// "(1, 0, 0)".
std::string textOf(const Dim3 &D);

struct Finding {
  Mistake Kind = Mistake::Other;
  std::string Text;   ///< one sentence
  std::string Kernel; ///< demangled
  Where At;
  std::optional<Where> Other; ///< the other thread
  std::string Memory;         ///< which allocation, where in it

  /// Several lines, each begins with "heddle-ptx: " or blanks; ends with a line
  /// break.
  std::string print() const;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_FINDING_H
