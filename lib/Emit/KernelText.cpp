//===- KernelText.cpp - The text of one kernel ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KernelText.h"
#include "Emit/BodyText.h"
#include "Emit/ReduceText.h"
#include "Emit/SegmentText.h"
#include "Emit/SourceLines.h"
#include "Emit/SymText.h"
#include "Emit/ThreadLines.h"
#include "Emit/TileText.h"
#include "Emit/ValueText.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

/// The index space in words: "0 <= i < n step 5 width 2".
static std::string describeSpace(const AffineNest &N, unsigned Rank) {
  std::string Text;
  for (unsigned D = 0; D < Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    Text += (D ? ", " : "") + toString(Dim.Lower) + " <= " + Dim.Counter +
            " < " + toString(Dim.Upper);
    if (!Dim.Taken.isConst(1))
      Text += " where " + toString(Dim.Taken);
    if (Dim.Step == 1)
      continue;
    if (Dim.Width == 1)
      Text += " step " + std::to_string(Dim.Step);
    else
      Text += " step " + std::to_string(Dim.Step) + " width " +
              std::to_string(Dim.Width);
  }
  return Text;
}

/// Says what is copied before the launch, and which reads made that necessary.
static std::string copyComment(const VerifiedNest &V, const ArrayCopy &C,
                               const std::string &Name) {
  const ArrayInfo &A = V.source().Arrays[C.Array];
  std::string Bytes = bytesText(C, A.ElementBytes);
  std::string Text = "//   copy          " + Name + ": " +
                     elementsText(C, V.source()) + " of '" + A.Name + "'" +
                     (Bytes.empty() ? "" : ", " + Bytes) +
                     ", before the launch\n";
  std::vector<std::string> Reads;
  for (const RedirectedRead &R : C.Reads) {
    const Access &Read =
        V.source().Accesses[V.affine().Accesses[R.Access].Source];
    std::string One = "'" + Read.Text + "'";
    if (!R.Where.isConst(1))
      One += " where " + toString(R.Where);
    if (!llvm::is_contained(Reads, One))
      Reads.push_back(One);
  }
  for (const std::string &One : Reads)
    Text += "//                 for " + One +
            (V.source().isStatement() ? ", which another element's thread"
                                      : ", which a later iteration") +
            " overwrites\n";
  return Text;
}

/// Which loops a thread runs, where the source has them around others.
static std::string ownersComment(const AffineNest &N) {
  if (!N.Owner)
    return "";
  if (N.Owner->Segments) {
    std::vector<std::string> Names;
    for (const Segments::Owned &O : N.Owner->Segments->Arrays)
      Names.push_back("'" + N.Nest->Arrays[O.Array].Name + "'");
    return "//   segments      each element of " + llvm::join(Names, ", ") +
           " has a thread, which runs in order the iterations\n"
           "//                 that update it; the launch lists them\n";
  }
  std::vector<std::string> InThread;
  for (unsigned L = N.DeclaredRank; L < N.Depth; ++L)
    InThread.push_back("'" + N.Nest->Loops[L].Name + "'");
  const std::string Loops =
      (InThread.size() == 1 ? "loop " : "loops ") + llvm::join(InThread, ", ");
  if (!N.Owner->Array)
    return "//   turned        " + Loops + " in the thread, in order\n";
  return "//   owners        each element of '" +
         N.Nest->Arrays[*N.Owner->Array].Name + "' has a thread, which runs " +
         Loops + " in order\n";
}

static std::string subject(const LoopNest &N) {
  const std::string Number =
      std::to_string(N.Step.Number) + " of " + std::to_string(N.Step.Of);
  if (N.Step.Role == StepRole::Stage)
    return "stage " + Number + " of the statement";
  if (N.isPart())
    return "part " + Number + " of the loops";
  return N.isStatement() ? "the statement" : "the loops";
}

/// ", 4 x n iterations a thread"; empty where that is one.
static std::string serialComment(const ThreadMapping &V) {
  std::vector<std::string> Extents;
  for (const Sym &E : V.Serial)
    Extents.push_back(toString(E));
  return Extents.empty()
             ? ""
             : ", " + llvm::join(Extents, " x ") + " iterations a thread";
}

