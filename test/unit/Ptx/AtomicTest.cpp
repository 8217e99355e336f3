//===- AtomicTest.cpp - atom, red, copies beside the registers ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatCase.h"

#include <algorithm>
#include <numeric>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

/// An operation, and the new value that it makes of the old one (A).
struct Operation {
  std::string Name, Type;
  Definition New;
};

std::vector<Operation> operations() {
  std::vector<Operation> Out;
  const auto Add = [&](const std::string &Name, const std::string &Type,
                       const Definition &New) {
    Out.push_back({Name, Type, New});
  };
  for (const std::string T : {"u32", "s32", "u64"})
    Add("add", T, [](const Operands &O) { return O.A + O.B; });
  for (const std::string T : {"u32", "u64"}) {
    const U M = maskOf(widthOf(T));
    Add("min", T,
        [=](const Operands &O) { return std::min(O.A & M, O.B & M); });
    Add("max", T,
        [=](const Operands &O) { return std::max(O.A & M, O.B & M); });
  }
  for (const std::string T : {"s32", "s64"}) {
    const unsigned W = widthOf(T);
    Add("min", T, [=](const Operands &O) {
      return U(std::min(signedOf(O.A, W), signedOf(O.B, W)));
    });
    Add("max", T, [=](const Operands &O) {
      return U(std::max(signedOf(O.A, W), signedOf(O.B, W)));
    });
  }
  for (const std::string T : {"b32", "b64"}) {
    Add("and", T, [](const Operands &O) { return O.A & O.B; });
    Add("or", T, [](const Operands &O) { return O.A | O.B; });
    Add("xor", T, [](const Operands &O) { return O.A ^ O.B; });
    Add("exch", T, [](const Operands &O) { return O.B; });
  }
  for (const std::string T : {"b16", "b32", "b64"}) {
    const U M = maskOf(widthOf(T));
    Add("cas", T,
        [=](const Operands &O) { return (O.A & M) == (O.B & M) ? O.C : O.A; });
  }
  Add("inc", "u32", [](const Operands &O) {
    const U A = O.A & 0xffffffff;
    return A >= (O.B & 0xffffffff) ? 0 : A + 1;
  });
  Add("dec", "u32", [](const Operands &O) {
    const U A = O.A & 0xffffffff, B = O.B & 0xffffffff;
    return A == 0 || A > B ? B : A - 1;
  });
  return Out;
}

/// Sums of floats. Whether atom.add.f32 keeps subnormal numbers is left open.
std::vector<Operation> sums() {
  std::vector<Operation> Out;
  for (const std::string T : {"f32", "f64"}) {
    const Format &F = *formatOf(T);
    Out.push_back(
        {"add", T, [&F](const Operands &O) -> std::optional<U> {
           const U Sum = add(F, O.A, O.B, Mode::Nearest).Bits;
           if (F.Width == 32 &&
               (F.isSubnormal(O.A) || F.isSubnormal(O.B) || F.isSubnormal(Sum)))
             return std::nullopt;
           return Sum;
         }});
  }
  for (const std::string T : {"f16", "bf16", "f16x2", "bf16x2"}) {
    const Format &F = *formatOf(T);
    const auto Once = [&F](const Operands &O) -> std::optional<U> {
      return add(F, O.A, O.B, Mode::Nearest).Bits;
    };
    Definition New = Once;
    if (T.back() == '2')
      New = [=](const Operands &O) { return halves(O, Once); };
    Out.push_back({"add.noftz", T, New});
  }
  return Out;
}

const char *const Setups[][3] = {
    {".global", "", "mov.u64 %l9, %in;\n"},
    {"", "", "mov.u64 %l9, %in;\n"},
    {".shared", ".shared .align 8 .b8 buffer[1024];\n",
     "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
     "  mad.wide.u32 %l9, %r9, 8, %l9;\n"},
    {"", ".shared .align 8 .b8 buffer[1024];\n",
     "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
     "  mad.wide.u32 %l9, %r9, 8, %l9;\n  cvta.shared.u64 %l9, %l9;\n"}};

void checkOperation(const Operation &O, const char *const (&Setup)[3],
                    const std::string &Mods) {
  const std::string Width = std::to_string(std::max(widthOf(O.Type), 16u));
  const std::string Types = O.Type + " " + O.Type + " " + O.Type + " " + O.Type;
  const std::string Space = Setup[0];
  const std::string Fill =
      Setup[2] + ("  st" + Space + ".b" + Width + " [%l9], %a;\n");
  const std::string Tail = Mods + Space + "." + O.Name + "." + O.Type;
  const std::string Last = O.Name == "cas" ? "%b, %c" : "%b";
  const auto Make = [&](const std::string &Name, const std::string &Code,
                        const Definition &Gives) {
    Case C{Name, Types, Gives, Fill + Code, false, Setup[1]};
    C.AnyNan = true;
    check(C);
  };
  // None of the values that are left open.
  Make("atom" + Tail + ": the old value",
       "  atom" + Tail + " %d, [%l9], " + Last + ";",
       [=](const Operands &In) -> std::optional<U> {
         return O.New(In) ? std::optional<U>(In.A) : std::nullopt;
       });
  const std::string Load = "\n  ld" + Space + ".b" + Width + " %d, [%l9];";
  Make("atom" + Tail + ": the new value",
       "  atom" + Tail + " %d, [%l9], " + Last + ";" + Load, O.New);
  if (O.Name != "cas" && O.Name != "exch")
    Make("red" + Tail, "  red" + Tail + " [%l9], " + Last + ";" + Load, O.New);
}

