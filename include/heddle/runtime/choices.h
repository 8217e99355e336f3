//===- runtime/choices.h - a file of choices ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file that HEDDLE_MAPPINGS names, which heddle-tune writes, the rewriter
// reads, and HEDDLE_TUNE adds to. It is JSON, of each launch a choice, or one
// for each size:
//
//   {
//    "heddle_f_0": "GridBlock(1, SplitLast(256, ShiftLB(Gen)))",
//    "heddle_g_0": {"any": "GridBlock(...)", "2^12": "GridBlock(...)"},
//    "heddle_g_0 loops": {"2^20": "parallel"}
//   }
//
// A size is a number of iterations, of loops one of operands: 2^12 stands for
// 2^12 to 2^16 - 1. A launch takes what there is for the nearest size, of two
// the smaller one. Names hold neither quotes nor backslashes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CHOICES_H
#define HEDDLE_RUNTIME_CHOICES_H

#include "outline.h"

#include <cstdio>
#include <string>
#include <vector>

namespace heddle {
namespace rt {
namespace rt_detail {

/// Sizes that share a choice: the exponent of the smallest, a multiple of 4
/// from 0 to 60; any_size: all of them.
constexpr int any_size = -1;

/// The size of a count; the largest one where that is not known.
constexpr int size_of(double count) {
  int size = 0;
  for (double end = 16; size < 60 && !(count < end); end *= 16)
    size += 4;
  return size;
}

struct choice {
  std::string launch;
  int size = any_size;
  std::string name; ///< of what is chosen
};

HEDDLE_COLD inline std::string size_name(int size) {
  return size == any_size ? "any" : "2^" + std::to_string(size);
}

/// Reads the file's text, front to back.
class choice_reader {
public:
  choice_reader(const std::string &text, std::vector<choice> &to)
      : text_(text), to_(to) {}

  /// False where the text is none of such a file.
  HEDDLE_COLD bool read() {
    return list([this](const std::string &launch) {
             if (next() != '{')
               return add(launch, any_size);
             return list([&](const std::string &key) {
               for (int size = any_size; size <= 60; size += size < 0 ? 1 : 4)
                 if (key == size_name(size))
                   return add(launch, size);
               return false;
             });
           }) &&
           next() == '\0' && at_ == text_.size();
  }

private:
  /// The first character that is no blank, which stays; 0 at the end.
  char next() {
    at_ = text_.find_first_not_of(" \t\r\n", at_);
    at_ = at_ == std::string::npos ? text_.size() : at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    const bool found = next() == wanted;
    at_ += found;
    return found;
  }
  bool string(std::string &to) {
    if (!take('"'))
      return false;
    const std::size_t end = text_.find_first_of("\"\\\n", at_);
    if (end == std::string::npos || text_[end] != '"')
      return false;
    to = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }
  bool add(const std::string &launch, int size) {
    choice one;
    one.launch = launch;
    one.size = size;
    if (!string(one.name))
      return false;
    to_.push_back(one);
    return true;
  }
  /// `{"key": value, ...}`
  template <class Value> bool list(const Value &value) {
    if (!take('{'))
      return false;
    if (take('}'))
      return true;
    do {
      std::string key;
      if (!string(key) || !take(':') || !value(key))
        return false;
    } while (take(','));
    return take('}');
  }

  const std::string &text_;
  std::vector<choice> &to_;
  std::size_t at_ = 0;
};

/// The text of a file of these choices, those of a launch side by side.
HEDDLE_COLD inline std::string choices_text(const std::vector<choice> &all) {
  const auto quoted = [](const std::string &text) {
    return "\"" + text + "\"";
  };
  std::string text;
  for (std::size_t i = 0; i != all.size(); ++i) {
    std::string sizes;
    bool is_first = true;
    for (std::size_t k = 0; k != all.size(); ++k)
      if (all[k].launch == all[i].launch) {
        is_first &= k >= i;
        sizes += (sizes.empty() ? "" : ", ") + quoted(size_name(all[k].size)) +
                 ": " + quoted(all[k].name);
      }
    if (is_first)
      text += (text.empty() ? "\n " : ",\n ") + quoted(all[i].launch) + ": {" +
              sizes + "}";
  }
  return "{" + text + "\n}\n";
}

/// False where the file cannot be read, and errno says why.
HEDDLE_COLD inline bool read_text(const char *path, std::string &text) {
  std::FILE *const file = std::fopen(path, "rb");
  if (!file)
    return false;
  char part[4096];
  std::size_t length = 0;
  while ((length = std::fread(part, 1, sizeof part, file)) != 0)
    text.append(part, length);
  const bool good = !std::ferror(file);
  std::fclose(file);
  return good;
}

/// Whole, or not at all: false.
HEDDLE_COLD inline bool write_text(const char *path, const std::string &text) {
  const std::string other = std::string(path) + ".new";
  std::FILE *const file = std::fopen(other.c_str(), "wb");
  if (!file)
    return false;
  bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  good = std::fclose(file) == 0 && good;
  good = good && std::rename(other.c_str(), path) == 0;
  if (!good)
    std::remove(other.c_str());
  return good;
}

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_CHOICES_H
