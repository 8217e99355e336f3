// Launches of 2^31, 2^32 and 2^40 iterations, one less and one more, and those
// at the limits of a grid. The thread space fits a device; single threads of it,
// at the ends and in between, write distinct elements of the array, the first and
// last included. The array has addresses and no memory, and the device is the
// host: test/fake_cuda.
//
// REQUIRES: rewriter
//
// RUN: %heddle-rewrite %S/Inputs/limit_nests.cpp -o %t.nests.cu -- -std=c++17 -I%include -I%S/Inputs
// RUN: %gxx -std=c++17 -O1 -Wno-unknown-pragmas -D__CUDACC__ -DFAKE_CUDA_KERNELS -I%include -I%source/test/fake_cuda -I%S/Inputs -x c++ %t.nests.cu %s -o %t
// RUN: %t | FileCheck %s
// CHECK: {{[1-9][0-9]+}} launches, {{[1-9][0-9][0-9][0-9]+}} threads, nothing wrong

#include "limit_nests.h"

#include <heddle/runtime.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <vector>

namespace {

using count_type = unsigned long long;

//===--- An array that only tells where it is written ---------------------===//

constexpr count_type page = 4096, room = count_type{1} << 45;
char *array;
char *volatile written[16]; // pages, the first ones; null: no more

void take_note(int, siginfo_t *what, void *) {
  char *const at = static_cast<char *>(what->si_addr);
  char *volatile *const end = written + 16;
  char *volatile *const next = std::find(written, end, nullptr);
  if (next == end || at < array || at >= array + room)
    std::abort();
  char *const in = array + (at - array) / page * page;
  *next = in;
  mprotect(in, page, PROT_READ | PROT_WRITE);
}

/// The elements that have been written, which are as they were again.
std::vector<count_type> take_written() {
  std::vector<count_type> all;
  for (char *volatile &in : written) {
    if (!in)
      continue;
    for (count_type k = 0; k != page; ++k)
      if (in[k] != 0)
        all.push_back(static_cast<count_type>(in - array) + k);
    madvise(in, page, MADV_DONTNEED);
    mprotect(in, page, PROT_NONE);
    in = nullptr;
  }
  return all;
}

void make_array() {
  array = static_cast<char *>(mmap(nullptr, room, PROT_NONE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                   -1, 0));
  struct sigaction action = {};
  action.sa_sigaction = take_note;
  action.sa_flags = SA_SIGINFO;
  if (array == MAP_FAILED || sigaction(SIGSEGV, &action, nullptr) != 0)
    std::abort();
  // Memory of the device: the loop as written must not touch it.
  const auto begin = reinterpret_cast<std::uintptr_t>(array);
  fake.memory.push_back(
      {begin, room, begin, cudaMemoryTypeDevice, 0, false, false});
}

//===--- One launch -------------------------------------------------------===//

int launches = 0, threads = 0, wrong = 0;

void complain(const std::string &where, const std::string &text) {
  if (++wrong <= 20)
    std::printf("WRONG %s: %s\n", where.c_str(), text.c_str());
}

std::string text_of(dim3 d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " +
         std::to_string(d.z) + ")";
}

using place = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned>; ///< block x, y, z, thread x, y, z

/// Near both ends of [0, extent) and in its middle.
std::vector<unsigned> ends(unsigned extent) {
  std::set<unsigned> all;
  for (unsigned k = 0; k != 3; ++k) {
    all.insert(std::min(k, extent - 1));
    all.insert(extent - 1 - std::min(k, extent - 1));
  }
  all.insert(extent / 2);
  return {all.begin(), all.end()};
}

/// Places around both ends of the threads in the order that grids of three
/// dimensions have: 256 threads, then z, y and x of the block.
void add_folded(std::set<place> &places, dim3 grid, count_type total) {
  for (const count_type from : {count_type{0}, total - std::min(total, 2ull)})
    for (count_type k = from; k != from + 600; ++k) {
      const count_type b = k / 256;
      const count_type x = b / grid.z / grid.y;
      if (x < grid.x)
        places.insert({x, b / grid.z % grid.y, b % grid.z, k % 256, 0, 0});
    }
}

std::set<place> places_of(dim3 grid, dim3 block, count_type total) {
  std::set<place> places;
  for (const unsigned x : ends(grid.x))
    for (const unsigned y : ends(grid.y))
      for (const unsigned z : ends(grid.z)) {
        const bool corner = (x == 0 || x == grid.x - 1) &&
                            (y == 0 || y == grid.y - 1) &&
                            (z == 0 || z == grid.z - 1);
        for (unsigned t = 0; t != block.x * block.y * block.z; ++t)
          if (corner || t % 97 == 0)
            places.insert({x, y, z, t % block.x, t / block.x % block.y,
                           t / block.x / block.y});
      }
  if (grid.z != 1)
    add_folded(places, grid, total);
  return places;
}

/// Runs some threads of a launch of `total` iterations.
void sample(const std::string &where, count_type total, dim3 grid, dim3 block,
            const std::function<void()> &body) {
  std::map<count_type, place> by_element;
  for (const place &p : places_of(grid, block, total)) {
    const auto [x, y, z, tx, ty, tz] = p;
    fake_run_one({x, y, z}, {tx, ty, tz}, body);
    ++threads;
    for (const count_type element : take_written()) {
      if (element >= total)
        complain(where, "writes element " + std::to_string(element));
      if (!by_element.emplace(element, p).second)
        complain(where, "two threads write " + std::to_string(element));
    }
  }
  for (const count_type element : {count_type{0}, total - 1})
    if (!by_element.count(element))
      complain(where, "nothing writes " + std::to_string(element));
}

struct shape_type {
  dim3 grid, block;
};

/// The launch has `total` iterations and the shape.
void expect(const std::string &where, count_type total,
            const std::function<void()> &launch, shape_type want) {
  bool seen = false;
  fake.instead = [&](dim3 grid, dim3 block, const std::function<void()> &body) {
    seen = true;
    const std::string found = text_of(grid) + " " + text_of(block);
    const std::string wanted = text_of(want.grid) + " " + text_of(want.block);
    if (found != wanted)
      complain(where, found + " in the place of " + wanted);
    if (block.x > 1024 || block.y > 1024 || block.z > 64 ||
        block.x * block.y * block.z > 1024 || grid.x > 2147483647 ||
        grid.y > 65535 || grid.z > 65535)
      complain(where, "does not fit a device: " + found);
    sample(where, total, grid, block, body);
  };
  ++launches;
  try {
    launch();
  } catch (const heddle::error &error) {
    complain(where, error.what());
  }
  if (!seen)
    complain(where, "was not launched");
}

/// The loop as written would run, but for the array, which the host cannot reach.
void expect_sequential(const std::string &where,
                       const std::function<void()> &launch,
                       const std::string &reason) {
  fake.instead = [&](dim3, dim3, const std::function<void()> &) {
    complain(where, "was launched");
  };
  ++launches;
  try {
    launch();
    complain(where, "ran");
  } catch (const heddle::error &error) {
    const std::string text = error.what();
    if (text.find(reason) == std::string::npos)
      complain(where, text);
  }
}

//===--- The limits -------------------------------------------------------===//

constexpr count_type most_x = 2147483647; // blocks along x
constexpr long two31 = 1L << 31, two32 = 1L << 32, two40 = 1L << 40;

count_type ceil_div(count_type a, count_type b) { return (a + b - 1) / b; }

/// FoldAll of `total` iterations.
shape_type folded(count_type total) {
  const count_type blocks = ceil_div(total, 256);
  if (blocks <= most_x)
    return {{static_cast<unsigned>(blocks)}, {256}};
  const count_type x = ceil_div(ceil_div(blocks, 4096), 8192);
  return {{static_cast<unsigned>(x), 8192, 4096}, {256}};
}

/// Threads of blocks of 256 that run 16 iterations each.
shape_type in_runs(count_type total) {
  const count_type blocks = ceil_div(ceil_div(total, 16), 256);
  return blocks <= most_x ? shape_type{{static_cast<unsigned>(blocks)}, {256}}
                          : folded(total);
}

/// Threads that run four rows each, in blocks of 64 columns, where a quarter of
/// their iterations at most are none.
shape_type in_rows(count_type rows, count_type columns) {
  const count_type y = ceil_div(rows, 4), x = ceil_div(columns, 64);
  return y <= 65535 && x * 64 * y * 4 * 3 <= rows * columns * 4
             ? shape_type{{static_cast<unsigned>(x), static_cast<unsigned>(y)},
                          {64}}
             : folded(rows * columns);
}

std::string name(const char *what, count_type n, count_type m = 0) {
  return std::string(what) + " " + std::to_string(n) +
         (m ? " x " + std::to_string(m) : "");
}

void lines() {
  const long blocks32 = 32L * 2147483647, blocks256 = 256L * 2147483647;
  for (const long middle : {two31, two32, two40, blocks32, blocks256, 1L << 44})
    for (const long n : {middle - 1, middle, middle + 1}) {
      const count_type total = static_cast<count_type>(n);
      const bool fits = ceil_div(total, 32) <= most_x;
      expect(name("line", total), total, [n] { line(array, n); },
             fits ? shape_type{{static_cast<unsigned>(ceil_div(total, 32))}, {32}}
                  : folded(total));
      expect(name("line_folded", total), total, [n] { line_folded(array, n); },
             folded(total));
      expect(name("line_by_threes", total), total,
             [n] { line_by_threes(array, n); }, folded(total));
    }
  for (const unsigned n : {0x7FFFFFFFu, 0x80000000u, 0x80000001u, 0xFFFFFFFFu})
    expect(name("line_unsigned", n), n, [n] { line_unsigned(array, n); },
           in_runs(n));
}

void planes() {
  struct {
    long n, m;
  } const all[] = {{65536, 32768},     {65536, 65536},   {46341, 46341},
                   {1L << 20, 1L << 20}, {3, 1L << 30},  {1L << 30, 3},
                   {2147483647, 3},    {3, 2147483647},  {2147483647, 4096},
                   {1, 2147483647},    {2147483647, 1},  {32L * 65535, 100},
                   {32L * 65535, 33},  {65535, 64},      {65535, 1 << 20}};
  for (const auto &each : all)
    for (const long dn : {-1, 0, 1})
      for (const long dm : {-1, 0, 1}) {
        const long n = each.n + dn, m = each.m + dm;
        if (n < 1 || m < 1)
          continue;
        const count_type total =
            static_cast<count_type>(n) * static_cast<count_type>(m);
        expect(name("plane_folded", n, m), total,
               [=] { plane_folded(array, n, m); }, folded(total));
        expect(name("plane_unsigned", n, m), total,
               [=] {
                 plane_unsigned(array, static_cast<unsigned>(n),
                                static_cast<unsigned>(m));
               },
               in_rows(static_cast<count_type>(n), static_cast<count_type>(m)));
        if (n > 2147483647 || m > 2147483647)
          continue;
        const int a = static_cast<int>(n), b = static_cast<int>(m);
        expect(name("plane", n, m), total, [=] { plane(array, a, b); },
               in_rows(static_cast<count_type>(n), static_cast<count_type>(m)));
        const unsigned rows32 = static_cast<unsigned>(ceil_div(n, 32));
        const unsigned columns32 = static_cast<unsigned>(ceil_div(m, 32));
        expect(name("plane_jing", n, m), total,
               [=] { plane_jing(array, a, b); },
               rows32 <= 65535 ? shape_type{{columns32, rows32}, {32, 32}}
                               : folded(total));
        const unsigned columns64 = static_cast<unsigned>(ceil_div(m, 64));
        expect(name("rows", n, m), total, [=] { rows(array, a, b); },
               n <= 65535 ? shape_type{{columns64, static_cast<unsigned>(n)}, {64}}
                          : folded(total));
      }
  for (const int m : {1023, 1024, 1025})
    for (const int n : {1, 65536, 2147483646, 2147483647}) {
      const count_type total =
          static_cast<count_type>(n) * static_cast<count_type>(m);
      expect(name("columns", n, m), total, [=] { columns(array, n, m); },
             m <= 1024 ? shape_type{{static_cast<unsigned>(n)},
                                    {static_cast<unsigned>(m)}}
                       : folded(total));
    }
}

void boxes() {
  struct {
    int n, m, l;
  } const all[] = {{1291, 1291, 1291},  {1290, 1290, 1290}, {1024, 2048, 1024},
                   {1625, 1626, 1626},  {2048, 2048, 1024}, {10321, 10322, 10321},
                   {16384, 8192, 8192}, {16384, 8193, 8191}, {2147483647, 4, 256},
                   {2147483647, 32, 32}, {2147483647, 33, 31}};
  for (const auto &b : all) {
    const count_type inner =
        static_cast<count_type>(b.m) * static_cast<count_type>(b.l);
    const count_type total = static_cast<count_type>(b.n) * inner;
    expect(name("box", total), total, [&] { box(array, b.n, b.m, b.l); },
           in_rows(static_cast<count_type>(b.n), inner));
    expect(name("box_jing", total), total,
           [&] { box_jing(array, b.n, b.m, b.l); },
           inner <= 1024 ? shape_type{{static_cast<unsigned>(b.n)},
                                      {static_cast<unsigned>(b.l),
                                       static_cast<unsigned>(b.m)}}
                         : folded(total));
  }
  // (n * m)^2 * 6 iterations, blocks of 6 * n * m.
  for (const int n : {170, 171})
    expect(name("six", n), 6ull * n * n, [n] { six(array, n, 1); },
           n == 170 ? shape_type{{170}, {6, 170}}
                    : folded(6ull * 171 * 171));
  for (const int n : {1 << 9, 1 << 10, (1 << 10) + 1}) {
    const count_type both = static_cast<count_type>(n) * (1 << 9);
    expect(name("six", n), 6 * both * both, [n] { six(array, n, 1 << 9); },
           folded(6 * both * both));
  }
}

/// A tree has one dimension of blocks, and as many partial results.
void trees() {
  for (const long middle : {two31, two32})
    for (const long n : {middle - 1, middle, middle + 1}) {
      std::vector<unsigned> grids;
      fake.instead = [&](dim3 grid, dim3, const std::function<void()> &) {
        grids.push_back(grid.x);
      };
      ++launches;
      (void)count(array, n);
      count_type blocks = ceil_div(static_cast<count_type>(n), 256);
      std::vector<unsigned> want = {static_cast<unsigned>(ceil_div(blocks, 8))};
      for (; blocks > 8192; blocks = ceil_div(blocks, 256))
        want.push_back(
            static_cast<unsigned>(ceil_div(ceil_div(blocks, 256), 8)));
      want.push_back(1);
      if (grids != want)
        complain(name("count", static_cast<count_type>(n)), "other rounds");
    }
  const long most = 256L * 2147483647;
  for (const long n : {most - 1, most})
    expect_sequential(name("count", static_cast<count_type>(n)),
                      [n] { (void)count(array, n); },
                      "bytes on the device: cudaMalloc: out of memory");
  expect_sequential(name("count", static_cast<count_type>(most) + 1),
                    [] { (void)count(array, 256L * 2147483647 + 1); },
                    "the iterations do not fit a grid");
}

void beyond() {
  expect_sequential("line 2^62", [] { line(array, 1L << 62); },
                    "out of memory");
  // Threads that are switched off would be number 2^63.
  expect_sequential("line 2^63 - 1", [] { line(array, INT64_MAX); },
                    "the iterations do not fit a grid");
  expect_sequential("line_folded 2^63 - 1",
                    [] { line_folded(array, INT64_MAX); },
                    "the iterations do not fit a grid");
  for (const long n : {(1L << 31) - 1, 1L << 31, (1L << 31) + 1})
    expect_sequential(name("plane_folded", static_cast<count_type>(n), two32),
                      [n] { plane_folded(array, n, two32); }, "the ");
}

} // namespace

int main() {
  fake.free_bytes = std::size_t{1} << 30;
  make_array();
  lines();
  planes();
  boxes();
  trees();
  beyond();
  std::printf("%d launches, %d threads, %s\n", launches, threads,
              wrong ? "WRONG" : "nothing wrong");
  return wrong != 0;
}
