//===- LaunchText.cpp - The text that takes the loops' place --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the checks is part of what is promised: first what the loop
// headers themselves evaluate (a zero-trip test under a wrapped bound would
// skip iterations that the program runs), then 'no iterations', then all that
// may assume some, then the device's limits.
//===----------------------------------------------------------------------===//
#include "Emit/LaunchText.h"
#include "Emit/HostLoop.h"
#include "Emit/KernelText.h"
#include "Emit/ReduceText.h"
#include "Emit/SourceLines.h"
#include "Emit/SymText.h"
#include "Kernel/LaunchChecks.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

namespace {

class LaunchWriter {
public:
  LaunchWriter(const LaunchPlan &P, const LaunchStyle &Style)
      : P(P), Style(Style), M(*P.Mapped), N(M.Verified->affine()),
        Source(*N.Nest), Names(Source) {}

  std::string write();
  std::string writeUnverified();

private:
  void line(const std::string &Text) { Body += Indent + Text + "\n"; }
  Sym shared(Sym S) const;
  std::string host(const Sym &S);
  std::string condition(const Sym &S);
  void shareExtents();
  std::string checkedLeaf(const std::string &Name);
  void declareArrays();
  void declareCopies();
  /// Where the right side of a branch's assignment begins.
  size_t takenColumn() const { return Indent.size() + 2 + Path.size() + 3; }
  void branch(const std::string &Condition, const std::string &Path);
  void rangeChecks(llvm::function_ref<bool(CheckKind)> Chosen);
  void hostConditions();
  void wideParameters();
  void zeroTrip();
  void overlaps();
  void launches();
  std::string nameOf(unsigned Array) const;
  std::string launch(const KernelPlan &K, const std::string &Shape);
  std::string extents(const Sym (&E)[3]);
  std::string asLoops(const char *How, const std::string &Reason);
  std::string sequentially(const std::string &Reason) {
    return asLoops("sequential", Reason);
  }
  void loops();
  std::string siteText() const;
  std::string constants() const;
  std::string lastBrace() const;
  std::string written();
  std::string firstValue();
  std::string tripCount();
  std::string tripCounted();
  std::string calledLoops();

  const LaunchPlan &P;
  const LaunchStyle Style;
  const MappedNest &M;
  const AffineNest &N;
  const LoopNest &Source;
  NameTable Names;

