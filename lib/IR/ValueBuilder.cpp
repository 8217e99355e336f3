//===- ValueBuilder.cpp - A tree from ranges of text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/ValueBuilder.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// A range of text, or a point between two bytes. Its parts are ascending, and
/// apart from one another.
struct ValueBuilder::Part {
  Value Is;
  std::vector<std::unique_ptr<Part>> Parts;

  explicit Part(Value V) : Is(std::move(V)) {}
  Span where() const { return Is.Where; }
  bool isPoint() const { return Is.Where.isEmpty(); }
  /// The text has another reading, in which no part is found.
  bool hasOther() const {
    return Is.Kind == ValueKind::Respelled || Is.Kind == ValueKind::Update ||
           Is.Kind == ValueKind::Sliced;
  }
  /// A point at its first byte is a part of it.
  bool isStatement() const {
    return Is.Kind == ValueKind::Block || Is.Kind == ValueKind::Loop ||
           Is.Kind == ValueKind::If || Is.Kind == ValueKind::Declare ||
           Is.Kind == ValueKind::Sliced;
  }

  ValueRef
  finish(llvm::StringRef Text,
         llvm::function_ref<NameMeaning(llvm::StringRef)> MeaningOf) const;
};

ValueBuilder::ValueBuilder(llvm::StringRef Text) : Text(Text) {
  Value V;
  V.Kind = ValueKind::Block;
  V.Where = {0, static_cast<unsigned>(Text.size())};
  Root = std::make_unique<Part>(std::move(V));
}

ValueBuilder::~ValueBuilder() = default;

//===--- Ranges -----------------------------------------------------------===//

/// The first of Parts, which are ranges, that ends behind Begin.
template <class PartList>
static auto firstBehind(PartList &Parts, unsigned Begin) {
  return llvm::partition_point(
      Parts, [&](const auto &P) { return P->where().End <= Begin; });
}

/// The innermost part that holds S, and may hold a part of that range.
ValueBuilder::Part &ValueBuilder::partAround(Span S) const {
  Part *In = Root.get();
  while (true) {
    auto Holds = firstBehind(In->Parts, S.Begin);
    if (Holds == In->Parts.end() || !(*Holds)->where().contains(S))
      return *In;
    // All that has the range of a respelled part is around it.
    if ((*Holds)->Is.Kind == ValueKind::Respelled && (*Holds)->where() == S)
      return *In;
    In = Holds->get();
  }
}

bool ValueBuilder::add(Value V) {
  const Span S = V.Where;
  if (S.isEmpty() || !Root->where().contains(S))
    return false;
  Part &In = partAround(S);
  if (In.Is.Kind == ValueKind::Respelled)
    return false;
  auto First = firstBehind(In.Parts, S.Begin);
  auto Last = std::find_if(First, In.Parts.end(), [&](const auto &P) {
    return P->where().Begin >= S.End;
  });
  // A name or a literal that is respelled has no other text to hold.
  const bool IsLeaf = V.Kind == ValueKind::Name || V.Kind == ValueKind::Array ||
                      V.Kind == ValueKind::Constant;
  if (!std::all_of(First, Last, [&](const auto &P) {
        return S.contains(P->where()) && !(IsLeaf && P->where() == S);
      }))
    return false;
  auto New = std::make_unique<Part>(std::move(V));
  New->Parts.assign(std::make_move_iterator(First),
                    std::make_move_iterator(Last));
  In.Parts.insert(In.Parts.erase(First, Last), std::move(New));
  return true;
}

static Value withOther(ValueKind Kind, Span Where, ValueRef Other) {
  Value V;
  V.Kind = Kind;
  V.Where = Where;
  V.Operands = {{Where, nullptr}, {{}, std::move(Other)}};
  return V;
}

static Value updating(Span Where, unsigned Array, ValueRef Other) {
  Value V = withOther(ValueKind::Update, Where, std::move(Other));
  V.Index = Array;
  return V;
}

bool ValueBuilder::respell(Span Where, ValueRef Spelled) {
  return add(withOther(ValueKind::Respelled, Where, std::move(Spelled)));
}

bool ValueBuilder::respellUpdate(Span Where, unsigned Array, ValueRef Spelled) {
  return add(updating(Where, Array, std::move(Spelled)));
}

bool ValueBuilder::slice(Span Where, ValueRef Left) {
  return add(withOther(ValueKind::Sliced, Where, std::move(Left)));
}

//===--- Points -----------------------------------------------------------===//

