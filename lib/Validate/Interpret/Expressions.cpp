//===- Expressions.cpp - Expressions and accesses, run --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Arithmetic.h"
#include "Validate/Interpret/Field.h"
#include "Validate/Interpret/Interpreter.h"
#include "Validate/Tensor/Operations.h"
#include <algorithm>

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Farthest = int64_t{1} << 38; ///< offsets, in bytes

Value absolute(const Node *E, Value A) {
  if (E->Ty.K == Type::Float)
    return {static_cast<int64_t>(std::min<uint64_t>(A.N, field::sub(0, A.N)))};
  return {A.N < 0 ? -A.N : A.N};
}

Value negated(Value A) { return {!A.N, A.Ok}; }

Value certainty(const Node *E, Value A) {
  return {A.Ok && (A.N != 0) == (E->What == Op::Certain)};
}

} // namespace

Value Interpreter::eval(const Node *E) {
  if (!End.step())
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
  case Op::SubObject:
    return subObject(E);
  case Op::Both:
    return both(E);
  case Op::Either:
    return either(E);
  case Op::Not:
    return negated(eval(E->Kids[0]));
  case Op::Choose:
    return choose(E);
  case Op::Cast:
    return converted(E, eval(E->Kids[0]));
  case Op::PtrAdd:
    return pointerAdd(E);
  case Op::Call:
    return call(E);
  case Op::Opaque:
    return opaque(E);
  case Op::Abs:
    return absolute(E, eval(E->Kids[0]));
  case Op::Certain:
  case Op::Impossible:
    return certainty(E, eval(E->Kids[0]));
  case Op::Undefined:
    End.undefine();
    return {};
  case Op::SetSlot: {
    const Value V = eval(E->Kids[0]);
    return slot(E->Number) = V;
  }
  case Op::Store:
    return stored(E);
  case Op::Update:
    return updated(E);
  case Op::CopyBytes:
    return copyBytes(E);
  case Op::NewObject:
    return declared(E);
  case Op::Then:
    return then(E);
  case Op::Sum:
  case Op::Element:
  case Op::ExtentOf:
  case Op::HasShape:
  case Op::IsDense:
  case Op::Agree:
  case Op::Refuse:
    return tensorOperation(*this, E);
  case Op::Seq:
  case Op::If:
  case Op::Loop:
    return ofStatement(E);
  default:
    return E->What >= Op::ArrayArg && E->What <= Op::Run ? ofLaunch(E)
                                                         : binary(E);
  }
}

Value Interpreter::binary(const Node *E) {
  const Value A = eval(E->Kids[0]);
  const Value B = E->Kids.size() > 1 ? eval(E->Kids[1]) : Value{};
  switch (E->What) {
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne:
    return compared(E, A, B);
  case Op::PtrDiff:
    // The next run knows how far they are from one another.
    if (W.join(A.N, B.N, E->Number))
      End.exhaust();
    else if (objectOf(A.N) != objectOf(B.N))
      End.undefine();
    return {(A.N - B.N) / E->Number};
  case Op::Least:
  case Op::Most:
    if (!A.Ok || !B.Ok)
      return {0, false};
    return combined(E->What == Op::Least ? Combine::Min : Combine::Max, A, B,
                    E->Ty);
  case Op::CeilDiv:
  case Op::FloorDiv:
  case Op::FloorMod:
  case Op::TruncDiv:
  case Op::TruncMod:
    return ofDivision(E, A, B);
  default:
    break;
  }
  if (E->Ty.K == Type::Float)
    return ofFloats(E, A, B, End);
  if (E->Ty.K == Type::Checked || E->Ty.K == Type::Tri)
    return ofChecked(E, A, B, End);
  return ofIntegers(E, A, B, End);
}

/// The first has effects, the second is the value.
Value Interpreter::then(const Node *E) {
  (void)eval(E->Kids[0]);
  return eval(E->Kids[1]);
}

/// The second only counts where the first is true.
Value Interpreter::both(const Node *E) {
  const Value A = eval(E->Kids[0]);
  return A.N ? eval(E->Kids[1]) : A;
}

/// The second only counts where the first is false.
Value Interpreter::either(const Node *E) {
  const Value A = eval(E->Kids[0]);
  return A.N ? A : eval(E->Kids[1]);
}

Value Interpreter::subObject(const Node *E) {
  const int64_t Place = eval(E->Kids[0]).N;
  const unsigned O = objectOf(Place);
  if (O == 0 || O >= W.Objects.size() || W.isData(O))
    return {Place};
  return {pointerTo(W.subObject(Place, E->Extent))};
}

Value Interpreter::pointerAdd(const Node *E) {
  const Value P = eval(E->Kids[0]);
  const Value I = eval(E->Kids[1]);
  if (E->Extent >= 0 && (I.N < 0 || I.N >= E->Extent))
    End.undefine(); // outside of an array whose extent is known
  // The size of a container counts where the launch asks for it.
  if (E->Bound) {
    const int64_t Size = eval(E->Bound->Kids[0]).N;
    if (W.isParameter(Size) &&
        static_cast<uint64_t>(I.N) >=
            static_cast<uint64_t>(W.parameter(Size, E->Bound->Ty).N))
      End.undefine();
  }
  const __int128 Offset =
      static_cast<__int128>(I.N) * E->Number + offsetOf(P.N);
  if (Offset > Farthest || Offset < -Farthest || objectOf(P.N) == 0)
    End.undefine();
  return {P.N + I.N * E->Number};
}

