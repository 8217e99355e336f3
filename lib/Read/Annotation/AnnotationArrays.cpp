//===- AnnotationArrays.cpp - What annotations name ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Annotation/AnnotationArrays.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/ReducedElements.h"
#include "Read/Memory/AllocatedRows.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace heddle {

/// The array, or written scalar, that an argument of an annotation names.
static std::optional<unsigned> arrayNamed(NestReader &NR,
                                          const clang::Expr *E) {
  const clang::Expr *Named = E->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(Named))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (auto It = NR.Memory.Inlined.find(V);
          It != NR.Memory.Inlined.end() && It->second)
        return It->second->Array;
  if (std::optional<Path> P = path(NR, Named))
    if (std::optional<unsigned> Known = NR.Memory.array(P->Key))
      return Known;
  // By its data, as messages do.
  if (isa<CallExpr>(Named))
    for (unsigned I = 0; I < NR.Nest->Arrays.size(); ++I)
      if (NR.Nest->Arrays[I].HostText == text(NR, Named))
        return I;
  // An object by whose functions one array of its members is accessed.
  if (const auto *D = dyn_cast<DeclRefExpr>(Named))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (auto It = NR.Memory.HeldBy.find(V);
          It != NR.Memory.HeldBy.end() && It->second.size() == 1)
        return It->second.front();
  return std::nullopt;
}

/// The bounds and array names of the annotation, which only the tables of the
/// nest can translate.
void readAnnotation(NestReader &NR) {
  Annotation &A = NR.Nest->Annot;
  auto Bounds = [&](const std::vector<const clang::Expr *> &From,
                    std::vector<ExprRef> &To) {
    for (const clang::Expr *E : From) {
      ExprRef Value = E->isGLValue() ? variableExpr(NR, E) : expr(NR, E);
      if (const Expr *Found = findOpaque(*Value))
        NR.error(DiagID::HD160, Found->Where, Found->Text, Found->Why);
      To.push_back(Value);
    }
  };
  Bounds(NR.In.LowerExprs, A.Lower);
  Bounds(NR.In.UpperExprs, A.Upper);
  while (A.Lower.size() < A.Upper.size())
    A.Lower.push_back(constant(NR, 0, IntType{}, nullptr));

  // Another compiler's loops are the same without it, so it is no error.
  for (const clang::Expr *E : NR.In.ReduceExprs)
    if (const auto Elements = reducedElements(NR, E); !Elements.empty())
      llvm::append_range(A.Reduce, Elements);
    else if (std::optional<unsigned> Found = arrayNamed(NR, E))
      A.Reduce.push_back(*Found);
    else
      NR.Diags.add(DiagID::HD414, ref(NR, E), text(NR, E));
  readArrayNames(NR);
}

/// The parameter of the launch that is E, which is claimed of the array P.
static unsigned addClaimed(NestReader &NR, Path P, llvm::StringRef What,
                           const clang::Expr *E) {
  P.Key += (" " + What).str();
  P.Name += ("_" + What).str();
  Param New;
  New.Name = kernelName(NR, P);
  New.CxxType = "long long";
  New.Integral = true;
  New.Type = IntType{64, true};
  New.HostText = text(NR, E);
  New.LaunchOnly = true;
  New.Where = ref(NR, E);
  NR.Nest->Params.push_back(std::move(New));
  return static_cast<unsigned>(NR.Nest->Params.size()) - 1;
}

/// The array that E names, of which something is claimed: into Arrays. Not by
/// another name: a pointer into an array is not its first element. None after
/// an error.
static std::optional<unsigned> claimedArray(NestReader &NR,
                                            const std::optional<Path> &P,
                                            const clang::Expr *E) {
  std::optional<unsigned> Found = P ? NR.Memory.array(P->Key) : std::nullopt;
  if (!Found && !NR.Failed) // what was refused may have been its access
    NR.error(DiagID::HD161, ref(NR, E), text(NR, E));
  return Found;
}

