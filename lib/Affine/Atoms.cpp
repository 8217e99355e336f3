//===- Atoms.cpp - Atoms and fresh parameters of a nest -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Atoms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace heddle {

int64_t minOf(IntType T) {
  if (!T.Signed || T.Bits == 1)
    return 0;
  return T.Bits == 64 ? INT64_MIN : -(int64_t(1) << (T.Bits - 1));
}

int64_t maxOf(IntType T) {
  if (T.Bits == 64)
    return INT64_MAX;
  if (T.Bits == 1)
    return 1;
  return (int64_t(1) << (T.Signed ? T.Bits - 1 : T.Bits)) - 1;
}

std::optional<int64_t> wrapped(int64_t V, IntType T) {
  if (T.Bits == 1)
    return V != 0;
  if (T.Bits == 64)
    return !T.Signed && V < 0 ? std::nullopt : std::optional<int64_t>(V);
  uint64_t Mask = (uint64_t(1) << T.Bits) - 1,
           U = static_cast<uint64_t>(V) & Mask;
  if (T.Signed && (U >> (T.Bits - 1)) != 0)
    return static_cast<int64_t>(U | ~Mask);
  return static_cast<int64_t>(U);
}

AtomTable::AtomTable(const LoopNest &Nest) : Nest(Nest) {
  for (unsigned P = 0; P < Nest.Params.size(); ++P) {
    const Param &X = Nest.Params[P];
    if (X.Integral && !X.LaunchOnly)
      Params.push_back({X.Name, static_cast<int>(P), Sym::leaf(X.Name),
                        minOf(X.Type), maxOf(X.Type)});
  }
}

unsigned AtomTable::intern(Atom A) {
  auto [I, New] = ByKey.try_emplace(A.Key, Atoms.size());
  if (New)
    Atoms.push_back(std::move(A));
  return I->second;
}

unsigned AtomTable::parameter(unsigned P) {
  const std::string &Name = Nest.Params[P].Name;
  return intern({"p " + Name, -1, false, Sym::leaf(Name)});
}

unsigned AtomTable::counter(unsigned Loop) {
  return intern({"c " + std::to_string(Loop), static_cast<int>(Loop), true, 0});
}

unsigned AtomTable::expression(const std::string &Key, bool UsesCounters,
                               Sym Value) {
  return intern({"e " + Key, -1, UsesCounters, std::move(Value)});
}

bool AtomTable::usesCounters(const Monomial &M) const {
  return llvm::any_of(M, [&](unsigned A) { return Atoms[A].UsesCounters; });
}

bool AtomTable::usesCounters(const Polynomial &P) const {
  return llvm::any_of(P.terms(),
                      [&](const auto &T) { return usesCounters(T.first); });
}

std::string AtomTable::parameterOf(const std::string &NameHint,
                                   Sym Definition) {
  const auto Known = llvm::find_if(Params, [&](const auto &P) {
    return P.SourceParam < 0 && P.Definition == Definition;
  });
  if (Known != Params.end())
    return Known->Name;
  auto Taken = [&](const std::string &Name) {
    return llvm::any_of(Params,
                        [&](const auto &P) { return P.Name == Name; }) ||
           llvm::any_of(Nest.Params,
                        [&](const Param &P) { return P.Name == Name; }) ||
           llvm::any_of(Nest.Loops,
                        [&](const Loop &L) { return L.Name == Name; }) ||
           llvm::any_of(Nest.Arrays,
                        [&](const ArrayInfo &A) { return A.Name == Name; });
  };
  std::string Name = NameHint;
  for (unsigned N = 2; Taken(Name); ++N)
    Name = NameHint + std::to_string(N);
  Params.push_back({Name, -1, std::move(Definition), INT64_MIN, INT64_MAX});
  return Name;
}

std::string AtomTable::parameterOf(const Monomial &M) {
  auto I = Products.find(M);
  if (I != Products.end())
    return I->second;
  std::string Hint;
  Sym Definition(1);
  for (unsigned A : M) {
    const Sym &V = Atoms[A].Value;
    Hint += (Hint.empty() ? "" : "_x_") +
            (V.kind() == SymKind::Leaf ? V.name() : "q" + std::to_string(A));
    Definition = Definition * V;
  }
  return Products[M] = parameterOf(Hint, std::move(Definition));
}

Sym AtomTable::affineSym(const Polynomial &P) {
  Sym Sum(0);
  for (const auto &[M, C] : P.terms()) {
    Sym Term = M.empty()       ? Sym(1)
               : M.size() == 1 ? Atoms[M[0]].Value
                               : Sym::leaf(parameterOf(M));
    Sum = Sum + Term * Sym(C);
  }
  return Sum;
}

Sym AtomTable::exactSym(const Polynomial &P) const {
  Sym Sum(0);
  for (const auto &[M, C] : P.terms()) {
    Sym Term(1);
    for (unsigned A : M)
      Term = Term * Atoms[A].Value;
    Sum = Sum + Term * Sym(C);
  }
  return Sum;
}

std::optional<Polynomial> AtomTable::polynomialOf(const Sym &S) {
  if (S.isConst())
    return Polynomial(S.value());
  if (S.kind() == SymKind::Leaf) {
    const auto Of = llvm::find_if(
        Nest.Params, [&](const Param &P) { return P.Name == S.name(); });
    if (Of == Nest.Params.end() || !Of->Integral || Of->LaunchOnly)
      return std::nullopt;
    return Polynomial::atom(
        parameter(static_cast<unsigned>(Of - Nest.Params.begin())));
  }
  std::vector<Polynomial> Of;
  for (const Sym &Operand : S.operands())
    if (std::optional<Polynomial> P = polynomialOf(Operand))
      Of.push_back(std::move(*P));
    else
      return std::nullopt;
  switch (S.kind()) {
  case SymKind::Neg:
    return -Of[0];
  case SymKind::Add:
    return Of[0] + Of[1];
  case SymKind::Sub:
    return Of[0] - Of[1];
  case SymKind::Mul:
    return Of[0] * Of[1];
  default:
    return std::nullopt;
  }
}

std::string AtomTable::text(const Polynomial &P) const {
  return toString(exactSym(P));
}

} // namespace heddle
