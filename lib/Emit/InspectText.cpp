//===- InspectText.cpp - Loops that look at their subscripts --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/InspectText.h"
#include "Affine/Inspection.h"
#include "Kernel/KernelBody.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

/// No store of the pass may reach what the loops read besides arrays; where the
/// footprint is known, that is compared before.
static std::string kept(const CheckedNest &Nest) {
  std::string Text;
  std::vector<std::string> Seen;
  for (const OverlapCheck &O : Nest.overlaps())
    if (!O.B && Nest.isInspected(O.A) && !llvm::is_contained(Seen, O.Storage)) {
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
           return (O.B == F.Array && Nest.isInspected(O.A)) ||
                  (O.A == F.Array && O.B && Nest.isInspected(*O.B));
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

/// The pass makes the stores to the array, and takes them back.
static bool isTakenBack(const CheckedNest &Nest, unsigned Array) {
  return llvm::is_contained(Nest.passStores().Arrays, Array);
}

AroundPlace InspectText::aroundElement(const CheckedNest &Nest,
                                       const Value &X) const {
  const unsigned Array = Nest.source().Accesses[X.Accesses.front()].Array;
  const auto Hull = Hulls.find(Array);
  return Hull == Hulls.end()
             ? AroundPlace()
             : around(Nest.source(), X, Hull->second, isTakenBack(Nest, Array));
}

/// Some access of the call is to an array with a hull.
static bool isOfHulls(const LoopNest &N, const ReadingCall &Call,
                      const std::map<unsigned, std::string> &Hulls) {
  for (size_t I = 0; I != Call.Accesses.size(); ++I)
    if (Hulls.count(N.Accesses[Call.First + I].Array))
      return true;
  return false;
}

/// The name of a local function that says what it reads, which is declared.
std::string InspectText::readingFunction(const CheckedNest &Nest,
                                         const ReadingCall &Call,
                                         TakenNames &Names) {
  std::string Body = watched(Nest, *Call.Body, {}, TextOf::Kernel, Names);
  if (!Call.Globals.empty())
    Body = "{ " + llvm::join(Call.Globals, " ") + " " + Body + " }";
  const std::string Rest = " = [&](" + llvm::join(Call.Params, ", ") + ") -> " +
                           Call.Result + " " + Body + ";";
  std::string &Function = Functions[Rest];
  if (Function.empty()) {
    Function = Names.invent("heddle_" + Call.Called + "_seen");
    Declarations.push_back("const auto " + Function + Rest);
  }
  return Function;
}

/// The text of the nest, or of a function that it calls, in which each access
/// to an array with a hull is told to that.
std::string InspectText::watched(const CheckedNest &Nest, const LoopNest &Text,
                                 llvm::ArrayRef<Watcher> Watchers, TextOf Which,
                                 TakenNames &Names) {
  std::map<std::pair<unsigned, unsigned>, std::string> Called;
  for (const ReadingCall &Call : Text.Readings)
    if (isSeen(Nest.source(), Text.Code, Call) &&
        isOfHulls(Nest.source(), Call, Hulls))
      Called[{Call.Name.Begin, Call.Name.End}] =
          readingFunction(Nest, Call, Names);
  const auto Around = [&](const Value &X) -> AroundPlace {
    if (X.Kind == ValueKind::Element)
      return aroundElement(Nest, X);
    const auto Function = Called.find({X.Where.Begin, X.Where.End});
    if (X.Kind != ValueKind::Respelled || Function == Called.end())
      return {};
    return {"", "", Function->second};
  };
  return watchedLoops(Text, Watchers, Around, /*InHeaders=*/true, Which);
}

InspectText::InspectText(const CheckedNest &Nest, const std::string &Site,
                         TakenNames &Names)
    : Name(Names.invent("heddle_inspector")), Captures(captures(Nest)) {
  const LoopNest &N = Nest.source();
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
    if (isTakenBack(Nest, F.Array))
      Declarations.push_back(Hull + ".taken_back();");
    else if (F.Written)
      Declarations.push_back(Hull + ".stored();");
    if (Nest.affine().isToldApart(F.Array))
      Declarations.push_back(Hull + ".tell_apart(\"" + A.Name + "\");");
  }
  std::vector<WrittenLoop> Iterations = perfectLoops(Nest.affine());
  if (Nest.passStores().Arrays.empty() && Nest.affine().ToldApart.empty())
    Iterations.clear();
  else
    Iterations.resize(Nest.passStores().Depth);
  Loops = watched(Nest, N, {Watcher{Name, std::move(Iterations)}},
                  TextOf::Function, Names);
}

} // namespace heddle
