//===- TileText.cpp - Kernels whose threads share what they load ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/TileText.h"
#include "Emit/KernelText.h"
#include "Emit/PhaseText.h"
#include "Emit/ThreadLines.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

namespace {

/// Writes one part of the body: the lines before it, the loops of the thread
/// around it, and what it keeps.
class PartWriter {
public:
  PartWriter(const LaunchPlan &P, const KernelPlan &K, Dialect D,
             unsigned Number, unsigned Column)
      : P(P), K(K), T(*K.Tile), D(D), Part(T.Parts[Number]),
        Strip(T.stripOf(Number)), Device(K, P.source()), Indent(Column, ' ') {
    Used = namesUsed(/*IsFull=*/false);
    UsedInFull = namesUsed(/*IsFull=*/true);
  }

  std::string write();

private:
  void line(const std::string &Text) { Out += Indent + Text + "\n"; }
  void open(const std::string &Text) {
    line(Text + " {");
    Indent += "  ";
  }
  void close() {
    Indent.resize(Indent.size() - 2);
    line("}");
  }
  void unroll() { Out += unrollLine(D, Indent); }
  llvm::StringSet<> namesUsed(bool IsFull) const;
  bool asksInside() const { return Part.Inside && !T.Inside.empty(); }
  /// Where most blocks are inside, the others have one text.
  bool mayBeFull() const {
    return !asksInside() && (hasSerial() ? !T.Full.empty() : Strip != nullptr);
  }
  /// Threads ask; blocks of which iterations are missing stand at the edges.
  bool mayBeInside(bool IsFull) const {
    return Part.Inside && T.Inside.empty() && (IsFull || !mayBeFull());
  }
  const Value &code() const { return IsInside ? *Part.Inside : *Part.Code; }
  /// The part needs the line.
  bool isUsed(const KernelLine &L, bool IsFull) const {
    return isNeeded(L, IsFull, IsFull ? UsedInFull : Used);
  }
  static bool isNeeded(const KernelLine &L, bool IsFull,
                       const llvm::StringSet<> &Used) {
    return L.What == KernelLine::Guard   ? !IsFull
           : L.What == KernelLine::Local ? Used.contains(L.Name)
                                         : true;
  }
  bool hasSerial() const {
    return linesBeforeLoops(K).size() != K.Lines.size();
  }
  std::string kept(unsigned Number) const;
  void restore();
  void save();
  void loops(bool IsFull);
  void serial(bool IsFull);

  const LaunchPlan &P;
  const KernelPlan &K;
  const KernelTile &T;
  const Dialect D;
  const TilePart &Part;
  const KernelTile::Strip *const Strip; ///< null: it is none
  const DeviceText Device;
  std::string Indent, Out;
  llvm::StringSet<> Used, UsedInFull; ///< names
  bool IsInside = false;              ///< the block is
};

} // namespace

/// From the last line on, each of which uses those before it.
llvm::StringSet<> PartWriter::namesUsed(bool IsFull) const {
  llvm::StringSet<> All;
  const auto Insert = [&](llvm::StringRef Name) { All.insert(Name); };
  forEachName(*Part.Code, P.source(), TextOf::Kernel, Insert);
  if (Part.Inside)
    forEachName(*P.Inside->condition(), P.source(), TextOf::Kernel, Insert);
  for (const KernelLine &L : llvm::reverse(K.Lines))
    if (isNeeded(L, IsFull, All))
      forEachLeaf(L.Value, Insert);
  return All;
}

/// The register, at the thread's serial point.
std::string PartWriter::kept(unsigned Number) const {
  std::string Text =
      T.Kept[Number].Register + "(" + llvm::join(T.Phases.Threads, ", ") + ")";
  for (const KernelLine &L : K.Lines)
    if (L.What == KernelLine::Loop)
      Text += "[" + L.Name + "]";
  return Text;
}

void PartWriter::restore() {
  for (const unsigned I : Part.Restored)
    line(declared(T.Kept[I].Type, T.Kept[I].Name) + " = " + kept(I) + ";");
}

