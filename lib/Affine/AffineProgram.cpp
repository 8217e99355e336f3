//===- AffineProgram.cpp - The steps of a program in one context ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/AffineProgram.h"
#include "Affine/Builder.h"
#include "Affine/ExprReader.h"
#include "Affine/SymToIsl.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <tuple>

namespace heddle {

//===--- Parameters -------------------------------------------------------===//

bool StepArray::mayWrite() const {
  return !Writes.isNull() &&
         (Sure.isNull() || isEqual(Writes, Sure) != isl::Answer::Yes);
}

using Names = std::vector<std::pair<std::string, Sym>>;

/// The names of a nest's parameters, and the program's for them.
static Names programNames(const Program &P, const ProgramStep &S) {
  Names To;
  for (size_t I = 0; I < S.Params.size(); ++I)
    To.push_back(
        {S.Nest->Params[I].Name, Sym::leaf(P.Params[S.Params[I]].Name)});
  return To;
}

/// S over the program's parameters as the nest has it; nothing if the nest does
/// not have one of them.
static std::optional<Sym> inNest(const Sym &S, const Program &P,
                                 const ProgramStep &Step) {
  Names To;
  for (size_t I = 0; I < Step.Params.size(); ++I)
    To.push_back(
        {P.Params[Step.Params[I]].Name, Sym::leaf(Step.Nest->Params[I].Name)});
  const bool Known = allLeaves(S, [&](const std::string &Name) {
    return llvm::any_of(To, [&](const auto &N) { return N.first == Name; });
  });
  return Known ? std::optional(S.substitute(To)) : std::nullopt;
}

/// The same for S over a nest's parameters, fresh ones written out.
static Sym inProgram(const Sym &S, const AffineNest &N, const Names &To) {
  Names Fresh;
  for (const AffineNest::Parameter &Q : N.Parameters)
    if (Q.SourceParam < 0)
      Fresh.push_back({Q.Name, Q.Definition});
  return S.substitute(Fresh).substitute(To);
}

//===--- Dimensions -------------------------------------------------------===//

/// E over the nest's parameters.
static std::optional<Sym> symOf(Builder &B, const ExprRef &E) {
  if (!E)
    return std::nullopt;
  ExprReader Reader(B.Nest, B.Atoms, frame(B, {}, isl::Set()));
  return symOf(Reader, *E);
}

/// The extents of an array that are written down, outermost first; nothing if
/// those of inner dimensions are not.
static std::optional<std::vector<std::optional<Sym>>>
extents(Builder &B, llvm::ArrayRef<ExprRef> Of) {
  std::vector<std::optional<Sym>> Out;
  for (const ExprRef &E : Of) {
    Out.push_back(symOf(B, E));
    if (!Out.back() && Out.size() > 1)
      return std::nullopt;
  }
  return Out;
}

namespace {

/// Dimensions, the better the more certain.
struct KnownDims {
  enum { None, Touched, Declared, Said } From = None;
  ProgramDims Dims;
};

} // namespace

/// A difference of unsigned numbers, which may wrap around.
static bool mayWrap(const ExprRef &E) {
  return findIn(*E, [](const Expr &Part) {
    return (Part.Kind == ExprKind::Sub || Part.Kind == ExprKind::Neg) &&
           Part.Type.mayWrap();
  });
}

/// Sets the extents, outermost first.
static void setExtents(std::vector<std::optional<Sym>> Of, ProgramDims &To) {
  To.Widths.clear();
  for (const std::optional<Sym> &E : llvm::drop_begin(Of))
    To.Widths.push_back(*E);
  To.Outermost = Of.front();
}

/// The program says the extents of an array, which is declared as Source.
static ProgramDims saidDims(const SaidExtents &Said, const ArrayInfo &Source,
                            Builder &B) {
  ProgramDims Out;
  const auto Of = extents(B, Said.Extents);
  if (!Of || !Of->front() || llvm::any_of(Said.Extents, mayWrap)) {
    Out.Wrong = "its extents are no sums and products of variables";
    return Out;
  }
  setExtents(*Of, Out);
  const size_t Rank = Source.Extents.size();
  if (Rank > 1 && Rank != Of->size()) {
    Out.Wrong = "it has " + std::to_string(Rank) +
                " dimensions, and its extents are " +
                std::to_string(Of->size());
    return Out;
  }
  for (size_t K = 1; K < Rank; ++K)
    if (const std::optional<Sym> Is = symOf(B, Source.Extents[K]);
        Is && *Is != *(*Of)[K])
      Out.Wrong = "its declaration has other extents";
  return Out;
}

/// The dimensions of an array as one nest knows it.
static KnownDims dimsOf(const AffineNest &N, unsigned Array, Builder &B) {
  const ArrayInfo &Source = N.Nest->Arrays[Array];
  for (const SaidExtents &Said : N.Nest->Said)
    if (Said.Array == Array && !Said.Extents.empty())
      return {KnownDims::Said, saidDims(Said, Source, B)};
  KnownDims Out;
  Out.From = KnownDims::Touched;
  Out.Dims.Widths = N.Arrays[Array].Widths;
  if (const auto Of = extents(B, Source.Extents);
      Of && Of->size() > Out.Dims.Widths.size()) {
    Out.From = Of->size() > 1 ? KnownDims::Declared : KnownDims::Touched;
    setExtents(*Of, Out.Dims);
    if (!Out.Dims.Outermost && Source.Rows >= 0)
      Out.Dims.Outermost =
          Sym::leaf(N.Nest->Params[static_cast<unsigned>(Source.Rows)].Name);
  }
  return Out;
}

/// The dimensions in which all steps are to see their arrays.
static std::vector<ProgramDims>
commonDims(const Program &P,
           const std::vector<std::shared_ptr<const AffineNest>> &Nests) {
  std::vector<KnownDims> Best(P.Arrays.size());
  for (size_t S = 0; S < P.Steps.size(); ++S) {
    const AffineNest &N = *Nests[S];
    const Names To = programNames(P, P.Steps[S]);
    Report Unused;
    Builder B(N.Nest, Unused, N.Isl);
    B.Ranges = isl::Set::universe(paramSpace(B));
    for (unsigned A = 0; A < N.Arrays.size(); ++A) {
      KnownDims Of = dimsOf(N, A, B);
      KnownDims &Slot = Best[P.Steps[S].Arrays[A]];
      const auto Rank = [](const KnownDims &D) {
        return std::tuple(D.From, D.Dims.Widths.size(),
                          D.Dims.Outermost.has_value());
      };
      if (Rank(Of) <= Rank(Slot))
        continue;
      for (Sym &W : Of.Dims.Widths)
        W = inProgram(W, N, To);
      if (Of.Dims.Outermost)
        Of.Dims.Outermost = inProgram(*Of.Dims.Outermost, N, To);
      Slot = std::move(Of);
    }
  }
  std::vector<ProgramDims> Out;
  for (KnownDims &D : Best)
    Out.push_back(std::move(D.Dims));
  return Out;
}

/// The rows in which the step's nest is to place its accesses.
static std::vector<GivenRows> givenRows(const Program &P,
                                        const std::vector<ProgramDims> &Dims,
                                        const ProgramStep &S) {
  std::vector<GivenRows> Out;
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    GivenRows Rows{A, {}, {}};
    if (Dims[S.Arrays[A]].Outermost)
      Rows.Outermost = inNest(*Dims[S.Arrays[A]].Outermost, P, S);
    for (const Sym &W : Dims[S.Arrays[A]].Widths)
      if (const std::optional<Sym> Here = inNest(W, P, S))
        Rows.Widths.push_back(*Here);
    if (Rows.Widths.size() == Dims[S.Arrays[A]].Widths.size())
      Out.push_back(std::move(Rows));
  }
  return Out;
}

