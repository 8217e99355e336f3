//===- TypeSpelling.cpp - Types as the kernel's place can spell them -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel stands before the outermost declaration around the nest. Builtin
// types and named enumerations and structures of namespaces can be spelled
// there; in templates also the template's parameters, since the kernel repeats
// them.
//===----------------------------------------------------------------------===//
#include "Spelling/TypeSpelling.h"
#include "Read/Callees/Closures.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/ComplexCalls.h"
#include "Read/Expr/Half.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LocalTypes.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/Placement.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace heddle {

static void readPatterns(NestReader &NR);

bool isInstantiation(const NestReader &NR) {
  const DeclContext *DC = NR.In.Function;
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
class PatternReader : public DynamicRecursiveASTVisitor {
public:
  PatternReader(llvm::DenseMap<SourceLocation, const ValueDecl *> &Patterns,
                llvm::DenseMap<SourceLocation, const IfStmt *> &Ifs)
      : Patterns(Patterns), Ifs(Ifs) {}
  bool VisitIfStmt(IfStmt *S) override {
    Ifs.try_emplace(S->getIfLoc(), S);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    Patterns.try_emplace(V->getLocation(), V);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) override {
    Patterns.try_emplace(F->getLocation(), F);
    return true;
  }

private:
  llvm::DenseMap<SourceLocation, const ValueDecl *> &Patterns;
  llvm::DenseMap<SourceLocation, const IfStmt *> &Ifs;
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

const ValueDecl *pattern(NestReader &NR, const ValueDecl *D) {
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    if (const ValueDecl *Found = parameterPattern(P))
      return Found;
  readPatterns(NR);
  auto It = NR.Patterns.Values.find(D->getLocation());
  return It == NR.Patterns.Values.end() ? nullptr : It->second;
}

const IfStmt *patternIf(NestReader &NR, const IfStmt *S) {
  readPatterns(NR);
  return NR.Patterns.Ifs.lookup(S->getIfLoc());
}

static void readPatterns(NestReader &NR) {
  if (NR.Patterns.IsRead)
    return;
  NR.Patterns.IsRead = true;
  PatternReader Reader(NR.Patterns.Values, NR.Patterns.Ifs);
  const DeclContext *DC = NR.In.Function;
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

/// The type of D as the template writes it, where it is known.
QualType writtenType(NestReader &NR, const ValueDecl *D) {
  if (!isInstantiation(NR))
    return D->getType();
  if (const ValueDecl *P = pattern(NR, D))
    return P->getType();
  return D->getType();
}

/// The pointee as the template writes it, where it does.
QualType pointeeOf(const NestReader &NR, QualType Type, QualType Written) {
  if (const auto *P = Written->getAs<PointerType>())
    return P->getPointeeType();
  return Type->getPointeeType();
}

/// The kernel's template parameter that Written is, below typedefs and
/// parentheses; empty where it is none.
std::string parameterName(const NestReader &NR, QualType Written) {
  QualType W = Written.getUnqualifiedType();
  while (true) {
    if (const auto *P = dyn_cast<TemplateTypeParmType>(W.getTypePtr()))
      return NR.Place.TemplateParams.lookup({P->getDepth(), P->getIndex()});
    QualType Next = W.getSingleStepDesugaredType(NR.Ctx);
    if (Next == W)
      return "";
    W = Next.getUnqualifiedType();
  }
}

/// T as an argument of a class that keeps the name it has on the host, where
/// numbers and arrays have no types of their own for kernels.
static std::optional<std::string> spellArgument(NestReader &NR, QualType T) {
  if (isComplex(T))
    return "::std::complex<" +
           complexPart(T).getAsString(NR.Ctx.getPrintingPolicy()) + ">";
  if (isFixedArray(NR, T) || isHalf(T))
    return std::nullopt;
  return spell(NR, T, T);
}

/// The arguments of S, in angle brackets: types that have names, and integers.
/// None where the template around writes them with arguments of its own, unless
/// it is a function that is copied, once for each of them.
static std::optional<std::string>
argumentList(NestReader &NR, const ClassTemplateSpecializationDecl &S,
             QualType Written) {
  if (Written->isDependentType() && !NR.isInCopy())
    return std::nullopt;
  std::string Text;
  for (const TemplateArgument &A : S.getTemplateArgs().asArray()) {
    std::optional<std::string> One;
    if (A.getKind() == TemplateArgument::Type && !A.getAsType().hasQualifiers())
      One = spellArgument(NR, A.getAsType());
    else if (A.getKind() == TemplateArgument::Integral &&
             A.getIntegralType()->isBooleanType())
      One = A.getAsIntegral().getBoolValue() ? "true" : "false";
    else if (A.getKind() == TemplateArgument::Integral &&
             !A.getIntegralType()->isEnumeralType() &&
             A.getAsIntegral().isRepresentableByInt64() &&
             A.getAsIntegral().getExtValue() != INT64_MIN)
      One = std::to_string(A.getAsIntegral().getExtValue());
    if (!One)
      return std::nullopt;
    Text += (Text.empty() ? "" : ", ") + *One;
  }
  return "<" + Text + ">";
}

std::optional<std::string> spell(NestReader &NR, QualType Type,
                                 QualType Written) {
  if (isComplex(Type))
    return complexName(NR, Type, Written);
  if (isHalf(Type))
    return DeviceHalf;
  if (isFixedArray(NR, Type))
    return fixedArrayName(NR, Type, Written);
  // By its parameter, so that several instantiations have one text.
  if (std::string Name = parameterName(NR, Written); !Name.empty())
    return Name;
  PrintingPolicy Policy = NR.Ctx.getPrintingPolicy();
  QualType T = Type.getCanonicalType().getUnqualifiedType();
  if (T->isBuiltinType() && !T->isDependentType())
    return T.getAsString(Policy);
  const TagDecl *Named = T->getAsTagDecl();
  std::string Arguments;
  if (const auto *S =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(Named)) {
    std::optional<std::string> All = argumentList(NR, *S, Written);
    if (!All)
      return std::nullopt;
    Arguments = *All;
  } else if (const auto *R = dyn_cast_or_null<CXXRecordDecl>(Named);
             R && R->isTemplated()) {
    return std::nullopt;
  }
  // `typedef struct { int a; } pair;` names what has no name of its own.
  const NamedDecl *By = Named;
  if (Named && !Named->getIdentifier())
    By = Named->getTypedefNameForAnonDecl();
  if (!By || !By->getDeclContext()->getRedeclContext()->isFileContext())
    return std::nullopt;
  Policy.SuppressUnwrittenScope = true;
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  By->printQualifiedName(OS, Policy);
  return "::" + Name + Arguments;
}

std::optional<std::string> spellOrRefuse(NestReader &NR, QualType Type,
                                         QualType Written, SourceRange Where) {
  std::optional<std::string> Spelled = spell(NR, Type, Written);
  if (!Spelled)
    NR.error(DiagID::HD157, ref(NR, Where),
             Type.getAsString(NR.Ctx.getPrintingPolicy()));
  return Spelled;
}

//===--- Enumerators in the text -----------------------------------------===//

/// The kernel's place finds what the qualifier names: namespaces, and at last
/// an enumeration of theirs. Members of classes may be out of reach.
static bool reaches(const NestReader &NR, NestedNameSpecifier Q) {
  switch (Q.getKind()) {
  case NestedNameSpecifier::Kind::Global:
    return true;
  case NestedNameSpecifier::Kind::Namespace: {
    auto [Space, Prefix] = Q.getAsNamespaceAndPrefix();
    return Prefix ? reaches(NR, Prefix) : isVisible(NR, Space);
  }
  case NestedNameSpecifier::Kind::Type: {
    const auto *T = dyn_cast<EnumType>(Q.getAsType());
    if (!T)
      return false;
    NestedNameSpecifier Prefix = T->getPrefix();
    return Prefix ? reaches(NR, Prefix) : isVisible(NR, T->getDecl());
  }
  default:
    return false;
  }
}

/// The qualified name of D, which leaves out anonymous and inline namespaces,
/// finds D and nothing else: a function, or a type outside, may have its name.
static bool isFoundByName(const EnumDecl *D) {
  if (!D->getIdentifier())
    return false;
  for (const DeclContext *In = D->getDeclContext()->getRedeclContext();;
       In = In->getParent()->getRedeclContext()) {
    for (const NamedDecl *Found : In->lookup(D->getDeclName()))
      if (Found->getCanonicalDecl() != D->getCanonicalDecl())
        return false;
    const auto *Space = dyn_cast<NamespaceDecl>(In);
    if (!Space || !(Space->isAnonymousNamespace() || Space->isInline()))
      return true;
  }
}

/// An enumerator that has no name at the kernel is written as its value, of its
/// own type where that has a name there: elements of the type take no other.
/// Else the promoted value is all that counts for an unscoped one.
void useEnumerator(NestReader &NR, const clang::Expr *E,
                   const EnumConstantDecl *D) {
  see(NR, E);
  const auto *Enum = cast<EnumDecl>(D->getDeclContext());
  const auto *Name = cast<DeclRefExpr>(E);
  bool Plain = Name->getFoundDecl() == D;
  if ((Plain && isVisible(NR, Enum)) ||
      (Plain && reaches(NR, Name->getQualifier())) ||
      isWithinNest(NR, Enum->getLocation()))
    return;
  QualType T = NR.Ctx.getCanonicalTagType(Enum);
  std::optional<std::string> Type;
  if (Enum->isScoped() || isFoundByName(Enum))
    Type = spell(NR, T, T);
  if (!Type && !Enum->isScoped())
    Type = spell(NR, Enum->getPromotionType(), Enum->getPromotionType());
  const llvm::APSInt &Value = D->getInitVal();
  if (!Type || (Value.isSigned() && Value.isMinSignedValue() &&
                Value.getBitWidth() >= 64)) {
    NR.error(DiagID::HD157, ref(NR, E), D->getName());
    return;
  }
  llvm::SmallString<24> Digits;
  Value.toString(Digits);
  if (Value.isUnsigned() && Value.getActiveBits() >= 64)
    Digits += "ULL";
  addReplacement(NR, E->getSourceRange(),
                 "static_cast<" + *Type + ">(" + Digits.str().str() + ")");
}

//===--- Types in the text ------------------------------------------------===//

namespace {

/// A type stands in the text for an object that the nest makes, for a reference
/// or a pointer to one, or for neither.
enum class Naming : unsigned char { Mentioned, Referred, Made };

class TypeChecker : public DynamicRecursiveASTVisitor {
public:
  using Callback = llvm::function_ref<void(TypeLoc, Naming)>;
  explicit TypeChecker(Callback Check) : Check(Check) {}
  bool VisitTypeLoc(TypeLoc T) override {
    Check(T, Named.lookup(T.getBeginLoc()));
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    return make(V->getTypeSourceInfo());
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    return make(E->getTypeInfoAsWritten());
  }
  bool VisitCXXTemporaryObjectExpr(CXXTemporaryObjectExpr *E) override {
    return make(E->getTypeSourceInfo());
  }
  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *E) override {
    return make(E->getTypeSourceInfo());
  }
  // The type of an argument is not in the text.
  bool TraverseSubstNonTypeTemplateParmExpr(
      SubstNonTypeTemplateParmExpr *) override {
    return true;
  }
  // The text of the nest gets another header, with these arguments.
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    std::string Why;
    std::optional<IndexRange> Range = indexRange(S, Why);
    if (!Range)
      return DynamicRecursiveASTVisitor::TraverseCXXForRangeStmt(S);
    for (const auto *List :
         {&Range->Lower, &Range->Upper, &Range->Step, &Range->Width})
      for (const clang::Expr *E : *List)
        TraverseStmt(const_cast<clang::Expr *>(E));
    return TraverseStmt(S->getBody());
  }

private:
  /// Notes where the type stands of which an object is, or an array of them, or
  /// a reference or pointer to one.
  bool make(const TypeSourceInfo *Info) {
    TypeLoc T = Info ? Info->getTypeLoc() : TypeLoc();
    Naming As = Naming::Made;
    while (!T.isNull() &&
           (T.getAs<QualifiedTypeLoc>() || T.getAs<ArrayTypeLoc>() ||
            T.getAs<ReferenceTypeLoc>() || T.getAs<PointerTypeLoc>() ||
            T.getAs<ParenTypeLoc>())) {
      if (T.getAs<ReferenceTypeLoc>() || T.getAs<PointerTypeLoc>())
        As = Naming::Referred;
      T = T.getNextTypeLoc();
    }
    if (!T.isNull())
      Named.try_emplace(T.getBeginLoc(), As);
    return true;
  }

  Callback Check;
  llvm::DenseMap<SourceLocation, Naming> Named;
};

/// The declaration whose name stands in T, or null.
const NamedDecl *namedIn(TypeLoc T) {
  if (auto L = T.getAs<TypedefTypeLoc>())
    return L.getDecl();
  if (auto L = T.getAs<UsingTypeLoc>())
    return L.getDecl();
  if (auto L = T.getAs<TagTypeLoc>())
    return L.getDecl();
  if (auto L = T.getAs<TemplateSpecializationTypeLoc>())
    return L.getTypePtr()->getTemplateName().getAsTemplateDecl();
  return nullptr;
}

/// Finds what a function names and is declared behind a place.
class BehindFinder : public DynamicRecursiveASTVisitor {
public:
  BehindFinder(const SourceManager &SM, const FunctionDecl *F,
               SourceLocation Place)
      : SM(SM), F(F), Place(Place) {}
  bool VisitTypeLoc(TypeLoc T) override {
    lookAtClass(T.getType());
    if (!T.getAs<TagTypeLoc>()) // it may have been declared before
      look(namedIn(T));
    return !Found;
  }
  // Functions are copied in their turn.
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (!isa<FunctionDecl>(E->getDecl()))
      look(cast<NamedDecl>(E->getDecl()->getCanonicalDecl()));
    // A constant is used by its value.
    const VarDecl *Set = nullptr;
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->getType().isConstQualified() && V->getAnyInitializer(Set))
      look(Set);
    return !Found;
  }
  bool VisitExpr(clang::Expr *E) override {
    if (!E->getType().isNull()) // the text of a static_assert has no type
      lookAtClass(E->getType());
    return !Found;
  }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc L) override {
    if (L && L.getNestedNameSpecifier().getKind() ==
                 NestedNameSpecifier::Kind::Namespace) {
      const NamespaceBaseDecl *Space = L.castAsNamespaceAndPrefix().Namespace;
      look(isa<NamespaceDecl>(Space)
               ? cast<NamedDecl>(Space->getCanonicalDecl())
               : Space);
    }
    return DynamicRecursiveASTVisitor::TraverseNestedNameSpecifierLoc(L);
  }

  const NamedDecl *Found = nullptr;

