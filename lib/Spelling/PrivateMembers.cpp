//===- PrivateMembers.cpp - How launches name private members -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Spelling/PrivateMembers.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// D is complete at Place, with all classes and enumerations among its template
/// arguments.
static bool isCompleteAt(const SourceManager &SM, const TagDecl *D,
                         SourceLocation Place) {
  const TagDecl *Written = D;
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D)) {
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type) {
        const TagDecl *Argument = A.getAsType()->getAsTagDecl();
        if (Argument && !isCompleteAt(SM, Argument, Place))
          return false;
      }
    if (const CXXRecordDecl *P = S->getTemplateInstantiationPattern())
      Written = P;
  }
  const TagDecl *Whole = Written->getDefinition();
  return Whole &&
         SM.isBeforeInTranslationUnit(Whole->getBraceRange().getEnd(), Place);
}

/// A pointer to F as it can be made in front of the nest's function; none: it
/// cannot.
static std::optional<std::string> pointerTo(NestReader &NR,
                                            const FieldDecl *F) {
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getParent());
  // Libraries name their private members as they like.
  if (!Class || F->getName().empty() || F->isBitField() ||
      F->getType()->isReferenceType() ||
      NR.SM.isInSystemHeader(F->getLocation()) ||
      !isCompleteAt(NR.SM, Class, kernelPlace(NR)))
    return std::nullopt;
  const QualType T = NR.Ctx.getCanonicalTagType(Class);
  const std::optional<std::string> Name = spell(NR, T, T);
  return Name ? std::optional("&" + *Name + "::" + F->getName().str())
              : std::nullopt;
}

bool canOpen(NestReader &NR, const FieldDecl *F) {
  return pointerTo(NR, F).has_value();
}

/// The name of the pointer, which the nest declares.
static const std::string &declare(LoopNest &M, const std::string &Pointer,
                                  llvm::StringRef Member) {
  for (const OpenedMember &O : M.Opened)
    if (O.Pointer == Pointer)
      return O.Name;
  const std::string Stem =
      ("heddle_" + llvm::Twine(M.Place.FunctionName) + "_" +
       llvm::Twine(M.Place.Ordinal) + "_" + Member + "_member")
          .str();
  std::string Name = Stem;
  for (unsigned I = 2; llvm::any_of(
           M.Opened, [&](const OpenedMember &O) { return O.Name == Name; });
       ++I)
    Name = Stem + "_" + std::to_string(I);
  M.Opened.push_back({Name, Pointer});
  return M.Opened.back().Name;
}

bool openMember(NestReader &NR, const FieldDecl *F, Path &P) {
  const std::optional<std::string> Pointer = pointerTo(NR, F);
  if (!Pointer)
    return false;
  LoopNest &M = NR.model();
  P.Name = F->getName().str();
  std::pair<std::string, std::string> Use(
      "(" + P.Host + "*" + declare(M, *Pointer, P.Name) + ")",
      shownText(M, P.Host) + P.Name);
  P.Host = Use.first;
  if (!llvm::is_contained(M.Shown, Use))
    M.Shown.push_back(std::move(Use));
  return true;
}

} // namespace heddle
