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
                                unsigned Rank,
                                llvm::ArrayRef<unsigned> Strips) {
  const Loop &Inner = N.Loops[Rank - 1];
  if (Strips.empty())
    return {{Body, Inner.BodyBegin, std::nullopt}};
  // Where loops have changed places, headers of mapped ones stand around the
  // only strip, and nothing else.
  if (Strips.front() < N.PerfectDepth) {
    assert(Strips.size() == 1 && "a perfect loop has none beside it");
    const Loop &L = N.Loops[Strips.front()];
    return {{bodyOf(L, Body), L.BodyBegin, 0}};
  }
  std::vector<BodyPart> Parts;
  const auto Add = [&](unsigned Begin, unsigned End) {
    ValueRef Code = slice(*Body, {Begin, End});
    if (!Code->Operands.empty())
      Parts.push_back({std::move(Code), Begin, std::nullopt});
  };
  unsigned Begin = Inner.BodyBegin;
  for (unsigned S = 0; S != Strips.size(); ++S) {
    const Loop &L = N.Loops[Strips[S]];
    Add(Begin, L.TextBegin);
    Parts.push_back({bodyOf(L, Body), L.BodyBegin, S});
    Begin = L.TextEnd;
  }
  Add(Begin, Inner.BodyEnd);
  return Parts;
}

static bool mentionsAny(const Value &V, const std::set<unsigned> &Accesses) {
  bool Found = false;
  forEachValue(V, [&](const Value &X) {
    Found |= llvm::any_of(X.Accesses,
                          [&](unsigned A) { return Accesses.count(A) != 0; });
    return !Found;
  });
  return Found;
}

bool setsFirst(const Value &Body, const std::set<unsigned> &Accesses) {
  for (const Operand &Statement : Body.Operands) {
    if (!mentionsAny(*Statement.Is, Accesses))
      continue;
    const Value *V = Statement.Is.get();
    while (V->Kind == ValueKind::Source && V->Operands.size() == 1)
      V = &V->operand(0);
    if (V->Kind != ValueKind::Assign || V->Name != "=" ||
        V->operand(0).Kind != ValueKind::Element)
      return false;
    // The array's name stands for the same access.
    std::set<unsigned> Others = Accesses;
    for (const unsigned A : V->operand(0).Accesses)
      if (Others.erase(A) == 0)
        return false;
    return !mentionsAny(V->operand(0), Others) &&
           !mentionsAny(V->operand(1), Accesses);
  }
  return false;
}

namespace {

/// The names in a part.
struct PartNames {
  std::map<std::string, std::vector<const Value *>> Declared;
  std::set<const Value *> Inner; ///< of these, those in a scope of their own
  std::set<std::string> Used;    ///< in types, too
  std::set<std::string> Locals;  ///< of these, variables of the nest
  std::set<std::string> Hidden;  ///< by macros
  bool DeclaresTypes = false;
};

void addName(const Value &V, bool IsInner, PartNames &Names) {
  if (V.Means == NameMeaning::Declared) {
    Names.Declared[V.Name].push_back(&V);
    if (IsInner)
      Names.Inner.insert(&V);
    Names.DeclaresTypes |= V.Type == "typename";
  } else if (V.Means != NameMeaning::Counter) {
    Names.Used.insert(V.Name);
    if (V.Means == NameMeaning::Local)
      Names.Locals.insert(V.Name);
  }
}

void addNames(const Value &V, bool IsInner, PartNames &Names) {
  if (V.Kind == ValueKind::Hidden) {
    Names.Used.insert(V.Name);
    Names.Hidden.insert(V.Name);
  } else if (V.Kind == ValueKind::Name) {
    addName(V, IsInner, Names);
  }
  const bool IsScope = V.Kind == ValueKind::Block ||
                       V.Kind == ValueKind::Loop || V.Kind == ValueKind::If;
  for (const Operand &Part : V.Operands)
    addNames(*Part.Is, IsInner || IsScope, Names);
}

/// The part's own braces are no scope in it.
PartNames namesOf(const Value &Code) {
  PartNames Names;
  for (const Operand &Part : Code.Operands)
    addNames(*Part.Is, /*IsInner=*/false, Names);
  return Names;
}

/// Finds what parts share, in their order.
class Sharing {
public:
  Sharing(const LoopNest &N, std::string &Why) : N(N), Why(Why) {}

