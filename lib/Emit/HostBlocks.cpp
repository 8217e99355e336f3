//===- HostBlocks.cpp - Loops in blocks on the CPU ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/HostBlocks.h"
#include "Emit/BodyText.h"
#include "Emit/KernelText.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

static std::string functionName(const LaunchPlan &P) {
  return P.Name + "_block";
}

/// Arrays and scalars that the parts name; the launch has shown that arrays are
/// apart.
static std::vector<BodyParam> passedToBlocks(const LaunchPlan &P) {
  llvm::StringSet<> Used;
  const auto Use = [&](llvm::StringRef Name) { Used.insert(Name); };
  for (const HostBlocks::Part &Part : P.Blocks->Parts)
    forEachName(*Part.Code, P.source(), TextOf::Kernel, Use);
  for (const HostBlocks::Staged &S : P.Blocks->Turned)
    forEachName(*S.Element, P.source(), TextOf::Kernel, Use);
  for (unsigned D = 0; D != P.Mapped->rank(); ++D)
    Used.erase(P.affine().Dims[D].Counter);
  std::vector<BodyParam> All = bodyParams(P);
  llvm::erase_if(All,
                 [&](const BodyParam &Q) { return !Used.contains(Q.Name); });
  for (BodyParam &Q : All)
    if (Q.Array && !P.source().Arrays[*Q.Array].Scalar) {
      const ArrayInfo &A = P.source().Arrays[*Q.Array];
      Q.Declaration =
          A.DeclPrefix + "__restrict__ " + A.KernelName + A.DeclSuffix;
    }
  return All;
}

namespace {

class BlockWriter {
public:
  BlockWriter(const LaunchPlan &P, Dialect D)
      : P(P), D(D), N(P.source()), B(*P.Blocks), Rank(P.Mapped->rank()),
        Row(N.Loops[B.Of.RowLoop]), Column(N.Loops[Rank - 1]) {}

  std::string write();

private:
  void line(const std::string &Text) { Out += Indent + Text + "\n"; }
  void open(const std::string &Text) {
    line(Text + " {");
    Indent += "  ";
  }
  void close(unsigned Count = 1) {
    for (; Count != 0; --Count) {
      Indent.resize(Indent.size() - 2);
      line("}");
    }
  }
  void each(const Loop &L, const HostBlocks::Range &Of) {
    open("for (" + declared(L.CxxType, L.Name) + " = " + Of.First + "; " +
         L.Name + " < " + Of.End + "; ++" + L.Name + ")");
  }
  /// The range has a wider type.
  void eachInStrip() {
    const Loop &InStrip = N.Loops[B.Of.Strip->Loop];
    const std::string Cast = "static_cast<" + InStrip.CxxType + ">(";
    open("for (" + declared(InStrip.CxxType, InStrip.Name) + " = " + Cast +
         B.Strip.First + "); " + InStrip.Name + " < " + Cast + B.Strip.End +
         "); ++" + InStrip.Name + ")");
  }
  std::string column() const {
    return "[" + Column.Name + " - " + B.Columns.First + "]";
  }
  std::string keptOf(const HostBlocks::Number &K) const {
    return K.Rows + "[" + Row.Name + " - " + B.Rows.First + "]" + column();
  }
  void rows(llvm::StringRef Type, const std::string &Name, int64_t Length) {
    Type.consume_front("const ");
    line(declared(Type.str(), Name) + "[" + std::to_string(Length) + "][" +
         std::to_string(B.Of.Columns) + "];");
  }
  std::vector<std::string> parameters() const;
  void statements(const HostBlocks::Part &Part);
  void strips(const HostBlocks::Part &Part);

  const LaunchPlan &P;
  const Dialect D;
  const LoopNest &N;
  const HostBlocks &B;
  const unsigned Rank;
  const Loop &Row, &Column;
  std::string Out, Indent = "  ";
};

} // namespace

