//===- InspectText.cpp - Loops that look at their subscripts --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/InspectText.h"
#include "Emit/WatchedLoops.h"
#include "Kernel/KernelBody.h"

namespace heddle {

/// No store of the pass may reach what the loops read besides arrays; where the
/// footprint is known, that is compared before.
static std::string kept(const CheckedNest &Nest) {
  std::string Text;
  std::vector<std::string> Seen;
  for (const OverlapCheck &O : Nest.overlaps())
    if (O.B < 0 && Nest.isInspected(O.A) &&
        !llvm::is_contained(Seen, O.Storage)) {
      Seen.push_back(O.Storage);
      Text += ".keeps(::heddle::rt::storage(" + O.Storage + "))";
    }
  return Text;
}

/// The pass finds the array's footprint, leaves out stores to it, or must not
/// read what such a store to another one may have changed. Others have been
/// compared with all that is stored, or are copies.
static bool isWatched(const CheckedNest &Nest, const Footprint &F) {
  if (F.Verdict == ArrayVerdict::Scanned)
    return false;
  return F.Written || Nest.isInspected(F.Array) ||
         llvm::any_of(Nest.overlaps(), [&](const OverlapCheck &O) {
           const int Array = static_cast<int>(F.Array),
                     A = static_cast<int>(O.A);
           return (O.B == Array && Nest.isInspected(O.A)) ||
                  (A == Array && O.B >= 0 &&
                   Nest.isInspected(static_cast<unsigned>(O.B)));
         });
}

static std::string captures(const CheckedNest &Nest) {
  std::string Copies;
  for (const Footprint &F : Nest.footprints())
    if (F.Verdict == ArrayVerdict::Scanned) {
      const std::string &Name = Nest.source().Arrays[F.Array].HostText;
      Copies += ", " + Name + " = " + Name;
    }
  return "[&" + Copies + (Copies.empty() ? "]" : "]() mutable");
}

/// The text around that of accesses X of one array. Stored: the pass has the
/// values that the loops store there.
static AroundPlace around(const LoopNest &N, const Value &X,
                          const std::string &Hull, bool Stored) {
  bool Reads = false, Stores = false;
  for (unsigned I : X.Accesses)
    (N.Accesses[I].IsWrite ? Stores : Reads) = true;
  const Access &First = N.Accesses[X.Accesses.front()];
  if (!First.Reduces.empty() && !Stored)
    if (const char *Start = startOfIgnored(N, First))
      return {Hull + ".update(", std::string(", ") + Start + ")"};
  return {Hull + (!Stores                                      ? ".read("
                  : Reads && (Stored || First.Reduces.empty()) ? ".update("
                                                               : ".write("),
          ")"};
}

InspectText::InspectText(const CheckedNest &Nest, const std::string &Site,
                         TakenNames &Names)
    : Name(Names.invent("heddle_inspector")), Captures(captures(Nest)) {
  const LoopNest &N = Nest.source();
  const auto IsTakenBack = [&](unsigned Array) {
    return llvm::is_contained(Nest.passStores().Arrays, Array);
  };
  Declarations.push_back("::heddle::rt::inspector " + Name + "(" + Site + ");");
  if (const std::string Kept = kept(Nest); !Kept.empty())
    Declarations.push_back(Name + Kept + ";");
  for (const Footprint &F : Nest.footprints()) {
    if (!isWatched(Nest, F))
      continue;
    const ArrayInfo &A = N.Arrays[F.Array];
    std::string &Hull = Hulls[F.Array];
    Hull = Names.invent("heddle_" + A.KernelName + "_hull");
    Declarations.push_back("::heddle::rt::hull " + Hull + "(" + Name +
                           (A.Scalar ? ", &" : ", ") + A.HostText + ");");
    if (IsTakenBack(F.Array))
      Declarations.push_back(Hull + ".taken_back();");
    else if (F.Written)
      Declarations.push_back(Hull + ".stored();");
  }
  const auto AroundElement = [&](const Value &X) -> AroundPlace {
    if (X.Kind != ValueKind::Element)
      return {};
    const unsigned Array = N.Accesses[X.Accesses.front()].Array;
    const auto Hull = Hulls.find(Array);
    return Hull == Hulls.end() ? AroundPlace()
                               : around(N, X, Hull->second, IsTakenBack(Array));
  };
  std::vector<WrittenLoop> Iterations = perfectLoops(Nest.affine());
  if (Nest.passStores().Arrays.empty())
    Iterations.clear();
  else
    Iterations.resize(Nest.passStores().Depth);
  Loops = watchedLoops(N, {Watcher{Name, std::move(Iterations)}}, AroundElement,
                       /*InHeaders=*/true);
}

} // namespace heddle
