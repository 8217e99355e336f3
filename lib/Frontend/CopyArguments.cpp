//===- CopyArguments.cpp - What the parameters of copies stand for -------===//
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
#include "Frontend/Complex.h"
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

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
  while (true) {
    A = skipMarkers(A);
    const auto *Make = dyn_cast<CXXConstructExpr>(A);
    const clang::Expr *Only =
        Make && Make->getNumArgs() && Make->getConstructor() ? Make->getArg(0)
                                                             : nullptr;
    if (Only && llvm::all_of(llvm::drop_begin(Make->arguments()),
                             [](const clang::Expr *Other) {
                               return isa<CXXDefaultArgExpr>(Other);
                             }))
      A = Only;
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(A))
      A = M->getSubExpr();
    else if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(A))
      A = T->getSubExpr();
    else if (const auto *C = dyn_cast<CastExpr>(A);
             C && (C->getCastKind() == CK_NoOp ||
                   C->getCastKind() == CK_ConstructorConversion))
      A = C->getSubExpr();
    else
      break;
  }
  QualType To = P->getType().getNonReferenceType();
  std::optional<Container> From = containerOf(Ctx, A->getType(), A->getType());
  const bool IsView = !containerIn(P)->Owns && !containerIn(P)->Extent;
  return A->isLValue() && From && !From->ByDimensions &&
                 (Ctx.hasSameUnqualifiedType(A->getType(), To) || IsView)
             ? A
             : nullptr;
}

bool NestBuilder::isRecord(QualType T) const {
  std::string Why;
  return T->isRecordType() && !isComplex(T) && scalarsIn(T, Why);
}

/// What P takes is a structure of numbers.
bool NestBuilder::takesRecord(const ParmVarDecl *P) const {
  QualType T = P->getType();
  if (T->isLValueReferenceType() && T->getPointeeType().isConstQualified())
    T = T->getPointeeType();
  return isRecord(T) && !takesArray(P);
}

/// The place that the argument A gives to P, after evaluating it; none after an
/// error. Reports in Callee what it does to P, a pointer.
std::optional<Position> NestBuilder::placeGiven(const clang::Expr *A,
                                                const ParmVarDecl *P,
                                                NestBuilder &Callee) {
  std::optional<Position> At;
  QualType To = P->getType().getNonReferenceType();
  if (std::optional<Container> C = containerIn(P)) {
    const clang::Expr *Object = containerGiven(Ctx, A, P);
    if (!Object) {
      error(DiagID::HD225, ref(A), text(A));
      return std::nullopt;
    }
    Callee.ContainerArguments[P] = Object;
    At = container(Object, /*Evaluate=*/true);
    A = Object;
    To = C->Element;
  } else if (To->isPointerType()) {
    At = pointer(A, /*Evaluate=*/true);
    To = To->getPointeeType();
    const VariableFacts &In = Callee.Facts;
    const clang::Expr *Change =
        In.writes(P).empty() ? In.escape(P) : In.writes(P).front();
    if (Change)
      Callee.error(DiagID::HD226, ref(Change), P->getName());
  } else {
    // A structure by value is a copy of one, the function's own.
    const auto *Copy = dyn_cast<CXXConstructExpr>(skipMarkers(A));
    if (Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor())
      A = Copy->getArg(0);
    At = lvalue(A, /*Evaluate=*/true);
    if (At && !P->getType()->isReferenceType()) {
      readWhole(*At, A);
      At.emplace().Private = true;
    }
  }
  if (!At)
    return std::nullopt;
  // A copy of the array is const.
  if (!isInCopy() && Ctx.getBaseElementType(To).isConstQualified())
    noteArgument(*At, A);
  return At;
}

//===--- Member functions of elements -------------------------------------===//

