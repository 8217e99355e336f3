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

/// The name of F's class in front of the nest's function; none where it has
/// none there.
static std::optional<std::string> className(NestReader &NR,
                                            const FieldDecl *F) {
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getParent());
  if (!Class || !isCompleteAt(NR.SM, Class, kernelPlace(NR)))
    return std::nullopt;
  const QualType T = NR.Ctx.getCanonicalTagType(Class);
  return spell(NR, T, T);
}

bool canOpen(NestReader &NR, const FieldDecl *F) {
  // Libraries name their private members as they like.
  return !F->getName().empty() && !F->isBitField() &&
         !NR.SM.isInSystemHeader(F->getLocation()) &&
         !F->getType()->isReferenceType() && className(NR, F);
}

void openMember(NestReader &NR, const FieldDecl *F, Path &P) {
  std::vector<OpenedMember> &All = NR.model().Opened;
  const std::string Member = F->getName().str();
  const std::string Pointer = "&" + *className(NR, F) + "::" + Member;
  auto Known = llvm::find_if(
      All, [&](const OpenedMember &O) { return O.Pointer == Pointer; });
  if (Known == All.end()) {
    const Placement &Place = NR.model().Place;
    const std::string Stem = "heddle_" + Place.FunctionName + "_" +
                             std::to_string(Place.Ordinal) + "_" + Member +
                             "_member";
    std::string Name = Stem;
    for (unsigned I = 2; llvm::any_of(
             All, [&](const OpenedMember &O) { return O.Name == Name; });
         ++I)
      Name = Stem + "_" + std::to_string(I);
    Known = All.insert(All.end(), {Name, Pointer, Member});
  }
  P.Host = "(" + P.Host + "*" + Known->Name + ")";
  P.Name = Member;
}

} // namespace heddle
