//===- PhasesTest.cpp - The structure of kernels of several phases --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Phases.h"
#include "PhaseKernels.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <functional>

using namespace heddle;
using namespace heddle::phases;

namespace {

Sym leaf(const char *Name) { return Sym::leaf(Name); }

std::string whyNot(const Kernel &K) {
  std::string Why;
  const bool Good = verifyKernel(K, Why);
  EXPECT_EQ(Good, Why.empty());
  return Why;
}

/// One block of threads x, a shared buffer 'buffer', an array 'out', a register
/// 'kept', a parameter n.
Kernel small(std::vector<Item> Body) {
  Kernel K;
  K.Name = "small";
  Parameter Out, N;
  Out.What = Parameter::Array;
  Out.Name = "out";
  Out.Type = N.Type = "int";
  Out.Extents = {leaf("n")};
  Out.Written = true;
  N.Name = "n";
  K.Parameters = {Out, N};
  K.Shared = {{"buffer", "int", {32}, {}}};
  K.Registers = {{"kept", "int", {}, {}}};
  K.Threads = {"x"};
  K.Body = std::move(Body);
  placeBarriers(K);
  return K;
}

Item statements(std::vector<Statement> Body) {
  Phase P;
  P.Statements = std::move(Body);
  return run(P);
}
Item write() {
  return statements({set({"buffer", {leaf("x")}}, literal("1"))});
}
Item readIt() {
  return statements(
      {set({"out", {leaf("x")}}, read("buffer", {31 - leaf("x")}))});
}
Item local() { return statements({set({"kept", {}}, literal("1"))}); }

/// 'P' for a phase, 'e' for one without a barrier, loops and conditions in
/// brackets.
std::string barriers(const std::vector<Item> &Body) {
  std::string Text;
  for (const Item &I : Body)
    Text += I.What == Item::Run ? (I.Of.Barrier ? "P" : "e")
                                : "[" + barriers(I.Body) + "]";
  return Text;
}

Item loop(std::vector<Item> Body) {
  return uniformLoop("t", 0, leaf("n"), 1, std::move(Body));
}

TEST(Phases, OnlyPhasesWhoseBufferIsTouchedLaterHaveABarrier) {
  EXPECT_EQ(barriers(small({write(), readIt()}).Body), "Pe");
  EXPECT_EQ(barriers(small({readIt(), write()}).Body), "Pe");
  EXPECT_EQ(barriers(small({write(), write()}).Body), "Pe");
  EXPECT_EQ(barriers(small({readIt(), readIt()}).Body), "ee");
  EXPECT_EQ(barriers(small({write(), local()}).Body), "ee");
}

TEST(Phases, ArraysThatThreadsExchangeNeedABarrier) {
  const Item Store = statements({set({"out", {leaf("x")}}, literal("1"))}),
             Load =
                 statements({set({"kept", {}}, read("out", {31 - leaf("x")}))});
  Kernel K = small({Store, Load});
  EXPECT_EQ(barriers(K.Body), "ee");
  K.Parameters[0].Exchanged = true;
  EXPECT_EQ(findUnordered(K)->Buffer, "out");
  placeBarriers(K);
  EXPECT_EQ(barriers(K.Body), "Pe");
}

TEST(Phases, PartsThatWriteABufferNeedABarrier) {
  Phase P;
  P.Statements = {part(0, {"buffer"}, {"buffer"}, {})};
  Kernel K = small({run(P), readIt()});
  EXPECT_EQ(barriers(K.Body), "Pe");
  P.Statements = {part(0, {"buffer"}, {}, {})};
  K = small({run(P), readIt()});
  EXPECT_EQ(barriers(K.Body), "ee");
}

TEST(Phases, OneBarrierServesAllThatStandBeforeIt) {
  EXPECT_EQ(barriers(small({write(), local(), readIt()}).Body), "ePe");
  EXPECT_EQ(barriers(small({write(), readIt(), readIt()}).Body), "Pee");
}

TEST(Phases, BackEdgesOfLoopsAreOrdered) {
  EXPECT_EQ(barriers(small({loop({readIt()})}).Body), "[e]");
  EXPECT_EQ(barriers(small({loop({write()})}).Body), "[P]");
  EXPECT_EQ(barriers(small({loop({write(), readIt()})}).Body), "[PP]");
  EXPECT_EQ(barriers(small({loop({write(), readIt(), local()})}).Body),
            "[PeP]");
  EXPECT_EQ(barriers(small({local(), loop({readIt()}), write()}).Body),
            "e[P]e");
}

TEST(Phases, ABufferThatRollsIsWrittenWithoutABarrierBehindItsReads) {
  const auto Rolls = [](std::vector<Item> Body) {
    Kernel K = small(std::move(Body));
    K.Shared[0].Rolls = true;
    placeBarriers(K);
    EXPECT_FALSE(findUnordered(K));
    return barriers(K.Body);
  };
  EXPECT_EQ(Rolls({loop({write(), readIt()})}), "[Pe]");
  EXPECT_EQ(Rolls({write(), loop({write(), readIt()})}), "e[Pe]");
  Kernel Open = small({loop({write(), readIt()})});
  Open.Shared[0].Rolls = true;
  Open.Body[0].Body[0].Of.Barrier = false;
  EXPECT_EQ(findUnordered(Open)->Buffer, "buffer");
}

TEST(Phases, ABufferThatRollsIsWrittenByOneLoop) {
  const auto IsGood = [](std::vector<Item> Body) {
    Kernel K = small(std::move(Body));
    K.Shared[0].Rolls = true;
    placeBarriers(K);
    std::string Why;
    return verifyKernel(K, Why);
  };
  EXPECT_TRUE(IsGood({loop({write(), readIt()})}));
  EXPECT_TRUE(IsGood({write(), loop({write(), readIt()}), local()}));
  EXPECT_FALSE(IsGood({write(), write(), loop({write(), readIt()})}));
  EXPECT_FALSE(IsGood({loop({write(), readIt()}), write()}));
  EXPECT_FALSE(IsGood({loop({readIt(), write()})}));
  EXPECT_FALSE(IsGood({loop({write(), readIt(), write()})}));
  EXPECT_FALSE(IsGood({loop({write(), readIt()}), loop({write()})}));
}

TEST(Phases, LoopsAndConditionsMayBePassedBy) {
  EXPECT_EQ(barriers(small({write(), loop({local()}), readIt()}).Body),
            "P[e]e");
  EXPECT_EQ(barriers(small({write(), uniformIf(less(0, leaf("n")), {local()}),
                            readIt()})
                         .Body),
            "P[e]e");
}

TEST(Phases, TheProductHasTheBarriersOfAnExpert) {
  EXPECT_EQ(barriers(productInPhases().Body), "e[PP]e");
  EXPECT_EQ(barriers(transposeInPhases().Body), "Pe");
  EXPECT_EQ(barriers(smoothInPhases().Body), "[P[PP]e]");
}

TEST(Phases, AMissingBarrierIsRefused) {
  Kernel K = productInPhases();
  K.Body[1].Body[1].Of.Barrier = false;
  EXPECT_EQ(whyNot(K),
            "no barrier stands between phases 2 and 1, which both touch 'as'");
  const std::optional<Unordered> U = findUnordered(K);
  ASSERT_TRUE(U);
  EXPECT_EQ(U->Buffer, "as");
}

TEST(Phases, GoodKernelsAreAccepted) {
  for (const Kernel &K : {productInPhases(), transposeInPhases(),
                          turnInPhases(), smoothInPhases()})
    EXPECT_EQ(whyNot(K), "") << K.Name;
}

TEST(Phases, UniformHeadersMentionNothingOfThreads) {
  EXPECT_EQ(whyNot(small({uniformLoop("t", 0, leaf("x"), 1, {write()})})),
            "loop 't' around phases mentions 'x', which the threads of a block "
            "do not share");
  EXPECT_EQ(whyNot(small({uniformIf(less(leaf("x"), 3), {write()})})),
            "a condition around phases mentions 'x', which the threads of a "
            "block do not share");
  // A local of a phase ends with it.
  Item First = write();
  First.Of.Indices = {{"i", leaf("x")}};
  EXPECT_EQ(whyNot(small({First, uniformIf(less(leaf("i"), 3), {local()})})),
            "a condition around phases mentions 'i', which is not declared");
  EXPECT_EQ(whyNot(small({uniformLoop("t", 0, 9, 0, {write()})})),
            "loop 't' around phases has no positive step");
}

TEST(Phases, WrongKernelsAreRefused) {
  const auto With = [](std::function<void(Kernel &)> Change) {
    Kernel K = small({write(), readIt()});
    Change(K);
    return whyNot(K);
  };
  const auto Doing = [](Statement S) {
    return whyNot(small({statements({std::move(S)})}));
  };
  EXPECT_EQ(Doing(set({"bufer", {0}}, literal("1"))),
            "'bufer' is not declared");
  EXPECT_EQ(Doing(set({"kept", {}}, read("buffer", {0, 0}))),
            "'buffer' has 1 dimensions, and an element of it has 2 subscripts");
  EXPECT_EQ(Doing(set({"n", {}}, literal("1"))),
            "'n' is written and may only be read");
  EXPECT_EQ(Doing(set({"kept", {}}, index(leaf("kept")))),
            "an index mentions 'kept', which is no index");
  EXPECT_EQ(Doing(let("int", "buffer", literal("1"))),
            "'buffer' is declared twice");
  EXPECT_EQ(Doing(serial("x", 0, 3, {})), "'x' is declared twice");
  EXPECT_EQ(Doing(serial("p", 0, leaf("n"), {}, true)),
            "loop 'p' mentions 'n', which is not known when the kernel is "
            "compiled");
  Value Half = operation(Value::Add, literal("1"), literal("2"));
  Half.Operands.pop_back();
  EXPECT_EQ(Doing(set({"kept", {}}, Half)), "an operation has 1 operands");
  EXPECT_EQ(With([](Kernel &K) { K.Shared[0].Name = "n"; }),
            "'n' is declared twice");
  EXPECT_EQ(With([](Kernel &K) { K.Shared[0].Extents = {leaf("n")}; }),
            "an extent of 'buffer' mentions 'n', which is not known when the "
            "kernel is compiled");
  EXPECT_EQ(With([](Kernel &K) { K.Shared[0].Pitch = Sym(31); }),
            "rows of 'buffer' overlap, or have no pitch");
  EXPECT_EQ(With([](Kernel &K) { K.Shared[0].Extents = {Sym(0)}; }),
            "an extent of 'buffer' is not positive");
  EXPECT_EQ(With([](Kernel &K) { K.Shared[0].Extents = {}; }),
            "shared buffer 'buffer' has no dimension");
  EXPECT_EQ(With([](Kernel &K) { K.Parameters[0].Written = false; }),
            "'out' is written and may only be read");
  EXPECT_EQ(With([](Kernel &K) { K.Parameters[1].Type = "double"; }),
            "an extent of 'out' mentions 'n', which is no index");
  EXPECT_EQ(With([](Kernel &K) { K.Threads = {}; }),
            "a block has one to three dimensions");
  EXPECT_EQ(With([](Kernel &K) { K.IndexType = "unsigned"; }),
            "indices are of type 'unsigned'");
}

TEST(Phases, NamesOfOnePhaseAreFreeInTheNext) {
  const Item Own = statements({let("int", "one", literal("1")),
                               serial("p", 0, 3, {}), serial("p", 0, 4, {})});
  EXPECT_EQ(whyNot(small({Own, Own})), "");
}

TEST(Phases, AreDumpedAsATree) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(smoothInPhases(), OS);
  EXPECT_EQ(Text.substr(Text.find("  shared")), R"(  shared float row[33]
  registers float next
  block (bx), thread (x)
  if 0 < steps
    phase
      i = bx * 32 + x
      loads
        row[x] = choose(i < n, from[i], 0.0f)
        if x == 0
          row[32] = choose(i + 32 < n, from[i + 32], 0.0f)
    loop t in [0, steps) by 1
      phase
        statements
          next = mul(half, add(row[x], row[x + 1]))
      phase
        statements
          row[x] = next
    each where i < n
      i = bx * 32 + x
      stores
        to[i] = row[x]
)");
}

} // namespace