private:
  /// The class of which T is, holds or leads to objects.
  void lookAtClass(QualType T) {
    while (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    if (const TagDecl *D = T->getBaseElementTypeUnsafe()->getAsTagDecl())
      look(D->getDefinition() ? D->getDefinition() : D);
  }
  /// Something that the function declares, or that stands in such a thing.
  bool isOwn(SourceLocation Loc) const {
    return SM.isPointWithin(SM.getExpansionLoc(Loc),
                            SM.getExpansionLoc(F->getBeginLoc()),
                            SM.getExpansionLoc(F->getEndLoc()));
  }
  void look(const NamedDecl *D) {
    if (D && !Found && !D->isTemplateParameter() &&
        D->getLocation().isValid() && !isOwn(D->getLocation()) &&
        !SM.isBeforeInTranslationUnit(D->getLocation(), Place))
      Found = D;
  }

  const SourceManager &SM;
  const FunctionDecl *F;
  SourceLocation Place;
};

} // namespace

const NamedDecl *namedBehind(const SourceManager &SM, const FunctionDecl *F,
                             SourceLocation Place) {
  // The text is the template's, which names more than is left of it.
  for (const FunctionDecl *Text : {F, patternOf(F)}) {
    BehindFinder Finder(SM, Text, Place);
    Finder.TraverseDecl(const_cast<FunctionDecl *>(Text));
    if (Finder.Found)
      return Finder.Found;
  }
  return nullptr;
}

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

