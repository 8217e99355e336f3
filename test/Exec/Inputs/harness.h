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
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

namespace harness {

/// The path of a launch. `fast` is the mapped threads, or the parallel loop
/// where the program is run so; `any` is for launches that may take either.
enum class taken { fast, sequential, nothing, checked, any };

struct expectation {
  taken path;
  int launches;     ///< so many lines of HEDDLE_TRACE, all of that path; -1: any
  const char *text; ///< contained in each line

  expectation(taken p, int l = 1, const char *t = "")
      : path(p), launches(l), text(t) {}
};

inline expectation fast_if(bool nonempty) {
  return nonempty ? taken::fast : taken::nothing;
}

/// Extents for one dimension: empty, one, primes, both sides of a block.
inline std::vector<int> sizes() {
  return {-7, -1, 0, 1, 2, 3, 5, 13, 31, 32, 33, 61, 127, 255, 256, 257};
}

/// Extents for several dimensions, to be combined.
inline std::vector<int> few_sizes() { return {-3, 0, 1, 2, 31, 33}; }
inline std::vector<int> tiny_sizes() { return {-2, 0, 1, 3, 5}; }

/// What a process does with launches: how its runs are set up.
struct run_mode {
  const char *fast; ///< the word in HEDDLE_TRACE for the fast path
  bool device;      ///< a GPU computes; its <cmath> differs in the last bits
};

inline run_mode this_run() {
  const char *gpu = std::getenv("HEDDLE_REQUIRE_GPU");
  if (gpu && *gpu == '1')
    return {": device (", true};
  const char *order = std::getenv("HEDDLE_HOST_ORDER");
  return {order && *order ? ": host threads (" : ": parallel (", false};
}

/// Takes everything written to stderr during f().
template <class F> std::string stderr_of(const F &f) {
  static std::FILE *const file = std::tmpfile();
  if (!file)
    std::abort();
  const int sink = fileno(file);
  std::fflush(stderr);
  const int saved = dup(2);
  if (ftruncate(sink, 0) != 0 || lseek(sink, 0, SEEK_SET) != 0 ||
      dup2(sink, 2) < 0)
    std::abort();
  f();
  std::fflush(stderr);
  dup2(saved, 2);
  close(saved);
  std::string text(static_cast<std::size_t>(lseek(sink, 0, SEEK_END)), '\0');
  if (lseek(sink, 0, SEEK_SET) != 0 ||
      read(sink, &text[0], text.size()) != static_cast<ssize_t>(text.size()))
    std::abort();
  return text;
}

/// An array between two zones that no loop may touch.
class buffer {
public:
  static constexpr std::size_t zone = 512; // bytes, before and after

  explicit buffer(std::size_t bytes)
      : size_(bytes + 2 * zone), bytes_(new unsigned char[size_]) {
    // Different everywhere, so that a copied element is not an untouched one.
    for (std::size_t k = 0; k < size_; ++k)
      bytes_[k] = static_cast<unsigned char>(0xA5 ^ (k * 167 >> 3));
  }

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
  explicit recorder(bool rewritten) : rewritten_(rewritten) {}

  /// An array for results, poisoned. A count below 0 is none.
  template <class T, class N> T *out(N count) {
    static_assert(std::is_trivially_copyable<T>::value, "bytes are compared");
    const std::size_t elements =
        count > N(0) ? static_cast<std::size_t>(count) : 0;
    live_.emplace_back(elements * sizeof(T));
    live_.back().number = number_in<T>::size;
    return static_cast<T *>(live_.back().data());
  }

  /// An array of small values, exact in every type: multiples of 1/8 in
  /// [-16, 16), or of 1 in [-128, 128). The same in every run.
  template <class T, class N> T *in(N count, unsigned seed = 1) {
    T *values = out<T>(count);
    unsigned state = seed * 2654435761u + 1u;
    for (N k = 0; k < count; ++k) {
      state = state * 1664525u + 1013904223u;
      const int v = static_cast<int>(state >> 24) - 128;
      values[k] = std::is_floating_point<T>::value ? T(v) / T(8) : T(v);
    }
    return values;
  }

