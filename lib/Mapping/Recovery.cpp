//===- Recovery.cpp - A mapping's symbolic reading ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way back of mapping.h, read with Syms: one named step a combinator and
// dimension, so that the kernel can be followed line by line. Names are chosen
// last, when it is known which value is a loop variable.
//===----------------------------------------------------------------------===//
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

namespace heddle {

const char *const GridLeaf[3] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
const char *const BlockLeaf[3] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};

std::string serialLeaf(size_t Dimension) {
  return "serial." + std::to_string(Dimension);
}

SymSpace spaceOf(const AffineNest &N, unsigned Rank) {
  SymSpace Space;
  Space.rank = static_cast<int>(Rank);
  for (unsigned D = 0; D < Rank && D < static_cast<unsigned>(max_rank); ++D) {
    const Dimension &Dim = N.Dims[D];
    Space.lower[D] = Dim.Lower;
    Space.upper[D] = Dim.Upper;
    Space.step[D] = Dim.Step;
    Space.width[D] = Dim.Width;
  }
  return Space;
}

std::string spell(const mapping &M, int Inner, const std::string &Around) {
  std::string Text = "Gen";
  for (int K = 0; K < M.count; ++K) {
    const mapping_step &S = M.steps[static_cast<size_t>(K)];
    if (K == Inner)
      Text = Around + Text + ")";
    std::string Args;
    for (int I = 0; I < S.count; ++I)
      Args += (I ? ", " : "") + std::to_string(S.args[static_cast<size_t>(I)]);
    if (combinators::takes_list(S))
      Args = "{" + Args + "}";
    if (!Args.empty())
      Args += ", ";
    Text = std::string(name_of(S.kind)) + "(" + Args + Text + ")";
  }
  return Text;
}

namespace {

using Index = index_vector<Sym>;
using Label = std::vector<unsigned>; ///< the loops whose counters a value holds

bool isTemp(const std::string &Name) { return Name[0] == '%'; }

bool mentionsTemp(const Sym &S) {
  if (S.kind() == SymKind::Leaf)
    return isTemp(S.name());
  return llvm::any_of(S.operands(), mentionsTemp);
}

unsigned countUses(const Sym &S, const std::string &Name) {
  if (S.kind() == SymKind::Leaf)
    return S.name() == Name;
  unsigned Count = 0;
  for (const Sym &Op : S.operands())
    Count += countUses(Op, Name);
  return Count;
}

struct RecoveryBuilder {
  const SymMapped &Mapped;
  const std::vector<std::string> &Counters;
  TakenNames Names;
  ThreadMapping Out;

  std::vector<Label> TempLabels; ///< of the temporaries "%0", "%1", ...
  struct Quotient {
    Sym Dividend, Divisor, Leaf;
  };
  std::vector<Quotient> Quotients;
  std::vector<Sym> Pinned; ///< leaves that stand in a cut
  std::vector<Sym> Conditions;
  std::vector<unsigned> CutsBefore; ///< parallel to Conditions
  /// Quotients of quotients double isl's work each time, so a long row of folds
  /// is cut at constant extents, too.
  static constexpr int FewFolds = 3;
  int Folds = 0;

  RecoveryBuilder(const SymMapped &Mapped,
                  const std::vector<std::string> &Counters,
                  const TakenNames &Names)
      : Mapped(Mapped), Counters(Counters), Names(Names) {}

  // The combinators call this function; see mapping.h.
  void require_less(const Sym &Value, const Sym &Bound) {
    Sym Cond = less(Value, Bound);
    if (Cond.isConst(1))
      return;
    Conditions.push_back(Cond);
    CutsBefore.push_back(static_cast<unsigned>(Out.Cuts.size()));
  }

