//===- Inspection.cpp - Elements that a pass over the loops finds ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Inspection.h"
#include "Affine/Footprint.h"
#include "IR/ArrayText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>

namespace heddle {

std::string firstInspected(const ArrayInfo &A) {
  return A.KernelName + ".first";
}
std::string lastInspected(const ArrayInfo &A) { return A.KernelName + ".last"; }

ElementRange inspectedRange(const LoopNest &N, unsigned Array) {
  const ArrayInfo &A = N.Arrays[Array];
  const Sym Scalars(scalarsPerElement(A));
  ElementRange Range;
  Range.First = Sym::leaf(firstInspected(A)) * Scalars;
  Range.Last = Sym::leaf(lastInspected(A)) * Scalars + (Scalars - Sym(1));
  return Range;
}

bool isSeen(const LoopNest &N, const ValueRef &Code, const ReadingCall &Call) {
  for (auto [I, Where] : llvm::enumerate(Call.Accesses)) {
    const size_t Number = Call.First + I;
    if (Number >= N.Accesses.size() ||
        N.Accesses[Number].Where.Begin != Where.Begin)
      return false; // they have other numbers by now
  }
  return valueAt(Code, Call.Name, ValueKind::Respelled) != nullptr;
}

namespace {

/// The accesses that one text of the function stands for. A macro's argument
/// may stand for several.
struct AccessText {
  std::vector<unsigned> Accesses;
  unsigned Nodes = 0;
};

using AccessTexts = std::map<std::pair<unsigned, unsigned>, AccessText>;

} // namespace

static void findTexts(const Value &V, AccessTexts &Found) {
  forEachValue(V, [&](const Value &X) {
    if (X.Kind == ValueKind::Respelled) {
      findTexts(X.operand(0), Found);
      return false;
    }
    if (X.Kind == ValueKind::Element) {
      AccessText &Text = Found[{X.Where.Begin, X.Where.End}];
      llvm::append_range(Text.Accesses, X.Accesses);
      ++Text.Nodes;
    }
    return true;
  });
}

/// One call can stand around the text: its accesses are of one array, and it is
/// no store where something else is.
static bool isOneAccess(const AccessText &Text, const LoopNest &N) {
  const unsigned Array = N.Accesses[Text.Accesses.front()].Array;
  return llvm::all_of(Text.Accesses, [&](unsigned I) {
    const Access &A = N.Accesses[I];
    return A.Array == Array && (Text.Nodes == 1 || !A.IsWrite);
  });
}

/// Sets what texts of Code, and of functions that it calls, stand for.
static void findAccesses(const LoopNest &N, const ValueRef &Code,
                         llvm::ArrayRef<ReadingCall> Calls,
                         llvm::SmallBitVector &Found) {
  AccessTexts Texts;
  findTexts(*Code, Texts);
  for (const auto &[Where, Text] : Texts)
    if (isOneAccess(Text, N))
      for (unsigned I : Text.Accesses)
        Found.set(I);
  for (const ReadingCall &Call : Calls)
    if (isSeen(N, Code, Call))
      findAccesses(N, Call.Body->Code, Call.Body->Readings, Found);
}

std::optional<NoInspection> whyNotInspected(const LoopNest &N) {
  if (N.isStatement())
    return NoInspection{"the text is that of a statement, not of loops", {}};
  if (N.Step.Role != StepRole::Whole)
    return NoInspection{"the loops run as several launches", {}};
  if (llvm::any_of(N.Kept, [](const LoopNest::KeptVariable &K) {
        return !K.Pointer.empty();
      }))
    return NoInspection{"the last iteration leaves a value in a variable", {}};
  if (N.EndsAt.isValid())
    return NoInspection{"an iteration may end the program", N.EndsAt};
  if (!N.Choices.empty())
    return NoInspection{"iterations choose variables together", {}};
  for (auto [I, A] : llvm::enumerate(N.Arrays)) {
    if (A.Tables)
      return NoInspection{"'" + A.Name + "' is a table of rows", A.Where};
    // No lambda captures it.
    if (hasVariableRows(N, static_cast<unsigned>(I)))
      return NoInspection{"'" + A.Name + "' has rows of run-time length",
                          A.Where};
  }
  llvm::SmallBitVector Found(static_cast<unsigned>(N.Accesses.size()));
  findAccesses(N, N.Code, N.Readings, Found);
  for (auto [I, A] : llvm::enumerate(N.Accesses))
    if (!Found[static_cast<unsigned>(I)])
      return NoInspection{
          "'" + A.Text +
              "' has no text of its own in the loops, as in a macro or in a "
              "function that they call",
          A.Where, /*InText=*/true};
  return std::nullopt;
}

} // namespace heddle
