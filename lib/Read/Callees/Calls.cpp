//===- Calls.cpp - The calls that a nest may make ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of <cmath> that touch nothing but their arguments' values, and
// std::min, max, clamp, abs, swap, which have twins in heddle::rt::device. In
// kernel text a call names the overload that the source resolved: kernels stand
// elsewhere than the nest, where using-declarations of the function are not in
// force and CUDA adds overloads.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Calls.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/Clones.h"
#include "Read/Callees/Endings.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Callees/LibraryCalls.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/ComplexCalls.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Expr/Shortcuts.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/PointerValues.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace {

/// Number of floating arguments of a <cmath> function without effects besides
/// errno and the floating-point flags; 0: none of these.
unsigned mathArity(llvm::StringRef Name) {
  return llvm::StringSwitch<unsigned>(Name)
      .Cases({"sin", "cos", "tan", "asin", "acos", "atan"}, 1)
      .Cases({"sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}, 1)
      .Cases({"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logb"},
             1)
      .Cases({"sqrt", "cbrt", "fabs", "floor", "ceil", "trunc", "round", "rint",
              "nearbyint"},
             1)
      .Cases({"erf", "erfc", "tgamma", "lgamma"}, 1)
      .Cases({"pow", "atan2", "fmod", "remainder", "hypot", "copysign", "fmin",
              "fmax", "fdim", "nextafter"},
             2)
      .Case("fma", 3)
      .Default(0);
}

} // namespace

void readArguments(NestReader &NR, const CallExpr *E, unsigned First) {
  for (unsigned I = First; I < E->getNumArgs(); ++I)
    readOperand(NR, E->getArg(I));
}

/// The callee's name with its qualifier, without template arguments.
SourceRange calleeName(const NestReader &NR, const CallExpr *E) {
  const clang::Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(Callee))
    return SourceRange(D->getBeginLoc(), D->getLocation());
  return Callee->getSourceRange();
}

static void callTwin(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  if (!checkScalar(NR, E->getType().getNonReferenceType(), E->getSourceRange()))
    return;
  readArguments(NR, E);
  noteChoice(NR, E, F);
  if (F->getName() == "abs") // its twins are overloads
    castArgument(NR, E->getArg(0), F->getParamDecl(0)->getType());
  addReplacement(NR, calleeName(NR, E),
                 "::heddle::rt::device::" + F->getName().str());
}

/// std::isfinite and the like, of a number that is not converted.
static bool isClassification(const NestReader &NR, const CallExpr *E,
                             const FunctionDecl *F) {
  if (!F->isInStdNamespace() || !F->getIdentifier() || E->getNumArgs() != 1 ||
      F->isTemplateInstantiation())
    return false;
  const QualType T = E->getArg(0)->IgnoreParenImpCasts()->getType();
  return llvm::StringSwitch<bool>(F->getName())
             .Cases({"isfinite", "isnan", "isinf", "signbit"}, true)
             .Default(false) &&
         (NR.Ctx.hasSameUnqualifiedType(T, NR.Ctx.FloatTy) ||
          NR.Ctx.hasSameUnqualifiedType(T, NR.Ctx.DoubleTy)) &&
         NR.Ctx.hasSameUnqualifiedType(T, F->getParamDecl(0)->getType());
}

static void callClassification(NestReader &NR, const CallExpr *E,
                               const FunctionDecl *F) {
  readArguments(NR, E);
  addReplacement(NR, calleeName(NR, E),
                 "::heddle::rt::device::" + F->getName().str());
}

/// The call of `assert` of <cassert> where its condition does not hold: the
/// program ends, on a device as well.
static bool isFailedAssertion(const NestReader &NR, const CallExpr *E,
                              const FunctionDecl *F) {
  SourceLocation Loc = E->getBeginLoc();
  while (NR.SM.getImmediateMacroCallerLoc(Loc).isMacroID())
    Loc = NR.SM.getImmediateMacroCallerLoc(Loc);
  return F->isNoReturn() && F->getIdentifier() &&
         F->getName() == "__assert_fail" && Loc.isMacroID() &&
         Lexer::getImmediateMacroName(Loc, NR.SM, NR.Ctx.getLangOpts()) ==
             "assert";
}

/// std::swap of two numbers, of which each is a place.
static bool isSwap(const NestReader &NR, const CallExpr *E,
                   const FunctionDecl *F) {
  return F->isInStdNamespace() && F->getIdentifier() &&
         F->getName() == "swap" && E->getNumArgs() == 2 &&
         E->getArg(0)->isLValue() && E->getArg(1)->isLValue() &&
         E->getArg(0)->getType()->isArithmeticType() &&
         NR.Ctx.hasSameType(E->getArg(0)->getType(), E->getArg(1)->getType());
}

