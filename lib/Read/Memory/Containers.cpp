//===- Containers.cpp - Classes whose elements a nest subscripts ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Memory/Containers.h"
#include "Read/Memory/Mdspan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace {

struct Row {
  llvm::StringRef Class; ///< in namespace std
  bool Inline;
  bool Owns;
  bool KeepsConst; ///< elements of a const object are const
  llvm::StringRef Data, Size;
};

const Row Rows[] = {
    {"vector", false, true, true, ".data()", ".size()"},
    {"array", true, true, true, ".data()", ".size()"},
    {"basic_string", false, true, true, ".data()", ".size()"},
    {"span", false, false, false, ".data()", ".size()"},
    {"unique_ptr", false, false, false, ".get()", ""},
    {"shared_ptr", false, false, false, ".get()", ""},
};

const Row *rowOf(const ClassTemplateSpecializationDecl *D) {
  if (!D || !D->isInStdNamespace() || !D->getIdentifier())
    return nullptr;
  for (const Row &R : Rows)
    if (D->getName() == R.Class)
      return &R;
  return nullptr;
}

const ClassTemplateSpecializationDecl *specialization(QualType T) {
  T = T.getNonReferenceType();
  const auto *D = T->isDependentType()
                      ? nullptr
                      : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                            T->getAsCXXRecordDecl());
  return D && D->hasDefinition() ? D : nullptr;
}

/// A class that points to T[].
bool isPointer(const Row &R) { return R.Data == ".get()"; }

/// A is the class Name of the standard library, by which it allocates and
/// frees.
bool isStandard(const TemplateArgument &A, llvm::StringRef Name) {
  const ClassTemplateSpecializationDecl *D =
      A.getKind() == TemplateArgument::Type ? specialization(A.getAsType())
                                            : nullptr;
  return D && D->isInStdNamespace() && D->getIdentifier() &&
         D->getName() == Name;
}

/// The first argument as the source spells it, below aliases.
QualType writtenArgument(QualType Written, QualType Else) {
  const auto *T =
      Written.getNonReferenceType()->getAs<TemplateSpecializationType>();
  if (!T || T->isTypeAlias() || T->template_arguments().empty() ||
      T->template_arguments()[0].getKind() != TemplateArgument::Type)
    return Else;
  return T->template_arguments()[0].getAsType();
}

} // namespace

std::optional<Container> containerOf(const ASTContext &Ctx, QualType T,
                                     QualType Written) {
  if (std::optional<Mdspan> M = mdspanOf(T)) {
    Container C;
    C.Element = M->Element;
    C.Written = writtenArgument(Written, C.Element);
    C.ByDimensions = true;
    C.Data = ".data_handle()";
    return C;
  }
  const ClassTemplateSpecializationDecl *D = specialization(T);
  const Row *R = rowOf(D);
  if (!R)
    return std::nullopt;
  const TemplateArgumentList &Args = D->getTemplateArgs();
  if (Args.size() < (R->Class == "shared_ptr" ? 1 : 2) ||
      Args[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  Container C;
  C.Element = Args[0].getAsType();
  C.Inline = R->Inline;
  C.Owns = R->Owns;
  C.Data = R->Data;
  C.Size = R->Size;
  if (isPointer(*R)) {
    const ArrayType *A = Ctx.getAsArrayType(C.Element);
    if (!isa_and_nonnull<IncompleteArrayType>(A))
      return std::nullopt;
    C.Element = A->getElementType();
    C.Written = C.Element;
    if (const ArrayType *W =
            Ctx.getAsArrayType(writtenArgument(Written, QualType(A, 0))))
      C.Written = W->getElementType();
  } else {
    C.Written = writtenArgument(Written, C.Element);
  }
  if (R->Class == "vector" &&
      (C.Element->isBooleanType() || !isStandard(Args[1], "allocator")))
    return std::nullopt;
  // data() of a string that may change is of C++17.
  if (R->Class == "basic_string" &&
      (Args.size() < 3 || !isStandard(Args[2], "allocator") ||
       !Ctx.getLangOpts().CPlusPlus17))
    return std::nullopt;
  if (R->Class == "unique_ptr" && !isStandard(Args[1], "default_delete"))
    return std::nullopt;
  if (Args.size() > 1 && Args[1].getKind() == TemplateArgument::Integral) {
    llvm::APSInt N = Args[1].getAsIntegral();
    if (N.isRepresentableByInt64() && N.getExtValue() >= 0)
      C.Extent = static_cast<uint64_t>(N.getExtValue());
    else if (R->Inline)
      return std::nullopt;
  }
  if (R->Inline) {
    // The elements and nothing else: C++ does not say so, compilers do.
    if (!C.Extent || *C.Extent == 0 ||
        Ctx.getTypeSizeInChars(Ctx.getCanonicalTagType(D)) !=
            static_cast<int64_t>(*C.Extent) * Ctx.getTypeSizeInChars(C.Element))
      return std::nullopt;
  }
  if (R->KeepsConst && T.getNonReferenceType().isConstQualified()) {
    C.Element.addConst();
    C.Written.addConst();
  }
  return C;
}

/// Passes the conversion to a const object, and that of std::shared_ptr to the
/// base that has its functions.
static const Expr *objectIn(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    const Row *R = rowOf(specialization(C->getSubExpr()->getType()));
    if (C->getCastKind() != CK_NoOp &&
        !(R && R->Class == "shared_ptr" &&
          (C->getCastKind() == CK_UncheckedDerivedToBase ||
           C->getCastKind() == CK_DerivedToBase)))
      break;
    E = C->getSubExpr()->IgnoreParens();
  }
  return E->isLValue() ? E : nullptr;
}

const Expr *subscriptedContainer(const ASTContext &Ctx, const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getNumArgs() < 2 ||
      (Call->getOperator() != OO_Subscript && Call->getOperator() != OO_Call))
    return nullptr;
  const Expr *Object = objectIn(Call->getArg(0));
  std::optional<Container> C =
      Object ? containerOf(Ctx, Object->getType(), Object->getType())
             : std::nullopt;
  if (!C)
    return nullptr;
  if (!C->ByDimensions)
    return Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2
               ? Object
               : nullptr;
  for (const Expr *Index : llvm::drop_begin(Call->arguments()))
    if (!Index->isPRValue() || !Index->getType()->isIntegerType())
      return nullptr;
  return Call->getNumArgs() == 1 + mdspanOf(Object->getType())->Extents.size()
             ? Object
             : nullptr;
}