std::vector<std::string> BlockWriter::parameters() const {
  std::vector<std::string> All;
  for (const BodyParam &Q : passedToBlocks(P))
    All.push_back(Q.Declaration);
  for (unsigned D = 0; D + 1 < Rank; ++D)
    if (D != B.Of.RowLoop)
      All.push_back("[[maybe_unused]] " +
                    declared(N.Loops[D].CxxType, N.Loops[D].Name));
  const auto Add = [&](const std::string &Type, const HostBlocks::Range &Of) {
    All.push_back(declared(Type, Of.First));
    All.push_back(declared(Type, Of.End));
  };
  Add(Row.CxxType, B.Rows);
  Add(Column.CxxType, B.Columns);
  if (B.Of.Strip)
    Add("long long", B.All);
  return All;
}

/// One iteration's.
void BlockWriter::statements(const HostBlocks::Part &Part) {
  for (const unsigned I : Part.Used) {
    const HostBlocks::Number &K = B.Kept[I];
    const bool IsConst = llvm::StringRef(K.Type).starts_with("const ");
    line(K.Type + (IsConst ? " " : " &") + K.Name + " = " + keptOf(K) + ";");
  }
  Out += bodyStatements(P, *Part.Code, Part.TextBegin, /*InBraces=*/false);
  for (const unsigned I : Part.Declared)
    line(B.Kept[I].IsUnset ? "(void)" + B.Kept[I].Name + ";"
                           : keptOf(B.Kept[I]) + " = " + B.Kept[I].Name + ";");
}

/// The strip's loop stands between rows and columns.
void BlockWriter::strips(const HostBlocks::Part &Part) {
  const std::string &First = B.Strip.First, &End = B.Strip.End,
                    Length = std::to_string(B.Of.Strip->Length);
  open("for (long long " + First + " = " + B.All.First + ", " + End + "; " +
       First + " < " + B.All.End + "; " + First + " = " + End + ")");
  line(End + " = " + B.All.End + " - " + First + " < " + Length + " ? " +
       B.All.End + " : " + First + " + " + Length + ";");
  if (!B.Turned.empty()) {
    each(Column, B.Columns);
    eachInStrip();
    for (const HostBlocks::Staged &S : B.Turned)
      line(S.Rows + "[" + N.Loops[B.Of.Strip->Loop].Name + " - " + First + "]" +
           column() + " = " + valueText(*S.Element, N, TextOf::Kernel) + ";");
    close(2);
  }
  each(Row, B.Rows);
  eachInStrip();
  // Iterations are independent. g++ vectorises few loops at -O2 by itself;
  // clang does, and warns of those that it cannot vectorise.
  Out += "#if defined(_OPENMP) && !defined(__clang__)\n#pragma omp simd\n"
         "#endif\n";
  each(Column, B.Columns);
  statements(Part);
  close(4);
}

std::string BlockWriter::write() {
  for (const HostBlocks::Number &K : B.Kept)
    rows(K.Type, K.Rows, B.Of.Rows);
  for (const HostBlocks::Staged &S : B.Turned)
    rows(S.Type, S.Rows, B.Of.Strip->Length);
  for (const HostBlocks::Part &Part : B.Parts) {
    if (Part.IsStrip) {
      strips(Part);
      continue;
    }
    each(Row, B.Rows);
    // Elements that lie apart are not worth the time that clang takes.
    if (!B.Of.Strip && D != Dialect::Written)
      Out += "#pragma clang loop vectorize(disable) unroll(disable)\n";
    each(Column, B.Columns);
    statements(Part);
    close(2);
  }
  std::string Comment = "// heddle: the same loops on the CPU, a block of " +
                        std::to_string(B.Of.Rows) + " x " +
                        std::to_string(B.Of.Columns) + " iterations";
  if (B.Of.Strip)
    Comment += " and " + std::to_string(B.Of.Strip->Length) + " of loop '" +
               N.Loops[B.Of.Strip->Loop].Name + "'";
  return Comment + " at a time\n" + N.Place.Prefix +
         wrapped(std::string("static ") +
                     (D == Dialect::Written ? "HEDDLE_OUTLINE "
                                            : "__attribute__((noinline)) ") +
                     "void " + functionName(P),
                 parameters(), 0) +
         " {\n" + Out + "}\n" + N.Place.Suffix;
}

