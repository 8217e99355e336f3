//===- ReportFile.cpp - What was decided about all nests ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/WriteFile.h"
#include "Output.h"
#include "Version.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using llvm::raw_string_ostream;

/// The version of the JSON text's shape; docs/report.md describes the shape.
static constexpr int ReportVersion = 1;

namespace {

/// Each nest, or block, once, though several sources include its header.
template <class T>
std::vector<const T *> distinct(const std::vector<SourceResult> &Results,
                                std::vector<T> SourceResult::*All) {
  std::vector<const T *> Found;
  llvm::StringSet<> Seen;
  for (const SourceResult &R : Results)
    for (const T &N : R.*All) {
      std::string Text;
      raw_string_ostream OS(Text);
      llvm::json::OStream J(OS);
      printJson(N, J);
      if (Seen.insert(Text).second)
        Found.push_back(&N);
    }
  return Found;
}

void printJson(const RewriteOptions &Options,
               const std::vector<SourceResult> &Results,
               llvm::raw_ostream &OS) {
  llvm::json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", ReportVersion);
    J.attribute("generator", std::string("heddle-rewrite ") + Version);
    J.attributeArray("sources", [&] {
      for (size_t I = 0; I != Results.size(); ++I)
        J.object([&] {
          J.attribute("file", llvm::json::fixUTF8(Options.Sources[I]));
          J.attribute("exit", Results[I].Exit);
          J.attributeObject("annotations", [&] {
            J.attribute("mapped", Results[I].Mapped);
            J.attribute("refused", Results[I].Refused);
            J.attribute("kept", Results[I].Kept);
          });
        });
    });
    J.attributeArray("nests", [&] {
      for (const NestReport *N : distinct(Results, &SourceResult::Nests))
        heddle::printJson(*N, J);
    });
    J.attributeArray("blocks", [&] {
      for (const ReuseReport *N : distinct(Results, &SourceResult::Blocks))
        heddle::printJson(*N, J);
    });
    J.attributeArray("programs", [&] {
      for (const ProgramReport *N : distinct(Results, &SourceResult::Programs))
        heddle::printJson(*N, J);
    });
  });
  OS << '\n';
}

void printText(const std::vector<SourceResult> &Results,
               llvm::raw_ostream &OS) {
  llvm::StringRef Between;
  auto Print = [&](const auto *N) {
    OS << Between;
    heddle::printText(*N, OS);
    Between = "\n";
  };
  for (const NestReport *N : distinct(Results, &SourceResult::Nests))
    Print(N);
  for (const ReuseReport *N : distinct(Results, &SourceResult::Blocks))
    Print(N);
  for (const ProgramReport *N : distinct(Results, &SourceResult::Programs))
    Print(N);
  if (Between.empty())
    OS << "no annotated loops\n";
}

} // namespace

int heddle::writeReport(const RewriteOptions &Options,
                        const std::vector<SourceResult> &Results) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Options.Report == ReportForm::Json)
    ::printJson(Options, Results, OS);
  else
    ::printText(Results, OS);
  return writeReportText(Options, Text);
}

int heddle::writeReportText(const RewriteOptions &Options,
                            const std::string &Text) {
  if (Options.ReportTo == "-") {
    llvm::outs() << Text;
    llvm::outs().flush();
    if (!llvm::outs().has_error())
      return ExitWritten;
    sayOfFile(Options, DiagID::HD638, {}, "<stdout>",
              llvm::outs().error().message());
    llvm::outs().clear_error();
    return ExitErrors;
  }
  if (llvm::Error E = writeFile(Options.ReportTo, Text)) {
    sayOfFile(Options, DiagID::HD638, {}, Options.ReportTo,
              toString(std::move(E)));
    return ExitErrors;
  }
  return ExitWritten;
}
