//===- ElementRanges.cpp - Range-based `for` over elements ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/ElementRanges.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/ObjectRanges.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

/// The container or array, as the source has it.
static const clang::Expr *objectOf(const CXXForRangeStmt *S) {
  return skipMarkers(S->getRangeInit());
}

/// How many elements there are: a constant, or what a member says.
static ExprRef countOf(NestReader &NR, const CXXForRangeStmt *S,
                       std::string &Text) {
  const IntType Size{64, false};
  const clang::Expr *Object = objectOf(S);
  if (!elementOfObject(NR, S).isNull()) {
    const std::optional<ObjectRange> Range = objectRange(NR, S);
    Text = distanceText(NR, S);
    return Range ? Range->Count : nullptr;
  }
  if (const auto *A = NR.Ctx.getAsConstantArrayType(Object->getType())) {
    Text = std::to_string(A->getSize().getZExtValue());
    return constant(NR, static_cast<int64_t>(A->getSize().getZExtValue()), Size,
                    Object);
  }
  std::optional<Container> C =
      containerOf(NR.Ctx, Object->getType(), Object->getType());
  if (!C || C->ByDimensions)
    return nullptr;
  if (C->Extent) {
    Text = std::to_string(*C->Extent);
    return constant(NR, static_cast<int64_t>(*C->Extent), Size, Object);
  }
  std::optional<Path> P = path(NR, Object);
  if (C->Size.empty() || !P || P->IsData)
    return nullptr;
  Text = text(NR, Object) + C->Size.str();
  const QualType T = NR.Ctx.getSizeType();
  return paramFor(NR, sizeOf(*P, C->Size), Object, T, T).value_or(nullptr);
}

static QualType elementOf(const NestReader &NR, const CXXForRangeStmt *S) {
  const QualType T = objectOf(S)->getType();
  if (const QualType Element = elementOfObject(NR, S); !Element.isNull())
    return Element;
  if (const ArrayType *A = NR.Ctx.getAsArrayType(T))
    return A->getElementType();
  std::optional<Container> C = containerOf(NR.Ctx, T, T);
  return C ? C->Element : QualType();
}

/// Why the loop's variable is none that can be declared by itself.
static std::string whyNotDeclared(const NestReader &NR,
                                  const CXXForRangeStmt *S) {
  const VarDecl *V = S->getLoopVariable();
  if (isa<DecompositionDecl>(V))
    return "its variable is a structured binding";
  const QualType Element = elementOf(NR, S);
  const QualType T = V->getType().getNonReferenceType();
  if (T.isVolatileQualified())
    return "its variable is volatile";
  if (Element.isNull())
    return "the elements of '" + text(NR, objectOf(S)) +
           "' are none of an array, a std::vector, a std::span and the like, "
           "nor of a class whose begin() and end() only return pointers";
  if (!NR.Ctx.hasSameUnqualifiedType(T, Element))
    return "its variable is of another type than the elements";
  if (!V->getType()->isReferenceType() && !T->isArithmeticType() &&
      !T->isEnumeralType())
    return "its variable is a copy of what is no number; make it a reference";
  if (!V->attrs().empty())
    return "its variable has an attribute";
  return "";
}

/// E names something as V is named.
static bool mentionsName(const Stmt *E, const VarDecl *V) {
  const ValueDecl *D = nullptr;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    D = R->getDecl();
  if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isImplicitAccess())
    D = M->getMemberDecl();
  return (D && D->getIdentifier() == V->getIdentifier()) ||
         llvm::any_of(E->children(), [&](const Stmt *Child) {
           return Child && mentionsName(Child, V);
         });
}

std::optional<LoopHeaders>
readElements(NestReader &NR, const CXXForRangeStmt *S, std::string &Why) {
  const VarDecl *V = S->getLoopVariable();
  const clang::Expr *Object = objectOf(S);
  if (S->getInit() || !Object->isLValue() ||
      !isa<DeclRefExpr, MemberExpr>(Object)) {
    Why = "it is neither over 'heddle::indices(...)' nor over the elements of "
          "an array or a container that has a name";
    return std::nullopt;
  }
  if (S->getLoopVarStmt()->getBeginLoc().isMacroID() ||
      S->getColonLoc().isMacroID() || S->getRParenLoc().isMacroID())
    Why = "its header comes out of a macro";
  else if (mentionsName(Object, V))
    Why = "its variable has the name of what it is over; give it another one";
  else
    Why = whyNotDeclared(NR, S);
  std::string Text;
  ExprRef Count = Why.empty() ? countOf(NR, S, Text) : nullptr;
  if (!Count) {
    if (Why.empty())
      Why =
          "how many elements '" + text(NR, Object) + "' has is not understood";
    return std::nullopt;
  }
  const bool OfObject = !elementOfObject(NR, S).isNull();
  Path Counter;
  Counter.Key = "index of " + std::to_string(V->getLocation().getRawEncoding());
  Counter.Name = V->getName().str() + "_index";
  Counter.Last = V;
  Loop L;
  L.Where = ref(NR, SourceRange(S->getForLoc(), S->getRParenLoc()));
  L.Name = kernelName(NR, Counter);
  L.Type = IntType{64, OfObject};
  L.CxxType = OfObject ? "long" : "unsigned long";
  L.NameWhere = ref(NR, SourceRange(V->getLocation()));
  L.Init = constant(NR, 0, L.Type, nullptr);
  L.CounterSide = counterExpr(static_cast<unsigned>(NR.Nest->Loops.size()),
                              L.Type, L.NameWhere, L.Name);
  L.Rel = Relation::Lt;
  L.Bound = convert(NR, Count, L.Type);
  L.InitWhere = L.CondWhere = L.StepWhere = ref(NR, Object);
  L.OmpCanonical = !OfObject || isStable(*Count, NR.model());
  LoopHeaders H;
  H.Counters.push_back(cast<VarDecl>(S->getBeginStmt()->getSingleDecl()));
  H.Loops.push_back(std::move(L));
  H.Element = V;
  H.DeclaresInBody = true;
  H.KernelCount =
      Count->Kind == ExprKind::Const ? Text : cxxText(*Count, *NR.Nest);
  H.Count = std::move(Text);
  return H;
}

