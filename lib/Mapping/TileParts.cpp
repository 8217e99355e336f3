//===- TileParts.cpp - A body between barriers ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileParts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace heddle {

static void collect(const Value &V, Span In, std::vector<Operand> &To) {
  for (const Operand &Op : V.Operands)
    if (In.contains(Op.Place))
      To.push_back(Op);
    else if (In.meets(Op.Place))
      collect(*Op.Is, In, To);
}

/// The statements of V with text in In; no operands: there are none.
static ValueRef slice(const Value &V, Span In) {
  auto Out = std::make_shared<Value>();
  Out->Where = In;
  collect(V, In, Out->Operands);
  return Out;
}

std::vector<BodyPart> bodyParts(const ValueRef &Body, const LoopNest &N,
                                unsigned Rank, const Tile &T) {
  const Loop &Inner = N.Loops[Rank - 1];
  if (!T.Strip)
    return {{Body, Inner.BodyBegin, false}};
  const Loop &L = N.Loops[T.Strip->Loop];
  std::vector<BodyPart> Parts;
  const auto Add = [&](unsigned Begin, unsigned End) {
    ValueRef Code = slice(*Body, {Begin, End});
    if (!Code->Operands.empty())
      Parts.push_back({std::move(Code), Begin, false});
  };
  Add(Inner.BodyBegin, L.TextBegin);
  Parts.push_back({bodyOf(L, Body), L.BodyBegin, true});
  Add(L.TextEnd, Inner.BodyEnd);
  return Parts;
}

namespace {

/// The names of variables in a part.
struct PartNames {
  std::map<std::string, std::vector<std::string>> Declared; ///< with types
  std::set<std::string> Used;
  bool DeclaresTypes = false;
};

PartNames namesOf(const Value &Code) {
  PartNames Names;
  forEachValue(Code, [&](const Value &V) {
    if (V.Kind == ValueKind::Hidden) {
      Names.Used.insert(V.Name);
    } else if (V.Kind == ValueKind::Name) {
      if (V.Means == NameMeaning::Declared) {
        Names.Declared[V.Name].push_back(V.Type);
        Names.DeclaresTypes |= V.Type == "typename";
      } else if (V.Means == NameMeaning::Local) {
        Names.Used.insert(V.Name);
      }
    }
    return true;
  });
  return Names;
}

} // namespace

std::optional<std::vector<SharedNumber>>
sharedNumbers(const std::vector<BodyPart> &Parts, std::string &Why) {
  std::vector<SharedNumber> All;
  std::map<std::string, std::vector<std::string>> Before;
  std::map<std::string, unsigned> Of;
  for (unsigned P = 0; P != Parts.size(); ++P) {
    const PartNames Here = namesOf(*Parts[P].Code);
    for (const std::string &Name : Here.Used) {
      const auto Earlier = Before.find(Name);
      const bool IsOwn = Here.Declared.count(Name) != 0;
      if (Earlier == Before.end())
        continue; // its own, or a macro's mention of something else
      if (IsOwn || Earlier->second.size() != 1) {
        Why = "'" + Name + "' is declared several times";
        return std::nullopt;
      }
      if (Earlier->second.front().empty()) {
        Why =
            "'" + Name +
            "', which is used on both sides of a barrier, is no variable that "
            "holds a number";
        return std::nullopt;
      }
      auto Known = llvm::find_if(
          All, [&](const SharedNumber &S) { return S.Name == Name; });
      if (Known == All.end()) {
        All.push_back({Name, Earlier->second.front(), Of[Name], {}});
        Known = std::prev(All.end());
      }
      Known->Users.push_back(P);
    }
    if (Here.DeclaresTypes && P + 1 != Parts.size()) {
      Why = "a type is declared in front of it";
      return std::nullopt;
    }
    // Blocks of the strip end with it.
    if (Parts[P].IsStrip)
      continue;
    for (const auto &[Name, Types] : Here.Declared) {
      llvm::append_range(Before[Name], Types);
      Of[Name] = P;
    }
  }
  return All;
}

} // namespace heddle
