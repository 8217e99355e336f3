//===- AffineProgram.cpp - The steps of a program in one context ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/AffineProgram.h"
#include "Affine/Builder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

//===--- Steps ------------------------------------------------------------===//

namespace {

/// Puts one nest's relations into the program's spaces.
class StepReader {
public:
  StepReader(const Program &P, const ProgramStep &S, AffineStep &Out)
      : P(P), S(S), N(*Out.Nest), Out(Out) {}

  void read() {
    Out.Domain = renamed(N.Domain).named(S.Name);
    Out.Arrays.resize(P.Arrays.size());
    for (const AffineAccess &A : N.Accesses) {
      StepArray &To = Out.Arrays[S.Arrays[A.Array]];
      isl::Map M = relation(A);
      if (!A.IsWrite) {
        To.Reads = isl::unite(To.Reads, M);
        continue;
      }
      To.Writes = isl::unite(To.Writes, M);
      // An inner loop may run no iteration.
      To.MayWrite |= A.May || !A.InnerLoops.empty();
    }
  }

private:
  /// A parameter of the nest as the program calls it. One that stands for a
  /// term is another in each step.
  std::string nameOf(const AffineNest::Parameter &Q) const {
    if (Q.SourceParam < 0)
      return S.Name + "_" + Q.Name;
    return P.Params[S.Params[static_cast<unsigned>(Q.SourceParam)]].Name;
  }

  template <class SetOrMap> SetOrMap renamed(SetOrMap X) const {
    const isl::Space Space = X.space();
    for (const AffineNest::Parameter &Q : N.Parameters)
      if (std::optional<unsigned> At = Space.param(Q.Name))
        X = isl::nameDim(X, isl::Dim::Param, *At, nameOf(Q));
    return X;
  }

  /// From the perfect loops alone.
  isl::Map relation(const AffineAccess &A) const {
    isl::Map M = A.Relation.project(isl::Dim::In, N.Depth,
                                    static_cast<unsigned>(A.InnerLoops.size()));
    return renamed(M)
        .named(isl::Dim::In, S.Name)
        .named(isl::Dim::Out, P.Arrays[S.Arrays[A.Array]].Name);
  }

  const Program &P;
  const ProgramStep &S;
  const AffineNest &N;
  AffineStep &Out;
};

} // namespace

/// Operations of isl granted to each step, as to a nest alone.
static constexpr unsigned long StepOperations = 2000000;

std::shared_ptr<const AffineProgram>
buildAffineProgram(std::shared_ptr<const Program> P, Report &R) {
  assert(P->isOfNests() && "effects alone have no relations");
  auto Out = std::make_shared<AffineProgram>();
  Out->Isl = std::make_shared<isl::Context>();
  Out->Source = P;
  for (const ProgramStep &S : P->Steps) {
    Out->Isl->resume(StepOperations);
    AffineStep &To = Out->Steps.emplace_back();
    To.Nest = buildAffineNest(S.Nest, R, Out->Isl);
    if (!To.Nest)
      return nullptr;
    StepReader(*P, S, To).read();
    // An access whose relation is lost would be none.
    if (Out->Isl->exhausted()) {
      R.add(DiagID::HD253, S.Nest->Where);
      return nullptr;
    }
  }
  return Out;
}

//===--- Dependences ------------------------------------------------------===//

/// Both give places in the array in the same dimensions.
static bool meetInDims(const isl::Map &A, const isl::Map &B) {
  return A.dim(isl::Dim::Out) == B.dim(isl::Dim::Out);
}

isl::Map dependence(const AffineProgram &P, DependenceKind Kind, unsigned From,
                    unsigned To) {
  isl::Map All = isl::product(isl::Set::empty(P.Steps[From].Domain.space()),
                              P.Steps[To].Domain);
  for (unsigned A = 0; A < P.Source->Arrays.size(); ++A) {
    const StepArray &Of = P.Steps[From].Arrays[A], &By = P.Steps[To].Arrays[A];
    const isl::Map &First = Kind == DependenceKind::Anti ? Of.Reads : Of.Writes;
    const isl::Map &Second =
        Kind == DependenceKind::Flow ? By.Reads : By.Writes;
    if (First.isNull() || Second.isNull())
      continue;
    if (!meetInDims(First, Second))
      return {};
    All = isl::unite(All, First.applyRange(Second.reverse()));
  }
  return P.Isl->exhausted() ? isl::Map() : All;
}

//===--- Element maps -----------------------------------------------------===//

isl::Map elementMap(const AffineProgram &P, unsigned Step, unsigned Result,
                    unsigned Operand) {
  const isl::Map &Writes = P.Steps[Step].Arrays[Result].Writes;
  const isl::Map &Reads = P.Steps[Step].Arrays[Operand].Reads;
  if (Writes.isNull() || Reads.isNull())
    return {};
  return isl::coalesced(Writes.reverse().applyRange(Reads));
}

