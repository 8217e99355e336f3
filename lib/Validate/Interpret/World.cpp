//===- World.cpp - What all runs of a nest share --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/World.h"
#include "Validate/Interpret/Field.h"
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

World::Related World::classOf(unsigned I) const {
  Related Of{I, 0};
  for (auto At = EqualTo.find(I); At != EqualTo.end(); At = EqualTo.find(Of.To))
    Of = {At->second.To, Of.More + At->second.More};
  return Of;
}

void World::agree(int64_t Place, int64_t Dimension, int64_t Other,
                  int64_t OtherDimension, int64_t More) {
  const Related A = classOf(extentAt(Place, Dimension));
  const Related B = classOf(extentAt(Other, OtherDimension));
  if (A.To == B.To)
    return;
  // By how much the first class is longer: the shorter one stands for both.
  const int64_t Longer = B.More + More - A.More;
  const bool IsFirst = Longer != 0 ? Longer > 0 : A.To > B.To;
  const unsigned From = IsFirst ? A.To : B.To, To = IsFirst ? B.To : A.To;
  EqualTo[From] = {To, std::abs(Longer)};
  if (auto At = Fixed.find(From); At != Fixed.end())
    Fixed.try_emplace(To, At->second - std::abs(Longer));
}

void World::agree(int64_t Place, int64_t Dimension, int64_t Constant) {
  const Related Of = classOf(extentAt(Place, Dimension));
  Fixed.try_emplace(Of.To, Constant - Of.More);
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
    const Related Of = classOf(I);
    auto At = Place.find(Of.To);
    if (At != Place.end() && At->second < Drawn.size())
      Values[I] = Drawn[At->second];
    else if (auto Constant = Fixed.find(Of.To); Constant != Fixed.end())
      Values[I] = Constant->second;
    Values[I] += Of.More;
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

unsigned World::dataAt(llvm::DenseMap<int64_t, unsigned> &Known,
                       int64_t Place) {
  auto [At, New] = Known.try_emplace(Place, Objects.size());
  if (New) {
    Object O;
    O.What = Object::Data;
    O.Name = describe(Place);
    Objects.push_back(O);
  }
  return At->second;
}

unsigned World::subObject(int64_t Place, int64_t Bytes) {
  const bool IsNew = Subs.count(Place) == 0;
  const unsigned O = dataAt(Subs, Place);
  int64_t &Known = Objects[O].Bytes;
  // A union may have several arrays there.
  Known = IsNew ? Bytes : Known < 0 || Bytes < 0 ? -1 : std::max(Known, Bytes);
  return O;
}

int64_t World::inVariable(int64_t Place) const {
  for (const auto &[At, Object] : Subs)
    if (Object == objectOf(Place))
      return At + offsetOf(Place);
  return Place;
}

bool World::isData(unsigned O) const {
  return O < Objects.size() && Objects[O].What == Object::Data;
}

bool World::isBeyond(int64_t Place) const {
  const unsigned O = objectOf(Place);
  return O < Objects.size() && Objects[O].Bytes >= 0 &&
         (offsetOf(Place) < 0 || offsetOf(Place) >= Objects[O].Bytes);
}

Value World::parameter(int64_t Place, Type T) {
  auto [At, New] = ParameterAt.try_emplace(Place, Parameters.size());
  if (New)
    Parameters.push_back({Place, T, describe(Place)});
  int64_t V = At->second < Values.size() ? Values[At->second] : Default;
  return {Parameters[At->second].value(V)};
}

/// "x", or "x + 8" bytes into it.
std::string World::describe(int64_t Pointer) const {
  const unsigned O = objectOf(Pointer);
  const int64_t Offset = offsetOf(Pointer);
  std::string Name = O < Objects.size() ? Objects[O].Name
                     : isTemporary(O)   ? "a temporary"
                                        : "a local";
  if (Offset)
    Name += " (byte " + std::to_string(Offset) + ")";
  return Name;
}

/// The variable whose pointer leads where Pointer does: to the first byte of an
/// object that is its own. Elements of tables are no variables.
std::optional<int64_t> World::holderOf(int64_t Pointer) const {
  if (!isData(objectOf(Pointer)) || offsetOf(Pointer) != 0)
    return std::nullopt;
  for (const auto &[Place, Object] : Pointees)
    if (Object == objectOf(Pointer) && !isData(objectOf(Place)) &&
        !Joins.contains(Place))
      return Place;
  return std::nullopt;
}

/// The table whose element the pointer is that leads where Pointer does, to an
/// object of its own.
std::optional<unsigned> World::tableOf(int64_t Pointer) const {
  for (const auto &[Place, Object] : Pointees)
    if (Object == objectOf(Pointer) && isData(objectOf(Place)))
      return objectOf(Place);
  return std::nullopt;
}

bool World::join(int64_t To, int64_t From, int64_t Bytes) {
  if (objectOf(To) == objectOf(From))
    return false;
  const std::optional<unsigned> Table = tableOf(To);
  if (Table && Table == tableOf(From))
    return JoinedTables.try_emplace(*Table, Bytes).second;
  if (const std::optional<int64_t> Place = holderOf(To);
      Place && isData(objectOf(From)))
    return Joins.try_emplace(*Place, Joined{From, Bytes}).second;
  if (const std::optional<int64_t> Place = holderOf(From);
      Place && isData(objectOf(To)))
    return Joins.try_emplace(*Place, Joined{To, -Bytes}).second;
  return false;
}

/// In some instances several elements of tables lead to one row.
Value World::pointerAt(int64_t Place) {
  // As many elements as an address still holds.
  if (const auto At = Joins.find(Place); At != Joins.end())
    return {At->second.To +
            At->second.Bytes * parameter(Place, {Type::Int, 32, true}).N};
  // Rows one behind the other, of no, one or two elements.
  const unsigned Table = objectOf(Place);
  if (const auto At = JoinedTables.find(Table); At != JoinedTables.end())
    return {
        pointerTo(pointee(pointerTo(Table)),
                  At->second * (offsetOf(Place) / 8 +
                                static_cast<int64_t>(mixed(Seed, Place) % 2)))};
  const bool MayAlias =
      isData(objectOf(Place)) && !N.Tables.empty() &&
      std::all_of(N.Tables.begin(), N.Tables.end(), [](const TableShape &S) {
        return S.HasPointers && S.Strides.size() == 1;
      });
  if (MayAlias && Seed % 5 == 2) {
    if (FirstRow == 0)
      FirstRow = Place;
    if (mixed(Seed, static_cast<uint64_t>(Place)) % 4 == 0)
      return {pointerTo(pointee(FirstRow))};
  }
  return {pointerTo(pointee(Place))};
}

Value World::initial(int64_t Place, Type T) {
  const unsigned O = objectOf(Place);
  if (T.K == Type::Pointer)
    return pointerAt(Place);
  const uint64_t Hash =
      mixed(mixed(Seed, O), static_cast<uint64_t>(offsetOf(Place)));
  if (T.K == Type::Float)
    return {static_cast<int64_t>(Hash % field::P)};
  if (!isData(O))
    return parameter(Place, T);
  // Small, so that they serve as bounds, subscripts and distances; in some
  // instances so small that even small arrays have such elements.
  if (T.Bits == 1)
    return {static_cast<int64_t>(Hash & 1)};
  // Claims are seldom fulfilled at random, but by elements that hold their own
  // number.
  if (!N.Claims.empty() && Seed % 4 == 1)
    return {wrapped(offsetOf(Place) / (T.Bits / 8), T)};
  if (Seed % 3 == 0)
    return {static_cast<int64_t>(Seed % 6 == 0 ? 0 : Hash & 1)};
  return {static_cast<int64_t>(Hash % 11) - (T.Signed ? 3 : 0)};
}

} // namespace validate
} // namespace heddle