std::string blockFunction(const LaunchPlan &P, Dialect D) {
  return BlockWriter(P, D).write();
}

//===--- Where the loops stand --------------------------------------------===//

std::string loopsOverBlocks(const LaunchPlan &P, TakenNames &Names,
                            const std::string &Indent, bool OpenMP,
                            llvm::function_ref<std::string(const Sym &)> Host) {
  const LoopNest &N = P.source();
  const unsigned Rank = P.Mapped->rank();
  const CacheBlocks &Of = P.Blocks->Of;
  std::string Text, Loops, Inner = Indent;
  const auto Number = [&](const std::string &Name, const Sym &S) {
    const std::string Value =
        S.isConst() ? std::to_string(S.value())
                    : "(::heddle::rt::checked(" + Host(S) + ")).value()";
    Text += Indent + "const long long " + Name + " = " + Value + ";\n";
  };
  std::vector<std::string> Arguments, Row, Column;
  for (const BodyParam &Q : passedToBlocks(P))
    Arguments.push_back(Q.AtHost);
  for (unsigned D = 0; D != Rank; ++D) {
    const Dimension &Dim = P.affine().Dims[D];
    const Loop &L = N.Loops[D];
    const int64_t Length = D == Of.RowLoop ? Of.Rows
                           : D + 1 == Rank ? Of.Columns
                                           : 1;
    const std::string Base = "heddle_" + L.Name,
                      First = Names.invent(Base + "_first"),
                      End = Names.invent(Base + "_end"),
                      Count = Names.invent(Base + "_blocks"),
                      Each = Names.invent(Base + "_block");
    Number(First, Dim.Lower);
    Number(End, Dim.Upper);
    // There are iterations.
    Text += Indent + "const long long " + Count + " = " +
            (Length == 1 ? End + " - " + First
                         : "(" + End + " - " + First + " - 1) / " +
                               std::to_string(Length) + " + 1") +
            ";\n";
    Loops += Inner + "for (long long " + Each + " = 0; " + Each + " < " +
             Count + "; ++" + Each + ")\n";
    Inner += "  ";
    const std::string Cast = "static_cast<" + L.CxxType + ">(";
    if (Length == 1) {
      Arguments.push_back(Cast + First + " + " + Each + ")");
      continue;
    }
    const std::string Size = std::to_string(Length);
    std::vector<std::string> &Range = D == Of.RowLoop ? Row : Column;
    Range.push_back(Cast + First + " + " + Each + " * " + Size + ")");
    Range.push_back(Cast + Each + " + 1 < " + Count + " ? " + First + " + (" +
                    Each + " + 1) * " + Size + " : " + End + ")");
  }
  for (std::vector<std::string> *Range : {&Row, &Column})
    llvm::append_range(Arguments, *Range);
  if (Of.Strip) {
    const std::string Base = "heddle_" + N.Loops[Of.Strip->Loop].Name;
    Arguments.push_back(Names.invent(Base + "_first"));
    Number(Arguments.back(), Of.Strip->Lower);
    Arguments.push_back(Names.invent(Base + "_end"));
    Number(Arguments.back(), Of.Strip->Upper);
  }
  if (OpenMP)
    Text += "#ifdef _OPENMP\n#pragma omp parallel for collapse(" +
            std::to_string(Rank) + ")\n#endif\n";
  return Text + Loops + Inner +
         wrapped(functionName(P) + N.Place.TemplateArgs, Arguments,
                 Inner.size()) +
         ";\n";
}

} // namespace heddle
