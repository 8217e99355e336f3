//===- Cost.cpp - What a layout of a nest costs on a device ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Cost.h"
#include "Affine/Footprint.h"
#include "Mapping/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace heddle {

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static constexpr Device Devices[] = {
#define HEDDLE_DEVICE(Architecture, Multiprocessors, Warps, Sectors, Shared,   \
                      Bytes)                                                   \
  {Architecture, Multiprocessors, Warps, Sectors, Shared, Bytes / 10.0},
#include "Mapping/Devices.def"
};

const Device *deviceOf(llvm::StringRef Name) {
  auto NumberOf = [](llvm::StringRef Text) {
    unsigned Number = 0;
    if (!Text.consume_front("sm_") || Text.consumeInteger(10, Number))
      return 0U;
    return Number;
  };
  const unsigned Asked = NumberOf(Name);
  const Device *Found = nullptr;
  for (const Device &D : Devices)
    if (NumberOf(D.Architecture) <= Asked)
      Found = &D;
  return Found;
}

const Device &defaultDevice() { return *deviceOf("sm_80"); }

//===----------------------------------------------------------------------===//
// Numbers for what is not known
//===----------------------------------------------------------------------===//

namespace {

/// Long enough that ends do not count. Parameters differ, by whole lines of
/// memory.
constexpr int64_t Long = 1024, Apart = 32;
constexpr int64_t SectorBytes = 32, SectorsInLine = 4;
constexpr unsigned WarpSize = 32;

} // namespace

/// Over the integers, as a double: the figures are estimates, and do not wrap.
static double evaluate(const Sym &S, const llvm::StringMap<int64_t> &Leaves) {
  if (S.isConst())
    return static_cast<double>(S.value());
  if (S.kind() == SymKind::Leaf) {
    auto It = Leaves.find(S.name());
    return static_cast<double>(It == Leaves.end() ? Long : It->second);
  }
  std::vector<double> Op;
  for (const Sym &O : S.operands())
    Op.push_back(evaluate(O, Leaves));
  auto Divided = [&] { return Op[1] > 0 ? Op[0] / Op[1] : 0; };
  switch (S.kind()) {
  case SymKind::Neg:
    return -Op[0];
  case SymKind::Add:
    return Op[0] + Op[1];
  case SymKind::Sub:
    return Op[0] - Op[1];
  case SymKind::Mul:
    return Op[0] * Op[1];
  case SymKind::FloorDiv:
    return std::floor(Divided());
  case SymKind::CeilDiv:
    return std::ceil(Divided());
  case SymKind::FloorMod:
    return Op[0] - std::floor(Divided()) * Op[1];
  case SymKind::Min:
    return std::min(Op[0], Op[1]);
  case SymKind::Max:
    return std::max(Op[0], Op[1]);
  case SymKind::Select:
    return Op[0] != 0 ? Op[1] : Op[2];
  case SymKind::Lt:
    return Op[0] < Op[1];
  case SymKind::Le:
    return Op[0] <= Op[1];
  case SymKind::Eq:
    return Op[0] == Op[1];
  case SymKind::Ne:
    return Op[0] != Op[1];
  case SymKind::And:
    return Op[0] != 0 && Op[1] != 0;
  case SymKind::Or:
    return Op[0] != 0 || Op[1] != 0;
  case SymKind::Not:
    return Op[0] == 0;
  case SymKind::Const:
  case SymKind::Leaf:
    break;
  }
  return 0;
}

int64_t CostModel::assumed(const Sym &S) const {
  constexpr double Most = 1e15;
  return static_cast<int64_t>(std::clamp(evaluate(S, Parameters), -Most, Most));
}

/// Each is Long, or as near to it as it may be; a product is that of its parts.
void CostModel::assumeParameters(const Ranges &Known) {
  int64_t Next = Long;
  for (const AffineNest::Parameter &P : N.Parameters) {
    const Interval Range = Known.of(Sym::leaf(P.Name));
    const __int128 Value =
        std::min(std::max<__int128>(Next, Range.Lo), Range.Hi);
    Next += Apart;
    Parameters[P.Name] = static_cast<int64_t>(Value);
  }
  for (const AffineNest::Parameter &P : N.Parameters)
    if (P.SourceParam < 0)
      Parameters[P.Name] = assumed(P.Definition);
}

