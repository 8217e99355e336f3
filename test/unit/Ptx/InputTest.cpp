//===- InputTest.cpp - Texts that are no PTX, or none that is known -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const std::string Text =
    header() +
    ".extern .shared .align 16 .b8 more[];\n"
    ".const .align 4 .u32 table[2] = {1, 0x2};\n"
    ".func (.param .b32 out) twice(.param .b32 x)\n{\n"
    "  .reg .b32 %a<3>;\n  ld.param.u32 %a1, [x];\n"
    "  add.u32 %a2, %a1, %a1;\n  st.param.b32 [out], %a2;\n  ret;\n}\n"
    ".visible .entry k(.param .u64 p, .param .u32 n)\n"
    ".maxntid 128, 1, 1\n{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<6>;\n  .reg .b64 %l<3>;\n"
    "  ld.param.u64 %l1, [p];\n  ld.param.u32 %r1, [n];\n"
    "  mov.u32 %r2, %tid.x;\n  setp.ge.u32 %p1, %r2, %r1;\n"
    "  @%p1 bra done;\n  {\n  .param .b32 arg;\n  .param .b32 back;\n"
    "  st.param.b32 [arg], %r2;\n  call.uni (back), twice, (arg);\n"
    "  ld.param.b32 %r3, [back];\n  }\n"
    "  ld.const.u32 %r4, [table+4];\n  add.u32 %r3, %r3, %r4;\n"
    "  mad.wide.u32 %l2, %r2, 4, %l1;\n"
    "  st.global.u32 [%l2], %r3;\ndone:\n  ret;\n}\n";

/// Reads a text as far as a launch does. Empty: the kernel could run.
std::string problemOf(const std::string &Of, bool &HasModule) {
  std::string Problem;
  Device On;
  const std::unique_ptr<Module> M = Module::parse(Of, "test", Problem);
  HasModule = M != nullptr;
  if (!M || !M->load(On, Problem))
    return Problem.empty() ? "no module, and no reason" : Problem;
  if (M->kernel("k", Problem))
    return "";
  return Problem.empty() ? "no kernel, and no reason" : Problem;
}

std::string problemOf(const std::string &Of) {
  bool HasModule = false;
  return problemOf(Of, HasModule);
}

std::string with(const std::string &From, const std::string &To) {
  std::string Out = Text;
  EXPECT_NE(Out.find(From), Out.npos) << From;
  return Out.replace(Out.find(From), From.size(), To);
}

void refuses(const std::string &Of, const std::string &Word) {
  const std::string Problem = problemOf(Of);
  EXPECT_NE(Problem.find(Word), Problem.npos)
      << "'" << Problem << "' does not say '" << Word << "'";
}

} // namespace

TEST(Input, TheTextItselfIsRead) { EXPECT_EQ(problemOf(Text), ""); }

TEST(Input, ATextThatIsCutOffIsRefusedWithAReason) {
  const std::size_t End = Text.rfind('}');
  for (std::size_t N = 0; N <= End; ++N) {
    const std::string Problem = problemOf(Text.substr(0, N));
    ASSERT_NE(Problem, "") << Text.substr(0, N);
    ASSERT_EQ(Problem.find("no reason"), Problem.npos) << Text.substr(0, N);
  }
}

TEST(Input, UnknownInstructionsAreNamed) {
  refuses(with("add.u32 %r3", "frobnicate.u32 %r3"), "frobnicate.u32");
  refuses(with("add.u32 %r3", "add.rumble.u32 %r3"), "rumble");
  refuses(with("add.u32 %r3", "add.u33 %r3"), "add.u33");
  refuses(with("setp.ge.u32", "setp.nearly.u32"), "nearly");
  refuses(with("add.u32 %r3", "wgmma.fence.sync.aligned %r3"), "wgmma");
  // In a function that the kernel calls, too.
  refuses(with("add.u32 %a2", "frobnicate.u32 %a2"), "frobnicate.u32");
}

TEST(Input, TheLineOfAnUnknownInstructionIsNamed) {
  const std::string Of = with("add.u32 %r3", "frobnicate.u32 %r3");
  const auto Line =
      1 + std::count(Of.begin(), Of.begin() + std::ptrdiff_t(Of.find("frob")),
                     '\n');
  refuses(Of, std::to_string(Line));
}

TEST(Input, ModifiersThatAnInstructionDoesNotHaveAreRefused) {
  for (const std::string Wrong :
       {"add.ftz.u32", "add.sat.u32", "add.rn.u32", "add.wide.u32", "mul.u32",
        "shl.u32", "and.u32", "shr.f32", "min.sat.u32", "sub.cc.f32",
        "div.approx.u32", "fma.u32", "add.cc.f32", "add.u8", "sub.b32",
        "popc.u32", "add", "mad.wide.u64", "max.NaN.u32"})
    EXPECT_NE(
        problemOf(with("add.u32 %r3, %r3, %r4", Wrong + " %r3, %r3, %r4")), "")
        << Wrong;
  for (const std::string Wrong :
       {"ld.global.v3.u32", "ld.globl.u32", "ld.u128", "ld.global.ca.cg.u32"})
    EXPECT_NE(problemOf(with("ld.const.u32 %r4", Wrong + " %r4")), "") << Wrong;
}

