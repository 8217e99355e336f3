//===- Privates.cpp - Variables that are an iteration's own ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The question is asked of the control flow graph of the whole function: from
// the beginning of an iteration, and from behind the nest, no path reads the
// variable before it writes it. A use that the graph does not show is a read.
//===----------------------------------------------------------------------===//
#include "Read/Loops/Privates.h"
#include "IR/AnnotationEdit.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LastValues.h"
#include "Read/Loops/PrivateArrays.h"
#include "Read/Loops/PrivateClaims.h"
#include "Read/Loops/UnseenNames.h"
#include "Read/Loops/UseFlow.h"
#include "Spelling/NestText.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/TypeSpelling.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- Which variables --------------------------------------------------===//

std::pair<const VarDecl *, const clang::Expr *>
assignedCounter(const ForStmt *For) {
  const auto *E = dyn_cast_or_null<clang::Expr>(For->getInit());
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
  if (!B || B->getOpcode() != BO_Assign)
    return {nullptr, nullptr};
  return {named(B->getLHS()), B->getRHS()};
}

std::vector<const Stmt *> perfectLoops(const Stmt *Outermost) {
  std::vector<const Stmt *> Loops;
  for (const Stmt *S = Outermost; S; S = onlyFor(bodyOf(S)))
    Loops.push_back(S);
  return Loops;
}

/// Whether S holds a `try`: the graph does not have all ways into handlers.
static bool hasTry(const Stmt *S) {
  return isa<CXXTryStmt>(S) || llvm::any_of(partsOf(S), hasTry);
}

/// The nest declares another variable of V's name, perhaps where V would be
/// declared.
static bool isRedeclared(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.Names.NestDecls, [&](const ValueDecl *D) {
    return D != V && D->getIdentifier() == V->getIdentifier();
  });
}

/// A number that nothing but its name leads to, or an array of such numbers.
static bool isAlone(const NestReader &NR, const VarDecl *V) {
  const QualType T = V->getType();
  if (T->isArrayType())
    return isElementwiseOrFilled(NR, V);
  return T->isArithmeticType() && !T.isVolatileQualified() &&
         !T.isConstQualified() && !NR.Facts.escape(V);
}

/// Its storage is the function's, and nothing but its name leads to it.
static bool isOrdinary(const NestReader &NR, const VarDecl *V) {
  return !NR.Names.NestDecls.contains(V) && V->hasLocalStorage() &&
         V->getStorageClass() != SC_Register &&
         V->getDeclContext() == NR.In.Function && V->getIdentifier() &&
         isAlone(NR, V) && !V->isInitCapture() && V == V->getCanonicalDecl() &&
         !isRedeclared(NR, V) && llvm::all_of(V->attrs(), [](const Attr *A) {
           return isa<UnusedAttr, AlignedAttr, OMPReferencedVarAttr>(A);
         });
}

bool isInHeader(const NestReader &NR, const Stmt *For, const VarDecl *V) {
  return llvm::any_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    return NR.Facts.isWithin(E, For) && !NR.Facts.isWithin(E, bodyOf(For));
  });
}

bool isCountedBy(const NestReader &NR, const Stmt *Loop, const VarDecl *V) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (!For)
    return false;
  const auto [Counter, Value] = assignedCounter(For);
  return Counter == V && !NR.Facts.isMentionedIn(V, Value);
}

namespace {

/// The answer for one variable.
struct Verdict {
  unsigned Levels = 0; ///< private to an iteration of so many loops; 0: not
  const clang::Expr *Read = nullptr; ///< else a read that needs its value
  bool Behind = false;               ///< which stands behind the nest
};

} // namespace

static const clang::Expr *readFrom(const NestReader &NR, const UseFlow &F,
                                   const Stmt *Loop, LoopExit To,
                                   const VarDecl *V) {
  return V->getType()->isArrayType() ? elementReadFrom(NR, F, Loop, To, V)
                                     : F.readFrom(Loop, To, V);
}

/// The array V, in the loops of other threads' directives, is written there
/// before it is read; then nothing else but the nest has it.
static bool isApartInRegions(const NestReader &NR, const UseFlow &F,
                             const VarDecl *V) {
  bool IsOutside = false, IsInside = false;
  for (const clang::Expr *E : NR.Facts.mentions(V)) {
    if (NR.Facts.isWithin(E, NR.In.For))
      continue;
    const Stmt *Region = F.regions().around(E);
    (Region ? IsInside : IsOutside) = true;
    const Stmt *Loop = Region;
    if (Region &&
        (F.regions().isNested(Region) || !isa<ForStmt>(Loop) ||
         !F.knows(Region) || elementReadFrom(NR, F, Region, LoopExit::Body, V)))
      return false;
  }
  return !IsInside || !IsOutside;
}

