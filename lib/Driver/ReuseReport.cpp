//===- ReuseReport.cpp - What was reused in one block ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Driver/ReuseReport.h"
#include "Driver/ReportOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;

static std::string factor(const std::string &Text) {
  bool IsWord = llvm::all_of(
      Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
  return IsWord ? Text : "(" + Text + ")";
}

static std::string sizeOf(const ProgramArray &T) {
  if (T.Tensor.Elements)
    return std::to_string(*T.Tensor.Elements * T.ElementBytes);
  std::string Text;
  for (const std::string &Extent : T.Tensor.Extents)
    Text += factor(Extent) + " * ";
  return Text + std::to_string(T.ElementBytes);
}

std::string ReuseReport::bytes() const {
  int64_t Known = 0;
  std::string Text;
  for (const Line &L : Reused)
    if (L.Number)
      Known += *L.Number;
    else
      Text += (Text.empty() ? "" : " + ") + L.Bytes;
  if (Known || Text.empty())
    Text += (Text.empty() ? "" : " + ") + std::to_string(Known);
  return Text;
}

std::optional<int64_t> ReuseReport::number() const {
  int64_t Sum = 0;
  for (const Line &L : Reused) {
    if (!L.Number)
      return std::nullopt;
    Sum += *L.Number;
  }
  return Sum;
}

ReuseReport heddle::describeReuse(const Program &B, const ReusePlan &Plan) {
  ReuseReport N;
  N.BuffersBefore = Plan.BuffersBefore;
  N.BuffersAfter = Plan.BuffersAfter;
  std::vector<bool> IsReused(B.Arrays.size());
  for (const Reuse &U : Plan.Reuses) {
    const ProgramArray &T = B.Arrays[U.Tensor], &Lender = B.Arrays[U.Lender];
    IsReused[U.Tensor] = true;
    ReuseReport::Line L;
    L.Tensor = T.Name;
    L.Lender = Lender.Name;
    L.SameStatement = U.SameStatement;
    L.Promised = U.Promised;
    L.Bytes = sizeOf(T);
    if (T.Tensor.Elements)
      L.Number = *T.Tensor.Elements * T.ElementBytes;
    if (U.ComparesShapes)
      L.Checks.push_back("'" + L.Lender + "' has this shape");
    for (unsigned Other : U.Apart)
      L.Checks.push_back("'" + B.Arrays[Other].Name + "' and '" + L.Lender +
                         "' are apart");
    N.Reused.push_back(std::move(L));
  }
  for (size_t I = 0; I != B.Arrays.size(); ++I) {
    const ProgramArray &T = B.Arrays[I];
    if (!T.Tensor.Local || IsReused[I])
      continue;
    bool NeedsZeros = llvm::is_contained(Plan.NeedZeros, I);
    bool Lends = llvm::any_of(Plan.Reuses,
                              [&](const Reuse &U) { return U.Lender == I; });
    N.Others.push_back({T.Name, !T.Tensor.Keeps.empty() ? T.Tensor.Keeps
                                : NeedsZeros            ? "it needs its zeros"
                                : Lends                 ? "it lends it"
                                        : "none is free for it"});
  }
  return N;
}

void heddle::printText(const ReuseReport &N, llvm::raw_ostream &OS) {
  OS << placeText(N.Where) << ": ";
  if (!N.Function.empty())
    OS << "in '" << N.Function << "': ";
  OS << N.Verdict << '\n';
  printMessages(N.Messages, OS);
  size_t Name = 0;
  for (const ReuseReport::Line &L : N.Reused)
    Name = std::max(Name, L.Tensor.size());
  for (const ReuseReport::Kept &K : N.Others)
    Name = std::max(Name, K.Tensor.size());
  for (const ReuseReport::Line &L : N.Reused) {
    OS << "  tensor    " << llvm::left_justify(L.Tensor, Name)
       << "  in the memory of '" << L.Lender << "', "
       << (L.Promised ? "which is declared dead"
                      : "which is dead until it is "
                        "assigned")
       << (L.SameStatement ? ", in the same statement" : "") << ": " << L.Bytes
       << " bytes\n";
    for (const std::string &Check : L.Checks)
      OS << "  check     " << llvm::left_justify(L.Tensor, Name) << "  "
         << Check << '\n';
  }
  for (const ReuseReport::Kept &K : N.Others)
    OS << "  tensor    " << llvm::left_justify(K.Tensor, Name)
       << "  has memory of its own: " << K.Why << '\n';
  if (!N.Reused.empty())
    OS << "  in all    " << N.BuffersAfter << " buffers instead of "
       << N.BuffersBefore << ", " << N.bytes() << " bytes saved\n";
}

using llvm::json::OStream;

static void printLine(const ReuseReport::Line &L, OStream &J) {
  J.object([&] {
    say(J, "tensor", L.Tensor);
    say(J, "lender", L.Lender);
    J.attribute("sameStatement", L.SameStatement);
    J.attribute("declaredDead", L.Promised);
    say(J, "bytes", L.Bytes);
    if (L.Number)
      J.attribute("bytesNumber", *L.Number);
    sayAll(J, "checks", L.Checks);
  });
}

void heddle::printJson(const ReuseReport &N, OStream &J) {
  J.object([&] {
    print(N.Where, J);
    say(J, "function", N.Function);
    say(J, "verdict", N.Verdict);
    printMessages(N.Messages, J);
    if (N.Verdict == "refused")
      return;
    J.attributeArray("reuses", [&] {
      for (const ReuseReport::Line &L : N.Reused)
        printLine(L, J);
    });
    J.attributeArray("kept", [&] {
      for (const ReuseReport::Kept &K : N.Others)
        J.object([&] {
          say(J, "tensor", K.Tensor);
          say(J, "why", K.Why);
        });
    });
    J.attribute("buffersBefore", N.BuffersBefore);
    J.attribute("buffersAfter", N.BuffersAfter);
    say(J, "bytes", N.bytes());
    if (N.number())
      J.attribute("bytesNumber", *N.number());
  });
}
