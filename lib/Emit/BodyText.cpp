//===- BodyText.cpp - The body of the mapped loops, as a function ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/BodyText.h"
#include "Emit/KernelText.h"
#include "Emit/SegmentText.h"
#include "Emit/SourceLines.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

bool hasBodyFunction(const LaunchPlan &P) {
  return P.LoopsCallBody ||
         llvm::any_of(P.Kernels,
                      [](const KernelPlan &K) { return K.hasRest(); }) ||
         (P.Kernels.size() > 1 && !P.Kernels.front().Tree);
}

bool hasChoice(const ArrayCopy &C) {
  return llvm::any_of(
      C.Reads, [](const RedirectedRead &R) { return !R.Where.isConst(1); });
}

std::string copyParameter(const VerifiedNest &V, unsigned Copy,
                          const std::string &Name) {
  const ArrayCopy &C = V.copies()[Copy];
  const ArrayInfo &A = V.source().Arrays[C.Array];
  // Not every compiler finds a common type for pointers to const rows, or to
  // pointers to const, and to others, between which a condition may choose.
  bool Const = (A.DeclSuffix.empty() && !A.Tables) || !hasChoice(C);
  return (Const ? "const " : "") + A.DeclPrefix + Name + A.DeclSuffix;
}

std::vector<BodyParam> bodyParams(const LaunchPlan &P,
                                  llvm::ArrayRef<std::string> Copies) {
  const LoopNest &N = P.source();
  llvm::StringSet<> Used;
  const auto Use = [&](llvm::StringRef Name) { Used.insert(Name); };
  forEachName(*P.Body, N, TextOf::Kernel, Use);
  if (P.Inside)
    forEachName(*P.Inside->condition(), N, TextOf::Kernel, Use);
  for (unsigned C = 0; C < P.CopyNames.size(); ++C)
    Used.insert(P.CopyNames[C]);
  std::vector<BodyParam> All;
  for (unsigned I = 0; I != N.Arrays.size(); ++I)
    if (const ArrayInfo &A = N.Arrays[I]; Used.contains(A.KernelName))
      All.push_back(
          {A.Scalar ? A.ElementType + " &" + A.KernelName : parameterText(A),
           A.KernelName, A.HostText, I});
  for (unsigned C = 0; C < P.CopyNames.size(); ++C)
    All.push_back({copyParameter(P.Mapped->verified(), C, P.CopyNames[C]),
                   P.CopyNames[C], C < Copies.size() ? Copies[C] : ""});
  if (!P.Kernels.empty())
    for (const KernelParam &Q : P.Kernels.front().Params)
      if (Q.What == KernelParam::Segment)
        All.push_back({segmentParameter(N, Q.Index, Q.Name), Q.Name, ""});
  for (const Param &Q : N.Params)
    if (Used.contains(Q.Name))
      All.push_back({parameterText(Q), Q.Name, Q.HostText});
  for (unsigned D = 0; D < P.Mapped->rank(); ++D) {
    const std::string &Counter = P.affine().Dims[D].Counter;
    if (Used.contains(Counter))
      All.push_back({declared(N.Loops[D].CxxType, Counter), Counter, Counter});
  }
  return All;
}

static std::string functionName(const LaunchPlan &P) {
  return P.Name + "_body";
}

/// C++ has no local of a parameter's name in a function's outermost block.
static bool redeclares(const LaunchPlan &P,
                       const std::vector<BodyParam> &Params) {
  bool Found = false;
  forEachValue(*P.Body, [&](const Value &V) {
    Found |= (V.Kind == ValueKind::Declare || V.Kind == ValueKind::Hidden) &&
             llvm::any_of(Params,
                          [&](const BodyParam &Q) { return Q.Name == V.Name; });
    return true;
  });
  return Found;
}

static const char *ofBodies(Dialect D) {
  return D == Dialect::Written ? "static HEDDLE_BODY "
         : D == Dialect::Cuda  ? "static inline __attribute__((always_inline)) "
                                 "__attribute__((host)) __attribute__((device)) "
                              : "static inline __attribute__((always_inline)) ";
}

/// The body's text names a variable that it does not read: a macro drops it.
static bool isDropped(const std::string &Name, const LaunchPlan &P) {
  const LoopNest &N = P.source();
  const Loop &Inner = N.Loops[P.Mapped->rank() - 1];
  bool Elsewhere = false;
  for (const LoopNest::LocalUse &U : N.Locals) {
    if (U.Name != Name)
      continue;
    if (U.At < 0 || (U.At >= Inner.BodyBegin && U.At < Inner.BodyEnd))
      return false;
    Elsewhere = true;
  }
  return Elsewhere;
}

