//===- Accessors.cpp - Calls that give an element ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `m(i, j)` and `m.at(i, j)`: where a visible function is one `return` of an
// element, the call is that element, with the arguments in the place of the
// parameters. The kernel has the array and the subscripts. So a matrix class is
// taken that Heddle knows nothing about. Its private members are named at the
// launch by public member functions that only return them.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Accessors.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Callees/Turns.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Mdspan.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/Placement.h"
#include "Spelling/PrivateMembers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

bool isConstObject(const MemberExpr *M) {
  QualType T = M->getBase()->getType();
  return (M->isArrow() ? T->getPointeeType() : T).isConstQualified();
}

/// The expression that a call gives whose callee returns R: without the load of
/// its value.
static const clang::Expr *namedBy(const clang::Expr *R) {
  while (true) {
    R = skipMarkers(R);
    const auto *C = dyn_cast<ImplicitCastExpr>(R);
    const auto *Copy = dyn_cast<CXXConstructExpr>(R);
    if (C &&
        (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp))
      R = C->getSubExpr();
    else if (Copy && isComplex(Copy->getType()) &&
             Copy->getConstructor()->isCopyConstructor())
      R = Copy->getArg(0);
    else
      return R;
  }
}

/// The object of a member function that E calls, a structure that is an element
/// or the iteration's own; null: E is something else.
static const clang::Expr *partOwner(const NestReader &NR,
                                    const clang::Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || !Method->isInstance() || Method->getParent()->isLambda() ||
      Method->getParent()->isInStdNamespace())
    return nullptr;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  const clang::Expr *Object = Member
                                  ? rangeOf(Member->getImplicitObjectArgument())
                              : isa<CXXOperatorCallExpr>(Call) ? Call->getArg(0)
                                                               : nullptr;
  return Object && isElementObject(NR, Object) ? Object : nullptr;
}

bool givesPart(const NestReader &NR, const clang::Expr *E) {
  if (!E->isLValue() || !partOwner(NR, E))
    return false;
  const FunctionDecl *Def =
      cast<CallExpr>(E)->getDirectCallee()->getDefinition();
  const clang::Expr *R = Def ? returned(Def) : nullptr;
  if (!R || mayStore(Def))
    return false;
  R = skipMarkers(R)->IgnoreParenImpCasts();
  const Stmt *Root = rootOf(R);
  return isa<MemberExpr, ArraySubscriptExpr>(R) && Root &&
         isa<CXXThisExpr>(Root);
}

/// E is a call that stands for an element: by reference, or for its value.
bool isAccessor(const NestReader &NR, const clang::Expr *E) {
  // A pointer may lead anywhere; the value comes from a copy of the function.
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && E->isPRValue() && Call->getDirectCallee() &&
      llvm::any_of(Call->getDirectCallee()->parameters(), takesArray))
    return false;
  if (partOwner(NR, E))
    return false;
  // The loop follows calls that only pass on what others return.
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    const auto *Call = dyn_cast<CallExpr>(E);
    // An unknown operator of an mdspan is not looked for in its library.
    if (const auto *O = dyn_cast_or_null<CXXOperatorCallExpr>(Call);
        O && isMdspan(O->getArg(0)->getType()))
      return false;
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
    if (!Def || NR.isInCopy() || NR.SM.isInSystemHeader(Def->getLocation()) ||
        isa<UserDefinedLiteral>(Call) ||
        (E->getType()->isRecordType() && !isComplex(E->getType())) ||
        E->getType()->isPointerType() || !returned(Def))
      return false;
    const clang::Expr *R = namedBy(returned(Def));
    if (!R->isLValue() ||
        !NR.Ctx.hasSameUnqualifiedType(R->getType(), E->getType()))
      return false;
    const auto *Deref = dyn_cast<UnaryOperator>(R);
    if (isa<ArraySubscriptExpr>(R) || subscriptedContainer(NR.Ctx, R) ||
        (Deref && Deref->getOpcode() == UO_Deref))
      return true;
    E = R;
  }
  return false;
}

