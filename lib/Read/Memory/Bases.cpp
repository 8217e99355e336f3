//===- Bases.cpp - The arrays and parameters of the kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/Bases.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Values.h"
#include "Read/Memory/ArrayShape.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Mdspan.h"
#include "Read/Memory/MdspanElements.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

//===--- Parameters -------------------------------------------------------===//

std::optional<ExprRef> paramFor(NestReader &NR, const Path &P,
                                const clang::Expr *E) {
  return paramFor(NR, P, E, P.Last->getType().getNonReferenceType(),
                  writtenType(NR, P.Last).getNonReferenceType());
}

/// T: the type of the value, which is the variable's or one of what it holds.
std::optional<ExprRef> paramFor(NestReader &NR, const Path &P,
                                const clang::Expr *E, QualType T,
                                QualType Written, bool LaunchOnly) {
  auto It = NR.Memory.ParamIndex.find(P.Key);
  if (It == NR.Memory.ParamIndex.end()) {
    if (refuseThreadLocal(NR, P, E))
      return std::nullopt;
    if (!checkScalar(NR, T, E->getSourceRange()))
      return std::nullopt;
    std::optional<std::string> Spelled = spell(NR, T, Written);
    if (!Spelled) {
      refuseSpelling(NR, P, E);
      return std::nullopt;
    }
    Param New;
    New.Name = kernelName(NR, P);
    New.CxxType = *Spelled;
    if (std::optional<IntType> Int = intType(NR, T)) {
      New.Integral = true;
      New.Type = *Int;
    }
    // The kernel has a type of its own for complex numbers.
    New.HostText = isComplex(T) ? *Spelled + "(" + P.Host + ")" : P.Host;
    New.StorageText = storageOf(NR, P);
    // The storage of a container is the object that holds its size.
    if (!P.SizeOf.empty() && !New.StorageText.empty())
      New.StorageText = P.SizeOf;
    New.LaunchOnly = LaunchOnly;
    New.Where = ref(NR, SourceRange(P.Last->getLocation()));
    It = NR.Memory.ParamIndex.try_emplace(P.Key, NR.Nest->Params.size()).first;
    NR.Nest->Params.push_back(std::move(New));
    NR.Callees.ParamUses.push_back({E, {}});
    if (!P.IsMember && P.Root && P.SizeOf.empty())
      NR.Memory.ParamRoots[It->second] = P.Root;
    else
      NR.Memory.ParamRoots.erase(It->second);
  }
  Param &Found = NR.Nest->Params[It->second];
  Found.LaunchOnly &= LaunchOnly;
  if (!Found.Integral)
    return opaque(NR, E, "it is no integer");
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Param;
  N->Type = Found.Type;
  N->Index = It->second;
  N->Where = ref(NR, E);
  N->Text = text(NR, E);
  return ExprRef(N);
}

//===--- Arrays -----------------------------------------------------------===//

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

