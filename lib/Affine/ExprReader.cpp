//===- ExprReader.cpp - Integer expressions as quasi-affine functions -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/ExprReader.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle {

using isl::take;

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

/// V as a value of T, by C++'s conversion; nothing if it does not fit 64 bits.
std::optional<int64_t> wrapped(int64_t V, IntType T) {
  if (T.Bits == 1)
    return V != 0;
  if (T.Bits == 64)
    return !T.Signed && V < 0 ? std::nullopt : std::optional<int64_t>(V);
  uint64_t Mask = (uint64_t(1) << T.Bits) - 1, U = static_cast<uint64_t>(V) & Mask;
  if (T.Signed && (U >> (T.Bits - 1)) != 0)
    return static_cast<int64_t>(U | ~Mask);
  return static_cast<int64_t>(U);
}

} // namespace

ExprReader::ExprReader(const LoopNest &Nest, AtomTable &Atoms, Frame Where)
    : Nest(Nest), Atoms(Atoms), F(std::move(Where)) {
  Path = universe();
  if (F.Context.isNull())
    F.Context = take(isl_set_params(universe().release()));
  if (F.Known.isNull())
    F.Known = take(isl_set_intersect_params(universe().release(),
                                            F.Context.copy()));
}

isl::Set ExprReader::universe() const {
  return take(isl_set_universe(F.Space.copy()));
}

isl::Set ExprReader::nothing() const {
  return take(isl_set_empty(F.Space.copy()));
}

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
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
  return take(isl_pw_aff_from_aff(isl_aff_val_on_domain(
      isl_local_space_from_space(F.Space.copy()),
      isl_val_int_from_si(Ctx, V))));
}

isl::PwAff ExprReader::parameter(const std::string &Name) const {
  return parameterOn(F.Space, Name);
}

isl::PwAff ExprReader::counter(unsigned Loop) const {
  auto I = llvm::find(F.Loops, Loop);
  if (I == F.Loops.end())
    return isl::PwAff();
  return take(isl_pw_aff_var_on_domain(
      isl_local_space_from_space(F.Space.copy()), isl_dim_set,
      static_cast<unsigned>(I - F.Loops.begin())));
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
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
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
    Term = take(
        isl_pw_aff_scale_val(Term.release(), isl_val_int_from_si(Ctx, C)));
    Sum = take(isl_pw_aff_add(Sum.release(), Term.release()));
  }
  return take(isl_pw_aff_coalesce(Sum.release()));
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

bool ExprReader::isNever(isl::Set S, const isl::Set &Within) const {
  return isl::isEmpty(take(isl_set_intersect(S.release(), Within.copy()))) ==
         isl::Answer::Yes;
}

/// Records that P must lie in the range of E's type.
bool ExprReader::addCondition(const Expr &E, const Polynomial &P) {
  isl::PwAff V = affine(P);
  if (V.isNull()) {
    NonAffineConditions.push_back({P, &E});
    return true;
  }
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
  isl::PwAff Low = constant(minOf(E.Type)), High = constant(maxOf(E.Type));
  if (E.Type.Bits == 64 && !E.Type.Signed) {
    isl::Val Max = take(isl_val_sub_ui(
        isl_val_2exp(isl_val_int_from_ui(Ctx, 64)), 1));
    High = take(isl_pw_aff_from_aff(isl_aff_val_on_domain(
        isl_local_space_from_space(F.Space.copy()), Max.release())));
  }
  isl::Set Ok = take(isl_set_intersect(
      isl_pw_aff_ge_set(V.copy(), Low.release()),
      isl_pw_aff_le_set(V.copy(), High.release())));
  isl::Set Evaluated = take(isl_set_intersect(F.Known.copy(), Path.copy()));
  if (isNever(take(isl_set_complement(Ok.copy())), Evaluated))
    return true;
  Ok = take(isl_set_union(Ok.release(), isl_set_complement(Path.copy())));
  Conditions.push_back({std::move(Ok), &E});
  return true;
}

