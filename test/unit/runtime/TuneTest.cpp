//===- TuneTest.cpp - choices by what they cost ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace {

using heddle::rt::checked;
using heddle::rt::loops;
using heddle::rt::path;
using heddle::rt::site;
namespace detail = heddle::rt::rt_detail;

class Tune : public EnvironmentTest {
protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    file_ = testing::TempDir() + "heddle-tune-" +
            testing::UnitTest::GetInstance()->current_test_info()->name() +
            ".json";
    std::remove(file_.c_str());
  }
  void TearDown() override {
    std::remove(file_.c_str());
    EnvironmentTest::TearDown();
  }

  void write(const std::string &text) const {
    ASSERT_TRUE(detail::write_text(file_.c_str(), text));
  }
  std::string text() const {
    std::string found;
    EXPECT_TRUE(detail::read_text(file_.c_str(), found));
    return found;
  }

  std::string file_;
};

std::vector<detail::choice> read(const std::string &text) {
  std::vector<detail::choice> found;
  if (!detail::choice_reader(text, found).read())
    found.clear();
  return found;
}

TEST_F(Tune, FilesAreReadAsTheyAreWritten) {
  const std::string text = "{\n"
                           " \"heddle_f_0\": {\"any\": \"Gen\"},\n"
                           " \"g\": {\"2^0\": \"A\", \"2^60\": \"B(1, 2)\"}\n"
                           "}\n";
  const std::vector<detail::choice> found = read(text);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].launch, "heddle_f_0");
  EXPECT_EQ(found[0].size, detail::any_size);
  EXPECT_EQ(found[2].size, 60);
  EXPECT_EQ(found[2].name, "B(1, 2)");
  EXPECT_EQ(detail::choices_text(found), text);
  EXPECT_EQ(detail::choices_text({}), "{\n}\n");
}

TEST_F(Tune, FilesMayNameAChoiceForAllSizes) {
  const std::vector<detail::choice> found = read("{\"f\":\"Gen\"}");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].size, detail::any_size);
}

TEST_F(Tune, OtherTextsAreNoSuchFiles) {
  std::vector<detail::choice> found;
  EXPECT_TRUE(detail::choice_reader("{}", found).read());
  EXPECT_TRUE(detail::choice_reader(" { \n } \n", found).read());
  for (const char *const text :
       {"", "[]", "{", "{\"f\"}", "{\"f\": 1}", "{\"f\": \"a\",}",
        "{\"f\": \"a\"} x", "{\"f\": {\"2^3\": \"a\"}}",
        "{\"f\": {\"2^64\": \"a\"}}", "{\"f\": {\"2^04\": \"a\"}}",
        "{\"f\": {\"12\": \"a\"}}", "{\"f\": \"a\\\"b\"}", "{\"f\": \"a\nb\"}",
        "{\"f\": {\"any\": {}}}"})
    EXPECT_FALSE(detail::choice_reader(text, found).read()) << text;
  EXPECT_FALSE(detail::choice_reader(std::string("{}\0x", 4), found).read());
}

TEST_F(Tune, SizesArePowersOf16) {
  EXPECT_EQ(detail::size_of(0), 0);
  EXPECT_EQ(detail::size_of(15), 0);
  EXPECT_EQ(detail::size_of(16), 4);
  EXPECT_EQ(detail::size_of(65535), 12);
  EXPECT_EQ(detail::size_of(65536), 16);
  EXPECT_EQ(detail::size_of(loops::many), 60);
  EXPECT_EQ(detail::size_of(std::numeric_limits<double>::quiet_NaN()), 60);
}

/// Tries all options of a launch, whose runs take these times; returns what the
/// last one said.
std::string try_all(detail::tuner &of, const std::vector<std::string> &names,
                    const std::vector<long long> &times, int &runs) {
  std::string said;
  for (runs = 0; said.empty() && runs < 100; ++runs) {
    const detail::attempt tried = of.next("f", 8, names);
    if (!tried.of)
      return "no attempt";
    said = of.record(tried, times[tried.option]);
  }
  return said;
}

