//===- Bases.cpp - The arrays and parameters of the kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

//===--- Paths ------------------------------------------------------------===//

static std::string keyOf(const Decl *D) {
  return llvm::utohexstr(reinterpret_cast<uintptr_t>(D->getCanonicalDecl()));
}

/// Passes qualification and derived-to-base casts. Bases tells the subobject:
/// two bases of one class may have a common base each. Null for a virtual base,
/// which several paths reach.
static const clang::Expr *skipToObject(const clang::Expr *E,
                                       std::string &Bases) {
  E = skipMarkers(E);
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    CastKind Kind = C->getCastKind();
    if (Kind != CK_NoOp && Kind != CK_UncheckedDerivedToBase &&
        Kind != CK_DerivedToBase)
      break;
    if (Kind != CK_NoOp) {
      std::string Steps;
      for (const CXXBaseSpecifier *Base : C->path()) {
        if (Base->isVirtual())
          return nullptr;
        Steps += "/" + keyOf(Base->getType()->getAsCXXRecordDecl());
      }
      Bases = Steps + Bases;
    }
    E = skipMarkers(C->getSubExpr());
  }
  return E;
}

/// Reads `x`, `s.x`, `p->x`, `this->x`. Empty where E is nothing of these.
std::optional<Path> NestBuilder::path(const clang::Expr *E) {
  std::string Whole;
  E = skipToObject(E, Whole);
  if (!E || !Whole.empty())
    return std::nullopt;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V || isDeclaredInNest(V))
      return std::nullopt;
    Path P;
    P.Last = P.Root = V;
    P.Key = keyOf(V);
    if (Calling)
      return nameOutside(V, P) ? std::optional(P) : std::nullopt;
    P.Captured = D->refersToEnclosingVariableOrCapture();
    if (!V->getIdentifier()) {
      // An anonymous union, of which only members can be named.
      const RecordDecl *Record = V->getType()->getAsRecordDecl();
      if (!Record || !Record->isAnonymousStructOrUnion())
        return std::nullopt;
      return P;
    }
    P.Name = V->getName().str();
    P.Host =
        D->hasQualifier() || D->hasExplicitTemplateArgs() ? text(D) : P.Name;
    return P;
  }
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field || Field->isBitField() ||
      (!Field->getDeclName() && !Field->isAnonymousStructOrUnion()))
    return std::nullopt;
  const bool IsHidden = Calling && !isAccessible(Field);
  std::string Bases;
  bool IsArrow = M->isArrow();
  const clang::Expr *Base = skipToObject(M->getBase(), Bases);
  // In a member function that is written out: the object of the call.
  llvm::SaveAndRestore<const WrittenOut *> Keep(Calling);
  while (Base && isa<CXXThisExpr>(Base) && Calling && Calling->Object) {
    IsArrow = Calling->Object->getType()->isPointerType();
    Base = skipToObject(Calling->Object, Bases);
    Calling = Calling->Outer;
    if (const auto *U = dyn_cast_or_null<UnaryOperator>(Base);
        U && U->getOpcode() == UO_Deref) {
      Base = skipMarkers(U->getSubExpr());
      IsArrow = true;
    }
  }
  if (!Base)
    return std::nullopt;
  std::string Member = Field->getName().str();
  if (M->hasQualifier() && !Member.empty())
    Member = text(M->getQualifierLoc().getSourceRange()) + Member;
  Path P;
  if (isa<CXXThisExpr>(Base)) {
    P.Key = "this";
    P.Host = "this";
  } else if (IsArrow) {
    const auto *Load = dyn_cast<ImplicitCastExpr>(Base);
    if (!Load || Load->getCastKind() != CK_LValueToRValue)
      return std::nullopt;
    const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Load->getSubExpr()));
    std::optional<Path> Inner = D ? path(D) : std::nullopt;
    // The pointer itself must be out of the nest's reach.
    if (!Inner || !isStableRoot(*Inner))
      return std::nullopt;
    P = *Inner;
    P.ThroughPointer = true;
  } else {
    std::optional<Path> Inner = path(Base);
    if (!Inner)
      return std::nullopt;
    P = *Inner;
  }
  if (P.Root && P.Root->getType()->isReferenceType())
    P.ThroughPointer = true;
  P.Key += Bases + (IsArrow ? "->" : ".") + keyOf(Field);
  // Anonymous unions and structures on the way are not written.
  if (P.Host.empty()) {
    if (IsHidden)
      return std::nullopt;
    if (!Member.empty())
      P.Host = text(M);
  } else {
    if (!llvm::StringRef(P.Host).ends_with("->") && P.Host.back() != '.')
      P.Host += IsArrow ? "->" : ".";
    if (IsHidden) {
      P.Around = llvm::StringRef(P.Host).drop_back(IsArrow ? 2 : 1).str();
      if (IsArrow)
        P.Around = "*" + P.Around;
      if (!nameByMember(Field, isConstObject(M), P))
        return std::nullopt;
    } else {
      P.Host += Member;
    }
  }
  if (!IsHidden)
    P.Name = Field->getName().str();
  P.Last = Field;
  P.IsMember = true;
  P.InUnion = P.InUnion || Field->getParent()->isUnion();
  return P;
}