/// Where the condition is unknown, what both of the others are.
Value Interpreter::choose(const Node *E) {
  const Value C = eval(E->Kids[0]);
  if (C.Ok)
    return eval(E->Kids[C.N ? 1 : 2]);
  const Value A = eval(E->Kids[1]), B = eval(E->Kids[2]);
  return A.Ok && B.Ok && A.N == B.N ? A : Value{0, false};
}

Value Interpreter::opaque(const Node *E) {
  uint64_t Hash = static_cast<uint64_t>(E->Number);
  for (const Node *Kid : E->Kids)
    Hash = mixed(Hash, static_cast<uint64_t>(eval(Kid).N));
  if (E->Ty.K == Type::Float)
    return {static_cast<int64_t>(Hash % field::P)};
  return {wrapped(static_cast<int64_t>(Hash % 7), E->Ty)};
}

Value Interpreter::copyBytes(const Node *E) {
  const int64_t To = eval(E->Kids[0]).N, From = eval(E->Kids[1]).N;
  for (const auto &[Offset, T] : N.Layouts[E->Number]) {
    if (End.stopped())
      break;
    const Value V = load(From + Offset, T);
    if (!End.stopped())
      store(To + Offset, V, T);
  }
  return {To};
}

Value Interpreter::stored(const Node *E) {
  const int64_t Place = eval(E->Kids[0]).N;
  const Value V = eval(E->Kids[1]);
  if (!End.stopped())
    store(Place, V, E->Ty);
  return V;
}

Value Interpreter::updated(const Node *E) {
  const int64_t Place = eval(E->Kids[0]).N;
  const Value V = eval(E->Kids[1]);
  if (!End.stopped())
    update(Place, V, E->Ty, static_cast<Combine>(E->Number));
  return {};
}

Value Interpreter::declared(const Node *E) {
  const Value V = newObject();
  return End.stopped() ? Value{} : slot(E->Number) = V;
}

/// A statement has no value.
Value Interpreter::ofStatement(const Node *S) {
  (void)exec(S);
  return {};
}

Value Interpreter::ofLaunch(const Node *E) {
  if (Around)
    return Around->operation(E);
  End.exhaust(); // there is nobody to launch anything
  return {};
}

Value Interpreter::newObject() {
  if (NextLocal == EndOfLocals) {
    End.exhaust();
    return {};
  }
  return {pointerTo(NextLocal++)};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

constexpr int64_t Unset = 0x5eed0fbad1dea5e;

Value Interpreter::initial(int64_t Place, Type T) {
  const unsigned O = objectOf(Place);
  // A local that has no value yet. That nobody takes it for a number that a
  // program is likely to store there.
  if (O >= W.Objects.size() || O == 0)
    return T.K == Type::Float ? Value{Unset} : Value{};
  if (const Node *Init = W.Objects[O].Init; Init && offsetOf(Place) == 0 &&
                                            T.K == Init->Ty.K &&
                                            T.Bits == Init->Ty.Bits)
    return eval(Init);
  return W.initial(Place, T);
}

Cell &Interpreter::cellAt(int64_t Place, Type T) {
  if (Cell *Found = Cells.find(Place))
    return *Found;
  const int64_t V = initial(Place, T).N;
  return Cells.add(Place, V, T);
}

Value Interpreter::loadCopy(int64_t Place, Type T) {
  const Memory::Copy *C = Cells.copyAt(objectOf(Place));
  if (!C) {
    End.undefine();
    return {};
  }
  const int64_t There = C->Origin + offsetOf(Place);
  if (offsetOf(There) < C->Begin || offsetOf(There) >= C->End) {
    End.wrong("a thread reads " + W.describe(There) +
              " from a copy, which does not hold it");
    return {};
  }
  const int64_t *Before = Cells.beforeKernel(There);
  const Value V = Before ? Value{*Before} : initial(There, T);
  Sees.loads(There, V.N, nullptr);
  return V;
}

Value Interpreter::load(int64_t Place, Type T) {
  const unsigned O = objectOf(Place);
  if (isCopy(O))
    return loadCopy(Place, T);
  if (O == 0 || W.isBeyond(Place)) {
    End.undefine();
    return {};
  }
  const Cell &C = cellAt(Place, T);
  const Value V{C.V};
  Sees.loads(Place, V.N, &C);
  return V;
}

void Interpreter::store(int64_t Place, Value V, Type T) {
  const unsigned O = objectOf(Place);
  if (O == 0 || W.isBeyond(Place))
    return End.undefine();
  if (isCopy(O))
    return End.wrong("a thread writes to a copy");
  Cell &C = cellAt(Place, T);
  Sees.stores(Place, V.N, C);
  C.V = V.N;
  C.Written = true;
}

void Interpreter::update(int64_t Place, Value V, Type T, Combine By) {
  if (W.isBeyond(Place))
    return End.undefine();
  Cell &C = cellAt(Place, T);
  Sees.updates(Place, By, C);
  C.V = combined(By, {C.V}, V, T).N;
  C.Written = true;
}

} // namespace validate
} // namespace heddle
