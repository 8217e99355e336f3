//===- PointerLoops.cpp - Loops that move a pointer -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/PointerLoops.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/Half.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// `T *p = First` and `p += Step` of a header.
struct MovedPointer {
  const VarDecl *V = nullptr;
  const clang::Expr *First = nullptr;
  int64_t Step = 1;
};

/// `for (T *p = First; p != Last; p += Step)`: elements [First, Last).
struct PointerForm : MovedPointer {
  const clang::Expr *Last = nullptr;
  Relation Rel = Relation::Lt;
  /// They move with it, by multiples of Step.
  llvm::SmallVector<MovedPointer, 1> Others;
};

/// A comparison, by an operator of the language or of a class.
struct Comparison {
  BinaryOperatorKind Op;
  const clang::Expr *Left, *Right;
};

} // namespace

static std::optional<Comparison> comparison(const clang::Expr *E) {
  if (!E)
    return std::nullopt;
  E = skipMarkers(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return Comparison{B->getOpcode(), B->getLHS(), B->getRHS()};
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return Comparison{R->getOperator(), R->getLHS(), R->getRHS()};
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  if (!C || !C->isInfixBinaryOp())
    return std::nullopt;
  return Comparison{BinaryOperator::getOverloadedOpcode(C->getOperator()),
                    C->getArg(0), C->getArg(1)};
}

/// E without conversions, where it reads V.
static bool isReadOf(const clang::Expr *E, const VarDecl *V) {
  const auto *D =
      dyn_cast<DeclRefExpr>(skipTemporaries(E)->IgnoreParenImpCasts());
  return D && D->getDecl() == V;
}

/// The end that the condition compares the pointer with; null: it does
/// something else.
static const clang::Expr *endOf(const ForStmt *For, PointerForm &Form) {
  const std::optional<Comparison> C = comparison(For->getCond());
  if (!C || For->getConditionVariable())
    return nullptr;
  const bool Left = isReadOf(C->Left, Form.V);
  if (Left == isReadOf(C->Right, Form.V))
    return nullptr;
  if (C->Op == BO_NE)
    Form.Rel = Relation::Ne;
  else if (C->Op != (Left ? BO_LT : BO_GT))
    return nullptr;
  const clang::Expr *End = Left ? C->Right : C->Left;
  // `const T *end = x + n` in the header, too.
  for (const VarDecl *V : declaredBy(For))
    if (V != Form.V && isReadOf(End, V) && isPointerLike(V))
      return V->getInit();
  return End;
}

/// How far an iteration moves the pointer, in elements; 0: it does something
/// else.
static int64_t strideOf(const NestReader &NR, const ForStmt *For,
                        const VarDecl *V) {
  const clang::Expr *E = incrementOf(For, V);
  const clang::Expr *By = nullptr;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(E))
    return U->isIncrementOp() && isReadOf(U->getSubExpr(), V);
  if (const auto *C = dyn_cast_or_null<CXXOperatorCallExpr>(E)) {
    if (C->getOperator() == OO_PlusPlus)
      return isReadOf(C->getArg(0), V);
    By = C->getOperator() == OO_PlusEqual ? C->getArg(1) : nullptr;
  } else if (const auto *B = dyn_cast_or_null<CompoundAssignOperator>(E)) {
    By = B->getOpcode() == BO_AddAssign ? B->getRHS() : nullptr;
  }
  clang::Expr::EvalResult Result;
  if (!By || !isLiteral(By, NR.SM) || !By->EvaluateAsInt(Result, NR.Ctx))
    return 0;
  const llvm::APSInt &Value = Result.Val.getInt();
  return Value.isStrictlyPositive() && Value <= llvm::APSInt::get(MaxStride)
             ? Value.getExtValue()
             : 0;
}

bool isPointerLike(const VarDecl *V) {
  return V->getType()->isPointerType() || isIterator(V->getType());
}

/// The loop moves the variable V, and the body only looks at what it leads to.
static bool isMovedByHeader(const NestReader &NR, const ForStmt *For,
                            const VarDecl *V) {
  if (V->getType()->isPointerType())
    return isWrittenOnlyBy(NR, V, incrementOf(For, V));
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    return NR.Facts.isWithin(E, For->getCond()) ||
           NR.Facts.isWithin(E, For->getInc()) || isIteratorElement(NR, E) ||
           isInDifference(NR, E);
  });
}

/// The body uses an element by V, or does not ask for V.
static bool hasElement(const NestReader &NR, const ForStmt *For,
                       const VarDecl *V) {
  bool IsMentioned = false;
  for (const clang::Expr *E : NR.Facts.mentions(V)) {
    if (!NR.Facts.isWithin(E, For->getBody()))
      continue;
    IsMentioned = true;
    if (isIteratorElement(NR, E))
      return true;
    const Stmt *P = NR.Facts.parent(E);
    while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P))
      P = NR.Facts.parent(P);
    const auto *U = dyn_cast_or_null<UnaryOperator>(P);
    if (isa_and_nonnull<ArraySubscriptExpr, MemberExpr>(P) ||
        (U && U->getOpcode() == UO_Deref))
      return true;
  }
  return !IsMentioned;
}

