//===- CloneArguments.cpp - What the parameters of copies stand for -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that kernels have a copy of may read arrays: through pointers that
// it is given, and others that it names. Its body is walked once a call, with
// its parameters standing for what they are there, integers as expressions and
// pointers as places in arrays, so that what it reads, in which of its loops
// and under which of its conditions, is among what the nest does. Its text is
// one for all calls: what a call gives is an argument there, and what the
// function names besides becomes another one.
//===----------------------------------------------------------------------===//
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/ScalarWrites.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/ArrayShape.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

static std::string kernelText(NestReader &NR, const clang::Expr *E);

//===--- Parameters -------------------------------------------------------===//

static std::optional<Container> containerIn(const ParmVarDecl *P) {
  QualType T = P->getType().getNonReferenceType();
  std::optional<Container> C = containerOf(P->getASTContext(), T, T);
  return C && !C->ByDimensions ? C : std::nullopt;
}

bool takesArray(const ParmVarDecl *P) {
  QualType T = P->getType();
  return T->isPointerType() || T.getNonReferenceType()->isArrayType() ||
         containerIn(P);
}

/// The container that the argument A, for a parameter that is one, is, or of
/// which it makes a span; null where it is something else.
static const clang::Expr *containerGiven(const ASTContext &Ctx,
                                         const clang::Expr *A,
                                         const ParmVarDecl *P) {
  A = skipTemporariesAnd(A, [](const clang::Expr *E) -> const clang::Expr * {
    if (const auto *Make = dyn_cast<CXXConstructExpr>(E);
        Make && Make->getNumArgs() && Make->getConstructor() &&
        llvm::all_of(llvm::drop_begin(Make->arguments()),
                     [](const clang::Expr *Other) {
                       return isa<CXXDefaultArgExpr>(Other);
                     }))
      return Make->getArg(0);
    if (const auto *C = dyn_cast<CastExpr>(E);
        C && (C->getCastKind() == CK_NoOp ||
              C->getCastKind() == CK_ConstructorConversion))
      return C->getSubExpr();
    return nullptr;
  });
  QualType To = P->getType().getNonReferenceType();
  std::optional<Container> From = containerOf(Ctx, A->getType(), A->getType());
  const bool IsView = !containerIn(P)->Owns && !containerIn(P)->Extent;
  return A->isLValue() && From && !From->ByDimensions &&
                 (Ctx.hasSameUnqualifiedType(A->getType(), To) || IsView)
             ? A
             : nullptr;
}

static bool isRecord(const NestReader &NR, QualType T) {
  std::string Why;
  return T->isRecordType() && !isComplex(T) && scalarsIn(NR, T, Why);
}

/// The parameter P takes a structure of numbers.
bool takesRecord(const NestReader &NR, const ParmVarDecl *P) {
  return isRecord(NR, P->getType().getNonReferenceType()) && !takesArray(P);
}

/// A call of F may change more than F's own variables, as far as its signature
/// and its body show without being followed. Conservative.
static bool mayStore(const FunctionDecl *F) {
  llvm::SmallVector<const Stmt *, 32> Open = {F->getBody()};
  while (!Open.empty()) {
    const Stmt *S = Open.pop_back_val();
    const clang::Expr *Target = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      Target = B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(S);
             U && U->isIncrementDecrementOp())
      Target = U->getSubExpr();
    else if (isa<CallExpr, CXXConstructExpr>(S))
      return true;
    if (Target) {
      const auto *D = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
      const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
      if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
          V->getDeclContext() != F)
        return true;
    }
    for (const Stmt *Child : S->children())
      if (Child)
        Open.push_back(Child);
  }
  return false;
}

/// P is a reference whose uses read or write what the argument A names, when
/// they are reached: one that the function may write through, or one to an
/// element that it may change otherwise.
static bool takesPlace(const NestReader &NR, const ParmVarDecl *P,
                       const clang::Expr *A) {
  if (!P->getType()->isLValueReferenceType() || takesArray(P))
    return false;
  if (!P->getType()->getPointeeType().isConstQualified())
    return true;
  while (const auto *C = dyn_cast<ImplicitCastExpr>(A = skipMarkers(A))) {
    if (C->getCastKind() != CK_NoOp)
      return false;
    A = C->getSubExpr();
  }
  const auto *D = dyn_cast<DeclRefExpr>(A);
  const bool IsElement =
      D ? NR.Memory.References.contains(dyn_cast<VarDecl>(D->getDecl()))
        : A->isLValue();
  return IsElement && mayStore(cast<FunctionDecl>(P->getDeclContext()));
}

