//===- Calls.cpp - The calls that a nest may make ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of <cmath> that touch nothing but their arguments' values, and
// std::min, max, clamp, abs, which have twins in heddle::rt::device. In kernel
// text a call names the overload that the source resolved: kernels stand
// elsewhere than the nest, where using-declarations of the function are not in
// force and CUDA adds overloads.
//===----------------------------------------------------------------------===//
#include "Frontend/Attributes.h"
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
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

void NestBuilder::readArguments(const CallExpr *E, unsigned First) {
  for (unsigned I = First; I < E->getNumArgs(); ++I)
    readOperand(E->getArg(I));
}

/// The callee's name with its qualifier, without template arguments.
SourceRange NestBuilder::calleeName(const CallExpr *E) const {
  const clang::Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(Callee))
    return SourceRange(D->getBeginLoc(), D->getLocation());
  return Callee->getSourceRange();
}

void NestBuilder::callTwin(const CallExpr *E, const FunctionDecl *F) {
  if (!checkScalar(E->getType().getNonReferenceType(), E->getSourceRange()))
    return;
  readArguments(E);
  if (F->getName() == "abs") // its twins are overloads
    castArgument(E->getArg(0), F->getParamDecl(0)->getType());
  addHole(calleeName(E), "::heddle::rt::device::" + F->getName().str());
}

/// Casts an argument where its type is not the one that the callee computes in.
void NestBuilder::castArgument(const clang::Expr *A, QualType To) {
  const clang::Expr *Written = A->IgnoreParenImpCasts();
  if (Ctx.hasSameUnqualifiedType(Written->getType(), To))
    return;
  addParentheses(
      A, "static_cast<" +
             To.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()) +
             ">(");
}

std::optional<NestBuilder::MathCall>
NestBuilder::mathCall(const CallExpr *E, const FunctionDecl *F) const {
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
  bool Float = Result == Ctx.FloatTy;
  bool Template = F->isTemplateInstantiation();
  MathCall Call;
  Call.Name = "::" + Name.str() + (Float && !IsFloatName ? "f" : "");
  Call.IsMapped = E->getNumArgs() == Arity &&
                  (Float || Result == Ctx.DoubleTy) && !(Template && Float);
  for (const ParmVarDecl *P : F->parameters()) {
    QualType T = P->getType().getCanonicalType().getUnqualifiedType();
    Call.IsMapped =
        Call.IsMapped &&
        (Template ? T->isIntegerType() || T == Ctx.FloatTy || T == Ctx.DoubleTy
                  : T == Result);
  }
  return Call;
}

/// Reports nothing and returns false if F is no function of <cmath>.
bool NestBuilder::callMath(const CallExpr *E, const FunctionDecl *F) {
  std::optional<MathCall> Call = mathCall(E, F);
  if (!Call)
    return false;
  llvm::StringRef Name = F->getName();
  QualType Result = F->getReturnType().getCanonicalType();
  if (!Call->IsMapped) {
    error(DiagID::HD228, ref(E), Name,
          Result.getAsString(Ctx.getPrintingPolicy()));
    return true;
  }
  readArguments(E);
  SourceRange Callee = calleeName(E);
  bool Converts = F->isTemplateInstantiation();
  for (const clang::Expr *A : E->arguments())
    Converts |= !Ctx.hasSameUnqualifiedType(A->IgnoreParenImpCasts()->getType(),
                                            Result);
  if (!Converts && (isSpelled(Callee, ("std::" + Name).str()) ||
                    isSpelled(Callee, ("::std::" + Name).str())))
    return true;
  if (Converts)
    for (const clang::Expr *A : E->arguments())
      castArgument(A, Result);
  addHole(Callee, Call->Name);
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
std::optional<std::string> NestBuilder::numberText(const clang::Expr *E) const {
  clang::Expr::EvalResult Result;
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (E->isValueDependent())
    return std::nullopt;
  if (T == Ctx.FloatTy || T == Ctx.DoubleTy) {
    if (!E->isPRValue() || !E->isCXX11ConstantExpr(Ctx) ||
        !E->EvaluateAsRValue(Result, Ctx) || !Result.Val.isFloat() ||
        Result.Val.getFloat().isNaN())
      return std::nullopt;
    return floatText(Result.Val.getFloat(), T == Ctx.FloatTy);
  }
  std::optional<IntType> Type = intType(T);
  if (!Type || T->isEnumeralType() ||
      !E->EvaluateAsInt(Result, Ctx, clang::Expr::SE_NoSideEffects) ||
      Result.HasUndefinedBehavior)
    return std::nullopt;
  llvm::SmallString<24> Digits;
  Result.Val.getInt().toString(Digits);
  return "static_cast<" + T.getAsString(Ctx.getPrintingPolicy()) + ">(" +
         Digits.str().str() + (Type->Signed ? "LL)" : "ULL)");
}

/// A call that is a constant number: its value, in the call's place.
bool NestBuilder::foldCall(const clang::Expr *E) {
  std::optional<IntType> Type = intType(E->getType());
  if (Type && Type->Bits < 32)
    return false;
  std::optional<std::string> Number = numberText(E);
  if (!Number)
    return false;
  see(E);
  addHole(E->getSourceRange(), *Number);
  return true;
}

/// `x.size()`: a parameter of the kernel, or a constant.
void NestBuilder::callSize(const CallExpr *E) {
  see(E);
  if (callSizeInCopy(E))
    return;
  ExprRef Size = sizeExpr(E, measuredContainer(Ctx, E));
  if (const Expr *Found = findOpaque(*Size)) {
    error(DiagID::HD210, ref(E), text(E->getCallee()))
        .note(Found->Where, Found->Why);
    return;
  }
  std::string Text = cxxText(*Size, *Nest);
  if (Size->Kind == ExprKind::Const)
    Text = "static_cast<" +
           E->getType().getCanonicalType().getUnqualifiedType().getAsString(
               Ctx.getPrintingPolicy()) +
           ">(" + Text + ")";
  addHole(E->getSourceRange(), Text);
}

/// The object of a member call or of an overloaded operator, or null.
static const clang::Expr *objectOf(const CallExpr *E) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    return M->getImplicitObjectArgument();
  return isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : nullptr;
}

