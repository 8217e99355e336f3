//===- Machine.cpp - Expressions and statements, run ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Machine.h"
#include "Validate/Sample.h"
#include <algorithm>

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Farthest = int64_t{1} << 38; ///< offsets, in bytes

} // namespace

bool Machine::step() {
  if (StepsLeft == 0)
    Exhausted = true;
  else
    --StepsLeft;
  return !stopped();
}

Value Machine::eval(const Node *E) {
  if (!step())
    return {};
  switch (E->What) {
  case Op::Const:
    return {E->Number};
  case Op::Slot:
    return slot(E->Number);
  case Op::Coord:
    return {Coordinates[E->Number]};
  case Op::Object:
    return {pointerTo(static_cast<unsigned>(E->Number))};
  case Op::Load:
    return load(eval(E->Kids[0]).N, E->Ty);
  case Op::SubObject: {
    const int64_t Place = eval(E->Kids[0]).N;
    const unsigned O = objectOf(Place);
    if (O == 0 || O >= W.Objects.size() || W.isData(O))
      return {Place};
    return {pointerTo(W.subObject(Place))};
  }
  case Op::Both: {
    const Value A = eval(E->Kids[0]);
    return A.N ? eval(E->Kids[1]) : A;
  }
  case Op::Either: {
    const Value A = eval(E->Kids[0]);
    return A.N ? A : eval(E->Kids[1]);
  }
  case Op::Not: {
    const Value A = eval(E->Kids[0]);
    return {!A.N, A.Ok};
  }
  case Op::Choose: {
    const Value C = eval(E->Kids[0]);
    if (C.Ok)
      return eval(E->Kids[C.N ? 1 : 2]);
    const Value A = eval(E->Kids[1]), B = eval(E->Kids[2]);
    return A.Ok && B.Ok && A.N == B.N ? A : Value{0, false};
  }
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne:
    return compare(E);
  case Op::Cast:
    return cast(E);
  case Op::PtrAdd: {
    const Value P = eval(E->Kids[0]);
    const Value I = eval(E->Kids[1]);
    if (E->Extent >= 0 && (I.N < 0 || I.N >= E->Extent))
      undefined(); // outside of an array whose extent is known
    // The size of a container counts where the launch asks for it.
    if (E->Bound) {
      const int64_t Size = eval(E->Bound->Kids[0]).N;
      if (W.isParameter(Size) &&
          static_cast<uint64_t>(I.N) >=
              static_cast<uint64_t>(W.parameter(Size, E->Bound->Ty).N))
        undefined();
    }
    const __int128 Offset =
        static_cast<__int128>(I.N) * E->Number + offsetOf(P.N);
    if (Offset > Farthest || Offset < -Farthest || objectOf(P.N) == 0)
      undefined();
    return {P.N + I.N * E->Number};
  }
  case Op::PtrDiff: {
    const Value A = eval(E->Kids[0]), B = eval(E->Kids[1]);
    if (objectOf(A.N) != objectOf(B.N))
      undefined();
    return {(A.N - B.N) / E->Number};
  }
  case Op::Call:
    return call(E);
  case Op::Opaque: {
    uint64_t Hash = static_cast<uint64_t>(E->Number);
    for (const Node *Kid : E->Kids)
      Hash = mixed(Hash, static_cast<uint64_t>(eval(Kid).N));
    if (E->Ty.K == Type::Float)
      return {static_cast<int64_t>(Hash % field::P)};
    return {wrapped(static_cast<int64_t>(Hash % 7), E->Ty)};
  }
  case Op::Least:
  case Op::Most: {
    const Value A = eval(E->Kids[0]), B = eval(E->Kids[1]);
    if (!A.Ok || !B.Ok)
      return {0, false};
    return combined(E->What == Op::Least ? Combine::Min : Combine::Max, A, B,
                    E->Ty);
  }
  case Op::Abs: {
    const Value A = eval(E->Kids[0]);
    if (E->Ty.K == Type::Float)
      return {
          static_cast<int64_t>(std::min<uint64_t>(A.N, field::sub(0, A.N)))};
    return {A.N < 0 ? -A.N : A.N};
  }
  case Op::Undefined:
    undefined();
    return {};
  case Op::SetSlot: {
    const Value V = eval(E->Kids[0]);
    return slot(E->Number) = V;
  }
  case Op::Store: {
    const int64_t Place = eval(E->Kids[0]).N;
    const Value V = eval(E->Kids[1]);
    if (!stopped())
      store(Place, V, E->Ty);
    return V;
  }
  case Op::Update: {
    const int64_t Place = eval(E->Kids[0]).N;
    const Value V = eval(E->Kids[1]);
    if (!stopped())
      update(Place, V, E->Ty, static_cast<Combine>(E->Number));
    return {};
  }
  case Op::CopyBytes: {
    const int64_t To = eval(E->Kids[0]).N, From = eval(E->Kids[1]).N;
    for (const auto &[Offset, T] : N.Layouts[E->Number]) {
      if (stopped())
        break;
      const Value V = load(From + Offset, T);
      if (!stopped())
        store(To + Offset, V, T);
    }
    return {To};
  }
  case Op::NewObject:
    if (Locals > 0x2FFF00) {
      Exhausted = true;
      return {};
    }
    return slot(E->Number) = {pointerTo(FirstLocal + Locals++)};
  case Op::Then:
    (void)eval(E->Kids[0]);
    return eval(E->Kids[1]);
  case Op::Sum:
  case Op::Element:
  case Op::ExtentOf:
  case Op::HasShape:
  case Op::IsDense:
  case Op::Agree:
  case Op::Refuse:
    return tensorOp(E);
  case Op::Seq:
  case Op::If:
  case Op::Loop:
    (void)exec(E);
    return {};
  case Op::CeilDiv:
  case Op::FloorDiv:
  case Op::FloorMod:
  case Op::TruncDiv:
  case Op::TruncMod:
  case Op::Certain:
  case Op::Impossible:
  case Op::ArrayArg:
  case Op::PointerOf:
  case Op::Temporary:
  case Op::Placed:
  case Op::Apart:
  case Op::Shape:
  case Op::Fits:
    return hostOp(E);
  case Op::Run:
    return runKernel(E);
  default:
    break;
  }
  return E->Ty.K == Type::Float                             ? evalFloat(E)
         : E->Ty.K == Type::Checked || E->Ty.K == Type::Tri ? evalChecked(E)
                                                            : evalInt(E);
}

