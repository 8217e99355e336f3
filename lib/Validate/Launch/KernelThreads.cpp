//===- KernelThreads.cpp - Runs the threads of a kernel -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/KernelThreads.h"

namespace heddle {
namespace validate {
namespace {

/// Whether threads share it: locals are a thread's own, and of a copy it is
/// told what it reads there.
bool isShared(int64_t Place) {
  const unsigned O = objectOf(Place);
  return O < FirstCopy || isTemporary(O);
}

} // namespace

void ThreadWatch::begin(const std::array<int64_t, 6> &At) {
  Touched.nextThread();
  Host.Seen.turn();
  Thread = At;
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
  Host.Seen.add(Place, V, Write,
                [this] { return Context(Thread.begin(), Thread.end()); });
}

void ThreadWatch::loads(int64_t Place, int64_t V, const Cell *C) {
  if (C && isShared(Place)) {
    Given.checkAccess(Place, false, *C, Touched);
    if (Touched.loads(Place))
      raced(Place);
  }
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
                             const Passed &Given)
    : Host(Host), L(L), F(Host.W.N.Functions[L.Kernel]), Given(Given),
      Watch(Host, Given),
      Text(Host.W, Host.Cells, Host.End, Slots, Watch, FirstOfThread) {
  for (const LaunchSite::Result &R : L.Results)
    Partial.push_back(identity(R.By, R.Accumulator));
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
  Live += !Off;
  for (size_t I = 0; I != Private.size() && !Host.End.stopped(); ++I) {
    const LaunchSite::Result &R = L.Results[I];
    Partial[I] =
        combined(R.By, Partial[I], {Text.cellAt(Private[I], R.Accumulator).V},
                 R.Accumulator);
  }
}

void KernelThreads::reduce(llvm::ArrayRef<ArrayValue> Into) {
  for (size_t I = 0; I != Partial.size(); ++I) {
    const LaunchSite::Result &R = L.Results[I];
    const int64_t Place = Into[I].Pointer.N;
    const Type T = R.Element;
    Cell &C = Text.cellAt(Place, T);
    if (Watch.Touched.reduces(Place))
      Host.End.wrong("threads touch " + Host.W.describe(Place) +
                     " besides reducing into it");
    const Value Old =
        T.isInt() ? Value{wrapped(C.V, R.Accumulator)} : Value{C.V};
    const Value New = combined(R.By, Old, Partial[I], R.Accumulator);
    C.V = T.isInt() ? wrapped(New.N, T) : New.N;
    C.Written = true;
  }
}

} // namespace validate
} // namespace heddle
