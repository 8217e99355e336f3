//===- ScanReport.h - Which loops could be annotated -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_SCANREPORT_H
#define HEDDLE_DRIVER_SCANREPORT_H

#include "Driver/NestReport.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace heddle {

/// The fate of a loop if it were annotated.
struct ScannedLoop {
  /// In the order of what counts where two sources disagree on a loop.
  enum class Fate : unsigned char {
    NotInstantiated,
    NotChecked,
    Mapped,
    Refused
  };

  NestReport::Place Where; ///< File is absolute, where it is a file
  std::string Function;
  Fate Verdict = Fate::Refused;
  bool Annotated = false;          ///< it has an annotation already
  unsigned Depth = 0;              ///< how many refused loops are around it
  std::vector<std::string> Reduce; ///< the names that it would reduce to
  /// The arrays of threads that it would claim to be private.
  std::vector<std::string> Private;
  std::vector<NestReport::Message> Messages;

  /// The first error, or what else there is to say; null: nothing.
  const NestReport::Message *reason() const;
};

/// Writes the loop as one object.
void printJson(const ScannedLoop &L, llvm::json::OStream &J);
/// Reads what printJson wrote; false: that it is not.
bool fromJSON(const llvm::json::Value &V, ScannedLoop &Out,
              llvm::json::Path Where);

/// The loops of several sources, each once: of a header that several sources
/// include, with the worst verdict.
class ScanReport {
public:
  struct Source {
    std::string File;
    int Exit = 0; ///< 0: it was read
  };

  void add(ScannedLoop L);
  void addSource(Source S) { Sources.push_back(std::move(S)); }

  /// A table by file and line, and the sums. Files below Folder are named from
  /// there.
  void printText(llvm::StringRef Folder, llvm::raw_ostream &OS) const;
  /// One object; docs/scan.md describes it.
  void printJson(llvm::StringRef Generator, llvm::StringRef Folder,
                 llvm::raw_ostream &OS) const;

private:
  struct Sums;
  Sums sums() const;

  std::map<std::tuple<std::string, unsigned, unsigned>, ScannedLoop> Loops;
  std::vector<Source> Sources;
};

} // namespace heddle

#endif
