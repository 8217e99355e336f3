//===- runtime/tune.h - choices by what they cost -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that was rewritten for tuning has the kernels of several mappings,
// and every launch on CPU threads can take one thread or all. HEDDLE_MAPPINGS
// names a file that chooses (choices.h). With HEDDLE_TUNE a launch for which it
// has nothing takes one after the other, each a few times, and then the one
// whose best time is the least. Results are the same bits under each of them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TUNE_H
#define HEDDLE_RUNTIME_TUNE_H

#include "checked.h"
#include "choices.h"
#include "environment.h"
#include "error.h"
#include "turn.h"

#include <cerrno>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace rt {

/// Which of its candidates a launch takes; 0: what it takes without a choice.
struct trial {
  unsigned candidate = 0;

  constexpr bool is(unsigned number) const { return candidate == number; }
};

namespace rt_detail {

/// The times of one choice among the options of a launch.
struct trial_times {
  std::vector<std::string> names; ///< of the options, the usual one first
  std::vector<long long> best;    ///< nanoseconds, parallel to names
  std::size_t at = 0;             ///< the option to try
  unsigned runs = 0;              ///< of that one

  bool is_over() const { return at == names.size(); }
  /// An option that is hardly better than the usual one is not worth it.
  std::size_t winner() const {
    std::size_t least = 0;
    for (std::size_t i = 1; i != best.size(); ++i)
      if (best[i] < best[least])
        least = i;
    return static_cast<double>(best[least]) <
                   0.98 * static_cast<double>(best[0])
               ? least
               : 0;
  }
};

/// An option that runs now, whose time is wanted; `of` null: none does.
struct attempt {
  trial_times *of = nullptr;
  std::size_t option = 0;
  const char *kernel = nullptr; ///< the name of its launch
  /// Takes the time. By a pointer, since a program that tries nothing is not to
  /// compile the tuner.
  void (*end)(const site &, const attempt &, long long nanoseconds) = nullptr;
};

/// All that is known of launches. It outlives all other objects.
class tuner {
public:
  told_texts told; ///< launches without the option that the file names

  static constexpr unsigned runs_each = 3;

  /// Empty, or what is wrong with the file, which need not be there yet if
  /// `may_be_new`. The first call reads it.
  HEDDLE_COLD std::string load(const char *path, bool may_be_new) {
    const turn mine(busy_);
    if (path_ == path)
      return "";
    std::string text;
    std::vector<choice> found;
    if (read_text(path, text)) {
      if (!choice_reader(text, found).read())
        return "is no file of mappings";
    } else if (!may_be_new || errno != ENOENT) {
      return "cannot be read";
    }
    path_ = path;
    for (const choice &one : found)
      add(one)->name = one.name;
    return "";
  }

  /// The file's choice for a launch of this size, or where `near` for the
  /// nearest one, of two the smaller; empty: there is none.
  HEDDLE_COLD std::string known(const std::string &launch, int size,
                                bool near) {
    const turn mine(busy_);
    const entry *best = nullptr;
    for (const auto &one : all_)
      if (one->launch == launch && !one->name.empty() &&
          (near || one->size == size || one->size == any_size) &&
          (!best || distance(*one, size) < distance(*best, size) ||
           (distance(*one, size) == distance(*best, size) &&
            one->size < best->size)))
        best = one.get();
    return best ? best->name : "";
  }

  /// The option to try next of those with these names.
  HEDDLE_COLD attempt next(const std::string &launch, int size,
                           const std::vector<std::string> &names) {
    const turn mine(busy_);
    choice wanted;
    wanted.launch = launch;
    wanted.size = size;
    trial_times &times = add(wanted)->times;
    if (times.names.empty()) {
      times.names = names;
      times.best.assign(names.size(), std::numeric_limits<long long>::max());
    }
    attempt tried;
    if (times.names != names || times.is_over())
      return tried;
    tried.of = &times;
    tried.option = times.at;
    return tried;
  }

  /// Notes the time of an attempt. The text to print is empty unless it was the
  /// last one.
  HEDDLE_COLD std::string record(const attempt &tried, long long nanoseconds) {
    const turn mine(busy_);
    trial_times &times = *tried.of;
    long long &best = times.best[tried.option];
    best = nanoseconds < best ? nanoseconds : best;
    if (tried.option != times.at)
      return ""; // another thread was faster
    // It will not become the best of all.
    const bool is_slow = best / 2 > times.best[0];
    if (++times.runs < runs_each && !is_slow)
      return "";
    times.runs = 0;
    if (++times.at != times.names.size())
      return "";
    const std::size_t won = times.winner();
    for (const auto &one : all_)
      if (&one->times == &times) {
        one->name = times.names[won];
        return "tuned for " + size_name(one->size) + " and more: " + one->name +
               ", " +
               std::to_string(times.best[0]
                                  ? 100 * times.best[won] / times.best[0]
                                  : 100) +
               " % of the usual time";
      }
    return "";
  }

