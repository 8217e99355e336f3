//===- FakeCudaReduceTest.cpp - reductions of a CUDA build ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's part: which kernels are launched over what memory. What the
// kernels do is played here, from the description in reduce.h.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace fake_cuda_test {
namespace {

namespace by = heddle::rt::by;
namespace detail = heddle::rt::rt_detail;
using heddle::rt::checked;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::path;
using heddle::rt::reduced;
using heddle::rt::results;
using testing::HasSubstr;

constexpr heddle::rt::site sums{"sum", "sums.cpp", 7};

/// Two results of one nest: a sum of x and a count of what is negative.
void add(unsigned block, unsigned place, const double *x, int n, double &s,
         unsigned &negative) {
  const int i = static_cast<int>(256 * block + place);
  if (i >= n)
    return;
  s += x[i];
  negative += x[i] < 0;
}
void add_kernel(const double *x, int n, heddle::rt::partials<by::sum, double> s,
                heddle::rt::partials<by::sum, unsigned> negative,
                unsigned blocks) {
  // Lane 0 of each warp plays the warp.
  if (fake.thread.x % 32 != 0)
    return;
  const unsigned block = fake.block.x * 8 + fake.thread.x / 32;
  if (block >= blocks)
    return;
  double sum[256];
  unsigned count[256];
  for (unsigned p = 0; p != 256; ++p) {
    sum[p] = -0.0;
    count[p] = 0;
    add(block, p, x, n, sum[p], count[p]);
  }
  detail::combine_places<by::sum>(sum);
  detail::combine_places<by::sum>(count);
  s.first[block] = sum[0];
  negative.first[block] = count[0];
}

/// A sum of neighbours, which the same loop overwrites.
void shift(unsigned block, unsigned place, double *x, const double *x_copy,
           int n, double &s) {
  const int i = static_cast<int>(256 * block + place);
  if (i >= n)
    return;
  x[i] = x_copy[i + 1];
  s += x[i];
}
void shift_kernel(double *x, const double *x_copy, int n,
                  heddle::rt::partials<by::sum, double> s, unsigned blocks) {
  if (fake.thread.x % 32 != 0)
    return;
  const unsigned block = fake.block.x * 8 + fake.thread.x / 32;
  if (block >= blocks)
    return;
  double sum[256];
  for (unsigned p = 256; p-- != 0;) { // not in the order of the loop
    sum[p] = -0.0;
    shift(block, p, x, x_copy, n, sum[p]);
  }
  detail::combine_places<by::sum>(sum);
  s.first[block] = sum[0];
}

/// What the kernels after the first do, played by thread 0.
template <class A, class T> void register_rounds() {
  void (*round)(const A *, unsigned, A *) = detail::combine_round<by::sum, A>;
  void (*last)(const A *, unsigned, T *) =
      detail::combine_last<by::sum, A, T>;
  const auto is_first = [] { return fake.block.x == 0 && fake.thread.x == 0; };
  fake.kernels[reinterpret_cast<const void *>(round)] = [=](void **args) {
    if (!is_first())
      return;
    const A *from = *static_cast<const A **>(args[0]);
    const unsigned count = *static_cast<unsigned *>(args[1]);
    A *to = *static_cast<A **>(args[2]);
    for (unsigned b = 0; 256 * b < count; ++b) {
      std::vector<A> values(from + 256 * b,
                            from + std::min(count, 256 * (b + 1)));
      to[b] = detail::combine_rounds<by::sum>(values.data(), values.size());
    }
  };
  fake.kernels[reinterpret_cast<const void *>(last)] = [=](void **args) {
    if (!is_first())
      return;
    const A *from = *static_cast<const A **>(args[0]);
    const unsigned count = *static_cast<unsigned *>(args[1]);
    EXPECT_LE(count, 8192u);
    std::vector<A> values(from, from + count);
    detail::put<by::sum>(
        detail::combine_rounds<by::sum>(values.data(), values.size()),
        *static_cast<T **>(args[2]));
  };
}

class FakeCudaReduce : public FakeCuda {
protected:
  void SetUp() override {
    FakeCuda::SetUp();
    register_rounds<double, double>();
    register_rounds<unsigned, int>();
  }

  static std::vector<double> values(int n) {
    std::vector<double> v;
    for (int i = 0; i < n; ++i)
      v.push_back(std::ldexp(std::sin(i), i % 41));
    return v;
  }

  path launch(const std::vector<double> &v) {
    const int n = static_cast<int>(v.size());
    return heddle::rt::reduce<add>(
        sums, {{heddle::rt::ceil_div(checked(n), 256), 1, 1}, {256, 1, 1}},
        add_kernel,
        results(reduced<by::sum, double>(inout(&s, 0, 0)),
                reduced<by::sum, unsigned>(inout(&negative, 0, 0))),
        in(v.data(), 0, n - 1), n);
  }

  static std::uint64_t bits(double value) {
    std::uint64_t raw = 0;
    std::memcpy(&raw, &value, sizeof value);
    return raw;
  }