static void callSwap(NestReader &NR, const CallExpr *E) {
  for (const AccessMode Mode : {AccessMode::Read, AccessMode::Write})
    for (const clang::Expr *A : E->arguments())
      useLvalue(NR, A, Mode);
  addReplacement(NR, calleeName(NR, E), "::heddle::rt::device::swap");
}

/// Casts an argument where its type is not the one that the callee computes in.
void castArgument(NestReader &NR, const clang::Expr *A, QualType To) {
  const clang::Expr *Written = A->IgnoreParenImpCasts();
  if (NR.Ctx.hasSameUnqualifiedType(Written->getType(), To))
    return;
  addParentheses(
      NR, A,
      "static_cast<" +
          To.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()) +
          ">(");
}

std::optional<MathCall> mathCall(const NestReader &NR, const CallExpr *E,
                                 const FunctionDecl *F) {
  bool Std = F->isInStdNamespace();
  if (!F->getIdentifier() || isa<CXXMethodDecl>(F) ||
      (!Std && (!F->getBuiltinID() || !F->isExternC())))
    return std::nullopt;
  llvm::StringRef Name = F->getName();
  llvm::StringRef Root = Name;
  unsigned Arity = mathArity(Root);
  bool IsFloatName = false;
  if (!Arity && Root.consume_back("f")) {
    Arity = mathArity(Root);
    IsFloatName = true;
  }
  if (!Arity)
    return std::nullopt;
  QualType Result = F->getReturnType().getCanonicalType();
  bool Float = Result == NR.Ctx.FloatTy;
  bool Template = F->isTemplateInstantiation();
  MathCall Call;
  Call.Name = "::" + Name.str() + (Float && !IsFloatName ? "f" : "");
  Call.IsMapped = E->getNumArgs() == Arity &&
                  (Float || Result == NR.Ctx.DoubleTy) && !(Template && Float);
  for (const ParmVarDecl *P : F->parameters()) {
    QualType T = P->getType().getCanonicalType().getUnqualifiedType();
    Call.IsMapped = Call.IsMapped &&
                    (Template ? T->isIntegerType() || T == NR.Ctx.FloatTy ||
                                    T == NR.Ctx.DoubleTy
                              : T == Result);
  }
  return Call;
}

/// Reports nothing and returns false if F is no function of <cmath>.
static bool callMath(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  std::optional<MathCall> Call = mathCall(NR, E, F);
  if (!Call)
    return false;
  llvm::StringRef Name = F->getName();
  QualType Result = F->getReturnType().getCanonicalType();
  if (!Call->IsMapped) {
    NR.error(DiagID::HD228, ref(NR, E), Name,
             Result.getAsString(NR.Ctx.getPrintingPolicy()));
    return true;
  }
  readArguments(NR, E);
  SourceRange Callee = calleeName(NR, E);
  bool Converts = F->isTemplateInstantiation();
  for (const clang::Expr *A : E->arguments())
    Converts |= !NR.Ctx.hasSameUnqualifiedType(
        A->IgnoreParenImpCasts()->getType(), Result);
  if (!Converts && (isSpelled(NR, Callee, ("std::" + Name).str()) ||
                    isSpelled(NR, Callee, ("::std::" + Name).str())))
    return true;
  if (Converts)
    for (const clang::Expr *A : E->arguments())
      castArgument(NR, A, Result);
  addReplacement(NR, Callee, Call->Name);
  return true;
}

/// `std::numeric_limits<float>::max()`: digits that mean this number exactly.
static std::string floatText(const llvm::APFloat &V, bool IsFloat) {
  std::string Type = IsFloat ? "float" : "double";
  if (V.isInfinity())
    return "static_cast<" + Type + ">(" + (V.isNegative() ? "-" : "") +
           "__builtin_huge_val())";
  llvm::SmallString<40> Digits;
  V.toString(Digits);
  if (Digits.find_first_of(".eE") == llvm::StringRef::npos)
    Digits += ".0";
  return "static_cast<" + Type + ">(" + Digits.str().str() +
         (IsFloat ? "f)" : ")");
}

