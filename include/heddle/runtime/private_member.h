//===- runtime/private_member.h - private members, for launches -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may read what a member function of the program reads, so the launch
// has to name private members. Access is not checked in the arguments of an
// explicit instantiation (C++17 [temp.explicit]/12).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_PRIVATE_MEMBER_H
#define HEDDLE_RUNTIME_PRIVATE_MEMBER_H

/// Before a function, in its namespace: from there on `name`, a new name, is the
/// pointer to a member that stands behind it, e.g. `&::Field::m_data`.
#define HEDDLE_OPEN_MEMBER(name, ...)                                          \
  extern "C++" {                                                               \
  namespace {                                                                  \
  struct name##_tag {                                                          \
    friend constexpr auto heddle_open(name##_tag);                             \
  };                                                                           \
  template <auto Member> struct name##_opened {                                \
    friend constexpr auto heddle_open(name##_tag) { return Member; }           \
  };                                                                           \
  template struct name##_opened<__VA_ARGS__>;                                  \
  constexpr auto name = heddle_open(name##_tag());                             \
  }                                                                            \
  }

#endif