/// The first value of the pointer has the type of V.
static bool isSamePointer(const NestReader &NR, const MovedPointer &Form) {
  const QualType First =
      skipTemporaries(Form.First)->IgnoreImpCasts()->getType();
  return NR.Ctx.hasSameUnqualifiedType(First, Form.V->getType());
}

/// The body declares an iterator by 'auto': its first value has its type, and
/// is converted from no other one. Kernels have types of their own for some
/// elements.
static bool isOfItsType(const NestReader &NR, const MovedPointer &Form) {
  if (Form.V->getType()->isPointerType()) {
    const QualType Element = Form.V->getType()->getPointeeType();
    return !Element->isArrayType() &&
           (isSamePointer(NR, Form) ||
            !(isComplex(Element) || isHalf(Element)));
  }
  const clang::Expr *E = skipTemporaries(Form.First)->IgnoreImpCasts();
  while (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() != 1)
      return false;
    E = skipTemporaries(C->getArg(0))->IgnoreImpCasts();
  }
  return NR.Ctx.hasSameUnqualifiedType(Form.V->getType(), E->getType());
}

/// V, which the header moves. None: it does something else with it.
static std::optional<MovedPointer>
movedPointer(const NestReader &NR, const ForStmt *For, const VarDecl *V) {
  if (!V || !isPointerLike(V) || !isOrdinary(NR, V) ||
      !isMovedByHeader(NR, For, V) || !hasElement(NR, For, V))
    return std::nullopt;
  const MovedPointer Moved{V, V->getInit(), strideOf(NR, For, V)};
  return Moved.Step && !mentionsHeader(Moved.First, For) &&
                 isOfItsType(NR, Moved)
             ? std::optional(Moved)
             : std::nullopt;
}

/// Other variables of the header hold the end, or move with the first one.
static bool readOthers(const NestReader &NR, const ForStmt *For,
                       PointerForm &Form) {
  for (const VarDecl *V : declaredBy(For)) {
    if (V == Form.V || (V->getInit() == Form.Last &&
                        !NR.Facts.isMentionedIn(V, For->getBody()) &&
                        !NR.Facts.isMentionedIn(V, For->getInc())))
      continue;
    const std::optional<MovedPointer> Other = movedPointer(NR, For, V);
    if (!Other || Other->Step % Form.Step != 0)
      return false;
    Form.Others.push_back(*Other);
  }
  return true;
}

static std::optional<PointerForm> pointerForm(const NestReader &NR,
                                              const ForStmt *For) {
  const std::optional<MovedPointer> Moved =
      movedPointer(NR, For, counterOf(NR, For).first);
  if (!Moved)
    return std::nullopt;
  PointerForm Form;
  static_cast<MovedPointer &>(Form) = *Moved;
  Form.Last = endOf(For, Form);
  if (!Form.Last || mentionsHeader(Form.Last, For) ||
      !isPlainText(NR, Form.Last) || !readOthers(NR, For, Form))
    return std::nullopt;
  return Form;
}

std::optional<Position> placeOf(NestReader &NR, const clang::Expr *E) {
  const bool IsIterator = isIterator(E->getType());
  std::optional<Position> P = attempt(NR, [&] {
                                return IsIterator
                                           ? iteratorPlace(NR, E)
                                           : pointer(NR, E, /*Evaluate=*/false);
                              }).first;
  if (!P || P->Private || P->Subs.size() != 1 || findOpaque(*P->Subs.front()) ||
      namesMoved(NR, E))
    return std::nullopt;
  // The size of a container is that of its elements as long as it has these. A
  // pointer that is stored somewhere keeps its value but where characters are
  // stored (checkHeldPointers).
  return IsIterator || isStable(*P->Subs.front(), NR.model()) ? P
                                                              : std::nullopt;
}

/// The elements from First, a place, to the end of Form; null: nobody knows how
/// many. Held: pointers say it.
static ExprRef elementsOf(NestReader &NR, const PointerForm &Form,
                          const Position &First, bool &Held) {
  return elementsBetween(
      NR, {Form.First, Form.Last, First},
      [&] { return placeOf(NR, Form.Last); }, Held);
}

