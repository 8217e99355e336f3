//===- ExprReader.cpp - Integer expressions as quasi-affine functions -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/ExprReader.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle {

namespace {

constexpr int64_t LargestConstant = int64_t(1) << 40;

bool isBoolean(ExprKind K) { return K >= ExprKind::Lt; }

/// Every value of From is a value of To.
bool fits(IntType From, IntType To) {
  if (To.Bits == 1)
    return From.Bits == 1;
  if (From.Signed && !To.Signed)
    return false;
  return From.Signed == To.Signed ? From.Bits <= To.Bits : From.Bits < To.Bits;
}

} // namespace

ExprReader::ExprReader(const LoopNest &Nest, AtomTable &Atoms, Frame Where)
    : Nest(Nest), Atoms(Atoms), F(std::move(Where)) {
  Path = universe();
  if (F.Context.isNull())
    F.Context = universe().params();
  if (F.Known.isNull())
    F.Known = universe().intersectParams(F.Context);
}

isl::Set ExprReader::universe() const { return isl::Set::universe(F.Space); }

isl::Set ExprReader::nothing() const { return isl::Set::empty(F.Space); }

bool ExprReader::fail(const Expr &E, std::string Why, bool TooLarge) {
  if (!Failure)
    Failure = ReadFailure{&E, std::move(Why), TooLarge};
  return false;
}

bool ExprReader::usesCounters(const Expr &E) const {
  return E.Kind == ExprKind::Counter ||
         llvm::any_of(E.Operands,
                      [&](const ExprRef &O) { return usesCounters(*O); });
}

std::string ExprReader::key(const Expr &E) const {
  std::string K = std::to_string(static_cast<unsigned>(E.Kind)) + ":" +
                  std::to_string(E.Type.Bits) + (E.Type.Signed ? "s" : "u");
  if (E.Kind == ExprKind::Const)
    K += "=" + std::to_string(E.Value);
  if (E.Kind == ExprKind::Counter || E.Kind == ExprKind::Param)
    K += "#" + std::to_string(E.Index);
  for (const ExprRef &O : E.Operands)
    K += "(" + key(*O) + ")";
  return K;
}

//===----------------------------------------------------------------------===//
// Leaves and polynomials as functions
//===----------------------------------------------------------------------===//

isl::PwAff ExprReader::constant(int64_t V) const {
  return isl::PwAff::constant(F.Space, V);
}

isl::PwAff ExprReader::parameter(const std::string &Name) const {
  return parameterOn(F.Space, Name);
}

isl::PwAff ExprReader::counter(unsigned Loop) const {
  auto I = llvm::find(F.Loops, Loop);
  if (I == F.Loops.end())
    return isl::PwAff();
  return isl::PwAff::var(F.Space, isl::Dim::Set,
                         static_cast<unsigned>(I - F.Loops.begin()));
}

isl::PwAff ExprReader::atomValue(unsigned A) {
  const Atom &X = Atoms[A];
  if (X.Loop >= 0)
    return counter(static_cast<unsigned>(X.Loop));
  auto I = Values.find(A);
  if (I != Values.end())
    return I->second;
  if (X.UsesCounters)
    return isl::PwAff();
  return toIsl(X.Value, F.Space);
}

isl::PwAff ExprReader::affine(const Polynomial &P) {
  if (P.poisoned())
    return isl::PwAff();
  isl::PwAff Sum = constant(P.constant());
  for (const auto &[M, C] : P.terms()) {
    if (M.empty())
      continue;
    isl::PwAff Term;
    if (M.size() == 1)
      Term = atomValue(M[0]);
    else if (!Atoms.usesCounters(M))
      Term = parameter(Atoms.freshParameter(M));
    if (Term.isNull())
      return isl::PwAff();
    Term = Term.scale(C);
    Sum = Sum + Term;
  }
  return isl::coalesced(std::move(Sum));
}

isl::PwAff ExprReader::value(const Expr &E) {
  return valueOf(E, polynomial(E, false));
}

/// P, which E was read as; blames the smallest operand that is not affine.
isl::PwAff ExprReader::valueOf(const Expr &E,
                               const std::optional<Polynomial> &P) {
  if (!P)
    return isl::PwAff();
  isl::PwAff V = affine(*P);
  if (!V.isNull())
    return V;
  if (E.Kind == ExprKind::Neg || E.Kind == ExprKind::Add ||
      E.Kind == ExprKind::Sub || E.Kind == ExprKind::Mul ||
      E.Kind == ExprKind::Cast)
    for (const ExprRef &O : E.Operands)
      if (value(*O).isNull())
        return V;
  fail(E, "it multiplies a loop counter by a run-time value");
  return V;
}