/// The object is an element, and nothing that the launch can name.
bool NestBuilder::isElementObject(const clang::Expr *Object) const {
  if (isSelf(Object))
    return true;
  QualType T = Object->getType();
  if (!isRecord(T->isPointerType() ? T->getPointeeType() : T))
    return false;
  while (true) {
    Object = Object->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(Object);
    if (!M || isSelf(M->getBase()))
      break;
    Object = M->getBase();
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(Object))
    return isDeclaredInNest(D->getDecl());
  const auto *U = dyn_cast<UnaryOperator>(Object);
  return isa<MemberExpr, ArraySubscriptExpr>(Object) ||
         (U && U->getOpcode() == UO_Deref) || isa<BinaryOperator>(Object) ||
         subscriptedContainer(Ctx, Object);
}

/// Evaluates the object of a call, an element, which is what `this` is in
/// Callee and one more argument of its copy. False after an error.
bool NestBuilder::bindSelf(const clang::Expr *Object, NestBuilder &Callee,
                           std::string &Argument) {
  const bool IsPointer = Object->getType()->isPointerType();
  if (isSelf(Object)) {
    Callee.Self = Self;
    Argument = SelfName;
    return true;
  }
  Callee.Self = IsPointer ? pointer(Object, /*Evaluate=*/true)
                          : lvalue(Object, /*Evaluate=*/true);
  if (!Callee.Self)
    return false;
  Argument = kernelText(Object);
  if (IsPointer)
    Argument = "*(" + Argument + ")";
  return true;
}

/// Writes the member E of `this` as one of the structure that the copy is
/// given.
void NestBuilder::nameSelf(const MemberExpr *E) {
  if (!E->isImplicitAccess())
    return addHole(SourceRange(E->getBeginLoc(), E->getOperatorLoc()),
                   SelfName + ".");
  addHole(SourceRange(E->getMemberLoc()),
          SelfName + "." + E->getMemberDecl()->getNameAsString());
}

/// The text of E in the kernel, after it has been evaluated.
std::string NestBuilder::kernelText(const clang::Expr *E) {
  auto At = offsets(E->getSourceRange());
  if (!At) {
    error(DiagID::HD159, ref(E), text(E), "an argument");
    return {};
  }
  std::vector<TextHole> All = Nest->Holes;
  finishHoles();
  std::swap(All, Nest->Holes);
  std::string Text;
  unsigned Done = At->first;
  for (const TextHole &H : All)
    if (H.Begin >= At->first && H.End <= At->second) {
      Text += Nest->Text.substr(Done, H.Begin - Done) + H.Kernel;
      Done = H.End;
    }
  return Text + Nest->Text.substr(Done, At->second - Done);
}

//===--- Arguments --------------------------------------------------------===//

/// Evaluates the arguments of E, and says what the parameters of Def, of which
/// Callee reads the body, stand for. False after an error.
bool NestBuilder::bindParameters(const CallExpr *E, const FunctionDecl *Def,
                                 NestBuilder &Callee) {
  const unsigned First = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
  for (const ParmVarDecl *P : Def->parameters()) {
    const unsigned I = P->getFunctionScopeIndex() + First;
    if (I >= E->getNumArgs())
      continue;
    const clang::Expr *A = E->getArg(I);
    if (takesArray(P) || takesRecord(P)) {
      std::optional<Position> At = placeGiven(A, P, Callee);
      if (!At)
        return false;
      const bool IsPlace = !P->getType()->isPointerType() && !containerIn(P);
      (IsPlace ? Callee.References : Callee.PointerLocals)[P] = *At;
      continue;
    }
    readOperand(A);
    if (!intType(P->getType().getNonReferenceType()))
      continue;
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
    ExprRef Value = A->isGLValue() && !Default ? variableExpr(A) : expr(A);
    if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
      Value = opaque(A, "the expression is too large");
    // Other flags may give the default another value.
    if (Default && !isLiteral(Default->getExpr(), SM))
      Value = opaque(A, "it is left to its default");
    Callee.ParameterValues[P] = Value;
  }
  return true;
}

