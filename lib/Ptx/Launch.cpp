//===- Launch.cpp - running a kernel --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Launch.h"

#include "Ptx/Block.h"
#include "Ptx/VariableReader.h"

#include <algorithm>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

using namespace heddle::ptx;

/// Environment variables are read once; one that is wrong ends the process, so
/// that no test passes because it was not understood.
[[noreturn]] static void wrong(const char *Name, const std::string &Value,
                               const char *Form) {
  std::fprintf(stderr, "heddle-ptx: %s is '%s', not %s\n", Name, Value.c_str(),
               Form);
  std::_Exit(86);
}

static bool readNumber(const std::string &Text, std::uint64_t &Out) {
  char *End = nullptr;
  Out = std::strtoull(Text.c_str(), &End, 10);
  return !Text.empty() && Text[0] >= '0' && Text[0] <= '9' && *End == '\0';
}

Options Options::fromEnvironment() {
  Options O;
  const auto Get = [](const char *Name) {
    const char *const Value = std::getenv(Name);
    return std::string(Value ? Value : "");
  };
  const std::string Asked = Get("HEDDLE_PTX_ORDER");
  if (Asked == "reverse")
    O.Blocks = Order::Reverse;
  else if (Asked.compare(0, 8, "shuffle:") == 0 &&
           readNumber(Asked.substr(8), O.Seed))
    O.Blocks = Order::Shuffle;
  else if (!Asked.empty() && Asked != "forward")
    wrong("HEDDLE_PTX_ORDER", Asked, "forward, reverse or shuffle:SEED");
  const std::string Check = Get("HEDDLE_PTX_CHECK");
  if (!Check.empty() && Check != "0" && Check != "1")
    wrong("HEDDLE_PTX_CHECK", Check, "0 or 1");
  O.Check = Check != "0";
  const std::string Limit = Get("HEDDLE_PTX_LIMIT");
  if (!Limit.empty() && !readNumber(Limit, O.Limit))
    wrong("HEDDLE_PTX_LIMIT", Limit, "a number of instructions");
  return O;
}

static LaunchResult refuse(Mistake Kind, const std::string &Text,
                           const std::string &Kernel) {
  Finding F;
  F.Kind = Kind;
  F.Text = Text;
  F.Kernel = demangled(Kernel);
  return {F};
}

static bool within(const Dim3 &A, const Dim3 &Most) {
  return A.X && A.Y && A.Z && A.X <= Most.X && A.Y <= Most.Y && A.Z <= Most.Z;
}

/// Says why the launch is wrong; empty if it is not.
static std::string refusal(const Device &On, const Kernel &K, Dim3 Grid,
                           Dim3 Block, std::uint64_t Dynamic) {
  const Limits &Has = On.Has;
  if (!within(Grid, Has.Grid))
    return "a grid of " + textOf(Grid) + " blocks; the device takes " +
           textOf(Has.Grid);
  if (!within(Block, Has.Block) || Block.count() > Has.ThreadsPerBlock)
    return "a block of " + textOf(Block) + " threads; the device takes " +
           textOf(Has.Block) + ", " + std::to_string(Has.ThreadsPerBlock) +
           " in all";
  const Dim3 &Most = K.Entry->Text->MaxThreads;
  const Dim3 &Exact = K.Entry->Text->RequiredThreads;
  if (Most.X && Block.count() > Most.count())
    return "a block of " + std::to_string(Block.count()) +
           " threads; the kernel was compiled for " +
           std::to_string(Most.count());
  if (Exact.X &&
      (Block.X != Exact.X || Block.Y != Exact.Y || Block.Z != Exact.Z))
    return "a block of " + textOf(Block) + " threads; the kernel requires " +
           textOf(Exact);
  if (K.SharedBytes + Dynamic > Has.SharedOptIn)
    return std::to_string(K.SharedBytes + Dynamic) +
           " bytes of shared memory a block; the device has " +
           std::to_string(Has.SharedOptIn);
  return "";
}

