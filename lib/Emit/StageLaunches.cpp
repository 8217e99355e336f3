//===- StageLaunches.cpp - The launches of one nest -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the links is part of what is promised: loops alone, where there
// is nothing else; then mappings that the launch chooses; then the others, the
// first that fits.
//===----------------------------------------------------------------------===//
#include "Emit/HostLoop.h"
#include "Emit/KernelText.h"
#include "Emit/ReduceText.h"
#include "Emit/SourceLines.h"
#include "Emit/StageText.h"
#include "Emit/SymText.h"
#include "Kernel/LaunchChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

std::string StageWriter::extents(const Sym (&E)[3]) {
  return "{" + host(E[0]) + ", " + host(E[1]) + ", " + host(E[2]) + "}";
}

/// Iterations of the loops in strips, or of rows.
static Sym depthOfBlocks(const LaunchPlan &P) {
  const CacheBlocks &Of = P.Blocks->Of;
  if (Of.Strips.empty())
    return P.Work->Trips[*Of.RowLoop];
  const auto LengthOf = [](const CountedStrip &S) {
    return S.Whole.Upper - S.Whole.Lower;
  };
  if (Of.Strips.size() == 1)
    return LengthOf(Of.Strips.front());
  Sym Depth;
  for (const CountedStrip &S : Of.Strips)
    Depth = Depth + max_of(LengthOf(S), Sym(0));
  return Depth;
}

/// The site, where CPU threads may run the loops with what they are weighed by.
std::string StageWriter::weighedSite() {
  if (!P.Work || !(Style.OpenMP || P.Blocks))
    return Site;
  const bool IsCollapsible = mayCollapse(P) && Style.OpenMP;
  std::string Text = std::string("::heddle::rt::over") +
                     (IsCollapsible ? "_collapsible(" : "(") + Site + ", " +
                     host(P.Work->Operands);
  for (const Sym &Trips : P.Work->Trips)
    Text += ", " + host(Trips);
  Text += P.sharesCopies() ? ").sharing_copies()" : ")";
  if (P.Blocks) {
    Text += ".in_blocks(" + std::to_string(P.Blocks->Of.Rows) + ", " +
            std::to_string(P.Blocks->Of.Columns) + ", " +
            host(P.Work->Trips.back()) + ", " + host(depthOfBlocks(P)) + ")";
  }
  return Text;
}

std::string StageWriter::argument(const KernelPlan &K, const KernelParam &Q) {
  switch (Q.What) {
  case KernelParam::Array:
    return grownArgument(K, Source, Q.Index, nameOf(Q.Index));
  case KernelParam::Copy:
    return CopyNames[Q.Index];
  case KernelParam::Segment:
    return segmentArgument(Source, SegmentsName, Q.Index);
  case KernelParam::Scalar:
    return Source.Params[Q.Index].HostText;
  case KernelParam::Extent:
  case KernelParam::Divisor:
    return host(Q.Value);
  case KernelParam::Runs:
    return "::heddle::rt::full_runs<" + std::to_string(K.Bytes) + ">(" +
           host(Q.Value) + ")";
  }
  return "";
}

std::string StageWriter::launch(const KernelPlan &K, const std::string &Shape) {
  const std::string Callee = K.Tree   ? reduceCallee(P, K)
                             : K.Tile ? "::heddle::rt::run_blocks"
                                      : "::heddle::rt::run";
  std::vector<std::string> Arguments{
      LoopsName.empty() ? weighedSite() : LoopsName, Shape};
  if (!K.Tree)
    Arguments.push_back(K.Name + Source.Place.TemplateArgs);
  else
    llvm::append_range(Arguments, reducingKernels(P, K));
  if (K.Tree)
    Arguments.push_back(resultsArgument(
        K, Source, [&](unsigned Array) { return nameOf(Array); },
        K.Tree->Scans ? In.Indent.size() + 7
                      : In.takenColumn() + Callee.size() + 1));
  for (const KernelParam &Q : K.Params)
    Arguments.push_back(argument(K, Q));
  return K.Tree && K.Tree->Scans
             ? onNextLine(Callee, Arguments, In.Indent.size() + 2)
             : wrapped(Callee, Arguments, In.takenColumn());
}

/// A further argument where that is more than one.
static std::string iterationsOfThread(const ThreadMapping &V) {
  return V.Run ? ", " + std::to_string(V.Run->Length) : "";
}

/// Behind a conjunction, that the conditions hold.
std::string StageWriter::allHold(const std::vector<Sym> &Conditions,
                                 const std::string &Before) {
  if (Conditions.empty())
    return "";
  Sym All = Sym::truth(true);
  for (const Sym &S : Conditions)
    All = both(All, S);
  return Before + "(" + condition(All) + ").certain()";
}

/// Reductions have an order of their own, and a later stage runs only where
/// kernels have.
void StageWriter::onlyLoops() {
  if (!LoopsName.empty() ||
      (Source.Step.Role == StepRole::Stage && Source.Step.Number > 1))
    return;
  const auto IsKnown = [](const Sym &S) { return S.isConst(); };
  if (llvm::all_of(P.Kernels, [&](const KernelPlan &K) {
        return K.Tree || llvm::all_of(K.Mapping->Grid, IsKnown);
      }))
    return;
  const std::string Break = "\n" + In.Indent + "         ";
  const std::string Site = weighedSite();
  LoopsName = In.Names.invent("heddle_loops");
  std::vector<std::string> Arguments{LoopsName};
  llvm::append_range(Arguments, In.ArrayNames);
  llvm::append_range(Arguments, CopyNames);
  In.branch("const ::heddle::rt::loops " + LoopsName + Break + "  {" + Site +
                "};" + Break + "::heddle::rt::only_loops()",
            wrapped("::heddle::rt::as_loops", Arguments, In.takenColumn()));
}

