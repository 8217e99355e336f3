//===- TilePlan.cpp - Kernels whose threads share what they load ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/TilePlan.h"
#include "Mapping/TileParts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace heddle {

using phases::Statement;

static const char *const Axes[] = {"x", "y", "z"};

static bool mentionsLeaf(const Sym &S, const std::string &Name) {
  return !allLeaves(S, [&](const std::string &Leaf) { return Leaf != Name; });
}

/// Locals for the places that reads mention, behind the counters.
void TilePlanner::addPlaces() {
  PlaceNames.assign(T.Axes.size(), "");
  for (size_t D = 0; D != T.Axes.size(); ++D) {
    const bool IsUsed = llvm::any_of(T.Buffers, [&](const StagedBuffer &B) {
      return llvm::any_of(B.Reads, [&](const auto &Read) {
        return llvm::any_of(Read.second, [&](const Sym &S) {
          return mentionsLeaf(S, placeLeaf(D));
        });
      });
    });
    if (!IsUsed)
      continue;
    PlaceNames[D] = Names.invent(N.Dims[D].Counter + "_place");
    Planner.BodyNames.insert(PlaceNames[D]);
    Planner.beginSerial(T.Axes[D].Place);
    Planner.addLocal(PlaceNames[D], "int",
                     T.Axes[D].Place.substitute(Planner.WorkingCopy));
  }
  if (T.Strip) {
    const std::string &Counter = Source.Loops[T.Strip->Loop].Name;
    StripFirst = Names.invent(Counter + "_first");
    StripPlace = Names.invent(Counter + "_place");
    StripCount = Names.invent(Counter + "_count");
  }
  for (const StagedBuffer &B : T.Buffers) {
    const std::string &Array = Source.Arrays[B.Array].KernelName;
    BufferNames.push_back(Names.invent(Array + "_tile"));
    std::vector<std::string> &Origins = OriginNames.emplace_back();
    for (size_t D = 0; D != B.Origin.size(); ++D)
      Origins.push_back(Names.invent(Array + "_first"));
  }
  IsTileInt = fitsInt();
}

/// Coordinates of what is loaded, and of strips, fit an int; the launch may be
/// asked for that.
bool TilePlanner::fitsInt() {
  if (Planner.Width != IndexWidth::I32)
    return false;
  constexpr int64_t Most = int64_t(1) << 30;
  const auto Ask = [&](bool IsKnown, const Sym &Holds) {
    if (!IsKnown && Planner.MayAsk && !llvm::is_contained(Planner.Asked, Holds))
      Planner.Asked.push_back(Holds);
    return IsKnown || Planner.MayAsk;
  };
  const auto Fits = [&](const Sym &Least, const Sym &Greatest) {
    return Ask(Planner.Known.of(Least).Lo >= -Most, less_equal(-Most, Least)) &&
           Ask(Planner.Known.of(Greatest).Hi <= Most,
               less_equal(Greatest, Most));
  };
  if (T.Strip && !Fits(T.Strip->Lower, T.Strip->Upper))
    return false;
  for (const StagedBuffer &B : T.Buffers)
    for (size_t D = 0; D != B.Origin.size(); ++D) {
      const auto Ends = originEnds(B, D, T, V);
      if (!Ends || !Fits(Ends->first, Ends->second))
        return false;
    }
  return true;
}

/// Over indices of the phases: parameters of the kernel, blocks by name, and
/// the strip.
Sym TilePlanner::tileIndex(const Sym &S) {
  if (S.isConst())
    return S;
  if (isOverParameters(S, N, V)) {
    const Param *P =
        S.kind() == SymKind::Leaf ? Planner.sourceParam(S.name()) : nullptr;
    if (!P || !P->Type.Signed || P->Type.Bits > (IsTileInt ? 32 : 64))
      return Planner.addExtent(S, "extent");
    Planner.BodyNames.insert(P->Name);
    return S;
  }
  if (S.kind() == SymKind::Leaf) {
    for (unsigned A = 0; A < 3; ++A)
      if (S.name() == GridLeaf[A])
        return Sym::leaf(BlockNames[A]);
    return S.name() == StripLeaf ? Sym::leaf(StripFirst) : S;
  }
  std::vector<Sym> Ops = S.operands();
  for (Sym &Op : Ops)
    Op = tileIndex(Op);
  return Sym::make(S.kind(), std::move(Ops));
}

