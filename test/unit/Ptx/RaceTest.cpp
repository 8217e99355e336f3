//===- RaceTest.cpp - What orders accesses, and what does not -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line with SOUND is what makes the kernel sound; without it there is a race.
#include "Twins.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const char *const Buffer = ".shared .align 16 .b8 buffer[1024];\n";

/// %l2: the thread's element of shared memory, all written. %l3: that of the
/// thread whose number differs in the bits `Xor`.
std::string elements(unsigned Xor) {
  return "  mov.u64 %l4, buffer;\n  mad.wide.u32 %l2, %r0, 4, %l4;\n"
         "  xor.b32 %r3, %r0, " +
         std::to_string(Xor) +
         ";\n  mad.wide.u32 %l3, %r3, 4, %l4;\n"
         "  st.shared.u32 [%l2], 0;\n  bar.sync 0;\n";
}

} // namespace

TEST(Race, ABarrierOrdersItsBlock) {
  for (const unsigned Xor : {32u, 1u, 96u})
    twins(Mistake::Race,
          {elements(Xor) + "  st.shared.u32 [%l2], %r0; // OTHER\n"
                           "  bar.sync 0; // SOUND\n"
                           "  ld.shared.u32 %r4, [%l3]; // HERE\n",
           {},
           {128, 1, 1},
           Buffer});
}

TEST(Race, AReadIsOrderedBeforeTheNextWrite) {
  twins(Mistake::Race, {elements(32) + "  ld.shared.u32 %r4, [%l3]; // HERE\n"
                                       "  bar.sync 0; // SOUND\n"
                                       "  st.shared.u32 [%l2], %r0; // OTHER\n",
                        {},
                        {64, 1, 1},
                        Buffer});
}

TEST(Race, ALoopNeedsBothOfItsBarriers) {
  const std::string Loop =
      elements(64) +
      "  mov.u32 %r5, 0;\nloop:\n  st.shared.u32 [%l2], %r5; // OTHER\n"
      "  bar.sync 0;\n  ld.shared.u32 %r4, [%l3]; // HERE\n"
      "  bar.sync 0; // SOUND\n  add.u32 %r5, %r5, 1;\n"
      "  setp.lt.u32 %p0, %r5, 3;\n  @%p0 bra loop;\n";
  twins(Mistake::Race, {Loop, {}, {128, 1, 1}, Buffer});
}

TEST(Race, SyncwarpOrdersItsLanes) {
  const std::string Exchange = "  st.shared.u32 [%l2], %r0; // OTHER\n"
                               "  bar.warp.sync -1; // SOUND\n"
                               "  ld.shared.u32 %r4, [%l3]; // HERE\n";
  twins(Mistake::Race, {elements(1) + Exchange, {}, {64, 1, 1}, Buffer});
  // It orders nothing of another warp.
  finds(Mistake::Race, {elements(32) + Exchange, {}, {64, 1, 1}, Buffer});
}

TEST(Race, SyncwarpOrdersOnlyTheLanesOfItsMask) {
  const auto Halves = [](unsigned Xor) {
    return Twin{elements(Xor) + "  st.shared.u32 [%l2], %r0; // OTHER\n"
                                "  and.b32 %r5, %r0, 16;\n"
                                "  setp.ne.u32 %p0, %r5, 0;\n"
                                "  mov.u32 %r6, 0xffff;\n"
                                "  @%p0 mov.u32 %r6, 0xffff0000;\n"
                                "  bar.warp.sync %r6;\n"
                                "  ld.shared.u32 %r4, [%l3]; // HERE\n",
                {},
                {32, 1, 1},
                Buffer};
  };
  passes(Halves(8));
  finds(Mistake::Race, Halves(16));
}

TEST(Race, TwoThreadsWriteOneElement) {
  finds(Mistake::Race, {"  st.global.u32 [%l0], %r2; // HERE", {}, {2, 1, 1}});
  finds(Mistake::Race, {"  st.global.u32 [%l0], %r2; // HERE", {2, 1, 1}, {}});
  finds(Mistake::Race, {"  shr.u32 %r3, %r2, 1;\n"
                        "  mad.wide.u32 %l2, %r3, 4, %l0;\n"
                        "  st.global.u32 [%l2], %r2; // HERE",
                        {3, 1, 1},
                        {64, 1, 1}});
  passes({"  mad.wide.u32 %l2, %r2, 4, %l0;\n"
          "  st.global.u32 [%l2], %r2; // HERE",
          {3, 1, 1},
          {64, 1, 1}});
}

TEST(Race, ABlockReadsWhatAnotherWrites) {
  const auto Neighbour = [](int Plus) {
    return Twin{"  mad.wide.u32 %l2, %r2, 4, %l0;\n"
                "  ld.global.u32 %r3, [%l2+" +
                    std::to_string(Plus) +
                    "]; // HERE\n  st.global.u32 [%l2], %r3; // OTHER",
                {4, 1, 1},
                {1, 1, 1}};
  };
  passes(Neighbour(0));
  finds(Mistake::Race, Neighbour(4));
}

