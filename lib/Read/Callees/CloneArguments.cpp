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
#include "Read/Callees/Accessors.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/ArrayShape.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/PrivateMembers.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

static std::string kernelText(NestReader &NR, const clang::Expr *E);

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
  return givesPart(NR, Object) || isa<MemberExpr, ArraySubscriptExpr>(Object) ||
         (U && U->getOpcode() == UO_Deref) || isa<BinaryOperator>(Object) ||
         temporaryRecord(Object) || subscriptedContainer(NR.Ctx, Object);
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
  if (!IsPointer && temporaryRecord(Object)) {
    readRecord(NR, Object);
    Callee.Callees.Self = Position{/*Private=*/true};
  } else {
    Callee.Callees.Self = IsPointer ? pointer(NR, Object, /*Evaluate=*/true)
                                    : lvalue(NR, Object, /*Evaluate=*/true);
  }
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

/// The variable or member E as messages name it; in the text of a macro, whose
/// name says nothing of it, by itself.
static std::string nameOf(const NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Name = skipMarkers(E);
  if (!E->getBeginLoc().isMacroID() || !isa<DeclRefExpr, MemberExpr>(Name))
    return text(NR, E);
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  Name->printPretty(OS, nullptr, NR.Ctx.getPrintingPolicy());
  return Printed;
}

/// Completes "'m_x', which", of a variable or member that the launch has no
/// name for.
static std::string whyUnnamed(NestReader &NR, const clang::Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(skipMarkers(E));
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  Path Unused;
  return F && !isAccessible(*NR.home(), F) &&
                 !nameByMember(NR, F, isConstObject(M), Unused) &&
                 !canOpen(NR, F)
             ? "is private, and which no public member function only returns"
             : "cannot be named where the call stands or may have changed "
               "since";
}

/// base() in a copy, of what is none of its parameters: an array of the nest,
/// and in the text one more parameter.
std::optional<Position> baseOutside(NestReader &NR, const Path &P,
                                    const clang::Expr *E, bool Evaluate) {
  using Place = std::optional<Position>;
  if (!atHome<bool>(NR,
                    [&](NestReader &H) { return path(H, E).has_value(); })) {
    refuse(NR, E, "'" + nameOf(NR, E) + "', which " + whyUnnamed(NR, E) + ",");
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
  const std::string Name = nameOf(Callee, U.Named);
  const std::string Unnamed =
      "it reads '" + Name + "', which " + whyUnnamed(NR, U.Named);
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
      return "it reads the array '" + nameOf(Callee, U.Named) +
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