Value Machine::evalInt(const Node *E) {
  const __int128 A = eval(E->Kids[0]).N;
  const __int128 B = E->Kids.size() > 1 ? eval(E->Kids[1]).N : 0;
  const Type T = E->Ty;
  __int128 R = 0;
  // Patterns of 64 bits are signed here, whatever their type.
  const auto Plain = [T](__int128 V) {
    return !T.Signed && V < 0 ? V + (static_cast<__int128>(1) << 64) : V;
  };
  switch (E->What) {
  case Op::Add:
    R = A + B;
    break;
  case Op::Sub:
    R = A - B;
    break;
  case Op::Mul:
    R = A * B;
    break;
  case Op::Div:
  case Op::Rem:
    if (B == 0) {
      undefined();
      return {};
    }
    R = E->What == Op::Div ? Plain(A) / Plain(B) : Plain(A) % Plain(B);
    break;
  case Op::Neg:
    R = -A;
    break;
  case Op::Flip:
    R = ~A;
    break;
  case Op::And:
    R = A & B;
    break;
  case Op::Or:
    R = A | B;
    break;
  case Op::Xor:
    R = A ^ B;
    break;
  case Op::Shl:
  case Op::Shr:
    if (B < 0 || B >= T.Bits) {
      undefined();
      return {};
    }
    R = E->What == Op::Shr ? Plain(A) >> static_cast<int>(B)
                           : Plain(A) << static_cast<int>(B);
    return {wrapped(static_cast<int64_t>(R), T)};
  default:
    undefined();
    return {};
  }
  if (T.Signed && !holds(T, R))
    undefined();
  return {wrapped(static_cast<int64_t>(R), T)};
}

