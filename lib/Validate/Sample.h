//===- Sample.h - Some iterations of loops that are too long ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the extents of a nest are constants and large, neither the loop nor the
// kernel can be run as a whole. Then a few values of each mapped counter are
// chosen, those at both ends and some between, and only their iterations run,
// in the loop and in the kernel. Threads that belong to no iteration run, too,
// where they are next to one that does.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_SAMPLE_H
#define HEDDLE_VALIDATE_SAMPLE_H

#include "Validate/Machine.h"
#include <map>
#include <optional>
#include <set>

namespace heddle {
namespace validate {

class Sample {
public:
  /// Loops: how many of the nest's counters are mapped, outermost first.
  explicit Sample(unsigned Loops) : Near(Loops) {}

  unsigned loops() const { return static_cast<unsigned>(Near.size()); }

  /// A loop has these values, ascending or descending, where those around it
  /// have the values Outer: chooses of them. False: it is too deep.
  bool enter(llvm::ArrayRef<int64_t> Outer, std::vector<int64_t> Values);
  bool chosen(llvm::ArrayRef<int64_t> Outer, int64_t Value) const;
  /// A thread with these values of the counters is to be run.
  bool runs(llvm::ArrayRef<int64_t> Values) const;
  /// Some thread in whose values counter I is in [Lo, Hi] may have to run.
  bool mayRun(unsigned I, int64_t Lo, int64_t Hi) const;

private:
  struct Loop {
    std::vector<int64_t> Values; ///< sorted
    std::set<int64_t> Chosen;
  };
  std::map<std::vector<int64_t>, Loop> At; ///< by the values around it
  std::vector<std::set<int64_t>> Near;     ///< chosen, or next to one
};

} // namespace validate
} // namespace heddle

#endif
