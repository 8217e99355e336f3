//===- StageText.cpp - Checks and launches of one nest --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/StageText.h"
#include "Affine/Inspection.h"
#include "Emit/KernelText.h"
#include "Emit/SourceLines.h"
#include "Emit/SymText.h"
#include "Kernel/LaunchChecks.h"
#include "Legality/Overlaps.h"
#include "Mapping/Ranges.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

//===--- The text of all stages -------------------------------------------===//

std::string LaunchBlock::declare(const std::string &Type,
                                 const std::string &Base,
                                 const std::string &Init) {
  std::string &Name = Declared[Type + Init];
  if (Name.empty()) {
    Name = Names.invent(Base);
    Head.push_back("const " + Type + " " + Name + Init + ";");
  }
  return Name;
}

std::string LaunchBlock::declareInBody(const std::string &Base,
                                       const std::string &Init,
                                       const char *Attribute) {
  std::string &Name = Declared[Init];
  if (Name.empty()) {
    Name = Names.invent(Base);
    line(Attribute + ("const auto " + Name) + Init + ";");
  }
  return Name;
}

std::string LaunchBlock::asLoops(const char *How, const std::string &From,
                                 const std::string &Reason,
                                 llvm::ArrayRef<std::string> Besides) {
  std::vector<std::string> Arguments{From, Reason};
  llvm::append_range(Arguments, ArrayNames);
  llvm::append_range(Arguments, Besides);
  return wrapped(std::string("::heddle::rt::") + How, Arguments, takenColumn());
}

void LaunchBlock::obstacle(const std::string &Condition,
                           const std::string &Reason) {
  Obstacles.push_back({Condition, Reason});
}

/// Several stand in a table, of which the first one that holds says why.
void LaunchBlock::writeObstacles() {
  const std::vector<Obstacle> All = std::exchange(Obstacles, {});
  if (All.size() == 1)
    return branch(All[0].Condition, sequentially(quoted(All[0].Reason)));
  if (All.empty())
    return;
  const std::string Why = Names.invent("heddle_reason");
  line(std::string(IsFirstBranch ? "if" : "else if") + " (const char *" + Why +
       " = ::heddle::rt::first_found({");
  for (const Obstacle &O : All)
    line("               {" + O.Condition + ", " + quoted(O.Reason) +
         (&O == &All.back() ? "}}))" : "},"));
  line("  " + Path + " = " + sequentially(Why) + ";");
  IsFirstBranch = false;
}

void LaunchBlock::branch(const std::string &Condition,
                         const std::string &Taken) {
  writeObstacles();
  line((IsFirstBranch ? "if (" : "else if (") + Condition + ")");
  line("  " + Path + " = " + Taken + ";");
  IsFirstBranch = false;
}

void LaunchBlock::otherwise(const std::string &Taken) {
  writeObstacles();
  if (!IsFirstBranch)
    line("else");
  line((IsFirstBranch ? "" : "  ") + Path + " = " + Taken + ";");
}

//===--- One stage --------------------------------------------------------===//

std::string siteText(const std::string &Name, const LoopNest &N) {
  return "{" + quoted(Name) + ", " + quoted(N.Place.Nest.File) + ", " +
         std::to_string(positionOf(N, 0).Line);
}

void StageWriter::declareSite() {
  const bool Ends = Source.EndsAt.isValid();
  std::string Explained;
  for (const std::string &Line : P.Explained) {
    std::string Literal = quoted(Line);
    Literal.insert(Literal.size() - 1, "\\n");
    Explained += "\n" + In.Indent + "    " + Literal;
  }
  Site = In.declare("::heddle::rt::site", "heddle_site",
                    siteText(P.Name, Source) +
                        (Explained.empty() ? Ends ? ", true" : ""
                         : Ends            ? ", true,"
                                           : ", false,") +
                        Explained + "}");
}

Sym StageWriter::shared(Sym S) const {
  for (size_t I = Shared.size(); I-- > 0;)
    S = replaceTree(S, Shared[I].first, Sym::leaf(Shared[I].second));
  return S;
}

std::string StageWriter::host(const Sym &S) {
  return hostText(shared(S),
                  [&](const std::string &Leaf) { return checkedLeaf(Leaf); });
}

std::string StageWriter::condition(const Sym &S) {
  return hostCondition(
      shared(S), [&](const std::string &Leaf) { return checkedLeaf(Leaf); });
}

