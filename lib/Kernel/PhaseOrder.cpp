//===- PhaseOrder.cpp - Which phases need a barrier behind them -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Phases.h"
#include <map>
#include <set>

namespace heddle {
namespace phases {
namespace {

/// A phase that reads a buffer, and one that writes it: the last ones would
/// do, but any one serves for a message.
struct Touched {
  std::optional<unsigned> Reader, Writer;
};
using Accesses = std::map<std::string, Touched>;

/// The phases of a kernel in the order of its text, what they touch, and which
/// may follow directly upon which.
class Flow {
public:
  explicit Flow(const Kernel &K) {
    for (const Buffer &B : K.Shared) {
      Shared.insert(B.Name);
      if (B.Rolls)
        Rolling.insert(B.Name);
    }
    for (const Parameter &P : K.Parameters)
      if (P.What == Parameter::Array && P.Exchanged)
        Shared.insert(P.Name);
    (void)walk(K.Body, {});
  }

  std::vector<const Phase *> Phases;
  std::vector<Accesses> Of;
  std::set<std::pair<unsigned, unsigned>> Follows;
  std::set<std::string> Rolling; ///< buffers

private:
  using Ends = std::set<unsigned>;

  /// Before: the phases after which Body may begin. Returns those that may be
  /// the last before what stands behind Body.
  Ends walk(const std::vector<Item> &Body, Ends Before);
  unsigned numberOf(const Phase &P);
  void value(const Value &V, unsigned At);
  void element(const Element &E, unsigned At, bool Write);
  void statements(const std::vector<Statement> &Body, unsigned At);

  std::set<std::string> Shared; ///< and arrays that are exchanged
  std::map<const Phase *, unsigned> Numbers;
};

Flow::Ends Flow::walk(const std::vector<Item> &Body, Ends Before) {
  for (const Item &I : Body) {
    if (I.What == Item::Run) {
      const unsigned At = numberOf(I.Of);
      for (unsigned P : Before)
        Follows.insert({P, At});
      Before = {At};
      continue;
    }
    Ends Last = walk(I.Body, Before);
    if (I.What == Item::Loop)
      (void)walk(I.Body, Last); // the back edge
    Before.insert(Last.begin(), Last.end());
  }
  return Before;
}

unsigned Flow::numberOf(const Phase &P) {
  auto [At, New] =
      Numbers.try_emplace(&P, static_cast<unsigned>(Phases.size()));
  if (New) {
    Phases.push_back(&P);
    Of.emplace_back();
    for (const auto *Part : {&P.Loads, &P.Statements, &P.Stores})
      statements(*Part, At->second);
  }
  return At->second;
}

void Flow::element(const Element &E, unsigned At, bool Write) {
  if (!Shared.count(E.Name))
    return;
  Touched &T = Of[At][E.Name];
  (Write ? T.Writer : T.Reader) = At;
}

void Flow::value(const Value &V, unsigned At) {
  if (V.What == Value::Read)
    element(V.Of, At, false);
  for (const Value &Operand : V.Operands)
    value(Operand, At);
}

void Flow::statements(const std::vector<Statement> &Body, unsigned At) {
  for (const Statement &S : Body) {
    if (S.What == Statement::Set || S.What == Statement::AddTo) {
      element(S.To, At, true);
      if (S.What == Statement::AddTo)
        element(S.To, At, false);
    }
    for (const std::string &Name : S.Buffers)
      element({Name, {}}, At, false);
    for (const std::string &Name : S.Written)
      element({Name, {}}, At, true);
    value(S.From, At);
    statements(S.Body, At);
    statements(S.Else, At);
  }
}

/// Joins From into To; whether that changed To.
bool join(Accesses &To, const Accesses &From) {
  bool Changed = false;
  for (const auto &[Name, T] : From) {
    Touched &Here = To[Name];
    if (T.Reader && !Here.Reader) {
      Here.Reader = T.Reader;
      Changed = true;
    }
    if (T.Writer && !Here.Writer) {
      Here.Writer = T.Writer;
      Changed = true;
    }
  }
  return Changed;
}

/// A pair of which the second phase follows directly upon Last: the phase that
/// a barrier would have to close.
struct Found {
  Unordered Pair;
  unsigned Last;
};

std::optional<Found> find(const Flow &F, const std::vector<bool> &Barrier) {
  // Pending[P]: what may have been touched since the last barrier when P ends.
  std::vector<Accesses> Pending = F.Of;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [From, To] : F.Follows)
      if (!Barrier[From])
        Changed |= join(Pending[To], Pending[From]);
  }
  for (auto [From, To] : F.Follows) {
    if (Barrier[From])
      continue;
    for (const auto &[Name, Now] : F.Of[To]) {
      auto At = Pending[From].find(Name);
      if (At == Pending[From].end())
        continue;
      const Touched &Then = At->second;
      if (!Now.Reader && F.Rolling.count(Name))
        continue;
      if (Then.Writer)
        return Found{{*Then.Writer, To, Name}, From};
      if (Now.Writer && Then.Reader)
        return Found{{*Then.Reader, To, Name}, From};
    }
  }
  return std::nullopt;
}

/// Calls Do for all phases, in the order of Flow.
template <class Action> void forEachPhase(std::vector<Item> &Body, Action Do) {
  for (Item &I : Body)
    if (I.What == Item::Run)
      Do(I.Of);
    else
      forEachPhase(I.Body, Do);
}

} // namespace

std::optional<Unordered> findUnordered(const Kernel &K) {
  const Flow F(K);
  std::vector<bool> Barrier;
  for (const Phase *P : F.Phases)
    Barrier.push_back(P->Barrier);
  if (std::optional<Found> Pair = find(F, Barrier))
    return Pair->Pair;
  return std::nullopt;
}

void placeBarriers(Kernel &K) {
  const Flow F(K);
  std::vector<bool> Barrier(F.Phases.size(), false);
  while (std::optional<Found> Pair = find(F, Barrier))
    Barrier[Pair->Last] = true;
  unsigned At = 0;
  forEachPhase(K.Body, [&](Phase &P) { P.Barrier = Barrier[At++]; });
}

} // namespace phases
} // namespace heddle
