//===- ReduceText.cpp - The text of what reduces --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ReduceText.h"
#include "Emit/KernelText.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace heddle {

static const LoopNest &sourceOf(const LaunchPlan &P) { return P.source(); }

/// In heddle/runtime/combine.h.
static std::string operatorName(llvm::StringRef Class) {
  return "::heddle::rt::by::" + llvm::StringSwitch<std::string>(Class)
                                    .Case("+", "sum")
                                    .Case("*", "product")
                                    .Case("&", "bit_and")
                                    .Case("|", "bit_or")
                                    .Case("^", "bit_xor")
                                    .Case("arg-min", "arg_min")
                                    .Case("arg-max", "arg_max")
                                    .Case("last arg-min", "last_arg_min")
                                    .Case("last arg-max", "last_arg_max")
                                    .Default(Class.str());
}

/// The type of partial results.
static std::string accumulator(const KernelTree::Result &X, const LoopNest &N) {
  const ArrayInfo &A = N.Arrays[X.Array];
  return X.Class == "+" || X.Class == "*" ? A.Accumulator : A.ElementType;
}

static std::string operatorOf(const KernelTree::Result &X) {
  const std::string Name = operatorName(X.Class);
  return X.CountsDown ? "::heddle::rt::by::descending<" + Name + ">" : Name;
}

/// The types of what is chosen, the key first: "double, int".
static std::string chosenTypes(const KernelTree::Result &X, const LoopNest &N) {
  std::string Types = N.Arrays[X.Array].ElementType;
  for (unsigned Array : X.With)
    Types += ", " + N.Arrays[Array].ElementType;
  return Types;
}

/// "::heddle::rt::by::sum, double"
static std::string typeArguments(const KernelTree::Result &X,
                                 const LoopNest &N) {
  return operatorOf(X) + ", " +
         (X.Won.empty() ? accumulator(X, N)
                        : "::heddle::rt::offer<" + chosenTypes(X, N) + ">");
}

/// The parameters of the function by which an iteration gives its part of X.
static void addOutputs(const KernelTree::Result &X, const LoopNest &N,
                       std::vector<std::string> &Params) {
  Params.push_back(accumulator(X, N) + " &" + N.Arrays[X.Array].KernelName);
  if (X.Won.empty())
    return;
  for (unsigned Array : X.With)
    Params.push_back(N.Arrays[Array].ElementType + " &" +
                     N.Arrays[Array].KernelName);
  Params.push_back("bool &" + X.Won);
}

std::string onNextLine(const std::string &Head,
                       const std::vector<std::string> &List, size_t Column) {
  return Head + "\n" + std::string(Column + 4, ' ') +
         wrapped("", List, Column + 4);
}

/// The function of a kernel, or of its twin.
static std::string iterationName(const std::string &Kernel) {
  return Kernel + "_at";
}

static std::string twinName(const KernelPlan &K) { return K.Name + "_updates"; }

static const char *orderOf(const KernelTree &Tree) {
  return Tree.CountsDown ? "::heddle::rt::order::down"
                         : "::heddle::rt::order::up";
}

std::string describeTree(const KernelPlan &K, const LoopNest &N) {
  std::string Text;
  for (const KernelTree::Result &X : K.Tree->Results) {
    Text += (Text.empty() ? "" : ", ") + N.Arrays[X.Array].Name;
    for (unsigned Array : X.With)
      Text += " with " + N.Arrays[Array].Name;
    Text += " by " + X.Class;
  }
  return Text;
}

namespace {

/// The two functions of a kernel that works on results.
struct ResultKernel {
  std::string Name;
  std::vector<std::string> At;   ///< parameters of the iteration, all
  std::vector<std::string> Of;   ///< of the kernel, behind those of the nest
  std::string Callee, Collector; ///< what the kernel calls, and with what
};

} // namespace

