//===- WarpTest.cpp - Instructions of a whole warp, special registers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

/// A warp's operands, and a lane: what the lane gets. None: left open.
using OfWarp =
    std::function<std::optional<U>(const std::vector<Operands> &, unsigned)>;

/// Random operands of 8 warps, with few different values of B and C, so that
/// lanes agree now and then.
std::vector<Operands> warps(unsigned Seed) {
  std::mt19937_64 Random(Seed);
  std::vector<Operands> Out(256);
  for (Operands &O : Out)
    O = {Random(), Random() % 64, Random() % 4};
  for (std::size_t N = 0; N != 32; ++N) {
    Out[N].C = 1;           // the first warp agrees,
    Out[N + 32].C = N == 7; // in the second one differs,
    Out[N + 64].C = 0;
    Out[N + 64].B = N;
  }
  return Out;
}

void checkWarp(const std::string &Name, const std::string &Types,
               const std::string &Body, const OfWarp &Gives) {
  const std::vector<Operands> In = warps(unsigned(Name.size()) * 7 + 1);
  Case C{Name, Types, {}, Body};
  const auto Out = results(C, In);
  if (!Out)
    return;
  const std::string Result = Types.substr(0, Types.find(' '));
  const U Mask = maskOf(std::max(widthOf(Result), 16u));
  for (std::size_t N = 0; N != In.size(); ++N) {
    const std::vector<Operands> Warp(In.begin() + std::ptrdiff_t(N / 32 * 32),
                                     In.begin() +
                                         std::ptrdiff_t(N / 32 * 32 + 32));
    const auto Want = Gives(Warp, unsigned(N % 32));
    if (Want) {
      ASSERT_EQ((*Out)[N] & Mask, *Want & Mask)
          << Name << ", lane " << N % 32 << " of warp " << N / 32;
    }
  }
}

/// The lane that shfl reads, and whether it lies in the range, by the ISA's
/// text.
std::pair<unsigned, bool> shuffled(const std::string &Mode, unsigned Lane,
                                   unsigned B, unsigned C) {
  const int Bval = int(B & 31), Cval = int(C & 31), Mask = int(C >> 8 & 31);
  const int L = int(Lane);
  const int Max = (L & Mask) | (Cval & ~Mask), Min = L & Mask;
  int J = 0;
  bool In = false;
  if (Mode == "up") {
    J = L - Bval;
    In = J >= Max;
  } else if (Mode == "down") {
    J = L + Bval;
    In = J <= Max;
  } else if (Mode == "bfly") {
    J = L ^ Bval;
    In = J <= Max;
  } else {
    J = Min | (Bval & ~Mask);
    In = J <= Max;
  }
  return {unsigned(In ? J : L), In};
}

const std::string Both =
    "\n  selp.b32 %r2, 1, 0, %p1;\n  mov.b64 %d, {%r1, %r2};";

U low(const Operands &O) { return O.A & 0xffffffff; }

} // namespace

TEST(Warp, ShufflesOfEveryWidthAndDistance) {
  for (const std::string Mode : {"up", "down", "bfly", "idx"})
    for (unsigned Width = 2; Width <= 32; Width *= 2)
      for (const unsigned B : {0u, 1u, 2u, 3u, 7u, 15u, 16u, 31u}) {
        // As CUDA's __shfl functions make c.
        const unsigned C = (32 - Width) << 8 | (Mode == "up" ? 0 : 31);
        const std::string Operands =
            std::to_string(B) + ", " + std::to_string(C);
        checkWarp("shfl." + Mode + " by " + Operands, "b64 b32",
                  "shfl.sync." + Mode + ".b32 %r1|%p1, %a, " + Operands +
                      ", -1;" + Both,
                  [=](const auto &Warp, unsigned Lane) -> std::optional<U> {
                    const auto [From, In] = shuffled(Mode, Lane, B, C);
                    return low(Warp[From]) | U(In) << 32;
                  });
      }
}

TEST(Warp, ShufflesWhoseLanesDiffer) {
  for (const std::string Mode : {"up", "down", "bfly", "idx"})
    for (const unsigned C : {0u, 31u, 0x1c1fu, 0x180fu, 0x0f05u})
      checkWarp("shfl." + Mode + " by registers, " + std::to_string(C),
                "b64 b32 b32",
                "shfl.sync." + Mode + ".b32 %r1|%p1, %a, %b, " +
                    std::to_string(C) + ", 0xffffffff;" + Both,
                [=](const auto &Warp, unsigned Lane) -> std::optional<U> {
                  const auto [From, In] =
                      shuffled(Mode, Lane, unsigned(Warp[Lane].B), C);
                  if (From > 31)
                    return std::nullopt;
                  return low(Warp[From]) | U(In) << 32;
                });
  checkWarp("shfl without a predicate", "b32 b32",
            "shfl.sync.idx.b32 %d, %a, 5, 31, -1;",
            [](const auto &Warp, unsigned) { return low(Warp[5]); });
}

