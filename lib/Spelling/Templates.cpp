//===- Templates.cpp - The templates around a nest ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest in a template is verified for one instantiation at a time, and what is
// verified holds for that instantiation's arguments alone: bounds, steps and
// types may all rest on them. The kernel is a template with the same
// parameters, since its body may name them; the launch compares the arguments,
// so that an instantiation that nobody has verified runs the loop as written.
//===----------------------------------------------------------------------===//
#include "Spelling/Templates.h"
#include "Read/Callees/Closures.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TemplateLevels.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace heddle {

/// Lists without their brackets.
struct TemplateText {
  std::string Params, Args;       ///< of the kernel
  std::string Pattern, Arguments; ///< what the launch compares

  static void add(std::string &List, llvm::StringRef One) {
    if (!List.empty())
      List += ", ";
    List += One;
  }
  void compare(llvm::StringRef InTemplate, llvm::StringRef InInstance) {
    add(Pattern, InTemplate);
    add(Arguments, InInstance);
  }
};

static std::string arguments(const std::string &List) {
  return "::heddle::rt::arguments<" + List + ">";
}
static std::string value(const std::string &Value) {
  return "::heddle::rt::value<" + Value + ">";
}

namespace {

/// Finds a class or enumeration that is declared behind a place.
class LateTypeFinder : public DynamicRecursiveASTVisitor {
public:
  LateTypeFinder(const SourceManager &SM, SourceLocation Place)
      : SM(SM), Place(Place) {}
  bool VisitTagType(TagType *T) override {
    const TagDecl *D = T->getDecl();
    bool Early = llvm::any_of(D->redecls(), [&](const TagDecl *One) {
      return SM.isBeforeInTranslationUnit(One->getLocation(), Place);
    });
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D)) {
      // A specialisation is as early as its template and its arguments.
      Early = llvm::any_of(S->getSpecializedTemplate()->redecls(),
                           [&](const RedeclarableTemplateDecl *One) {
                             return SM.isBeforeInTranslationUnit(
                                 One->getLocation(), Place);
                           });
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        TraverseTemplateArgument(A);
    }
    Late |= !Early;
    return true;
  }
  bool Late = false;

private:
  const SourceManager &SM;
  SourceLocation Place;
};

} // namespace

//===--- Arguments as text ------------------------------------------------===//

/// A class or enumeration that is declared behind the template: by its name,
/// which all compilers print alike if nothing in it is unusual.
static std::optional<std::string> lateTypeText(QualType T) {
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag || T.hasLocalQualifiers() ||
      isa<ClassTemplateSpecializationDecl>(Tag))
    return std::nullopt;
  for (const DeclContext *DC = Tag->getDeclContext(); !DC->isTranslationUnit();
       DC = DC->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(DC);
    if (!isa<LinkageSpecDecl>(DC) &&
        (!Space || Space->isAnonymousNamespace() || Space->isInline()))
      return std::nullopt;
  }
  std::string Letters;
  for (char C : Tag->getQualifiedNameAsString())
    TemplateText::add(Letters, std::string{'\'', C, '\''});
  return "::heddle::rt::called<" + Letters + ">";
}

/// T as the nest's place can spell it.
static std::optional<std::string> typeText(NestReader &NR, QualType T) {
  T = T.getCanonicalType();
  LateTypeFinder Finder(NR.SM, NR.In.Nest->getBeginLoc());
  Finder.TraverseType(T);
  if (Finder.Late)
    return lateTypeText(T);
  PrintingPolicy Policy = NR.Ctx.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  return TypeName::getFullyQualifiedName(T, NR.Ctx, Policy,
                                         /*WithGlobalNsPrefix=*/true);
}

/// An integer with its type: template parameters of type `auto` compare it.
static std::string integerText(const llvm::APSInt &V) {
  if (V.isSigned() && V.isMinSignedValue() && V.getBitWidth() == 64)
    return "(-9223372036854775807LL - 1)";
  llvm::SmallString<24> Digits;
  V.toString(Digits);
  return Digits.str().str() + (V.isSigned() ? "LL" : "ULL");
}

/// Empty where an argument cannot be spelled.
static std::optional<std::string> argumentText(NestReader &NR,
                                               const TemplateArgument &A) {
  switch (A.getKind()) {
  case TemplateArgument::Type:
    return typeText(NR, A.getAsType());
  case TemplateArgument::Integral: {
    QualType T = A.getIntegralType();
    const llvm::APSInt &V = A.getAsIntegral();
    if (V.getBitWidth() > 64)
      return std::nullopt;
    if (T->isBooleanType())
      return value(V.isZero() ? "false" : "true");
    if (NR.Ctx.hasSameType(T, NR.Ctx.IntTy) && !V.isMinSignedValue()) {
      llvm::SmallString<16> Digits;
      V.toString(Digits);
      return value(Digits.str().str());
    }
    std::optional<std::string> Type = typeText(NR, T);
    if (!Type)
      return std::nullopt;
    return value("static_cast<" + *Type + ">(" + integerText(V) + ")");
  }
  case TemplateArgument::Pack: {
    std::string List;
    for (const TemplateArgument &Element : A.pack_elements()) {
      std::optional<std::string> Text = argumentText(NR, Element);
      if (!Text)
        return std::nullopt;
      TemplateText::add(List, *Text);
    }
    return arguments(List);
  }
  default:
    return std::nullopt;
  }
}