void CostModel::readExtents(const Ranges &Known) {
  for (unsigned D = 0; D != Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    const Sym Count = Dim.Upper - Dim.Lower;
    const Interval Range = Known.of(Count);
    const bool IsKnown = Range.Lo == Range.Hi;
    const int64_t All =
        IsKnown ? static_cast<int64_t>(Range.Hi)
        : Range.Hi < Long
            ? static_cast<int64_t>(std::max<__int128>(Range.Hi, 1))
            : std::max(assumed(Count), Long / 2);
    const int64_t Taken =
        All / Dim.Step * Dim.Width + std::min(All % Dim.Step, Dim.Width);
    Extents.push_back(std::max<int64_t>(Taken, 1));
    KnownExtents.push_back(IsKnown ? std::optional(Extents.back())
                                   : std::nullopt);
  }
  Wide = llvm::any_of(llvm::make_range(N.Dims.begin(), N.Dims.begin() + Rank),
                      [&](const Dimension &Dim) {
                        return !Known.of(Dim.Upper).fits32() ||
                               !Known.of(Dim.Lower).fits32();
                      });
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// How often an inner loop runs its body; loops that end by data are short.
double CostModel::tripsOf(unsigned Loop) const {
  constexpr double Few = 16, Many = 100;
  // A loop over elements that have threads of their own is no loop of the text.
  if (Loop >= N.Nest->Loops.size())
    return Many;
  const heddle::Loop &L = N.Nest->Loops[Loop];
  if (L.Init->Kind == ExprKind::Const && L.Bound->Kind == ExprKind::Const &&
      L.Step != 0)
    return std::max<double>(
        1, static_cast<double>(std::abs(L.Bound->Value - L.Init->Value)) /
               static_cast<double>(std::abs(L.Step)));
  return L.Bound->Kind == ExprKind::Opaque ? Few : Many;
}

/// Nothing where the relation is no function that is affine.
std::optional<AccessStride> CostModel::strideOf(const AffineAccess &A) const {
  const AffineArray &Array = N.Arrays[A.Array];
  const ArrayInfo &Of = N.Nest->Arrays[A.Array];
  if (Array.Range || Of.Tables)
    return std::nullopt;
  const isl::MultiAff At = isl::PwMultiAff(A.Relation).onlyPiece();
  if (At.isNull() || At.size() != Array.Widths.size() + 1)
    return std::nullopt;
  AccessStride S;
  S.Known = true;
  S.ByLoop.assign(Rank, 0);
  // Bytes from one index to the next, of the innermost dimension first.
  double Unit =
      static_cast<double>(Of.ElementBytes) /
      static_cast<double>(std::max<int64_t>(scalarsPerElement(Of), 1));
  double Inner = 0;
  for (unsigned E = At.size(); E-- > 0;) {
    const isl::Aff Index = At.at(E);
    if (Index.hasDivisions() != isl::Answer::No ||
        Index.dim(isl::Dim::In) < Rank ||
        Index.dim(isl::Dim::Param) > N.Parameters.size())
      return std::nullopt;
    auto Bytes = [&](isl::Dim Kind, unsigned Pos) {
      return Unit * static_cast<double>(
                        Index.coefficient(Kind, Pos).int64().value_or(0));
    };
    for (unsigned D = 0; D != Rank; ++D)
      S.ByLoop[D] += static_cast<int64_t>(Bytes(isl::Dim::In, D));
    for (unsigned P = 0; P != Index.dim(isl::Dim::Param); ++P)
      S.Offset += static_cast<int64_t>(
          Bytes(isl::Dim::Param, P) *
          static_cast<double>(Parameters.lookup(N.Parameters[P].Name)));
    S.Offset += static_cast<int64_t>(
        Unit * static_cast<double>(Index.constant().int64().value_or(0)));
    if (const unsigned All = Index.dim(isl::Dim::In); All > N.Depth)
      Inner += Bytes(isl::Dim::In, All - 1);
    if (E > 0)
      Unit *= static_cast<double>(
          std::max<int64_t>(assumed(Array.Widths[E - 1]), 1));
  }
  for (unsigned D = 0; D != Rank; ++D)
    S.ByLoop[D] *= N.Dims[D].Step / N.Dims[D].Width;
  if (!A.InnerLoops.empty())
    S.Fresh = std::min(1.0, std::abs(Inner) / SectorBytes);
  return S;
}

/// An access that is written twice runs once: compilers keep what was loaded.
void CostModel::readStrides() {
  constexpr size_t Enough = 24;
  for (const AffineAccess &A : N.Accesses) {
    if (N.Nest->Arrays[A.Array].Scalar)
      continue;
    AccessStride S = strideOf(A).value_or(AccessStride());
    S.Array = A.Array;
    S.IsWrite = A.IsWrite;
    const ArrayInfo &Of = N.Nest->Arrays[A.Array];
    S.IsLinear = Of.Extents.size() == (Of.Records ? 2 : 1);
    for (unsigned D = Rank; D < N.Depth; ++D)
      S.Times *= tripsOf(D);
    for (const unsigned Loop : A.InnerLoops)
      S.Times *= tripsOf(Loop);
    if (S.Times > 1 && A.InnerLoops.empty())
      S.Fresh = std::min(S.Fresh, 1 / S.Times);
    const bool IsSame = llvm::any_of(Strides, [&](const AccessStride &Other) {
      return S.Known && Other.Known && Other.Array == S.Array &&
             Other.IsWrite == S.IsWrite && Other.ByLoop == S.ByLoop &&
             Other.Offset == S.Offset && Other.Times == S.Times;
    });
    if (!IsSame && Strides.size() < Enough)
      Strides.push_back(std::move(S));
  }
}

void CostModel::readFlat() {
  for (unsigned D = 0; D + 1 < Rank; ++D)
    Flat.push_back(N.Dims[D].Step == 1 && N.Dims[D + 1].Step == 1 &&
                   llvm::all_of(Strides, [&](const AccessStride &S) {
                     return S.Known && S.IsLinear &&
                            S.ByLoop[D] == S.ByLoop[D + 1] * Extents[D + 1];
                   }));
}

CostModel::CostModel(const VerifiedNest &Nest, unsigned Rank, const Device &On,
                     const Ranges &Known)
    : N(Nest.affine()), Rank(Rank), On(On) {
  assumeParameters(Known);
  readExtents(Known);
  readStrides();
  readFlat();
}

//===----------------------------------------------------------------------===//
// A block of threads
//===----------------------------------------------------------------------===//

namespace {

/// A group of a layout, folded.
struct Group {
  unsigned First, End; ///< in layout::order
  int64_t Extent = 1;  ///< iterations
  bool IsKnown = true; ///< else Extent is assumed
  int64_t Length;      ///< threads of a block

  int64_t blocks() const { return (Extent + Length - 1) / Length; }
};

} // namespace

/// The outermost group first.
static std::vector<Group>
groupsOf(const layout &L, llvm::ArrayRef<int64_t> Extents,
         llvm::ArrayRef<std::optional<int64_t>> Known) {
  std::vector<Group> All;
  unsigned Next = 0;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G) {
    const unsigned End = Next + static_cast<unsigned>(L.dimensions[G]);
    Group New{Next, End, 1, true, L.block[G]};
    for (; Next != End; ++Next) {
      const auto D = static_cast<size_t>(L.order[Next]);
      New.Extent *= Extents[D];
      New.IsKnown &= Known[D].has_value();
    }
    All.push_back(New);
  }
  return All;
}

