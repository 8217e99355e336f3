//===- ControlTest.cpp - Branches, calls, and where lanes meet again ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes of a warp run together where they can, and where they have parted those
// at the smallest instruction go first. This determines how many instructions a
// warp runs.
#include "Harness.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

/// Instructions of the kernel before Body and after it, with one parameter.
constexpr unsigned Around = 1 + 4 + 1;

/// Runs a body with one warp. It leaves a result of each lane in %r9. Returns
/// the results; gives the body's number of instructions that the warp ran.
std::vector<std::uint32_t> warpOf(const std::string &Body, U &Instructions,
                                  const std::string &Global = "") {
  Program P(kernel(1,
                   Body + "\n  mad.wide.u32 %l0, %r0, 4, %l0;\n"
                          "  st.global.u32 [%l0], %r9;",
                   Global));
  const U Out = P.array(std::vector<std::uint32_t>(32, 0xdead));
  if (!P.passes({}, {32, 1, 1}, {Out}))
    return {};
  Instructions = P.counts().All.warpInstructions() - Around - 2;
  return P.read<std::uint32_t>(Out, 32);
}

template <class F> std::vector<std::uint32_t> lanes(const F &Of) {
  std::vector<std::uint32_t> Out;
  for (unsigned L = 0; L != 32; ++L)
    Out.push_back(std::uint32_t(Of(L)));
  return Out;
}

} // namespace

TEST(Control, BothSidesOfAnIfRunOnceEach) {
  U N = 0;
  const auto Out = warpOf("  setp.lt.u32 %p0, %r0, 10;\n" // 1
                          "  @%p0 bra low;\n"             // 2
                          "  add.u32 %r9, %r0, 100;\n"    // 3
                          "  bra.uni join;\n"             // 4
                          "low:\n"
                          "  add.u32 %r9, %r0, 200;\n" // 5
                          "join:\n"
                          "  add.u32 %r9, %r9, 1;", // 6
                          N);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L + (L < 10 ? 201 : 101); }));
  EXPECT_EQ(N, 6u);
}

TEST(Control, AUniformBranchSkipsItsSide) {
  U N = 0;
  const auto Out = warpOf("  setp.lt.u32 %p0, %r0, 100;\n  mov.u32 %r9, 5;\n"
                          "  @%p0 bra join;\n  mov.u32 %r9, 6;\n"
                          "  mov.u32 %r9, 7;\njoin:",
                          N);
  EXPECT_EQ(Out, lanes([](unsigned) { return 5; }));
  EXPECT_EQ(N, 3u);
}

TEST(Control, NestedIfsMeetFromTheInside) {
  U N = 0;
  const auto Out = warpOf("  and.b32 %r3, %r0, 1;\n  and.b32 %r4, %r0, 2;\n"
                          "  setp.eq.u32 %p0, %r3, 0;\n"
                          "  setp.eq.u32 %p1, %r4, 0;\n  mov.u32 %r9, 0;\n" // 5
                          "  @%p0 bra outer;\n"                             // 6
                          "  @%p1 bra inner;\n"                             // 7
                          "  add.u32 %r9, %r9, 1;\n"                        // 8
                          "inner:\n"
                          "  add.u32 %r9, %r9, 2;\n" // 9
                          "outer:\n"
                          "  add.u32 %r9, %r9, 4;", // 10
                          N);
  EXPECT_EQ(Out, lanes([](unsigned L) {
              return L % 2 == 0 ? 4 : (L & 2) == 0 ? 6 : 7;
            }));
  EXPECT_EQ(N, 10u);
}

TEST(Control, ALoopRunsAsOftenAsItsSlowestLane) {
  U N = 0;
  const auto Out = warpOf("  mov.u32 %r9, 0;\n  mov.u32 %r3, 0;\n"
                          "loop:\n  add.u32 %r9, %r9, %r3;\n"
                          "  add.u32 %r3, %r3, 1;\n"
                          "  setp.le.u32 %p0, %r3, %r0;\n  @%p0 bra loop;",
                          N);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L * (L + 1) / 2; }));
  EXPECT_EQ(N, 2u + 4 * 32);
}

