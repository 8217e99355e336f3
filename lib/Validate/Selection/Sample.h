//===- Sample.h - Some iterations of loops that are too long ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the extents of a nest are constants and large, neither the loop nor the
// kernel can be run as a whole. Then a few values of each mapped counter are
// chosen, those at both ends and some between, and only their iterations run,
// in the loop and in the kernel. Threads that belong to no iteration run, too,
// where they are next to one that does.
//
// Left out is what the other iterations and their threads do. Each iteration
// that is chosen runs as a whole, in the order of the loop.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_SELECTION_SAMPLE_H
#define HEDDLE_VALIDATE_SELECTION_SAMPLE_H

#include "Validate/Interpret/Interpreter.h"
#include <map>
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

/// Around the loop as written: of its mapped loops runs the iterations that a
/// sample chooses, once it has counted them through without their bodies.
class SampledLoops : public Surroundings {
public:
  /// Text: of whose outermost frame the loops are.
  SampledLoops(Sample &Some, Interpreter &Text) : Some(Some), Text(Text) {}

  std::optional<Flow> instead(const Node *S) override;
  Value operation(const Node *E) override;

private:
  class Chosen;

  Sample &Some;
  Interpreter &Text;
};

} // namespace validate
} // namespace heddle

#endif