/// A member in S that the launch cannot name, or null.
static const MemberExpr *
unnamed(const Stmt *S, llvm::function_ref<bool(const MemberExpr *)> IsNamed) {
  if (const auto *M = dyn_cast<MemberExpr>(S); M && !IsNamed(M))
    return M;
  for (const Stmt *Child : S->children())
    if (const MemberExpr *Found = Child ? unnamed(Child, IsNamed) : nullptr)
      return Found;
  return nullptr;
}

/// `at(k[i])` of `T &at(int n) { return x[n]; }`: the one argument of a call
/// that gives the element Named, of which it is the only subscript, so that the
/// text may keep it; null: Named has another form.
static const clang::Expr *keptSubscript(const NestReader &NR, const CallExpr *E,
                                        const clang::Expr *Named) {
  const bool HasObject = isa<CXXOperatorCallExpr>(E);
  const FunctionDecl *Def = E->getDirectCallee()->getDefinition();
  if (Def->getNumParams() != 1 || E->getNumArgs() != (HasObject ? 2 : 1))
    return nullptr;
  const clang::Expr *Subscript = nullptr, *Of = nullptr;
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(Named)) {
    Subscript = S->getIdx();
    Of = S->getBase();
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Named)) {
    Of = subscriptedContainer(NR.Ctx, Named);
    Subscript = Of ? O->getArg(1) : nullptr;
  }
  // An offset that the callee adds would be lost.
  if (!Of || !isa<DeclRefExpr, MemberExpr>(Of->IgnoreParenImpCasts()))
    return nullptr;
  const auto *D = Subscript
                      ? dyn_cast<DeclRefExpr>(Subscript->IgnoreParenImpCasts())
                      : nullptr;
  const clang::Expr *A = E->getArg(HasObject ? 1 : 0);
  return D && D->getDecl() == Def->getParamDecl(0) &&
                 intType(NR, A->getType()) && !isa<CXXDefaultArgExpr>(A)
             ? A
             : nullptr;
}

/// Puts "x[" before the argument of E and "]" behind it, which the text keeps.
/// False after an error.
static bool keepSubscript(NestReader &NR, const CallExpr *E,
                          const clang::Expr *Argument,
                          const std::string &Array) {
  const clang::Expr *Before =
      isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : E->getCallee();
  const std::optional<Token> Open =
      Lexer::findNextToken(Before->getEndLoc(), NR.SM, NR.Ctx.getLangOpts());
  if (!Open || !Open->isOneOf(tok::l_paren, tok::l_square)) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Array);
    return false;
  }
  const QualType T =
      E->getDirectCallee()->getParamDecl(0)->getType().getNonReferenceType();
  const std::string Type =
      T.getCanonicalType().getUnqualifiedType().getAsString(
          NR.Ctx.getPrintingPolicy());
  // The argument stands in the text without its conversion to the parameter.
  const bool IsSame =
      NR.Ctx.hasSameUnqualifiedType(T, Argument->IgnoreImpCasts()->getType());
  see(NR, E->getCallee());
  readSubscript(NR, Argument);
  addReplacement(NR, SourceRange(E->getBeginLoc(), Open->getLocation()),
                 Array + (IsSame ? "[" : "[static_cast<" + Type + ">("));
  addReplacement(NR, SourceRange(E->getEndLoc()), IsSame ? "]" : ")]");
  return true;
}

namespace {

/// A call that is read as what its callee returns.
class WrittenOutCall {
public:
  WrittenOutCall(NestReader &NR, const CallExpr *E)
      : NR(NR), E(E), Def(E->getDirectCallee()->getDefinition()) {
    Name = text(NR, E->getCallee());
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      Name = text(NR, O->getArg(0));
  }

  std::nullopt_t refuse(SourceRef Where, llvm::StringRef What,
                        llvm::StringRef Why) {
    see(NR, E);
    NR.error(DiagID::HD234, Where, What, Name, Why)
        .note(ref(NR, SourceRange(Def->getLocation())), "declared here");
    return std::nullopt;
  }
  std::nullopt_t refuse(llvm::StringRef Why) {
    return refuse(ref(NR, E), text(NR, E), Why);
  }

