//===- NestValues.cpp - A nest's text as a tree ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/NestValues.h"
#include "IR/ValueBuilder.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace heddle {

ValueRef spelledValue(llvm::StringRef Kernel, const LoopNest &N,
                      const std::vector<unsigned> &Accesses) {
  std::vector<ValueRef> Parts;
  size_t At = 0;
  auto AddTokens = [&](size_t End) {
    if (At < End)
      Parts.push_back(makeTokens(Kernel.slice(At, End).str()));
  };
  forEachIdentifier(Kernel, [&](llvm::StringRef Name) {
    const size_t Begin = static_cast<size_t>(Name.begin() - Kernel.begin());
    AddTokens(Begin);
    At = Begin + Name.size();
    auto Named = llvm::find_if(
        N.Arrays, [&](const ArrayInfo &A) { return A.KernelName == Name; });
    if (Named == N.Arrays.end()) {
      Parts.push_back(makeName(Name.str(), NameMeaning::Unknown));
      return;
    }
    auto A = std::make_shared<Value>();
    A->Kind = ValueKind::Array;
    A->Index = static_cast<unsigned>(Named - N.Arrays.begin());
    A->Accesses = Accesses;
    llvm::erase_if(A->Accesses,
                   [&](unsigned I) { return N.Accesses[I].Array != A->Index; });
    Parts.push_back(std::move(A));
  });
  AddTokens(Kernel.size());
  return makeValue(ValueKind::Sequence, std::move(Parts));
}

namespace {

class Assembler {
public:
  Assembler(const LoopNest &N, const TextTables &Tables)
      : N(N), Tables(Tables), Builder(N.Text) {}

  AssembledText assemble(std::vector<Value> Values) {
    addLoops();
    addPieces();
    addSlices();
    sortAccesses();
    // Checks stand in the text of the source, whatever kernels have there.
    const auto Others =
        std::stable_partition(Values.begin(), Values.end(), [](const Value &V) {
          return V.Kind == ValueKind::Element || V.Kind == ValueKind::Own;
        });
    for (auto V = Values.begin(); V != Others; ++V)
      Builder.add(std::move(*V));
    Values.erase(Values.begin(), Others);
    respell();
    if (Lost)
      return {nullptr, std::move(Lost)};
    addAccesses();
    for (Value &V : Values)
      Builder.add(std::move(V));
    addPoints();
    return {
        Builder.finish([&](llvm::StringRef Name) { return meaningOf(Name); }),
        std::nullopt};
  }

private:
  /// An access's text, and whether the array is not named in it.
  using Base = std::tuple<unsigned, unsigned, bool>;

  static Value value(ValueKind Kind, Span Where, unsigned Index = 0) {
    Value V;
    V.Kind = Kind;
    V.Where = Where;
    V.Index = Index;
    return V;
  }

  void addLoops() {
    for (unsigned I = 0; I < N.Loops.size(); ++I) {
      const Loop &L = N.Loops[I];
      if (L.TextBegin >= L.TextEnd)
        continue; // in a function that kernels call
      Builder.add(value(ValueKind::Loop, {L.TextBegin, L.TextEnd}, I));
      if (L.HeaderEnd > L.TextBegin)
        Builder.add(value(ValueKind::Source, {L.TextBegin, L.HeaderEnd}));
      Builder.add(value(ValueKind::Block, {L.BodyBegin, L.BodyEnd}));
    }
  }

  void addPieces() {
    for (const Piece &P : N.Pieces)
      if (!valueIsLoop(P))
        Builder.add(value(ValueKind::Block, {P.TextBegin, P.TextEnd}));
  }
  bool valueIsLoop(const Piece &P) const {
    return llvm::any_of(N.Loops, [&](const Loop &L) {
      return L.TextBegin == P.TextBegin && L.TextEnd == P.TextEnd;
    });
  }

  void addSlices() {
    for (const StatementSlice &S : Tables.Slices)
      expect(Builder.slice({S.Begin, S.End}, spelledValue(S.Left, N)),
             {S.Begin, S.End, S.Left});
  }

  void sortAccesses() {
    for (unsigned I = 0; I < Tables.Bases.size(); ++I)
      if (const AccessBase &B = Tables.Bases[I]; B.Begin < B.End)
        Bases[{B.Begin, B.End, B.IsAccess}].push_back(I);
  }

  void respell() {
    for (const UpdateReplacement &U : Tables.Updates)
      if (U.Text.Begin < U.Text.End)
        expect(Builder.respellUpdate({U.Text.Begin, U.Text.End}, U.Array,
                                     spelledValue(U.Text.Kernel, N)),
               U.Text);
    for (const Replacement &H : Tables.Replacements) {
      if (H.Begin == H.End)
        continue;
      auto It = Bases.find({H.Begin, H.End, false});
      expect(Builder.respell({H.Begin, H.End},
                             spelledValue(H.Kernel, N,
                                          It != Bases.end()
                                              ? It->second
                                              : std::vector<unsigned>())),
             H);
    }
  }

  void expect(bool Taken, const Replacement &H) {
    if (!Taken && !Lost)
      Lost = H;
  }

  /// The array of a text is known where all that it stands for is one array.
  void addAccesses() {
    for (const auto &[At, Of] : Bases) {
      const auto [Begin, End, IsAccess] = At;
      const unsigned Array = N.Accesses[Of.front()].Array;
      const bool IsOne = llvm::all_of(
          Of, [&](unsigned I) { return N.Accesses[I].Array == Array; });
      if (!IsOne)
        continue;
      Value V = value(IsAccess ? ValueKind::Access : ValueKind::Array,
                      {Begin, End}, Array);
      V.Accesses = Of;
      Builder.add(std::move(V));
    }
  }

