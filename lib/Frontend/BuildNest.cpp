//===- BuildNest.cpp - The order in which a nest is read -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/BuildNest.h"
#include "Frontend/NestBuilder.h"

using namespace clang;

namespace heddle {

/// The array, or written scalar, that an argument of an annotation names.
std::optional<unsigned> NestBuilder::arrayNamed(const clang::Expr *E) {
  const clang::Expr *Named = E->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(Named))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (auto It = Inlined.find(V); It != Inlined.end() && It->second)
        return It->second->Array;
  if (std::optional<Path> P = path(Named))
    if (auto It = ArrayIndex.find(P->Key); It != ArrayIndex.end())
      return It->second;
  // By its data, as messages do.
  if (isa<CallExpr>(Named))
    for (unsigned I = 0; I < Nest->Arrays.size(); ++I)
      if (Nest->Arrays[I].HostText == text(Named))
        return I;
  // An object by whose functions one array of its members is accessed.
  if (const auto *D = dyn_cast<DeclRefExpr>(Named))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (auto It = HeldBy.find(V);
          It != HeldBy.end() && It->second.size() == 1)
        return It->second.front();
  return std::nullopt;
}

/// The bounds and array names of the annotation, which only the tables of the
/// nest can translate.
void NestBuilder::readAnnotation() {
  Annotation &A = Nest->Annot;
  auto Bounds = [&](const std::vector<const clang::Expr *> &From,
                    std::vector<ExprRef> &To) {
    for (const clang::Expr *E : From) {
      ExprRef Value = E->isGLValue() ? variableExpr(E) : expr(E);
      if (const Expr *Found = findOpaque(*Value))
        error(DiagID::HD160, Found->Where, Found->Text, Found->Why);
      To.push_back(Value);
    }
  };
  Bounds(In.LowerExprs, A.Lower);
  Bounds(In.UpperExprs, A.Upper);
  while (A.Lower.size() < A.Upper.size())
    A.Lower.push_back(constant(0, IntType{}, nullptr));

  // Another compiler's loops are the same without it, so it is no error.
  for (const clang::Expr *E : In.ReduceExprs)
    if (std::optional<unsigned> Found = arrayNamed(E))
      A.Reduce.push_back(*Found);
    else
      R.add(DiagID::HD414, ref(E), text(E));
  readArrayNames();
}

void NestBuilder::readArrayNames() {
  Annotation &A = Nest->Annot;
  auto Arrays = [&](const std::vector<const clang::Expr *> &From,
                    std::vector<unsigned> &To) {
    for (const clang::Expr *E : From)
      if (std::optional<unsigned> Found = arrayNamed(E))
        To.push_back(*Found);
      else if (!Failed) // what was refused may have been its access
        error(DiagID::HD161, ref(E), text(E));
  };
  Arrays(In.InPlaceExprs, A.InPlace);
  Arrays(In.CopyExprs, A.Copy);
  for (const std::vector<const clang::Expr *> &Names : In.NoAliasExprs) {
    std::vector<unsigned> &Apart = A.NoAlias.emplace_back();
    Arrays(Names, Apart);
    for (size_t J = 1; Apart.size() == Names.size() && J < Apart.size(); ++J)
      if (auto I = llvm::find(Apart, Apart[J]); I - Apart.begin() < long(J))
        error(DiagID::HD127, ref(Names[J]), text(Names[J]),
              text(Names[I - Apart.begin()]));
  }
}

/// Members of `*this` are apart from each other, but `*this` may be the object
/// that another access names.
void NestBuilder::checkObjects() {
  bool This = false, Named = false;
  for (const ObjectRoot &O : ObjectRoots) {
    This |= O.IsThis;
    Named |= !O.IsThis && O.Root;
  }
  if (!This || !Named)
    return;
  for (const ObjectRoot &O : ObjectRoots)
    if (O.IsThis) {
      Nest->Arrays[O.Array].Origin = Provenance::Pointer;
      Nest->Arrays[O.Array].ObjectKey.clear();
    }
}

std::shared_ptr<const LoopNest> NestBuilder::build() {
  Nest->Annot = In.Annot;
  if (!readText())
    return nullptr;
  collectNames(In.For);
  if (!place())
    return nullptr;
  checkTypes();
  Steps.emplace(In.For, Facts, Ctx, In.ReduceExprs);
  findWrittenScalars(In.For);
  walkPerfect(In.For);
  if (!Nest->PerfectDepth)
    return nullptr;
  if (!Failed)
    checkSeen(In.For);
  readAnnotation();
  readAssumptions();
  checkObjects();
  finishHoles();
  finishUpdates();
  finishTexts();
  writeRangesOut();
  return Failed ? nullptr : Nest;
}

std::shared_ptr<const LoopNest>
buildLoopNest(ASTContext &Ctx, Preprocessor &PP, const AnnotatedLoop &Loop,
              Report &R) {
  return NestBuilder(Ctx, PP, Loop, R).build();
}

} // namespace heddle
