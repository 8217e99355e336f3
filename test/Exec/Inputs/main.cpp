//===- main.cpp - of every program of the execution tests -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "harness.h"

#include <functional>
#include <map>
#include <unistd.h>

namespace harness {

const std::vector<int> &sizes() {
  static const std::vector<int> all = {-7, -1, 0,  1,  2,   3,   5,   13,
                                       31, 32, 33, 61, 127, 255, 256, 257};
  return all;
}

const std::vector<int> &few_sizes() {
  static const std::vector<int> all = {-3, 0, 1, 2, 31, 33};
  return all;
}

const std::vector<int> &tiny_sizes() {
  static const std::vector<int> all = {-2, 0, 1, 3, 5};
  return all;
}

run_mode this_run() {
  const char *gpu = std::getenv("HEDDLE_REQUIRE_GPU");
  if (gpu && *gpu == '1')
    return {": device (", true};
  const char *order = std::getenv("HEDDLE_HOST_ORDER");
  return {order && *order ? ": host threads (" : ": parallel (", false};
}

/// Takes everything written to stderr during f().
static std::string stderr_of(action f) {
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

buffer::buffer(std::size_t bytes)
    : size_(bytes + 2 * zone), bytes_(new unsigned char[size_]) {
  // Different everywhere, so that a copied element is not an untouched one.
  for (std::size_t k = 0; k < size_; ++k)
    bytes_[k] = static_cast<unsigned char>(0xA5 ^ (k * 167 >> 3));
}

recorder::recorder(bool rewritten) : rewritten_(rewritten) {}
recorder::~recorder() = default;

void *recorder::array(long long count, std::size_t size, std::size_t number) {
  live_.emplace_back(count > 0 ? static_cast<std::size_t>(count) * size : 0);
  live_.back().number = number;
  return live_.back().data();
}

void recorder::call(std::initializer_list<long long> label,
                    expectation expected, action f) {
  std::string text;
  for (const long long part : label)
    text += (text.empty() ? "" : ", ") + std::to_string(part);
  call_as(text, expected, f);
}

void recorder::call_as(const std::string &label, expectation expected,
                       action f) {
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

static taken path_of(const std::string &line) {
  if (line.find(this_run().fast) != std::string::npos ||
      line.find(": device (") != std::string::npos)
    return taken::fast;
  if (line.find(": checked (") != std::string::npos)
    return taken::checked;
  if (line.find(": sequential (") != std::string::npos)
    return taken::sequential;
  if (line.find(": nothing (") != std::string::npos)
    return taken::nothing;
  return taken::any;
}

void recorder::check_paths(const std::string &label,
                           const expectation &expected,
                           const std::string &trace) {
  int launches = 0;
  bool right = true;
  for (std::size_t from = 0; from < trace.size();) {
    const std::size_t end = trace.find('\n', from);
    const std::string line = trace.substr(from, end - from);
    from = end == std::string::npos ? trace.size() : end + 1;
    if (line.find(": back (") != std::string::npos)
      continue; // arrays of a program, not a launch
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

struct side {
  std::function<void(recorder &)> run;
  bool rewritten = false;
};

/// By name, as written and mapped.
static std::map<std::string, std::pair<side, side>> &all_cases() {
  static std::map<std::string, std::pair<side, side>> cases;
  return cases;
}

static void add_case(const char *name, const char *which, const side &added) {
  auto &both = all_cases()[name];
  (std::strcmp(which, "written") == 0 ? both.first : both.second) = added;
}

registration::registration(const char *name, const char *which, bool rewritten,
                           void (*run)(recorder &)) {
  add_case(name, which, {run, rewritten});
}

template <class T>
static bool near(const unsigned char *a, const unsigned char *b, double ulps) {
  T x, y;
  std::memcpy(&x, a, sizeof(T));
  std::memcpy(&y, b, sizeof(T));
  const T larger = std::max({std::abs(x), std::abs(y), T(1)});
  return x == y || std::abs(x - y) <=
                       T(ulps) * std::numeric_limits<T>::epsilon() * larger;
}

/// Whether byte k is the same, or part of a number that is near enough.
static bool agree(const record &written, const record &mapped,
                  std::size_t array, std::size_t k) {
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
static std::string difference(const record &written, const record &mapped) {
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

static bool run_case(const std::string &name, const side &written,
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
  bool good =
      !one.records().empty() && one.records().size() == two.records().size();
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

/// Runs the written side alone and prints what its arrays hold in the end, as a
/// number: in every process the same, unless the case depends on more than its
/// inputs.
static void digest_case(const std::string &name, const side &written) {
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

/// All cases, or those whose names the arguments are. A program without a
/// mapped side prints digests of the written one.
static int run_all(int argc, char **argv) {
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

int main(int argc, char **argv) { return harness::run_all(argc, argv); }
