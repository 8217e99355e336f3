// Every call of CUDA's runtime that these launches make fails once, in every way
// that it may. The error is told, the arrays are as before the launch that failed,
// nothing stays allocated, and the launch works when it is tried again, or says
// why it does not. The device is the host: test/fake_cuda.
//
// REQUIRES: rewriter
//
// DEFINE: %{rewrite} = %heddle-rewrite %S/Inputs/fault_nests.cpp -o %t.nests.cu -- -std=c++17 -I%include -I%S/Inputs
// DEFINE: %{build} = %gxx -std=c++17 -O1 -pthread -Wno-unknown-pragmas -D__CUDACC__ -DFAKE_CUDA_KERNELS -I%include -I%source/test/fake_cuda -I%S/Inputs -x c++ %t.nests.cu
//
// RUN: %{rewrite}
// RUN: %{build} %s -o %t
// RUN: %t all | FileCheck %s
// CHECK: fill: {{[0-9]+}} faults
// CHECK: every launch: {{[1-9][0-9][0-9]}} faults
// CHECK: a program: {{[1-9][0-9]+}} faults
// CHECK: threads: {{[1-9][0-9]+}} faults
// CHECK: no complaints
//
// What a program prints by itself.
// RUN: env HEDDLE_FAULT=count %t fill 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: fake cuda:{{.*}} cudaLaunchKernel 1, cudaMalloc 1, cudaMemcpy 1, {{.*}} 0 failed, 0 allocations left
// RUN: env HEDDLE_FAULT=cudaGetDeviceCount:1:driver %t fill 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: heddle: no CUDA device was found (CUDA driver version is insufficient for CUDA runtime version (cudaErrorInsufficientDriver)); loops run on the CPU
//
// RUN: %{build} %s -fno-exceptions -o %t.abort
// RUN: env HEDDLE_FAULT=cudaMalloc:1:memory not --crash %t.abort fill 2>&1 | FileCheck %s --check-prefix=ABORT
// ABORT: heddle: {{.*}}fault_nests.cpp:13: heddle_fill_0, grid (2, 1, 1), block (256, 1, 1): allocating 8192 bytes on the device: cudaMalloc: out of memory (cudaErrorMemoryAllocation)

#include "fault_nests.h"

#include <heddle/runtime.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

//===--- Arrays, between zones that nothing may touch ---------------------===//

constexpr int n = 1000, zone = 64, places = n + 2 * zone;

struct arrays {
  double x[places], y[places], z[places], a[places];
  unsigned count[places], bin[places];
  double s = 0.5;
  unsigned negative = 3;

  arrays() {
    for (int i = 0; i < places; ++i) {
      x[i] = i % 17 - 8;
      y[i] = i % 5 + 0.25;
      z[i] = -i;
      a[i] = i % 3;
      count[i] = bin[i] = static_cast<unsigned>(i % 11);
    }
  }
  bool operator==(const arrays &other) const {
    return std::memcmp(this, &other, sizeof *this) == 0;
  }
};
static_assert(sizeof(arrays) ==
                  4 * sizeof(double[places]) + 2 * sizeof(unsigned[places]) +
                      sizeof(double[2]),
              "no padding to compare");

arrays now;

template <class T> T *inner(T (&whole)[places]) { return whole + zone; }

using step = std::function<void()>;
struct scenario {
  const char *name;
  std::vector<step> steps;
};

const step do_fill = [] { fill(inner(now.y), n, 7); };
const step do_axpy = [] { axpy(inner(now.y), inner(now.x), n, 0.5); };
const step do_shift = [] { shift(inner(now.y), n - 1); };
const step do_split = [] {
  split(inner(now.y), inner(now.z), inner(now.x), n);
};
const step do_sum = [] { now.s = sum(inner(now.x), n, now.s); };
const step do_both = [] {
  sum_and_scale(inner(now.y), n, now.s, now.negative);
};
const step do_residues = [] {
  residues(inner(now.count), inner(now.bin), n);
};
const step do_rows = [] { row_sums(inner(now.z), inner(now.a), 20, 50); };
const step do_few = [] { fill(inner(now.z), 10, 1); };
const step do_none = [] {
  fill(inner(now.y), 0, 1);
  shift(inner(now.y), -3);
  now.s = sum(inner(now.x), 0, now.s);
};

const std::vector<scenario> &scenarios() {
  static const std::vector<scenario> all = {
      {"fill", {do_fill}},
      {"a copy", {do_shift}},
      {"two results", {do_split}},
      {"a reduction", {do_sum}},
      {"reductions and an array", {do_both}},
      {"updates", {do_residues}},
      {"a buffer that grows", {do_few, do_fill, do_few}},
      {"no iterations", {do_none}},
      {"every launch",
       {do_few, do_axpy, do_none, do_shift, do_split, do_sum, do_both,
        do_residues, do_rows, do_fill}}};
  return all;
}

//===--- One run ----------------------------------------------------------===//

int complaints = 0;