/// A kernel whose threads all do the code, with the counter's address in %l0
/// and an array of 4-byte results in %l1.
std::string together(const std::string &Code) {
  return kernel(2, "  mad.wide.u32 %l1, %r2, 4, %l1;\n" + Code +
                       "\n  st.global.u32 [%l1], %r3;");
}

} // namespace

TEST(Atomic, EveryOperationOfEverySpace) {
  for (const Operation &O : operations())
    for (const auto &Setup : Setups)
      checkOperation(O, Setup, "");
}

TEST(Atomic, SumsOfFloats) {
  for (const Operation &O : sums())
    for (const auto &Setup : Setups)
      checkOperation(O, Setup, "");
}

TEST(Atomic, OrdersAndScopesComputeTheSame) {
  for (const std::string Mods :
       {".relaxed", ".release", ".relaxed.cta", ".release.gpu", ".relaxed.sys"})
    checkOperation({"add", "u32", [](const Operands &O) { return O.A + O.B; }},
                   Setups[0], Mods);
  for (const std::string Mods : {".acquire", ".acq_rel", ".acq_rel.gpu"})
    check(Case{"atom" + Mods + ".global.add.u32", "b32 b32 b32",
               [](const Operands &O) { return O.A; },
               "atom" + Mods + ".global.add.u32 %d, [%in], %b;"});
}

TEST(Atomic, TheSinkTakesResults) {
  check(Case{"atom.global.add.u32 _", "b32 b32 b32",
             [](const Operands &O) { return O.A + O.B; },
             "atom.global.add.u32 _, [%in], %b;\n  ld.global.u32 %d, [%in];"});
}

TEST(Atomic, VectorsOfFloats) {
  const auto Sum = [](U A, U B) {
    return add(F32, A & 0xffffffff, B & 0xffffffff, Mode::Nearest).Bits;
  };
  Case C{"red.global.add.v2.f32", "b64 b64 b64",
         [=](const Operands &O) -> std::optional<U> {
           const U Low = Sum(O.A, O.B), High = Sum(O.A >> 32, O.B >> 32);
           for (const U V : {O.A, O.A >> 32, O.B, O.B >> 32, Low, High})
             if (F32.isSubnormal(V & 0xffffffff) || F32.isNan(V & 0xffffffff))
               return std::nullopt;
           return Low | High << 32;
         },
         "mov.b64 {%r1, %r2}, %b;\n"
         "  red.global.add.v2.f32 [%out], {%r1, %r2};\n"
         "  ld.global.b64 %d, [%out];"};
  C.Body = "st.global.b64 [%out], %a;\n  " + C.Body;
  check(C);
  C.Name = "atom.global.add.v2.f32";
  C.Body = "st.global.b64 [%out], %a;\n  mov.b64 {%r1, %r2}, %b;\n"
           "  atom.global.add.v2.f32 {%r3, %r4}, [%out], {%r1, %r2};\n"
           "  ld.global.b64 %d, [%out];";
  check(C);
}

TEST(Atomic, EveryThreadOfTheGridIsCounted) {
  for (const Order By : {Order::Forward, Order::Reverse, Order::Shuffle}) {
    Program P(together("  atom.global.add.u32 %r3, [%l0], 1;"));
    P.On.Run.Blocks = By;
    const U Counter = P.array(std::vector<std::uint32_t>{0});
    const U Places = P.allocate(4 * 1000);
    ASSERT_TRUE(P.passes({4, 1, 1}, {250, 1, 1}, {Counter, Places}));
    EXPECT_EQ(P.read<std::uint32_t>(Counter, 1)[0], 1000u);
    std::vector<std::uint32_t> Got = P.read<std::uint32_t>(Places, 1000),
                               All(1000);
    std::sort(Got.begin(), Got.end());
    std::iota(All.begin(), All.end(), 0);
    EXPECT_EQ(Got, All); // each place once
  }
}

TEST(Atomic, ALoopOfCompareAndSwapAddsUp) {
  Program P(together("  ld.relaxed.gpu.global.f64 %l2, [%l0];\n"
                     "again:\n"
                     "  add.f64 %l3, %l2, 0d3FF0000000000000;\n"
                     "  atom.global.cas.b64 %l4, [%l0], %l2, %l3;\n"
                     "  setp.ne.b64 %p0, %l4, %l2;\n  mov.b64 %l2, %l4;\n"
                     "  @%p0 bra again;\n  cvt.rzi.u32.f64 %r3, %l3;"));
  const U Counter = P.array(std::vector<double>{0});
  const U Places = P.allocate(4 * 256);
  ASSERT_TRUE(P.passes({2, 1, 1}, {128, 1, 1}, {Counter, Places}));
  EXPECT_EQ(P.read<double>(Counter, 1)[0], 256.0);
}