  std::string Indent, Body;
  std::string Site, Path;
  bool IsFirstBranch = true;
  /// Locals of type checked: by leaf, and their declarations in order.
  llvm::StringMap<std::string> Checked;
  std::vector<std::string> CheckedLines;
  std::vector<std::string> ArrayNames; ///< parallel to footprints
  std::vector<std::string> CopyNames;  ///< parallel to copies
  /// Extents that kernels take, smaller ones first, with their locals.
  std::vector<std::pair<Sym, std::string>> Shared;
};

Sym LaunchWriter::shared(Sym S) const {
  for (size_t I = Shared.size(); I-- > 0;)
    S = replaceTree(S, Shared[I].first, Sym::leaf(Shared[I].second));
  return S;
}

std::string LaunchWriter::host(const Sym &S) {
  return hostText(shared(S),
                  [&](const std::string &Leaf) { return checkedLeaf(Leaf); });
}

std::string LaunchWriter::condition(const Sym &S) {
  return hostCondition(
      shared(S), [&](const std::string &Leaf) { return checkedLeaf(Leaf); });
}

/// The checked local of a parameter, declared on its first use.
std::string LaunchWriter::checkedLeaf(const std::string &Name) {
  if (auto It = Checked.find(Name); It != Checked.end())
    return It->second;
  std::string Local = Names.invent("heddle_" + Name);
  std::string Value = Name;
  for (const AffineNest::Parameter &Q : N.Parameters)
    if (Q.Name == Name)
      Value = Q.SourceParam >= 0
                  ? Source.Params[static_cast<unsigned>(Q.SourceParam)].HostText
                  : host(Q.Definition);
  Checked[Name] = Local;
  CheckedLines.push_back("const ::heddle::rt::checked " + Local + "(" + Value +
                         ");");
  return Local;
}

static unsigned sizeOf(const Sym &S) {
  unsigned Size = 1;
  for (const Sym &Op : S.operands())
    Size += sizeOf(Op);
  return Size;
}

/// What is passed to a kernel stands in the shape, too.
void LaunchWriter::shareExtents() {
  std::vector<const KernelParam *> Extents;
  for (const KernelPlan &K : P.Kernels)
    for (const KernelParam &Q : K.Params)
      if (Q.What == KernelParam::Extent && Q.Value.kind() != SymKind::Leaf &&
          llvm::none_of(Extents, [&](const KernelParam *E) {
            return E->Value == Q.Value;
          }))
        Extents.push_back(&Q);
  llvm::stable_sort(Extents, [](const KernelParam *A, const KernelParam *B) {
    return sizeOf(A->Value) < sizeOf(B->Value);
  });
  for (const KernelParam *E : Extents) {
    std::string Text = host(E->Value);
    std::string Local = Names.invent("heddle_" + E->Name);
    Checked[Local] = Local;
    Shared.push_back({E->Value, Local});
    CheckedLines.push_back("const ::heddle::rt::checked " + Local + " = " +
                           Text + ";");
  }
}

/// A copied-out element that the nest does not write must have been copied in,
/// which 'inout' does.
void LaunchWriter::declareArrays() {
  for (const Footprint &F : M.Verified->footprints()) {
    const ArrayInfo &A = Source.Arrays[F.Array];
    const char *How = !F.Written ? "in" : F.Read ? "inout" : "out";
    ArrayNames.push_back(Names.invent("heddle_" + A.KernelName));
    line("const auto " + ArrayNames.back() + " = ::heddle::rt::" + How + "(" +
         A.HostText + ", " + host(F.First) + ", " + host(F.Last) + ");");
  }
}

/// What the launch is to copy, on the device where there is one.
void LaunchWriter::declareCopies() {
  for (auto [C, Name] : llvm::zip(M.Verified->copies(), P.CopyNames)) {
    CopyNames.push_back(Names.invent("heddle_" + Name));
    line("const auto " + CopyNames.back() + " = ::heddle::rt::copied(" +
         nameOf(C.Array) + ", " + host(C.First) + ", " + host(C.Last) + ");");
  }
}

std::string LaunchWriter::asLoops(const char *How, const std::string &Reason) {
  std::vector<std::string> Arguments{Site, quoted(Reason)};
  llvm::append_range(Arguments, ArrayNames);
  return wrapped(std::string("::heddle::rt::") + How, Arguments, takenColumn());
}

void LaunchWriter::branch(const std::string &Condition,
                          const std::string &Taken) {
  line((IsFirstBranch ? "if (" : "else if (") + Condition + ")");
  line("  " + Path + " = " + Taken + ";");
  IsFirstBranch = false;
}

void LaunchWriter::rangeChecks(llvm::function_ref<bool(CheckKind)> Chosen) {
  for (const RuntimeCheck &Check : N.Checks) {
    if (!Chosen(Check.Kind) || Check.Cond.isConst(1))
      continue;
    branch(Check.Cond.isConst() ? "true"
                                : "!(" + condition(Check.Cond) + ").certain()",
           sequentially("not certain that " + Check.Reason));
  }
}

void LaunchWriter::hostConditions() {
  for (const LoopNest::HostCondition &C : Source.Conditions)
    branch("!(" + C.Text + ")", sequentially("not certain that " + C.Reason));
}

/// An unsigned parameter of 64 bits may exceed what a signed one holds; all
/// that follows is proved for values that do not.
void LaunchWriter::wideParameters() {
  for (const AffineNest::Parameter &Q : N.Parameters) {
    if (Q.SourceParam < 0)
      continue;
    const Param &X = Source.Params[static_cast<unsigned>(Q.SourceParam)];
    if (X.Integral && X.Type.Bits == 64 && !X.Type.Signed)
      branch("!(" + condition(less_equal(0, Sym::leaf(Q.Name))) + ").certain()",
             sequentially("'" + X.Name + "' exceeds 63 bits"));
  }
}

/// A test that overflows decides nothing.
void LaunchWriter::zeroTrip() {
  if (N.ZeroTrip.isConst(0))
    return;
  if (N.ZeroTrip.isConst()) {
    branch("true", "::heddle::rt::nothing(" + Site + ")");
    return;
  }
  std::string Test = "(" + condition(N.ZeroTrip) + ")";
  branch(Test + ".certain()", "::heddle::rt::nothing(" + Site + ")");
  if (Ranges(N.ParamSpace, N.Context).computesIn64(N.ZeroTrip))
    return;
  branch("!" + Test + ".impossible()",
         sequentially("the loops' bounds do not fit 64 bits"));
}

/// The local that holds the array's footprint.
std::string LaunchWriter::nameOf(unsigned Array) const {
  for (auto [F, Name] : llvm::zip(M.Verified->footprints(), ArrayNames))
    if (F.Array == Array)
      return Name;
  return "";
}

void LaunchWriter::overlaps() {
  for (const OverlapCheck &O : M.Verified->overlaps()) {
    std::string Other = O.B >= 0 ? nameOf(static_cast<unsigned>(O.B))
                                 : "::heddle::rt::storage(" + O.Storage + ")";
    std::string Named =
        O.B >= 0 ? Source.Arrays[static_cast<unsigned>(O.B)].Name : O.Storage;
    if (O.Claimed) {
      branch("!" + wrapped("::heddle::rt::claimed_apart",
                           {Site, nameOf(O.A), quoted(Source.Arrays[O.A].Name),
                            Other, quoted(Named)},
                           Indent.size() + 9),
             sequentially("'" + Source.Arrays[O.A].Name + "' overlaps '" +
                          Named + "'"));
      continue;
    }
    branch("!::heddle::rt::disjoint(" + nameOf(O.A) + ", " + Other + ")",
           sequentially("'" + Source.Arrays[O.A].Name + "' may overlap '" +
                        Named + "'"));
  }
}

std::string LaunchWriter::extents(const Sym (&E)[3]) {
  return "{" + host(E[0]) + ", " + host(E[1]) + ", " + host(E[2]) + "}";
}

std::string LaunchWriter::launch(const KernelPlan &K,
                                 const std::string &Shape) {
  std::vector<std::string> Arguments{Site, Shape,
                                     K.Name + Source.Place.TemplateArgs};
  if (K.Tree)
    Arguments.push_back(resultsArgument(
        K, Source, [&](unsigned Array) { return nameOf(Array); }));
  for (const KernelParam &Q : K.Params) {
    switch (Q.What) {
    case KernelParam::Array:
      Arguments.push_back(nameOf(Q.Index));
      break;
    case KernelParam::Copy:
      Arguments.push_back(CopyNames[Q.Index]);
      break;
    case KernelParam::Scalar:
      Arguments.push_back(Source.Params[Q.Index].HostText);
      break;
    case KernelParam::Extent:
    case KernelParam::Divisor:
      Arguments.push_back(host(Q.Value));
      break;
    }
  }
  return wrapped(K.Tree ? reduceCallee(P, K) : "::heddle::rt::run", Arguments,
                 takenColumn());
}

/// The first shape that fits; what no shape can hold runs sequentially, but for
/// a CPU, which is given only the first.
void LaunchWriter::launches() {
  for (const KernelPlan &K : P.Kernels) {
    std::string Grid = extents(K.Variant->Grid);
    std::string Block = extents(K.Variant->Block);
    std::string Break = "\n" + Indent + "         ";
    if (alwaysFits(N, *K.Variant)) {
      std::string Taken =
          launch(K, "::heddle::rt::shape{" + Grid + ", " + Block + "}");
      line(IsFirstBranch
               ? Path + " = " + Taken + ";"
               : "else\n" + Indent + "  " + Path + " = " + Taken + ";");
      return;
    }
    std::string Shape = Names.invent("heddle_shape");
    branch("const ::heddle::rt::shape " + Shape + Break + "  {" + Grid + "," +
               Break + "   " + Block + "};" + Break + Shape + ".fits()",
           launch(K, Shape));
  }
  const char *TooMany = "the iterations do not fit a grid";
  // A trip count may be what does not fit.
  std::string Otherwise = Style.ForHost && P.Parallel == HostLoop::Collapse
                              ? asLoops("as_written", TooMany)
                              : sequentially(TooMany);
  if (!IsFirstBranch)
    line("else");
  line((IsFirstBranch ? "" : "  ") + Path + " = " + Otherwise + ";");
}

std::string LaunchWriter::written() {
  return placedText(Source.written(), positionOf(Source, 0),
                    Source.Place.Nest.File);
}

std::string LaunchWriter::firstValue() {
  return "(::heddle::rt::checked(" + host(N.Dims[0].Lower) + ")).value()";
}

std::string LaunchWriter::tripCount() {
  const Dimension &D = N.Dims[0];
  Sym Count = ceil_div(D.Upper - D.Lower, D.Step);
  return "(::heddle::rt::checked(" + host(Count) + ")).value()";
}

std::string LaunchWriter::tripCounted() {
  TripNames Trips(Names);
  std::string Text = Indent + "  const long long " + Trips.First + " = " +
                     firstValue() + ";\n";
  Text +=
      Indent + "  const long long " + Trips.Count + " = " + tripCount() + ";\n";
  const Loop &L = Source.Loops[0];
  return Text +
         tripLoop(P, Trips,
                  Source.Text.substr(L.BodyBegin, L.BodyEnd - L.BodyBegin),
                  Indent + "  ");
}

/// A call of the function that holds a constexpr function's parallel loops.
std::string LaunchWriter::calledLoops() {
  std::vector<std::string> Arguments = hostArguments(P);
  if (P.Parallel == HostLoop::TripCount) {
    Arguments.push_back(firstValue());
    Arguments.push_back(tripCount());
  }
  std::string Inner = Indent + "  ";
  return Inner +
         wrapped(hostFunctionName(P) + Source.Place.TemplateArgs, Arguments,
                 Inner.size()) +
         ";\n";
}

void LaunchWriter::loops() {
  std::string IsParallel = Path + " == ::heddle::rt::path::parallel";
  std::string IsSequential = Path + " == ::heddle::rt::path::sequential";
  if (!M.Verified->copies().empty()) {
    // Threads on the CPU would need the copies, too.
    line("if (" + IsSequential + ") {");
    Body += written();
    return;
  }
  if (!Style.OpenMP || P.Parallel == HostLoop::Sequential) {
    line("if (" + IsParallel + " ||");
    line("    " + IsSequential + ") {");
    Body += written();
    return;
  }
  line("if (" + IsParallel + ") {");
  if (Source.Place.Constexpr)
    Body += calledLoops();
  else if (P.Parallel == HostLoop::TripCount)
    Body += tripCounted();
  else
    Body += parallelPragma(P) + written();
  line("} else if (" + IsSequential + ") {");
  Body += written();
}

/// Numbers in kernels and checks stand for these expressions. With another
/// value of a macro, say, they would be wrong in silence.
std::string LaunchWriter::constants() const {
  std::string Text;
  for (const LoopNest::FoldedConstant &F : Source.Folded) {
    std::string Value = F.Value == INT64_MIN ? "(-9223372036854775807LL - 1)"
                                             : std::to_string(F.Value);
    Text += Indent + "static_assert((" + F.Text + ") == " + Value +
            ", \"heddle: rewritten for another value\");\n";
  }
  return Text;
}

std::string LaunchWriter::write() {
  const FileRange &Nest = Source.Place.Nest;
  std::string Outer(Nest.Column > 0 ? Nest.Column - 1 : 0, ' ');
  Indent = Outer + "  ";
  Site = Names.invent("heddle_site");
  Path = Names.invent("heddle_path");

  // With a value, since constexpr functions must give one.
  line("::heddle::rt::path " + Path + " = ::heddle::rt::path::sequential;");
  declareArrays();
  if (!P.Kernels.empty())
    declareCopies();
  shareExtents();
  hostConditions();
  wideParameters();
  rangeChecks([](CheckKind K) { return K == CheckKind::Range; });
  zeroTrip();
  rangeChecks([](CheckKind K) { return K != CheckKind::Range; });
  overlaps();
  launches();
  loops();

  std::string Head;
  if (Source.Place.Constexpr)
    Head = "if (__builtin_is_constant_evaluated()) {\n" + written() + Outer +
           "} else {\n";
  else
    Head = "{\n";
  if (Style.Stands)
    Head += constants();
  Head += Indent + siteText();
  for (const std::string &Line : CheckedLines)
    Head += Indent + Line + "\n";

  return Head + Body + Indent + "}\n" + lastBrace();
}

std::string LaunchWriter::siteText() const {
  return "const ::heddle::rt::site " + Site + "{" + quoted(P.Name) + ", " +
         quoted(Source.Place.Nest.File) + ", " +
         std::to_string(positionOf(Source, 0).Line) + "};\n";
}

/// Where the nest's last token stood.
std::string LaunchWriter::lastBrace() const {
  SourcePosition End =
      positionOf(Source, static_cast<unsigned>(Source.written().size()) - 1);
  return lineDirective(End.Line, Source.Place.Nest.File) +
         std::string(End.Column > 0 ? End.Column - 1 : 0, ' ') + "}";
}

std::string LaunchWriter::writeUnverified() {
  const FileRange &Nest = Source.Place.Nest;
  Indent = std::string(Nest.Column > 0 ? Nest.Column + 1 : 2, ' ');
  Site = Names.invent("heddle_site");
  std::string Inner = Indent;
  if (Source.Place.Constexpr) {
    line("if (!__builtin_is_constant_evaluated()) {");
    Inner += "  ";
  }
  Body += Inner + siteText();
  Body += Inner + "(void)::heddle::rt::sequential(" + Site +
          ", \"these template arguments were not verified\");\n";
  if (Source.Place.Constexpr)
    line("}");
  return Body + written() + Indent + "}\n" + lastBrace();
}

} // namespace

std::string launchText(const LaunchPlan &P, const LaunchStyle &Style) {
  return LaunchWriter(P, Style).write();
}

std::string unverifiedText(const LaunchPlan &P) {
  return LaunchWriter(P, LaunchStyle()).writeUnverified();
}

} // namespace heddle
