//===- FusedPlan.cpp - A kernel that runs several stages ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/FusedPlan.h"
#include "Kernel/KernelBody.h"
#include "Kernel/TilePlan.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

namespace {

/// Joins the kernels of the stages, each of which is planned with the names of
/// those before it.
class FusedPlanner {
public:
  explicit FusedPlanner(const FusedStages &Of) : Of(Of) {
    for (const auto &M : Of.Stages)
      Taken.emplace_back(M->source());
    // A stage may not invent what another one has.
    for (const auto &M : Of.Stages) {
      for (const ArrayInfo &A : M->source().Arrays)
        take(A.KernelName);
      for (const heddle::Param &P : M->source().Params)
        take(P.Name);
      for (const Loop &L : M->source().Loops)
        take(L.Name);
    }
  }

  std::optional<FusedKernel> plan(const std::string &Name);

private:
  void take(const std::string &Name) {
    for (TakenNames &In : Taken)
      In.insert(Name);
    Common.Taken.push_back(Name);
  }
  std::string invent(const std::string &Base);
  bool add(size_t Number, FusedKernel &To);
  void addPhases(size_t Number, KernelPlan &K, phases::Kernel &To);
  bool addParams(size_t Number, const KernelPlan &K, FusedKernel &To) const;
  bool isPassed(unsigned Array) const;

  const FusedStages &Of;
  std::vector<TakenNames> Taken; ///< by stage
  CommonNames Common;
  std::vector<std::string> Places; ///< names
};

} // namespace

/// A name that is free in all stages.
std::string FusedPlanner::invent(const std::string &Base) {
  const std::string Name = freeName(Base, [&](const std::string &One) {
    return llvm::any_of(Taken,
                        [&](const TakenNames &In) { return In.contains(One); });
  });
  take(Name);
  return Name;
}

/// Stages hand it on in shared memory.
bool FusedPlanner::isPassed(unsigned Array) const {
  return llvm::any_of(Of.Stages, [&](const auto &M) {
    return llvm::any_of(
        M->mappings().front().Shared->Buffers,
        [&](const StagedBuffer &B) { return B.Array == Array && B.IsPassed; });
  });
}

static void renumber(std::vector<phases::Statement> &All, unsigned Number) {
  for (phases::Statement &S : All)
    if (S.What == phases::Statement::Part)
      S.Number = Number;
}

/// Buffers, arrays and phases of a stage behind those of the stages before it.
void FusedPlanner::addPhases(size_t Number, KernelPlan &K, phases::Kernel &To) {
  phases::Kernel &From = K.Tile->Phases;
  for (phases::Buffer &B : From.Shared)
    if (llvm::none_of(To.Shared, [&](const phases::Buffer &Other) {
          return Other.Name == B.Name;
        }))
      To.Shared.push_back(std::move(B));
  for (phases::Parameter &P : From.Parameters) {
    const auto Known =
        llvm::find_if(To.Parameters, [&](const phases::Parameter &Other) {
          return Other.Name == P.Name;
        });
    if (Known == To.Parameters.end()) {
      To.Parameters.push_back(std::move(P));
      continue;
    }
    Known->Written |= P.Written;
    Known->Exchanged |= P.Exchanged;
  }
  for (phases::Item &I : From.Body) {
    renumber(I.Of.Statements, static_cast<unsigned>(Number));
    To.Body.push_back(std::move(I));
  }
}

/// Lines that no serial dimension decides stand once, before the loops of
/// these, up to the first guard that they decide.
static void hoist(std::vector<KernelLine> &Lines) {
  std::vector<KernelLine> Before, Inside;
  llvm::StringSet<> Decided;
  bool HasGuard = false;
  for (KernelLine &L : Lines) {
    bool IsInside = HasGuard || L.What == KernelLine::Loop;
    forEachLeaf(L.Value, [&](llvm::StringRef Leaf) {
      IsInside |= Decided.contains(Leaf);
    });
    HasGuard |= IsInside && L.What == KernelLine::Guard;
    if (IsInside)
      Decided.insert(L.Name);
    (IsInside ? Inside : Before).push_back(std::move(L));
  }
  Lines = std::move(Before);
  llvm::append_range(Lines, Inside);
}