  bool add(const BodyPart &P, unsigned Number, bool IsLast);
  std::vector<SharedNumber> All;

private:
  bool refuse(const std::string &Name, const char *Because) {
    Why = "'" + Name + "' " + Because;
    return false;
  }
  bool use(const std::string &Name, const PartNames &Here, unsigned Number);
  bool isOfNest(const std::string &Name) const;
  bool isCounter(const std::string &Name) const {
    return llvm::any_of(N.Loops, [&](auto &L) { return L.Name == Name; });
  }

  struct Earlier {
    std::vector<const Value *> Declared;
    unsigned Part = 0;
  };
  const LoopNest &N;
  std::string &Why;
  std::map<std::string, Earlier> Before;
  std::set<std::string> HiddenBefore, UsedWhereDeclared;
};

} // namespace

/// A parameter, an array or a counter.
bool Sharing::isOfNest(const std::string &Name) const {
  return llvm::any_of(N.Params, [&](auto &P) { return P.Name == Name; }) ||
         llvm::any_of(N.Arrays,
                      [&](auto &A) { return A.KernelName == Name; }) ||
         isCounter(Name);
}

bool Sharing::use(const std::string &Name, const PartNames &Here,
                  unsigned Number) {
  const auto Of = Before.find(Name);
  const bool IsOwn = Here.Declared.count(Name) != 0;
  if (Of == Before.end()) {
    // A macro may declare it.
    const bool IsUnseen =
        (Here.Locals.count(Name) && !IsOwn) ||
        (HiddenBefore.count(Name) && !IsOwn && !isOfNest(Name));
    return !IsUnseen || refuse(Name, "may be declared by a macro");
  }
  if (IsOwn || Of->second.Declared.size() != 1)
    return refuse(Name, "is declared several times");
  const Value &Declared = *Of->second.Declared.front();
  if (Declared.Type.empty())
    return refuse(Name, "is used on both sides of a barrier, and is no "
                        "variable that holds a number; declare constants "
                        "outside of the loops");
  auto Known =
      llvm::find_if(All, [&](const SharedNumber &S) { return S.Name == Name; });
  if (Known == All.end()) {
    All.push_back({Name,
                   Declared.Type,
                   Of->second.Part,
                   {},
                   Declared.Index == 1 && !UsedWhereDeclared.count(Name),
                   Declared.Index == 1});
    Known = std::prev(All.end());
  }
  Known->Users.push_back(Number);
  return true;
}

bool Sharing::add(const BodyPart &P, unsigned Number, bool IsLast) {
  const PartNames Here = namesOf(*P.Code);
  for (const std::string &Name : Here.Used)
    if (!use(Name, Here, Number))
      return false;
  if (Here.DeclaresTypes && !IsLast) {
    Why = "a type is declared in front of it";
    return false;
  }
  HiddenBefore.insert(Here.Hidden.begin(), Here.Hidden.end());
  for (const auto &[Name, Declared] : Here.Declared) {
    std::vector<const Value *> Outer = Declared;
    llvm::erase_if(Outer, [&](const Value *V) { return Here.Inner.count(V); });
    if (Outer.empty())
      continue;
    // Blocks of the strip end with it, but have counters around them.
    if (P.Strip && isCounter(Name))
      return refuse(Name, "is declared several times");
    if (P.Strip)
      continue;
    Earlier &Of = Before[Name];
    llvm::append_range(Of.Declared, Outer);
    Of.Part = Number;
    if (Here.Used.count(Name))
      UsedWhereDeclared.insert(Name);
  }
  return true;
}

std::optional<std::vector<SharedNumber>>
sharedNumbers(const std::vector<BodyPart> &Parts, const LoopNest &N,
              std::string &Why) {
  Sharing Found(N, Why);
  for (unsigned P = 0; P != Parts.size(); ++P)
    if (!Found.add(Parts[P], P, P + 1 == Parts.size()))
      return std::nullopt;
  return std::move(Found.All);
}

} // namespace heddle