//===--- Steps ------------------------------------------------------------===//

namespace {

/// Puts one nest's relations into the program's spaces.
class StepReader {
public:
  StepReader(AffineProgram &P, const ProgramStep &S, AffineStep &Out)
      : Program(P), P(*P.Source), S(S), N(*Out.Nest), Out(Out),
        To(programNames(this->P, S)) {}

  void read() {
    for (const AffineNest::Parameter &Q : N.Parameters)
      Renamed.push_back(nameOf(Q));
    Out.Domain = renamed(N.Domain).named(S.Name);
    Out.Arrays.resize(P.Arrays.size());
    for (const AffineAccess &A : N.Accesses)
      add(A);
    isl::Set Launched = N.Context;
    for (const RuntimeCheck &C : N.Checks)
      Launched = Launched.intersect(C.Holds);
    Launched = renamed(Launched);
    Program.Context = Program.Context.isNull()
                          ? Launched
                          : Program.Context.intersect(Launched);
  }

private:
  void add(const AffineAccess &A) {
    StepArray &Of = Out.Arrays[S.Arrays[A.Array]];
    if (A.InRows.isNull()) {
      Of.Placed = false;
      return;
    }
    isl::Map M = relation(A);
    if (!A.IsWrite) {
      Of.Reads = isl::unite(Of.Reads, M);
      return;
    }
    Of.Writes = isl::unite(Of.Writes, M);
    if (!A.May)
      Of.Sure = isl::unite(Of.Sure, M);
  }