/// The checked local of a parameter, declared on its first use.
std::string StageWriter::checkedLeaf(const std::string &Name) {
  if (auto It = Checked.find(Name); It != Checked.end())
    return It->second;
  std::string Value = Name;
  for (const AffineNest::Parameter &Q : N.Parameters)
    if (Q.Name == Name)
      Value = Q.SourceParam >= 0
                  ? Source.Params[static_cast<unsigned>(Q.SourceParam)].HostText
                  : host(Q.Definition);
  for (const Param &Q : Source.Params)
    if (Q.LaunchOnly && Q.Name == Name)
      Value = Q.HostText;
  return Checked[Name] = In.declare("::heddle::rt::checked", "heddle_" + Name,
                                    "(" + Value + ")");
}

/// It rests on what the pass finds, and is not known before.
bool StageWriter::isFound(const Sym &S) const {
  bool Found = false;
  forEachLeaf(S, [&](llvm::StringRef Leaf) {
    for (unsigned Array : Nest.inspected()) {
      const ArrayInfo &A = Source.Arrays[Array];
      Found |= Leaf == firstInspected(A) || Leaf == lastInspected(A);
    }
    for (const AffineNest::Parameter &Q : N.Parameters)
      Found |= Q.SourceParam < 0 && Leaf == Q.Name && isFound(Q.Definition);
  });
  return Found;
}

static unsigned sizeOf(const Sym &S) {
  unsigned Size = 1;
  for (const Sym &Op : S.operands())
    Size += sizeOf(Op);
  return Size;
}

/// An extent that is passed to a kernel stands in the shape, too.
void StageWriter::shareExtents() {
  std::vector<const KernelParam *> Extents;
  for (const KernelPlan &K : P.Kernels)
    for (const KernelParam &Q : K.Params)
      if (Q.What == KernelParam::Extent && Q.Value.kind() != SymKind::Leaf &&
          !isFound(Q.Value) &&
          llvm::none_of(Extents, [&](const KernelParam *E) {
            return E->Value == Q.Value;
          }))
        Extents.push_back(&Q);
  llvm::stable_sort(Extents, [](const KernelParam *A, const KernelParam *B) {
    return sizeOf(A->Value) < sizeOf(B->Value);
  });
  for (const KernelParam *E : Extents) {
    std::string Local = In.declare("::heddle::rt::checked", "heddle_" + E->Name,
                                   " = " + host(E->Value));
    Checked[Local] = Local;
    Shared.push_back({E->Value, Local});
  }
}

/// A copied-out element that the nest does not write must have been copied in,
/// which 'inout' does.
std::string StageWriter::declareRange(const Footprint &F,
                                      const char *Attribute) {
  const ArrayInfo &A = Source.Arrays[F.Array];
  const std::string How = !F.Written ? "in" : F.Read ? "inout" : "out";
  return In.declareInBody("heddle_" + A.KernelName,
                          A.Tables ? tableArgument(How, F)
                                   : " = ::heddle::rt::" + How +
                                         (A.Scalar ? "(&" : "(") + A.HostText +
                                         ", " + host(F.First) + ", " +
                                         host(F.Last) + ")",
                          Attribute);
}

void StageWriter::declareArray(const Footprint &F) {
  // Parts have arrays of their own, and there may be nothing to check.
  std::string &Name = ArrayNames[F.Array];
  Name = declareRange(F, P.inParts() ? "[[maybe_unused]] " : "");
  if (!llvm::is_contained(In.ArrayNames, Name))
    In.ArrayNames.push_back(Name);
}

void StageWriter::declareArrays() {
  for (const Footprint &F : Nest.footprints())
    if (Source.Arrays[F.Array].Temporary)
      declareTemporary(F);
    else if (!Nest.isInspected(F.Array))
      declareArray(F);
}

InspectText StageWriter::declareInspector() {
  InspectText Text(Nest, Site, In.Names);
  for (const std::string &Line : Text.Declarations)
    In.line(Line);
  Hulls = Text.Hulls;
  std::vector<std::string> Arguments;
  for (const Footprint &F : Nest.footprints())
    Arguments.push_back(Nest.isInspected(F.Array) ? Hulls[F.Array] + ".place()"
                                                  : nameOf(F.Array));
  In.branch(
      "!" + wrapped(Text.Name + ".wanted", Arguments, In.Indent.size() + 5),
      In.sequentially(quoted(N.ToldApart.empty()
                                 ? "footprints that data decide, and no threads"
                                 : "iterations that data keep apart, and no "
                                   "device")));
  return Text;
}

