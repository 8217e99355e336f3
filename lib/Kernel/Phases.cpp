//===- Phases.cpp - A kernel of several phases ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Phases.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {
namespace phases {

Value literal(std::string Text) {
  Value V;
  V.Text = std::move(Text);
  return V;
}

Value index(Sym At) {
  Value V;
  V.What = Value::Index;
  V.At = std::move(At);
  return V;
}

Value read(std::string Name, std::vector<Sym> Subscripts) {
  Value V;
  V.What = Value::Read;
  V.Of = {std::move(Name), std::move(Subscripts)};
  return V;
}

Value operation(Value::Kind What, Value A, Value B) {
  Value V;
  V.What = What;
  V.Operands = {std::move(A), std::move(B)};
  return V;
}

Value choose(Sym Condition, Value Then, Value Else) {
  Value V = operation(Value::Choose, std::move(Then), std::move(Else));
  V.At = std::move(Condition);
  return V;
}

Statement set(Element To, Value From) {
  Statement S;
  S.To = std::move(To);
  S.From = std::move(From);
  return S;
}

Statement addTo(Element To, Value From) {
  Statement S = set(std::move(To), std::move(From));
  S.What = Statement::AddTo;
  return S;
}

Statement let(std::string Type, std::string Name, Value From) {
  Statement S = set({std::move(Name), {}}, std::move(From));
  S.What = Statement::Let;
  S.Type = std::move(Type);
  return S;
}

Statement serial(std::string Name, Sym Lower, Sym Upper,
                 std::vector<Statement> Body, bool Unroll) {
  Statement S;
  S.What = Statement::Serial;
  S.Name = std::move(Name);
  S.Lower = std::move(Lower);
  S.Upper = std::move(Upper);
  S.Body = std::move(Body);
  S.Unroll = Unroll;
  return S;
}

Statement when(Sym Condition, std::vector<Statement> Body,
               std::vector<Statement> Else) {
  Statement S;
  S.What = Statement::If;
  S.Condition = std::move(Condition);
  S.Body = std::move(Body);
  S.Else = std::move(Else);
  return S;
}

Statement named(std::string Name, Sym Value) {
  Statement S;
  S.What = Statement::Named;
  S.Name = std::move(Name);
  S.Condition = std::move(Value);
  return S;
}

Statement part(unsigned Number, std::vector<std::string> Buffers,
               std::vector<std::string> Written,
               std::vector<std::string> Kept) {
  Statement S;
  S.What = Statement::Part;
  S.Number = Number;
  S.Buffers = std::move(Buffers);
  S.Written = std::move(Written);
  S.Kept = std::move(Kept);
  return S;
}

Item run(Phase Of) {
  Item I;
  I.Of = std::move(Of);
  return I;
}

Item uniformLoop(std::string Counter, Sym From, Sym To, Sym Step,
                 std::vector<Item> Body) {
  Item I;
  I.What = Item::Loop;
  I.Counter = std::move(Counter);
  I.From = std::move(From);
  I.To = std::move(To);
  I.Step = std::move(Step);
  I.Body = std::move(Body);
  return I;
}

Item uniformIf(Sym Condition, std::vector<Item> Body) {
  Item I;
  I.What = Item::When;
  I.Condition = std::move(Condition);
  I.Body = std::move(Body);
  return I;
}

//===--- Dump -------------------------------------------------------------===//

namespace {

struct Dumper {
  llvm::raw_ostream &OS;

  llvm::raw_ostream &line(unsigned Depth) { return OS.indent(2 * Depth); }

