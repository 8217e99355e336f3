//===- FakeCudaResidentTest.cpp - heddle::resident objects ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#define __CUDACC__ 1
#include "heddle/resident.h"
#include "heddle/stream.h"
#undef __CUDACC__

#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fake_cuda_test {
namespace {

using heddle::resident;
using heddle::rt::host_code;
using heddle::rt::host_place;
using heddle::rt::host_reads;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::out;
using heddle::rt::path;
using heddle::rt::program;
using testing::HasSubstr;

const host_place at{"gpu.cpp", 30};

class FakeCudaResident : public FakeCuda {
protected:
  path add(double *p) {
    return heddle::rt::run(here, ten, add_one, inout(p, 0, 9));
  }
  static std::size_t copies() { return fake.count("copy"); }
};

TEST_F(FakeCudaResident, ArraysMoveOnceAndNobodyWaits) {
  {
    const resident r(y);
    for (int t = 0; t < 50; ++t)
      EXPECT_EQ(add(y), path::done);
    EXPECT_EQ(y[3], 1) << "nothing has come back yet";
    EXPECT_EQ(fake.count("cudaStreamSynchronize"), 1u)
        << "in front of the first one";
  }
  for (double v : y)
    EXPECT_EQ(v, 51);
  EXPECT_EQ(fake.count("copy in 80"), 1u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
  EXPECT_EQ(copies(), 2u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
}

TEST_F(FakeCudaResident, WhatIsMadeOfContainersPointersAndArraysHasAllElements) {
  std::vector<float> v(7);
  std::array<int, 3> a{};
  double grid[2][3][4];
  const std::vector<double> c(5);
  EXPECT_EQ(resident(v).size(), 7u);
  EXPECT_EQ(resident(a).size(), 3u);
  EXPECT_EQ(resident(grid).size(), 24u);
  EXPECT_EQ(resident(y, 4).size(), 4u);
  EXPECT_EQ(resident(c).host(), c.data());
  EXPECT_EQ(resident<double>().size(), 0u);
}

TEST_F(FakeCudaResident, HostReadsWhatHasChangedAndTheDeviceKeepsIt) {
  const resident r(y);
  add(y);
  EXPECT_EQ(r.host()[3], 2);
  EXPECT_EQ(r.host(), y);
  EXPECT_EQ(fake.count("copy out 80"), 1u) << "nothing has changed since";
  add(y);
  EXPECT_EQ(fake.count("copy in 80"), 1u);
  EXPECT_EQ(r.host(4), 3);
  EXPECT_EQ(fake.count("copy out 8"), 2u) << "one element, and 80 bytes before";
}

TEST_F(FakeCudaResident, WhatHostMayWriteIsCopiedInAgain) {
  {
    resident r(y);
    add(y);
    r.host(3) = 100;
    add(y);
    EXPECT_EQ(fake.count("copy in 8"), 2u) << "80 bytes, then one element";
    *r.host(5, 2) = 50;
    add(y);
  }
  EXPECT_EQ(y[2], 4);
  EXPECT_EQ(y[3], 102);
  EXPECT_EQ(y[5], 51);
  EXPECT_EQ(y[6], 4);
}

TEST_F(FakeCudaResident, ElementsOutsideAreAnError) {
  const resident r(y);
  EXPECT_EQ(r.host(10, 0), y + 10);
  for (const auto &look :
       {+[](const resident<double> &s) { (void)s.host(10); },
        +[](const resident<double> &s) { (void)s.host(9, 2); },
        +[](const resident<double> &s) { (void)s.host(1, ~std::size_t{0}); }}) {
    try {
      look(r);
      FAIL() << "no error";
    } catch (const heddle::error &e) {
      EXPECT_THAT(e.what(), HasSubstr("of 10 that are resident"));
      EXPECT_THAT(e.what(), HasSubstr("FakeCudaResidentTest.cpp:"));
    }
  }
}

TEST_F(FakeCudaResident, LaunchesThatTouchMoreCopy) {
  {
    const resident r(y + 2, 5);
    add(y);
    EXPECT_EQ(y[3], 2);
    heddle::rt::run(here, {{1, 1, 1}, {5, 1, 1}}, add_one, inout(y + 2, 0, 4));
    EXPECT_EQ(y[3], 2) << "stays";
    add(y);
    EXPECT_EQ(y[3], 4);
  }
  EXPECT_EQ(y[3], 4);
  EXPECT_EQ(y[8], 3);
}

TEST_F(FakeCudaResident, LaunchesWaitWhereTheyTouchOtherMemory) {
  const resident r(y);
  heddle::rt::run(here, ten, copy, out(x, 0, 9), in(y, 0, 9));
  EXPECT_EQ(x[3], 1) << "not kept, and there";
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 2u)
      << "in front of it and behind it";
}

TEST_F(FakeCudaResident, ManagedMemoryIsWaitedFor) {
  know(x, cudaMemoryTypeManaged, 0, x);
  const resident r(y);
  add(y);
  const std::size_t before = fake.count("cudaStreamSynchronize");
  heddle::rt::run(here, ten, copy, out(y, 0, 9), in(x, 0, 9));
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), before + 1)
      << "code of the host may write what it reads";
}

