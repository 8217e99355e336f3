//===- KernelPlanner.cpp - One kernel's parameters and lines --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/KernelPlanner.h"
#include "Kernel/TilePlan.h"
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

namespace heddle {

static bool isQuotient(const Sym &S) {
  return S.kind() == SymKind::FloorDiv || S.kind() == SymKind::FloorMod;
}

/// Whether the printed expression mentions the name: a quotient by anything but
/// a constant mentions a Divisor parameter instead of its divisor.
static bool mentions(const Sym &S, llvm::StringRef Name) {
  if (S.kind() == SymKind::Leaf)
    return S.name() == Name;
  if (isQuotient(S) && !S.operands()[1].isConst())
    return mentions(S.operands()[0], Name);
  return llvm::any_of(S.operands(),
                      [&](const Sym &Op) { return mentions(Op, Name); });
}

KernelPlanner::KernelPlanner(const MappedNest &Mapped, const ThreadMapping &V,
                             const ValueRef &Body,
                             const std::optional<Interior> &Inside,
                             const std::vector<std::string> &CopyNames)
    : Mapped(Mapped), V(V), N(Mapped.affine()), Source(*N.Nest),
      CopyNames(CopyNames), Names(Source), Known(N), Body(Body),
      Inside(Inside) {
  for (const std::string &Name : CopyNames)
    Names.insert(Name);
  for (const RecoveryStep &Step : V.Recovery)
    Names.insert(Step.Name);
  const auto Insert = [&](llvm::StringRef Name) { BodyNames.insert(Name); };
  forEachName(*Body, Source, TextOf::Kernel, Insert);
  if (Inside)
    forEachName(*Inside->condition(), Source, TextOf::Kernel, Insert);
}

/// C++ divides towards zero; for what is not negative that is the floor.
bool KernelPlanner::checkDividends(const Sym &S) {
  if (isOverParameters(S, N, V))
    return true;
  if (isQuotient(S) && Known.of(S.operands()[0]).Lo < 0) {
    Why = "'" + toString(S) + "' may divide a negative number";
    return false;
  }
  return llvm::all_of(S.operands(),
                      [&](const Sym &Op) { return checkDividends(Op); });
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

const Param *KernelPlanner::sourceParam(const std::string &Leaf) const {
  for (const AffineNest::Parameter &P : N.Parameters)
    if (P.Name == Leaf && P.SourceParam >= 0)
      return &Source.Params[static_cast<unsigned>(P.SourceParam)];
  return nullptr;
}

/// An expression that the kernel itself may compute, in the types that its
/// parameters have: at most one constant added to a signed parameter.
bool KernelPlanner::isInlineParameter(const Sym &S) const {
  if (S.isConst())
    return true;
  if (S.kind() == SymKind::Leaf)
    return sourceParam(S.name()) != nullptr;
  if ((S.kind() != SymKind::Add && S.kind() != SymKind::Sub) ||
      S.operands()[0].kind() != SymKind::Leaf || !S.operands()[1].isConst())
    return false;
  const Param *P = sourceParam(S.operands()[0].name());
  if (!P || !P->Type.Signed)
    return false;
  // In a kernel of 32-bit indices a wider parameter is converted first.
  bool Narrow = P->Type.Bits <= 32 || Width == IndexWidth::I32;
  return Narrow ? Known.computesIn32(S) : Known.computesIn64(S);
}

Sym KernelPlanner::addExtent(const Sym &S, const std::string &Name,
                             bool IsInt) {
  for (const KernelParam &P : Computed)
    if (P.Value == S && P.What == KernelParam::Extent)
      return Sym::leaf(P.Name);
  Computed.push_back({KernelParam::Extent, 0, Names.invent(Name), S, IsInt});
  return Sym::leaf(Computed.back().Name);
}

void KernelPlanner::addDivisor(const Sym &Divisor) {
  for (const KernelParam &P : Computed)
    if (P.Value == Divisor && P.What == KernelParam::Divisor)
      return;
  std::string Base =
      "by_" + (Divisor.kind() == SymKind::Leaf ? Divisor.name() : "extent");
  Computed.push_back({KernelParam::Divisor, 0, Names.invent(Base), Divisor});
}

/// Host-computed extents take the place of all parameter arithmetic but the
/// simplest. A quotient keeps its divisor as it is: the emitter finds the
/// Divisor parameter by it.
Sym KernelPlanner::lower(const Sym &S, const std::string &Name) {
  if (isOverParameters(S, N, V)) {
    bool Passed = S.kind() == SymKind::Leaf && BodyNames.contains(S.name());
    if (!Passed && !S.isConst())
      for (const KernelParam &P : Computed)
        if (P.What == KernelParam::Divisor && P.Value == S)
          return Sym::leaf(P.Name);
    return isInlineParameter(S) ? S : addExtent(S, Name);
  }
  if (S.operands().empty())
    return S;
  std::vector<Sym> Ops = S.operands();
  if (isQuotient(S) && !Ops[1].isConst()) {
    addDivisor(Ops[1]);
    Ops[0] = lower(Ops[0]);
    return Sym::make(S.kind(), std::move(Ops));
  }
  for (Sym &Op : Ops)
    Op = lower(Op);
  return Sym::make(S.kind(), std::move(Ops));
}

static bool is64BitSigned(const Loop &L) {
  return L.Type.Bits == 64 && L.Type.Signed;
}

void KernelPlanner::addLocal(const std::string &Name, const std::string &Type,
                             Sym Value) {
  KernelLine Line{KernelLine::Local, Name, Type, std::move(Value)};
  Lines.push_back(std::move(Line));
}

/// The loops of serial dimensions begin where the first value depends on one.
/// All lines after it are in them: guards keep their order.
void KernelPlanner::beginSerial(const Sym &Before) {
  auto IsSerial = [&](size_t D) {
    return !isTurn(D) && mentions(Before, serialLeaf(D));
  };
  if (InSerial || !llvm::any_of(llvm::seq(V.Serial.size()), IsSerial))
    return;
  InSerial = true;
  for (size_t D = 0; D < V.Serial.size(); ++D) {
    if (V.Serial[D].isConst(1) || isTurn(D))
      continue;
    const std::string Name = Names.invent("heddle_serial");
    WorkingCopy.push_back({serialLeaf(D), Sym::leaf(Name)});
    Lines.push_back({KernelLine::Loop, Name,
                     Width == IndexWidth::I32 ? "int" : "long long",
                     lower(V.Serial[D], "serial_end"), wholeRuns()});
  }
}

/// Where no iteration of a run is beyond the end, and arrays begin as joined
/// loads and stores need it. Nothing where the thread has no such run.
std::optional<Sym> KernelPlanner::wholeRuns() {
  if (!V.Run)
    return std::nullopt;
  const SerialRun &Run = *V.Run;
  Sym Number = 0, Count = 1;
  if (Run.Guard) {
    const Sym &End = V.Guards[*Run.Guard].Cond.operands()[1];
    if (!isOverParameters(End, N, V))
      return std::nullopt;
    Number = lower(Run.Number.substitute(WorkingCopy));
    Count = floor_div(Run.First == 0 ? End : End - Run.First, Run.Length);
  } else if (Run.Wide.empty()) {
    return Sym::truth(true);
  }
  const std::string Name = V.Recovery[Run.Step].Name + "_whole";
  if (Run.Wide.empty())
    return less(Number, lower(Count, Name));
  Computed.push_back({KernelParam::Runs, 0, Names.invent(Name), Count});
  Computed.back().IsInt = hasShortNumber();
  return less(Number, Sym::leaf(Computed.back().Name));
}

/// Compilers find that two iterations of a run load the same element where the
/// counter that tells them apart is not converted.
bool KernelPlanner::isWideRun(const RecoveryStep &Step) const {
  return V.Run && &Step == &V.Recovery[V.Run->Step] &&
         Width == IndexWidth::I32 &&
         llvm::any_of(llvm::seq(Mapped.rank()), [&](unsigned D) {
           return is64BitSigned(Source.Loops[D]);
         });
}

/// The step's value, with the number of the run in a local of 64 bits.
Sym KernelPlanner::inRun(const Sym &Value) {
  const Sym &Number = V.Run->Number;
  if (Number.isConst())
    return Value;
  const std::string Name = Names.invent("heddle_run");
  addLocal(Name, "long long", lower(Number.substitute(WorkingCopy)));
  const Sym Begin = Sym::leaf(Name) * Sym(V.Run->Length);
  const Sym &Sum =
      V.Run->First == 0 ? Value : static_cast<const Sym &>(Value.operands()[0]);
  const Sym In = Begin + Sum.operands()[1];
  return V.Run->First == 0 ? In : In + V.Run->First;
}

/// A loop variable has its declared type. Until all guards have passed, its
/// value need not fit that, so it is computed in the working type first.
void KernelPlanner::addStep(const RecoveryStep &Step) {
  const bool IsWide = isWideRun(Step);
  const bool IsShort = hasShortNumber() && &Step < &V.Recovery[V.Run->Step];
  const char *Working =
      (Width == IndexWidth::I32 && !IsWide) || IsShort ? "int" : "long long";
  Sym Value = IsWide ? inRun(Step.Value) : Step.Value;
  beginSerial(Step.Value);
  Value = lower(Value.substitute(WorkingCopy));
  int D = counterOf(Step.Name);
  if (D < 0) {
    addLocal(Step.Name, Working, Value);
    return;
  }
  const Loop &L = Source.Loops[static_cast<unsigned>(D)];
  bool SameType =
      Width == IndexWidth::I32 ? L.CxxType == "int" : is64BitSigned(L);
  bool UsedLater = llvm::any_of(V.Guards,
                                [&](const ThreadGuard &G) {
                                  return mentions(G.Cond, Step.Name);
                                }) ||
                   llvm::any_of(V.Recovery, [&](const RecoveryStep &Other) {
                     return mentions(Other.Value, Step.Name);
                   });
  if (SameType || !UsedLater) {
    addLocal(Step.Name, L.CxxType, Value);
    return;
  }
  std::string Copy = Names.invent(Step.Name + "_0");
  WorkingCopy.push_back({Step.Name, Sym::leaf(Copy)});
  addLocal(Copy, Working, Value);
}

void KernelPlanner::addGuard(const ThreadGuard &G) {
  const bool IsImplied = isImpliedByWholeRuns(G, V);
  if (isLeftOut(G))
    return;
  beginSerial(G.Cond);
  Sym Cond = G.Cond.substitute(WorkingCopy);
  std::string Name = "extent";
  if (Cond.operands()[0].kind() == SymKind::Leaf)
    Name = Cond.operands()[0].name() + "_end";
  std::vector<Sym> Ops;
  for (const Sym &Op : Cond.operands())
    Ops.push_back(lower(Op, Name));
  Lines.push_back(
      {KernelLine::Guard, "", "", Sym::make(Cond.kind(), std::move(Ops))});
  Lines.back().IsImplied = IsImplied;
}

/// A body that is written for all iterations asks which belong to a declared
/// space. The thread's does, and compilers need not ask.
void KernelPlanner::addWidths() {
  if (N.DeclaredRank == 0 || Source.Guards.empty())
    return;
  for (unsigned D = 0; D != Mapped.rank(); ++D) {
    const Dimension &Dim = N.Dims[D];
    const Sym Place = Sym::leaf(Dim.Counter) - Dim.Lower;
    if (Dim.Width < Dim.Step && Dim.Lower.isConst() && Known.of(Place).Lo >= 0)
      Lines.push_back({KernelLine::Holds, "", "",
                       less(floor_mod(Place, Dim.Step), Dim.Width)});
  }
}

/// The printed line mentions the name.
static bool mentions(const KernelLine &Line, llvm::StringRef Name) {
  return mentions(Line.Value, Name) ||
         (Line.Whole && mentions(*Line.Whole, Name));
}

/// A loop variable that neither the body nor a later line uses.
void KernelPlanner::dropUnusedLocals() {
  for (size_t I = Lines.size(); I-- > 0;) {
    const KernelLine &Line = Lines[I];
    if (Line.What != KernelLine::Local || BodyNames.contains(Line.Name))
      continue;
    bool Used = false;
    for (size_t J = I + 1; J < Lines.size(); ++J)
      Used = Used || mentions(Lines[J], Line.Name);
    if (!Used)
      Lines.erase(Lines.begin() + static_cast<ptrdiff_t>(I));
  }
}

/// Arrays in the order of the footprints, then copies, then the scalars that
/// the kernel mentions, then what the host computes.
void KernelPlanner::addSourceParams(KernelPlan &Out) {
  for (const Footprint &F : Mapped.verified().footprints()) {
    const ArrayInfo &A = Source.Arrays[F.Array];
    if (!A.Scalar)
      Out.Params.push_back({KernelParam::Array, F.Array, A.KernelName, Sym()});
    else if (F.Verdict != ArrayVerdict::Reduced &&
             F.Verdict != ArrayVerdict::Scanned)
      Out.Params.push_back({KernelParam::Array, F.Array,
                            Names.invent(A.KernelName + "_at"), Sym()});
  }
  for (unsigned I = 0; I < CopyNames.size(); ++I)
    Out.Params.push_back({KernelParam::Copy, I, CopyNames[I], Sym()});
  if (N.Owner && N.Owner->Segments) {
    const Segments &S = *N.Owner->Segments;
    Out.Params.push_back({KernelParam::Segment, 0, S.First, Sym()});
    for (unsigned L = 0; L < S.Counters.size(); ++L)
      Out.Params.push_back({KernelParam::Segment, L + 1, S.Counters[L], Sym()});
    Out.Params.push_back({KernelParam::Segment,
                          static_cast<unsigned>(S.Counters.size()) + 1,
                          S.Missed, Sym()});
  }
  for (unsigned I = 0; I < Source.Params.size(); ++I) {
    const std::string &Name = Source.Params[I].Name;
    bool Used = BodyNames.contains(Name) ||
                llvm::any_of(Lines, [&](const KernelLine &Line) {
                  return mentions(Line, Name);
                });
    if (Used)
      Out.Params.push_back({KernelParam::Scalar, I, Name, Sym()});
  }
  llvm::append_range(Out.Params, Computed);
}

void KernelPlanner::planTree(KernelPlan &Out) {
  if (!reducesVariable(Mapped.verified()))
    return;
  Out.Tree.emplace();
  Out.Tree->Scans = Mapped.verified().scans();
  Out.Tree->CountsDown =
      Out.Tree->Scans && *countsDown(Source, Mapped.verified().rank());
  for (const Reduction &X : Mapped.verified().reductions()) {
    const ArrayInfo &A = Source.Arrays[X.Array];
    const JointChoice *C = Source.choiceOf(X.Array);
    if (!A.Scalar || (C && C->Key != X.Array))
      continue;
    Out.Tree->Results.push_back(
        {X.Array, X.Class, Names.invent(A.KernelName + "_parts")});
    if (!C)
      continue;
    Out.Tree->Results.back().With = C->With;
    Out.Tree->Results.back().Won = C->Won;
    Out.Tree->Results.back().CountsDown =
        *countsDown(Source, Mapped.verified().rank());
  }
  Out.Tree->Block = Names.invent("block");
  Out.Tree->Place = Names.invent("place");
  Out.Tree->Blocks = Names.invent("blocks");
}

bool KernelPlanner::plan(KernelPlan &Out) {
  if (Common) {
    Computed = Common->Computed;
    for (const KernelParam &P : Computed)
      Names.insert(P.Name);
    for (const std::string &Name : Common->Taken)
      Names.insert(Name);
  }
  findWidth();
  if (Width == IndexWidth::I64 && MayAsk)
    narrow();
  if (V.Shared && V.Shared->Roll) {
    const TileRoll &Roll = *V.Shared->Roll;
    Turn = Names.invent(N.Dims[Roll.Axis].Counter + "_turn");
    WorkingCopy.push_back({serialLeaf(Roll.Serial), Sym::leaf(Turn)});
  }
  for (unsigned S = 0; S <= V.Recovery.size(); ++S) {
    for (const ThreadGuard &G : V.Guards)
      if (G.After == S) {
        if (!checkDividends(G.Cond))
          return false;
        addGuard(G);
      }
    if (S == V.Recovery.size())
      break;
    if (!checkDividends(V.Recovery[S].Value))
      return false;
    addStep(V.Recovery[S]);
  }
  for (const auto &[Counter, Copy] : WorkingCopy) {
    int D = counterOf(Counter);
    if (D >= 0)
      addLocal(Counter, Source.Loops[static_cast<unsigned>(D)].CxxType, Copy);
  }
  addWidths();
  std::optional<TilePlanner> Tile;
  if (V.Shared)
    Tile.emplace(*this).addPlaces();
  dropUnusedLocals();
  Out.Mapping = &V;
  Out.Width = Width;
  Out.Narrow = std::move(Asked);
  Out.Lines = std::move(Lines);
  Lines = Out.Lines;
  if (V.Run) {
    Out.Wide = V.Run->Wide;
    Out.Bytes = V.Run->Bytes;
  }
  if (Tile && !Tile->plan(Out))
    return false;
  addSourceParams(Out);
  planTree(Out);
  return true;
}

std::optional<KernelPlan>
planKernel(const MappedNest &Nest, const ThreadMapping &V, const ValueRef &Body,
           const std::optional<Interior> &Inside,
           const std::vector<std::string> &CopyNames, bool MayAsk, Report &R) {
  KernelPlan Kernel;
  KernelPlanner Planner(Nest, V, Body, Inside, CopyNames);
  Planner.MayAsk = MayAsk;
  if (Planner.plan(Kernel))
    return Kernel;
  R.add(DiagID::HD902, Nest.source().Where, V.Spelling, Planner.Why);
  return std::nullopt;
}

} // namespace heddle