TEST(Control, LanesThatBreakOutWaitBehindTheLoop) {
  U N = 0;
  // Lane L leaves in the middle of iteration L / 4.
  const auto Out = warpOf("  shr.u32 %r4, %r0, 2;\n  mov.u32 %r3, 0;\n"
                          "  mov.u32 %r9, 0;\n"
                          "loop:\n  setp.eq.u32 %p0, %r3, %r4;\n"
                          "  @%p0 bra done;\n  add.u32 %r9, %r9, 10;\n"
                          "  add.u32 %r3, %r3, 1;\n  bra.uni loop;\n"
                          "done:\n  add.u32 %r9, %r9, 1;",
                          N);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L / 4 * 10 + 1; }));
  EXPECT_EQ(N, 3u + 7 * 5 + 2 + 1);
}

TEST(Control, DivergenceInsideALoopMeetsInEachIteration) {
  U N = 0;
  const auto Out = warpOf("  mov.u32 %r3, 0;\n  mov.u32 %r9, 0;\n"
                          "loop:\n  xor.b32 %r4, %r3, %r0;\n"
                          "  and.b32 %r4, %r4, 1;\n  setp.ne.u32 %p0, %r4, 0;\n"
                          "  @%p0 bra odd;\n  add.u32 %r9, %r9, 1;\n"
                          "  bra.uni next;\nodd:\n  add.u32 %r9, %r9, 100;\n"
                          "next:\n  add.u32 %r3, %r3, 1;\n"
                          "  setp.lt.u32 %p1, %r3, 6;\n  @%p1 bra loop;",
                          N);
  EXPECT_EQ(Out, lanes([](unsigned) { return 303; }));
  EXPECT_EQ(N, 2u + 6 * 10);
}

TEST(Control, LanesThatExitDoNotHoldTheOthersUp) {
  Program P(kernel(1, "  mad.wide.u32 %l0, %r0, 4, %l0;\n"
                      "  setp.ge.u32 %p0, %r0, 20;\n  @%p0 ret;\n"
                      "  setp.lt.u32 %p1, %r0, 3;\n  @%p1 exit;\n"
                      "  vote.sync.ballot.b32 %r3, !%p1, 0x000ffff8;\n"
                      "  st.global.u32 [%l0], %r3;"));
  const U Out = P.array(std::vector<std::uint32_t>(32, 7));
  ASSERT_TRUE(P.passes({}, {32, 1, 1}, {Out}));
  EXPECT_EQ(P.read<std::uint32_t>(Out, 32),
            lanes([](unsigned L) { return L >= 3 && L < 20 ? 0xffff8u : 7u; }));
}

TEST(Control, PredicatedInstructionsCountForTheLanesThatRunThem) {
  Program P(kernel(0, "  setp.lt.u32 %p0, %r0, 5;\n"
                      "  @%p0 add.u32 %r3, %r0, 1;\n"
                      "  @!%p0 add.f32 %r4, 0f00000000, 0f00000000;"));
  ASSERT_TRUE(P.passes({}, {32, 1, 1}, {}));
  const Counts &C = P.counts().All;
  // mad and setp and add are integer instructions; moves are others.
  EXPECT_EQ(C.Thread[unsigned(Class::Integer)], 32u + 32 + 5);
  EXPECT_EQ(C.Thread[unsigned(Class::Floating)], 27u);
  EXPECT_EQ(C.Warp[unsigned(Class::Floating)], 1u);
  EXPECT_EQ(C.Thread[unsigned(Class::Other)], 3 * 32u);
  EXPECT_EQ(C.Thread[unsigned(Class::Control)], 32u);
}