void complain(const std::string &where, const std::string &text) {
  ++complaints;
  if (complaints <= 20)
    std::printf("  WRONG %s: %s\n", where.c_str(), text.c_str());
}

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

/// As a process that begins.
void begin() {
  namespace d = heddle::rt::rt_detail;
  heddle::release_device_buffers();
  for (const fake_memory &left : fake.memory) // of a process that lost CUDA
    fake_release(left);
  fake.memory.clear();
  fake.allocations = fake.frees = 0;
  fake.calls.clear();
  fake.log.clear();
  fake_last = fake.later = cudaSuccess;
  d::known_device_count = -1;
  d::said_no_device = d::said_not_freed = d::said_not_restored = false;
}

/// What `body` prints on stderr.
std::string printed_by(const std::function<void()> &body) {
  static std::FILE *const file = std::tmpfile();
  std::fflush(stderr);
  const int saved = dup(2), sink = fileno(file);
  if (ftruncate(sink, 0) != 0 || lseek(sink, 0, SEEK_SET) != 0)
    std::abort();
  dup2(sink, 2);
  body();
  std::fflush(stderr);
  dup2(saved, 2);
  close(saved);
  std::string text(static_cast<std::size_t>(lseek(sink, 0, SEEK_END)), '\0');
  if (pread(sink, &text[0], text.size(), 0) !=
      static_cast<ssize_t>(text.size()))
    std::abort();
  return text;
}

/// The text of the error, or nothing.
std::string error_of(const step &launch) {
#if HEDDLE_EXCEPTIONS
  try {
    launch();
  } catch (const heddle::error &e) {
    return e.what();
  }
#else
  launch();
#endif
  return "";
}

const char *const lost = "this process cannot use CUDA any more";

void check_text(const std::string &where, const std::string &text,
                const fake_fault &fault) {
  if (!contains(text, "fault_nests.cpp:") || !contains(text, ": heddle_"))
    complain(where, "no kernel in: " + text);
  if (!contains(text, cudaGetErrorName(fault.status)))
    complain(where, "no reason in: " + text);
  // After an error that stays another call may be the one that tells it.
  const std::string call = ": " + (fault.sticky ? "cuda" : fault.call + ": ");
  if (!contains(text, call.c_str()) &&
      !contains(text, "an error was pending before the launch of heddle_"))
    complain(where, "no call in: " + text);
  if (contains(text, lost) != fault.sticky)
    complain(where, "says the wrong thing of CUDA: " + text);
}

/// Runs a scenario of which one call fails.
void run_with_fault(const scenario &s, const std::vector<arrays> &states,
                    const fake_fault &fault) {
  const std::string where = std::string(s.name) + ", " + fault.call + " " +
                            std::to_string(fault.nth) + " " +
                            cudaGetErrorName(fault.status) +
                            (fault.sticky ? " that stays"
                             : fault.half ? " in the middle"
                                          : "");
  begin();
  fake.calls.fault = fault;
  now = states[0];
  bool thrown = false, gone = false;
  const std::string printed = printed_by([&] {
    for (std::size_t k = 0; k != s.steps.size() && !gone; ++k) {
      const std::string text = error_of(s.steps[k]);
      if (text.empty())
        continue;
      thrown = true;
      check_text(where, text, fault);
      if (contains(text, "may hold a part of its results"))
        now = states[k];
      if (!(now == states[k]))
        complain(where, "the arrays are not as before: " + text);
      const std::string again = error_of(s.steps[k]);
      gone = fault.sticky;
      if (gone ? !contains(again, lost) : !again.empty())
        complain(where, "a second attempt: " + again);
      if (gone && !(now == states[k]))
        complain(where, "a second attempt changes arrays");
    }
    heddle::release_device_buffers();
  });
  if (!gone && !(now == states.back()))
    complain(where, "the results are wrong");
  if (fake.calls.failed() == 0)
    complain(where, "nothing failed");
  const bool recovered =
      fault.call == "cudaMalloc" && fault.status == cudaErrorMemoryAllocation;
  // cudaFree and its kin are tried twice.
  const bool repeated = fake.calls.counts().count("cudaFree") != 0;
  if (!thrown && printed.empty() && !recovered && !repeated)
    complain(where, "is not told");
  if (!fake.calls.fault.sticky &&
      (fake.live() != 0 || fake.allocations != fake.frees))
    complain(where, std::to_string(fake.live()) + " allocations are left");
}

std::vector<const char *> kinds_of(const std::string &call) {
  std::vector<const char *> kinds = {"unknown", "sticky"};
  if (call == "cudaGetDeviceCount")
    kinds.insert(kinds.end(), {"device", "driver", "mismatch", "memory"});
  if (call == "cudaMalloc")
    kinds.push_back("memory");
  if (call == "cudaLaunchKernel" || call == "cudaGetLastError")
    kinds.push_back("launch");
  if (call == "cudaMemcpy" || call == "cudaMemcpyAsync")
    kinds.push_back("half");
  return kinds;
}

