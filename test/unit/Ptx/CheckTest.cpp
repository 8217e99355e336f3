//===- CheckTest.cpp - Mistakes of one thread, barriers, launches ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Twins.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const char *const Buffer = ".shared .align 16 .b8 buffer[256];\n";

/// A body whose one wrong access has an offset; `$` stands for it.
void offsets(Mistake Kind, const std::string &Body, int Good, int Bad,
             const Twin &With) {
  const auto At = [&](int Offset) {
    Twin T = With;
    T.Body = Body;
    T.Body.replace(T.Body.find('$'), 1, std::to_string(Offset));
    return T;
  };
  passes(At(Good));
  finds(Kind, At(Bad));
}

} // namespace

TEST(Check, AnIndexOneTooFar) {
  const Twin Wide{"", {8, 1, 1}, {128, 1, 1}}; // 1024 elements of 4 bytes
  const std::string Store = "  mad.wide.u32 %l2, %r2, 4, %l0;\n"
                            "  st.global.u32 [%l2+$], %r2; // HERE";
  offsets(Mistake::Bounds, Store, 0, 4, Wide);
  offsets(Mistake::Bounds, Store, 0, -4, Wide);
  const std::string Load = "  mad.wide.u32 %l2, %r2, 4, %l0;\n"
                           "  ld.u32 %r3, [%l2+$]; // HERE";
  offsets(Mistake::Bounds, Load, 0, 4, Wide);
  // The last element of a vector, and a part of an element.
  offsets(Mistake::Bounds, "  ld.global.v2.u32 {%r3, %r4}, [%l0+$]; // HERE",
          4088, 4096, {});
  offsets(Mistake::Bounds, "  atom.global.add.u64 %l2, [%l0+$], 1; // HERE",
          4088, 4096, {});
}

TEST(Check, TheThreadThatGoesTooFarIsNamed) {
  Program P(kernel(1, "  mad.wide.u32 %l0, %r2, 4, %l0;\n"
                      "  st.global.u32 [%l0], %r2; // HERE"));
  const auto Found = P.run({4, 1, 1}, {64, 1, 1}, {P.allocate(4 * 200)});
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->At.Block.X, 3u);
  EXPECT_EQ(Found->At.Thread.X, 200u - 192);
  EXPECT_NE(Found->print().find("st.global.u32 [%l0], %r2;"), std::string::npos)
      << Found->print();
}

TEST(Check, SharedMemoryHasAnEnd) {
  const Twin Static{"", {}, {64, 1, 1}, Buffer};
  offsets(Mistake::Bounds,
          "  mov.u64 %l2, buffer;\n  mad.wide.u32 %l2, %r0, 4, %l2;\n"
          "  st.shared.u32 [%l2+$], %r0; // HERE",
          0, 4, Static);
  const Twin Dynamic{
      "", {}, {64, 1, 1}, ".extern .shared .align 16 .b8 more[];\n", 256};
  offsets(Mistake::Bounds,
          "  mov.u64 %l2, more;\n  mad.wide.u32 %l2, %r0, 4, %l2;\n"
          "  st.shared.u32 [%l2+$], %r0; // HERE",
          0, 4, Dynamic);
}