//===----------------------------------------------------------------------===//
// Expressions as polynomials
//===----------------------------------------------------------------------===//

bool ExprReader::isNever(const isl::Set &S, const isl::Set &Within) const {
  return isl::isEmpty(S.intersect(Within)) == isl::Answer::Yes;
}

/// Records that P must lie in the range of E's type.
bool ExprReader::addCondition(const Expr &E, const Polynomial &P) {
  isl::PwAff V = affine(P);
  if (V.isNull()) {
    NonAffineConditions.push_back({P, &E});
    return true;
  }
  isl::PwAff Low = constant(minOf(E.Type)), High = constant(maxOf(E.Type));
  if (E.Type.Bits == 64 && !E.Type.Signed) {
    isl::Val Max = isl::Val::powerOfTwo(F.Space, 64).plus(-1);
    High = isl::PwAff::constant(F.Space, Max);
  }
  isl::Set Ok = V.ge(Low).intersect(V.le(High));
  isl::Set Evaluated = F.Known.intersect(Path);
  if (isNever(Ok.complement(), Evaluated))
    return true;
  Ok = Ok.unionWith(Path.complement());
  Conditions.push_back({std::move(Ok), &E});
  return true;
}

std::optional<Polynomial> ExprReader::inRange(const Expr &E, Polynomial P) {
  if (P.poisoned()) {
    fail(E, "coefficients are limited to 2^40", true);
    return std::nullopt;
  }
  if (P.isConstant()) {
    std::optional<int64_t> V = wrapped(P.constant(), E.Type);
    if (!V || *V > LargestConstant || *V < -LargestConstant) {
      fail(E, "constants are limited to 2^40", true);
      return std::nullopt;
    }
    return Polynomial(*V);
  }
  addCondition(E, P);
  return P;
}

std::optional<Polynomial> ExprReader::atom(const Expr &E, isl::PwAff Value) {
  if (Value.isNull()) {
    fail(E, "it could not be read");
    return std::nullopt;
  }
  Sym Text(0);
  bool Varies = usesCounters(E);
  if (!Varies) {
    std::optional<Sym> S = sym(E);
    if (!S)
      return std::nullopt;
    if (S->isConst())
      return Polynomial(S->value());
    Text = *S;
  }
  unsigned A = Atoms.expression(key(E), Varies, Text);
  Values[A] = std::move(Value);
  return Polynomial::atom(A);
}

std::optional<Polynomial> ExprReader::polynomial(const Expr &E, bool Modular) {
  switch (E.Kind) {
  case ExprKind::Const:
    if (E.Value > LargestConstant || E.Value < -LargestConstant) {
      fail(E, "constants are limited to 2^40", true);
      return std::nullopt;
    }
    return Polynomial(E.Value);
  case ExprKind::Counter:
    if (!llvm::is_contained(F.Loops, E.Index)) {
      fail(E, "'" + Nest.Loops[E.Index].Name + "' has no value here");
      return std::nullopt;
    }
    return Polynomial::atom(Atoms.counter(E.Index));
  case ExprKind::Param:
    if (!Nest.Params[E.Index].Integral) {
      fail(E, "it is not an integer");
      return std::nullopt;
    }
    return Polynomial::atom(Atoms.parameter(E.Index));
  case ExprKind::Opaque:
    fail(E, E.Why.empty() ? "it is not understood" : E.Why);
    return std::nullopt;
  case ExprKind::Neg:
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
    return arithmetic(E, Modular);
  case ExprKind::Div:
  case ExprKind::Rem:
    return division(E);
  case ExprKind::Cast:
    return conversion(E, Modular);
  default:
    return choice(E);
  }
}

