//===- Mdspan.cpp - What is known of std::mdspan -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/Mdspan.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {

/// One of mdspan's class templates, called Name.
static bool isOfMdspan(const ClassTemplateSpecializationDecl *D,
                       llvm::StringRef Name) {
  if (!D || !D->getIdentifier() || D->getName() != Name)
    return false;
  const DeclContext *DC = D->getDeclContext()->getEnclosingNamespaceContext();
  while (DC->isInlineNamespace())
    DC = DC->getParent();
  const auto *Space = dyn_cast<NamespaceDecl>(DC);
  if (!Space || !Space->getIdentifier())
    return false;
  const DeclContext *Around = Space->getParent()->getRedeclContext();
  return Space->isStdNamespace() ||
         (Space->getName() == "experimental" && Around->isStdNamespace()) ||
         (Space->getName() == "Kokkos" && Around->isTranslationUnit());
}

static const ClassTemplateSpecializationDecl *classOf(QualType T) {
  return T->isDependentType()
             ? nullptr
             : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                   T->getAsCXXRecordDecl());
}

static const ClassTemplateSpecializationDecl *
classOf(const TemplateArgument &A) {
  return A.getKind() == TemplateArgument::Type ? classOf(A.getAsType())
                                               : nullptr;
}

/// The layouts are classes without parameters, each with a template in it.
static std::optional<Mdspan::Layout> layoutOf(const TemplateArgument &A,
                                              const DeclContext *Library) {
  const CXXRecordDecl *D = A.getKind() == TemplateArgument::Type
                               ? A.getAsType()->getAsCXXRecordDecl()
                               : nullptr;
  if (!D || !D->getIdentifier() ||
      !D->getDeclContext()->getRedeclContext()->Equals(Library))
    return std::nullopt;
  if (D->getName() == "layout_right")
    return Mdspan::Layout::Right;
  if (D->getName() == "layout_left")
    return Mdspan::Layout::Left;
  if (D->getName() == "layout_stride")
    return Mdspan::Layout::Stride;
  return std::nullopt;
}

bool isMdspan(QualType T) {
  return isOfMdspan(classOf(T.getNonReferenceType()), "mdspan");
}

std::optional<Mdspan> mdspanOf(QualType T) {
  const ClassTemplateSpecializationDecl *D = classOf(T.getNonReferenceType());
  if (!isOfMdspan(D, "mdspan") || D->getTemplateArgs().size() != 4)
    return std::nullopt;
  const TemplateArgumentList &Args = D->getTemplateArgs();
  const ClassTemplateSpecializationDecl *Shape = classOf(Args[1]);
  std::optional<Mdspan::Layout> Order =
      layoutOf(Args[2], D->getDeclContext()->getRedeclContext());
  if (!Order || !isOfMdspan(Shape, "extents") ||
      !isOfMdspan(classOf(Args[3]), "default_accessor") ||
      Shape->getTemplateArgs().size() != 2 ||
      Shape->getTemplateArgs()[0].getKind() != TemplateArgument::Type ||
      Shape->getTemplateArgs()[1].getKind() != TemplateArgument::Pack)
    return std::nullopt;
  if (Args[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  Mdspan Result;
  Result.Order = *Order;
  Result.Element = Args[0].getAsType();
  Result.IndexType = Shape->getTemplateArgs()[0].getAsType();
  for (const TemplateArgument &A :
       Shape->getTemplateArgs()[1].pack_elements()) {
    if (A.getKind() != TemplateArgument::Integral)
      return std::nullopt;
    llvm::APSInt N = A.getAsIntegral();
    if (N.isAllOnes())
      Result.Extents.push_back(std::nullopt);
    else if (N.isRepresentableByInt64() && N.getExtValue() >= 0)
      Result.Extents.push_back(static_cast<uint64_t>(N.getExtValue()));
    else
      return std::nullopt;
  }
  if (Result.Extents.empty()) // names one element, and no dimension
    return std::nullopt;
  return Result;
}

} // namespace heddle
