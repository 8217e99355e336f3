//===- SerialRun.cpp - Iterations that a thread runs itself ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

namespace heddle {

//===----------------------------------------------------------------------===//
// The run of a mapping
//===----------------------------------------------------------------------===//

/// The serial dimension of more than one iteration, if it is the only one and
/// short.
static std::optional<size_t> runDimension(const ThreadMapping &V) {
  std::optional<size_t> Found;
  for (size_t D = 0; D != V.Serial.size(); ++D) {
    if (V.Serial[D].isConst(1))
      continue;
    if (Found || !V.Serial[D].isConst() || V.Serial[D].value() > LongestRun)
      return std::nullopt;
    Found = D;
  }
  return Found;
}

/// A of `A * Length + Leaf`, which may be 0.
static std::optional<Sym> numberOf(const Sym &S, int64_t Length,
                                   const std::string &Leaf) {
  if (S == Sym::leaf(Leaf))
    return Sym(0);
  if (S.kind() != SymKind::Add || S.operands()[1] != Sym::leaf(Leaf))
    return std::nullopt;
  const Sym &Begin = S.operands()[0];
  if (Begin.kind() != SymKind::Mul || !Begin.operands()[1].isConst(Length) ||
      mentions(Begin, Leaf))
    return std::nullopt;
  return Begin.operands()[0];
}

std::optional<SerialRun> runOf(const ThreadMapping &V) {
  const std::optional<size_t> D = runDimension(V);
  if (!D)
    return std::nullopt;
  const std::string Leaf = serialLeaf(*D);
  SerialRun Run;
  Run.Length = V.Serial[*D].value();
  unsigned Uses = 0;
  for (unsigned I = 0; I != V.Recovery.size(); ++I) {
    if (!mentions(V.Recovery[I].Value, Leaf))
      continue;
    Sym Value = V.Recovery[I].Value;
    if (Value.kind() == SymKind::Add && Value.operands()[1].isConst()) {
      Run.First = Value.operands()[1].value();
      Value = Sym(Value.operands()[0]);
    }
    const std::optional<Sym> Number = numberOf(Value, Run.Length, Leaf);
    if (!Number || ++Uses > 1)
      return std::nullopt;
    Run.Step = I;
    Run.Number = *Number;
  }
  if (Uses == 0)
    return std::nullopt;
  const std::string &Step = V.Recovery[Run.Step].Name;
  for (unsigned G = 0; G != V.Guards.size(); ++G) {
    const Sym &Cond = V.Guards[G].Cond;
    if (mentions(Cond, Leaf))
      return std::nullopt;
    if (V.Guards[G].OfIterations || Cond.kind() != SymKind::Lt ||
        Cond.operands()[0] != Sym::leaf(Step) ||
        mentions(Cond.operands()[1], Step))
      continue;
    if (Run.Guard)
      return std::nullopt;
    Run.Guard = G;
  }
  return Run;
}

/// It is the guard of the run's iterations, or of the number of the run.
bool isImpliedByWholeRuns(const ThreadGuard &G, const ThreadMapping &V) {
  if (!V.Run || !V.Run->Guard)
    return false;
  const Sym &Of = V.Guards[*V.Run->Guard].Cond;
  return G.Cond == Of ||
         (V.Run->First == 0 && G.Cond.kind() == SymKind::Lt &&
          G.Cond.operands()[0] == V.Run->Number &&
          G.Cond.operands()[1] == ceil_div(Of.operands()[1], V.Run->Length));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

class Joiner {
public:
  Joiner(llvm::ArrayRef<ThreadBlock> Turns, const NestModel &M, unsigned Folded)
      : Turns(Turns), M(M), Folded(Folded) {}

  std::optional<JoinedAccesses> join();

private:
  bool distances(const AccessStride &S, std::vector<int64_t> &By) const;
  bool isFixed(const AccessStride &S, int64_t By) const;
  unsigned joinedBytes(const AccessStride &S, llvm::ArrayRef<int64_t> By) const;
  bool isAlignedFor(const AccessStride &S, unsigned Bytes) const;
  bool isOfRun(unsigned D) const;
  bool isOne(const AccessStride &S, unsigned D) const;
  bool isRead(unsigned Array) const;
  bool isKept(const AccessStride &S) const;

  llvm::ArrayRef<ThreadBlock> Turns;
  const NestModel &M;
  const unsigned Folded;
  JoinedAccesses Out;
  bool Keeps = false; ///< no array is both read and written
};

} // namespace

/// From the first turn to each, in bytes; false where threads differ.
bool Joiner::distances(const AccessStride &S, std::vector<int64_t> &By) const {
  for (const ThreadBlock &B : Turns) {
    std::optional<int64_t> Found;
    for (size_t T = 0; T != B.Threads.size(); ++T) {
      if (B.Threads[T].empty() || Turns[0].Threads[T].empty())
        continue;
      const int64_t One =
          byteOf(S, B.Threads[T]) - byteOf(S, Turns[0].Threads[T]);
      if (Found && *Found != One)
        return false;
      Found = One;
    }
    By.push_back(Found.value_or(0));
  }
  return true;
}

/// The compiler knows the distance from one turn to the next.
bool Joiner::isFixed(const AccessStride &S, int64_t By) const {
  if (By == static_cast<int64_t>(S.Bytes) && Folded != 0 && staysOneLoop(M))
    return true;
  return llvm::none_of(llvm::seq(M.rank()),
                       [&](unsigned D) { return isOfRun(D) && !S.IsFixed[D]; });
}

/// Whether compilers see that runs begin at multiples of so many bytes of the
/// array.
bool Joiner::isAlignedFor(const AccessStride &S, unsigned Bytes) const {
  if (S.Row != 0)
    return false;
  int64_t Begin = 0; // of the first iteration, beside Offset
  for (unsigned D = 0; D != M.rank(); ++D) {
    const Dimension &Dim = M.nest().Dims[D];
    int64_t Step, Lower;
    if (S.ByLoop[D] == 0)
      continue;
    if (!Dim.Lower.isConst() ||
        llvm::MulOverflow(S.ByLoop[D], int64_t(Dim.Lower.value()), Lower) ||
        llvm::AddOverflow(Begin, Lower, Begin) ||
        llvm::MulOverflow(S.ByLoop[D], int64_t(Dim.Step), Step))
      return false;
    // Each row begins at such a multiple, or the rows are one.
    if (!isOfRun(D) && !isOne(S, D) && (!S.IsFixed[D] || Step % Bytes != 0))
      return false;
  }
  return llvm::all_of(Turns[0].Threads, [&](const std::vector<int64_t> &At) {
    return At.empty() || (byteOf(S, At) + Begin) % Bytes == 0;
  });
}

/// The loop moves from turn to turn.
bool Joiner::isOfRun(unsigned D) const {
  for (size_t T = 0; T != Turns[0].Threads.size(); ++T) {
    const auto &From = Turns[0].Threads[T], &To = Turns[1].Threads[T];
    if (D < From.size() && D < To.size() && From[D] != To[D])
      return true;
  }
  return false;
}

/// The access goes on from a row of loop D + 1 to the next one, as compilers
/// see.
bool Joiner::isOne(const AccessStride &S, unsigned D) const {
  return M.isOneWithNext(S, D, Folded) && staysOneLoop(M);
}

bool staysOneLoop(const NestModel &M) {
  for (unsigned D = 0; D != M.rank(); ++D)
    if (D < M.nest().Nest->Loops.size() &&
        M.nest().Nest->Loops[D].Type.Bits != 64)
      return false;
  return true;
}

/// How many bytes all turns' accesses are as one; 0 where they are not joined.
unsigned Joiner::joinedBytes(const AccessStride &S,
                             llvm::ArrayRef<int64_t> By) const {
  constexpr unsigned Widest = 16, Narrowest = 4;
  const auto Bytes = static_cast<unsigned>(S.Bytes * Turns.size());
  // The launch does not look where rows of tables begin.
  if (M.nest().Nest->Arrays[S.Array].Tables != 0)
    return 0;
  if (S.Times != 1 || Bytes > Widest || Bytes < Narrowest ||
      (Bytes & (Bytes - 1)) != 0)
    return 0;
  for (size_t T = 0; T != By.size(); ++T)
    if (By[T] != static_cast<int64_t>(T * S.Bytes))
      return 0;
  return isAlignedFor(S, Bytes) ? Bytes : 0;
}

bool Joiner::isRead(unsigned Array) const {
  return llvm::any_of(M.strides(), [&](const AccessStride &S) {
    return S.Array == Array && !S.IsWrite;
  });
}

/// Another turn has loaded it.
bool Joiner::isKept(const AccessStride &S) const {
  return Keeps && !S.IsWrite && S.Times == 1 &&
         llvm::any_of(Out.All, [&](const AccessStride &Other) {
           return !Other.IsWrite && Other.Array == S.Array &&
                  Other.ByLoop == S.ByLoop && Other.Bytes == S.Bytes &&
                  Other.Offset == S.Offset;
         });
}

std::optional<JoinedAccesses> Joiner::join() {
  if (Turns.size() == 1) {
    Out.All = M.strides();
    for (unsigned Number = 0; Number != Out.All.size(); ++Number)
      Out.Of.push_back(Number);
    return std::move(Out);
  }
  Keeps = llvm::none_of(M.strides(), [&](const AccessStride &S) {
    return S.IsWrite && isRead(S.Array);
  });
  for (auto [Number, S] : llvm::enumerate(M.strides())) {
    auto Add = [&, Of = static_cast<unsigned>(Number)](AccessStride New) {
      Out.All.push_back(std::move(New));
      Out.Of.push_back(Of);
    };
    if (!S.Known) {
      for (size_t T = 0; T != Turns.size(); ++T)
        Add(S);
      continue;
    }
    std::vector<int64_t> By;
    if (!distances(S, By))
      return std::nullopt;
    if (const unsigned Bytes = joinedBytes(S, By)) {
      Out.Bytes = std::max(Out.Bytes, Bytes);
      if (!llvm::is_contained(Out.Wide, S.Array))
        Out.Wide.push_back(S.Array);
      Add(S);
      Out.All.back().Bytes = Bytes;
      continue;
    }
    const bool MovesAtLaunch = !isFixed(S, By[1]);
    for (size_t T = 0; T != Turns.size(); ++T) {
      AccessStride At = S;
      At.Offset += By[T];
      At.IsLater = T > 0;
      if (T > 0 && MovesAtLaunch)
        At.Row += By[T];
      if (!isKept(At))
        Add(std::move(At));
    }
  }
  return std::move(Out);
}

std::optional<JoinedAccesses> joinAccesses(llvm::ArrayRef<ThreadBlock> Turns,
                                           const NestModel &M,
                                           unsigned Folded) {
  return Joiner(Turns, M, Folded).join();
}

} // namespace heddle
