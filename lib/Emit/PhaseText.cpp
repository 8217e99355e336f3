//===- PhaseText.cpp - The text of a kernel of several phases -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/PhaseText.h"
#include "Emit/KernelText.h"
#include "Support/Identifiers.h"
#include "Support/SymPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

namespace heddle {
using namespace phases;

namespace {

using Printed = SymPrinter::Printed;

//===--- Indices ----------------------------------------------------------===//

/// All leaves are of the kernel's index type, so that no operation has two
/// literals or a narrower type. A quotient is C++'s: see phases::Local.
class IndexPrinter : public SymPrinter {
private:
  Printed leaf(const std::string &Name) const override {
    return {Name, Binding::Atom};
  }
  Infix infixOf(const Sym &S) const override;
  Printed function(const Sym &S) const override;
  Printed choice(const std::string &Cond, const Sym &S, unsigned Then,
                 unsigned Else) const {
    return {Cond + " ? " + operand(S, Then, Binding::Or) + " : " +
                operand(S, Else, Binding::Or),
            Binding::Choice};
  }
  /// Text is < or >.
  Printed least(const Sym &S, const char *Text) const {
    return choice(operand(S, 0, Binding::Sum) + Text +
                      operand(S, 1, Binding::Sum),
                  S, 0, 1);
  }
};

SymPrinter::Infix IndexPrinter::infixOf(const Sym &S) const {
  Infix How = SymPrinter::infixOf(S);
  if (S.kind() == SymKind::Mul)
    How.Right = Binding::Unary;
  if (S.kind() == SymKind::And || S.kind() == SymKind::Or) {
    if (S.operands()[0].kind() == S.kind())
      How.Left = How.Own;
    if (S.operands()[1].kind() == S.kind())
      How.Right = How.Own;
  }
  return How;
}

Printed IndexPrinter::function(const Sym &S) const {
  switch (S.kind()) {
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
    return binary(S, {S.kind() == SymKind::FloorDiv ? "/" : "%",
                      Binding::Product, Binding::Product, Binding::Unary});
  case SymKind::CeilDiv:
    return {"(" + operand(S, 0, Binding::Sum) + " + " +
                operand(S, 1, Binding::Product) + " - 1) / " +
                operand(S, 1, Binding::Unary),
            Binding::Product};
  case SymKind::Min:
    return least(S, " < ");
  case SymKind::Max:
    return least(S, " > ");
  default:
    return choice(operand(S, 0, Binding::Or), S, 1, 2);
  }
}

Printed index(const Sym &S) { return IndexPrinter().print(S); }

std::string at(const Printed &P, Binding Least) {
  return SymPrinter::within(P, Least);
}

std::string text(const Sym &S) { return index(S).Text; }

std::string brackets(llvm::ArrayRef<Sym> List) {
  std::string Text;
  for (const Sym &S : List)
    Text += "[" + text(S) + "]";
  return Text;
}

//===--- The kernel -------------------------------------------------------===//

class Writer {
public:
  Writer(const Kernel &K, Dialect D, PartText Of = nullptr);
  std::string kernel();
  std::string body();

private:
  void line(const llvm::Twine &Text) {
    Out += std::string(2 * Depth, ' ') + Text.str() + "\n";
  }
  void open(const llvm::Twine &Header) {
    line(Header + " {");
    ++Depth;
  }
  void close(const char *End = "}") {
    --Depth;
    line(End);
  }
  std::string signature() const;
  void declarations();
  std::string element(const Element &E) const;
  Printed value(const phases::Value &V) const;
  void statement(const Statement &S);
  void otherwise(const Statement &S);
  void statements(llvm::ArrayRef<Statement> Body);
  void phase(const Phase &P);
  void item(const Item &I);
  /// Whether the text of the body has the name.
  bool mentions(const std::string &Body, const std::string &Name) const;
  std::string counting(const std::string &Name, const Sym &From, const Sym &To,
                       const Sym &Step) const;