std::optional<Polynomial> ExprReader::arithmetic(const Expr &E, bool Modular) {
  // A value computed modulo 2^64 only serves a modular value of 64 bits.
  bool Wide = Modular && E.Type.Bits == 64;
  std::optional<Polynomial> A = polynomial(*E.Operands[0], Wide), B = A;
  if (E.Operands.size() == 2)
    B = A ? polynomial(*E.Operands[1], Wide) : std::nullopt;
  if (!A || !B)
    return std::nullopt;
  Polynomial P = E.Kind == ExprKind::Neg   ? -*A
                 : E.Kind == ExprKind::Add ? *A + *B
                 : E.Kind == ExprKind::Sub ? *A - *B
                                           : *A * *B;
  for (const auto &[M, C] : P.terms())
    if (llvm::count_if(M, [&](unsigned X) { return Atoms[X].UsesCounters; }) >
        1) {
      fail(E, "it is a product of two loop counters");
      return std::nullopt;
    }
  auto TooLarge = [](const auto &Term) {
    return Term.second > LargestConstant || Term.second < -LargestConstant;
  };
  if (P.poisoned() || llvm::any_of(P.terms(), TooLarge)) {
    fail(E, "coefficients are limited to 2^40", true);
    return std::nullopt;
  }
  if (E.Type.Signed || Wide)
    return P;
  return inRange(E, std::move(P));
}

std::optional<Polynomial> ExprReader::conversion(const Expr &E, bool Modular) {
  const Expr &From = *E.Operands[0];
  bool Wide = Modular && E.Type.Bits == 64;
  std::optional<Polynomial> P = polynomial(From, Wide && From.Type.Bits == 64);
  if (!P || Wide || fits(From.Type, E.Type))
    return P;
  if (E.Type.Bits == 1) {
    isl::PwAff V = valueOf(From, P);
    if (V.isNull())
      return std::nullopt;
    return atom(E, isl::indicator(V.whereNonZero()));
  }
  return inRange(E, std::move(*P));
}

/// A condition on which a value depends: what cannot be read is a failure.
Truth ExprReader::exactTest(const Expr &E) {
  Unread.reset();
  Truth T = test(E);
  if (!T.Exact && !Failure)
    Failure = Unread ? *Unread : ReadFailure{&E, "it is not understood", false};
  return T;
}

/// min, max, ?: and truth values used as numbers.
std::optional<Polynomial> ExprReader::choice(const Expr &E) {
  if (isBoolean(E.Kind)) {
    Truth T = exactTest(E);
    if (!T.Exact)
      return std::nullopt;
    return atom(E, isl::indicator(T.Yes));
  }
  if (E.Kind == ExprKind::Select) {
    Truth T = exactTest(*E.Operands[0]);
    if (!T.Exact)
      return std::nullopt;
    isl::Set Outer = Path;
    Path = Outer.intersect(T.Yes);
    isl::PwAff A = value(*E.Operands[1]);
    Path = Outer.intersect(T.No);
    isl::PwAff B = value(*E.Operands[2]);
    Path = Outer;
    if (A.isNull() || B.isNull())
      return std::nullopt;
    return atom(
        E, isl::unionAdd(A.intersectDomain(T.Yes), B.intersectDomain(T.No)));
  }
  isl::PwAff A = value(*E.Operands[0]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(*E.Operands[1]);
  if (B.isNull())
    return std::nullopt;
  return atom(E, E.Kind == ExprKind::Min ? isl::min(A, B) : isl::max(A, B));
}

/// A / |C| rounded towards zero.
isl::PwAff ExprReader::truncatedQuotient(const isl::PwAff &A, int64_t C) {
  isl::PwAff D = constant(C);
  isl::PwAff Zero = constant(0);
  if (isNever(A.lt(Zero), F.Known))
    return A.scaleDown(C).floor();
  if (isNever(A.gt(Zero), F.Known))
    return A.scaleDown(C).ceil();
  return isl::truncatedQuotient(A, D);
}

std::optional<Polynomial> ExprReader::division(const Expr &E) {
  std::optional<Polynomial> D = polynomial(*E.Operands[1], false);
  if (!D)
    return std::nullopt;
  if (!D->isConstant() || D->isZero()) {
    fail(E, usesCounters(*E.Operands[1]) ? "a loop counter is in the divisor"
            : D->isZero()                ? "the divisor is zero"
                                         : "the divisor is not a constant");
    return std::nullopt;
  }
  isl::PwAff A = value(*E.Operands[0]);
  if (A.isNull())
    return std::nullopt;
  int64_t C = D->constant();
  isl::PwAff Q = truncatedQuotient(A, C < 0 ? -C : C);
  if (E.Kind == ExprKind::Div)
    return atom(E, C < 0 ? -Q : std::move(Q));
  // The remainder has the sign of the dividend whatever the divisor's sign.
  Q = Q.scale(C < 0 ? -C : C);
  return atom(E, A - Q);
}

} // namespace heddle