std::string widthComment(const std::vector<Sym> &Narrow) {
  std::string Text;
  for (const Sym &S : Narrow)
    Text += (Text.empty() ? "" : ", ") + toString(S);
  return Text.empty() ? "" : "//   index width   32 bits, where " + Text + "\n";
}

/// When a launch takes a kernel in the place of the first.
static std::string whenTaken(const KernelPlan &K, const MappedNest &M) {
  if (const auto &Choice = K.Mapping->Choice)
    return Choice->Candidate
               ? ", as candidate " + std::to_string(Choice->Candidate) +
                     " that the launch may choose"
               : ", " + launchesText(*Choice);
  if (!(&K - 1)->Narrow.empty())
    return ", where indices do not fit 32 bits";
  if (M.mappings().front().Iterations)
    return ", where the thread space above does not fit the device or "
           "has\n//         many idle threads";
  return ", where the thread space above would not fit the device";
}

/// Fallback kernels say only what differs.
static std::string comment(const LaunchPlan &P, const KernelPlan &K) {
  const MappedNest &M = *P.Mapped;
  const AffineNest &N = M.affine();
  const LoopNest &Source = *N.Nest;
  const ThreadMapping &V = *K.Mapping;
  bool IsFirst = &K == &P.Kernels.front();
  std::string Text;
  if (IsFirst) {
    Text +=
        "// heddle: " + subject(Source) + " of " + placeOfNest(Source) + "\n";
    Text += "//   index space   " + describeSpace(N, M.rank()) + "\n";
    for (const Footprint &F : M.verified().footprints())
      if (F.Written && Source.Arrays[F.Array].Temporary)
        Text += "//   stores        '" + Source.Arrays[F.Array].Name +
                "', which the launch keeps for later stages\n";
    if (K.Tree)
      Text += (K.Tree->Scans ? "//   scan          " : "//   reduction     ") +
              describeTree(K, Source) +
              (K.Tree->Scans ? ", in the same blocks wherever it runs\n"
                             : ", in one tree wherever it runs\n");
    for (const Reduction &X : M.verified().reductions())
      if (!Source.Arrays[X.Array].Scalar)
        Text += "//   reduction     " + Source.Arrays[X.Array].Name + " by " +
                X.Class + ", a step at a time in any order\n";
    Text += ownersComment(N);
  } else {
    Text += std::string("// heddle: the same ") +
            (Source.Step.Role == StepRole::Stage ? "stage"
             : Source.isStatement()              ? "statement"
                                                 : "loops") +
            whenTaken(K, M) + "\n";
  }
  Text += "//   mapping       " + V.Spelling;
  if (IsFirst && !M.strategy().empty())
    Text += ", chosen by " + M.strategy();
  Text += "\n//   thread space  grid " + extentsText(V.Grid) + ", block " +
          extentsText(V.Block) + serialComment(V) + "\n" +
          widthComment(K.Narrow);
  Text += tileComment(P, K);
  if (IsFirst)
    for (auto [C, Name] : llvm::zip(M.verified().copies(), P.CopyNames))
      Text += copyComment(M.verified(), C, Name);
  Text +=
      std::string("//   each iteration runs in exactly one thread: proved ") +
      (V.Proof == ProofKind::AllParameters ? "for all parameters"
                                           : "by theorem") +
      "\n";
  return Text;
}

/// Without the folders.
static std::string lineText(llvm::StringRef File, unsigned Line) {
  return File.substr(File.rfind('/') + 1).str() + ":" + std::to_string(Line);
}

std::string placeOfNest(const LoopNest &N) {
  std::string Text = lineText(N.Place.Nest.File, positionOf(N, 0).Line);
  for (const unsigned Line : N.Separate.Lines)
    Text += (Line == N.Separate.Lines.back() ? " and " : ", ") +
            std::to_string(Line);
  return Text;
}

