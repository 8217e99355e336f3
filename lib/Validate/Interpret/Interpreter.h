//===- Interpreter.h - Runs what was read from rewritten text --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates expressions and runs statements, all of what it is given, in the
// order of the text: what is left out is left out elsewhere (see Selection/).
// It neither knows whose code it runs nor judges what that does.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_INTERPRETER_H
#define HEDDLE_VALIDATE_INTERPRET_INTERPRETER_H

#include "Validate/Interpret/Frames.h"
#include "Validate/Interpret/Memory.h"
#include "Validate/Interpret/Observer.h"
#include "Validate/Interpret/Outcome.h"
#include "Validate/Interpret/World.h"
#include <array>

namespace heddle {
namespace validate {

class Interpreter {
public:
  /// Locals: the first object of the text's own.
  Interpreter(World &W, Memory &Cells, Outcome &End, Frames &Slots,
              Observer &Sees, unsigned Locals)
      : W(W), N(W.N), Cells(Cells), End(End), Slots(Slots), Sees(Sees),
        FirstLocal(Locals), NextLocal(Locals),
        EndOfLocals(Locals < FirstOfBlock ? FirstOfBlock : EndOfObjects) {}

  /// Without any, all runs as it stands, and nothing is launched.
  void surround(Surroundings *By) { Around = By; }

  Value eval(const Node *E);
  Flow exec(const Node *S);
  /// A loop, of which only these iterations run; null: all.
  Flow loop(const Node *S, Iterations *Some = nullptr);

  /// The value of a scalar that nobody has stored in this run.
  Value initial(int64_t Place, Type T);
  Cell &cellAt(int64_t Place, Type T);
  /// A pointer to a new local.
  Value newObject();
  /// The locals that there were are nobody's any more.
  void forgetLocals() { NextLocal = FirstLocal; }

  Value &slot(int64_t I) { return Slots.slot(I); }
  Frames &frames() { return Slots; }
  Outcome &end() { return End; }
  World &world() { return W; }

  /// The coordinates of the thread: block x, y, z, thread x, y, z.
  std::array<int64_t, 6> Coordinates{};

private:
  Value binary(const Node *E);
  Value then(const Node *E);
  Value both(const Node *E);
  Value either(const Node *E);
  Value subObject(const Node *E);
  Value pointerAdd(const Node *E);
  Value choose(const Node *E);
  Value opaque(const Node *E);
  Value stored(const Node *E);
  Value updated(const Node *E);
  Value copyBytes(const Node *E);
  Value declared(const Node *E);
  Value ofStatement(const Node *S);
  Value ofLaunch(const Node *E);
  Value call(const Node *E);

  Value load(int64_t Place, Type T);
  Value loadCopy(int64_t Place, Type T);
  void store(int64_t Place, Value V, Type T);
  void update(int64_t Place, Value V, Type T, Combine By);

  World &W;
  const Nest &N;
  Memory &Cells;
  Outcome &End;
  Frames &Slots;
  Observer &Sees;
  Surroundings *Around = nullptr;
  const unsigned FirstLocal;
  unsigned NextLocal, EndOfLocals;
  Value Returned;
  unsigned Depth = 0;
};

} // namespace validate
} // namespace heddle

#endif
