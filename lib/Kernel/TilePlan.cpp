//===- TilePlan.cpp - Kernels whose threads share what they load ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/TilePlan.h"
#include "Mapping/CostBlock.h"
#include "Mapping/TileLayout.h"
#include "Mapping/TileParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

using phases::Statement;

void nameAxes(const Tile &T,
              llvm::function_ref<std::string(const std::string &)> Invent,
              phases::Kernel &To) {
  static const char *const Axes[] = {"x", "y", "z"};
  for (const char *Axis : Axes)
    To.Blocks.push_back(Invent(std::string("tile_") + Axis));
  for (unsigned A = 0; A < 3; ++A)
    if (A == 0 || T.Threads[A] > 1 || (A == 1 && T.Threads[2] > 1))
      To.Threads.push_back(Invent(std::string("at_") + Axes[A]));
}

/// Some read finds its element by a leaf.
bool TilePlanner::readsMention(const std::string &Leaf) const {
  return llvm::any_of(T.Buffers, [&](const StagedBuffer &B) {
    return llvm::any_of(B.accesses(), [&](const auto &Read) {
      for (size_t D = 0; D != Read.second.size(); ++D)
        if (mentions(slotRead(B, Read.second, D), Leaf))
          return true;
      return false;
    });
  });
}

/// Locals for the places that reads mention, behind the counters.
void TilePlanner::addPlaces() {
  const auto Add = [&](const std::string &Leaf, const std::string &Name,
                       const Sym &Value) {
    Places.push_back({Leaf, Sym::leaf(Names.invent(Name))});
    Planner.BodyNames.insert(Places.back().second.name());
    Planner.beginSerial(Value);
    Planner.addLocal(Places.back().second.name(), "int",
                     Value.substitute(Planner.WorkingCopy));
  };
  for (size_t D = 0; D != T.Axes.size(); ++D)
    if (readsMention(placeLeaf(D)))
      Add(placeLeaf(D), N.Dims[D].Counter + "_place", T.Axes[D].Place);
  for (const StagedBuffer &B : T.Buffers)
    if (B.Slots && llvm::none_of(Places, [&](const auto &Of) {
          return Of.first == slotLeaf(*B.Slots);
        }))
      Add(slotLeaf(*B.Slots), N.Dims[B.Slots->Axis].Counter + "_slot",
          slotOfThread(*B.Slots, T));
  for (const TileStrip &S : T.Strips) {
    const std::string &Counter = Source.Loops[S.Loop].Name;
    StripNames &Of = Strips.emplace_back();
    Of.First = Names.invent(Counter + "_first");
    Of.Place = Names.invent(Counter + "_place");
    Of.Count = Names.invent(Counter + "_count");
  }
  for (const StagedBuffer &B : T.Buffers) {
    const std::string &Array = Source.Arrays[B.Array].KernelName;
    BufferNames.push_back(Planner.Common
                              ? Planner.Common->Buffers[&B - T.Buffers.data()]
                          : B.InPlaceOf ? BufferNames[*B.InPlaceOf]
                                        : Names.invent(Array + "_tile"));
    std::vector<std::string> &Origins = OriginNames.emplace_back();
    for (size_t D = 0; D != B.Origin.size(); ++D)
      Origins.push_back(Names.invent(Array + "_first"));
  }
  IsTileInt = fitsInt();
}

/// Coordinates of what is loaded, and of strips, fit an int; the launch may be
/// asked for that.
bool TilePlanner::fitsInt() {
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
  for (const TileStrip &S : T.Strips)
    if (!Fits(S.Lower, S.Upper))
      return false;
  const auto BeginFits = [&](const StagedBuffer &B) {
    for (size_t D = 0; D != B.Origin.size(); ++D) {
      const auto Ends = originEnds(B, D, T, V);
      if (!Ends || !Fits(Ends->first, Ends->second))
        return false;
    }
    return true;
  };
  StagedBuffer Turns; // which begin where the block does
  if (T.Roll)
    Turns.Origin = {T.Axes[T.Roll->Axis].Origin};
  return BeginFits(Turns) && llvm::all_of(T.Buffers, BeginFits);
}

