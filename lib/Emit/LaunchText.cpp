//===- LaunchText.cpp - The text that takes the loops' place --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the checks is part of what is promised: first what the loop
// headers themselves evaluate (a zero-trip test under a wrapped bound would
// skip iterations that the program runs), then 'no iterations', then all that
// may assume some, then the device's limits. Where there are several stages,
// all their checks come before the first launch; they write nothing of the
// user's but in the last, so that the statement as written may still follow
// them.
//===----------------------------------------------------------------------===//
#include "Emit/LaunchText.h"
#include "Emit/AroundLaunch.h"
#include "Emit/BodyText.h"
#include "Emit/ClaimText.h"
#include "Emit/HostBlocks.h"
#include "Emit/HostLoop.h"
#include "Emit/KernelText.h"
#include "Emit/SourceLines.h"
#include "Emit/StageText.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <deque>

namespace heddle {

namespace {

class LaunchWriter {
public:
  LaunchWriter(const LaunchPlan &Plan, const LaunchStyle &Style)
      : LaunchWriter(Plan, Style, namesOf(Plan)) {
    const unsigned Column = Source.Place.Nest.Column;
    Block.Indent = std::string(Column > 0 ? Column + 1 : 2, ' ');
  }

  std::string write();
  std::string writeUnverified();

private:
  LaunchWriter(const LaunchPlan &Plan, const LaunchStyle &Style,
               TakenNames Names)
      : P(lastOf(Plan)), Style(Style), N(P.affine()), Source(*N.Nest),
        Block(std::move(Names)) {
    forEachStage(Plan, [&](const LaunchPlan &Stage) {
      Stages.emplace_back(Stage, Style, Block);
      Plans.push_back(&Stage);
    });
    if (&P != &Plan && Plan.Fused)
      Fused = &*Plan.Fused;
  }
  static const LaunchPlan &lastOf(const LaunchPlan &Plan) {
    return Plan.Steps.empty() || Plan.inParts() ? Plan : *Plan.Steps.back();
  }
  /// A plan that has no stages is the only one.
  static void forEachStage(const LaunchPlan &Plan,
                           llvm::function_ref<void(const LaunchPlan &)> Do) {
    if (&lastOf(Plan) == &Plan)
      return Do(Plan);
    for (const auto &Stage : Plan.Steps)
      Do(*Stage);
  }
  static TakenNames namesOf(const LaunchPlan &Plan);
  void writeBlock();
  std::string statements() const;
  std::string loopsEnded(llvm::StringRef Site) const;
  void checks();
  static constexpr const char *Done = "::heddle::rt::path::done";
  std::string ifDone() const {
    return "if (" + Block.Path + " == " + Done + ")";
  }
  void declareMemory(size_t Count);
  void runStage(size_t Number);
  void declareFusedArrays();
  void runFused();
  void runStages();
  void runParts();
  void runSegments();
  void inspect();
  void runKernels();
  bool looksAtClaims() const { return !Source.isPart() && hasClaims(Source); }
  void loopsOfClaims();
  void loops();
  bool callsBodyAlone() const;
  std::string sequentialLoops();
  std::string parallelLoops(bool Collapsed);
  std::string placed(const std::string &Text) const;
  std::string lastBrace() const;
  std::string written();
  std::string firstValue();
  std::string tripCount();
  std::string tripCounted();
  std::string calledLoops(bool Collapsed);

