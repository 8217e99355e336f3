//===- AllSizes.cpp - Launches compared for all parameters ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/AllSizes.h"
#include "Validate/AffineText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

using isl::Answer;
using isl::take;

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
  Comparison(const Nest &N, unsigned Launch)
      : N(N), Launch(Launch), L(N.Launches[Launch]), F(N.Functions[L.Kernel]),
        Block(N), Text(N, Block) {}

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
  bool threads();
  bool grid();
  isl::Map recovery();

  const Nest &N;
  const unsigned Launch;
  const LaunchSite &L;
  const Function &F;
  BlockValues Block;
  AffineText Text;
  AffineScope Written, Thread;
  isl::Set Fits; ///< parameters for which the thread space fits a device
  std::vector<Body> Bodies;
  const Node *KernelBody = nullptr;
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
  if (S->Extent != Slot || S->Number != 0 || !S->Kids[0] || !S->Kids[2])
    return false;
  const int64_t Step = stepOf(S->Kids[2], Slot);
  auto Begin = Written.Slots.find(Slot);
  if (Step == 0 || Begin == Written.Slots.end() || Begin->second.isNull())
    return false;
  // Slots that the body sets have other values in the next iteration.
  const isl::PwAff First = Begin->second;
  const isl::PwAff Counter = Text.dimension(Level, Written);
  Written.Slots[Slot] = Counter;
  const isl::PwAff Way =
      take(Step > 0 ? isl_pw_aff_sub(Counter.copy(), First.copy())
                    : isl_pw_aff_sub(First.copy(), Counter.copy()));
  isl::Set At = take(isl_pw_aff_nonneg_set(Way.copy()));
  const int64_t Width = Step > 0 ? Step : -Step;
  if (Width > 1)
    At = take(isl_set_intersect(
        At.release(),
        isl_pw_aff_zero_set(isl_pw_aff_mod_val(
            Way.copy(), isl_val_int_from_si(Text.context(), Width)))));
  // The counter has its type's values; that it gets there is the loop's affair.
  Written.Where =
      take(isl_set_intersect(Written.Where.release(), At.release()));
  const isl::Set Reached = Text.truth(S->Kids[0], Written);
  if (Reached.isNull())
    return false;
  // A loop ends where its condition fails for the first time: before each of
  // its values but the first stands another one.
  isl::Set Later =
      take(isl_set_intersect(Reached.copy(), isl_pw_aff_pos_set(Way.copy())));
  isl_multi_aff *Shift = isl_multi_aff_identity(
      isl_space_map_from_set(isl_set_get_space(Later.get())));
  isl_aff *Moved = isl_multi_aff_get_aff(Shift, static_cast<int>(Level));
  Moved = isl_aff_add_constant_val(Moved,
                                   isl_val_int_from_si(Text.context(), -Step));
  Shift = isl_multi_aff_set_aff(Shift, static_cast<int>(Level), Moved);
  const isl::Set Before =
      take(isl_set_apply(Later.copy(), isl_map_from_multi_aff(Shift)));
  if (isl::isSubset(Before, Reached) != Answer::Yes)
    return false;
  Written.Where = Reached;
  return loops(S->Kids[1], Level + 1);
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
    isl::Set In =
        take(isl_set_intersect(isl_pw_aff_nonneg_set(C.copy()),
                               isl_pw_aff_lt_set(C.copy(), Extent.copy())));
    const isl::PwAff Limit = Text.constant(Most[I], Thread);
    const isl::Set Small = take(isl_pw_aff_le_set(Extent.copy(), Limit.copy()));
    In = take(isl_set_intersect(In.release(), Small.copy()));
    Fits =
        take(isl_set_intersect(Fits.release(), isl_set_params(Small.copy())));
    Thread.Where =
        take(isl_set_intersect(Thread.Where.release(), In.release()));
  }
  return true;
}

