//===- Trace.h - Which elements a run touches, in order --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_RACES_TRACE_H
#define HEDDLE_VALIDATE_RACES_TRACE_H

#include "Validate/Interpret/Frames.h"
#include "Validate/Interpret/Observer.h"
#include "Validate/Interpret/World.h"
#include "Validate/Races/Races.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {
namespace validate {

/// An access to an element of an array.
struct Event {
  int64_t Place;
  int64_t V;
  bool Write;
  int Context; ///< in Trace::Contexts
};

/// The events of A that are in B as well, as often as there; both are sorted by
/// place and value.
std::vector<Event> common(const std::vector<Event> &A,
                          const std::vector<Event> &B);

/// Where an event came from: block and thread, or the counters of the loops.
using Context = llvm::SmallVector<int64_t, 6>;

/// Tensor statements leave only what they write: the definition does not say
/// how often they read. Updates are no events.
class Trace {
public:
  explicit Trace(const World &W) : W(W) {}

  /// The events that come next are of another iteration, or of another thread.
  void turn() { Turned = true; }
  /// An element of an array.
  bool isElement(int64_t Place) const { return W.isData(objectOf(Place)); }
  /// Here: asked once after each turn(), where there is an event at all.
  void add(int64_t Place, int64_t V, bool Write,
           llvm::function_ref<Context()> Here) {
    if (W.isData(objectOf(Place)) && (Write || !W.N.IsTensor))
      Events.push_back({Place, V, Write, context(Here)});
  }
  /// The number of the context, new after a turn().
  int context(llvm::function_ref<Context()> Here) {
    if (Turned)
      Contexts.push_back(Here());
    Turned = false;
    return static_cast<int>(Contexts.size()) - 1;
  }

  std::vector<Event> Events;
  std::vector<Context> Contexts;
  /// Pointers to array elements, outside of kernels.
  llvm::DenseSet<int64_t, PointerInfo> HostReads;
  llvm::DenseSet<unsigned> Unordered; ///< objects of updates and reductions

private:
  const World &W;
  bool Turned = true;
};

/// Watches what no kernel runs: the loop as written, or the text of a launch.
/// The events of a call within a loop that counts are the iteration's.
class HostWatch : public Observer {
public:
  HostWatch(Trace &Seen, const Frames &Slots) : Seen(Seen), Slots(Slots) {}

  void loads(int64_t Place, int64_t V, const Cell *C) override;
  void stores(int64_t Place, int64_t V, const Cell &C) override;
  void updates(int64_t Place, Combine By, const Cell &C) override;
  void beginsLoop(const Node *Loop) override;
  void iterates() override;
  void endsLoop(const Node *Loop) override;
  void calls() override;
  void returns() override;

  uint64_t iterations() const { return Iterations; }

  /// CPU threads share the iterations of Loop, whatever loops these have.
  void share(const Node *Loop) { Shared = Loop; }
  /// An element that two of its iterations have touched, one of which has
  /// stored there: in the loop's order that may well be right.
  std::optional<int64_t> raced() const { return Raced; }

private:
  Context here() const;
  void note(bool Races, int64_t Place) {
    if (Races && !Raced)
      Raced = Place;
  }
  /// In an iteration of Shared.
  bool isThread(int64_t Place) const {
    return Depth != 0 && Seen.isElement(Place);
  }

  Trace &Seen;
  const Frames &Slots;
  uint64_t Iterations = 0;
  std::vector<unsigned> Counting; ///< slots of loops that run
  /// Of each call around: where the loops of its function begin in Counting.
  std::vector<size_t> Functions{0};
  unsigned Inside = 0; ///< calls in the body of a loop that counts
  const Node *Shared = nullptr;
  unsigned Depth = 0; ///< loops that run from Shared on
  Races Threads;
  std::optional<int64_t> Raced;
};

} // namespace validate
} // namespace heddle

#endif