static bool isOfClosure(const TemplateArgument &A) {
  return A.getKind() == TemplateArgument::Type && isClosure(A.getAsType());
}

/// A copy of a function has no parameters for the types of lambdas, which have
/// no names.
static bool isLeftOut(const NestReader &NR, const TemplateArgument &A) {
  return NR.isInCopy() && isOfClosure(A);
}

std::optional<std::string> explicitArguments(NestReader &NR,
                                             const FunctionDecl *F) {
  llvm::SmallVector<TemplateLevel, 4> Levels;
  if (!readLevels(F, Levels))
    return std::nullopt;
  std::string List;
  for (const TemplateLevel &Level : llvm::reverse(Levels))
    for (unsigned I = 0; I < Level.List->size(); ++I) {
      const NamedDecl *P = Level.List->getParam(I);
      const TemplateArgument &A = Level.Args[I];
      if (P->isImplicit() || !P->getIdentifier() || isOfClosure(A))
        continue; // as the parameters before the kernel
      std::optional<std::string> Text;
      if (A.getKind() == TemplateArgument::Type)
        Text = typeText(NR, A.getAsType());
      else if (A.getKind() == TemplateArgument::Integral &&
               A.getAsIntegral().getBitWidth() <= 64)
        if ((Text = typeText(NR, A.getIntegralType())))
          Text = "static_cast<" + *Text + ">(" +
                 integerText(A.getAsIntegral()) + ")";
      if (!Text)
        return std::nullopt;
      TemplateText::add(List, *Text);
    }
  return List.empty() ? List : "<" + List + ">";
}

//===--- Parameters -------------------------------------------------------===//

static std::pair<unsigned, unsigned> getDepthAndIndex(const NamedDecl *P) {
  if (const auto *T = dyn_cast<TemplateTypeParmDecl>(P))
    return {T->getDepth(), T->getIndex()};
  const auto *N = cast<NonTypeTemplateParmDecl>(P);
  return {N->getDepth(), N->getIndex()};
}

static const char *const CannotRepeat =
    "its parameters cannot be repeated before the kernel (only types, integers "
    "and enumerations can)";
static const char *const CannotSpell =
    "an argument cannot be named where the loop stands; declare it before the "
    "template";

/// A named parameter: the kernel has it, too, and the launch compares it.
static std::string addTemplateParameter(NestReader &NR, const NamedDecl *P,
                                        const TemplateArgument &A,
                                        TemplateText &Text) {
  std::string Name = P->getName().str(), Declared, Compared = Name;
  if (isa<TemplateTypeParmDecl>(P)) {
    Declared = P->isParameterPack() ? "class... " : "class ";
  } else if (const auto *N = dyn_cast<NonTypeTemplateParmDecl>(P)) {
    QualType T = N->getType();
    if (const auto *E = dyn_cast<PackExpansionType>(T.getTypePtr()))
      T = E->getPattern();
    std::optional<std::string> Type = spell(NR, T, T);
    if (const auto *Auto = dyn_cast<AutoType>(T.getTypePtr());
        Auto && !Auto->isDecltypeAuto())
      Type = "auto";
    if (!Type)
      return CannotRepeat;
    Declared = *Type + (N->isParameterPack() ? "... " : " ");
    Compared = value(Name);
  } else {
    return CannotRepeat;
  }
  bool Pack = P->isParameterPack();
  std::optional<std::string> Argument = argumentText(NR, A);
  if (!Argument)
    return CannotSpell;
  auto [Depth, Index] = getDepthAndIndex(P);
  NR.Place.TemplateParams[{Depth, Index}] = Name;
  TemplateText::add(Text.Params, Declared + Name);
  TemplateText::add(Text.Args, Name + (Pack ? "..." : ""));
  Text.compare(Pack ? arguments(Compared + "...") : Compared, *Argument);
  return "";
}

namespace {

/// Looks for a second meaning of a parameter's name in the function's body.
class NameHider : public DynamicRecursiveASTVisitor {
public:
  explicit NameHider(const ParmVarDecl *P) : P(P) {}
  bool VisitNamedDecl(NamedDecl *D) override {
    Hidden |= D != P && D->getIdentifier() == P->getIdentifier();
    return true;
  }
  bool Hidden = false;

private:
  const ParmVarDecl *P;
};

} // namespace

/// In a member that is defined outside of its class, members hide the class's
/// template parameters ([temp.local]); members of base classes do anywhere.
static bool isHiddenByMember(const NamedDecl *P, const CXXRecordDecl *Class) {
  auto Has = [&](const CXXRecordDecl *C) {
    return !C->lookup(P->getDeclName()).empty();
  };
  return Has(Class) ||
         (Class->hasDefinition() &&
          !Class->forallBases([&](const auto *Base) { return !Has(Base); }));
}

static const char *const MeansAnother =
    "a parameter's name means something else where the loop stands; rename it";