/// The element that the loop's counter names.
static std::optional<Position>
elementAt(NestReader &NR, const clang::Expr *Object, const ExprRef &Counter) {
  std::optional<Position> P;
  const bool IsArray = Object->getType()->isArrayType();
  if (!IsArray) {
    P = container(NR, Object, /*Evaluate=*/true);
  } else if ((P = lvalue(NR, Object, /*Evaluate=*/true)); P && !P->Private) {
    if (isInRecord(NR, *P)) {
      NR.error(DiagID::HD240, ref(NR, Object),
               "'" + text(NR, Object) +
                   "' is a member of structures that stand in an array; count "
                   "its elements");
      return std::nullopt;
    }
    P->Subs.push_back(constant(NR, 0, IntType{64, true}, nullptr));
  }
  if (P && !P->Private && isInRecord(NR, *P))
    return refused(NR, Object, DiagID::HD225);
  if (!P || P->Private)
    return P;
  P->Subs.back() = Counter;
  P->Within |= uint64_t(1) << (P->Subs.size() - 1);
  return P;
}

/// The condition of the loop L in the function. A range asks once how many
/// elements there are.
static std::string headerTail(NestReader &NR, const LoopHeaders &H,
                              const heddle::Loop &L) {
  std::string Count = H.Count, Before;
  if (!L.OmpCanonical) {
    Path End;
    End.Key =
        "end of " + std::to_string(H.Element->getLocation().getRawEncoding());
    End.Name = H.Element->getName().str() + "_end";
    End.Last = H.Element;
    Count = kernelName(NR, End);
    Before = ", " + Count + " = " + H.Count;
  }
  return Before + "; " + L.Name + " < " + Count + "; ";
}

namespace {

/// The element that a loop's counter names, and what the counter subscripts, in
/// the function and in kernels.
struct NamedElement {
  Position At;
  std::string Of, OfInKernels;
};

} // namespace

static std::optional<NamedElement>
namedElement(NestReader &NR, const CXXForRangeStmt *S, const heddle::Loop &L) {
  if (const std::optional<ObjectRange> Range = objectRange(NR, S)) {
    const Position P = enterObject(NR, S, *Range, L);
    return NamedElement{P, beginText(NR, S), kernelBegin(NR, S, *Range)};
  }
  const clang::Expr *Object = objectOf(S);
  const std::optional<Position> P = elementAt(NR, Object, L.CounterSide);
  if (!P)
    return std::nullopt;
  // A variable that the nest declares has its name in kernels, too.
  const auto *D = dyn_cast<DeclRefExpr>(Object);
  const bool IsLocal = P->Private || (D && isDeclaredInNest(NR, D->getDecl()));
  const std::string Named = text(NR, Object);
  return NamedElement{*P, Named,
                      IsLocal ? Named : NR.Nest->Arrays[P->Array].KernelName};
}

void noteElements(NestReader &NR, const CXXForRangeStmt *S,
                  const LoopHeaders &H, unsigned Loop) {
  const VarDecl *V = H.Element;
  const heddle::Loop &L = NR.Nest->Loops[Loop];
  RangeText Text;
  Text.First = Loop;
  Text.Count = 1;
  Text.Line = NR.SM.getPresumedLineNumber(S->getRParenLoc());
  Text.Loops.push_back({{"for (" + L.CxxType + " " + L.Name + " = 0", 0, 0},
                        {headerTail(NR, H, L), 0, 0,
                         "; " + L.Name + " < " + H.KernelCount + "; "},
                        {"++" + L.Name + ")", 0, 0}});
  NR.Spans.RangeTexts.push_back(std::move(Text));

  const std::optional<NamedElement> E = namedElement(NR, S, L);
  if (!E || !NR.Facts.isMentionedIn(V, S->getBody()))
    return;
  const bool IsPlace = V->getType()->isReferenceType();
  const std::string Subscript = "[" + L.Name + "]; ";
  const std::string Head =
      std::string(V->getType().isConstQualified() ? "const " : "") +
      (IsPlace ? "auto &" : "auto ") + V->getName().str() + " = ";
  const bool IsBlock = isa<CompoundStmt>(S->getBody());
  NR.Texts.Declarations.push_back(
      {L.BodyBegin, IsBlock ? L.BodyBegin : L.BodyEnd, Head + E->Of + Subscript,
       Head + E->OfInKernels + Subscript});
  if (IsPlace)
    NR.Memory.References[V] = E->At;
  else if (!E->At.Private)
    recordUnnamed(NR, E->At, /*IsWrite=*/false, objectOf(S),
                  E->Of + "[" + L.Name + "]");
  if (std::optional<IntType> Int = intType(NR, V->getType()); Int && !IsPlace)
    NR.Scope.LocalValues[V] =
        opaque(*Int, L.NameWhere, V->getName(), DependsOnArray);
}

} // namespace heddle