TEST(Race, ABarrierDoesNotOrderBlocks) {
  finds(Mistake::Race, {"  mad.wide.u32 %l2, %r1, 4, %l0;\n"
                        "  st.global.u32 [%l2], %r1; // OTHER\n  bar.sync 0;\n"
                        "  xor.b32 %r3, %r1, 1;\n"
                        "  mad.wide.u32 %l2, %r3, 4, %l0;\n"
                        "  ld.global.u32 %r3, [%l2]; // HERE",
                        {2, 1, 1},
                        {1, 1, 1}});
}

TEST(Race, TheEndOfALaunchOrdersAll) {
  Program P(kernel(2, "  ld.global.u32 %r3, [%l0];\n"
                      "  mad.wide.u32 %l1, %r2, 4, %l1;\n"
                      "  st.global.u32 [%l1], %r3;"));
  const std::uint64_t A = P.array(std::vector<std::uint32_t>(64, 1));
  const std::uint64_t B = P.array(std::vector<std::uint32_t>(64, 2));
  EXPECT_TRUE(P.passes({2, 1, 1}, {32, 1, 1}, {A, B}));
  EXPECT_TRUE(P.passes({2, 1, 1}, {32, 1, 1}, {B, A}));
  EXPECT_TRUE(P.passes({2, 1, 1}, {32, 1, 1}, {A, B}));
}

TEST(Race, NeighbouringBytesAreNoRace) {
  for (const std::string Type : {"u8", "u16"}) {
    const std::string Size = Type == "u8" ? "1" : "2";
    const std::string Own = "  mad.wide.u32 %l2, %r2, " + Size +
                            ", %l0;\n"
                            "  st.global." +
                            Type +
                            " [%l2], %r2; // OTHER\n"
                            "  ld.global." +
                            Type + " %r3, [%l2];\n";
    passes({Own, {2, 1, 1}, {64, 1, 1}});
    // The word has bytes of others.
    twins(Mistake::Race, {Own + "  bar.sync 0; // SOUND\n"
                                "  and.b64 %l3, %l2, -4;\n"
                                "  ld.global.u32 %r3, [%l3]; // HERE\n",
                          {1, 1, 1},
                          {64, 1, 1}});
  }
}

TEST(Race, AccessesOfDifferentWidthsMeet) {
  twins(Mistake::Race,
        {"  setp.eq.u32 %p0, %r0, 0;\n"
         "  @%p0 st.global.v2.u32 [%l0+8], {%r0, %r0}; // OTHER\n"
         "  bar.sync 0; // SOUND\n"
         "  setp.eq.u32 %p1, %r0, 33;\n"
         "  @%p1 st.global.u8 [%l0+15], %r0; // HERE\n",
         {},
         {64, 1, 1}});
  passes({"  setp.eq.u32 %p0, %r0, 0;\n"
          "  @%p0 st.global.v2.u32 [%l0+8], {%r0, %r0};\n"
          "  setp.eq.u32 %p1, %r0, 33;\n  @%p1 st.global.u8 [%l0+16], %r0;\n",
          {},
          {64, 1, 1}});
}

TEST(Race, ReadersDoNotRace) {
  passes({"  ld.global.u32 %r3, [%l0];", {4, 1, 1}, {64, 1, 1}});
  // But each of many readers does with a writer.
  finds(Mistake::Race, {"  setp.eq.u32 %p0, %r2, 77;\n"
                        "  @!%p0 ld.global.u32 %r3, [%l0]; // HERE\n"
                        "  @%p0 st.global.u32 [%l0], %r2; // OTHER\n",
                        {4, 1, 1},
                        {64, 1, 1}});
}

TEST(Race, AtomicsDoNotRaceWithEachOther) {
  passes({"  red.global.add.u32 [%l0], 1;\n  atom.global.max.u32 %r3, [%l0], "
          "%r2;\n"
          "  ld.relaxed.gpu.global.u32 %r3, [%l0];\n"
          "  st.volatile.global.u32 [%l0], %r3;\n",
          {2, 1, 1},
          {64, 1, 1}});
}