/// The new part; null where it is ignored.
ValueBuilder::Part *ValueBuilder::place(Value Point, Span Around) {
  const unsigned At = Point.Where.Begin;
  const bool IsHidden = Point.Kind == ValueKind::Hidden;
  Part *In = Root.get();
  while (true) {
    auto Holds = llvm::find_if(In->Parts, [&](const auto &P) {
      const Span S = P->where();
      if (!Around.isEmpty())
        return S.contains(Around) && !(S == Around);
      return S.Begin <= At && At < S.End &&
             (S.Begin < At || P->isStatement() || IsHidden);
    });
    if (Holds == In->Parts.end())
      break;
    In = Holds->get();
    if (In->Is.Kind == ValueKind::Respelled)
      return nullptr;
  }
  auto Behind = llvm::find_if(In->Parts, [&](const auto &P) {
    return P->where().Begin > At || (P->where().Begin == At && !P->isPoint());
  });
  return In->Parts.insert(Behind, std::make_unique<Part>(std::move(Point)))
      ->get();
}

void ValueBuilder::insert(unsigned At, ValueRef Spelled, Span Around) {
  place(withOther(ValueKind::Respelled, {At, At}, std::move(Spelled)), Around);
}

void ValueBuilder::insertUpdate(unsigned At, unsigned Array, ValueRef Spelled) {
  place(updating({At, At}, Array, std::move(Spelled)));
}

static Value tokens(unsigned At, std::string Text) {
  Value V;
  V.Kind = ValueKind::Tokens;
  V.Where = {At, At};
  V.Name = std::move(Text);
  return V;
}

void ValueBuilder::insertInBoth(unsigned At, std::string Tokens) {
  place(tokens(At, std::move(Tokens)));
}

void ValueBuilder::insertReadings(unsigned At, std::string Tokens,
                                  ValueRef Spelled) {
  Part *Point =
      place(withOther(ValueKind::Respelled, {At, At}, std::move(Spelled)));
  if (Point)
    Point->Parts.push_back(
        std::make_unique<Part>(tokens(At, std::move(Tokens))));
}

void ValueBuilder::insertIn(Span Where, std::string First, std::string Last) {
  Part *In = Root.get();
  while (In->Is.Kind != ValueKind::Block || !(In->where() == Where)) {
    auto Holds = llvm::find_if(
        In->Parts, [&](const auto &P) { return P->where().contains(Where); });
    if (Holds == In->Parts.end())
      return;
    In = Holds->get();
  }
  In->Parts.insert(In->Parts.begin(), std::make_unique<Part>(tokens(
                                          Where.Begin, std::move(First))));
  In->Parts.push_back(
      std::make_unique<Part>(tokens(Where.End, std::move(Last))));
}

void ValueBuilder::hide(unsigned At, std::string Name) {
  Value V;
  V.Kind = ValueKind::Hidden;
  V.Where = {At, At};
  V.Name = std::move(Name);
  place(std::move(V));
}

//===--- The tree ---------------------------------------------------------===//

/// The identifiers in [Begin, End), behind what is there.
static void addNames(Span S, llvm::StringRef Text,
                     llvm::function_ref<NameMeaning(llvm::StringRef)> MeaningOf,
                     std::vector<Operand> &To) {
  forEachIdentifier(Text.slice(S.Begin, S.End), [&](llvm::StringRef Name) {
    auto V = std::make_shared<Value>();
    V->Kind = ValueKind::Name;
    V->Name = Name.str();
    V->Means = MeaningOf(Name);
    const auto Begin = static_cast<unsigned>(Name.begin() - Text.begin());
    V->Where = {Begin, Begin + static_cast<unsigned>(Name.size())};
    To.push_back({V->Where, std::move(V)});
  });
}

ValueRef ValueBuilder::Part::finish(
    llvm::StringRef Text,
    llvm::function_ref<NameMeaning(llvm::StringRef)> MeaningOf) const {
  // A name stands for itself.
  if (Is.Kind == ValueKind::Hidden || Is.Kind == ValueKind::Tokens ||
      Is.Kind == ValueKind::Name || Is.Kind == ValueKind::Array)
    return std::make_shared<Value>(Is);
  auto Own = std::make_shared<Value>(Is);
  if (hasOther()) {
    Own = std::make_shared<Value>();
    Own->Kind = isPoint() ? ValueKind::Sequence : ValueKind::Source;
    Own->Where = Is.Where;
  }
  Own->Operands.clear();
  unsigned At = where().Begin;
  for (const auto &P : Parts) {
    addNames({At, P->where().Begin}, Text, MeaningOf, Own->Operands);
    Own->Operands.push_back({P->where(), P->finish(Text, MeaningOf)});
    At = P->where().End;
  }
  addNames({At, where().End}, Text, MeaningOf, Own->Operands);
  if (!hasOther())
    return Own;
  auto Both = std::make_shared<Value>(Is);
  Both->Operands[0].Is = std::move(Own);
  return Both;
}

ValueRef ValueBuilder::finish(
    llvm::function_ref<NameMeaning(llvm::StringRef)> MeaningOf) const {
  return Root->finish(Text, MeaningOf);
}

} // namespace heddle