/// The argument A is a number that outlives the iteration, and P a reference
/// through which the function may write it.
static bool refuseVariable(NestReader &NR, const clang::Expr *A,
                           const ParmVarDecl *P) {
  A = skipMarkers(A);
  const auto *D = dyn_cast<DeclRefExpr>(A);
  const auto *V = D ? variable(NR, D->getDecl()) : nullptr;
  if (!P->getType()->isReferenceType() || !V || !V->getType()->isScalarType() ||
      V->getType()->isPointerType())
    return false;
  if (NR.Scope.Counters.count(V)) {
    NR.error(DiagID::HD206, ref(NR, A), V->getName());
    return true;
  }
  if (isDeclaredInNest(NR, V))
    return false;
  refuseScalarWrite(NR, A, V, V->getName());
  return true;
}

/// The place that the argument A gives to P, after evaluating it; none after an
/// error. Reports in Callee what it does to P, a pointer.
static std::optional<Position> placeGiven(NestReader &NR, const clang::Expr *A,
                                          const ParmVarDecl *P,
                                          NestReader &Callee) {
  std::optional<Position> At;
  QualType To = P->getType().getNonReferenceType();
  if (std::optional<Container> C = containerIn(P)) {
    const clang::Expr *Object = containerGiven(NR.Ctx, A, P);
    if (!Object) {
      NR.error(DiagID::HD225, ref(NR, A), text(NR, A));
      return std::nullopt;
    }
    Callee.Callees.ContainerArguments[P] = Object;
    At = container(NR, Object, /*Evaluate=*/true);
    A = Object;
    To = C->Element;
  } else if (To->isPointerType()) {
    At = pointer(NR, A, /*Evaluate=*/true);
    To = To->getPointeeType();
    const VariableFacts &In = Callee.Facts;
    const clang::Expr *Change =
        In.writes(P).empty() ? In.escape(P) : In.writes(P).front();
    if (Change)
      Callee.error(DiagID::HD226, ref(NR, Change), P->getName());
  } else {
    // A structure by value is a copy of one, the function's own.
    const auto *Copy = dyn_cast<CXXConstructExpr>(skipMarkers(A));
    if (Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor())
      A = Copy->getArg(0);
    if (refuseVariable(NR, A, P))
      return std::nullopt;
    At = lvalue(NR, A, /*Evaluate=*/true);
    if (At && !P->getType()->isReferenceType()) {
      readWhole(NR, *At, A);
      At.emplace().Private = true;
    }
  }
  if (!At)
    return std::nullopt;
  // A copy of the array is const.
  if (!NR.isInCopy() && NR.Ctx.getBaseElementType(To).isConstQualified())
    noteArgument(NR, *At, A);
  return At;
}

//===--- Member functions of elements -------------------------------------===//

/// The object is an element, and nothing that the launch can name.
bool isElementObject(const NestReader &NR, const clang::Expr *Object) {
  if (isSelf(NR, Object))
    return true;
  QualType T = Object->getType();
  if (!isRecord(NR, T->isPointerType() ? T->getPointeeType() : T))
    return false;
  while (true) {
    Object = Object->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(Object);
    if (!M || isSelf(NR, M->getBase()))
      break;
    Object = M->getBase();
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(Object))
    return isDeclaredInNest(NR, D->getDecl());
  const auto *U = dyn_cast<UnaryOperator>(Object);
  return isa<MemberExpr, ArraySubscriptExpr>(Object) ||
         (U && U->getOpcode() == UO_Deref) || isa<BinaryOperator>(Object) ||
         subscriptedContainer(NR.Ctx, Object);
}

