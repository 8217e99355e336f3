//===- FakeCudaProgramTest.cpp - arrays that stay on the device -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <memory>
#include <string>

namespace fake_cuda_test {
namespace {

using heddle::rt::array_ends;
using heddle::rt::host_code;
using heddle::rt::host_place;
using heddle::rt::host_reads;
using heddle::rt::host_uses;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::object_begins;
using heddle::rt::object_lives;
using heddle::rt::out;
using heddle::rt::path;
using heddle::rt::program;
using testing::HasSubstr;

const host_place at{"gpu.cpp", 30};

void set_first(double *y) {
  if (thread_number() == 0)
    y[0] = 7;
}

class FakeCudaProgram : public FakeCuda {
protected:
  path add(double *p) {
    return heddle::rt::run(here, ten, add_one, inout(p, 0, 9));
  }
};

TEST_F(FakeCudaProgram, ArraysMoveOnceAndNobodyWaits) {
  {
    const program p(at);
    for (int t = 0; t < 50; ++t)
      EXPECT_EQ(add(y), path::done);
    EXPECT_EQ(y[3], 1) << "nothing has come back yet";
    EXPECT_EQ(fake.count("cudaStreamSynchronize"), 0u);
  }
  for (double v : y)
    EXPECT_EQ(v, 51);
  EXPECT_EQ(fake.count("copy in 80"), 1u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
  EXPECT_EQ(fake.count("copy"), 2u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 1u);
}

TEST_F(FakeCudaProgram, NothingIsCopiedThatIsOnlyWrittenOrOnlyRead) {
  {
    const program p(at);
    heddle::rt::run(here, ten, copy, out(y, 0, 9), in(x, 0, 9));
    heddle::rt::run(here, ten, copy, out(y, 0, 9), in(x, 0, 9));
  }
  EXPECT_EQ(y[9], 9);
  EXPECT_EQ(fake.count("copy in 80"), 1u) << "x";
  EXPECT_EQ(fake.count("copy out 80"), 1u) << "y";
  EXPECT_EQ(fake.count("copy"), 2u);
}

TEST_F(FakeCudaProgram, TheHostReadsWhatHasChangedAndTheDeviceKeepsIt) {
  const program p(at);
  add(y);
  host_reads(at);
  EXPECT_EQ(y[3], 2);
  host_reads(at);
  EXPECT_EQ(fake.count("copy out 80"), 1u) << "nothing has changed since";
  add(y);
  EXPECT_EQ(fake.count("copy in 80"), 1u);
}

TEST_F(FakeCudaProgram, WhatTheHostWritesIsCopiedInAgain) {
  {
    const program p(at);
    add(y);
    {
      const host_code c(at);
      EXPECT_EQ(y[3], 2);
      y[3] = 100;
    }
    add(y);
  }
  EXPECT_EQ(y[3], 101);
  EXPECT_EQ(y[4], 3);
  EXPECT_EQ(fake.count("copy in 80"), 2u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u) << "the memory is used again";
}

TEST_F(FakeCudaProgram, LaunchesOfCodeOfTheHostAreOnTheirOwn) {
  const program p(at);
  host_code c(at);
  add(y);
  EXPECT_EQ(y[3], 2);
  c.end();
  add(y);
  EXPECT_EQ(y[3], 2);
}

TEST_F(FakeCudaProgram, OneObjectIsLookedForAlone) {
  const program p(at);
  add(y);
  add(x);
  double other = 0;
  host_uses(at, other);
  EXPECT_EQ(fake.count("copy out"), 0u);
  host_uses(at, y[3]);
  EXPECT_EQ(y[3], 2);
  EXPECT_EQ(x[3], 3) << "still there";
  y[3] = 10;
  add(y);
  host_reads(at, y);
  EXPECT_EQ(y[3], 11);
}

TEST_F(FakeCudaProgram, TheElementsOfAVectorAreTheirs) {
  std::vector<double> v(10, 1.0), w(10, 1.0);
  const program p(at);
  add(v.data());
  add(w.data());
  heddle::rt::host_reads_elements(at, v);
  EXPECT_EQ(v[0], 2);
  EXPECT_EQ(w[0], 1);
  heddle::rt::host_uses_elements(at, w);
  EXPECT_EQ(w[0], 2);
}

TEST_F(FakeCudaProgram, PartsOfAnArrayBecomeOnePiece) {
  std::vector<double> a(40, 1.0);
  {
    const program p(at);
    add(a.data() + 10);
    add(a.data() + 15);
    add(a.data() + 30);
    add(a.data() + 22); // 22 to 31, and so all of these together
    add(a.data() + 5);
    host_reads(at);
  }
  for (int i = 0; i < 40; ++i) {
    const auto inside = [&](int first) { return first <= i && i < first + 10; };
    EXPECT_EQ(a[i],
              1 + inside(10) + inside(15) + inside(30) + inside(22) + inside(5))
        << i;
  }
}

TEST_F(FakeCudaProgram, OneElementThatTheHostWritesMovesAlone) {
  {
    const program p(at);
    add(y);
    host_uses(at, y[3]);
    EXPECT_EQ(y[3], 2);
    EXPECT_EQ(y[4], 1) << "still there";
    y[3] = 100;
    add(y);
  }
  EXPECT_EQ(y[3], 101);
  EXPECT_EQ(y[4], 3);
  EXPECT_EQ(fake.count("copy out 8"), 2u) << "8 and 80";
  EXPECT_EQ(fake.count("copy in 8"), 2u) << "80 and 8";
}

TEST_F(FakeCudaProgram, APieceThatGrowsSeldomMoves) {
  std::vector<double> a(1000);
  {
    const program p(at);
    for (int last = 9; last < 1000; ++last) {
      heddle::rt::run(here, ten, add_one, inout(a.data(), 0, last));
    }
  }
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(a[static_cast<std::size_t>(i)], 991);
  EXPECT_LT(fake.count("cudaMalloc"), 10u);
}

TEST_F(FakeCudaProgram, OffsetZeroFallsOnABoundary) {
  const program p(at);
  heddle::rt::run(here, ten, keep, inout(y, 3, 9));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[0]) % 256, 0u);
}

TEST_F(FakeCudaProgram, AVariableComesBackAtOnce) {
  const program p(at);
  double one = 1;
  heddle::rt::run(here, ten, set_first, inout(&one, 0, 0));
  EXPECT_EQ(one, 7);
  add(y);
  heddle::rt::run(here, ten, set_first, inout(y, 0, 0));
  EXPECT_EQ(y[0], 1) << "an element of an array that is there";
  host_reads(at);
  EXPECT_EQ(y[0], 7);
}

TEST_F(FakeCudaProgram, LoopsOnTheHostHaveEverything) {
  const program p(at);
  add(y);
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", inout(y, 0, 9)),
            path::sequential);
  EXPECT_EQ(y[3], 2);
  y[3] = 50;
  add(y);
  host_reads(at);
  EXPECT_EQ(y[3], 51);
}

