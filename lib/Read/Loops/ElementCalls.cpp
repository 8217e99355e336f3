//===- ElementCalls.cpp - Calls over consecutive elements -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/ElementCalls.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/AlgorithmRanges.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/SameExpr.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// A part that the call lacks is null.
struct ElementCall {
  const CallExpr *Call = nullptr;
  const char *Twin = nullptr;         ///< in heddle::rt::device
  const clang::Expr *To = nullptr;    ///< the first element that is written
  const clang::Expr *From = nullptr;  ///< the first one that is read
  const clang::Expr *Last = nullptr;  ///< behind the last one; or
  const clang::Expr *Count = nullptr; ///< how many elements; or
  const clang::Expr *Bytes = nullptr; ///< how many bytes
  const clang::Expr *Value = nullptr; ///< that is written
  bool ReadsFirst = false; ///< everything is read before anything is written
};

//===--- The calls --------------------------------------------------------===//

/// E, or the pointer that became one to void.
const clang::Expr *withoutVoid(const clang::Expr *E) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  return C && C->getType()->isVoidPointerType() ? withoutVoid(C->getSubExpr())
                                                : E;
}

std::optional<ElementCall> callOfBytes(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  ElementCall C;
  C.Call = E;
  switch (F ? F->getBuiltinID() : 0) {
  case Builtin::BImemmove:
  case Builtin::BI__builtin_memmove:
    C.ReadsFirst = true;
    [[fallthrough]];
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
    C.Twin = C.ReadsFirst ? "move_bytes" : "copy_bytes";
    C.From = withoutVoid(E->getArg(1));
    break;
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    C.Twin = "set_bytes";
    C.Value = E->getArg(1);
    break;
  default:
    return std::nullopt;
  }
  C.To = withoutVoid(E->getArg(0));
  C.Bytes = E->getArg(2);
  return C;
}

std::optional<ElementCall> callOfRange(const clang::Expr *E) {
  const std::optional<AlgorithmCall> A = algorithmCall(E);
  if (!A || A->Policy || A->Functor || A->Old || A->Name == "iota")
    return std::nullopt;
  ElementCall C;
  C.Call = A->Call;
  C.Twin = A->Name.data();
  C.To = A->Output;
  C.From = A->Value ? nullptr : A->First;
  C.Last = A->Last;
  C.Count = A->Count;
  C.Value = A->Value;
  return C;
}

std::optional<ElementCall> elementCall(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_ToVoid)
    E = skipMarkers(C->getSubExpr());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return std::nullopt;
  if (std::optional<ElementCall> C = callOfBytes(Call))
    return C;
  return callOfRange(E);
}

//===--- What is refused --------------------------------------------------===//

std::string quoted(const NestReader &NR, const clang::Expr *E) {
  return "'" + text(NR, E) + "'";
}

QualType elementAt(const clang::Expr *Pointer) {
  return Pointer->getType()->getPointeeType();
}

/// Why the elements that E leads to are not understood; empty: they are.
std::string whyNoElements(const NestReader &NR, const clang::Expr *E) {
  if (!E->getType()->isPointerType())
    return quoted(NR, E) + " is no pointer to elements; write '&x[i]' or "
                           "'x.data() + i'";
  const QualType T = elementAt(E);
  if (T.isVolatileQualified() || !T->isArithmeticType())
    return "the elements of " + quoted(NR, E) + " are no numbers";
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (U && U->getOpcode() == UO_AddrOf &&
      isa<DeclRefExpr>(U->getSubExpr()->IgnoreParens()))
    return quoted(NR, E) + " leads to a variable; assign it";
  return {};
}

/// Why the value is not understood; empty: it is. Other libraries may read it
/// again for each element.
std::string whyNoValue(const NestReader &NR, const ElementCall &C) {
  if (!C.Bytes) {
    const clang::Expr *V = skipMarkers(C.Value)->IgnoreImplicit();
    const auto *D = dyn_cast<DeclRefExpr>(V);
    if (!V->getType()->isArithmeticType())
      return quoted(NR, V) + " is no number";
    return V->isLValue() && (!D || D->getDecl()->getType()->isReferenceType())
               ? quoted(NR, V) + " may be one of the elements; keep it in a "
                                 "constant before"
               : "";
  }
  const QualType T = elementAt(C.To);
  if (T->isCharType())
    return {};
  clang::Expr::EvalResult Found;
  return C.Value->EvaluateAsInt(Found, NR.Ctx) && Found.Val.getInt() == 0
             ? ""
             : "bytes of " + quoted(NR, C.Value) + " make no known '" +
                   T.getAsString(NR.Ctx.getPrintingPolicy()) +
                   "'; write a loop, or std::fill_n";
}

