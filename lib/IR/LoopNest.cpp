//===- LoopNest.cpp - Facts and stable text of a nest ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/LoopNest.h"
#include "Diagnostics/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using llvm::formatv;

namespace heddle {
namespace {

const char *spelling(Relation Rel) {
  switch (Rel) {
  case Relation::Lt:
    return "<";
  case Relation::Le:
    return "<=";
  case Relation::Gt:
    return ">";
  case Relation::Ge:
    return ">=";
  case Relation::Ne:
    return "!=";
  }
  return "?";
}

const char *spelling(Provenance P) {
  switch (P) {
  case Provenance::Object:
    return "object";
  case Provenance::Restrict:
    return "restrict";
  case Provenance::Pointer:
    return "pointer";
  }
  return "?";
}

std::string list(const std::vector<ExprRef> &Es) {
  return llvm::join(llvm::map_range(Es,
                                    [](const ExprRef &E) {
                                      return E ? toString(*E)
                                               : std::string("?");
                                    }),
                    ", ");
}

template <class T> std::string numbers(const std::vector<T> &Values) {
  return llvm::join(
      llvm::map_range(Values, [](T V) { return std::to_string(V); }), " ");
}

void dumpAnnotation(const Annotation &A, llvm::raw_ostream &OS) {
  if (A.HasBounds)
    OS << "  bounds (" << list(A.Lower) << ") .. (" << list(A.Upper) << ")\n";
  if (!A.Step.empty())
    OS << "  step " << numbers(A.Step) << '\n';
  if (!A.Width.empty())
    OS << "  width " << numbers(A.Width) << '\n';
  if (A.HasMap)
    OS << "  map " << A.MapText << '\n';
  for (const std::vector<unsigned> &Apart : A.NoAlias)
    OS << "  noalias " << numbers(Apart) << '\n';
  if (!A.Independent.empty())
    OS << "  independent " << numbers(A.Independent) << '\n';
  if (!A.Reduce.empty())
    OS << "  reduce " << numbers(A.Reduce) << '\n';
  if (!A.InPlace.empty())
    OS << "  inplace " << numbers(A.InPlace) << '\n';
  if (!A.Copy.empty())
    OS << "  copy " << numbers(A.Copy) << '\n';
  for (const Annotation::Staged &S : A.Stage)
    OS << "  stage " << S.Array << '\n';
  for (const Annotation::Strip &S : A.Strips)
    OS << "  strip '" << S.Counter << "' " << S.Length << '\n';
  if (A.Roll)
    OS << "  roll '" << A.Roll->Counter << "'\n";
  for (const int64_t Size : A.Tiles)
    OS << "  tiles " << Size << '\n';
}

void dumpLoop(const LoopNest &N, unsigned I, llvm::raw_ostream &OS) {
  const Loop &L = N.Loops[I];
  OS << formatv("  loop i{0} '{1}' {2}: from {3} while {4} {5} {6} step {7}", I,
                L.Name, L.CxxType, toString(*L.Init), toString(*L.CounterSide),
                spelling(L.Rel), toString(*L.Bound), L.Step);
  if (I < N.PerfectDepth)
    OS << " perfect";
  else
    OS << " in " << L.Parent;
  if (L.DataDependent)
    OS << " data-dependent";
  if (L.OmpCanonical)
    OS << " omp";
  OS << formatv(" body-line {0}\n", L.BodyLine);
}

void dumpParam(const LoopNest &N, unsigned I, llvm::raw_ostream &OS) {
  const Param &P = N.Params[I];
  OS << formatv("  param p{0} '{1}' {2} = {3}", I, P.Name, P.CxxType,
                P.HostText);
  if (P.Integral)
    OS << formatv(" {0}{1}", P.Type.Signed ? "i" : "u", P.Type.Bits);
  if (!P.StorageText.empty())
    OS << " storage " << P.StorageText;
  if (P.LaunchOnly)
    OS << " launch-only";
  OS << '\n';
}

void dumpArray(const LoopNest &N, unsigned I, llvm::raw_ostream &OS) {
  const ArrayInfo &A = N.Arrays[I];
  OS << formatv("  array a{0} '{1}' {2} {3} bytes [{4}] {5} {6}{7}{8} = {9}", I,
                A.Name, A.ElementType, A.ElementBytes, list(A.Extents),
                spelling(A.Origin), A.DeclPrefix, A.KernelName, A.DeclSuffix,
                A.HostText);
  if (A.Rows >= 0)
    OS << (A.RowsClaimed ? " claimed rows p" : " rows p") << A.Rows;
  if (A.Tables)
    OS << " tables " << A.Tables << (A.OwnsRows ? " of containers" : "");
  for (auto [I, P] : llvm::enumerate(A.RowExtents))
    OS << (I ? ", p" : " claimed rows p") << P;
  if (A.Records)
    OS << " records";
  if (A.Scalar)
    OS << " scalar by " << A.Accumulator;
  if (A.Unreachable)
    OS << " unreachable";
  if (A.Temporary)
    OS << " temporary";
  if (!A.ObjectKey.empty())
    OS << " key " << A.ObjectKey;
  if (!A.StorageText.empty())
    OS << " storage " << A.StorageText;
  OS << '\n';
}

void dumpAccess(const Access &A, llvm::raw_ostream &OS) {
  OS << formatv("  s{0} {1} a{2}[{3}] loops ({4})", A.Statement,
                A.IsWrite ? "write" : "read", A.Array, list(A.Subscripts),
                numbers(A.Loops));
  if (!A.Guards.empty())
    OS << " guards (" << numbers(A.Guards) << ")";
  if (A.May)
    OS << " may";
  if (A.Compound)
    OS << " compound";
  if (!A.Op.empty())
    OS << " op " << A.Op;
  if (!A.Reduces.empty())
    OS << " reduces " << A.Reduces;
  if (A.Dropped)
    OS << " dropped";
  OS << '\n';
}

std::string spelling(const Value &V, const LoopNest &N) {
  if (V.Kind == ValueKind::Array)
    return N.Arrays[V.Index].KernelName;
  std::string Text = V.Name;
  for (const Operand &Op : V.Operands)
    Text += spelling(*Op.Is, N);
  return Text;
}

/// The parts of the text that kernels spell otherwise.
void dumpRespelled(const LoopNest &N, llvm::raw_ostream &OS) {
  forEachValue(*N.Code, [&](const Value &V) {
    if (V.Kind != ValueKind::Respelled)
      return true;
    OS << formatv("  hole {0}..{1} '{2}' -> '{3}'\n", V.Where.Begin,
                  V.Where.End,
                  llvm::StringRef(N.Text).slice(V.Where.Begin, V.Where.End),
                  spelling(V.operand(1), N));
    return false;
  });
}

void dumpPlacement(const Placement &P, llvm::raw_ostream &OS) {
  OS << formatv("  kernel for '{0}' #{1} before line {2}", P.FunctionName,
                P.Ordinal, P.Insert.Line);
  if (!P.Prefix.empty())
    OS << ", prefix '" << llvm::StringRef(P.Prefix).rtrim() << "'";
  if (!P.TemplateArgs.empty())
    OS << ", arguments '" << P.TemplateArgs << "'";
  if (!P.Parameters.empty())
    OS << ", where '" << P.Parameters << "' is '" << P.Arguments << "'";
  if (!P.Suffix.empty())
    OS << ", suffix '" << P.Suffix << "'";
  if (P.Constexpr)
    OS << ", constexpr";
  OS << formatv("\n  unique key {0}\n", P.UniqueKey);
}

} // namespace

void Annotation::clearSpace() {
  HasBounds = false;
  Lower.clear();
  Upper.clear();
  Step.clear();
  Width.clear();
}

void Annotation::clearMap() {
  Map.reset();
  Strategy.reset();
  MapText.clear();
  MapStepWhere.clear();
  MapStepCall.clear();
}

unsigned Annotation::namedLoops() const {
  for (size_t Rank : {HasBounds ? Upper.size() : 0, Step.size(), Width.size()})
    if (Rank)
      return static_cast<unsigned>(Rank);
  return 0;
}

unsigned Annotation::independentLoops() const {
  return std::max(namedLoops(), 1u);
}

bool LoopNest::isIndependent(unsigned Array) const {
  return llvm::is_contained(Annot.Independent, Array);
}

bool LoopNest::isClaimed(unsigned Array) const {
  return Arrays[Array].RowsClaimed || !Arrays[Array].RowExtents.empty() ||
         isIndependent(Array);
}

const JointChoice *LoopNest::choiceOf(unsigned Array) const {
  auto It = llvm::find_if(Choices, [&](const JointChoice &C) {
    return C.Key == Array || llvm::is_contained(C.With, Array);
  });
  return It == Choices.end() ? nullptr : &*It;
}

const CompactedArray *LoopNest::compactedOf(unsigned Array) const {
  auto It = llvm::find_if(
      Compacted, [&](const CompactedArray &C) { return C.Array == Array; });
  return It == Compacted.end() ? nullptr : &*It;
}

std::optional<bool> countsDown(const LoopNest &N, unsigned Rank) {
  const auto Down = [](const Loop &L) { return L.Step < 0; };
  const auto Mapped = llvm::ArrayRef(N.Loops).take_front(Rank);
  if (llvm::all_of(Mapped, Down))
    return true;
  return llvm::none_of(Mapped, Down) ? std::optional(false) : std::nullopt;
}

void Annotation::clearArrays() {
  InPlace.clear();
  Copy.clear();
  Reduce.clear();
}

void Annotation::clearTile() {
  Stage.clear();
  Strips.clear();
  Roll.reset();
  Tiles.clear();
}

std::optional<int64_t> declaredElements(const ArrayInfo &A) {
  int64_t Elements = 1;
  for (const ExprRef &E : llvm::drop_end(A.Extents, A.Records ? 1 : 0))
    if (!E || E->Kind != ExprKind::Const || E->Value <= 0 ||
        __builtin_mul_overflow(Elements, E->Value, &Elements))
      return std::nullopt;
  return A.Extents.empty() ? std::nullopt : std::optional<int64_t>(Elements);
}

std::string shownText(const LoopNest &N, std::string Text) {
  for (const auto &[Part, Shown] : llvm::reverse(N.Shown))
    for (size_t At = Text.find(Part); At != std::string::npos;
         At = Text.find(Part, At + Shown.size()))
      Text.replace(At, Part.size(), Shown);
  return Text;
}

void LoopNest::dump(llvm::raw_ostream &OS) const {
  OS << formatv("nest perfect-depth {0} at line {1}", PerfectDepth,
                Place.Nest.Line);
  if (Step.Role != StepRole::Whole)
    OS << formatv(", {0} {1} of {2}",
                  Step.Role == StepRole::Stage ? "stage" : "part", Step.Number,
                  Step.Of);
  OS << '\n';
  dumpAnnotation(Annot, OS);
  for (unsigned I = 0; I < Loops.size(); ++I)
    dumpLoop(*this, I, OS);
  for (unsigned I = 0; I < Params.size(); ++I)
    dumpParam(*this, I, OS);
  for (unsigned I = 0; I < Arrays.size(); ++I)
    dumpArray(*this, I, OS);
  for (unsigned I = 0; I < Guards.size(); ++I)
    OS << formatv("  guard g{0} {1}{2}\n", I, Guards[I].Negated ? "not " : "",
                  toString(*Guards[I].Cond));
  for (const Shortcut &S : Shortcuts)
    OS << formatv("  shortcut {0}..{1} is {2} where {3}\n", S.Where.Begin,
                  S.Where.End,
                  S.Is.empty()
                      ? formatv("{0}..{1}", S.Value.Begin, S.Value.End).str()
                      : S.Is,
                  S.Cond ? toString(*S.Cond) : "nobody knows");
  for (const Access &A : Accesses)
    dumpAccess(A, OS);
  for (const CompactedArray &C : Compacted)
    OS << formatv("  compacted a{0} at a{1}, from p{2}{3}\n", C.Array,
                  C.Variable, C.Start, C.IsBehind ? " + 1" : "");
  for (const Piece &P : Pieces)
    OS << formatv("  piece of i{0} bytes {1}..{2} accesses {3}..{4} loops "
                  "{5}..{6}{7}\n",
                  P.Loop, P.TextBegin, P.TextEnd, P.AccessBegin, P.AccessEnd,
                  P.LoopBegin, P.LoopEnd, P.IsLoop ? ", a loop" : "");
  for (const FoldedConstant &F : Folded)
    OS << "  folded '" << F.Text << "' " << F.Value << '\n';
  for (const ExprRef &E : Assumptions)
    OS << "  assume " << toString(*E) << '\n';
  for (const HostCondition &C : Conditions)
    OS << "  condition '" << C.Text << "'\n";
  for (const OpenedMember &O : Opened)
    OS << formatv("  opened {0} {1}\n", O.Name, O.Pointer);
  for (const DeviceClone &F : Functions)
    OS << formatv("  function '{0}' copies '{1}', line {2}: {3} ({4})\n{5}\n",
                  F.Name, F.Original, F.Line, F.Result,
                  llvm::join(F.Params, ", "), F.Body);
  if (isStatement())
    OS << "  statement '" << Statement << "'\n" << Text;
  if (!Separate.empty())
    OS << "  made of\n" << Separate.Text << "\n";
  dumpRespelled(*this, OS);
  dumpPlacement(Place, OS);
}

void noteCalls(const LoopNest &N, Diagnostic &D) {
  std::vector<SourceRef> Inside{D.Where};
  for (size_t I = 0; I < Inside.size(); ++I)
    for (const LoopNest::CallInside &C : N.Calls) {
      const SourceRef At = Inside[I];
      if (At.Begin < C.Body.Begin || C.Body.End < At.Begin ||
          llvm::any_of(Inside, [&](const SourceRef &S) {
            return S.Begin == C.Call.Begin && S.End == C.Call.End;
          }))
        continue;
      D.note(C.Call, "'" + C.Name + "' is called here");
      Inside.push_back(C.Call);
    }
}

} // namespace heddle
