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

} // namespace

ExprReader::ExprReader(const LoopNest &Nest, AtomTable &Atoms, Frame Where)
    : Nest(Nest), Atoms(Atoms), F(std::move(Where)) {
  Path = universe();
  if (F.Context.isNull())
    F.Context = take(isl_set_params(universe().release()));
  if (F.Known.isNull())
    F.Known =
        take(isl_set_intersect_params(universe().release(), F.Context.copy()));
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
  return take(isl_pw_aff_from_aff(
      isl_aff_val_on_domain(isl_local_space_from_space(F.Space.copy()),
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
    Term =
        take(isl_pw_aff_scale_val(Term.release(), isl_val_int_from_si(Ctx, C)));
    Sum = take(isl_pw_aff_add(Sum.release(), Term.release()));
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
    isl::Val Max =
        take(isl_val_sub_ui(isl_val_2exp(isl_val_int_from_ui(Ctx, 64)), 1));
    High = take(isl_pw_aff_from_aff(isl_aff_val_on_domain(
        isl_local_space_from_space(F.Space.copy()), Max.release())));
  }
  isl::Set Ok =
      take(isl_set_intersect(isl_pw_aff_ge_set(V.copy(), Low.release()),
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
    return take(isl_pw_aff_floor(
        isl_pw_aff_scale_down_val(A.release(), isl_val_int_from_si(Ctx, C))));
  if (isNever(take(isl_pw_aff_gt_set(A.copy(), Zero.copy())), F.Known))
    return take(isl_pw_aff_ceil(
        isl_pw_aff_scale_down_val(A.release(), isl_val_int_from_si(Ctx, C))));
  return take(isl_pw_aff_tdiv_q(A.release(), D.release()));
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
  isl_ctx *Ctx = isl_space_get_ctx(F.Space.get());
  isl::PwAff Q = truncatedQuotient(A, C < 0 ? -C : C);
  if (E.Kind == ExprKind::Div)
    return atom(E, C < 0 ? take(isl_pw_aff_neg(Q.release())) : std::move(Q));
  // The remainder has the sign of the dividend whatever the divisor's sign.
  Q = take(isl_pw_aff_scale_val(Q.release(),
                                isl_val_int_from_si(Ctx, C < 0 ? -C : C)));
  return atom(E, take(isl_pw_aff_sub(A.release(), Q.release())));
}

} // namespace heddle