/// With the turn's name, in a block that rolls.
Sym TilePlanner::inTurn(const Sym &S) const {
  return T.Roll ? S.substitute(
                      {{serialLeaf(T.Roll->Serial), Sym::leaf(Planner.Turn)}})
                : S;
}

/// The same, in a strip, or in a turn.
Sym TilePlanner::tileIndex(const Sym &S, std::optional<unsigned> Strip) {
  return tileIndex(inTurn(
      Strip ? S.substitute({{StripLeaf, Sym::leaf(Strips[*Strip].First)}})
            : S));
}

/// Over indices of the phases: parameters of the kernel, and blocks by name.
Sym TilePlanner::tileIndex(const Sym &S) {
  if (S.isConst())
    return S;
  if (isOverParameters(S, N, V)) {
    const Param *P =
        S.kind() == SymKind::Leaf ? Planner.sourceParam(S.name()) : nullptr;
    if (!P || !P->Type.Signed || P->Type.Bits > (IsTileInt ? 32 : 64))
      return Planner.addExtent(S, "extent", IsTileInt);
    Planner.BodyNames.insert(P->Name);
    return S;
  }
  if (S.kind() == SymKind::Leaf) {
    for (unsigned A = 0; A < 3; ++A)
      if (S.name() == GridLeaf[A])
        return Sym::leaf(BlockNames[A]);
    return S;
  }
  std::vector<Sym> Ops = S.operands();
  for (Sym &Op : Ops)
    Op = tileIndex(Op);
  return Sym::make(S.kind(), std::move(Ops));
}

/// Staged reads find their elements in the buffers.
ValueRef TilePlanner::withBuffers(const ValueRef &Code) const {
  std::map<unsigned, ValueRef> Reads; // by access of the nest
  for (auto [I, B] : llvm::enumerate(T.Buffers)) {
    std::vector<std::pair<std::string, Sym>> Places = this->Places;
    if (B.Strip)
      Places.push_back({InStripLeaf, Sym::leaf(Strips[*B.Strip].Place)});
    for (const auto &Read : B.accesses()) {
      std::vector<ValueRef> Parts{
          makeName(BufferNames[I], NameMeaning::Unknown)};
      for (const size_t D : B.order()) {
        Parts.push_back(
            makeNumber(slotRead(B, Read.second, D).substitute(Places),
                       /*Narrow=*/true));
        // A plane is no negative number, so that C++'s remainder is its slot.
        if (B.Ring && B.Ring->Dim == D)
          Parts.back() = makeValue(
              ValueKind::Binary,
              {Parts.back(), makeConstant(std::to_string(B.Ring->Slots))}, "%");
      }
      Reads[N.Accesses[Read.first].Source] =
          makeValue(ValueKind::Subscript, std::move(Parts));
    }
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
    for (const size_t D : B.order())
      Shared.Extents.push_back(B.held(D));
    Shared.Rolls = B.Ring.has_value();
    if (!Shared.Extents.back().isConst(B.Pitch))
      Shared.Pitch = B.Pitch;
    if (!B.InPlaceOf)
      K.Shared.push_back(std::move(Shared));
    if (B.IsPassed)
      continue;
    const auto Known =
        llvm::find_if(K.Parameters, [&](const phases::Parameter &P) {
          return P.Name == A.KernelName;
        });
    if (Known != K.Parameters.end()) {
      Known->Written = Known->Exchanged = Known->Written || !B.Writes.empty();
      continue;
    }
    phases::Parameter P;
    P.What = phases::Parameter::Array;
    P.Name = A.KernelName;
    P.Type = A.ElementType;
    P.Written = P.Exchanged = !B.Writes.empty();
    // A tensor's elements are one row, whatever its dimensions.
    P.OfRows = A.Extents.size() > 1 && !Source.isStatement();
    P.IsLong = IsTileInt;
    P.Extents.assign(B.Extents.size(), 1);
    for (size_t D = 1; !P.OfRows && D != B.Extents.size(); ++D)
      P.Extents[D] = B.Strides.empty()
                         ? tileIndex(N.Arrays[B.Array].Widths[D - 1])
                         : Sym(B.Strides[D - 1] / B.Strides[D]);
    if (!P.OfRows && B.Ring && B.Ring->Dim == 0)
      P.Plane = planeOf(B);
    K.Parameters.push_back(std::move(P));
  }
}

