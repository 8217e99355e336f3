//===- MemoryTest.cpp - Loads, stores, spaces, moves ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

const char *const Types[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32",
                             "u32", "s32", "f32", "b64", "u64", "s64", "f64"};

U extended(const std::string &Type, U Bits) {
  const unsigned W = widthOf(Type);
  return Type[0] == 's' ? U(signedOf(Bits, W)) : Bits & maskOf(W);
}

/// A space with memory of the thread's own, 32 bytes from %l9 on.
struct Place {
  const char *Space, *Global, *Code;
};
const Place Places[] = {
    {".global", "", "mov.u64 %l9, %in;\n"},
    {"", "", "mov.u64 %l9, %in;\n"},
    {".shared", ".shared .align 16 .b8 buffer[4096];\n",
     "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
     "  mad.wide.u32 %l9, %r9, 32, %l9;\n"},
    {"", ".shared .align 16 .b8 buffer[4096];\n",
     "mov.u32 %r9, %tid.x;\n  mov.u64 %l9, buffer;\n"
     "  mad.wide.u32 %l9, %r9, 32, %l9;\n  cvta.shared.u64 %l9, %l9;\n"},
    {".local", "", ".local .align 16 .b8 frame[32];\n  mov.u64 %l9, frame;\n"},
    {"", "",
     ".local .align 16 .b8 frame[32];\n  mov.u64 %l9, frame;\n"
     "  cvta.local.u64 %l9, %l9;\n"}};

bool isOwn(const Place &P) {
  return std::string(P.Code).find("%in;") == std::string::npos;
}

} // namespace

TEST(Memory, LoadsExtendAsTheirTypesSay) {
  for (const std::string T : Types)
    for (const unsigned W : {16u, 32u, 64u}) {
      if (W < widthOf(T))
        continue;
      check(Case{"ld.global." + T + " into b" + std::to_string(W),
                 "b" + std::to_string(W) + " b64",
                 [=](const Operands &O) { return extended(T, O.A); },
                 "ld.global." + T + " %d, [%in];"});
    }
}

TEST(Memory, StoresKeepTheirNeighbours) {
  for (const std::string T : Types)
    for (const unsigned W : {16u, 32u, 64u}) {
      if (W < widthOf(T))
        continue;
      const std::string B = "b" + std::to_string(W);
      check(Case{"st.global." + T + " from " + B, "b64 b64 " + B,
                 [=](const Operands &O) {
                   const U Mask = maskOf(widthOf(T));
                   return (O.A & ~Mask) | (O.B & Mask);
                 },
                 "st.global.b64 [%in], %a;\n  st.global." + T +
                     " [%in], %b;\n  ld.global.b64 %d, [%in];"});
    }
}

TEST(Memory, EverySpaceKeepsWhatIsStored) {
  for (const Place &P : Places)
    for (const std::string T : Types) {
      if (!isOwn(P))
        continue;
      const std::string S = P.Space;
      check(Case{"st" + S + "." + T + " ld" + S + "." + T + " " + P.Code,
                 "b64 b64", [=](const Operands &O) { return extended(T, O.A); },
                 P.Code + ("  st" + S + "." + T + " [%l9+8], %a;\n  ld" + S +
                           "." + T + " %d, [%l9+8];"),
                 false, P.Global});
    }
}