static Verdict judge(const NestReader &NR, const UseFlow &F, const VarDecl *V,
                     const std::vector<const Stmt *> &Loops) {
  Verdict Result;
  if (!F.shows(V) ||
      (V->getType()->isArrayType() && !isApartInRegions(NR, F, V)))
    return Result;
  Result.Read = readFrom(NR, F, Loops.front(), LoopExit::Behind, V);
  Result.Behind = Result.Read != nullptr;
  if (Result.Read)
    return Result;
  // The counter of one of the loops is set before it is read.
  for (const Stmt *For : Loops)
    if (isCountedBy(NR, For, V)) {
      Result.Levels = static_cast<unsigned>(Loops.size());
      return Result;
    }
  unsigned Levels = 0;
  while (Levels < Loops.size() && !isInHeader(NR, Loops[Levels], V))
    ++Levels;
  for (; Levels > 0 && !isClaimedPrivate(NR, V); --Levels) {
    Result.Read = readFrom(NR, F, Loops[Levels - 1], LoopExit::Body, V);
    if (!Result.Read)
      break;
  }
  Result.Levels = Levels;
  return Result;
}

void findPrivates(NestReader &NR) {
  const std::vector<const Stmt *> Loops = perfectLoops(NR.In.For);
  llvm::SmallVector<const VarDecl *, 8> Assigned =
      NR.Facts.writtenIn(NR.In.For);
  llvm::append_range(Assigned, arraysStoredIn(NR, NR.In.For));
  llvm::erase_if(Assigned,
                 [&](const VarDecl *V) { return !isOrdinary(NR, V); });
  if (Assigned.empty() || hasTry(NR.In.Function->getBody()))
    return;
  UnseenNames Unseen(NR);
  llvm::DenseMap<const VarDecl *, std::vector<TextCondition>> On;
  llvm::erase_if(Assigned, [&](const VarDecl *V) {
    SourceLocation Where;
    std::optional<std::vector<TextCondition>> C =
        Unseen.without(V->getName(), Where);
    if (C)
      On[V] = std::move(*C);
    else if (Where.isValid())
      NR.Scope.Privates.Unseen[V] = Where;
    return !C;
  });
  if (Assigned.empty())
    return;
  const UseFlow F(NR);
  if (!F.regions().areKnown())
    return;
  if (!llvm::all_of(Loops, [&](const Stmt *For) { return F.knows(For); }))
    return;
  PrivateTable &P = NR.Scope.Privates;
  for (const VarDecl *V : Assigned) {
    Verdict Is = judge(NR, F, V, Loops);
    if (Is.Levels == 0) {
      P.Needed[V] = {Is.Read, Is.Behind};
      if (!Is.Behind || !(Is.Levels = keptLevels(NR, F, V, Loops)))
        continue;
      P.Kept.push_back(
          {V, Is.Read, isCountedBy(NR, Loops.front(), V) ? 0 : Is.Levels});
    }
    P.MostPerfect = std::min(P.MostPerfect, Is.Levels);
    P.Variables.push_back(V);
    NR.Names.NestDecls.insert(V);
    for (TextCondition &C : On[V])
      pin(NR, std::move(C));
  }
}

//===--- Their declarations -----------------------------------------------===//

/// The loops in S, outermost, whose init assigns V.
static void countedBy(const NestReader &NR, const Stmt *S, const VarDecl *V,
                      std::vector<const ForStmt *> &Found) {
  if (const auto *For = dyn_cast<ForStmt>(S); For && isCountedBy(NR, For, V)) {
    Found.push_back(For);
    return;
  }
  for (const Stmt *Child : S->children())
    if (Child)
      countedBy(NR, Child, V, Found);
}

/// All that mentions V in the nest is one of Loops.
static bool isInside(const NestReader &NR, const VarDecl *V,
                     const std::vector<const ForStmt *> &Loops) {
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    return !NR.Facts.isWithin(E, NR.In.For) ||
           llvm::any_of(Loops, [&](const ForStmt *For) {
             return NR.Facts.isWithin(E, For);
           });
  });
}

/// The place of the text where the loop's init begins; none within a macro.
static std::optional<unsigned> initPlace(const NestReader &NR,
                                         const ForStmt *For) {
  return offset(NR, For->getInit()->getBeginLoc());
}

/// `double v;` before the first statement of the body that mentions V. Where
/// the body is one statement, in braces around it.
static bool declareInBody(NestReader &NR, const VarDecl *V,
                          const std::string &Declaration) {
  const Loop &L = NR.Nest->Loops[NR.Nest->PerfectDepth - 1];
  if (L.BodyBegin >= L.BodyEnd)
    return false;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Scope.Privates.Body);
  if (!Block) {
    NR.Texts.Declarations.push_back(
        {L.BodyBegin, L.BodyEnd, Declaration + " "});
    return true;
  }
  for (const Stmt *Child : Block->body())
    if (NR.Facts.isMentionedIn(V, Child)) {
      std::optional<unsigned> At = beginOf(NR, Child->getBeginLoc());
      if (!At)
        return false;
      NR.Texts.Declarations.push_back({*At, *At, Declaration + " "});
      return true;
    }
  return true; // a counter of a loop that is mapped
}

