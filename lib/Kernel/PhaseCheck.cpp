//===- PhaseCheck.cpp - What a kernel of several phases must satisfy ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>

namespace heddle {
namespace phases {
namespace {

/// The thing that a name stands for.
struct Entity {
  bool IsIndex = false; ///< may stand in a Sym
  bool IsSize = false;  ///< known when the kernel is compiled
  bool IsOfThread = false;
  bool Writable = false;
  size_t Rank = 0; ///< dimensions of an element that is named
};

/// Which leaves a Sym may have.
enum class Allowed : unsigned char { Sizes, Uniform, Thread };

class Checker {
public:
  Checker(const Kernel &K, std::string &Why) : K(K), Why(Why) {}
  bool run();

private:
  bool fail(const llvm::Twine &Text) {
    if (Why.empty())
      Why = Text.str();
    return false;
  }
  bool declare(const std::string &Name, Entity E);
  bool sym(const Sym &S, Allowed Leaves, const llvm::Twine &Who);
  bool element(const Element &E, bool Write);
  bool part(const std::string &Name);
  bool value(const Value &V);
  bool statement(const Statement &S);
  bool statements(const std::vector<Statement> &Body);
  bool scoped(const std::vector<Statement> &Body);
  bool local(const Local &L, Allowed Leaves);
  bool parameter(const Parameter &P);
  bool buffer(const Buffer &B, bool Shared);
  bool rolls(const Buffer &B);
  bool header();
  bool phase(const Phase &P);
  bool item(const Item &I);

