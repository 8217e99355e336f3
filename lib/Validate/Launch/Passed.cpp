//===- Passed.cpp - What a launch passes to one kernel --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/Passed.h"

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Far = int64_t{1} << 62;
constexpr int64_t MostBytes = 100000; ///< of an array that is looked through

int64_t clamped(__int128 V) {
  return V > Far ? Far : V < -Far ? -Far : static_cast<int64_t>(V);
}

/// Where elements of A begin, in bytes.
int64_t byteOf(const ArrayValue &A, __int128 Element) {
  return clamped(Element * A.Size + offsetOf(A.Pointer.N));
}

} // namespace

bool Passed::bindArray(const ArrayValue &A, Value &Pointer) {
  if (!A.First.Ok || !A.Last.Ok)
    return false;
  if (A.How == Access::Copy) {
    Pointer = {Cells.copy({A.Pointer.N, byteOf(A, A.First.N),
                           byteOf(A, __int128(A.Last.N) + 1)})};
    return true;
  }
  if (A.How == Access::Private && A.Pointer.N == 0) {
    End.wrong("a temporary is passed that has no memory");
    return false;
  }
  Pointer = A.Pointer;
  if (A.Result >= 0)
    return bindGrown(A);
  Range R{objectOf(A.Pointer.N), 0, 0, A.Size, A.How};
  if (A.First.N <= A.Last.N) {
    R.Begin = byteOf(A, A.First.N);
    R.End = byteOf(A, __int128(A.Last.N) + 1);
  }
  Ranges.push_back(R);
  return true;
}

/// The elements that are stored have to be among the elements that the launch
/// has looked at.
bool Passed::bindGrown(const ArrayValue &A) {
  Range R{objectOf(A.Pointer.N), 0, 0, A.Size, A.How};
  if (!Results.empty()) {
    const auto &[Before, End] = Results[A.Result];
    const int64_t First = Before.N + A.Behind, Behind = End.N + A.Behind;
    if (Behind < First || First < A.First.N || Behind - 1 > A.Last.N)
      return false;
    R.Begin = byteOf(A, First);
    R.End = byteOf(A, Behind);
  }
  Ranges.push_back(R);
  return true;
}

bool Passed::bind(const Node *E, Value V, Type T, bool IsDivisor,
                  const LaunchValues &Of) {
  Value Bound = V;
  if (E->Ty.K == Type::Handle) {
    if (!bindArray(Of.array(V), Bound))
      return false;
  } else if (E->Ty.K == Type::Checked || IsDivisor) {
    if (!V.Ok || !holds(T, V.N) || (IsDivisor && V.N < 1))
      return false;
  } else if (E->Ty.isInt() && T.isInt()) {
    Bound = {wrapped(V.N, T)};
  }
  Arguments.push_back(Bound);
  return true;
}

void Passed::checkCopies() const {
  for (size_t I = CopiesBefore; I != Cells.copies().size(); ++I) {
    const Memory::Copy &C = Cells.copies()[I];
    if (C.End <= C.Begin)
      continue;
    bool Inside = false;
    for (const Range &R : Ranges)
      Inside |= R.Object == objectOf(C.Origin) && R.Begin <= C.Begin &&
                C.End <= R.End && R.How != Access::Out;
    if (!Inside)
      End.wrong("the copy of " + W.describe(C.Origin) +
                " holds more than the launch passes of it");
  }
}

void Passed::checkAccess(int64_t Place, bool Write, const Cell &C,
                         const Races &By) const {
  const auto IsPassed = [&](int64_t At) {
    return llvm::any_of(Ranges, [At](const Range &R) {
      return R.Object == objectOf(At) && R.Begin <= offsetOf(At) &&
             offsetOf(At) < R.End;
    });
  };
  // The variable may be passed as a whole, beside an array in it.
  if (const int64_t Whole = W.inVariable(Place);
      !IsPassed(Place) && IsPassed(Whole))
    Place = Whole;
  const unsigned O = objectOf(Place);
  const int64_t Offset = offsetOf(Place);
  bool Known = false;
  for (const Range &R : Ranges) {
    if (R.Object != O)
      continue;
    Known = true;
    if (Offset < R.Begin || Offset >= R.End)
      continue;
    if (Write && R.How == Access::In)
      End.wrong("a thread writes " + W.describe(Place) +
                ", which the launch passes to be read");
    else if (!Write && R.How == Access::Out && !By.isWritten(Place))
      End.wrong("a thread reads " + W.describe(Place) +
                ", which the launch does not copy in");
    else if (!Write && R.How == Access::Private && !C.Written)
      End.wrong("a thread reads " + W.describe(Place) +
                ", which no thread before has written");
    return;
  }
  End.wrong("a thread touches " + W.describe(Place) +
            (Known ? ", which is outside of the elements that the launch passes"
                   : ", which the launch does not pass"));
}

void Passed::checkOutputs(const Races &By) const {
  for (const Range &R : Ranges) {
    if (R.How != Access::Out || R.End - R.Begin > MostBytes)
      continue;
    for (int64_t E = R.Begin; E < R.End && !End.stopped(); E += R.Size) {
      bool Written = false;
      for (int64_t B = E; B < E + R.Size && !Written; ++B)
        Written = By.isWritten(pointerTo(R.Object, B));
      if (!Written)
        End.wrong("no thread writes " + W.describe(pointerTo(R.Object, E)) +
                  ", which the launch neither copies in nor leaves alone");
    }
  }
}

} // namespace validate
} // namespace heddle