TEST(Memory, VectorsOfEverySpace) {
  for (const Place &P : Places) {
    const std::string S = P.Space;
    // The same bytes, as vectors of elements of several widths.
    const std::string Fill =
        isOwn(P) ? "  st" + S + ".v2.b64 [%l9], {%a, %b};\n" : "";
    const auto Of = [&](const std::string &Load, const std::string &Registers,
                        const std::string &Join, const Definition &Gives) {
      if (!isOwn(P) && Load.find("v4.b32") != Load.npos)
        return; // 24 bytes apart: not aligned to 16
      check(Case{"ld" + S + Load + " " + P.Code, "b64 b64 b64", Gives,
                 P.Code + Fill + "  ld" + S + Load + " {" + Registers +
                     "}, [%l9];\n  " + Join,
                 false, P.Global});
    };
    const auto First = [](const Operands &O) { return O.A; };
    Of(".v2.b32", "%r1, %r2", "mov.b64 %d, {%r1, %r2};", First);
    Of(".v2.u32", "%r1, _", "cvt.u64.u32 %d, %r1;",
       [](const Operands &O) { return O.A & 0xffffffff; });
    Of(".v4.b16", "%h1, %h2, %h3, %h4", "mov.b64 %d, {%h1, %h2, %h3, %h4};",
       First);
    Of(".v4.b32", "%r1, %r2, %r3, %r4", "mov.b64 %d, {%r3, %r4};",
       [](const Operands &O) { return O.B; });
    Of(".v4.u8", "%h1, %h2, %h3, %h4", "mov.b64 %d, {%h4, %h3, %h2, %h1};",
       [](const Operands &O) {
         return (O.A >> 24 & 0xff) | (O.A >> 16 & 0xff) << 16 |
                (O.A >> 8 & 0xff) << 32 | (O.A & 0xff) << 48;
       });
    Of(".v2.s8", "%r1, %r2", "mov.b64 %d, {%r1, %r2};", [](const Operands &O) {
      return (U(signedOf(O.A, 8)) & 0xffffffff) | U(signedOf(O.A >> 8, 8))
                                                      << 32;
    });
  }
  check(Case{"ld.global.v2.b64", "b64 b64 b64",
             [](const Operands &O) { return O.A ^ O.B << 1; },
             ".local .align 16 .b8 frame[32];\n"
             "  st.local.v2.f64 [frame], {%a, %b};\n"
             "  ld.local.v2.b64 {%l1, %l2}, [frame];\n"
             "  shl.b64 %l2, %l2, 1;\n  xor.b64 %d, %l1, %l2;"});
}

TEST(Memory, OrdersAndCachesLoadTheSame) {
  for (const std::string Mods :
       {".weak.global", ".volatile.global", ".relaxed.gpu.global",
        ".relaxed.sys.global", ".acquire.gpu.global", ".acquire.cta.global",
        ".global.ca", ".global.cg", ".global.cs", ".global.lu", ".global.cv",
        ".global.nc", ".global.nc.L1::no_allocate", ".global.L1::evict_last",
        ".global.L2::128B", ".mmio.relaxed.sys.global", ".volatile",
        ".relaxed.gpu", ".acquire.sys"})
    check(Case{"ld" + Mods + ".u32", "b32 b32",
               [](const Operands &O) { return O.A; },
               "ld" + Mods + ".u32 %d, [%in];"});
  check(Case{"ldu.global.u32", "b32 b32", [](const Operands &O) { return O.A; },
             "ldu.global.u32 %d, [%in];"});
  for (const std::string Mods :
       {".weak.global", ".volatile.global", ".relaxed.gpu.global",
        ".release.gpu.global", ".release.sys.global", ".global.wb",
        ".global.cg", ".global.cs", ".global.wt", ".global.L1::no_allocate",
        ".release.cta", ".mmio.relaxed.sys.global"})
    check(Case{"st" + Mods + ".u32", "b32 b32",
               [](const Operands &O) { return ~O.A; },
               "not.b32 %r1, %a;\n  st" + Mods +
                   ".u32 [%in+8], %r1;\n  ld.global.u32 %d, [%in+8];"});
}

TEST(Memory, AdviceDoesNothing) {
  for (const std::string Code :
       {"prefetch.global.L1 [%in];", "prefetch.global.L2 [%in];",
        "prefetch.L1 [%in];", "prefetchu.L1 [%in];", "fence.sc.sys;",
        "fence.acq_rel.gpu;", "fence.cta;", "membar.gl;", "membar.cta;",
        "membar.sys;", "nanosleep.u32 20;", "pmevent 7;",
        "applypriority.global.L2::evict_normal [%l1], 128;"})
    check(Case{Code, "b32 b32", [](const Operands &O) { return O.A; },
               "and.b64 %l1, %in, -128;\n  " + Code + "\n  mov.u32 %d, %a;"});
}

