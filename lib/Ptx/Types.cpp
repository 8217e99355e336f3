//===- Types.cpp - types and spaces of PTX --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Types.h"

#include "Ptx/Instruction.h"

using namespace heddle::ptx;

namespace {
struct TypeRow {
  std::string_view Name;
  unsigned Bytes;
  TypeKind Kind;
};
} // namespace

static constexpr TypeRow TypeRows[] = {
    {"", 0, TypeKind::Other},
#define PTX_TYPE(Enum, Name, Bytes, Kind) {Name, Bytes, TypeKind::Kind},
#include "Ptx/Types.def"
};

static const TypeRow &rowOf(Type T) {
  return TypeRows[static_cast<unsigned>(T)];
}

unsigned heddle::ptx::bytesOf(Type T) { return rowOf(T).Bytes; }
TypeKind heddle::ptx::kindOf(Type T) { return rowOf(T).Kind; }
std::string_view heddle::ptx::nameOf(Type T) { return rowOf(T).Name; }

Type heddle::ptx::typeNamed(std::string_view Name) {
  unsigned K = 0;
  for (const TypeRow &R : TypeRows) {
    if (K != 0 && R.Name == Name)
      return static_cast<Type>(K);
    ++K;
  }
  return Type::None;
}

std::string_view heddle::ptx::nameOf(Space S) {
  static constexpr std::string_view Names[] = {"generic", "global", "shared",
                                               "local",   "const",  "param"};
  return Names[static_cast<unsigned>(S)];
}

std::string_view heddle::ptx::nameOf(Class C) {
  static constexpr std::string_view Names[] = {"integer", "floating", "memory",
                                               "control", "other"};
  return Names[static_cast<unsigned>(C)];
}
