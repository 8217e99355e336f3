//===- HostBlocks.cpp - Loops in blocks on the CPU ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/HostBlocks.h"
#include "Emit/BodyText.h"
#include "Emit/ConditionText.h"
#include "Emit/KernelText.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

static std::string functionName(const LaunchPlan &P) {
  return P.Name + "_block";
}

/// Ends of loops that depend on others, which blocks compute for each row.
static std::vector<Sym> endsInBlocks(const LaunchPlan &P) {
  std::vector<Sym> All;
  const auto Add = [&](const std::optional<LoopEnds> &Ends,
                       const LoopEnds &Most) {
    if (Ends && !(Ends->Lower == Most.Lower))
      All.push_back(Ends->Lower);
    if (Ends && !(Ends->Upper == Most.Upper))
      All.push_back(Ends->Upper);
  };
  const Dimension &Column = P.affine().Dims[P.Mapped->rank() - 1];
  Add(P.Blocks->Of.ColumnEnds, {Column.Lower, Column.Upper});
  for (const CountedStrip &S : P.Blocks->Of.Strips)
    Add(S.Ends, {S.Whole.Lower, S.Whole.Upper});
  return All;
}

/// Arrays and scalars that the parts, or such loops, name; the launch has shown
/// that arrays are apart.
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
  // Headers of loops may name others than the body does.
  llvm::StringSet<> InEnds;
  for (const Sym &End : endsInBlocks(P))
    forEachLeaf(End, [&](llvm::StringRef Leaf) { InEnds.insert(Leaf); });
  for (const Param &Q : P.source().Params)
    if (InEnds.contains(Q.Name) && !Used.contains(Q.Name))
      All.push_back({parameterText(Q), Q.Name, Q.HostText});
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
        Row(B.Of.RowLoop ? &N.Loops[*B.Of.RowLoop] : nullptr),
        Column(N.Loops[Rank - 1]) {}

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
  void each(const Loop &L, const std::string &First, const std::string &End) {
    open("for (" + declared(L.CxxType, L.Name) + " = " + First + "; " + L.Name +
         " < " + End + "; ++" + L.Name + ")");
  }
  /// The range is one of `long long`.
  void eachOf(const Loop &L, const HostBlocks::Range &Of) {
    const std::string Cast = "static_cast<" + L.CxxType + ">(";
    each(L, Cast + Of.First + ")", Cast + Of.End + ")");
  }
  void eachRow() {
    if (Row)
      each(*Row, B.Rows->First, B.Rows->End);
  }
  /// In a row.
  void eachColumn() {
    if (B.Of.ColumnEnds)
      eachOf(Column, B.ColumnsOfRow);
    else
      each(Column, B.Columns.First, B.Columns.End);
  }
  void closeRows(unsigned Inner) { close(Inner + (Row ? 1 : 0)); }
  std::string column() const {
    return "[" + Column.Name + " - " + B.Columns.First + "]";
  }
  std::string keptOf(const HostBlocks::Number &K) const {
    return K.Rows + (Row ? "[" + Row->Name + " - " + B.Rows->First + "]" : "") +
           column();
  }
  void array(llvm::StringRef Type, const std::string &Name,
             const std::string &Rows) {
    Type.consume_front("const ");
    line(declared(Type.str(), Name) + Rows + "[" +
         std::to_string(B.Of.Columns) + "];");
  }
  std::vector<std::string> parameters() const;
  void within(const LoopEnds &Ends, const LoopEnds &Most,
              const HostBlocks::Range &Of, const HostBlocks::Range &In);
  void columnsOfRow();
  void columnsOfRows();
  void turn();
  void statements(const HostBlocks::Part &Part);
  void strips(const HostBlocks::Part &Part);

  const LaunchPlan &P;
  const Dialect D;
  const LoopNest &N;
  const HostBlocks &B;
  const unsigned Rank;
  const Loop *Row; ///< null: there are columns alone
  const Loop &Column;
  std::string Out, Indent = "  ";
};

} // namespace

