//===- ClaimText.cpp - Loops that look at what is claimed -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ClaimText.h"
#include "Emit/SourceLines.h"
#include "Emit/WatchedLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace heddle {

bool hasClaims(const LoopNest &N) {
  return !N.PrivateClaims.empty() ||
         llvm::any_of(N.Accesses,
                      [&](const Access &A) { return N.isClaimed(A.Array); });
}

namespace {

class ClaimWriter {
public:
  ClaimWriter(const CheckedNest &Nest, TakenNames &Names);

  ClaimText write(const std::string &Site);

private:
  void declareIterations(const Watcher &Of, const std::string &Site);
  void declareArray(unsigned Array);
  void declarePrivate(unsigned Claim);
  AroundPlace aroundAccess(const Value &X) const;
  AroundPlace aroundUse(const Value &X) const;

  const LoopNest &N;
  /// The iterations that claims of arrays speak of, and all of the nest.
  Watcher OfArrays, OfPrivates;
  TakenNames &Names;
  std::map<unsigned, std::string> Locals;    ///< by array
  std::vector<std::string> LocalsOfPrivates; ///< by claim
  ClaimText Out;
};

} // namespace

ClaimWriter::ClaimWriter(const CheckedNest &Nest, TakenNames &Names)
    : N(Nest.source()), Names(Names) {
  std::vector<WrittenLoop> Loops = perfectLoops(Nest.affine());
  if (!N.PrivateClaims.empty())
    OfPrivates = {Names.invent("heddle_all_iterations"), Loops};
  for (unsigned A = 0; A < N.Arrays.size() && OfArrays.Loops.empty(); ++A)
    if (N.isClaimed(A)) {
      Loops.resize(std::min<size_t>(N.Annot.independentLoops(), Loops.size()));
      OfArrays = {Names.invent("heddle_iterations"), Loops};
    }
}

void ClaimWriter::declareIterations(const Watcher &Of,
                                    const std::string &Site) {
  if (!Of.Loops.empty())
    Out.Declarations.push_back("::heddle::rt::claimed_iterations " + Of.Name +
                               "(" + Site + ", {" +
                               counterList(Of.Loops, /*Quote=*/true) + "});");
}

void ClaimWriter::declareArray(unsigned Array) {
  const ArrayInfo &A = N.Arrays[Array];
  std::string &Name = Locals[Array];
  Name = Names.invent("heddle_" + A.KernelName + "_claim");
  Out.Declarations.push_back("::heddle::rt::claimed_array " + Name + "(" +
                             OfArrays.Name + ", " + quoted(A.Name) + ", " +
                             A.HostText +
                             (A.Tables && A.Held ? ".data());" : ");"));
  if (!A.RowExtents.empty()) {
    std::string Extents;
    for (unsigned P : A.RowExtents)
      Extents += (Extents.empty() ? "" : ", ") + N.Params[P].HostText;
    Out.Declarations.push_back(Name + ".rows(" + A.HostText + ", {" + Extents +
                               "});");
  }
  if (A.RowsClaimed)
    Out.Declarations.push_back(
        Name + ".extent(" + N.Params[static_cast<unsigned>(A.Rows)].HostText +
        ");");
  if (N.isIndependent(Array))
    Out.Declarations.push_back(Name + ".independent();");
}

void ClaimWriter::declarePrivate(unsigned Claim) {
  const LoopNest::PrivateClaim &C = N.PrivateClaims[Claim];
  LocalsOfPrivates.push_back(Names.invent("heddle_" + C.Name + "_claim"));
  Out.Declarations.push_back(
      "::heddle::rt::claimed_private " + LocalsOfPrivates.back() + "(" +
      OfPrivates.Name + ", " + quoted(C.IsLast ? "lastprivate" : "private") +
      ", " + quoted(C.Name) + ");");
  if (C.IsLast)
    Out.Last.push_back(LocalsOfPrivates.back() + ".ended();");
}

AroundPlace ClaimWriter::aroundAccess(const Value &X) const {
  const Access &A = N.Accesses[X.Accesses.front()];
  const auto Local = Locals.find(A.Array);
  if (Local == Locals.end())
    return {};
  const bool Writes = llvm::any_of(
      X.Accesses, [&](unsigned I) { return N.Accesses[I].IsWrite; });
  return {Local->second + (Writes ? ".write(" : ".read("),
          ", " + quoted(A.Text) + ")"};
}

AroundPlace ClaimWriter::aroundUse(const Value &X) const {
  const LoopNest::OwnUse &Use = N.OwnUses[X.Index];
  const char *Call = Use.Is == LoopNest::OwnUse::Read    ? ".read("
                     : Use.Is == LoopNest::OwnUse::Write ? ".write("
                                                         : ".read_write(";
  return {LocalsOfPrivates[Use.Claim] + Call, ", " + quoted(Use.Text) + ")"};
}

ClaimText ClaimWriter::write(const std::string &Site) {
  declareIterations(OfArrays, Site);
  declareIterations(OfPrivates, Site);
  for (unsigned A = 0; A < N.Arrays.size(); ++A)
    if (N.isClaimed(A))
      declareArray(A);
  for (unsigned C = 0; C < N.PrivateClaims.size(); ++C)
    declarePrivate(C);
  Out.Loops = watchedLoops(N, {OfArrays, OfPrivates}, [&](const Value &X) {
    return X.Kind == ValueKind::Own       ? aroundUse(X)
           : X.Kind == ValueKind::Element ? aroundAccess(X)
                                          : AroundPlace();
  });
  return std::move(Out);
}

ClaimText claimText(const CheckedNest &Nest, const std::string &Site,
                    TakenNames &Names) {
  return ClaimWriter(Nest, Names).write(Site);
}

} // namespace heddle
