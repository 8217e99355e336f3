//===- ClaimText.cpp - Loops that look at what is claimed -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ClaimText.h"
#include "Emit/SourceLines.h"
#include "Emit/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace heddle {

bool hasClaims(const LoopNest &N) {
  return llvm::any_of(N.Accesses,
                      [&](const Access &A) { return N.isClaimed(A.Array); });
}

namespace {

/// A loop as it is written.
struct WrittenLoop {
  std::string Counter;
  Span Where;
};

class ClaimWriter {
public:
  ClaimWriter(const CheckedNest &Nest, TakenNames &Names);

  ClaimText write(const std::string &Site);

private:
  void declare(unsigned Array);
  ValueRef checkedAccesses(const ValueRef &Code) const;
  ValueRef checkedAccess(const Value &X) const;

  const LoopNest &N;
  /// The loops that the claims speak of, outermost first.
  std::vector<WrittenLoop> Loops;
  TakenNames &Names;
  const std::string Iterations;
  std::map<unsigned, std::string> Locals; ///< by array
  ClaimText Out;
};

} // namespace

/// Outermost first. Threads that own elements have loops of another order, and
/// loops that do not run.
static std::vector<WrittenLoop> perfectLoops(const AffineNest &A) {
  std::vector<WrittenLoop> All;
  const LoopNest &N = *A.Nest;
  for (unsigned L = 0; L < N.PerfectDepth; ++L)
    if (N.Loops[L].HeaderEnd > 0)
      All.push_back(
          {N.Loops[L].Name, {N.Loops[L].TextBegin, N.Loops[L].TextEnd}});
  if (A.Owner)
    for (const SolvedLoop &S : A.Owner->Loops)
      All.push_back({N.Loops[S.Loop].Name, {S.TextBegin, S.TextEnd}});
  llvm::sort(All, [](const WrittenLoop &X, const WrittenLoop &Y) {
    return X.Where.Begin < Y.Where.Begin;
  });
  return All;
}

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

/// One access may stand in another one's subscript.
ValueRef ClaimWriter::checkedAccess(const Value &X) const {
  const Access &A = N.Accesses[X.Accesses.front()];
  const bool Writes = llvm::any_of(
      X.Accesses, [&](unsigned I) { return N.Accesses[I].IsWrite; });
  auto Inside = std::make_shared<Value>(X);
  for (Operand &Op : Inside->Operands)
    Op.Is = checkedAccesses(Op.Is);
  return makeValue(
      ValueKind::Sequence,
      {makeTokens(Locals.at(A.Array) + (Writes ? ".write(" : ".read(")), Inside,
       makeTokens(", " + quoted(A.Text) + ")")});
}

ValueRef ClaimWriter::checkedAccesses(const ValueRef &Code) const {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Element ||
        !Locals.count(N.Accesses[X->Accesses.front()].Array))
      return nullptr;
    return checkedAccess(*X);
  });
}

ClaimText ClaimWriter::write(const std::string &Site) {
  std::string Quoted, Counters;
  for (const WrittenLoop &L : Loops) {
    Quoted += (Quoted.empty() ? "" : ", ") + quoted(L.Counter);
    Counters += (Counters.empty() ? "" : ", ") + L.Counter;
  }
  Out.Declarations.push_back("::heddle::rt::claimed_iterations " + Iterations +
                             "(" + Site + ", {" + Quoted + "});");
  for (unsigned A = 0; A < N.Arrays.size(); ++A)
    if (N.isClaimed(A))
      declare(A);
  const ValueRef Code = changed(N.Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Loop || !(X->Where == Loops.back().Where))
      return nullptr;
    auto Loop = std::make_shared<Value>(*X);
    const auto At = llvm::find_if(Loop->Operands, [](const Operand &Op) {
      return Op.Is->Kind == ValueKind::Block;
    });
    ValueRef &Body = At->Is;
    Body =
        makeValue(ValueKind::Sequence,
                  {makeTokens("{ " + Iterations + ".next(" + Counters + "); "),
                   checkedAccesses(Body), makeTokens(" }")});
    return Loop;
  });
  Out.Loops = valueText(*Code, N, TextOf::Function);
  return std::move(Out);
}

ClaimText claimText(const CheckedNest &Nest, const std::string &Site,
                    TakenNames &Names) {
  return ClaimWriter(Nest, Names).write(Site);
}

} // namespace heddle