void PartWriter::save() {
  for (const unsigned I : Part.Saved)
    line(kept(I) + " = " + T.Kept[I].Name + ";");
  for (const unsigned I : Part.Cleared) {
    line("(void)" + T.Kept[I].Name + ";");
    line(kept(I) + " = 0;");
  }
}

/// The body of a serial point, in the loops over these.
void PartWriter::serial(bool IsFull) {
  unsigned Open = 0;
  for (const KernelLine &L :
       llvm::ArrayRef(K.Lines).drop_front(linesBeforeLoops(K).size())) {
    if (!isUsed(L, IsFull))
      continue;
    if (L.What == KernelLine::Loop && L.Value.isConst())
      unroll();
    Out += lineText(L, Device, Indent);
    if (L.What != KernelLine::Loop)
      continue;
    Indent += "  ";
    ++Open;
  }
  const bool KeepsHere = !Strip || hasSerial();
  if (KeepsHere)
    restore();
  Out += mayBeInside(IsFull)
             ? eitherStatements(P, *Part.Inside, *Part.Code, Part.TextBegin,
                                Indent.size())
             : bodyStatements(P, code(), Part.TextBegin,
                              /*InBraces=*/false, Indent.size());
  if (KeepsHere)
    save();
  while (Open--)
    close();
}

/// The strip's iterations around the serial points.
void PartWriter::loops(bool IsFull) {
  if (!Strip)
    return serial(IsFull);
  const KernelTile::Strip &S = *Strip;
  const Loop &L = P.source().Loops[S.Loop];
  const std::string &Index = T.Phases.IndexType;
  if (IsFull)
    unroll();
  open("for (int " + S.Place + " = 0; " + S.Place + " < " +
       (IsFull ? std::to_string(S.Length) : S.Count) + "; ++" + S.Place + ")");
  const std::string Value = S.First + " + " + S.Place;
  if (Used.contains(L.Name))
    line("const " + L.CxxType + " " + L.Name + " = " +
         (Index == L.CxxType
              ? Value
              : "static_cast<" + L.CxxType + ">(" + Value + ")") +
         ";");
  serial(IsFull);
  close();
}

std::string PartWriter::write() {
  // As in kernels without phases, a guard ends the thread's part.
  for (const KernelLine &L : linesBeforeLoops(K))
    if (isUsed(L, /*IsFull=*/false))
      Out += L.What == KernelLine::Guard
                 ? guardText(L, Device, Indent, "return")
                 : lineText(L, Device, Indent);
  const bool Outside = Strip && !hasSerial();
  if (Outside)
    restore();
  if (asksInside()) {
    line("// heddle: inside, where conditions have one outcome");
    open("if (" + T.Inside + ")");
    IsInside = true;
    loops(/*IsFull=*/true);
    IsInside = false;
    Indent.resize(Indent.size() - 2);
    open("} else");
  }
  if (mayBeFull()) {
    std::vector<std::string> Full;
    if (hasSerial())
      Full.push_back(T.Full);
    if (Strip)
      Full.push_back(Strip->Count + " == " + std::to_string(Strip->Length));
    open("if (" + llvm::join(Full, " && ") + ")");
    loops(/*IsFull=*/true);
    Indent.resize(Indent.size() - 2);
    open("} else");
  }
  loops(/*IsFull=*/false);
  if (mayBeFull())
    close();
  if (asksInside())
    close();
  if (Outside)
    save();
  return std::move(Out);
}

std::string partText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     unsigned Number, unsigned Column) {
  return PartWriter(P, K, D, Number, Column).write();
}

std::string tileText(const LaunchPlan &P, const KernelPlan &K, Dialect D) {
  return phasesBody(K.Tile->Phases, D, [&](unsigned Number, unsigned Column) {
    return partText(P, K, D, Number, Column);
  });
}

std::string tileComment(const LaunchPlan &P, const KernelPlan &K) {
  if (!K.Tile)
    return "";
  std::string Text;
  for (const std::string &Of : describeBuffers(*K.Mapping->Shared, P.source()))
    Text += "//   staged        " + Of + "\n";
  return Text;
}

} // namespace heddle
