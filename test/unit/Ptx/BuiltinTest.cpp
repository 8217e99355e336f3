//===- BuiltinTest.cpp - printf and assert of the device ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Twins.h"

#include <cstdio>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

std::string bytesOf(const std::string &Text) {
  std::string Out;
  for (const char C : Text + '\0')
    Out += (Out.empty() ? "" : ", ") +
           std::to_string(int(static_cast<unsigned char>(C)));
  return "[" + std::to_string(Text.size() + 1) + "] = {" + Out + "}";
}

const char *const Declared =
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";

/// Calls printf with the arguments that Fill puts into local memory at %l9.
std::string printed(const std::string &Format, const std::string &Fill,
                    Dim3 Grid, Dim3 Block) {
  Program P(kernel(
      0,
      "  .local .align 8 .b8 args[64];\n  mov.u64 %l9, args;\n" + Fill +
          "  cvta.local.u64 %l8, %l9;\n  mov.u64 %l7, format;\n"
          "  cvta.global.u64 %l7, %l7;\n  {\n  .param .b64 f;\n"
          "  .param .b64 a;\n  .param .b32 r;\n  st.param.b64 [f], %l7;\n"
          "  st.param.b64 [a], %l8;\n  call.uni (r), vprintf, (f, a);\n"
          "  ld.param.b32 %r9, [r];\n  }",
      Declared + (".global .align 1 .b8 format" + bytesOf(Format)) + ";\n"));
  testing::internal::CaptureStdout();
  P.passes(Grid, Block, {});
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

} // namespace

TEST(Builtin, PrintfOfEachThreadInOrder) {
  EXPECT_EQ(
      printed("%d:%d\n",
              "  st.local.u32 [%l9], %r1;\n  st.local.u32 [%l9+4], %r0;\n",
              {2, 1, 1}, {3, 1, 1}),
      "0:0\n0:1\n0:2\n1:0\n1:1\n1:2\n");
}

TEST(Builtin, PrintfOfEveryKindOfArgument) {
  // Arguments stand aligned to their sizes; a float comes as a double.
  EXPECT_EQ(printed("%5.2f|%u|%llx|%c|%-3d|%%|%08X",
                    "  mov.f64 %l1, 0d400C000000000000;\n"
                    "  st.local.f64 [%l9], %l1;\n"
                    "  st.local.u32 [%l9+8], 4294967295;\n"
                    "  mov.u64 %l1, 0x123456789abc;\n"
                    "  st.local.u64 [%l9+16], %l1;\n"
                    "  st.local.u32 [%l9+24], 65;\n"
                    "  st.local.u32 [%l9+28], -7;\n"
                    "  st.local.u32 [%l9+32], 0xbeef;\n",
                    {}, {}),
            " 3.50|4294967295|123456789abc|A|-7 |%|0000BEEF");
}

TEST(Builtin, PrintfOfAString) {
  EXPECT_EQ(printed("<%s>",
                    "  mov.u64 %l1, format;\n  cvta.global.u64 %l1, %l1;\n"
                    "  st.local.u64 [%l9], %l1;\n",
                    {}, {}),
            "<<%s>>");
}

TEST(Builtin, AFailedAssertEndsTheLaunch) {
  const std::string Body =
      "  setp.lt.u32 %p0, %r2, $;\n  @%p0 bra fine;\n"
      "  mov.u64 %l7, text;\n  cvta.global.u64 %l7, %l7;\n  {\n"
      "  .param .b64 m;\n  .param .b64 f;\n  .param .b32 l;\n  .param .b64 u;\n"
      "  .param .b64 c;\n  st.param.b64 [m], %l7;\n  st.param.b64 [f], %l7;\n"
      "  st.param.b32 [l], 12;\n  st.param.b64 [u], %l7;\n"
      "  st.param.b64 [c], 1;\n"
      "  call.uni __assertfail, (m, f, l, u, c); // HERE\n  }\nfine:";
  const std::string Global =
      ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l,"
      " .param .b64 u, .param .b64 c);\n.global .align 1 .b8 text" +
      bytesOf("index < size") + ";\n";
  const auto With = [&](const std::string &Limit) {
    Twin T{Body, {2, 1, 1}, {32, 1, 1}, Global};
    T.Body.replace(T.Body.find('$'), 1, Limit);
    return T;
  };
  passes(With("64"));
  finds(Mistake::Trap, With("50"));
  const Twin T = With("50");
  Program P(kernel(2, T.Body, T.Global));
  const auto Found = runTwin(P, EveryOrder[0], T);
  ASSERT_TRUE(Found);
  EXPECT_NE(Found->print().find("index < size"), std::string::npos)
      << Found->print();
  EXPECT_EQ(Found->At.Thread.X, 18u);
}