TEST_F(Tune, TriesEachOptionAFewTimesAndTakesTheBest) {
  detail::tuner of;
  int runs = 0;
  EXPECT_EQ(try_all(of, {"A", "B", "C"}, {100, 90, 120}, runs),
            "tuned for 2^8 and more: B, 90 % of the usual time");
  EXPECT_EQ(runs, 9);
  EXPECT_EQ(of.known("f", 8, /*near=*/false), "B");
  EXPECT_EQ(of.known("f", 12, /*near=*/false), "");
  EXPECT_EQ(of.known("f", 12, /*near=*/true), "B");
  EXPECT_EQ(of.known("g", 8, /*near=*/true), "");
  EXPECT_EQ(of.next("f", 8, {"A", "B", "C"}).of, nullptr);
}

TEST_F(Tune, RunsASlowOptionOnce) {
  detail::tuner of;
  int runs = 0;
  EXPECT_EQ(try_all(of, {"A", "B", "C"}, {100, 1000, 80}, runs),
            "tuned for 2^8 and more: C, 80 % of the usual time");
  EXPECT_EQ(runs, 7);
}

TEST_F(Tune, KeepsTheUsualOptionWhereAnotherIsHardlyBetter) {
  detail::tuner of;
  int runs = 0;
  EXPECT_EQ(try_all(of, {"A", "B"}, {1000, 990}, runs),
            "tuned for 2^8 and more: A, 100 % of the usual time");
}

TEST_F(Tune, WaitsForTheTimeOfAnAttempt) {
  detail::tuner of;
  const std::vector<std::string> names{"A", "B"};
  for (int launch = 0; launch != 10; ++launch)
    EXPECT_EQ(of.next("f", 8, names).option, 0u);
  // Several threads may try the same option.
  const detail::attempt first = of.next("f", 8, names);
  for (int launch = 0; launch != 5; ++launch)
    EXPECT_EQ(of.record(first, 100), "");
  EXPECT_EQ(of.next("f", 8, names).option, 1u);
}

