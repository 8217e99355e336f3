//===- KnownCalls.cpp - Functions of which only the name counts -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/KnownCalls.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

static llvm::StringRef nameOf(const FunctionDecl *F) {
  return F->getIdentifier() ? F->getName() : llvm::StringRef();
}

/// Kernels call what Clang's headers for the device define in terms of others.
static bool isDeviceMath(const FunctionDecl *F) {
  return F->hasAttr<CUDADeviceAttr>() &&
         F->getASTContext().getSourceManager().isInSystemHeader(
             F->getLocation());
}

/// The user says so of a function whose text is elsewhere.
static bool isSaidToBePure(const FunctionDecl *F) {
  return !isa<CXXMethodDecl>(F) && !F->hasBody() &&
         llvm::any_of(F->redecls(), [](const FunctionDecl *D) {
           const auto *A = D->getAttr<AnnotateAttr>();
           return A && A->isImplicit() && A->getAnnotation() == "heddle::pure";
         });
}

static bool fromLibrary(const FunctionDecl *F) {
  return F->isInStdNamespace() || F->getBuiltinID() || F->isExternC() ||
         !runtimeName(F).empty() || isDeviceMath(F);
}

/// A failed assertion and its like, and what is printed in front of them:
/// nothing compares what follows.
static bool endsProgram(const FunctionDecl *F) {
  return fromLibrary(F) && !isa<CXXMethodDecl>(F) &&
         llvm::StringSwitch<bool>(nameOf(F))
             .Cases({"__assert_fail", "exit", "abort", "_Exit", "_exit",
                     "quick_exit", "terminate"},
                    true)
             .Cases({"printf", "fprintf", "puts", "fputs", "putchar", "fflush",
                     "perror"},
                    true)
             .Default(false);
}

const Node *valueTwin(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !fromLibrary(F) || isa<CXXMethodDecl>(F))
    return nullptr;
  const Type T = typeOf(R, E->getType());
  if (!T.isInt() && T.K != Type::Float)
    return nullptr;
  llvm::StringRef Name = nameOf(F);
  const bool Two = E->getNumArgs() == 2;
  const auto Argument = [&](unsigned I) {
    return R.convert(rvalue(R, E->getArg(I)), T);
  };
  const auto Kind =
      llvm::StringSwitch<Op>(Name)
          .Cases({"max", "fmax", "fmaxf", "__builtin_fmax", "__builtin_fmaxf"},
                 Op::Most)
          .Cases({"min", "fmin", "fminf", "__builtin_fmin", "__builtin_fminf"},
                 Op::Least)
          .Default(Op::Nop);
  if (Kind != Op::Nop && Two)
    return R.make(Kind, T, {Argument(0), Argument(1)});
  if (Name == "clamp" && E->getNumArgs() == 3)
    return R.make(
        Op::Least, T,
        {R.make(Op::Most, T, {Argument(0), Argument(1)}), Argument(2)});
  if (E->getNumArgs() == 1 &&
      llvm::StringSwitch<bool>(Name)
          .Cases({"abs", "fabs", "labs", "llabs", "fabsf"}, true)
          .Cases({"__builtin_abs", "__builtin_fabs", "__builtin_labs",
                  "__builtin_fabsf", "__builtin_llabs"},
                 true)
          .Default(false))
    return R.make(Op::Abs, T, {Argument(0)});
  return nullptr;
}

const Node *constantCall(Reader &R, const CallExpr *E) {
  clang::Expr::EvalResult Found;
  if (E->getNumArgs() != 0 || !E->isPRValue() ||
      !E->getType()->isRealFloatingType() || !E->isCXX11ConstantExpr(R.Ctx) ||
      !E->EvaluateAsRValue(Found, R.Ctx) || !Found.Val.isFloat() ||
      Found.Val.getFloat().isNaN())
    return nullptr;
  return R.number(Found.Val.getFloat(), typeOf(R, E->getType()));
}

