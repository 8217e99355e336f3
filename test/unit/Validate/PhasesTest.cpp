//===- PhasesTest.cpp - Kernels in phases, right and damaged --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "Texts.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

/// A damage, and words of the text that it is found by.
struct Said {
  Damage What;
  const char *Words;
};

void expectSaid(const std::vector<Said> &All, Finding::Kind Kind) {
  std::vector<Damage> Damages;
  for (const Said &S : All)
    Damages.push_back(S.What);
  const std::map<std::string, Finding> Found = findings(Damages);
  for (const Said &S : All) {
    auto At = Found.find(S.What.Name);
    ASSERT_NE(At, Found.end()) << S.What.Name;
    EXPECT_EQ(At->second.What, Kind) << S.What.Name << ": " << At->second.Text;
    EXPECT_NE(At->second.Text.find(S.Words), std::string::npos)
        << S.What.Name << ": " << At->second.Text;
  }
}

void expectWrong(const std::vector<Said> &All) {
  expectSaid(All, Finding::Differs);
}

void expectNotRead(const std::vector<Said> &All) {
  expectSaid(All, Finding::NotRead);
}

const char *const Product = texts::Product, *const Flip = texts::Flip;

TEST(PhasesTest, FindsKernelsInPhasesToDoWhatTheLoopsDo) {
  expectSame({{"product", Product, "", ""}, {"flip", Flip, "", ""}}, 15);
}

TEST(PhasesTest, TakesKernelsOfTheHostAloneWithoutTheWordForShared) {
  expectSame({{"host", Flip, "__global__ void", "void"}}, 20);
  expectSame({{"host_alone", texts::FlipOnHost, "", ""}}, 20);
}

TEST(PhasesTest, SaysThatOnlyOneBlockWasRun) {
  std::string Wide = Product;
  for (const auto &[Old, New] :
       {std::pair<const char *, const char *>{"heddle_n, 8", "heddle_n, 128"},
        {"heddle_n, 8", "heddle_n, 128"},
        {"{2, 2, 1}", "{32, 32, 1}"},
        {"product<2>", "product<32>"}})
    Wide.replace(Wide.find(Old), std::string(Old).size(), New);
  const Finding F = findings({{"wide", Wide.c_str(), "", ""}})["wide"];
  EXPECT_EQ(F.What, Finding::InPart) << F.Text;
  EXPECT_NE(F.Text.find("only one was run"), std::string::npos) << F.Text;
}

TEST(PhasesTest, FindsReadsThatNoBarrierSeparatesFromTheWrites) {
  expectWrong({
      {{"loads", Product, "rt::phase", "rt::each"}, "no barrier in between"},
      {{"tile", Flip, "rt::phase", "rt::each"}, ""},
  });
}

// What follows the sums of one strip are the loads of the next.
TEST(PhasesTest, FindsThatABarrierIsMissingBeforeTheNextTurnOfALoop) {
  expectWrong({{{"back", Product, "rt::phase([&](int x, int y) { // sums",
                 "rt::each([&](int x, int y) {"},
                "no barrier in between"}});
}

TEST(PhasesTest, FindsTwoThreadsThatWriteOneSharedElement) {
  expectWrong({{{"same", Product, "as[y + p * b][x] =", "as[p * b][x] ="},
                "no barrier in between"}});
}

TEST(PhasesTest, FindsReadsOfWhatNoThreadOfTheBlockHasWritten) {
  expectWrong({
      {{"shared", Product, "p < 4; ++p) { // loads", "p < 3; ++p) {"},
       "no thread of its block has written"},
      {{"kept", Product, "q < 4; ++q) { // start", "q < 3; ++q) {"},
       "no thread of its block has written"},
      // An earlier block has.
      {{"block", Flip, "if (i + r * 2 < n && j < m)",
        "if (i + r * 2 < n && j < m && bx == 0)"},
       "no thread of its block has written"},
  });
}

TEST(PhasesTest, FindsAccessesOutsideOfWhatABlockHas) {
  expectWrong({
      {{"row", Product, "shared<float[b][b * 4]>", "shared<float[b][b * 3]>"},
       "undefined"},
      {{"rows", Product, "shared<float[b * 4][b + 1]>",
        "shared<float[b * 2][b + 1]>"},
       "undefined"},
      {{"kept", Product, "per_thread<float[4][4]>", "per_thread<float[4][3]>"},
       "undefined"},
      {{"pointer", Flip,
        "tile[y + r * 2][x] =", "(&tile[0][0])[(y + r * 2) * 7 + x] ="},
       "which has 80 bytes"},
  });
}

TEST(PhasesTest, DoesNotReadPhasesOfAKernelThatThreadsRun) {
  const char *Text = R"(static __global__ void kernel(int *x) {
  ::heddle::rt::each([&](int i) { x[i] = i; });
}
void fill(int *x) {
  {
    const ::heddle::rt::site heddle_site{"fill", "FILE", 4};
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::out(x, 0, 3);
    heddle_path = ::heddle::rt::run_blocks(heddle_site,
                                           ::heddle::rt::shape{{1, 1, 1}, {4, 1, 1}},
                                           kernel, heddle_x);
    if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < 4; ++i)
    x[i] = i;
    }
  }
}
)";
  expectSame({{"blocks", Text, "", ""}}, 3);
  expectNotRead({{{"threads", Text, "run_blocks", "run"},
                  "a phase that is not a statement"}});
}