  /// Writes all choices to the file that was read.
  HEDDLE_COLD void save() {
    const turn mine(busy_);
    std::vector<choice> found;
    for (const auto &one : all_)
      if (!one->name.empty())
        found.push_back(*one);
    if (!path_.empty() && !write_text(path_.c_str(), choices_text(found)))
      print_line("HEDDLE_MAPPINGS: '" + path_ + "' cannot be written");
  }

private:
  struct entry : choice {
    trial_times times;
  };

  static int distance(const entry &one, int size) {
    return one.size == any_size ? 64
           : one.size < size    ? size - one.size
                                : one.size - size;
  }

  entry *add(const choice &wanted) {
    for (const auto &one : all_)
      if (one->launch == wanted.launch && one->size == wanted.size)
        return one.get();
    all_.emplace_back(new entry);
    all_.back()->launch = wanted.launch;
    all_.back()->size = wanted.size;
    return all_.back().get();
  }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::string path_;
  std::vector<std::unique_ptr<entry>> all_;
};

HEDDLE_COLD inline tuner &the_tuner() {
  static tuner *const only = new tuner;
  return *only;
}

/// The choices are written when the program ends.
HEDDLE_COLD inline void save_at_exit() {
  static const bool once = [] {
    std::atexit([] { the_tuner().save(); });
    return true;
  }();
  (void)once;
}

/// The mapping that this thread's next launch tries.
inline thread_local attempt tried_mapping;

HEDDLE_COLD inline void end_attempt(const site &where, const attempt &tried,
                                    long long nanoseconds) {
  const std::string said = the_tuner().record(tried, nanoseconds);
  if (!said.empty() && tracing())
    print_line(describe(where) + ": " + said);
}

/// The size that this thread's last launch was asked for; kernel: its name.
struct asked_size {
  const char *kernel = nullptr;
  int size = any_size;
};
inline thread_local asked_size last_size;

/// ", size 2^12" of a launch whose choices have been asked for.
HEDDLE_COLD inline std::string size_text(const site &where) {
  return last_size.kernel == where.kernel && last_size.kernel
             ? ", size " + size_name(last_size.size)
             : std::string();
}

/// The launch that try_mapping() was for has run.
inline void mapping_ran(const site &where, long long nanoseconds) {
  const attempt tried = tried_mapping;
  tried_mapping = {};
  if (tried.of && tried.kernel == where.kernel)
    tried.end(where, tried, nanoseconds);
}

inline namespace HEDDLE_BUILD {

/// One of the options by the file or by trial, as an index; the usual one is
/// the first. `tried` is set where its time is wanted.
HEDDLE_COLD inline std::size_t
chosen_option(const site &where, const char *of, double count,
              const std::vector<std::string> &names, attempt &tried) {
  const char *const path = variable("HEDDLE_MAPPINGS");
  const bool tunes = switched_on("HEDDLE_TUNE");
  if (!path && !tunes)
    return 0;
  if (path) {
    const std::string wrong = the_tuner().load(path, tunes);
    if (!wrong.empty())
      raise(describe(where) + ": HEDDLE_MAPPINGS: '" + path + "' " + wrong);
  }
  const std::string launch = std::string(where.kernel) + of;
  const int size = size_of(count);
  last_size.kernel = where.kernel;
  last_size.size = size;
  const std::string known = the_tuner().known(launch, size, /*near=*/!tunes);
  for (std::size_t i = 0; i != names.size(); ++i)
    if (names[i] == known)
      return i;
  if (!known.empty() && the_tuner().told.is_news(launch))
    print_line(describe(where) + ": HEDDLE_MAPPINGS: '" + known +
               "' is no choice of '" + launch + "'; it runs as usual");
  if (!tunes)
    return 0;
  if (path)
    save_at_exit();
  tried = the_tuner().next(launch, size, names);
  tried.kernel = where.kernel;
  tried.end = end_attempt;
  return tried.option;
}

HEDDLE_COLD inline trial
chosen_mapping(const site &where, checked iterations,
               std::initializer_list<const char *> names) {
  tried_mapping = {};
  const std::size_t option = chosen_option(
      where, "",
      iterations.ok() ? static_cast<double>(iterations.value()) : 1e30,
      std::vector<std::string>(names.begin(), names.end()), tried_mapping);
  return {static_cast<unsigned>(option)};
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

/// A mapping is for so many iterations and more.
constexpr bool at_least(checked iterations, checked least) {
  return (iterations >= least).certain();
}

inline namespace HEDDLE_BUILD {

/// The candidate that a launch of so many iterations takes, of mappings with
/// these names.
inline trial try_mapping(const site &where, checked iterations,
                         std::initializer_list<const char *> names) {
  return rt_detail::anything_asked()
             ? rt_detail::chosen_mapping(where, iterations, names)
             : trial{};
}

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TUNE_H
