//===- Sym.cpp - Construction and identities of Sym -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every identity used here holds for all integers, so that simplifying can
// never change what is proved. Constants that leave 64 bits are not folded.
//===----------------------------------------------------------------------===//
#include "Support/Sym.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <optional>

namespace heddle {

struct SymNode {
  SymKind Kind = SymKind::Const;
  long long Value = 0;
  std::string Name;
  std::vector<Sym> Operands;
};

/// Spaces are arrays of Syms, most of them 0.
static const std::shared_ptr<const SymNode> &zeroNode() {
  static const auto Zero = std::make_shared<const SymNode>();
  return Zero;
}

Sym::Sym(long long Value) {
  if (Value == 0) {
    Node = zeroNode();
    return;
  }
  auto N = std::make_shared<SymNode>();
  N->Value = Value;
  Node = std::move(N);
}

Sym Sym::leaf(std::string Name) {
  auto N = std::make_shared<SymNode>();
  N->Kind = SymKind::Leaf;
  N->Name = std::move(Name);
  return Sym(std::shared_ptr<const SymNode>(std::move(N)));
}

Sym Sym::truth(bool Value) { return Sym(Value ? 1LL : 0LL); }

SymKind Sym::kind() const { return Node->Kind; }

long long Sym::value() const {
  assert(isConst() && "not a constant");
  return Node->Value;
}

const std::string &Sym::name() const {
  assert(kind() == SymKind::Leaf && "not a leaf");
  return Node->Name;
}

const std::vector<Sym> &Sym::operands() const { return Node->Operands; }

bool Sym::operator==(const Sym &O) const {
  if (Node == O.Node)
    return true;
  return Node->Kind == O.Node->Kind && Node->Value == O.Node->Value &&
         Node->Name == O.Node->Name && Node->Operands == O.Node->Operands;
}

/// Makes a node as it stands, for operands that no identity applies to.
struct SymBuilder {
  static Sym build(SymKind K, std::vector<Sym> Ops) {
    auto N = std::make_shared<SymNode>();
    N->Kind = K;
    N->Operands = std::move(Ops);
    return Sym(std::shared_ptr<const SymNode>(std::move(N)));
  }
};

static Sym build(SymKind K, std::vector<Sym> Ops) {
  return SymBuilder::build(K, std::move(Ops));
}

namespace {

bool addConst(long long A, long long B, long long &R) {
  return !__builtin_add_overflow(A, B, &R);
}
bool subConst(long long A, long long B, long long &R) {
  return !__builtin_sub_overflow(A, B, &R);
}
bool mulConst(long long A, long long B, long long &R) {
  return !__builtin_mul_overflow(A, B, &R);
}

/// Floor quotient and remainder for a positive divisor.
long long floorQuotient(long long A, long long B) {
  return A / B - (A % B < 0 ? 1 : 0);
}

bool isSum(const Sym &S) {
  return S.kind() == SymKind::Add || S.kind() == SymKind::Sub;
}

/// S = Rest + Offset with a constant Offset (0 if there is none).
std::pair<Sym, long long> splitOffset(const Sym &S) {
  if (isSum(S) && S.operands()[1].isConst()) {
    long long C = S.operands()[1].value();
    if (S.kind() == SymKind::Add)
      return {S.operands()[0], C};
    if (C != INT64_MIN)
      return {S.operands()[0], -C};
  }
  return {S, 0};
}

/// A / C is the integer returned in Q for every value of A's leaves.
bool exactQuotient(const Sym &A, long long C, Sym &Q) {
  if (A.isConst(0) || C <= 0)
    return false;
  if (A.isConst()) {
    if (A.value() % C != 0)
      return false;
    Q = Sym(A.value() / C);
    return true;
  }
  if (A.kind() != SymKind::Mul)
    return false;
  for (unsigned I = 0; I < 2; ++I) {
    const Sym &Factor = A.operands()[I];
    if (!Factor.isConst() || Factor.value() % C != 0)
      continue;
    Q = A.operands()[1 - I] * Sym(Factor.value() / C);
    return true;
  }
  return false;
}

/// The sign of A - B, where it is the same for every value of the leaves.
std::optional<int> knownOrder(const Sym &A, const Sym &B) {
  if (A.isConst() && B.isConst())
    return A.value() < B.value() ? -1 : A.value() > B.value();
  Sym Difference = A - B;
  if (!Difference.isConst())
    return std::nullopt;
  long long D = Difference.value();
  return D < 0 ? -1 : D > 0;
}

} // namespace

using Rewritten = llvm::DenseMap<const SymNode *, Sym>;

static Sym rewrite(const Sym &S,
                   const std::vector<std::pair<std::string, Sym>> &Replacements,
                   Rewritten &Done) {
  if (S.isConst())
    return S;
  if (S.kind() == SymKind::Leaf) {
    for (const auto &[Name, Value] : Replacements)
      if (Name == S.name())
        return Value;
    return S;
  }
  if (auto It = Done.find(S.node()); It != Done.end())
    return It->second;
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(rewrite(Op, Replacements, Done));
  Sym Result = Sym::make(S.kind(), std::move(Ops));
  Done.insert({S.node(), Result});
  return Result;
}

Sym Sym::substitute(
    const std::vector<std::pair<std::string, Sym>> &Replacements) const {
  Rewritten Done;
  return rewrite(*this, Replacements, Done);
}

void forEachLeaf(const Sym &S,
                 llvm::function_ref<void(llvm::StringRef)> Found) {
  if (S.kind() == SymKind::Leaf)
    Found(S.name());
  for (const Sym &Op : S.operands())
    forEachLeaf(Op, Found);
}

bool allLeaves(const Sym &S,
               llvm::function_ref<bool(const std::string &)> Test) {
  if (S.kind() == SymKind::Leaf)
    return Test(S.name());
  return llvm::all_of(S.operands(),
                      [&](const Sym &Op) { return allLeaves(Op, Test); });
}

Sym replaceTree(const Sym &S, const Sym &From, const Sym &To) {
  if (S == From)
    return To;
  if (S.operands().empty())
    return S;
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(replaceTree(Op, From, To));
  return Sym::make(S.kind(), std::move(Ops));
}

/// Children are built bottom-up through the operators, so that nothing that
/// enters a tree misses the identities.
Sym Sym::make(SymKind K, std::vector<Sym> Ops) {
  switch (K) {
  case SymKind::Const:
  case SymKind::Leaf:
    llvm_unreachable("leaves have constructors of their own");
  case SymKind::Neg:
    return -Ops[0];
  case SymKind::Add:
    return Ops[0] + Ops[1];
  case SymKind::Sub:
    return Ops[0] - Ops[1];
  case SymKind::Mul:
    return Ops[0] * Ops[1];
  case SymKind::FloorDiv:
    return floor_div(Ops[0], Ops[1]);
  case SymKind::FloorMod:
    return floor_mod(Ops[0], Ops[1]);
  case SymKind::CeilDiv:
    return ceil_div(Ops[0], Ops[1]);
  case SymKind::Min:
    return min_of(Ops[0], Ops[1]);
  case SymKind::Max:
    return max_of(Ops[0], Ops[1]);
  case SymKind::Select:
    return select(Ops[0], Ops[1], Ops[2]);
  case SymKind::Lt:
    return less(Ops[0], Ops[1]);
  case SymKind::Le:
    return less_equal(Ops[0], Ops[1]);
  case SymKind::Eq:
    return equal(Ops[0], Ops[1]);
  case SymKind::Ne:
    return negate(equal(Ops[0], Ops[1]));
  case SymKind::And:
    return both(Ops[0], Ops[1]);
  case SymKind::Or:
    return either(Ops[0], Ops[1]);
  case SymKind::Not:
    return negate(Ops[0]);
  }
  llvm_unreachable("unknown kind");
}

Sym operator-(const Sym &A) {
  if (A.isConst() && A.value() != INT64_MIN)
    return Sym(-A.value());
  if (A.kind() == SymKind::Neg)
    return A.operands()[0];
  if (A.kind() == SymKind::Sub)
    return A.operands()[1] - A.operands()[0];
  return build(SymKind::Neg, {A});
}

Sym operator+(const Sym &A, const Sym &B) {
  long long C = 0;
  if (A.isConst() && B.isConst() && addConst(A.value(), B.value(), C))
    return Sym(C);
  if (A.isConst(0))
    return B;
  if (B.isConst(0))
    return A;
  if (A.isConst() && !B.isConst())
    return B + A;
  if (B.isConst()) {
    // One constant, at the right end of a sum.
    auto [Rest, Offset] = splitOffset(A);
    if (Offset != 0 && addConst(Offset, B.value(), C))
      return Rest + Sym(C);
    if (A.kind() == SymKind::Sub && A.operands()[0].isConst() &&
        addConst(A.operands()[0].value(), B.value(), C))
      return Sym(C) - A.operands()[1];
    if (B.value() < 0 && B.value() != INT64_MIN)
      return build(SymKind::Sub, {A, Sym(-B.value())});
    return build(SymKind::Add, {A, B});
  }
  if (B.kind() == SymKind::Neg)
    return A - B.operands()[0];
  if (A.kind() == SymKind::Neg)
    return B - A.operands()[0];
  if (A.kind() == SymKind::Sub && A.operands()[1] == B)
    return A.operands()[0];
  if (B.kind() == SymKind::Sub && B.operands()[1] == A)
    return B.operands()[0];
  // (a + c) + b = (a + b) + c, so that constants meet.
  if (auto [Rest, Offset] = splitOffset(A); Offset != 0)
    return (Rest + B) + Sym(Offset);
  if (auto [Rest, Offset] = splitOffset(B); Offset != 0)
    return (A + Rest) + Sym(Offset);
  return build(SymKind::Add, {A, B});
}

Sym operator-(const Sym &A, const Sym &B) {
  long long C = 0;
  if (A.isConst() && B.isConst() && subConst(A.value(), B.value(), C))
    return Sym(C);
  if (B.isConst(0))
    return A;
  if (A.isConst(0))
    return -B;
  if (A == B)
    return Sym(0);
  if (B.isConst() && B.value() != INT64_MIN) {
    auto [Rest, Offset] = splitOffset(A);
    if (Offset != 0 && subConst(Offset, B.value(), C))
      return Rest + Sym(C);
    if (A.kind() == SymKind::Sub && A.operands()[0].isConst() &&
        subConst(A.operands()[0].value(), B.value(), C))
      return Sym(C) - A.operands()[1];
    if (B.value() < 0)
      return build(SymKind::Add, {A, Sym(-B.value())});
    return build(SymKind::Sub, {A, B});
  }
  if (B.kind() == SymKind::Neg)
    return A + B.operands()[0];
  if (A.kind() == SymKind::Add && A.operands()[1] == B)
    return A.operands()[0];
  if (A.kind() == SymKind::Add && A.operands()[0] == B)
    return A.operands()[1];
  if (B.kind() == SymKind::Add && B.operands()[0] == A)
    return -B.operands()[1];
  if (B.kind() == SymKind::Add && B.operands()[1] == A)
    return -B.operands()[0];
  if (B.kind() == SymKind::Sub && B.operands()[0] == A)
    return B.operands()[1];
  if (A.kind() == SymKind::Sub && A.operands()[0] == B)
    return -A.operands()[1];
  // Constants meet at the right end, as in sums.
  auto [RestA, OffsetA] = splitOffset(A);
  auto [RestB, OffsetB] = splitOffset(B);
  if ((OffsetA != 0 || OffsetB != 0) && subConst(OffsetA, OffsetB, C))
    return (RestA - RestB) + Sym(C);
  return build(SymKind::Sub, {A, B});
}

Sym operator*(const Sym &A, const Sym &B) {
  long long C = 0;
  if (A.isConst() && B.isConst() && mulConst(A.value(), B.value(), C))
    return Sym(C);
  if (A.isConst(0) || B.isConst(0))
    return Sym(0);
  if (A.isConst(1))
    return B;
  if (B.isConst(1))
    return A;
  if (A.isConst(-1))
    return -B;
  if (B.isConst(-1))
    return -A;
  if (A.isConst() && !B.isConst())
    return B * A;
  if (B.isConst() && A.kind() == SymKind::Mul && A.operands()[1].isConst() &&
      mulConst(A.operands()[1].value(), B.value(), C))
    return A.operands()[0] * Sym(C);
  return build(SymKind::Mul, {A, B});
}

Sym floor_div(const Sym &A, const Sym &B) {
  if (B.isConst(1))
    return A;
  if (B.isConst() && B.value() > 0) {
    if (A.isConst())
      return Sym(floorQuotient(A.value(), B.value()));
    Sym Q;
    if (exactQuotient(A, B.value(), Q))
      return Q;
    if (A.kind() == SymKind::FloorMod && A.operands()[1] == B)
      return Sym(0);
  }
  return build(SymKind::FloorDiv, {A, B});
}

Sym floor_mod(const Sym &A, const Sym &B) {
  if (B.isConst(1))
    return Sym(0);
  if (B.isConst() && B.value() > 0) {
    if (A.isConst())
      return Sym(A.value() - floorQuotient(A.value(), B.value()) * B.value());
    Sym Q;
    if (exactQuotient(A, B.value(), Q))
      return Sym(0);
    if (A.kind() == SymKind::FloorMod && A.operands()[1] == B)
      return A;
  }
  return build(SymKind::FloorMod, {A, B});
}

Sym ceil_div(const Sym &A, const Sym &B) {
  if (B.isConst(1))
    return A;
  if (B.isConst() && B.value() > 0) {
    if (A.isConst()) {
      long long Q = floorQuotient(A.value(), B.value());
      return Sym(Q + (Q * B.value() != A.value() ? 1 : 0));
    }
    Sym Q;
    if (exactQuotient(A, B.value(), Q))
      return Q;
  }
  return build(SymKind::CeilDiv, {A, B});
}

static Sym extremum(SymKind K, const Sym &A, const Sym &B) {
  if (std::optional<int> Order = knownOrder(A, B))
    return (*Order < 0) == (K == SymKind::Min) ? A : B;
  // min(min(x, c), d) has one constant.
  if (B.isConst() && A.kind() == K && A.operands()[1].isConst())
    return Sym::make(K, {A.operands()[0], extremum(K, A.operands()[1], B)});
  if (A.isConst())
    return extremum(K, B, A);
  if (A.kind() == K && (A.operands()[0] == B || A.operands()[1] == B))
    return A;
  if (B.kind() == K && (B.operands()[0] == A || B.operands()[1] == A))
    return B;
  return build(K, {A, B});
}

Sym min_of(const Sym &A, const Sym &B) { return extremum(SymKind::Min, A, B); }
Sym max_of(const Sym &A, const Sym &B) { return extremum(SymKind::Max, A, B); }

Sym select(const Sym &C, const Sym &A, const Sym &B) {
  if (C.isConst())
    return C.value() != 0 ? A : B;
  if (A == B)
    return A;
  return build(SymKind::Select, {C, A, B});
}

Sym less(const Sym &A, const Sym &B) {
  if (std::optional<int> Order = knownOrder(A, B))
    return Sym::truth(*Order < 0);
  return build(SymKind::Lt, {A, B});
}

Sym less_equal(const Sym &A, const Sym &B) {
  if (std::optional<int> Order = knownOrder(A, B))
    return Sym::truth(*Order <= 0);
  return build(SymKind::Le, {A, B});
}

Sym equal(const Sym &A, const Sym &B) {
  if (std::optional<int> Order = knownOrder(A, B))
    return Sym::truth(*Order == 0);
  return build(SymKind::Eq, {A, B});
}

Sym both(const Sym &A, const Sym &B) {
  if (A.isConst())
    return A.value() != 0 ? B : Sym::truth(false);
  if (B.isConst())
    return B.value() != 0 ? A : Sym::truth(false);
  if (A == B)
    return A;
  return build(SymKind::And, {A, B});
}

Sym either(const Sym &A, const Sym &B) {
  if (A.isConst())
    return A.value() != 0 ? Sym::truth(true) : B;
  if (B.isConst())
    return B.value() != 0 ? Sym::truth(true) : A;
  if (A == B)
    return A;
  return build(SymKind::Or, {A, B});
}

Sym negate(const Sym &A) {
  switch (A.kind()) {
  case SymKind::Const:
    return Sym::truth(A.value() == 0);
  case SymKind::Not:
    return A.operands()[0];
  case SymKind::Lt:
    return less_equal(A.operands()[1], A.operands()[0]);
  case SymKind::Le:
    return less(A.operands()[1], A.operands()[0]);
  case SymKind::Eq:
    return build(SymKind::Ne, {A.operands()[0], A.operands()[1]});
  case SymKind::Ne:
    return build(SymKind::Eq, {A.operands()[0], A.operands()[1]});
  default:
    return build(SymKind::Not, {A});
  }
}

std::pair<bool, long long> known_value(const Sym &A) {
  return A.isConst() ? std::make_pair(true, A.value())
                     : std::make_pair(false, 0LL);
}

bool divides(long long L, const Sym &A) {
  if (L == 0)
    return false;
  if (L == 1 || L == -1)
    return true;
  const std::vector<Sym> &Ops = A.operands();
  switch (A.kind()) {
  case SymKind::Const:
    return A.value() % L == 0;
  case SymKind::Neg:
    return divides(L, Ops[0]);
  case SymKind::Mul:
    return divides(L, Ops[0]) || divides(L, Ops[1]);
  case SymKind::Add:
  case SymKind::Sub:
  case SymKind::Min:
  case SymKind::Max:
    return divides(L, Ops[0]) && divides(L, Ops[1]);
  case SymKind::Select:
    return divides(L, Ops[1]) && divides(L, Ops[2]);
  default:
    return false;
  }
}

} // namespace heddle
