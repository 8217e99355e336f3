//===- FusedText.cpp - The source, with nests of a program as one ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/FusedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

namespace {

class Fuser {
public:
  Fuser(llvm::StringRef Code, const FusedText &From) : Code(Code), From(From) {}

  FusedText run(llvm::ArrayRef<const FusionOffer *> Offers);

private:
  SeparateNests separate(const FusionOffer::Nest &N) const;
  SeparateNests separate(const FusionOffer &O) const;

  llvm::StringRef Code;
  const FusedText &From;
};

/// The line ends in Text.
std::string lineEnds(llvm::StringRef Text) {
  std::string Ends;
  llvm::copy_if(Text, std::back_inserter(Ends),
                [](char C) { return C == '\n' || C == '\r'; });
  return Ends;
}

/// Blanks in place of all but the line ends.
std::string blanks(llvm::StringRef Text) {
  std::string Out = Text.str();
  for (char &C : Out)
    if (!llvm::isSpace(C))
      C = ' ';
  return Out;
}

/// A nest as the source has it, from its loop on.
SeparateNests Fuser::separate(const FusionOffer::Nest &N) const {
  SeparateNests Known = From.separateAt(N.Begin);
  return Known.empty() ? SeparateNests{Code.slice(N.Loop, N.End).str(), {}}
                       : Known;
}

SeparateNests Fuser::separate(const FusionOffer &O) const {
  SeparateNests Out = separate(O.First);
  const SeparateNests Second = separate(O.Second);
  Out.Text += Code.slice(O.First.End, O.Second.Begin).str() +
              blanks(Code.slice(O.Second.Begin, O.Second.Loop)) + Second.Text;
  Out.Lines.push_back(O.Second.ShownLine);
  llvm::append_range(Out.Lines, Second.Lines);
  return Out;
}

FusedText Fuser::run(llvm::ArrayRef<const FusionOffer *> Offers) {
  FusedText Out;
  std::multimap<unsigned, const FusionOffer::Edit *> Edits;
  for (const FusionOffer *O : Offers)
    for (const FusionOffer::Edit &E : O->Edits)
      Edits.emplace(E.Begin, &E);
  // Where a nest of Code begins in the new text.
  std::map<unsigned, SeparateNests> Begins;
  for (const auto &[At, Nests] : From.Separate)
    if (llvm::none_of(Offers, [At = At](const FusionOffer *O) {
          return O->Second.Begin == At;
        }))
      Begins[At] = Nests;
  for (const FusionOffer *O : Offers)
    Begins[O->First.Begin] = separate(*O);
  unsigned At = 0;
  auto Begin = Begins.begin();
  const auto CopyUpTo = [&](unsigned End) {
    for (; Begin != Begins.end() && Begin->first < End; ++Begin)
      Out.Separate[Out.Text.size() + (Begin->first - At)] = Begin->second;
    Out.Text += Code.slice(At, End);
    At = End;
  };
  for (const auto &[Where, E] : Edits) {
    CopyUpTo(Where);
    // With the line ends, so that what follows stays on its line.
    const std::string Ends = lineEnds(Code.slice(E->Begin, E->End));
    Out.Text +=
        (Ends.empty() ? E->Text : llvm::StringRef(E->Text).rtrim(' ').str()) +
        Ends;
    At = E->End;
  }
  CopyUpTo(Code.size());
  return Out;
}

} // namespace

FusedText fuse(llvm::StringRef Code, const FusedText &Text,
               llvm::ArrayRef<const FusionOffer *> Offers) {
  return Fuser(Text.Text.empty() ? Code : llvm::StringRef(Text.Text), Text)
      .run(Offers);
}

} // namespace heddle
