//===- ScanThreads.cpp - Runs the kernels of a scan -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/ScanThreads.h"

namespace heddle {
namespace validate {

void UpdatesWatch::loads(int64_t Place, int64_t, const Cell *C) {
  if (C && isShared(Place))
    Given.checkAccess(Place, false, *C, Nothing);
}

void UpdatesWatch::stores(int64_t Place, int64_t, const Cell &) {
  if (isShared(Place))
    Host.End.wrong("the first kernel of a scan writes " +
                   Host.W.describe(Place));
}

void UpdatesWatch::updates(int64_t Place, Combine, const Cell &C) {
  stores(Place, 0, C);
}

ScanThreads::ScanThreads(HostRun &Host, const LaunchSite &L)
    : Host(Host), L(L) {}

void ScanThreads::add(const Box &B) {
  for (int64_t Block = B[0].Lo; Block <= B[0].Hi; ++Block)
    for (int64_t Thread = B[3].Lo; Thread <= B[3].Hi; ++Thread)
      Threads.insert({Block, Thread});
}

/// In the order of the loops.
std::vector<std::vector<ScanThreads::Place>> ScanThreads::blocks() const {
  std::vector<Place> Order(Threads.begin(), Threads.end());
  if (L.Descending)
    std::reverse(Order.begin(), Order.end());
  const size_t Size = 1 + Host.W.Seed % 3;
  std::vector<std::vector<Place>> All;
  for (size_t I = 0; I < Order.size(); I += Size)
    All.emplace_back(Order.begin() + static_cast<ptrdiff_t>(I),
                     Order.begin() + static_cast<ptrdiff_t>(
                                         std::min(I + Size, Order.size())));
  return All;
}

Type ScanThreads::typeOf(size_t Result, bool IsUpdates) const {
  const LaunchSite::Result &R = L.Results[Result];
  return IsUpdates ? R.Accumulator : R.Element;
}

/// Changes the values of the results as the iteration does. Whether the thread
/// has come to its body.
bool ScanThreads::iterate(Interpreter &Text, Frames &Slots, const Function &F,
                          const Passed &Given, Place At, Values &Of,
                          bool IsUpdates) {
  Text.Coordinates = {At.first, 0, 0, At.second, 0, 0};
  Text.forgetLocals();
  Slots.restart(F.Slots, Given.Arguments);
  Text.slot(0) = {At.first};
  Text.slot(1) = {At.second};
  std::vector<int64_t> Own;
  for (size_t I = 0; I != Of.size(); ++I) {
    const Value New = Text.newObject();
    Text.cellAt(New.N, typeOf(I, IsUpdates)).V = Of[I].N;
    Text.slot(static_cast<int64_t>(Given.Arguments.size() + I)) = New;
    Own.push_back(New.N);
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
  for (size_t I = 0; I != Of.size() && !Host.End.stopped(); ++I)
    Of[I] = {Text.cellAt(Own[I], typeOf(I, IsUpdates)).V};
  return !Off;
}

Cell &ScanThreads::cellOf(const ArrayValue &A, size_t Result) {
  return Host.Text.cellAt(A.Pointer.N, L.Results[Result].Element);
}

Value ScanThreads::combinedWith(size_t Result, Value V, Value Partial) const {
  const LaunchSite::Result &R = L.Results[Result];
  const bool IsInt = R.Element.isInt();
  const Value Wide = IsInt ? Value{wrapped(V.N, R.Accumulator)} : V;
  const Value New = combined(R.By, Wide, Partial, R.Accumulator);
  return IsInt ? Value{wrapped(New.N, R.Element)} : New;
}

std::vector<std::pair<Value, Value>>
ScanThreads::findValues(const Passed &Given, llvm::ArrayRef<ArrayValue> Into) {
  UpdatesWatch Watch(Host, Given);
  Frames Slots;
  Interpreter Text(Host.W, Host.Cells, Host.End, Slots, Watch, FirstOfThread);
  Values Now;
  for (size_t I = 0; I != Into.size(); ++I)
    Now.push_back({cellOf(Into[I], I).V});
  Starts = {Now};
  for (const std::vector<Place> &Block : blocks()) {
    Values Partial;
    for (const LaunchSite::Result &R : L.Results)
      Partial.push_back(identity(R.By, R.Accumulator));
    for (const Place At : Block)
      if (!Host.End.stopped())
        (void)iterate(Text, Slots, Host.W.N.Functions[L.Updates], Given, At,
                      Partial, /*IsUpdates=*/true);
    for (size_t I = 0; I != Now.size(); ++I)
      Now[I] = combinedWith(I, Now[I], Partial[I]);
    Starts.push_back(Now);
  }
  std::vector<std::pair<Value, Value>> Ends;
  for (size_t I = 0; I != Now.size(); ++I)
    Ends.push_back({Starts.front()[I], Now[I]});
  return Ends;
}

void ScanThreads::run(const Passed &Given, llvm::ArrayRef<ArrayValue> Into) {
  ThreadWatch Watch(Host, Given);
  Frames Slots;
  Interpreter Text(Host.W, Host.Cells, Host.End, Slots, Watch, FirstOfThread);
  size_t Number = 0;
  for (const std::vector<Place> &Block : blocks()) {
    Values Now = Starts[Number++];
    for (const Place At : Block) {
      if (Host.End.stopped())
        return;
      Watch.begin({At.first, 0, 0, At.second, 0, 0});
      Live += iterate(Text, Slots, Host.W.N.Functions[L.Kernel], Given, At, Now,
                      /*IsUpdates=*/false);
    }
    for (size_t I = 0; I != Now.size() && !Host.End.stopped(); ++I)
      if (Now[I].N != Starts[Number][I].N)
        Host.End.wrong("the iterations of a block make another value of " +
                       Host.W.describe(Into[I].Pointer.N) +
                       " than the first kernel of the scan");
  }
  for (size_t I = 0; I != Into.size() && !Host.End.stopped(); ++I) {
    if (Watch.Touched.reduces(Into[I].Pointer.N))
      Host.End.wrong("threads touch " + Host.W.describe(Into[I].Pointer.N) +
                     " besides scanning over it");
    Cell &C = cellOf(Into[I], I);
    C.V = Starts.back()[I].N;
    C.Written = true;
  }
  Touched = Watch.Touched;
}

} // namespace validate
} // namespace heddle