/// The kernel up to its body: which threads get there, and what they know.
bool Comparison::threads() {
  const Node *Run = Block.run(Launch);
  if (!Run || F.Body->What != Op::Seq || F.Body->Kids.empty() || !grid())
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
  for (size_t I = 1 + L.Results.size(); I != Run->Kids.size(); ++I)
    if (Run->Kids[I]->Ty.isInt() || Run->Kids[I]->Ty.K == Type::Checked)
      Thread.Slots[static_cast<int64_t>(First + I - 1 - L.Results.size())] =
          Text.value(Run->Kids[I], There);
  for (const Node *Line : llvm::drop_end(F.Body->Kids)) {
    if (Line->What == Op::SetSlot) {
      Thread.Slots[Line->Number] = Text.value(Line->Kids[0], Thread);
      continue;
    }
    const bool Leaves = Line->What == Op::If && !Line->Kids[2] &&
                        Line->Kids[1]->What == Op::Return &&
                        Line->Kids[1]->Kids.empty();
    const isl::Set Off =
        Leaves ? Text.truth(Line->Kids[0], Thread) : isl::Set();
    if (Off.isNull())
      return false;
    Thread.Where = take(isl_set_subtract(Thread.Where.release(), Off.copy()));
  }
  KernelBody = F.Body->Kids.back();
  return true;
}

/// From threads to the counters that they recover.
isl::Map Comparison::recovery() {
  isl_map *All = nullptr;
  for (const unsigned Slot : L.Mapped) {
    auto At = Thread.Slots.find(Slot);
    if (At == Thread.Slots.end() || At->second.isNull()) {
      isl_map_free(All);
      return {};
    }
    isl_map *One = isl_map_from_pw_aff(At->second.copy());
    All = All ? isl_map_flat_range_product(All, One) : One;
  }
  return take(isl_map_intersect_domain(All, Thread.Where.copy()));
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

ForAll Comparison::run() {
  if (L.Mapped.empty() || !N.Written || N.IsTensor)
    return ForAll::Unknown;
  const unsigned Rank = static_cast<unsigned>(L.Mapped.size());
  isl_ctx *Ctx = Text.context();
  Written.Space = take(isl_space_set_alloc(Ctx, 0, Rank));
  Written.Where = take(isl_set_universe(Written.Space.copy()));
  Written.IsSource = true;
  if (!loops(N.Written, 0) || Bodies.empty())
    return ForAll::Unknown;
  // Where no iteration runs the launch has no kernel, which runs tell.
  isl::Set Any = take(isl_set_params(Bodies[0].Iterations.copy()));
  Any = take(isl_set_intersect(Any.release(), Text.types().copy()));
  Fits = Any;
  Thread.Space = take(isl_space_set_alloc(Ctx, 0, 6));
  Thread.HasThreads = !L.Reduces;
  Thread.Where = take(isl_set_intersect_params(
      isl_set_universe(Thread.Space.copy()), Any.copy()));
  if (!threads())
    return ForAll::Unknown;
  const isl::Map Recovery = recovery();
  if (Recovery.isNull())
    return ForAll::Unknown;
  const Answer OneToOne = isl::answer(isl_map_is_injective(Recovery.get()));
  const isl::Set Sizes =
      take(isl_set_intersect(Fits.copy(), Text.types().copy()));
  const isl::Set Recovered = take(
      isl_set_intersect_params(isl_map_range(Recovery.copy()), Sizes.copy()));
  bool Different = OneToOne == Answer::No;
  if (OneToOne == Answer::Yes) {
    Different = true;
    for (const Body &B : Bodies) {
      const isl::Set Iterations =
          take(isl_set_intersect_params(B.Iterations.copy(), Sizes.copy()));
      const Answer Equal = isl::isEqual(Recovered, Iterations);
      Different &= Equal == Answer::No;
      if (Equal == Answer::Yes &&
          isSameText(N, Block, Launch, KernelBody, B.What))
        return Text.exhausted() ? ForAll::Unknown : ForAll::Same;
    }
  }
  // A kernel may leave out iterations that do nothing.
  return Different && !Text.exhausted() && !Text.hasParameters() &&
                 Bodies.size() == 1 && alwaysWrites(Bodies[0].What)
             ? ForAll::Differs
             : ForAll::Unknown;
}

} // namespace

ForAll compareForAll(const Nest &N, unsigned Launch) {
  return Comparison(N, Launch).run();
}

} // namespace validate
} // namespace heddle