/// The loops whose headers declare V; none: the body does.
static std::vector<const ForStmt *> declaringLoops(const NestReader &NR,
                                                   const VarDecl *V) {
  std::vector<const ForStmt *> Loops;
  countedBy(NR, NR.In.For, V, Loops);
  if (!isInside(NR, V, Loops) || isStoredLast(NR, V))
    Loops.clear();
  return Loops;
}

bool isDeclaredInBody(const NestReader &NR, const VarDecl *V) {
  return declaringLoops(NR, V).empty();
}

/// `[4][2]`: the extents are numbers, as those of the type here are.
static std::string extentsText(NestReader &NR, const VarDecl *V) {
  std::string Text;
  QualType T = V->getType();
  while (const auto *A = NR.Ctx.getAsConstantArrayType(T)) {
    Text += "[" + std::to_string(A->getSize().getZExtValue()) + "]";
    T = A->getElementType();
  }
  if (!Text.empty())
    NR.Nest->Folded.push_back(
        {"sizeof(" + V->getName().str() + ")",
         NR.Ctx.getTypeSizeInChars(V->getType()).getQuantity()});
  return Text;
}

static bool declare(NestReader &NR, const VarDecl *V, const std::string &Type) {
  const std::vector<const ForStmt *> Loops = declaringLoops(NR, V);
  // Before C++20 no variable of a constexpr function is without a value.
  // That a claim is wrong is no reason to read what happens to be there.
  const char *Value =
      NR.In.Function->isConstexpr() || isClaimedPrivate(NR, V) ? "{};" : ";";
  if (Loops.empty())
    return declareInBody(
        NR, V, Type + " " + V->getName().str() + extentsText(NR, V) + Value);
  for (const ForStmt *For : Loops) {
    std::optional<unsigned> At = initPlace(NR, For);
    if (!At)
      return false;
    NR.Texts.Declarations.push_back({*At, *At, Type + " "});
  }
  return true;
}

void declarePrivates(NestReader &NR) {
  if (NR.Failed)
    return;
  for (const VarDecl *V : NR.Scope.Privates.Variables) {
    std::optional<std::string> Type =
        spell(NR, NR.Ctx.getBaseElementType(V->getType()),
              NR.Ctx.getBaseElementType(writtenType(NR, V)));
    if (!Type) {
      NR.error(DiagID::HD157, ref(NR, V->getSourceRange()),
               V->getType().getAsString(NR.Ctx.getPrintingPolicy()));
      return;
    }
    if (!declare(NR, V, *Type)) {
      NR.error(DiagID::HD202, ref(NR, NR.Facts.writeWithin(V, NR.In.For)),
               V->getName())
          .note(ref(NR, V->getSourceRange()), "declared here");
      return;
    }
    if (!isKept(NR, V))
      NR.Nest->Privates.push_back(V->getName().str());
  }
}

/// The nest writes V in text that stands before Read, so that data may decide.
static bool mayBePrivate(const NestReader &NR, const VarDecl *V,
                         const clang::Expr *Read) {
  return !isClaimedPrivate(NR, V) &&
         !isInHeader(NR, perfectLoops(NR.In.For).front(), V) &&
         llvm::any_of(NR.Facts.writes(V), [&](const clang::Expr *E) {
           return NR.Facts.isWithin(E, NR.In.For) &&
                  NR.SM.isBeforeInTranslationUnit(E->getBeginLoc(),
                                                  Read->getBeginLoc());
         });
}

void notePrivate(NestReader &NR, const ValueDecl *V, Diagnostic &D) {
  const auto *Variable = dyn_cast_or_null<VarDecl>(V);
  if (const SourceLocation Where = NR.Scope.Privates.Unseen.lookup(Variable);
      Where.isValid())
    D.note(ref(NR, SourceRange(Where)),
           "its name stands here, in a pragma or in text that other flags "
           "compile");
  auto It = Variable ? NR.Scope.Privates.Needed.find(Variable)
                     : NR.Scope.Privates.Needed.end();
  if (It == NR.Scope.Privates.Needed.end() || !It->second.first)
    return;
  const auto [Read, IsBehind] = It->second;
  D.note(ref(NR, Read),
         IsBehind ? "the value that it has after the nest is read here"
                  : "an iteration may read it here before it has written it");
  if (!IsBehind && mayBePrivate(NR, Variable, Read))
    offerWord(NR.In.Annot.Where, "private(" + V->getName().str() + ")", D);
}

} // namespace heddle
