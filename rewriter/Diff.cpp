//===- Diff.cpp - Unified diffs of known edits ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace llvm;

namespace {

/// Lines [Old, OldEnd) become lines [New, NewEnd), counted from 0.
struct Change {
  size_t Old, OldEnd, New, NewEnd;
};

using Lines = SmallVector<StringRef>;

/// Each line with its newline; the last one may lack it.
Lines splitLines(StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    End = End == StringRef::npos ? Text.size() : End + 1;
    Result.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Result;
}

size_t lineOf(StringRef Text, size_t Offset) {
  return Text.take_front(Offset).count('\n');
}

/// The changed lines, from the offsets of the edits.
std::vector<Change> changes(const FileEdits &File, StringRef After,
                            const Lines &Old, const Lines &New) {
  struct Edit {
    size_t Begin, End;
    size_t Length;
  };
  std::vector<Edit> Edits;
  for (const auto &[Offset, Nest] : File.Nests) {
    const FileRange &Insert = Nest.Source.Insert, &Loop = Nest.Source.Replace;
    if (std::string Kernels = Nest.kernels(File.Code); !Kernels.empty())
      Edits.push_back({Insert.Begin, Insert.Begin, Kernels.size()});
    Edits.push_back({Loop.Begin, Loop.End, Nest.launch(File.Code).size()});
  }
  for (const auto &[Offset, Text] : File.Insertions)
    Edits.push_back({Offset, Offset, Text.size()});
  // The marker stands before all that the file had.
  size_t Size = File.Code.size();
  for (const Edit &E : Edits)
    Size = Size + E.Length - (E.End - E.Begin);
  const size_t First = markerOffset(File.Code);
  Edits.insert(Edits.begin(), {First, First, After.size() - Size});
  llvm::stable_sort(
      Edits, [](const Edit &A, const Edit &B) { return A.Begin < B.Begin; });
  std::vector<Change> Result;
  size_t Added = 0, Removed = 0;
  auto Add = [&](Change C) {
    while (C.Old < C.OldEnd && C.New < C.NewEnd && Old[C.Old] == New[C.New])
      ++C.Old, ++C.New;
    while (C.Old < C.OldEnd && C.New < C.NewEnd &&
           Old[C.OldEnd - 1] == New[C.NewEnd - 1])
      --C.OldEnd, --C.NewEnd;
    if (C.Old != C.OldEnd || C.New != C.NewEnd)
      Result.push_back(C);
  };
  for (size_t I = 0; I != Edits.size();) {
    // Edits that share a line are one change.
    size_t Begin = Edits[I].Begin, NewBegin = Begin + Added - Removed;
    size_t End = Begin;
    do {
      End = Edits[I].End;
      Added += Edits[I].Length;
      Removed += Edits[I].End - Edits[I].Begin;
      ++I;
    } while (I != Edits.size() &&
             lineOf(File.Code, Edits[I].Begin) == lineOf(File.Code, End));
    Add({lineOf(File.Code, Begin),
         std::min(lineOf(File.Code, End) + 1, Old.size()),
         lineOf(After, NewBegin),
         std::min(lineOf(After, End + Added - Removed) + 1, New.size())});
  }
  return Result;
}

void printLine(raw_ostream &OS, char Sign, StringRef Line) {
  OS << Sign << Line;
  if (!Line.ends_with("\n"))
    OS << "\n\\ No newline at end of file\n";
}

} // namespace

std::string heddle::unifiedDiff(const FileEdits &File, StringRef After) {
  if (File.written() == After)
    return "";
  const size_t Context = 3;
  Lines Old = splitLines(File.written()), New = splitLines(After);
  std::vector<Change> All = changes(File, After, Old, New);
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "--- " << File.Name << "\n+++ " << File.Name << '\n';
  for (size_t I = 0; I != All.size();) {
    size_t Last = I;
    while (Last + 1 != All.size() &&
           All[Last + 1].Old - All[Last].OldEnd <= 2 * Context)
      ++Last;
    size_t Before = std::min(All[I].Old, Context);
    size_t Behind = std::min(Old.size() - All[Last].OldEnd, Context);
    size_t OldCount = All[Last].OldEnd - All[I].Old + Before + Behind;
    size_t NewCount = All[Last].NewEnd - All[I].New + Before + Behind;
    // A side without lines is counted from the line before it.
    OS << "@@ -" << All[I].Old - Before + (OldCount ? 1 : 0) << ',' << OldCount
       << " +" << All[I].New - Before + (NewCount ? 1 : 0) << ',' << NewCount
       << " @@\n";
    size_t At = All[I].Old - Before;
    for (; I <= Last; ++I) {
      for (; At != All[I].Old; ++At)
        printLine(OS, ' ', Old[At]);
      for (; At != All[I].OldEnd; ++At)
        printLine(OS, '-', Old[At]);
      for (size_t L = All[I].New; L != All[I].NewEnd; ++L)
        printLine(OS, '+', New[L]);
    }
    for (size_t L = 0; L != Behind; ++L)
      printLine(OS, ' ', Old[At + L]);
  }
  return Text;
}
