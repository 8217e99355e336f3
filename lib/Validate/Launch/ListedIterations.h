//===- ListedIterations.h - Iterations by what they update ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By its own definition of heddle/runtime/segments.h: for each element the
// iterations that update it, each once, in the order in which they run.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_LISTEDITERATIONS_H
#define HEDDLE_VALIDATE_LAUNCH_LISTEDITERATIONS_H

#include "Validate/Launch/HostRun.h"
#include "Validate/Launch/Values.h"

namespace heddle {
namespace validate {

class ListedIterations {
public:
  ListedIterations(HostRun &Host, LaunchValues &Values)
      : Host(Host), Values(Values) {}

  /// E: an operation from Op::Segments to Op::SegmentsArg, whose operands have
  /// the values V. Wanted: threads are going to take the segments.
  Value operation(const Node *E, llvm::ArrayRef<Value> V, bool Wanted);

private:
  using Counters = std::vector<int64_t>;
  struct List {
    Value Elements;
    Counters Now;
    uint64_t Iteration = 0;
    /// By element: the last iteration that updates it, and the counters of all.
    std::vector<std::pair<uint64_t, std::vector<Counters>>> Of;
  };

  void update(List &L, const ArrayValue &Array, Value Element);
  Value argument(const List &L, const Node *E);

  HostRun &Host;
  LaunchValues &Values;
  std::vector<List> Lists;
};

} // namespace validate
} // namespace heddle

#endif
