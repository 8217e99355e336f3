//===- Advice.cpp - Which loops can be mapped instead ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Explain.h"
#include "Legality/RankEdit.h"
#include "Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace heddle;
using isl::Answer;

static std::string quoted(const std::string &Text) { return "'" + Text + "'"; }

/// The loop at Level can be mapped, those outside of it being given.
bool Explainer::levelMappable(unsigned Level, bool Copying) const {
  return llvm::all_of(All, [&](const ArrayConflicts &C) {
    const LevelConflicts &At = C.Levels[Level];
    return At.free() || (Copying && At.Anti == Answer::Yes &&
                         At.Flow == Answer::No && At.Output == Answer::No &&
                         !llvm::is_contained(N.Nest->Annot.InPlace, C.Array));
  });
}

/// " with a copy of 'x'": what it takes to map the loops from Begin to End.
std::string Explainer::copiesText(unsigned Begin, unsigned End) const {
  std::vector<std::string> Names;
  for (const ArrayConflicts &C : All)
    for (unsigned L = Begin; L < End; ++L)
      if (C.Levels[L].Anti != Answer::No) {
        Names.push_back(quoted(N.Nest->Arrays[C.Array].Name));
        break;
      }
  if (Names.empty())
    return "";
  return (Names.size() == 1 ? " with a copy of " : " with copies of ") +
         llvm::join(Names, " and ");
}

bool Explainer::differsNowhere(unsigned Level) const {
  return llvm::all_of(All, [&](const ArrayConflicts &C) {
    return C.Differs[Level] == Answer::No;
  });
}

/// "loop 'i'" or "loops 'i' and 'j'".
std::string Explainer::loopNames(llvm::ArrayRef<unsigned> Loops) const {
  std::vector<std::string> Names;
  for (unsigned I : Loops)
    Names.push_back(N.Nest->Loops[I].Name);
  return (Names.size() == 1 ? "loop " : "loops ") + quotedList(Names);
}

static std::vector<unsigned> range(unsigned Begin, unsigned End) {
  std::vector<unsigned> Loops;
  for (unsigned I = Begin; I < End; ++I)
    Loops.push_back(I);
  return Loops;
}

/// Says which loops can be mapped instead, of those that the analysis knows.
void Explainer::noteOtherLoops(Diagnostic &D) {
  unsigned Outer = 0;
  while (Outer < N.Depth && levelMappable(Outer, /*Copying=*/true))
    ++Outer;
  // Loops that no conflict differs in can stand outside all others, in any
  // order; among them is the prefix.
  std::vector<unsigned> Free;
  for (unsigned I = 0; I < N.RectangularDepth; ++I)
    if (differsNowhere(I))
      Free.push_back(I);
  if (Outer > 0)
    notePrefix(D, Outer);
  else
    noteInner(D, Free);
  llvm::ArrayRef<unsigned> Moved =
      llvm::ArrayRef(Free).drop_front(std::min<size_t>(Outer, Free.size()));
  // Neighbours have been named already, and so has a single loop.
  bool Apart = Moved.size() > 1 && Moved.back() - Moved.front() >= Moved.size();
  if (Outer > 0 ? !Moved.empty() : Apart)
    D.note(N.Nest->Loops[Moved.front()].Where,
           loopNames(Free) + " could be mapped together if " +
               (Outer > 0 ? loopNames(Moved) : "they") +
               " stood outside loop " + quoted(N.Nest->Loops[Outer].Name));
}

/// The outer loops alone.
void Explainer::notePrefix(Diagnostic &D, unsigned Outer, bool NoCopies) {
  RankEdit Edit = editForRank(N, Outer);
  std::string Rank = "rank " + std::to_string(Outer);
  std::string Mapping = Edit.NewMapping ? " and a mapping of " + Rank : "";
  std::string What =
      Edit.Words.empty()
          ? "declare an index space of " + Rank + " there" + Mapping
          : "write " + quoted(Edit.Words) + Mapping;
  D.note(N.Nest->Loops[0].Where,
         loopNames(range(0, Outer)) + " can be mapped" +
             (NoCopies ? " without a copy" : copiesText(0, Outer)) + ": " +
             What + ", and " + loopNames(range(Outer, N.Depth)) +
             " will run inside each thread");
  if (D.Level == Severity::Error && !std::exchange(SaidEdit, true))
    for (const FixIt &F : Edit.Edits)
      D.fix(F.Where, F.Text, F.Insert);
}

/// The outermost loop cannot be mapped, but loops inside of it.
void Explainer::noteInner(Diagnostic &D, llvm::ArrayRef<unsigned> Free) const {
  unsigned First = 1;
  while (First < N.Depth && !levelMappable(First, /*Copying=*/true))
    ++First;
  if (First >= N.Depth) {
    if (N.Depth > 1)
      D.note(N.Nest->Where, "no loop of this nest can be mapped as it stands");
    return;
  }
  unsigned End = First + 1;
  while (End < N.Depth && levelMappable(End, /*Copying=*/true))
    ++End;
  std::string Text = loopNames(range(First, End)) + " can be mapped" +
                     copiesText(First, End) + ": annotate loop " +
                     quoted(N.Nest->Loops[First].Name) + " instead";
  if (llvm::is_contained(Free, First)) {
    std::string Outermost = quoted(N.Nest->Loops[0].Name);
    Text += First == 1 ? ", or interchange it with loop " + Outermost
                       : ", or move it outside loop " + Outermost;
  }
  D.note(N.Nest->Loops[First].Where, Text);
}