/// The types of `auto` parameters have no name but that of the parameter.
static std::string addUnnamedTypes(NestReader &NR, const TemplateLevel &Level,
                                   TemplateText &Text) {
  unsigned Count = Level.Pattern->getNumParams();
  for (unsigned I = 0; I < Count; ++I) {
    const ParmVarDecl *P = Level.Pattern->getParamDecl(I);
    if (!P->getType()->isDependentType() || !P->getIdentifier())
      continue;
    NameHider Hider(P);
    Hider.TraverseStmt(Level.Pattern->getBody());
    if (Hider.Hidden)
      return MeansAnother;
    std::string Name = P->getName().str(), Types;
    // The parameters behind a pack are as many as in the pattern.
    unsigned Last = P->isParameterPack()
                        ? Level.Instance->getNumParams() - (Count - I - 1)
                        : I + 1;
    for (unsigned J = I; J < Last; ++J) {
      std::optional<std::string> Type =
          typeText(NR, Level.Instance->getParamDecl(J)->getType());
      if (!Type)
        return CannotSpell;
      TemplateText::add(Types, *Type);
    }
    if (!P->isParameterPack()) {
      Text.compare("decltype(" + Name + ")", Types);
      continue;
    }
    Text.compare(arguments("decltype(" + Name + ")..."), arguments(Types));
    if (I + 1 != Count)
      return "a pack of parameters is not the last one";
  }
  return "";
}

/// Why the level cannot be repeated; empty after adding it.
static std::string addTemplateLevel(NestReader &NR, const TemplateLevel &Level,
                                    TemplateText &Text) {
  bool HasImplicit = false, HasUnnamed = false;
  for (unsigned I = 0; I < Level.List->size(); ++I) {
    const NamedDecl *P = Level.List->getParam(I);
    HasImplicit |= P->isImplicit();
    HasUnnamed |= !P->getIdentifier();
    if (P->isImplicit() || !P->getIdentifier() || isLeftOut(NR, Level.Args[I]))
      continue;
    if (Level.Class && isHiddenByMember(P, Level.Class))
      return MeansAnother;
    std::string Why = addTemplateParameter(NR, P, Level.Args[I], Text);
    if (!Why.empty())
      return Why;
  }
  if (HasImplicit && Level.Pattern)
    return addUnnamedTypes(NR, Level, Text);
  // Nothing in a function can depend on an unnamed parameter of its own. A
  // class has its own name, and through that members that depend on all.
  if (HasUnnamed && Level.Class) {
    std::optional<std::string> Type =
        typeText(NR, NR.Ctx.getCanonicalTagType(Level.Class));
    if (!Type)
      return CannotSpell;
    Text.compare(Level.Class->getName(), *Type);
  }
  return "";
}

bool placeTemplates(NestReader &NR, const FunctionDecl *F) {
  auto Refuse = [&](const Decl *D, llvm::StringRef Why) {
    NR.error(DiagID::HD158, NR.Nest->Where, Why)
        .note(ref(NR, SourceRange(D->getLocation())), "the template");
    return false;
  };
  if (F->getFriendObjectKind() &&
      isa<CXXRecordDecl>(F->getLexicalDeclContext()))
    if (cast<CXXRecordDecl>(F->getLexicalDeclContext())
            ->getTemplateSpecializationKind() != TSK_Undeclared)
      return Refuse(F, "it is a friend that a class template defines");
  llvm::SmallVector<TemplateLevel, 4> Levels;
  if (!readLevels(F, Levels))
    return Refuse(F, "its parameters are not understood");
  TemplateText Text;
  for (const TemplateLevel &Level : llvm::reverse(Levels)) {
    const Decl *D = Level.Class ? static_cast<const Decl *>(Level.Class)
                                : static_cast<const Decl *>(Level.Pattern);
    if (llvm::any_of(Level.Args, [&](const TemplateArgument &A) {
          return !isLeftOut(NR, A) && !areNameable(A);
        }))
      return Refuse(D,
                    llvm::any_of(Level.Args, isOfClosure)
                        ? "a template argument is a lambda, and what that "
                          "has captured has no name here; write the loop "
                          "where the lambda is made"
                        : "a template argument is a local, unnamed or private "
                          "type");
    // Clang counts a lambda's own parameters from the templates around it that
    // are not instantiated yet: one name could stand for two.
    std::string Why = Levels.size() > 1 && Level.Pattern &&
                              isLambdaCallOperator(Level.Pattern)
                          ? "it is a generic lambda inside another template; "
                            "write a function "
                            "template"
                          : addTemplateLevel(NR, Level, Text);
    if (!Why.empty())
      return Refuse(D, Why);
  }
  Placement &Place = NR.Nest->Place;
  if (!Text.Params.empty()) {
    Place.Prefix = "template <" + Text.Params + ">\n";
    Place.TemplateArgs = "<" + Text.Args + ">";
  }
  if (!Text.Pattern.empty()) {
    Place.Parameters = arguments(Text.Pattern);
    Place.Arguments = arguments(Text.Arguments);
  }
  return true;
}

} // namespace heddle