TEST(Warp, ShufflesOfHalfAWarp) {
  checkWarp(
      "shfl of the odd lanes", "b32 b32",
      "and.b32 %r1, %n, 1;\n  setp.ne.u32 %p0, %r1, 0;\n  mov.u32 %d, 0;\n"
      "  @%p0 shfl.sync.bfly.b32 %d, %a, 2, 31, 0xaaaaaaaa;",
      [](const auto &Warp, unsigned Lane) -> std::optional<U> {
        return Lane % 2 ? low(Warp[Lane ^ 2]) : 0;
      });
}

TEST(Warp, Votes) {
  const std::string P = "setp.ne.u32 %p0, %c, 0;\n  ";
  const std::string End = "\n  selp.b32 %d, 1, 0, %p1;";
  const auto Count = [](const auto &Warp) {
    unsigned N = 0;
    for (const Operands &O : Warp)
      N += (O.C & 0xffffffff) != 0;
    return N;
  };
  checkWarp("vote.all", "b32 b32 b32 b32",
            P + "vote.sync.all.pred %p1, %p0, -1;" + End,
            [=](const auto &W, unsigned) { return U(Count(W) == 32); });
  checkWarp("vote.any", "b32 b32 b32 b32",
            P + "vote.sync.any.pred %p1, %p0, -1;" + End,
            [=](const auto &W, unsigned) { return U(Count(W) != 0); });
  checkWarp("vote.uni", "b32 b32 b32 b32",
            P + "vote.sync.uni.pred %p1, %p0, -1;" + End,
            [=](const auto &W, unsigned) { return U(Count(W) % 32 == 0); });
  checkWarp("vote.all of !p", "b32 b32 b32 b32",
            P + "vote.sync.all.pred %p1, !%p0, -1;" + End,
            [=](const auto &W, unsigned) { return U(Count(W) == 0); });
  checkWarp("vote.ballot", "b32 b32 b32 b32",
            P + "vote.sync.ballot.b32 %d, %p0, -1;",
            [](const auto &W, unsigned) -> std::optional<U> {
              U Bits = 0;
              for (unsigned L = 0; L != 32; ++L)
                Bits |= U((W[L].C & 0xffffffff) != 0) << L;
              return Bits;
            });
}

TEST(Warp, VotesCountOnlyTheirMembers) {
  checkWarp("vote.ballot of the lanes below 16", "b32 b32 b32 b32",
            "and.b32 %r1, %n, 31;\n  setp.lt.u32 %p1, %r1, 16;\n"
            "  setp.ne.u32 %p0, %c, 0;\n  mov.u32 %d, 77;\n"
            "  @%p1 vote.sync.ballot.b32 %d, %p0, 0xffff;",
            [](const auto &W, unsigned Lane) -> std::optional<U> {
              U Bits = 0;
              for (unsigned L = 0; L != 16; ++L)
                Bits |= U((W[L].C & 0xffffffff) != 0) << L;
              return Lane < 16 ? Bits : 77;
            });
}

TEST(Warp, Matches) {
  for (const std::string T : {"b32", "b64"}) {
    checkWarp("match.any." + T, "b32 b32 b32 " + T,
              "match.any.sync." + T + " %d, %c, -1;",
              [](const auto &W, unsigned Lane) -> std::optional<U> {
                U Bits = 0;
                for (unsigned L = 0; L != 32; ++L)
                  Bits |= U(W[L].C == W[Lane].C) << L;
                return Bits;
              });
    checkWarp("match.all." + T, "b64 b32 b32 " + T,
              "match.all.sync." + T + " %r1|%p1, %c, -1;" + Both,
              [](const auto &W, unsigned) -> std::optional<U> {
                for (unsigned L = 0; L != 32; ++L)
                  if (W[L].C != W[0].C)
                    return 0;
                return 0x1ffffffff;
              });
  }
}

TEST(Warp, Reductions) {
  const std::pair<const char *, std::function<U(U, U)>> Ops[] = {
      {"add.u32", [](U A, U B) { return A + B; }},
      {"add.s32", [](U A, U B) { return A + B; }},
      {"min.u32", [](U A, U B) { return std::min(A, B); }},
      {"max.u32", [](U A, U B) { return std::max(A, B); }},
      {"min.s32",
       [](U A, U B) { return signedOf(A, 32) < signedOf(B, 32) ? A : B; }},
      {"max.s32",
       [](U A, U B) { return signedOf(A, 32) < signedOf(B, 32) ? B : A; }},
      {"and.b32", [](U A, U B) { return A & B; }},
      {"or.b32", [](U A, U B) { return A | B; }},
      {"xor.b32", [](U A, U B) { return A ^ B; }}};
  for (const auto &[Name, Of] : Ops)
    checkWarp(std::string("redux.sync.") + Name, "b32 b32",
              std::string("redux.sync.") + Name + " %d, %a, -1;",
              [Of = Of](const auto &W, unsigned) -> std::optional<U> {
                U R = low(W[0]);
                for (unsigned L = 1; L != 32; ++L)
                  R = Of(R & 0xffffffff, low(W[L]));
                return R;
              });
}