std::string bodyFunction(const LaunchPlan &P, Dialect D) {
  const LoopNest &N = P.source();
  const std::vector<BodyParam> Params = bodyParams(P);
  std::vector<std::string> Declarations;
  for (const BodyParam &Q : Params)
    Declarations.push_back((isDropped(Q.Name, P) ? "[[maybe_unused]] " : "") +
                           Q.Declaration);
  return "// heddle: the body of the loops, for kernels and for loops on the "
         "CPU\n" +
         N.Place.Prefix +
         wrapped(std::string(ofBodies(D)) + "void " + functionName(P),
                 Declarations, 0) +
         " {\n" + threadStatements(P, redeclares(P, Params)) + "}\n" +
         N.Place.Suffix;
}

static std::string call(const LaunchPlan &P,
                        const std::vector<BodyParam> &Params,
                        llvm::function_ref<std::string(const BodyParam &)> Of,
                        size_t Column) {
  std::vector<std::string> Arguments;
  for (const BodyParam &Q : Params)
    Arguments.push_back(Of(Q));
  return wrapped(functionName(P) + P.source().Place.TemplateArgs, Arguments,
                 Column) +
         ";";
}

std::string bodyCallOfKernel(const LaunchPlan &P, size_t Column,
                             llvm::ArrayRef<unsigned> Aligned, unsigned Bytes) {
  const std::string Head =
      "::heddle::rt::aligned<" + std::to_string(Bytes) + ">(";
  const auto Passed = [&](const BodyParam &Q) {
    return Q.Array && llvm::is_contained(Aligned, *Q.Array)
               ? Head + Q.Name + ")"
               : Q.Name;
  };
  return std::string(Column, ' ') + call(P, bodyParams(P), Passed, Column) +
         "\n";
}

namespace {

/// White space around a body, so that a call stands where the body stood.
struct Blanks {
  Blanks(llvm::StringRef Body, size_t First) {
    const llvm::StringRef Inside = Body.trim();
    const size_t Begin = static_cast<size_t>(Inside.begin() - Body.begin());
    // Empty lines and comments before the body are the body's.
    const llvm::StringRef Line =
        Body.take_front(Begin).substr(Body.take_front(Begin).rfind('\n') + 1);
    const bool Breaks = Body.take_front(Begin).contains('\n');
    Before = (Breaks ? "\n" : "") + Line.str();
    After = Body.substr(Begin + Inside.size()).str();
    Column = (Breaks || First == 0 ? 0 : First - 1) + Line.size();
  }
  std::string Before, After;
  size_t Column; ///< of what stands between, from 0
};

} // namespace

/// Code with a call in the place of the innermost mapped loop's body.
static std::string aroundCall(const LaunchPlan &P, const ValueRef &Code,
                              TextOf Which,
                              llvm::ArrayRef<std::string> Copies) {
  const LoopNest &N = P.source();
  const Loop &Inner = N.Loops[P.Mapped->rank() - 1];
  const Span Body{Inner.BodyBegin, Inner.BodyEnd};
  const llvm::StringRef Text =
      llvm::StringRef(N.Text).slice(Body.Begin, Body.End);
  const Blanks Around(Text, positionOf(N, Body.Begin).Column);
  const std::string Call =
      Around.Before +
      call(
          P, bodyParams(P, Copies),
          [&](const BodyParam &Q) {
            return Which == TextOf::Function ? Q.AtHost : Q.Name;
          },
          Around.Column) +
      Around.After;
  return valueText(*changed(Code,
                            [&](const ValueRef &X) -> ValueRef {
                              if (X->Kind != ValueKind::Block ||
                                  !(X->Where == Body))
                                return nullptr;
                              return makeTokens(Call);
                            }),
                   N, Which);
}

std::string loopsAroundCall(const LaunchPlan &P, TextOf Which,
                            llvm::ArrayRef<std::string> Copies) {
  return aroundCall(P, P.source().Code, Which, Copies);
}

std::string outermostBodyAroundCall(const LaunchPlan &P, TextOf Which,
                                    llvm::ArrayRef<std::string> Copies) {
  const LoopNest &N = P.source();
  return aroundCall(P, bodyOf(N.Loops[0], N.Code), Which, Copies);
}

} // namespace heddle