std::vector<std::string> BlockWriter::parameters() const {
  std::vector<std::string> All;
  for (const BodyParam &Q : passedToBlocks(P))
    All.push_back(Q.Declaration);
  for (unsigned D = 0; D + 1 < Rank; ++D)
    if (B.Of.RowLoop != D)
      All.push_back("[[maybe_unused]] " +
                    declared(N.Loops[D].CxxType, N.Loops[D].Name));
  const auto Add = [&](const std::string &Type, const HostBlocks::Range &Of) {
    All.push_back(declared(Type, Of.First));
    All.push_back(declared(Type, Of.End));
  };
  if (Row)
    Add(Row->CxxType, *B.Rows);
  Add(B.Of.ColumnEnds ? "long long" : Column.CxxType, B.Columns);
  for (const HostBlocks::StripRanges &S : B.Strips)
    Add("long long", S.All);
  return All;
}

/// Declares Of, the values in In, a part of Most, that are between the ends.
/// All are of `long long`.
void BlockWriter::within(const LoopEnds &Ends, const LoopEnds &Most,
                         const HostBlocks::Range &Of,
                         const HostBlocks::Range &In) {
  const auto Declare = [&](const std::string &Name, const Sym &End,
                           const Sym &Outermost, const std::string &Usual) {
    if (End == Outermost) {
      line("const long long " + Name + " = " + Usual + ";");
      return;
    }
    line("long long " + Name + " = " + conditionText(End, N, /*Narrow=*/false) +
         ";");
    line(Name + " = " + Name + " < " + In.First + " ? " + In.First + " : " +
         Name + " < " + In.End + " ? " + Name + " : " + In.End + ";");
  };
  Declare(Of.First, Ends.Lower, Most.Lower, In.First);
  Declare(Of.End, Ends.Upper, Most.Upper, In.End);
}

void BlockWriter::columnsOfRow() {
  const Dimension &Dim = P.affine().Dims[Rank - 1];
  if (B.Of.ColumnEnds)
    within(*B.Of.ColumnEnds, {Dim.Lower, Dim.Upper}, B.ColumnsOfRow, B.Columns);
}

/// Declares the columns that some row has.
void BlockWriter::columnsOfRows() {
  const HostBlocks::Range &Of = B.ColumnsOfRow, &All = B.ColumnsOfRows;
  line("long long " + All.First + " = " + B.Columns.End + ", " + All.End +
       " = " + B.Columns.First + ";");
  eachRow();
  columnsOfRow();
  open("if (" + Of.First + " < " + Of.End + ")");
  line(All.First + " = " + Of.First + " < " + All.First + " ? " + Of.First +
       " : " + All.First + ";");
  line(All.End + " = " + Of.End + " > " + All.End + " ? " + Of.End + " : " +
       All.End + ";");
  closeRows(1);
}

/// Reads once what all rows use in a strip.
void BlockWriter::turn() {
  if (B.Of.ColumnEnds)
    eachOf(Column, B.ColumnsOfRows);
  else
    each(Column, B.Columns.First, B.Columns.End);
  const HostBlocks::Range &Strip = B.Strips.front().Strip;
  const Loop &InStrip = N.Loops[B.Of.Strips.front().Whole.Loop];
  eachOf(InStrip, Strip);
  for (const HostBlocks::Staged &S : B.Turned)
    line(S.Rows + "[" + InStrip.Name + " - " + Strip.First + "]" + column() +
         " = " + valueText(*S.Element, N, TextOf::Kernel) + ";");
  close(2);
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
  const CountedStrip &Of = B.Of.Strips[*Part.Strip];
  const HostBlocks::StripRanges &Ranges = B.Strips[*Part.Strip];
  const std::string &First = Ranges.Strip.First, &End = Ranges.Strip.End,
                    &Last = Ranges.All.End;
  // Without rows nothing is there to be used again.
  if (Row) {
    const std::string Length = std::to_string(Of.Whole.Length);
    open("for (long long " + First + " = " + Ranges.All.First + ", " + End +
         "; " + First + " < " + Last + "; " + First + " = " + End + ")");
    line(End + " = " + Last + " - " + First + " < " + Length + " ? " + Last +
         " : " + First + " + " + Length + ";");
    if (!B.Turned.empty())
      turn();
    eachRow();
    columnsOfRow();
    if (Of.Ends && B.Of.ColumnEnds)
      line("if (" + B.ColumnsOfRow.End + " <= " + B.ColumnsOfRow.First + ")\n" +
           Indent + "  continue;");
    if (Of.Ends)
      within(*Of.Ends, {Of.Whole.Lower, Of.Whole.Upper}, Ranges.OfRow,
             Ranges.Strip);
  }
  eachOf(N.Loops[Of.Whole.Loop], !Row      ? Ranges.All
                                 : Of.Ends ? Ranges.OfRow
                                           : Ranges.Strip);
  // Iterations are independent. g++ vectorises few loops at -O2 by itself;
  // clang does, and warns of those that it cannot vectorise.
  Out += "#if defined(_OPENMP) && !defined(__clang__)\n#pragma omp simd\n"
         "#endif\n";
  eachColumn();
  statements(Part);
  close(Row ? 4 : 2);
}

