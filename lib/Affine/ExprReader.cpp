//===- ExprReader.cpp - Integer expressions as quasi-affine functions -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/ExprReader.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle {

namespace {

constexpr int64_t LargestConstant = int64_t(1) << 40;

constexpr const char *NoConstantDivisor = "the divisor is not a constant",
                     *MultipliesCounter =
                         "it multiplies a loop counter by a run-time value";

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
    : Nest(Nest), Atoms(Atoms), F(std::move(Where)),
      Path(isl::Set::universe(F.Space)) {
  if (F.Context.isNull())
    F.Context = Path.params();
  if (F.Known.isNull())
    F.Known = Path.intersectParams(F.Context);
}

/// The first failure is the one that is told.
static std::nullopt_t fail(ExprReader &R, const Expr &E, std::string Why,
                           bool TooLarge = false) {
  if (!R.Failure)
    R.Failure = ReadFailure{&E, std::move(Why), TooLarge};
  return std::nullopt;
}

static bool usesCounters(const Expr &E) {
  return E.Kind == ExprKind::Counter ||
         llvm::any_of(E.Operands,
                      [](const ExprRef &O) { return usesCounters(*O); });
}

/// Equal for equal expressions alone.
static std::string keyOf(const Expr &E) {
  std::string K = std::to_string(static_cast<unsigned>(E.Kind)) + ":" +
                  std::to_string(E.Type.Bits) + (E.Type.Signed ? "s" : "u");
  if (E.Kind == ExprKind::Const)
    K += "=" + std::to_string(E.Value);
  if (E.Kind == ExprKind::Counter || E.Kind == ExprKind::Param)
    K += "#" + std::to_string(E.Index);
  for (const ExprRef &O : E.Operands)
    K += "(" + keyOf(*O) + ")";
  return K;
}

/// Equal for equal polynomials alone.
static std::string keyOf(const Polynomial &P) {
  std::string K;
  for (const auto &[M, C] : P.terms()) {
    K += "+" + std::to_string(C);
    for (unsigned A : M)
      K += "*" + std::to_string(A);
  }
  return K;
}

//===----------------------------------------------------------------------===//
// Leaves and polynomials as functions
//===----------------------------------------------------------------------===//

static isl::PwAff constant(const ExprReader &R, int64_t V) {
  return isl::PwAff::constant(R.F.Space, V);
}

static isl::PwAff counter(const ExprReader &R, unsigned Loop) {
  auto I = llvm::find(R.F.Loops, Loop);
  if (I == R.F.Loops.end())
    return isl::PwAff();
  return isl::PwAff::var(R.F.Space, isl::Dim::Set,
                         static_cast<unsigned>(I - R.F.Loops.begin()));
}

static isl::PwAff atomValue(const ExprReader &R, unsigned A) {
  const Atom &X = R.Atoms[A];
  if (X.Loop >= 0)
    return counter(R, static_cast<unsigned>(X.Loop));
  auto I = R.Values.find(A);
  if (I != R.Values.end())
    return I->second;
  if (X.UsesCounters)
    return isl::PwAff();
  return toIsl(X.Value, R.F.Space);
}

isl::PwAff affineOf(ExprReader &R, const Polynomial &P) {
  if (P.poisoned())
    return isl::PwAff();
  isl::PwAff Sum = constant(R, P.constant());
  for (const auto &[M, C] : P.terms()) {
    if (M.empty())
      continue;
    isl::PwAff Term;
    if (M.size() == 1)
      Term = atomValue(R, M[0]);
    else if (!R.Atoms.usesCounters(M))
      Term = parameterOn(R.F.Space, R.Atoms.parameterOf(M));
    if (Term.isNull())
      return isl::PwAff();
    Term = Term.scale(C);
    Sum = Sum + Term;
  }
  return isl::coalesced(std::move(Sum));
}

/// P, which E was read as; blames the smallest operand that is not affine.
static isl::PwAff valueOf(ExprReader &R, const Expr &E,
                          const std::optional<Polynomial> &P) {
  if (!P)
    return isl::PwAff();
  isl::PwAff V = affineOf(R, *P);
  if (!V.isNull())
    return V;
  const bool Divides = E.Kind == ExprKind::Div || E.Kind == ExprKind::Rem;
  if ((Divides && E.Operands[1]->Kind == ExprKind::Const) ||
      E.Kind == ExprKind::Neg || E.Kind == ExprKind::Add ||
      E.Kind == ExprKind::Sub || E.Kind == ExprKind::Mul ||
      E.Kind == ExprKind::Cast)
    for (const ExprRef &O : E.Operands)
      if (valueOf(R, *O).isNull())
        return V;
  fail(R, E, Divides ? NoConstantDivisor : MultipliesCounter);
  return V;
}

isl::PwAff valueOf(ExprReader &R, const Expr &E) {
  return valueOf(R, E, polynomialOf(R, E, false));
}

bool failAtQuotient(ExprReader &R, const Polynomial &P) {
  for (const auto &[M, C] : P.terms())
    for (unsigned A : M)
      if (auto I = R.Quotients.find(A); I != R.Quotients.end())
        return valueOf(R, *I->second.At).isNull();
  return false;
}

//===----------------------------------------------------------------------===//
// Expressions as polynomials
//===----------------------------------------------------------------------===//

static bool isNever(const isl::Set &S, const isl::Set &Within) {
  return isl::isEmpty(S.intersect(Within)) == isl::Answer::Yes;
}

/// P is a part into which an unsigned division takes a dividend of at most
/// Type's width: all of them are numbers from zero to the dividend.
static bool staysBelowDividend(const ExprReader &R, IntType Type,
                               const Polynomial &P) {
  return llvm::any_of(R.Quotients, [&](const auto &Entry) {
    const auto &[Atom, X] = Entry;
    const Polynomial Quotient = Polynomial::atom(Atom),
                     Multiple = X.Divisor * Quotient;
    return !X.At->Type.Signed && X.At->Type.Bits <= Type.Bits &&
           (P == Quotient || P == Multiple || P == X.Dividend - Multiple);
  });
}

/// Where V is a value of Type. The launch computes in 64-bit signed numbers:
/// where it has to ask, larger ones will not do.
static isl::Set inRangeOf(const ExprReader &R, IntType Type,
                          const isl::PwAff &V, const isl::Set &Evaluated) {
  isl::Set NotBelow = V.ge(constant(R, minOf(Type)));
  if (Type.Bits == 64 && !Type.Signed) {
    isl::Val Max = isl::Val::powerOfTwo(R.F.Space, 64).plus(-1);
    isl::Set NotAbove = V.le(isl::PwAff::constant(R.F.Space, Max));
    if (isNever(NotAbove.complement(), Evaluated))
      return NotBelow.intersect(NotAbove);
  }
  return NotBelow.intersect(V.le(constant(R, maxOf(Type))));
}

/// Records that P must lie in the range of E's type.
static void addCondition(ExprReader &R, const Expr &E, const Polynomial &P) {
  isl::PwAff V = affineOf(R, P);
  if (V.isNull() && staysBelowDividend(R, E.Type, P))
    return;
  if (V.isNull()) {
    R.NonAffineConditions.push_back({P, &E});
    return;
  }
  isl::Set Evaluated = R.F.Known.intersect(R.Path);
  isl::Set Ok = inRangeOf(R, E.Type, V, Evaluated);
  if (isNever(Ok.complement(), Evaluated))
    return;
  Ok = Ok.unionWith(R.Path.complement());
  R.Conditions.push_back({std::move(Ok), &E});
}

static std::optional<Polynomial> inRange(ExprReader &R, const Expr &E,
                                         Polynomial P) {
  if (P.poisoned())
    return fail(R, E, "coefficients are limited to 2^40", true);
  if (P.isConstant()) {
    std::optional<int64_t> V = wrapped(P.constant(), E.Type);
    if (!V || *V > LargestConstant || *V < -LargestConstant)
      return fail(R, E, "constants are limited to 2^40", true);
    return Polynomial(*V);
  }
  addCondition(R, E, P);
  return P;
}

static std::optional<Polynomial> atom(ExprReader &R, const Expr &E,
                                      isl::PwAff Value) {
  if (Value.isNull())
    return fail(R, E, "it could not be read");
  Sym Text(0);
  bool Varies = usesCounters(E);
  if (!Varies) {
    std::optional<Sym> S = symOf(R, E);
    if (!S)
      return std::nullopt;
    if (S->isConst())
      return Polynomial(S->value());
    Text = *S;
  }
  unsigned A = R.Atoms.expression(keyOf(E), Varies, Text);
  R.Values[A] = std::move(Value);
  return Polynomial::atom(A);
}

static std::optional<Polynomial> arithmetic(ExprReader &R, const Expr &E,
                                            bool Modular) {
  // A value computed modulo 2^64 only serves a modular value of 64 bits.
  bool Wide = Modular && E.Type.Bits == 64;
  std::optional<Polynomial> A = polynomialOf(R, *E.Operands[0], Wide), B = A;
  if (E.Operands.size() == 2)
    B = A ? polynomialOf(R, *E.Operands[1], Wide) : std::nullopt;
  if (!A || !B)
    return std::nullopt;
  Polynomial P = E.Kind == ExprKind::Neg   ? -*A
                 : E.Kind == ExprKind::Add ? *A + *B
                 : E.Kind == ExprKind::Sub ? *A - *B
                                           : *A * *B;
  auto UsesCounters = [&](unsigned A) { return R.Atoms[A].UsesCounters; };
  for (const auto &[M, C] : P.terms())
    if (llvm::count_if(M, UsesCounters) > 1)
      return fail(R, E, "it is a product of two loop counters");
  auto TooLarge = [](const auto &Term) {
    return Term.second > LargestConstant || Term.second < -LargestConstant;
  };
  if (P.poisoned() || llvm::any_of(P.terms(), TooLarge))
    return fail(R, E, "coefficients are limited to 2^40", true);
  if (!E.Type.mayWrap() || Wide)
    return P;
  return inRange(R, E, std::move(P));
}

static std::optional<Polynomial> conversion(ExprReader &R, const Expr &E,
                                            bool Modular) {
  const Expr &From = *E.Operands[0];
  bool Wide = Modular && E.Type.Bits == 64;
  std::optional<Polynomial> P =
      polynomialOf(R, From, Wide && From.Type.Bits == 64);
  if (!P || Wide || fits(From.Type, E.Type))
    return P;
  if (E.Type.Bits == 1) {
    isl::PwAff V = valueOf(R, From, P);
    if (V.isNull())
      return std::nullopt;
    return atom(R, E, isl::indicator(V.whereNonZero()));
  }
  return inRange(R, E, std::move(*P));
}

/// A condition on which a value depends: what cannot be read is a failure.
static Truth exactTest(ExprReader &R, const Expr &E) {
  R.Unread.reset();
  Truth T = truthOf(R, E);
  if (!T.Exact && !R.Failure)
    R.Failure =
        R.Unread ? *R.Unread : ReadFailure{&E, "it is not understood", false};
  return T;
}

/// min, max, ?: and truth values used as numbers.
static std::optional<Polynomial> choice(ExprReader &R, const Expr &E) {
  if (isBoolean(E.Kind)) {
    Truth T = exactTest(R, E);
    if (!T.Exact)
      return std::nullopt;
    return atom(R, E, isl::indicator(T.Yes));
  }
  if (E.Kind == ExprKind::Select) {
    Truth T = exactTest(R, *E.Operands[0]);
    if (!T.Exact)
      return std::nullopt;
    isl::Set Outer = R.Path;
    R.Path = Outer.intersect(T.Yes);
    isl::PwAff A = valueOf(R, *E.Operands[1]);
    R.Path = Outer.intersect(T.No);
    isl::PwAff B = valueOf(R, *E.Operands[2]);
    R.Path = Outer;
    if (A.isNull() || B.isNull())
      return std::nullopt;
    return atom(
        R, E, isl::unionAdd(A.intersectDomain(T.Yes), B.intersectDomain(T.No)));
  }
  isl::PwAff A = valueOf(R, *E.Operands[0]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : valueOf(R, *E.Operands[1]);
  if (B.isNull())
    return std::nullopt;
  return atom(R, E, E.Kind == ExprKind::Min ? isl::min(A, B) : isl::max(A, B));
}

/// A / |C| rounded towards zero.
static isl::PwAff truncatedQuotient(ExprReader &R, const isl::PwAff &A,
                                    int64_t C) {
  isl::PwAff D = constant(R, C);
  isl::PwAff Zero = constant(R, 0);
  if (isNever(A.lt(Zero), R.F.Known))
    return A.scaleDown(C).floor();
  if (isNever(A.gt(Zero), R.F.Known))
    return A.scaleDown(C).ceil();
  return isl::truncatedQuotient(A, D);
}

/// Q where A is D * Q + Rest, Q is not negative, and 0 <= Rest < D: the row of
/// `i * m + j`.
static std::optional<Polynomial> rowOf(ExprReader &R, const Polynomial &A,
                                       const Polynomial &D) {
  const auto [Q, Rest] = divide(A, D);
  isl::PwAff Row = affineOf(R, Q), Column = affineOf(R, Rest),
             Width = affineOf(R, D);
  if (Q.isZero() || Row.isNull() || Column.isNull() || Width.isNull())
    return std::nullopt;
  isl::PwAff Zero = constant(R, 0);
  isl::Set IsRow =
      Row.ge(Zero).intersect(Column.ge(Zero)).intersect(Column.lt(Width));
  if (!isNever(IsRow.complement(), R.F.Known.intersect(R.Path)))
    return std::nullopt;
  return Q;
}

/// A / D rounded towards zero, where no affine function is known for it: a
/// number of which only the division is known, so that `i / m * m + i % m` is
/// `i` again. `i / m / n` is `i / (m * n)`.
static Polynomial symbolicQuotient(ExprReader &R, const Expr &E,
                                   const Polynomial &A, const Polynomial &D) {
  if (std::optional<Polynomial> Q = exactQuotient(A, D))
    return *Q;
  if (std::optional<Polynomial> Row = rowOf(R, A, D))
    return *Row;
  for (const auto &[Atom, X] : R.Quotients)
    if (A == Polynomial::atom(Atom))
      return symbolicQuotient(R, E, X.Dividend, X.Divisor * D);
  const unsigned Q = R.Atoms.expression("(" + keyOf(A) + ")/(" + keyOf(D) + ")",
                                        /*UsesCounters=*/true, Sym(0));
  R.Quotients.try_emplace(Q, ExprReader::Quotient{&E, A, D});
  return Polynomial::atom(Q);
}

/// The quotient or the remainder, which is what the quotient leaves.
static std::optional<Polynomial> symbolicDivision(ExprReader &R, const Expr &E,
                                                  const Polynomial &A,
                                                  const Polynomial &D) {
  const Polynomial Q = symbolicQuotient(R, E, A, D);
  Polynomial P = E.Kind == ExprKind::Div ? Q : A - D * Q;
  if (P.poisoned())
    return fail(R, E, "coefficients are limited to 2^40", true);
  return P;
}

/// A / C or A % C rounded towards zero.
static std::optional<Polynomial> divisionByConstant(ExprReader &R,
                                                    const Expr &E,
                                                    const isl::PwAff &A,
                                                    int64_t C) {
  isl::PwAff Q = truncatedQuotient(R, A, C < 0 ? -C : C);
  if (E.Kind == ExprKind::Div)
    return atom(R, E, C < 0 ? -Q : std::move(Q));
  // The remainder has the sign of the dividend whatever the divisor's sign.
  Q = Q.scale(C < 0 ? -C : C);
  return atom(R, E, A - Q);
}

static std::optional<Polynomial> division(ExprReader &R, const Expr &E) {
  std::optional<Polynomial> D = polynomialOf(R, *E.Operands[1], false);
  if (!D)
    return std::nullopt;
  if (D->isZero())
    return fail(R, E, "the divisor is zero");
  if (usesCounters(*E.Operands[1]) && !D->isConstant())
    return fail(R, E, "a loop counter is in the divisor");
  if (!D->isConstant() && !usesCounters(*E.Operands[0]))
    return fail(R, E, NoConstantDivisor);
  std::optional<Polynomial> A = polynomialOf(R, *E.Operands[0], false);
  if (!A)
    return std::nullopt;
  isl::PwAff Value = D->isConstant() ? affineOf(R, *A) : isl::PwAff();
  return Value.isNull() ? symbolicDivision(R, E, *A, *D)
                        : divisionByConstant(R, E, Value, D->constant());
}

std::optional<Polynomial> polynomialOf(ExprReader &R, const Expr &E,
                                       bool Modular) {
  switch (E.Kind) {
  case ExprKind::Const:
    if (E.Value > LargestConstant || E.Value < -LargestConstant)
      return fail(R, E, "constants are limited to 2^40", true);
    return Polynomial(E.Value);
  case ExprKind::Counter:
    if (!llvm::is_contained(R.F.Loops, E.Index))
      return fail(R, E,
                  "'" + R.Nest.Loops[E.Index].Name + "' has no value here");
    return Polynomial::atom(R.Atoms.counter(E.Index));
  case ExprKind::Param:
    if (!R.Nest.Params[E.Index].Integral)
      return fail(R, E, "it is not an integer");
    return Polynomial::atom(R.Atoms.parameter(E.Index));
  case ExprKind::Opaque:
    return fail(R, E, E.Why.empty() ? "it is not understood" : E.Why);
  case ExprKind::Neg:
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
    return arithmetic(R, E, Modular);
  case ExprKind::Div:
  case ExprKind::Rem:
    return division(R, E);
  case ExprKind::Cast:
    return conversion(R, E, Modular);
  default:
    return choice(R, E);
  }
}

} // namespace heddle