  std::vector<std::vector<Label>> labels() const;
  Index threadIndex(const std::vector<Label> &Labels);
  void stepBack(unsigned K, Index &I, const std::vector<Label> &Labels);
  Sym define(const Sym &Value, const Label &L);
  Sym addStep(const Sym &Value, const Label &L);
  Sym shareQuotients(const Sym &S, const Label &L);
  void addCut(const Index &Folded, const Index &Unfolded, unsigned K,
              unsigned StepsBefore);
  void inlineSingleUses(Index &I);
  void nameSteps(const Index &I);
  void placeGuards();
  ThreadMapping build();
};

struct AnyGuard {
  void require_less(const Sym &, const Sym &) {}
};

/// The index that the combinator recovers from dimensions "%0", "%1", ..., of a
/// space in which nothing is known of the extents.
Index recoveredFromLeaves(const mapping_step &S, SymSpace Before,
                          size_t DimensionsAfter) {
  for (size_t D = 0; D < Before.dimensions(); ++D)
    Before.upper[D] = Sym::leaf("%u" + std::to_string(D));
  Index I;
  for (size_t D = 0; D < DimensionsAfter; ++D)
    I[D] = Sym::leaf("%" + std::to_string(D));
  AnyGuard Guards;
  all_combinators::visit(
      S.kind, [&](auto C) { decltype(C)::back(Before, S, I, Guards); });
  return I;
}

/// For every stage, the loops that each dimension stems from: those of all
/// dimensions that are recovered from it.
std::vector<std::vector<Label>> RecoveryBuilder::labels() const {
  std::vector<std::vector<Label>> Stages(1);
  for (unsigned D = 0; D < Counters.size(); ++D)
    Stages[0].push_back({D});
  for (size_t K = 0; K < static_cast<size_t>(Mapped.count); ++K) {
    const SymSpace &Before = Mapped.stages[K];
    std::vector<Label> Next(Mapped.stages[K + 1].dimensions());
    const Index Old =
        recoveredFromLeaves(Mapped.applied.steps[K], Before, Next.size());
    for (size_t D = 0; D < Next.size(); ++D)
      for (size_t From = 0; From < Before.dimensions(); ++From)
        if (countUses(Old[From], "%" + std::to_string(D)) != 0)
          for (unsigned L : Stages.back()[From])
            if (!llvm::is_contained(Next[D], L))
              Next[D].push_back(L);
    Stages.push_back(std::move(Next));
  }
  return Stages;
}

/// The leaves of the last stage's dimensions, and the launch shape.
Index RecoveryBuilder::threadIndex(const std::vector<Label> &Labels) {
  const thread_space<Sym> &T = Mapped.threads;
  for (int A = 0; A < 3; ++A) {
    Out.Grid[A] = T.grid_extent(static_cast<axis>(A));
    Out.Block[A] = T.block_extent(static_cast<axis>(A));
  }
  Index I;
  for (int D = 0; D < T.first_serial(); ++D) {
    auto Axis = static_cast<unsigned>(T.axis_of(D));
    bool InGrid = T.part_of(D) == thread_part::grid;
    const Sym &Extent = T.extent[static_cast<size_t>(D)];
    // A coordinate along an extent of 1 is 0.
    if (Extent.isConst(1))
      continue;
    I[static_cast<size_t>(D)] =
        addStep(Sym::leaf(InGrid ? GridLeaf[Axis] : BlockLeaf[Axis]),
                Labels[static_cast<size_t>(D)]);
  }
  for (int D = T.first_serial(); D < T.rank; ++D) {
    const Sym &Extent = T.extent[static_cast<size_t>(D)];
    if (!Extent.isConst(1))
      I[static_cast<size_t>(D)] =
          addStep(Sym::leaf(serialLeaf(Out.Serial.size())),
                  Labels[static_cast<size_t>(D)]);
    Out.Serial.push_back(Extent);
  }
  return I;
}

/// A temporary for the value, unless it is a name or a number already.
Sym RecoveryBuilder::define(const Sym &Value, const Label &L) {
  if (Value.isConst() || Value.kind() == SymKind::Leaf)
    return Value;
  Sym Shared = shareQuotients(Value, L);
  if (Shared.isConst() || Shared.kind() == SymKind::Leaf)
    return Shared;
  return addStep(Shared, L);
}

Sym RecoveryBuilder::addStep(const Sym &Value, const Label &L) {
  Sym Temp = Sym::leaf("%" + std::to_string(TempLabels.size()));
  TempLabels.push_back(L);
  Out.Recovery.push_back({Temp.name(), Value});
  return Temp;
}

/// a mod b = a - floor(a / b) * b, wherever floor(a / b) is needed too. A term
/// that mentions parameters alone is computed once, on the host.
Sym RecoveryBuilder::shareQuotients(const Sym &S, const Label &L) {
  if (!mentionsTemp(S) || S.kind() == SymKind::Leaf)
    return S;
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(shareQuotients(Op, L));
  bool IsQuotient = S.kind() == SymKind::FloorDiv;
  if (!IsQuotient && S.kind() != SymKind::FloorMod)
    return Sym::make(S.kind(), std::move(Ops));
  for (const Quotient &Q : Quotients)
    if (Q.Dividend == Ops[0] && Q.Divisor == Ops[1])
      return IsQuotient ? Q.Leaf : Ops[0] - Q.Leaf * Ops[1];
  if (!IsQuotient)
    return floor_mod(Ops[0], Ops[1]);
  Sym Temp = addStep(floor_div(Ops[0], Ops[1]), L);
  Quotients.push_back({Ops[0], Ops[1], Temp});
  return Temp;
}

void RecoveryBuilder::addCut(const Index &Folded, const Index &Unfolded,
                             unsigned K, unsigned StepsBefore) {
  FoldCut Cut;
  auto Interface = [&](const Index &I, const SymSpace &Space) {
    std::vector<CutDim> Dims;
    for (size_t D = 0; D < Space.dimensions(); ++D) {
      Dims.push_back({I[D], Space.upper[D]});
      Pinned.push_back(I[D]);
    }
    return Dims;
  };
  Cut.Folded = Interface(Folded, Mapped.stages[K + 1]);
  Cut.Unfolded = Interface(Unfolded, Mapped.stages[K]);
  Cut.StepsBefore = StepsBefore;
  Out.Cuts.push_back(std::move(Cut));
}

/// Undoes combinator K; Labels belong to the space before it.
void RecoveryBuilder::stepBack(unsigned K, Index &I,
                               const std::vector<Label> &Labels) {
  const mapping_step &S = Mapped.applied.steps[K];
  const SymSpace &Before = Mapped.stages[K];
  const Index Old = I;
  const auto StepsBefore = static_cast<unsigned>(Out.Recovery.size());
  // Guards may be on the value that the combinator recovers, so that value gets
  // its name first.
  size_t FirstCondition = Conditions.size();
  all_combinators::visit(
      S.kind, [&](auto C) { decltype(C)::back(Before, S, I, *this); });
  for (size_t D = 0; D < Before.dimensions(); ++D) {
    Sym Value = I[D];
    I[D] = define(Value, Labels[D]);
    if (Value.isConst() || Value.kind() == SymKind::Leaf)
      continue;
    for (size_t C = FirstCondition; C < Conditions.size(); ++C)
      Conditions[C] = replaceTree(Conditions[C], Value, I[D]);
  }
  const Sym &Inner = Before.upper[Before.dimensions() - 1];
  if (combinators::folds(S) &&
      (!Inner.isConst() || (Folds > FewFolds && Inner.value() > 1)))
    addCut(Old, I, K, StepsBefore);
}

/// Steps that one later step alone uses become part of it.
void RecoveryBuilder::inlineSingleUses(Index &I) {
  auto Keep = [&](const std::string &Name) {
    auto Uses = [&](const Sym &S) { return countUses(S, Name); };
    unsigned Count = 0;
    for (const RecoveryStep &Step : Out.Recovery)
      Count += Uses(Step.Value);
    for (const Sym &C : Conditions)
      Count += 2 * Uses(C);
    for (size_t D = 0; D < Counters.size(); ++D)
      Count += 2 * Uses(I[D]);
    for (const Sym &P : Pinned)
      Count += 2 * Uses(P);
    return Count != 1;
  };
  for (unsigned S = 0; S < Out.Recovery.size();) {
    RecoveryStep Step = Out.Recovery[S];
    if (Keep(Step.Name)) {
      ++S;
      continue;
    }
    Out.Recovery.erase(Out.Recovery.begin() + S);
    for (RecoveryStep &Later : Out.Recovery)
      Later.Value = Later.Value.substitute({{Step.Name, Step.Value}});
    for (FoldCut &Cut : Out.Cuts)
      if (Cut.StepsBefore > S)
        --Cut.StepsBefore;
  }
}

/// Renames temporaries: to the loop variable where they hold its value, else to
/// something that says which loops they come from. Adds the loop variables that
/// no temporary holds.
void RecoveryBuilder::nameSteps(const Index &I) {
  std::vector<std::pair<std::string, Sym>> NewNames;
  std::vector<RecoveryStep> Last;
  for (size_t D = 0; D < Counters.size(); ++D) {
    bool IsTemp = I[D].kind() == SymKind::Leaf && isTemp(I[D].name());
    if (IsTemp)
      NewNames.push_back({I[D].name(), Sym::leaf(Counters[D])});
    else
      Last.push_back({Counters[D], I[D]});
  }
  for (RecoveryStep &Step : Out.Recovery) {
    auto Known = llvm::find_if(
        NewNames, [&](const auto &P) { return P.first == Step.Name; });
    if (Known != NewNames.end())
      continue;
    std::string Base;
    const Label &L = TempLabels[std::stoul(Step.Name.substr(1))];
    for (unsigned C : L)
      Base += (Base.empty() ? "" : "_") + Counters[C];
    // "i" itself is the loop variable.
    const bool IsLoop = L.size() == 1;
    std::string Name = freeName(
        Base,
        [&](const std::string &N) {
          return Names.contains(N) || (IsLoop && N == Base);
        },
        "_", IsLoop ? 0 : 1);
    Names.insert(Name);
    NewNames.push_back({Step.Name, Sym::leaf(Name)});
  }
  auto Rename = [&](Sym &S) { S = S.substitute(NewNames); };
  for (RecoveryStep &Step : Out.Recovery) {
    Rename(Step.Value);
    Step.Name = Sym::leaf(Step.Name).substitute(NewNames).name();
  }
  for (Sym &C : Conditions)
    Rename(C);
  for (FoldCut &Cut : Out.Cuts)
    for (std::vector<CutDim> *Dims : {&Cut.Folded, &Cut.Unfolded})
      for (CutDim &D : *Dims)
        Rename(D.Value);
  llvm::append_range(Out.Recovery, Last);
}

void RecoveryBuilder::placeGuards() {
  for (size_t I = 0; I < Conditions.size(); ++I) {
    const Sym &C = Conditions[I];
    unsigned After = 0;
    for (unsigned S = 0; S < Out.Recovery.size(); ++S)
      if (countUses(C, Out.Recovery[S].Name) != 0)
        After = S + 1;
    ThreadGuard Guard{C, After, CutsBefore[I]};
    auto Later = llvm::find_if(
        Out.Guards, [&](const ThreadGuard &G) { return G.After > After; });
    Out.Guards.insert(Later, std::move(Guard));
  }
}

ThreadMapping RecoveryBuilder::build() {
  Out.Steps = Mapped.applied;
  for (int K = 0; K < Mapped.count; ++K)
    Folds += combinators::folds(Mapped.applied.steps[static_cast<size_t>(K)]);
  std::vector<std::vector<Label>> Labels = labels();
  Index I = threadIndex(Labels.back());
  for (int K = Mapped.count; K-- > 0;)
    stepBack(static_cast<unsigned>(K), I, Labels[static_cast<size_t>(K)]);
  inlineSingleUses(I);
  nameSteps(I);
  placeGuards();
  return std::move(Out);
}

} // namespace

SymMapped applyNonEmpty(const mapping &M, const SymSpace &Space) {
  SymMapped Mapped = apply(M, Space);
  auto Simplify = [&](Sym &S) {
    for (size_t D = 0; D < Space.dimensions(); ++D)
      S = replaceTree(S, max_of(Space.lower[D], Space.upper[D]),
                      Space.upper[D]);
  };
  for (int K = 0; K <= Mapped.count; ++K) {
    SymSpace &Stage = Mapped.stages[static_cast<size_t>(K)];
    for (size_t D = 0; D < Stage.dimensions(); ++D)
      Simplify(Stage.upper[D]);
  }
  for (int D = 0; D < Mapped.threads.rank; ++D)
    Simplify(Mapped.threads.extent[static_cast<size_t>(D)]);
  return Mapped;
}

ThreadMapping recoverMapping(const SymMapped &Mapped,
                             const std::vector<std::string> &Counters,
                             const TakenNames &Names) {
  return RecoveryBuilder(Mapped, Counters, Names).build();
}

} // namespace heddle