/// Where several stages have an array, the one that writes it says its type.
/// False: a name means two things.
bool FusedPlanner::addParams(size_t Number, const KernelPlan &K,
                             FusedKernel &To) const {
  const VerifiedNest &Nest = Of.Stages[Number]->verified();
  for (const KernelParam &Q : K.Params) {
    const bool IsArray = Q.What == KernelParam::Array;
    if (IsArray && isPassed(Q.Index))
      continue;
    const auto Known = llvm::find_if(
        To.Params, [&](const auto &P) { return P.Of.Name == Q.Name; });
    if (Known == To.Params.end()) {
      To.Params.push_back({Number, Q});
      continue;
    }
    if (Known->Of.What != Q.What || Known->Of.Index != Q.Index ||
        !(Known->Of.Value == Q.Value))
      return false;
    if (IsArray && Nest.writes(Q.Index))
      *Known = {Number, Q};
  }
  return true;
}

/// False: it cannot be joined with those before it.
bool FusedPlanner::add(size_t Number, FusedKernel &To) {
  const auto &M = Of.Stages[Number];
  const ThreadMapping &V = M->mappings().front();
  Common.Buffers.clear();
  for (const unsigned Place : Of.PlaceOf[Number])
    Common.Buffers.push_back(Places[Place]);
  Common.IsThere = Of.IsThere[Number];
  auto Stage = std::make_shared<LaunchPlan>();
  Stage->Name = To.Name;
  Stage->Body = kernelBody(*M);
  const std::vector<std::string> NoCopies;
  KernelPlanner Planner(*M, V, Stage->Body, Stage->Inside, NoCopies);
  Planner.MayAsk = true;
  Planner.Common = &Common;
  KernelPlan K;
  K.Name = To.Name;
  const bool Planned = Planner.plan(K) && K.Tile && K.Tile->Parts.size() == 1 &&
                       K.Tile->Kept.empty() && K.Tile->Phases.Uniform.empty() &&
                       !K.Tree;
  if (!Planned)
    return false;
  hoist(K.Lines);
  const bool IsKnownParam = llvm::all_of(K.Params, [](const KernelParam &Q) {
    return Q.What == KernelParam::Array || Q.What == KernelParam::Scalar ||
           Q.What == KernelParam::Extent || Q.What == KernelParam::Divisor;
  });
  if (Number == 0)
    To.Phases.IndexType = K.Tile->Phases.IndexType;
  if (!IsKnownParam || To.Phases.IndexType != K.Tile->Phases.IndexType ||
      (Number != 0 && K.Width != To.Stages.front()->Kernels.front().Width))
    return false;
  for (const Sym &S : K.Narrow)
    if (!llvm::is_contained(To.Narrow, S))
      To.Narrow.push_back(S);
  if (!addParams(Number, K, To))
    return false;
  addPhases(Number, K, To.Phases);
  Common.Computed.clear();
  for (const KernelParam &Q : K.Params)
    if (Q.What == KernelParam::Extent || Q.What == KernelParam::Divisor)
      Common.Computed.push_back(Q);
  Stage->Kernels.push_back(std::move(K));
  Stage->Mapped = M;
  To.Stages.push_back(std::move(Stage));
  return true;
}

std::optional<FusedKernel> FusedPlanner::plan(const std::string &Name) {
  FusedKernel Out;
  Out.Name = Name;
  Out.First = Of.First;
  Out.When = Of.When;
  Out.SharedBytes = Of.SharedBytes;
  Out.Apart = Of.Apart;
  phases::Kernel &K = Out.Phases;
  K.Name = Name;
  nameAxes(
      *Of.Stages.front()->mappings().front().Shared,
      [&](const std::string &Base) { return invent(Base); }, K);
  Common.Blocks = K.Blocks;
  Common.Threads = K.Threads;
  for (const FusedStages::Place &P : Of.Places) {
    Places.push_back(invent(P.Name + "_tile"));
    K.Shared.push_back({Places.back(), P.Type, {Sym(P.Elements)}, {}});
  }
  for (size_t S = 0; S != Of.Stages.size(); ++S)
    if (!add(S, Out))
      return std::nullopt;
  phases::placeBarriers(K);
  std::string Why;
  if (!phases::verifyKernel(K, Why))
    return std::nullopt;
  return Out;
}

std::optional<FusedKernel> planFused(const FusedStages &Of,
                                     const std::string &Name) {
  return FusedPlanner(Of).plan(Name);
}

} // namespace heddle