  /// Runs f(), keeps what all arrays made since the last call hold, and
  /// releases them. On the rewritten side checks the paths of the launches.
  template <class F>
  void call(std::initializer_list<long long> label, expectation expected,
            const F &f) {
    std::string text;
    for (const long long part : label)
      text += (text.empty() ? "" : ", ") + std::to_string(part);
    call_as(text, expected, f);
  }
  template <class F>
  void call_as(const std::string &label, expectation expected, const F &f) {
    record now;
    now.label = label;
    if (rewritten_)
      check_paths(now.label, expected, stderr_of(f));
    else
      f();
    for (const buffer &b : live_) {
      now.arrays.emplace_back(b.begin(), b.begin() + b.size());
      now.numbers.push_back(b.number);
    }
    now.ulps = ulps_;
    ulps_ = 0;
    live_.clear();
    records_.push_back(std::move(now));
  }

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
  static taken path_of(const std::string &line) {
    if (line.find(this_run().fast) != std::string::npos)
      return taken::fast;
    if (line.find(": checked (") != std::string::npos)
      return taken::checked;
    if (line.find(": sequential (") != std::string::npos)
      return taken::sequential;
    if (line.find(": nothing (") != std::string::npos)
      return taken::nothing;
    return taken::any;
  }

  void check_paths(const std::string &label, const expectation &expected,
                   const std::string &trace) {
    int launches = 0;
    bool right = true;
    for (std::size_t from = 0; from < trace.size();) {
      const std::size_t end = trace.find('\n', from);
      const std::string line = trace.substr(from, end - from);
      from = end == std::string::npos ? trace.size() : end + 1;
      const taken path = path_of(line);
      ++launches;
      ++counts_[static_cast<int>(path)];
      right = right && path != taken::any &&
              (expected.path == taken::any || path == expected.path) &&
              line.find(expected.text) != std::string::npos;
    }
    if (right && (expected.launches < 0 || launches == expected.launches))
      return;
    static const char *const names[] = {"fast", "sequential", "nothing",
                                        "checked", "any"};
    complaints_.push_back("(" + label + "): expected " +
                          std::to_string(expected.launches) + " x " +
                          names[static_cast<int>(expected.path)] + " " +
                          expected.text + ", found:\n" + trace);
  }