  const Kernel &K;
  const Dialect D;
  const PartText Of;
  std::map<std::string, const Parameter *> Arrays;
  std::map<std::string, const Buffer *> Registers;
  std::string Out;
  unsigned Depth = 0;
};

Writer::Writer(const Kernel &K, Dialect D, PartText Of) : K(K), D(D), Of(Of) {
  for (const Parameter &P : K.Parameters)
    if (P.What == Parameter::Array)
      Arrays[P.Name] = &P;
  for (const Buffer &B : K.Registers)
    Registers[B.Name] = &B;
}

std::string Writer::signature() const {
  std::vector<std::string> Params;
  for (const Parameter &P : K.Parameters)
    if (P.What == Parameter::Scalar)
      Params.push_back(P.Type + " " + P.Name);
    else
      Params.push_back(std::string(P.Written ? "" : "const ") + P.Type + " *" +
                       (P.Restrict ? "__restrict__ " : "") + P.Name);
  std::string Text;
  if (!K.Sizes.empty())
    Text = "template <" + K.IndexType + " " +
           llvm::join(K.Sizes, ", " + K.IndexType + " ") + ">\n";
  return Text +
         wrapped("static " + std::string(ofKernels(D)) + "void " + K.Name,
                 Params, 0);
}

void Writer::declarations() {
  const char *Shared = D == Dialect::Written ? "HEDDLE_SHARED "
                       : D == Dialect::Cuda  ? "__attribute__((shared)) "
                                             : "";
  for (const Buffer &B : K.Shared) {
    std::vector<Sym> Extents = B.Extents;
    if (B.Pitch)
      Extents.back() = *B.Pitch;
    line(Shared + llvm::Twine("::heddle::rt::shared<") + B.Type +
         brackets(Extents) + "> " + B.Name + ";");
  }
  for (const Buffer &B : K.Registers)
    line("::heddle::rt::per_thread<" + B.Type + brackets(B.Extents) + "> " +
         B.Name + ";");
}

/// A register is the thread's own; an array's element is at its place in
/// memory.
std::string Writer::element(const Element &E) const {
  if (Registers.count(E.Name))
    return E.Name + "(" + llvm::join(K.Threads, ", ") + ")" +
           brackets(E.Subscripts);
  auto Array = Arrays.find(E.Name);
  if (Array == Arrays.end() || Array->second->OfRows)
    return E.Name + brackets(E.Subscripts);
  const std::optional<Sym> &Plane = Array->second->Plane;
  const size_t First = Plane ? 1 : 0;
  const auto Wide = [&](const Sym &S) -> Printed {
    if (!Array->second->IsLong)
      return index(S);
    return {"static_cast<long long>(" + text(S) + ")", Binding::Atom};
  };
  const bool IsSum = E.Subscripts.size() > First + 1;
  Printed Place =
      IsSum ? Wide(E.Subscripts[First]) : index(E.Subscripts[First]);
  for (size_t I = First + 1; I < E.Subscripts.size(); ++I)
    Place = {at(Place, Binding::Product) + " * " +
                 at(index(Array->second->Extents[I]), Binding::Unary) + " + " +
                 at(index(E.Subscripts[I]), Binding::Sum),
             Binding::Sum};
  if (Plane)
    Place = {at(Wide(E.Subscripts[0]), Binding::Product) + " * " +
                 at(index(*Plane), Binding::Unary) + " + " +
                 at(Place, Binding::Product),
             Binding::Sum};
  return E.Name + "[" + Place.Text + "]";
}

Printed Writer::value(const phases::Value &V) const {
  const auto Operand = [&](unsigned I, Binding Least) {
    return at(value(V.Operands[I]), Least);
  };
  const auto Infix = [&](const char *Op, Binding Own, Binding Right) {
    return Printed{Operand(0, Own) + Op + Operand(1, Right), Own};
  };
  switch (V.What) {
  case phases::Value::Literal:
    return {V.Text, llvm::StringRef(V.Text).starts_with("-") ? Binding::Unary
                                                             : Binding::Atom};
  case phases::Value::Index:
    return index(V.At);
  case phases::Value::Read:
    return {element(V.Of), Binding::Atom};
  case phases::Value::Negate:
    return {"-" + Operand(0, Binding::Atom), Binding::Unary};
  case phases::Value::Add:
    return Infix(" + ", Binding::Sum, Binding::Product);
  case phases::Value::Subtract:
    return Infix(" - ", Binding::Sum, Binding::Product);
  case phases::Value::Multiply:
    return Infix(" * ", Binding::Product, Binding::Unary);
  case phases::Value::Divide:
    return Infix(" / ", Binding::Product, Binding::Unary);
  case phases::Value::Choose:
    return {at(index(V.At), Binding::Or) + " ? " + Operand(0, Binding::Or) +
                " : " + Operand(1, Binding::Or),
            Binding::Choice};
  case phases::Value::Call: {
    std::vector<std::string> Given;
    for (const phases::Value &Operand : V.Operands)
      Given.push_back(value(Operand).Text);
    return {V.Text + "(" + llvm::join(Given, ", ") + ")", Binding::Atom};
  }
  }
  llvm_unreachable("unknown kind");
}

std::string Writer::counting(const std::string &Name, const Sym &From,
                             const Sym &To, const Sym &Step) const {
  return "for (" + K.IndexType + " " + Name + " = " + text(From) + "; " + Name +
         " < " + at(index(To), Binding::Sum) + "; " +
         (Step.isConst(1) ? "++" + Name : Name + " += " + text(Step)) + ")";
}

void Writer::statement(const Statement &S) {
  switch (S.What) {
  case Statement::Set:
  case Statement::AddTo:
    line(element(S.To) + (S.What == Statement::Set ? " = " : " += ") +
         value(S.From).Text + ";");
    return;
  case Statement::Let:
    line(S.Type + " " + S.To.Name + " = " + value(S.From).Text + ";");
    return;
  case Statement::Serial:
    if (S.Unroll)
      Out += unrollLine(D, std::string(2 * Depth, ' '));
    open(counting(S.Name, S.Lower, S.Upper, 1));
    break;
  case Statement::If:
    open("if (" + text(S.Condition) + ")");
    break;
  case Statement::Named:
    line("const " + K.IndexType + " " + S.Name + " = " + text(S.Condition) +
         ";");
    return;
  case Statement::Part:
    Out += Of(S.Number, 2 * Depth);
    return;
  }
  statements(S.Body);
  otherwise(S);
  close();
}

/// The rest, where no condition holds.
void Writer::otherwise(const Statement &S) {
  if (S.Else.empty())
    return;
  --Depth;
  const Statement &First = S.Else.front();
  const bool IsChain = S.Else.size() == 1 && First.What == Statement::If;
  open(IsChain ? "} else if (" + text(First.Condition) + ")" : "} else");
  statements(IsChain ? First.Body : S.Else);
  if (IsChain)
    otherwise(First);
}

void Writer::statements(llvm::ArrayRef<Statement> Body) {
  for (const Statement &S : Body)
    statement(S);
}

void Writer::phase(const Phase &P) {
  std::string Before = std::move(Out);
  Out.clear();
  ++Depth;
  for (const Local &L : P.Indices)
    line("const " + K.IndexType + " " + L.Name + " = " + text(L.Value) + ";");
  const bool Predicated = !P.Predicate.isConst(1);
  if (Predicated)
    open("if (" + text(P.Predicate) + ")");
  statements(P.Loads);
  statements(P.Statements);
  statements(P.Stores);
  if (Predicated)
    close();
  --Depth;
  std::string Body = std::move(Out);
  Out = std::move(Before);
  std::vector<std::string> Coordinates;
  for (const std::string &T : K.Threads)
    Coordinates.push_back(K.IndexType + (mentions(Body, T) ? " " + T : ""));
  line(llvm::Twine("::heddle::rt::") + (P.Barrier ? "phase" : "each") +
       "([&](" + llvm::join(Coordinates, ", ") + ") {");
  Out += Body;
  line("});");
}

void Writer::item(const Item &I) {
  switch (I.What) {
  case Item::Run:
    phase(I.Of);
    return;
  case Item::Loop:
    if (I.Unroll > 1)
      Out += unrollLine(D, std::string(2 * Depth, ' '), I.Unroll);
    open(counting(I.Counter, I.From, I.To, I.Step));
    break;
  case Item::When:
    open("if (" + text(I.Condition) + ")");
    break;
  }
  for (const Item &Inner : I.Body)
    item(Inner);
  close();
}

bool Writer::mentions(const std::string &Body, const std::string &Name) const {
  bool Found = false;
  forEachIdentifier(Body, [&](llvm::StringRef One) { Found |= One == Name; });
  return Found;
}

std::string Writer::kernel() {
  open(signature());
  return body();
}

/// All behind the signature.
std::string Writer::body() {
  Depth = 1;
  declarations();
  std::string Head = std::move(Out);
  Out.clear();
  for (const Local &L : K.Uniform)
    line("const " + K.IndexType + " " + L.Name + " = " + text(L.Value) + ";");
  for (const Item &I : K.Body)
    item(I);
  close();
  std::string Body = std::move(Out);
  Out = std::move(Head);
  ++Depth;
  for (size_t I = 0; I < K.Blocks.size(); ++I)
    if (mentions(Body, K.Blocks[I]))
      line("const " + K.IndexType + " " + K.Blocks[I] + " = static_cast<" +
           K.IndexType + ">(::heddle::rt::block_" + "xyz"[I] + "());");
  return Out + Body;
}

} // namespace

std::string phasesText(const Kernel &K, Dialect D) {
  return Writer(K, D).kernel();
}

std::string phasesBody(const Kernel &K, Dialect D, PartText Of) {
  return Writer(K, D, Of).body();
}

std::string indexText(const Sym &S) { return text(S); }

} // namespace heddle