static std::string resultKernel(const LaunchPlan &P, const KernelPlan &K,
                                Dialect D,
                                const std::vector<std::string> &Params,
                                ResultKernel Made, const std::string &Body) {
  const LoopNest &N = sourceOf(P);
  const KernelTree &Tree = *K.Tree;
  // A body that needs no counter may leave both unused.
  std::vector<std::string> At{"[[maybe_unused]] unsigned " + Tree.Block,
                              "[[maybe_unused]] unsigned " + Tree.Place};
  llvm::append_range(At, Made.At);
  std::vector<std::string> Of = Params, Parts, Names;
  llvm::append_range(Of, Made.Of);
  Of.push_back("unsigned " + Tree.Blocks);
  for (const KernelTree::Result &X : Tree.Results)
    Parts.push_back(X.Partials);
  Names = {Tree.Blocks, wrapped("::heddle::rt::" + Made.Collector, Parts, 0)};
  for (const KernelParam &Q : K.Params)
    Names.push_back(Q.Name);
  const std::string Callee = "::heddle::rt::" + Made.Callee + "<" +
                             iterationName(Made.Name) + N.Place.TemplateArgs;
  constexpr unsigned Indent = 2;
  const std::string Call =
      std::string(Indent, ' ') +
      (Tree.Scans
           ? onNextLine(Callee + ", " + orderOf(Tree) + ">", Names, Indent)
           : wrapped(Callee + ">", Names, Indent));
  return N.Place.Prefix +
         wrapped("static " + std::string(ofBothSides(D)) + "void " +
                     iterationName(Made.Name),
                 At, 0) +
         " {\n" + Body + "}\n" + N.Place.Suffix + N.Place.Prefix +
         wrapped("static " + std::string(ofKernels(D)) + "void " + Made.Name,
                 Of, 0) +
         " {\n" + Call + ";\n}\n" + N.Place.Suffix + "\n";
}

std::string treeText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     const std::vector<std::string> &Params,
                     const std::string &Lines, const std::string &Body) {
  ResultKernel Made{K.Name, Params, {}, "reduce_blocks", "into"};
  for (const KernelTree::Result &X : K.Tree->Results) {
    addOutputs(X, sourceOf(P), Made.At);
    Made.Of.push_back("::heddle::rt::partials<" +
                      typeArguments(X, sourceOf(P)) + "> " + X.Partials);
  }
  return resultKernel(P, K, D, Params, std::move(Made), Lines + Body);
}

std::string scanText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     const std::vector<std::string> &Params,
                     const std::string &Slice, const std::string &Body) {
  const LoopNest &N = sourceOf(P);
  ResultKernel Twin{twinName(K), {}, {}, "scan_updates", "into"};
  for (const std::string &One : Params)
    Twin.At.push_back("[[maybe_unused]] " + One);
  ResultKernel Whole{K.Name, Params, {}, "scan_from", "from"};
  for (const KernelTree::Result &X : K.Tree->Results) {
    const ArrayInfo &A = N.Arrays[X.Array];
    addOutputs(X, N, Twin.At);
    Twin.Of.push_back("::heddle::rt::partials<" + typeArguments(X, N) + "> " +
                      X.Partials);
    Whole.At.push_back(A.ElementType + " &" + A.KernelName);
    Whole.Of.push_back("::heddle::rt::running<" + A.ElementType + "> " +
                       X.Partials);
  }
  return resultKernel(P, K, D, Params, std::move(Twin), Slice) +
         resultKernel(P, K, D, Params, std::move(Whole), Body);
}

std::string reduceCallee(const LaunchPlan &P, const KernelPlan &K) {
  const std::string &Of = sourceOf(P).Place.TemplateArgs;
  if (!K.Tree->Scans)
    return "::heddle::rt::reduce<" + iterationName(K.Name) + Of + ">";
  return "::heddle::rt::scan<" + iterationName(twinName(K)) + Of + ", " +
         iterationName(K.Name) + Of + ", " + orderOf(*K.Tree) + ">";
}

std::vector<std::string> reducingKernels(const LaunchPlan &P,
                                         const KernelPlan &K) {
  const std::string &Of = sourceOf(P).Place.TemplateArgs;
  if (!K.Tree->Scans)
    return {K.Name + Of};
  return {twinName(K) + Of, K.Name + Of};
}

std::string grownArgument(const KernelPlan &K, const LoopNest &N,
                          unsigned Array, const std::string &Name) {
  const CompactedArray *C = N.compactedOf(Array);
  if (!C || !K.Tree || !K.Tree->Scans)
    return Name;
  for (auto [I, X] : llvm::enumerate(K.Tree->Results))
    if (X.Array == C->Variable)
      return "::heddle::rt::grown<" + std::to_string(I) +
             (C->IsBehind ? ", true" : "") + ">(" + Name + ")";
  return Name;
}

std::string resultsArgument(const KernelPlan &K, const LoopNest &N,
                            llvm::function_ref<std::string(unsigned)> NameOf,
                            size_t Column) {
  std::vector<std::string> All;
  for (const KernelTree::Result &X : K.Tree->Results) {
    std::string Names = NameOf(X.Array);
    for (unsigned Array : X.With)
      Names += ", " + NameOf(Array);
    All.push_back(X.Won.empty() ? "::heddle::rt::reduced<" +
                                      typeArguments(X, N) + ">(" + Names + ")"
                                : "::heddle::rt::chosen<" + operatorOf(X) +
                                      ">(" + Names + ")");
  }
  return wrapped("::heddle::rt::results", All, Column);
}

} // namespace heddle