/// E, or a call that gives its object, is one of a container and does more than
/// to name an element: `*x.begin()`, and `bits[i] = true`.
bool NestBuilder::refuseContainer(const CallExpr *E) {
  while (E && !subscriptedContainer(Ctx, E)) {
    if (std::string Why = whyNotCalled(Ctx, E); !Why.empty()) {
      bool IsOperator = isa<CXXOperatorCallExpr>(E);
      error(DiagID::HD233, ref(E), text(IsOperator ? E : E->getCallee()), Why);
      return true;
    }
    const clang::Expr *Object = objectOf(E);
    if (!Object)
      return false;
    Object = Object->IgnoreUnlessSpelledInSource();
    QualType T = Object->getType();
    if (std::string Why = whyNoContainer(Ctx, T); !Why.empty()) {
      error(DiagID::HD232, ref(E),
            T.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()), Why);
      return true;
    }
    E = dyn_cast<CallExpr>(Object);
  }
  return false;
}

/// The text has the callee, or its object, and a list of arguments.
static bool isCalledByName(const CallExpr *E) {
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    return O->getOperator() == OO_Call;
  return !isa<UserDefinedLiteral>(E) &&
         !isa_and_nonnull<CXXConversionDecl>(E->getDirectCallee());
}

/// Why a kernel cannot call F, which is declared pure, by its name; empty if it
/// can.
std::string NestBuilder::whyNotPure(const CallExpr *E,
                                    const FunctionDecl *F) const {
  if (isa<CXXMethodDecl>(F) || !isCalledByName(E))
    return "it is a member";
  if (F->isVariadic() || F->getPrimaryTemplate() || !F->getIdentifier())
    return "it is no ordinary function";
  const FunctionDecl *First = F->getFirstDecl();
  if (!First->getLexicalDeclContext()->isFileContext() ||
      !SM.isBeforeInTranslationUnit(First->getLocation(),
                                    home()->In.Nest->getBeginLoc()))
    return "the kernel, which stands in front of this function, does not see "
           "its declaration";
  auto IsNumber = [&](QualType T) {
    if (T->isLValueReferenceType() && T->getPointeeType().isConstQualified())
      T = T->getPointeeType().getUnqualifiedType();
    return intType(T) || T->isSpecificBuiltinType(BuiltinType::Float) ||
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
  if (Ctx.getLangOpts().CUDA && !F->hasAttr<CUDADeviceAttr>())
    return "it is no function of the device; declare it '__host__ __device__'";
  return {};
}

/// What is declared pure and defined elsewhere, by its full name.
void NestBuilder::callPure(const CallExpr *E, const FunctionDecl *F) {
  if (std::string Why = whyNotPure(E, F); !Why.empty()) {
    error(DiagID::HD239, ref(E), F->getQualifiedNameAsString(), Why)
        .note(ref(SourceRange(F->getLocation())), "declared here");
    return;
  }
  readArguments(E);
  // Overloads are told by types, and the kernel's place may see more of them.
  for (unsigned I = 0; I != E->getNumArgs(); ++I)
    castArgument(E->getArg(I),
                 F->getParamDecl(I)->getType().getNonReferenceType());
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->printQualifiedName(OS, Policy);
  addHole(calleeName(E), "::" + Name);
}

void NestBuilder::call(const CallExpr *E) {
  see(E->getCallee());
  const FunctionDecl *F = E->getDirectCallee();
  if (!F) {
    error(DiagID::HD210, ref(E), text(E->getCallee()));
    return;
  }
  switch (F->getBuiltinID()) {
  case Builtin::BI__builtin_assume:
    return read(E->getArg(0)); // other compilers may evaluate it
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
  if (callComplex(E, F))
    return;
  if (isa<CallExpr>(E) && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E)) {
    if (isValueTwin(E))
      return callTwin(E, F);
    if (callMath(E, F))
      return;
  }
  if (measuredContainer(Ctx, E))
    return callSize(E);
  if (foldCall(E) || callWrittenOut(E))
    return;
  if (isAccessor(E))
    return useElement(E, AccessMode::Read, {});
  if (const clang::Expr *Object = objectOf(E);
      Object && isStdAtomic(Object->IgnoreParenImpCasts()->getType())) {
    error(DiagID::HD215, ref(E), text(Object));
    return;
  }
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->getOperator() == OO_Equal && refuseWhole(O->getArg(0)))
    return;
  if (refuseContainer(E))
    return;
  const FunctionDecl *Def = F->getDefinition();
  if (isDeclaredPure(F) && (!Def || standsBehind(Def)))
    return callPure(E, F);
  if (isCalledByName(E) && Def && !SM.isInSystemHeader(Def->getLocation()))
    return callCopy(E, F);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, Ctx.getPrintingPolicy(), /*Qualified=*/true);
  Diagnostic &D = error(DiagID::HD210, ref(E), Name);
  if (F->getLocation().isValid() && !SM.isInSystemHeader(F->getLocation()))
    D.note(ref(SourceRange(F->getLocation())), "declared here");
}

} // namespace heddle
