//===- ReduceText.cpp - The text of what reduces --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ReduceText.h"
#include "Emit/KernelText.h"
#include "Mapping/Recovery.h"
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

static std::string iterationName(const KernelPlan &K) { return K.Name + "_at"; }

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

std::string treeText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     const std::vector<std::string> &Params,
                     const std::string &Lines, const std::string &Body) {
  const LoopNest &N = sourceOf(P);
  const KernelTree &Tree = *K.Tree;
  // A body that needs no counter may leave both unused.
  std::vector<std::string> At{"[[maybe_unused]] unsigned " + Tree.Block,
                              "[[maybe_unused]] unsigned " + Tree.Place};
  At.insert(At.end(), Params.begin(), Params.end());
  std::vector<std::string> Of = Params, Partials, Names;
  for (const KernelTree::Result &X : Tree.Results) {
    addOutputs(X, N, At);
    Of.push_back("::heddle::rt::partials<" + typeArguments(X, N) + "> " +
                 X.Partials);
    Partials.push_back(X.Partials);
  }
  Of.push_back("unsigned " + Tree.Blocks);
  Names = {Tree.Blocks, wrapped("::heddle::rt::into", Partials, 0)};
  for (const KernelParam &Q : K.Params)
    Names.push_back(Q.Name);
  std::string Call =
      "  " + wrapped("::heddle::rt::reduce_blocks<" + iterationName(K) +
                         N.Place.TemplateArgs + ">",
                     Names, 2);
  return N.Place.Prefix +
         wrapped("static " + std::string(ofBothSides(D)) + "void " +
                     iterationName(K),
                 At, 0) +
         " {\n" + Lines + Body + "}\n" + N.Place.Suffix + N.Place.Prefix +
         wrapped("static " + std::string(ofKernels(D)) + "void " + K.Name, Of,
                 0) +
         " {\n" + Call + ";\n}\n" + N.Place.Suffix + "\n";
}

std::string reduceCallee(const LaunchPlan &P, const KernelPlan &K) {
  return "::heddle::rt::reduce<" + iterationName(K) +
         sourceOf(P).Place.TemplateArgs + ">";
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