std::string parameterText(const ArrayInfo &A, const std::string &Qualifier) {
  return A.DeclPrefix + Qualifier + A.KernelName + A.DeclSuffix;
}

std::string parameterText(const Param &P) {
  return declared(P.CxxType, P.Name);
}

std::string parameterText(const KernelPlan &K, const KernelParam &P) {
  const bool Narrow = K.Width == IndexWidth::I32;
  if (P.What == KernelParam::Divisor)
    return (Narrow ? "::heddle::rt::divisor32 " : "::heddle::rt::divisor64 ") +
           P.Name;
  return (Narrow || P.IsInt ? "int " : "long long ") + P.Name;
}

/// No pointer is chosen by a condition, and no compiler can join accesses of
/// different arrays.
static bool isUnconditional(const VerifiedNest &V) {
  const LoopNest &N = V.source();
  return N.Guards.empty() &&
         llvm::none_of(
             N.Accesses,
             [](const Access &A) { return A.May || !A.Guards.empty(); }) &&
         llvm::none_of(V.copies(), hasChoice);
}

/// Before the names of pointers. The launch has shown that what the kernel
/// touches of its arrays is apart, or the nest writes none of them. But nvcc 13
/// makes stale reads of elements that the thread has written where a condition
/// chooses between such an array and another one: through the read-only cache
/// where it has joined the reads of `c ? x[i] : w[i]`, and out of a loop where
/// the kernel itself has the text `(c ? x : w)[i]`. So where an array is both
/// read and written, only those that are written have the qualifier, and only
/// if the body is a function and has no condition; elements that a thread owns
/// stay in registers then. A table of rows is none of them.
namespace {
struct Qualifiers {
  const VerifiedNest &V;
  bool All, Written; ///< arrays that have it

  explicit Qualifiers(const LaunchPlan &P)
      : V(P.Mapped->verified()),
        All(llvm::none_of(
            V.source().Accesses,
            [&](const Access &A) { return !A.IsWrite && V.writes(A.Array); })),
        Written(All || (hasBodyFunction(P) && isUnconditional(V))) {}

  std::string ofArray(unsigned Array) const {
    const bool IsTable = V.source().Arrays[Array].Tables != 0;
    return All || (Written && V.writes(Array) && !IsTable) ? "__restrict__ "
                                                           : "";
  }
  std::string ofOthers() const { return All ? "__restrict__ " : ""; }
};
} // namespace

static std::string parameter(const KernelPlan &K, const KernelParam &P,
                             const Qualifiers &Apart) {
  const VerifiedNest &V = Apart.V;
  const LoopNest &N = V.source();
  switch (P.What) {
  case KernelParam::Array:
    if (N.Arrays[P.Index].Scalar)
      return N.Arrays[P.Index].DeclPrefix + Apart.ofArray(P.Index) + P.Name;
    return parameterText(N.Arrays[P.Index], Apart.ofArray(P.Index));
  case KernelParam::Scalar:
    return parameterText(N.Params[P.Index]);
  case KernelParam::Copy:
    return copyParameter(V, P.Index, Apart.ofOthers() + P.Name);
  case KernelParam::Segment:
    return segmentParameter(N, P.Index, Apart.ofOthers() + P.Name);
  case KernelParam::Extent:
  case KernelParam::Runs:
  case KernelParam::Divisor:
    return parameterText(K, P);
  }
  return "";
}

std::string wrapped(const std::string &Head,
                    const std::vector<std::string> &List, size_t Column) {
  std::string Text = Head + "(";
  size_t Indent = Column + Text.size(), At = Indent;
  for (size_t I = 0; I < List.size(); ++I) {
    std::string One = List[I] + (I + 1 < List.size() ? "," : ")");
    if (I > 0 && At + 1 + One.size() > 80) {
      Text += "\n" + std::string(Indent, ' ');
      At = Indent;
    } else if (I > 0) {
      Text += " ";
      ++At;
    }
    Text += One;
    At += One.size();
  }
  return List.empty() ? Text + ")" : Text;
}