  /// The place that Read finds for what the callee returns, Given; none after
  /// an error. MayKeep: the argument may stay in the text.
  std::optional<Position>
  read(const clang::Expr *Given, bool MayKeep,
       llvm::function_ref<std::optional<Position>()> Read) {
    WrittenOut Frame;
    if (std::string Why = describeCallee(NR, E, Frame); !Why.empty())
      return refuse(Why);
    for (const ParmVarDecl *P : Def->parameters())
      if (P->getType()->isPointerType())
        return refuse("its parameter '" + P->getNameAsString() +
                      "' is a pointer");
    if (ExprRef Effect = bindArguments(NR, E, Frame)) {
      const Expr *Cause = findOpaque(*Effect);
      if (Cause->Why != DependsOnArray || !MayKeep)
        return refuse(Cause->Where, Cause->Text, Cause->Why);
      Frame.Parameters[Def->getParamDecl(0)] = Effect;
    }
    // An error in the callee is reported at the call.
    auto [P, Inside] = attempt(NR, [&] {
      llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling, &Frame);
      return Read();
    });
    if (!Inside.hasErrors() && P && !P->Private) {
      // The kernel's text counts structures, the place what is in them.
      const bool IsFirst = Given->getType()->isPointerType() &&
                           P->Subs.size() == 1 && isZero(*P->Subs.front());
      if (NR.Nest->Arrays[P->Array].Records && !IsFirst)
        return refuse("it gives a part of a structure");
      return P;
    }
    if (const MemberExpr *M = hiddenMember(Given))
      return refuse(ref(NR, E), M->getMemberDecl()->getNameAsString(),
                    "it is private, and no public member function only "
                    "returns it");
    return refuse(Inside.Diagnostics.empty()
                      ? "what it returns is not understood"
                      : llvm::StringRef(Inside.Diagnostics.front().Text));
  }

  /// The kernel can say what Sub is.
  bool canSpell(const Expr &Sub) {
    if (isUniqueInNest(NR, Sub))
      return true;
    refuse("another variable has the name of a counter in it");
    return false;
  }

private:
  const MemberExpr *hiddenMember(const clang::Expr *Given) const {
    return unnamed(Given, [&](const MemberExpr *M) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      Path Unused;
      return !F || isAccessible(NR, F) ||
             nameByMember(NR, F, isConstObject(M), Unused) || canOpen(NR, F);
    });
  }

  NestReader &NR;
  const CallExpr *E;
  const FunctionDecl *Def;
  std::string Name; ///< of what is called
};

} // namespace

std::optional<Position> accessor(NestReader &NR, const CallExpr *E,
                                 bool Evaluate) {
  WrittenOutCall Call(NR, E);
  const clang::Expr *Named =
      namedBy(returned(E->getDirectCallee()->getDefinition()));
  const clang::Expr *Kept = keptSubscript(NR, E, Named);
  std::optional<Position> P = Call.read(
      Named, Kept, [&] { return lvalue(NR, Named, /*Evaluate=*/false); });
  if (!P)
    return std::nullopt;
  std::string Text = NR.Nest->Arrays[P->Array].KernelName;
  for (const ExprRef &Sub : P->Subs) {
    if (const Expr *Found = findUnnamed(*Sub)) {
      if (!Kept || P->Subs.size() != 1 || Found->Why != DependsOnArray)
        return Call.refuse(Found->Where, Found->Text, Found->Why);
      if (Evaluate && !keepSubscript(NR, E, Kept, Text))
        return std::nullopt;
      return P;
    }
    if (!Call.canSpell(*Sub))
      return std::nullopt;
    Text += "[" + cxxText(*Sub, *NR.Nest) + "]";
  }
  if (Evaluate) {
    see(NR, E);
    addReplacement(NR, E->getSourceRange(), Text);
  }
  return P;
}

bool givesPointer(const NestReader &NR, const clang::Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  return Def && !NR.isInCopy() && E->getType()->isPointerType() &&
         !NR.SM.isInSystemHeader(Def->getLocation()) && returned(Def) &&
         !partOwner(NR, E);
}