/// The condition that a shape of this name, which it declares, is what Asks
/// asks, and that Narrow hold.
std::string StageWriter::asked(const ThreadMapping &V, const std::string &Shape,
                               const std::string &Asks,
                               const std::vector<Sym> &Narrow) {
  const std::string Break = "\n" + In.Indent + "         ";
  return "const ::heddle::rt::shape " + Shape + Break + "  {" +
         extents(V.Grid) + "," + Break + "   " + extents(V.Block) + "};" +
         Break + Shape + Asks + allHold(Narrow, " &&" + Break);
}

/// The call that asks whether the launch is for so many iterations.
std::string StageWriter::atLeast(const LaunchChoice &Choice) {
  return ".fits(::heddle::rt::at_least(" + host(Choice.Iterations) + ", " +
         std::to_string(Choice.Least) + ")" +
         allHold(Choice.Where,
                 " &&\n" + In.Indent + "                           ") +
         ")";
}

std::pair<std::string, std::string>
StageWriter::whenFused(const FusedKernel &F,
                       const std::map<unsigned, std::string> &Locals) {
  const std::string Break = "\n" + In.Indent + "         ";
  const std::string Shape = In.Names.invent("heddle_shape");
  std::string Text = asked(F.mapping(), Shape, atLeast(F.When), F.Narrow);
  const auto IsAsked = [&](unsigned A, unsigned B) {
    return Locals.at(A) == nameOf(A) && Locals.at(B) == nameOf(B) &&
           llvm::any_of(Nest.overlaps(), [&](const OverlapCheck &O) {
             return !O.Claimed &&
                    ((O.A == A && O.B == B) || (O.A == B && O.B == A));
           });
  };
  for (const auto &[A, B] : F.Apart)
    if (!IsAsked(A, B))
      Text += " &&" + Break + "::heddle::rt::disjoint(" + Locals.at(A) + ", " +
              Locals.at(B) + ")";
  return {Text, Shape};
}

/// Asks: the call that asks the shape.
void StageWriter::branchOfShape(const KernelPlan &K, const std::string &Asks) {
  const std::string Shape = In.Names.invent("heddle_shape");
  In.branch(asked(*K.Mapping, Shape, Asks, K.Narrow), launch(K, Shape));
}

/// False where the runtime has nothing to choose; else all that follows stands
/// in a block. The names are those of the candidates in the order of their
/// numbers.
bool StageWriter::declareTrial() {
  std::vector<std::string> Names;
  const Sym *Iterations = nullptr;
  for (const KernelPlan &K : P.Kernels) {
    const auto &Choice = K.Mapping->Choice;
    if (!Choice || Choice->Candidate == 0)
      continue;
    if (Names.empty())
      Names.push_back(quoted(P.Kernels.front().Mapping->Spelling));
    Names.resize(std::max<size_t>(Names.size(), Choice->Candidate + 1), "\"\"");
    Names[Choice->Candidate] = quoted(K.Mapping->Spelling);
    Iterations = &Choice->Iterations;
  }
  if (Names.empty())
    return false;
  In.writeObstacles();
  In.line(In.IsFirstBranch ? "{" : "else {");
  In.Indent += "  ";
  In.IsFirstBranch = true;
  TrialName = In.Names.invent("heddle_trial");
  const std::string Break = "\n" + In.Indent + "    ";
  In.line("const ::heddle::rt::trial " + TrialName +
          " = ::heddle::rt::try_mapping(" + Site + ", " + host(*Iterations) +
          ", {" + Break + llvm::join(Names, "," + Break) + "});");
  return true;
}

/// Mappings that the launch takes before all others, if it does.
void StageWriter::choices() {
  for (const KernelPlan &K : P.Kernels)
    if (const auto &Choice = K.Mapping->Choice)
      branchOfShape(K, Choice->Candidate
                           ? ".fits(" + TrialName + ".is(" +
                                 std::to_string(Choice->Candidate) + "))"
                           : atLeast(*Choice));
}

void StageWriter::launches() {
  onlyLoops();
  const bool InBlock = declareTrial();
  choices();
  inOrder();
  if (InBlock) {
    In.Indent.resize(In.Indent.size() - 2);
    In.line("}");
  }
}

/// The first shape that fits and suits; what no shape can hold runs
/// sequentially, but for a CPU, which is given only the first.
void StageWriter::inOrder() {
  for (const KernelPlan &K : P.Kernels) {
    if (K.Mapping->Choice)
      continue;
    if (alwaysFits(N, *K.Mapping) && K.Narrow.empty()) {
      In.otherwise(launch(K, "::heddle::rt::shape{" + extents(K.Mapping->Grid) +
                                 ", " + extents(K.Mapping->Block) + "}"));
      return;
    }
    branchOfShape(K, K.Mapping->Iterations
                         ? ".suits(" + host(*K.Mapping->Iterations) +
                               iterationsOfThread(*K.Mapping) + ")"
                         : ".fits()");
  }
  const std::string TooMany = quoted("the iterations do not fit a grid");
  // A trip count may be what does not fit.
  std::string Otherwise =
      Style.ForHost && P.Parallel == HostLoop::Collapse
          ? In.asLoops("as_written", weighedSite(), TooMany,
                       P.sharesCopies() ? CopyNames
                                        : std::vector<std::string>())
          : In.sequentially(TooMany);
  In.otherwise(Otherwise);
}

} // namespace heddle