/// Elements of the array from one plane to the next.
Sym TilePlanner::planeOf(const StagedBuffer &B) {
  if (!B.Strides.empty())
    return B.Strides[0];
  Sym All = 1;
  for (const Sym &Width : N.Arrays[B.Array].Widths)
    All = All * Width;
  return All.isConst() ? All : Planner.addExtent(All, "plane");
}

/// Parts: with staged reads of buffers.
bool TilePlanner::keepNumbers(KernelTile &Out,
                              const std::vector<BodyPart> &Parts) {
  const auto Shared = sharedNumbers(Parts, Source, Planner.Why);
  if (!Shared)
    return false;
  for (const SharedNumber &S : *Shared) {
    const auto Number = static_cast<unsigned>(Out.Kept.size());
    const bool IsConst = llvm::StringRef(S.Type).starts_with("const ");
    Out.Kept.push_back({S.Name, S.Type, Names.invent(S.Name + "_kept")});
    TilePart &Declares = Out.Parts[S.Part];
    (S.IsUnset ? Declares.Cleared : Declares.Saved).push_back(Number);
    for (const unsigned P : S.Users) {
      Out.Parts[P].Restored.push_back(Number);
      // A strip's next turn goes on with it, and so do later parts.
      const bool IsStrip = Out.stripOf(P) != nullptr;
      if (!IsConst && (IsStrip || P != S.Users.back()))
        Out.Parts[P].Saved.push_back(Number);
    }
    addRegister(Out.Kept.back(), Out.Phases);
  }
  return true;
}

/// One for each serial point of a thread.
void TilePlanner::addRegister(const KeptNumber &Of, phases::Kernel &To) const {
  llvm::StringRef Type = Of.Type;
  Type.consume_front("const ");
  phases::Buffer Register{Of.Register, Type.str(), {}, std::nullopt};
  for (auto [D, Extent] : llvm::enumerate(T.Serial))
    if (Extent > 1 && !Planner.isTurn(D))
      Register.Extents.push_back(Extent);
  To.Registers.push_back(std::move(Register));
}

phases::Phase TilePlanner::phaseOf(const KernelTile &Of, unsigned Part) const {
  std::vector<std::string> Kept, Used;
  for (const KeptNumber &Each : Of.Kept)
    Kept.push_back(Each.Register);
  forEachValue(*Of.Parts[Part].Code, [&](const Value &X) {
    if (X.Kind == ValueKind::Name && llvm::is_contained(BufferNames, X.Name) &&
        !llvm::is_contained(Used, X.Name))
      Used.push_back(X.Name);
    return true;
  });
  std::vector<std::string> Written;
  const KernelTile::Strip *Strip = Of.stripOf(Part);
  for (auto [I, B] : llvm::enumerate(T.Buffers))
    if (!B.Writes.empty() && llvm::is_contained(Used, BufferNames[I]) &&
        (!B.Strip || (Strip && T.Strips[*B.Strip].Loop == Strip->Loop)))
      Written.push_back(BufferNames[I]);
  phases::Phase P;
  P.Statements.push_back(phases::part(Part, Used, Written, Kept));
  return P;
}