TEST(Race, AtomicsRaceWithPlainAccesses) {
  const std::string First = "  setp.eq.u32 %p0, %r2, 0;\n";
  finds(Mistake::Race,
        {First + "  @!%p0 red.global.add.u32 [%l0], 1; // OTHER\n"
                 "  @%p0 ld.global.u32 %r3, [%l0]; // HERE\n",
         {2, 1, 1},
         {64, 1, 1}});
  finds(Mistake::Race,
        {First + "  @!%p0 red.global.add.u32 [%l0], 1; // OTHER\n"
                 "  @%p0 st.global.u32 [%l0], 0; // HERE\n",
         {2, 1, 1},
         {64, 1, 1}});
  passes({First + "  @!%p0 red.global.add.u32 [%l0], 1;\n"
                  "  @%p0 ld.relaxed.gpu.global.u32 %r3, [%l0];\n",
          {2, 1, 1},
          {64, 1, 1}});
  // In shared memory, between barriers.
  twins(Mistake::Race,
        {"  setp.eq.u32 %p0, %r0, 0;\n  @%p0 st.shared.u32 [buffer], 0;\n"
         "  bar.sync 0;\n"
         "  atom.shared.add.u32 %r3, [buffer], 1; // OTHER\n"
         "  bar.sync 0; // SOUND\n  ld.shared.u32 %r4, [buffer]; // HERE\n",
         {},
         {64, 1, 1},
         Buffer});
}

//===--- releases and acquires --------------------------------------------===//

namespace {
/// Each block of one thread writes its partial result, and counts; the last one
/// reads them all. Lines are left out by their marks.
std::string lastBlockSums(const std::string &Count) {
  return "  mad.wide.u32 %l2, %r1, 4, %l0;\n  mov.u32 %r9, %nctaid.x;\n"
         "  sub.u32 %r9, %r9, 1;\n"
         "  st.global.u32 [%l2+64], %r1; // OTHER\n" +
         Count +
         "  setp.ne.u32 %p0, %r3, %r9;\n  @%p0 ret;\n"
         "  mov.u32 %r4, 0;\n  mov.u64 %l3, %l0;\nloop:\n"
         "  ld.global.u32 %r5, [%l3+64]; // HERE\n"
         "  add.u64 %l3, %l3, 4;\n  add.u32 %r4, %r4, 1;\n"
         "  setp.le.u32 %p1, %r4, %r9;\n  @%p1 bra loop;\n";
}
} // namespace

TEST(Race, TheLastBlockSumsBehindAFence) {
  twins(Mistake::Race, {lastBlockSums("  membar.gl; // SOUND\n"
                                      "  atom.global.add.u32 %r3, [%l0], 1;\n"
                                      "  membar.gl;\n"),
                        {6, 1, 1},
                        {}});
  twins(Mistake::Race,
        {lastBlockSums("  fence.acq_rel.gpu; // SOUND\n"
                       "  atom.relaxed.gpu.global.inc.u32 %r3, [%l0], %r9;\n"
                       "  fence.acq_rel.gpu;\n"),
         {6, 1, 1},
         {}});
}

TEST(Race, TheLastBlockSumsByAnAtomicWithAnOrder) {
  const auto With = [](const std::string &Order) {
    return Twin{lastBlockSums("  atom." + Order +
                              ".gpu.global.add.u32 %r3, [%l0], 1;\n"),
                {6, 1, 1},
                {}};
  };
  passes(With("acq_rel"));
  finds(Mistake::Race, With("relaxed"));
  finds(Mistake::Race, With("release"));
  finds(Mistake::Race, With("acquire"));
}

TEST(Race, AllThreadsOfTheLastBlockSum) {
  // As in CUDA's samples: fence, barrier, one thread counts, barrier.
  const std::string Code =
      "  mad.wide.u32 %l2, %r2, 4, %l0;\n  mov.u32 %r9, %nctaid.x;\n"
      "  sub.u32 %r9, %r9, 1;\n  st.global.u32 [%l2+64], %r1; // OTHER\n"
      "  membar.gl; // SOUND\n  bar.sync 0;\n"
      "  setp.ne.u32 %p0, %r0, 0;\n  @%p0 bra wait;\n"
      "  atom.global.add.u32 %r3, [%l0], 1;\n  membar.gl;\n"
      "  st.shared.u32 [buffer], %r3;\nwait:\n  bar.sync 0;\n"
      "  ld.shared.u32 %r3, [buffer];\n  setp.ne.u32 %p0, %r3, %r9;\n"
      "  @%p0 ret;\n  mov.u32 %r4, 0;\n  mov.u32 %r6, %ntid.x;\n"
      "  mad.wide.u32 %l3, %r0, 4, %l0;\nloop:\n"
      "  ld.global.u32 %r5, [%l3+64]; // HERE\n"
      "  mad.wide.u32 %l3, %r6, 4, %l3;\n  add.u32 %r4, %r4, 1;\n"
      "  setp.le.u32 %p1, %r4, %r9;\n  @%p1 bra loop;\n";
  twins(Mistake::Race, {Code, {5, 1, 1}, {64, 1, 1}, Buffer});
}

