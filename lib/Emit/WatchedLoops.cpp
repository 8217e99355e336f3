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

namespace {

class LoopWriter {
public:
  LoopWriter(llvm::ArrayRef<Watcher> Watchers,
             llvm::function_ref<AroundPlace(const Value &)> Of)
      : Watchers(Watchers), Of(Of) {}

  ValueRef watched(const ValueRef &Code, bool IsInBody) const;

private:
  std::string nextText(const Value &Loop) const;
  ValueRef watchedLoop(const Value &X, bool IsInBody,
                       const std::string &Next) const;
  ValueRef watchedPlace(const Value &X) const;

  llvm::ArrayRef<Watcher> Watchers;
  llvm::function_ref<AroundPlace(const Value &)> Of;
};

} // namespace

/// The text at the beginning of its body.
std::string LoopWriter::nextText(const Value &Loop) const {
  std::string Text;
  for (const Watcher &W : Watchers)
    if (!W.Loops.empty() && Loop.Where == W.Loops.back().Where)
      Text += W.Name + ".next(" + counterList(W.Loops, /*Quote=*/false) + "); ";
  return Text;
}

ValueRef LoopWriter::watchedLoop(const Value &X, bool IsInBody,
                                 const std::string &Next) const {
  auto Loop = std::make_shared<Value>(X);
  for (Operand &Op : Loop->Operands) {
    const bool IsBody = Op.Is->Kind == ValueKind::Block;
    Op.Is = watched(Op.Is, IsInBody || IsBody);
    if (IsBody)
      Op.Is = makeValue(ValueKind::Sequence,
                        {makeTokens("{ " + Next), Op.Is, makeTokens(" }")});
  }
  return Loop;
}

/// One place may stand in another one's subscript.
ValueRef LoopWriter::watchedPlace(const Value &X) const {
  const AroundPlace Around = Of(X);
  if (!Around.Instead.empty())
    return makeTokens(Around.Instead);
  if (Around.Before.empty())
    return nullptr;
  auto Inside = std::make_shared<Value>(X);
  for (Operand &Op : Inside->Operands)
    Op.Is = watched(Op.Is, true);
  return makeValue(ValueKind::Sequence, {makeTokens(Around.Before), Inside,
                                         makeTokens(Around.After)});
}

/// IsInBody: of a watcher's loops.
ValueRef LoopWriter::watched(const ValueRef &Code, bool IsInBody) const {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind == ValueKind::Loop)
      if (const std::string Next = nextText(*X); !Next.empty())
        return watchedLoop(*X, IsInBody, Next);
    const bool IsPlace = X->Kind == ValueKind::Element ||
                         X->Kind == ValueKind::Own ||
                         X->Kind == ValueKind::Respelled;
    return IsInBody && IsPlace ? watchedPlace(*X) : nullptr;
  });
}

std::string watchedLoops(const LoopNest &N, llvm::ArrayRef<Watcher> Watchers,
                         llvm::function_ref<AroundPlace(const Value &)> Of,
                         bool InHeaders, TextOf Which) {
  return valueText(*LoopWriter(Watchers, Of).watched(N.Code, InHeaders), N,
                   Which);
}

} // namespace heddle