/// Code with a variable in the place of the element, whose first text is Found.
static ValueRef withVariable(const ValueRef &Code, const OwnElement &Own,
                             const std::string &Name, const AffineNest &N,
                             ValueRef &Found) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    const bool IsOwn = X->Kind == ValueKind::Element && !X->Accesses.empty() &&
                       llvm::any_of(Own.Accesses, [&](unsigned A) {
                         return N.Accesses[A].Source == X->Accesses.front();
                       });
    if (IsOwn && !Found)
      Found = X;
    return IsOwn ? makeName(Name, NameMeaning::Unknown) : nullptr;
  });
}

/// Numbers that the part does not mention are not its own.
static void keepMentioned(TilePart &Part, const std::vector<KeptNumber> &Kept) {
  llvm::StringSet<> Mentioned;
  forEachValue(*Part.Code, [&](const Value &X) {
    if (X.Kind == ValueKind::Name || X.Kind == ValueKind::Hidden)
      Mentioned.insert(X.Name);
    return true;
  });
  for (std::vector<unsigned> *List : {&Part.Restored, &Part.Saved})
    llvm::erase_if(
        *List, [&](unsigned I) { return !Mentioned.contains(Kept[I].Name); });
}

/// Elements that the thread keeps while strips run: these find a variable in
/// the place of the element. It is loaded before them and stored behind.
void TilePlanner::keepElements(KernelTile &Out) {
  for (const OwnElement &Own : T.Own)
    keepElement(Out, Own);
}

void TilePlanner::keepElement(KernelTile &Out, const OwnElement &Own) {
  const unsigned Strip = Out.Strips[Own.Strip].Part;
  const ArrayInfo &A = Source.Arrays[Own.Array];
  const std::string Name = Names.invent(A.KernelName + "_own");
  ValueRef Element;
  const ValueRef Code =
      withVariable(Out.Parts[Strip].Code, Own, Name, N, Element);
  std::vector<unsigned> Needed; // numbers that its subscripts mention
  bool IsKnown = Element != nullptr;
  if (Element)
    forEachValue(*Element, [&](const Value &X) {
      if (X.Kind == ValueKind::Hidden ||
          (X.Kind == ValueKind::Name && X.Means == NameMeaning::Local)) {
        const auto Of = llvm::find_if(
            Out.Kept, [&](const KeptNumber &K) { return K.Name == X.Name; });
        IsKnown &= Of != Out.Kept.end();
        Needed.push_back(static_cast<unsigned>(Of - Out.Kept.begin()));
      }
      return true;
    });
  if (!IsKnown)
    return;
  const auto Number = static_cast<unsigned>(Out.Kept.size());
  Out.Kept.push_back({Name, A.ElementType, Names.invent(Name + "_kept")});
  addRegister(Out.Kept.back(), Out.Phases);
  TilePart &Of = Out.Parts[Strip];
  Of.Code = Code;
  keepMentioned(Of, Out.Kept);
  Of.Restored.push_back(Number);
  Of.Saved.push_back(Number);
  const unsigned Begin = Of.TextBegin;
  const auto Add = [&](std::vector<ValueRef> Code) {
    Out.Parts.push_back(
        {makeValue(ValueKind::Sequence, std::move(Code)), Begin, Needed, {}});
    return static_cast<unsigned>(Out.Parts.size()) - 1;
  };
  Out.Strips[Own.Strip].Loads.push_back(
      Add({makeValue(ValueKind::Declare, {Element}, Name, A.ElementType)}));
  Out.Parts.back().Saved.push_back(Number);
  Out.Strips[Own.Strip].Stores.push_back(
      Add({makeValue(ValueKind::Assign,
                     {Element, makeName(Name, NameMeaning::Unknown)}, "="),
           makeTokens(";")}));
  Out.Parts.back().Restored.push_back(Number);
}