/// What V, a parameter of the function that is being copied, has been given.
ExprRef NestBuilder::parameterValue(const VarDecl *V, const clang::Expr *Use) {
  auto It = ParameterValues.find(V);
  if (It == ParameterValues.end())
    return opaque(Use, "it is no integer");
  if (Facts.escape(V))
    return opaque(Use, "its address is taken");
  if (!Facts.writes(V).empty())
    return opaque(Use, "it changes in the function");
  return It->second;
}

/// The parameter P, which is an array, as the copy declares it: kernels have
/// pointers. Written: its type in the template.
std::optional<std::string> NestBuilder::declareArray(const ParmVarDecl *P,
                                                     QualType Written) {
  QualType T = P->getType().getNonReferenceType();
  std::vector<ExprRef> Extents;
  std::vector<std::string> Texts;
  const bool IsPointer = T->isPointerType();
  QualType Element = IsPointer ? T->getPointeeType() : T;
  QualType WrittenElement = IsPointer ? pointeeOf(T, Written) : Written;
  bool OfClasses = false;
  std::optional<Container> C = containerOf(Ctx, T, Written);
  if (C) {
    Element = C->Element;
    WrittenElement = C->Written;
  }
  if (!peelArrays(Element, WrittenElement, Extents, Texts, OfClasses) ||
      !(isRecord(Element) || checkScalar(Element, P->getSourceRange())))
    return std::nullopt;
  std::optional<std::string> Text = spell(Element, WrittenElement);
  if (!Text)
    return std::nullopt;
  if (Element.isConstQualified())
    *Text = "const " + *Text;
  // Of an array the first extent goes with its becoming a pointer.
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
Result NestBuilder::atHome(llvm::function_ref<Result(NestBuilder &)> Read) {
  if (!isInCopy())
    return Read(*this);
  NestBuilder &H = *home();
  llvm::SaveAndRestore<const WrittenOut *> Keep(H.Calling,
                                                Calling ? Calling : Called);
  Report Kept = std::exchange(H.R, Report());
  const bool FailedBefore = std::exchange(H.Failed, false);
  Result Value = Read(H);
  Report Inside = std::exchange(H.R, std::move(Kept));
  if (std::exchange(H.Failed, FailedBefore)) {
    Failed = true;
    llvm::append_range(R.Diagnostics, Inside.Diagnostics);
  }
  return Value;
}
template ExprRef
NestBuilder::atHome(llvm::function_ref<ExprRef(NestBuilder &)> Read);
template bool NestBuilder::atHome(llvm::function_ref<bool(NestBuilder &)> Read);

/// The array or pointer that E names, which is none of the nest's own.
std::optional<Position> NestBuilder::named(const clang::Expr *E) {
  E = skipMarkers(E);
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return D && D->getType()->isPointerType()
             ? pointerVariable(D, /*Evaluate=*/false)
             : base(E, /*Evaluate=*/false);
}

/// base() in a copy, of what is none of its parameters: an array of the nest,
/// and in the text one more parameter.
std::optional<Position>
NestBuilder::baseOutside(const Path &P, const clang::Expr *E, bool Evaluate) {
  using Place = std::optional<Position>;
  if (!atHome<bool>([&](NestBuilder &H) { return H.path(E).has_value(); })) {
    refuse(E, "'" + text(E) +
                  "', which cannot be named where the call stands or may have "
                  "changed since,");
    return std::nullopt;
  }
  const size_t Known = Nest->Arrays.size();
  std::optional<unsigned> Array = arrayFor(P, E);
  if (!Array)
    return std::nullopt;
  if (Nest->Arrays.size() > Known)
    ArrayUses.push_back({E, {}});
  llvm::StringRef Name = Nest->Arrays[*Array].KernelName;
  if (Evaluate && !isSpelled(E->getSourceRange(), Name))
    addHole(E->getSourceRange(), Name.str());
  return atHome<Place>([&](NestBuilder &H) { return H.named(E); });
}

/// How the text names the array of P, which the container E holds.
std::string NestBuilder::textName(const clang::Expr *E, const Position &P) {
  if (!isInCopy())
    return Nest->Arrays[P.Array].KernelName;
  std::optional<Path> Named = path(skipMarkers(E));
  auto It = Named ? ArrayIndex.find(Named->Key) : ArrayIndex.end();
  return It == ArrayIndex.end() ? text(E) : Nest->Arrays[It->second].KernelName;
}

/// Each call stands in what the next one calls, and the last one in what is
/// being read.
static void chain(std::vector<WrittenOut> &Calls) {
  for (size_t I = 0; I < Calls.size(); ++I)
    Calls[I].Outer = I + 1 < Calls.size() ? &Calls[I + 1] : nullptr;
}

/// As an argument of the call, the array that a copy names by Named.
std::optional<std::string>
NestBuilder::arrayOutside(const clang::Expr *Named,
                          std::vector<WrittenOut> Calls) {
  chain(Calls);
  llvm::SaveAndRestore<const WrittenOut *> Keep(Calling, &Calls.front());
  if (!isInCopy()) {
    std::optional<Position> P = named(Named);
    if (!P || P->Private)
      return std::nullopt;
    const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Named));
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return V && Inlined.lookup(V) ? pointerText(*P)
                                  : Nest->Arrays[P->Array].KernelName;
  }
  std::optional<Path> P = path(Named);
  const size_t Known = Nest->Arrays.size();
  std::optional<unsigned> Array = P ? arrayFor(*P, Named) : std::nullopt;
  if (!Array)
    return std::nullopt;
  if (Nest->Arrays.size() > Known)
    ArrayUses.push_back({Named, std::move(Calls)});
  return Nest->Arrays[*Array].KernelName;
}