static std::vector<std::string> parameters(const KernelPlan &K,
                                           const LaunchPlan &P) {
  std::vector<std::string> Params;
  const Qualifiers Apart(P);
  for (const KernelParam &Q : K.Params)
    Params.push_back(parameter(K, Q, Apart));
  return Params;
}

static std::string signature(const LaunchPlan &P, const KernelPlan &K,
                             Dialect D) {
  return wrapped("static " + std::string(ofKernels(D)) + "void " + K.Name,
                 parameters(K, P), 0) +
         " {\n";
}

/// In braces of its own, since it may redeclare a parameter's name.
static std::string body(const LaunchPlan &P, size_t Column = 2,
                        llvm::ArrayRef<unsigned> Aligned = {},
                        unsigned Bytes = 0) {
  return hasBodyFunction(P) ? bodyCallOfKernel(P, Column, Aligned, Bytes)
                            : threadStatements(P, /*InBraces=*/true);
}

/// The loops that a thread runs, and the lines and the body in them.
static std::string threadLoops(const LaunchPlan &P, const KernelPlan &K,
                               std::string Indent, bool IsWhole, Dialect D) {
  const DeviceText Device(K, P.source());
  std::string Text, End;
  if (IsWhole)
    Text += unrollLine(D, Indent);
  for (const KernelLine &L :
       llvm::ArrayRef(K.Lines).drop_front(linesBeforeLoops(K).size())) {
    if (L.IsImplied && IsWhole)
      continue;
    Text += lineText(L, Device, Indent);
    if (L.What != KernelLine::Loop)
      continue;
    End.insert(0, Indent + "}\n");
    Indent += "  ";
  }
  return Text +
         (IsWhole ? body(P, Indent.size(), K.Wide, K.Bytes)
                  : body(P, Indent.size())) +
         End;
}

/// All that follows the lines before the loops.
static std::string threadText(const LaunchPlan &P, const KernelPlan &K,
                              Dialect D) {
  const size_t Before = linesBeforeLoops(K).size();
  if (Before == K.Lines.size())
    return body(P);
  const std::optional<Sym> &Whole = K.Lines[Before].Whole;
  if (!K.hasRest())
    return threadLoops(P, K, "  ", Whole.has_value(), D);
  const DeviceText Device(K, P.source());
  std::string Guards;
  for (const KernelLine &L : linesBeforeLoops(K))
    if (L.IsImplied)
      Guards += guardText(L, Device, "    ", "return");
  return "  if (" + Device.condition(*Whole) + ") {\n" +
         threadLoops(P, K, "    ", /*IsWhole=*/true, D) + "  } else {\n" +
         Guards + threadLoops(P, K, "    ", /*IsWhole=*/false, D) + "  }\n";
}

/// Lines that begin in the given column, counted from 0, or further right.
static std::string indented(llvm::StringRef Text, size_t Column) {
  size_t Own = Text.size();
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.rtrim('\n').split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    Own = std::min(Own, Line.find_first_not_of(' '));
  std::string Out;
  for (llvm::StringRef Line : Lines)
    Out += std::string(Column, ' ') + Line.substr(Own).str() + "\n";
  return Out;
}

/// The text without the braces, or the loop, that stand around it.
static std::string placedBody(const LaunchPlan &P, const Value &Body,
                              unsigned TextBegin, size_t Column) {
  const LoopNest &N = P.source();
  const std::string Text = valueText(Body, N, TextOf::Kernel, P.CopyNames);
  return N.isStatement()
             ? indented(Text, Column)
             : placedText(Text, positionOf(N, TextBegin), N.Place.Nest.File);
}

/// `continue` in Text ends it.
static std::string enclosed(const LaunchPlan &P, const std::string &Text,
                            bool InBraces) {
  if (P.source().Continues)
    return "  do {\n" + Text + "  } while (false);\n";
  return InBraces ? "  {\n" + Text + "  }\n" : Text;
}

std::string threadStatements(const LaunchPlan &P, bool InBraces) {
  if (!P.Inside)
    return bodyStatements(P, *P.Body, InBraces);
  return eitherStatements(P, *P.Inside->Body, *P.Body,
                          P.source().Loops[P.Mapped->rank() - 1].BodyBegin, 2);
}

