//===- WatchedLoops.cpp - Loops as written that say what they do ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/WatchedLoops.h"
#include "Emit/SourceLines.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// Threads that own elements have loops of another order, and loops that do not
/// run.
std::vector<WrittenLoop> perfectLoops(const AffineNest &A) {
  std::vector<WrittenLoop> All;
  const LoopNest &N = *A.Nest;
  for (unsigned L = 0; L < N.PerfectDepth; ++L)
    if (N.Loops[L].HeaderEnd > 0)
      All.push_back(
          {N.Loops[L].Name, {N.Loops[L].TextBegin, N.Loops[L].TextEnd}});
  if (A.Owner)
    for (const SolvedLoop &S : A.Owner->Loops)
      All.push_back({N.Loops[S.Loop].Name, {S.TextBegin, S.TextEnd}});
  llvm::sort(All, [](const WrittenLoop &X, const WrittenLoop &Y) {
    return X.Where.Begin < Y.Where.Begin;
  });
  return All;
}

std::string counterList(const std::vector<WrittenLoop> &Loops, bool Quote) {
  std::string Text;
  for (const WrittenLoop &L : Loops)
    Text +=
        (Text.empty() ? "" : ", ") + (Quote ? quoted(L.Counter) : L.Counter);
  return Text;
}

/// One element may stand in another one's subscript.
static ValueRef
withElements(const ValueRef &Code,
             llvm::function_ref<AroundElement(const Value &)> Of) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Element)
      return nullptr;
    const AroundElement Around = Of(*X);
    if (Around.Before.empty())
      return nullptr;
    auto Inside = std::make_shared<Value>(*X);
    for (Operand &Op : Inside->Operands)
      Op.Is = withElements(Op.Is, Of);
    return makeValue(ValueKind::Sequence, {makeTokens(Around.Before), Inside,
                                           makeTokens(Around.After)});
  });
}

std::string watchedLoops(const LoopNest &N,
                         const std::vector<WrittenLoop> &Loops,
                         const std::string &Watcher,
                         llvm::function_ref<AroundElement(const Value &)> Of) {
  const ValueRef Code = changed(N.Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Loop || !(X->Where == Loops.back().Where))
      return nullptr;
    auto Loop = std::make_shared<Value>(*X);
    const auto At = llvm::find_if(Loop->Operands, [](const Operand &Op) {
      return Op.Is->Kind == ValueKind::Block;
    });
    ValueRef &Body = At->Is;
    Body = makeValue(ValueKind::Sequence,
                     {makeTokens("{ " + Watcher + ".next(" +
                                 counterList(Loops, /*Quote=*/false) + "); "),
                      withElements(Body, Of), makeTokens(" }")});
    return Loop;
  });
  return valueText(*Code, N, TextOf::Function);
}

} // namespace heddle
