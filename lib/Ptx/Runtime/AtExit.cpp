//===- AtExit.cpp - leaks and counts, at the very end ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers that a library registers before the program's own begin run last:
// after the destructors of all static objects, whose memory is free by then.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/State.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

/// Memory that the program has allocated and not freed, in that order.
static std::vector<const Allocation *> leaks() {
  State &S = state();
  std::vector<const Allocation *> Out;
  for (const auto &[Begin, A] : S.On.Memory.live()) {
    const auto Host = S.Host.find(Begin);
    const bool Owned = Host != S.Host.end() && !Host->second.Registered;
    if (A->Kind == MemoryKind::Device || Owned)
      Out.push_back(A.get());
  }
  std::sort(Out.begin(), Out.end(),
            [](const auto *A, const auto *B) { return A->Number < B->Number; });
  return Out;
}

static void sayCalls(std::size_t Left) {
  const State &S = state();
  std::string Text = "calls:";
  for (const auto &[Name, Count] : S.Calls.counts())
    Text += " " + Name + " " + std::to_string(Count) + ",";
  say(Text + " " + std::to_string(S.Calls.failed()) + " failed, " +
      std::to_string(Left) + " allocations left");
}

static void writeReport(const char *To) {
  const AllCounts &Of = state().On.Counted;
  const std::size_t Length = std::strlen(To);
  const bool IsJson = Length >= 5 && std::strcmp(To + Length - 5, ".json") == 0;
  const std::string Text = IsJson ? asJson(Of) : asText(Of);
  std::FILE *const Out =
      std::strcmp(To, "-") == 0 ? stderr : std::fopen(To, "w");
  const bool Written =
      Out && std::fputs(Text.c_str(), Out) >= 0 && std::fflush(Out) == 0;
  if (Out && Out != stderr)
    std::fclose(Out);
  if (Written)
    return;
  say(std::string("HEDDLE_PTX_REPORT: ") + To + " cannot be written");
  std::fflush(nullptr);
  _exit(86);
}

static void end(int Status, void *) {
  State &S = state();
  const std::vector<const Allocation *> Left = leaks();
  if (S.SaysCalls)
    sayCalls(Left.size());
  const char *const Report = std::getenv("HEDDLE_PTX_REPORT");
  if (Report && *Report)
    writeReport(Report);
  // A program that fails leaves memory as it is.
  if (Status != 0 || Left.empty())
    return;
  for (const Allocation *const A : Left)
    say("never freed: the " + std::to_string(A->Size) + " bytes of " + A->Name);
  std::fflush(nullptr);
  if (S.LeaksAreErrors)
    _exit(86);
}

__attribute__((constructor)) static void begin() {
  (void)state(); // the environment is read before main
  on_exit(end, nullptr);
}