/// E as a literal of its type, where it is a constant number.
std::optional<std::string> numberText(const NestReader &NR,
                                      const clang::Expr *E) {
  clang::Expr::EvalResult Result;
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (E->isValueDependent())
    return std::nullopt;
  if (T == NR.Ctx.FloatTy || T == NR.Ctx.DoubleTy) {
    if (!E->isPRValue() || !E->isCXX11ConstantExpr(NR.Ctx) ||
        !E->EvaluateAsRValue(Result, NR.Ctx) || !Result.Val.isFloat() ||
        Result.Val.getFloat().isNaN())
      return std::nullopt;
    return floatText(Result.Val.getFloat(), T == NR.Ctx.FloatTy);
  }
  std::optional<IntType> Type = intType(NR, T);
  if (!Type || T->isEnumeralType() ||
      !E->EvaluateAsInt(Result, NR.Ctx, clang::Expr::SE_NoSideEffects) ||
      Result.HasUndefinedBehavior)
    return std::nullopt;
  llvm::SmallString<24> Digits;
  Result.Val.getInt().toString(Digits);
  return "static_cast<" + T.getAsString(NR.Ctx.getPrintingPolicy()) + ">(" +
         Digits.str().str() + (Type->Signed ? "LL)" : "ULL)");
}

/// A call that is a constant number: its value, in the call's place.
static bool foldCall(NestReader &NR, const clang::Expr *E) {
  std::optional<IntType> Type = intType(NR, E->getType());
  if (Type && Type->Bits < 32)
    return false;
  std::optional<std::string> Number = numberText(NR, E);
  if (!Number)
    return false;
  see(NR, E);
  addReplacement(NR, E->getSourceRange(), *Number);
  return true;
}

/// `x.size()`: a parameter of the kernel, or a constant.
static void callSize(NestReader &NR, const CallExpr *E) {
  see(NR, E);
  if (callSizeInCopy(NR, E))
    return;
  ExprRef Size = sizeExpr(NR, E, measuredContainer(NR.Ctx, E));
  if (const Expr *Found = findOpaque(*Size)) {
    NR.error(DiagID::HD210, ref(NR, E), text(NR, E->getCallee()))
        .note(Found->Where, Found->Why);
    return;
  }
  std::string Text = cxxText(*Size, *NR.Nest);
  if (Size->Kind == ExprKind::Const)
    Text = "static_cast<" +
           E->getType().getCanonicalType().getUnqualifiedType().getAsString(
               NR.Ctx.getPrintingPolicy()) +
           ">(" + Text + ")";
  addReplacement(NR, E->getSourceRange(), Text);
}

/// The object of a member call or of an overloaded operator, or null.
static const clang::Expr *objectOf(const CallExpr *E) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    return M->getImplicitObjectArgument();
  return isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : nullptr;
}

/// E, or a call that gives its object, is one of a container and does more than
/// to name an element: `*x.begin()`, and `bits[i] = true`.
static bool refuseContainer(NestReader &NR, const CallExpr *E) {
  while (E && !subscriptedContainer(NR.Ctx, E)) {
    if (std::string Why = whyNotCalled(NR.Ctx, E); !Why.empty()) {
      bool IsOperator = isa<CXXOperatorCallExpr>(E);
      NR.error(DiagID::HD233, ref(NR, E),
               text(NR, IsOperator ? E : E->getCallee()), Why);
      return true;
    }
    const clang::Expr *Object = objectOf(E);
    if (!Object)
      return false;
    Object = Object->IgnoreUnlessSpelledInSource();
    QualType T = Object->getType();
    if (std::string Why = whyNoContainer(NR.Ctx, T); !Why.empty()) {
      NR.error(DiagID::HD232, ref(NR, E),
               T.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()),
               Why);
      return true;
    }
    E = dyn_cast<CallExpr>(Object);
  }
  return false;
}

/// The text has the callee, or its object, and a list of arguments.
static bool isCalledByName(const CallExpr *E) {
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    return O->getOperator() == OO_Call || O->getOperator() == OO_Subscript;
  return !isa<UserDefinedLiteral>(E) &&
         !isa_and_nonnull<CXXConversionDecl>(E->getDirectCallee());
}

