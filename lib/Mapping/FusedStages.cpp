//===- FusedStages.cpp - Stages that one kernel runs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/FusedStages.h"
#include "Mapping/Device.h"
#include "Mapping/StageSlices.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <set>

namespace heddle {

namespace {

class StageFuser {
public:
  StageFuser(llvm::ArrayRef<std::shared_ptr<const MappedNest>> All,
             ProofMemo &Memo, const ChoiceOptions &How)
      : All(All), Memo(Memo), How(How) {}

  std::optional<FusedStages> fuse();

private:
  bool isOneOf(const MappedNest &M, std::deque<Stage> &To) const;
  bool findArrays();
  bool isPassed(unsigned Array) const { return Passed.count(Array) != 0; }
  bool isResult(unsigned Array) const { return Results.count(Array) != 0; }
  bool layOutThreads();
  mapping stepsOf(const Stage &S, const SymSpace &Space) const;
  std::optional<Tile> tileOf(size_t Number, const ThreadMapping &V) const;
  std::optional<StagedBuffer> bufferOf(const Stage &S, unsigned Array,
                                       const Tile &T) const;
  std::optional<StagedBuffer> staged(const Stage &S, unsigned Array,
                                     const Tile &T) const;
  bool addReads(const Stage &S, unsigned Array, const Slice &Of,
                StagedBuffer &B) const;
  Sym behind(const Slice &Of) const;
  std::optional<FusedStages> withValues(int64_t Count);
  int64_t findPlaces(FusedStages &Out) const;
  void findOverlaps(FusedStages &Out) const;