TEST(Control, ATableOfLabels) {
  U N = 0;
  const auto Out = warpOf("  and.b32 %r3, %r0, 3;\n"
                          "table: .branchtargets zero, one, two, one;\n"
                          "  brx.idx %r3, table;\n"
                          "zero:\n  mov.u32 %r9, 100;\n  bra.uni join;\n"
                          "one:\n  mov.u32 %r9, 101;\n  bra.uni join;\n"
                          "two:\n  mov.u32 %r9, 102;\njoin:",
                          N);
  EXPECT_EQ(Out, lanes([](unsigned L) {
              return L % 4 == 0 ? 100 : L % 4 == 2 ? 102 : 101;
            }));
  EXPECT_EQ(N, 2u + 5);
}

//===--- calls ------------------------------------------------------------===//

namespace {
const char *const Square =
    ".func (.param .b32 out) square(.param .b32 x)\n{\n"
    "  .reg .b32 %a<3>;\n  ld.param.u32 %a1, [x];\n"
    "  mul.lo.u32 %a2, %a1, %a1;\n  st.param.b32 [out], %a2;\n  ret;\n}\n";

std::string callOf(const std::string &Name, const std::string &From,
                   const std::string &To) {
  return "  {\n  .param .b32 arg;\n  .param .b32 back;\n"
         "  st.param.b32 [arg], " +
         From + ";\n  call.uni (back), " + Name + ", (arg);\n  ld.param.b32 " +
         To + ", [back];\n  }\n";
}
} // namespace

TEST(Control, AFunctionOfAllLanes) {
  U N = 0;
  const auto Out = warpOf(callOf("square", "%r0", "%r9"), N, Square);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L * L; }));
  EXPECT_EQ(N, 3u + 4);
}

TEST(Control, AFunctionOfSomeLanes) {
  U N = 0;
  std::string Call = callOf("square", "%r0", "%r9");
  const auto Out = warpOf(
      "  mov.u32 %r9, 3;\n  setp.gt.u32 %p0, %r0, 8;\n  @%p0 bra past;\n" +
          Call + "past:\n  add.u32 %r9, %r9, 1;",
      N, Square);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L > 8 ? 4 : L * L + 1; }));
  EXPECT_EQ(N, 3u + 7 + 1);
}

TEST(Control, LanesReturnFromDifferentPlaces) {
  U N = 0;
  const auto Out = warpOf(
      callOf("early", "%r0", "%r9"), N,
      ".func (.param .b32 out) early(.param .b32 x)\n{\n  .reg .pred %q<2>;\n"
      "  .reg .b32 %a<3>;\n  ld.param.u32 %a1, [x];\n"
      "  setp.lt.u32 %q1, %a1, 4;\n  @%q1 bra small;\n"
      "  st.param.b32 [out], 77;\n  ret;\nsmall:\n"
      "  st.param.b32 [out], %a1;\n  ret;\n}\n");
  EXPECT_EQ(Out, lanes([](unsigned L) { return L < 4 ? L : 77; }));
  EXPECT_EQ(N, 3u + 7);
}

TEST(Control, RecursionAsDeepAsEachLaneWants) {
  U N = 0;
  const auto Out = warpOf(
      callOf("sum", "%r0", "%r9"), N,
      ".func (.param .b32 out) sum(.param .b32 x);\n"
      ".func (.param .b32 out) sum(.param .b32 x)\n{\n  .reg .pred %q<2>;\n"
      "  .reg .b32 %a<4>;\n  ld.param.u32 %a1, [x];\n  mov.u32 %a3, 0;\n"
      "  setp.eq.u32 %q1, %a1, 0;\n  @%q1 bra done;\n"
      "  sub.u32 %a2, %a1, 1;\n" +
          callOf("sum", "%a2", "%a3") +
          "  add.u32 %a3, %a3, %a1;\ndone:\n  st.param.b32 [out], %a3;\n"
          "  ret;\n}\n");
  EXPECT_EQ(Out, lanes([](unsigned L) { return L * (L + 1) / 2; }));
}

