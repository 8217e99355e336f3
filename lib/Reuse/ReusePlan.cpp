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
  Planner(const TensorBlock &B, Report &R) : B(B), R(R) {}

  ReusePlan run();

private:
  std::vector<Span> ownSpans(unsigned Tensor) const;
  Span wholeSpan(unsigned Tensor) const;
  bool endsInPlace(unsigned Tensor, int Statement) const;
  bool beginsFull(unsigned Tensor) const;
  void checkPromises();

  bool sameType(unsigned A, unsigned C) const {
    return B.Tensors[A].Type == B.Tensors[C].Type;
  }
  /// Nothing else can be in its memory.
  bool isPrivate(unsigned T) const {
    return B.Tensors[T].Local && B.Tensors[T].Followed;
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

  const TensorBlock &B;
  Report &R;
  std::vector<Buffer> Buffers;
};

template <class F> void eachAccess(const TensorBlock &B, unsigned Tensor, F f) {
  for (size_t K = 0; K != B.Statements.size(); ++K)
    for (const BlockAccess &A : B.Statements[K].Accesses)
      if (A.Tensor == Tensor)
        f(static_cast<int>(K), A);
}

/// Errors for what is read although it is said to be dead.
void Planner::checkPromises() {
  for (unsigned T = 0; T != B.Tensors.size(); ++T) {
    const BlockAccess *Dead = nullptr;
    eachAccess(B, T, [&](int, const BlockAccess &A) {
      if (A.Kind == BlockAccess::Dead)
        Dead = &A;
      else if (A.Kind == BlockAccess::Full || A.Kind == BlockAccess::Unknown)
        Dead = nullptr;
      else if (A.Kind == BlockAccess::Read && Dead) {
        R.add(DiagID::HD174, A.Where, B.Tensors[T].Name)
            .note(Dead->Where, "it is declared dead here");
        Dead = nullptr;
      }
    });
  }
}

/// All that the statement does with Tensor is to read its elements at the index
/// at which it stores.
bool Planner::endsInPlace(unsigned Tensor, int Statement) const {
  const BlockStatement &S = B.Statements[static_cast<size_t>(Statement)];
  if (S.Mapped || S.Opaque)
    return false;
  return llvm::all_of(S.Accesses, [&](const BlockAccess &A) {
    return A.Tensor != Tensor || A.Kind == BlockAccess::Dead ||
           (A.Kind == BlockAccess::Read && A.InPlace);
  });
}

bool Planner::beginsFull(unsigned Tensor) const {
  std::optional<bool> Full;
  eachAccess(B, Tensor, [&](int, const BlockAccess &A) {
    if (!Full && A.Kind != BlockAccess::Dead)
      Full = A.Kind == BlockAccess::Full;
  });
  return Full.value_or(false);
}

/// While the values of a tensor are needed, which has memory of its own. One
/// that the block declares has zeros from its declaration on.
std::vector<Span> Planner::ownSpans(unsigned Tensor) const {
  const BlockTensor &T = B.Tensors[Tensor];
  std::vector<Span> Spans;
  std::optional<Span> Now;
  if (!T.Local)
    Now.emplace();
  else if (!beginsFull(Tensor))
    Now = {readPoint(T.Declared), readPoint(T.Declared)};
  auto End = [&](int DeadAt) {
    if (!Now)
      return;
    Now->DeadAt = DeadAt;
    Now->EndsInPlace = Now->End % 2 == 0 && Now->End >= 0 &&
                       endsInPlace(Tensor, statementOf(Now->End));
    Spans.push_back(*Now);
    Now.reset();
  };
  eachAccess(B, Tensor, [&](int K, const BlockAccess &A) {
    switch (A.Kind) {
    case BlockAccess::Dead:
      return End(K);
    case BlockAccess::Full:
      End(-1);
      Now = {writePoint(K), writePoint(K)};
      return;
    case BlockAccess::Read:
      if (!Now)
        Now = {readPoint(K)};
      Now->End = readPoint(K);
      return;
    case BlockAccess::Partial:
    case BlockAccess::Unknown:
      if (!Now)
        Now = {readPoint(K)};
      Now->End = writePoint(K);
      return;
    }
  });
  if (Now && !T.Local)
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
  eachAccess(B, Tensor, [&](int K, const BlockAccess &) {
    Mapped |= B.Statements[static_cast<size_t>(K)].Mapped;
  });
  return Mapped;
}