TEST(Atomic, ALockOfEveryLaneIsTakenInTurn) {
  // Each lane spins until it has the lock; the lane that has it must go on.
  Program P(together("again:\n"
                     "  atom.acquire.gpu.global.cas.b32 %r4, [%l0], 0, 1;\n"
                     "  setp.ne.u32 %p0, %r4, 0;\n  @%p0 bra again;\n"
                     "  ld.global.u32 %r3, [%l0+4];\n  add.u32 %r3, %r3, 1;\n"
                     "  st.global.u32 [%l0+4], %r3;\n"
                     "  fence.acq_rel.gpu;\n"
                     "  atom.release.gpu.global.exch.b32 %r4, [%l0], 0;"));
  const U Lock = P.array(std::vector<std::uint32_t>{0, 0});
  const U Places = P.allocate(4 * 8);
  ASSERT_TRUE(P.passes({1, 1, 1}, {8, 1, 1}, {Lock, Places}));
  EXPECT_EQ(P.read<std::uint32_t>(Lock, 2), (std::vector<std::uint32_t>{0, 8}));
}

TEST(Atomic, CopiesBesideTheRegistersArriveWhenWaitedFor) {
  const std::string Buffer = ".shared .align 16 .b8 buffer[4096];\n";
  const std::string At = "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
                         "  mad.wide.u32 %l9, %r9, 16, %l9;\n";
  const auto First = [](const Operands &O) { return O.A; };
  check(Case{"cp.async.ca.shared.global 8", "b64 b64", First,
             At + "  cp.async.ca.shared.global [%l9], [%in], 8;\n"
                  "  cp.async.commit_group;\n  cp.async.wait_group 0;\n"
                  "  ld.shared.b64 %d, [%l9];",
             false, Buffer});
  check(Case{"cp.async.ca.shared.global 4, wait_all", "b32 b32", First,
             At + "  cp.async.ca.shared.global [%l9+4], [%in], 4;\n"
                  "  cp.async.wait_all;\n  ld.shared.b32 %d, [%l9+4];",
             false, Buffer});
  check(Case{"cp.async.ca.shared.global 8, 3: zeros behind", "b64 b64",
             [](const Operands &O) { return O.A & 0xffffff; },
             At + "  cp.async.ca.shared.global [%l9], [%in], 8, 3;\n"
                  "  cp.async.wait_all;\n  ld.shared.b64 %d, [%l9];",
             false, Buffer});
  check(Case{"cp.async: the older of two groups", "b64 b64 b64", First,
             At + "  cp.async.ca.shared.global [%l9], [%in], 8;\n"
                  "  cp.async.commit_group;\n"
                  "  cp.async.ca.shared.global [%l9+8], [%in+8], 8;\n"
                  "  cp.async.commit_group;\n  cp.async.wait_group 1;\n"
                  "  ld.shared.b64 %d, [%l9];\n  cp.async.wait_group 0;",
             false, Buffer});
}

TEST(Atomic, CopiesOf16BytesGoPastTheFirstCache) {
  Program P(kernel(2,
                   "  mad.wide.u32 %l0, %r0, 16, %l0;\n"
                   "  mad.wide.u32 %l1, %r0, 16, %l1;\n  mov.u64 %l2, buffer;\n"
                   "  mad.wide.u32 %l2, %r0, 16, %l2;\n"
                   "  cp.async.cg.shared.global [%l2], [%l0], 16;\n"
                   "  cp.async.wait_all;\n"
                   "  ld.shared.v2.b64 {%l3, %l4}, [%l2];\n"
                   "  st.global.v2.b64 [%l1], {%l4, %l3};",
                   ".shared .align 16 .b8 buffer[512];\n"));
  std::vector<U> In(64), Want(64);
  std::iota(In.begin(), In.end(), 1000);
  for (std::size_t N = 0; N != 64; ++N)
    Want[N] = In[N ^ 1];
  const U From = P.array(In), To = P.allocate(512);
  ASSERT_TRUE(P.passes({}, {32, 1, 1}, {From, To}));
  EXPECT_EQ(P.read<U>(To, 64), Want);
}

TEST(Atomic, CopiesLeaveTheirNeighboursAlone) {
  check(Case{"cp.async between two words", "b64 b32 b32 b32",
             [](const Operands &O) { return O.B | O.C << 32; },
             "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
             "  mad.wide.u32 %l9, %r9, 16, %l9;\n"
             "  st.shared.b32 [%l9], %b;\n  st.shared.b32 [%l9+8], %c;\n"
             "  cp.async.ca.shared.global [%l9+4], [%in], 4;\n"
             "  ld.shared.b32 %r1, [%l9];\n  ld.shared.b32 %r2, [%l9+8];\n"
             "  cp.async.wait_all;\n  mov.b64 %d, {%r1, %r2};",
             false, ".shared .align 16 .b8 buffer[2048];\n"});
}