std::string BlockWriter::write() {
  const auto InBrackets = [](int64_t Length) {
    return "[" + std::to_string(Length) + "]";
  };
  for (const HostBlocks::Number &K : B.Kept)
    array(K.Type, K.Rows, Row ? InBrackets(B.Of.Rows) : "");
  for (const HostBlocks::Staged &S : B.Turned)
    array(S.Type, S.Rows, InBrackets(B.Of.Strips.front().Whole.Length));
  if (B.Of.ColumnEnds && !B.Turned.empty())
    columnsOfRows();
  for (const HostBlocks::Part &Part : B.Parts) {
    if (Part.Strip) {
      strips(Part);
      continue;
    }
    eachRow();
    columnsOfRow();
    // Elements that lie apart are not worth the time that clang takes.
    if (B.Of.Strips.empty() && D != Dialect::Written)
      Out += "#pragma clang loop vectorize(disable) unroll(disable)\n";
    eachColumn();
    statements(Part);
    closeRows(1);
  }
  std::string Comment = "// heddle: the same loops on the CPU, a block of ";
  if (Row)
    Comment += std::to_string(B.Of.Rows) + " x ";
  Comment += std::to_string(B.Of.Columns) + " iterations";
  if (Row && B.Of.Strips.size() == 1)
    Comment += " and " + std::to_string(B.Of.Strips.front().Whole.Length) +
               " of loop '" + N.Loops[B.Of.Strips.front().Whole.Loop].Name +
               "'";
  else if (Row && !B.Of.Strips.empty())
    Comment += " and " + std::to_string(B.Of.Strips.front().Whole.Length) +
               " of each loop inside";
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
    const int64_t Length = Of.RowLoop == D ? Of.Rows
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
    std::vector<std::string> &Range = Of.RowLoop == D ? Row : Column;
    Range.push_back(Cast + First + " + " + Each + " * " + Size + ")");
    Range.push_back(Cast + Each + " + 1 < " + Count + " ? " + First + " + (" +
                    Each + " + 1) * " + Size + " : " + End + ")");
  }
  for (std::vector<std::string> *Range : {&Row, &Column})
    llvm::append_range(Arguments, *Range);
  for (const CountedStrip &S : Of.Strips) {
    const std::string Base = "heddle_" + N.Loops[S.Whole.Loop].Name;
    Arguments.push_back(Names.invent(Base + "_first"));
    Number(Arguments.back(), S.Whole.Lower);
    Arguments.push_back(Names.invent(Base + "_end"));
    Number(Arguments.back(), S.Whole.Upper);
  }
  if (OpenMP) {
    Text += "#ifdef _OPENMP\n#pragma omp parallel for";
    if (Rank > 1)
      Text += " collapse(" + std::to_string(Rank) + ")";
    // Blocks of a triangle are not alike.
    if (!endsInBlocks(P).empty())
      Text += " schedule(dynamic)";
    Text += "\n#endif\n";
  }
  return Text + Loops + Inner +
         wrapped(functionName(P) + N.Place.TemplateArgs, Arguments,
                 Inner.size()) +
         ";\n";
}

} // namespace heddle
