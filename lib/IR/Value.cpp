//===- Value.cpp - A statement as a tree of values ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

//===--- Making nodes -----------------------------------------------------===//

static std::shared_ptr<Value> make(ValueKind Kind, std::string Name = {}) {
  auto V = std::make_shared<Value>();
  V->Kind = Kind;
  V->Name = std::move(Name);
  return V;
}

ValueRef makeTokens(std::string Text) {
  return make(ValueKind::Tokens, std::move(Text));
}

ValueRef makeName(std::string Name, NameMeaning Means) {
  auto V = make(ValueKind::Name, std::move(Name));
  V->Means = Means;
  return V;
}

ValueRef makeConstant(std::string Text) {
  return make(ValueKind::Constant, std::move(Text));
}

ValueRef makeArray(unsigned Array) {
  auto V = make(ValueKind::Array);
  V->Index = Array;
  return V;
}

ValueRef makeCopy(unsigned Copy) {
  auto V = make(ValueKind::Copy);
  V->Index = Copy;
  return V;
}

ValueRef makeNumber(Sym Expression, bool Narrow) {
  auto V = make(ValueKind::Number);
  V->Expression = std::move(Expression);
  V->Narrow = Narrow;
  return V;
}

ValueRef makeValue(ValueKind Kind, std::vector<ValueRef> Operands,
                   std::string Name, std::string Type) {
  auto V = make(Kind, std::move(Name));
  V->Type = std::move(Type);
  for (ValueRef &Op : Operands)
    V->Operands.push_back({{}, std::move(Op)});
  return V;
}

//===--- Looking ----------------------------------------------------------===//

void forEachValue(const Value &V,
                  llvm::function_ref<bool(const Value &)> Visit) {
  if (!Visit(V))
    return;
  for (const Operand &Op : V.Operands)
    forEachValue(*Op.Is, Visit);
}

ValueRef valueAt(const ValueRef &V, Span Where, ValueKind Kind) {
  if (V->Where == Where && V->Kind == Kind)
    return V;
  for (const Operand &Op : V->Operands)
    if (Op.Place.contains(Where) || !V->isWritten())
      if (ValueRef Found = valueAt(Op.Is, Where, Kind))
        return Found;
  return nullptr;
}

//===--- Changing ---------------------------------------------------------===//

ValueRef changed(const ValueRef &V,
                 llvm::function_ref<ValueRef(const ValueRef &)> Change) {
  if (ValueRef Other = Change(V))
    return Other;
  std::shared_ptr<Value> Copy;
  for (size_t I = 0; I < V->Operands.size(); ++I) {
    ValueRef Op = changed(V->Operands[I].Is, Change);
    if (Op == V->Operands[I].Is)
      continue;
    if (!Copy)
      Copy = std::make_shared<Value>(*V);
    Copy->Operands[I].Is = std::move(Op);
  }
  return Copy ? ValueRef(std::move(Copy)) : V;
}

ValueRef renumberedAccesses(const ValueRef &V,
                            const std::vector<int> &NewIndex) {
  auto Copy = std::make_shared<Value>(*V);
  Copy->Accesses.clear();
  for (unsigned I : V->Accesses)
    if (NewIndex[I] >= 0)
      Copy->Accesses.push_back(static_cast<unsigned>(NewIndex[I]));
  for (Operand &Op : Copy->Operands)
    Op.Is = renumberedAccesses(Op.Is, NewIndex);
  return Copy;
}

//===--- Checking ---------------------------------------------------------===//