TEST(Memory, ConstantsAndVariablesOfTheModule) {
  const std::string Variables =
      ".global .align 4 .u32 words[3] = {10, 20, 30};\n"
      ".const .align 4 .b8 bytes[8] = {1, 2, 3, 4, 255, 128};\n"
      ".const .align 8 .f64 real = 0d3FF8000000000000;\n"
      ".global .align 8 .u64 place = generic(words)+4;\n"
      ".visible .global .align 4 .s32 minus = -5;\n"
      ".global .align 4 .f32 floats[2] = {0f40490FDB, 0f40200000};\n";
  const auto Is = [&](const std::string &Code, U Value) {
    check(Case{Code, "b64 b32", [=](const Operands &) { return Value; }, Code,
               false, Variables});
  };
  Is("ld.const.u32 %r1, [bytes];\n  cvt.u64.u32 %d, %r1;", 0x04030201);
  Is("ld.const.s8 %d, [bytes+5];", ~U(0x7f));
  Is("ld.const.u8 %d, [bytes+7];", 0);
  Is("ld.const.f64 %d, [real];", 0x3ff8000000000000);
  Is("ld.global.u32 %d, [words+8];", 30);
  Is("ld.global.s32 %d, [minus];", ~U(4));
  Is("ld.global.b32 %d, [floats];", 0x40490fdb);
  Is("ld.global.b32 %d, [floats+4];", 0x40200000);
  Is("ld.global.u64 %l1, [place];\n  ld.u32 %d, [%l1];", 20);
  Is("mov.u64 %l1, bytes;\n  cvta.const.u64 %l1, %l1;\n  ld.u8 %d, [%l1+4];",
     255);
  Is("mov.u64 %l1, words+4;\n  ld.global.u32 %d, [%l1];", 20);
  Is("mov.u64 %l1, words;\n  ld.global.u32 %d, [%l1+4];", 20);
}

TEST(Memory, VariablesKeepTheirValuesFromLaunchToLaunch) {
  Program P(kernel(1,
                   "  ld.global.u32 %r3, [count];\n  add.u32 %r3, %r3, 1;\n"
                   "  st.global.u32 [count], %r3;\n  st.global.u32 [%l0], %r3;",
                   ".global .align 4 .u32 count = 40;\n"));
  const U At = P.allocate(4);
  for (unsigned N = 41; N != 44; ++N) {
    ASSERT_TRUE(P.passes({}, {}, {At}));
    EXPECT_EQ(P.read<std::uint32_t>(At, 1)[0], N);
  }
}

TEST(Memory, ParametersOfEveryTypeAndAlignment) {
  Program P(
      header() +
      ".visible .entry k(.param .u8 a, .param .align 8 .b8 s[24],"
      " .param .u16 h, .param .u64 out)\n{\n"
      "  .reg .b16 %h<2>;\n  .reg .b32 %r<4>;\n  .reg .b64 %l<4>;\n"
      "  ld.param.u64 %l0, [out];\n  ld.param.s8 %r0, [a];\n"
      "  ld.param.u64 %l1, [s+16];\n  ld.param.v2.u32 {%r1, %r2}, [s+8];\n"
      "  ld.param.u16 %h0, [h];\n  cvt.u32.u16 %r3, %h0;\n"
      "  st.global.u32 [%l0], %r0;\n  st.global.v2.u32 [%l0+8], {%r1, %r2};\n"
      "  st.global.u32 [%l0+4], %r3;\n  st.global.u64 [%l0+16], %l1;\n"
      "  ret;\n}\n");
  ASSERT_TRUE(P.M);
  const U Out = P.allocate(24);
  const unsigned char A = 0x80;
  const U S[3] = {1, 0x0000000300000002, 0x123456789abcdef0};
  const std::uint16_t H = 0xbeef;
  const auto R = launch(P.On, *P.M, "k", {}, {}, 0, {&A, S, &H, &Out});
  ASSERT_FALSE(R.Found) << R.Found->print();
  EXPECT_EQ(P.read<U>(Out, 3),
            (std::vector<U>{0x0000beefffffff80, S[1], S[2]}));
}

