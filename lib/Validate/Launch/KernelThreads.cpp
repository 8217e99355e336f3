//===- KernelThreads.cpp - Runs the threads of a kernel -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/KernelThreads.h"
#include "Validate/Selection/Sample.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

void ThreadWatch::begin(const std::array<int64_t, 6> &At) {
  Touched.nextThread();
  Host.Seen.turn();
  Thread = At;
  Turn = 0;
}

void ThreadWatch::turn() {
  Host.Seen.turn();
  ++Turn;
}

void ThreadWatch::turnTo(int Number, const std::array<int64_t, 6> &At) {
  Touched.turnTo(Number);
  Host.Seen.turn();
  Thread = At;
}

void ThreadWatch::raced(int64_t Place) {
  Host.End.wrong("two threads touch " + Host.W.describe(Place) +
                 ", and one writes it");
}

void ThreadWatch::record(int64_t Place, int64_t V, bool Write) {
  Host.Seen.add(Place, V, Write, [this] {
    Context Here(Thread.begin(), Thread.end());
    if (Turn != 0)
      Here.push_back(Turn);
    return Here;
  });
}

void ThreadWatch::loads(int64_t Place, int64_t V, const Cell *C) {
  if (C && isShared(Place)) {
    Given.checkAccess(Place, false, *C, Touched);
    if (Touched.loads(Place))
      raced(Place);
  }
  if (!C || C->T.K != Type::Pointer)
    record(Place, V, false);
}

void ThreadWatch::stores(int64_t Place, int64_t V, const Cell &C) {
  if (isShared(Place)) {
    Given.checkAccess(Place, true, C, Touched);
    if (Touched.stores(Place))
      raced(Place);
  }
  record(Place, V, true);
}

void ThreadWatch::updates(int64_t Place, Combine By, const Cell &C) {
  if (isShared(Place)) {
    Given.checkAccess(Place, true, C, Touched);
    Given.checkAccess(Place, false, C, Touched);
    if (Touched.updates(Place, By))
      raced(Place);
  }
  Host.Seen.Unordered.insert(objectOf(Place));
}

KernelThreads::KernelThreads(HostRun &Host, const LaunchSite &L,
                             const Passed &Given, const Sample *Some)
    : Host(Host), L(L), F(Host.W.N.Functions[L.Kernel]), Given(Given),
      Some(Some), Watch(Host, Given),
      Text(Host.W, Host.Cells, Host.End, Slots, Watch, FirstOfThread) {
  for (const LaunchSite::Result &R : L.Results)
    Partial.push_back(identity(R.By, R.Accumulator));
  if (L.runsSeveral())
    Text.surround(this);
}

/// Counts iterations, and leaves out those that no sample has chosen.
std::optional<Flow> KernelThreads::instead(const Node *S) {
  for (const Way &W : L.Ways) {
    if (S != W.Body)
      continue;
    llvm::SmallVector<int64_t, 6> Values;
    for (const unsigned Slot : W.Mapped)
      Values.push_back(Text.slot(Slot).N);
    if (Some && !Some->runs(Values))
      return Flow::Next;
    Watch.turn();
    ++Live;
  }
  return std::nullopt;
}

/// A kernel launches nothing.
Value KernelThreads::operation(const Node *E) {
  Host.End.exhaust();
  return {};
}

void KernelThreads::run(const Box &B) {
  std::array<int64_t, 6> At;
  for (unsigned I = 0; I != 6; ++I)
    At[I] = B[I].Lo;
  while (!Host.End.stopped()) {
    thread(At);
    unsigned I = 0;
    for (; I != 6 && At[I] == B[I].Hi; ++I)
      At[I] = B[I].Lo;
    if (I == 6)
      return;
    ++At[I];
  }
}

/// The places that a thread's iterations are combined to, in locals of it.
std::vector<int64_t> KernelThreads::beginReduction() {
  std::vector<int64_t> Private;
  for (const LaunchSite::Result &R : L.Results) {
    const Value Place = Text.newObject();
    Text.cellAt(Place.N, R.Accumulator).V = identity(R.By, R.Accumulator).N;
    Text.slot(static_cast<int64_t>(Given.Arguments.size() + Private.size())) =
        Place;
    Private.push_back(Place.N);
  }
  return Private;
}