namespace {

struct KindInfo {
  ValueKind Kind;
  llvm::StringLiteral Name;
  unsigned Least, Most; ///< operands of a node without text
};

constexpr unsigned Any = ~0u;

constexpr KindInfo Kinds[] = {
    {ValueKind::Source, "source", 0, Any},
    {ValueKind::Hidden, "hidden", 0, 0},
    {ValueKind::Respelled, "respelled", 2, 2},
    {ValueKind::Update, "update", 2, 2},
    {ValueKind::Sliced, "sliced", 2, 2},
    {ValueKind::Blank, "blank", 0, 0},
    {ValueKind::Block, "block", 0, Any},
    {ValueKind::Loop, "loop", 2, 2},
    {ValueKind::If, "if", 2, 3},
    {ValueKind::Declare, "declare", 0, 1},
    {ValueKind::Assign, "assign", 2, 2},
    {ValueKind::Unary, "unary", 1, 1},
    {ValueKind::Binary, "binary", 2, 2},
    {ValueKind::Select, "select", 3, 3},
    {ValueKind::Call, "call", 0, Any},
    {ValueKind::Cast, "cast", 1, 1},
    {ValueKind::Subscript, "subscript", 2, Any},
    {ValueKind::Access, "access", 1, 1},
    {ValueKind::Element, "element", 1, 1},
    {ValueKind::Own, "own", 1, 1},
    {ValueKind::Constant, "constant", 0, 0},
    {ValueKind::Name, "name", 0, 0},
    {ValueKind::Array, "array", 0, 0},
    {ValueKind::Tokens, "tokens", 0, 0},
    {ValueKind::Sequence, "sequence", 0, Any},
    {ValueKind::Number, "number", 0, 0},
    {ValueKind::Copy, "copy", 0, 0},
};

const KindInfo &infoOf(ValueKind K) { return Kinds[static_cast<unsigned>(K)]; }

/// The operands are readings of one text.
bool hasReadings(ValueKind K) {
  return K == ValueKind::Respelled || K == ValueKind::Update ||
         K == ValueKind::Sliced;
}

/// The values within the text of a node stand there in order.
std::string verifyPlaces(const Value &V) {
  unsigned At = V.Where.Begin;
  for (const Operand &Op : V.Operands) {
    if (!V.isWritten())
      continue;
    if (Op.Place.Begin > Op.Place.End || !V.Where.contains(Op.Place))
      return llvm::formatv("an operand of '{0}' lies outside of its text",
                           kindName(V.Kind));
    if (Op.Place.Begin < At)
      return llvm::formatv("operands of '{0}' overlap", kindName(V.Kind));
    At = Op.Place.End;
  }
  return "";
}

std::string verifyNode(const Value &V, const ValueTables &Tables) {
  const KindInfo &Info = infoOf(V.Kind);
  auto Beyond = [&](unsigned Index, unsigned Size, const char *What) {
    return Index < Size ? std::string()
                        : llvm::formatv("'{0}' names {1} {2} of {3}", Info.Name,
                                        What, Index, Size)
                              .str();
  };
  if (V.Where.Begin > V.Where.End || V.Where.End > Tables.Text)
    return llvm::formatv("'{0}' stands for bytes that are not there",
                         Info.Name);
  // The two readings of a place are no parts of its text.
  const bool Counted = !V.isWritten() || hasReadings(V.Kind);
  if (Counted &&
      (V.Operands.size() < Info.Least || V.Operands.size() > Info.Most))
    return llvm::formatv("'{0}' has {1} operands", Info.Name,
                         V.Operands.size());
  for (unsigned A : V.Accesses)
    if (std::string Why = Beyond(A, Tables.Accesses, "access"); !Why.empty())
      return Why;
  if (V.Kind == ValueKind::Array || V.Kind == ValueKind::Update)
    return Beyond(V.Index, Tables.Arrays, "array");
  if (V.Kind == ValueKind::Loop)
    return Beyond(V.Index, Tables.Loops, "loop");
  return "";
}

} // namespace

llvm::StringRef kindName(ValueKind K) { return infoOf(K).Name; }

std::string verifyValue(const Value &V, const ValueTables &Tables) {
  for (const Operand &Op : V.Operands)
    if (!Op.Is)
      return llvm::formatv("'{0}' lacks an operand", kindName(V.Kind));
  std::string Why = verifyNode(V, Tables);
  if (Why.empty() && !hasReadings(V.Kind))
    Why = verifyPlaces(V);
  for (const Operand &Op : V.Operands)
    if (Why.empty())
      Why = verifyValue(*Op.Is, Tables);
  return Why;
}

void dump(const Value &V, llvm::raw_ostream &OS, unsigned Indent) {
  OS.indent(Indent) << kindName(V.Kind);
  if (!V.Name.empty())
    OS << " '" << V.Name << "'";
  if (!V.Type.empty())
    OS << " of type '" << V.Type << "'";
  switch (V.Kind) {
  case ValueKind::Array:
  case ValueKind::Update:
  case ValueKind::Loop:
  case ValueKind::Copy:
    OS << " " << V.Index;
    break;
  case ValueKind::Number:
    OS << " " << toString(V.Expression);
    break;
  case ValueKind::Name:
    OS << (V.Means == NameMeaning::Counter ? ", counter"
           : V.Means == NameMeaning::Local || V.Means == NameMeaning::Declared
               ? ", local"
           : V.Means == NameMeaning::Outside ? ", outside"
                                             : "");
    break;
  default:
    break;
  }
  if (!V.Accesses.empty()) {
    OS << " for accesses";
    for (unsigned A : V.Accesses)
      OS << " " << A;
  }
  if (V.isWritten())
    OS << " [" << V.Where.Begin << ", " << V.Where.End << ")";
  OS << "\n";
  for (const Operand &Op : V.Operands)
    dump(*Op.Is, OS, Indent + 2);
}

} // namespace heddle