/// extent(x, n): the launch evaluates n, and has x for as large.
static void readExtent(NestReader &NR, const AnnotatedLoop::ExtentClaim &C) {
  const std::optional<Path> P = path(NR, C.Array->IgnoreParenImpCasts());
  const std::optional<unsigned> Found = claimedArray(NR, P, C.Array);
  if (!Found)
    return;
  ArrayInfo &A = NR.Nest->Arrays[*Found];
  if (A.Tables) {
    NR.error(DiagID::HD125, ref(NR, C.Array), A.Name,
             "it is a table of rows, of which 'rows' says how many there are")
        .note(A.Where, "'" + A.Name + "' is declared here");
    return;
  }
  if (A.RowsClaimed || A.Rows >= 0 || declaredElements(A)) {
    NR.error(DiagID::HD125, ref(NR, C.Array), A.Name,
             A.RowsClaimed ? "another 'extent' names it, too"
                           : "its declaration says how many it has")
        .note(A.Where, "'" + A.Name + "' is declared here");
    return;
  }
  A.Rows = static_cast<int>(addClaimed(NR, *P, "extent", C.Elements));
  A.RowsClaimed = true;
}

/// The program says something of an array that the nest has.
static void readSaid(NestReader &NR, const AnnotatedLoop::SaidExtents &S) {
  const std::optional<unsigned> Found = arrayNamed(NR, S.Array);
  if (!Found)
    return;
  SaidExtents Out{*Found, S.Number, {}};
  for (const clang::Expr *E : S.Extents)
    Out.Extents.push_back(E->isGLValue() ? variableExpr(NR, E) : expr(NR, E));
  NR.Nest->Said.push_back(std::move(Out));
}

/// rows(a, n, m): the launch evaluates n and m.
static void readRows(NestReader &NR, const AnnotatedLoop::RowsClaim &C) {
  const std::optional<Path> P = path(NR, C.Table->IgnoreParenImpCasts());
  const std::optional<unsigned> Found = claimedArray(NR, P, C.Table);
  if (!Found)
    return;
  ArrayInfo &A = NR.Nest->Arrays[*Found];
  if (!A.RowExtents.empty()) {
    NR.error(DiagID::HD129, ref(NR, C.Table), A.Name,
             "another 'rows' names it, too");
    return;
  }
  for (auto [I, E] : llvm::enumerate(C.Extents))
    A.RowExtents.push_back(addClaimed(NR, *P,
                                      I == 0 ? "rows"
                                      : I + 1 == C.Extents.size()
                                          ? "columns"
                                          : "rows" + std::to_string(I + 1),
                                      E));
}

/// The rows and elements that S, a subscript, passes are those from 0 on.
static bool beginsAtFirst(const LoopNest &N, const Expr &S) {
  if (S.Kind == ExprKind::Cast)
    return beginsAtFirst(N, *S.Operands.front());
  if (S.Kind != ExprKind::Counter)
    return false;
  const Loop &L = N.Loops[S.Index];
  return isZero(*L.Init) && L.Step == 1 && !L.DataDependent &&
         L.Bound->Kind == ExprKind::Param;
}

/// The loops may leave out elements between those that they touch, and each
/// access has a place where a check can stand.
static bool needsExtents(const NestReader &NR, unsigned Array) {
  llvm::DenseSet<unsigned> Placed;
  for (const Value &V : NR.Spans.Values)
    if (V.Kind == ValueKind::Element)
      Placed.insert(V.Accesses.begin(), V.Accesses.end());
  bool MayLeaveOut = false;
  for (auto [I, A] : llvm::enumerate(NR.Nest->Accesses)) {
    if (A.Array != Array)
      continue;
    if (!Placed.contains(static_cast<unsigned>(I)))
      return false;
    MayLeaveOut |= A.May || !A.Guards.empty() ||
                   !llvm::all_of(A.Subscripts, [&](const ExprRef &S) {
                     return beginsAtFirst(*NR.Nest, *S);
                   });
  }
  return MayLeaveOut;
}