/// Why a kernel cannot call F, which is declared pure, by its name; empty if it
/// can.
static std::string whyNotPure(const NestReader &NR, const CallExpr *E,
                              const FunctionDecl *F) {
  if (isa<CXXMethodDecl>(F) || !isCalledByName(E))
    return "it is a member";
  if (F->isVariadic() || F->getPrimaryTemplate() || !F->getIdentifier())
    return "it is no ordinary function";
  const FunctionDecl *First = F->getFirstDecl();
  if (!First->getLexicalDeclContext()->isFileContext() ||
      !NR.SM.isBeforeInTranslationUnit(First->getLocation(),
                                       NR.home()->In.Nest->getBeginLoc()))
    return "the kernel, which stands in front of this function, does not see "
           "its declaration";
  auto IsNumber = [&](QualType T) {
    if (T->isLValueReferenceType() && T->getPointeeType().isConstQualified())
      T = T->getPointeeType().getUnqualifiedType();
    return intType(NR, T) || T->isSpecificBuiltinType(BuiltinType::Float) ||
           T->isSpecificBuiltinType(BuiltinType::Double);
  };
  if (!E->isPRValue() || !IsNumber(F->getReturnType()))
    return "its result is no number";
  for (const ParmVarDecl *P : F->parameters())
    if (!IsNumber(P->getType()))
      return "its parameter '" + P->getNameAsString() + "' is no number";
  for (const clang::Expr *A : E->arguments())
    if (isa<CXXDefaultArgExpr>(A))
      return "the call leaves an argument to its default";
  if (NR.Ctx.getLangOpts().CUDA && !F->hasAttr<CUDADeviceAttr>())
    return "it is no function of the device; declare it '__host__ __device__'";
  return {};
}

/// Calls a function that is declared pure and defined elsewhere, by its full
/// name.
static void callPure(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  if (std::string Why = whyNotPure(NR, E, F); !Why.empty()) {
    NR.error(DiagID::HD239, ref(NR, E), F->getQualifiedNameAsString(), Why)
        .note(ref(NR, SourceRange(F->getLocation())), "declared here");
    return;
  }
  readArguments(NR, E);
  // Overloads are told by types, and the kernel's place may see more of them.
  for (unsigned I = 0; I != E->getNumArgs(); ++I)
    castArgument(NR, E->getArg(I),
                 F->getParamDecl(I)->getType().getNonReferenceType());
  PrintingPolicy Policy = NR.Ctx.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->printQualifiedName(OS, Policy);
  addReplacement(NR, calleeName(NR, E), "::" + Name);
}

void call(NestReader &NR, const CallExpr *E) {
  see(NR, E->getCallee());
  const FunctionDecl *F = E->getDirectCallee();
  if (!F) {
    NR.error(DiagID::HD210, ref(NR, E), text(NR, E->getCallee()));
    return;
  }
  switch (F->getBuiltinID()) {
  case Builtin::BI__builtin_assume:
    return read(NR, E->getArg(0)); // other compilers may evaluate it
  case Builtin::BI__builtin_unreachable:
  case Builtin::BI__builtin_inf: // what INFINITY and NAN expand to
  case Builtin::BI__builtin_inff:
  case Builtin::BI__builtin_huge_val:
  case Builtin::BI__builtin_huge_valf:
  case Builtin::BI__builtin_nan:
  case Builtin::BI__builtin_nanf:
    return;
  default:
    break;
  }
  if (isFailedAssertion(NR, E, F) || readEnding(NR, E, F))
    return;
  if (callComplex(NR, E, F))
    return;
  if (isa<CallExpr>(E) && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E)) {
    if (isValueTwin(E))
      return callTwin(NR, E, F);
    if (isSwap(NR, E, F))
      return callSwap(NR, E);
    if (isClassification(NR, E, F))
      return callClassification(NR, E, F);
    if (callMath(NR, E, F) || callLibrary(NR, E, F))
      return;
  }
  if (measuredContainer(NR.Ctx, E))
    return callSize(NR, E);
  if (foldCall(NR, E) || readDifference(NR, E) || callTableDistance(NR, E) ||
      callWrittenOut(NR, E))
    return;
  if (isAccessor(NR, E))
    return useElement(NR, E, AccessMode::Read, {});
  if (const clang::Expr *Object = objectOf(E);
      Object && isStdAtomic(Object->IgnoreParenImpCasts()->getType())) {
    NR.error(DiagID::HD215, ref(NR, E), text(NR, Object));
    return;
  }
  if (assignRecord(NR, E) || fillFixedArray(NR, E))
    return;
  if (refuseContainer(NR, E))
    return;
  const FunctionDecl *Def = F->getDefinition();
  if (isDeclaredPure(F) && (!Def || standsBehind(NR, Def)))
    return callPure(NR, E, F);
  if ((isCalledByName(E) || isOperatorOfRecords(NR, E)) && Def &&
      !NR.SM.isInSystemHeader(Def->getLocation()))
    return callClone(NR, E, F);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, NR.Ctx.getPrintingPolicy(), /*Qualified=*/true);
  Diagnostic &D = NR.error(DiagID::HD210, ref(NR, E), Name);
  if (F->getLocation().isValid() && !NR.SM.isInSystemHeader(F->getLocation()))
    D.note(ref(NR, SourceRange(F->getLocation())), "declared here");
}

} // namespace heddle