  double s = 0.25;
  int negative = -3;
};

TEST_F(FakeCudaReduce, GivesWhatTheCpuGives) {
  for (const int n : {1, 256, 257, 70000, 2097152, 2097153}) {
    const std::vector<double> v = values(n);
    s = 0.25;
    negative = -3;
    fake.devices = 0;
    detail::known_device_count = -1;
    testing::internal::CaptureStderr();
    EXPECT_EQ(launch(v), path::done);
    testing::internal::GetCapturedStderr();
    const double sum = s;
    const int count = negative;
    s = 0.25;
    negative = -3;
    fake.devices = 1;
    detail::known_device_count = -1;
    EXPECT_EQ(launch(v), path::done);
    EXPECT_EQ(bits(s), bits(sum)) << n;
    EXPECT_EQ(negative, count) << n;
  }
}

TEST_F(FakeCudaReduce, LaunchesARoundMoreWhereOneBlockOfThreadsCannotEndIt) {
  launch(values(2097152)); // 8192 blocks
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 3u) << "and one for each result";
  fake.log.clear();
  launch(values(2097153));
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 5u);
}

TEST_F(FakeCudaReduce, CopiesTheVariablesButNoPartialResults) {
  launch(values(1000));
  EXPECT_EQ(fake.count("copy in 8000"), 1u);
  EXPECT_EQ(fake.count("copy in 8"), 2u) << "8000 and 8";
  EXPECT_EQ(fake.count("copy in 4"), 1u);
  EXPECT_EQ(fake.count("copy in "), 3u);
  EXPECT_EQ(fake.count("copy out 8"), 1u);
  EXPECT_EQ(fake.count("copy out 4"), 1u);
  EXPECT_EQ(fake.count("copy out "), 2u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
  set("HEDDLE_TRACE", "1");
  EXPECT_THAT(printed([&] { launch(values(1000)); }),
              HasSubstr("sums.cpp:7: sum: device (a CUDA device was found), "
                        "grid (4, 1, 1), block (256, 1, 1), in 8012 bytes, "
                        "out 12 bytes"));
}

TEST_F(FakeCudaReduce, ReadsACopyOfAnArrayWithAndWithoutADevice) {
  const std::vector<double> old = values(601);
  for (const int devices : {0, 1}) {
    fake.devices = devices;
    detail::known_device_count = -1;
    fake.log.clear();
    std::vector<double> moved = old;
    double sum = 0;
    testing::internal::CaptureStderr();
    const auto all = inout(moved.data(), 0, 600);
    EXPECT_EQ(heddle::rt::reduce<shift>(
                  sums, {{3, 1, 1}, {256, 1, 1}}, shift_kernel,
                  results(reduced<by::sum, double>(inout(&sum, 0, 0))), all,
                  heddle::rt::copied(all, 1, 600), 600),
              path::done);
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(fake.count("copy on 4800"), devices == 1 ? 1u : 0u);
    for (int i = 0; i < 600; ++i)
      ASSERT_EQ(bits(moved[static_cast<std::size_t>(i)]),
                bits(old[static_cast<std::size_t>(i) + 1]))
          << i << " with " << devices << " devices";
    std::vector<double> terms(old.begin() + 1, old.end());
    double want = 0;
    detail::put<by::sum>(
        detail::combine_rounds<by::sum>(terms.data(), terms.size()), &want);
    EXPECT_EQ(bits(sum), bits(want));
  }
}

TEST_F(FakeCudaReduce, UsesAVariableOnTheDeviceWhereItIs) {
  double on_device[1] = {0.5};
  know(on_device, cudaMemoryTypeDevice);
  const std::vector<double> v = values(300);
  EXPECT_EQ(heddle::rt::reduce<add>(
                sums, {{2, 1, 1}, {256, 1, 1}}, add_kernel,
                results(reduced<by::sum, double>(inout(on_device, 0, 0)),
                        reduced<by::sum, unsigned>(inout(&negative, 0, 0))),
                in(v.data(), 0, 299), 300),
            path::done);
  EXPECT_EQ(fake.count("copy out 8"), 0u);
  s = 0.5;
  launch(v);
  EXPECT_EQ(bits(on_device[0]), bits(s));
}

TEST_F(FakeCudaReduce, EveryRoundThatFailsIsAnErrorAfterTheOthersHaveEnded) {
  const std::vector<double> v = values(2097153);
  for (const char *const call : {"cudaLaunchKernel", "cudaGetLastError"})
    for (int n = 1; n <= 5; ++n) {
      heddle::release_device_buffers();
      reset();
      s = 1;
      fake.calls.fault.call = call;
      fake.calls.fault.nth = n;
      EXPECT_THAT(thrown<heddle::error>([&] { launch(v); }),
                  HasSubstr("sums.cpp:7: sum, grid (8193, 1, 1), block (256, "
                            "1, 1): launching the kernel: " +
                            std::string(call) + ": unknown error"));
      EXPECT_EQ(s, 1);
      EXPECT_EQ(fake.log.back(), "cudaStreamSynchronize")
          << "earlier kernels still use the arrays";
    }
}

} // namespace
} // namespace fake_cuda_test