Value Machine::evalFloat(const Node *E) {
  const uint64_t A = eval(E->Kids[0]).N;
  const uint64_t B = E->Kids.size() > 1 ? eval(E->Kids[1]).N : 0;
  uint64_t R = 0;
  switch (E->What) {
  case Op::Add:
    R = field::add(A, B);
    break;
  case Op::Sub:
    R = field::sub(A, B);
    break;
  case Op::Mul:
    R = field::mul(A, B);
    break;
  case Op::Div:
    R = field::mul(A, field::inverse(B));
    break;
  case Op::Neg:
    R = field::sub(0, A);
    break;
  default:
    undefined();
  }
  return {static_cast<int64_t>(R)};
}

Value Machine::compare(const Node *E) {
  const Value A = eval(E->Kids[0]), B = eval(E->Kids[1]);
  if (!A.Ok || !B.Ok)
    return {0, false};
  const bool Signed =
      E->From.K == Type::Checked || (E->From.isInt() && E->From.Signed);
  const uint64_t X = A.N, Y = B.N;
  switch (E->What) {
  case Op::Lt:
    return {Signed ? A.N < B.N : X < Y};
  case Op::Le:
    return {Signed ? A.N <= B.N : X <= Y};
  case Op::Eq:
    return {A.N == B.N};
  default:
    return {A.N != B.N};
  }
}

Value Machine::cast(const Node *E) {
  const Value A = eval(E->Kids[0]);
  const Type From = E->From, To = E->Ty;
  if (From.K == Type::Float && To.K == Type::Float)
    return A; // roundings are alike, since the casts are
  if (From.isInt() && To.K == Type::Float)
    return {static_cast<int64_t>(From.Signed ? field::of(A.N)
                                             : field::ofUnsigned(A.N))};
  if (From.K == Type::Float && To.isInt()) {
    if (To.Bits == 1)
      return {A.N != 0};
    return {wrapped(static_cast<int64_t>(mixed(A.N, 5) % 9), To)};
  }
  if (From.isInt() && To.K == Type::Checked)
    return {A.N, From.Signed || A.N >= 0};
  if (From.isInt() && To.K == Type::Tri)
    return A;
  if (From.K == Type::Checked && To.isInt())
    return {A.Ok ? wrapped(A.N, To) : 0};
  if (From.K == Type::Pointer && To.isInt() && To.Bits == 1)
    return {A.N != 0};
  return {To.isInt() ? wrapped(A.N, To) : A.N, A.Ok};
}

Value Machine::call(const Node *E) {
  const Function &F = N.Functions[E->Number];
  llvm::SmallVector<Value, 8> Given;
  for (const Node *Kid : E->Kids)
    Given.push_back(eval(Kid));
  if (Depth > 60) {
    Exhausted = true;
    return {};
  }
  if (stopped())
    return {};
  const bool Inside = !InKernel && (CallsInside || !Counting.empty());
  if (Inside && !CallsInside)
    (void)currentContext(); // its counters are the caller's
  CallsInside += Inside;
  const size_t Caller = Base;
  std::vector<unsigned> Outer;
  Outer.swap(Counting);
  Base = Stack.size();
  Stack.resize(Base + F.Slots);
  std::copy(Given.begin(), Given.end(), Stack.begin() + Base);
  Returned = {};
  ++Depth;
  (void)exec(F.Body);
  --Depth;
  Stack.resize(Base);
  Base = Caller;
  Outer.swap(Counting);
  CallsInside -= Inside;
  FreshContext |= !InKernel && !Inside;
  return Returned;
}

Machine::Flow Machine::exec(const Node *S) {
  if (!step())
    return Flow::Return;
  if (Launching && (S == N.Written || (S == N.Parallel && !ForParallel))) {
    Taken = Path::Sequential;
    LeftToLoop = true;
    return Flow::Return;
  }
  if (Launching && ShapesOnly && llvm::is_contained(N.LoopsOfParts, S))
    return Flow::Next;
  switch (S->What) {
  case Op::Nop:
    return Flow::Next;
  case Op::Seq:
    for (const Node *Kid : S->Kids)
      if (Flow F = exec(Kid); F != Flow::Next)
        return F;
    return Flow::Next;
  case Op::If: {
    const bool Yes = eval(S->Kids[0]).N != 0;
    if (stopped())
      return Flow::Return;
    const Node *Branch = S->Kids[Yes ? 1 : 2];
    return Branch ? exec(Branch) : Flow::Next;
  }
  case Op::Loop:
    return loop(S);
  case Op::Break:
    return Flow::Break;
  case Op::Continue:
    return Flow::Continue;
  case Op::Return:
    if (!S->Kids.empty())
      Returned = eval(S->Kids[0]);
    return Flow::Return;
  default:
    (void)eval(S);
    return stopped() ? Flow::Return : Flow::Next;
  }
}