  llvm::ArrayRef<std::shared_ptr<const MappedNest>> All;
  ProofMemo &Memo;
  const ChoiceOptions &How;
  size_t First = 0;
  std::deque<Stage> Stages;          ///< from First on
  std::map<unsigned, Slice> Passed;  ///< temporaries, by array
  std::map<unsigned, Slice> Results; ///< what the last stage writes
  int64_t Threads[2] = {1, 1};       ///< along x and y
  int64_t Values = 1;                ///< of the outermost counter, for a block
};

} // namespace

//===--- Which stages -----------------------------------------------------===//

/// All that is the same for all values of the outermost counter: no data say
/// what a thread does, and extents but the outermost are constants.
bool StageFuser::isOneOf(const MappedNest &M, std::deque<Stage> &To) const {
  const VerifiedNest &Nest = M.verified();
  const AffineNest &N = M.affine();
  const LoopNest &Source = M.source();
  const bool IsPlain = Source.Step.Role == StepRole::Stage && !N.Owner &&
                       !whyNotInParts(Nest, /*InStrips=*/true) &&
                       Nest.copies().empty();
  const bool HasOthers = llvm::any_of(Source.Arrays, [](const ArrayInfo &A) {
    return A.Tables != 0 || A.Scalar || A.Records;
  });
  if (!IsPlain || HasOthers || M.mappings().empty() || M.rank() < 2 ||
      M.rank() + 1 >= max_rank)
    return false;
  Stage Of(M);
  for (unsigned D = 0; D != M.rank(); ++D) {
    const Dimension &Dim = N.Dims[D];
    constexpr int64_t Most = 1024;
    if (!Dim.Lower.isConst(0) || Dim.Step != 1 || Dim.Width != 1 ||
        !Dim.Taken.isConst(1) || Source.Loops[D].Step != 1)
      return false;
    const bool IsKnown = Dim.Upper.isConst() && Dim.Upper.value() >= 1 &&
                         Dim.Upper.value() <= Most;
    if (D != 0 && !IsKnown)
      return false;
    Of.Extents.push_back(D == 0 ? 1 : Dim.Upper.value());
  }
  // The same number of values, whose parameters are the same.
  const AffineNest &Last = All.back()->affine();
  if (!(N.Dims[0].Upper == Last.Dims[0].Upper))
    return false;
  const auto IsAlike = [&](const AffineNest::Parameter &P) {
    return llvm::all_of(Last.Parameters, [&](const auto &Other) {
      return Other.Name != P.Name || (Other.SourceParam == P.SourceParam &&
                                      Other.Definition == P.Definition);
    });
  };
  if (!llvm::all_of(N.Parameters, IsAlike))
    return false;
  To.push_front(Of);
  return true;
}

//===--- Arrays -----------------------------------------------------------===//

/// Arrays that stages pass on, and that the last one writes. Each is written
/// once, and read for the same value of the outermost counter alone.
bool StageFuser::findArrays() {
  Passed.clear();
  Results.clear();
  for (const Stage &S : Stages)
    for (unsigned I = 0; I != S.N.Accesses.size(); ++I) {
      const AffineAccess &A = S.N.Accesses[I];
      if (!A.IsWrite)
        continue;
      const bool IsTemporary = S.Source.Arrays[A.Array].Temporary;
      if (IsTemporary == (&S == &Stages.back()))
        return false;
      const std::optional<Slice> Of = S.sliceOf(I);
      auto &To = IsTemporary ? Passed : Results;
      if (!Of || !Of->isWithin() || A.May ||
          !To.try_emplace(A.Array, *Of).second)
        return false;
    }
  for (const Stage &S : Stages)
    for (unsigned I = 0; I != S.N.Accesses.size(); ++I) {
      const unsigned Array = S.N.Accesses[I].Array;
      if (!isPassed(Array) && !isResult(Array))
        continue;
      const Slice &Whole = isPassed(Array) ? Passed[Array] : Results[Array];
      const std::optional<Slice> Of = S.sliceOf(I);
      if (!Of || Of->Step != Whole.Step || !Of->isWithin())
        return false;
    }
  return !Results.empty();
}

/// The block's last element of a slice, exclusive.
Sym StageFuser::behind(const Slice &Of) const {
  return Stages.back().N.Dims[0].Upper * Sym(Of.Step);
}

/// Places of the accesses in a buffer that begins where the first value of the
/// block has its elements, or, without a step, at the least one. False: an
/// access has no text of its own.
bool StageFuser::addReads(const Stage &S, unsigned Array, const Slice &Of,
                          StagedBuffer &B) const {
  for (unsigned I = 0; I != S.N.Accesses.size(); ++I) {
    const AffineAccess &A = S.N.Accesses[I];
    if (A.Array != Array)
      continue;
    if (!S.Placed.contains(A.Source))
      return false;
    const LinearSubscript At = *S.linearOf(I);
    std::vector<std::pair<int64_t, unsigned>> Terms;
    for (const auto &[Loop, C] : At.ByLoop)
      Terms.push_back({-C, Loop});
    llvm::sort(Terms);
    Sym In = 0;
    for (const auto &[Less, Loop] : Terms)
      In = In + Sym::leaf(Loop < S.M.rank() ? placeLeaf(Loop)
                                            : S.Source.Loops[Loop].Name) *
                    Sym(-Less);
    In = In + Sym(At.Constant - Of.Least);
    (A.IsWrite ? B.Writes : B.Reads)[I].push_back(In);
  }
  return true;
}

/// A buffer for what stages pass on, or for what the last one writes: all
/// elements of the block's values.
std::optional<StagedBuffer> StageFuser::bufferOf(const Stage &S, unsigned Array,
                                                 const Tile &T) const {
  Slice Of = (isPassed(Array) ? Passed : Results).at(Array);
  Of.Least = 0;
  StagedBuffer B;
  B.Array = Array;
  B.Origin = {T.Axes[0].Origin * Sym(Of.Step)};
  B.Extents = {Values * Of.Step};
  B.Pitch = B.Extents[0];
  if (!addReads(S, Array, Of, B))
    return std::nullopt;
  const Sym First = Sym::leaf(elementLeaf(0));
  const Sym Each = less(First, behind(Of));
  const Sym Whole = less_equal(First + Sym(B.Extents[0]), behind(Of));
  B.IsPassed = isPassed(Array);
  if (!B.Writes.empty()) {
    B.Stored = Each;
    B.AllStored = Whole;
  }
  const auto IsWhole = [&](const auto &Read) {
    return S.isWhole(Read.first, *S.sliceOf(Read.first));
  };
  if (B.IsPassed || llvm::any_of(B.Reads, IsWhole)) {
    B.Touched = Each;
    B.AllTouched = Whole;
  } else if (B.isLoaded() &&
             (!findTouched(B, T, S.N) || firstUncertain(B, S.N)))
    return std::nullopt;
  return B;
}

/// A buffer for elements that a stage reads, and no stage writes, or the last
/// one alone: for those of the block's values, or for a few that all blocks
/// read. Nothing where that does not serve.
std::optional<StagedBuffer> StageFuser::staged(const Stage &S, unsigned Array,
                                               const Tile &T) const {
  const ArrayInfo &A = S.Source.Arrays[Array];
  if (A.Tables || A.Records || A.Scalar || !A.Number || S.N.Arrays[Array].Range)
    return std::nullopt;
  std::optional<Slice> Of;
  for (unsigned I = 0; I != S.N.Accesses.size(); ++I) {
    if (S.N.Accesses[I].Array != Array)
      continue;
    const std::optional<Slice> One = S.sliceOf(I);
    if (!One || (Of && One->Step != Of->Step))
      return std::nullopt;
    if (!Of)
      Of = One;
    Of->Least = std::min(Of->Least, One->Least);
    Of->Most = std::max(Of->Most, One->Most);
  }
  if (!Of || Of->Step < 0)
    return std::nullopt;
  constexpr int64_t FewBytes = 4096, Often = 2;
  const int64_t Elements = (Values - 1) * Of->Step + Of->Most - Of->Least + 1;
  const int64_t Bytes = Elements * A.ElementBytes;
  const int64_t Reads =
      S.readsOfThread(Array, std::nullopt) * Values * Threads[0] * Threads[1];
  if (Bytes > SharedBytes ||
      (Of->Step == 0 && (Bytes > FewBytes || Reads < Often * Elements)) ||
      (Of->Step != 0 && Reads * Often < Elements))
    return std::nullopt;
  StagedBuffer B;
  B.Array = Array;
  B.Origin = {T.Axes[0].Origin * Sym(Of->Step) + Sym(Of->Least)};
  B.Extents = {Elements};
  B.Pitch = Elements;
  if (!addReads(S, Array, *Of, B))
    return std::nullopt;
  for (const auto &[Read, At] : B.Reads)
    if (S.isWhole(Read, *Of)) {
      const Sym First = Sym::leaf(elementLeaf(0));
      B.Touched = B.AllTouched.emplace(Sym::truth(true));
      if (Of->Step != 0) {
        B.Touched = less(First, behind(*Of));
        B.AllTouched = less_equal(First + Sym(Elements), behind(*Of));
      }
      return B;
    }
  if (!findTouched(B, T, S.N) || firstUncertain(B, S.N))
    return std::nullopt;
  return B;
}

//===--- Threads ----------------------------------------------------------===//

/// A thread runs the loop of the stage for which it has to read the fewest
/// elements again. Two others are those of the block; all stages have blocks of
/// one shape.
bool StageFuser::layOutThreads() {
  Threads[0] = Threads[1] = 1;
  for (Stage &S : Stages) {
    const unsigned Rank = S.M.rank();
    std::optional<unsigned> Best;
    int64_t Fewest = 0;
    for (unsigned D = 1; Rank > 2 && D != Rank; ++D) {
      int64_t Reads = 0;
      for (unsigned Array = 0; Array != S.Source.Arrays.size(); ++Array)
        Reads += S.readsOfThread(Array, D);
      if (!Best || Reads < Fewest) {
        Best = D;
        Fewest = Reads;
      }
    }
    S.Along.clear();
    S.Serial.clear();
    for (unsigned D = Rank; D-- > 1;)
      if (D != Best && S.Along.size() < 2)
        S.Along.push_back(D);
      else
        S.Serial.insert(S.Serial.begin(), D);
    for (size_t A = 0; A != S.Along.size(); ++A)
      Threads[A] = std::max(Threads[A], S.Extents[S.Along[A]]);
    // They are written out.
    constexpr int64_t MostSerial = 32;
    int64_t Points = 1;
    for (const unsigned D : S.Serial)
      Points *= S.Extents[D];
    if (Points > MostSerial)
      return false;
  }
  constexpr int64_t Most = 1024;
  return Threads[0] * Threads[1] <= Most;
}

/// Values of the outermost counter and threads along y and x are the block's.
mapping StageFuser::stepsOf(const Stage &S, const SymSpace &Space) const {
  // Dimensions as they stand: a mapped loop, or one of these.
  constexpr unsigned Block = 100, InBlock = 101;
  mapping Out = detail::shifted_and_compressed(Space);
  std::vector<unsigned> Now;
  for (unsigned D = 0; D != S.M.rank(); ++D)
    Now.push_back(D == 0 ? Block : D);
  const auto Arrange = [&](const std::vector<unsigned> &To) {
    std::array<int, max_rank> Order{};
    for (size_t I = 0; I != To.size(); ++I)
      Order[I] = static_cast<int>(llvm::find(Now, To[I]) - Now.begin());
    if (Now != To)
      Out = Permute(Order, static_cast<int>(To.size()), Out);
    Now = To;
  };
  const auto WithLast = [&](unsigned Which) {
    std::vector<unsigned> To = Now;
    To.erase(llvm::find(To, Which));
    To.push_back(Which);
    return To;
  };
  if (Values > 1) {
    Arrange(WithLast(Block));
    Out = SplitLast(Values, Out);
    Now.push_back(InBlock);
  }
  for (size_t A = 0; A != S.Along.size(); ++A)
    if (S.Extents[S.Along[A]] != Threads[A]) {
      Arrange(WithLast(S.Along[A]));
      Out = PadLast(Threads[A], Out);
    }
  std::vector<unsigned> Last{Block};
  if (Values > 1)
    Last.push_back(InBlock);
  Last.insert(Last.end(), S.Along.rbegin(), S.Along.rend());
  Last.insert(Last.end(), S.Serial.begin(), S.Serial.end());
  Arrange(Last);
  if (!S.Serial.empty())
    Out = Serial(static_cast<long long>(S.Serial.size()), Out);
  return GridBlock(static_cast<long long>(S.Along.size()) + (Values > 1), Out);
}

/// Nothing where the tile cannot be had, or proved.
std::optional<Tile> StageFuser::tileOf(size_t Number,
                                       const ThreadMapping &V) const {
  const Stage &S = Stages[Number];
  std::string Why;
  auto Axes = tileAxes(V, S.N, S.M.rank(), Why);
  Coefficients By;
  if (!Axes || (*Axes)[0].Extent != Values ||
      !addLinear((*Axes)[0].Origin, 1, {{GridLeaf[0], 1}}, By) ||
      By[GridLeaf[0]] != Values)
    return std::nullopt;
  Tile Out;
  Out.Axes = std::move(*Axes);
  for (unsigned A = 0; A < 3; ++A)
    Out.Threads[A] = V.Block[A].value();
  for (const Sym &Extent : V.Serial)
    Out.Serial.push_back(Extent.value());
  for (unsigned Array = 0; Array != S.Source.Arrays.size(); ++Array) {
    if (!touches(S.Source, Array))
      continue;
    const bool IsOwn = isPassed(Array) || isResult(Array);
    std::optional<StagedBuffer> B =
        IsOwn ? bufferOf(S, Array, Out) : staged(S, Array, Out);
    if (!B && IsOwn)
      return std::nullopt;
    if (B)
      Out.Buffers.push_back(std::move(*B));
  }
  if (proveTile(Out, V, S.N, S.M.rank(), Why) != isl::Answer::Yes)
    return std::nullopt;
  return Out;
}

//===--- The kernel -------------------------------------------------------===//

/// Which memory the buffers have: that of others, which no stage from then on
/// needs. Elements that no stage writes are loaded once. Bytes of a block.
int64_t StageFuser::findPlaces(FusedStages &Out) const {
  std::vector<size_t> Until; // by place: the last stage that has it
  struct Kept {
    const StagedBuffer *B;
    unsigned Place;
  };
  std::vector<Kept> Here;
  const auto LastUse = [&](unsigned Array) {
    size_t Last = 0;
    for (size_t S = 0; S != Stages.size(); ++S)
      if (touches(Stages[S].Source, Array))
        Last = S;
    return Last;
  };
  for (size_t S = 0; S != Stages.size(); ++S) {
    std::vector<unsigned> &Of = Out.PlaceOf.emplace_back();
    Out.IsThere.emplace_back();
    for (const StagedBuffer &B :
         Out.Stages[S]->mappings().front().Shared->Buffers) {
      const ArrayInfo &A = Stages[S].Source.Arrays[B.Array];
      const auto There = llvm::find_if(Here, [&](const Kept &K) {
        return K.B->Array == B.Array && K.B->Origin == B.Origin &&
               K.B->Extents == B.Extents && !isResult(B.Array) &&
               (B.IsPassed ||
                (K.B->Touched == B.Touched && K.B->AllTouched == B.AllTouched));
      });
      Out.IsThere.back().push_back(There != Here.end());
      if (There != Here.end()) {
        Of.push_back(There->Place);
        continue;
      }
      unsigned Place = 0;
      while (Place != Out.Places.size() &&
             !(Until[Place] < S && Out.Places[Place].Type == A.ElementType))
        ++Place;
      if (Place == Out.Places.size()) {
        Out.Places.push_back({A.ElementType, A.ElementBytes, 0, A.KernelName});
        Until.push_back(0);
      }
      FusedStages::Place &P = Out.Places[Place];
      P.Elements = std::max(P.Elements, B.elements());
      Until[Place] = isResult(B.Array) ? S : LastUse(B.Array);
      llvm::erase_if(Here, [&](const Kept &K) { return K.Place == Place; });
      Here.push_back({&B, Place});
      Of.push_back(Place);
    }
  }
  int64_t Bytes = 0;
  for (const FusedStages::Place &P : Out.Places)
    Bytes += static_cast<int64_t>(
        llvm::alignTo<16>(static_cast<uint64_t>(P.Elements) * P.ElementBytes));
  return Bytes;
}

/// Reads of a result itself find the block's own elements, in buffers.
void StageFuser::findOverlaps(FusedStages &Out) const {
  std::set<std::pair<unsigned, unsigned>> Pairs;
  for (const auto &[Result, Of] : Results)
    for (const Stage &S : Stages)
      for (const AffineAccess &A : S.N.Accesses)
        if (!isPassed(A.Array) && A.Array != Result &&
            !S.Source.Arrays[A.Array].Temporary)
          Pairs.insert({Result, A.Array});
  Out.Apart.assign(Pairs.begin(), Pairs.end());
}

/// With so many values of the outermost counter for a block.
std::optional<FusedStages> StageFuser::withValues(int64_t Count) {
  Values = Count;
  FusedStages Out;
  Out.First = First;
  for (size_t S = 0; S != Stages.size(); ++S) {
    auto M = mapOnly(
        All[First + S]->sharedVerified(),
        [&](const SymSpace &Space) { return stepsOf(Stages[S], Space); },
        [&](const ThreadMapping &V) { return tileOf(S, V); }, Memo, How);
    if (!M)
      return std::nullopt;
    Out.Stages.push_back(std::move(M));
  }
  const ThreadMapping &Of = Out.Stages.front()->mappings().front();
  for (const auto &M : Out.Stages) {
    const ThreadMapping &V = M->mappings().front();
    const auto AreAlike = [](const Sym(&A)[3], const Sym(&B)[3]) {
      return std::equal(std::begin(A), std::end(A), std::begin(B));
    };
    if (!AreAlike(V.Grid, Of.Grid) || !AreAlike(V.Block, Of.Block) ||
        !(V.Shared->Axes[0].Origin == Of.Shared->Axes[0].Origin))
      return std::nullopt;
  }
  Out.SharedBytes = findPlaces(Out);
  if (Out.SharedBytes > SharedBytes)
    return std::nullopt;
  findOverlaps(Out);
  const Sym Iterations = Stages.back().N.Dims[0].Upper;
  const int64_t Least =
      Count * std::max<int64_t>(1, How.On->Multiprocessors / 4);
  if (Iterations.isConst() && Iterations.value() < Least)
    return std::nullopt;
  Out.When = {0, Least, Iterations, {}};
  return Out;
}

std::optional<FusedStages> StageFuser::fuse() {
  First = All.size();
  while (First > 0 && isOneOf(*All[First - 1], Stages))
    --First;
  const Annotation &Annot = All.back()->source().Annot;
  const bool IsFree = Annot.Strategy &&
                      Annot.Strategy->kind == strategy_kind::Auto &&
                      !Annot.Map && !askedTile(All.back()->source());
  if (All.size() - First < 2 || !IsFree || !findArrays() || !layOutThreads())
    return std::nullopt;
  // So many that few lanes of the last warp are idle; of these the fewest.
  constexpr int64_t Warp = 32, Usual = 96, Most = 256;
  const int64_t Each = Threads[0] * Threads[1];
  std::vector<std::pair<double, int64_t>> Ways;
  for (int64_t Count = 1; Count * Each <= std::max(Most, Each); ++Count) {
    const int64_t Of = Count * Each;
    const double Used = static_cast<double>(Of) /
                        static_cast<double>((Of + Warp - 1) / Warp * Warp);
    Ways.push_back({Of < Usual ? Used - 1 : Used, Count});
  }
  llvm::stable_sort(
      Ways, [](const auto &A, const auto &B) { return A.first > B.first; });
  for (const auto &[Used, Count] : Ways)
    if (auto Out = withValues(Count))
      return Out;
  return std::nullopt;
}

std::optional<FusedStages>
fuseStages(llvm::ArrayRef<std::shared_ptr<const MappedNest>> Stages,
           ProofMemo &Memo, const ChoiceOptions &How) {
  return StageFuser(Stages, Memo, How).fuse();
}

} // namespace heddle