/// Loops that use so many operands.
path add_of(double *p, double operands) {
  heddle::rt::loops l(here);
  l.operands = operands;
  return heddle::rt::run(l, ten, add_one, inout(p, 0, 9));
}

TEST_F(FakeCudaProgram, LittleIsDoneByTheHostWhileTheDeviceHasNothingOfIt) {
  const program p(at);
  EXPECT_NE(add_of(y, 100), path::done);
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 0u);
  EXPECT_EQ(fake.count("copy"), 0u);
  EXPECT_EQ(add_of(y, 1e6), path::done) << "much is launched";
  EXPECT_EQ(add_of(y, 100), path::done) << "its array is there";
  EXPECT_NE(add_of(x, 100), path::done) << "another one is not";
  host_reads(at);
  EXPECT_EQ(add_of(y, 100), path::done) << "both have it";
  { const host_code c(at); }
  EXPECT_NE(add_of(y, 100), path::done) << "the host has it again";
}

TEST_F(FakeCudaProgram, LittleIsLaunchedWhereTheUserWantsThat) {
  EXPECT_EQ(add_of(y, 100), path::done) << "in no program";
  const program p(at);
  {
    const host_code c(at);
    EXPECT_EQ(add_of(x, 100), path::done) << "in code of the host";
  }
  set("HEDDLE_REQUIRE_GPU", "1");
  EXPECT_EQ(add_of(x, 100), path::done);
}

TEST_F(FakeCudaProgram, TheUserSaysWhatALaunchTakes) {
  const program p(at);
  set("HEDDLE_LAUNCH_NS", "5");
  EXPECT_EQ(add_of(x, 100), path::done) << "10 ns";
  set("HEDDLE_LAUNCH_NS", "1000000");
  EXPECT_NE(add_of(y, 1e6), path::done) << "100 us";
  set("HEDDLE_LAUNCH_NS", "5us");
  EXPECT_THAT(thrown<heddle::error>([&] { add_of(y, 100); }),
              HasSubstr("HEDDLE_LAUNCH_NS is '5us'"));
}

