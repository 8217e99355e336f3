//===- StandardMembers.cpp - Members of standard containers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/StandardMembers.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"
#include <optional>

using namespace clang;

namespace heddle {
namespace validate {

namespace {

/// std::mdspan's pointer stands first in it, then the extents that are not in
/// its type, then the strides. An object in which that is not so means the same
/// here: the launch and the loop ask the same object.
struct Mdspan {
  QualType IndexType; ///< of extents and strides
  llvm::ArrayRef<TemplateArgument> Extents;
  llvm::StringRef Order; ///< the layout's name

  unsigned rank() const { return static_cast<unsigned>(Extents.size()); }
  bool isStored(unsigned D) const {
    return Extents[D].getAsIntegral().isAllOnes();
  }
  /// How many of the extents of dimensions below D stand in the object.
  unsigned storedBelow(unsigned D) const {
    unsigned Count = 0;
    for (unsigned K = 0; K != D; ++K)
      Count += isStored(K);
    return Count;
  }
};

/// The class, if its members are those of an mdspan.
std::optional<Mdspan> mdspanOf(const CXXRecordDecl *Class) {
  const auto *Record = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Record || !Record->getIdentifier() || Record->getName() != "mdspan" ||
      Record->getTemplateArgs().size() != 4)
    return std::nullopt;
  const auto *Shape = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Record->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl());
  const CXXRecordDecl *Layout =
      Record->getTemplateArgs()[2].getAsType()->getAsCXXRecordDecl();
  const CXXRecordDecl *Access =
      Record->getTemplateArgs()[3].getAsType()->getAsCXXRecordDecl();
  if (!Shape || !Layout || !Layout->getIdentifier() || !Access ||
      !Access->getIdentifier() || Access->getName() != "default_accessor" ||
      Shape->getTemplateArgs().size() != 2)
    return std::nullopt;
  return Mdspan{Shape->getTemplateArgs()[0].getAsType(),
                Shape->getTemplateArgs()[1].pack_elements(), Layout->getName()};
}

} // namespace

/// An extent or a stride in the object at This.
static const Node *storedIn(Reader &R, const Node *This, const Mdspan &S,
                            unsigned Place) {
  return R.make(Op::Load, typeOf(R, S.IndexType),
                {R.offset(This, 8 + static_cast<int64_t>(Place) *
                                        sizeOf(R, S.IndexType))});
}

static const Node *extentOf(Reader &R, const Node *This, const Mdspan &S,
                            unsigned D) {
  return S.isStored(D) ? storedIn(R, This, S, S.storedBelow(D))
                       : R.constant(bitsOf(S.Extents[D].getAsIntegral()),
                                    typeOf(R, S.IndexType));
}

static const Node *strideOf(Reader &R, const Node *This, const Mdspan &S,
                            unsigned D) {
  return storedIn(R, This, S, S.storedBelow(S.rank()) + D);
}

/// The dimension that E asks for; none: it asks for something else.
static std::optional<unsigned> dimensionOf(Reader &R, const CallExpr *E,
                                           unsigned Rank) {
  clang::Expr::EvalResult Result;
  if (E->getNumArgs() != 1 || !E->getArg(0)->EvaluateAsInt(Result, R.Ctx) ||
      Result.Val.getInt().uge(Rank))
    return std::nullopt;
  return static_cast<unsigned>(Result.Val.getInt().getZExtValue());
}

/// The elements before the one that E names, whose first index is argument
/// First; null: the layout is another one.
static const Node *elementsBefore(Reader &R, const Node *This, const Mdspan &S,
                                  const CallExpr *E, unsigned First) {
  const Type Int = typeOf(R, S.IndexType);
  const auto Index = [&](unsigned D) {
    const Node *Given = rvalue(R, E->getArg(First + D));
    return R.convert(Given->Ty.Bits > Int.Bits ? R.convert(Given, Int) : Given,
                     I64);
  };
  const auto Sum = [&](const Node *A, const Node *B) {
    return R.make(Op::Add, I64, {A, B});
  };
  const auto Times = [&](const Node *A, const Node *B) {
    return R.make(Op::Mul, I64, {A, R.convert(B, I64)});
  };
  const unsigned Rank = S.rank();
  const Node *Place = nullptr;
  if (S.Order == "layout_right") {
    Place = Index(0);
    for (unsigned D = 1; D != Rank; ++D)
      Place = Sum(Times(Place, extentOf(R, This, S, D)), Index(D));
  } else if (S.Order == "layout_left") {
    Place = Index(Rank - 1);
    for (unsigned D = Rank - 1; D-- != 0;)
      Place = Sum(Times(Place, extentOf(R, This, S, D)), Index(D));
  } else if (S.Order == "layout_stride") {
    Place = Times(Index(0), strideOf(R, This, S, 0));
    for (unsigned D = 1; D != Rank; ++D)
      Place = Sum(Place, Times(Index(D), strideOf(R, This, S, D)));
  }
  return Place;
}