/// Whether V is a copy that the lambda F has of it and cannot change.
static bool isConstantCopy(const VarDecl *V, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda() && Method->isConst() &&
         llvm::any_of(Method->getParent()->captures(),
                      [&](const LambdaCapture &C) {
                        return C.capturesVariable() &&
                               C.getCapturedVar() == V &&
                               C.getCaptureKind() == LCK_ByCopy;
                      });
}

/// A local that nothing in the nest can change: it is not assigned there, and
/// nobody has its address.
bool NestBuilder::isStableRoot(const Path &P) const {
  return P.Root && !P.ThroughPointer &&
         (!P.Captured || isConstantCopy(P.Root, In.Function)) &&
         P.Root->hasLocalStorage() && !P.Root->getType()->isReferenceType() &&
         !Facts.escape(P.Root) && !Facts.writeWithin(P.Root, In.Nest);
}

/// The lvalue that a write of the nest might reach, or nothing.
std::string NestBuilder::storageOf(const Path &P) const {
  if (isStableRoot(P))
    return {};
  QualType T = P.Last->getType();
  // A const object of static storage duration never changes.
  if (!P.IsMember && T.isConstQualified() && !T->isReferenceType() &&
      !P.Captured)
    return {};
  return P.Around.empty() ? P.Host : P.Around;
}

/// A namespace around the kernel holds D, so that its plain name means the same
/// there.
bool NestBuilder::isVisible(const Decl *D) const {
  const DeclContext *DC = D->getDeclContext()->getRedeclContext();
  if (!DC->isFileContext() || !KernelContext || !DC->Encloses(KernelContext))
    return false;
  // What is copied from elsewhere may meet another of its name on the way.
  const auto *Named = dyn_cast<NamedDecl>(D);
  for (const DeclContext *Near = KernelContext;
       isInCopy() && Named && !Near->Equals(DC); Near = Near->getParent())
    if (!Near->lookup(Named->getDeclName()).empty())
      return false;
  return true;
}

/// Namespace-scope integral constants can be named in kernels as they are.
bool NestBuilder::isVisibleConstant(const VarDecl *V) const {
  return isVisible(V) && V->getType()->isIntegralOrEnumerationType() &&
         V->getType().isConstQualified() &&
         V->isUsableInConstantExpressions(Ctx) && !V->isTemplated() &&
         !isa<VarTemplateSpecializationDecl>(V);
}

//===--- Parameters -------------------------------------------------------===//

std::optional<ExprRef> NestBuilder::paramFor(const Path &P,
                                             const clang::Expr *E) {
  return paramFor(P, E, P.Last->getType().getNonReferenceType(),
                  writtenType(P.Last).getNonReferenceType());
}