TEST_F(FakeCudaResident, SeveralMayKeepTheSameElements) {
  {
    const resident outer(y);
    add(y);
    {
      const resident inner(y + 2, 3);
      add(y);
    }
    EXPECT_EQ(y[3], 1);
    EXPECT_EQ(copies(), 1u) << "the outer one has them still";
    {
      const resident same(y);
      add(y);
    }
    EXPECT_EQ(copies(), 1u);
  }
  EXPECT_EQ(y[3], 4);
}

TEST_F(FakeCudaResident, MovesAndSwapsPassTheArrayOn) {
  resident<double> kept;
  {
    resident r(y);
    add(y);
    kept = std::move(r);
    EXPECT_EQ(r.size(), 0u);
  }
  EXPECT_EQ(y[3], 1);
  resident other(x);
  swap(kept, other);
  EXPECT_EQ(kept.host(), x);
  EXPECT_EQ(std::as_const(other).host(3), 2);
  other = resident<double>();
  EXPECT_EQ(y[4], 2);
}

TEST_F(FakeCudaResident, ProgramsAndObjectsHoldNoByteBoth) {
  const program p(at);
  add(y);
  {
    const resident r(y);
    EXPECT_EQ(y[3], 2) << "the program has given it up";
    add(y);
    EXPECT_EQ(y[3], 2);
    {
      const host_code c(at);
      add(y);
    }
    EXPECT_EQ(y[3], 2) << "code that is not understood leaves it there";
    host_reads(at, y[3]);
    EXPECT_EQ(y[3], 4) << "code that is understood is helped";
    add(y);
  }
  EXPECT_EQ(y[3], 5);
  add(y);
  EXPECT_EQ(y[3], 5) << "the program's again";
}

TEST_F(FakeCudaResident, LoopsOnTheCpuFindEverythingOnTheHost) {
  const resident r(y);
  add(y);
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", inout(y, 0, 9)),
            path::sequential);
  EXPECT_EQ(y[3], 2);
  y[3] = 10; // as the loop does
  add(y);
  EXPECT_EQ(r.host(3), 11);
}

TEST_F(FakeCudaResident, LaunchesOfOtherThreadsAreErrors) {
  const resident r(y);
  add(y);
  std::string said, loop, object;
  const auto text_of = [](const auto &step) -> std::string {
    try {
      step();
    } catch (const heddle::error &e) {
      return e.what();
    }
    return "";
  };
  std::thread([&] {
    said = text_of([&] { add(y); });
    loop = text_of([&] {
      (void)heddle::rt::sequential(here, "overlap", inout(y, 0, 9));
    });
    object = text_of([&] { resident<double>(y, 3); });
    EXPECT_EQ(add(x), path::done);
    heddle::release_device_buffers();
  }).join();
  EXPECT_THAT(said, HasSubstr("(argument 1) is kept on the device by the "
                              "heddle::resident object at "));
  EXPECT_THAT(said, HasSubstr("FakeCudaResidentTest.cpp:"));
  EXPECT_EQ(loop.substr(0, 16), said.substr(0, 16));
  EXPECT_THAT(object, HasSubstr("the array is kept on the device"));
  EXPECT_EQ(r.host(3), 2);
}

TEST_F(FakeCudaResident, AnErrorOfALaunchShowsAtHost) {
  const resident r(y);
  add(y);
  fail_next("cudaStreamSynchronize", cudaErrorIllegalAddress);
  try {
    (void)r.host(3);
    FAIL() << "no error";
  } catch (const heddle::error &e) {
    EXPECT_THAT(e.what(),
                HasSubstr("waiting for the launches of the resident at "));
    EXPECT_THAT(e.what(), HasSubstr("FakeCudaResidentTest.cpp:"));
  }
  EXPECT_EQ(r.host(3), 2) << "the second time it is there";
}

TEST_F(FakeCudaResident, TheEndThrowsAndLeavesNoObject) {
  EXPECT_THROW(
      {
        const resident r(y);
        add(y);
        fail_next("cudaMemcpy", cudaErrorIllegalAddress);
      },
      heddle::error);
  fake.calls.clear();
  EXPECT_EQ(heddle::rt::rt_detail::kept_count, 0u);
  EXPECT_EQ(heddle::rt::rt_detail::kept_arrays, nullptr);
}

TEST_F(FakeCudaResident, AFullDeviceGivesBackWhatTheLaunchDoesNotNeed) {
  fake.free_bytes = 100;
  const resident a(x), b(y);
  add(x);
  EXPECT_EQ(x[3], 3);
  add(y);
  EXPECT_EQ(x[3], 4) << "made room";
  EXPECT_EQ(b.host(3), 2);
  fake.free_bytes = std::size_t{1} << 40;
}

TEST_F(FakeCudaResident, ADestroyedObjectKeepsNothing) {
  { const resident r(y); }
  add(y);
  EXPECT_EQ(y[3], 2);
  EXPECT_EQ(heddle::rt::rt_detail::kept_count, 0u);
}