std::optional<Polynomial> ExprReader::inRange(const Expr &E, Polynomial P) {
  if (P.poisoned()) {
    fail(E, "its coefficients are too large", true);
    return std::nullopt;
  }
  if (P.isConstant()) {
    std::optional<int64_t> V = wrapped(P.constant(), E.Type);
    if (!V || *V > LargestConstant || *V < -LargestConstant) {
      fail(E, "its value is too large", true);
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
      fail(E, "it is too large", true);
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
  // What is computed modulo 2^64 only serves a modular value of 64 bits.
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
  if (P.poisoned() || P.content() > LargestConstant) {
    fail(E, "its coefficients are too large", true);
    return std::nullopt;
  }
  if (E.Type.Signed || Wide)
    return P;
  return inRange(E, std::move(P));
}

std::optional<Polynomial> ExprReader::conversion(const Expr &E, bool Modular) {
  const Expr &From = *E.Operands[0];
  bool Wide = Modular && E.Type.Bits == 64;
  std::optional<Polynomial> P =
      polynomial(From, Wide && From.Type.Bits == 64);
  if (!P || Wide || fits(From.Type, E.Type))
    return P;
  if (E.Type.Bits == 1) {
    isl::PwAff V = valueOf(From, P);
    if (V.isNull())
      return std::nullopt;
    return atom(E, take(isl_set_indicator_function(
                       isl_pw_aff_non_zero_set(V.release()))));
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
    return atom(E, take(isl_set_indicator_function(T.Yes.release())));
  }
  if (E.Kind == ExprKind::Select) {
    Truth T = exactTest(*E.Operands[0]);
    if (!T.Exact)
      return std::nullopt;
    isl::Set Outer = Path;
    Path = take(isl_set_intersect(Outer.copy(), T.Yes.copy()));
    isl::PwAff A = value(*E.Operands[1]);
    Path = take(isl_set_intersect(Outer.copy(), T.No.copy()));
    isl::PwAff B = value(*E.Operands[2]);
    Path = Outer;
    if (A.isNull() || B.isNull())
      return std::nullopt;
    A = take(isl_pw_aff_intersect_domain(A.release(), T.Yes.release()));
    B = take(isl_pw_aff_intersect_domain(B.release(), T.No.release()));
    return atom(E, take(isl_pw_aff_union_add(A.release(), B.release())));
  }
  isl::PwAff A = value(*E.Operands[0]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(*E.Operands[1]);
  if (B.isNull())
    return std::nullopt;
  return atom(E, take(E.Kind == ExprKind::Min
                          ? isl_pw_aff_min(A.release(), B.release())
                          : isl_pw_aff_max(A.release(), B.release())));
}

/// A / |C| rounded towards zero.
isl::PwAff ExprReader::truncatedQuotient(isl::PwAff A, int64_t C) {
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
  isl::PwAff D = constant(C);
  isl::PwAff Zero = constant(0);
  if (isNever(take(isl_pw_aff_lt_set(A.copy(), Zero.copy())), F.Known))
    return take(isl_pw_aff_floor(isl_pw_aff_scale_down_val(
        A.release(), isl_val_int_from_si(Ctx, C))));
  if (isNever(take(isl_pw_aff_gt_set(A.copy(), Zero.copy())), F.Known))
    return take(isl_pw_aff_ceil(isl_pw_aff_scale_down_val(
        A.release(), isl_val_int_from_si(Ctx, C))));
  return take(isl_pw_aff_tdiv_q(A.release(), D.release()));
}

std::optional<Polynomial> ExprReader::division(const Expr &E) {
  std::optional<Polynomial> D = polynomial(*E.Operands[1], false);
  if (!D)
    return std::nullopt;
  if (!D->isConstant() || D->isZero()) {
    fail(*E.Operands[1], usesCounters(*E.Operands[1])
                             ? "a loop counter is in the divisor"
                         : D->isZero() ? "the divisor is zero"
                                       : "the divisor is not a constant");
    return std::nullopt;
  }
  isl::PwAff A = value(*E.Operands[0]);
  if (A.isNull())
    return std::nullopt;
  int64_t C = D->constant();
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
  isl::PwAff Q = truncatedQuotient(A, C < 0 ? -C : C);
  if (E.Kind == ExprKind::Div)
    return atom(E, C < 0 ? take(isl_pw_aff_neg(Q.release())) : std::move(Q));
  // The remainder has the sign of the dividend whatever the divisor's sign.
  Q = take(isl_pw_aff_scale_val(Q.release(),
                                isl_val_int_from_si(Ctx, C < 0 ? -C : C)));
  return atom(E, take(isl_pw_aff_sub(A.release(), Q.release())));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {

isl::Set relate(Relation Rel, isl::PwAff A, isl::PwAff B) {
  switch (Rel) {
  case Relation::Lt:
    return take(isl_pw_aff_lt_set(A.release(), B.release()));
  case Relation::Le:
    return take(isl_pw_aff_le_set(A.release(), B.release()));
  case Relation::Gt:
    return take(isl_pw_aff_gt_set(A.release(), B.release()));
  case Relation::Ge:
    return take(isl_pw_aff_ge_set(A.release(), B.release()));
  case Relation::Ne:
    return take(isl_pw_aff_ne_set(A.release(), B.release()));
  }
  return isl::Set();
}

Relation mirrored(Relation Rel) {
  switch (Rel) {
  case Relation::Lt:
    return Relation::Gt;
  case Relation::Le:
    return Relation::Ge;
  case Relation::Gt:
    return Relation::Lt;
  case Relation::Ge:
    return Relation::Le;
  case Relation::Ne:
    break;
  }
  return Rel;
}

} // namespace

isl::Set ExprReader::compare(Relation Rel, const Expr &A, const Expr &B) {
  bool OnLeft = A.Kind == ExprKind::Min || A.Kind == ExprKind::Max;
  bool OnRight = B.Kind == ExprKind::Min || B.Kind == ExprKind::Max;
  if (Rel != Relation::Ne && OnLeft && !OnRight)
    return compare(mirrored(Rel), B, A);
  if (Rel != Relation::Ne && OnRight) {
    isl::Set S = compare(Rel, A, *B.Operands[0]);
    isl::Set T = compare(Rel, A, *B.Operands[1]);
    bool Below = Rel == Relation::Lt || Rel == Relation::Le;
    bool All = Below == (B.Kind == ExprKind::Min);
    return take(All ? isl_set_intersect(S.release(), T.release())
                    : isl_set_union(S.release(), T.release()));
  }
  isl::PwAff X = value(A);
  isl::PwAff Y = X.isNull() ? isl::PwAff() : value(B);
  if (Y.isNull())
    return isl::Set();
  return relate(Rel, std::move(X), std::move(Y));
}

Truth ExprReader::connective(const Expr &E) {
  Truth A = test(*E.Operands[0]);
  if (E.Kind == ExprKind::Not)
    return {A.No, A.Yes, A.Exact};
  bool And = E.Kind == ExprKind::And;
  isl::Set Outer = Path;
  Path = take(isl_set_intersect(Outer.copy(), (And ? A.Yes : A.No).copy()));
  Truth B = test(*E.Operands[1]);
  Path = Outer;
  Truth R;
  R.Exact = A.Exact && B.Exact;
  if (And) {
    R.Yes = take(isl_set_intersect(A.Yes.release(), B.Yes.release()));
    R.No = take(isl_set_union(A.No.release(), B.No.release()));
  } else {
    R.Yes = take(isl_set_union(A.Yes.release(), B.Yes.release()));
    R.No = take(isl_set_intersect(A.No.release(), B.No.release()));
  }
  if (R.Exact && And)
    R.No = take(isl_set_complement(R.Yes.copy()));
  else if (R.Exact)
    R.Yes = take(isl_set_complement(R.No.copy()));
  return R;
}

Truth ExprReader::test(const Expr &E) {
  Truth Unknown{universe(), universe(), false};
  if (E.Kind == ExprKind::And || E.Kind == ExprKind::Or ||
      E.Kind == ExprKind::Not)
    return connective(E);
  // A condition that cannot be read is no failure: it may go either way, and
  // what its operands need for exactness does not matter.
  std::optional<ReadFailure> Before = Failure;
  size_t Known = Conditions.size(), NonAffine = NonAffineConditions.size();
  Failure.reset();
  isl::Set Yes;
  switch (E.Kind) {
  case ExprKind::Lt:
    Yes = compare(Relation::Lt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Le:
    Yes = compare(Relation::Le, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Gt:
    Yes = compare(Relation::Gt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ge:
    Yes = compare(Relation::Ge, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ne:
  case ExprKind::Eq:
    Yes = compare(Relation::Ne, *E.Operands[0], *E.Operands[1]);
    if (E.Kind == ExprKind::Eq && !Yes.isNull())
      Yes = take(isl_set_complement(Yes.release()));
    break;
  default:
    if (isl::PwAff V = value(E); !V.isNull())
      Yes = take(isl_pw_aff_non_zero_set(V.release()));
  }
  bool Failed = Failure.has_value() || Yes.isNull() ||
                NonAffineConditions.size() != NonAffine;
  if (Failed && !Unread)
    Unread = Failure ? *Failure : ReadFailure{&E, "it is not affine", false};
  Failure = Before;
  if (Failed) {
    Conditions.resize(Known);
    NonAffineConditions.resize(NonAffine);
    return Unknown;
  }
  isl::Set No = take(isl_set_complement(Yes.copy()));
  return {std::move(Yes), std::move(No), true};
}

//===----------------------------------------------------------------------===//
// Expressions over parameters as text
//===----------------------------------------------------------------------===//

/// A / C and A % C rounded towards zero, by floor operations.
static Sym truncated(ExprKind K, const Sym &A, int64_t C, bool NeverNegative) {
  Sym D(C < 0 ? -C : C);
  bool Div = K == ExprKind::Div;
  Sym Plus = Div ? floor_div(A, D) : floor_mod(A, D);
  Sym Minus = Div ? -floor_div(-A, D) : -floor_mod(-A, D);
  Sym R = NeverNegative ? Plus : select(less_equal(0, A), Plus, Minus);
  return Div && C < 0 ? -R : R;
}

std::optional<Sym> ExprReader::sym(const Expr &E) {
  auto Operand = [&](unsigned I) { return sym(*E.Operands[I]); };
  auto Pair = [&](Sym (*Make)(const Sym &, const Sym &)) -> std::optional<Sym> {
    std::optional<Sym> A = Operand(0);
    std::optional<Sym> B = A ? Operand(1) : std::nullopt;
    return B ? std::optional<Sym>(Make(*A, *B)) : std::nullopt;
  };
  switch (E.Kind) {
  case ExprKind::Const:
    return Sym(E.Value);
  case ExprKind::Param:
    return Sym::leaf(Nest.Params[E.Index].Name);
  case ExprKind::Counter:
  case ExprKind::Opaque:
    return std::nullopt;
  case ExprKind::Neg: {
    std::optional<Sym> A = Operand(0);
    return A ? std::optional<Sym>(-*A) : std::nullopt;
  }
  case ExprKind::Add:
    return Pair(operator+);
  case ExprKind::Sub:
    return Pair(operator-);
  case ExprKind::Mul: {
    std::optional<Polynomial> P = polynomial(E, false);
    if (!P || Atoms.usesCounters(*P))
      return std::nullopt;
    return Atoms.affineSym(*P);
  }
  case ExprKind::Div:
  case ExprKind::Rem: {
    std::optional<Sym> A = Operand(0), D = Operand(1);
    if (!A || !D || !D->isConst() || D->isConst(0))
      return std::nullopt;
    isl::PwAff V = value(*E.Operands[0]);
    if (V.isNull())
      return std::nullopt;
    isl::Set Context = take(isl_set_intersect_params(
        universe().release(), F.Context.copy()));
    bool Never = isNever(
        take(isl_pw_aff_lt_set(V.release(), constant(0).release())), Context);
    return truncated(E.Kind, *A, D->value(), Never);
  }
  case ExprKind::Min:
    return Pair(min_of);
  case ExprKind::Max:
    return Pair(max_of);
  case ExprKind::Select: {
    std::optional<Sym> C = Operand(0), A = Operand(1), B = Operand(2);
    return C && A && B ? std::optional<Sym>(heddle::select(*C, *A, *B))
                       : std::nullopt;
  }
  case ExprKind::Cast: {
    std::optional<Sym> A = Operand(0);
    if (A && E.Type.Bits == 1)
      return negate(equal(*A, 0));
    if (A && A->isConst())
      if (std::optional<int64_t> V = wrapped(A->value(), E.Type))
        return Sym(*V);
    return A;
  }
  case ExprKind::Lt:
    return Pair(less);
  case ExprKind::Le:
    return Pair(less_equal);
  case ExprKind::Gt:
    return Pair([](const Sym &A, const Sym &B) { return less(B, A); });
  case ExprKind::Ge:
    return Pair([](const Sym &A, const Sym &B) { return less_equal(B, A); });
  case ExprKind::Eq:
    return Pair(equal);
  case ExprKind::Ne:
    return Pair([](const Sym &A, const Sym &B) { return negate(equal(A, B)); });
  case ExprKind::And:
    return Pair(both);
  case ExprKind::Or:
    return Pair(either);
  case ExprKind::Not: {
    std::optional<Sym> A = Operand(0);
    return A ? std::optional<Sym>(negate(*A)) : std::nullopt;
  }
  }
  return std::nullopt;
}

} // namespace heddle
