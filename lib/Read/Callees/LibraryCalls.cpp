//===- LibraryCalls.cpp - Functions of C with results of their own --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Callees/LibraryCalls.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

/// The name of a function of the C library or of namespace std, without the 'f'
/// behind it that says float.
static llvm::StringRef rootOf(const FunctionDecl *F) {
  if (!F->getIdentifier() || isa<CXXMethodDecl>(F) ||
      (!F->isInStdNamespace() && !F->isExternC()))
    return {};
  llvm::StringRef Name = F->getName();
  if (Name != "modf" && F->getNumParams() != 0 &&
      F->getParamDecl(0)->getType()->isSpecificBuiltinType(BuiltinType::Float))
    Name.consume_back("f");
  return Name;
}

static bool isFloatOrDouble(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Float) ||
         T->isSpecificBuiltinType(BuiltinType::Double);
}

/// The type in which all versions of a function for one number compute: of the
/// parameter, or double for integers.
static QualType computedIn(const NestReader &NR, const FunctionDecl *F) {
  const QualType T = F->getParamDecl(0)->getType().getCanonicalType();
  return T->isIntegerType() ? NR.Ctx.DoubleTy : T;
}

static std::string nameFor(llvm::StringRef Root, QualType T) {
  const bool IsFloat = T->isSpecificBuiltinType(BuiltinType::Float);
  return "::" + Root.str() + (IsFloat ? "f" : "");
}

/// `lround(x)` and its like.
static bool callRounding(NestReader &NR, const CallExpr *E,
                         const FunctionDecl *F) {
  const llvm::StringRef Root = rootOf(F);
  const bool IsKnown =
      llvm::StringSwitch<bool>(Root)
          .Cases({"lround", "llround", "lrint", "llrint"}, true)
          .Default(false);
  if (!IsKnown || E->getNumArgs() != 1)
    return false;
  const QualType T = computedIn(NR, F);
  if (!isFloatOrDouble(T))
    return false;
  readArguments(NR, E);
  castArgument(NR, E->getArg(0), T);
  addReplacement(NR, calleeName(NR, E), nameFor(Root, T));
  return true;
}

/// `__builtin_popcount(x)` and its like, of which kernels have twins.
static bool callBits(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (!F->getBuiltinID() || !Name.consume_front("__builtin_") ||
      !llvm::StringSwitch<bool>(Name)
           .Cases({"popcount", "popcountl", "popcountll"}, true)
           .Cases({"clz", "clzl", "clzll", "ctz", "ctzl", "ctzll"}, true)
           .Cases({"ffs", "ffsl", "ffsll"}, true)
           .Default(false))
    return false;
  readArguments(NR, E);
  addReplacement(NR, calleeName(NR, E),
                 ("::heddle::rt::device::" + Name).str());
  return true;
}

/// `sincos(x, &s, &c)`, `frexp(x, &e)` and `modf(x, &i)`, with the addresses of
/// places.
static bool callStoring(NestReader &NR, const CallExpr *E,
                        const FunctionDecl *F) {
  const llvm::StringRef Root = rootOf(F);
  const unsigned Results = llvm::StringSwitch<unsigned>(Root)
                               .Case("sincos", 2)
                               .Cases({"frexp", "modf"}, 1)
                               .Default(0);
  if (Results == 0 || E->getNumArgs() != 1 + Results)
    return false;
  const QualType T = computedIn(NR, F);
  llvm::SmallVector<const clang::Expr *, 2> Places;
  for (unsigned I = 1; I <= Results; ++I)
    if (const auto *U =
            dyn_cast<UnaryOperator>(E->getArg(I)->IgnoreParenImpCasts());
        U && U->getOpcode() == UO_AddrOf)
      Places.push_back(U->getSubExpr());
  if (!isFloatOrDouble(T) || Places.size() != Results)
    return false;
  readOperand(NR, E->getArg(0));
  castArgument(NR, E->getArg(0), T);
  for (const clang::Expr *Place : Places)
    useLvalue(NR, Place, AccessMode::Write);
  addReplacement(NR, calleeName(NR, E), nameFor(Root, T));
  return true;
}

bool callLibrary(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  return callRounding(NR, E, F) || callBits(NR, E, F) || callStoring(NR, E, F);
}

} // namespace heddle
