//===- SameText.cpp - Whether a kernel's body is that of the loops --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/AllSizes/AllSizes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

BlockValues::BlockValues(const Nest &N)
    : N(N), Values(N.Slots), Twice(N.Slots), Runs(N.Launches.size()),
      Conditions(N.Launches.size()) {
  collect(N.Block);
}

/// The parts of a conjunction that say what is certain.
static void collectCertain(const Node *E, std::vector<const Node *> &Out) {
  if (E->What == Op::Certain)
    Out.push_back(E);
  if (E->What == Op::Both || E->What == Op::Cast)
    for (const Node *Kid : E->Kids)
      collectCertain(Kid, Out);
}

void BlockValues::collect(const Node *S) {
  if (!S || S == N.Written || S == N.Parallel || S == N.Collapsed ||
      S == N.Blocked)
    return;
  if (S->What == Op::Run) {
    Runs[S->Number] = S;
    Conditions[S->Number] = Around;
  }
  if (S->What == Op::If) {
    collect(S->Kids[0]);
    const size_t Before = Around.size();
    collectCertain(S->Kids[0], Around);
    collect(S->Kids[1]);
    Around.resize(Before);
    return collect(S->Kids[2]);
  }
  if (S->What == Op::SetSlot) {
    Twice[S->Number] = Values[S->Number] != nullptr;
    Values[S->Number] = S->Kids[0];
  }
  for (const Node *Kid : S->Kids)
    collect(Kid);
}

const Node *BlockValues::of(int64_t Slot) const {
  return Twice[Slot] ? nullptr : Values[Slot];
}

const Node *BlockValues::resolved(const Node *E) const {
  while (E && E->What == Op::Slot)
    E = of(E->Number);
  return E;
}

const Node *BlockValues::run(unsigned Launch) const { return Runs[Launch]; }

namespace {

class Comparison {
public:
  Comparison(const Nest &N, const BlockValues &Block, unsigned Launch,
             const Way &W)
      : Block(Block), L(N.Launches[Launch]), F(N.Functions[L.Kernel]),
        Run(Block.run(Launch)) {
    for (size_t I = 0; I != W.Mapped.size(); ++I)
      (void)bind(W.Mapped[I], N.Counters[I].Slot);
  }

  bool same(const Node *K, const Node *W);

private:
  bool bind(int64_t Kernel, int64_t Written);
  const Node *behindArguments(const Node *W);
  bool sameSlot(const Node *K, const Node *W) const;
  bool sameArgument(size_t Parameter, const Node *W) const;
  bool sameInBlock(const Node *A, const Node *B) const;

  const BlockValues &Block;
  const LaunchSite &L;
  const Function &F;
  const Node *Run;
  llvm::DenseMap<int64_t, int64_t> There, Back; ///< slots
  /// What the loops pass to the function of their body, by its slots.
  llvm::DenseMap<int64_t, const Node *> Given;
  unsigned Loops = 0;
};

bool Comparison::bind(int64_t Kernel, int64_t Written) {
  return There.try_emplace(Kernel, Written).first->second == Written &&
         Back.try_emplace(Written, Kernel).first->second == Kernel;
}

/// The node that W runs after it has passed arguments, which are noted; W where
/// it passes none.
const Node *Comparison::behindArguments(const Node *W) {
  if (!W || W->What != Op::Seq || W->Number != PassesArguments)
    return W;
  for (const Node *Line : llvm::drop_end(W->Kids))
    if (Line->What != Op::SetSlot ||
        !Given.try_emplace(Line->Number, Line->Kids[0]).second)
      return W;
  return W->Kids.back();
}

/// Two expressions of the block itself.
bool Comparison::sameInBlock(const Node *A, const Node *B) const {
  if (!A || !B || A == B)
    return A == B;
  if (A->What != B->What || !(A->Ty == B->Ty) || !(A->From == B->From) ||
      A->Number != B->Number || A->Kids.size() != B->Kids.size())
    return false;
  for (size_t I = 0; I != A->Kids.size(); ++I)
    if (!sameInBlock(A->Kids[I], B->Kids[I]))
      return false;
  return true;
}

/// The launch passes W for this parameter of the kernel.
bool Comparison::sameArgument(size_t Parameter, const Node *W) const {
  const size_t Before = L.Reduces ? 2 : 0, Results = L.Results.size();
  if (Parameter < Before)
    return false;
  // The results of a reduction come last; each thread has its own.
  size_t At = Parameter - Before + 1 + Results;
  if (At >= Run->Kids.size())
    At -= Run->Kids.size() - 1;
  if (At == 0 || (At > Results && Parameter - Before + 1 + Results != At))
    return false;
  const Node *A = Run->Kids[At];
  if (A->Ty.K == Type::Handle) {
    A = Block.resolved(A);
    if (A && A->What == Op::GrownArg)
      A = Block.resolved(A->Kids[0]);
    if (!A || A->What != Op::ArrayArg)
      return false;
    A = A->Kids[0];
    if (A->What == Op::PointerOf) { // of a copy
      A = Block.resolved(A->Kids[0]);
      if (!A || A->What != Op::ArrayArg)
        return false;
      A = A->Kids[0];
    }
  }
  return sameInBlock(A, W);
}

bool Comparison::sameSlot(const Node *K, const Node *W) const {
  if (auto At = There.find(K->Number); At != There.end())
    return W->What == Op::Slot && W->Number == At->second && K->Ty == W->Ty;
  const Node *Passed = W->What == Op::Slot ? Given.lookup(W->Number) : nullptr;
  return static_cast<size_t>(K->Number) < F.Params.size() && K->Ty == W->Ty &&
         sameArgument(K->Number, Passed ? Passed : W);
}

bool Comparison::same(const Node *K, const Node *W) {
  W = behindArguments(W);
  if (!K || !W)
    return K == W;
  if (K->What == Op::Slot)
    return sameSlot(K, W);
  // The thread is done with its iteration.
  if (K->What == Op::Return && W->What == Op::Continue)
    return Loops == 0 && K->Kids.empty();
  if (K->What != W->What || !(K->Ty == W->Ty) || !(K->From == W->From) ||
      K->Kids.size() != W->Kids.size())
    return false;
  switch (K->What) {
  case Op::SetSlot:
    return same(K->Kids[0], W->Kids[0]) && bind(K->Number, W->Number);
  case Op::NewObject:
    return bind(K->Number, W->Number);
  case Op::PtrAdd: // a kernel's pointer does not know the array's extent
    if (K->Extent >= 0 && W->Extent >= 0 && K->Extent != W->Extent)
      return false;
    break;
  case Op::Coord:
  case Op::Run:
    return false;
  case Op::Break:
  case Op::Continue:
    if (Loops == 0)
      return false;
    break;
  default:
    break;
  }
  if (K->Number != W->Number)
    return false;
  Loops += K->What == Op::Loop;
  bool Same = true;
  for (size_t I = 0; Same && I != K->Kids.size(); ++I)
    Same = same(K->Kids[I], W->Kids[I]);
  Loops -= K->What == Op::Loop;
  return Same;
}

} // namespace

bool isSameText(const Nest &N, const BlockValues &Block, unsigned Launch,
                const Way &W, const Node *Written) {
  return Block.run(Launch) &&
         Comparison(N, Block, Launch, W).same(W.Body, Written);
}

} // namespace validate
} // namespace heddle