/// Both places are evaluated before anything is stored.
static const Node *swapped(Reader &R, const CallExpr *E) {
  const Type T = typeOf(R, E->getArg(0)->getType());
  const int64_t A = R.newSlot(), B = R.newSlot(), Before = R.newSlot();
  const auto At = [&](int64_t Slot) { return R.slot(Slot, Pointer); };
  return R.chain({R.set(A, address(R, E->getArg(0))),
                  R.set(B, address(R, E->getArg(1))),
                  R.set(Before, R.make(Op::Load, T, {At(A)})),
                  R.make(Op::Store, T, {At(A), R.make(Op::Load, T, {At(B)})}),
                  R.make(Op::Store, T, {At(B), R.slot(Before, T)})});
}

/// Functions of C++ for all types have one name, those of C for float another.
static llvm::StringRef withoutType(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Case("lroundf", "lround")
      .Case("llroundf", "llround")
      .Case("lrintf", "lrint")
      .Case("llrintf", "llrint")
      .Case("sincosf", "sincos")
      .Case("frexpf", "frexp")
      .Case("modff", "modf")
      .Default(Name);
}

/// The argument of a function of numbers, which takes integers for double.
static const Node *number(Reader &R, const clang::Expr *E) {
  const Node *Given = rvalue(R, E);
  return Given->Ty.isInt() ? R.convert(Given, {Type::Float, 64, true}) : Given;
}

/// `sincos(x, &s, &c)` and its like: each result is a function by itself. Null:
/// Name stores nothing.
static const Node *storing(Reader &R, const CallExpr *E, llvm::StringRef Name) {
  if ((Name != "sincos" || E->getNumArgs() != 3) &&
      ((Name != "frexp" && Name != "modf") || E->getNumArgs() != 2))
    return nullptr;
  const int64_t Slot = R.newSlot();
  const Node *Given = number(R, E->getArg(0));
  std::vector<const Node *> Parts = {R.set(Slot, Given)};
  const auto Result = [&](const llvm::Twine &Of, Type T) {
    return R.opaque((Name + Of).str(), T, {R.slot(Slot, Given->Ty)});
  };
  for (unsigned I = 1; I != E->getNumArgs(); ++I) {
    const Type T = typeOf(R, E->getArg(I)->getType()->getPointeeType());
    Parts.push_back(
        R.make(Op::Store, T,
               {value(R, E->getArg(I)), Result(" " + llvm::Twine(I), T)}));
  }
  const Type T = typeOf(R, E->getType());
  const Node *Stores = R.chain(Parts);
  return T.K == Type::None ? Stores
                           : R.make(Op::Then, T, {Stores, Result("", T)});
}

const Node *knownCall(Reader &R, const CallExpr *E, const FunctionDecl *F) {
  llvm::StringRef Name = nameOf(F);
  if (F->getBuiltinID() == Builtin::BI__builtin_assume ||
      Name == "__builtin_unreachable")
    return R.make(Op::Const);
  if (Name == "__builtin_is_constant_evaluated" ||
      Name == "is_constant_evaluated")
    return R.constant(0, typeOf(R, E->getType()));
  if (endsProgram(F))
    return R.make(Op::Undefined);
  if (Name == "swap" && fromLibrary(F) && E->getNumArgs() == 2 &&
      E->getType()->isVoidType())
    return swapped(R, E);
  if (Name == "__builtin_expect")
    return value(R, E->getArg(0));
  // Overloads are functions of their own.
  std::string Full;
  if (isSaidToBePure(F))
    Full = F->getQualifiedNameAsString() + F->getType().getAsString();
  else if (!fromLibrary(F) || isa<CXXMethodDecl>(F))
    return nullptr;
  Name.consume_front("__builtin_");
  Name = withoutType(Name);
  const bool IsRounding = Name.ends_with("lround") || Name.ends_with("lrint");
  if (const Node *Known = storing(R, E, Name))
    return Known;
  const Type T = typeOf(R, E->getType());
  if (!T.isInt() && T.K != Type::Float)
    return nullptr;
  for (const clang::Expr *A : E->arguments())
    if (const Type P = typeOf(R, A->getType());
        !P.isInt() && P.K != Type::Float)
      return nullptr;
  llvm::SmallVector<const Node *, 3> Arguments;
  for (const clang::Expr *A : E->arguments())
    Arguments.push_back(IsRounding ? number(R, A) : rvalue(R, A));
  return R.opaque(Full.empty() ? Name : llvm::StringRef(Full), T, Arguments);
}

} // namespace validate
} // namespace heddle
