//===- FusionRounds.h - Which nests become one, by trying ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_FUSIONROUNDS_H
#define HEDDLE_DRIVER_FUSIONROUNDS_H

#include "Driver/TranslationUnit.h"
#include <optional>
#include <set>

namespace heddle {

/// A front end parses the texts that next() gives, in place of the main file,
/// and gives take() what processUnit() makes of each, until there are none.
/// Nests become one where the one nest is verified, and runs in one launch.
///
///   FusionRounds Rounds(Unit, Options);
///   while (const UnitOptions *Next = Rounds.next())
///     Rounds.take(parse(Next->Fused->Text, *Next));
///   Report Said = Rounds.finish(Unit);
class FusionRounds {
public:
  /// Unit: what has become of the source as written, with Options. It stays as
  /// it is until finish().
  FusionRounds(const UnitResult &Unit, const UnitOptions &Options);
  FusionRounds(const FusionRounds &) = delete;

  /// With Fused set; nothing is shown. Null: nothing more is to be tried. Valid
  /// until the next call.
  const UnitOptions *next();
  /// None: the text could not be parsed. True: its edits are what finish()
  /// gives, if no later ones are better.
  bool take(std::optional<UnitResult> Result);
  /// Moves the edits, and the descriptions of nests and programs, to Unit.
  /// The places of diagnostics, which the user wants to see, are those of the
  /// source as written.
  Report finish(UnitResult &Unit);

private:
  const std::string Code; ///< the main file as written
  const std::vector<FusionOffer> Written;
  std::vector<FusionOffer> Left; ///< offers about Text
  FusedText Text, Tried;
  UnitOptions Later;
  std::vector<unsigned> TriedLines;  ///< of the second nests
  std::set<unsigned> Fused, Refused; ///< likewise
  std::optional<UnitResult> Best;    ///< made of Text
  bool OneByOne = false;             ///< several at once have been refused
};

} // namespace heddle

#endif
