//===- TensorNest.cpp - From a tensor statement to a LoopNest -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel's text is made here. Everywhere else the user's own statement
// runs, which checks the shapes: where the launch finds two extents that
// differ, or a view that is not dense, it takes that.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorNest.h"
#include "Read/Annotation/AnnotationArrays.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorStages.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "Spelling/Placement.h"
#include "Spelling/Preprocessing.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- The statement ----------------------------------------------------===//

static bool readStatementText(TensorReader &TR) {
  SourceLocation Begin = TR.NR.In.Nest->getBeginLoc(),
                 End = TR.NR.SM.getExpansionRange(TR.NR.In.Nest->getEndLoc())
                           .getEnd();
  SourceLocation Last = semicolonBehind(TR.NR, End);
  if (Last.isInvalid() ||
      TR.NR.SM.getFileID(Last) != TR.NR.SM.getFileID(Begin)) {
    TR.NR.error(DiagID::HD117, ref(TR.NR, SourceRange(Begin)),
                "write its semicolon where it ends");
    return false;
  }
  setText(TR.NR, Begin, Last);
  return true;
}

static bool setLeft(TensorReader &TR, const clang::Expr *E) {
  std::optional<TensorTerm> Read = readTerm(TR, E);
  if (!Read)
    return false;
  TR.Left = std::move(*Read);
  const TensorTerm &View =
      TR.Left.Form == TensorForm::Named ? TR.Left.Operands.front() : TR.Left;
  if (storage(TR, View, TensorGoal(View.Rank)).first->Form != TensorForm::View)
    return refuseTerm(TR, E, "the left-hand side is a tensor or a view");
  if (View.Rank == 0) {
    TR.NR.error(DiagID::HD164, ref(TR.NR, E), text(TR.NR, E));
    return false;
  }
  return true;
}

/// Names are given in the order in which the statement reads.
static void declareOperands(TensorReader &TR, const TensorTerm &T) {
  if (T.Form == TensorForm::View)
    tensorFor(TR, T.Source);
  else if (T.Form == TensorForm::Number)
    numberValue(TR, T);
  for (const TensorTerm &Operand : T.Operands)
    declareOperands(TR, Operand);
}

/// Whether a tensor may be without elements: of extents that are known at run
/// time, or moved from, where they do not stand in the object itself.
static bool mayLackShape(ASTContext &Ctx, QualType T) {
  const std::vector<int64_t> Extents = declaredExtents(T);
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!S || llvm::is_contained(Extents, -1))
    return true;
  __int128 Bytes =
      Ctx.getTypeSizeInChars(S->getTemplateArgs()[0].getAsType()).getQuantity();
  const int64_t Object =
      Ctx.getTypeSizeInChars(T.getNonReferenceType()).getQuantity();
  for (const int64_t Extent : Extents) {
    if (Extent == 0)
      return false;
    if (Bytes <= Object)
      Bytes *= Extent;
  }
  return Bytes > Object;
}

/// One without a shape takes that of the right-hand side.
static void requireShaped(TensorReader &TR) {
  const TensorTerm &View =
      TR.Left.Form == TensorForm::Named ? TR.Left.Operands.front() : TR.Left;
  const ArrayInfo &A = TR.NR.Nest->Arrays[TR.LeftArray];
  if (View.Form == TensorForm::View &&
      heddleTemplateName(View.Source->getType()) == "tensor" &&
      mayLackShape(TR.NR.Ctx, View.Source->getType()))
    addCondition(TR, A.HostText + " != nullptr",
                 "'" + A.Name + "' has a shape");
}

//===--- The order --------------------------------------------------------===//

static bool readStatement(TensorReader &TR) {
  TR.Assignment = tensorAssignment(TR.NR.In.Nest);
  std::optional<TensorTerm> Right;
  if (!setLeft(TR, TR.Assignment->getArg(0)->IgnoreParenImpCasts()) ||
      !(Right = readTerm(TR, TR.Assignment->getArg(1))))
    return false;
  if (TR.Assignment->getOperator() != OO_Equal &&
      !(Right = compound(TR, TR.Assignment, std::move(*Right))))
    return false;
  declareOperands(TR, TR.Left);
  TR.LeftArray = 0;
  declareOperands(TR, *Right);
  if (TR.NR.Failed)
    return false;
  requireShaped(TR);
  requireAssigned(TR, *Right);
  if (TR.NR.Failed)
    return false;
  if (indicesFitInt(TR))
    TR.CounterType = IntType{};
  setArrayExtents(TR);
  labelLeft(TR);
  writeBody(TR, *Right);
  assumeConditions(TR);
  return !TR.NR.Failed;
}

Program buildTensorNests(ASTContext &Ctx, Preprocessor &PP,
                         const AnnotatedLoop &Annotated, Report &R) {
  TensorReader TR(Ctx, PP, Annotated, R);
  TR.NR.TakesComplex = false;
  TR.NR.Nest->Annot = TR.NR.In.Annot;
  if (!readStatementText(TR))
    return {};
  collectNames(TR.NR, TR.NR.In.Nest);
  for (const auto &Name : TR.NR.Names.NameUse)
    TR.Taken.insert(Name.getKey());
  if (!place(TR.NR) || !readStatement(TR))
    return {};
  readArrayNames(TR.NR);
  checkObjects(TR.NR);
  if (TR.NR.Failed)
    return {};
  TR.NR.Nest->Statement = std::exchange(TR.NR.Nest->Text, "");
  TR.Before.push_back(std::move(TR.Now));
  Program Stages;
  for (const TensorStage &S : TR.Before)
    Stages.add(finished(TR, S, static_cast<unsigned>(Stages.Steps.size()) + 1));
  return Stages;
}

} // namespace heddle
