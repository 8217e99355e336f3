//===- TranslationUnit.h - All annotated loops of one parse ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part that plugin and rewriter share: every annotated loop of a parsed
// translation unit goes through the pipeline, what there is to say is said
// through Clang, and the edits are collected by file. Nothing is written here.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_TRANSLATIONUNIT_H
#define HEDDLE_DRIVER_TRANSLATIONUNIT_H

#include "Diagnostics/Report.h"
#include "Diagnostics/WarningSwitch.h"
#include "Driver/Edits.h"
#include "Driver/FusedText.h"
#include "Driver/Pipeline.h"
#include "Driver/Places.h"
#include "Driver/ProgramReport.h"
#include "Driver/ReuseReport.h"
#include <functional>
#include <string>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

struct AnnotatedPlace;

/// The fate of a nest that fails verification, or whose text cannot be
/// rewritten: errors of the kinds Nest, Elements and Conflict. The other errors
/// stay errors in any case.
enum class OnFailure : unsigned char {
  Error,  ///< an error
  Warn,   ///< a warning; the loop runs as written, sequentially
  Serial, ///< the same with a remark
};

struct UnitOptions {
  PipelineOptions Pipeline;
  OnFailure Failure = OnFailure::Error;
  WarningSwitch Warnings;
  /// Only the main file can be written: an annotated header is an error.
  bool OneFile = false;
  /// Nests of a program that may run in one launch are told by
  /// UnitResult::Fusions.
  bool Fuse = false;
  /// Set: the main file is its Text.
  const FusedText *Fused = nullptr;
  /// Set: what the elements of each program's arrays are computed from goes
  /// there.
  llvm::raw_ostream *Volumes = nullptr;
  /// Tells the user what to do about such a header.
  std::string OneFileHint = "write both with '--out-dir'";
  /// Who shows the diagnostics; the default is Clang.
  std::function<void(const Diagnostic &)> Show;
};

/// The fate of one annotated statement, in all its instantiations.
struct PlaceFate {
  /// Mapped: in all of them. Kept: nothing is known, and it is not an error.
  enum : unsigned char { Refused, Mapped, Kept } Verdict = Refused;
  /// About the instantiations that were looked at: a refused one is the last.
  std::vector<NestReport::Message> Messages;
  HostNeed OnHost; ///< of one that is mapped
  bool HasTile = false;
};

struct UnitResult {
  /// No error, of Clang or of Heddle, in the whole translation unit.
  bool Good = false;
  bool Internal = false; ///< among the errors is one of Heddle itself
  unsigned Loops = 0;    ///< annotated loops and blocks found
  /// What became of them, each counted once: an error was reported; or there is
  /// an edit; or something was said, and the text stays.
  unsigned Refused = 0, Mapped = 0, Kept = 0;
  std::vector<PlaceFate> Fates; ///< in the order of the places
  SourceRef FirstLoop;
  /// placeKey() of annotations that stay in the text, about which something has
  /// been said.
  std::vector<std::string> Left;
  /// One for each annotated loop and instantiation, if
  /// PipelineOptions::Describe asks for them.
  std::vector<NestReport> Nests;
  std::vector<ReuseReport> Blocks;     ///< likewise, for [[heddle::reuse]]
  std::vector<ProgramReport> Programs; ///< likewise, for [[heddle::program]]
  /// What nobody has been told of yet: FusionRounds does.
  std::vector<FusionOffer> Fusions;
  UnitEdits Edits;
};

UnitResult processUnit(clang::ASTContext &Context, clang::Preprocessor &PP,
                       const UnitOptions &Options);

/// The same for these statements alone, whatever else is annotated.
UnitResult processPlaces(clang::ASTContext &Context, clang::Preprocessor &PP,
                         llvm::ArrayRef<AnnotatedPlace> Places,
                         const UnitOptions &Options);

} // namespace heddle

#endif
