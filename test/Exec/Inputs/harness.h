//===- harness.h - runs each case as written and mapped, and compares -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every source of these tests is compiled twice into one program: as it stands,
// with SIDE=written, and after rewriting, with SIDE=mapped. A case prepares
// arrays and calls a function that holds an annotated loop. It runs on both
// sides; all bytes of its arrays, and of the zones around them, must then be
// equal. Which path a launch took is read from the lines of HEDDLE_TRACE, so
// that no case passes by always running the loop as written.
//
// What need not stand here is in main.cpp: each test compiles and rewrites this
// header several times, and that file once.
//
//   namespace SIDE {
//   void scale(float *y, const float *x, int n) { [[heddle::map]] for ... }
//
//   CASE(scale) {
//     for (int n : harness::sizes()) {
//       float *y = r.out<float>(n);
//       const float *x = r.in<float>(n);
//       r.call({n}, harness::fast_if(n > 0), [&] { scale(y, x, n); });
//     }
//   }
//   }
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_EXEC_HARNESS_H
#define HEDDLE_TEST_EXEC_HARNESS_H

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace harness {

/// The path of a launch. `fast` is the mapped threads, or the parallel loop
/// where the program is run so; `any` is for launches that may take either.
enum class taken { fast, sequential, nothing, checked, any };

struct expectation {
  taken path;
  int launches; ///< so many lines of HEDDLE_TRACE, all of that path; -1: any
  const char *text; ///< contained in each line

  expectation(taken p, int l = 1, const char *t = "")
      : path(p), launches(l), text(t) {}
};

inline expectation fast_if(bool nonempty, int launches = 1) {
  return {nonempty ? taken::fast : taken::nothing, launches};
}

/// Extents for one dimension: empty, one, primes, both sides of a block.
const std::vector<int> &sizes();

/// Extents for several dimensions, to be combined.
const std::vector<int> &few_sizes();
const std::vector<int> &tiny_sizes();

/// What a process does with launches: how its runs are set up.
struct run_mode {
  const char *fast; ///< the word in HEDDLE_TRACE for the fast path
  bool device;      ///< a GPU computes; its <cmath> differs in the last bits
};

run_mode this_run();

/// Threads make the copy. So do the loops on CPU threads where the text has
/// copies for them; else they run as written. Bytes: in all copies, where the
/// case knows.
inline expectation copied_if(bool nonempty, long bytes = -1) {
  static std::string text;
  if (!nonempty)
    return taken::nothing;
  if (std::string(this_run().fast) == ": parallel (")
    return {taken::any, 1};
  text = bytes < 0 ? "" : ", copy " + std::to_string(bytes) + " bytes,";
  return {taken::fast, 1, text.c_str()};
}

/// A function that takes nothing; it must live as long as this name of it.
class action {
public:
  template <class F>
  action(const F &f)
      : object_(&f),
        call_([](const void *f) { (*static_cast<const F *>(f))(); }) {}

  void operator()() const { call_(object_); }

private:
  const void *object_;
  void (*call_)(const void *);
};

/// An array between two zones that no loop may touch.
class buffer {
public:
  static constexpr std::size_t zone = 512; // bytes, before and after

  explicit buffer(std::size_t bytes);

  /// Size of the floating-point numbers in it, in bytes; 0: it has others.
  std::size_t number = 0;

  void *data() { return bytes_.get() + zone; }
  const unsigned char *begin() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

private:
  std::size_t size_;
  std::unique_ptr<unsigned char[]> bytes_;
};

/// The state of all arrays of a case after one call.
struct record {
  std::string label;
  std::vector<std::vector<unsigned char>> arrays;
  std::vector<std::size_t> numbers; ///< buffer::number of each
  double ulps = 0;                  ///< that results may differ by, on a device
};

/// Bytes of the real numbers that T is made of; 0 for other types.
template <class T> struct number_in {
  static constexpr std::size_t size =
      std::is_floating_point<T>::value ? sizeof(T) : 0;
};
template <class T> struct number_in<std::complex<T>> : number_in<T> {};

class recorder {
public:
  explicit recorder(bool rewritten);
  ~recorder();

  /// An array for results, poisoned. A count below 0 is none.
  template <class T> T *out(long long count) {
    static_assert(std::is_trivially_copyable<T>::value, "bytes are compared");
    return static_cast<T *>(array(count, sizeof(T), number_in<T>::size));
  }

  /// An array of small values, exact in every type: multiples of 1/8 in
  /// [-16, 16), or of 1 in [-128, 128). The same in every run.
  template <class T> T *in(long long count, unsigned seed = 1) {
    T *values = out<T>(count);
    unsigned state = seed * 2654435761u + 1u;
    for (long long k = 0; k < count; ++k) {
      state = state * 1664525u + 1013904223u;
      const int v = static_cast<int>(state >> 24) - 128;
      values[k] = std::is_floating_point<T>::value ? T(v) / T(8) : T(v);
    }
    return values;
  }

  /// Runs f(), keeps what all arrays made since the last call hold, and
  /// releases them. On the rewritten side checks the paths of the launches.
  void call(std::initializer_list<long long> label, expectation expected,
            action f);
  void call_as(const std::string &label, expectation expected, action f);

  /// For the next call: functions such as exp are other ones on a device. There
  /// real numbers may differ by so many units in the last place of the larger
  /// one, or of 1 if both are smaller. Infinity: arrays are not compared.
  void approximate(double ulps) { ulps_ = on_device() ? ulps : 0; }

  /// For results that are not arrays: they become one.
  template <class T> void keep(const T &value) {
    std::memcpy(static_cast<void *>(out<T>(1)), &value, sizeof(T));
  }

  bool on_device() const { return this_run().device; }
  const std::vector<record> &records() const { return records_; }
  const std::vector<std::string> &complaints() const { return complaints_; }
  int count(taken path) const { return counts_[static_cast<int>(path)]; }

private:
  void *array(long long count, std::size_t size, std::size_t number);
  void check_paths(const std::string &label, const expectation &expected,
                   const std::string &trace);

  bool rewritten_;
  double ulps_ = 0;
  std::vector<buffer> live_;
  std::vector<record> records_;
  std::vector<std::string> complaints_;
  int counts_[5] = {};
};

/// Thirds, sevenths and so on, of many magnitudes.
template <class T> T *rough(recorder &r, long count, unsigned seed) {
  T *values = r.in<T>(count, seed);
  for (long k = 0; k < count; ++k)
    values[k] = values[k] / T(3 + k % 7) + T(1) / T(1 + k * k);
  return values;
}

/// Adds one side of a case, which `which` names.
struct registration {
  registration(const char *name, const char *which, bool rewritten,
               void (*run)(recorder &));
};

} // namespace harness

#ifndef SIDE
#define SIDE written
#endif
#ifdef REWRITTEN
#define HARNESS_REWRITTEN true
#else
#define HARNESS_REWRITTEN false
#endif
#define HARNESS_TEXT(x) HARNESS_TEXT_(x)
#define HARNESS_TEXT_(x) #x

/// Defines a case; `r` is its recorder.
#define CASE(name)                                                             \
  static void case_##name(harness::recorder &);                                \
  static const harness::registration registered_##name(                        \
      #name, HARNESS_TEXT(SIDE), HARNESS_REWRITTEN, case_##name);              \
  static void case_##name([[maybe_unused]] harness::recorder &r)

#endif // HEDDLE_TEST_EXEC_HARNESS_H