std::optional<LoopHeaders> readPointers(NestReader &NR, const ForStmt *For,
                                        bool Must) {
  const auto Refuse = [&]() -> std::optional<LoopHeaders> {
    const VarDecl *V = declaredBy(For).front();
    if (Must)
      NR.error(DiagID::HD203, ref(NR, V->getSourceRange()), V->getName(),
               V->getType().getAsString(NR.Ctx.getPrintingPolicy()))
          .note(
              ref(NR, SourceRange(V->getLocation())),
              "a pointer or an iterator may stand for a counter where it goes "
              "from one place to another of an array that stays where it is, "
              "by ++ or += with a literal, and the body does not move it");
    return std::nullopt;
  };
  const std::optional<PointerForm> Form = pointerForm(NR, For);
  if (!Form)
    return Refuse();
  const std::optional<Position> First = placeOf(NR, Form->First);
  bool IsHeld = false;
  const ExprRef Elements =
      First ? elementsOf(NR, *Form, *First, IsHeld) : nullptr;
  if (!Elements || !llvm::all_of(Form->Others, [&](const MovedPointer &Other) {
        return placeOf(NR, Other.First).has_value();
      }))
    return Refuse();
  LoopHeaders H = countedLoop(NR, For, Form->V, "_index", "long");
  Loop &L = H.Loops.front();
  L.Rel = Form->Rel;
  L.Bound = Elements;
  L.Step = Form->Step;
  L.OmpCanonical = L.Rel != Relation::Ne || L.Step == 1;
  H.Pointer = Form->V;
  return H;
}

void walkPointers(NestReader &NR, const ForStmt *For) {
  const std::optional<PointerForm> Form = pointerForm(NR, For);
  llvm::SmallVector<const clang::Expr *, 3> Ends = {Form->First};
  bool IsHeld = false;
  (void)elementsOf(NR, *Form, *placeOf(NR, Form->First), IsHeld);
  if (!IsHeld)
    Ends.push_back(Form->Last);
  for (const MovedPointer &Other : Form->Others)
    Ends.push_back(Other.First);
  for (const clang::Expr *End : Ends) {
    see(NR, End);
    if (End->getType()->isPointerType())
      pointer(NR, End, /*Evaluate=*/true);
  }
}

/// The type of the pointer, with what stands between it and the name.
static std::string declaredType(NestReader &NR, const MovedPointer &Form) {
  const VarDecl *V = Form.V;
  if (!V->getType()->isPointerType() || isSamePointer(NR, Form))
    return "auto ";
  const QualType Element = V->getType()->getPointeeType();
  const QualType Written = writtenType(NR, V);
  const std::optional<std::string> Spelled =
      spell(NR, Element.getUnqualifiedType(),
            (Written->isPointerType() ? Written->getPointeeType() : Element)
                .getUnqualifiedType());
  if (!Spelled)
    NR.error(DiagID::HD157, ref(NR, V->getSourceRange()),
             V->getType().getAsString(NR.Ctx.getPrintingPolicy()));
  return (Element.isConstQualified() ? "const " : "") + Spelled.value_or("") +
         " *";
}

/// Moved leads to the element that the counter of L names, Factor times as far
/// from the first one.
static MovedText enterPointer(NestReader &NR, const MovedPointer &Moved,
                              int64_t Factor, const Loop &L) {
  const QualType Element = pointee(Moved.V);
  Position P = *placeOf(NR, Moved.First);
  const ExprRef Before = P.Subs.back();
  const ExprRef Elements = inElements(NR, Before, P, Element);
  const bool FromZero = isZero(*Before);
  const std::string &Array = NR.Nest->Arrays[P.Array].KernelName;

  ExprRef Passed = convert(NR, L.CounterSide, Int64);
  if (Factor != 1)
    Passed = node(NR, ExprKind::Mul, Int64,
                  {constant(NR, Factor, Int64, nullptr), Passed}, nullptr);
  Passed = inScalars(NR, Passed, P, Element);
  if (!FromZero)
    Passed = node(NR, ExprKind::Add, Int64,
                  {convert(NR, Before, Int64), Passed}, nullptr);
  P.Subs.back() = Passed;
  P.Within = 0;
  NR.Memory.PointerLocals[Moved.V] = P;
  NR.Scope.MovedByHeader.insert(Moved.V);

  const std::string Head =
      declaredType(NR, Moved) + Moved.V->getName().str() + " = ";
  const std::string Tail = " + " +
                           (Factor == 1 ? "" : std::to_string(Factor) + " * ") +
                           L.Name + "; ";
  return {Moved.V, Head + operand(NR, Moved.First) + Tail,
          Head + Array +
              (FromZero ? "" : " + " + cxxText(*Elements, *NR.Nest)) + Tail};
}

MovedTexts enterPointers(NestReader &NR, const ForStmt *For, const Loop &L) {
  const std::optional<PointerForm> Form = pointerForm(NR, For);
  MovedTexts Texts;
  Texts.Count =
      sizeBetween(NR, Form->First, Form->Last)
          .value_or(operand(NR, Form->Last) + " - " + operand(NR, Form->First));
  Texts.Moved.push_back(enterPointer(NR, *Form, 1, L));
  for (const MovedPointer &Other : Form->Others)
    Texts.Moved.push_back(enterPointer(NR, Other, Other.Step / Form->Step, L));
  return Texts;
}

} // namespace heddle