/// Evaluates the object of a call, an element, which is what `this` is in
/// Callee and one more argument of its copy. False after an error.
bool bindSelf(NestReader &NR, const clang::Expr *Object, NestReader &Callee,
              std::string &Argument) {
  const bool IsPointer = Object->getType()->isPointerType();
  if (isSelf(NR, Object)) {
    Callee.Callees.Self = NR.Callees.Self;
    Argument = NR.Callees.SelfName;
    return true;
  }
  Callee.Callees.Self = IsPointer ? pointer(NR, Object, /*Evaluate=*/true)
                                  : lvalue(NR, Object, /*Evaluate=*/true);
  if (!Callee.Callees.Self)
    return false;
  Argument = kernelText(NR, Object);
  if (IsPointer)
    Argument = "*(" + Argument + ")";
  return true;
}

/// Writes the member E of `this` as one of the structure that the copy is
/// given.
void nameSelf(NestReader &NR, const MemberExpr *E) {
  if (!E->isImplicitAccess())
    return addReplacement(NR,
                          SourceRange(E->getBeginLoc(), E->getOperatorLoc()),
                          NR.Callees.SelfName + ".");
  addReplacement(NR, SourceRange(E->getMemberLoc()),
                 NR.Callees.SelfName + "." +
                     E->getMemberDecl()->getNameAsString());
}

/// The text of E in the kernel, after it has been evaluated.
static std::string kernelText(NestReader &NR, const clang::Expr *E) {
  auto At = offsets(NR, E->getSourceRange());
  if (!At) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), "an argument");
    return {};
  }
  std::vector<Replacement> All = NR.Texts.Replacements;
  finishReplacements(NR);
  std::swap(All, NR.Texts.Replacements);
  std::string Text;
  unsigned Done = At->first;
  for (const Replacement &H : All)
    if (H.Begin >= At->first && H.End <= At->second) {
      Text += NR.Nest->Text.substr(Done, H.Begin - Done) + H.Kernel;
      Done = H.End;
    }
  return Text + NR.Nest->Text.substr(Done, At->second - Done);
}

//===--- Arguments --------------------------------------------------------===//

/// Evaluates the arguments of E, and says what the parameters of Def, of which
/// Callee reads the body, stand for. False after an error.
bool bindParameters(NestReader &NR, const CallExpr *E, const FunctionDecl *Def,
                    NestReader &Callee) {
  const unsigned First = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
  for (const ParmVarDecl *P : Def->parameters()) {
    const unsigned I = P->getFunctionScopeIndex() + First;
    if (I >= E->getNumArgs())
      continue;
    const clang::Expr *A = E->getArg(I);
    if (takesArray(P) || takesRecord(NR, P) || takesPlace(NR, P, A)) {
      std::optional<Position> At = placeGiven(NR, A, P, Callee);
      if (!At)
        return false;
      const bool IsPlace = !P->getType()->isPointerType() && !containerIn(P);
      (IsPlace ? Callee.Memory.References : Callee.Memory.PointerLocals)[P] =
          *At;
      continue;
    }
    readOperand(NR, A);
    if (!intType(NR, P->getType().getNonReferenceType()))
      continue;
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
    ExprRef Value =
        A->isGLValue() && !Default ? variableExpr(NR, A) : expr(NR, A);
    if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
      Value = opaque(NR, A, "the expression is too large");
    // Other flags may give the default another value.
    if (Default && !isLiteral(Default->getExpr(), NR.SM))
      Value = opaque(NR, A, "it is left to its default");
    Callee.Callees.ParameterValues[P] = Value;
  }
  return true;
}

/// The value that V, a parameter of the function that is being copied, has been
/// given.
ExprRef parameterValue(NestReader &NR, const VarDecl *V,
                       const clang::Expr *Use) {
  if (auto At = NR.Memory.References.find(V); At != NR.Memory.References.end())
    return opaque(NR, Use,
                  At->second.Private ? "it is a local of the caller"
                                     : DependsOnArray);
  auto It = NR.Callees.ParameterValues.find(V);
  if (It == NR.Callees.ParameterValues.end())
    return opaque(NR, Use, "it is no integer");
  if (NR.Facts.escape(V))
    return opaque(NR, Use, "its address is taken");
  if (!NR.Facts.writes(V).empty())
    return opaque(NR, Use, "it changes in the function");
  return It->second;
}