  void element(const Element &E) {
    OS << E.Name;
    for (const Sym &S : E.Subscripts)
      OS << "[" << toString(S) << "]";
  }
  void list(llvm::ArrayRef<Value> Values) {
    llvm::interleaveComma(Values, OS, [&](const Value &V) { value(V); });
  }
  void value(const Value &V);
  void statement(const Statement &S, unsigned Depth);
  void buffer(const char *What, const Buffer &B);
  void phase(const Phase &P, unsigned Depth);
  void item(const Item &I, unsigned Depth);
  void part(const char *Name, llvm::ArrayRef<Statement> Statements,
            unsigned Depth) {
    if (Statements.empty())
      return;
    line(Depth) << Name << "\n";
    for (const Statement &S : Statements)
      statement(S, Depth + 1);
  }
};

/// As a call in prefix form.
void Dumper::value(const Value &V) {
  switch (V.What) {
  case Value::Literal:
    OS << V.Text;
    return;
  case Value::Index:
    OS << "index(" << toString(V.At) << ")";
    return;
  case Value::Read:
    element(V.Of);
    return;
  case Value::Negate:
    OS << "neg(";
    break;
  case Value::Add:
    OS << "add(";
    break;
  case Value::Subtract:
    OS << "sub(";
    break;
  case Value::Multiply:
    OS << "mul(";
    break;
  case Value::Divide:
    OS << "div(";
    break;
  case Value::Choose:
    OS << "choose(" << toString(V.At) << ", ";
    break;
  case Value::Call:
    OS << V.Text << "(";
    break;
  }
  list(V.Operands);
  OS << ")";
}

void Dumper::statement(const Statement &S, unsigned Depth) {
  line(Depth);
  switch (S.What) {
  case Statement::Set:
  case Statement::AddTo:
    element(S.To);
    OS << (S.What == Statement::Set ? " = " : " += ");
    value(S.From);
    break;
  case Statement::Let:
    OS << "let " << S.Type << " " << S.To.Name << " = ";
    value(S.From);
    break;
  case Statement::Serial:
    OS << "serial " << S.Name << " in [" << toString(S.Lower) << ", "
       << toString(S.Upper) << ")" << (S.Unroll ? ", unrolled" : "");
    break;
  case Statement::If:
    OS << "if " << toString(S.Condition);
    break;
  case Statement::Named:
    OS << S.Name << " = " << toString(S.Condition);
    break;
  case Statement::Part:
    OS << "part " << S.Number << " of the body";
    if (!S.Buffers.empty())
      OS << ", touches " << llvm::join(S.Buffers, ", ");
    if (!S.Written.empty())
      OS << ", writes " << llvm::join(S.Written, ", ");
    if (!S.Kept.empty())
      OS << ", keeps " << llvm::join(S.Kept, ", ");
    break;
  }
  OS << "\n";
  for (const Statement &Inner : S.Body)
    statement(Inner, Depth + 1);
  if (!S.Else.empty())
    line(Depth) << "else\n";
  for (const Statement &Inner : S.Else)
    statement(Inner, Depth + 1);
}

void Dumper::buffer(const char *What, const Buffer &B) {
  line(1) << What << " " << B.Type << " " << B.Name;
  for (const Sym &E : B.Extents)
    OS << "[" << toString(E) << "]";
  if (B.Pitch)
    OS << ", rows " << toString(*B.Pitch) << " apart";
  OS << "\n";
}

void Dumper::phase(const Phase &P, unsigned Depth) {
  line(Depth) << (P.Barrier ? "phase" : "each");
  if (!P.Predicate.isConst(1))
    OS << " where " << toString(P.Predicate);
  OS << "\n";
  for (const Local &L : P.Indices)
    line(Depth + 1) << L.Name << " = " << toString(L.Value) << "\n";
  part("loads", P.Loads, Depth + 1);
  part("statements", P.Statements, Depth + 1);
  part("stores", P.Stores, Depth + 1);
}

void Dumper::item(const Item &I, unsigned Depth) {
  switch (I.What) {
  case Item::Run:
    phase(I.Of, Depth);
    return;
  case Item::Loop:
    line(Depth) << "loop " << I.Counter << " in [" << toString(I.From) << ", "
                << toString(I.To) << ") by " << toString(I.Step) << "\n";
    break;
  case Item::When:
    line(Depth) << "if " << toString(I.Condition) << "\n";
    break;
  }
  for (const Item &Inner : I.Body)
    item(Inner, Depth + 1);
}

} // namespace

void dump(const Kernel &K, llvm::raw_ostream &OS) {
  Dumper D{OS};
  OS << "kernel " << K.Name << ", indices " << K.IndexType << "\n";
  if (!K.Sizes.empty())
    D.line(1) << "sizes " << llvm::join(K.Sizes, ", ") << "\n";
  for (const Parameter &P : K.Parameters) {
    D.line(1) << (P.What == Parameter::Array ? "array " : "scalar ") << P.Type
              << " " << P.Name;
    for (const Sym &E : P.Extents)
      OS << "[" << toString(E) << "]";
    OS << (P.Written ? ", written" : "") << (P.Restrict ? ", restrict" : "")
       << "\n";
  }
  for (const Buffer &B : K.Shared)
    D.buffer("shared", B);
  for (const Buffer &B : K.Registers)
    D.buffer("registers", B);
  D.line(1) << "block (" << llvm::join(K.Blocks, ", ") << "), thread ("
            << llvm::join(K.Threads, ", ") << ")\n";
  for (const Local &L : K.Uniform)
    D.line(1) << L.Name << " = " << toString(L.Value) << "\n";
  for (const Item &I : K.Body)
    D.item(I, 1);
}

} // namespace phases
} // namespace heddle