/// A type that is declared outside of the nest, but not in a namespace, cannot
/// be named where the kernel stands.
static void checkType(NestReader &NR, TypeLoc T, Naming As) {
  if (isComplex(T.getType()) &&
      !llvm::is_contained({TypeLoc::Qualified, TypeLoc::Auto},
                          T.getTypeLocClass()))
    return As == Naming::Mentioned ? refuseComplex(NR, T)
                                   : replaceComplex(NR, T);
  // A reference is written with `auto` where it is declared.
  if (As != Naming::Mentioned && isFixedArray(NR, T.getType()) &&
      !T.getAs<QualifiedTypeLoc>() && !T.getAs<AutoTypeLoc>())
    return As == Naming::Made ? replaceFixedArray(NR, T) : void();
  if (As != Naming::Mentioned && isHalf(T.getType()) &&
      !T.getAs<QualifiedTypeLoc>() && !T.getAs<AutoTypeLoc>())
    return addReplacement(NR, T.getSourceRange(), DeviceHalf);
  auto Replace = [&](SourceRange Range) {
    QualType C = T.getType().getCanonicalType();
    if (C->isBuiltinType())
      return addReplacement(
          NR, Range,
          C.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy()));
    if (NR.isInCopy() && C->isEnumeralType())
      if (std::optional<std::string> Name = spell(NR, C, C))
        return addReplacement(NR, Range, *Name);
    NR.error(DiagID::HD157, ref(NR, Range),
             T.getType().getAsString(NR.Ctx.getPrintingPolicy()));
  };
  auto CheckDecl = [&](const Decl *D, bool Qualified) {
    bool InNamespace = D->getDeclContext()->getRedeclContext()->isFileContext();
    if (!isVisible(NR, D) && !(Qualified && InNamespace) &&
        !isWithinNest(NR, D->getLocation()) && !moveType(NR, D))
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
    return;
  case TypeLoc::SubstTemplateTypeParm:
    if (NR.isInCopy() && isClosure(T.getType()))
      Replace(T.getSourceRange());
    return;
  case TypeLoc::ConstantArray: {
    const clang::Expr *Size = T.castAs<ArrayTypeLoc>().getSizeExpr();
    if (!Size || !mentionsLocal(Size))
      return;
    const auto *A = cast<ConstantArrayType>(T.getTypePtr());
    addReplacement(NR, Size->getSourceRange(),
                   std::to_string(A->getZExtSize()));
    return;
  }
  case TypeLoc::VariableArray: // refused where it is declared or read
    return;
  case TypeLoc::TemplateSpecialization: {
    const auto *S = T.getTypePtr()->getAs<TemplateSpecializationType>();
    if (const TemplateDecl *D = S->getTemplateName().getAsTemplateDecl())
      if (D->getDeclContext()->getRedeclContext()->isFileContext() &&
          (isVisible(NR, D) ||
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

/// A kernel's parameter must not take the name of a type that the nest names.
static void noteTypeName(NestReader &NR, TypeLoc T) {
  if (const NamedDecl *D = namedIn(T))
    NR.Names.note(D);
}

void checkTypes(NestReader &NR, const Stmt *S) {
  TypeChecker([&](TypeLoc T, Naming As) {
    // Headers that declare iterators are written anew.
    if (isIterator(T.getType()))
      return;
    noteTypeName(NR, T);
    checkType(NR, T, As);
  }).TraverseStmt(const_cast<Stmt *>(S));
}

} // namespace heddle
