//===- HostWork.cpp - What CPU threads are weighed by ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/HostWork.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

/// As many as a function of the library may be worth.
constexpr int64_t OperandsOfCall = 40;

/// Names directly below are keywords, types, and the function that is called.
bool namesNoFunction(ValueKind K) {
  return K == ValueKind::Block || K == ValueKind::If || K == ValueKind::Cast ||
         K == ValueKind::Declare || K == ValueKind::Call;
}

/// Counts the operands of one iteration. The count is unknown where something
/// is not understood.
class OperandCount {
public:
  explicit OperandCount(const NestAsWritten &Loops)
      : N(*Loops.Nest->Nest), Affine(*Loops.Nest), Rank(Loops.Rank) {}

  /// In V and all below.
  std::optional<Sym> of(const Value &V);
  /// All loops of the nest that are not mapped stood in what was counted.
  bool sawAllLoops() const { return Seen + Rank == N.Loops.size(); }

private:
  std::optional<Sym> ofParts(const Value &V);
  std::optional<Sym> trips(const Loop &L) const;
  std::optional<Sym> end(const Expr &E, bool Upper) const;
  std::optional<Sym> parameter(unsigned Index) const;

  const LoopNest &N;
  const AffineNest &Affine;
  const unsigned Rank;
  size_t Seen = 0;
};

std::optional<Sym> OperandCount::of(const Value &V) {
  switch (V.Kind) {
  case ValueKind::Hidden:
  case ValueKind::Name:
    return Sym(V.Means == NameMeaning::Unknown ? OperandsOfCall : 1);
  case ValueKind::Array:
  case ValueKind::Copy:
    return Sym(1);
  case ValueKind::Respelled:
  case ValueKind::Update:
  case ValueKind::Sliced:
    return of(V.operand(0));
  case ValueKind::Loop: {
    // Loops that stand for what the text has not are none of the nest's.
    if (V.Index >= N.Loops.size())
      return std::nullopt;
    ++Seen;
    // The header has two.
    std::optional<Sym> Trips = trips(N.Loops[V.Index]), Each = of(V.operand(1));
    return Trips && Each ? std::optional<Sym>(*Trips * (*Each + 2))
                         : std::nullopt;
  }
  default:
    return ofParts(V);
  }
}

std::optional<Sym> OperandCount::ofParts(const Value &V) {
  Sym Sum(V.Kind == ValueKind::Call ? OperandsOfCall : 0);
  for (const Operand &Part : V.Operands) {
    if (Part.Is->Kind == ValueKind::Name &&
        Part.Is->Means == NameMeaning::Unknown && namesNoFunction(V.Kind))
      continue;
    std::optional<Sym> Count = of(*Part.Is);
    if (!Count)
      return std::nullopt;
    Sum = Sum + *Count;
  }
  return Sum;
}

/// With steps of 1.
std::optional<Sym> OperandCount::trips(const Loop &L) const {
  if (L.DataDependent)
    return std::nullopt;
  const bool Up = L.Step > 0;
  std::optional<Sym> Last = end(*(Up ? L.Bound : L.Init), true),
                     First = end(*(Up ? L.Init : L.Bound), false);
  return Last && First ? std::optional<Sym>(*Last - *First) : std::nullopt;
}

std::optional<Sym> OperandCount::parameter(unsigned Index) const {
  for (const AffineNest::Parameter &Q : Affine.Parameters)
    if (Q.SourceParam == static_cast<int>(Index))
      return Sym::leaf(Q.Name);
  return std::nullopt;
}

/// The largest value (or the smallest) that E has in any iteration, or a larger
/// (smaller) one.
std::optional<Sym> OperandCount::end(const Expr &E, bool Upper) const {
  auto Part = [&](unsigned I, bool Of) { return end(*E.Operands[I], Of); };
  switch (E.Kind) {
  case ExprKind::Const:
    return Sym(E.Value);
  case ExprKind::Param:
    return parameter(E.Index);
  case ExprKind::Counter:
    if (E.Index >= Rank)
      return std::nullopt;
    return Upper ? Affine.Dims[E.Index].Upper : Affine.Dims[E.Index].Lower;
  case ExprKind::Cast:
    return Part(0, Upper);
  case ExprKind::Add:
  case ExprKind::Sub: {
    const bool Adds = E.Kind == ExprKind::Add;
    std::optional<Sym> A = Part(0, Upper), B = Part(1, Upper == Adds);
    if (!A || !B)
      return std::nullopt;
    return Adds ? *A + *B : *A - *B;
  }
  case ExprKind::Min:
  case ExprKind::Max: {
    // Each of the two is a bound.
    if (Upper != (E.Kind == ExprKind::Min))
      return std::nullopt;
    std::optional<Sym> A = Part(0, Upper);
    return A ? A : Part(1, Upper);
  }
  default:
    return std::nullopt;
  }
}

Sym tripsOf(const Dimension &D) {
  const Sym Length = D.Upper - D.Lower;
  return D.Step == 1 ? Length : ceil_div(Length, D.Step) * D.Width;
}

} // namespace

std::optional<NestAsWritten> loopsOnHost(const MappedNest &M) {
  if (const std::optional<OwnerComputes> &Owner = M.affine().Owner)
    return Owner->OnHost;
  return NestAsWritten{M.verified().sharedAffine(), M.rank()};
}

HostWork weighLoops(const NestAsWritten &Loops) {
  const LoopNest &N = *Loops.Nest->Nest;
  HostWork Work{Sym(0), {}};
  for (unsigned D = 0; D != Loops.Rank; ++D)
    Work.Trips.push_back(tripsOf(Loops.Nest->Dims[D]));
  // Nobody looks into functions that the body calls.
  if (!N.Functions.empty() || !N.Calls.empty() || Loops.Nest->Owner)
    return Work;
  OperandCount Count(Loops);
  std::optional<Sym> All = Count.of(*bodyOf(N.Loops[Loops.Rank - 1], N.Code));
  if (All && Count.sawAllLoops())
    Work.Operands = *All;
  return Work;
}

} // namespace heddle