/// The parameter P, which is an array, as the copy declares it: kernels have
/// pointers. Written: its type in the template.
std::optional<std::string> declareArray(NestReader &NR, const ParmVarDecl *P,
                                        QualType Written) {
  QualType T = P->getType().getNonReferenceType();
  std::vector<ExprRef> Extents;
  std::vector<std::string> Texts;
  const bool IsPointer = T->isPointerType();
  QualType Element = IsPointer ? T->getPointeeType() : T;
  QualType WrittenElement = IsPointer ? pointeeOf(NR, T, Written) : Written;
  bool OfClasses = false;
  std::optional<Container> C = containerOf(NR.Ctx, T, Written);
  if (C) {
    Element = C->Element;
    WrittenElement = C->Written;
  }
  if (!peelArrays(NR, Element, WrittenElement, Extents, Texts, OfClasses) ||
      !(isRecord(NR, Element) || checkScalar(NR, Element, P->getSourceRange())))
    return std::nullopt;
  std::optional<std::string> Text = spell(NR, Element, WrittenElement);
  if (!Text)
    return std::nullopt;
  if (Element.isConstQualified())
    *Text = "const " + *Text;
  // The first extent of an array is lost when the array becomes a pointer.
  const size_t Row = IsPointer || C ? 0 : 1;
  const std::string Name = P->getNameAsString();
  if (Texts.size() <= Row)
    return *Text + " *" + Name;
  *Text += " (*" + Name + ")";
  for (size_t I = Row; I < Texts.size(); ++I)
    *Text += "[" + Texts[I] + "]";
  return Text;
}

//===--- What is named besides --------------------------------------------===//

template <class Result>
Result atHome(NestReader &NR, llvm::function_ref<Result(NestReader &)> Read) {
  if (!NR.isInCopy())
    return Read(NR);
  NestReader &H = *NR.home();
  llvm::SaveAndRestore<const WrittenOut *> Keep(
      H.Callees.Calling,
      NR.Callees.Calling ? NR.Callees.Calling : NR.Callees.Called);
  Report Kept = std::exchange(H.Diags, Report());
  const bool FailedBefore = std::exchange(H.Failed, false);
  Result Value = Read(H);
  Report Inside = std::exchange(H.Diags, std::move(Kept));
  if (std::exchange(H.Failed, FailedBefore)) {
    NR.Failed = true;
    llvm::append_range(NR.Diags.Diagnostics, Inside.Diagnostics);
  }
  return Value;
}
template ExprRef atHome(NestReader &NR,
                        llvm::function_ref<ExprRef(NestReader &)> Read);
template bool atHome(NestReader &NR,
                     llvm::function_ref<bool(NestReader &)> Read);

/// The array or pointer that E names, which is none of the nest's own.
static std::optional<Position> named(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return D && D->getType()->isPointerType()
             ? pointerVariable(NR, D, /*Evaluate=*/false)
             : base(NR, E, /*Evaluate=*/false);
}

/// base() in a copy, of what is none of its parameters: an array of the nest,
/// and in the text one more parameter.
std::optional<Position> baseOutside(NestReader &NR, const Path &P,
                                    const clang::Expr *E, bool Evaluate) {
  using Place = std::optional<Position>;
  if (!atHome<bool>(NR,
                    [&](NestReader &H) { return path(H, E).has_value(); })) {
    refuse(NR, E,
           "'" + text(NR, E) +
               "', which cannot be named where the call stands or may have "
               "changed since,");
    return std::nullopt;
  }
  const size_t Known = NR.Nest->Arrays.size();
  std::optional<unsigned> Array = arrayFor(NR, P, E);
  if (!Array)
    return std::nullopt;
  if (NR.Nest->Arrays.size() > Known)
    NR.Callees.ArrayUses.push_back({E, {}});
  llvm::StringRef Name = NR.Nest->Arrays[*Array].KernelName;
  if (Evaluate && !isSpelled(NR, E->getSourceRange(), Name))
    addReplacement(NR, E->getSourceRange(), Name.str());
  return atHome<Place>(NR, [&](NestReader &H) { return named(H, E); });
}