TEST(Check, OtherSpacesHaveAnEnd) {
  offsets(Mistake::Bounds, "  ld.const.u32 %r3, [table+$]; // HERE", 12, 16,
          {"", {}, {}, ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n"});
  offsets(Mistake::Bounds, "  ld.global.u32 %r3, [table+$]; // HERE", 12, 16,
          {"", {}, {}, ".global .align 4 .u32 table[4] = {1, 2, 3, 4};\n"});
}

TEST(Check, AddressesThatNameNothing) {
  finds(Mistake::Bounds,
        {"  mov.u64 %l2, 0;\n  ld.u32 %r3, [%l2]; // HERE", {}, {}});
  finds(Mistake::Bounds, {"  mov.u64 %l2, 0;\n"
                          "  st.global.u32 [%l2], %r0; // HERE",
                          {},
                          {}});
  // An address of global memory is none of shared memory.
  finds(Mistake::Bounds, {"  ld.shared.u32 %r3, [%l0]; // HERE", {}, {}});
  // Nor is a plain address of shared memory a generic one.
  finds(Mistake::Bounds, {"  mov.u64 %l2, buffer;\n"
                          "  st.u32 [%l2+4], %r0; // HERE",
                          {},
                          {},
                          Buffer});
}

TEST(Check, AddressesOfSharedMemoryHave32Bits) {
  // The register is before the first one, where offsets bring it back.
  offsets(Mistake::Bounds,
          "  mov.u32 %r4, buffer;\n  sub.u32 %r4, %r4, 64;\n"
          "  st.shared.u32 [%r4+$], %r0; // HERE",
          64, 60, {"", {}, {}, Buffer});
}

TEST(Check, LocalMemoryHasAnEnd) {
  for (const char *const Address : {"0x10000000", "0x10000000000"})
    finds(Mistake::Bounds, {std::string("  mov.u64 %l2, ") + Address +
                                ";\n  st.local.u32 [%l2], %r0; // HERE",
                            {},
                            {}});
}

TEST(Check, Misaligned) {
  offsets(Mistake::Misaligned, "  ld.global.u16 %h1, [%l0+$]; // HERE", 2, 3,
          {});
  offsets(Mistake::Misaligned, "  ld.global.u32 %r3, [%l0+$]; // HERE", 4, 6,
          {});
  offsets(Mistake::Misaligned, "  st.global.f64 [%l0+$], %l1; // HERE", 8, 4,
          {});
  offsets(Mistake::Misaligned,
          "  ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%l0+$]; // HERE", 16, 8,
          {});
  offsets(Mistake::Misaligned, "  atom.global.add.u32 %r3, [%l0+$], 1; // HERE",
          4, 2, {});
  offsets(Mistake::Misaligned, "  st.shared.u32 [buffer+$], %r0; // HERE", 4, 2,
          {"", {}, {}, Buffer});
  offsets(Mistake::Misaligned,
          "  .local .align 8 .b8 frame[16];\n"
          "  st.local.u32 [frame+$], %r0; // HERE",
          4, 2, {});
}

TEST(Check, FreedMemory) {
  for (const bool Freed : {false, true}) {
    Program P(kernel(1, "  ld.global.u32 %r3, [%l0+8]; // HERE"));
    const std::uint64_t At = P.array(std::vector<std::uint32_t>(4, 1));
    const std::uint64_t Other = P.array(std::vector<std::uint32_t>(4, 1));
    ASSERT_TRUE(P.On.Memory.free(Freed ? At : Other));
    const auto Found = P.run({}, {}, {At});
    ASSERT_EQ(bool(Found), Freed);
    if (Freed) {
      EXPECT_EQ(int(Found->Kind), int(Mistake::Freed)) << Found->print();
      EXPECT_EQ(Found->At.PtxLine, P.lineOf("// HERE"));
    }
  }
}

TEST(Check, UnwrittenMemory) {
  finds(Mistake::Unwritten, {"  ld.global.u32 %r3, [%l1]; // HERE", {}, {}});
  twins(Mistake::Unwritten, {"  st.global.u32 [%l1], %r0; // SOUND\n"
                             "  ld.global.u32 %r3, [%l1]; // HERE\n",
                             {},
                             {}});
  twins(Mistake::Unwritten, {"  st.shared.u32 [buffer], %r0; // SOUND\n"
                             "  ld.shared.u32 %r3, [buffer]; // HERE\n",
                             {},
                             {},
                             Buffer});
  twins(Mistake::Unwritten, {"  .local .align 8 .b8 frame[16];\n"
                             "  st.local.u32 [frame+4], %r0; // SOUND\n"
                             "  ld.local.u32 %r3, [frame+4]; // HERE\n",
                             {},
                             {}});
  // One byte of a word.
  twins(Mistake::Unwritten, {"  st.global.u8 [%l1], %r0;\n"
                             "  st.global.u16 [%l1+2], %r0;\n"
                             "  st.global.u8 [%l1+1], %r0; // SOUND\n"
                             "  ld.global.u32 %r3, [%l1]; // HERE\n",
                             {},
                             {}});
  twins(Mistake::Unwritten, {"  st.global.u32 [%l1], 0; // SOUND\n"
                             "  atom.global.add.u32 %r3, [%l1], 1; // HERE\n",
                             {},
                             {}});
}

/// Compilers join loads of neighbours, of which a thread may need some.
TEST(Check, UnwrittenElementsOfAJoinedLoadAreUsed) {
  const std::string Load = "  st.shared.u32 [buffer], %r0;\n"
                           "  st.shared.u32 [buffer+4], %r0; // SOUND\n"
                           "  ld.shared.v2.u32 {%r3, %r4}, [buffer];\n";
  passes({"  st.shared.u32 [buffer], %r0;\n"
          "  ld.shared.v2.u32 {%r3, %r4}, [buffer];\n"
          "  st.global.u32 [%l0], %r3;\n",
          {},
          {},
          Buffer});
  for (const char *Use : {
           "  st.global.u32 [%l1], %r4; // HERE\n",
           "  add.u32 %r5, %r4, 1;\n  st.global.u32 [%l1], %r5; // HERE\n",
           "  setp.ne.u32 %p0, %r4, 0;\n  @%p0 bra end; // HERE\nend:\n",
           "  setp.ne.u32 %p0, %r4, 0;\n"
           "  @!%p0 st.global.u32 [%l1], %r0; // HERE\n",
           "  mov.b64 %l2, {%r3, %r4};\n  mov.b64 {%r5, %r6}, %l2;\n"
           "  st.global.u32 [%l1], %r6; // HERE\n",
           "  setp.ne.u32 %p0, %r4, 0;\n  setp.eq.u32 %p1, %r0, %r0;\n"
           "  and.pred %p1, %p1, %p0;\n  @%p1 bra end; // HERE\nend:\n",
           "  mad.wide.u32 %l2, %r4, 0, %l0;\n"
           "  ld.global.u32 %r5, [%l2]; // HERE\n",
           "  setp.eq.u32 %p0, %r0, %r0;\n"
           "  selp.u32 %r5, %r4, %r3, %p0;\n"
           "  st.global.u32 [%l1], %r5; // HERE\n",
       })
    twins(Mistake::Unwritten, {Load + Use, {}, {}, Buffer});
  // What was not chosen is not used, nor what another value has replaced.
  const std::string Part = "  st.shared.u32 [buffer], %r0;\n"
                           "  ld.shared.v2.u32 {%r3, %r4}, [buffer];\n";
  for (const char *Use :
       {"  setp.ne.u32 %p0, %r0, %r0;\n  selp.u32 %r5, %r4, %r3, %p0;\n"
        "  st.global.u32 [%l1], %r5;\n",
        "  mov.u32 %r4, 1;\n  st.global.u32 [%l1], %r4;\n",
        // Nor what a false condition hides.
        "  setp.ne.u32 %p0, %r0, %r0;\n"
        "  setp.ne.and.u32 %p0, %r4, 0, %p0;\n"
        "  @%p0 st.global.u32 [%l1], %r0;\n",
        "  setp.eq.u32 %p0, %r0, %r0;\n"
        "  setp.ne.or.u32 %p0, %r4, 0, %p0;\n"
        "  @%p0 st.global.u32 [%l1], %r0;\n",
        "  and.b32 %r5, %r4, 0;\n  st.global.u32 [%l1], %r5;\n",
        // Nor what another part of a register has.
        "  mov.b64 %l2, {%r3, %r4};\n  mov.b64 {%r5, %r6}, %l2;\n"
        "  st.global.u32 [%l1], %r5;\n",
        "  mov.b64 %l2, {%r3, %r4};\n  cvt.u32.u64 %r5, %l2;\n"
        "  st.global.u32 [%l1], %r5;\n",
        "  mov.b64 %l2, {%r4, %r3};\n  shr.u64 %l2, %l2, 32;\n"
        "  st.global.u64 [%l1], %l2;\n",
        "  shfl.sync.idx.b32 %r4, %r0, 0, 31, 1;\n"
        "  st.global.u32 [%l1], %r4;\n"})
    passes({Part + Use, {}, {}, Buffer});
}

/// Copies take padding with them, but there is none in shared memory.
TEST(Check, UnwrittenElementsOfSharedMemoryAreCopied) {
  for (const char *Copy :
       {"  ld.shared.u32 %r3, [buffer+4]; // HERE\n"
        "  st.global.u32 [%l1], %r3;\n",
        "  ld.shared.v2.u32 {%r3, %r4}, [buffer];\n"
        "  st.global.v2.u32 [%l1], {%r3, %r4}; // HERE\n"})
    twins(Mistake::Unwritten,
          {std::string("  st.shared.u32 [buffer], %r0;\n"
                       "  st.shared.u32 [buffer+4], %r0; // SOUND\n") +
               Copy,
           {},
           {},
           Buffer});
}

TEST(Check, SharedMemoryIsEmptyInTheNextBlock) {
  // The first block that runs writes, the second only reads.
  finds(Mistake::Unwritten, {"  atom.global.add.u32 %r3, [%l0], 1;\n"
                             "  setp.ne.u32 %p0, %r3, 0;\n  @%p0 bra read;\n"
                             "  st.shared.u32 [buffer], %r0;\nread:\n"
                             "  ld.shared.u32 %r4, [buffer]; // HERE",
                             {2, 1, 1},
                             {},
                             Buffer});
}

TEST(Check, ConstantsAreNotWritten) {
  const std::string Table = ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n";
  finds(Mistake::ReadOnly,
        {"  mov.u64 %l2, table;\n  cvta.const.u64 %l2, %l2;\n"
         "  st.u32 [%l2], %r0; // HERE",
         {},
         {},
         Table});
  passes({"  mov.u64 %l2, table;\n  cvta.const.u64 %l2, %l2;\n"
          "  ld.u32 %r3, [%l2];",
          {},
          {},
          Table});
}

TEST(Check, ABarrierInABranch) {
  const std::string Branch = "  setp.lt.u32 %p0, %r0, 7;\n  @%p0 bra past;\n"
                             "  bar.sync 0; // HERE\npast:\n";
  passes({"  setp.lt.u32 %p0, %r0, 700;\n  @%p0 bra past;\n"
          "  bar.sync 0;\npast:\n  mov.u32 %r3, 0;",
          {},
          {64, 1, 1}});
  // The others wait elsewhere, and never come.
  for (const RunsIn &R : EveryOrder) {
    const Twin T{Branch + "  bar.sync 1; // ELSEWHERE", {}, {64, 1, 1}};
    Program P(kernel(2, T.Body));
    const auto Found = runTwin(P, R, T);
    ASSERT_TRUE(Found) << P.Text;
    EXPECT_EQ(int(Found->Kind), int(Mistake::Barrier)) << Found->print();
    const unsigned Line = Found->At.PtxLine;
    EXPECT_TRUE(Line == P.lineOf("// HERE") || Line == P.lineOf("// ELSEWHERE"))
        << Found->print();
  }
}

TEST(Check, ABarrierThatSomeThreadsPassBy) {
  // Threads of one warp that go on, and wait for the others' data.
  finds(Mistake::Barrier, {"  setp.lt.u32 %p0, %r0, 40;\n  @!%p0 bra past;\n"
                           "  bar.sync 0; // HERE\npast:\n"
                           "  mov.u32 %r3, 0;\n",
                           {},
                           {64, 1, 1}});
  passes({"  setp.lt.u32 %p0, %r0, 400;\n  @!%p0 bra past;\n"
          "  bar.sync 0; // HERE\npast:\n  mov.u32 %r3, 0;\n",
          {},
          {64, 1, 1}});
}

TEST(Check, ACountThatNoBarrierReaches) {
  finds(Mistake::Barrier, {"  bar.sync 0, 128; // HERE", {}, {64, 1, 1}});
  passes({"  bar.sync 0, 64; // HERE", {}, {64, 1, 1}});
}

TEST(Check, AnIndexBehindATableOfLabels) {
  const auto Index = [](unsigned Limit) {
    return Twin{"  min.u32 %r3, %r0, " + std::to_string(Limit) +
                    ";\ntable: .branchtargets one, two, one, two;\n"
                    "  brx.idx %r3, table; // HERE\n"
                    "one:\n  mov.u32 %r4, 1;\ntwo:\n  mov.u32 %r4, 2;",
                {},
                {32, 1, 1}};
  };
  passes(Index(3));
  finds(Mistake::Arithmetic, Index(4));
}

TEST(Check, LanesThatDoNotComeTogether) {
  // A lane that its own mask does not name.
  finds(Mistake::Members, {"  bar.warp.sync 0xffff; // HERE", {}, {32, 1, 1}});
  passes({"  bar.warp.sync 0xffffffff; // HERE", {}, {32, 1, 1}});
  finds(Mistake::Members,
        {"  shfl.sync.idx.b32 %r3, %r0, 0, 31, 0x1; // HERE", {}, {32, 1, 1}});
  // Half of the lanes wait for the others, which wait at a barrier.
  finds(Mistake::Members,
        {"  setp.lt.u32 %p0, %r0, 16;\n  @!%p0 bra past;\n"
         "  vote.sync.any.pred %p1, %p0, 0xffffffff; // HERE\npast:\n"
         "  bar.sync 0;",
         {},
         {32, 1, 1}});
  passes({"  setp.lt.u32 %p0, %r0, 16;\n  @!%p0 bra past;\n"
          "  vote.sync.any.pred %p1, %p0, 0xffff; // HERE\npast:\n"
          "  bar.warp.sync -1;\n  bar.sync 0;",
          {},
          {32, 1, 1}});
}

TEST(Check, AShuffleFromALaneThatDoesNotTakePart) {
  Twin T{"  setp.lt.u32 %p0, %r0, 16;\n"
         "  @%p0 shfl.sync.idx.b32 %r3, %r0, 20, 31, 0xffff; // HERE",
         {},
         {32, 1, 1}};
  Program P(kernel(2, T.Body));
  const auto Found = runTwin(P, EveryOrder[0], T);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->At.PtxLine, P.lineOf("// HERE"));
  EXPECT_NE(Found->Text.find("20"), std::string::npos) << Found->Text;
}

TEST(Check, Traps) {
  finds(Mistake::Trap, {"  setp.eq.u32 %p0, %r2, 40;\n  @%p0 trap; // HERE",
                        {2, 1, 1},
                        {32, 1, 1}});
  passes({"  setp.eq.u32 %p0, %r2, 64;\n  @%p0 trap; // HERE",
          {2, 1, 1},
          {32, 1, 1}});
}

TEST(Check, ALoopWithoutEnd) {
  for (const unsigned Limit : {1000u, 0u}) {
    Program P(kernel(1, "  mov.u32 %r3, 0;\nloop:\n  add.u32 %r3, %r3, 1;\n"
                        "  setp.lt.u32 %p0, %r3, 1000;\n  @%p0 bra loop;"));
    P.On.Run.Limit = Limit;
    const auto Found = P.run({}, {}, {0});
    ASSERT_EQ(bool(Found), Limit != 0);
    if (Found) {
      EXPECT_EQ(int(Found->Kind), int(Mistake::Endless)) << Found->print();
    }
  }
}

TEST(Check, LaunchesThatNoDeviceTakes) {
  const auto Refuses = [](const std::string &Why, Dim3 Grid, Dim3 Block,
                          std::uint64_t Dynamic = 0,
                          const std::string &Directive = "") {
    std::string Text = kernel(0, "  mov.u32 %r3, 0;", Buffer);
    if (!Directive.empty())
      Text.insert(Text.find(")\n{") + 1, "\n" + Directive);
    Program P(Text);
    const auto Found = P.run(Grid, Block, {}, Dynamic);
    ASSERT_TRUE(Found) << Why;
    EXPECT_EQ(int(Found->Kind), int(Mistake::Launch)) << Why << Found->print();
  };
  Refuses("threads in x", {}, {1025, 1, 1});
  Refuses("threads in z", {}, {1, 1, 65});
  Refuses("threads in all", {}, {64, 32, 1});
  Refuses("no thread", {}, {0, 1, 1});
  Refuses("no block", {0, 1, 1}, {});
  Refuses("blocks in y", {1, 65536, 1}, {});
  Refuses("shared memory", {}, {}, 228 << 10);
  Refuses("more threads than .maxntid", {}, {65, 1, 1}, 0, ".maxntid 64, 1, 1");
  Refuses("other threads than .reqntid", {}, {32, 1, 1}, 0,
          ".reqntid 64, 1, 1");
  Program Fits(kernel(0, "  mov.u32 %r3, 0;"));
  EXPECT_FALSE(Fits.run({}, {32, 32, 1}, {}, 40 << 10));
}

TEST(Check, WithoutChecksOnlyBoundsAreFound) {
  const std::string Race = "  st.global.u32 [%l0], %r0;\n"
                           "  ld.global.u32 %r3, [%l1];";
  for (const bool Checked : {false, true}) {
    const Twin T{Race, {2, 1, 1}, {32, 1, 1}};
    Program P(kernel(2, T.Body));
    P.On.Run.Check = Checked;
    EXPECT_EQ(bool(runTwin(P, EveryOrder[0], T)), Checked);
  }
  Program P(kernel(2, "  st.global.u32 [%l0+4096], %r0;"));
  P.On.Run.Check = false;
  EXPECT_TRUE(runTwin(P, EveryOrder[0], {"", {}, {}}));
}
