//===- main.cpp - of programs of random nests -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs what nests.h declares in the harness of the execution tests.
//
//===----------------------------------------------------------------------===//
#include "../Exec/Inputs/main.cpp"
#include "nests.h"
#include <sstream>

namespace {

struct array {
  bool filled;
  std::string element;
  long count;
};

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);)
    parts.push_back(part);
  return parts;
}

/// "in unsigned char 33": the element's name has several words.
array read_array(const std::string &text) {
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t space = text.find(' ', first), last = text.rfind(' ');
  return {text.substr(first, space - first) == "in",
          text.substr(space + 1, last - space - 1),
          std::atol(text.c_str() + last)};
}

template <class T>
void *make_of(harness::recorder &r, const array &a, unsigned seed) {
  return a.filled ? r.in<T>(a.count, seed) : r.out<T>(a.count);
}

/// In two parts each.
template <class T>
void *make_complex(harness::recorder &r, const array &a, unsigned seed) {
  return a.filled ? r.in<T>(2 * a.count, seed) : r.out<T>(2 * a.count);
}

struct type {
  void *(*make)(harness::recorder &, const array &, unsigned seed);
  long size;
};
template <class T> type type_of() { return {make_of<T>, sizeof(T)}; }

/// Sets `size` to that of an element.
void *make(harness::recorder &r, const array &a, unsigned seed, long &size) {
  static const std::map<std::string, type> types = {
      {"bool", type_of<bool>()},
      {"signed char", type_of<signed char>()},
      {"unsigned char", type_of<unsigned char>()},
      {"short", type_of<short>()},
      {"unsigned short", type_of<unsigned short>()},
      {"int", type_of<int>()},
      {"unsigned", type_of<unsigned>()},
      {"long", type_of<long>()},
      {"unsigned long", type_of<unsigned long>()},
      {"long long", type_of<long long>()},
      {"float", type_of<float>()},
      {"double", type_of<double>()},
      {"std::complex<float>", {make_complex<float>, 2 * sizeof(float)}},
      {"std::complex<double>", {make_complex<double>, 2 * sizeof(double)}},
  };
  const type &found = types.at(a.element);
  size = found.size;
  return found.make(r, a, seed);
}

void run(harness::recorder &r, const std::vector<array> &arrays,
         const std::string &text, fuzz::function f) {
  const std::vector<std::string> parts = split(text, ':');
  std::istringstream values(parts[0]);
  std::vector<long> p;
  for (long value; values >> value;)
    p.push_back(value);
  // An array inside of another one, behind its first elements.
  long inside[] = {-1, -1, 0};
  if (parts.size() > 1)
    std::istringstream(parts[1]) >> inside[0] >> inside[1] >> inside[2];

  std::vector<void *> a;
  std::vector<long> sizes;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    array made = arrays[k];
    if (static_cast<long>(k) == inside[0])
      made.count = std::max(made.count, inside[2] + arrays[inside[1]].count);
    long size = 0;
    a.push_back(make(r, made, static_cast<unsigned>(k) + 3, size));
    sizes.push_back(size);
  }
  if (inside[0] >= 0)
    a[inside[1]] =
        static_cast<char *>(a[inside[0]]) + inside[2] * sizes[inside[0]];
  // Functions of complex numbers are other ones on a device, and what they give
  // may end in integers: there such nests run, and are not compared.
  for (const array &each : arrays)
    if (each.element.find("complex") != std::string::npos)
      r.approximate(std::numeric_limits<double>::infinity());
  r.call_as(parts[0], {harness::taken::any, -1},
            [&] { f(a.data(), p.data()); });
}

} // namespace

fuzz::registration::registration(const char *name, const char *side,
                                 bool rewritten, const char *arrays,
                                 const char *calls, function f) {
  std::vector<array> all;
  for (const std::string &text : split(arrays, ','))
    all.push_back(read_array(text));
  const auto run_all = [all, calls, f](harness::recorder &r) {
    for (const std::string &text : split(calls, ','))
      run(r, all, text, f);
  };
  harness::add_case(name, side, {run_all, rewritten});
}
