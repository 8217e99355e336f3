//===- MappingReader.cpp - Mappings out of constant expressions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/MappingReader.h"
#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace heddle;

namespace {

using Expr = clang::Expr; // not heddle's

SourceRef refTo(SourceRange Range, const SourceManager &SM) {
  return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
          SM.getFileLoc(Range.getEnd()).getRawEncoding()};
}

/// The expression under what the language adds to pass a class by value or by
/// reference.
const Expr *strip(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreUnlessSpelledInSource()->IgnoreParens();
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner))
      if (Construct->getNumArgs() == 1 &&
          Construct->getConstructor()->isCopyOrMoveConstructor())
        Inner = Construct->getArg(0);
    if (Inner == E)
      return E;
    E = Inner;
  }
}

bool isHeddle(const NamedDecl *D) {
  const auto *NS =
      dyn_cast<NamespaceDecl>(D->getDeclContext()->getRedeclContext());
  return NS && NS->getName() == "heddle" &&
         NS->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

bool isHeddleType(QualType T, llvm::StringRef Name) {
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return D && D->getIdentifier() && D->getName() == Name && isHeddle(D);
}

/// The value of an expression of class type; also of one that names an object,
/// which is then read as the evaluator would read a scalar.
bool constantValue(ASTContext &Context, const Expr *E, APValue &Value) {
  if (!E->isPRValue())
    E = ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(),
                                 CK_LValueToRValue, const_cast<Expr *>(E),
                                 nullptr, VK_PRValue, FPOptionsOverride());
  Expr::EvalResult Result;
  if (!E->EvaluateAsConstantExpr(Result, Context) || Result.HasSideEffects)
    return false;
  Value = std::move(Result.Val);
  return true;
}

/// Members of a literal struct by name. A member that is absent, or not of the
/// expected shape, makes `Good` false: the header is then not the one of this
/// tool.
class StructReader {
public:
  StructReader(const CXXRecordDecl *Type, const APValue &Value)
      : Type(Type), Value(Value) {}

  const FieldDecl *field(llvm::StringRef Name) const {
    for (const FieldDecl *F : Type->fields())
      if (F->getName() == Name)
        return F;
    return nullptr;
  }

  const APValue *member(llvm::StringRef Name) {
    const FieldDecl *F = field(Name);
    if (!F || !Value.isStruct() ||
        F->getFieldIndex() >= Value.getStructNumFields())
      return fail();
    return &Value.getStructField(F->getFieldIndex());
  }

  int64_t integer(llvm::StringRef Name) {
    const APValue *V = member(Name);
    if (!V || !V->isInt() || V->getInt().getSignificantBits() > 64) {
      Good = false;
      return 0;
    }
    return V->getInt().getExtValue();
  }

  /// The elements of a std::array: a struct around an array, whatever the
  /// library calls it.
  const APValue *array(llvm::StringRef Name) {
    const APValue *V = member(Name);
    while (V && V->isStruct() && V->getStructNumFields() >= 1)
      V = &V->getStructField(0);
    return V && V->isArray() ? V : fail();
  }

  const APValue *fail() {
    Good = false;
    return nullptr;
  }

  const CXXRecordDecl *Type;
  const APValue &Value;
  bool Good = true;
};

const APValue &element(const APValue &Array, uint64_t Index) {
  return Index < Array.getArrayInitializedElts()
             ? Array.getArrayInitializedElt(Index)
             : Array.getArrayFiller();
}

/// The name of the enumerator with this value in the user's header.
llvm::StringRef enumeratorName(QualType Type, int64_t Value) {
  if (const auto *Enum = Type->getAs<EnumType>())
    for (const EnumConstantDecl *E : Enum->getDecl()->enumerators())
      if (E->getInitVal().getExtValue() == Value)
        return E->getName();
  return "";
}

bool readStep(const CXXRecordDecl *Type, const APValue &Value,
              mapping_step &Out) {
  StructReader Reader(Type, Value);
  int64_t Kind = Reader.integer("kind");
  Out.count = static_cast<int>(Reader.integer("count"));
  const APValue *Arguments = Reader.array("args");
  if (!Reader.Good || Out.count < 0 || Out.count > max_rank ||
      Arguments->getArraySize() != Out.args.size())
    return false;
  llvm::StringRef Name = enumeratorName(Reader.field("kind")->getType(), Kind);
  Out.kind = static_cast<combinator>(Kind);
  if (Name != name_of(Out.kind))
    return false;
  for (unsigned I = 0; I != Out.args.size(); ++I) {
    const APValue &Argument = element(*Arguments, I);
    if (!Argument.isInt())
      return false;
    Out.args[I] = Argument.getInt().getExtValue();
  }
  return true;
}