TEST(Control, EachCallHasLocalMemoryOfItsOwn) {
  U N = 0;
  // Keeps its argument in memory while a deeper call runs.
  const auto Out = warpOf(
      callOf("keep", "%r0", "%r9"), N,
      ".func (.param .b32 out) keep(.param .b32 x);\n"
      ".func (.param .b32 out) keep(.param .b32 x)\n{\n  .reg .pred %q<2>;\n"
      "  .reg .b32 %a<4>;\n  .reg .b64 %b<3>;\n"
      "  .local .align 8 .b8 frame[16];\n  mov.u64 %b1, frame;\n"
      "  ld.param.u32 %a1, [x];\n  st.local.u32 [%b1+8], %a1;\n"
      "  mov.u32 %a3, 0;\n  setp.eq.u32 %q1, %a1, 0;\n  @%q1 bra done;\n"
      "  shr.u32 %a2, %a1, 1;\n" +
          callOf("keep", "%a2", "%a3") +
          "  ld.local.u32 %a1, [%b1+8];\n  add.u32 %a3, %a3, %a1;\n"
          "done:\n  st.param.b32 [out], %a3;\n  ret;\n}\n");
  EXPECT_EQ(Out, lanes([](unsigned L) {
              unsigned Sum = 0;
              for (unsigned V = L; V; V /= 2)
                Sum += V;
              return Sum;
            }));
}

TEST(Control, ACallThroughARegisterGoesWhereEachLaneWants) {
  U N = 0;
  const std::string Functions =
      Square +
      std::string(".func (.param .b32 out) twice(.param .b32 x)\n{\n"
                  "  .reg .b32 %a<3>;\n  ld.param.u32 %a1, [x];\n"
                  "  add.u32 %a2, %a1, %a1;\n  st.param.b32 [out], %a2;\n"
                  "  ret;\n}\n");
  const auto Out = warpOf(
      "  mov.u64 %l1, square;\n  mov.u64 %l2, twice;\n"
      "  setp.lt.u32 %p0, %r0, 9;\n  selp.b64 %l1, %l1, %l2, %p0;\n"
      "  {\n  .param .b32 arg;\n  .param .b32 back;\n  st.param.b32 [arg], "
      "%r0;\n"
      "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
      "  call (back), %l1, (arg), proto;\n  ld.param.b32 %r9, [back];\n  }",
      N, Functions);
  EXPECT_EQ(Out, lanes([](unsigned L) { return L < 9 ? L * L : 2 * L; }));
}

TEST(Control, ArraysAndSeveralValuesArePassed) {
  U N = 0;
  const auto Out = warpOf(
      "  {\n  .param .align 8 .b8 arg[16];\n  .param .b64 more;\n"
      "  .param .align 4 .b8 back[8];\n  cvt.u64.u32 %l1, %r0;\n"
      "  st.param.b64 [arg], %l1;\n  st.param.v2.b32 [arg+8], {%r0, 3};\n"
      "  st.param.b64 [more], %l1;\n  call.uni (back), mix, (arg, more);\n"
      "  ld.param.v2.b32 {%r3, %r4}, [back];\n  }\n"
      "  mad.lo.u32 %r9, %r3, 1000, %r4;",
      N,
      ".func (.param .align 4 .b8 out[8]) mix(.param .align 8 .b8 s[16],"
      " .param .b64 x)\n{\n  .reg .b32 %a<5>;\n  .reg .b64 %b<3>;\n"
      "  ld.param.u64 %b1, [s];\n  ld.param.v2.u32 {%a1, %a2}, [s+8];\n"
      "  ld.param.u64 %b2, [x];\n  add.u64 %b1, %b1, %b2;\n"
      "  cvt.u32.u64 %a3, %b1;\n  add.u32 %a1, %a1, %a2;\n"
      "  st.param.b32 [out], %a3;\n  st.param.b32 [out+4], %a1;\n  ret;\n}\n");
  EXPECT_EQ(Out, lanes([](unsigned L) { return 2 * L * 1000 + L + 3; }));
}