TEST_F(Tune, LaunchesOfOneNameWithOtherOptionsAreNotTried) {
  detail::tuner of;
  EXPECT_NE(of.next("f", 8, {"A", "B"}).of, nullptr);
  EXPECT_EQ(of.next("f", 8, {"A", "C"}).of, nullptr);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

__global__ void nothing_to_do() {}

/// A launch with two mappings, as it is rewritten.
path launch(const site &here, checked iterations, unsigned &candidate) {
  const heddle::rt::trial taken =
      heddle::rt::try_mapping(here, iterations, {"Usual", "Other"});
  candidate = taken.candidate;
  return heddle::rt::run(here, {{1, 1, 1}, {taken.is(1) ? 64 : 32, 1, 1}},
                         nothing_to_do);
}

TEST_F(Tune, LaunchesRunAsUsualWhereNothingIsAsked) {
  constexpr site here{"tune_usual", "tune.cpp", 1};
  unsigned candidate = 7;
  launch(here, 100, candidate);
  EXPECT_EQ(candidate, 0u);
  set("HEDDLE_TRACE", "1");
  EXPECT_EQ(printed([&] { launch(here, 100, candidate); }).find("size"),
            std::string::npos);
  EXPECT_EQ(candidate, 0u);
}

TEST_F(Tune, LaunchesTryTheirCandidatesAndKeepOne) {
  constexpr site here{"tune_tries", "tune.cpp", 2};
  set("HEDDLE_TUNE", "1");
  set("HEDDLE_HOST_ORDER", "forward");
  unsigned candidate = 7;
  for (const unsigned expected : {0u, 0u, 0u, 1u}) {
    launch(here, 100, candidate);
    EXPECT_EQ(candidate, expected);
  }
  // At most two more of the second one.
  launch(here, 100, candidate);
  launch(here, 100, candidate);
  launch(here, 100, candidate);
  const unsigned kept = candidate;
  for (int again = 0; again != 5; ++again) {
    launch(here, 100, candidate);
    EXPECT_EQ(candidate, kept);
  }
  // Another size is tried by itself.
  launch(here, 1 << 20, candidate);
  EXPECT_EQ(candidate, 0u);
  EXPECT_NE(detail::the_tuner().known("tune_tries", 4, /*near=*/false), "");
  EXPECT_EQ(detail::the_tuner().known("tune_tries", 20, /*near=*/false), "");
}

TEST_F(Tune, LaunchesTakeWhatTheFileNames) {
  constexpr site here{"tune_named", "tune.cpp", 3};
  write("{\"tune_named\": {\"2^4\": \"Usual\", \"2^16\": \"Other\"}}");
  set("HEDDLE_MAPPINGS", file_);
  set("HEDDLE_HOST_ORDER", "forward");
  set("HEDDLE_TRACE", "2");
  unsigned candidate = 7;
  EXPECT_NE(printed([&] {
              launch(here, 100000, candidate);
            }).find("block (64, 1, 1)"),
            std::string::npos);
  EXPECT_EQ(candidate, 1u);
  launch(here, 100, candidate);
  EXPECT_EQ(candidate, 0u);
  launch(here, checked::unknown(), candidate); // as a large one
  EXPECT_EQ(candidate, 1u);
}

TEST_F(Tune, AnUnknownNameIsToldOnce) {
  constexpr site here{"tune_unknown", "tune.cpp", 4};
  write("{\"tune_unknown\": \"Third\"}");
  set("HEDDLE_MAPPINGS", file_);
  unsigned candidate = 7;
  EXPECT_EQ(printed([&] {
              launch(here, 100, candidate);
              launch(here, 100, candidate);
            }),
            "heddle: tune.cpp:4: tune_unknown: HEDDLE_MAPPINGS: 'Third' is no "
            "choice of 'tune_unknown'; it runs as usual\n");
  EXPECT_EQ(candidate, 0u);
}

#if defined(__cpp_exceptions)
TEST_F(Tune, AFileThatCannotBeUsedIsAnError) {
  constexpr site here{"tune_wrong", "tune.cpp", 5};
  unsigned candidate = 7;
  const auto said = [&] {
    return thrown<heddle::error>([&] { launch(here, 100, candidate); });
  };
  set("HEDDLE_MAPPINGS", file_ + ".absent");
  EXPECT_EQ(said(), "heddle: tune.cpp:5: tune_wrong: HEDDLE_MAPPINGS: '" +
                        file_ + ".absent' cannot be read");
  write("[]");
  set("HEDDLE_MAPPINGS", file_);
  EXPECT_EQ(said(), "heddle: tune.cpp:5: tune_wrong: HEDDLE_MAPPINGS: '" +
                        file_ + "' is no file of mappings");
  // A file that tuning writes need not be there yet.
  set("HEDDLE_MAPPINGS", file_ + ".absent");
  set("HEDDLE_TUNE", "1");
  EXPECT_EQ(said(), "nothing was thrown");
}
#endif

TEST_F(Tune, AMappingForLargeSizesIsTakenThere) {
  EXPECT_TRUE(heddle::rt::at_least(65536, 65536));
  EXPECT_FALSE(heddle::rt::at_least(65535, 65536));
  EXPECT_FALSE(heddle::rt::at_least(checked::unknown(), 65536));
  const heddle::rt::shape fits{{1, 1, 1}, {32, 1, 1}};
  const heddle::rt::shape too_large{{1, 1, 1}, {2048, 1, 1}};
  EXPECT_TRUE(fits.fits(true));
  EXPECT_FALSE(fits.fits(false));
  EXPECT_FALSE(too_large.fits(true));
}

TEST_F(Tune, OfTwoSizesAsNearTheSmallerOneCounts) {
  for (const char *const text : {"{\"f\": {\"2^8\": \"B\", \"2^0\": \"A\"}}",
                                 "{\"f\": {\"2^0\": \"A\", \"2^8\": \"B\"}}"}) {
    write(text);
    detail::tuner of;
    EXPECT_EQ(of.load(file_.c_str(), /*may_be_new=*/false), "");
    EXPECT_EQ(of.known("f", 4, /*near=*/true), "A");
    EXPECT_EQ(of.known("f", 8, /*near=*/true), "B");
  }
}

TEST_F(Tune, AnUnknownNameIsTriedAnew) {
  constexpr site here{"tune_stale", "tune.cpp", 8};
  write("{\"tune_stale\": {\"2^4\": \"Third\"}}");
  set("HEDDLE_MAPPINGS", file_);
  set("HEDDLE_TUNE", "1");
  set("HEDDLE_HOST_ORDER", "forward");
  unsigned candidate = 7;
  for (int again = 0; again != 6; ++again)
    launch(here, 100, candidate);
  const std::string kept =
      detail::the_tuner().known("tune_stale", 4, /*near=*/false);
  EXPECT_TRUE(kept == "Usual" || kept == "Other") << kept;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

path run_loops(const site &here, double operands, int threads,
               bool collapsible = true) {
  loops l(here);
  l.operands = operands;
  l.threads = threads;
  l.collapsible = collapsible;
  l.tune = detail::tuned_loops;
  const path taken = heddle::rt::run(l, {{1, 1, 1}, {32, 1, 1}}, nothing_to_do);
  heddle::rt::loops_ended(here);
  return taken;
}

TEST_F(Tune, LoopsTryTheirWaysAndKeepOne) {
  constexpr site here{"tune_loops", "tune.cpp", 6};
  set("HEDDLE_TUNE", "1");
  std::vector<path> taken;
  for (int launch = 0; launch != 12; ++launch)
    taken.push_back(run_loops(here, 1e9, 4));
  EXPECT_EQ(taken[0], path::parallel);
  EXPECT_EQ(taken[2], path::parallel);
  EXPECT_EQ(taken[3], path::sequential);
  EXPECT_EQ(std::count(taken.begin(), taken.end(), path::checked), 0);
  const std::string kept =
      detail::the_tuner().known("tune_loops loops", 28, /*near=*/false);
  EXPECT_EQ(kept, detail::name_of(taken.back()));
  // One thread leaves no choice, and no size.
  set("HEDDLE_TRACE", "2");
  (void)printed([&] { run_loops(here, 1e9, 4); });
  EXPECT_EQ(detail::last_size.kernel, nullptr);
  set("HEDDLE_TRACE", "0");
  EXPECT_EQ(run_loops(here, 1e5, 1), path::sequential);
  EXPECT_EQ(detail::the_tuner().known("tune_loops loops", 16, false), "");
}

TEST_F(Tune, LoopsRunAsTheFileSays) {
  constexpr site here{"tune_loops_named", "tune.cpp", 7};
  write("{\"tune_loops_named loops\": {\"2^12\": \"sequential\", "
        "\"2^32\": \"collapsed\"}}");
  set("HEDDLE_MAPPINGS", file_);
  set("HEDDLE_TRACE", "1");
  EXPECT_NE(printed([&] {
              EXPECT_EQ(run_loops(here, 1e5, 4), path::sequential);
            }).find("(built without CUDA; by tuning)"),
            std::string::npos);
  EXPECT_EQ(run_loops(here, 1e12, 4), path::collapsed);
  set("HEDDLE_HOST_LOOPS", "parallel");
  EXPECT_EQ(run_loops(here, 1e5, 4), path::parallel);
}

TEST_F(Tune, TheFileGetsWhatWasTuned) {
  write("{\"f\": \"Gen\"}");
  detail::tuner of;
  EXPECT_EQ(of.load(file_.c_str(), /*may_be_new=*/false), "");
  int runs = 0;
  detail::tuner other;
  (void)try_all(of, {"A", "B"}, {100, 50}, runs);
  of.save();
  EXPECT_EQ(text(), "{\n \"f\": {\"any\": \"Gen\", \"2^8\": \"B\"}\n}\n");
  other.save(); // of no file
  const std::string nowhere = file_ + ".absent/x";
  EXPECT_EQ(other.load(nowhere.c_str(), /*may_be_new=*/true), "");
  EXPECT_EQ(printed([&] { other.save(); }),
            "heddle: HEDDLE_MAPPINGS: '" + nowhere + "' cannot be written\n");
}

} // namespace