static const Node *memberOfMdspan(Reader &R, const CallExpr *E,
                                  const CXXMethodDecl *M,
                                  const clang::Expr *Self) {
  const std::optional<Mdspan> S = mdspanOf(M->getParent());
  if (!S)
    return nullptr;
  const Node *This =
      Self->getType()->isPointerType() ? value(R, Self) : address(R, Self);
  const std::string Name = M->getNameAsString();
  const Node *Data = R.make(Op::Load, Pointer, {This});
  if (Name == "data_handle")
    return E->isGLValue() ? This : Data;
  const bool IsExtent = Name == "extent";
  if (IsExtent || (Name == "stride" && S->Order == "layout_stride")) {
    const std::optional<unsigned> D = dimensionOf(R, E, S->rank());
    if (!D)
      return nullptr;
    return IsExtent ? extentOf(R, This, *S, *D) : strideOf(R, This, *S, *D);
  }
  const unsigned First = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
  if ((Name != "operator()" && Name != "operator[]") ||
      E->getNumArgs() != First + S->rank() || S->rank() == 0)
    return nullptr;
  const Node *Before = elementsBefore(R, This, *S, E, First);
  if (!Before)
    return nullptr;
  return R.pointerAdd(Data, Before,
                      sizeOf(R, E->getType().getNonReferenceType()));
}

/// Value in each of Count elements of type T from Data on.
static const Node *filled(Reader &R, const Node *Data, int64_t Count,
                          QualType T, const clang::Expr *Value) {
  const Type Element = typeOf(R, T);
  if (Element.K == Type::None)
    return R.fail(Value, "an array of objects that is filled");
  const int64_t Slot = R.newSlot();
  std::vector<const Node *> Parts = {R.set(Slot, rvalue(R, Value))};
  for (int64_t I = 0; I != Count; ++I)
    Parts.push_back(
        R.make(Op::Store, Element,
               {R.offset(Data, I * sizeOf(R, T)), R.slot(Slot, Element)}));
  return R.chain(Parts);
}

bool isHiddenInStandard(const FieldDecl *F) {
  const RecordDecl *Record = F->getParent();
  while (const auto *Outer = dyn_cast<RecordDecl>(Record->getDeclContext()))
    Record = Outer;
  return Record->isInStdNamespace() && Record->getIdentifier() &&
         llvm::is_contained({"vector", "_Vector_base", "basic_string", "span",
                             "unique_ptr", "__uniq_ptr_impl", "shared_ptr",
                             "__shared_ptr"},
                            Record->getName());
}

const Node *memberOfStandard(Reader &R, const CallExpr *E,
                             const CXXMethodDecl *M, const clang::Expr *Self) {
  if (const Node *Known = memberOfMdspan(R, E, M, Self))
    return Known;
  const CXXRecordDecl *Record = M->getParent();
  if (!Record->isInStdNamespace() || !Record->getIdentifier())
    return nullptr;
  llvm::StringRef Class = Record->getName();
  const std::string Name = M->getNameAsString();
  const bool IsArray = Class == "array";
  // Bases of shared_ptr have its functions; each begins with the pointer.
  const bool IsPointer = Class == "unique_ptr" || Class == "shared_ptr" ||
                         Class == "__shared_ptr" ||
                         Class == "__shared_ptr_access";
  if (!IsArray && Class != "vector" && Class != "basic_string" &&
      Class != "span" && !IsPointer)
    return nullptr;
  const Node *This =
      Self->getType()->isPointerType() ? value(R, Self) : address(R, Self);
  const Node *Data = IsArray ? This : R.make(Op::Load, Pointer, {This});
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  if (!S)
    return nullptr;
  const TemplateArgumentList &Args = S->getTemplateArgs();
  const bool HasExtent =
      IsArray || (Class == "span" && !Args[1].getAsIntegral().isAllOnes());
  if (Name == (IsPointer ? "get" : "data"))
    return Data;
  const auto Size = [&](Type T) {
    return HasExtent ? R.constant(bitsOf(Args[1].getAsIntegral()), T)
                     : R.make(Op::Load, T, {R.offset(This, 8)});
  };
  if (Name == "size" && !IsPointer)
    return Size(typeOf(R, E->getType()));
  if (!IsPointer && typeOf(R, E->getType()).K == Type::Pointer) { // iterators
    if (Name == "begin" || Name == "cbegin")
      return Data;
    if (Name == "end" || Name == "cend")
      return R.pointerAdd(Data, Size({Type::Int, 64, false}),
                          sizeOf(R, Args[0].getAsType()));
  }
  if (Name == "fill" && IsArray && E->getNumArgs() == 1)
    return filled(R, Data, bitsOf(Args[1].getAsIntegral()), Args[0].getAsType(),
                  E->getArg(0));
  if (Name == "operator[]" || Name == "at") {
    const unsigned I = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
    Node *New = R.pointerAdd(Data, rvalue(R, E->getArg(I)),
                             sizeOf(R, E->getType().getNonReferenceType()));
    if (HasExtent)
      New->Extent = bitsOf(Args[1].getAsIntegral());
    else if (!IsPointer)
      New->Bound = Size({Type::Int, 64, false});
    return New;
  }
  return nullptr;
}

} // namespace validate
} // namespace heddle