TEST(Memory, MovesPackAndUnpack) {
  const auto Of = [](const std::string &Types, const std::string &Code,
                     const Definition &Gives) {
    check(Case{Code, Types, Gives, Code});
  };
  const auto Same = [](const Operands &O) { return O.A; };
  for (const std::string T : {"pred", "b16", "u16", "s16", "b32", "u32", "s32",
                              "f32", "b64", "u64", "s64", "f64"})
    Of(T + " " + T, "mov." + T + " %d, %a;", Same);
  Of("b32 b16 b16", "mov.b32 %d, {%a, %b};",
     [](const Operands &O) { return (O.A & 0xffff) | O.B << 16; });
  Of("b64 b32 b32", "mov.b64 %d, {%a, %b};",
     [](const Operands &O) { return (O.A & 0xffffffff) | O.B << 32; });
  Of("b16 b32", "mov.b32 {%h1, %d}, %a;",
     [](const Operands &O) { return O.A >> 16; });
  Of("b32 b64", "mov.b64 {_, %d}, %a;",
     [](const Operands &O) { return O.A >> 32; });
  Of("b16 b64", "mov.b64 {%h1, %h2, %d, %h3}, %a;",
     [](const Operands &O) { return O.A >> 32 & 0xffff; });
  Of("b32 b32", "mov.b32 {%h1, %h2}, %a;\n  mov.b32 %d, {%h2, %h1};",
     [](const Operands &O) {
       return (O.A >> 16 & 0xffff) | (O.A & 0xffff) << 16;
     });
}

TEST(Memory, AddressesKnowTheirSpace) {
  for (const Place &P : Places)
    for (const std::string S : {"global", "shared", "local", "const"}) {
      if (std::string(P.Space) != "")
        continue;
      const bool Is = P.Global[0] ? S == "shared"
                      : isOwn(P)  ? S == "local"
                                  : S == "global";
      check(Case{"isspacep." + S + " " + P.Code, "pred b64",
                 [=](const Operands &) { return U(Is); },
                 P.Code + ("  isspacep." + S + " %d, %l9;"), false, P.Global});
    }
}

TEST(Memory, GenericAddressesGoBackToTheirSpace) {
  check(Case{"cvta.to.shared", "b64 b64", [](const Operands &O) { return O.A; },
             "mov.u32 %r9, %tid.x;\n  mov.u64 %l1, buffer;\n"
             "  mad.wide.u32 %l1, %r9, 8, %l1;\n  cvta.shared.u64 %l2, %l1;\n"
             "  st.b64 [%l2], %a;\n  cvta.to.shared.u64 %l3, %l2;\n"
             "  ld.shared.b64 %d, [%l3];",
             false, ".shared .align 16 .b8 buffer[1024];\n"});
  check(Case{"cvta.to.global", "b64 b64", [](const Operands &O) { return O.A; },
             "cvta.to.global.u64 %l1, %in;\n  ld.global.b64 %d, [%l1];"});
  check(Case{"cvta.to.local", "b64 b64", [](const Operands &O) { return O.A; },
             ".local .align 8 .b8 frame[16];\n  mov.u64 %l1, frame;\n"
             "  cvta.local.u64 %l2, %l1;\n  st.b64 [%l2+8], %a;\n"
             "  cvta.to.local.u64 %l3, %l2;\n  ld.local.b64 %d, [%l3+8];"});
}
