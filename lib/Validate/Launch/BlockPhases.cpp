//===- BlockPhases.cpp - Runs the blocks of a kernel in phases ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/BlockPhases.h"

namespace heddle {
namespace validate {
namespace {

// The objects of a block: first its shared buffers, then the registers of each
// thread.

unsigned sharedObject(size_t Buffer) {
  return FirstOfBlock + static_cast<unsigned>(Buffer);
}

unsigned registerObject(const Function &F, int Thread, size_t Register) {
  return sharedObject(F.Shared.size() +
                      static_cast<size_t>(Thread) * F.Registers.size() +
                      Register);
}

} // namespace

void BlockWatch::beginBlock(int FirstThread) {
  First = FirstThread;
  Shared.beginBlock();
  Touched.nextBlock();
}

void BlockWatch::turnTo(int Number, const std::array<int64_t, 6> &At) {
  Index = Number;
  Shared.turnTo(Number);
  ThreadWatch::turnTo(First + Number, At);
}

/// An access to the memory of the block.
void BlockWatch::check(int64_t Place, bool Write) {
  const size_t Object = objectOf(Place) - FirstOfBlock;
  const bool IsShared = Object < F.Shared.size();
  if (!IsShared && F.Registers.empty())
    return Host.End.undefine();
  const size_t Kept = IsShared ? 0 : Object - F.Shared.size();
  const Buffer &B =
      IsShared ? F.Shared[Object] : F.Registers[Kept % F.Registers.size()];
  const int64_t At = offsetOf(Place);
  const std::string Name = B.Name + " (byte " + std::to_string(At) + ")";
  if (At < 0 || At >= B.Bytes)
    return Host.End.wrong("a thread touches " + Name + ", which has " +
                          std::to_string(B.Bytes) + " bytes");
  if (!IsShared && Kept / F.Registers.size() != static_cast<size_t>(Index))
    return Host.End.wrong("a thread touches " + Name +
                          ", which another thread keeps");
  switch (Write ? Shared.stores(Place) : Shared.loads(Place)) {
  case BlockRaces::Finding::Fine:
    return;
  case BlockRaces::Finding::Unwritten:
    return Host.End.wrong("a thread reads " + Name +
                          ", which no thread of its block has written");
  case BlockRaces::Finding::Race:
    return Host.End.wrong("two threads of a block touch " + Name +
                          " with no barrier in between, and one writes it");
  }
}

void BlockWatch::loads(int64_t Place, int64_t V, const Cell *C) {
  if (!isOfBlock(objectOf(Place)))
    return ThreadWatch::loads(Place, V, C);
  check(Place, false);
}

void BlockWatch::stores(int64_t Place, int64_t V, const Cell &C) {
  if (!isOfBlock(objectOf(Place)))
    return ThreadWatch::stores(Place, V, C);
  check(Place, true);
}

/// Threads of a block may not update what they share in any order.
void BlockWatch::updates(int64_t Place, Combine By, const Cell &C) {
  if (!isOfBlock(objectOf(Place)))
    return ThreadWatch::updates(Place, By, C);
  check(Place, false);
  if (!Host.End.stopped())
    check(Place, true);
}

BlockPhases::BlockPhases(HostRun &Host, const Function &F, const Passed &Given,
                         const std::array<int64_t, 3> &Extents)
    : Host(Host), F(F), Given(Given), Extents(Extents), Watch(Host, Given, F),
      Text(Host.W, Host.Cells, Host.End, Slots, Watch, FirstOfThread) {
  Text.surround(this);
  for (unsigned I = F.Coordinates; I < 3; ++I)
    if (Extents[I] != 1)
      Host.End.wrong("a block has threads that differ in coordinate " +
                     std::string(1, "xyz"[I]) +
                     " alone, which the phases do not take");
  if (registerObject(F, threads(), 0) > FirstOfThread)
    Host.End.exhaust();
}

void BlockPhases::run(const std::array<int64_t, 3> &At) {
  Block = At;
  Host.Cells.beginBlock();
  Watch.beginBlock(First);
  Text.Coordinates = {At[0], At[1], At[2], 0, 0, 0};
  Slots.restart(F.Slots, Given.Arguments);
  for (size_t I = 0; I != F.Shared.size(); ++I)
    Text.slot(F.Shared[I].Slot) = {pointerTo(sharedObject(I))};
  (void)Text.exec(F.Body);
  First += threads();
}

std::optional<Flow> BlockPhases::instead(const Node *S) {
  if (S->What != Op::Phase)
    return std::nullopt;
  for (int I = 0; I != threads() && !Host.End.stopped(); ++I)
    thread(I, S->Kids[0]);
  if (S->Number)
    Watch.barrier();
  return Host.End.stopped() ? Flow::Return : Flow::Next;
}

Value BlockPhases::operation(const Node *E) {
  Host.End.exhaust(); // a kernel launches nothing
  return {};
}

void BlockPhases::thread(int Index, const Node *Phase) {
  const int64_t X = Index % Extents[0], Row = Index / Extents[0];
  Text.Coordinates = {Block[0], Block[1],         Block[2],
                      X,        Row % Extents[1], Row / Extents[1]};
  Watch.turnTo(Index, Text.Coordinates);
  Text.forgetLocals();
  for (size_t I = 0; I != F.Registers.size(); ++I)
    Text.slot(F.Registers[I].Slot) = {pointerTo(registerObject(F, Index, I))};
  (void)Text.exec(Phase);
}

} // namespace validate
} // namespace heddle
