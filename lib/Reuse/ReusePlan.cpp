//===- ReusePlan.cpp - Which tensors share memory -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Reuse/ReusePlan.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <tuple>

using namespace heddle;

namespace {

constexpr int Before = -1, Forever = INT_MAX;

/// Where a statement reads, and where it then stores.
constexpr int readPoint(int Statement) { return 2 * Statement; }
constexpr int writePoint(int Statement) { return 2 * Statement + 1; }
constexpr int statementOf(int Point) { return Point / 2; }

/// While elements must stay as they are; both ends are inside.
struct Span {
  int Begin = Before, End = Before;
  /// The statement that it ends in may assign the same memory.
  bool EndsInPlace = false;
  /// heddle::dead, if that ends it.
  int DeadAt = -1;
};

/// One buffer: Owner declares it, the others stand in it.
struct Buffer {
  unsigned Owner = 0;
  std::vector<unsigned> Others;
};

/// The gain by one more tensor in a buffer, where the least value is the best:
/// it begins where another ends; it has the owner's type; the memory is needed
/// soon again.
using Rank = std::tuple<bool, bool, int>;

class Planner {
public:
  Planner(const Program &B, Report &R) : B(B), R(R) {}

  ReusePlan run();

private:
  std::vector<Span> ownSpans(unsigned Tensor) const;
  Span wholeSpan(unsigned Tensor) const;
  bool endsInPlace(unsigned Tensor, int Statement) const;
  bool beginsFull(unsigned Tensor) const;
  void checkPromises();

  bool sameType(unsigned A, unsigned C) const {
    return B.Arrays[A].Tensor.Type == B.Arrays[C].Tensor.Type;
  }
  /// Nothing else can be in its memory.
  bool isPrivate(unsigned T) const {
    return B.Arrays[T].Tensor.Local && B.Arrays[T].Tensor.Followed;
  }
  bool fits(unsigned Tensor, unsigned Owner) const;
  bool isMapped(unsigned Tensor) const;
  bool meet(const Span &A, unsigned TensorA, const Span &C,
            unsigned TensorC) const;
  bool areApart(unsigned A, unsigned C) const;
  /// The owner's own spans before and after a tensor's.
  std::pair<const Span *, const Span *> around(const std::vector<Span> &Own,
                                               const Span &Whole) const;
  bool isUndisturbed(unsigned Tensor, unsigned Owner,
                     const std::vector<Span> &Own) const;
  std::pair<int, int> rangeOf(unsigned Tensor, unsigned Owner,
                              const std::vector<Span> &Own) const;
  bool isPossible(const Buffer &X) const;
  Buffer with(Buffer X, unsigned Tensor) const;
  Rank rank(const Buffer &X, unsigned Tensor) const;
  void place(unsigned Tensor);
  Reuse describe(unsigned Tensor, const Buffer &X) const;
  std::vector<unsigned> meetings(unsigned Tensor, unsigned Owner) const;
  const Buffer *bufferOf(unsigned Tensor) const;

