//===- KernelThreads.h - Runs the threads of a kernel ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_KERNELTHREADS_H
#define HEDDLE_VALIDATE_LAUNCH_KERNELTHREADS_H

#include "Validate/Launch/HostRun.h"
#include "Validate/Launch/Passed.h"
#include "Validate/Selection/Intervals.h"

namespace heddle {
namespace validate {

class Sample;

/// Watches threads: they may touch what they are passed, and not what another
/// thread of the kernel touches, if one of them writes it.
class ThreadWatch : public Observer {
public:
  ThreadWatch(HostRun &Host, const Passed &Given) : Host(Host), Given(Given) {}

  void loads(int64_t Place, int64_t V, const Cell *C) override;
  void stores(int64_t Place, int64_t V, const Cell &C) override;
  void updates(int64_t Place, Combine By, const Cell &C) override;

  /// The events that come next are the next thread's; At: its coordinates.
  void begin(const std::array<int64_t, 6> &At);
  /// They are those of its next iteration.
  void turn();

  Races Touched;

protected:
  /// Number: of a thread that may have been here before.
  void turnTo(int Number, const std::array<int64_t, 6> &At);

  HostRun &Host;

private:
  void raced(int64_t Place);
  void record(int64_t Place, int64_t V, bool Write);

  const Passed &Given;
  std::array<int64_t, 6> Thread{};
  int64_t Turn = 0; ///< of the thread's iterations, from 1 on
};

/// The threads of one launch of one kernel. A thread has an interpreter of its
/// own over the memory of the host: nothing is left to it of the threads before
/// but what stands in memory.
class KernelThreads : private Surroundings {
public:
  /// Some: the iterations that threads run which run several; null: all.
  KernelThreads(HostRun &Host, const LaunchSite &L, const Passed &Given,
                const Sample *Some);

  /// Runs all threads of B, each to its end before the next begins: without
  /// barriers a thread is a part of its own. See BlockPhases.h for the others.
  void run(const Box &B);
  /// Combines what the threads have reduced with what is in memory.
  void reduce(llvm::ArrayRef<ArrayValue> Into);

  const Races &touched() const { return Watch.Touched; }
  /// How often threads have come to the kernel's body.
  unsigned live() const { return Live; }

private:
  std::optional<Flow> instead(const Node *S) override;
  Value operation(const Node *E) override;
  void thread(const std::array<int64_t, 6> &At);
  std::vector<int64_t> beginReduction();
  size_t offer(size_t Key, llvm::ArrayRef<int64_t> Private,
               const std::array<int64_t, 6> &At);
  bool isBetter(size_t Key, Value E, Value Than) const;
  Cell &reducedTo(size_t Result, llvm::ArrayRef<ArrayValue> Into);
  void storeAlone(size_t Result, llvm::ArrayRef<ArrayValue> Into);
  void storeChosen(size_t Key, llvm::ArrayRef<ArrayValue> Into);

  HostRun &Host;
  const LaunchSite &L;
  const Function &F;
  const Passed &Given;
  const Sample *Some;
  ThreadWatch Watch;
  Frames Slots;
  Interpreter Text;
  std::vector<Value> Partial; ///< of a reduction
  /// By key: block and thread of the best offer so far.
  llvm::DenseMap<size_t, std::pair<int64_t, int64_t>> Best;
  unsigned Live = 0;
};

} // namespace validate
} // namespace heddle

#endif
