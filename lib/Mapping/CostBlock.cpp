//===- CostBlock.cpp - The traffic of a block -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/CostBlock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace heddle {

double evaluate(const Sym &S, const llvm::StringMap<int64_t> &Leaves,
                int64_t Otherwise) {
  if (S.isConst())
    return static_cast<double>(S.value());
  if (S.kind() == SymKind::Leaf) {
    auto It = Leaves.find(S.name());
    return static_cast<double>(It == Leaves.end() ? Otherwise : It->second);
  }
  llvm::SmallVector<double, 3> Op;
  for (const Sym &O : S.operands())
    Op.push_back(evaluate(O, Leaves, Otherwise));
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

int64_t byteOf(const AccessStride &S, llvm::ArrayRef<int64_t> At) {
  uint64_t Byte = S.Offset;
  for (size_t D = 0; D != At.size(); ++D)
    Byte += static_cast<uint64_t>(S.ByLoop[D]) * static_cast<uint64_t>(At[D]);
  return static_cast<int64_t>(Byte);
}

/// How many there are; each stays once.
static double distinct(std::vector<int64_t> &All) {
  llvm::sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
  return static_cast<double>(All.size());
}

/// The same of the pieces of so many bytes that the bytes lie in.
static double distinct(std::vector<int64_t> Bytes, int64_t Piece) {
  for (int64_t &B : Bytes)
    B = llvm::divideFloorSigned(B, Piece);
  return distinct(Bytes);
}

namespace {

/// Accesses that move alike share what they find in a cache.
struct Alike {
  std::vector<int64_t> Sectors; ///< of the loads of a block
  std::map<unsigned, std::vector<int64_t>> BySource; ///< of each access
  double Times = 0; ///< how often others are touched
};

/// The traffic of the warps of a block by one access.
struct OfWarps {
  std::vector<int64_t> Block; ///< the sectors of all
  double Sectors = 0, Lines = 0, Elements = 0;
};

} // namespace

static OfWarps warpsOf(const ThreadBlock &B, const AccessStride &S,
                       bool WithElements) {
  OfWarps All;
  std::vector<int64_t> Warp; // byte by byte of its threads
  for (size_t T = 0; T != B.Threads.size(); ++T) {
    if (!B.Threads[T].empty())
      Warp.push_back(byteOf(S, B.Threads[T]));
    if (T % WarpSize + 1 != WarpSize && T + 1 != B.Threads.size())
      continue;
    for (const int64_t Byte : Warp)
      All.Block.push_back(llvm::divideFloorSigned(Byte, SectorBytes));
    All.Sectors += distinct(Warp, SectorBytes);
    All.Lines += distinct(Warp, SectorBytes * SectorsInLine);
    if (WithElements)
      All.Elements += distinct(Warp);
    Warp.clear();
  }
  return All;
}

static std::optional<int64_t> apart(const ThreadBlock &B,
                                    const AccessStride &S) {
  for (size_t T = 0; T + 1 < B.Threads.size(); ++T)
    if (!B.Threads[T].empty() && !B.Threads[T + 1].empty())
      return byteOf(S, B.Threads[T + 1]) - byteOf(S, B.Threads[T]);
  return std::nullopt;
}

/// Threads may be anywhere.
static void addUnknown(const AccessStride &S, double Share, Cost &C,
                       std::vector<AccessCost> *Each) {
  const double All = WarpSize * S.Times * Share;
  C.Sectors += All;
  C.Lines += All;
  C.Shared += All * SectorBytes;
  C.Bytes += All * SectorBytes;
  if (Each)
    Each->push_back({WarpSize, static_cast<double>(S.Bytes), std::nullopt});
}

/// Stores go to the cache that all share as each warp makes them; neighbouring
/// blocks find there what they share.
void addTraffic(const ThreadBlock &B, llvm::ArrayRef<AccessStride> Strides,
                Cost &C, std::vector<AccessCost> *Each) {
  const double Warps =
      std::max(1U, B.Working) * B.Turns / static_cast<double>(WarpSize);
  std::map<std::pair<unsigned, std::vector<int64_t>>, Alike> All;
  for (const AccessStride &S : Strides) {
    if (!S.Known) {
      addUnknown(S, 1.0 / B.Turns, C, Each);
      continue;
    }
    OfWarps Found = warpsOf(B, S, Each != nullptr);
    C.Sectors += Found.Sectors / Warps * S.Times;
    C.Lines += Found.Lines / Warps * S.Times;
    if (Each)
      Each->push_back(
          {Found.Sectors / Warps,
           std::min<double>(SectorBytes, Found.Elements * S.Bytes /
                                             std::max(Found.Sectors, 1.0)),
           apart(B, S)});
    Alike &Of = All[{S.Array, S.ByLoop}];
    llvm::append_range(Of.BySource[S.Source], Found.Block);
    Of.Times = std::max({Of.Times, 1.0, S.Fresh * S.Times});
    if (S.IsWrite)
      C.Shared += Found.Sectors / Warps * SectorBytes * S.Times;
    else
      llvm::append_range(Of.Sectors, Found.Block);
  }
  for (auto &[Key, Of] : All) {
    C.Shared += distinct(Of.Sectors) / Warps * SectorBytes * Of.Times;
    double Most = 0;
    for (auto &[Source, Sectors] : Of.BySource)
      Most = std::max(Most, distinct(Sectors));
    C.Bytes += Most / Warps * SectorBytes;
  }
}

double fullWarps(int64_t Threads) {
  const int64_t Warps = (Threads + WarpSize - 1) / WarpSize;
  return static_cast<double>(Warps * WarpSize) / static_cast<double>(Threads);
}

double timesFor(double Working, double OfIdle) {
  const double Idle = std::max(1 / Working - 1, 0.0);
  return 1 + (1 - Working > MostIdle ? Idle : Idle * OfIdle);
}

double threadsHeld(const Device &On) {
  return static_cast<double>(On.Multiprocessors) * On.Warps *
         static_cast<double>(WarpSize);
}

double wavesOf(const Device &On, double Blocks) {
  const double Each = Blocks / On.Multiprocessors;
  return std::ceil(Each) / Each;
}

/// The elements that a thread has loaded, which compilers load first and
/// compute with then; of many, later ones take the place of those that have
/// been used. Besides, what every kernel has, and a pair for each further way
/// in which accesses move.
double registersOf(llvm::ArrayRef<AccessStride> Accesses, bool Divides) {
  constexpr double Always = 8, OfWay = 2, OfDivisions = 3, Unrolled = 4;
  constexpr double Few = 16, OfWord = 1.35, OfFurtherWord = 0.4;
  constexpr double MostWords = 128;
  constexpr unsigned Word = 4;
  std::set<std::tuple<unsigned, std::vector<int64_t>, int64_t, int64_t>> Seen;
  std::set<std::vector<int64_t>> Ways;
  double Words = 0;
  for (const AccessStride &S : Accesses) {
    Ways.insert(S.ByLoop);
    if (!S.IsWrite &&
        (!S.Known || Seen.insert({S.Array, S.ByLoop, S.Row, S.Offset}).second))
      Words += std::max(S.Bytes / Word, 1U) * std::clamp(S.Times, 1., Unrolled);
  }
  Words = std::min(Words, MostWords);
  return Always + OfWord * std::min(Words, Few) +
         OfFurtherWord * std::max(Words - Few, 0.) +
         OfWay * static_cast<double>(Ways.size() -
                                     std::min<size_t>(Ways.size(), 1)) +
         (Divides ? OfDivisions : 0);
}

/// Blocks that a multiprocessor has at once. It gives registers to whole warps,
/// in pieces of 256.
static double residentBlocks(const Device &On, double Warps, double Registers) {
  constexpr double All = 65536, Piece = 256;
  const double OfWarp = std::ceil(Registers * WarpSize / Piece) * Piece;
  return std::max(1., std::min({std::floor(On.Warps / Warps),
                                static_cast<double>(On.Blocks),
                                std::floor(All / (OfWarp * Warps))}));
}

/// Loads wait for memory once: those of loops inside the thread are loaded
/// ahead of their use and found in caches. An address that is loaded waits for
/// that.
void addLatency(const Device &On, llvm::ArrayRef<AccessStride> Accesses,
                int64_t ThreadsOfBlock, std::optional<double> Blocks,
                double Turns, Cost &C) {
  constexpr double OfMemory = 500, OfLoop = 8;
  double Memory = 0, Loops = 0;
  for (const AccessStride &S : Accesses) {
    if (S.IsWrite)
      continue;
    Memory = std::max(Memory, S.Known ? OfMemory : 2 * OfMemory);
    Loops = std::max(Loops, S.Times > 1 ? OfLoop * S.Times : 0);
  }
  const double Warps =
      std::ceil(static_cast<double>(ThreadsOfBlock) / WarpSize);
  double Resident = residentBlocks(On, Warps, C.Registers);
  if (Blocks)
    Resident = std::min(Resident, *Blocks / On.Multiprocessors);
  C.Occupancy = Resident * Warps / On.Warps;
  C.Latency = (Memory + Loops) / Turns / (Resident * Warps);
}

void addCycles(const Device &On, double Waves, Cost &C) {
  constexpr double Issued = 4;
  // Work beside the limit still takes some time; waiting does not.
  constexpr double Hidden = 0.35;
  const double By[] = {C.Bytes / On.Bytes, C.Shared / On.Shared,
                       std::max(C.Sectors / On.Sectors, C.Lines) * Waves,
                       C.Instructions * C.Ends / Issued * Waves};
  C.Bound = static_cast<Cost::Limit>(std::max_element(By, std::end(By)) - By);
  const double All = By[0] + By[1] + By[2] + By[3];
  C.Cycles = (1 - Hidden) * By[C.Bound] + Hidden * All;
  if (C.Latency <= C.Cycles)
    return;
  C.Cycles = C.Latency;
  C.Bound = Cost::Waiting;
}

} // namespace heddle