  /// Per replacement: what it opens or closes.
  std::vector<Span> aroundReplacements() const {
    std::vector<Span> Around(Tables.Replacements.size());
    std::vector<size_t> Open;
    for (size_t I = 0; I < Tables.Replacements.size(); ++I) {
      const Replacement &H = Tables.Replacements[I];
      if (H.Begin < H.End)
        continue;
      if (llvm::StringRef(H.Kernel).ends_with("(")) {
        Open.push_back(I);
      } else if (H.Kernel == ")" && !Open.empty()) {
        Around[I] = Around[Open.back()] = {
            Tables.Replacements[Open.back()].Begin, H.Begin};
        Open.pop_back();
      }
    }
    return Around;
  }

  /// Calls are opened before what they hold is, and closed after it.
  void addPoints() {
    const std::vector<Span> Around = aroundReplacements();
    auto Opens = [](const Replacement &H) {
      return H.Kernel.size() > 1 && H.Kernel.back() == '(';
    };
    auto Insert = [&](bool Opening) {
      for (auto [H, Of] : llvm::zip(Tables.Replacements, Around))
        if (H.Begin == H.End && Opens(H) == Opening)
          Builder.insert(H.Begin, spelledValue(H.Kernel, N), Of);
      for (const UpdateReplacement &U : Tables.Updates)
        if (U.Text.Begin == U.Text.End && Opens(U.Text) == Opening)
          Builder.insertUpdate(U.Text.Begin, U.Array,
                               spelledValue(U.Text.Kernel, N));
    };
    // A declaration stands in front of what the statement behind it opens.
    for (const TextDeclaration &D : Tables.Declarations) {
      const bool IsSame = D.Kernel.empty();
      if (D.Begin != D.End)
        Builder.insertIn({D.Begin, D.End}, "{ " + (IsSame ? D.Text : ""), " }");
      else if (IsSame)
        Builder.insertInBoth(D.Begin, D.Text);
      if (!IsSame)
        Builder.insertReadings(D.Begin, D.Text,
                               spelledValue(D.Kernel, N, D.Accesses));
    }
    Insert(true);
    Insert(false);
    for (const HiddenName &H : Tables.HiddenNames)
      Builder.hide(H.At, H.Name);
  }

  NameMeaning meaningOf(llvm::StringRef Name) const {
    if (llvm::any_of(N.Loops, [&](const Loop &L) { return L.Name == Name; }))
      return NameMeaning::Counter;
    if (llvm::any_of(N.Params, [&](const Param &P) { return P.Name == Name; }))
      return NameMeaning::Outside;
    return NameMeaning::Unknown;
  }

  const LoopNest &N;
  const TextTables &Tables;
  ValueBuilder Builder;
  std::optional<Replacement> Lost;
  std::map<Base, std::vector<unsigned>> Bases;
};

} // namespace

AssembledText assembleValues(const LoopNest &N, const TextTables &Tables,
                             std::vector<Value> Values) {
  AssembledText Text = Assembler(N, Tables).assemble(Values);
  if (!Text.Lost)
    return Text;
  // Replacements that kernels need come before what only some launches look at.
  llvm::erase_if(Values,
                 [](const Value &V) { return V.Kind == ValueKind::Element; });
  return Assembler(N, Tables).assemble(std::move(Values));
}

/// Fills HostNames and OtherNames from the texts that they are names of.
static void collectTextNames(LoopNest &N) {
  std::set<std::string> Host, Other;
  auto Collect = [](std::set<std::string> &To, llvm::StringRef Text) {
    forEachIdentifier(Text,
                      [&](llvm::StringRef Name) { To.insert(Name.str()); });
  };
  for (const ArrayInfo &A : N.Arrays)
    Collect(Host, A.HostText);
  for (const Param &P : N.Params)
    Collect(Host, P.HostText);
  Collect(Other, N.Statement);
  for (const LoopNest::HostCondition &C : N.Conditions)
    Collect(Other, C.Text);
  Collect(Other, N.Place.Prefix);
  N.HostNames.assign(Host.begin(), Host.end());
  N.OtherNames.assign(Other.begin(), Other.end());
}

std::optional<Replacement> setCode(LoopNest &N, const TextTables &Tables,
                                   std::vector<Value> Values) {
  AssembledText Text = assembleValues(N, Tables, std::move(Values));
  N.Code = std::move(Text.Code);
  collectTextNames(N);
  return std::move(Text.Lost);
}

void forEachName(const Value &V, const LoopNest &N, TextOf Which,
                 llvm::function_ref<void(llvm::StringRef)> Found) {
  forEachValue(V, [&](const Value &X) {
    switch (X.Kind) {
    case ValueKind::Name:
    case ValueKind::Hidden:
      Found(X.Name);
      return true;
    case ValueKind::Declare:
      if (!X.isWritten())
        Found(X.Name);
      return true;
    case ValueKind::Array:
      Found(N.Arrays[X.Index].KernelName);
      return true;
    case ValueKind::Number:
      forEachLeaf(X.Expression, Found);
      return true;
    case ValueKind::Call:
      if (!X.isWritten())
        forEachIdentifier(X.Name, Found);
      return true;
    case ValueKind::Respelled:
      forEachName(X.operand(Which == TextOf::Function ? 0 : 1), N, Which,
                  Found);
      return false;
    default:
      return true;
    }
  });
}

ValueRef bodyOf(const Loop &L, const ValueRef &Code) {
  ValueRef Body = valueAt(Code, {L.BodyBegin, L.BodyEnd}, ValueKind::Block);
  return Body ? Body : makeValue(ValueKind::Sequence, {});
}

} // namespace heddle
