//===- BodyText.cpp - The body of the mapped loops, as a function ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/BodyText.h"
#include "Emit/ConditionText.h"
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

/// The names in the body, and all that is called there.
static llvm::StringSet<> namesInBody(const LaunchPlan &P) {
  llvm::StringSet<> Used;
  const auto Use = [&](llvm::StringRef Name) { Used.insert(Name); };
  forEachName(*P.Body, P.source(), TextOf::Kernel, Use);
  if (P.Inside)
    forEachName(*P.Inside->condition(), P.source(), TextOf::Kernel, Use);
  for (unsigned C = 0; C < P.CopyNames.size(); ++C)
    Used.insert(P.CopyNames[C]);
  return Used;
}

/// Counters: of so many loops, from the outermost one on.
static std::vector<BodyParam> paramsOf(const LaunchPlan &P,
                                       const llvm::StringSet<> &Used,
                                       unsigned Counters,
                                       llvm::ArrayRef<std::string> Copies) {
  const LoopNest &N = P.source();
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
  for (unsigned D = 0; D < Counters; ++D) {
    const std::string &Counter = P.affine().Dims[D].Counter;
    if (Used.contains(Counter))
      All.push_back({declared(N.Loops[D].CxxType, Counter), Counter, Counter});
  }
  return All;
}

std::vector<BodyParam> bodyParams(const LaunchPlan &P,
                                  llvm::ArrayRef<std::string> Copies) {
  return paramsOf(P, namesInBody(P), P.Mapped->rank(), Copies);
}

static std::vector<BodyParam> rowParams(const LaunchPlan &P) {
  llvm::StringSet<> Used = namesInBody(P);
  for (const Sym &S : {P.Row->Lower, P.Row->Upper})
    forEachLeaf(S, [&](llvm::StringRef Name) { Used.insert(Name); });
  return paramsOf(P, Used, P.Mapped->rank() - 1, {});
}

static std::string functionName(const LaunchPlan &P) {
  return P.Name + "_body";
}

static std::string rowName(const LaunchPlan &P) { return P.Name + "_row"; }

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

/// A function with its template header; What it is, for readers.
static std::string functionText(const LaunchPlan &P, Dialect D,
                                const char *What, const std::string &Name,
                                const std::vector<BodyParam> &Params,
                                const std::string &Statements) {
  const Placement &Place = P.source().Place;
  std::vector<std::string> Declarations;
  for (const BodyParam &Q : Params)
    Declarations.push_back((isDropped(Q.Name, P) ? "[[maybe_unused]] " : "") +
                           Q.Declaration);
  return std::string("// heddle: ") + What + "\n" + Place.Prefix +
         wrapped(std::string(ofBodies(D)) + "void " + Name, Declarations, 0) +
         " {\n" + Statements + "}\n" + Place.Suffix;
}

std::string bodyFunction(const LaunchPlan &P, Dialect D) {
  const std::vector<BodyParam> Params = bodyParams(P);
  return functionText(
      P, D, "the body of the loops, for kernels and for loops on the CPU",
      functionName(P), Params, threadStatements(P, redeclares(P, Params)));
}

static std::string call(const LaunchPlan &P, const std::string &Function,
                        const std::vector<BodyParam> &Params,
                        llvm::function_ref<std::string(const BodyParam &)> Of,
                        size_t Column) {
  std::vector<std::string> Arguments;
  for (const BodyParam &Q : Params)
    Arguments.push_back(Of(Q));
  return wrapped(Function + P.source().Place.TemplateArgs, Arguments, Column) +
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
  return std::string(Column, ' ') +
         call(P, functionName(P), bodyParams(P), Passed, Column) + "\n";
}

std::string rowFunction(const LaunchPlan &P, Dialect D) {
  const LoopNest &N = P.source();
  const InsideRow &R = *P.Row;
  const Loop &L = N.Loops[P.Mapped->rank() - 1];
  std::string Text;
  const auto Wide = [&](const Sym &S) { return conditionText(S, N, false); };
  const auto Define = [&](const std::string &Name, const std::string &Value) {
    Text += "  const long long " + Name + " = " + Value + ";\n";
  };
  // Within the loop and in order, also where it runs no iteration.
  const auto Between = [&](const std::string &Name, const Sym &Value,
                           const std::string &Least) {
    Text += "  long long " + Name + " = " + R.EndName + ";\n";
    Text += "  if (" +
            (R.Rows.isConst(1) ? "" : conditionText(R.Rows, N, true) + " && ") +
            Wide(Value) + " < " + R.EndName + ")\n";
    Text += "    " + Name + " = " + Wide(Value) + " < " + Least + " ? " +
            Least + " : " + Wide(Value) + ";\n";
  };
  Define(R.BeginName, Wide(R.Lower));
  Define(R.EndName, Wide(R.Upper));
  Between(R.FirstName, R.First, R.BeginName);
  Between(R.LastName, R.Last, R.FirstName);
  const auto Header = [&](const std::string &From, const std::string &To) {
    return "  for (int " + L.Name + " = static_cast<int>(" + From + "); " +
           L.Name + " < static_cast<int>(" + To + "); ++" + L.Name + ")";
  };
  const std::string AtEdge = bodyCallOfKernel(P, 4);
  Text += Header(R.BeginName, R.FirstName) + "\n" + AtEdge;
  Text += Header(R.FirstName, R.LastName) + " {\n" +
          bodyStatements(P, *P.Inside->Body, /*InBraces=*/false) + "  }\n";
  Text += Header(R.LastName, R.EndName) + "\n" + AtEdge;
  return functionText(P, D,
                      "a row on the CPU, in the middle of which conditions "
                      "have one outcome",
                      rowName(P), rowParams(P), Text);
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

/// Code with a call in the place of the part of this kind.
static std::string textAround(const ValueRef &Code, ValueKind Kind, Span Where,
                              const std::string &Call, const LoopNest &N,
                              TextOf Which) {
  return valueText(*changed(Code,
                            [&](const ValueRef &X) {
                              return X->Kind == Kind && X->Where == Where
                                         ? makeTokens(Call)
                                         : nullptr;
                            }),
                   N, Which);
}

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
          P, functionName(P), bodyParams(P, Copies),
          [&](const BodyParam &Q) {
            return Which == TextOf::Function ? Q.AtHost : Q.Name;
          },
          Around.Column) +
      Around.After;
  return textAround(Code, ValueKind::Block, Body, Call, N, Which);
}

std::string loopsAroundRow(const LaunchPlan &P) {
  const LoopNest &N = P.source();
  const Loop &L = N.Loops[P.Mapped->rank() - 1];
  const unsigned Column = positionOf(N, L.TextBegin).Column;
  const std::string Call = call(
      P, rowName(P), rowParams(P), [](const BodyParam &Q) { return Q.AtHost; },
      Column == 0 ? 0 : Column - 1);
  return textAround(N.Code, ValueKind::Loop, {L.TextBegin, L.TextEnd}, Call, N,
                    TextOf::Function);
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