TEST(Control, BarriersJoinWarpsThatParted) {
  // Every warp writes, all meet, every thread reads from another warp.
  Program P(
      kernel(1,
             "  mov.u64 %l1, buffer;\n  mad.wide.u32 %l2, %r0, 4, %l1;\n"
             "  and.b32 %r3, %r0, 7;\n  mov.u32 %r4, 0;\n"
             "spin:\n  add.u32 %r4, %r4, 1;\n"
             "  setp.le.u32 %p0, %r4, %r3;\n  @%p0 bra spin;\n"
             "  st.shared.u32 [%l2], %r0;\n  bar.sync 0;\n"
             "  xor.b32 %r5, %r0, 96;\n  mad.wide.u32 %l3, %r5, 4, %l1;\n"
             "  ld.shared.u32 %r6, [%l3];\n"
             "  mad.wide.u32 %l0, %r2, 4, %l0;\n  st.global.u32 [%l0], %r6;",
             ".shared .align 4 .b8 buffer[512];\n"));
  const U Out = P.allocate(4 * 256);
  ASSERT_TRUE(P.passes({2, 1, 1}, {128, 1, 1}, {Out}));
  const auto Have = P.read<std::uint32_t>(Out, 256);
  for (unsigned T = 0; T != 256; ++T)
    EXPECT_EQ(Have[T], (T % 128) ^ 96);
  EXPECT_EQ(P.counts().All.Barriers, 8u);
}

TEST(Control, BarriersThatReduce) {
  Program P(kernel(1,
                   "  setp.lt.u32 %p0, %r0, 50;\n  setp.lt.u32 %p1, %r0, 64;\n"
                   "  barrier.cta.red.popc.u32 %r3, 0, %p0;\n"
                   "  barrier.cta.red.and.pred %p2, 0, %p1;\n"
                   "  bar.red.or.pred %p3, 0, !%p1;\n"
                   "  selp.b32 %r4, 1000, 0, %p2;\n  add.u32 %r3, %r3, %r4;\n"
                   "  selp.b32 %r4, 2000, 0, %p3;\n  add.u32 %r3, %r3, %r4;\n"
                   "  mad.wide.u32 %l0, %r0, 4, %l0;\n"
                   "  st.global.u32 [%l0], %r3;"));
  for (const unsigned Threads : {64u, 65u}) {
    const U Out = P.allocate(4 * Threads);
    ASSERT_TRUE(P.passes({}, {Threads, 1, 1}, {Out}));
    for (const std::uint32_t V : P.read<std::uint32_t>(Out, Threads))
      EXPECT_EQ(V, 50u + (Threads == 64 ? 1000 : 2000));
  }
}

TEST(Control, NamedBarriersOfSomeWarps) {
  // Warp 0 makes a value for warp 1: it arrives, and the other waits.
  Program P(kernel(1,
                   "  mov.u64 %l1, buffer;\n  setp.ge.u32 %p0, %r0, 32;\n"
                   "  and.b32 %r3, %r0, 31;\n  mad.wide.u32 %l2, %r3, 4, %l1;\n"
                   "  @%p0 bra reader;\n  mul.lo.u32 %r4, %r0, 5;\n"
                   "  st.shared.u32 [%l2], %r4;\n  bar.arrive 3, 64;\n"
                   "  bra.uni done;\nreader:\n  bar.sync 3, 64;\n"
                   "  ld.shared.u32 %r4, [%l2];\n"
                   "  mad.wide.u32 %l0, %r3, 4, %l0;\n"
                   "  st.global.u32 [%l0], %r4;\ndone:",
                   ".shared .align 4 .b8 buffer[128];\n"));
  const U Out = P.allocate(128);
  ASSERT_TRUE(P.passes({}, {64, 1, 1}, {Out}));
  EXPECT_EQ(P.read<std::uint32_t>(Out, 32),
            lanes([](unsigned L) { return 5 * L; }));
}