//===--- Sizes ------------------------------------------------------------===//

/// How many elements the container Object has.
ExprRef NestBuilder::sizeOfContainer(const clang::Expr *Object) {
  Object = skipMarkers(Object);
  Container C = *containerOf(Ctx, Object->getType(), Object->getType());
  const QualType T = Ctx.getSizeType();
  if (C.Extent)
    return constant(static_cast<int64_t>(*C.Extent), *intType(T), Object);
  if (const auto *D = dyn_cast<DeclRefExpr>(Object))
    if (const clang::Expr *Given = givenContainer(D->getDecl()))
      return Caller->sizeOfContainer(Given);
  return atHome<ExprRef>([&](NestBuilder &H) {
    std::optional<Path> P = H.path(Object);
    std::optional<ExprRef> Size;
    if (P && !P->IsData && !C.Size.empty())
      Size = H.paramFor(sizeOf(*P, C.Size), Object, T, T);
    return Size ? *Size : H.opaque(Object, "it is not understood");
  });
}

/// The same in the text.
std::optional<std::string> NestBuilder::sizeName(const clang::Expr *Object) {
  Object = skipMarkers(Object);
  Container C = *containerOf(Ctx, Object->getType(), Object->getType());
  const QualType T = Ctx.getSizeType();
  if (C.Extent || !isInCopy()) {
    ExprRef Size = sizeOfContainer(Object);
    return findOpaque(*Size) ? std::nullopt
                             : std::optional(cxxText(*Size, *Nest));
  }
  const auto *D = dyn_cast<DeclRefExpr>(Object);
  const auto *Given =
      D && givenContainer(D->getDecl()) ? cast<VarDecl>(D->getDecl()) : nullptr;
  std::optional<Path> P;
  if (Given) {
    P.emplace();
    P->Last = Given;
    P->Key = "size of " + Given->getNameAsString();
    P->Name = Given->getNameAsString() + "_size";
  } else if (std::optional<Path> Of = path(Object);
             Of && !Of->IsData && !C.Size.empty()) {
    P = sizeOf(*Of, C.Size);
  }
  const size_t Known = Nest->Params.size();
  if (!P || !paramFor(*P, Object, T, T))
    return std::nullopt;
  if (Nest->Params.size() > Known)
    ParamUses.back() = {Object, {}, /*IsSize=*/true, Given};
  return Nest->Params[ParamIndex[P->Key]].Name;
}

