//===- AllSizes.cpp - Launches compared for all parameters ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/AllSizes/AllSizes.h"
#include "Validate/AllSizes/AffineText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

using isl::Answer;

namespace {

/// The only node under S that sets Slot, or null.
const Node *onlySet(const Node *S, int64_t Slot, unsigned &Count) {
  if (!S)
    return nullptr;
  const Node *Found = nullptr;
  if (S->What == Op::SetSlot && S->Number == Slot) {
    ++Count;
    Found = S;
  }
  for (const Node *Kid : S->Kids)
    if (const Node *One = onlySet(Kid, Slot, Count))
      Found = One;
  return Found;
}

const Node *withoutCasts(const Node *E) {
  while (E->What == Op::Cast)
    E = E->Kids[0];
  return E;
}

/// By how much the increment Next changes Slot; 0: not known.
int64_t stepOf(const Node *Next, int64_t Slot) {
  unsigned Count = 0;
  const Node *Set = onlySet(Next, Slot, Count);
  if (!Set || Count != 1)
    return 0;
  const Node *E = withoutCasts(Set->Kids[0]);
  if (E->What != Op::Add && E->What != Op::Sub)
    return 0;
  const Node *A = withoutCasts(E->Kids[0]), *B = withoutCasts(E->Kids[1]);
  if (A->What != Op::Slot || A->Number != Slot || B->What != Op::Const ||
      B->Number == INT64_MIN)
    return 0;
  return E->What == Op::Add ? B->Number : -B->Number;
}

class Comparison {
public:
  Comparison(const Nest &N, unsigned Launch, const ValueAt *At)
      : N(N), Launch(Launch), L(N.Launches[Launch]), F(N.Functions[L.Kernel]),
        At(At), Block(N), Text(N, Block, At) {}

  ForAll run();

private:
  /// Iterations of the mapped loops, and what runs in each. Behind affine
  /// conditions there are fewer: a kernel may leave those out that do nothing.
  struct Body {
    isl::Set Iterations;
    const Node *What;
  };

  bool loops(const Node *S, unsigned Level);
  bool loop(const Node *S, unsigned Level);
  bool isDefined(const Node *Loop, int64_t Slot, unsigned Level);
  bool turns(const Node *Loop, int64_t Slot, unsigned Dim, AffineScope &S);
  bool threads(bool RunsAreWhole);
  bool grid();
  isl::Map along(const Way &W);
  isl::Map recovery(const Way &W, const AffineScope &S) const;
  isl::Set launched();
  ForAll compare(bool RunsAreWhole);
  bool passesRuns() const;

