//===- Runs.cpp - Runs of a launch, and of the loop as written ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/Runs.h"
#include "Validate/Launch/BlockPhases.h"
#include "Validate/Launch/KernelThreads.h"
#include "Validate/Launch/ScanThreads.h"
#include "Validate/Launch/TableRows.h"
#include "Validate/Selection/Threads.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {
namespace {

constexpr unsigned MostThreads = 20000;

} // namespace

bool assumptionsHold(World &W, uint64_t Steps) {
  HostRun Host(W, Steps);
  Host.Slots.restart(W.N.Slots);
  for (const Node *A : W.N.Assumptions)
    if (!Host.Text.eval(A).N && !Host.End.isUndefined())
      return false;
  return !Host.End.isUndefined();
}

LoopRun::LoopRun(World &W, uint64_t Steps, Sample *Some) : Host(W, Steps) {
  if (!Some)
    return;
  Sampled.emplace(*Some, Host.Text);
  Host.Text.surround(&*Sampled);
}

void LoopRun::run() {
  const Nest &N = Host.W.N;
  // No loop leaves that in a variable.
  constexpr int64_t Unset = 0x5eed0fbad1dea5e7;
  Host.Slots.restart(N.Slots);
  for (const Node *Line : N.BeforeLoops)
    (void)Host.Text.exec(Line);
  for (const LastValue &K : N.Kept)
    Host.Slots.slot(K.Slot) = {Unset};
  (void)Host.Text.exec(N.Written);
  for (const LastValue &K : N.Kept)
    if (!Sampled && !Host.End.stopped() && Host.Slots.slot(K.Slot).N != Unset)
      (void)Host.Text.exec(K.Store);
}

/// The first loop in S; null: there is none.
static const Node *outermostLoop(const Node *S) {
  if (!S || S->What == Op::Loop)
    return S;
  for (const Node *Kid : S->Kids)
    if (const Node *Found = outermostLoop(Kid))
      return Found;
  return nullptr;
}

void LaunchRun::run() {
  if (runsCpuThreads())
    Host.Watch.share(outermostLoop(How == Mode::Collapsed ? N.Collapsed
                                   : How == Mode::Blocked ? N.Blocked
                                                          : N.Parallel));
  Host.run(N.Block);
  if (const std::optional<int64_t> Place = Host.Watch.raced();
      Place && !Host.End.stopped())
    Host.End.wrong("two of them touch " + Host.W.describe(*Place) +
                   ", and one writes it");
  SkippedAll |= Skip == 0;
  // A part that leaves it to its own loops is not the whole that does.
  if (N.InParts && Taken == Path::Sequential && !LeftToLoop)
    Taken = Kernels.empty() ? Path::Nothing : Path::Done;
  if (Taken == Path::None)
    Taken = Path::Nothing;
}

std::optional<Flow> LaunchRun::instead(const Node *S) {
  if (S == N.Written || (S == N.Parallel && !runsCpuThreads())) {
    Taken = Path::Sequential;
    LeftToLoop = true;
    return Flow::Return;
  }
  if (Hulls.leaves())
    return Flow::Return;
  if (S->What == Op::HullPass)
    return Hulls.pass(S->Kids[0]);
  if (How == Mode::Shapes && llvm::is_contained(N.LoopsOfParts, S))
    return Flow::Next;
  return std::nullopt;
}

Value LaunchRun::operation(const Node *E) {
  if (E->What == Op::Run)
    return runKernel(E);
  llvm::SmallVector<Value, 6> V;
  for (const Node *Kid : E->Kids)
    V.push_back(Host.Text.eval(Kid));
  if (E->What >= Op::Segments && E->What <= Op::SegmentsArg)
    return Lists.operation(E, V, /*Wanted=*/How == Mode::Kernels);
  if (E->What >= Op::Hull && E->What <= Op::HullEnd)
    return Hulls.operation(E, V);
  if (E->What == Op::RowsArg)
    return Values.table(E, V, N.Tables[static_cast<size_t>(E->Extent)]);
  if (E->What == Op::RowsCopy)
    return Values.tableCopy(V[0]);
  if (E->What == Op::HostCopy)
    return hostCopy(Values.array(V[0]));
  if (E->What == Op::RowsApart)
    return {How == Mode::Shapes ||
            rowsOf(Host, *Values.table(Values.array(V[0]))).areApart()};
  if (E->What == Op::Apart && hasTable(V))
    return {How == Mode::Shapes || areTablesApart(V[0], V[1])};
  if (E->What == Op::WholeRuns) {
    AsksForRuns = true;
    return RunsAreWhole ? V[0] : Value{0};
  }
  if (E->What != Op::Fits)
    return Values.made(E, V);
  if (Skip) {
    --Skip;
    return {0};
  }
  return {fits(Values.shape(V[0]))};
}