bool refuseArguments(NestReader &NR, const ElementCall &C) {
  const auto Refuse = [&](const clang::Expr *Where, const std::string &Why) {
    if (!Why.empty())
      refuseCall(NR, Where, Why);
    return !Why.empty();
  };
  const auto *Callee =
      dyn_cast<DeclRefExpr>(C.Call->getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->hasExplicitTemplateArgs())
    return Refuse(C.Call, "it does not name the function alone");
  for (const clang::Expr *E : {C.To, C.From})
    if (E && Refuse(E, whyNoElements(NR, E)))
      return true;
  if (C.Bytes && C.From &&
      !NR.Ctx.hasSameUnqualifiedType(elementAt(C.To), elementAt(C.From)))
    return Refuse(C.From, quoted(NR, C.To) + " and " + quoted(NR, C.From) +
                              " point to elements of two types");
  return C.Value && Refuse(C.Value, whyNoValue(NR, C));
}

//===--- How many elements ------------------------------------------------===//

/// E without conversions to std::size_t. A negative count becomes more than any
/// array has.
const clang::Expr *withoutSizes(const NestReader &NR, const clang::Expr *E) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<CastExpr>(E);
  const bool IsSize = C && C->getCastKind() == CK_IntegralCast &&
                      C->getType()->isUnsignedIntegerType() &&
                      NR.Ctx.getTypeSize(C->getType()) == 64;
  return IsSize ? withoutSizes(NR, C->getSubExpr()) : E;
}

/// E, which counts bytes, in units of Size bytes; null: it is not known to be a
/// whole number of them.
ExprRef unitsIn(NestReader &NR, const clang::Expr *E, int64_t Size) {
  E = withoutSizes(NR, E);
  clang::Expr::EvalResult Found;
  if (!E->isValueDependent() && E->EvaluateAsInt(Found, NR.Ctx)) {
    const std::optional<int64_t> Bytes = Found.Val.getInt().tryExtValue();
    if (!Bytes || *Bytes <= 0 || *Bytes % Size != 0)
      return nullptr;
    noteFolded(NR, E);
    return constant(NR, *Bytes / Size, Int64, E);
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  const std::optional<IntType> Type = intType(NR, E->getType());
  if (Size == 1)
    return convert(NR, expr(NR, E), Int64);
  if (!B || B->getOpcode() != BO_Mul || !Type ||
      (Type->mayWrap() && Type->Bits < 64))
    return nullptr;
  const clang::Expr *Factor = B->getRHS();
  ExprRef Units = unitsIn(NR, B->getLHS(), Size);
  if (!Units) {
    Factor = B->getLHS();
    Units = unitsIn(NR, B->getRHS(), Size);
  }
  if (!Units)
    return nullptr;
  ExprRef Times = convert(NR, expr(NR, withoutSizes(NR, Factor)), Int64);
  if (Units->Kind == ExprKind::Const && Units->Value == 1)
    return Times;
  return node(NR, ExprKind::Mul, Int64, {std::move(Units), std::move(Times)},
              E);
}

/// A pointer, and what is added to it or null.
struct Split {
  const clang::Expr *Pointer, *Offset;
};

Split splitSum(const clang::Expr *E) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (Sum && Sum->getOpcode() == BO_Add &&
      Sum->getLHS()->getType()->isPointerType())
    return {Sum->getLHS(), Sum->getRHS()};
  return {E, nullptr};
}

/// From First, at From, to Last, at To.
ExprRef unitsTo(NestReader &NR, const clang::Expr *First, const Position &From,
                const clang::Expr *Last, const Position &To) {
  if (hasEffects(First))
    return nullptr;
  const auto [End, Way] = splitSum(Last);
  if (Way && isSameExpr(End, First, NR.Ctx))
    return convert(NR, expr(NR, Way), Int64);
  const auto [Begin, Skipped] = splitSum(First);
  if (Way && Skipped && isSameExpr(End, Begin, NR.Ctx))
    return node(NR, ExprKind::Sub, Int64,
                {convert(NR, expr(NR, Way), Int64),
                 convert(NR, expr(NR, Skipped), Int64)},
                Last);
  if (From.Private || To.Private || From.Array != To.Array ||
      From.Subs.size() != To.Subs.size())
    return nullptr;
  for (size_t I = 0; I + 1 < From.Subs.size(); ++I)
    if (findOpaque(*From.Subs[I]) ||
        toString(*From.Subs[I]) != toString(*To.Subs[I]))
      return nullptr;
  return scalarsBetween(NR, From, To);
}

/// The places that a call names, evaluated.
struct CallPlaces {
  std::optional<Position> To, From, Last;
};