  const Nest &N;
  const unsigned Launch;
  const LaunchSite &L;
  const Function &F;
  const ValueAt *At;
  BlockValues Block;
  AffineText Text;
  AffineScope Written, Thread;
  isl::Set Fits; ///< parameters for which the thread space fits a device
  std::vector<Body> Bodies;
};

/// Level: how many of the mapped loops are around S.
bool Comparison::loops(const Node *S, unsigned Level) {
  const bool Innermost = Level == L.Mapped.size();
  if (Innermost)
    Bodies.push_back({Written.Where, S});
  if (S->What == Op::If && !S->Kids[2]) {
    isl::Set Then = Text.truth(S->Kids[0], Written);
    if (Then.isNull())
      return Innermost;
    Written.Where = std::move(Then);
    return loops(S->Kids[1], Level);
  }
  if (Innermost)
    return true;
  if (S->What == Op::Seq) {
    for (const Node *Line : llvm::drop_end(S->Kids))
      if (Line->What == Op::SetSlot)
        Written.Slots[Line->Number] = Text.value(Line->Kids[0], Written);
      else if (Line->What != Op::Nop)
        return false;
    return !S->Kids.empty() && loops(S->Kids.back(), Level);
  }
  return S->What == Op::Loop && loop(S, Level);
}

bool Comparison::loop(const Node *S, unsigned Level) {
  const int64_t Slot = N.Counters[Level].Slot;
  return S->Extent == Slot && S->Number == 0 && S->Kids[0] && S->Kids[2] &&
         turns(S, Slot, Level, Written) && isDefined(S, Slot, Level) &&
         loops(S->Kids[1], Level + 1);
}

/// At fixed sizes: the counter has values of its type alone.
bool Comparison::isDefined(const Node *Loop, int64_t Slot, unsigned Level) {
  unsigned Count = 0;
  if (const Node *Set = At ? onlySet(Loop->Kids[2], Slot, Count) : nullptr) {
    const Node *Sum = withoutCasts(Set->Kids[0]);
    Text.needDefined(Text.dimension(Level, Written),
                     withoutCasts(Sum->Kids[0])->Ty, Written);
  }
  return !Text.isUndefined();
}

/// The counter in Slot becomes dimension Dim, for all iterations of the loop.
bool Comparison::turns(const Node *Loop, int64_t Slot, unsigned Dim,
                       AffineScope &S) {
  const int64_t Step = stepOf(Loop->Kids[2], Slot);
  auto Begin = S.Slots.find(Slot);
  if (Step == 0 || Begin == S.Slots.end() || Begin->second.isNull())
    return false;
  // Slots that the body sets have other values in the next iteration.
  const isl::PwAff First = Begin->second;
  const isl::PwAff Counter = Text.dimension(Dim, S);
  S.Slots[Slot] = Counter;
  const isl::PwAff Way = Step > 0 ? Counter - First : First - Counter;
  isl::Set At = Way.whereNonNegative();
  const int64_t Width = Step > 0 ? Step : -Step;
  if (Width > 1)
    At = At.intersect(Way.mod(Width).whereZero());
  // The counter has its type's values; that it gets there is the loop's affair.
  S.Where = S.Where.intersect(At);
  const isl::Set Reached = Text.truth(Loop->Kids[0], S);
  if (Reached.isNull())
    return false;
  // A loop ends where its condition fails for the first time: before each of
  // its values but the first stands another one.
  isl::Set Later = Reached.intersect(Way.wherePositive());
  const isl::Set Before = isl::shifted(Later, Dim, -Step);
  if (isl::isSubset(Before, Reached) != Answer::Yes)
    return false;
  S.Where = Reached;
  return true;
}

/// The coordinates of all threads, as the launch's shape says.
bool Comparison::grid() {
  static constexpr int64_t Most[6] = {2147483647, 65535, 65535, 1024, 1024, 64};
  const Node *Shape = Block.resolved(Block.run(Launch)->Kids[0]);
  if (!Shape || Shape->What != Op::Shape)
    return false;
  AffineScope There;
  There.Space = Thread.Space;
  There.IsBlock = true;
  There.Where = Thread.Where;
  for (unsigned I = 0; I != 6; ++I) {
    const isl::PwAff Extent = Text.value(Shape->Kids[I], There);
    if (Extent.isNull())
      return false;
    const isl::PwAff C = Text.dimension(I, Thread);
    isl::Set In = C.whereNonNegative().intersect(C.lt(Extent));
    const isl::PwAff Limit = Text.constant(Most[I], Thread);
    const isl::Set Small = Extent.le(Limit);
    In = In.intersect(Small);
    Fits = Fits.intersect(Small.params());
    Thread.Where = Thread.Where.intersect(In);
  }
  return true;
}

/// Everything that all threads of the kernel know.
bool Comparison::threads(bool RunsAreWhole) {
  const Node *Run = Block.run(Launch);
  if (!Run || L.Ways.empty() || !grid())
    return false;
  AffineScope There;
  There.Space = Thread.Space;
  There.IsBlock = true;
  There.Where = Thread.Where;
  const size_t First = L.Reduces ? 2 : 0;
  if (L.Reduces) {
    Thread.Slots[0] = Text.dimension(0, Thread);
    Thread.Slots[1] = Text.dimension(3, Thread);
  }
  for (size_t I = 1 + L.Results.size(); I != Run->Kids.size(); ++I) {
    const Node *Argument = Run->Kids[I];
    isl::PwAff &Known =
        Thread.Slots[static_cast<int64_t>(First + I - 1 - L.Results.size())];
    if (Argument->What == Op::WholeRuns)
      Known = RunsAreWhole ? Text.value(Argument->Kids[0], There)
                           : Text.constant(0, There);
    else if (Argument->Ty.isInt() || Argument->Ty.K == Type::Checked)
      Known = Text.value(Argument, There);
  }
  return true;
}

bool Comparison::passesRuns() const {
  const Node *Run = Block.run(Launch);
  return Run && llvm::any_of(Run->Kids, [](const Node *Argument) {
           return Argument->What == Op::WholeRuns;
         });
}

/// From the threads that go that way, and the iterations that each of them runs
/// there, to the counters. Null: not known.
isl::Map Comparison::along(const Way &W) {
  AffineScope S = Thread;
  unsigned Loops = 0;
  for (const Way::Step &Step : W.Steps) {
    isl::Set Holds;
    switch (Step.Is) {
    case Way::Step::Sets:
      S.Slots[Step.What->Number] = Text.value(Step.What->Kids[0], S);
      continue;
    case Way::Step::Other:
      return {};
    case Way::Step::Loop:
      if (!turns(Step.What, Step.Slot, 6 + Loops++, S))
        return {};
      continue;
    case Way::Step::If:
    case Way::Step::IfNot:
    case Way::Step::Leaves:
      Holds = Text.truth(Step.What, S);
      if (Holds.isNull())
        return {};
      S.Where = Step.Is == Way::Step::If ? Holds : S.Where.subtract(Holds);
    }
  }
  return recovery(W, S);
}

isl::Map Comparison::recovery(const Way &W, const AffineScope &S) const {
  std::vector<isl::PwAff> Counters;
  for (const unsigned Slot : W.Mapped) {
    auto At = S.Slots.find(Slot);
    if (At == S.Slots.end() || At->second.isNull())
      return {};
    Counters.push_back(At->second);
  }
  return isl::tuple(Counters).intersectDomain(S.Where);
}

/// Whether S writes an element, whatever its conditions are.
bool alwaysWrites(const Node *S) {
  switch (S->What) {
  case Op::Store:
  case Op::Update:
  case Op::CopyBytes:
    return true;
  case Op::SetSlot:
  case Op::Then:
  case Op::Cast:
    return llvm::any_of(S->Kids, alwaysWrites);
  case Op::Seq:
    for (const Node *Line : S->Kids) {
      if (alwaysWrites(Line))
        return true;
      if (Line->What >= Op::Seq && Line->What != Op::Nop)
        return false; // a statement that may leave
    }
    return false;
  case Op::If:
    return S->Kids[2] && alwaysWrites(S->Kids[1]) && alwaysWrites(S->Kids[2]);
  default:
    return false;
  }
}

/// The parameters for which conditions in front of the launch hold, of those
/// that are affine.
isl::Set Comparison::launched() {
  AffineScope There;
  There.Space = isl::Space::sets(Text.context(), 0);
  There.Where = isl::Set::universe(There.Space);
  There.IsBlock = true;
  for (const Node *C : Block.conditions(Launch)) {
    const isl::Set Holds = Text.truth(C->Kids[0], There);
    if (!Holds.isNull())
      There.Where = Holds;
  }
  return There.Where.params();
}

ForAll Comparison::compare(bool RunsAreWhole) {
  // Where no iteration runs the launch has no kernel, which runs tell.
  isl::Set Any = Bodies[0].Iterations.params().intersect(launched());
  Any = Any.intersect(Text.types());
  Fits = Any;
  const unsigned Loops = L.Ways.empty() ? 0 : L.Ways.front().Loops;
  Thread = AffineScope();
  Thread.Space = isl::Space::sets(Text.context(), 6 + Loops);
  Thread.HasThreads = !L.Reduces;
  Thread.Where = isl::Set::universe(Thread.Space).intersectParams(Any);
  if (!threads(RunsAreWhole))
    return ForAll::Unknown;
  isl::Map Recovery;
  for (const Way &W : L.Ways) {
    const isl::Map One = W.Loops == Loops ? along(W) : isl::Map();
    if (One.isNull())
      return Text.isBeyondType() && !Text.exhausted() ? ForAll::BeyondType
                                                      : ForAll::Unknown;
    Recovery = Recovery.isNull() ? One : unite(Recovery, One);
  }
  const Answer OneToOne = isl::isInjective(Recovery);
  const isl::Set Sizes = Fits.intersect(Text.types());
  const isl::Set Recovered = Recovery.range().intersectParams(Sizes);
  bool Different = OneToOne == Answer::No;
  if (OneToOne == Answer::Yes) {
    Different = true;
    for (const Body &B : Bodies) {
      const isl::Set Iterations = B.Iterations.intersectParams(Sizes);
      const Answer Equal = isl::isEqual(Recovered, Iterations);
      Different &= Equal == Answer::No;
      if (Equal == Answer::Yes && llvm::all_of(L.Ways, [&](const Way &W) {
            return W.Body && isSameText(N, Block, Launch, W, B.What);
          }))
        return Text.exhausted() ? ForAll::Unknown : ForAll::Same;
    }
  }
  // A kernel may leave out iterations that do nothing.
  return Different && !Text.exhausted() && !Text.hasParameters() &&
                 Bodies.size() == 1 && alwaysWrites(Bodies[0].What)
             ? ForAll::Differs
             : ForAll::Unknown;
}

/// Arrays may begin anywhere, so that both numbers of whole runs are looked at.
ForAll Comparison::run() {
  if (L.Mapped.empty() || !N.Written || N.IsTensor)
    return ForAll::Unknown;
  const unsigned Rank = static_cast<unsigned>(L.Mapped.size());
  Written.Space = isl::Space::sets(Text.context(), Rank);
  Written.Where = isl::Set::universe(Written.Space);
  Written.IsSource = true;
  if (!loops(N.Written, 0) || Bodies.empty())
    return Text.isUndefined() ? ForAll::Undefined : ForAll::Unknown;
  const ForAll Whole = compare(/*RunsAreWhole=*/true);
  if (Whole != ForAll::Same || !passesRuns())
    return Whole;
  return compare(/*RunsAreWhole=*/false);
}

} // namespace

ForAll compareForAll(const Nest &N, unsigned Launch, const ValueAt *At) {
  return Comparison(N, Launch, At).run();
}

} // namespace validate
} // namespace heddle
