//===- Table.cpp - instructions by name; what stands behind a name --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Instruction.h"

#include "Ptx/Ops/Binders.h"

#include <unordered_map>

using namespace heddle::ptx;

static constexpr Row Rows[] = {
#define PTX_ROW(Name, Counts, Operands, Bind)                                  \
  {Name, Class::Counts, Form::Operands, Bind},
#include "Ptx/Instructions.def"
};

const Row *heddle::ptx::rowNamed(std::string_view Name) {
  static const auto *const ByName = [] {
    auto *const Map = new std::unordered_map<std::string_view, const Row *>;
    for (const Row &R : Rows)
      Map->emplace(R.Name, &R);
    return Map;
  }();
  const auto Found = ByName->find(Name);
  return Found == ByName->end() ? nullptr : Found->second;
}

Modifiers::Modifiers(std::string_view Text) {
  for (std::size_t Dot = Text.find('.'); Dot != Text.npos;) {
    const std::size_t Next = Text.find('.', Dot + 1);
    Parts.push_back(Text.substr(Dot + 1, Next - Dot - 1));
    Dot = Next;
  }
}

bool Modifiers::take(std::string_view Name) {
  for (auto Part = Parts.begin(); Part != Parts.end(); ++Part)
    if (*Part == Name) {
      Parts.erase(Part);
      return true;
    }
  return false;
}

int Modifiers::takeOneOf(std::string_view Names) {
  for (auto Part = Parts.begin(); Part != Parts.end(); ++Part) {
    int Number = 0;
    for (std::size_t From = 0; From < Names.size(); ++Number) {
      const std::size_t To = std::min(Names.find(' ', From), Names.size());
      if (*Part == Names.substr(From, To - From)) {
        Parts.erase(Part);
        return Number;
      }
      From = To + 1;
    }
  }
  return -1;
}

Type Modifiers::takeType() {
  for (auto Part = Parts.begin(); Part != Parts.end(); ++Part) {
    const Type T = typeNamed(*Part);
    if (T != Type::None) {
      Parts.erase(Part);
      return T;
    }
  }
  return Type::None;
}

bool Modifiers::takeRounding(Rounding &Out) {
  const int Number = takeOneOf("rn rz rm rp");
  if (Number < 0)
    return false;
  Out = static_cast<Rounding>(Number);
  return true;
}

bool Modifiers::takeSpace(Space &Out) {
  static constexpr Space Spaces[] = {
      Space::Global, Space::Shared, Space::Shared, Space::Local,
      Space::Const,  Space::Param,  Space::Param,  Space::Param};
  const int Number = takeOneOf(
      "global shared shared::cta local const param param::entry param::func");
  if (Number < 0)
    return false;
  Out = Spaces[Number];
  return true;
}

std::string Modifiers::rest() const {
  std::string Text;
  for (const std::string_view Part : Parts)
    Text += (Text.empty() ? "" : ".") + std::string(Part);
  return Text;
}