/// The iterations of the threads of one block, x fastest.
struct CostModel::Block {
  /// Per thread, the mapped loops' indices, in the order of the loops; empty of
  /// one without iteration.
  std::vector<std::vector<int64_t>> Threads;
  unsigned Working = 0;

  Block(const layout &L, llvm::ArrayRef<Group> Groups,
        llvm::ArrayRef<int64_t> Extents);
};

CostModel::Block::Block(const layout &L, llvm::ArrayRef<Group> Groups,
                        llvm::ArrayRef<int64_t> Extents) {
  int64_t All = 1;
  for (const Group &G : Groups)
    All *= G.Length;
  for (int64_t T = 0; T != All; ++T) {
    std::vector<int64_t> At(Extents.size());
    int64_t Rest = T;
    bool Works = true;
    for (const Group &G : llvm::reverse(Groups)) {
      int64_t Index = G.blocks() / 2 * G.Length + Rest % G.Length;
      Rest /= G.Length;
      Works &= Index < G.Extent;
      for (unsigned K = G.End; K-- > G.First;) {
        const auto D = static_cast<size_t>(L.order[K]);
        At[D] = Index % Extents[D];
        Index /= Extents[D];
      }
    }
    Threads.push_back(Works ? std::move(At) : std::vector<int64_t>());
    Working += Works;
  }
}