/// Writes `x.size()` in the text of a copy; false where this is none.
bool NestBuilder::callSizeInCopy(const CallExpr *E) {
  const clang::Expr *Object = measuredContainer(Ctx, E);
  if (!isInCopy())
    return false;
  std::optional<std::string> Name;
  if (!containerOf(Ctx, Object->getType(), Object->getType())->ByDimensions)
    Name = sizeName(Object);
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (Name)
    addHole(E->getSourceRange(), "static_cast<" +
                                     T.getAsString(Ctx.getPrintingPolicy()) +
                                     ">(" + *Name + ")");
  else
    refuse(E,
           "'" + text(E) + "', which cannot be named where the call stands,");
  return true;
}

/// What the copy of Callee takes for U; why there is nothing, else empty.
std::string NestBuilder::valueOutside(const Use &U, const WrittenOut &Frame,
                                      const NestBuilder &Callee,
                                      std::string &Argument) {
  const std::string Name = Callee.text(U.Named);
  const std::string Unnamed =
      "it reads '" + Name +
      "', which cannot be named where the call stands or may have changed "
      "since";
  if (U.Parameter) {
    std::optional<std::string> Size =
        sizeName(Callee.givenContainer(U.Parameter));
    Argument = Size.value_or("");
    return Size ? "" : Unnamed;
  }
  std::vector<WrittenOut> Calls = U.Calls;
  Calls.push_back(Frame);
  chain(Calls);
  llvm::SaveAndRestore<const WrittenOut *> Keep(Calling, &Calls.front());
  std::optional<Path> P = path(U.Named);
  if (!P || (U.IsSize && P->IsData))
    return Unnamed;
  if (WrittenScalars.contains(P->Key) ||
      (P->Root && Facts.writeWithin(P->Root, In.Nest)))
    return "it reads '" + Name + "', which the nest changes";
  const size_t Known = Nest->Params.size();
  if (U.IsSize) {
    QualType C = U.Named->getType(), T = Ctx.getSizeType();
    P = sizeOf(*P, containerOf(Ctx, C, C)->Size);
    if (!paramFor(*P, U.Named, T, T))
      return "it reads the size of '" + Name + "'";
  } else if (!paramFor(*P, U.Named)) {
    return "it reads '" + Name + "'";
  }
  if (Nest->Params.size() > Known)
    ParamUses.back() = {U.Named, Calls, U.IsSize};
  Argument = Nest->Params[ParamIndex[P->Key]].Name;
  return {};
}

/// The parameters of the kernel, or of the copy that is being read, that the
/// callee's copy takes for what the callee reads besides its arguments; why
/// there are none, else empty.
std::string NestBuilder::readOutside(const NestBuilder &Callee,
                                     const WrittenOut &Frame,
                                     std::vector<std::string> &Arguments) {
  for (const Use &U : Callee.ParamUses) {
    std::string Why = valueOutside(U, Frame, Callee, Arguments.emplace_back());
    if (!Why.empty())
      return Why;
  }
  for (const Use &U : Callee.ArrayUses) {
    std::vector<WrittenOut> Calls = U.Calls;
    Calls.push_back(Frame);
    std::optional<std::string> Text = arrayOutside(U.Named, std::move(Calls));
    if (!Text)
      return "it reads the array '" + Callee.text(U.Named) +
             "', which cannot be named where the call stands";
    Arguments.push_back(*Text);
  }
  return {};
}

} // namespace heddle