/// T: the type of the value, which is the variable's or one of what it holds.
std::optional<ExprRef> NestBuilder::paramFor(const Path &P,
                                             const clang::Expr *E, QualType T,
                                             QualType Written) {
  auto It = ParamIndex.find(P.Key);
  if (It == ParamIndex.end()) {
    if (refuseThreadLocal(P, E))
      return std::nullopt;
    if (!checkScalar(T, E->getSourceRange()))
      return std::nullopt;
    std::optional<std::string> Spelled = spell(T, Written);
    if (!Spelled) {
      refuseSpelling(P, E);
      return std::nullopt;
    }
    Param New;
    New.Name = kernelName(P);
    New.CxxType = *Spelled;
    if (std::optional<IntType> Int = intType(T)) {
      New.Integral = true;
      New.Type = *Int;
    }
    New.HostText = P.Host;
    New.StorageText = storageOf(P);
    // Of a container it is the object that holds its size.
    if (measuredContainer(Ctx, E) && !New.StorageText.empty())
      New.StorageText = llvm::StringRef(P.Host).drop_back(7).str();
    New.Where = ref(SourceRange(P.Last->getLocation()));
    It = ParamIndex.try_emplace(P.Key, Nest->Params.size()).first;
    Nest->Params.push_back(std::move(New));
    ParamUses.push_back({E, {}});
    if (!P.IsMember && P.Root && !measuredContainer(Ctx, E))
      ParamRoots[It->second] = P.Root;
    else
      ParamRoots.erase(It->second);
  }
  const Param &Found = Nest->Params[It->second];
  if (!Found.Integral)
    return opaque(E, "it is no integer");
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Param;
  N->Type = Found.Type;
  N->Index = It->second;
  N->Where = ref(E);
  N->Text = text(E);
  return ExprRef(N);
}

//===--- Arrays -----------------------------------------------------------===//

/// The constant extents of T's array dimensions, and the scalar below. Written
/// is peeled alongside. OfClasses: some are std::array.
bool NestBuilder::peelArrays(QualType &T, QualType &Written,
                             std::vector<ExprRef> &Extents,
                             std::vector<std::string> &Texts, bool &OfClasses) {
  while (true) {
    if (std::optional<Container> C = containerOf(Ctx, T, Written)) {
      if (!C->Inline)
        return false;
      OfClasses = true;
      Extents.push_back(constant(static_cast<int64_t>(*C->Extent),
                                 IntType{64, true}, nullptr));
      Texts.push_back(std::to_string(*C->Extent));
      T = C->Element;
      Written = C->Written;
      continue;
    }
    const ArrayType *A = Ctx.getAsArrayType(T);
    if (!A)
      break;
    // An array that a parameter stands for is written as it is.
    const ArrayType *W = Ctx.getAsArrayType(Written);
    const auto *C = dyn_cast<ConstantArrayType>(A);
    if (!C && !(isa<IncompleteArrayType>(A) && Extents.empty()))
      return false;
    if (!C) {
      Extents.push_back(nullptr);
      Texts.push_back("");
    } else {
      if (C->getZExtSize() > uint64_t(INT64_MAX))
        return false;
      Extents.push_back(constant(static_cast<int64_t>(C->getZExtSize()),
                                 IntType{64, true}, nullptr));
      Texts.push_back(std::to_string(C->getZExtSize()));
    }
    T = A->getElementType();
    Written = W ? W->getElementType() : T;
  }
  return true;
}

/// Attributes like `alias` and `__asm__("name")` give one object two names. All
/// that are not known to leave a variable an object of its own count as such.
static bool mayShareObject(const Attr *A) {
  switch (A->getKind()) {
  case attr::Aligned:
  case attr::AlwaysDestroy:
  case attr::Annotate:
  case attr::CarriesDependency:
  case attr::ConstInit:
  case attr::CUDAConstant:
  case attr::CUDADevice:
  case attr::Deprecated:
  case attr::DLLExport:
  case attr::DLLImport:
  case attr::HIPManaged:
  case attr::InitPriority:
  case attr::InternalLinkage:
  case attr::LifetimeBound:
  case attr::NoDebug:
  case attr::NoDestroy:
  case attr::Retain:
  case attr::Section:
  case attr::Uninitialized:
  case attr::Unused:
  case attr::Used:
  case attr::Visibility:
    return false;
  default:
    return true;
  }
}

