//===- Memory.cpp - What a run of the validator reads and writes ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Machine.h"

namespace heddle {
namespace validate {
namespace {

constexpr int64_t OffsetBits = 40, Middle = int64_t{1} << (OffsetBits - 1);

bool isTemporary(unsigned O) { return O >= FirstTemporary && O < FirstLocal; }

} // namespace

int64_t pointerTo(unsigned Object, int64_t Offset) {
  return (static_cast<int64_t>(Object) << OffsetBits) + Middle + Offset;
}
unsigned objectOf(int64_t Pointer) {
  return static_cast<unsigned>(Pointer >> OffsetBits);
}
int64_t offsetOf(int64_t Pointer) {
  return (Pointer & ((int64_t{1} << OffsetBits) - 1)) - Middle;
}

int64_t wrapped(int64_t V, Type T) {
  if (T.Bits == 1)
    return V != 0;
  if (T.Bits >= 64)
    return V;
  const unsigned Rest = 64 - T.Bits;
  const uint64_t Up = static_cast<uint64_t>(V) << Rest;
  return T.Signed ? static_cast<int64_t>(Up) >> Rest
                  : static_cast<int64_t>(Up >> Rest);
}

bool holds(Type T, __int128 V) {
  const __int128 One = 1;
  return T.Signed ? V >= -(One << (T.Bits - 1)) && V < (One << (T.Bits - 1))
                  : V >= 0 && V < (One << T.Bits);
}

unsigned World::dataAt(llvm::DenseMap<int64_t, unsigned> &Known,
                       int64_t Place) {
  auto [At, New] = Known.try_emplace(Place, Objects.size());
  if (New) {
    Object O;
    O.What = Object::Data;
    O.Name = describe(Place);
    Objects.push_back(O);
  }
  return At->second;
}

bool World::isData(unsigned O) const {
  return O < Objects.size() && Objects[O].What == Object::Data;
}

Value World::parameter(int64_t Place, Type T) {
  auto [At, New] = ParameterAt.try_emplace(Place, Parameters.size());
  if (New)
    Parameters.push_back({Place, T, describe(Place)});
  int64_t V = At->second < Values.size() ? Values[At->second] : Default;
  return {Parameters[At->second].value(V)};
}

/// "x", or "x + 8" bytes into it.
std::string World::describe(int64_t Pointer) const {
  const unsigned O = objectOf(Pointer);
  const int64_t Offset = offsetOf(Pointer);
  std::string Name = O < Objects.size() ? Objects[O].Name
                     : isTemporary(O)   ? "a temporary"
                                        : "a local";
  if (Offset)
    Name += " (byte " + std::to_string(Offset) + ")";
  return Name;
}

Value Machine::initial(int64_t Place, Type T) {
  const unsigned O = objectOf(Place);
  if (O >= W.Objects.size() || O == 0)
    return {}; // a local that has no value yet
  if (T.K == Type::Pointer) {
    if (const Node *Init = W.Objects[O].Init; Init && offsetOf(Place) == 0)
      return eval(Init);
    return {pointerTo(W.pointee(Place))};
  }
  const uint64_t Hash =
      mixed(mixed(W.Seed, O), static_cast<uint64_t>(offsetOf(Place)));
  if (T.K == Type::Float)
    return {static_cast<int64_t>(Hash % field::P)};
  if (!W.isData(O))
    return W.parameter(Place, T);
  // Small, so that they serve as bounds, subscripts and distances; in some
  // instances so small that even small arrays have such elements.
  if (T.Bits == 1)
    return {static_cast<int64_t>(Hash & 1)};
  if (W.Seed % 3 == 0)
    return {static_cast<int64_t>(W.Seed % 6 == 0 ? 0 : Hash & 1)};
  return {static_cast<int64_t>(Hash % 11) - (T.Signed ? 3 : 0)};
}

Cell &Machine::cellAt(int64_t Place, Type T) {
  if (auto At = Memory.find(Place); At != Memory.end())
    return At->second;
  Cell C;
  C.V = initial(Place, T).N;
  C.T = T;
  return Memory.try_emplace(Place, C).first->second;
}

int Machine::currentContext() {
  if (!FreshContext)
    return static_cast<int>(Contexts.size()) - 1;
  FreshContext = false;
  Context C;
  if (InKernel)
    C.assign(Coordinates.begin(), Coordinates.end());
  else
    for (unsigned S : Counting)
      C.push_back(slot(S).N);
  Contexts.push_back(C);
  return static_cast<int>(Contexts.size()) - 1;
}

void Machine::event(int64_t Place, int64_t V, bool Write) {
  if (!InKernel && !Write)
    HostReads.insert(Place);
  // Of tensor statements the definition does not say how often they read.
  if (W.isData(objectOf(Place)) && (Write || !N.IsTensor))
    Events.push_back({Place, V, Write, currentContext()});
}

/// Threads touch only what the launch has passed, and in the way it says.
void Machine::checkRange(int64_t Place, bool Write, const Cell &C) {
  const unsigned O = objectOf(Place);
  const int64_t Offset = offsetOf(Place);
  if (O >= FirstCopy && !isTemporary(O))
    return;
  bool Passed = false;
  for (const ArrayRange &R : Ranges) {
    if (R.Object != O)
      continue;
    Passed = true;
    if (Offset < R.Begin || Offset >= R.End)
      continue;
    if (Write && R.How == Access::In)
      Wrong = "a thread writes " + W.describe(Place) +
              ", which the launch passes to be read";
    else if (!Write && R.How == Access::Out && !C.WrittenNow)
      Wrong = "a thread reads " + W.describe(Place) +
              ", which the launch does not copy in";
    else if (!Write && R.How == Access::Private && !C.Written)
      Wrong = "a thread reads " + W.describe(Place) +
              ", which no thread before has written";
    return;
  }
  Wrong = "a thread touches " + W.describe(Place) +
          (Passed ? ", which is outside of the elements that the launch passes"
                  : ", which the launch does not pass");
}

void Machine::checkRace(int64_t Place, const Cell &C, bool Write, bool Update) {
  const auto Others = [this](int T) { return T != -1 && T != Thread; };
  if (objectOf(Place) >= FirstCopy && !isTemporary(objectOf(Place)))
    return;
  if (Others(C.Writer) || (Write && Others(C.Reader)) ||
      (Update && Others(C.Reader) && !C.Monotone) ||
      (!Update && Others(C.Updater) && (Write || !C.Monotone)))
    Wrong = "two threads touch " + W.describe(Place) + ", and one writes it";
}

/// Before the kernel that runs.
Value Machine::atLaunch(int64_t Place, Type T) {
  auto At = Stored.find(Place);
  return At == Stored.end() ? initial(Place, T) : Value{At->second};
}

Value Machine::load(int64_t Place, Type T) {
  unsigned O = objectOf(Place);
  if (O >= FirstCopy && O < FirstTemporary) {
    if (O - FirstCopy >= CopyOf.size()) {
      undefined();
      return {};
    }
    const auto &[Origin, What] = CopyOf[O - FirstCopy];
    const int64_t Offset = offsetOf(Place);
    const int64_t There = Origin + Offset;
    if (Offset < What.First.N * What.Size ||
        Offset >= (What.Last.N + 1) * What.Size) {
      Wrong = "a thread reads " + W.describe(There) +
              " from a copy, which does not hold it";
      return {};
    }
    const Value V = atLaunch(There, T);
    event(There, V.N, false);
    return V;
  }
  if (O == 0) {
    undefined();
    return {};
  }
  Cell &C = cellAt(Place, T);
  if (InKernel) {
    checkRange(Place, false, C);
    checkRace(Place, C, false, false);
    C.Reader = C.Reader == -1 || C.Reader == Thread ? Thread : -2;
  }
  const Value V{C.V};
  event(Place, V.N, false);
  return V;
}

void Machine::store(int64_t Place, Value V, Type T) {
  const unsigned O = objectOf(Place);
  if (O == 0) {
    undefined();
    return;
  }
  if (O >= FirstCopy && O < FirstTemporary) {
    Wrong = "a thread writes to a copy";
    return;
  }
  Cell &C = cellAt(Place, T);
  if (InKernel) {
    checkRange(Place, true, C);
    checkRace(Place, C, true, false);
    C.Writer = Thread;
  }
  C.V = V.N;
  C.Written = C.WrittenNow = true;
  event(Place, V.N, true);
}

void Machine::update(int64_t Place, Value V, Type T, Combine By) {
  Cell &C = cellAt(Place, T);
  if (InKernel) {
    checkRange(Place, true, C);
    checkRange(Place, false, C);
    // What a thread reads to see whether it has anything to do may be old.
    C.Monotone = (C.Updater == -1 || C.Monotone) &&
                 (By == Combine::Max || By == Combine::Min);
    checkRace(Place, C, false, true);
    C.Updater = C.Updater == -1 || C.Updater == Thread ? Thread : -2;
  }
  Unordered.insert(objectOf(Place));
  C.V = combined(By, {C.V}, V, T).N;
  C.Written = C.WrittenNow = true;
}

Value combined(Combine By, Value A, Value B, Type T) {
  const auto Before = [T](Value L, Value R) {
    return T.K == Type::Checked || (T.isInt() && T.Signed)
               ? L.N < R.N
               : static_cast<uint64_t>(L.N) < static_cast<uint64_t>(R.N);
  };
  const uint64_t X = A.N, Y = B.N;
  uint64_t R = 0;
  switch (By) {
  case Combine::Sum:
    R = T.K == Type::Float ? field::add(X, Y) : X + Y;
    break;
  case Combine::Difference:
    R = T.K == Type::Float ? field::sub(X, Y) : X - Y;
    break;
  case Combine::Product:
    R = T.K == Type::Float ? field::mul(X, Y) : X * Y;
    break;
  case Combine::Max:
  case Combine::FMax:
    return Before(A, B) ? B : A;
  case Combine::Min:
  case Combine::FMin:
    return Before(B, A) ? B : A;
  case Combine::BitAnd:
    R = X & Y;
    break;
  case Combine::BitOr:
    R = X | Y;
    break;
  case Combine::BitXor:
    R = X ^ Y;
    break;
  }
  const int64_t V = static_cast<int64_t>(R);
  return {T.isInt() ? wrapped(V, T) : V};
}

} // namespace validate
} // namespace heddle