/// The element at Place of a buffer without gaps between its rows.
std::vector<Statement> TilePlanner::loadElement(size_t Buffer, const Sym &Place,
                                                bool AllTouched) {
  const StagedBuffer &B = V.Shared->Buffers[Buffer];
  const size_t Rank = B.Extents.size();
  std::vector<Sym> In(Rank), At;
  Sym Left = Place;
  for (size_t D = Rank; D-- > 0;) {
    const Sym Extent = B.Extents[D];
    In[D] = D == 0 ? Left : floor_mod(Left, Extent);
    Left = floor_div(Left, Extent);
  }
  std::vector<Statement> All;
  std::vector<std::pair<std::string, Sym>> Element;
  for (size_t D = 0; D != Rank; ++D) {
    const std::string Name =
        Names.invent(Source.Arrays[B.Array].KernelName + "_at");
    All.push_back(
        phases::named(Name, Sym::leaf(OriginNames[Buffer][D]) + In[D]));
    At.push_back(Sym::leaf(Name));
    Element.push_back({elementLeaf(D), At.back()});
  }
  Statement Load =
      phases::set({BufferNames[Buffer], In},
                  phases::read(Source.Arrays[B.Array].KernelName, At));
  const Sym Touched =
      AllTouched ? Sym(1) : tileIndex(B.Touched.substitute(Element));
  All.push_back(Touched.isConst(1) ? Load : phases::when(Touched, {Load}));
  return All;
}

/// Thread: its number in the block.
std::vector<Statement> TilePlanner::loadOf(size_t Buffer, const Sym &Thread,
                                           phases::Phase &In) {
  const StagedBuffer &B = T.Buffers[Buffer];
  for (size_t D = 0; D != B.Origin.size(); ++D)
    In.Indices.push_back({OriginNames[Buffer][D], tileIndex(B.Origin[D])});
  const int64_t Threads = T.Threads[0] * T.Threads[1] * T.Threads[2];
  const int64_t Elements =
      std::accumulate(B.Extents.begin(), B.Extents.end(), int64_t(1),
                      std::multiplies<int64_t>());
  const int64_t Turns = (Elements + Threads - 1) / Threads;
  const Sym Turn = Turns == 1 ? Sym(0) : Sym::leaf(TurnName);
  const auto Load = [&](bool AllTouched) {
    const std::string Name =
        Names.invent(Source.Arrays[B.Array].KernelName + "_place");
    std::vector<Statement> All{
        phases::named(Name, Thread + Turn * Sym(Threads))};
    const Sym Place = Sym::leaf(Name);
    std::vector<Statement> One = loadElement(Buffer, Place, AllTouched);
    if (Elements % Threads == 0)
      llvm::append_range(All, One);
    else
      All.push_back(phases::when(less(Place, Elements), std::move(One)));
    if (Turns == 1)
      return All;
    return std::vector<Statement>{phases::serial(TurnName, 0, Turns,
                                                 std::move(All),
                                                 /*Unroll=*/true)};
  };
  if (!B.AllTouched || Turns == 1)
    return Load(/*AllTouched=*/false);
  std::vector<std::pair<std::string, Sym>> First;
  for (size_t D = 0; D != B.Origin.size(); ++D)
    First.push_back({elementLeaf(D), Sym::leaf(OriginNames[Buffer][D])});
  return {phases::when(tileIndex(B.AllTouched->substitute(First)),
                       Load(/*AllTouched=*/true), Load(/*AllTouched=*/false))};
}

