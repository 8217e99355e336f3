//===- ProgramReport.cpp - What one program does --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/ProgramReport.h"
#include "Driver/ReportOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

static std::string listed(llvm::ArrayRef<std::string> Names) {
  std::string Text;
  for (const std::string &Name : Names)
    Text += (Text.empty() ? "'" : ", '") + Name + "'";
  return Text;
}

static void printText(const ProgramReport::Cover &C, llvm::raw_ostream &OS) {
  OS << "  covers    '" << C.Array << "', by "
     << (C.Writers.size() == 1 ? "one nest"
         : C.Ordered           ? "nests, the last one decides"
         : C.IsIndependent     ? "nests that may run at one time"
                               : "nests")
     << '\n';
  constexpr size_t Short = 80;
  for (const ProgramReport::Cover::Writer &W : C.Writers)
    OS << "            " << placeText(W.Where)
       << (W.IsDefault ? ", the default" : "")
       << (W.Elements.size() > Short ? "" : ": " + W.Elements) << '\n';
}

static void printJson(const ProgramReport::Cover &C, llvm::json::OStream &J) {
  J.object([&] {
    say(J, "array", C.Array);
    J.attribute("ordered", C.Ordered);
    J.attribute("independent", C.IsIndependent);
    J.attributeArray("nests", [&] {
      for (const ProgramReport::Cover::Writer &W : C.Writers)
        J.object([&] {
          print(W.Where, J);
          J.attribute("default", W.IsDefault);
          say(J, "elements", W.Elements);
        });
    });
  });
}

void heddle::printText(const ProgramReport &N, llvm::raw_ostream &OS) {
  OS << placeText(N.Where) << ": " << N.Verdict << ", program in '"
     << N.Function << "'\n";
  printMessages(N.Messages, OS);
  if (N.Launches != 0)
    OS << "  launches  " << N.Launches << " in the text\n";
  if (!N.Followed.empty())
    OS << "  followed  " << listed(N.Followed) << '\n';
  for (const ProgramReport::Cover &C : N.Covers)
    ::printText(C, OS);
  for (const ProgramReport::Neighbours &F : N.Fusions)
    OS << (F.IsOne ? "  fused     " : "  one nest  ") << placeText(F.Where)
       << " with " << placeText(F.Before) << (F.CouldBeOne ? ": " : ", not: ")
       << F.Why << '\n';
  for (const ProgramReport::Step &S : N.Steps) {
    OS << "  " << llvm::left_justify(S.What, 8) << "  " << placeText(S.Where);
    if (!S.Why.empty())
      OS << ": " << S.Why;
    if (!S.Objects.empty())
      OS << ": " << listed(S.Objects);
    OS << '\n';
  }
}

void heddle::printJson(const ProgramReport &N, llvm::json::OStream &J) {
  J.object([&] {
    print(N.Where, J);
    say(J, "function", N.Function);
    say(J, "verdict", N.Verdict);
    printMessages(N.Messages, J);
    J.attribute("launches", N.Launches);
    sayAll(J, "followed", N.Followed);
    J.attributeArray("covers", [&] {
      for (const ProgramReport::Cover &C : N.Covers)
        ::printJson(C, J);
    });
    J.attributeArray("neighbours", [&] {
      for (const ProgramReport::Neighbours &F : N.Fusions)
        J.object([&] {
          print(F.Where, J);
          J.attribute("beforeLine", F.Before.Line);
          J.attribute("couldBeOne", F.CouldBeOne);
          J.attribute("fused", F.IsOne);
          say(J, "why", F.Why);
        });
    });
    J.attributeArray("host", [&] {
      for (const ProgramReport::Step &S : N.Steps)
        J.object([&] {
          print(S.Where, J);
          say(J, "what", S.What);
          say(J, "why", S.Why);
          sayAll(J, "objects", S.Objects);
        });
    });
  });
}