/// How the text names the array of P, which the container E holds.
std::string textName(NestReader &NR, const clang::Expr *E, const Position &P) {
  if (!NR.isInCopy())
    return NR.Nest->Arrays[P.Array].KernelName;
  std::optional<Path> Named = path(NR, skipMarkers(E));
  std::optional<unsigned> Array =
      Named ? NR.Memory.array(Named->Key) : std::nullopt;
  return Array ? NR.Nest->Arrays[*Array].KernelName : text(NR, E);
}

/// Each call stands in what the next one calls, and the last one in what is
/// being read.
static void chain(std::vector<WrittenOut> &Calls) {
  for (size_t I = 0; I < Calls.size(); ++I)
    Calls[I].Outer = I + 1 < Calls.size() ? &Calls[I + 1] : nullptr;
}

/// As an argument of the call, the array that a copy names by Named.
static std::optional<std::string> arrayOutside(NestReader &NR,
                                               const clang::Expr *Named,
                                               std::vector<WrittenOut> Calls) {
  chain(Calls);
  llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling,
                                                &Calls.front());
  if (!NR.isInCopy()) {
    std::optional<Position> P = named(NR, Named);
    if (!P || P->Private)
      return std::nullopt;
    const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Named));
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return V && NR.Memory.Inlined.lookup(V)
               ? pointerText(NR, *P)
               : NR.Nest->Arrays[P->Array].KernelName;
  }
  std::optional<Path> P = path(NR, Named);
  const size_t Known = NR.Nest->Arrays.size();
  std::optional<unsigned> Array = P ? arrayFor(NR, *P, Named) : std::nullopt;
  if (!Array)
    return std::nullopt;
  if (NR.Nest->Arrays.size() > Known)
    NR.Callees.ArrayUses.push_back({Named, std::move(Calls)});
  return NR.Nest->Arrays[*Array].KernelName;
}

//===--- Sizes ------------------------------------------------------------===//

/// How many elements the container Object has.
ExprRef sizeOfContainer(NestReader &NR, const clang::Expr *Object) {
  Object = skipMarkers(Object);
  Container C = *containerOf(NR.Ctx, Object->getType(), Object->getType());
  const QualType T = NR.Ctx.getSizeType();
  if (C.Extent)
    return constant(NR, static_cast<int64_t>(*C.Extent), *intType(NR, T),
                    Object);
  if (const auto *D = dyn_cast<DeclRefExpr>(Object))
    if (const clang::Expr *Given = givenContainer(NR, D->getDecl()))
      return sizeOfContainer(*NR.Callees.Caller, Given);
  return atHome<ExprRef>(NR, [&](NestReader &H) {
    std::optional<Path> P = path(H, Object);
    std::optional<ExprRef> Size;
    if (P && !P->IsData && !C.Size.empty())
      Size = paramFor(H, sizeOf(*P, C.Size), Object, T, T);
    return Size ? *Size : opaque(H, Object, "it is not understood");
  });
}

/// The same in the text.
static std::optional<std::string> sizeName(NestReader &NR,
                                           const clang::Expr *Object) {
  Object = skipMarkers(Object);
  Container C = *containerOf(NR.Ctx, Object->getType(), Object->getType());
  const QualType T = NR.Ctx.getSizeType();
  if (C.Extent || !NR.isInCopy()) {
    ExprRef Size = sizeOfContainer(NR, Object);
    return findOpaque(*Size) ? std::nullopt
                             : std::optional(cxxText(*Size, *NR.Nest));
  }
  const auto *D = dyn_cast<DeclRefExpr>(Object);
  const auto *Given = D && givenContainer(NR, D->getDecl())
                          ? cast<VarDecl>(D->getDecl())
                          : nullptr;
  std::optional<Path> P;
  if (Given) {
    P.emplace();
    P->Last = Given;
    P->Key = "size of " + Given->getNameAsString();
    P->Name = Given->getNameAsString() + "_size";
  } else if (std::optional<Path> Of = path(NR, Object);
             Of && !Of->IsData && !C.Size.empty()) {
    P = sizeOf(*Of, C.Size);
  }
  const size_t Known = NR.Nest->Params.size();
  if (!P || !paramFor(NR, *P, Object, T, T))
    return std::nullopt;
  if (NR.Nest->Params.size() > Known)
    NR.Callees.ParamUses.back() = {Object, {}, /*IsSize=*/true, Given};
  return NR.Nest->Params[NR.Memory.ParamIndex[P->Key]].Name;
}