bool LaunchRun::hasTable(llvm::ArrayRef<Value> Arrays) const {
  return llvm::any_of(Arrays, [this](const Value &A) {
    return Values.table(Values.array(A)) != nullptr;
  });
}

/// Whether two arguments are, at least one of which is a table.
bool LaunchRun::areTablesApart(Value A, Value B) {
  const TableValue *T = Values.table(Values.array(A));
  if (!T)
    return areTablesApart(B, A);
  const TableRows Rows = rowsOf(Host, *T);
  if (const TableValue *Other = Values.table(Values.array(B)))
    return Rows.areApartFrom(rowsOf(Host, *Other));
  return Rows.areApartFrom(Values.array(B));
}

/// The rows of the table argument A, and the table that the kernel gets, which
/// is Bound. False where the launch runs the loop instead.
bool LaunchRun::passTable(const ArrayValue &A, Passed &To, Value &Bound) {
  const TableValue &T = *Values.table(A);
  if (How == Mode::Shapes) {
    Bound = T.Pointer;
    return true;
  }
  const TableRows Rows = rowsOf(Host, T);
  if (!Rows.Known)
    return false;
  std::vector<Value> Leads;
  for (const ArrayValue &Each : Rows.Rows)
    if (!To.bindArray(Each, Leads.emplace_back()))
      return false;
  std::vector<ArrayValue> Made;
  Bound = tableForKernel(Host, Values, T, Leads, Made);
  return llvm::all_of(Made, [&](const ArrayValue &Each) {
    Value Unused;
    return To.bindArray(Each, Unused);
  });
}

/// Only the loops of CPU threads have one.
Value LaunchRun::hostCopy(const ArrayValue &A) {
  Value Pointer;
  if (runsCpuThreads())
    (void)Passed(Host.W, Host.Cells, Host.End).bindArray(A, Pointer);
  return Pointer;
}

/// A launch that takes a copy leaves the loop to one thread of the CPU, unless
/// the loops for several of them have it, too.
bool LaunchRun::takesCopy(const Node *E) {
  return llvm::any_of(llvm::drop_begin(E->Kids), [this](const Node *A) {
    return A->Ty.K == Type::Handle &&
           Values.array(Host.Text.eval(A)).How == Access::Copy;
  });
}

/// The operands of E behind the shape: arrays of the results, then arguments.
/// False where the launch runs the loop instead.
bool LaunchRun::pass(const Node *E, Passed &To,
                     std::vector<ArrayValue> &Reduced) {
  const LaunchSite &L = N.Launches[E->Number];
  const Function &F = N.Functions[L.Kernel];
  const size_t Results = L.Results.size();
  const unsigned First = L.Reduces ? 2 : 0;
  To.Arguments.assign(First, {});
  for (size_t I = 0; I != Results; ++I) {
    Reduced.push_back(Values.array(Host.Text.eval(E->Kids[1 + I])));
    Value Pointer;
    if (!To.bindArray(Reduced.back(), Pointer))
      return false;
    Host.Seen.Unordered.insert(objectOf(Pointer.N));
  }
  for (size_t I = 1 + Results; I != E->Kids.size(); ++I) {
    const size_t P = I - 1 - Results + First;
    const Value V = Host.Text.eval(E->Kids[I]);
    if (E->Kids[I]->Ty.K == Type::Handle && hasTable(V)) {
      To.Arguments.emplace_back();
      Value Bound;
      if (!passTable(Values.array(V), To, Bound) || Host.End.stopped())
        return false;
      To.Arguments.back() = Bound;
      continue;
    }
    if (!To.bind(E->Kids[I], V, F.Params[P], F.Divisor[P], Values) ||
        Host.End.stopped())
      return false;
  }
  return true;
}

