//===- ScanThreads.h - Runs the kernels of a scan --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime promises blocks of some size: iterations follow one another in a
// block, and blocks pass on what is combined of them. Here blocks have one to
// three iterations, so that runs of few see them all, and each is watched by
// itself: two iterations may share nothing but the results.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_SCANTHREADS_H
#define HEDDLE_VALIDATE_LAUNCH_SCANTHREADS_H

#include "Validate/Launch/KernelThreads.h"
#include <set>

namespace heddle {
namespace validate {

/// Watches the first kernel, which may store nothing.
class UpdatesWatch : public Observer {
public:
  UpdatesWatch(HostRun &Host, const Passed &Given) : Host(Host), Given(Given) {}

  void loads(int64_t Place, int64_t V, const Cell *C) override;
  void stores(int64_t Place, int64_t V, const Cell &C) override;
  void updates(int64_t Place, Combine By, const Cell &C) override;

private:
  HostRun &Host;
  const Passed &Given;
  const Races Nothing;
};

class ScanThreads {
public:
  ScanThreads(HostRun &Host, const LaunchSite &L);

  /// These threads are to run.
  void add(const Box &B);
  /// Runs the first kernel, and combines what it gives. Per result: the value
  /// in memory, and that behind all iterations.
  std::vector<std::pair<Value, Value>>
  findValues(const Passed &Given, llvm::ArrayRef<ArrayValue> Into);
  /// Runs the second kernel from these on, and stores the results.
  void run(const Passed &Given, llvm::ArrayRef<ArrayValue> Into);

  const Races &touched() const { return Touched; }
  unsigned live() const { return Live; }

private:
  /// Block and thread.
  using Place = std::pair<int64_t, int64_t>;
  using Values = std::vector<Value>;

  std::vector<std::vector<Place>> blocks() const;
  bool iterate(Interpreter &Text, Frames &Slots, const Function &F,
               const Passed &Given, Place At, Values &Of, bool IsUpdates);
  Type typeOf(size_t Result, bool IsUpdates) const;
  Cell &cellOf(const ArrayValue &A, size_t Result);
  Value combinedWith(size_t Result, Value V, Value Partial) const;

  HostRun &Host;
  const LaunchSite &L;
  std::set<Place> Threads;
  std::vector<Values> Starts; ///< in front of each block, and behind the last
  Races Touched;
  unsigned Live = 0;
};

} // namespace validate
} // namespace heddle

#endif