bool Planner::fits(unsigned Tensor, unsigned Owner) const {
  const BlockTensor &T = B.Tensors[Tensor], &O = B.Tensors[Owner];
  if (!T.Receives || !O.Lends || T.Declared <= O.Declared ||
      T.Element != O.Element || !beginsFull(Tensor))
    return false;
  // A kernel's launch has been made for a tensor.
  if (!sameType(Tensor, Owner) && isMapped(Tensor))
    return false;
  if (T.Elements)
    return O.Elements && *T.Elements <= *O.Elements;
  if (!sameType(Tensor, Owner) || T.Extents.empty())
    return false;
  return O.Extents.empty() ? !O.Local : O.Extents == T.Extents;
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
  if (!B.Tensors[A].IsView && !B.Tensors[C].IsView && !sameType(A, C))
    return true;
  BlockTensor::Memory InA = B.Tensors[A].In, InC = B.Tensors[C].In;
  auto Owns = [](BlockTensor::Memory In) {
    return In == BlockTensor::Automatic || In == BlockTensor::Static;
  };
  if (Owns(InA) && Owns(InC))
    return true;
  return (InA == BlockTensor::Automatic && InC == BlockTensor::Parameter) ||
         (InC == BlockTensor::Automatic && InA == BlockTensor::Parameter);
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
  return {B.Tensors[Tensor].Declared, End};
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
    const BlockStatement &S = B.Statements[static_cast<size_t>(K)];
    if (S.Opaque || (statementOf(Whole.Begin) < K && K <= Shown && S.MayThrow))
      return false;
    if (K < statementOf(Whole.Begin))
      continue;
    for (const BlockAccess &A : S.Accesses) {
      const BlockTensor &T = B.Tensors[A.Tensor];
      if (A.Tensor == Tensor || A.Tensor == Owner ||
          A.Kind == BlockAccess::Dead || areApart(A.Tensor, Owner))
        continue;
      // The program compares where the tensor is declared.
      if (!T.Comparable || T.Declared >= B.Tensors[Tensor].Declared)
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
        (!B.Tensors[X.Owner].Local && !isUndisturbed(T, X.Owner, Own)))
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
  if (B.Tensors[Tensor].Declared < B.Tensors[X.Owner].Declared)
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
  if (B.Tensors[Owner].Local)
    return Found;
  auto [Begin, End] = rangeOf(Tensor, Owner, ownSpans(Owner));
  for (int K = Begin; K <= End; ++K)
    for (const BlockAccess &A : B.Statements[static_cast<size_t>(K)].Accesses) {
      const Buffer *X = bufferOf(A.Tensor);
      unsigned Other = X ? X->Owner : A.Tensor;
      if (Other != Owner && A.Kind != BlockAccess::Dead &&
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
  U.ComparesShapes = !B.Tensors[Tensor].Elements;
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
  for (unsigned T = 0; T != B.Tensors.size(); ++T) {
    const BlockTensor &X = B.Tensors[T];
    if (X.Local)
      ++Plan.BuffersBefore;
    else if (X.Lends)
      Buffers.push_back({T, {}});
    if (isPrivate(T) && !ownSpans(T).empty())
      Begun.push_back(T);
  }
  llvm::stable_sort(Begun, [&](unsigned A, unsigned C) {
    return wholeSpan(A).Begin < wholeSpan(C).Begin;
  });
  for (unsigned T : Begun)
    place(T);
  for (unsigned T = 0; T != B.Tensors.size(); ++T)
    if (B.Tensors[T].Local && B.Tensors[T].Keeps.empty() && !beginsFull(T))
      Plan.NeedZeros.push_back(T);
  for (const Buffer &X : Buffers) {
    if (!B.Tensors[X.Owner].Local && !X.Others.empty())
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

ReusePlan heddle::planReuse(const TensorBlock &B, Report &R) {
  return Planner(B, R).run();
}