std::optional<Position> givenPointer(NestReader &NR, const CallExpr *E,
                                     bool Evaluate) {
  WrittenOutCall Call(NR, E);
  const clang::Expr *Given = returned(E->getDirectCallee()->getDefinition());
  std::optional<Position> P = Call.read(Given, /*MayKeep=*/false, [&] {
    return pointer(NR, Given, /*Evaluate=*/false);
  });
  if (!P)
    return std::nullopt;
  if (P->Subs.size() != 1)
    return Call.refuse("it leads to a row of an array");
  const ExprRef &Sub = P->Subs.front();
  if (const Expr *Found = findUnnamed(*Sub))
    return Call.refuse(Found->Where, Found->Text, Found->Why);
  if (!Call.canSpell(*Sub))
    return std::nullopt;
  leaveRows(NR, *P);
  if (Evaluate) {
    see(NR, E);
    const std::string &Array = NR.Nest->Arrays[P->Array].KernelName;
    addReplacement(NR, E->getSourceRange(),
                   Sub->Kind == ExprKind::Const && Sub->Value == 0
                       ? Array
                       : "(" + Array + " + " + cxxText(*Sub, *NR.Nest) + ")");
  }
  return P;
}

namespace {
enum class Gives : unsigned char { Nothing, Whole, First };
} // namespace

/// The part of F that M returns, if M has no parameters and does nothing else.
static Gives givenBy(const CXXMethodDecl *M, const FieldDecl *F,
                     const ASTContext &Ctx) {
  if (M->getAccess() != AS_public || M->isStatic() || M->isVirtual() ||
      M->getNumParams() != 0 || !M->getIdentifier())
    return Gives::Nothing;
  // A member function of a template may not have been instantiated.
  const FunctionDecl *Written = patternOf(M)->getDefinition();
  const clang::Expr *R = Written ? returned(Written) : nullptr;
  if (!R || R->getBeginLoc().isMacroID() || R->getEndLoc().isMacroID())
    return Gives::Nothing;
  // In such a body nothing hides the member's name.
  llvm::StringRef Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(R->getSourceRange()),
                           Ctx.getSourceManager(), Ctx.getLangOpts());
  const bool IsClass = F->getType()->isRecordType();
  if (IsClass && (Text == (F->getName() + ".data()").str() ||
                  Text == (F->getName() + ".get()").str()))
    return Gives::First;
  QualType T = M->getReturnType();
  if (Text == F->getName() && (!IsClass || T->isReferenceType()) &&
      Ctx.hasSameUnqualifiedType(T.getNonReferenceType(), F->getType()))
    return Gives::Whole;
  return Gives::Nothing;
}

/// Names F, which is private, by a public member function that does nothing but
/// return it, or a pointer to its first element: P.Host is that of the object,
/// with `.` or `->`. IsConst: the object is, where F is used. False where there
/// is no such function.
bool nameByMember(const NestReader &NR, const FieldDecl *F, bool IsConst,
                  Path &P) {
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getParent());
  if (!Class || F->getName().empty())
    return false;
  for (const CXXMethodDecl *M : Class->methods()) {
    const Gives What = givenBy(M, F, NR.Ctx);
    if (What == Gives::Nothing || (IsConst && !M->isConst()))
      continue;
    // The call means one of the overloads, whichever.
    bool AllGive = true, OneMayWrite = false;
    for (const CXXMethodDecl *Other : Class->methods())
      if (Other->getDeclName() == M->getDeclName()) {
        AllGive &= Other->getMinRequiredArguments() != 0 ||
                   givenBy(Other, F, NR.Ctx) == What;
        OneMayWrite |= Other->getNumParams() == 0 && !Other->isConst();
      }
    bool HoldsElements = What == Gives::First || F->getType()->isRecordType();
    if (!AllGive || (HoldsElements && !IsConst && !OneMayWrite))
      continue;
    P.Host += M->getName().str() + "()";
    P.Name =
        (P.Root && P.Root->getIdentifier() ? P.Root->getName() : "its").str() +
        "_" + M->getName().str();
    P.IsData = What == Gives::First;
    return true;
  }
  return false;
}

} // namespace heddle