  const LaunchPlan &P; ///< of the last stage
  const LaunchStyle Style;
  const AffineNest &N;
  const LoopNest &Source;
  LaunchBlock Block;
  std::deque<StageWriter> Stages;
  std::vector<const LaunchPlan *> Plans;       ///< of Stages
  const FusedKernel *Fused = nullptr;          ///< of the last stages
  std::map<unsigned, std::string> FusedArrays; ///< its locals, by array
  std::vector<std::string> CopiesThere;        ///< pointers for CPU threads
};

TakenNames LaunchWriter::namesOf(const LaunchPlan &Plan) {
  TakenNames Names(Plan.source());
  forEachStage(Plan, [&](const LaunchPlan &Stage) {
    for (const Loop &L : Stage.source().Loops)
      Names.insert(L.Name);
  });
  return Names;
}

void LaunchWriter::checks() {
  if (looksAtClaims())
    Block.branch("::heddle::rt::checks_claims(" + Block.Site + ")",
                 "::heddle::rt::path::checked");
  // The stages have these in common.
  Stages.back().hostConditions();
  for (StageWriter &S : Stages)
    S.wideParameters();
  for (StageWriter &S : Stages)
    S.rangeChecks([](CheckKind K) { return K == CheckKind::Range; });
  Stages.back().zeroTrip("::heddle::rt::nothing(" + Block.Site + ")");
  for (StageWriter &S : Stages)
    S.rangeChecks([](CheckKind K) { return K != CheckKind::Range; });
  for (StageWriter &S : Stages)
    S.overlaps();
  Block.writeObstacles();
}

/// Memory for what the first stages, so many, leave to others.
void LaunchWriter::declareMemory(size_t Count) {
  std::vector<std::string> Arguments{Block.Site};
  for (const LaunchPlan *Stage : llvm::ArrayRef(Plans).take_front(Count))
    for (const Footprint &F : Stage->checked().footprints())
      if (const ArrayInfo &A = Source.Arrays[F.Array]; A.Temporary && F.Written)
        Arguments.push_back(Block.Temporaries[A.KernelName]);
  if (Arguments.size() > 1)
    Block.line(wrapped("const ::heddle::rt::temporaries " +
                           Block.Names.invent("heddle_memory"),
                       Arguments, Block.Indent.size()) +
               ";");
}

/// It follows the one before where that has run.
void LaunchWriter::runStage(size_t Number) {
  if (Number != 0) {
    Block.line(ifDone() + " {");
    Block.Indent += "  ";
  }
  Block.IsFirstBranch = true;
  if (Number + 1 != Stages.size())
    Stages[Number].zeroTrip(Done);
  Stages[Number].launches();
  if (Number != 0) {
    Block.Indent.resize(Block.Indent.size() - 2);
    Block.line("}");
  }
}

/// As far as all of its stages touch them.
void LaunchWriter::declareFusedArrays() {
  for (const FusedKernel::Param &Q : Fused->Params) {
    if (Q.Of.What != KernelParam::Array || Source.Arrays[Q.Of.Index].Temporary)
      continue;
    std::optional<Footprint> Hull;
    for (const auto &Stage : Fused->Stages)
      for (const Footprint &F : Stage->checked().footprints()) {
        if (F.Array != Q.Of.Index)
          continue;
        if (!Hull) {
          Hull = F;
          continue;
        }
        Hull->First = min_of(Hull->First, F.First);
        Hull->Last = max_of(Hull->Last, F.Last);
        Hull->Read |= F.Read;
        Hull->Written |= F.Written;
      }
    FusedArrays[Q.Of.Index] = Stages.back().declareRange(*Hull);
  }
}

/// One kernel in the place of several, behind those of the stages before it.
void LaunchWriter::runFused() {
  const FusedKernel &F = *Fused;
  Stages.front().onlyLoops();
  const auto [Condition, Shape] = Stages.back().whenFused(F, FusedArrays);
  const std::string Outer = Block.Indent;
  Block.line((Block.IsFirstBranch ? "if (" : "else if (") + Condition + ") {");
  Block.Indent += "  ";
  declareMemory(F.First);
  for (size_t S = 0; S != F.First; ++S)
    runStage(S);
  if (F.First != 0) {
    Block.line(ifDone());
    Block.Indent += "  ";
  }
  const std::string Site = Block.declare("::heddle::rt::site", "heddle_site",
                                         siteText(F.Name, Source) + "}");
  std::vector<std::string> Arguments{Site, Shape,
                                     F.Name + Source.Place.TemplateArgs};
  for (const FusedKernel::Param &Q : F.Params) {
    const auto Local = Q.Of.What == KernelParam::Array
                           ? FusedArrays.find(Q.Of.Index)
                           : FusedArrays.end();
    Arguments.push_back(Local != FusedArrays.end()
                            ? Local->second
                            : Stages[F.First + Q.Stage].argument(
                                  F.Stages[Q.Stage]->Kernels.front(), Q.Of));
  }
  Block.line(Block.Path + " = " +
             wrapped("::heddle::rt::run_blocks", Arguments,
                     Block.Indent.size() + Block.Path.size() + 3) +
             ";");
  Block.Indent = Outer;
  Block.line("}");
  Block.IsFirstBranch = false;
}

void LaunchWriter::runStages() {
  if (Fused)
    runFused();
  std::string Outer = Block.Indent;
  Block.line(Block.IsFirstBranch ? "{" : "else {");
  Block.Indent += "  ";
  declareMemory(Stages.size());
  for (size_t S = 0; S != Stages.size(); ++S)
    runStage(S);
  Block.Indent = Outer;
  Block.line("}");
}

/// Each part is a launch of its own, in a block of its own; its names are not
/// those of the blocks around.
void LaunchWriter::runParts() {
  Block.line(Block.IsFirstBranch ? "{" : "else {");
  for (const auto &Part : P.Steps) {
    const LoopNest &Of = Part->source();
    LaunchWriter Own(*Part, Style, Block.Names);
    Own.Block.Indent = Block.Indent + "    ";
    // Launches before this one may change what they were computed from.
    Own.Stages.back().takeExtents(Stages.back());
    Own.writeBlock();
    Block.Names = Own.Block.Names;
    Block.line("  // launch " + std::to_string(Of.Step.Number) + " of " +
               std::to_string(Of.Step.Of));
    Block.line("  {");
    Block.Body += Own.statements();
    Block.line("  }");
  }
  Block.line("  " + Block.Path + " = ::heddle::rt::path::done;");
  Block.line("}");
}

/// In a block of its own the loops list their iterations, and the launch takes
/// the lists. In constexpr functions no variable may be of such a class.
void LaunchWriter::runSegments() {
  const bool IsConstexpr = Source.Place.Constexpr;
  const std::string Outer = Block.Indent;
  Block.line(std::string(Block.IsFirstBranch ? "{" : "else {") +
             (IsConstexpr ? " [&] {" : ""));
  Block.Indent += "  ";
  const SegmentText Text = Stages.back().declareSegments();
  Block.Body += placed(Text.Loops);
  Block.line("  " + Text.Name + ".sort();");
  Block.line("}");
  Block.IsFirstBranch = true;
  Stages.back().launches();
  Block.line(Text.Name + ".check(" + Block.Path + ");");
  Block.Indent = Outer;
  Block.line(IsConstexpr ? "}(); }" : "}");
}

/// In a block of its own: the loops say what they touch where data decide that,
/// and what follows a launch of known footprints follows. In constexpr
/// functions no variable may be of such a class.
void LaunchWriter::inspect() {
  const bool IsConstexpr = Source.Place.Constexpr;
  const std::string Outer = Block.Indent;
  Block.line(std::string(Block.IsFirstBranch ? "{" : "else {") +
             (IsConstexpr ? " [&] {" : ""));
  Block.Indent += "  ";
  Block.IsFirstBranch = true;
  StageWriter &Stage = Stages.back();
  const InspectText Text = Stage.declareInspector();
  Block.line("else if (!" + Text.Name + ".run(" + Text.Captures + " {");
  Block.Body += placed(Text.Loops);
  Block.line("}))");
  Block.line("  " + Block.Path + " = " +
             Block.sequentially(N.ToldApart.empty()
                                    ? quoted("reads of what the loops store")
                                    : Text.Name + ".why()") +
             ";");
  Block.line("else {");
  Block.Indent += "  ";
  Block.IsFirstBranch = true;
  Stage.declareInspected();
  if (!P.Kernels.empty())
    Stage.declareCopies();
  Stage.ownedFromZero();
  Stage.rangeChecks([](CheckKind) { return true; }, /*Found=*/true);
  Stage.overlaps(/*Found=*/true);
  Block.writeObstacles();
  runKernels();
  Block.Indent.resize(Block.Indent.size() - 2);
  Block.line("}");
  Block.Indent = Outer;
  Block.line(IsConstexpr ? "}(); }" : "}");
}

void LaunchWriter::runKernels() {
  if (N.Owner && N.Owner->Segments && !P.Kernels.empty())
    runSegments();
  else
    Stages.back().launches();
}

/// Where other parts stood nothing is left but the ends of lines.
static std::string withoutTrailingBlanks(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef &Line : Lines)
    Line = Line.rtrim(' ');
  return llvm::join(Lines, "\n");
}

std::string LaunchWriter::placed(const std::string &Text) const {
  return placedText(Source.isPart() ? withoutTrailingBlanks(Text) : Text,
                    positionOf(Source, 0), Source.Place.Nest.File);
}

std::string LaunchWriter::written() {
  return placed(Source.isStatement()
                    ? Source.Statement
                    : valueText(*Source.Code, Source, TextOf::Function));
}

std::string LaunchWriter::firstValue() {
  return "(::heddle::rt::checked(" +
         Stages.back().host(P.OnHost->Dims[0].Lower) + ")).value()";
}

std::string LaunchWriter::tripCount() {
  const Dimension &D = P.OnHost->Dims[0];
  Sym Count = ceil_div(D.Upper - D.Lower, D.Step);
  return "(::heddle::rt::checked(" + Stages.back().host(Count) + ")).value()";
}

std::string LaunchWriter::tripCounted() {
  TripNames Trips(Block.Names);
  std::string Text = Block.Indent + "  const long long " + Trips.First + " = " +
                     firstValue() + ";\n";
  Text += Block.Indent + "  const long long " + Trips.Count + " = " +
          tripCount() + ";\n";
  const std::string Body =
      P.LoopsCallBody
          ? outermostBodyAroundCall(P, TextOf::Function, CopiesThere)
          : valueText(*bodyOf(P.OnHost->Nest->Loops[0], Source.Code), Source,
                      TextOf::Function);
  return Text + tripLoop(P, Trips, Body, Block.Indent + "  ");
}

/// A call of the function that holds a constexpr function's parallel loops.
std::string LaunchWriter::calledLoops(bool Collapsed) {
  std::vector<std::string> Arguments = hostArguments(P);
  if (P.Parallel == HostLoop::TripCount) {
    Arguments.push_back(firstValue());
    Arguments.push_back(tripCount());
  }
  std::string Inner = Block.Indent + "  ";
  return Inner +
         wrapped(hostFunctionName(P, Collapsed) + Source.Place.TemplateArgs,
                 Arguments, Inner.size()) +
         ";\n";
}

/// No loop stands as it is written.
bool LaunchWriter::callsBodyAlone() const {
  return !Style.AsWritten && P.FallbackCallsBody && !Source.Place.Constexpr;
}

/// With the user's own pragmas, which no other path runs under.
std::string LaunchWriter::sequentialLoops() {
  return Source.Place.Pragmas +
         (!Source.Separate.empty() ? placed(Source.Separate.Text)
          : Style.AsWritten || !P.FallbackCallsBody
              ? written()
              : placed(loopsAroundCall(P, TextOf::Function)));
}

std::string LaunchWriter::parallelLoops(bool Collapsed) {
  if (Source.Place.Constexpr)
    return calledLoops(Collapsed);
  if (P.Parallel == HostLoop::TripCount)
    return tripCounted();
  const std::string Pragma =
      Collapsed ? collapsedPragma(P, Block.Names, Block.Indent + "  ")
                : parallelPragma();
  return Pragma +
         (P.Row && !Collapsed ? placed(loopsAroundRow(P))
          : P.LoopsCallBody
              ? placed(loopsAroundCall(P, TextOf::Function, CopiesThere))
              : written());
}

/// In constexpr functions no variable may be of such classes, but in one of
/// another function.
void LaunchWriter::loopsOfClaims() {
  const ClaimText Text = claimText(P.checked(), Block.Site, Block.Names);
  const bool IsConstexpr = Source.Place.Constexpr;
  Block.line("if (" + Block.Path + " == ::heddle::rt::path::checked) {");
  if (IsConstexpr)
    Block.line("  [&] {");
  for (const std::string &Claim : Stages.back().claimedOverlaps())
    Block.line("  (void)" + Claim + ";");
  for (const std::string &Line : Text.Declarations)
    Block.line("  " + Line);
  Block.Body += placed(Text.Loops);
  for (const std::string &Line : Text.Last)
    Block.line("  " + Line);
  if (IsConstexpr)
    Block.line("  }();");
}

/// OpenMP takes the loops only where the checks, or the proof, have shown that
/// their iterations are independent.
void LaunchWriter::loops() {
  const bool SharesCopies = P.sharesCopies() && Style.OpenMP;
  if (SharesCopies)
    CopiesThere = Stages.back().declareHostCopies();
  if (looksAtClaims())
    loopsOfClaims();
  std::string If = looksAtClaims() ? "} else if (" : "if (";
  std::string IsParallel = Block.Path + " == ::heddle::rt::path::parallel";
  std::string IsSequential = Block.Path + " == ::heddle::rt::path::sequential";
  // Threads on the CPU would need the copies, too.
  const bool NeedsCopies = !P.inParts() && Stages.size() == 1 &&
                           !SharesCopies &&
                           !P.Mapped->verified().copies().empty();
  if (P.inParts() || NeedsCopies) {
    Block.line(If + IsSequential + ") {");
    Block.Body += Source.Place.Pragmas + written();
    return;
  }
  if (P.Blocks) {
    Block.line(If + Block.Path + " == ::heddle::rt::path::blocked) {");
    Block.Body +=
        loopsOverBlocks(P, Block.Names, Block.Indent + "  ", Style.OpenMP,
                        [&](const Sym &S) { return Stages.back().host(S); });
    If = "} else if (";
  }
  const bool IsOnce = !Style.OpenMP || P.Parallel == HostLoop::Sequential;
  // The validator compares the calls with the loops as written.
  const bool IsCompared = Style.AsWritten && P.FallbackCallsBody;
  if (IsOnce && !IsCompared) {
    Block.line(If + IsParallel + " ||");
    Block.line("    " + IsSequential + ") {");
    Block.Body += sequentialLoops();
    return;
  }
  Block.line(If + IsParallel + ") {");
  Block.Body += IsOnce ? placed(loopsAroundCall(P, TextOf::Function))
                       : parallelLoops(/*Collapsed=*/false);
  if (!IsOnce && mayCollapse(P)) {
    Block.line("} else if (" + Block.Path +
               " == ::heddle::rt::path::collapsed) {");
    Block.Body += parallelLoops(/*Collapsed=*/true);
  }
  Block.line("} else if (" + IsSequential + ") {");
  Block.Body += sequentialLoops();
}

/// All between the braces, but for Block.Head.
void LaunchWriter::writeBlock() {
  // The last stage has the plainest name.
  Stages.back().declareSite();
  Block.Site = Stages.back().siteName();
  for (StageWriter &S : Stages)
    S.declareSite();
  Block.Path = Block.Names.invent("heddle_path");
  if (!Source.Place.Constexpr)
    for (const Param &P : Source.Params)
      if (P.IsElement)
        Block.Head.push_back("::heddle::rt::host_reads(" + Block.Site + ", " +
                             P.HostText + ");");

  if (callsBodyAlone())
    for (const std::string &Name : P.OnlyInBody)
      Block.line("(void)" + Name + ";");
  if (!Source.Privates.empty())
    Block.line("::heddle::rt::privates(&" + llvm::join(Source.Privates, ", &") +
               ");");
  if (!Source.isPart())
    Block.Body += keptVariables(Source, Block.Indent);
  // With a value, since constexpr functions must give one.
  Block.line("::heddle::rt::path " + Block.Path +
             " = ::heddle::rt::path::sequential;");
  if (!Source.isPart())
    Stages.back().declareExtents();
  for (StageWriter &S : Stages)
    S.declareArrays();
  if (Fused)
    declareFusedArrays();
  const bool Inspects = !P.checked().inspected().empty();
  if (!P.Kernels.empty() && !Inspects)
    Stages.back().declareCopies();
  for (StageWriter &S : Stages)
    S.shareExtents();
  checks();
  if (P.inParts())
    runParts();
  else if (Inspects)
    inspect();
  else if (Stages.size() == 1)
    runKernels();
  else
    runStages();
  loops();
}

std::string LaunchWriter::statements() const {
  std::string Text;
  for (const std::string &Line : Block.Head)
    Text += Block.Indent + Line + "\n";
  return Text + Block.Body + Block.Indent + "}\n" + loopsEnded(Block.Site);
}

std::string LaunchWriter::write() {
  writeBlock();
  const std::string Outer(Block.Indent.size() - 2, ' ');
  std::string Head;
  if (Source.Place.Constexpr)
    Head = "if (__builtin_is_constant_evaluated()) {\n" +
           keptVariables(Source, Block.Indent) + written() + Outer +
           "} else {\n";
  else
    Head = "{\n";
  if (Style.Stands)
    Head += constantsText(Source, Block.Indent);
  return Head + statements() + lastBrace();
}

std::string LaunchWriter::loopsEnded(llvm::StringRef Site) const {
  return Block.Indent + "::heddle::rt::loops_ended(" + Site.str() + ");\n";
}

/// Where the nest's last token stood.
std::string LaunchWriter::lastBrace() const {
  SourcePosition End =
      positionOf(Source, static_cast<unsigned>(Source.written().size()) - 1);
  return lineDirective(End.Line, Source.Place.Nest.File) +
         std::string(End.Column > 0 ? End.Column - 1 : 0, ' ') + "}";
}

std::string LaunchWriter::writeUnverified() {
  Stages.back().declareSite();
  std::string Inner = Block.Indent;
  if (Source.Place.Constexpr) {
    Block.line("if (!__builtin_is_constant_evaluated()) {");
    Inner += "  ";
  }
  Block.Body += Inner + Block.Head.back() + "\n";
  Block.Body += Inner + "(void)::heddle::rt::sequential(" +
                Stages.back().siteName() +
                ", \"these template arguments were not verified\");\n";
  if (Source.Place.Constexpr)
    Block.line("}");
  std::string Loops = Source.Original.empty()
                          ? keptVariables(Source, Block.Indent) + written()
                          : placed(Source.Original);
  // Constant evaluation has no site. Compilers warn where a statement is
  // indented behind a loop without braces.
  if (!Source.Place.Constexpr)
    Loops = Block.Indent + "{\n" + Loops + Block.Indent + "}\n" +
            loopsEnded(Stages.back().siteName());
  return Block.Body + Loops + Block.Indent + "}\n" + lastBrace();
}

} // namespace

std::string launchText(const LaunchPlan &P, const LaunchStyle &Style) {
  return LaunchWriter(P, Style).write();
}

std::string unverifiedText(const LaunchPlan &P) {
  return LaunchWriter(P, LaunchStyle()).writeUnverified();
}

} // namespace heddle