/// V: the values of the counters around S, if it is a mapped loop; else false.
bool Machine::mappedCounters(const Node *S,
                             llvm::SmallVectorImpl<int64_t> &V) const {
  if (InKernel || Base != 0 || S->Extent < 0)
    return false;
  for (unsigned I = 0; I != Some->loops(); ++I) {
    if (N.Counters[I].Slot == S->Extent)
      return true;
    V.push_back(Stack[N.Counters[I].Slot].N);
  }
  return false;
}

/// Counts a mapped loop through without its body. False: it does not end.
bool Machine::chooseIterations(const Node *S) {
  constexpr size_t Most = 1 << 20;
  llvm::SmallVector<int64_t, 6> Outer;
  if (!mappedCounters(S, Outer))
    return true;
  if (!S->Kids[0] || !S->Kids[2] || S->Number != 0)
    return false;
  const Value Begin = slot(S->Extent);
  std::vector<int64_t> Values;
  while (Values.size() <= Most && eval(S->Kids[0]).N && !stopped()) {
    Values.push_back(slot(S->Extent).N);
    (void)eval(S->Kids[2]);
  }
  slot(S->Extent) = Begin;
  return Values.size() <= Most && Some->enter(Outer, std::move(Values));
}

bool Machine::isLeftOut(const Node *S) const {
  llvm::SmallVector<int64_t, 6> Outer;
  return mappedCounters(S, Outer) &&
         !Some->chosen(Outer, Stack[Base + S->Extent].N);
}

Machine::Flow Machine::loop(const Node *S) {
  const Node *Condition = S->Kids[0], *Body = S->Kids[1], *Next = S->Kids[2];
  const bool Counts = S->Extent >= 0;
  if (Counts)
    Counting.push_back(static_cast<unsigned>(S->Extent));
  Flow Result = Flow::Next;
  if (Some && !chooseIterations(S))
    Exhausted = true;
  for (bool First = S->Number != 0;; First = false) {
    if (!First && Condition && !eval(Condition).N)
      break;
    if (!step()) {
      Result = Flow::Return;
      break;
    }
    if (Some && isLeftOut(S)) {
      if (Next)
        (void)eval(Next);
      continue;
    }
    ++Iterations;
    if (!InKernel && !CallsInside)
      FreshContext = true;
    Flow F = exec(Body);
    if (F == Flow::Return || stopped()) {
      Result = Flow::Return;
      break;
    }
    if (F == Flow::Break)
      break;
    if (Next)
      (void)eval(Next);
  }
  if (Counts)
    Counting.pop_back();
  if (!InKernel && !CallsInside)
    FreshContext = true;
  return Result;
}

void Machine::runLoop(const Node *Statement) {
  Stack.assign(N.Slots, {});
  Base = 0;
  (void)exec(Statement);
}

bool Machine::assumptionsHold() {
  Stack.assign(N.Slots, {});
  Base = 0;
  for (const Node *A : N.Assumptions)
    if (!eval(A).N && !Undefined)
      return false;
  return !Undefined;
}

void Machine::launch(unsigned SkipShapes) {
  Skip = SkipEach = SkipShapes;
  SkippedAll = false;
  Stack.assign(N.Slots, {});
  Base = 0;
  Launching = true;
  (void)exec(N.Block);
  Launching = false;
  SkippedAll |= Skip == 0;
  // A part that leaves it to its own loops is not the whole that does.
  if (N.InParts && Taken == Path::Sequential && !LeftToLoop)
    Taken = Kernels.empty() ? Path::Nothing : Path::Done;
  if (Taken == Path::None)
    Taken = Path::Nothing;
}

} // namespace validate
} // namespace heddle
