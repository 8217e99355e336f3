//===- CountTest.cpp - Sectors, passes, conflicts, threads that are off ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sector is 32 aligned bytes. Shared memory has 32 banks of 4 bytes, and a
// request takes a pass for each different word of its fullest bank.
#include "Harness.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const char *const Buffer = ".shared .align 16 .b8 buffer[8192];\n";

/// Counts of a body that one warp runs, with an array of 8192 bytes in %l0. It
/// begins at 256 aligned bytes.
Counts countsOf(const std::string &Body, Dim3 Grid = {},
                Dim3 Block = {32, 1, 1}) {
  Program P(kernel(1, Body, Buffer));
  P.On.Run.Check = false;
  const std::uint64_t At = P.array(std::vector<unsigned char>(8192, 0));
  EXPECT_TRUE(P.passes(Grid, Block, {At}));
  return P.counts().All;
}

/// Loads of `Bytes` that are `Stride` bytes apart, the first at `First`.
Counts loads(const std::string &What, unsigned Stride, unsigned First) {
  return countsOf("  mad.wide.u32 %l2, %r0, " + std::to_string(Stride) +
                  ", %l0;\n  ld.global" + What + ", [%l2+" +
                  std::to_string(First) + "];\n");
}

struct Cost {
  std::uint64_t Sectors, Ideal;
};

void costs(const char *What, unsigned Stride, unsigned First, Cost Want) {
  const Counts C = loads(What, Stride, First);
  EXPECT_EQ(C.Loads, 1u) << What;
  EXPECT_EQ(C.LoadSectors, Want.Sectors) << What << " every " << Stride;
  EXPECT_EQ(C.LoadIdeal, Want.Ideal) << What << " every " << Stride;
  EXPECT_EQ(C.Stores + C.StoreSectors + C.SharedRequests + C.Atomics, 0u);
}

} // namespace

TEST(Count, SectorsOfLoads) {
  costs(".u32 %r3", 4, 0, {4, 4});
  costs(".u32 %r3", 4, 4, {5, 4}); // not aligned
  costs(".u32 %r3", 8, 0, {8, 4}); // every second element
  costs(".u32 %r3", 32, 0, {32, 4});
  costs(".u32 %r3", 128, 0, {32, 4});
  costs(".u32 %r3", 0, 0, {1, 1}); // all the same element
  costs(".u8 %r3", 1, 0, {1, 1});
  costs(".u8 %r3", 1, 16, {2, 1});
  costs(".u16 %h1", 2, 0, {2, 2});
  costs(".f64 %l3", 8, 0, {8, 8});
  costs(".f64 %l3", 16, 0, {16, 8});
  costs(".v4.u32 {%r3, %r4, %r5, %r6}", 16, 0, {16, 16});
  costs(".v2.u32 {%r3, %r4}", 8, 0, {8, 8});
}

TEST(Count, SectorsOfStores) {
  const Counts C = countsOf("  mad.wide.u32 %l2, %r0, 12, %l0;\n"
                            "  st.global.u32 [%l2], %r0;\n"
                            "  st.global.u32 [%l2+4], %r0;\n");
  EXPECT_EQ(C.Stores, 2u);
  EXPECT_EQ(C.StoreSectors, 24u); // 12 each: all of 384 bytes
  EXPECT_EQ(C.StoreIdeal, 8u);
  EXPECT_EQ(C.Loads, 0u);
}

TEST(Count, OnlyLanesThatRunCount) {
  const Counts C = countsOf("  setp.lt.u32 %p0, %r0, 9;\n"
                            "  mad.wide.u32 %l2, %r0, 4, %l0;\n"
                            "  @%p0 ld.global.u32 %r3, [%l2];\n"
                            "  setp.gt.u32 %p1, %r0, 99;\n"
                            "  @%p1 ld.global.u32 %r3, [%l2];\n");
  EXPECT_EQ(C.Loads, 1u);
  EXPECT_EQ(C.LoadSectors, 2u);
  EXPECT_EQ(C.LoadIdeal, 2u);
}

TEST(Count, GenericAddressesCountWhereTheyLead) {
  const Counts C = countsOf("  mad.wide.u32 %l2, %r0, 4, %l0;\n"
                            "  ld.u32 %r3, [%l2];\n  mov.u64 %l3, buffer;\n"
                            "  cvta.shared.u64 %l3, %l3;\n"
                            "  mad.wide.u32 %l3, %r0, 8, %l3;\n"
                            "  st.u32 [%l3], %r3;\n");
  EXPECT_EQ(C.Loads, 1u);
  EXPECT_EQ(C.LoadSectors, 4u);
  EXPECT_EQ(C.Stores, 0u);
  EXPECT_EQ(C.SharedRequests, 1u);
  EXPECT_EQ(C.SharedPasses, 2u);
}