/// The map from elements to operands of one step more, which comes before those
/// of Behind.
static std::optional<std::vector<isl::Map>>
before(const AffineProgram &P, unsigned Step,
       const std::vector<isl::Map> &Behind) {
  std::vector<isl::Map> Out(Behind.size());
  for (unsigned A = 0; A < Behind.size(); ++A) {
    if (Behind[A].isNull())
      continue;
    const StepArray &Of = P.Steps[Step].Arrays[A];
    if (Of.Writes.isNull()) {
      Out[A] = isl::unite(Out[A], Behind[A]);
      continue;
    }
    if (!meetInDims(Behind[A], Of.Writes))
      return std::nullopt;
    const isl::Set Written = Of.Writes.range();
    const isl::Map Kept = Of.MayWrite
                              ? Behind[A]
                              : Behind[A]
                                    .reverse()
                                    .intersectDomain(Written.complement())
                                    .reverse();
    Out[A] = isl::unite(Out[A], Kept);
    for (unsigned B = 0; B < Behind.size(); ++B)
      if (isl::Map M = elementMap(P, Step, A, B); !M.isNull())
        Out[B] = isl::unite(Out[B], Behind[A].applyRange(M));
  }
  return Out;
}

/// The elements of the array in the dimensions that the last step before End
/// which touches it gives it.
static isl::Map identity(const AffineProgram &P, unsigned Array, unsigned Begin,
                         unsigned End) {
  for (unsigned S = End; S-- > Begin;) {
    const StepArray &Of = P.Steps[S].Arrays[Array];
    const isl::Map &M = Of.Writes.isNull() ? Of.Reads : Of.Writes;
    if (M.isNull())
      continue;
    // All elements, whether the step touches them or not.
    const isl::Set All = isl::Set::universe(M.range().space());
    isl::Map Same = isl::product(All, All);
    for (unsigned D = 0; D < All.dim(isl::Dim::Set); ++D)
      Same = Same.whereEqual(D);
    return Same;
  }
  return {};
}

std::optional<std::vector<isl::Map>> composition(const AffineProgram &P,
                                                 unsigned Result,
                                                 unsigned Begin, unsigned End) {
  std::optional<std::vector<isl::Map>> Of(P.Source->Arrays.size());
  (*Of)[Result] = identity(P, Result, Begin, End);
  for (unsigned S = End; Of && S-- > Begin;)
    Of = before(P, S, *Of);
  return P.Isl->exhausted() ? std::nullopt : Of;
}

//===--- Dump -------------------------------------------------------------===//

static void dumpSteps(const AffineProgram &P, llvm::raw_ostream &OS) {
  for (const AffineStep &S : P.Steps) {
    OS << toString(S.Domain) << "\n";
    for (const StepArray &A : S.Arrays) {
      if (!A.Reads.isNull())
        OS << "  reads " << toString(A.Reads) << "\n";
      if (!A.Writes.isNull())
        OS << (A.MayWrite ? "  may write " : "  writes ") << toString(A.Writes)
           << "\n";
    }
  }
}

static void dumpDependences(const AffineProgram &P, llvm::raw_ostream &OS) {
  static constexpr std::pair<DependenceKind, const char *> Kinds[] = {
      {DependenceKind::Flow, "flow"},
      {DependenceKind::Anti, "anti"},
      {DependenceKind::Output, "output"}};
  for (unsigned To = 0; To < P.Steps.size(); ++To)
    for (unsigned From = 0; From < To; ++From)
      for (auto [Kind, Name] : Kinds) {
        const isl::Map M = dependence(P, Kind, From, To);
        if (M.isNull())
          OS << Name << " of " << P.Source->Steps[From].Name << " and "
             << P.Source->Steps[To].Name << " unknown\n";
        else if (isEmpty(M) != isl::Answer::Yes)
          OS << Name << " " << toString(M) << "\n";
      }
}

void dump(const AffineProgram &P, llvm::raw_ostream &OS) {
  dumpSteps(P, OS);
  dumpDependences(P, OS);
  const unsigned End = static_cast<unsigned>(P.Steps.size());
  for (unsigned A = 0; A < P.Source->Arrays.size(); ++A) {
    if (llvm::none_of(P.Steps, [&](const AffineStep &S) {
          return !S.Arrays[A].Writes.isNull();
        }))
      continue;
    const auto Of = composition(P, A, 0, End);
    if (!Of) {
      OS << P.Source->Arrays[A].Name << " is of unknown elements\n";
      continue;
    }
    for (const isl::Map &M : *Of)
      if (!M.isNull() && isEmpty(M) != isl::Answer::Yes)
        OS << "computed from " << toString(M) << "\n";
  }
}

} // namespace heddle