TEST(Race, AFlagHandsDataFromWarpToWarp) {
  const auto Flag = [](const std::string &Set, const std::string &Get,
                       const std::string &After) {
    return Twin{"  setp.ge.u32 %p0, %r0, 32;\n  and.b32 %r3, %r0, 31;\n"
                "  setp.ne.u32 %p1, %r3, 0;\n  @%p1 ret;\n  @%p0 bra take;\n"
                "  st.global.u32 [%l0+64], 5; // OTHER\n" +
                    Set + "  ret;\ntake:\n" + Get +
                    "  setp.eq.u32 %p2, %r4, 0;\n  @%p2 bra take;\n" + After +
                    "  ld.global.u32 %r5, [%l0+64]; // HERE\n",
                {},
                {64, 1, 1}};
  };
  const std::string Release = "  st.release.gpu.global.u32 [%l0], 1;\n";
  const std::string Acquire = "  ld.acquire.gpu.global.u32 %r4, [%l0];\n";
  const std::string Set = "  st.volatile.global.u32 [%l0], 1;\n";
  const std::string Get = "  ld.volatile.global.u32 %r4, [%l0];\n";
  const std::string Fence = "  membar.gl;\n";
  passes(Flag(Release, Acquire, ""));
  passes(Flag(Fence + Set, Get, Fence));
  passes(Flag(Release, Get, Fence));
  finds(Mistake::Race, Flag(Set, Acquire, ""));
  finds(Mistake::Race, Flag(Release, Get, ""));
  finds(Mistake::Race, Flag(Set + Fence, Get, Fence));
}

TEST(Race, CopiesBesideTheRegistersAreWaitedFor) {
  const auto Copy = [](const std::string &Between) {
    return Twin{elements(32) +
                    "  mad.wide.u32 %l5, %r0, 4, %l0;\n"
                    "  cp.async.ca.shared.global [%l2], [%l5], 4; // OTHER\n" +
                    Between + "  ld.shared.u32 %r4, [%l3]; // HERE\n",
                {},
                {64, 1, 1},
                Buffer};
  };
  passes(Copy("  cp.async.wait_all;\n  bar.sync 0;\n"));
  finds(Mistake::Race, Copy("  cp.async.wait_all;\n"));
}

TEST(Race, TheNewestGroupOfCopiesMayStillBeUnderWay) {
  const auto Second = [](unsigned Pending) {
    return Twin{"  mov.u64 %l2, buffer;\n"
                "  cp.async.ca.shared.global [%l2], [%l0], 4;\n"
                "  cp.async.commit_group;\n"
                "  cp.async.ca.shared.global [%l2+4], [%l0+4], 4;\n"
                "  cp.async.commit_group;\n  cp.async.wait_group " +
                    std::to_string(Pending) +
                    ";\n  ld.shared.u32 %r4, [%l2];\n"
                    "  ld.shared.u32 %r4, [%l2+4]; // HERE\n",
                {},
                {},
                Buffer};
  };
  passes(Second(0));
  finds(Mistake::Unwritten, Second(1));
}

TEST(Race, OnlyCommittedGroupsOfCopiesAreWaitedFor) {
  twins(Mistake::Unwritten,
        {"  cp.async.ca.shared.global [buffer], [%l0], 4;\n"
         "  cp.async.commit_group; // SOUND\n  cp.async.wait_group 0;\n"
         "  ld.shared.u32 %r4, [buffer]; // HERE\n",
         {},
         {},
         Buffer});
}

TEST(Race, ACopyUnderWayLeavesNoOldValue) {
  for (const char *const Byte : {"0", "3"})
    twins(Mistake::Unwritten,
          {"  st.shared.u32 [buffer], 0;\n"
           "  cp.async.ca.shared.global [buffer], [%l0], 4;\n"
           "  cp.async.wait_all; // SOUND\n  ld.shared.u8 %r4, [buffer+" +
               std::string(Byte) + "]; // HERE\n",
           {},
           {},
           Buffer});
}

TEST(Race, AReleaseOrdersOnlyWhatComesBeforeIt) {
  const auto Flag = [](const std::string &Before, const std::string &After) {
    return Twin{"  setp.ge.u32 %p0, %r0, 32;\n  and.b32 %r3, %r0, 31;\n"
                "  setp.ne.u32 %p1, %r3, 0;\n  @%p1 ret;\n  @%p0 bra take;\n" +
                    Before + "  st.release.gpu.global.u32 [%l0], 1;\n" + After +
                    "  ret;\ntake:\n  ld.acquire.gpu.global.u32 %r4, [%l0];\n"
                    "  setp.eq.u32 %p2, %r4, 0;\n  @%p2 bra take;\n"
                    "  st.global.u32 [%l0+64], 6; // HERE\n",
                {},
                {64, 1, 1}};
  };
  const std::string Data = "  st.global.u32 [%l0+64], 5; // OTHER\n";
  passes(Flag(Data, ""));
  finds(Mistake::Race, Flag("", Data));
}