static bool isContainer(const ASTContext &Ctx, const Expr *Object) {
  return Object && containerOf(Ctx, Object->getType(), Object->getType());
}

/// The object of a call of a member function with so many Arguments, and the
/// name of that function; null where E is something else.
static const Expr *objectOf(const ASTContext &Ctx, const Expr *E,
                            llvm::StringRef &Name, unsigned Arguments = 0) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier())
    return nullptr;
  Name = F->getName();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const auto *M = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
    if (M && !M->isArrow() && Call->getNumArgs() == Arguments)
      Object = objectIn(Member->getImplicitObjectArgument());
  } else if (F->isInStdNamespace() && !Arguments && Call->getNumArgs() == 1 &&
             Call->getArg(0)->isLValue()) {
    Object = objectIn(Call->getArg(0));
  }
  return isContainer(Ctx, Object) ? Object : nullptr;
}

const Expr *measuredContainer(const ASTContext &Ctx, const Expr *E) {
  llvm::StringRef Name;
  if (const Expr *Object = objectOf(Ctx, E, Name, 1))
    return isMdspan(Object->getType()) && Name == "extent" ? Object : nullptr;
  const Expr *Object = objectOf(Ctx, E, Name);
  bool IsFree = Object && !isa<CXXMemberCallExpr>(E);
  return Object && !isMdspan(Object->getType()) &&
                 (Name == "size" || (IsFree && Name == "ssize"))
             ? Object
             : nullptr;
}

const Expr *pointedContainer(const ASTContext &Ctx, const Expr *E) {
  llvm::StringRef Name;
  const Expr *Object = objectOf(Ctx, E, Name);
  bool IsMember = Object && isa<CXXMemberCallExpr>(E);
  return Object && (Name == "data" || (IsMember && Name == "get") ||
                    (IsMember && Name == "data_handle"))
             ? Object
             : nullptr;
}

std::string whyNoContainer(const ASTContext &Ctx, QualType T) {
  if (isMdspan(T) && !mdspanOf(T))
    return "its layout, its accessor or its shape is not understood; take "
           "'data_handle()' as a pointer before the nest";
  const ClassTemplateSpecializationDecl *D = specialization(T);
  if (!D || !D->isInStdNamespace() || !D->getIdentifier())
    return {};
  llvm::StringRef Class = D->getName();
  const TemplateArgumentList &Args = D->getTemplateArgs();
  if (std::optional<Container> C = containerOf(Ctx, T, T)) {
    std::optional<Container> Row = containerOf(Ctx, C->Element, C->Element);
    return Row && !Row->Inline
               ? "every row is somewhere else in memory; use one container "
                 "with the subscript 'row * columns + column'"
               : whyNoContainer(Ctx, C->Element);
  }
  if (Class == "vector" && Args.size() == 2 &&
      Args[0].getKind() == TemplateArgument::Type) {
    if (Args[0].getAsType()->isBooleanType())
      return "it packs its elements into bits, which threads cannot write one "
             "by one; use 'std::vector<unsigned char>'";
    return "it takes its memory from an allocator of its own, which is not "
           "understood; take 'data()' as a pointer before the nest";
  }
  if (Class == "unique_ptr" && Args.size() == 2 &&
      Args[0].getKind() == TemplateArgument::Type &&
      Args[0].getAsType()->isArrayType())
    return "it frees its memory by a function of its own, which is not "
           "understood; take 'get()' as a pointer before the nest";
  return llvm::StringSwitch<std::string>(Class)
      .Cases({"deque", "list", "forward_list", "map", "multimap", "set",
              "multiset", "unordered_map", "unordered_set"},
             "its elements do not stand side by side in memory; use "
             "'std::vector'")
      .Cases({"valarray", "basic_string", "basic_string_view", "shared_ptr"},
             "take a pointer to its first element before the nest")
      .Default("");
}

std::string whyNotCalled(const ASTContext &Ctx, const CallExpr *E) {
  const Expr *Object = nullptr;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    Object = M->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E) && E->getNumArgs())
    Object = E->getArg(0);
  const auto *F = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Object || !F)
    return {};
  Object = Object->IgnoreParenImpCasts();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (!containerOf(Ctx, T, T))
    return {};
  if (isMdspan(T) && isa<CXXOperatorCallExpr>(E))
    return "elements of an mdspan have one integer a dimension";
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (Name == "at")
    return "it throws where there is no such element, which kernels cannot; "
           "write '[]'";
  if (Name == "front" || Name == "back")
    return "write '[]' with the subscript of that element";
  if (llvm::StringSwitch<bool>(Name)
          .Cases({"begin", "end", "cbegin", "cend"}, true)
          .Cases({"rbegin", "rend", "crbegin", "crend"}, true)
          .Default(false))
    return "iterators are not followed; write '[]'";
  if (F->isConst())
    return "compute its result before the nest";
  return "it may change how many elements there are or where they stand; call "
         "it before or after the nest";
}

} // namespace heddle
