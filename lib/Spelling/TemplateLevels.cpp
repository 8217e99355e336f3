//===- TemplateLevels.cpp - The templates that a function stands in -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Spelling/TemplateLevels.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

namespace {

/// The parameter lists that stand before an out-of-line definition: those name
/// the parameters of the classes around it, innermost last.
template <class DeclT>
void readOuterLists(const DeclT *D,
                    llvm::SmallVectorImpl<const TemplateParameterList *> &To) {
  for (unsigned I = 0; To.empty() && I < D->getNumTemplateParameterLists(); ++I)
    if (D->getTemplateParameterList(I)->size())
      for (unsigned J = I; J < D->getNumTemplateParameterLists(); ++J)
        To.push_back(D->getTemplateParameterList(J));
}

const TemplateParameterList *listOf(const CXXRecordDecl *Pattern) {
  if (const auto *P = dyn_cast<ClassTemplatePartialSpecializationDecl>(Pattern))
    return P->getTemplateParameters();
  if (const ClassTemplateDecl *T = Pattern->getDescribedClassTemplate())
    return T->getTemplateParameters();
  return nullptr;
}

/// The pattern that a function or a class was instantiated from; else the same.
const DeclContext *patternOf(const DeclContext *DC) {
  const DeclContext *P = nullptr;
  if (const auto *F = dyn_cast<FunctionDecl>(DC))
    P = F->getTemplateInstantiationPattern();
  else if (const auto *C = dyn_cast<CXXRecordDecl>(DC))
    P = C->getTemplateInstantiationPattern();
  return P ? P : DC;
}

/// DC was written for arguments of the templates around it, whose parameters
/// have no names in it.
bool isSpecialised(const DeclContext *DC) {
  if (const auto *F = dyn_cast<FunctionDecl>(DC)) {
    const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
    return F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
           (T && T->isMemberSpecialization());
  }
  const auto *C = cast<CXXRecordDecl>(DC);
  const ClassTemplateDecl *T = C->getDescribedClassTemplate();
  return C->getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
         (T && T->isMemberSpecialization());
}

const DeclContext *nextLevel(const DeclContext *DC) {
  while (!DC->isFileContext() && !isa<FunctionDecl, CXXRecordDecl>(DC))
    DC = DC->getParent();
  return DC;
}

using OuterLists = llvm::SmallVector<const TemplateParameterList *, 4>;

/// Adds the template that Pat describes, if it does; In is its instantiation.
bool addLevel(const DeclContext *In, const DeclContext *Pat, OuterLists &Outer,
              llvm::SmallVectorImpl<TemplateLevel> &Levels) {
  if (const auto *P = dyn_cast<FunctionDecl>(Pat)) {
    readOuterLists(P, Outer);
    const FunctionTemplateDecl *T = P->getDescribedFunctionTemplate();
    if (!T)
      return true;
    const auto *I = dyn_cast<FunctionDecl>(In);
    const auto *Args = I ? I->getTemplateSpecializationArgs() : nullptr;
    if (Args)
      Levels.push_back({T->getTemplateParameters(), Args->asArray(), P, I});
    return Args;
  }
  const auto *Record = cast<CXXRecordDecl>(Pat);
  if (const TemplateParameterList *List = listOf(Record)) {
    const auto *I = dyn_cast<ClassTemplateSpecializationDecl>(In);
    if (!I)
      return false;
    if (!Outer.empty())
      List = Outer.pop_back_val();
    Levels.push_back({List, I->getTemplateInstantiationArgs().asArray(),
                      nullptr, nullptr, I});
  }
  readOuterLists(Record, Outer);
  return true;
}

/// Local, unnamed, private and protected types cannot be arguments of a kernel
/// template in nvcc.
bool isNameable(QualType T) {
  T = T.getCanonicalType();
  while (T->isPointerType() || T->isReferenceType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getBaseElementTypeUnsafe(), 0)
                         : T->getPointeeType();
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return true;
  // `typedef struct { int a; } pair;` names what has no name of its own.
  if ((!Tag->getIdentifier() && !Tag->getTypedefNameForAnonDecl()) ||
      Tag->getParentFunctionOrMethod())
    return false;
  for (const Decl *D = Tag; D; D = dyn_cast<Decl>(D->getDeclContext())) {
    if (D->getAccess() == AS_private || D->getAccess() == AS_protected)
      return false;
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type && !isNameable(A.getAsType()))
          return false;
    if (D->getDeclContext()->isFileContext())
      break;
  }
  return true;
}

} // namespace

bool readLevels(const FunctionDecl *F,
                llvm::SmallVectorImpl<TemplateLevel> &Levels) {
  OuterLists Outer;
  const DeclContext *In = F, *Pat = F;
  while (!In->isFileContext()) {
    if (In == Pat)
      Pat = patternOf(In);
    if (Pat->isFileContext() || !addLevel(In, Pat, Outer, Levels))
      return false;
    if (isSpecialised(Pat))
      break;
    In = nextLevel(In->getParent());
    Pat = nextLevel(Pat->getParent());
  }
  return llvm::all_of(Levels, [](const TemplateLevel &L) {
    return L.List->size() == L.Args.size();
  });
}

bool areNameable(llvm::ArrayRef<TemplateArgument> Args) {
  return llvm::all_of(Args, [](const TemplateArgument &A) {
    switch (A.getKind()) {
    case TemplateArgument::Type:
      return isNameable(A.getAsType());
    case TemplateArgument::Pack:
      return areNameable(A.pack_elements());
    case TemplateArgument::Integral:
      return isNameable(A.getIntegralType());
    default:
      return true;
    }
  });
}

} // namespace heddle