  /// A parameter of the nest as the program calls it. All that stand for one
  /// term are one.
  std::string nameOf(const AffineNest::Parameter &Q) const {
    std::vector<AffineNest::Parameter> &All = Program.Parameters;
    const auto IsTaken = [&](const std::string &Name) {
      return llvm::any_of(All, [&](auto &One) { return One.Name == Name; });
    };
    AffineNest::Parameter Of = Q;
    if (Q.SourceParam >= 0) {
      Of.SourceParam =
          static_cast<int>(S.Params[static_cast<unsigned>(Q.SourceParam)]);
      Of.Name = P.Params[static_cast<unsigned>(Of.SourceParam)].Name;
      Of.Definition = Sym::leaf(Of.Name);
      if (!IsTaken(Of.Name))
        All.push_back(Of);
      return Of.Name;
    }
    Of.Definition = inProgram(Q.Definition, N, To);
    for (const AffineNest::Parameter &Other : All)
      if (Other.SourceParam < 0 && Other.Definition == Of.Definition)
        return Other.Name;
    Of.Name = freeName(Q.Name, [&](const std::string &Name) {
      return IsTaken(Name) || llvm::any_of(P.Params, [&](auto &One) {
               return One.Name == Name;
             });
    });
    All.push_back(Of);
    return Of.Name;
  }

  /// Under names that nothing has in between, for two may change places.
  template <class SetOrMap> SetOrMap renamed(SetOrMap X) const {
    const isl::Space Space = X.space();
    for (bool Last : {false, true})
      for (size_t I = 0; I < N.Parameters.size(); ++I)
        if (std::optional<unsigned> At = Space.param(N.Parameters[I].Name))
          X = isl::nameDim(X, isl::Dim::Param, *At,
                           Last ? Renamed[I] : "<" + std::to_string(I) + ">");
    return X;
  }

  /// From the perfect loops alone.
  isl::Map relation(const AffineAccess &A) const {
    isl::Map M = A.InRows.project(isl::Dim::In, N.Depth,
                                  static_cast<unsigned>(A.InnerLoops.size()));
    return renamed(M)
        .named(isl::Dim::In, S.Name)
        .named(isl::Dim::Out, P.Arrays[S.Arrays[A.Array]].Name);
  }

  AffineProgram &Program;
  const heddle::Program &P;
  const ProgramStep &S;
  const AffineNest &N;
  AffineStep &Out;
  const Names To;
  std::vector<std::string> Renamed; ///< parallel to N.Parameters
};

} // namespace

/// S over the program's parameters as a function on Space; a term that is no
/// sum may be one of these. Null: it is not.
static isl::PwAff valueOf(const AffineProgram &P, const Sym &S,
                          const isl::Space &Space) {
  for (const AffineNest::Parameter &Q : P.Parameters)
    if (Q.SourceParam < 0 && Q.Definition == S)
      return parameterOn(Space, Q.Name);
  return toIsl(S, Space);
}

isl::Set elementsOf(const AffineProgram &P, unsigned Array, bool &IsExact) {
  const ProgramDims &Dims = P.Dims[Array];
  const unsigned Rank = static_cast<unsigned>(Dims.Widths.size()) + 1;
  const std::string &Name = P.Source->Arrays[Array].Name;
  isl::Set All =
      isl::Set::universe(P.Context.space().withSetDims(Rank).named(Name));
  for (unsigned D = 0; D < Rank; ++D) {
    const std::optional<Sym> Extent =
        D == 0 ? Dims.Outermost : std::optional(Dims.Widths[D - 1]);
    const isl::PwAff Value =
        Extent ? valueOf(P, *Extent, All.space()) : isl::PwAff();
    const isl::Space Space = Value.isNull() ? All.space() : Value.space();
    const isl::PwAff X = isl::PwAff::var(Space, isl::Dim::Set, D);
    IsExact &= !Value.isNull();
    All = All.intersect(X.whereNonNegative());
    if (!Value.isNull())
      All = All.intersect(X.lt(Value));
  }
  return All.named(Name).intersectParams(P.Context);
}

/// A parameter that stands for a product is not below the factors where these
/// are positive. So much of several products would be too much for isl.
static constexpr size_t MostProducts = 2;

static bool isProductOfLeaves(const Sym &S) {
  return S.kind() == SymKind::Leaf ||
         (S.kind() == SymKind::Mul &&
          llvm::all_of(S.operands(), isProductOfLeaves));
}