TEST(Warp, ActiveLanesAndALeader) {
  checkWarp("activemask", "b32 b32 b32 b32",
            "setp.ne.u32 %p0, %c, 0;\n  mov.u32 %d, 0;\n"
            "  @!%p0 bra past;\n  activemask.b32 %d;\npast:",
            [](const auto &W, unsigned Lane) -> std::optional<U> {
              U Bits = 0;
              for (unsigned L = 0; L != 32; ++L)
                Bits |= U((W[L].C & 0xffffffff) != 0) << L;
              return Bits >> Lane & 1 ? Bits : 0;
            });
  checkWarp("elect.sync", "b64 b32", "elect.sync %r1|%p1, -1;" + Both,
            [](const auto &, unsigned Lane) -> std::optional<U> {
              // Some lane; here the first.
              return U(Lane == 0) << 32;
            });
}

TEST(Warp, SpecialRegisters) {
  const char *const Names[] = {
      "%tid.x",       "%tid.y",       "%tid.z",
      "%ntid.x",      "%ntid.y",      "%ntid.z",
      "%ctaid.x",     "%ctaid.y",     "%ctaid.z",
      "%nctaid.x",    "%nctaid.y",    "%nctaid.z",
      "%laneid",      "%warpid",      "%lanemask_eq",
      "%lanemask_lt", "%lanemask_le", "%lanemask_gt",
      "%lanemask_ge", "%nwarpid",     "%dynamic_smem_size"};
  constexpr unsigned Count = std::size(Names);
  const Dim3 Grid{3, 2, 2}, Block{5, 4, 3}; // 60 threads: a warp of 28 lanes
  std::string Code =
      "  mov.u32 %r3, %tid.y;\n  mov.u32 %r4, %tid.z;\n"
      "  mad.lo.u32 %r3, %r4, 4, %r3;\n"
      "  mad.lo.u32 %r3, %r3, 5, %r0;\n" // thread
      "  mov.u32 %r4, %ctaid.z;\n  mov.u32 %r5, %ctaid.y;\n"
      "  mad.lo.u32 %r4, %r4, 2, %r5;\n"
      "  mad.lo.u32 %r4, %r4, 3, %r1;\n" // block
      "  mad.lo.u32 %r3, %r4, 60, %r3;\n  mad.wide.u32 %l0, %r3, " +
      std::to_string(4 * Count) + ", %l0;\n";
  for (unsigned N = 0; N != Count; ++N)
    Code += std::string("  mov.u32 %r3, ") + Names[N] +
            ";\n  st.global.u32 [%l0+" + std::to_string(4 * N) + "], %r3;\n";
  Program P(kernel(1, Code));
  const U Out = P.allocate(4 * Count * 60 * 12);
  ASSERT_TRUE(P.passes(Grid, Block, {Out}, 256));
  const auto Have = P.read<std::uint32_t>(Out, Count * 60 * 12);
  for (unsigned B = 0; B != 12; ++B)
    for (unsigned T = 0; T != 60; ++T) {
      const unsigned L = T % 32;
      const std::uint32_t Eq = 1u << L, Lt = Eq - 1;
      const std::uint32_t Want[Count] = {
          T % 5,     T / 5 % 4, T / 20,  5,          4,   3, B % 3,
          B / 3 % 2, B / 6,     3,       2,          2,   L, T / 32,
          Eq,        Lt,        Lt | Eq, ~(Lt | Eq), ~Lt, 2, 256};
      for (unsigned N = 0; N != Count; ++N)
        ASSERT_EQ(Have[(B * 60 + T) * Count + N], Want[N])
            << Names[N] << " of thread " << T << " of block " << B;
    }
}

TEST(Warp, TimeGoesOn) {
  Program P(kernel(1, "  mov.u64 %l1, %clock64;\n  mov.u32 %r3, %clock;\n"
                      "  mov.u64 %l2, %globaltimer;\n  add.u32 %r4, %r3, 0;\n"
                      "  mov.u64 %l3, %clock64;\n  sub.u64 %l3, %l3, %l1;\n"
                      "  st.global.u64 [%l0], %l3;"));
  const U Out = P.allocate(8);
  ASSERT_TRUE(P.passes({}, {}, {Out}));
  EXPECT_GT(P.read<U>(Out, 1)[0], 0u);
}
