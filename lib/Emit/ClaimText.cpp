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
  return llvm::any_of(N.Accesses,
                      [&](const Access &A) { return N.isClaimed(A.Array); });
}

namespace {

class ClaimWriter {
public:
  ClaimWriter(const CheckedNest &Nest, TakenNames &Names);

  ClaimText write(const std::string &Site);

private:
  void declare(unsigned Array);
  AroundElement aroundAccess(const Value &X) const;

  const LoopNest &N;
  /// The loops that the claims speak of, outermost first.
  std::vector<WrittenLoop> Loops;
  TakenNames &Names;
  const std::string Iterations;
  std::map<unsigned, std::string> Locals; ///< by array
  ClaimText Out;
};

} // namespace

ClaimWriter::ClaimWriter(const CheckedNest &Nest, TakenNames &Names)
    : N(Nest.source()), Loops(perfectLoops(Nest.affine())), Names(Names),
      Iterations(Names.invent("heddle_iterations")) {
  Loops.resize(std::min<size_t>(N.Annot.independentLoops(), Loops.size()));
}

void ClaimWriter::declare(unsigned Array) {
  const ArrayInfo &A = N.Arrays[Array];
  std::string &Name = Locals[Array];
  Name = Names.invent("heddle_" + A.KernelName + "_claim");
  Out.Declarations.push_back("::heddle::rt::claimed_array " + Name + "(" +
                             Iterations + ", " + quoted(A.Name) + ", " +
                             A.HostText + ");");
  if (A.RowsClaimed)
    Out.Declarations.push_back(
        Name + ".extent(" + N.Params[static_cast<unsigned>(A.Rows)].HostText +
        ");");
  if (N.isIndependent(Array))
    Out.Declarations.push_back(Name + ".independent();");
}

AroundElement ClaimWriter::aroundAccess(const Value &X) const {
  const Access &A = N.Accesses[X.Accesses.front()];
  const auto Local = Locals.find(A.Array);
  if (Local == Locals.end())
    return {};
  const bool Writes = llvm::any_of(
      X.Accesses, [&](unsigned I) { return N.Accesses[I].IsWrite; });
  return {Local->second + (Writes ? ".write(" : ".read("),
          ", " + quoted(A.Text) + ")"};
}

ClaimText ClaimWriter::write(const std::string &Site) {
  Out.Declarations.push_back("::heddle::rt::claimed_iterations " + Iterations +
                             "(" + Site + ", {" +
                             counterList(Loops, /*Quote=*/true) + "});");
  for (unsigned A = 0; A < N.Arrays.size(); ++A)
    if (N.isClaimed(A))
      declare(A);
  Out.Loops = watchedLoops(N, Loops, Iterations,
                           [&](const Value &X) { return aroundAccess(X); });
  return std::move(Out);
}

ClaimText claimText(const CheckedNest &Nest, const std::string &Site,
                    TakenNames &Names) {
  return ClaimWriter(Nest, Names).write(Site);
}

} // namespace heddle