TEST_F(FakeCudaProgram, AnArrayThatDiesDoesNotComeBack) {
  const program p(at);
  {
    std::vector<double> v(10);
    const heddle::rt::container_ends<std::vector<double>> ends(at, v);
    add(v.data());
  }
  EXPECT_EQ(fake.count("copy out"), 0u);
  {
    double a[10] = {};
    const array_ends<double[10]> ends(at, a);
    add(a);
  }
  EXPECT_EQ(fake.count("copy out"), 0u);
}

TEST_F(FakeCudaProgram, ADestructorFindsEverything) {
  const program p(at);
  double found = 0;
  struct reader {
    double *from, *to;
    ~reader() { *to = *from; }
  };
  add(y);
  {
    const object_begins begins(at);
    const reader r{y + 3, &found};
    const object_lives lives(at);
    add(y);
    EXPECT_EQ(y[3], 2);
  }
  EXPECT_EQ(found, 3);
  add(y);
  EXPECT_EQ(y[3], 3) << "the program goes on";
}

TEST_F(FakeCudaProgram, AConstructorThatThrowsLeavesTheProgramAlone) {
  const program p(at);
  struct fails {
    fails() { throw 1; }
  };
  try {
    const object_begins begins(at);
    const fails f;
    const object_lives lives(at);
    FAIL();
  } catch (int) {
  }
  add(y);
  EXPECT_EQ(y[3], 1);
}

TEST_F(FakeCudaProgram, EverythingIsBackAfterAnException) {
  try {
    const program p(at);
    add(y);
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(y[3], 2);
  add(y);
  EXPECT_EQ(y[3], 3) << "no program runs any more";
}

TEST_F(FakeCudaProgram, OneInsideOfAnotherOneIsAPartOfIt) {
  const program p(at);
  {
    const program q(at);
    add(y);
  }
  EXPECT_EQ(y[3], 1);
  {
    const host_code c(at);
    EXPECT_EQ(y[3], 2);
    {
      const program q(at);
      add(y);
      EXPECT_EQ(y[3], 2);
    }
    EXPECT_EQ(y[3], 3) << "one of its own, since the outer one is left";
  }
}

TEST_F(FakeCudaProgram, MemoryThatBothReachIsWaitedFor) {
  fake.reads_pageable = true;
  const program p(at);
  add(y);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 0u);
  host_reads(at, y[3]);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 1u);
  add(y);
  host_uses(at, y[3]);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 2u);
  add(y);
  { const array_ends<double[10]> ends(at, y); }
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 3u);
  EXPECT_EQ(fake.count("copy"), 0u);
}

TEST_F(FakeCudaProgram, AFailureIsToldWhereItIsNoticed) {
  std::string told;
  try {
    const program p(at);
    add(y);
    fail_next("cudaStreamSynchronize", cudaErrorLaunchFailure);
  } catch (const heddle::error &e) {
    told = e.what();
  }
  EXPECT_THAT(told, HasSubstr("gpu.cpp:30: program: waiting for the launches"));
  EXPECT_EQ(y[3], 1) << "as it was";
  EXPECT_EQ(add(y), path::done);
  EXPECT_EQ(y[3], 2);
}

TEST_F(FakeCudaProgram, AFailureBehindAnExceptionIsPrinted) {
  testing::internal::CaptureStderr();
  try {
    const program p(at);
    add(y);
    fail_next("cudaStreamSynchronize", cudaErrorLaunchFailure);
    throw 1;
  } catch (int) {
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("heddle: gpu.cpp:30: program: waiting"));
}

TEST_F(FakeCudaProgram, FullMemoryIsGivenBackByWhatIsNotNeeded) {
  const program p(at);
  add(x);
  fail_next("cudaMalloc", cudaErrorMemoryAllocation);
  EXPECT_EQ(add(y), path::done);
  EXPECT_EQ(x[3], 4) << "it had to leave";
  host_reads(at);
  EXPECT_EQ(y[3], 2);
}

TEST_F(FakeCudaProgram, TheTraceSaysWhatMovesWhen) {
  set("HEDDLE_TRACE", "1");
  testing::internal::CaptureStderr();
  {
    const program p(at);
    add(y);
    add(y);
    host_reads(at);
  }
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, HasSubstr("axpy: device (a CUDA device was found), grid "
                              "(2, 1, 1), block (5, 1, 1), in 80 bytes, out 0 "
                              "bytes"));
  EXPECT_THAT(text, HasSubstr("in 0 bytes, out 0 bytes"));
  EXPECT_THAT(
      text, HasSubstr("gpu.cpp:30: host code: back (code of the host reads)"));
  EXPECT_THAT(text, HasSubstr("in 0 bytes, out 80 bytes"));
}

} // namespace
} // namespace fake_cuda_test
