//===- TypeSpelling.cpp - Types as the kernel's place can spell them -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel stands before the outermost declaration around the nest. Builtin
// types and named enumerations of namespaces can be spelled there; in templates
// also the template's parameters, since the kernel repeats them.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace heddle {

bool NestBuilder::isInstantiation() const {
  const DeclContext *DC = In.Function;
  for (; DC && !DC->isFileContext(); DC = DC->getParent()) {
    if (const auto *F = dyn_cast<FunctionDecl>(DC))
      if (F->isTemplateInstantiation())
        return true;
    if (const auto *C = dyn_cast<CXXRecordDecl>(DC))
      if (isTemplateInstantiation(C->getTemplateSpecializationKind()))
        return true;
  }
  return false;
}

namespace {

/// Collects the declarations of a pattern by their places, which they share
/// with their instantiations.
class PatternReader : public RecursiveASTVisitor<PatternReader> {
public:
  explicit PatternReader(
      llvm::DenseMap<SourceLocation, const ValueDecl *> &Patterns)
      : Patterns(Patterns) {}
  bool VisitVarDecl(VarDecl *V) {
    Patterns.try_emplace(V->getLocation(), V);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) {
    Patterns.try_emplace(F->getLocation(), F);
    return true;
  }

private:
  llvm::DenseMap<SourceLocation, const ValueDecl *> &Patterns;
};

} // namespace

/// The parameter that P was instantiated from: by position, since the place of
/// the instantiation may be that of another declaration.
static const ValueDecl *parameterPattern(const ParmVarDecl *P) {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  const FunctionDecl *Pattern =
      F ? F->getTemplateInstantiationPattern() : nullptr;
  unsigned Index = P->getFunctionScopeIndex();
  if (!Pattern || Index >= Pattern->getNumParams())
    return nullptr;
  for (unsigned I = 0; I <= Index; ++I)
    if (Pattern->getParamDecl(I)->isParameterPack())
      return nullptr;
  return Pattern->getParamDecl(Index);
}

const ValueDecl *NestBuilder::pattern(const ValueDecl *D) {
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    if (const ValueDecl *Found = parameterPattern(P))
      return Found;
  if (!PatternsRead) {
    PatternsRead = true;
    PatternReader Reader(Patterns);
    const DeclContext *DC = In.Function;
    for (; DC && !DC->isFileContext(); DC = DC->getParent()) {
      if (const auto *F = dyn_cast<FunctionDecl>(DC))
        if (FunctionDecl *P = F->getTemplateInstantiationPattern())
          Reader.TraverseDecl(P);
      if (const auto *C = dyn_cast<CXXRecordDecl>(DC))
        if (const CXXRecordDecl *P = C->getTemplateInstantiationPattern())
          for (FieldDecl *Field : P->fields())
            Reader.VisitFieldDecl(Field);
    }
  }
  auto It = Patterns.find(D->getLocation());
  return It == Patterns.end() ? nullptr : It->second;
}

/// The type of D as the source writes it; null where it is not known.
QualType NestBuilder::writtenType(const ValueDecl *D) {
  if (!isInstantiation())
    return D->getType();
  if (const ValueDecl *P = pattern(D))
    return P->getType();
  // Not a part of the template, unless another template made it.
  const DeclContext *DC = D->getDeclContext();
  if (DC->isFileContext())
    return isa<VarTemplateSpecializationDecl>(D) ? QualType() : D->getType();
  if (const auto *Record = dyn_cast<CXXRecordDecl>(DC))
    if (!Record->isDependentContext() &&
        !isa<ClassTemplateSpecializationDecl>(Record) &&
        Record->getDeclContext()->isFileContext())
      return D->getType();
  return QualType();
}

QualType NestBuilder::pointeeOf(QualType Written) const {
  if (const auto *P = Written->getAs<PointerType>())
    return P->getPointeeType();
  return QualType();
}

std::optional<std::string> NestBuilder::spell(QualType Type, QualType Written) {
  if (Written.isNull())
    return std::nullopt;
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  if (!Written->isDependentType() && !Written->isUndeducedType()) {
    QualType T = Type.getCanonicalType().getUnqualifiedType();
    if (T->isBuiltinType())
      return T.getAsString(Policy);
    if (const EnumDecl *E = T->getAsEnumDecl())
      if (E->getIdentifier() &&
          E->getDeclContext()->getRedeclContext()->isFileContext()) {
        Policy.SuppressUnwrittenScope = true;
        std::string Name;
        llvm::raw_string_ostream OS(Name);
        E->printQualifiedName(OS, Policy);
        return "::" + Name;
      }
    return std::nullopt;
  }
  // Sugar above a template's parameter: typedefs of it, parentheses.
  QualType W = Written.getUnqualifiedType();
  while (true) {
    if (const auto *P = dyn_cast<TemplateTypeParmType>(W.getTypePtr()))
      return P->getDecl() && P->getDecl()->getIdentifier() &&
                     !P->getDecl()->isImplicit()
                 ? std::optional(P->getDecl()->getName().str())
                 : std::nullopt;
    QualType Next = W.getSingleStepDesugaredType(Ctx);
    if (Next == W)
      return std::nullopt;
    W = Next.getUnqualifiedType();
  }
}

