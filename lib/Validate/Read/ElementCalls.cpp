//===- ElementCalls.cpp - Library calls over elements ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/ElementCalls.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Types.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {
namespace {

/// A pointer argument, kept in a slot, and the type that it leads to.
struct Elements {
  int64_t Slot = -1;
  Type Ty;
  int64_t Bytes = 0;
};

/// The loops over elements, whose lines are collected.
struct Lines {
  Reader &R;
  std::vector<const Node *> All;

  Elements keep(const clang::Expr *E);
  const Node *keep(const Node *V);
  const Node *at(const Elements &E, const Node *Index);
  void require(Op What, const Node *A, const Node *B);
  /// For each K below N: To[K] = what Value gives.
  void assign(const Elements &To, const Node *N,
              llvm::function_ref<const Node *(const Node *)> Value);
  void copy(const Elements &To, const Elements &From, const Node *N);
};

} // namespace

/// A pointer to void leads to what it was made of.
static const clang::Expr *typed(const clang::Expr *E) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  return C && C->getType()->isVoidPointerType() ? typed(C->getSubExpr()) : E;
}

Elements Lines::keep(const clang::Expr *E) {
  E = typed(E);
  Elements Found;
  Found.Slot = R.newSlot();
  if (!E->getType()->isPointerType()) {
    R.fail(E, "an argument that is no pointer");
    return Found;
  }
  const QualType T = E->getType()->getPointeeType();
  Found.Ty = typeOf(R, T);
  Found.Bytes = sizeOf(R, T);
  if (!Found.Ty.isInt() && Found.Ty.K != Type::Float)
    R.fail(E, "elements that are no numbers");
  All.push_back(R.set(Found.Slot, value(R, E)));
  return Found;
}

const Node *Lines::keep(const Node *V) {
  const int64_t Slot = R.newSlot();
  All.push_back(R.set(Slot, V));
  return R.slot(Slot, V->Ty);
}

const Node *Lines::at(const Elements &E, const Node *Index) {
  return R.pointerAdd(R.slot(E.Slot, Pointer), Index, E.Bytes);
}

static const Node *relation(Reader &R, Op What, const Node *A, const Node *B) {
  Node *New = R.make(What, Bool, {A, B});
  New->From = A->Ty;
  return New;
}

/// Else the call is undefined.
void Lines::require(Op What, const Node *A, const Node *B) {
  All.push_back(R.make(
      Op::If, {},
      {relation(R, What, A, B), R.make(Op::Nop), R.make(Op::Undefined)}));
}

void Lines::assign(const Elements &To, const Node *N,
                   llvm::function_ref<const Node *(const Node *)> Value) {
  const int64_t Slot = R.newSlot();
  const Node *K = R.slot(Slot, I64);
  All.push_back(R.set(Slot, R.constant(0, I64)));
  All.push_back(
      R.make(Op::Loop, {},
             {relation(R, Op::Lt, K, N),
              R.make(Op::Store, To.Ty, {at(To, K), R.convert(Value(K), To.Ty)}),
              R.set(Slot, R.make(Op::Add, I64, {K, R.constant(1, I64)}))}));
}

void Lines::copy(const Elements &To, const Elements &From, const Node *N) {
  assign(To, N, [&](const Node *K) {
    return R.make(Op::Load, From.Ty, {at(From, K)});
  });
}

/// memcpy and memmove of numbers of one type, or memset. The result is
/// nobody's.
static const Node *callOfBytes(Reader &R, const CallExpr *E, bool IsSet) {
  Lines L{R, {}};
  const Elements To = L.keep(E->getArg(0));
  Elements From;
  const Node *Byte = nullptr;
  if (IsSet)
    Byte = L.keep(R.convert(rvalue(R, E->getArg(1)), {Type::Int, 8, false}));
  else
    From = L.keep(E->getArg(1));
  const Node *Bytes = L.keep(R.convert(rvalue(R, E->getArg(2)), I64));
  if (!R.N.Why.empty())
    return R.make(Op::Nop);
  const Node *Each = R.constant(To.Bytes, I64), *Zero = R.constant(0, I64);
  L.require(Op::Le, Zero, Bytes);
  if (!IsSet) {
    if (!(From.Ty == To.Ty))
      return R.fail(E, "elements of two types");
    L.require(Op::Eq, R.make(Op::Rem, I64, {Bytes, Each}), Zero);
    L.copy(To, From, L.keep(R.make(Op::Div, I64, {Bytes, Each})));
    return R.list(L.All);
  }
  // Zeros are 0 in each type; other bytes are only those of characters here.
  if (To.Bytes != 1)
    L.require(Op::Eq, Byte, R.constant(0, Byte->Ty));
  L.require(Op::Eq, R.make(Op::Rem, I64, {Bytes, Each}), Zero);
  L.assign(To, L.keep(R.make(Op::Div, I64, {Bytes, Each})),
           [&](const Node *) { return R.convert(Byte, To.Ty); });
  return R.list(L.All);
}

/// std::copy, copy_n, fill and fill_n of the library at hand.
static const Node *callOfRange(Reader &R, const CallExpr *E, bool Copies,
                               bool Counts) {
  Lines L{R, {}};
  const Elements First = L.keep(E->getArg(0));
  const Node *N = nullptr;
  if (Counts) {
    N = L.keep(R.convert(rvalue(R, E->getArg(1)), I64));
  } else {
    const Elements Last = L.keep(E->getArg(1));
    Node *Way =
        R.make(Op::PtrDiff, I64,
               {R.slot(Last.Slot, Pointer), R.slot(First.Slot, Pointer)});
    Way->Number = First.Bytes;
    N = L.keep(Way);
    L.require(Op::Le, R.constant(0, I64), N);
  }
  if (Copies) {
    const Elements To = L.keep(E->getArg(2));
    L.copy(To, First, N);
  } else {
    const Node *Value = L.keep(rvalue(R, E->getArg(2)));
    L.assign(First, N, [&](const Node *) { return Value; });
  }
  return R.list(L.All);
}

static bool takesPointers(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  return F->getNumParams() == 3 && E->getNumArgs() == 3 &&
         F->getParamDecl(0)->getType()->isPointerType() &&
         F->getASTContext().getSourceManager().isInSystemHeader(
             F->getLocation());
}

const Node *elementCall(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  switch (F ? F->getBuiltinID() : 0) {
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
  case Builtin::BImemmove:
  case Builtin::BI__builtin_memmove:
    return callOfBytes(R, E, /*IsSet=*/false);
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    return callOfBytes(R, E, /*IsSet=*/true);
  default:
    break;
  }
  if (!F || !F->getIdentifier() || !F->isInStdNamespace() || !takesPointers(E))
    return nullptr;
  const int Form = llvm::StringSwitch<int>(F->getName())
                       .Case("copy", 0)
                       .Case("copy_n", 1)
                       .Case("fill", 2)
                       .Case("fill_n", 3)
                       .Default(-1);
  return Form < 0 ? nullptr : callOfRange(R, E, Form < 2, Form % 2 == 1);
}

} // namespace validate
} // namespace heddle
