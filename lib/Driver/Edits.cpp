//===- Edits.cpp - What rewriting changes, by file ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/Edits.h"
#include "Emit/Instantiations.h"
#include "Emit/SourceLines.h"
#include "clang/Tooling/Core/Replacement.h"

using namespace heddle;

static const llvm::StringLiteral MarkerBegin = "// rewritten by heddle from '";
static const llvm::StringLiteral MarkerEnd = "'";

/// Every line ends in CR LF.
static bool isCrLf(llvm::StringRef Code) {
  size_t Lines = Code.count('\n');
  return Lines && Code.count("\r\n") == Lines;
}

std::string heddle::withLineEnds(std::string Text, llvm::StringRef Like) {
  if (!isCrLf(Like))
    return Text;
  std::string Result;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '\n' && (I == 0 || Text[I - 1] != '\r'))
      Result += '\r';
    Result += Text[I];
  }
  return Result;
}

static bool sameRange(const FileRange &A, const FileRange &B) {
  return A.Begin == B.Begin && A.End == B.End;
}

std::string NestEdit::kernels(llvm::StringRef Code) const {
  return withLineEnds(allKernels(Source), Code);
}

std::string NestEdit::launch(llvm::StringRef Code, ReadBy Reader) const {
  return withLineEnds(Source.Instantiations.empty()
                          ? Kept
                          : wholeLaunch(Source, Reader == ReadBy::Validator),
                      Code);
}

bool heddle::addEdit(std::map<unsigned, NestEdit> &Nests,
                     const NestEdit &Edit) {
  auto [At, New] = Nests.try_emplace(Edit.Source.Replace.Begin, Edit);
  if (New)
    return true;
  NestEdit &Old = At->second;
  bool OldKept = Old.Source.Instantiations.empty();
  if (OldKept || Edit.Source.Instantiations.empty()) {
    // Kept in one instantiation, launched in another.
    if (!Old.InTemplate && OldKept != Edit.Source.Instantiations.empty())
      return false;
    if (OldKept && Edit.Source.Instantiations.empty() && !Old.InTemplate)
      return Old.Kept == Edit.Kept &&
             sameRange(Old.Source.Replace, Edit.Source.Replace);
    if (OldKept)
      Old = Edit;
    return true;
  }
  // One inclusion may reach the file as dir/h.h and another as ./dir/h.h.
  KernelSource Source = Edit.Source;
  nameFile(Source, Old.Source.File);
  return sameRange(Old.Source.Insert, Source.Insert) &&
         sameRange(Old.Source.Replace, Source.Replace) &&
         Old.Source.Parameters == Source.Parameters &&
         addInstantiations(Old.Source.Instantiations, Source.Instantiations);
}

bool UnitEdits::merge(const UnitEdits &Other, FileRange &Where) {
  for (const auto &[Path, File] : Other.Files) {
    auto [At, New] = Files.try_emplace(Path, File);
    if (New)
      continue;
    At->second.IsMain |= File.IsMain;
    for (const auto &[Offset, Edit] : File.Nests) {
      Where = Edit.Source.Replace;
      if (File.Code != At->second.Code || !addEdit(At->second.Nests, Edit))
        return false;
    }
    for (const auto &[Offset, Text] : File.Insertions) {
      Where = FileRange();
      Where.File = At->second.Name;
      Where.Begin = Where.End = Offset;
      const std::string Known = withFileNamed(Text, File.Name, At->second.Name);
      if (File.Code != At->second.Code ||
          At->second.Insertions.try_emplace(Offset, Known).first->second !=
              Known)
        return false;
    }
  }
  return true;
}

llvm::Expected<std::string> heddle::apply(const FileEdits &File,
                                          std::vector<FileRange> *Changed,
                                          ReadBy Reader) {
  // Several kernels may go to one place: in the order of their loops.
  std::map<unsigned, std::string> Inserted = File.Insertions;
  clang::tooling::Replacements All;
  for (const auto &[Offset, Edit] : File.Nests) {
    Inserted[Edit.Source.Insert.Begin] += Edit.kernels(File.Code);
    const FileRange &Nest = Edit.Source.Replace;
    if (llvm::Error E = All.add({File.Name, Nest.Begin, Nest.End - Nest.Begin,
                                 Edit.launch(File.Code, Reader)}))
      return E;
  }
  for (const auto &[Offset, Text] : Inserted)
    if (!Text.empty())
      if (llvm::Error E = All.add({File.Name, Offset, 0, Text}))
        return E;
  if (Changed)
    for (const clang::tooling::Range &R : All.getAffectedRanges()) {
      FileRange &Range = Changed->emplace_back();
      Range.Begin = R.getOffset();
      Range.End = R.getOffset() + R.getLength();
    }
  return clang::tooling::applyAllReplacements(File.Code, All);
}

/// Text behind the marker's lines.
static llvm::StringRef withoutMarker(llvm::StringRef Text) {
  if (!Text.starts_with(MarkerBegin))
    return Text;
  Text = Text.split('\n').second;
  return Text.starts_with("#line 1 ") ? Text.split('\n').second : Text;
}

size_t heddle::markerOffset(llvm::StringRef Text) {
  const llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";
  return Text.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
}

std::string heddle::markedSource(llvm::StringRef Text) {
  Text = Text.drop_front(markerOffset(Text));
  if (!Text.consume_front(MarkerBegin))
    return "";
  llvm::StringRef First = Text.split('\n').first;
  First.consume_back("\r");
  return First.consume_back(MarkerEnd) ? First.str() : "";
}

std::string heddle::withMarker(std::string Text, llvm::StringRef Source) {
  const size_t At = markerOffset(Text);
  const llvm::StringRef Rest =
      withoutMarker(llvm::StringRef(Text).drop_front(At));
  return Text.substr(0, At) +
         withLineEnds(MarkerBegin.str() + Source.str() + MarkerEnd.str() +
                          "\n" + lineDirective(1, Source.str()),
                      Rest) +
         Rest.str();
}