/// How many elements there are, evaluated; null after an error.
ExprRef countElements(NestReader &NR, const ElementCall &C,
                      const CallPlaces &At) {
  if (C.Count) {
    read(NR, C.Count);
    return convert(NR, expr(NR, C.Count), Int64);
  }
  const clang::Expr *First = C.From ? C.From : C.To;
  ExprRef Units;
  if (C.Bytes) {
    const QualType T = elementAt(C.To);
    read(NR, C.Bytes);
    Units = unitsIn(NR, C.Bytes, NR.Ctx.getTypeSizeInChars(T).getQuantity());
    if (!Units)
      refuseCall(
          NR, C.Bytes,
          quoted(NR, C.Bytes) +
              " is no product of a number of elements and 'sizeof(" +
              T.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()) +
              ")'");
  } else {
    Units = unitsTo(NR, First, C.From ? *At.From : *At.To, C.Last, *At.Last);
    if (!Units)
      refuseCall(NR, C.Last,
                 "how many elements there are from " + quoted(NR, First) +
                     " to " + quoted(NR, C.Last) + " is not known");
  }
  return Units;
}

//===--- Reading ----------------------------------------------------------===//

/// The place that the argument E leads to; none after an error.
std::optional<Position> placeAt(NestReader &NR, const clang::Expr *E) {
  std::optional<Position> P = pointer(NR, E, /*Evaluate=*/true);
  if (!P || P->Private)
    return P;
  const ArrayInfo &Of = NR.model().Arrays[P->Array];
  if (!Of.Records && P->Subs.size() == Of.Extents.size())
    return P;
  refuseCall(NR, E, quoted(NR, E) + " does not lead to elements of an array");
  return std::nullopt;
}

/// The loop over Count elements, which the text does not have.
Loop loopOver(NestReader &NR, const ElementCall &C, const ExprRef &Count) {
  const auto Index = static_cast<unsigned>(NR.model().Loops.size());
  Loop L;
  L.Name = "element#" + std::to_string(Index);
  L.CxxType = "long long";
  L.Type = Int64;
  L.Where = L.NameWhere = L.InitWhere = L.StepWhere = ref(NR, C.Call);
  L.CondWhere = ref(NR, C.Bytes ? C.Bytes : C.Count ? C.Count : C.Last);
  L.Init = constant(NR, 0, Int64, nullptr);
  L.CounterSide = counterExpr(Index, Int64, L.NameWhere, L.Name);
  L.Bound = Count;
  L.DataDependent = findOpaque(*Count) != nullptr;
  L.Parent = NR.Scope.LoopStack.empty()
                 ? -1
                 : static_cast<int>(NR.Scope.LoopStack.back());
  return L;
}

void recordElement(NestReader &NR, const ElementCall &C, Position P,
                   bool IsWrite) {
  if (P.Private)
    return;
  const Loop &L = NR.model().Loops.back();
  ExprRef &Last = P.Subs.back();
  Last = isZero(*Last)
             ? L.CounterSide
             : node(NR, ExprKind::Add, Int64,
                    {convert(NR, Last, Int64), L.CounterSide}, nullptr);
  P.Within = 0;
  recordUnnamed(NR, P, IsWrite, C.Call,
                text(NR, IsWrite ? C.To : C.From) + "[...]");
}

/// The iteration may read and write elements of one array.
bool mayShareArray(const CallPlaces &At) {
  return At.From->Private == At.To->Private &&
         (At.To->Private || At.From->Array == At.To->Array);
}

} // namespace

bool isElementCall(const CallExpr *E) { return elementCall(E).has_value(); }

bool readElementCall(NestReader &NR, const clang::Expr *E) {
  const std::optional<ElementCall> C = elementCall(E);
  if (!C)
    return false;
  see(NR, C->Call->getCallee());
  if (refuseArguments(NR, *C))
    return true;
  CallPlaces At;
  if (!(At.To = placeAt(NR, C->To)) ||
      (C->From && !(At.From = placeAt(NR, C->From))) ||
      (C->Last && !(At.Last = pointer(NR, C->Last, /*Evaluate=*/true))))
    return true;
  if (C->Value)
    readOperand(NR, C->Value);
  const ExprRef Count = countElements(NR, *C, At);
  if (!Count)
    return true;
  if (C->ReadsFirst && mayShareArray(At)) {
    refuseCall(NR, C->Call,
               "it moves elements within one array, which no loop over them "
               "does; write 'memcpy' where they do not overlap");
    return true;
  }
  addReplacement(NR, calleeName(NR, C->Call),
                 std::string("::heddle::rt::device::") + C->Twin);
  const Loop L = loopOver(NR, *C, Count);
  NR.model().Loops.push_back(L);
  NR.Scope.LoopStack.push_back(static_cast<unsigned>(NR.model().Loops.size()) -
                               1);
  NR.Scope.beginLoop(L.DataDependent);
  if (At.From)
    recordElement(NR, *C, *At.From, /*IsWrite=*/false);
  recordElement(NR, *C, *At.To, /*IsWrite=*/true);
  NR.Scope.endLoop(L.DataDependent);
  NR.Scope.LoopStack.pop_back();
  return true;
}

} // namespace heddle