/// The element type of a std::array.
const CXXRecordDecl *elementType(const FieldDecl *Field) {
  const auto *Array = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Field->getType()->getAsCXXRecordDecl());
  if (!Array || Array->getTemplateArgs().size() == 0 ||
      Array->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return nullptr;
  return Array->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
}

bool readMappingValue(const CXXRecordDecl *Type, const APValue &Value,
                      mapping &Out) {
  StructReader Reader(Type, Value);
  Out.count = static_cast<int>(Reader.integer("count"));
  Out.error_step = static_cast<int>(Reader.integer("error_step"));
  Out.error = static_cast<violation>(Reader.integer("error"));
  const APValue *Steps = Reader.array("steps");
  if (!Reader.Good || Out.count < 0 || Out.count > max_steps ||
      Steps->getArraySize() != Out.steps.size())
    return false;
  const CXXRecordDecl *StepType = elementType(Reader.field("steps"));
  for (int I = 0; I != Out.count; ++I)
    if (!StepType || !readStep(StepType, element(*Steps, I), Out.steps[I]))
      return false;
  return true;
}

bool readStrategyValue(const CXXRecordDecl *Type, const APValue &Value,
                       strategy &Out) {
  StructReader Reader(Type, Value);
  int64_t Kind = Reader.integer("kind");
  if (!Reader.Good)
    return false;
  Out.kind = static_cast<strategy_kind>(Kind);
  return enumeratorName(Reader.field("kind")->getType(), Kind) == Out.name();
}

bool isCombinator(const FunctionDecl *F) {
  if (!F || !F->getIdentifier() || !isHeddle(F))
    return false;
  for (int Kind = 0; Kind != all_combinators::count; ++Kind)
    if (F->getName() == name_of(static_cast<combinator>(Kind)))
      return true;
  return false;
}

/// Walks inwards from the combinator applied last.
void locateSteps(const Expr *E, Annotation &A, const SourceManager &SM) {
  int Step = A.Map->count - 1;
  for (; Step >= 0; --Step) {
    E = strip(E);
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!isCombinator(Callee) || Call->getNumArgs() == 0)
      break;
    A.MapStepWhere[Step] =
        refTo(Call->getCallee()->IgnoreParenImpCasts()->getSourceRange(), SM);
    A.MapStepCall[Step] = refTo(Call->getSourceRange(), SM);
    E = Call->getArg(Call->getNumArgs() - 1);
  }
  // The rest comes from a named constant or from a function of the user.
  const auto *Call = dyn_cast<CallExpr>(E);
  SourceRange Name =
      Call ? Call->getCallee()->getSourceRange() : E->getSourceRange();
  for (; Step >= 0; --Step)
    A.MapStepWhere[Step] = refTo(Name, SM);
}

} // namespace

bool heddle::readMapping(ASTContext &Context, const clang::Expr *E,
                         Annotation &A, Report &R) {
  const SourceManager &SM = Context.getSourceManager();
  SourceRef Where = refTo(E->getSourceRange(), SM);
  A.MapText = Lexer::getSourceText(CharSourceRange::getTokenRange(
                                       SM.getFileLoc(E->getBeginLoc()),
                                       SM.getFileLoc(E->getEndLoc())),
                                   SM, Context.getLangOpts())
                  .str();
  E = strip(E);
  QualType Type = E->getType();
  bool IsMapping = isHeddleType(Type, "mapping");
  if (!IsMapping && !isHeddleType(Type, "strategy")) {
    R.add(DiagID::HD112, Where, A.MapText,
          Type.getAsString(Context.getPrintingPolicy()));
    return false;
  }
  APValue Value;
  if (!constantValue(Context, E, Value)) {
    R.add(DiagID::HD113, Where, A.MapText);
    return false;
  }
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl()->getDefinition();
  bool Good;
  if (IsMapping) {
    Good = readMappingValue(Record, Value, A.Map.emplace());
  } else {
    Good = readStrategyValue(Record, Value, A.Strategy.emplace());
  }
  if (!Good) {
    A.Map.reset();
    A.Strategy.reset();
    R.add(DiagID::HD121, Where);
    return false;
  }
  if (A.Map) {
    A.MapStepWhere.resize(A.Map->count);
    A.MapStepCall.resize(A.Map->count);
    locateSteps(E, A, SM);
  }
  return true;
}