/// The extent of an array dimension: its number, or the template parameter.
std::optional<std::string>
NestBuilder::extentText(const ConstantArrayType *Type,
                        const ArrayType *Written) const {
  if (!Written)
    return std::nullopt;
  if (isa<ConstantArrayType>(Written))
    return std::to_string(Type->getZExtSize());
  const auto *D = dyn_cast<DependentSizedArrayType>(Written);
  if (!D || !D->getSizeExpr())
    return std::nullopt;
  // Template parameters and literals, joined by arithmetic.
  llvm::SmallVector<const Stmt *, 8> Work{D->getSizeExpr()};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
      if (!isa<NonTypeTemplateParmDecl>(E->getDecl()))
        return std::nullopt;
    } else if (!isa<IntegerLiteral, BinaryOperator, UnaryOperator, ParenExpr,
                    ImplicitCastExpr>(S)) {
      return std::nullopt;
    }
    for (const Stmt *Child : S->children())
      Work.push_back(Child);
  }
  return text(D->getSizeExpr());
}

//===--- Types in the text ------------------------------------------------===//

namespace {

class TypeChecker : public RecursiveASTVisitor<TypeChecker> {
public:
  using Callback = llvm::function_ref<void(TypeLoc)>;
  explicit TypeChecker(Callback Check) : Check(Check) {}
  bool VisitTypeLoc(TypeLoc T) {
    Check(T);
    return true;
  }

private:
  Callback Check;
};

} // namespace

bool mentionsLocal(const Stmt *S) {
  if (const auto *E = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      if (!V->getDeclContext()->getRedeclContext()->isFileContext())
        return true;
  for (const Stmt *Child : S->children())
    if (Child && mentionsLocal(Child))
      return true;
  return false;
}

/// What is declared outside of the nest, but not in a namespace, cannot be
/// named where the kernel stands.
void NestBuilder::checkType(TypeLoc T) {
  auto Replace = [&](SourceRange Range) {
    QualType C = T.getType().getCanonicalType();
    if (!isInstantiation() && C->isBuiltinType())
      return addHole(
          Range, C.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()));
    error(DiagID::HD157, ref(Range),
          T.getType().getAsString(Ctx.getPrintingPolicy()));
  };
  auto CheckDecl = [&](const Decl *D, bool Qualified) {
    bool InNamespace = D->getDeclContext()->getRedeclContext()->isFileContext();
    if (!isVisible(D) && !(Qualified && InNamespace) &&
        !isWithinNest(D->getLocation()))
      Replace(T.getSourceRange());
  };
  switch (T.getTypeLocClass()) {
  case TypeLoc::Qualified:
  case TypeLoc::Builtin:
  case TypeLoc::Pointer:
  case TypeLoc::LValueReference:
  case TypeLoc::RValueReference:
  case TypeLoc::Paren:
  case TypeLoc::Auto:
  case TypeLoc::IncompleteArray:
  case TypeLoc::SubstTemplateTypeParm:
    return;
  case TypeLoc::ConstantArray: {
    const clang::Expr *Size = T.castAs<ArrayTypeLoc>().getSizeExpr();
    if (!Size || !mentionsLocal(Size))
      return;
    if (isInstantiation()) {
      error(DiagID::HD157, ref(Size), text(Size));
      return;
    }
    const auto *A = cast<ConstantArrayType>(T.getTypePtr());
    addHole(Size->getSourceRange(), std::to_string(A->getZExtSize()));
    return;
  }
  case TypeLoc::VariableArray: // refused where it is declared or read
    return;
  case TypeLoc::TemplateSpecialization: {
    const auto *S = T.getTypePtr()->getAs<TemplateSpecializationType>();
    if (const TemplateDecl *D = S->getTemplateName().getAsTemplateDecl())
      if (D->getDeclContext()->getRedeclContext()->isFileContext() &&
          (isVisible(D) ||
           T.castAs<TemplateSpecializationTypeLoc>().getQualifierLoc()))
        return;
    return Replace(T.getSourceRange());
  }
  case TypeLoc::Typedef:
    return CheckDecl(
        T.castAs<TypedefTypeLoc>().getDecl(),
        T.castAs<TypedefTypeLoc>().getQualifierLoc().hasQualifier());
  case TypeLoc::Using:
    return CheckDecl(T.castAs<UsingTypeLoc>().getDecl(),
                     T.castAs<UsingTypeLoc>().getQualifierLoc().hasQualifier());
  case TypeLoc::Enum:
  case TypeLoc::Record:
    return CheckDecl(T.castAs<TagTypeLoc>().getDecl(),
                     T.castAs<TagTypeLoc>().getQualifierLoc().hasQualifier());
  default:
    return Replace(T.getSourceRange());
  }
}

void NestBuilder::checkTypes() {
  TypeChecker([&](TypeLoc T) {
    checkType(T);
  }).TraverseStmt(const_cast<ForStmt *>(In.For));
}

} // namespace heddle