/// Loads of the buffers of strips, or of the others.
phases::Phase TilePlanner::loadPhase(bool InStrip, const phases::Kernel &K) {
  phases::Phase Out;
  Sym Thread = 0;
  int64_t Before = 1;
  for (size_t A = 0; A != K.Threads.size(); ++A) {
    if (T.Threads[A] > 1)
      Thread = Thread + Sym::leaf(K.Threads[A]) * Sym(Before);
    Before *= T.Threads[A];
  }
  if (Thread.kind() != SymKind::Leaf && !Thread.isConst()) {
    const std::string Name = Names.invent("thread");
    Out.Indices.push_back({Name, Thread});
    Thread = Sym::leaf(Name);
  }
  for (size_t B = 0; B != T.Buffers.size(); ++B)
    if (T.Buffers[B].InStrip == InStrip)
      llvm::append_range(Out.Loads, loadOf(B, Thread, Out));
  return Out;
}

/// Staged reads find their elements in the buffers.
ValueRef TilePlanner::withBuffers(const ValueRef &Code) const {
  std::vector<std::pair<std::string, Sym>> Places;
  for (size_t D = 0; D != T.Axes.size(); ++D)
    Places.push_back({placeLeaf(D), Sym::leaf(PlaceNames[D])});
  Places.push_back({InStripLeaf, Sym::leaf(StripPlace)});
  std::map<unsigned, ValueRef> Reads; // by access of the nest
  for (auto [I, B] : llvm::enumerate(T.Buffers))
    for (const auto &Read : B.Reads) {
      std::vector<ValueRef> Parts{
          makeName(BufferNames[I], NameMeaning::Unknown)};
      for (const Sym &S : Read.second)
        Parts.push_back(makeNumber(S.substitute(Places), /*Narrow=*/true));
      Reads[N.Accesses[Read.first].Source] =
          makeValue(ValueKind::Subscript, std::move(Parts));
    }
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Element || X->Accesses.empty())
      return nullptr;
    const auto Read = Reads.find(X->Accesses.front());
    return Read == Reads.end() ? nullptr : Read->second;
  });
}

void TilePlanner::addArrays(phases::Kernel &K) {
  for (auto [I, B] : llvm::enumerate(T.Buffers)) {
    const ArrayInfo &A = Source.Arrays[B.Array];
    phases::Buffer Shared{BufferNames[I], A.ElementType, {}, std::nullopt};
    for (const int64_t Extent : B.Extents)
      Shared.Extents.push_back(Extent);
    if (B.Pitch != B.Extents.back())
      Shared.Pitch = B.Pitch;
    K.Shared.push_back(std::move(Shared));
    if (llvm::any_of(K.Parameters, [&](const phases::Parameter &P) {
          return P.Name == A.KernelName;
        }))
      continue;
    phases::Parameter P;
    P.What = phases::Parameter::Array;
    P.Name = A.KernelName;
    P.Type = A.ElementType;
    P.OfRows = A.Extents.size() > 1;
    P.IsLong = IsTileInt;
    P.Extents.assign(B.Extents.size(), 1);
    if (!P.OfRows)
      for (auto [D, W] : llvm::enumerate(N.Arrays[B.Array].Widths))
        P.Extents[D + 1] = tileIndex(W);
    K.Parameters.push_back(std::move(P));
  }
}

void TilePlanner::keepNumbers(KernelTile &Out) {
  std::string Unused;
  const auto Shared = sharedNumbers(
      bodyParts(Planner.Body, Source, Planner.Mapped.rank(), T), Unused);
  for (const SharedNumber &S : *Shared) {
    const auto Number = static_cast<unsigned>(Out.Kept.size());
    const bool IsConst = llvm::StringRef(S.Type).starts_with("const ");
    Out.Kept.push_back({S.Name, S.Type, Names.invent(S.Name + "_kept")});
    Out.Parts[S.Part].Saved.push_back(Number);
    for (const unsigned P : S.Users) {
      Out.Parts[P].Restored.push_back(Number);
      if (!IsConst && P != S.Users.back())
        Out.Parts[P].Saved.push_back(Number);
      // A strip's next turn goes on with it.
      if (!IsConst && P == S.Users.back() && Out.InStrip &&
          Out.InStrip->Part == P)
        Out.Parts[P].Saved.push_back(Number);
    }
    phases::Buffer Register{Out.Kept.back().Register,
                            IsConst ? S.Type.substr(6) : S.Type,
                            {},
                            std::nullopt};
    for (const int64_t Extent : V.Shared->Serial)
      Register.Extents.push_back(Extent);
    Out.Phases.Registers.push_back(std::move(Register));
  }
}