TEST(Count, PassesOfSharedMemory) {
  const struct {
    const char *What;
    unsigned Stride;
    std::uint64_t Passes, Ideal;
  } Rows[] = {{".u32 [%l2], %r0", 4, 1, 1},
              {".u32 [%l2], %r0", 8, 2, 1},
              {".u32 [%l2], %r0", 12, 1, 1},
              {".u32 [%l2], %r0", 128, 32, 1},
              {".u32 [%l2], %r0", 132, 1, 1},
              {".u32 [%l2], %r0", 0, 1, 1},
              {".u8 [%l2], %r0", 1, 1, 1},
              {".u64 [%l2], %l0", 8, 2, 2},
              {".u16 [%l2], %r0", 64, 16, 1},
              {".u64 [%l2], %l0", 16, 4, 2},
              {".v4.u32 [%l2], {%r0, %r0, %r0, %r0}", 16, 4, 4}};
  for (const auto &R : Rows) {
    const Counts C = countsOf(
        "  mov.u64 %l2, buffer;\n  mad.wide.u32 %l2, %r0, " +
        std::to_string(R.Stride) + ", %l2;\n  st.shared" + R.What + ";\n");
    EXPECT_EQ(C.SharedRequests, 1u) << R.What;
    EXPECT_EQ(C.SharedPasses, R.Passes) << R.What << " every " << R.Stride;
    EXPECT_EQ(C.SharedIdeal, R.Ideal) << R.What << " every " << R.Stride;
    EXPECT_EQ(C.Stores, 0u);
  }
}

TEST(Count, AtomicsAndTheirConflicts) {
  const auto Of = [](unsigned Mask) {
    return countsOf("  and.b32 %r3, %r0, " + std::to_string(Mask) +
                    ";\n  mad.wide.u32 %l2, %r3, 4, %l0;\n"
                    "  red.global.add.u32 [%l2], 1;\n");
  };
  EXPECT_EQ(Of(31).Atomics, 1u);
  EXPECT_EQ(Of(31).AtomicConflicts, 0u);
  EXPECT_EQ(Of(7).AtomicConflicts, 24u);
  EXPECT_EQ(Of(0).AtomicConflicts, 31u);
}

TEST(Count, ThreadsThatAreOff) {
  Program P(kernel(1, "  setp.ge.u32 %p0, %r2, 100;\n  @%p0 ret;\n"
                      "  mad.wide.u32 %l0, %r2, 4, %l0;\n"
                      "  st.global.u32 [%l0], %r2;"));
  const std::uint64_t At = P.allocate(4 * 100);
  for (unsigned Launch = 1; Launch != 3; ++Launch) {
    ASSERT_TRUE(P.passes({4, 1, 1}, {32, 1, 1}, {At}));
    EXPECT_EQ(P.counts().Launches, Launch);
    EXPECT_EQ(P.counts().Blocks, 4u * Launch);
    EXPECT_EQ(P.counts().Threads, 128u * Launch);
    EXPECT_EQ(P.counts().ThreadsOff, 28u * Launch);
  }
}

TEST(Count, ClassesOfInstructions) {
  const Counts C = countsOf("  add.f32 %r3, %r0, %r0;\n  add.u32 %r3, %r3, 1;\n"
                            "  mov.b32 %r4, %r3;\n  bra.uni next;\nnext:\n"
                            "  st.global.u32 [%l0], %r4;\n");
  // Every kernel has a load, three moves, a product and a return besides.
  EXPECT_EQ(C.Warp[unsigned(Class::Floating)], 1u);
  EXPECT_EQ(C.Warp[unsigned(Class::Integer)], 2u);
  EXPECT_EQ(C.Warp[unsigned(Class::Other)], 4u);
  EXPECT_EQ(C.Warp[unsigned(Class::Control)], 2u);
  EXPECT_EQ(C.Warp[unsigned(Class::Memory)], 2u);
  EXPECT_EQ(C.warpInstructions(), 11u);
  EXPECT_EQ(C.threadInstructions(), 11u * 32);
}

TEST(Count, LinesOfTheSourceSumUpToTheKernel) {
  Program P(kernel(1,
                   "  .loc 1 7 3\n  add.u32 %r3, %r0, 1;\n"
                   "  .loc 1 9 5\n  mad.wide.u32 %l0, %r0, 4, %l0;\n"
                   "  st.global.u32 [%l0], %r3;\n  .loc 1 7 9\n"
                   "  add.u32 %r3, %r3, 1;",
                   ".file 1 \"some/source.cu\"\n"));
  const std::uint64_t At = P.allocate(128);
  ASSERT_TRUE(P.passes({}, {32, 1, 1}, {At}));
  const auto &Lines = P.counts().Lines;
  const auto Seven = Lines.find({"some/source.cu", 7});
  const auto Nine = Lines.find({"some/source.cu", 9});
  ASSERT_TRUE(Seven != Lines.end() && Nine != Lines.end());
  EXPECT_EQ(Seven->second.warpInstructions(), 3u); // and the return
  EXPECT_EQ(Nine->second.warpInstructions(), 2u);
  EXPECT_EQ(Nine->second.StoreSectors, 4u);
}
