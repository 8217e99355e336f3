//===- HostLoop.cpp - The loops on several CPU threads --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/HostLoop.h"
#include "Emit/BodyText.h"
#include "Emit/KernelText.h"
#include "Emit/SourceLines.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

static const LoopNest &sourceOf(const LaunchPlan &P) { return P.source(); }

TripNames::TripNames(TakenNames &Names)
    : First(Names.invent("heddle_first")), Count(Names.invent("heddle_trips")),
      Trip(Names.invent("heddle_trip")) {}

static std::string pragma(unsigned Loops) {
  return "#pragma omp parallel for" +
         (Loops > 1 ? " collapse(" + std::to_string(Loops) + ")\n" : "\n");
}

bool mayCollapse(const LaunchPlan &P) {
  return P.Parallel == HostLoop::Collapse && P.OmpCollapse > 1;
}

std::string parallelPragma() {
  return "#ifdef _OPENMP\n" + pragma(1) + "#endif\n";
}

std::string collapsedPragma(const LaunchPlan &P, TakenNames &Names,
                            const std::string &Indent) {
  if (!P.OmpOverflows)
    return "#ifdef _OPENMP\n" + pragma(P.OmpCollapse) + "#endif\n";
  // clang counts in 64 bits by itself, and divides for each loop in each
  // iteration.
  std::string Once = Names.invent("heddle_once");
  return "#if defined(_OPENMP) && defined(__clang__)\n" +
         pragma(P.OmpCollapse) + "#elif defined(_OPENMP)\n" +
         "// g++ counts the iterations in the widest type of the counters\n" +
         pragma(P.OmpCollapse + 1) + Indent + "for (long long " + Once +
         " = 0; " + Once + " < 1; ++" + Once + ")\n#endif\n";
}

std::string tripLoop(const LaunchPlan &P, const TripNames &Names,
                     const std::string &Body, const std::string &Indent) {
  const Dimension &D = P.OnHost->Dims[0];
  const Loop &L = P.OnHost->Nest->Loops[0];
  std::string Text = parallelPragma();
  Text += Indent + "for (long long " + Names.Trip + " = 0; " + Names.Trip +
          " < " + Names.Count + "; ++" + Names.Trip + ") {\n";
  std::string Step = Names.Trip;
  if (D.Step != 1)
    Step += " * " + std::to_string(D.Step);
  Text += Indent + "  const " + L.CxxType + " " + L.Name + " = static_cast<" +
          L.CxxType + ">(" + Names.First + " + " + Step + ");\n";
  // 'continue' in the body continues the loop over the trip counter.
  SourcePosition Where = positionOf(sourceOf(P), L.BodyBegin);
  return Text + placedText(Body, Where, sourceOf(P).Place.Nest.File) + Indent +
         "}\n";
}

//===--- Out of line ------------------------------------------------------===//

/// The contents of the function: the loops, or the outermost one's body.
static ValueRef outside(const LaunchPlan &P) {
  const LoopNest &N = sourceOf(P);
  return P.Parallel == HostLoop::TripCount
             ? bodyOf(P.OnHost->Nest->Loops[0], N.Code)
             : N.Code;
}

static std::string outsideText(const LaunchPlan &P) {
  if (!P.LoopsCallBody)
    return valueText(*outside(P), sourceOf(P), TextOf::Kernel);
  return P.Parallel == HostLoop::TripCount
             ? outermostBodyAroundCall(P, TextOf::Kernel)
             : loopsAroundCall(P, TextOf::Kernel);
}

/// Calls Array or Scalar for each parameter that the loops name.
static void forEachParameter(const LaunchPlan &P,
                             llvm::function_ref<void(const ArrayInfo &)> Array,
                             llvm::function_ref<void(const Param &)> Scalar) {
  llvm::StringSet<> Used;
  forEachName(*outside(P), sourceOf(P), TextOf::Kernel,
              [&](llvm::StringRef Name) { Used.insert(Name); });
  for (const ArrayInfo &A : sourceOf(P).Arrays)
    if (Used.contains(A.KernelName))
      Array(A);
  for (const Param &Q : sourceOf(P).Params)
    if (Used.contains(Q.Name))
      Scalar(Q);
}

std::string hostFunctionName(const LaunchPlan &P, bool Collapsed) {
  return P.Name + (Collapsed ? "_collapsed" : "_loops");
}

static std::string hostFunction(const LaunchPlan &P, bool Collapsed) {
  const LoopNest &N = sourceOf(P);
  const Placement &Place = N.Place;
  std::vector<std::string> Params;
  forEachParameter(
      P,
      [&](const ArrayInfo &A) {
        Params.push_back(A.Scalar ? A.ElementType + " &" + A.KernelName
                                  : parameterText(A));
      },
      [&](const Param &Q) { Params.push_back(parameterText(Q)); });
  std::string Body;
  TakenNames Names(N);
  if (P.Parallel == HostLoop::TripCount) {
    TripNames Trips(Names);
    Params.push_back("long long " + Trips.First);
    Params.push_back("long long " + Trips.Count);
    Body = tripLoop(P, Trips, outsideText(P), "  ");
  } else {
    Body = (Collapsed ? collapsedPragma(P, Names, "  ") : parallelPragma()) +
           placedText(outsideText(P), positionOf(N, 0), Place.Nest.File);
  }
  return "// heddle: the same loops on CPU threads\n" + Place.Prefix +
         wrapped("static void " + hostFunctionName(P, Collapsed), Params, 0) +
         " {\n" + Body + "}\n" + Place.Suffix + "\n";
}

std::string hostFunctions(const LaunchPlan &P) {
  return hostFunction(P, /*Collapsed=*/false) +
         (mayCollapse(P) ? hostFunction(P, /*Collapsed=*/true) : "");
}

std::vector<std::string> hostArguments(const LaunchPlan &P) {
  std::vector<std::string> Arguments;
  forEachParameter(
      P, [&](const ArrayInfo &A) { Arguments.push_back(A.HostText); },
      [&](const Param &Q) { Arguments.push_back(Q.HostText); });
  return Arguments;
}

} // namespace heddle