static Provenance provenance(const NestReader &NR, const Path &P) {
  QualType T = P.Last->getType();
  if (std::optional<Container> C = containerOf(NR.Ctx, T, T); C && !C->Owns)
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
bool refuseThreadLocal(NestReader &NR, const Path &P, const clang::Expr *E) {
  const auto *V = dyn_cast<VarDecl>(P.Last);
  if (!V || V->getTLSKind() == VarDecl::TLS_None)
    return false;
  NR.error(DiagID::HD230, ref(NR, E), P.Name);
  return true;
}

void refuseSpelling(NestReader &NR, const Path &P, const clang::Expr *E) {
  QualType T = P.Last->getType().getNonReferenceType();
  NR.error(DiagID::HD157, ref(NR, E), T.getAsString(NR.Ctx.getPrintingPolicy()))
      .note(ref(NR, P.Last->getSourceRange()), "declared here");
}

std::optional<ArrayInfo> describeArray(NestReader &NR, const Path &P,
                                       const clang::Expr *E, QualType Element,
                                       QualType Written) {
  std::optional<std::string> Spelled = spell(NR, Element, Written);
  if (!Spelled) {
    refuseSpelling(NR, P, E);
    return std::nullopt;
  }
  ArrayInfo A;
  A.Name = P.IsMember ? shownText(NR.model(), P.Host) : P.Name;
  A.ElementType = *Spelled;
  A.ElementBytes = NR.Ctx.getTypeSizeInChars(Element).getQuantity();
  A.Integral = Element->isIntegralOrUnscopedEnumerationType();
  A.Number = isNumber(Element);
  A.Origin = provenance(NR, P);
  if (A.Origin == Provenance::Object)
    A.ObjectKey = "object" + std::to_string(NR.Nest->Arrays.size());
  A.KernelName = kernelName(NR, P);
  A.Where = ref(NR, SourceRange(P.Last->getLocation()));
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
ExprRef sizeExpr(NestReader &NR, const clang::Expr *E,
                 const clang::Expr *Object) {
  Object = skipMarkers(Object);
  if (isMdspan(Object->getType()))
    return extentExpr(NR, cast<CallExpr>(E), Object);
  Container C = *containerOf(NR.Ctx, Object->getType(), Object->getType());
  if (C.Extent)
    return constant(NR, static_cast<int64_t>(*C.Extent),
                    *intType(NR, E->getType()), E);
  std::optional<Path> P = path(NR, Object);
  if (!P || P->IsData)
    return opaque(NR, E, "it is not understood");
  if (std::optional<ExprRef> Size =
          paramFor(NR, sizeOf(*P, C.Size), E, E->getType(), E->getType()))
    return *Size;
  return opaque(NR, E, "it is not understood");
}

/// ArrayInfo::Rows of the container C at P.
static int rowsOf(NestReader &NR, const Path &P, const Container &C,
                  const clang::Expr *E) {
  if (C.Inline || C.Size.empty() || P.IsData || NR.isInCopy())
    return ArrayInfo::UnknownRows;
  Path Size = sizeOf(P, C.Size);
  QualType T = NR.Ctx.getSizeType();
  if (!paramFor(NR, Size, E, T, T, /*LaunchOnly=*/true))
    return ArrayInfo::UnknownRows;
  return static_cast<int>(NR.Memory.ParamIndex[Size.Key]);
}

/// Something is reached by a pointer into the array: with reserve() there may
/// be memory behind the elements of a std::vector.
void leaveRows(NestReader &NR, const Position &P) {
  if (!P.Private && NR.model().Arrays[P.Array].Rows >= 0)
    NR.model().Arrays[P.Array].Rows = ArrayInfo::PassedRows;
}

bool leadsOn(const NestReader &NR, const Position &P) {
  return !P.Private && P.Subs.size() <= NR.model().Arrays[P.Array].Tables;
}

unsigned addArray(NestReader &NR, const Path &P, ArrayInfo A) {
  unsigned Index = NR.Nest->Arrays.size();
  if (A.Origin == Provenance::Object)
    NR.Memory.ObjectRoots.push_back(
        {Index, !P.Root, P.IsMember ? P.Root : nullptr});
  NR.Memory.ArrayRoots.erase(
      Index); // of an attempt to inline a pointer, taken back
  NR.Memory.ArrayIndex[P.Key] = Index;
  if (P.IsMember && P.Root)
    NR.Memory.HeldBy[P.Root].push_back(Index);
  NR.Nest->Arrays.push_back(std::move(A));
  return Index;
}

/// Whether the elements of the container or array E are const.
static bool hasConstElements(const clang::Expr *E, const ASTContext &Ctx) {
  if (std::optional<Container> C = containerOf(Ctx, E->getType(), E->getType()))
    return C->Element.isConstQualified();
  return !E->getType()->isArrayType() ||
         Ctx.getBaseElementType(E->getType()).isConstQualified();
}

/// An array that had been known by its size alone gets its pointer.
static void copyBase(const ArrayInfo &From, ArrayInfo &To) {
  To.DeclPrefix = From.DeclPrefix;
  To.HostText = From.HostText;
  To.StorageText = From.StorageText;
  To.Held = From.Held;
  To.Owned = From.Owned;
}

/// The kernel's parameter, around its name.
static void declareAs(const NestReader &NR, const clang::Expr *E,
                      const ArrayShape &S, ArrayInfo &A) {
  // An array member is const where its object is.
  bool Const = S.Element.isConstQualified() ||
               (!S.Tables && E->getType()->isArrayType() &&
                NR.Ctx.getBaseElementType(E->getType()).isConstQualified());
  A.DeclPrefix = (Const ? "const " : "") + A.ElementType + " ";
  if (S.Tables) {
    for (unsigned L = 0; L != S.Tables; ++L)
      A.DeclPrefix += "*const ";
    A.DeclPrefix += "*";
    return;
  }
  if (S.Texts.size() == 1) {
    A.DeclPrefix += "*";
    return;
  }
  A.DeclPrefix += "(*";
  A.DeclSuffix = ")";
  for (size_t I = 1; I < S.Texts.size(); ++I)
    A.DeclSuffix += "[" + S.Texts[I] + "]";
}

/// The kernel has plain arrays, as wide as those of std::array. No compiler
/// compares the two, other than with pointers to arrays.
static void foldClasses(NestReader &NR, const ArrayShape &S,
                        const ArrayInfo &A) {
  std::string Row = "(" + A.HostText + ")[0]";
  for (size_t I = 1; I <= S.Texts.size(); ++I, Row += "[0]") {
    int64_t Bytes = A.ElementBytes;
    for (size_t J = I; J < S.Texts.size(); ++J)
      Bytes *= A.Extents[J]->Value;
    NR.Nest->Folded.push_back({"sizeof(" + Row + ")", Bytes});
  }
}

/// A table that the launch passes: its rows may be parts of anything, unless
/// they are containers' own.
static void passTable(const NestReader &NR, const Path &P, const ArrayShape &S,
                      ArrayInfo &A) {
  A.Tables = S.Tables;
  A.OwnsRows = S.OwnsRows;
  A.HostText = P.Host;
  A.Held = S.Class.has_value();
  A.Owned = A.OwnsRows;
  if (A.Held || P.Last->getType().getNonReferenceType()->isPointerType())
    A.StorageText = storageOf(NR, P);
  if (A.OwnsRows)
    return;
  A.Origin = Provenance::Pointer;
  A.ObjectKey.clear();
}

/// The array of shape S that the launch passes; none after an error.
static std::optional<ArrayInfo> arrayOf(NestReader &NR, const Path &P,
                                        const clang::Expr *E,
                                        const ArrayShape &S) {
  std::optional<ArrayInfo> Described =
      describeArray(NR, P, E, S.Element, S.Written);
  if (!Described)
    return std::nullopt;
  ArrayInfo &A = *Described;
  A.Extents = S.Extents;
  A.Records = S.Records;
  if (S.Tables) {
    declareAs(NR, E, S, A);
    passTable(NR, P, S, A);
    return Described;
  }
  A.HostText = (S.IsElement ? "&" : "") + P.Host +
               (S.Class && !P.IsData ? S.Class->Data.str() : "");
  if (S.IsElement)
    A.Origin = Provenance::Pointer; // its members are arrays of their own
  if (S.Class)
    A.Rows = rowsOf(NR, P, *S.Class, E);
  declareAs(NR, E, S, A);
  bool Folds = S.OfClasses && !(S.Texts.size() == 1 && S.Class);
  if (Folds)
    foldClasses(NR, S, A);
  if (Folds || S.Complex || S.Half || S.VariableRows)
    A.HostText = "reinterpret_cast<" + A.DeclPrefix + A.DeclSuffix + ">(" +
                 A.HostText + ")";
  // An array's address never changes; a pointer's value may.
  A.Held = S.Class && !S.Class->Inline;
  A.Owned = A.Held && S.Class->Owns;
  if (A.Held || P.Last->getType().getNonReferenceType()->isPointerType())
    A.StorageText = storageOf(NR, P);
  return Described;
}

std::optional<unsigned> arrayFor(NestReader &NR, const Path &P,
                                 const clang::Expr *E) {
  std::optional<unsigned> Known = NR.Memory.array(P.Key);
  // A const member function may have been the first to name it.
  if (Known && (!llvm::StringRef(NR.Nest->Arrays[*Known].DeclPrefix)
                     .starts_with("const ") ||
                hasConstElements(E, NR.Ctx)))
    return Known;
  if (refuseThreadLocal(NR, P, E))
    return std::nullopt;
  std::optional<ArrayShape> S = shapeAt(NR, P, E);
  std::optional<ArrayInfo> A = S ? arrayOf(NR, P, E, *S) : std::nullopt;
  if (!A)
    return std::nullopt;
  if (Known) {
    copyBase(*A, NR.Nest->Arrays[*Known]);
    return Known;
  }
  unsigned Index = addArray(NR, P, std::move(*A));
  if (!P.IsMember && P.Root)
    NR.Memory.ArrayRoots[Index] = P.Root;
  if (S->IsElement)
    NR.Memory.WholeRecords.push_back({Index, !P.Root, P.Root});
  return Index;
}

} // namespace heddle