Value LaunchRun::runKernel(const Node *E) {
  const LaunchSite &L = N.Launches[E->Number];
  if (runsCpuThreads())
    return {!L.SharesCopies && takesCopy(E)            ? N.Sequential
            : How == Mode::Collapsed && L.Collapsible  ? N.CollapsedPath
            : How == Mode::Blocked && L.BlockRows != 0 ? N.BlockedPath
                                                       : N.ParallelPath};
  const ShapeValue S = Values.shape(Host.Text.eval(E->Kids[0]));
  if (Host.End.stopped())
    return {};
  Live = 0;
  Passed Given(Host.W, Host.Cells, Host.End);
  std::vector<ArrayValue> Reduced;
  Taken = Path::Sequential;
  if (!pass(E, Given, Reduced))
    return {N.Sequential};
  Taken = Path::Done;
  Kernel = static_cast<unsigned>(E->Number);
  Kernels.push_back(Kernel);
  SkippedAll |= Skip == 0;
  Skip = SkipEach;
  if (!llvm::all_of(S.E, [](Value V) { return V.Ok && V.N >= 1; })) {
    Host.End.wrong("a grid or block without threads is launched");
    return {};
  }
  if (!fits(S)) {
    Host.End.wrong("a thread space that no device has is launched");
    return {};
  }
  if (N.Functions[L.Kernel].isInPhases() &&
      std::any_of(S.E.begin(), S.E.begin() + 3,
                  [](Value V) { return V.N > 1; }))
    InBlocks.push_back(Kernel);
  if (How != Mode::Shapes && L.Scans) {
    if (runScan(E, Given, Reduced, S))
      return {N.Done};
    Taken = Path::Sequential;
    Kernels.pop_back();
    return {N.Sequential};
  }
  if (How != Mode::Shapes && N.Functions[L.Kernel].isInPhases())
    runBlocks(L, Given, S);
  else if (How != Mode::Shapes)
    runThreads(L, Given, Reduced, S);
  return {N.Done};
}

void LaunchRun::runThreads(const LaunchSite &L, const Passed &Given,
                           llvm::ArrayRef<ArrayValue> Reduced,
                           const ShapeValue &S) {
  Given.checkCopies();
  Box All;
  for (unsigned I = 0; I != 6; ++I)
    All[I] = {0, S.E[I].N - 1};
  const bool Samples = Some && !L.IsStage && L.Mapped.size() == Some->loops();
  KernelThreads Each(Host, L, Given, Samples ? Some : nullptr);
  ThreadSelection Chosen(N, L, Given.Arguments, Samples ? Some : nullptr,
                         Host.End);
  Chosen.each(All, [&](const Box &B) {
    if (++Threads > MostThreads) {
      TooMany = true;
      return Host.End.exhaust();
    }
    Each.run(B);
  });
  Live = Each.live();
  if (!Host.End.stopped() && L.Reduces)
    Each.reduce(Reduced);
  if (!Host.End.stopped() && !Samples)
    Given.checkOutputs(Each.touched());
}

/// First: what the first kernel is passed. False where what it finds makes the
/// launch run the loop instead.
bool LaunchRun::runScan(const Node *E, const Passed &First,
                        llvm::ArrayRef<ArrayValue> Results,
                        const ShapeValue &S) {
  const LaunchSite &L = N.Launches[E->Number];
  First.checkCopies();
  Box All;
  for (unsigned I = 0; I != 6; ++I)
    All[I] = {0, S.E[I].N - 1};
  ScanThreads Each(Host, L);
  for (const unsigned Function : {L.Updates, L.Kernel}) {
    LaunchSite Of = L;
    Of.Kernel = Function;
    ThreadSelection Chosen(N, Of, First.Arguments, nullptr, Host.End);
    Chosen.each(All, [&](const Box &B) {
      Threads += static_cast<unsigned>(B[0].Hi - B[0].Lo + 1) *
                 static_cast<unsigned>(B[3].Hi - B[3].Lo + 1);
      if (Threads > MostThreads) {
        TooMany = true;
        return Host.End.exhaust();
      }
      Each.add(B);
    });
  }
  Passed Second(Host.W, Host.Cells, Host.End);
  Second.Results = Each.findValues(First, Results);
  std::vector<ArrayValue> Unused;
  if (Host.End.stopped())
    return true;
  if (!pass(E, Second, Unused))
    return false;
  Each.run(Second, Results);
  Live = Each.live();
  if (!Host.End.stopped())
    Second.checkOutputs(Each.touched());
  return true;
}

/// All blocks of a kernel in phases.
void LaunchRun::runBlocks(const LaunchSite &L, const Passed &Given,
                          const ShapeValue &S) {
  InPhases = true;
  Given.checkCopies();
  const std::array<int64_t, 3> Extents{S.E[3].N, S.E[4].N, S.E[5].N};
  BlockPhases Each(Host, N.Functions[L.Kernel], Given, Extents);
  for (int64_t Z = 0; Z != S.E[2].N; ++Z)
    for (int64_t Y = 0; Y != S.E[1].N; ++Y)
      for (int64_t X = 0; X != S.E[0].N; ++X) {
        Threads += static_cast<unsigned>(Extents[0] * Extents[1] * Extents[2]);
        if (Threads > MostThreads) {
          TooMany = true;
          Host.End.exhaust();
        }
        if (Host.End.stopped())
          return;
        Each.run({X, Y, Z});
      }
  if (!Host.End.stopped())
    Given.checkOutputs(Each.touched());
}

} // namespace validate
} // namespace heddle
