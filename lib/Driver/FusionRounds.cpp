//===- FusionRounds.cpp - Which nests become one, by trying ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/FusionRounds.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

static std::string codeOfMain(const UnitEdits &Edits) {
  const auto Main = Edits.Files.find(Edits.MainPath);
  return Main == Edits.Files.end() ? "" : Main->second.Code;
}

static std::vector<FusionOffer> sorted(std::vector<FusionOffer> Offers) {
  llvm::sort(Offers, [](const FusionOffer &A, const FusionOffer &B) {
    return A.First.Begin < B.First.Begin;
  });
  return Offers;
}

FusionRounds::FusionRounds(const UnitResult &Unit, const UnitOptions &Options)
    : Code(codeOfMain(Unit.Edits)), Written(Unit.Fusions),
      Left(sorted(Unit.Fusions)), Later(Options) {
  Later.Fused = &Tried;
  Later.Volumes = nullptr;
  Later.Show = [](const Diagnostic &) {}; // all has been said
}

const UnitOptions *FusionRounds::next() {
  std::vector<const FusionOffer *> Chosen;
  TriedLines.clear();
  for (const FusionOffer &O : Left) {
    if (Refused.count(O.Second.Line) ||
        (!Chosen.empty() &&
         (OneByOne || O.First.Begin < Chosen.back()->Second.End)))
      continue;
    Chosen.push_back(&O);
    TriedLines.push_back(O.Second.Line);
  }
  if (Chosen.empty())
    return nullptr;
  Tried = fuse(Code, Text, Chosen);
  return &Later;
}

bool FusionRounds::take(std::optional<UnitResult> Result) {
  if (Result && Result->Good && Result->Refused == 0) {
    Fused.insert(TriedLines.begin(), TriedLines.end());
    Left = sorted(Result->Fusions);
    Text = std::move(Tried);
    Best = std::move(Result);
    OneByOne = false;
    return true;
  }
  if (TriedLines.size() == 1)
    Refused.insert(TriedLines.front());
  else
    OneByOne = true;
  return false;
}

Report FusionRounds::finish(UnitResult &Unit) {
  Report R;
  for (const FusionOffer &O : Written) {
    const bool IsOne = Fused.count(O.Second.Line);
    R.Diagnostics.push_back(IsOne ? O.Fused : O.Apart);
    if (O.Program >= Unit.Programs.size())
      continue;
    ProgramReport &Program = Unit.Programs[O.Program];
    ProgramReport::Neighbours &N = Program.Fusions[O.Neighbours];
    N.IsOne = IsOne;
    const Diagnostic &Said = R.Diagnostics.back();
    Program.Messages.push_back({getDiagInfo(Said.ID).Name.str(),
                                Said.Level,
                                Said.Text,
                                N.Where,
                                {{Said.Notes.front().Text, N.Before}}});
  }
  llvm::erase_if(R.Diagnostics,
                 [&](const Diagnostic &D) { return !Later.Warnings.shows(D); });
  if (!Best)
    return R;
  Unit.Edits = std::move(Best->Edits);
  Unit.Edits.Files[Unit.Edits.MainPath].Written = Code;
  Unit.Nests = std::move(Best->Nests);
  // All else that is said of them is the same, with the places of the source as
  // written.
  for (auto [Program, Later] : llvm::zip(Unit.Programs, Best->Programs))
    Program.Launches = Later.Launches;
  return R;
}

} // namespace heddle