void StageWriter::declareInspected() {
  for (unsigned Array : Nest.inspected()) {
    const ArrayInfo &A = Source.Arrays[Array];
    Checked[firstInspected(A)] = Hulls[Array] + ".first()";
    Checked[lastInspected(A)] = Hulls[Array] + ".last()";
  }
  for (const AffineNest::Parameter &Q : N.Parameters)
    if (Q.SourceParam < 0 && isFound(Q.Definition)) {
      std::string &Local = Checked[Q.Name];
      Local = In.Names.invent("heddle_" + Q.Name);
      In.line("const ::heddle::rt::checked " + Local + " = " +
              host(Q.Definition) + ";");
    }
  for (const Footprint &F : Nest.footprints())
    if (Nest.isInspected(F.Array))
      declareArray(F);
}

void StageWriter::ownedFromZero() {
  if (!N.Owner || !N.Owner->Segments)
    return;
  for (const Segments::Owned &O : N.Owner->Segments->Arrays)
    if (const ArrayInfo &A = Source.Arrays[O.Array]; Nest.isInspected(O.Array))
      In.obstacle("!(" +
                      condition(less_equal(0, Sym::leaf(firstInspected(A)))) +
                      ").certain()",
                  "'" + A.Name + "' is updated before element 0");
}

/// The rows of a table, by the first and the last value of each subscript.
std::string StageWriter::tableArgument(const std::string &How,
                                       const Footprint &F) {
  std::string Sides;
  for (const SubscriptRange &S : F.Sides)
    Sides += (Sides.empty() ? "{{" : ", {") + host(S.First) + ", " +
             host(S.Last) + "}";
  return " = ::heddle::rt::" + How + "_rows(" +
         Source.Arrays[F.Array].HostText + ", " + Sides + "})";
}

/// By the stage that writes it, which comes first.
void StageWriter::declareTemporary(const Footprint &F) {
  const ArrayInfo &A = Source.Arrays[F.Array];
  std::string &Name = In.Temporaries[A.KernelName];
  if (Name.empty()) {
    Name = In.Names.invent("heddle_" + A.KernelName);
    In.line("::heddle::rt::temporary<" + A.ElementType + "> " + Name + "(" +
            host(F.Last + 1) + ");");
  }
  ArrayNames[F.Array] = Name;
}

/// Declares the copies that the launch is to make, on the device where there is
/// one.
void StageWriter::declareCopies() {
  for (auto [C, Name] : llvm::zip(P.Mapped->verified().copies(), P.CopyNames)) {
    CopyNames.push_back(In.Names.invent("heddle_" + Name));
    In.line("const auto " + CopyNames.back() + " = ::heddle::rt::" +
            (Source.Arrays[C.Array].Tables
                 ? "copied_rows(" + nameOf(C.Array)
                 : "copied(" + nameOf(C.Array) + ", " + host(C.First) + ", " +
                       host(C.Last)) +
            ");");
  }
}

std::vector<std::string> StageWriter::declareHostCopies() {
  std::vector<std::string> Pointers;
  for (const std::string &Name : CopyNames) {
    const std::string There = In.Names.invent(Name + "_there");
    In.line(wrapped("const ::heddle::rt::host_copy " + There,
                    {In.Site, In.Path, Name}, In.Indent.size()) +
            ";");
    Pointers.push_back(There + ".pointer()");
  }
  return Pointers;
}

void StageWriter::rangeChecks(llvm::function_ref<bool(CheckKind)> Chosen,
                              bool Found) {
  for (const RuntimeCheck &Check : N.Checks) {
    if (!Chosen(Check.Kind) || Check.Cond.isConst(1) ||
        isFound(Check.Cond) != Found)
      continue;
    In.obstacle(Check.Cond.isConst()
                    ? "true"
                    : "!(" + condition(Check.Cond) + ").certain()",
                "not certain that " + Check.Reason);
  }
}

/// Each is evaluated only where those before it hold.
void StageWriter::hostConditions() {
  for (const LoopNest::HostCondition &C : Source.Conditions)
    In.branch("!(" + C.Text + ")",
              In.sequentially(quoted("not certain that " + C.Reason)));
}

/// An unsigned parameter of 64 bits may exceed what a signed one holds; all
/// that follows is proved for values that do not.
void StageWriter::wideParameters() {
  for (const AffineNest::Parameter &Q : N.Parameters) {
    if (Q.SourceParam < 0)
      continue;
    const Param &X = Source.Params[static_cast<unsigned>(Q.SourceParam)];
    if (X.Integral && X.Type.Bits == 64 && !X.Type.Signed)
      In.obstacle("!(" + condition(less_equal(0, Sym::leaf(Q.Name))) +
                      ").certain()",
                  "'" + X.Name + "' exceeds 63 bits");
  }
}

