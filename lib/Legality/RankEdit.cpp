//===- RankEdit.cpp - How to ask for fewer mapped loops -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/RankEdit.h"
#include "heddle/mapped_space.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace heddle;

namespace {

using Text = std::optional<std::string>;

/// As the source spells it; none where it does not, or not in one place.
Text spelled(const ExprRef &E) {
  if (!E || E->Text.empty() || !E->Where.isValid())
    return std::nullopt;
  return E->Text;
}

/// E + 1, where n - 1 gives n.
Text plusOne(const ExprRef &E) {
  Text T = spelled(E);
  if (!T)
    return T;
  const Expr *Inner = E.get();
  while (Inner->Kind == ExprKind::Cast)
    Inner = Inner->Operands[0].get();
  if (Inner->Kind == ExprKind::Const)
    return std::to_string(Inner->Value + 1);
  if (Inner->Kind == ExprKind::Sub &&
      Inner->Operands[1]->Kind == ExprKind::Const &&
      Inner->Operands[1]->Value == 1)
    return spelled(Inner->Operands[0]);
  if (llvm::is_contained({ExprKind::Param, ExprKind::Add, ExprKind::Sub,
                          ExprKind::Mul, ExprKind::Div, ExprKind::Rem},
                         Inner->Kind))
    return *T + " + 1";
  return "(" + *T + ") + 1";
}

/// The counter, at most widened.
bool countsPlainly(const Loop &L) {
  const Expr *E = L.CounterSide.get();
  for (; E && E->Kind == ExprKind::Cast; E = E->Operands[0].get()) {
    IntType From = E->Operands[0]->Type, To = E->Type;
    bool Keeps = From.Signed == To.Signed ? From.Bits <= To.Bits
                                          : To.Signed && From.Bits < To.Bits;
    if (!Keeps)
      return false;
  }
  return E && E->Kind == ExprKind::Counter;
}

/// First and, exclusive, last value that the loop takes.
std::pair<Text, Text> ends(const Loop &L) {
  if (!countsPlainly(L))
    return {};
  if (L.Step == -1)
    switch (L.Rel) {
    case Relation::Ge:
      return {spelled(L.Bound), plusOne(L.Init)};
    case Relation::Gt:
      return {plusOne(L.Bound), plusOne(L.Init)};
    default:
      return {};
    }
  if (L.Step > 0 && L.Rel == Relation::Lt)
    return {spelled(L.Init), spelled(L.Bound)};
  if (L.Step > 0 && L.Rel == Relation::Le)
    return {spelled(L.Init), plusOne(L.Bound)};
  return {};
}

/// "n", or "{n, m}".
std::string list(llvm::ArrayRef<std::string> Entries) {
  if (Entries.size() == 1)
    return Entries[0];
  return "{" + llvm::join(Entries, ", ") + "}";
}

std::string list(llvm::ArrayRef<int64_t> Entries) {
  std::vector<std::string> Texts;
  for (int64_t V : Entries)
    Texts.push_back(std::to_string(V));
  return llvm::join(Texts, ", ");
}

/// "bounds(0, n)"; without lower bounds that are all 0.
Text bounds(llvm::ArrayRef<Text> Lower, llvm::ArrayRef<Text> Upper) {
  std::vector<std::string> L, U;
  for (unsigned D = 0; D < Upper.size(); ++D) {
    if (!Lower[D] || !Upper[D])
      return std::nullopt;
    L.push_back(*Lower[D]);
    U.push_back(*Upper[D]);
  }
  bool Zero = llvm::all_of(L, [](const std::string &S) { return S == "0"; });
  return "bounds(" + (Zero ? "" : list(L) + ", ") + list(U) + ")";
}

class RankEditor {
public:
  RankEditor(const AffineNest &N, unsigned Rank)
      : N(N), A(N.Nest->Annot), Rank(Rank) {}

  RankEdit run() {
    bool Declared = A.HasBounds || !A.Step.empty() || !A.Width.empty();
    Edit.NewMapping = !mappingFits();
    if (!(Declared ? shorten() : declare()))
      Edit.Words.clear();
    // In a template another instantiation may need other words.
    if (Edit.Words.empty() || Edit.NewMapping ||
        !N.Nest->Place.Parameters.empty())
      Edit.Edits.clear();
    return Edit;
  }

private:
  void word(const std::string &Text, SourceRef Where, bool Insert = false) {
    Edit.Words += (Edit.Words.empty() ? "" : ", ") + Text;
    Edit.Edits.push_back({Where, "heddle::" + Text, Insert});
  }

  /// The lists that are there lose their last entries.
  bool shorten() {
    if (A.HasBounds) {
      std::vector<Text> Lower, Upper;
      for (unsigned D = 0; D < Rank; ++D) {
        // bounds(U) leaves the lower ones out.
        const ExprRef &L = A.Lower[D];
        Lower.push_back(L->Where.isValid() ? spelled(L) : Text("0"));
        Upper.push_back(spelled(A.Upper[D]));
      }
      Text B = bounds(Lower, Upper);
      if (!B)
        return false;
      word(*B, A.BoundsWhere);
    }
    llvm::ArrayRef<int64_t> Step = A.Step, Width = A.Width;
    if (!Step.empty())
      word("step(" + list(Step.take_front(Rank)) + ")", A.StepWhere);
    if (!Width.empty())
      word("width(" + list(Width.take_front(Rank)) + ")", A.WidthWhere);
    return true;
  }

  /// The space is declared before the first annotation.
  bool declare() {
    if (Rank > N.RectangularDepth)
      return false;
    std::vector<Text> Lower, Upper;
    std::vector<int64_t> Steps;
    for (unsigned D = 0; D < Rank; ++D) {
      auto [L, U] = ends(N.Nest->Loops[D]);
      Lower.push_back(L);
      Upper.push_back(U);
      Steps.push_back(std::max<int64_t>(N.Nest->Loops[D].Step, 1));
    }
    Text B = bounds(Lower, Upper);
    if (!B)
      return false;
    word(*B, A.Where);
    if (llvm::any_of(Steps, [](int64_t S) { return S != 1; }))
      word("step(" + list(Steps) + ")", A.Where);
    std::string All;
    for (const FixIt &F : Edit.Edits)
      All += F.Text + ", ";
    Edit.Edits = {{A.Where, All, /*Insert=*/true}};
    return true;
  }

  /// The mapping takes a space of this rank. Bounds that are not known stand for
  /// no size in particular.
  bool mappingFits() const {
    if (!A.Map)
      return true;
    constexpr long long Some = 1000;
    basic_index_space<long long> Space;
    Space.rank = static_cast<int>(Rank);
    for (unsigned D = 0; D < Rank; ++D) {
      const Dimension &Dim = N.Dims[D];
      long long L = Dim.Lower.isConst() ? Dim.Lower.value() : 1;
      Space.lower[D] = L;
      Space.upper[D] = L + Some;
      Space.step[D] = Dim.Step;
      Space.width[D] = Dim.Width;
    }
    return apply(*A.Map, Space).valid();
  }

  const AffineNest &N;
  const Annotation &A;
  unsigned Rank;
  RankEdit Edit;
};

} // namespace

RankEdit heddle::editForRank(const AffineNest &N, unsigned Rank) {
  return RankEditor(N, Rank).run();
}
