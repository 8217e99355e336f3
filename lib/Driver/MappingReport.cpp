//===- MappingReport.cpp - What mappings cost, as text and as JSON --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/ReportOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void line(llvm::raw_ostream &OS, llvm::StringRef Label,
                 const llvm::Twine &Text) {
  OS << "  " << labelled(Label, Text) << '\n';
}

static void printExplanation(const MappingExplanation &X,
                             llvm::raw_ostream &OS) {
  for (const std::string &Line : linesOf(X))
    OS << "  " << Line << '\n';
}

static void printComparison(llvm::ArrayRef<ComparedMapping> All,
                            llvm::raw_ostream &OS) {
  size_t Name = 0, Block = llvm::StringRef("block").size();
  for (const ComparedMapping &C : All) {
    Name = std::max(Name, C.Name.size());
    Block = std::max(Block, C.Block.size());
  }
  auto Row = [&](llvm::StringRef Label, llvm::StringRef First,
                 llvm::StringRef Second, const llvm::Twine &Rest) {
    line(OS, Label,
         padded(First, Name) + "  " + padded(Second, Block) + "  " + Rest);
  };
  constexpr char Figures[] = "{0,5} {1,7} {2,7} {3,6} {4,6} {5,6} {6,6}  {7}";
  Row("compare", "", "block",
      formatv(Figures, "idle", "instr.", "sectors", "lines", "shared", "memory",
              "cycles", "mapping"));
  for (const ComparedMapping &C : All) {
    if (!C.Why.empty()) {
      Row("", C.Name, C.Block, "none: " + C.Why);
      continue;
    }
    const Cost &E = C.Estimate;
    Row("", C.Name, C.Block,
        formatv(Figures, formatv("{0:P0}", E.Idle),
                formatv("{0:F1}", E.Instructions), formatv("{0:F1}", E.Sectors),
                formatv("{0:F1}", E.Lines), formatv("{0:F0}", E.Shared),
                formatv("{0:F0}", E.Bytes), formatv("{0:F1}", E.Cycles),
                C.Spelling));
  }
}

void heddle::printCosts(const NestReport &N, llvm::raw_ostream &OS) {
  if (N.Explained)
    printExplanation(*N.Explained, OS);
  if (!N.Compared.empty())
    printComparison(N.Compared, OS);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

using llvm::json::OStream;

static void printFigures(const Cost &C, OStream &J) {
  J.attribute("instructions", C.Instructions);
  J.attribute("sectors", C.Sectors);
  J.attribute("lines", C.Lines);
  J.attribute("sharedBytes", C.Shared);
  J.attribute("memoryBytes", C.Bytes);
  J.attribute("idle", C.Idle);
  J.attribute("registers", C.Registers);
  J.attribute("occupancy", C.Occupancy);
  J.attribute("cycles", C.Cycles);
  J.attribute("bound", nameOf(C.Bound));
}

static void printTexts(llvm::StringRef Key,
                       const std::vector<std::string> &Texts, OStream &J) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(llvm::json::fixUTF8(Text));
  });
}

static void printExplanation(const MappingExplanation &X, OStream &J) {
  J.attribute("device", X.Device);
  J.attributeObject("assumed", [&] {
    for (const auto &[Name, Value] : X.Assumed)
      J.attribute(llvm::json::fixUTF8(Name), Value);
  });
  J.attribute("blocks", X.Blocks);
  J.attribute("threadsOfBlock", X.ThreadsOfBlock);
  printFigures(X.Estimate, J);
  J.attribute("bytesIn", X.BytesIn);
  J.attribute("bytesOut", X.BytesOut);
  J.attribute("transfers", X.Transfers);
  printTexts("index", X.Formulae, J);
  printTexts("tiled", X.Tiled, J);
  printTexts("staged", X.Staged, J);
  J.attributeArray("accesses", [&] {
    for (const MappingExplanation::Access &A : X.Accesses)
      J.object([&] {
        say(J, "text", A.Text);
        J.attribute("writes", A.IsWrite);
        J.attribute("sectors", A.Sectors);
        J.attribute("bytesUsed", A.Used);
      });
  });
  J.attributeArray("others", [&] {
    for (const MappingExplanation::Other &O : X.Others)
      J.object([&] {
        say(J, "text", O.Spelling);
        J.attribute("times", O.Times);
        say(J, "why", O.Why);
      });
  });
  J.attributeArray("advice", [&] {
    for (const MappingExplanation::Hint &H : X.Advice)
      J.value(llvm::json::fixUTF8(H.Text));
  });
}

void heddle::printCosts(const NestReport &N, OStream &J) {
  if (N.Explained)
    J.attributeObject("cost", [&] { printExplanation(*N.Explained, J); });
  if (N.Compared.empty())
    return;
  J.attributeArray("compared", [&] {
    for (const ComparedMapping &C : N.Compared)
      J.object([&] {
        say(J, "name", C.Name);
        say(J, "text", C.Spelling);
        if (C.Why.empty())
          printFigures(C.Estimate, J);
        else
          say(J, "why", C.Why);
      });
  });
}