/// Writes `x.size()` in the text of a copy; false where this is none.
bool callSizeInCopy(NestReader &NR, const CallExpr *E) {
  const clang::Expr *Object = measuredContainer(NR.Ctx, E);
  if (!NR.isInCopy())
    return false;
  std::optional<std::string> Name;
  if (!containerOf(NR.Ctx, Object->getType(), Object->getType())->ByDimensions)
    Name = sizeName(NR, Object);
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (Name)
    addReplacement(NR, E->getSourceRange(),
                   "static_cast<" + T.getAsString(NR.Ctx.getPrintingPolicy()) +
                       ">(" + *Name + ")");
  else
    refuse(NR, E,
           "'" + text(NR, E) +
               "', which cannot be named where the call stands,");
  return true;
}

/// Sets Argument to the value that the copy of Callee takes for U. Returns why
/// there is none; else an empty text.
static std::string valueOutside(NestReader &NR, const NamedUse &U,
                                const WrittenOut &Frame,
                                const NestReader &Callee,
                                std::string &Argument) {
  const std::string Name = text(Callee, U.Named);
  const std::string Unnamed =
      "it reads '" + Name +
      "', which cannot be named where the call stands or may have changed "
      "since";
  if (U.Parameter) {
    std::optional<std::string> Size =
        sizeName(NR, givenContainer(Callee, U.Parameter));
    Argument = Size.value_or("");
    return Size ? "" : Unnamed;
  }
  std::vector<WrittenOut> Calls = U.Calls;
  Calls.push_back(Frame);
  chain(Calls);
  llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling,
                                                &Calls.front());
  std::optional<Path> P = path(NR, U.Named);
  if (!P || (U.IsSize && P->IsData))
    return Unnamed;
  if (NR.Updates.WrittenScalars.contains(P->Key) ||
      (P->Root && NR.Facts.writeWithin(P->Root, NR.In.Nest)))
    return "it reads '" + Name + "', which the nest changes";
  const size_t Known = NR.Nest->Params.size();
  if (U.IsSize) {
    QualType C = U.Named->getType(), T = NR.Ctx.getSizeType();
    P = sizeOf(*P, containerOf(NR.Ctx, C, C)->Size);
    if (!paramFor(NR, *P, U.Named, T, T))
      return "it reads the size of '" + Name + "'";
  } else if (!paramFor(NR, *P, U.Named)) {
    return "it reads '" + Name + "'";
  }
  if (NR.Nest->Params.size() > Known)
    NR.Callees.ParamUses.back() = {U.Named, Calls, U.IsSize};
  Argument = NR.Nest->Params[NR.Memory.ParamIndex[P->Key]].Name;
  return {};
}

/// The parameters of the kernel, or of the copy that is being read, that the
/// callee's copy takes for what the callee reads besides its arguments; why
/// there are none, else empty.
std::string readOutside(NestReader &NR, const NestReader &Callee,
                        const WrittenOut &Frame,
                        std::vector<std::string> &Arguments) {
  for (const NamedUse &U : Callee.Callees.ParamUses) {
    std::string Why =
        valueOutside(NR, U, Frame, Callee, Arguments.emplace_back());
    if (!Why.empty())
      return Why;
  }
  for (const NamedUse &U : Callee.Callees.ArrayUses) {
    std::vector<WrittenOut> Calls = U.Calls;
    Calls.push_back(Frame);
    std::optional<std::string> Text =
        arrayOutside(NR, U.Named, std::move(Calls));
    if (!Text)
      return "it reads the array '" + text(Callee, U.Named) +
             "', which cannot be named where the call stands";
    Arguments.push_back(*Text);
  }
  return {};
}

bool isSelf(const NestReader &NR, const clang::Expr *E) {
  return NR.Callees.Self && !NR.Callees.Calling &&
         isa<CXXThisExpr>(E->IgnoreParenImpCasts());
}

const clang::Expr *givenContainer(const NestReader &NR, const ValueDecl *V) {
  const auto *P = dyn_cast<VarDecl>(V);
  return P ? NR.Callees.ContainerArguments.lookup(P) : nullptr;
}

} // namespace heddle