void KernelThreads::thread(const std::array<int64_t, 6> &At) {
  Watch.begin(At);
  Text.Coordinates = At;
  Text.forgetLocals();
  Slots.restart(F.Slots, Given.Arguments);
  std::vector<int64_t> Private;
  if (L.Reduces) {
    Text.slot(0) = {At[0]};
    Text.slot(1) = {At[3]};
    Private = beginReduction();
  }
  bool Off = false;
  if (F.Body->What != Op::Seq)
    (void)Text.exec(F.Body);
  else
    for (const Node *S : F.Body->Kids)
      if (Text.exec(S) != Flow::Next) {
        Off = S->What == Op::If;
        break;
      }
  Live += !Off && !L.runsSeveral();
  for (size_t I = 0; I < Private.size() && !Host.End.stopped(); ++I) {
    const LaunchSite::Result &R = L.Results[I];
    if (R.Is == LaunchSite::Result::Key) {
      I = offer(I, Private, At);
      continue;
    }
    Partial[I] =
        combined(R.By, Partial[I], {Text.cellAt(Private[I], R.Accumulator).V},
                 R.Accumulator);
  }
}

/// E takes the place of what an earlier iteration has stored.
bool KernelThreads::isBetter(size_t Key, Value E, Value Than) const {
  const LaunchSite::Result &R = L.Results[Key];
  const bool Least = R.By == Combine::Min;
  const Value Low = Least ? E : Than, High = Least ? Than : E;
  return R.OrEqual ? !isBefore(High, Low, R.Accumulator)
                   : isBefore(Low, High, R.Accumulator);
}

/// The thread may have something better than those before it, which have run in
/// any order. Where the last of what belongs to the key stands.
size_t KernelThreads::offer(size_t Key, llvm::ArrayRef<int64_t> Private,
                            const std::array<int64_t, 6> &At) {
  const auto Of = [&](size_t I) {
    return Value{Text.cellAt(Private[I], L.Results[I].Accumulator).V};
  };
  size_t Won = Key;
  while (L.Results[Won].Is != LaunchSite::Result::Won)
    ++Won;
  if (!Of(Won).N)
    return Won;
  const std::pair<int64_t, int64_t> Here{At[0], At[3]};
  const auto [Before, IsFirst] = Best.try_emplace(Key, Here);
  const bool RunsLater = (Before->second < Here) != L.Results[Key].Descending;
  if (!IsFirst && (RunsLater ? !isBetter(Key, Of(Key), Partial[Key])
                             : isBetter(Key, Partial[Key], Of(Key))))
    return Won;
  Before->second = Here;
  for (size_t I = Key; I != Won; ++I)
    Partial[I] = Of(I);
  return Won;
}

/// The variable, which no thread may have touched otherwise.
Cell &KernelThreads::reducedTo(size_t Result, llvm::ArrayRef<ArrayValue> Into) {
  const int64_t Place = Into[Result].Pointer.N;
  if (Watch.Touched.reduces(Place))
    Host.End.wrong("threads touch " + Host.W.describe(Place) +
                   " besides reducing into it");
  return Text.cellAt(Place, L.Results[Result].Element);
}

void KernelThreads::storeAlone(size_t Result, llvm::ArrayRef<ArrayValue> Into) {
  const LaunchSite::Result &R = L.Results[Result];
  const Type T = R.Element;
  Cell &C = reducedTo(Result, Into);
  const Value Old = T.isInt() ? Value{wrapped(C.V, R.Accumulator)} : Value{C.V};
  const Value New = combined(R.By, Old, Partial[Result], R.Accumulator);
  C.V = T.isInt() ? wrapped(New.N, T) : New.N;
  C.Written = true;
}

void KernelThreads::storeChosen(size_t Key, llvm::ArrayRef<ArrayValue> Into) {
  const bool Stores =
      Best.count(Key) && isBetter(Key, Partial[Key], {reducedTo(Key, Into).V});
  for (size_t I = Key; L.Results[I].Is != LaunchSite::Result::Won; ++I) {
    Cell &C = reducedTo(I, Into);
    if (!Stores)
      continue;
    C.V = Partial[I].N;
    C.Written = true;
  }
}

void KernelThreads::reduce(llvm::ArrayRef<ArrayValue> Into) {
  for (size_t I = 0; I != Partial.size(); ++I)
    if (L.Results[I].Is == LaunchSite::Result::Alone)
      storeAlone(I, Into);
    else if (L.Results[I].Is == LaunchSite::Result::Key)
      storeChosen(I, Into);
}

} // namespace validate
} // namespace heddle