/// Variables that only staged reads needed are left without a use.
static ValueRef withUnused(const ValueRef &Code, const TilePart &Part,
                           const std::vector<KeptNumber> &Kept) {
  llvm::StringSet<> Used;
  for (const unsigned Number : Part.Saved)
    Used.insert(Kept[Number].Name);
  forEachValue(*Code, [&](const Value &X) {
    if (X.Kind == ValueKind::Hidden ||
        (X.Kind == ValueKind::Name && X.Means != NameMeaning::Declared))
      Used.insert(X.Name);
    return true;
  });
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Declare || Used.contains(X->Name))
      return nullptr;
    return makeValue(ValueKind::Sequence, {makeTokens("[[maybe_unused]] "), X});
  });
}

/// The parts, and what they keep; from then on the kernel has the names that
/// these mention, and no others.
bool TilePlanner::addParts(KernelTile &Out) {
  std::vector<BodyPart> Parts =
      bodyParts(Planner.Body, Source, Planner.Mapped.rank(), T.stripLoops());
  for (auto [I, P] : llvm::enumerate(Parts)) {
    P.Code = withBuffers(P.Code);
    Out.Parts.push_back({P.Code, P.TextBegin, {}, {}});
    if (!P.Strip)
      continue;
    const StripNames &Of = Strips[*P.Strip];
    Out.Strips.push_back({static_cast<unsigned>(I),
                          T.Strips[*P.Strip].Loop,
                          T.Strips[*P.Strip].Length,
                          Of.First,
                          Of.Place,
                          Of.Count,
                          {},
                          {}});
  }
  if (!keepNumbers(Out, Parts))
    return false;
  keepElements(Out);
  if (Planner.Inside && Out.Parts.size() == 1 && Out.Strips.empty())
    Out.Parts.front().Inside = withBuffers(Planner.Inside->Body);
  Planner.BodyNames.clear();
  const auto Insert = [&](llvm::StringRef Name) {
    Planner.BodyNames.insert(Name);
  };
  for (TilePart &P : Out.Parts) {
    P.Code = withUnused(P.Code, P, Out.Kept);
    forEachName(*P.Code, Source, TextOf::Kernel, Insert);
    if (!P.Inside)
      continue;
    P.Inside = withUnused(P.Inside, P, Out.Kept);
    forEachName(*Planner.Inside->condition(), Source, TextOf::Kernel, Insert);
  }
  return true;
}

/// The strips of a loop, and what loads and stores kept elements around them.
void TilePlanner::addStrips(KernelTile &Out, const KernelTile::Strip &Of,
                            unsigned Number) {
  phases::Kernel &K = Out.Phases;
  const TileStrip &S = T.Strips[Number];
  const Sym Upper = tileIndex(S.Upper);
  std::vector<phases::Item> Strip;
  if (auto Loads = movePhase(loaded(Number), K))
    Strip.push_back(phases::run(std::move(*Loads)));
  phases::Phase P = phaseOf(Out, Of.Part);
  P.Indices.push_back(
      {Of.Count, min_of(Upper - Sym::leaf(Of.First), S.Length)});
  Strip.push_back(phases::run(std::move(P)));
  if (auto Stores = movePhase(stored(Number), K))
    Strip.push_back(phases::run(std::move(*Stores)));
  const Sym Lower = tileIndex(S.Lower);
  phases::Item All =
      phases::uniformLoop(Of.First, Lower, Upper, S.Length, std::move(Strip));
  if (Of.Loads.empty()) {
    K.Body.push_back(std::move(All));
    return;
  }
  // Without strips nothing touches the elements.
  std::vector<phases::Item> Around;
  for (const unsigned Part : Of.Loads)
    Around.push_back(phases::run(phaseOf(Out, Part)));
  Around.push_back(std::move(All));
  for (const unsigned Part : Of.Stores)
    Around.push_back(phases::run(phaseOf(Out, Part)));
  K.Body.push_back(phases::uniformIf(less(Lower, Upper), std::move(Around)));
}