  const Program &B;
  Report &R;
  std::vector<Buffer> Buffers;
};

template <class F> void eachAccess(const Program &B, unsigned Tensor, F f) {
  for (size_t K = 0; K != B.Steps.size(); ++K)
    for (const ArrayEffect &A : B.Steps[K].Effects)
      if (A.Array == Tensor)
        f(static_cast<int>(K), A);
}

/// Errors for what is read although it is said to be dead.
void Planner::checkPromises() {
  for (unsigned T = 0; T != B.Arrays.size(); ++T) {
    const ArrayEffect *Dead = nullptr;
    eachAccess(B, T, [&](int, const ArrayEffect &A) {
      if (A.Kind == ArrayEffect::Dead)
        Dead = &A;
      else if (A.Kind == ArrayEffect::Full || A.Kind == ArrayEffect::Unknown)
        Dead = nullptr;
      else if (A.Kind == ArrayEffect::Read && Dead) {
        R.add(DiagID::HD174, A.Where, B.Arrays[T].Name)
            .note(Dead->Where, "it is declared dead here");
        Dead = nullptr;
      }
    });
  }
}

/// All that the statement does with Tensor is to read its elements at the index
/// at which it stores.
bool Planner::endsInPlace(unsigned Tensor, int Statement) const {
  const ProgramStep &S = B.Steps[static_cast<size_t>(Statement)];
  if (S.Mapped || S.Opaque)
    return false;
  return llvm::all_of(S.Effects, [&](const ArrayEffect &A) {
    return A.Array != Tensor || A.Kind == ArrayEffect::Dead ||
           (A.Kind == ArrayEffect::Read && A.InPlace);
  });
}

bool Planner::beginsFull(unsigned Tensor) const {
  std::optional<bool> Full;
  eachAccess(B, Tensor, [&](int, const ArrayEffect &A) {
    if (!Full && A.Kind != ArrayEffect::Dead)
      Full = A.Kind == ArrayEffect::Full;
  });
  return Full.value_or(false);
}

/// While the values of a tensor are needed, which has memory of its own. One
/// that the block declares has zeros from its declaration on.
std::vector<Span> Planner::ownSpans(unsigned Tensor) const {
  const ProgramArray &T = B.Arrays[Tensor];
  std::vector<Span> Spans;
  std::optional<Span> Now;
  if (!T.Tensor.Local)
    Now.emplace();
  else if (!beginsFull(Tensor))
    Now = {readPoint(T.Tensor.Declared), readPoint(T.Tensor.Declared)};
  auto End = [&](int DeadAt) {
    if (!Now)
      return;
    Now->DeadAt = DeadAt;
    Now->EndsInPlace = Now->End % 2 == 0 && Now->End >= 0 &&
                       endsInPlace(Tensor, statementOf(Now->End));
    Spans.push_back(*Now);
    Now.reset();
  };
  eachAccess(B, Tensor, [&](int K, const ArrayEffect &A) {
    switch (A.Kind) {
    case ArrayEffect::Dead:
      return End(K);
    case ArrayEffect::Full:
      End(-1);
      Now = {writePoint(K), writePoint(K)};
      return;
    case ArrayEffect::Read:
      if (!Now)
        Now = {readPoint(K)};
      Now->End = readPoint(K);
      return;
    case ArrayEffect::Partial:
    case ArrayEffect::Unknown:
      if (!Now)
        Now = {readPoint(K)};
      Now->End = writePoint(K);
      return;
    }
  });
  if (Now && !T.Tensor.Local)
    Now->End = Forever;
  End(-1);
  return Spans;
}

/// From the first mention to the last, of a tensor in another's memory.
Span Planner::wholeSpan(unsigned Tensor) const {
  std::vector<Span> Own = ownSpans(Tensor);
  Span Whole = Own.back();
  Whole.Begin = Own.front().Begin;
  return Whole;
}

bool Planner::isMapped(unsigned Tensor) const {
  bool Mapped = false;
  eachAccess(B, Tensor, [&](int K, const ArrayEffect &) {
    Mapped |= B.Steps[static_cast<size_t>(K)].Mapped;
  });
  return Mapped;
}

bool Planner::fits(unsigned Tensor, unsigned Owner) const {
  const ProgramArray &T = B.Arrays[Tensor], &O = B.Arrays[Owner];
  if (!T.Tensor.Receives || !O.Tensor.Lends ||
      T.Tensor.Declared <= O.Tensor.Declared ||
      T.ElementType != O.ElementType || !beginsFull(Tensor))
    return false;
  // A kernel's launch has been made for a tensor.
  if (!sameType(Tensor, Owner) && isMapped(Tensor))
    return false;
  if (T.Tensor.Elements)
    return O.Tensor.Elements && *T.Tensor.Elements <= *O.Tensor.Elements;
  if (!sameType(Tensor, Owner) || T.Tensor.Extents.empty())
    return false;
  return O.Tensor.Extents.empty() ? !O.Tensor.Local
                                  : O.Tensor.Extents == T.Tensor.Extents;
}

/// Do two spans in one memory exclude each other.
bool Planner::meet(const Span &A, unsigned TensorA, const Span &C,
                   unsigned TensorC) const {
  if (C.Begin < A.Begin)
    return meet(C, TensorC, A, TensorA);
  if (A.End >= C.Begin)
    return true;
  bool SameStatement = A.End >= 0 && A.End / 2 == C.Begin / 2;
  return SameStatement && !(A.EndsInPlace && sameType(TensorA, TensorC));
}

/// For certain, whatever the program.
bool Planner::areApart(unsigned A, unsigned C) const {
  if (isPrivate(A) || isPrivate(C))
    return true;
  // Two objects; views may be of any.
  if (!B.Arrays[A].Tensor.IsView && !B.Arrays[C].Tensor.IsView &&
      !sameType(A, C))
    return true;
  TensorFacts::Memory InA = B.Arrays[A].Tensor.In, InC = B.Arrays[C].Tensor.In;
  auto Owns = [](TensorFacts::Memory In) {
    return In == TensorFacts::Automatic || In == TensorFacts::Static;
  };
  if (Owns(InA) && Owns(InC))
    return true;
  return (InA == TensorFacts::Automatic && InC == TensorFacts::Parameter) ||
         (InC == TensorFacts::Automatic && InA == TensorFacts::Parameter);
}

std::pair<const Span *, const Span *>
Planner::around(const std::vector<Span> &Own, const Span &Whole) const {
  const Span *Last = nullptr, *Next = nullptr;
  for (const Span &S : Own)
    if (S.Begin <= Whole.Begin)
      Last = &S;
    else if (!Next)
      Next = &S;
  return {Last, Next};
}

/// The first and the last statement in which the memory of an Owner from
/// outside of the block must be Tensor's alone, or as it was.
std::pair<int, int> Planner::rangeOf(unsigned Tensor, unsigned Owner,
                                     const std::vector<Span> &Own) const {
  Span Whole = wholeSpan(Tensor);
  auto [Last, Next] = around(Own, Whole);
  int End = statementOf(Whole.End);
  if (Last && Last->DeadAt >= 0)
    End = std::max(End, Last->DeadAt);
  else if (Next)
    End = std::max(End, statementOf(Next->Begin));
  return {B.Arrays[Tensor].Tensor.Declared, End};
}

/// Nobody else can see that an Owner from outside of the block holds other
/// values than the program says: nothing unknown runs meanwhile, and unless it
/// is declared dead, no exception leaves the block. (One that leaves the first
/// assignment does so before anything is stored.)
bool Planner::isUndisturbed(unsigned Tensor, unsigned Owner,
                            const std::vector<Span> &Own) const {
  Span Whole = wholeSpan(Tensor);
  auto [Last, Next] = around(Own, Whole);
  auto [Begin, End] = rangeOf(Tensor, Owner, Own);
  int Shown = Last && Last->DeadAt >= 0 ? Last->DeadAt : End;
  for (int K = Begin; K <= End; ++K) {
    const ProgramStep &S = B.Steps[static_cast<size_t>(K)];
    if (S.Opaque || (statementOf(Whole.Begin) < K && K <= Shown && S.MayThrow))
      return false;
    if (K < statementOf(Whole.Begin))
      continue;
    for (const ArrayEffect &A : S.Effects) {
      const ProgramArray &T = B.Arrays[A.Array];
      if (A.Array == Tensor || A.Array == Owner ||
          A.Kind == ArrayEffect::Dead || areApart(A.Array, Owner))
        continue;
      // The program compares where the tensor is declared.
      if (!T.Tensor.Comparable ||
          T.Tensor.Declared >= B.Arrays[Tensor].Tensor.Declared)
        return false;
    }
  }
  return true;
}

bool Planner::isPossible(const Buffer &X) const {
  std::vector<Span> Own = ownSpans(X.Owner);
  std::vector<std::pair<unsigned, Span>> All;
  for (const Span &S : Own)
    All.push_back({X.Owner, S});
  for (unsigned T : X.Others) {
    if (!fits(T, X.Owner) ||
        (!B.Arrays[X.Owner].Tensor.Local && !isUndisturbed(T, X.Owner, Own)))
      return false;
    Span Whole = wholeSpan(T);
    for (const auto &[Other, S] : All)
      if (meet(S, Other, Whole, T))
        return false;
    All.push_back({T, Whole});
  }
  return true;
}

/// The owner is the tensor that is declared first.
Buffer Planner::with(Buffer X, unsigned Tensor) const {
  if (B.Arrays[Tensor].Tensor.Declared < B.Arrays[X.Owner].Tensor.Declared)
    std::swap(X.Owner, Tensor);
  X.Others.push_back(Tensor);
  return X;
}

Rank Planner::rank(const Buffer &X, unsigned Tensor) const {
  Span Whole = wholeSpan(Tensor);
  bool Meets = false, SameType = true;
  int Next = Forever;
  auto Look = [&](unsigned Other, const Span &S) {
    if (Other == Tensor)
      return;
    SameType &= sameType(Other, Tensor);
    Meets |= S.End >= 0 && S.End == Whole.Begin - 1;
    if (S.Begin > Whole.Begin)
      Next = std::min(Next, S.Begin);
  };
  for (const Span &S : ownSpans(X.Owner))
    Look(X.Owner, S);
  for (unsigned Other : X.Others)
    Look(Other, wholeSpan(Other));
  return {!Meets, !SameType, Next};
}

/// Into the buffer that is best for it, or into one of its own.
void Planner::place(unsigned Tensor) {
  std::optional<Rank> Best;
  Buffer *Into = nullptr;
  for (Buffer &X : Buffers) {
    Buffer Grown = with(X, Tensor);
    if (!isPossible(Grown))
      continue;
    Rank Found = rank(Grown, Tensor);
    if (!Best || Found < *Best) {
      Best = Found;
      Into = &X;
    }
  }
  if (Into)
    *Into = with(*Into, Tensor);
  else
    Buffers.push_back({Tensor, {}});
}

const Buffer *Planner::bufferOf(unsigned Tensor) const {
  for (const Buffer &X : Buffers)
    if (X.Owner == Tensor || llvm::is_contained(X.Others, Tensor))
      return &X;
  return nullptr;
}

/// The owners of memory that is used while Tensor stands in Owner's memory, and
/// that may be the same memory.
std::vector<unsigned> Planner::meetings(unsigned Tensor, unsigned Owner) const {
  std::vector<unsigned> Found;
  if (B.Arrays[Owner].Tensor.Local)
    return Found;
  auto [Begin, End] = rangeOf(Tensor, Owner, ownSpans(Owner));
  for (int K = Begin; K <= End; ++K)
    for (const ArrayEffect &A : B.Steps[static_cast<size_t>(K)].Effects) {
      const Buffer *X = bufferOf(A.Array);
      unsigned Other = X ? X->Owner : A.Array;
      if (Other != Owner && A.Kind != ArrayEffect::Dead &&
          !areApart(Other, Owner) && !llvm::is_contained(Found, Other))
        Found.push_back(Other);
    }
  return Found;
}

Reuse Planner::describe(unsigned Tensor, const Buffer &X) const {
  Reuse U;
  U.Tensor = Tensor;
  U.Lender = X.Owner;
  U.SameType = sameType(Tensor, X.Owner);
  U.ComparesShapes = !B.Arrays[Tensor].Tensor.Elements;
  Span Whole = wholeSpan(Tensor);
  std::vector<Span> Own = ownSpans(X.Owner);
  auto Look = [&](const Span &S) {
    U.SameStatement |= S.End >= 0 && S.End == Whole.Begin - 1;
  };
  llvm::for_each(Own, Look);
  for (unsigned Other : X.Others)
    if (Other != Tensor)
      Look(wholeSpan(Other));
  const Span *Last = around(Own, Whole).first;
  U.Promised = Last && Last->DeadAt >= 0;
  U.Apart = meetings(Tensor, X.Owner);
  return U;
}

ReusePlan Planner::run() {
  ReusePlan Plan;
  checkPromises();
  if (R.hasErrors())
    return Plan;
  std::vector<unsigned> Begun;
  for (unsigned T = 0; T != B.Arrays.size(); ++T) {
    const ProgramArray &X = B.Arrays[T];
    if (X.Tensor.Local)
      ++Plan.BuffersBefore;
    else if (X.Tensor.Lends)
      Buffers.push_back({T, {}});
    if (isPrivate(T) && !ownSpans(T).empty())
      Begun.push_back(T);
  }
  llvm::stable_sort(Begun, [&](unsigned A, unsigned C) {
    return wholeSpan(A).Begin < wholeSpan(C).Begin;
  });
  for (unsigned T : Begun)
    place(T);
  for (unsigned T = 0; T != B.Arrays.size(); ++T)
    if (B.Arrays[T].Tensor.Local && B.Arrays[T].Tensor.Keeps.empty() &&
        !beginsFull(T))
      Plan.NeedZeros.push_back(T);
  for (const Buffer &X : Buffers) {
    if (!B.Arrays[X.Owner].Tensor.Local && !X.Others.empty())
      ++Plan.BuffersBefore;
    for (unsigned T : X.Others)
      Plan.Reuses.push_back(describe(T, X));
  }
  llvm::sort(Plan.Reuses, [](const Reuse &A, const Reuse &C) {
    return A.Tensor < C.Tensor;
  });
  Plan.BuffersAfter =
      Plan.BuffersBefore - static_cast<unsigned>(Plan.Reuses.size());
  return Plan;
}

} // namespace

ReusePlan heddle::planReuse(const Program &B, Report &R) {
  assert(verifyProgram(B).empty() && "a program that is none");
  return Planner(B, R).run();
}