static std::vector<unsigned char>
parametersOf(const Function &F, const std::vector<const void *> &Arguments) {
  std::vector<unsigned char> Bytes(F.ParameterBytes);
  for (std::size_t K = 0; K != F.Formals.size(); ++K)
    std::memcpy(Bytes.data() + F.Formals[K].Address, Arguments[K],
                F.Formals[K].Size);
  return Bytes;
}

static void addCounts(Device &On, const Kernel &K, Dim3 Grid, Dim3 Block,
                      const BlockRun &Run) {
  KernelCounts &To = On.Counted.Kernels[K.Name];
  To.Name = K.Name;
  To.Demangled = K.Demangled;
  ++To.Launches;
  To.Blocks += Grid.count();
  To.Threads += Grid.count() * Block.count();
  To.ThreadsOff += Run.ThreadsOff;
  for (const auto &[Name, F] : K.Functions)
    for (std::size_t N = 0; N != F->Code.size(); ++N) {
      Counts &C = F->Spent[N];
      if (C.warpInstructions() == 0)
        continue;
      To.All.add(C);
      const SourceLine &At = F->Lines[F->Code[N].Loc];
      To.Lines[{K.Of->file(At.File), At.Line}].add(C);
      C = {};
    }
}

namespace {
/// IEEE arithmetic as it is by default, until the launch ends.
class DefaultArithmetic {
public:
  DefaultArithmetic() {
    std::fegetenv(&Before);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultArithmetic() { std::fesetenv(&Before); }

private:
  std::fenv_t Before;
};
} // namespace

LaunchResult heddle::ptx::launch(Device &On, Module &M, const std::string &Name,
                                 Dim3 Grid, Dim3 Block,
                                 std::uint64_t DynamicShared,
                                 const std::vector<const void *> &Arguments) {
  std::string Problem;
  if (!M.load(On, Problem))
    return refuse(Mistake::Launch, Problem, Name);
  Kernel *const K = M.kernel(Name, Problem);
  if (!K)
    return refuse(Mistake::Unknown, Problem, Name);
  Problem = refusal(On, *K, Grid, Block, DynamicShared);
  if (Problem.empty() && Arguments.size() != K->Entry->Formals.size())
    Problem = std::to_string(Arguments.size()) + " arguments; the kernel has " +
              std::to_string(K->Entry->Formals.size()) + " parameters";
  if (!Problem.empty())
    return refuse(Mistake::Launch, "the launch has " + Problem, Name);

  // The program may round otherwise, or flush small numbers to 0.
  const DefaultArithmetic Arithmetic;
  ++On.Launches;
  // With the arrays of the device themselves no more than the program has,
  // which holds them on the host, too.
  Shadow::setBudget(2 * On.Memory.used() + (std::uint64_t(32) << 20));
  for (const auto &[FunctionName, F] : K->Functions)
    F->Spent.resize(F->Code.size());
  BlockRun Run(On, M, *K, Grid, Block, DynamicShared,
               parametersOf(*K->Entry, Arguments));
  const std::uint64_t Count = Grid.count();
  // A shuffled order of so many blocks: each number once.
  const std::uint64_t Step = [&] {
    if (On.Run.Blocks != Order::Shuffle)
      return std::uint64_t(1);
    std::mt19937_64 Random(On.Run.Seed);
    std::uint64_t S = Count < 3 ? 1 : 1 + Random() % (Count - 1);
    while (std::gcd(S, Count) != 1)
      S = S % Count + 1;
    return S;
  }();
  for (std::uint64_t N = 0, At = On.Run.Seed % Count; N != Count; ++N) {
    const std::uint64_t B = On.Run.Blocks == Order::Forward   ? N
                            : On.Run.Blocks == Order::Reverse ? Count - 1 - N
                                                              : At;
    At = (At + Step) % Count;
    const Dim3 Index{static_cast<std::uint32_t>(B % Grid.X),
                     static_cast<std::uint32_t>(B / Grid.X % Grid.Y),
                     static_cast<std::uint32_t>(B / Grid.X / Grid.Y)};
    if (!Run.run(Index))
      return {Run.Found};
  }
  addCounts(On, *K, Grid, Block, Run);
  return {};
}
