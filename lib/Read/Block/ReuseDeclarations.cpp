//===- ReuseDeclarations.cpp - Variables of a block -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/ReuseDeclarations.h"
#include "Read/Block/ReuseExpr.h"
#include "Read/Block/ReuseTensors.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

bool isCopy(const BlockReader &BR, const clang::Expr *From, QualType To) {
  QualType T = plainOperand(From)->getType();
  return BR.Ctx.hasSameUnqualifiedType(T.getNonReferenceType(),
                                       To.getNonReferenceType());
}

/// The declaration of V is nothing but its name, or the name and a value.
static bool isPlain(const BlockReader &BR, const VarDecl *V) {
  Token Next;
  SourceLocation Behind = Lexer::getLocForEndOfToken(V->getLocation(), 0, BR.SM,
                                                     BR.Ctx.getLangOpts());
  return Behind.isValid() &&
         !Lexer::getRawToken(Behind, Next, BR.SM, BR.Ctx.getLangOpts(), true) &&
         Next.isOneOf(tok::semi, tok::comma, tok::equal, tok::l_paren,
                      tok::l_brace);
}

/// Notes the tensor that V declares, and why its memory is to stay its own.
/// Returns its number.
static unsigned declareTensor(BlockReader &BR, const VarDecl *V) {
  unsigned Tensor = BR.Out.Block.Arrays.size();
  ProgramArray T;
  T.Name = V->getNameAsString();
  T.Where = ref(BR, SourceRange(V->getLocation()));
  T.Tensor.Declared = BR.Now.Number;
  T.Tensor.Local = T.Tensor.Followed = true;
  T.Tensor.In = TensorFacts::Automatic;
  describeType(BR, V->getType(), T);
  bool InFile = V->getLocation().isFileID() && V->getBeginLoc().isFileID() &&
                V->getEndLoc().isFileID();
  T.Tensor.Lends = !V->getType().isConstQualified() && T.ElementBytes != 0;
  T.Tensor.Receives = T.Tensor.Lends;
  T.Tensor.Comparable = true;
  BR.Names.Variables[V->getCanonicalDecl()] = Tensor;
  addTensor(BR, std::move(T), V);
  auto Keep = [&](llvm::StringRef Why) { keepDeclared(BR, Tensor, Why); };
  if (!InFile)
    Keep("a macro declares it");
  if (V->getType().isConstQualified())
    Keep("it is constant");
  if (V->hasAttrs())
    Keep("its declaration has attributes");
  if (V->getTypeSourceInfo()->getType()->getContainedAutoType())
    Keep("its type is 'auto'");
  if (!BR.Now.OfOneType || !isPlain(BR, V))
    Keep("its declaration has more than its type, its name and its value");
  return Tensor;
}

namespace {

/// Failed: nothing is known of the block. Shape: the tensor has no value yet.
enum class Construction { Failed, Shape, Value };

} // namespace

/// The arguments of the constructor C that V is declared with.
static Construction readConstruction(BlockReader &BR, const VarDecl *V,
                                     const CXXConstructExpr *C,
                                     unsigned Tensor) {
  auto Keep = [&](llvm::StringRef Why) { keepDeclared(BR, Tensor, Why); };
  bool IsKnown = BR.Out.Block.Arrays[Tensor].Tensor.Elements.has_value();
  std::vector<std::string> Extents;
  bool IsList = C->isListInitialization() || C->isStdInitListInitialization();
  if (IsList)
    Keep("it is initialized by a list");
  if (C->getNumArgs() == 0) {
    if (V->getEndLoc() != V->getLocation())
      Keep("it is declared with a value that it has anyway");
    if (!IsKnown)
      Keep("it has no shape yet where it is declared");
    return Construction::Shape;
  }
  const clang::Expr *First = plainOperand(C->getArg(0));
  if (First->getType()->isIntegralOrEnumerationType() && !IsList) {
    if (IsKnown) {
      fail(BR, First, "");
      return Construction::Failed;
    }
    for (const clang::Expr *A : C->arguments()) {
      if (!readExpr(BR, A, ReadAt()))
        return Construction::Failed;
      if (A->getBeginLoc().isMacroID() || A->getEndLoc().isMacroID())
        Keep("a macro has its extents");
      Extents.push_back(text(BR, A->getSourceRange()));
    }
    BR.Out.Block.Arrays[Tensor].Tensor.Extents = std::move(Extents);
    BR.Now.Effects.MayThrow = true;
    return Construction::Shape;
  }
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(First))
    First = plainOperand(L->getSubExpr());
  if (!IsKnown)
    Keep("it takes its shape from its value");
  if (!isa<InitListExpr>(First) && isCopy(BR, First, V->getType()))
    Keep("it is a copy");
  BR.Now.LeftRank = tensorRank(V->getType()).value_or(0);
  if (!readExpr(BR, First, ownIndex(BR.Now.LeftRank)))
    return Construction::Failed;
  return Construction::Value;
}