TEST(PhasesTest, FindsOtherResults) {
  expectWrong({
      {{"last_strip", Product, "k0 < n;", "k0 < n - 1;"}, ""},
      {{"first_strip", Product, "int k0 = 0;", "int k0 = b;"}, ""},
      {{"short_strip", Product, "b < n - k0 ? b : n - k0",
        "b < n - k0 ? b - 1 : n - k0"},
       "another value"},
      {{"other_column", Product, "ds[k][x + q * b]", "ds[k][x]"},
       "another value"},
      {{"not_turned", Flip, "= tile[x][y + r * 2]", "= tile[y + r * 2][x]"},
       ""},
      {{"nothing_stored", Flip, "if (j + r * 2 < m)", "if (j + r * 2 < m - 1)"},
       ""},
  });
}

TEST(PhasesTest, FindsBlocksThatTouchOneElement) {
  expectWrong({{{"overlap", Product, "const int i0 = by * (b * 4);",
                 "const int i0 = by * (b * 2);"},
                "two threads touch c"}});
}

TEST(PhasesTest, FindsArgumentsThatDoNotHoldWhatThreadsTouch) {
  expectWrong({
      {{"in", Flip, "in(from, 0, heddle_n * heddle_m - 1)",
        "in(from, 1, heddle_n * heddle_m - 1)"},
       "outside of the elements that the launch passes"},
      {{"out", Flip, "out(to, 0, heddle_n * heddle_m - 1)",
        "out(to, 0, heddle_n * heddle_m)"},
       "which the launch neither copies in nor leaves alone"},
      {{"written", Flip, "out(to, 0,", "in(to, 0,"},
       "which the launch passes to be read"},
  });
}

TEST(PhasesTest, FindsThatTheWayFromPhaseToPhaseDependsOnTheThread) {
  expectWrong({
      {{"loop", Product, "k0 < n;", "k0 < n + int(::heddle::rt::thread_x());"},
       "depends on the thread"},
      {{"variable", Product, "const int j0 = bx * (b * 4);",
        "const int j0 = bx * (b * 4) + int(::heddle::rt::thread_y()) * 0;"},
       "depends on the thread"},
      {{"condition", Flip, "if (0 < n) {",
        "if (::heddle::rt::thread_x() < 2) {"},
       "depends on the thread"},
  });
}

TEST(PhasesTest, FindsWhatIsSharedToBeEachThreadsOwnAndTheOtherWayRound) {
  expectWrong({
      {{"own", Product, "HEDDLE_SHARED ", ""}, "of its own"},
      {{"second", Product,
        "HEDDLE_SHARED ::heddle::rt::shared<float[b][b * 4]> ds",
        "::heddle::rt::shared<float[b][b * 4]> ds"},
       "of its own"},
      {{"shared", Product, "::heddle::rt::per_thread",
        "HEDDLE_SHARED ::heddle::rt::per_thread"},
       "share 's'"},
  });
}

TEST(PhasesTest, FindsThreadsThatThePhasesDoNotTellApart) {
  expectWrong({{{"third", Product, "{2, 2, 1}", "{2, 2, 2}"},
                "differ in coordinate z"}});
}

TEST(PhasesTest, DoesNotReadHeadersOverMemory) {
  expectNotRead({
      {{"kept", Product, "k0 < n;", "k0 < n + 0 * int(s(0, 0)[0][0]);"},
       "a buffer outside of the phases"},
      {{"shared", Product, "k0 < n;", "k0 < n + 0 * int(as[0][0]);"},
       "a buffer outside of the phases"},
      {{"array", Product, "k0 < n;", "k0 < n + 0 * int(a[0]);"},
       "the text around the phases"},
  });
}

TEST(PhasesTest, DoesNotReadPhasesThatMeanAnotherThingOnTheHost) {
  expectNotRead({
      {{"changes", Product, "const int ks", "k0 += 0; const int ks"},
       "changes variables from outside"},
      {{"other_thread", Product, "s(x, y)[p][q] +=", "s(y, x)[p][q] +="},
       "what another thread keeps"},
      {{"one_coordinate", Product, "s(x, y)[p][q] +=", "s(x)[p][q] +="},
       "what another thread keeps"},
      {{"copies", Flip, "rt::each([&]", "rt::each([&, n]"},
       "the lambda of a phase"},
      {{"lambda", Flip, "to[(j + r * 2) * n + i] =",
        "[&] { (void)n; }(); to[(j + r * 2) * n + i] ="},
       "the lambda of a phase"},
      {{"static_buffer", Product, "HEDDLE_SHARED ::heddle",
        "HEDDLE_SHARED static ::heddle"},
       "what 'as' holds"},
      {{"coordinate", Flip, "const int i = by * 4 + y;",
        "const int i = by * 4 + y++;"},
       "changes variables from outside"},
  });
}

TEST(PhasesTest, DoesNotReadOtherStatementsAroundPhases) {
  expectNotRead({
      {{"leaves", Product, "const int i0", "if (n == 0) return; const int i0"},
       "ReturnStmt around phases"},
      {{"store", Product, "const int i0", "c[0] = 0; const int i0"},
       "around phases"},
      {{"nested", Product, "const int ks",
        "::heddle::rt::each([&](int, int) {}); const int ks"},
       "the lambda of a phase"},
      {{"plain_launch", Flip, "rt::run_blocks(", "rt::run("},
       "it is not known how to read"},
      {{"by_template", Flip, "rt::run_blocks(", "rt::run<true>("},
       "a launch by blocks"},
  });
}

} // namespace