//===--- Streams of the user's --------------------------------------------===//

const cudaStream_t stream = reinterpret_cast<cudaStream_t>(8);

TEST_F(FakeCudaResident, LaunchesOverDeviceMemoryAreOnlyStartedOnAStream) {
  know(y, cudaMemoryTypeDevice, 0, y);
  {
    const heddle::on mine(stream);
    add(y);
    add(y);
    EXPECT_EQ(fake.count("cudaStreamSynchronize"), 0u);
  }
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 0u);
  EXPECT_EQ(fake.count("cudaLaunchKernel on a stream"), 2u);
  add(y);
  EXPECT_EQ(fake.count("cudaLaunchKernel on a stream"), 2u);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 2u) << "before and after";
}

TEST_F(FakeCudaResident, LaunchesThatCopyWaitOnAStream) {
  const heddle::on mine(stream);
  add(y);
  EXPECT_EQ(y[3], 2);
  EXPECT_EQ(fake.count("cudaLaunchKernel on a stream"), 1u);
  EXPECT_EQ(fake.count("copy on 80"), 2u) << "in order with the stream";
  EXPECT_EQ(copies(), 2u);
}

TEST_F(FakeCudaResident, ManagedMemoryIsWaitedForOnAStream) {
  know(y, cudaMemoryTypeManaged, 0, y);
  const heddle::on mine(stream);
  add(y);
  EXPECT_EQ(fake.count("cudaStreamSynchronize"), 1u);
}

TEST_F(FakeCudaResident, ArraysThatStayAreWaitedForWhereTheStreamChanges) {
  const resident r(y);
  add(y);
  const auto waits = [] { return fake.count("cudaStreamSynchronize"); };
  EXPECT_EQ(waits(), 1u);
  {
    const heddle::on mine(stream);
    EXPECT_EQ(waits(), 2u);
    add(y);
    add(y);
    EXPECT_EQ(waits(), 2u);
    {
      const heddle::on other(nullptr);
      EXPECT_EQ(waits(), 3u);
    }
    EXPECT_EQ(waits(), 3u) << "nothing was launched there";
    add(y);
  }
  EXPECT_EQ(waits(), 4u);
  EXPECT_EQ(r.host(3), 5);
}

TEST_F(FakeCudaResident, AStreamEndsAlsoWhereItsWorkFails) {
  const resident r(y);
  EXPECT_THROW(
      {
        const heddle::on mine(stream);
        add(y);
        fail_next("cudaStreamSynchronize", cudaErrorIllegalAddress);
      },
      heddle::error);
  fake.calls.clear();
  EXPECT_EQ(heddle::rt::rt_detail::current_stream, nullptr);
}

#if defined(__linux__)
using FakeCudaGuards = FakeCudaResident;

/// Ten elements at the beginning of pages that nobody else has.
double *whole_pages(std::vector<double> &memory) {
  memory.assign(3 * 8192, 1);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  return memory.data() + (65536 - begin % 65536) % 65536 / sizeof(double);
}

TEST_F(FakeCudaGuards, ReadsAndWritesOfTheHostAreFound) {
  set("HEDDLE_CHECK", "1");
  std::vector<double> memory;
  double *const p = whole_pages(memory);
  resident r(p, 8192);
  const auto add_many = [&] {
    heddle::rt::run(here, ten, add_one, inout(p, 0, 8191));
  };
  add_many();
  const char *const text =
      "touches byte 24 of an array that is on the device, through the resident "
      "at .*FakeCudaResidentTest.cpp";
  EXPECT_DEATH(std::printf("%g", p[3]), text);
  EXPECT_DEATH(p[3] = 4, text);
  EXPECT_EQ(std::as_const(r).host(0, 8192)[3], 2);
  EXPECT_EQ(p[3], 2) << "may be read";
  EXPECT_DEATH(p[3] = 4, text) << "may not be written";
  *r.host(3, 1) = 6;
  p[3] = 7;
  add_many();
  EXPECT_EQ(r.host()[3], 8);
  p[4] = 1;
}

TEST_F(FakeCudaGuards, OtherFaultsAreWhatTheyWere) {
  set("HEDDLE_CHECK", "1");
  std::vector<double> memory;
  double *const p = whole_pages(memory);
  const resident r(p, 8192);
  heddle::rt::run(here, ten, add_one, inout(p, 0, 8191));
  EXPECT_EXIT(*reinterpret_cast<volatile int *>(std::uintptr_t{16}) = 1,
              testing::KilledBySignal(SIGSEGV), "^$");
}

TEST_F(FakeCudaGuards, WithoutTheCheckNothingIsProtected) {
  std::vector<double> memory;
  double *const p = whole_pages(memory);
  const resident r(p, 8192);
  heddle::rt::run(here, ten, add_one, inout(p, 0, 8191));
  EXPECT_EQ(p[3], 1) << "stale, as the promise allows";
}
#endif

} // namespace
} // namespace fake_cuda_test
