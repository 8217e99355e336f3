//===- RangeText.cpp - Headers of plain loops into the text ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/RangeText.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace clang;

namespace heddle {
namespace {

/// Builds the new text from the old one, and knows what has become of places.
class Rewriting {
public:
  explicit Rewriting(llvm::StringRef Old) : Old(Old) {}

  unsigned here() const { return static_cast<unsigned>(New.size()); }
  unsigned linesSince(unsigned Begin) const {
    return static_cast<unsigned>(
        llvm::StringRef(New).substr(Begin).count('\n'));
  }
  void keepTo(unsigned End) {
    copy(Done, End);
    Done = End;
  }
  void skipTo(unsigned End) { Done = End; }
  void add(llvm::StringRef Text) { New += Text.str(); }
  void copy(unsigned Begin, unsigned End) {
    Copies.push_back({Begin, End, here()});
    New += Old.slice(Begin, End).str();
  }
  std::string finish() {
    keepTo(static_cast<unsigned>(Old.size()));
    return New;
  }
  /// Where the bytes [Begin, End) stand now: nowhere, or in several places.
  std::vector<unsigned> places(unsigned Begin, unsigned End) const {
    std::vector<unsigned> To;
    for (const Copy &C : Copies)
      if (C.Begin <= Begin && End <= C.End)
        To.push_back(C.At + (Begin - C.Begin));
    return To;
  }
  /// The place where a byte outside of headers stands now.
  unsigned place(unsigned At) const { return places(At, At).front(); }

private:
  struct Copy {
    unsigned Begin, End, At;
  };
  llvm::StringRef Old;
  std::string New;
  unsigned Done = 0;
  std::vector<Copy> Copies;
};

} // namespace

/// Where the new text has the bytes of S, which may be none; nothing: it has
/// them twice, or not at all.
static std::optional<Span> onlyPlace(const Rewriting &New, Span S) {
  if (S.isEmpty())
    return S;
  const std::vector<unsigned> At = New.places(S.Begin, S.End);
  if (At.size() != 1)
    return std::nullopt;
  return Span{At.front(), At.front() + (S.End - S.Begin)};
}

/// The ranges of text that the nest knows besides its loops move with it.
static void movePlaces(NestReader &NR, const Rewriting &New) {
  for (Piece &P : NR.Nest->Pieces) {
    P.TextBegin = New.place(P.TextBegin);
    P.TextEnd = New.place(P.TextEnd);
  }
  for (StatementSlice &S : NR.Texts.Slices) {
    S.Begin = New.place(S.Begin);
    S.End = New.place(S.End);
  }
  std::vector<LoopNest::LocalUse> Locals;
  for (const LoopNest::LocalUse &U : NR.Nest->Locals) {
    if (U.At < 0)
      Locals.push_back(U);
    else
      for (unsigned At : New.places(static_cast<unsigned>(U.At),
                                    static_cast<unsigned>(U.At) + 1))
        Locals.push_back({U.Name, At});
  }
  NR.Nest->Locals = std::move(Locals);
  std::vector<HiddenName> Hidden;
  for (const HiddenName &H : NR.Texts.HiddenNames)
    for (unsigned At : New.places(H.At, H.At + 1))
      Hidden.push_back({At, H.Name});
  NR.Texts.HiddenNames = std::move(Hidden);
  for (TextDeclaration &D : NR.Texts.Declarations) {
    D.Begin = New.place(D.Begin);
    D.End = New.place(D.End);
  }
  std::vector<Replacement> Replacements;
  for (const Replacement &H : NR.Texts.Replacements)
    for (unsigned At : New.places(H.Begin, H.End))
      Replacements.push_back({At, At + (H.End - H.Begin), H.Kernel});
  llvm::stable_sort(Replacements,
                    [](const Replacement &A, const Replacement &B) {
                      return A.Begin < B.Begin;
                    });
  NR.Texts.Replacements = std::move(Replacements);
  for (UpdateReplacement &H : NR.Texts.Updates) {
    const unsigned Length = H.Text.End - H.Text.Begin;
    H.Text.Begin = New.place(H.Text.Begin);
    H.Text.End = H.Text.Begin + Length;
  }
  std::vector<Value> Values;
  for (const Value &V : NR.Spans.Values)
    for (unsigned At : New.places(V.Where.Begin, V.Where.End)) {
      Values.push_back(V);
      Values.back().Where = {At, At + (V.Where.End - V.Where.Begin)};
    }
  NR.Spans.Values = std::move(Values);
  std::vector<ReadingCall> Readings;
  for (const ReadingCall &C : NR.Nest->Readings)
    for (unsigned At : New.places(C.Name.Begin, C.Name.End)) {
      Readings.push_back(C);
      Readings.back().Name = {At, At + (C.Name.End - C.Name.Begin)};
    }
  NR.Nest->Readings = std::move(Readings);
  std::vector<Shortcut> Shortcuts;
  for (const Shortcut &S : NR.Nest->Shortcuts) {
    const std::optional<Span> Where = onlyPlace(New, S.Where),
                              Value = onlyPlace(New, S.Value);
    if (!Where || !Value)
      continue;
    Shortcuts.push_back(S);
    Shortcuts.back().Where = *Where;
    Shortcuts.back().Value = *Value;
  }
  NR.Nest->Shortcuts = std::move(Shortcuts);
  for (AccessBase &B : NR.Texts.Bases) {
    if (B.Begin >= B.End)
      continue;
    const std::vector<unsigned> At = New.places(B.Begin, B.End);
    const unsigned Length = At.size() == 1 ? B.End - B.Begin : 0;
    B.Begin = At.empty() ? 0 : At.front();
    B.End = B.Begin + Length;
  }
}

/// Puts what C has in the place of its bytes.
static void cutOut(Rewriting &New, const TextCut &C,
                   std::vector<Replacement> &Added) {
  New.keepTo(C.Begin);
  const unsigned At = New.here();
  New.add(C.Text);
  if (!C.Kernel.empty())
    Added.push_back({At, New.here(), C.Kernel});
  New.skipTo(C.End);
}

namespace {

/// Where the header and the body of a range's loop stand in the new text.
struct HeaderPlace {
  unsigned Begin, HeaderEnd, BodyBegin, BodyLine;
};

} // namespace

/// The loops' own offsets move with the text. Places: of loops of ranges.
static void moveLoops(NestReader &NR, const Rewriting &New,
                      const std::map<unsigned, HeaderPlace> &Places) {
  llvm::DenseSet<unsigned> Ends; // loops of ranges whose body is the range's
  for (const RangeText &R : NR.Spans.RangeTexts)
    if (R.Taken.empty())
      Ends.insert(R.First + R.Count - 1);
  for (unsigned I = 0; I < NR.Nest->Loops.size(); ++I) {
    Loop &L = NR.Nest->Loops[I];
    L.TextEnd = New.place(L.TextEnd);
    auto It = Places.find(I);
    const bool Own = It == Places.end() || Ends.contains(I);
    L.BodyEnd = Own ? New.place(L.BodyEnd) : L.TextEnd;
    L.BodyBegin = Own ? New.place(L.BodyBegin) : It->second.BodyBegin;
    if (It == Places.end()) {
      L.TextBegin = New.place(L.TextBegin);
      L.HeaderEnd = L.HeaderEnd ? New.place(L.HeaderEnd) : 0;
      continue;
    }
    L.TextBegin = It->second.Begin;
    L.HeaderEnd = It->second.HeaderEnd;
    if (!Own)
      L.BodyLine = It->second.BodyLine;
  }
}

void writeRangesOut(NestReader &NR) {
  if (NR.Spans.RangeTexts.empty() || NR.Failed)
    return;
  llvm::sort(NR.Spans.RangeTexts, [&](const RangeText &A, const RangeText &B) {
    return NR.Nest->Loops[A.First].TextBegin <
           NR.Nest->Loops[B.First].TextBegin;
  });
  const std::string Old = NR.Nest->Text;
  Rewriting New(Old);
  std::vector<Replacement> Added;
  llvm::sort(NR.Spans.Cuts, [](const TextCut &A, const TextCut &B) {
    return A.Begin < B.Begin;
  });
  auto Cut = NR.Spans.Cuts.begin();
  const auto KeepTo = [&](unsigned End) {
    for (; Cut != NR.Spans.Cuts.end() && Cut->Begin < End; ++Cut)
      cutOut(New, *Cut, Added);
    New.keepTo(End);
  };
  auto Write = [&](const std::vector<RangeText::Piece> &Pieces) {
    for (const RangeText::Piece &P : Pieces) {
      const unsigned At = New.here();
      if (P.Text.empty())
        New.copy(P.Begin, P.End);
      else
        New.add(P.Text);
      if (!P.Kernel.empty())
        Added.push_back({At, New.here(), P.Kernel});
    }
  };
  std::map<unsigned, HeaderPlace> Places;
  for (const RangeText &R : NR.Spans.RangeTexts) {
    const Loop &Outer = NR.Nest->Loops[R.First];
    KeepTo(Outer.TextBegin);
    const unsigned Begin = New.here();
    for (unsigned K = 0; K < R.Count; ++K) {
      const unsigned At = New.here();
      Write(R.Loops[K]);
      const unsigned HeaderEnd = New.here();
      if (K + 1 < R.Count || !R.Taken.empty())
        New.add(" ");
      Places[R.First + K] = {At, HeaderEnd, New.here(), R.Line};
    }
    Write(R.Taken);
    // The text that follows keeps its line.
    const size_t Had = llvm::StringRef(Old)
                           .slice(Outer.TextBegin, Outer.HeaderEnd)
                           .count('\n');
    if (const size_t Has = New.linesSince(Begin); Has < Had)
      New.add(std::string(Had - Has, '\n'));
    for (unsigned K = 0; K < R.Count; ++K) {
      HeaderPlace &P = Places[R.First + K];
      P.BodyLine -= New.linesSince(P.BodyBegin);
    }
    New.skipTo(Outer.HeaderEnd);
  }
  KeepTo(static_cast<unsigned>(Old.size()));
  NR.Nest->Text = New.finish();

  moveLoops(NR, New, Places);
  movePlaces(NR, New);
  llvm::append_range(NR.Texts.Replacements, Added);
  llvm::stable_sort(NR.Texts.Replacements,
                    [](const Replacement &A, const Replacement &B) {
                      return A.Begin < B.Begin;
                    });
}

} // namespace heddle