  using Names = std::map<std::string, Entity>;
  const Kernel &K;
  std::string &Why;
  Names Known;
};

bool Checker::declare(const std::string &Name, Entity E) {
  if (Name.empty())
    return fail("something has no name");
  // Nothing shadows anything, so that a text may be read without its scopes.
  if (!Known.try_emplace(Name, E).second)
    return fail("'" + Name + "' is declared twice");
  return true;
}

bool Checker::sym(const Sym &S, Allowed Leaves, const llvm::Twine &Who) {
  if (S.kind() == SymKind::Leaf) {
    auto At = Known.find(S.name());
    if (At == Known.end())
      return fail(Who + " mentions '" + S.name() + "', which is not declared");
    if (!At->second.IsIndex)
      return fail(Who + " mentions '" + S.name() + "', which is no index");
    if (At->second.IsOfThread && Leaves != Allowed::Thread)
      return fail(Who + " mentions '" + S.name() +
                  "', which the threads of a block do not share");
    if (!At->second.IsSize && Leaves == Allowed::Sizes)
      return fail(Who + " mentions '" + S.name() +
                  "', which is not known when the kernel is compiled");
  }
  return llvm::all_of(S.operands(),
                      [&](const Sym &Op) { return sym(Op, Leaves, Who); });
}

bool Checker::element(const Element &E, bool Write) {
  auto At = Known.find(E.Name);
  if (At == Known.end())
    return fail("'" + E.Name + "' is not declared");
  if (E.Subscripts.size() != At->second.Rank)
    return fail("'" + E.Name + "' has " + llvm::Twine(At->second.Rank) +
                " dimensions, and an element of it has " +
                llvm::Twine(E.Subscripts.size()) + " subscripts");
  if (Write && !At->second.Writable)
    return fail("'" + E.Name + "' is written and may only be read");
  return llvm::all_of(E.Subscripts, [&](const Sym &S) {
    return sym(S, Allowed::Thread, "a subscript of '" + E.Name + "'");
  });
}

/// A part of a nest's body has what is declared.
bool Checker::part(const std::string &Name) {
  return Known.count(Name) || fail("'" + Name + "' is not declared");
}

bool Checker::value(const Value &V) {
  const size_t Count = V.Operands.size();
  const bool Fits = V.What == Value::Negate ? Count == 1
                    : V.What == Value::Call ? true
                    : V.What >= Value::Add  ? Count == 2
                                            : Count == 0;
  if (!Fits)
    return fail("an operation has " + llvm::Twine(Count) + " operands");
  if (V.What == Value::Index && !sym(V.At, Allowed::Thread, "an index"))
    return false;
  if (V.What == Value::Choose && !sym(V.At, Allowed::Thread, "a choice"))
    return false;
  if (V.What == Value::Read && !element(V.Of, false))
    return false;
  return llvm::all_of(V.Operands,
                      [&](const Value &Operand) { return value(Operand); });
}

bool Checker::statement(const Statement &S) {
  switch (S.What) {
  case Statement::Set:
  case Statement::AddTo:
    return element(S.To, true) && value(S.From);
  case Statement::Let: {
    Entity E;
    E.Writable = true;
    return value(S.From) && declare(S.To.Name, E);
  }
  case Statement::Serial: {
    const Allowed Leaves = S.Unroll ? Allowed::Sizes : Allowed::Thread;
    if (!sym(S.Lower, Leaves, "loop '" + S.Name + "'") ||
        !sym(S.Upper, Leaves, "loop '" + S.Name + "'"))
      return false;
    Names Outer = Known;
    Entity E;
    E.IsIndex = E.IsOfThread = true;
    const bool Good = declare(S.Name, E) && statements(S.Body);
    Known = std::move(Outer);
    return Good;
  }
  case Statement::If:
    return sym(S.Condition, Allowed::Thread, "a condition") && scoped(S.Body) &&
           scoped(S.Else);
  case Statement::Named:
    return local({S.Name, S.Condition}, Allowed::Thread);
  case Statement::Part:
    return llvm::all_of(S.Buffers, [&](auto &B) { return part(B); }) &&
           llvm::all_of(S.Kept, [&](auto &B) { return part(B); });
  }
  return fail("an unknown statement");
}

bool Checker::statements(const std::vector<Statement> &Body) {
  return llvm::all_of(Body, [&](const Statement &S) { return statement(S); });
}

bool Checker::scoped(const std::vector<Statement> &Body) {
  Names Outer = Known;
  const bool Good = statements(Body);
  Known = std::move(Outer);
  return Good;
}

bool Checker::local(const Local &L, Allowed Leaves) {
  Entity E;
  E.IsIndex = true;
  E.IsOfThread = Leaves == Allowed::Thread;
  return sym(L.Value, Leaves, "'" + L.Name + "'") && declare(L.Name, E);
}

bool Checker::parameter(const Parameter &P) {
  Entity E;
  if (P.What == Parameter::Scalar) {
    E.IsIndex = P.Type == K.IndexType;
    return P.Extents.empty() ? declare(P.Name, E)
                             : fail("scalar '" + P.Name + "' has dimensions");
  }
  E.Rank = P.Extents.size();
  E.Writable = P.Written;
  if (E.Rank == 0)
    return fail("array '" + P.Name + "' has no dimension");
  if (P.Plane && E.Rank < 2)
    return fail("array '" + P.Name + "' has no planes");
  return declare(P.Name, E);
}

bool Checker::buffer(const Buffer &B, bool Shared) {
  Entity E;
  E.Rank = B.Extents.size();
  E.Writable = true;
  if (Shared && E.Rank == 0)
    return fail("shared buffer '" + B.Name + "' has no dimension");
  std::vector<Sym> All = B.Extents;
  if (B.Pitch) {
    All.push_back(*B.Pitch);
    if (!Shared ||
        (E.Rank && B.Pitch->isConst() && B.Extents.back().isConst() &&
         B.Pitch->value() < B.Extents.back().value()))
      return fail("rows of '" + B.Name + "' overlap, or have no pitch");
  }
  for (const Sym &S : All) {
    if (S.isConst() && S.value() < 1)
      return fail("an extent of '" + B.Name + "' is not positive");
    if (!sym(S, Allowed::Sizes, "an extent of '" + B.Name + "'"))
      return false;
  }
  return declare(B.Name, E);
}

/// Statements write the buffer.
bool write(const std::vector<Statement> &All, const std::string &Buffer) {
  return llvm::any_of(All, [&](const Statement &S) {
    const bool IsSet = S.What == Statement::Set || S.What == Statement::AddTo;
    return (IsSet && S.To.Name == Buffer) ||
           llvm::is_contained(S.Written, Buffer) || write(S.Body, Buffer) ||
           write(S.Else, Buffer);
  });
}

/// Phases that do.
size_t writersIn(const std::vector<Item> &Body, const std::string &Buffer) {
  size_t Count = 0;
  for (const Item &I : Body)
    Count += I.What == Item::Run ? write(I.Of.Loads, Buffer) ||
                                       write(I.Of.Statements, Buffer) ||
                                       write(I.Of.Stores, Buffer)
                                 : writersIn(I.Body, Buffer);
  return Count;
}

/// One loop writes it, in the first phase of each turn, and at most one phase
/// before that.
bool Checker::rolls(const Buffer &B) {
  size_t Before = 0, Loops = 0;
  for (const Item &I : K.Body) {
    const size_t Writers = writersIn({I}, B.Name);
    if (Writers == 0)
      continue;
    const bool IsLoop = I.What == Item::Loop && !I.Body.empty() &&
                        I.Body.front().What == Item::Run &&
                        writersIn({I.Body.front()}, B.Name) == Writers;
    if (Loops != 0 || Writers != 1 ||
        (!IsLoop && (I.What != Item::Run || ++Before > 1)))
      return fail("'" + B.Name + "' rolls, and is not written by one loop");
    Loops += IsLoop;
  }
  return true;
}

/// Everything but the body. Parameters of one kernel may be extents of arrays
/// that stand before them.
bool Checker::header() {
  if (K.IndexType != "int" && K.IndexType != "long long")
    return fail("indices are of type '" + K.IndexType + "'");
  Entity Place;
  Place.IsIndex = true;
  Entity Size = Place, Thread = Place;
  Size.IsSize = Thread.IsOfThread = true;
  if (K.Threads.empty() || K.Threads.size() > 3 || K.Blocks.size() > 3)
    return fail("a block has one to three dimensions");
  const auto All = [&](const std::vector<std::string> &List, Entity E) {
    return llvm::all_of(
        List, [&](const std::string &Name) { return declare(Name, E); });
  };
  if (!declare(K.Name, {}) || !All(K.Sizes, Size) || !All(K.Blocks, Place) ||
      !llvm::all_of(K.Parameters,
                    [&](const Parameter &P) { return parameter(P); }))
    return false;
  for (const Parameter &P : K.Parameters)
    for (const Sym &S : P.Extents)
      if (!sym(S, Allowed::Uniform, "an extent of '" + P.Name + "'"))
        return false;
  for (const Buffer &B : K.Shared)
    if (!buffer(B, true))
      return false;
  for (const Buffer &B : K.Registers)
    if (!buffer(B, false))
      return false;
  for (const Local &L : K.Uniform)
    if (!local(L, Allowed::Uniform))
      return false;
  return All(K.Threads, Thread);
}

bool Checker::phase(const Phase &P) {
  Names Outer = Known;
  const bool Good =
      llvm::all_of(P.Indices,
                   [&](const Local &L) { return local(L, Allowed::Thread); }) &&
      sym(P.Predicate, Allowed::Thread, "a predicate") && statements(P.Loads) &&
      statements(P.Statements) && statements(P.Stores);
  Known = std::move(Outer);
  return Good;
}

bool Checker::item(const Item &I) {
  const auto Inside = [&] {
    return llvm::all_of(I.Body, [&](const Item &Inner) { return item(Inner); });
  };
  switch (I.What) {
  case Item::Run:
    return phase(I.Of);
  case Item::When:
    return sym(I.Condition, Allowed::Uniform, "a condition around phases") &&
           Inside();
  case Item::Loop:
    break;
  }
  const std::string Who = "loop '" + I.Counter + "' around phases";
  for (const Sym &S : {I.From, I.To, I.Step})
    if (!sym(S, Allowed::Uniform, Who))
      return false;
  if (I.Step.isConst() && I.Step.value() < 1)
    return fail(Who + " has no positive step");
  Names Outer = Known;
  Entity Counter;
  Counter.IsIndex = true;
  const bool Good = declare(I.Counter, Counter) && Inside();
  Known = std::move(Outer);
  return Good;
}

bool Checker::run() {
  if (!header() ||
      !llvm::all_of(K.Body, [&](const Item &I) { return item(I); }) ||
      !llvm::all_of(K.Shared,
                    [&](const Buffer &B) { return !B.Rolls || rolls(B); }))
    return false;
  if (std::optional<Unordered> U = findUnordered(K))
    return fail("no barrier stands between phases " + llvm::Twine(U->First) +
                " and " + llvm::Twine(U->Second) + ", which both touch '" +
                U->Buffer + "'");
  return true;
}

} // namespace

bool verifyKernel(const Kernel &K, std::string &Why) {
  Why.clear();
  return Checker(K, Why).run();
}

} // namespace phases
} // namespace heddle