std::string eitherStatements(const LaunchPlan &P, const Value &Inside,
                             const Value &Body, unsigned TextBegin,
                             size_t Column) {
  const std::string Indent(Column, ' ');
  return enclosed(
      P,
      Indent + "// heddle: inside, where conditions have one outcome\n" +
          Indent + "if (" +
          valueText(*P.Inside->condition(), P.source(), TextOf::Kernel) +
          ") {\n" + placedBody(P, Inside, TextBegin, Column + 2) + Indent +
          "} else {\n" + placedBody(P, Body, TextBegin, Column + 2) + Indent +
          "}\n",
      /*InBraces=*/false);
}

std::string bodyStatements(const LaunchPlan &P, const Value &Body,
                           bool InBraces) {
  const LoopNest &N = P.source();
  return bodyStatements(P, Body, N.Loops[P.Mapped->rank() - 1].BodyBegin,
                        InBraces);
}

std::string bodyStatements(const LaunchPlan &P, const Value &Body,
                           unsigned TextBegin, bool InBraces, size_t Column) {
  return enclosed(
      P, placedBody(P, Body, TextBegin, InBraces ? Column + 2 : Column),
      InBraces);
}

const char *ofKernels(Dialect D) {
  return D == Dialect::Written ? "__global__ "
         : D == Dialect::Cuda  ? "__attribute__((global)) "
                              // As HEDDLE_COLD.
                              : "__attribute__((noinline, cold, minsize)) ";
}

std::string unrollLine(Dialect D, const std::string &Indent, int64_t Turns) {
  const std::string Count = std::to_string(Turns);
  switch (D) {
  case Dialect::Written:
    return Indent + "HEDDLE_UNROLL" + (Turns ? "_BY(" + Count + ")\n" : "\n");
  case Dialect::Cuda:
    return Indent + "#pragma unroll" + (Turns ? " " + Count + "\n" : "\n");
  default:
    return "";
  }
}

const char *ofBothSides(Dialect D) {
  return D == Dialect::Written ? "HEDDLE_HD "
         : D == Dialect::Cuda ? "__attribute__((host)) __attribute__((device)) "
                              : "";
}

std::string functionsText(const LaunchPlan &P, Dialect D) {
  const LoopNest &N = P.source();
  std::string Text;
  for (const OpenedMember &O : N.Opened)
    Text += "HEDDLE_OPEN_MEMBER(" + O.Name + ", " + O.Pointer + ")\n";
  for (const DeviceClone &F : N.Functions) {
    Text += "// heddle: a copy of '" + F.Original + "' (" +
            lineText(F.File, F.Line) + ") for kernels\n" + F.Prefix +
            wrapped("static " + std::string(ofBothSides(D)) + F.Result + " " +
                        F.Name,
                    F.Params, 0) +
            "\n" +
            placedText(F.Body, {F.Line, D == Dialect::Written ? 1 : F.Column},
                       F.File) +
            "\n";
  }
  return Text;
}

std::string kernelText(const LaunchPlan &P, const KernelPlan &K, Dialect D) {
  const LoopNest &N = P.source();
  if (K.Tree && K.Tree->Scans)
    return comment(P, K) +
           scanText(P, K, D, parameters(K, P),
                    lines(K, N, "[[maybe_unused]] ") +
                        bodyStatements(P, *P.Slice, /*InBraces=*/true),
                    lines(K, N) + body(P));
  if (K.Tile)
    return comment(P, K) + N.Place.Prefix + signature(P, K, D) +
           tileText(P, K, D) + N.Place.Suffix + "\n";
  if (K.Tree)
    return comment(P, K) +
           treeText(P, K, D, parameters(K, P), lines(K, N), body(P));
  return comment(P, K) + N.Place.Prefix + signature(P, K, D) + lines(K, N) +
         threadText(P, K, D) + "}\n" + N.Place.Suffix + "\n";
}

} // namespace heddle