static int64_t sectorOf(const AccessStride &S, llvm::ArrayRef<int64_t> At) {
  int64_t Byte = S.Offset;
  for (size_t D = 0; D != At.size(); ++D)
    Byte += S.ByLoop[D] * At[D];
  return Byte >= 0 ? Byte / SectorBytes : (Byte + 1) / SectorBytes - 1;
}

static double distinct(std::vector<int64_t> &All) {
  llvm::sort(All);
  return static_cast<double>(std::unique(All.begin(), All.end()) - All.begin());
}

/// The same of the lines that sectors lie in.
static double distinctLines(std::vector<int64_t> Sectors) {
  for (int64_t &S : Sectors)
    S = S >= 0 ? S / SectorsInLine : (S + 1) / SectorsInLine - 1;
  return distinct(Sectors);
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

/// Instructions that take a dimension out of a folded one.
double CostModel::fold(unsigned Dim) const {
  const std::optional<int64_t> Extent = KnownExtents[Dim];
  if (!Extent)
    return Wide ? 12 : 6;
  const bool IsPower = (*Extent & (*Extent - 1)) == 0;
  return *Extent == 1 ? 0 : IsPower ? 2 : Wide ? 6 : 4;
}

/// The same for a group of L.order.
double CostModel::fold(const layout &L, unsigned First, unsigned End) const {
  constexpr double Offset = 4; // to put rows that are flat together again
  bool IsFlat = true;
  double All = 0;
  auto isNext = [&](unsigned K) {
    return K > 0 && L.order[K - 1] + 1 == L.order[K] &&
           Flat[static_cast<size_t>(L.order[K - 1])];
  };
  for (unsigned K = First + 1; K < End; ++K) {
    IsFlat &= isNext(K);
    All += fold(static_cast<unsigned>(L.order[K]));
  }
  return (IsFlat ? 0 : All) + (isNext(First) ? Offset : 0);
}

/// Instructions that a thread takes to find its iteration.
double CostModel::recovery(const layout &L) const {
  constexpr double Start = 6, Guard = 2, Step = 5;
  double All = Start;
  for (const Group &G : groupsOf(L, Extents, KnownExtents)) {
    All += fold(L, G.First, G.End);
    if (G.Length > 1)
      All += (G.IsKnown && G.Extent == G.Length ? 0 : 1) +
             (G.IsKnown && G.Extent % G.Length == 0 ? 0 : Guard);
  }
  for (unsigned D = 0; D != Rank; ++D) {
    All += N.Dims[D].Lower.isConst(0) ? 0 : 1;
    All += N.Dims[D].Step == 1 ? 0 : N.Dims[D].Width == 1 ? 1 : Step;
  }
  return All;
}

/// Share of the threads, as far as extents are known.
double CostModel::idle(const layout &L) const {
  double Working = 1;
  for (const Group &G : groupsOf(L, Extents, KnownExtents))
    if (G.IsKnown)
      Working *= static_cast<double>(G.Extent) /
                 static_cast<double>(G.blocks() * G.Length);
  return 1 - Working;
}

/// How much longer the multiprocessor with most blocks works than all do on
/// average; 1 where the number of blocks is not known.
double CostModel::waves(const layout &L) const {
  if (!llvm::all_of(KnownExtents, [](auto &E) { return E.has_value(); }))
    return 1;
  double Blocks = 1;
  for (const Group &G : groupsOf(L, Extents, KnownExtents))
    Blocks *= static_cast<double>(G.blocks());
  const double Each = Blocks / On.Multiprocessors;
  return std::ceil(Each) / Each;
}

namespace {

/// Accesses that move alike share what they find in a cache.
struct Alike {
  std::vector<int64_t> Sectors; ///< of the loads of a block
  double Most = 0;              ///< different ones of one access
  double Times = 0;             ///< how often others are touched
};

} // namespace

/// Adds what the accesses of a block ask for. Stores go to the cache that all
/// share as each warp makes them; neighbouring blocks find there what they
/// share.
void CostModel::addTraffic(const Block &B, Cost &C) const {
  const double Warps = std::max(1U, B.Working) / static_cast<double>(WarpSize);
  std::map<std::pair<unsigned, std::vector<int64_t>>, Alike> All;
  for (const AccessStride &S : Strides) {
    if (!S.Known) {
      C.Sectors += WarpSize * S.Times;
      C.Lines += WarpSize * S.Times;
      C.Shared += static_cast<double>(WarpSize) * SectorBytes * S.Times;
      C.Bytes += static_cast<double>(WarpSize) * SectorBytes * S.Times;
      continue;
    }
    std::vector<int64_t> OfWarp, OfBlock;
    double OfWarps = 0, Lines = 0;
    for (size_t T = 0; T != B.Threads.size(); ++T) {
      if (!B.Threads[T].empty())
        OfWarp.push_back(sectorOf(S, B.Threads[T]));
      if (T % WarpSize + 1 != WarpSize && T + 1 != B.Threads.size())
        continue;
      llvm::append_range(OfBlock, OfWarp);
      OfWarps += distinct(OfWarp);
      Lines += distinctLines(OfWarp);
      OfWarp.clear();
    }
    C.Sectors += OfWarps / Warps * S.Times;
    C.Lines += Lines / Warps * S.Times;
    Alike &Of = All[{S.Array, S.ByLoop}];
    if (S.IsWrite)
      C.Shared += OfWarps / Warps * SectorBytes * S.Times;
    else
      llvm::append_range(Of.Sectors, OfBlock);
    Of.Most = std::max(Of.Most, distinct(OfBlock));
    Of.Times = std::max({Of.Times, 1.0, S.Fresh * S.Times});
  }
  for (auto &[Key, Of] : All) {
    C.Shared += distinct(Of.Sectors) / Warps * SectorBytes * Of.Times;
    C.Bytes += Of.Most / Warps * SectorBytes;
  }
}

/// Threads of the warps of a block over those of the block.
static double fullWarps(const layout &L) {
  int64_t Threads = 1;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G)
    Threads *= L.block[G];
  const int64_t Warps = (Threads + WarpSize - 1) / WarpSize;
  return static_cast<double>(Warps * WarpSize) / static_cast<double>(Threads);
}

Cost CostModel::of(const layout &L) const {
  constexpr double Issued = 4, OfAccess = 3;
  Cost C;
  C.Idle = idle(L);
  C.Instructions = recovery(L);
  for (const AccessStride &S : Strides)
    C.Instructions += OfAccess * S.Times;
  addTraffic(Block(L, groupsOf(L, Extents, KnownExtents), Extents), C);
  C.Instructions *= fullWarps(L) / std::max(1 - C.Idle, 0.01);
  const double Waves = waves(L);
  const double By[] = {C.Bytes / On.Bytes, C.Shared / On.Shared,
                       std::max(C.Sectors / On.Sectors, C.Lines) * Waves,
                       C.Instructions / Issued * Waves};
  C.Bound = static_cast<Cost::Limit>(std::max_element(By, std::end(By)) - By);
  // Work beside the limit still takes some time.
  constexpr double Hidden = 0.35;
  const double All = By[0] + By[1] + By[2] + By[3];
  C.Cycles = (1 - Hidden) * By[C.Bound] + Hidden * All;
  return C;
}

} // namespace heddle