Provenance NestBuilder::provenance(const Path &P) const {
  QualType T = P.Last->getType();
  if (std::optional<Container> C = containerOf(Ctx, T, T); C && !C->Owns)
    return Provenance::Pointer;
  if (T->isPointerType())
    return T.isRestrictQualified() ? Provenance::Restrict : Provenance::Pointer;
  if (T->isReferenceType() || P.ThroughPointer || P.InUnion || P.Captured)
    return Provenance::Pointer;
  if (P.Root && llvm::any_of(P.Root->redecls(), [](const VarDecl *D) {
        return llvm::any_of(D->attrs(), mayShareObject);
      }))
    return Provenance::Pointer;
  return Provenance::Object;
}

/// Each thread has its own, of which the launch knows none but its own.
bool NestBuilder::refuseThreadLocal(const Path &P, const clang::Expr *E) {
  const auto *V = dyn_cast<VarDecl>(P.Last);
  if (!V || V->getTLSKind() == VarDecl::TLS_None)
    return false;
  error(DiagID::HD230, ref(E), P.Name);
  return true;
}

void NestBuilder::refuseSpelling(const Path &P, const clang::Expr *E) {
  QualType T = P.Last->getType().getNonReferenceType();
  error(DiagID::HD157, ref(E), T.getAsString(Ctx.getPrintingPolicy()))
      .note(ref(P.Last->getSourceRange()), "declared here");
}

std::optional<ArrayInfo> NestBuilder::describeArray(const Path &P,
                                                    const clang::Expr *E,
                                                    QualType Element,
                                                    QualType Written) {
  std::optional<std::string> Spelled = spell(Element, Written);
  if (!Spelled) {
    refuseSpelling(P, E);
    return std::nullopt;
  }
  ArrayInfo A;
  A.Name = P.IsMember ? P.Host : P.Name;
  A.ElementType = *Spelled;
  A.ElementBytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  A.Integral = Element->isIntegralOrUnscopedEnumerationType();
  A.Origin = provenance(P);
  if (A.Origin == Provenance::Object)
    A.ObjectKey = "object" + std::to_string(Nest->Arrays.size());
  A.KernelName = kernelName(P);
  A.Where = ref(SourceRange(P.Last->getLocation()));
  return A;
}

unsigned NestBuilder::addArray(const Path &P, ArrayInfo A) {
  unsigned Index = Nest->Arrays.size();
  if (A.Origin == Provenance::Object)
    ObjectRoots.push_back({Index, !P.Root, P.IsMember ? P.Root : nullptr});
  ArrayRoots.erase(Index); // of an attempt to inline a pointer, taken back
  ArrayIndex[P.Key] = Index;
  if (P.IsMember && P.Root)
    HeldBy[P.Root].push_back(Index);
  Nest->Arrays.push_back(std::move(A));
  return Index;
}