/// addClaimed(), where E stands elsewhere: macros may have changed since.
static unsigned addAllocated(NestReader &NR, const Path &P,
                             llvm::StringRef What, const clang::Expr *E) {
  const unsigned Added = addClaimed(NR, P, What, E);
  clang::Expr::EvalResult Constant;
  if (E->EvaluateAsInt(Constant, NR.Ctx))
    NR.Nest->Params[Added].HostText = llvm::toString(Constant.Val.getInt(), 10);
  return Added;
}

/// The rows of tables that are allocated in sight, as if rows(a, n, m) were
/// said.
static void readAllocatedRows(NestReader &NR) {
  for (unsigned I = 0; I < NR.Nest->Arrays.size(); ++I) {
    const VarDecl *V = NR.Memory.ArrayRoots.lookup(I);
    if (const ArrayInfo &A = NR.Nest->Arrays[I];
        !V || A.Tables != 1 || A.OwnsRows || !A.RowExtents.empty() ||
        A.HostText != V->getName() || !needsExtents(NR, I))
      continue;
    const auto Known = allocatedRows(NR, V);
    if (!Known)
      continue;
    Path P;
    P.Key = P.Name = V->getName().str();
    P.Last = P.Root = V;
    NR.Nest->Arrays[I].RowExtents = {
        addAllocated(NR, P, "rows", Known->first),
        addAllocated(NR, P, "columns", Known->second)};
  }
}

void readArrayNames(NestReader &NR) {
  Annotation &A = NR.Nest->Annot;
  auto Arrays = [&](const std::vector<const clang::Expr *> &From,
                    std::vector<unsigned> &To) {
    for (const clang::Expr *E : From)
      if (std::optional<unsigned> Found = arrayNamed(NR, E))
        To.push_back(*Found);
      else if (!NR.Failed) // what was refused may have been its access
        NR.error(DiagID::HD161, ref(NR, E), text(NR, E));
  };
  for (const AnnotatedLoop::SaidExtents &S : NR.In.Said)
    readSaid(NR, S);
  for (const AnnotatedLoop::ExtentClaim &C : NR.In.ExtentClaims)
    readExtent(NR, C);
  for (const AnnotatedLoop::RowsClaim &C : NR.In.RowsClaims)
    readRows(NR, C);
  readAllocatedRows(NR);
  Arrays(NR.In.IndependentExprs, A.Independent);
  Arrays(NR.In.InPlaceExprs, A.InPlace);
  Arrays(NR.In.CopyExprs, A.Copy);
  for (const clang::Expr *E : NR.In.StageExprs)
    if (std::optional<unsigned> Found = arrayNamed(NR, E)) {
      if (llvm::none_of(A.Stage, [&](auto &S) { return S.Array == *Found; }))
        A.Stage.push_back({*Found, ref(NR, E)});
    } else if (!NR.Failed)
      NR.error(DiagID::HD161, ref(NR, E), text(NR, E));
  for (const std::vector<const clang::Expr *> &Names : NR.In.NoAliasExprs) {
    std::vector<unsigned> &Apart = A.NoAlias.emplace_back();
    Arrays(Names, Apart);
    for (size_t J = 1; Apart.size() == Names.size() && J < Apart.size(); ++J)
      if (auto I = llvm::find(Apart, Apart[J]); I - Apart.begin() < long(J))
        NR.error(DiagID::HD127, ref(NR, Names[J]), text(NR, Names[J]),
                 text(NR, Names[I - Apart.begin()]));
  }
}

/// Members of `*this` are apart from each other, but `*this` may be the object
/// that another access names.
void checkObjects(NestReader &NR) {
  bool This = false, Named = false;
  for (const ObjectRoot &O : NR.Memory.ObjectRoots) {
    This |= O.IsThis;
    Named |= !O.IsThis && O.Root;
  }
  if (!This || !Named)
    return;
  for (const ObjectRoot &O : NR.Memory.ObjectRoots)
    if (O.IsThis) {
      NR.Nest->Arrays[O.Array].Origin = Provenance::Pointer;
      NR.Nest->Arrays[O.Array].ObjectKey.clear();
    }
}

} // namespace heddle