/// Taken: what there is to do without iterations. A test that overflows decides
/// nothing.
void StageWriter::zeroTrip(const std::string &Taken) {
  if (N.ZeroTrip.isConst(0))
    return;
  if (N.ZeroTrip.isConst()) {
    In.branch("true", Taken);
    return;
  }
  std::string Test = "(" + condition(N.ZeroTrip) + ")";
  In.branch(Test + ".certain()", Taken);
  if (Ranges(N.ParamSpace, N.Context).computesIn64(N.ZeroTrip))
    return;
  In.obstacle("!" + Test + ".impossible()",
              "the loops' bounds do not fit 64 bits");
}

/// The local that holds the array's footprint.
std::string StageWriter::nameOf(unsigned Array) const {
  return ArrayNames.lookup(Array);
}

std::string StageWriter::claimedApart(const OverlapCheck &O) const {
  return wrapped("::heddle::rt::claimed_apart",
                 {In.Site, nameOf(O.A), quoted(Source.Arrays[O.A].Name),
                  nameOf(*O.B), quoted(otherName(Source, O))},
                 In.Indent.size() + 9);
}

/// The numbers that extent and rows claim, into LoopNest::Params.
static std::vector<unsigned> claimedParameters(const LoopNest &N) {
  std::vector<unsigned> All;
  for (const ArrayInfo &A : N.Arrays) {
    if (A.RowsClaimed)
      All.push_back(static_cast<unsigned>(A.Rows));
    llvm::append_range(All, A.RowExtents);
  }
  return All;
}

void StageWriter::declareExtents() {
  for (unsigned P : claimedParameters(Source))
    (void)checkedLeaf(Source.Params[P].Name);
}

void StageWriter::takeExtents(const StageWriter &From) {
  for (unsigned P : claimedParameters(Source)) {
    const std::string &Name = Source.Params[P].Name;
    Checked[Name] = From.Checked.lookup(Name);
  }
}

/// A pass over the loops finds one of the two footprints.
bool StageWriter::isFound(const OverlapCheck &O) const {
  return Nest.isInspected(O.A) || (O.B && Nest.isInspected(*O.B));
}

std::vector<std::string> StageWriter::claimedOverlaps() const {
  std::vector<std::string> Calls;
  for (const OverlapCheck &O : Nest.overlaps())
    if (O.Claimed && !isFound(O))
      Calls.push_back(claimedApart(O));
  return Calls;
}

/// Tables are read where nothing before stands in the way of the kernel.
void StageWriter::tables() {
  if (llvm::any_of(Source.Arrays,
                   [](const ArrayInfo &A) { return A.Tables != 0; }))
    In.writeObstacles();
  for (const Footprint &F : Nest.footprints())
    if (const ArrayInfo &A = Source.Arrays[F.Array]; A.Tables && !A.OwnsRows)
      In.obstacle("!" + nameOf(F.Array) + ".usable()",
                  "'" + A.Name + "' has a null pointer for a row");
}

void StageWriter::overlaps(bool Found) {
  if (!Found)
    tables();
  for (const OverlapCheck &O : Nest.overlaps()) {
    if (isFound(O) != Found)
      continue;
    if (O.B == O.A) {
      In.obstacle("!" + nameOf(O.A) + ".apart()",
                  "rows of '" + Source.Arrays[O.A].Name + "' may overlap");
      continue;
    }
    std::string Other =
        O.B ? nameOf(*O.B) : "::heddle::rt::storage(" + O.Storage + ")";
    const std::string Named = otherName(Source, O);
    if (O.Claimed) {
      In.branch("!" + claimedApart(O),
                In.sequentially(quoted("'" + Source.Arrays[O.A].Name +
                                       "' overlaps '" + Named + "'")));
      continue;
    }
    In.obstacle("!::heddle::rt::disjoint(" + nameOf(O.A) + ", " + Other + ")",
                "'" + Source.Arrays[O.A].Name + "' may overlap '" + Named +
                    "'");
  }
}

/// The loops read what the launch does not write.
SegmentText StageWriter::declareSegments() {
  const Segments &Made = *N.Owner->Segments;
  SegmentText Text(N, In.Names, [&](unsigned Array) { return nameOf(Array); });
  SegmentsName = Text.Name;
  In.line(Text.declaration(Site, host(Made.Elements)));
  std::vector<std::string> Read;
  for (const Footprint &F : Nest.footprints())
    if (!F.Written)
      Read.push_back(nameOf(F.Array));
  In.line("if (" +
          wrapped(SegmentsName + ".wanted", Read, In.Indent.size() + 4) +
          ") {");
  for (const std::string &Line : Text.Updates)
    In.line("  " + Line);
  return Text;
}

} // namespace heddle