std::optional<unsigned> NestBuilder::arrayFor(const Path &P,
                                              const clang::Expr *E) {
  if (auto It = ArrayIndex.find(P.Key); It != ArrayIndex.end())
    return It->second;
  if (refuseThreadLocal(P, E))
    return std::nullopt;
  QualType T = P.Last->getType().getNonReferenceType();
  QualType Written = writtenType(P.Last);
  // A container that is a member is const where its object is.
  if (T->isRecordType() && E->getType().isConstQualified())
    T.addConst();
  auto Unspellable = [&]() -> std::optional<unsigned> {
    refuseSpelling(P, E);
    return std::nullopt;
  };
  Written = Written.getNonReferenceType();
  if (T.isVolatileQualified()) {
    error(DiagID::HD214, ref(E), P.Name);
    return std::nullopt;
  }
  std::vector<ExprRef> Extents;
  std::vector<std::string> Texts;
  QualType Element = T, WrittenElement = Written;
  if (std::string Why = whyNoContainer(Ctx, T); !Why.empty()) {
    error(DiagID::HD232, ref(E),
          T.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()), Why)
        .note(ref(P.Last->getSourceRange()), "declared here");
    return std::nullopt;
  }
  std::optional<Container> Class = containerOf(Ctx, T, Written);
  bool OfClasses = false;
  if (Class && !Class->Inline) {
    Element = Class->Element;
    WrittenElement = Class->Written;
    Extents.push_back(nullptr);
    Texts.push_back("");
  }
  if (T->isPointerType()) {
    Element = T->getPointeeType();
    WrittenElement = pointeeOf(T, Written);
    Extents.push_back(nullptr);
    Texts.push_back("");
  }
  if (Ctx.getAsVariableArrayType(Element) ||
      Element->isVariablyModifiedType()) {
    error(DiagID::HD227, ref(E), P.Name);
    return std::nullopt;
  }
  if (!peelArrays(Element, WrittenElement, Extents, Texts, OfClasses))
    return Unspellable();
  if (Extents.empty())
    return Unspellable();
  if (Element->isPointerType()) {
    error(DiagID::HD216, ref(E), P.Name);
    return std::nullopt;
  }
  bool Records = Element->isRecordType() && !isStdAtomic(Element);
  if (Records) {
    std::string Why;
    std::optional<uint64_t> Scalars = scalarsIn(Element, Why);
    if (!Scalars) {
      error(DiagID::HD235, ref(E),
            Element.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()),
            Why);
      return std::nullopt;
    }
    Extents.push_back(
        constant(static_cast<int64_t>(*Scalars), IntType{64, true}, nullptr));
  } else if (!checkScalar(Element, E->getSourceRange())) {
    return std::nullopt;
  }
  std::optional<ArrayInfo> Described =
      describeArray(P, E, Element, WrittenElement);
  if (!Described)
    return std::nullopt;
  ArrayInfo &A = *Described;
  A.Extents = std::move(Extents);
  A.Records = Records;
  A.HostText = P.Host + (Class && !P.IsData ? Class->Data.str() : "");
  // An array member is const where its object is.
  bool Const = Element.isConstQualified() ||
               (E->getType()->isArrayType() &&
                Ctx.getBaseElementType(E->getType()).isConstQualified());
  A.DeclPrefix = (Const ? "const " : "") + A.ElementType + " ";
  if (Texts.size() == 1) {
    A.DeclPrefix += "*";
  } else {
    A.DeclPrefix += "(*";
    A.DeclSuffix = ")";
    for (size_t I = 1; I < Texts.size(); ++I)
      A.DeclSuffix += "[" + Texts[I] + "]";
  }
  // The kernel has plain arrays, as wide as those of std::array. No compiler
  // compares the two, other than with pointers to arrays.
  if (OfClasses && !(Texts.size() == 1 && Class)) {
    std::string Row = "(" + A.HostText + ")[0]";
    for (size_t I = 1; I <= Texts.size(); ++I, Row += "[0]") {
      int64_t Bytes = A.ElementBytes;
      for (size_t J = I; J < Texts.size(); ++J)
        Bytes *= A.Extents[J]->Value;
      Nest->Folded.push_back({"sizeof(" + Row + ")", Bytes});
    }
    A.HostText = "reinterpret_cast<" + A.DeclPrefix + A.DeclSuffix + ">(" +
                 A.HostText + ")";
  }
  // An array's address never changes; a pointer's value may.
  if (P.Last->getType().getNonReferenceType()->isPointerType() ||
      (Class && !Class->Inline))
    A.StorageText = storageOf(P);
  unsigned Index = addArray(P, std::move(A));
  if (!P.IsMember && P.Root)
    ArrayRoots[Index] = P.Root;
  return Index;
}

} // namespace heddle
