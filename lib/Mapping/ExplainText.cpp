//===- ExplainText.cpp - Explanations as people read them ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Explain.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using llvm::formatv;

namespace heddle {

const char *nameOf(Cost::Limit Bound) {
  switch (Bound) {
  case Cost::Memory:
    return "memory";
  case Cost::SharedCache:
    return "the cache that all multiprocessors share";
  case Cost::Cache:
    return "the cache of each multiprocessor";
  case Cost::Instruction:
    return "instructions";
  case Cost::Waiting:
    return "latency";
  }
  return "";
}

std::string padded(llvm::StringRef Text, size_t Width) {
  return Text.str() + std::string(Width - std::min(Width, Text.size()), ' ');
}

std::string labelled(llvm::StringRef Label, const llvm::Twine &Text) {
  return padded(Label, 10) + Text.str();
}

static std::string threadsText(const MappingExplanation &X) {
  std::string For;
  for (const auto &[Name, Value] : X.Assumed)
    For +=
        (For.empty() ? " for " : ", ") + Name + " = " + std::to_string(Value);
  return formatv("{0} in {1} {2} of {3}{4}; {5:P0} without iteration",
                 X.Blocks * X.ThreadsOfBlock, X.Blocks,
                 X.Blocks == 1 ? "block" : "blocks", X.ThreadsOfBlock, For,
                 X.Idle);
}

static std::string timesText(double Times) {
  constexpr double Near = 0.01;
  return std::abs(Times - 1) <= Near
             ? "about the same"
             : formatv("{0:F2} times the cycles", Times).str();
}

/// Two digits count.
static std::string roundedText(double Times) {
  return Times < 10 ? formatv("{0:F1}", Times) : formatv("{0:F0}", Times);
}

std::vector<std::string> linesOf(const MappingExplanation &X) {
  std::vector<std::string> Lines;
  const auto Add = [&](llvm::StringRef Label, const llvm::Twine &Text) {
    Lines.push_back(labelled(Label, Text));
  };
  for (const std::string &Formula : X.Formulae)
    Add("index", Formula);
  Add("threads", threadsText(X));
  const Cost &C = X.Estimate;
  Add("a warp",
      formatv("about {0:F0} instructions, {1:F1} sectors of 32 bytes in {2:F1} "
              "lines; {3:F0} bytes from the shared cache, {4:F0} of memory",
              C.Instructions, C.Sectors, C.Lines, C.Shared, C.Bytes));
  Add("a thread", formatv("about {0:F0} registers; {1:P0} of the warps that a "
                          "multiprocessor holds",
                          C.Registers, C.Occupancy));
  Add("bound by", formatv("{0}, on {1}{2}", nameOf(C.Bound), X.Device,
                          X.Transfers > 1 ? "; where arrays come from the "
                                            "host, by transfers"
                                          : ""));
  if (X.BytesIn + X.BytesOut > 0)
    Add("transfers",
        formatv("{0} bytes in, {1} out, of arrays that only the host has: {2} "
                "times the kernel's time",
                X.BytesIn, X.BytesOut, roundedText(X.Transfers)));
  size_t Width = 0;
  for (const MappingExplanation::Access &A : X.Accesses)
    Width = std::max(Width, A.Text.size());
  for (const MappingExplanation::Access &A : X.Accesses)
    Add(A.IsWrite ? "write" : "read",
        formatv("{0}  {1:F1} sectors, {2:F0} of 32 bytes used",
                padded(A.Text, Width), A.Sectors, A.Used));
  for (const std::string &Tiled : X.Tiled)
    Add("tiled", Tiled);
  for (const std::string &Buffer : X.Staged)
    Add("staged", Buffer + "; the figures above are without that");
  for (const MappingExplanation::Other &O : X.Others)
    Add("instead", formatv("{0}: {1}{2}", O.Spelling, timesText(O.Times),
                           O.Why.empty() ? "" : ", " + O.Why));
  for (const MappingExplanation::Hint &H : X.Advice)
    Add("advice", H.Text);
  return Lines;
}

} // namespace heddle
