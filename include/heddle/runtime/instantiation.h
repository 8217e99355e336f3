//===- instantiation.h - which instantiation of a template this is --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verdict on a loop in a template holds for the template arguments
// that it was verified with. The rewritten template asks with which it is
// instantiated, by among<arguments<T, value<N>>, arguments<float, value<4>>>.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_INSTANTIATION_H
#define HEDDLE_RUNTIME_INSTANTIATION_H

#include <cstddef>
#include <type_traits>

namespace heddle {
namespace rt {

/// Template arguments; a pack is one `arguments` of its own.
template <class...> struct arguments {};

/// A constant with its type.
template <auto> struct value {};

/// The class or enumeration with this qualified name, where the name is not
/// declared yet.
template <char... Name> struct called {};

namespace rt_detail {

/// Ends in `T = name]`; the compilers differ in blanks, and in what precedes.
template <class T> constexpr const char *type_text() {
#if defined(_MSC_VER) && !defined(__clang__)
  return "";
#else
  return __PRETTY_FUNCTION__;
#endif
}

/// Whether Text ends in `=`, the name, and a bracket.
constexpr bool ends_in_name(const char *text, const char *name,
                            std::size_t length) {
  std::size_t end = 0;
  while (text[end] != '\0')
    ++end;
  if (end < length + 2 || text[end - 1] != ']')
    return false;
  const char *at = text + (end - 1 - length);
  for (std::size_t i = 0; i != length; ++i)
    if (at[i] != name[i])
      return false;
  --at;
  while (*at == ' ' && at != text)
    --at;
  return *at == '=';
}

template <class A, class B> struct same : std::is_same<A, B> {};

template <class... A, class... B>
struct same<arguments<A...>, arguments<B...>> {
  static constexpr bool all() {
    if constexpr (sizeof...(A) == sizeof...(B))
      return (same<A, B>::value && ...);
    else
      return false;
  }
  static constexpr bool value = all();
};

template <class A, char... Name> struct same<A, called<Name...>> {
  static constexpr bool matches() {
    const char name[] = {Name..., '\0'};
    return ends_in_name(type_text<A>(), name, sizeof...(Name));
  }
  static constexpr bool value = matches();
};

} // namespace rt_detail

/// Whether Asked is one of Known.
template <class Asked, class... Known>
inline constexpr bool among = (rt_detail::same<Asked, Known>::value || ...);

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_INSTANTIATION_H
