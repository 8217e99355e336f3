//===- Threads.cpp - All threads of a launch, those that do something -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A grid may have billions of threads of which a guard lets a few pass. Boxes
// of threads are halved until interval arithmetic over the lines before the
// kernel's body says that all of a box return there, or that none does.
//===----------------------------------------------------------------------===//

#include "Validate/Machine.h"
#include "Validate/Sample.h"
#include <algorithm>

namespace heddle {
namespace validate {
namespace {

constexpr unsigned MostThreads = 20000;
constexpr int64_t Far = int64_t{1} << 62;

int64_t clamped(__int128 V) {
  return V > Far ? Far : V < -Far ? -Far : static_cast<int64_t>(V);
}

Value identity(Combine By, Type T) {
  const bool Float = T.K == Type::Float;
  switch (By) {
  case Combine::Product:
    return {1};
  case Combine::Max:
  case Combine::FMax:
    if (Float || !T.Signed)
      return {0};
    return {wrapped(static_cast<int64_t>(uint64_t{1} << (T.Bits - 1)), T)};
  case Combine::Min:
  case Combine::FMin:
    if (Float)
      return {static_cast<int64_t>(field::P - 1)};
    if (T.Signed)
      return {static_cast<int64_t>((uint64_t{1} << (T.Bits - 1)) - 1)};
    return {wrapped(-1, T)};
  case Combine::BitAnd:
    return {wrapped(-1, T)};
  default:
    return {0};
  }
}

} // namespace

/// Which truth values a number in A may be: [1, 1], [0, 0] or [0, 1].
Machine::Interval Machine::truth(Interval A) {
  return {A.Lo > 0 || A.Hi < 0, A.Lo != 0 || A.Hi != 0};
}

bool Machine::known(const ArrayValue &A) const {
  return A.First.Ok && A.Last.Ok;
}

bool Machine::bindArray(const ArrayValue &A, Value &Pointer) {
  if (!known(A))
    return false;
  if (A.How == Access::Copy) {
    Pointer = {pointerTo(FirstCopy + static_cast<unsigned>(CopyOf.size()))};
    CopyOf.push_back({A.Pointer.N, A});
    return true;
  }
  if (A.How == Access::Private && A.Pointer.N == 0) {
    Wrong = "a temporary is passed that has no memory";
    return false;
  }
  Pointer = A.Pointer;
  ArrayRange R{objectOf(A.Pointer.N), 0, 0, A.Size, A.How};
  if (A.First.N <= A.Last.N) {
    R.Begin = clamped(static_cast<__int128>(A.First.N) * A.Size +
                      offsetOf(A.Pointer.N));
    R.End = clamped((static_cast<__int128>(A.Last.N) + 1) * A.Size +
                    offsetOf(A.Pointer.N));
  }
  Ranges.push_back(R);
  return true;
}

/// As rt::parameter converts it; false where the launch runs the loop instead.
bool Machine::bindArgument(const Function &F, unsigned Parameter,
                           const Node *E) {
  const Value V = eval(E);
  const Type T = F.Params[Parameter];
  Value Bound = V;
  if (E->Ty.K == Type::Handle) {
    if (!bindArray(Arrays[V.N], Bound))
      return false;
  } else if (E->Ty.K == Type::Checked || F.Divisor[Parameter]) {
    if (!V.Ok || !holds(T, V.N) || (F.Divisor[Parameter] && V.N < 1))
      return false;
  } else if (E->Ty.isInt() && T.isInt()) {
    Bound = {wrapped(V.N, T)};
  }
  Arguments.push_back(Bound);
  return true;
}

/// A copy is made of what the launch passes of its array.
void Machine::checkCopies() {
  for (size_t I = CopiesBefore; I != CopyOf.size(); ++I) {
    const auto &[Origin, A] = CopyOf[I];
    if (A.Last.N < A.First.N)
      continue;
    const int64_t Begin = offsetOf(Origin) + A.First.N * A.Size;
    const int64_t End = offsetOf(Origin) + (A.Last.N + 1) * A.Size;
    bool Inside = false;
    for (const ArrayRange &R : Ranges)
      Inside |= R.Object == objectOf(Origin) && R.Begin <= Begin &&
                End <= R.End && R.How != Access::Out;
    if (!Inside)
      Wrong = "the copy of " + W.describe(Origin) +
              " holds more than the launch passes of it";
  }
}

/// What is not copied in is written as a whole.
void Machine::checkOutputs() {
  for (const ArrayRange &R : Ranges) {
    if (R.How != Access::Out || R.End - R.Begin > 100000)
      continue;
    for (int64_t E = R.Begin; E < R.End && !stopped(); E += R.Size) {
      bool Written = false;
      for (int64_t B = E; B < E + R.Size && !Written; ++B) {
        auto At = Memory.find(pointerTo(R.Object, B));
        Written = At != Memory.end() && At->second.WrittenNow;
      }
      if (!Written)
        Wrong = "no thread writes " + W.describe(pointerTo(R.Object, E)) +
                ", which the launch neither copies in nor leaves alone";
    }
  }
}

/// What is written before a kernel has been, for all of its threads.
void Machine::beginKernel(const LaunchSite &L) {
  Site = &L;
  Live = 0;
  CopiesBefore = CopyOf.size();
  Ranges.clear();
  Reduced.clear();
  Partial.clear();
  Stored.clear();
  Samples = Some && !L.IsStage && L.Mapped.size() == Some->loops();
  for (auto &[Place, C] : Memory) {
    C.Writer = C.Reader = C.Updater = -1;
    C.WrittenNow = false;
    if (C.Written)
      Stored[Place] = C.V;
  }
}

/// A launch that takes a copy leaves the loop to one thread of the CPU.
bool Machine::takesCopy(const Node *E) {
  return llvm::any_of(llvm::drop_begin(E->Kids), [this](const Node *A) {
    return A->Ty.K == Type::Handle && Arrays[eval(A).N].How == Access::Copy;
  });
}

Value Machine::runKernel(const Node *E) {
  if (ForParallel)
    return {takesCopy(E) ? N.Sequential : N.ParallelPath};
  const LaunchSite &L = N.Launches[E->Number];
  const Function &F = N.Functions[L.Kernel];
  const ShapeValue S = Shapes[eval(E->Kids[0]).N];
  if (stopped())
    return {};
  beginKernel(L);
  const size_t Results = L.Results.size();
  const unsigned First = L.Reduces ? 2 : 0;
  Arguments.assign(First, {});
  Taken = Path::Sequential;
  for (size_t I = 0; I != Results; ++I) {
    Reduced.push_back(Arrays[eval(E->Kids[1 + I]).N]);
    Value Pointer;
    if (!bindArray(Reduced.back(), Pointer))
      return {N.Sequential};
    Unordered.insert(objectOf(Pointer.N));
  }
  for (size_t I = 1 + Results; I != E->Kids.size(); ++I)
    if (!bindArgument(F, static_cast<unsigned>(I - 1 - Results) + First,
                      E->Kids[I]) ||
        stopped())
      return {N.Sequential};
  Taken = Path::Done;
  Kernel = static_cast<unsigned>(E->Number);
  Kernels.push_back(Kernel);
  SkippedAll |= Skip == 0;
  Skip = SkipEach;
  Box B;
  for (unsigned I = 0; I != 6; ++I) {
    if (!S.E[I].Ok || S.E[I].N < 1) {
      Wrong = "a grid or block without threads is launched";
      return {};
    }
    B[I] = {0, S.E[I].N - 1};
  }
  if (!fits(S)) {
    Wrong = "a thread space that no device has is launched";
    return {};
  }
  if (ShapesOnly)
    return {N.Done};
  checkCopies();
  for (const LaunchSite::Result &R : L.Results)
    Partial.push_back(identity(R.By, R.Accumulator));
  InKernel = true;
  CoordinatesInSlots = L.Reduces;
  enumerate(F, B, false);
  if (!stopped() && L.Reduces)
    finishReduction();
  InKernel = false;
  if (!stopped() && !Samples)
    checkOutputs();
  return {N.Done};
}

void Machine::finishReduction() {
  Thread = -1;
  for (size_t I = 0; I != Partial.size(); ++I) {
    const LaunchSite::Result &R = Site->Results[I];
    const int64_t Place = Reduced[I].Pointer.N;
    Cell &C = cellAt(Place, R.Element);
    const Type T = R.Element;
    if (C.Writer != -1 || C.Reader != -1)
      Wrong =
          "threads touch " + W.describe(Place) + " besides reducing into it";
    const Value Old =
        T.isInt() ? Value{wrapped(C.V, R.Accumulator)} : Value{C.V};
    const Value New = combined(R.By, Old, Partial[I], R.Accumulator);
    C.V = T.isInt() ? wrapped(New.N, T) : New.N;
    C.Written = C.WrittenNow = true;
  }
}

void Machine::enumerate(const Function &F, Box B, bool Known) {
  if (stopped())
    return;
  unsigned Widest = 0;
  for (unsigned I = 1; I != 6; ++I)
    if (B[I].Hi - B[I].Lo > B[Widest].Hi - B[Widest].Lo)
      Widest = I;
  if (!Known) {
    const Verdict V = guard(F, B);
    if (V == Verdict::Off)
      return;
    Known = V == Verdict::On && !Samples;
  }
  if (B[Widest].Lo == B[Widest].Hi) {
    if (Samples && !CountersKnown) {
      Exhausted = true;
      return;
    }
    for (unsigned I = 0; I != 6; ++I)
      Coordinates[I] = B[I].Lo;
    oneThread(F);
    return;
  }
  const int64_t Middle = B[Widest].Lo + (B[Widest].Hi - B[Widest].Lo) / 2;
  Box Low = B, High = B;
  Low[Widest].Hi = Middle;
  High[Widest].Lo = Middle + 1;
  enumerate(F, Low, Known);
  enumerate(F, High, Known);
}

/// Whether all, or none, of the threads of B return before the body.
Machine::Verdict Machine::guard(const Function &F, const Box &B) {
  Bounds.assign(F.Slots, {-Far, Far});
  for (size_t I = 0; I != Arguments.size(); ++I)
    Bounds[I] = {Arguments[I].N, Arguments[I].N};
  if (CoordinatesInSlots) {
    Bounds[0] = B[0];
    Bounds[1] = B[3];
  }
  Verdict V = Verdict::On;
  if (F.Body->What != Op::Seq)
    return V;
  for (const Node *S : F.Body->Kids)
    if (!guardLine(S, B, V))
      break;
  return Samples && V != Verdict::Off ? sampled(V) : V;
}

/// Whether the threads whose counters have these Bounds may have to run.
Machine::Verdict Machine::sampled(Verdict V) {
  llvm::SmallVector<int64_t, 6> Values;
  for (unsigned I = 0; I != Some->loops(); ++I) {
    const Interval R = Bounds[Site->Mapped[I]];
    if (!Some->mayRun(I, R.Lo, R.Hi))
      return Verdict::Off;
    if (R.Lo == R.Hi)
      Values.push_back(R.Lo);
  }
  CountersKnown = Values.size() == Some->loops();
  return CountersKnown && !Some->runs(Values) ? Verdict::Off : V;
}

/// False at the first line that belongs to the body, or ends it all.
bool Machine::guardLine(const Node *S, const Box &B, Verdict &V) {
  if (S->What == Op::SetSlot) {
    Bounds[S->Number] = range(S->Kids[0], B);
    return true;
  }
  if (S->What == Op::NewObject || S->What == Op::Store)
    return true; // of parameters; what is read there may be anything
  if (S->What == Op::Seq) {
    const auto IsSet = [](const Node *K) { return K->What == Op::SetSlot; };
    if (!std::all_of(S->Kids.begin(), S->Kids.end(), IsSet))
      return false;
    for (const Node *Kid : S->Kids)
      Bounds[Kid->Number] = range(Kid->Kids[0], B);
    return true;
  }
  if (S->What != Op::If || S->Kids[2])
    return false;
  const Node *Leave = S->Kids[1];
  if (Leave->What == Op::Seq && Leave->Kids.size() == 1)
    Leave = Leave->Kids[0];
  if (Leave->What != Op::Return)
    return false;
  const Interval C = truth(range(S->Kids[0], B));
  if (C.Lo == 1) {
    V = Verdict::Off;
    return false;
  }
  if (C.Hi == 1)
    V = Verdict::Maybe;
  return true;
}

/// Every value that E has for the threads of B, and perhaps others.
Machine::Interval Machine::range(const Node *E, const Box &B) {
  (void)step();
  const Type T = E->Ty;
  Interval Top{-Far, Far};
  if (T.isInt() && T.Bits < 63)
    Top = T.Signed ? Interval{-(int64_t{1} << (T.Bits - 1)),
                              (int64_t{1} << (T.Bits - 1)) - 1}
                   : Interval{0, (int64_t{1} << T.Bits) - 1};
  const auto Checked = [&](__int128 Lo, __int128 Hi) {
    return Lo < Top.Lo || Hi > Top.Hi
               ? Top
               : Interval{static_cast<int64_t>(Lo), static_cast<int64_t>(Hi)};
  };
  switch (E->What) {
  case Op::Const:
    return {E->Number, E->Number};
  case Op::Slot:
    return Bounds[E->Number];
  case Op::Coord:
    return B[E->Number];
  case Op::Cast: {
    const Interval A = range(E->Kids[0], B);
    return E->From.isInt() && T.isInt() && T.Bits > 1 ? Checked(A.Lo, A.Hi)
                                                      : Top;
  }
  case Op::Not: {
    const Interval A = range(E->Kids[0], B);
    return {truth(A).Hi == 0, truth(A).Lo == 0};
  }
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne:
  case Op::Both:
  case Op::Either:
    break;
  default:
    return Top;
  }
  const Interval X = range(E->Kids[0], B), Y = range(E->Kids[1], B);
  const __int128 A = X.Lo, C = X.Hi, D = Y.Lo, F = Y.Hi;
  switch (E->What) {
  case Op::Add:
    return Checked(A + D, C + F);
  case Op::Sub:
    return Checked(A - F, C - D);
  case Op::Mul: {
    const auto [Lo, Hi] = std::minmax({A * D, A * F, C * D, C * F});
    return Checked(Lo, Hi);
  }
  case Op::Div:
    return A >= 0 && D > 0 ? Checked(A / F, C / D) : Top;
  case Op::Rem:
    if (A < 0 || D <= 0)
      return Top;
    if (D == F && A / D == C / D)
      return Checked(A % D, C % D);
    return Checked(0, std::min(C, F - 1));
  case Op::Lt:
    return {C < D, A < F};
  case Op::Le:
    return {C <= D, A <= F};
  case Op::Eq:
    return {A == C && D == F && A == D, A <= F && D <= C};
  case Op::Ne:
    return {A > F || D > C, !(A == C && D == F && A == D)};
  case Op::Both:
    return {truth(X).Lo && truth(Y).Lo, truth(X).Hi && truth(Y).Hi};
  default:
    return {truth(X).Lo || truth(Y).Lo, truth(X).Hi || truth(Y).Hi};
  }
}

void Machine::oneThread(const Function &F) {
  if (++Threads > MostThreads) {
    Exhausted = TooMany = true;
    return;
  }
  ++Thread;
  FreshContext = true;
  Locals = 0;
  const size_t Caller = Base;
  Base = Stack.size();
  Stack.resize(Base + F.Slots);
  std::copy(Arguments.begin(), Arguments.end(), Stack.begin() + Base);
  std::vector<int64_t> Private;
  if (Site->Reduces) {
    slot(0) = {Coordinates[0]};
    slot(1) = {Coordinates[3]};
    for (const LaunchSite::Result &R : Site->Results) {
      const int64_t Place = pointerTo(FirstLocal + Locals++);
      Memory[Place].V = identity(R.By, R.Accumulator).N;
      slot(static_cast<int64_t>(Arguments.size() + Private.size())) = {Place};
      Private.push_back(Place);
    }
  }
  bool Off = false;
  if (F.Body->What != Op::Seq)
    (void)exec(F.Body);
  else
    for (const Node *S : F.Body->Kids)
      if (exec(S) != Flow::Next) {
        Off = S->What == Op::If;
        break;
      }
  Live += !Off;
  Stack.resize(Base);
  Base = Caller;
  for (size_t I = 0; I != Private.size() && !stopped(); ++I)
    Partial[I] = combined(Site->Results[I].By, Partial[I],
                          {Memory[Private[I]].V}, Site->Results[I].Accumulator);
}

} // namespace validate
} // namespace heddle
