//===- AnnotationWords.cpp - The arguments of an annotation's words -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/AnnotationReader.h"
#include "Read/Annotation/MappingReader.h"
#include "Read/Annotation/NamedForms.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Tables.h"
#include "Read/Tensor/TensorTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace heddle;

/// Arguments inside braces have had no conversions applied.
const clang::Expr *AnnotationReader::asValue(const clang::Expr *E) const {
  if (!E->isGLValue() || E->getType()->isRecordType())
    return E;
  return ImplicitCastExpr::Create(
      Context, E->getType().getNonReferenceType().getUnqualifiedType(),
      CK_LValueToRValue, const_cast<clang::Expr *>(E), nullptr, VK_PRValue,
      FPOptionsOverride());
}

bool AnnotationReader::addInteger(Word W, const clang::Expr *E,
                                  std::vector<const clang::Expr *> &To) {
  QualType Type = E->getType();
  if (isa<InitListExpr>(E->IgnoreParens()) || Type.isNull() ||
      Type->isBooleanType() || !Type->isIntegralOrUnscopedEnumerationType()) {
    error(DiagID::HD107, ref(E), spelling(W), text(E),
          isa<InitListExpr>(E->IgnoreParens())
              ? "a nested list"
              : "'" + Type.getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  }
  To.push_back(asValue(E));
  return true;
}

/// A scalar, or a list in braces.
bool AnnotationReader::addEntries(Word W, const clang::Expr *E,
                                  std::vector<const clang::Expr *> &To) {
  const auto *List = dyn_cast<InitListExpr>(E->IgnoreParens());
  if (!List)
    return addInteger(W, E, To);
  if (List->isSemanticForm() && List->getSyntacticForm())
    List = List->getSyntacticForm();
  if (List->getNumInits() == 0) {
    error(DiagID::HD106, ref(E), spelling(W), "at least one entry in a list");
    return false;
  }
  bool Good = true;
  for (const clang::Expr *Entry : List->inits())
    Good &= addInteger(W, Entry, To);
  return Good;
}

void AnnotationReader::readBounds(const AnnotateAttr *A, SourceRef Where) {
  Annotation &Annot = Out.Annot;
  Annot.HasBounds = true;
  Annot.BoundsWhere = Where;
  unsigned Count = A->args_size();
  if (Count != 1 && Count != 2) {
    error(DiagID::HD106, Where, "bounds",
          "the upper bounds, or the lower and the upper bounds");
    return;
  }
  const clang::Expr *First = *A->args_begin();
  if (Count == 1) {
    addEntries(Word::Bounds, First, Out.UpperExprs);
    return;
  }
  const clang::Expr *Second = *(A->args_begin() + 1);
  bool Good = addEntries(Word::Bounds, First, Out.LowerExprs);
  Good &= addEntries(Word::Bounds, Second, Out.UpperExprs);
  if (Good && Out.LowerExprs.size() != Out.UpperExprs.size())
    error(DiagID::HD108, ref(Second), "the lower bound",
          std::to_string(Out.LowerExprs.size()),
          "the upper bound has " + std::to_string(Out.UpperExprs.size()))
        .note(ref(First), "the lower bound is here");
}

/// Adds a constant from 1 on; false after an error.
bool AnnotationReader::addConstant(Word W, const clang::Expr *E,
                                   std::vector<int64_t> &To) {
  clang::Expr::EvalResult Result;
  if (!E->EvaluateAsConstantExpr(Result, Context) || !Result.Val.isInt()) {
    error(DiagID::HD109, ref(E), spelling(W), text(E));
    return false;
  }
  const llvm::APSInt &Value = Result.Val.getInt();
  const bool Fits = Value.isSigned() ? Value.getSignificantBits() <= 64
                                     : Value.getActiveBits() <= 63;
  if (!Fits || Value.getExtValue() < 1) {
    error(DiagID::HD110, ref(E), spelling(W), llvm::toString(Value, 10));
    return false;
  }
  To.push_back(Value.getExtValue());
  return true;
}

void AnnotationReader::readConstants(Word W, const AnnotateAttr *A,
                                     SourceRef Where) {
  bool IsStep = W == Word::Step;
  (IsStep ? Out.Annot.StepWhere : Out.Annot.WidthWhere) = Where;
  std::vector<const clang::Expr *> &Exprs = IsStep ? StepExprs : WidthExprs;
  std::vector<int64_t> &Values = IsStep ? Out.Annot.Step : Out.Annot.Width;
  if (A->args_size() == 0) {
    error(DiagID::HD106, Where, spelling(W), "one constant for each dimension");
    return;
  }
  for (const clang::Expr *E : A->args())
    addEntries(W, E, Exprs);
  for (const clang::Expr *E : Exprs)
    addConstant(W, E, Values);
}

void AnnotationReader::readNames(Word W, const AnnotateAttr *A, SourceRef Where,
                                 std::vector<const clang::Expr *> &To) {
  if (A->args_size() == 0)
    error(DiagID::HD106, Where, spelling(W),
          W == Word::Reduce ? "the names of variables or arrays"
                            : "the names of arrays");
  for (const clang::Expr *E : A->args()) {
    if (isArrayName(Context, E) || (W != Word::Reduce && isObject(E)) ||
        (!Out.For && isTensorType(E->getType())) ||
        (W == Word::Reduce && isVariable(E)))
      To.push_back(E);
    else if (W == Word::Reduce)
      error(DiagID::HD415, ref(E), text(E));
    else
      error(DiagID::HD120, ref(E), spelling(W), text(E));
  }
}

void AnnotationReader::readNoAlias(const AnnotateAttr *A, SourceRef Where) {
  Out.NoAliasExprs.emplace_back();
  if (A->args_size() == 1)
    error(DiagID::HD106, Where, "noalias", "the names of two arrays or more");
  else
    readNames(Word::NoAlias, A, Where, Out.NoAliasExprs.back());
}

/// Adds an integer that the launch evaluates.
bool AnnotationReader::addNumber(Word W, const clang::Expr *E,
                                 std::vector<const clang::Expr *> &To) {
  if (!addInteger(W, E, To))
    return false;
  if (E->HasSideEffects(Context, /*IncludePossibleEffects=*/false) ||
      !isValueAlone(Context, E))
    error(DiagID::HD124, ref(E), text(E));
  return true;
}

void AnnotationReader::readExtent(const AnnotateAttr *A, SourceRef Where) {
  const clang::Expr *Array = A->args_size() == 2 ? *A->args_begin() : nullptr;
  std::vector<const clang::Expr *> Elements;
  if (!Array)
    error(DiagID::HD106, Where, "extent",
          "the name of an array, and how many elements it has");
  else if (!isArrayName(Context, Array))
    error(DiagID::HD120, ref(Array), "extent", text(Array));
  else if (addNumber(Word::Extent, *(A->args_begin() + 1), Elements))
    Out.ExtentClaims.push_back({Array, Elements.front(), Where});
}

void AnnotationReader::readRows(const AnnotateAttr *A, SourceRef Where) {
  const clang::Expr *Table = A->args_size() ? *A->args_begin() : nullptr;
  const unsigned Levels = Table ? pointerLevels(Context, Table->getType()) : 0;
  if (Table && !Levels) {
    error(DiagID::HD129, ref(Table), text(Table),
          containerOf(Context, Table->getType(), Table->getType())
              ? "a container says itself how many elements it has"
              : "it is no table of pointers");
    return;
  }
  if (A->args_size() != Levels + 2) {
    error(DiagID::HD106, Where, "rows",
          Levels > 1 ? "the name of a table, how many tables it leads to, how "
                       "many rows each of them has, and how many elements a "
                       "row has"
                     : "the name of a table, how many rows it has, and how "
                       "many elements a row has");
    return;
  }
  AnnotatedLoop::RowsClaim Claim{Table, {}, Where};
  for (const clang::Expr *E : llvm::drop_begin(A->args()))
    if (!addNumber(Word::Rows, E, Claim.Extents))
      return;
  Out.RowsClaims.push_back(std::move(Claim));
}

void AnnotationReader::readPrivates(Word W, const AnnotateAttr *A,
                                    SourceRef Where) {
  if (A->args_size() == 0)
    error(DiagID::HD106, Where, spelling(W), "the names of variables");
  for (const clang::Expr *E : A->args()) {
    const auto *Named = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
    if (V)
      Out.PrivateClaims.push_back({V, W == Word::LastPrivate, ref(E)});
    else
      error(DiagID::HD128, ref(E), spelling(W), text(E), "it is no variable");
  }
}

void AnnotationReader::addStrip(Annotation::Strip Of) {
  const auto Before =
      llvm::find_if(Out.Annot.Strips, [&](const Annotation::Strip &Other) {
        return Other.Counter == Of.Counter;
      });
  if (Before == Out.Annot.Strips.end())
    Out.Annot.Strips.push_back(std::move(Of));
  else
    error(DiagID::HD119, Of.Where, "strip(" + Of.Counter + ")")
        .note(Before->Where, "the first one is here");
}

void AnnotationReader::readStrip(const AnnotateAttr *A, SourceRef Where) {
  const auto *Counter =
      A->args_size() == 2 ? dyn_cast<StringLiteral>(*A->args_begin()) : nullptr;
  std::vector<const clang::Expr *> Exprs;
  std::vector<int64_t> Values;
  if (!Counter)
    error(DiagID::HD106, Where, "strip",
          "the counter of a loop, and how many of its iterations a strip has");
  else if (addInteger(Word::Strip, *(A->args_begin() + 1), Exprs) &&
           addConstant(Word::Strip, Exprs.front(), Values))
    addStrip({Counter->getString().str(), Values.front(), Where});
}

void AnnotationReader::readRoll(const AnnotateAttr *A, SourceRef Where) {
  const auto *Counter =
      A->args_size() == 1 ? dyn_cast<StringLiteral>(*A->args_begin()) : nullptr;
  if (Counter)
    Out.Annot.Roll = {Counter->getString().str(), Where};
  else
    error(DiagID::HD106, Where, "roll", "the counter of a mapped loop");
}

void AnnotationReader::readTiles(const AnnotateAttr *A, SourceRef Where) {
  constexpr size_t Most = 4;
  std::vector<const clang::Expr *> Exprs;
  const auto IsName = [](const clang::Expr *E) {
    return isa<StringLiteral>(E);
  };
  if (A->args_size() == 0 || A->args_size() > Most ||
      llvm::any_of(A->args(), IsName))
    error(DiagID::HD106, Where, "tiles", "one to four sizes, all constants");
  else
    for (const clang::Expr *E : A->args())
      if (addInteger(Word::Tiles, E, Exprs))
        addConstant(Word::Tiles, Exprs.back(), Out.Annot.Tiles);
}

void AnnotationReader::readMap(const AnnotateAttr *A, SourceRef Where) {
  Annotation &Annot = Out.Annot;
  Annot.HasMap = true;
  Annot.MapWhere = Where;
  if (A->args_size() > 1) {
    error(DiagID::HD106, Where, "map", "one mapping or strategy");
    return;
  }
  if (A->args_size() == 0) {
    Annot.MapText = "Auto";
    return;
  }
  const clang::Expr *E = *A->args_begin();
  Annot.MapWhere = ref(E);
  if (isa<InitListExpr>(E->IgnoreParens()))
    error(DiagID::HD112, ref(E), text(E), "a list");
  else if (!readMapping(Context, E, Annot, R))
    Failed = true;
}

void AnnotationReader::readWord(Word W, const AnnotateAttr *A,
                                SourceRef Where) {
  switch (W) {
  case Word::Bounds:
    return readBounds(A, Where);
  case Word::Step:
  case Word::Width:
    return readConstants(W, A, Where);
  case Word::Map:
    return readMap(A, Where);
  case Word::InPlace:
    Out.Annot.InPlaceWhere = Where;
    return readNames(W, A, Where, Out.InPlaceExprs);
  case Word::Copy:
    Out.Annot.CopyWhere = Where;
    return readNames(W, A, Where, Out.CopyExprs);
  case Word::NoAlias:
    return readNoAlias(A, Where);
  case Word::Reduce:
    Out.Annot.ReduceWhere = Where;
    return readNames(W, A, Where, Out.ReduceExprs);
  case Word::Extent:
    return readExtent(A, Where);
  case Word::Rows:
    return readRows(A, Where);
  case Word::Independent:
    return readNames(W, A, Where, Out.IndependentExprs);
  case Word::Private:
  case Word::LastPrivate:
    return readPrivates(W, A, Where);
  case Word::Stage:
    return readNames(W, A, Where, Out.StageExprs);
  case Word::Strip:
    return readStrip(A, Where);
  case Word::Roll:
    return readRoll(A, Where);
  case Word::Tiles:
    Out.Annot.TilesWhere = Where;
    return readTiles(A, Where);
  case Word::Cover:
    error(DiagID::HD180, Where, "a nest");
    return;
  case Word::Reuse:
  case Word::Program:
  case Word::Pure:
    break; // of blocks and functions, or of loops that are no nests
  }
}
