//===- TensorOps.cpp - Tensors, as the validator runs them ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Machine.h"
#include <algorithm>

namespace heddle {
namespace validate {

int64_t Parameter::value(int64_t Drawn) const {
  const int64_t V = wrapped(Drawn, Ty);
  return IsExtent ? std::max<int64_t>(V, 0) : V;
}

/// Extents stand behind the pointer to the elements, as parameters.
unsigned World::extentAt(int64_t Place, int64_t Dimension) {
  const int64_t At = Place + 8 * (Dimension + 1);
  auto [Found, New] = ParameterAt.try_emplace(At, Parameters.size());
  if (New)
    Parameters.push_back(
        {At,
         {Type::Int, 64, true},
         describe(Place) + ".extent(" + std::to_string(Dimension) + ")",
         true});
  return Found->second;
}

Value World::extent(int64_t Place, int64_t Dimension) {
  const unsigned I = extentAt(Place, Dimension);
  return {Parameters[I].value(I < Values.size() ? Values[I] : Default)};
}

unsigned World::classOf(unsigned I) const {
  for (auto At = EqualTo.find(I); At != EqualTo.end(); At = EqualTo.find(I))
    I = At->second;
  return I;
}

void World::agree(int64_t Place, int64_t Dimension, int64_t Other,
                  int64_t OtherDimension) {
  const unsigned A = classOf(extentAt(Place, Dimension));
  const unsigned B = classOf(extentAt(Other, OtherDimension));
  if (A == B)
    return;
  EqualTo[std::max(A, B)] = std::min(A, B);
  if (auto At = Fixed.find(std::max(A, B)); At != Fixed.end())
    Fixed.try_emplace(std::min(A, B), At->second);
}

void World::agree(int64_t Place, int64_t Dimension, int64_t Constant) {
  Fixed.try_emplace(classOf(extentAt(Place, Dimension)), Constant);
}

std::vector<Parameter> World::representatives() const {
  std::vector<Parameter> Result;
  for (unsigned I = 0; I != Parameters.size(); ++I)
    if (!EqualTo.count(I) && !Fixed.count(I))
      Result.push_back(Parameters[I]);
  return Result;
}

void World::spread(const std::vector<int64_t> &Drawn) {
  const bool Agree = Seed % 8 != 7; // else the launch has to find out
  Values.assign(Parameters.size(), Default);
  llvm::DenseMap<unsigned, unsigned> Place;
  for (unsigned I = 0; I != Parameters.size(); ++I)
    if (!EqualTo.count(I) && !Fixed.count(I))
      Place[I] = static_cast<unsigned>(Place.size());
  for (unsigned I = 0; I != Parameters.size(); ++I) {
    const unsigned Class = classOf(I);
    auto At = Place.find(Class);
    if (At != Place.end() && At->second < Drawn.size())
      Values[I] = Drawn[At->second];
    else if (auto Constant = Fixed.find(Class); Constant != Fixed.end())
      Values[I] = Constant->second;
    if (!Agree && Parameters[I].IsExtent && mixed(Seed, I) % 3 == 0)
      ++Values[I];
  }
}

bool World::hasShape(int64_t Place) {
  if (mixed(Seed, static_cast<uint64_t>(Place)) % 8)
    return true;
  Special.insert("'" + describe(Place) + "' without a shape");
  return false;
}

bool World::isDense(int64_t Place) {
  if (mixed(static_cast<uint64_t>(Place), Seed) % 8)
    return true;
  Special.insert("'" + describe(Place) + "' not dense");
  return false;
}

Value Machine::tensorOp(const Node *E) {
  const auto Kid = [&](unsigned I) { return eval(E->Kids[I]); };
  switch (E->What) {
  case Op::Sum: {
    const int64_t Count = Kid(0).N;
    Value Total;
    for (int64_t K = 0; K < Count && !stopped(); ++K) {
      slot(E->Number) = {K};
      const Value One = Kid(1);
      Total = combined(Combine::Sum, Total, One, E->Ty);
    }
    return Total;
  }
  case Op::Element: {
    const Value P = Kid(0);
    __int128 Offset = 0;
    for (unsigned I = 1; I + 1 < E->Kids.size(); I += 2) {
      const Value Index = Kid(I);
      Offset += static_cast<__int128>(Index.N) * Kid(I + 1).N * E->Number;
    }
    constexpr __int128 Farthest = __int128{1} << 38;
    if (Offset > Farthest || Offset < -Farthest || objectOf(P.N) == 0)
      undefined();
    return {P.N + static_cast<int64_t>(Offset)};
  }
  case Op::ExtentOf:
    return W.extent(Kid(0).N, E->Number);
  case Op::Agree: {
    const Node *A = E->Kids[2], *B = E->Kids[3];
    if (A && B)
      W.agree(eval(A->Kids[0]).N, A->Number, eval(B->Kids[0]).N, B->Number);
    else if (A || B)
      W.agree(eval((A ? A : B)->Kids[0]).N, (A ? A : B)->Number,
              Kid(A ? 1 : 0).N);
    return {Kid(0).N == Kid(1).N};
  }
  case Op::HasShape:
    return {W.hasShape(Kid(0).N)};
  case Op::IsDense:
    return {W.isDense(Kid(0).N)};
  default:
    Refused = N.Texts[E->Number];
    return {};
  }
}

} // namespace validate
} // namespace heddle
