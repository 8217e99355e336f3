//===- Bases.cpp - The arrays and parameters of the kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Complex.h"
#include "Frontend/Containers.h"
#include "Frontend/Mdspan.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

//===--- Parameters -------------------------------------------------------===//

std::optional<ExprRef> NestBuilder::paramFor(const Path &P,
                                             const clang::Expr *E) {
  return paramFor(P, E, P.Last->getType().getNonReferenceType(),
                  writtenType(P.Last).getNonReferenceType());
}

/// T: the type of the value, which is the variable's or one of what it holds.
std::optional<ExprRef> NestBuilder::paramFor(const Path &P,
                                             const clang::Expr *E, QualType T,
                                             QualType Written,
                                             bool LaunchOnly) {
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
    // Of a complex number the kernel has one of its own.
    New.HostText = isComplex(T) ? *Spelled + "(" + P.Host + ")" : P.Host;
    New.StorageText = storageOf(P);
    // Of a container it is the object that holds its size.
    if (!P.SizeOf.empty() && !New.StorageText.empty())
      New.StorageText = P.SizeOf;
    New.LaunchOnly = LaunchOnly;
    New.Where = ref(SourceRange(P.Last->getLocation()));
    It = ParamIndex.try_emplace(P.Key, Nest->Params.size()).first;
    Nest->Params.push_back(std::move(New));
    ParamUses.push_back({E, {}});
    if (!P.IsMember && P.Root && P.SizeOf.empty())
      ParamRoots[It->second] = P.Root;
    else
      ParamRoots.erase(It->second);
  }
  Param &Found = Nest->Params[It->second];
  Found.LaunchOnly &= LaunchOnly;
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

Path sizeOf(Path P, llvm::StringRef Size) {
  P.SizeOf = P.Host;
  P.Key += Size;
  P.Host += Size;
  P.Name += "_size";
  return P;
}

/// The number of elements, which no nest changes: it calls nothing that could.
ExprRef NestBuilder::sizeExpr(const clang::Expr *E, const clang::Expr *Object) {
  Object = skipMarkers(Object);
  if (isMdspan(Object->getType()))
    return extentExpr(cast<CallExpr>(E), Object);
  Container C = *containerOf(Ctx, Object->getType(), Object->getType());
  if (C.Extent)
    return constant(static_cast<int64_t>(*C.Extent), *intType(E->getType()), E);
  std::optional<Path> P = path(Object);
  if (!P || P->IsData)
    return opaque(E, "it is not understood");
  if (std::optional<ExprRef> Size =
          paramFor(sizeOf(*P, C.Size), E, E->getType(), E->getType()))
    return *Size;
  return opaque(E, "it is not understood");
}

/// ArrayInfo::Rows of the container C at P.
int NestBuilder::rowsOf(const Path &P, const Container &C,
                        const clang::Expr *E) {
  if (C.Inline || C.Size.empty() || P.IsData || isInCopy())
    return ArrayInfo::UnknownRows;
  Path Size = sizeOf(P, C.Size);
  QualType T = Ctx.getSizeType();
  if (!paramFor(Size, E, T, T, /*LaunchOnly=*/true))
    return ArrayInfo::UnknownRows;
  return static_cast<int>(ParamIndex[Size.Key]);
}

/// Something is reached by a pointer into the array: with reserve() there may
/// be memory behind the elements of a std::vector.
void NestBuilder::leaveRows(const Position &P) {
  if (!P.Private && model().Arrays[P.Array].Rows >= 0)
    model().Arrays[P.Array].Rows = ArrayInfo::PassedRows;
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

/// Whether the elements of the container or array E are const.
static bool hasConstElements(const clang::Expr *E, const ASTContext &Ctx) {
  if (std::optional<Container> C = containerOf(Ctx, E->getType(), E->getType()))
    return C->Element.isConstQualified();
  return !E->getType()->isArrayType() ||
         Ctx.getBaseElementType(E->getType()).isConstQualified();
}

std::optional<unsigned> NestBuilder::arrayFor(const Path &P,
                                              const clang::Expr *E) {
  std::optional<unsigned> Known;
  if (auto It = ArrayIndex.find(P.Key); It != ArrayIndex.end())
    Known = It->second;
  // A const member function may have been the first to name it.
  if (Known && (!llvm::StringRef(Nest->Arrays[*Known].DeclPrefix)
                     .starts_with("const ") ||
                hasConstElements(E, Ctx)))
    return Known;
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
  bool Complex = isComplex(Element);
  bool Records = Element->isRecordType() && !isStdAtomic(Element) && !Complex;
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
  if (Class)
    A.Rows = rowsOf(P, *Class, E);
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
  bool Folds = OfClasses && !(Texts.size() == 1 && Class);
  if (Folds) {
    std::string Row = "(" + A.HostText + ")[0]";
    for (size_t I = 1; I <= Texts.size(); ++I, Row += "[0]") {
      int64_t Bytes = A.ElementBytes;
      for (size_t J = I; J < Texts.size(); ++J)
        Bytes *= A.Extents[J]->Value;
      Nest->Folded.push_back({"sizeof(" + Row + ")", Bytes});
    }
  }
  if (Folds || Complex)
    A.HostText = "reinterpret_cast<" + A.DeclPrefix + A.DeclSuffix + ">(" +
                 A.HostText + ")";
  // An array's address never changes; a pointer's value may.
  if (P.Last->getType().getNonReferenceType()->isPointerType() ||
      (Class && !Class->Inline))
    A.StorageText = storageOf(P);
  if (Known) {
    ArrayInfo &Named = Nest->Arrays[*Known];
    Named.DeclPrefix = A.DeclPrefix;
    Named.HostText = A.HostText;
    Named.StorageText = A.StorageText;
    return Known;
  }
  unsigned Index = addArray(P, std::move(A));
  if (!P.IsMember && P.Root)
    ArrayRoots[Index] = P.Root;
  return Index;
}

} // namespace heddle