static isl::Set knownOfProducts(const AffineProgram &P) {
  isl::Set Known = isl::Set::universe(P.Context.space());
  size_t Products = 0;
  for (const AffineNest::Parameter &Q : P.Parameters) {
    if (Q.SourceParam >= 0 || !isProductOfLeaves(Q.Definition) ||
        ++Products > MostProducts)
      continue;
    std::vector<std::string> Factors;
    forEachLeaf(Q.Definition,
                [&](llvm::StringRef Leaf) { Factors.push_back(Leaf.str()); });
    const isl::Space &Space = Known.space();
    const isl::PwAff Product = parameterOn(Space, Q.Name);
    isl::Set Positive = isl::Set::universe(Space), Other;
    for (const std::string &Name : Factors) {
      const isl::PwAff Factor = parameterOn(Space, Name);
      Positive = Positive.intersect(Factor.wherePositive())
                     .intersect(Product.ge(Factor));
      const isl::Set Not = Factor.wherePositive().complement();
      Other = Other.isNull() ? Not : Other.unionWith(Not);
    }
    Known = Known.intersect(Positive.unionWith(Other));
  }
  return Known;
}

std::shared_ptr<const AffineProgram>
buildAffineProgram(std::shared_ptr<const Program> P, Report &R) {
  assert(P->isOfNests() && "effects alone have no relations");
  auto Out = std::make_shared<AffineProgram>();
  Out->Isl = std::make_shared<isl::Context>();
  Out->Source = P;
  std::vector<std::shared_ptr<const AffineNest>> Nests;
  for (const ProgramStep &S : P->Steps) {
    Out->Isl->resume(ProgramOperations);
    Nests.push_back(buildAffineNest(S.Nest, R, Out->Isl));
    if (!Nests.back())
      return nullptr;
  }
  Out->Dims = commonDims(*P, Nests);
  for (const ProgramStep &S : P->Steps) {
    Out->Isl->resume(ProgramOperations);
    AffineStep &To = Out->Steps.emplace_back();
    To.Nest = buildAffineNest(S.Nest, R, Out->Isl, givenRows(*P, Out->Dims, S));
    if (!To.Nest)
      return nullptr;
    StepReader(*Out, S, To).read();
    // An access whose relation is lost would be none.
    if (Out->Isl->exhausted()) {
      R.add(DiagID::HD253, S.Nest->Where);
      return nullptr;
    }
  }
  Out->Context = Out->Context.intersect(knownOfProducts(*Out));
  return Out;
}

//===--- Witnesses --------------------------------------------------------===//

std::optional<Witness> smallestWitness(const AffineProgram &P,
                                       const isl::Set &S) {
  std::optional<Witness> Found = smallestWitness(S, P.Parameters);
  if (!Found)
    return std::nullopt;
  std::vector<std::pair<std::string, Sym>> Values;
  for (const auto &[Name, Value] : Found->Parameters)
    Values.push_back({Name, Sym(Value)});
  for (const AffineNest::Parameter &Q : P.Parameters) {
    const std::optional<unsigned> At = S.space().param(Q.Name);
    if (Q.SourceParam >= 0 || !At ||
        S.involves(isl::Dim::Param, *At) == isl::Answer::No)
      continue;
    const auto Is =
        llvm::find_if(Values, [&](const auto &V) { return V.first == Q.Name; });
    if (Is == Values.end() || Q.Definition.substitute(Values) != Is->second)
      return std::nullopt;
  }
  // The others say nothing.
  const isl::Set Facts = S.gistParams(P.Context);
  llvm::StringSet<> Told;
  for (unsigned I = 0; I < Facts.dim(isl::Dim::Param); ++I) {
    const std::string Name = Facts.space().dimName(isl::Dim::Param, I);
    if (Facts.involves(isl::Dim::Param, I) == isl::Answer::No)
      continue;
    Told.insert(Name);
    for (const AffineNest::Parameter &Q : P.Parameters)
      if (Q.Name == Name)
        forEachLeaf(Q.Definition,
                    [&](llvm::StringRef Leaf) { Told.insert(Leaf); });
  }
  llvm::erase_if(Found->Parameters, [&](const auto &One) {
    return !Told.contains(One.first) ||
           llvm::none_of(P.Source->Params, [&](const ProgramParam &Q) {
             return Q.Name == One.first;
           });
  });
  return Found;
}

//===--- Dependences ------------------------------------------------------===//

isl::Map dependence(const AffineProgram &P, DependenceKind Kind, unsigned From,
                    unsigned To) {
  isl::Map All = isl::product(isl::Set::empty(P.Steps[From].Domain.space()),
                              P.Steps[To].Domain);
  for (unsigned A = 0; A < P.Source->Arrays.size(); ++A) {
    const StepArray &Of = P.Steps[From].Arrays[A], &By = P.Steps[To].Arrays[A];
    if (!Of.Placed || !By.Placed)
      return {};
    const isl::Map &First = Kind == DependenceKind::Anti ? Of.Reads : Of.Writes;
    const isl::Map &Second =
        Kind == DependenceKind::Flow ? By.Reads : By.Writes;
    if (!First.isNull() && !Second.isNull())
      All = isl::unite(All, First.applyRange(Second.reverse()));
  }
  return P.Isl->exhausted() ? isl::Map() : All;
}

} // namespace heddle
