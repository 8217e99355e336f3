//===- Report.h - What the phases have to say to the user ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A phase never prints: it adds diagnostics to a Report, in the order in which
// they are found, and a printer with access to Clang's DiagnosticsEngine shows
// them. A phase that returns empty has added at least one error before.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DIAGNOSTICS_REPORT_H
#define HEDDLE_DIAGNOSTICS_REPORT_H

#include "Support/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>
#include <utility>
#include <vector>

namespace heddle {

/// One enumerator per row of Diagnostics.def, e.g. DiagID::HD301.
enum class DiagID : unsigned {
#define HEDDLE_DIAG(ID, SEVERITY, KIND, FORMAT, EXPLANATION) ID,
#include "Diagnostics/Diagnostics.def"
};

enum class Severity : unsigned char { Error, Warning, Remark };

/// The kind of an error decides what may follow it. Warnings and remarks end
/// nothing, whatever their kind.
enum class DiagKind : unsigned char {
  /// A wrong annotation: an error, whatever --on-failure says.
  Annotation,
  /// About the nest or where its text stands: --on-failure may keep the loop.
  Nest,
  /// Nobody can say which elements are touched. As Nest; and the nest may be
  /// tried again with a pass over the loops that finds them.
  Elements,
  /// Iterations need what others store, or store the same. As Nest; and the
  /// nest may be tried again as several launches.
  Conflict,
  /// A mistake of Heddle itself: an error, whatever --on-failure says.
  Internal,
};

/// The static description of a diagnostic.
struct DiagInfo {
  DiagID ID;
  llvm::StringRef Name; ///< "HD301"
  Severity DefaultSeverity;
  DiagKind Kind;
  llvm::StringRef Format;      ///< llvm::formatv text, without the tag
  llvm::StringRef Explanation; ///< paragraphs for --explain
};

const DiagInfo &getDiagInfo(DiagID ID);
/// All rows in the order of the table.
llvm::ArrayRef<DiagInfo> allDiagnostics();
/// Looks a row up by its printed name ("HD301", case-insensitive); null if
/// there is none.
const DiagInfo *findDiagnostic(llvm::StringRef Name);

/// Replace the tokens of Where by Text (Insert: put Text before Where).
struct FixIt {
  SourceRef Where;
  std::string Text;
  bool Insert = false;
};

/// FixIts: what may be done, but not without a thought.
struct Note {
  SourceRef Where;
  std::string Text;
  std::vector<FixIt> FixIts = {};
};

struct Diagnostic {
  DiagID ID;
  Severity Level;
  SourceRef Where;
  std::string Text; ///< formatted, without the tag
  std::vector<Note> Notes;
  std::vector<FixIt> FixIts;

  Diagnostic &note(SourceRef Where, std::string Text) {
    Notes.push_back({Where, std::move(Text)});
    return *this;
  }
  Diagnostic &fix(SourceRef Where, std::string Text, bool Insert = false) {
    FixIts.push_back({Where, std::move(Text), Insert});
    return *this;
  }
};

class Report {
public:
  /// Adds a diagnostic; Args fill the row's {0}, {1}, ... The reference is
  /// valid until the next call.
  template <class... Args>
  Diagnostic &add(DiagID ID, SourceRef Where, Args &&...Values) {
    const DiagInfo &Info = getDiagInfo(ID);
    Diagnostics.push_back({ID,
                           Info.DefaultSeverity,
                           Where,
                           llvm::formatv(/*Validate=*/false, Info.Format.data(),
                                         std::forward<Args>(Values)...)
                               .str(),
                           {},
                           {}});
    return Diagnostics.back();
  }

  bool hasErrors() const {
    for (const Diagnostic &D : Diagnostics)
      if (D.Level == Severity::Error)
        return true;
    return false;
  }

  std::vector<Diagnostic> Diagnostics;
};

} // namespace heddle

#endif