void run(const scenario &s) {
  begin();
  now = arrays();
  std::vector<arrays> states = {now};
  for (const step &launch : s.steps) {
    launch();
    states.push_back(now);
  }
  heddle::release_device_buffers();
  const std::map<std::string, int> counts = fake.calls.counts();
  int faults = 0;
  for (const auto &[call, times] : counts)
    for (int k = 1; k <= times; ++k)
      for (const char *kind : kinds_of(call)) {
        fake_fault fault;
        fault.call = call;
        fault.nth = k;
        fault.set_kind(kind);
        run_with_fault(s, states, fault);
        ++faults;
      }
  std::printf("%s: %d faults\n", s.name, faults);
}

//===--- A program --------------------------------------------------------===//

/// Each element is what it was at the beginning, or behind one of the launches.
bool are_of_some_step(const arrays &before) {
  for (int i = 0; i < n; ++i) {
    const double x = before.x[zone + i], y = before.y[zone + i],
                 z = before.z[zone + i], host = i == 3, y1 = y + 0.5 * x,
                 y2 = y1 + host, z1 = z + 2 * y2, y3 = y2 + z1,
                 y_now = now.y[zone + i], z_now = now.z[zone + i];
    if (y_now != y && y_now != y1 && y_now != y2 && y_now != y3)
      return false;
    if (z_now != z && z_now != z1)
      return false;
  }
  return true;
}

void run_program() {
  const step all = [] {
    several(inner(now.y), inner(now.z), inner(now.x), n, now.s);
  };
  begin();
  const arrays before = now = arrays();
  all();
  const arrays after = now;
  const std::map<std::string, int> counts = fake.calls.counts();
  heddle::release_device_buffers();
  int faults = 0;
  for (const auto &[call, times] : counts)
    for (int k = 1; k <= times; ++k)
      for (const char *kind : kinds_of(call)) {
        const std::string where =
            "a program, " + call + " " + std::to_string(k) + " " + kind;
        begin();
        fake.calls.fault.call = call;
        fake.calls.fault.nth = k;
        fake.calls.fault.set_kind(kind);
        now = before;
        std::string text;
        const std::string printed = printed_by([&] {
          text = error_of(all);
          if (text.empty() ? !(now == after) : !are_of_some_step(before))
            complain(where, "the arrays are wrong: " + text);
          if (!text.empty() && !contains(text, "fault_nests.cpp:"))
            complain(where, "no place in: " + text);
          if (!text.empty() &&
              !contains(text, cudaGetErrorName(fake.calls.fault.status)))
            complain(where, "no reason in: " + text);
          if (!fake.calls.fault.sticky) {
            now = before;
            const std::string again = error_of(all);
            if (!again.empty() || !(now == after))
              complain(where, "a second attempt: " + again);
          }
          heddle::release_device_buffers();
        });
        if (fake.calls.failed() == 0)
          complain(where, "nothing failed");
        if (!fake.calls.fault.sticky && fake.live() != 0)
          complain(where, std::to_string(fake.live()) + " allocations are left");
        ++faults;
      }
  std::printf("a program: %d faults\n", faults);
}

//===--- Several host threads ---------------------------------------------===//

constexpr int threads = 3, rounds = 2;

/// Launches over arrays of the thread's own; the errors.
int launch_in_thread(int number) {
  std::vector<double> y(places, number), want = y;
  for (int i = zone; i < zone + n; ++i)
    want[static_cast<std::size_t>(i)] += rounds * 0.5 * now.x[i];
  int errors = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> before = y;
    const auto launch = [&] { axpy(y.data() + zone, inner(now.x), n, 0.5); };
    const std::string text = error_of(launch);
    if (text.empty())
      continue;
    ++errors;
    if (contains(text, "may hold a part of its results"))
      y = before;
    if (y != before)
      complain("threads", "an array is not as before: " + text);
    const std::string again = error_of(launch);
    if (!again.empty())
      complain("threads", "a second attempt: " + again);
  }
  if (y != want)
    complain("threads", "the results are wrong");
  return errors;
}

void run_threads() {
  int faults = 0;
  for (int k = 0; faults == k; ++k) {
    begin();
    now = arrays();
    fake.calls.fault.call = "any";
    fake.calls.fault.nth = k + 1;
    std::atomic<int> errors{0};
    const std::string printed = printed_by([&] {
      std::vector<std::thread> all;
      for (int t = 0; t < threads; ++t)
        all.emplace_back([&errors, t] { errors += launch_in_thread(t); });
      for (std::thread &t : all)
        t.join();
    });
    faults += fake.calls.failed();
    if (errors > 1)
      complain("threads", "one fault, several errors");
    if (fake.live() != 0)
      complain("threads", "allocations are left: " + printed);
  }
  std::printf("threads: %d faults\n", faults);
}

} // namespace

int main(int, char **argv) {
  const std::string wanted = argv[1];
  if (wanted == "fill") {
    do_fill();
    return inner(now.y)[n - 1] != 7;
  }
  for (const scenario &s : scenarios())
    run(s);
  run_program();
  run_threads();
  begin();
  std::printf(complaints ? "%d complaints\n" : "no complaints\n", complaints);
  return complaints != 0;
}
