//===- ScanReport.cpp - Which loops could be annotated --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/ScanReport.h"
#include "Driver/ReportOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace heddle;
using llvm::json::OStream;
using Fate = ScannedLoop::Fate;

/// The version of the JSON text's shape.
static constexpr int ScanVersion = 1;

static constexpr const char *FateNames[] = {"not instantiated", "not checked",
                                            "mapped", "refused"};

static const char *fateName(Fate F) {
  return FateNames[static_cast<unsigned>(F)];
}

const NestReport::Message *ScannedLoop::reason() const {
  // Loops that are mapped for some parameters, or some data, say for which.
  const auto IsCondition = [](llvm::StringRef ID) {
    return ID == getDiagInfo(DiagID::HD431).Name ||
           ID == getDiagInfo(DiagID::HD432).Name;
  };
  for (const NestReport::Message &M : Messages)
    if (M.Level == Severity::Error ||
        (Verdict == Fate::Mapped && IsCondition(M.ID)))
      return &M;
  return Messages.empty() || Verdict == Fate::Mapped ? nullptr
                                                     : &Messages.front();
}

void ScanReport::add(ScannedLoop L) {
  auto Key = std::make_tuple(L.Where.File, L.Where.Line, L.Where.Column);
  auto [It, IsNew] = Loops.try_emplace(std::move(Key), L);
  if (!IsNew && It->second.Verdict < L.Verdict)
    It->second = std::move(L);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

struct ScanReport::Sums {
  unsigned Taken = 0, Reducing = 0, Refused = 0, NotChecked = 0;
  /// The refused loops by the ID of the reason, most frequent first.
  std::vector<std::pair<std::string, unsigned>> ByID;
};

ScanReport::Sums ScanReport::sums() const {
  Sums S;
  llvm::StringMap<unsigned> Counts;
  for (const auto &[Key, L] : Loops) {
    const bool IsTaken = L.Verdict == Fate::Mapped;
    S.Taken += IsTaken;
    S.Reducing += IsTaken && !L.Reduce.empty();
    S.NotChecked += L.Verdict < Fate::Mapped;
    if (L.Verdict != Fate::Refused)
      continue;
    ++S.Refused;
    if (const NestReport::Message *Why = L.reason())
      ++Counts[Why->ID];
  }
  for (const auto &Count : Counts)
    S.ByID.push_back({Count.getKey().str(), Count.getValue()});
  llvm::sort(S.ByID, [](const auto &A, const auto &B) {
    return std::tie(B.second, A.first) < std::tie(A.second, B.first);
  });
  return S;
}

static llvm::StringRef below(llvm::StringRef Folder, llvm::StringRef File) {
  llvm::StringRef Rest = File;
  return Rest.consume_front(Folder) && Rest.consume_front("/") ? Rest : File;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string verdictText(const ScannedLoop &L) {
  std::string Text = L.Annotated ? "annotated, " : "";
  Text += fateName(L.Verdict);
  if (L.Verdict == Fate::Mapped && !L.Reduce.empty())
    Text += " with reduce(" + llvm::join(L.Reduce, ", ") + ")";
  if (L.Verdict == Fate::Mapped && !L.Private.empty())
    Text += std::string(L.Reduce.empty() ? " with" : " and") + " private(" +
            llvm::join(L.Private, ", ") + ")";
  return Text;
}

static std::string reasonText(const ScannedLoop &L) {
  if (L.Verdict == Fate::NotInstantiated)
    return "not checked";
  const NestReport::Message *Why = L.reason();
  return Why ? Why->ID + " " + Why->Text : "";
}

void ScanReport::printText(llvm::StringRef Folder,
                           llvm::raw_ostream &OS) const {
  // Longer ones push the rest of their line to the right.
  constexpr size_t Widest = 40;
  size_t Widths[3] = {};
  std::vector<std::array<std::string, 4>> Lines;
  for (const auto &[Key, L] : Loops) {
    auto &Line = Lines.emplace_back(std::array<std::string, 4>{
        (below(Folder, L.Where.File) + ":" + llvm::Twine(L.Where.Line)).str(),
        L.Function, verdictText(L), reasonText(L)});
    for (size_t I = 0; I != std::size(Widths); ++I)
      Widths[I] = std::max(Widths[I], std::min(Line[I].size(), Widest));
  }
  for (const auto &Line : Lines) {
    std::string Text;
    for (size_t I = 0; I != std::size(Widths); ++I) {
      Text += Line[I];
      Text.append(Widths[I] - std::min(Widths[I], Line[I].size()) + 2, ' ');
    }
    OS << llvm::StringRef(Text + Line.back()).rtrim() << '\n';
  }
  const Sums S = sums();
  OS << (Lines.empty() ? "" : "\n") << Loops.size()
     << (Loops.size() == 1 ? " loop: " : " loops: ") << S.Taken << " taken";
  if (S.Reducing)
    OS << " (" << S.Reducing << " with reduce)";
  OS << ", " << S.Refused << " refused";
  if (S.NotChecked)
    OS << ", " << S.NotChecked << " not checked";
  OS << '\n';
  for (const auto &[ID, Count] : S.ByID)
    OS << llvm::format("%7u  ", Count) << ID << '\n';
  for (const Source &Of : Sources)
    if (Of.Exit)
      OS << "not read: " << Of.File << '\n';
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printWithNotes(const NestReport::Message &M, OStream &J) {
  J.object([&] {
    printMembers(M, J);
    J.attributeArray("notes", [&] {
      for (const NestReport::Note &N : M.Notes)
        J.object([&] {
          say(J, "text", N.Text);
          print(N.Where, J);
        });
    });
  });
}

void heddle::printJson(const ScannedLoop &L, OStream &J) {
  J.object([&] {
    print(L.Where, J);
    say(J, "function", L.Function);
    J.attribute("verdict", fateName(L.Verdict));
    J.attribute("annotated", L.Annotated);
    J.attribute("depth", L.Depth);
    J.attributeArray("reduce", [&] {
      for (const std::string &Name : L.Reduce)
        J.value(llvm::json::fixUTF8(Name));
    });
    J.attributeArray("private", [&] {
      for (const std::string &Name : L.Private)
        J.value(llvm::json::fixUTF8(Name));
    });
    J.attributeArray("diagnostics", [&] {
      for (const NestReport::Message &M : L.Messages)
        printWithNotes(M, J);
    });
  });
}

template <class Enum>
static bool readName(const llvm::json::Value &V, llvm::StringRef Key,
                     llvm::ArrayRef<const char *> Names, Enum &Out) {
  const llvm::json::Object *O = V.getAsObject();
  const auto Text = O ? O->getString(Key) : std::nullopt;
  for (size_t I = 0; Text && I != Names.size(); ++I)
    if (*Text == Names[I]) {
      Out = static_cast<Enum>(I);
      return true;
    }
  return false;
}

namespace heddle {

static bool fromJSON(const llvm::json::Value &V, NestReport::Place &Out,
                     llvm::json::Path Where) {
  llvm::json::ObjectMapper O(V, Where);
  return O && O.map("file", Out.File) && O.map("line", Out.Line) &&
         O.map("column", Out.Column);
}

static bool fromJSON(const llvm::json::Value &V, NestReport::Note &Out,
                     llvm::json::Path Where) {
  llvm::json::ObjectMapper O(V, Where);
  return O && O.map("text", Out.Text) && fromJSON(V, Out.Where, Where);
}

static bool fromJSON(const llvm::json::Value &V, NestReport::Message &Out,
                     llvm::json::Path Where) {
  llvm::json::ObjectMapper O(V, Where);
  return O && O.map("id", Out.ID) && O.map("text", Out.Text) &&
         O.map("notes", Out.Notes) && fromJSON(V, Out.Where, Where) &&
         readName(V, "severity",
                  {nameOf(Severity::Error), nameOf(Severity::Warning),
                   nameOf(Severity::Remark)},
                  Out.Level);
}

bool fromJSON(const llvm::json::Value &V, ScannedLoop &Out,
              llvm::json::Path Where) {
  llvm::json::ObjectMapper O(V, Where);
  return O && fromJSON(V, Out.Where, Where) &&
         O.map("function", Out.Function) && O.map("annotated", Out.Annotated) &&
         O.map("depth", Out.Depth) && O.map("reduce", Out.Reduce) &&
         O.map("private", Out.Private) && O.map("diagnostics", Out.Messages) &&
         readName(V, "verdict", FateNames, Out.Verdict);
}

} // namespace heddle

void ScanReport::printJson(llvm::StringRef Generator, llvm::StringRef Folder,
                           llvm::raw_ostream &OS) const {
  const Sums S = sums();
  OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", ScanVersion);
    J.attribute("generator", Generator);
    J.attributeArray("sources", [&] {
      for (const Source &Of : Sources)
        J.object([&] {
          say(J, "file", Of.File);
          J.attribute("exit", Of.Exit);
        });
    });
    J.attributeArray("loops", [&] {
      for (const auto &[Key, L] : Loops) {
        ScannedLoop Named = L;
        Named.Where.File = below(Folder, L.Where.File).str();
        heddle::printJson(Named, J);
      }
    });
    J.attributeObject("totals", [&] {
      J.attribute("loops", static_cast<int64_t>(Loops.size()));
      J.attribute("taken", S.Taken);
      J.attribute("withReduce", S.Reducing);
      J.attribute("refused", S.Refused);
      J.attribute("notChecked", S.NotChecked);
      J.attributeArray("refusedBy", [&] {
        for (const auto &Count : S.ByID)
          J.object([&] {
            J.attribute("id", Count.first);
            J.attribute("loops", Count.second);
          });
      });
    });
  });
  OS << '\n';
}