  bool rewritten_;
  double ulps_ = 0;
  std::vector<buffer> live_;
  std::vector<record> records_;
  std::vector<std::string> complaints_;
  int counts_[5] = {};
};

struct side {
  std::function<void(recorder &)> run;
  bool rewritten = false;
};

/// By name, as written and mapped.
/// Defined in main.cpp: g++ and clang++ give a static variable in an inline
/// function two names, where its type has an ABI tag.
std::map<std::string, std::pair<side, side>> &all_cases();

struct registration {
  registration(const char *name, const char *which, bool rewritten,
               const std::function<void(recorder &)> &run) {
    auto &both = all_cases()[name];
    (std::strcmp(which, "written") == 0 ? both.first : both.second) =
        side{run, rewritten};
  }
};

template <class T>
bool near(const unsigned char *a, const unsigned char *b, double ulps) {
  T x, y;
  std::memcpy(&x, a, sizeof(T));
  std::memcpy(&y, b, sizeof(T));
  const T larger = std::max({std::abs(x), std::abs(y), T(1)});
  return x == y || std::abs(x - y) <= T(ulps) *
                                          std::numeric_limits<T>::epsilon() *
                                          larger;
}

/// Whether byte k is the same, or part of a number that is near enough.
inline bool agree(const record &written, const record &mapped, std::size_t array,
                  std::size_t k) {
  const auto &w = written.arrays[array], &m = mapped.arrays[array];
  const std::size_t size = written.numbers[array];
  if (w[k] == m[k])
    return true;
  const double ulps = std::max(written.ulps, mapped.ulps);
  if (ulps == 0 || k < buffer::zone || k >= w.size() - buffer::zone)
    return false;
  if (std::isinf(ulps))
    return true;
  if (size == 0)
    return false;
  const std::size_t at = k - (k - buffer::zone) % size;
  return size == sizeof(float) ? near<float>(&w[at], &m[at], ulps)
                               : near<double>(&w[at], &m[at], ulps);
}

/// The first difference between two records, or an empty text.
inline std::string difference(const record &written, const record &mapped) {
  if (written.label != mapped.label ||
      written.arrays.size() != mapped.arrays.size())
    return "(" + written.label + ") against (" + mapped.label +
           "): the case itself is not repeatable";
  for (std::size_t a = 0; a < written.arrays.size(); ++a) {
    const auto &w = written.arrays[a], &m = mapped.arrays[a];
    if (w.size() != m.size())
      return "(" + written.label + "): array sizes differ";
    std::size_t differing = 0, first = 0;
    for (std::size_t k = w.size(); k-- > 0;)
      if (!agree(written, mapped, a, k)) {
        ++differing;
        first = k;
      }
    if (differing)
      return "(" + written.label + "): array " + std::to_string(a) + ", " +
             std::to_string(differing) + " bytes differ, the first at byte " +
             std::to_string(static_cast<long>(first) -
                            static_cast<long>(buffer::zone)) +
             ", as written " + std::to_string(w[first]) + ", mapped " +
             std::to_string(m[first]);
  }
  return "";
}

inline bool run_case(const std::string &name, const side &written,
                     const side &mapped) {
  std::printf("%s\n", name.c_str());
  std::fflush(stdout); // should it crash
  if (!written.run || !mapped.run) {
    std::printf("  FAILED: not on both sides\n");
    return false;
  }
  recorder one(written.rewritten), two(mapped.rewritten);
  written.run(one);
  mapped.run(two);
  bool good = !one.records().empty() &&
              one.records().size() == two.records().size();
  int shown = 0;
  for (std::size_t k = 0; good && k < one.records().size(); ++k) {
    const std::string text = difference(one.records()[k], two.records()[k]);
    if (!text.empty() && ++shown <= 3)
      std::printf("  FAILED %s\n", text.c_str());
  }
  for (const std::string &text : two.complaints())
    if (++shown <= 6)
      std::printf("  FAILED %s\n", text.c_str());
  if (mapped.rewritten)
    std::printf("  %zu calls: %d fast, %d sequential, %d nothing\n",
                two.records().size(), two.count(taken::fast),
                two.count(taken::sequential), two.count(taken::nothing));
  return good && shown == 0;
}

/// Runs the written side alone and prints what its arrays hold in the end, as a number:
/// in every process the same, unless the case depends on more than its inputs.
inline void digest_case(const std::string &name, const side &written) {
  recorder one(false);
  written.run(one);
  std::size_t digest = 0;
  for (const record &r : one.records())
    for (const auto &array : r.arrays)
      for (unsigned char byte : array)
        digest = digest * 31 + byte;
  std::printf("%s: %zu calls, %zx\n", name.c_str(), one.records().size(),
              digest);
}

/// All cases, or those whose names the arguments are. A program without a mapped side
/// prints digests of the written one.
inline int run_all(int argc, char **argv) {
  setenv("HEDDLE_TRACE", "1", 1);
  int failed = 0, ran = 0;
  bool mapped = false;
  for (const auto &entry : all_cases())
    mapped = mapped || entry.second.second.run;
  for (const auto &entry : all_cases()) {
    bool wanted = argc < 2;
    for (int a = 1; a < argc; ++a)
      wanted = wanted || entry.first == argv[a];
    if (!wanted)
      continue;
    ++ran;
    if (mapped)
      failed += !run_case(entry.first, entry.second.first, entry.second.second);
    else
      digest_case(entry.first, entry.second.first);
  }
  std::printf("%d cases, %d failed\n", ran, failed);
  return failed || !ran;
}

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