/// The body, which is one part, in each turn of a block that rolls.
void TilePlanner::addTurns(KernelTile &Out) {
  phases::Kernel &K = Out.Phases;
  const TileRoll &Roll = *T.Roll;
  std::vector<phases::Item> InTurn;
  if (auto Loads = movePhase(loadedInTurn(), K))
    InTurn.push_back(phases::run(std::move(*Loads)));
  InTurn.push_back(phases::run(phaseOf(Out, 0)));
  phases::Item All = phases::uniformLoop(Planner.Turn, 0, tileIndex(Roll.Turns),
                                         1, std::move(InTurn));
  // Then slots are constants.
  constexpr int64_t Most = 8;
  for (const StagedBuffer &B : T.Buffers)
    if (B.Ring && B.Ring->Slots <= std::min(Most, Roll.Length))
      All.Unroll = std::max(All.Unroll, B.Ring->Slots);
  K.Body.push_back(std::move(All));
}

/// The phases, in the order of the body.
void TilePlanner::addPhases(KernelTile &Out) {
  phases::Kernel &K = Out.Phases;
  size_t Parts = Out.Parts.size();
  for (const KernelTile::Strip &S : Out.Strips)
    Parts -= S.Loads.size() + S.Stores.size();
  if (auto Loads = movePhase(loaded(std::nullopt), K))
    K.Body.push_back(phases::run(std::move(*Loads)));
  if (T.Roll)
    return addTurns(Out);
  unsigned Number = 0;
  for (unsigned I = 0; I != Parts; ++I)
    if (const KernelTile::Strip *Of = Out.stripOf(I))
      addStrips(Out, *Of, Number++);
    else
      K.Body.push_back(phases::run(phaseOf(Out, I)));
  if (auto Stores = movePhase(stored(std::nullopt), K))
    K.Body.push_back(phases::run(std::move(*Stores)));
}

/// A block of which no iteration is missing is a box, and so are the mapped
/// loops. It asks once for all its iterations.
void TilePlanner::addInside(KernelTile &Out) {
  if (!Out.Parts.front().Inside || !T.Full || !Planner.Inside->Narrow ||
      N.RectangularDepth < Planner.Mapped.rank())
    return;
  const std::optional<Sym> Holds = Planner.Inside->throughout(T, Source);
  if (!Holds)
    return;
  Out.Inside = Names.invent("is_inside");
  const Sym All = tileIndex(*Holds);
  Out.Phases.Uniform.push_back(
      {Out.Inside, Out.Full.empty()
                       ? All
                       : Sym::make(SymKind::And, {Sym::leaf(Out.Full), All})});
}

bool TilePlanner::plan(KernelPlan &Plan) {
  KernelTile Out;
  phases::Kernel &K = Out.Phases;
  K.Name = Names.invent("kernel");
  K.IndexType = IsTileInt ? "int" : "long long";
  if (Planner.Common) {
    K.Blocks = Planner.Common->Blocks;
    K.Threads = Planner.Common->Threads;
  } else {
    nameAxes(
        T, [&](const std::string &Base) { return Names.invent(Base); }, K);
  }
  BlockNames = K.Blocks;
  for (size_t D = 0; D != max_rank; ++D)
    TurnNames.push_back(Names.invent("turn"));
  if (!addParts(Out))
    return false;
  addArrays(K);
  bool HasPoints = false;
  for (auto [D, Extent] : llvm::enumerate(T.Serial))
    HasPoints |= Extent > 1 && !Planner.isTurn(D);
  if (T.Full && !T.Full->isConst(1) && HasPoints) {
    Out.Full = Names.invent("is_full");
    K.Uniform.push_back({Out.Full, tileIndex(*T.Full)});
  }
  if (HasPoints)
    addInside(Out);
  addPhases(Out);
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