TEST(Input, OperandsThatAreMissingOrTooManyAreRefused) {
  for (const std::string Wrong : {"add.u32 %r3, %r3;",
                                  "add.u32 %r3;",
                                  "add.u32 %r3, %r3, %r4, %r4;",
                                  "add.u32;",
                                  "selp.b32 %r3, %r3, %r4;",
                                  "setp.eq.u32 %p1, %r3;",
                                  "mad.lo.u32 %r3, %r3, %r4;",
                                  "cvt.u32.u16 %r3;",
                                  "ld.global.u32 %r3;",
                                  "st.global.u32 [%l1];",
                                  "ld.global.v2.u32 {%r3}, [%l1];",
                                  "ld.global.u32 {%r3, %r4}, [%l1];",
                                  "mov.b64 {%r3}, %l1;",
                                  "shfl.sync.up.b32 %r3, %r4, 1, 0;",
                                  "popc.b32 %r3, %r3, %r4;",
                                  "fma.rn.f32 %r3, %r3, %r4;",
                                  "st.global.u32 [%l1], %r3, %r4;",
                                  "ld.global.u32 %r3, [%l1], %r4;",
                                  "bra done, done;",
                                  "mov.u32 %r3, %r4, %r4;"})
    EXPECT_NE(problemOf(with("add.u32 %r3, %r3, %r4;", Wrong)), "") << Wrong;
}

TEST(Input, NamesThatNothingDeclares) {
  refuses(with("%r3, %r3, %r4", "%r3, %r3, %z4"), "%z4");
  refuses(with("%r3, %r3, %r4", "%r3, %r3, %r6"), "%r6");
  refuses(with("bra done", "bra gone"), "gone");
  refuses(with("[table+4]", "[tabel+4]"), "tabel");
  refuses(with("twice, (arg)", "thrice, (arg)"), "thrice");
  refuses(with("%tid.x", "%tidy.x"), "%tidy.x");
  refuses(with("[n]", "[m]"), "m");
  refuses(with("@%p1", "@%q1"), "%q1");
}

TEST(Input, CallsWithOtherArgumentsAreRefused) {
  EXPECT_NE(problemOf(with("twice, (arg)", "twice, (arg, arg)")), "");
  EXPECT_NE(problemOf(with("(back), twice", "twice")), "");
}

TEST(Input, VersionsAndTargets) {
  EXPECT_NE(problemOf(with(".version 8.6\n", "")), "");
  EXPECT_NE(problemOf(with(".target sm_90\n", "")), "");
  EXPECT_NE(problemOf(with(".version 8.6", ".version eight")), "");
  EXPECT_NE(problemOf(with(".version 8.6", ".version 99.0")), "");
  EXPECT_NE(problemOf(with("sm_90", "gfx90a")), "");
  EXPECT_NE(problemOf(with(".address_size 64", ".address_size 32")), "");
  for (const std::string Known : {"sm_75", "sm_80", "sm_90a", "sm_90, debug"})
    EXPECT_EQ(problemOf(with("sm_90", Known)), "") << Known;
}

TEST(Input, EmptyTextsAndBodies) {
  EXPECT_NE(problemOf(""), "");
  EXPECT_NE(problemOf("\n\n// nothing\n"), "");
  EXPECT_NE(problemOf(header()), ""); // it has no kernel `k`
  const std::string Empty = header() + ".visible .entry k()\n{\n}\n";
  EXPECT_EQ(problemOf(Empty), "");
  Program P(Empty);
  EXPECT_TRUE(P.passes({3, 1, 1}, {33, 1, 1}, {}));
  EXPECT_EQ(P.counts().Threads, 99u);
  Program Q(header() + ".entry k() { ret; }");
  EXPECT_TRUE(Q.passes({}, {}, {}));
}

TEST(Input, ALaunchOfAnUnknownInstructionSaysSo) {
  Program P(kernel(0, "  frobnicate.u32 %r3, %r0;"));
  const auto Found = P.run({}, {}, {});
  ASSERT_TRUE(Found);
  EXPECT_EQ(int(Found->Kind), int(Mistake::Unknown));
  EXPECT_NE(Found->print().find("frobnicate.u32"), std::string::npos);
}

TEST(Input, CommentsAndBlanksMeanNothing) {
  std::string Loose;
  for (const char C : Text)
    Loose += C == '\n'  ? std::string(" /* a\n comment */ // another\n\t")
             : C == ',' ? std::string(" ,\n ")
                        : std::string(1, C);
  EXPECT_EQ(problemOf(Loose), "");
}

TEST(Input, DamagedTextsEndInAReasonOrAKernel) {
  std::mt19937_64 Random(5);
  const std::string Bits = "{}()[];:,.@!%$<>\"/*-+=|0123456789abxyz \n";
  for (unsigned N = 0; N != 4000; ++N) {
    std::string Of = Text;
    for (unsigned Edit = 0; Edit <= Random() % 3; ++Edit) {
      const std::size_t At = Random() % Of.size();
      switch (Random() % 4) {
      case 0:
        Of.erase(At, 1 + Random() % 12);
        break;
      case 1:
        Of.insert(At, 1, Bits[Random() % Bits.size()]);
        break;
      case 2:
        Of[At] = Bits[Random() % Bits.size()];
        break;
      default:
        Of.insert(At, Of.substr(Random() % Of.size(), Random() % 30));
      }
    }
    const std::string Problem = problemOf(Of);
    ASSERT_EQ(Problem.find("no reason"), Problem.npos) << Of;
  }
}
