//===- ClaimRun.cpp - Whether what is claimed is so -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/ClaimRun.h"

namespace heddle {
namespace validate {

/// Size: bytes of an element. Where an access to a structure begins is enough:
/// the memory of a run is one of scalars.
bool ClaimRun::holds(Claim &C, int64_t Size, int64_t Place, bool Writes) {
  if (!C.IsTable && objectOf(Place) != objectOf(C.Begin))
    return false;
  if (C.HasRows && C.Rows.areApartFrom({{Place}, {0}, {0}, Access::In, 1}))
    return false;
  const int64_t From = offsetOf(Place) - offsetOf(C.Begin);
  if (C.HasExtent &&
      (!C.Elements.Ok || From < 0 || From / Size >= C.Elements.N))
    return false;
  if (!C.IsApart)
    return true;
  const uint64_t Iteration = Iterations[C.Of];
  Touched &T =
      C.Seen.try_emplace(Place, Touched{Iteration, false, false}).first->second;
  T.Others |= T.First != Iteration;
  T.Written |= Writes;
  return !(T.Others && T.Written);
}

/// The rows of Table, Op::RowsArg.
TableRows ClaimRun::claimedRows(const Node *Table) {
  TableValue T{Host.Text.eval(Table->Kids[0]),
               {},
               Access::In,
               &Host.W.N.Tables[static_cast<size_t>(Table->Extent)]};
  for (size_t I = 1; I + 1 < Table->Kids.size(); I += 2)
    T.Sides.push_back(
        {Host.Text.eval(Table->Kids[I]), Host.Text.eval(Table->Kids[I + 1])});
  TableRows Rows = rowsOf(Host, T);
  Rows.Tables.clear();
  return Rows;
}

/// The iteration has set what it reads at Place, or at the end something.
bool ClaimRun::isSet(const Node *E, int64_t Place) {
  const auto Number = static_cast<size_t>(E->Number);
  Own &O = Owns[Number];
  const uint64_t Now = Iterations[Host.W.N.Owns[Number]];
  if (O.SetIn != Now)
    O.Set.clear();
  O.SetIn = Now;
  if (E->What == Op::OwnEnds)
    return Now == 0 || !O.Set.empty();
  if (E->Extent == 1)
    O.Set.insert(Place);
  return O.Set.count(Place) != 0;
}

Value ClaimRun::operation(const Node *E) {
  if (E->What < Op::Claim || E->What > Op::Claimed) {
    Host.End.exhaust(); // these loops launch nothing
    return {};
  }
  if (E->What == Op::ClaimRows) {
    Claim &C = All[static_cast<size_t>(E->Number)];
    C.HasRows = true;
    C.Rows = claimedRows(E->Kids[0]);
    return {};
  }
  const Value V = E->Kids.empty() ? Value{} : Host.Text.eval(E->Kids[0]);
  if (E->What == Op::NextIteration) {
    ++Iterations[E->Number];
    return {};
  }
  if (E->What == Op::Owned || E->What == Op::OwnEnds) {
    if (!Host.End.stopped() && !isSet(E, V.N))
      Host.End.undefine();
    return V;
  }
  Claim &C = All[static_cast<size_t>(E->Number)];
  switch (E->What) {
  case Op::Claim:
    C.Begin = V.N;
    C.IsTable = E->From.K == Type::Pointer;
    C.Of = E->Extent;
    break;
  case Op::ClaimExtent:
    C.HasExtent = true;
    C.Elements = V;
    break;
  case Op::ClaimApart:
    C.IsApart = true;
    break;
  default: // Claimed
    if (!Host.End.stopped() &&
        !holds(C, Host.W.N.Claims[static_cast<size_t>(E->Number)], V.N,
               E->Extent == 1))
      Host.End.undefine();
    break;
  }
  return V;
}

} // namespace validate
} // namespace heddle
