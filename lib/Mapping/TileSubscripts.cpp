//===- TileSubscripts.cpp - Subscripts as linear forms --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <set>

namespace heddle {

bool isMovedBy(const Subscripts &Of, unsigned Loop) {
  return llvm::any_of(
      Of, [&](const LinearSubscript &S) { return S.ByLoop.count(Loop) != 0; });
}

bool isAlong(const Subscripts &Of, unsigned Loop) {
  const auto C = Of.back().ByLoop.find(Loop);
  return C != Of.back().ByLoop.end() && C->second == 1;
}

std::vector<int64_t> declaredStrides(const ArrayInfo &A) {
  std::vector<int64_t> All(A.Extents.size(), 1);
  for (size_t D = A.Extents.size(); D-- > 1;)
    if (!A.Extents[D] || A.Extents[D]->Kind != ExprKind::Const ||
        A.Extents[D]->Value < 1 ||
        llvm::MulOverflow(All[D], A.Extents[D]->Value, All[D - 1]))
      return {};
  return All;
}

/// Adds Factor times the expression; false where it is not linear.
static bool addExpr(const Expr &E, int64_t Factor, const AffineNest &N,
                    LinearSubscript &To) {
  constexpr int64_t Most = int64_t(1) << 30;
  if (std::abs(Factor) > Most)
    return false;
  const auto Operand = [&](size_t I, int64_t By) {
    return addExpr(*E.Operands[I], By, N, To);
  };
  switch (E.Kind) {
  case ExprKind::Const:
    if (std::abs(E.Value) > Most)
      return false;
    To.Constant += Factor * E.Value;
    return true;
  case ExprKind::Counter:
    To.ByLoop[E.Index] += Factor;
    return true;
  case ExprKind::Param:
    for (unsigned P = 0; P != N.Parameters.size(); ++P)
      if (N.Parameters[P].SourceParam == static_cast<int>(E.Index)) {
        To.ByParam[P] += Factor;
        return true;
      }
    return false;
  case ExprKind::Cast:
    return Operand(0, Factor);
  case ExprKind::Neg:
    return Operand(0, -Factor);
  case ExprKind::Add:
    return Operand(0, Factor) && Operand(1, Factor);
  case ExprKind::Sub:
    return Operand(0, Factor) && Operand(1, -Factor);
  case ExprKind::Mul:
    for (const size_t Of : {0, 1})
      if (const Expr &By = *E.Operands[1 - Of];
          By.Kind == ExprKind::Const && std::abs(By.Value) <= Most)
        return Operand(Of, Factor * By.Value);
    return false;
  default:
    return false;
  }
}

static void dropZeros(LinearSubscript &S) {
  const auto IsZero = [](const auto &C) { return C.second == 0; };
  for (auto *By : {&S.ByLoop, &S.ByParam})
    for (auto At = By->begin(); At != By->end();)
      At = IsZero(*At) ? By->erase(At) : std::next(At);
}

/// The subscripts as they are written, if they give the element that All says.
static std::optional<Subscripts> asWritten(const AffineAccess &A,
                                           const LinearSubscript &All,
                                           llvm::ArrayRef<int64_t> Strides,
                                           const AffineNest &N) {
  const std::vector<ExprRef> &Written = N.Nest->Accesses[A.Source].Subscripts;
  if (Strides.empty() || Written.size() != Strides.size())
    return std::nullopt;
  Subscripts Out(Strides.size());
  LinearSubscript Sum;
  for (size_t D = 0; D != Strides.size(); ++D) {
    if (!addExpr(*Written[D], 1, N, Out[D]) ||
        !addExpr(*Written[D], Strides[D], N, Sum))
      return std::nullopt;
    dropZeros(Out[D]);
  }
  dropZeros(Sum);
  if (Sum.ByLoop != All.ByLoop || Sum.ByParam != All.ByParam ||
      Sum.Constant != All.Constant)
    return std::nullopt;
  return Out;
}

std::optional<Subscripts> subscriptsOf(const AffineAccess &A,
                                       const AffineNest &N) {
  const isl::MultiAff At =
      isl::PwMultiAff(A.Relation.alignParams(N.ParamSpace)).onlyPiece();
  if (At.isNull())
    return std::nullopt;
  Subscripts All(At.size());
  for (unsigned E = 0; E != At.size(); ++E) {
    const isl::Aff Of = At.at(E);
    bool Known = Of.hasDivisions() == isl::Answer::No &&
                 Of.dim(isl::Dim::Param) <= N.Parameters.size() &&
                 Of.dim(isl::Dim::In) == N.Depth + A.InnerLoops.size();
    const auto Number = [&](const isl::Val &Value) {
      constexpr int64_t Most = int64_t(1) << 30;
      const std::optional<int64_t> As = Value.int64();
      Known = Known && As && std::abs(*As) <= Most;
      return As.value_or(0);
    };
    for (unsigned D = 0; Known && D != Of.dim(isl::Dim::In); ++D)
      if (const int64_t C = Number(Of.coefficient(isl::Dim::In, D)))
        All[E].ByLoop[D < N.Depth ? D : A.InnerLoops[D - N.Depth]] = C;
    for (unsigned P = 0; Known && P != Of.dim(isl::Dim::Param); ++P)
      if (const int64_t C = Number(Of.coefficient(isl::Dim::Param, P)))
        All[E].ByParam[P] = C;
    All[E].Constant = Number(Of.constant());
    if (!Known)
      return std::nullopt;
  }
  const ArrayInfo &Array = N.Nest->Arrays[A.Array];
  return All.size() == 1 && Array.Extents.size() > 1
             ? asWritten(A, All.front(), declaredStrides(Array), N)
             : All;
}

Subscripts splitSubscript(const LinearSubscript &S,
                          llvm::ArrayRef<int64_t> Strides) {
  Subscripts All(Strides.size());
  const auto Add = [&](int64_t C, auto To) {
    const std::vector<int64_t> Digits = digitsOf(C, Strides);
    for (size_t D = 0; D != All.size(); ++D)
      if (Digits[D] != 0)
        To(All[D]) += Digits[D];
  };
  for (const auto &[Loop, C] : S.ByLoop)
    Add(C, [L = Loop](LinearSubscript &X) -> int64_t & { return X.ByLoop[L]; });
  for (const auto &[Param, C] : S.ByParam)
    Add(C,
        [P = Param](LinearSubscript &X) -> int64_t & { return X.ByParam[P]; });
  Add(S.Constant, [](LinearSubscript &X) -> int64_t & { return X.Constant; });
  return All;
}

std::vector<int64_t> rowsIn(llvm::ArrayRef<LinearSubscript> Of) {
  std::set<int64_t, std::greater<>> Strides{1};
  for (const LinearSubscript &S : Of)
    for (const auto &[Loop, C] : S.ByLoop)
      Strides.insert(std::abs(C));
  const std::vector<int64_t> All(Strides.begin(), Strides.end());
  for (size_t D = 0; D + 1 < All.size(); ++D)
    if (All[D] % All[D + 1] != 0)
      return {};
  return All.size() > 1 ? All : std::vector<int64_t>();
}

} // namespace heddle
