//===- Statements.cpp - Statements, loops and calls, run ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Interpreter.h"

namespace heddle {
namespace validate {

Flow Interpreter::exec(const Node *S) {
  if (!End.step())
    return Flow::Return;
  if (Around)
    if (const std::optional<Flow> Instead = Around->instead(S))
      return *Instead;
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
    if (End.stopped())
      return Flow::Return;
    const Node *Branch = S->Kids[Yes ? 1 : 2];
    return Branch ? exec(Branch) : Flow::Next;
  }
  case Op::Loop:
    return loop(S);
  case Op::Phase:
    End.exhaust(); // there is no block
    return Flow::Return;
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
    return End.stopped() ? Flow::Return : Flow::Next;
  }
}

Flow Interpreter::loop(const Node *S, Iterations *Some) {
  const Node *Condition = S->Kids[0], *Body = S->Kids[1], *Next = S->Kids[2];
  Sees.beginsLoop(S);
  Flow Result = Flow::Next;
  if (Some)
    Some->begin();
  for (bool First = S->Number != 0;; First = false) {
    if (!First && Condition && !eval(Condition).N)
      break;
    if (!End.step()) {
      Result = Flow::Return;
      break;
    }
    if (!Some || Some->runs()) {
      Sees.iterates();
      const Flow F = exec(Body);
      if (F == Flow::Return || End.stopped()) {
        Result = Flow::Return;
        break;
      }
      if (F == Flow::Break)
        break;
    }
    if (Next)
      (void)eval(Next);
  }
  Sees.endsLoop(S);
  return Result;
}

Value Interpreter::call(const Node *E) {
  const Function &F = N.Functions[E->Number];
  llvm::SmallVector<Value, 8> Given;
  for (const Node *Kid : E->Kids)
    Given.push_back(eval(Kid));
  if (Depth > 60)
    End.exhaust();
  if (End.stopped())
    return {};
  Sees.calls();
  const size_t Caller = Slots.push(F.Slots, Given);
  Returned = {};
  ++Depth;
  (void)exec(F.Body);
  --Depth;
  Slots.pop(Caller);
  Sees.returns();
  return Returned;
}

} // namespace validate
} // namespace heddle
