//===- runtime/same_text.h - what a macro is defined as -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#if` sees a macro's value, but not its type, nor that it is a sum without
// parentheses. So the rewritten text asks for the spelling, blanks aside, which
// compilers put at different places.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SAME_TEXT_H
#define HEDDLE_RUNTIME_SAME_TEXT_H

#define HEDDLE_QUOTED(...) #__VA_ARGS__
/// A string of what the preprocessor makes of the argument.
#define HEDDLE_TEXT(...) HEDDLE_QUOTED(__VA_ARGS__)

namespace heddle {
namespace rt {

constexpr bool same_text(const char *a, const char *b) {
  for (;; ++a, ++b) {
    while (*a == ' ')
      ++a;
    while (*b == ' ')
      ++b;
    if (*a != *b || *a == '\0')
      return *a == *b;
  }
}

} // namespace rt
} // namespace heddle

#endif