/// tensor<double, 3, 4> t; with or without a value.
static bool readTensor(BlockReader &BR, const VarDecl *V) {
  const unsigned Tensor = declareTensor(BR, V);
  const clang::Expr *Init = V->getInit();
  if (!Init)
    return false;
  Init = plainOperand(Init);
  const auto *C = dyn_cast<CXXConstructExpr>(Init);
  if (C && C->getNumArgs() == 1 && C->isElidable())
    C = dyn_cast<CXXConstructExpr>(plainOperand(C->getArg(0)));
  if (!C) {
    // The value of a function, here evaluate().
    keepDeclared(BR, Tensor, "a function makes it");
    if (!readExpr(BR, Init, ReadAt()))
      return false;
  } else if (Construction Read = readConstruction(BR, V, C, Tensor);
             Read != Construction::Value) {
    return Read == Construction::Shape;
  }
  addAccess(BR, ArrayEffect::Full, Tensor, Init);
  return true;
}

/// auto w = slice(u, ...): whatever u's memory, w may be it.
static bool readView(BlockReader &BR, const VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  if (!Init || V->getType()->isReferenceType())
    return false;
  Init = plainOperand(Init);
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init);
      C && C->getNumArgs() == 1)
    Init = plainOperand(C->getArg(0));
  const clang::Expr *Of = Init;
  if (std::optional<TensorCall> Part = viewedPart(Init)) {
    Of = Part->Operands.front();
    if (!readAll(BR, Part->Arguments))
      return false;
    BR.Now.Effects.MayThrow = true;
  } else if (isCallTo(Init, "view") && isa<CXXMemberCallExpr>(Init)) {
    Of = cast<CXXMemberCallExpr>(Init)->getImplicitObjectArgument();
  }
  std::optional<unsigned> From = namedTensor(BR, Of);
  if (!From || !isAllRead(BR, nullptr, V))
    return false;
  BR.Now.Effects.Effects.push_back(
      {ArrayEffect::Unknown, *From, ref(BR, Of), false});
  if (BR.Out.Block.Arrays[*From].Tensor.Local) {
    ProgramArray &X = BR.Out.Block.Arrays[*From];
    X.Tensor.Followed = X.Tensor.Lends = false;
    keep(BR, *From, "'" + V->getNameAsString() + "' is a view of it",
         ref(BR, Of));
  }
  ProgramArray T;
  T.Name = V->getNameAsString();
  T.Where = ref(BR, SourceRange(V->getLocation()));
  T.Tensor.Declared = BR.Now.Number;
  T.Tensor.Comparable = V->getLocation().isFileID();
  describeType(BR, V->getType(), T);
  BR.Names.Variables[V->getCanonicalDecl()] = addTensor(BR, std::move(T));
  return true;
}

static bool readVariable(BlockReader &BR, const VarDecl *V) {
  QualType T = V->getType();
  if (!V->hasLocalStorage() || T.isVolatileQualified())
    return false;
  llvm::StringRef Name = heddleTemplateName(T);
  if (Name == "tensor" && !T->isReferenceType())
    return readTensor(BR, V);
  if (Name == "tensor_view")
    return readView(BR, V);
  if (isIndexType(T))
    return true;
  const clang::Expr *Init = V->getInit();
  if (!T->isArithmeticType())
    return Init &&
           fail(BR, Init,
                isa<LambdaExpr>(plainOperand(Init)) ? "a lambda captures it"
                                                    : "");
  return !Init || readExpr(BR, Init, ReadAt());
}

void readDeclaration(BlockReader &BR, const Decl *D, bool OfOneType) {
  beginStatement(BR, D->getSourceRange());
  BR.Now.OfOneType = OfOneType;
  const auto *V = dyn_cast<VarDecl>(D);
  bool Followed =
      V ? readVariable(BR, V)
        : isa<TypedefNameDecl, StaticAssertDecl, UsingDirectiveDecl, UsingDecl>(
              D);
  if (!Followed || !isAllRead(BR, nullptr, D)) {
    giveUp(BR, nullptr, D, BR.Now.FailedWhy);
    auto Own = V ? BR.Names.Variables.find(V->getCanonicalDecl())
                 : BR.Names.Variables.end();
    if (Own != BR.Names.Variables.end()) {
      ProgramArray &T = BR.Out.Block.Arrays[Own->second];
      T.Tensor.Followed = T.Tensor.Lends = false;
      keep(BR, Own->second, "what it begins with is not followed",
           BR.Now.Effects.Where);
    }
  }
  endStatement(BR);
}

} // namespace heddle