/// The phases, in the order of the body.
void TilePlanner::addParts(KernelTile &Out) {
  phases::Kernel &K = Out.Phases;
  const std::vector<BodyPart> Parts =
      bodyParts(Planner.Body, Source, Planner.Mapped.rank(), T);
  for (auto [I, P] : llvm::enumerate(Parts)) {
    Out.Parts.push_back({withBuffers(P.Code), P.TextBegin, {}, {}});
    if (P.IsStrip)
      Out.InStrip = {static_cast<unsigned>(I),
                     T.Strip->Loop,
                     T.Strip->Length,
                     StripFirst,
                     StripPlace,
                     StripCount};
  }
  keepNumbers(Out);
  const auto Run = [&](unsigned Number) {
    std::vector<std::string> Kept;
    for (const KeptNumber &Each : Out.Kept)
      Kept.push_back(Each.Register);
    std::vector<std::string> Used;
    forEachValue(*Out.Parts[Number].Code, [&](const Value &X) {
      if (X.Kind == ValueKind::Name &&
          llvm::is_contained(BufferNames, X.Name) &&
          !llvm::is_contained(Used, X.Name))
        Used.push_back(X.Name);
      return true;
    });
    phases::Phase P;
    P.Statements.push_back(phases::part(Number, Used, Kept));
    return P;
  };
  if (llvm::any_of(T.Buffers, [](auto &B) { return !B.InStrip; }))
    K.Body.push_back(phases::run(loadPhase(/*InStrip=*/false, K)));
  for (unsigned I = 0; I != Out.Parts.size(); ++I) {
    if (!Out.InStrip || Out.InStrip->Part != I) {
      K.Body.push_back(phases::run(Run(I)));
      continue;
    }
    const Sym Upper = tileIndex(T.Strip->Upper);
    std::vector<phases::Item> Strip;
    if (llvm::any_of(T.Buffers, [](auto &B) { return B.InStrip; }))
      Strip.push_back(phases::run(loadPhase(/*InStrip=*/true, K)));
    phases::Phase P = Run(I);
    P.Indices.push_back(
        {StripCount, min_of(Upper - Sym::leaf(StripFirst), T.Strip->Length)});
    Strip.push_back(phases::run(std::move(P)));
    K.Body.push_back(phases::uniformLoop(StripFirst, tileIndex(T.Strip->Lower),
                                         Upper, T.Strip->Length,
                                         std::move(Strip)));
  }
}

bool TilePlanner::plan(KernelPlan &Plan) {
  KernelTile Out;
  phases::Kernel &K = Out.Phases;
  K.Name = Names.invent("kernel");
  K.IndexType = IsTileInt ? "int" : "long long";
  for (const char *Axis : Axes) {
    BlockNames.push_back(Names.invent(std::string("tile_") + Axis));
    K.Blocks.push_back(BlockNames.back());
  }
  for (unsigned A = 0; A < 3; ++A)
    if (A == 0 || T.Threads[A] > 1 || (A == 1 && T.Threads[2] > 1))
      K.Threads.push_back(Names.invent(std::string("at_") + Axes[A]));
  TurnName = Names.invent("turn");
  addArrays(K);
  if (T.Full && !T.Full->isConst(1) && !T.Serial.empty()) {
    Out.Full = Names.invent("is_full");
    K.Uniform.push_back({Out.Full, tileIndex(*T.Full)});
  }
  addParts(Out);
  for (const Param &P : Source.Params)
    if (Planner.BodyNames.contains(P.Name))
      K.Parameters.push_back({phases::Parameter::Scalar, P.Name, K.IndexType});
  for (const KernelParam &P : Planner.Computed)
    if (P.What == KernelParam::Extent)
      K.Parameters.push_back({phases::Parameter::Scalar, P.Name, K.IndexType});
  phases::placeBarriers(K);
  if (!phases::verifyKernel(K, Planner.Why))
    return false;
  Plan.Tile = std::move(Out);
  return true;
}

} // namespace heddle
