//===- LocalTypes.cpp - Structures of the function around a nest ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/LocalTypes.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// "double x[3]"; none where the type is no number nor one of Moved.
static std::optional<std::string>
fieldText(const NestReader &NR, const FieldDecl *F,
          llvm::ArrayRef<const CXXRecordDecl *> Moved) {
  std::string Extents;
  QualType T = F->getType();
  while (const auto *A = NR.Ctx.getAsConstantArrayType(T)) {
    Extents += "[" + std::to_string(A->getZExtSize()) + "]";
    T = A->getElementType();
  }
  T = T.getCanonicalType();
  if (T.hasQualifiers() || F->isBitField() || F->hasInClassInitializer() ||
      F->isMutable() || F->hasAttrs() || !F->getIdentifier() ||
      !(T->isArithmeticType() && T->isBuiltinType()) &&
          !llvm::is_contained(Moved, T->getAsCXXRecordDecl()))
    return std::nullopt;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return (R ? R->getName().str() : T.getAsString(NR.Ctx.getPrintingPolicy())) +
         " " + F->getName().str() + Extents;
}

/// Nothing but its data, which anybody may name.
static bool isPlain(const CXXRecordDecl *R) {
  return R->isThisDeclarationADefinition() && R->isStruct() &&
         R->getIdentifier() && R->getNumBases() == 0 && !R->hasAttrs() &&
         !R->isDependentContext() && R->isAggregate() &&
         llvm::all_of(R->decls(), [](const Decl *D) {
           return D->isImplicit() || isa<FieldDecl>(D);
         });
}

/// The nest names something else by R's name, which R would hide or be.
static bool isNameShared(const NestReader &NR, const CXXRecordDecl *R) {
  if (llvm::any_of(NR.Names.MovedTypes, [R](const CXXRecordDecl *Other) {
        return Other->getIdentifier() == R->getIdentifier();
      }))
    return true;
  const auto Named = NR.Names.NameUse.find(R->getName());
  return Named != NR.Names.NameUse.end() &&
         llvm::any_of(Named->second, [R](const Decl *D) {
           return D != R->getCanonicalDecl();
         });
}

/// Adds R behind the structures that it has.
static bool addType(const NestReader &NR, const CXXRecordDecl *R,
                    std::vector<const CXXRecordDecl *> &Moved) {
  if (llvm::is_contained(Moved, R))
    return true;
  if (!isa<FunctionDecl>(R->getDeclContext()) || !isPlain(R) ||
      isNameShared(NR, R))
    return false;
  return llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) {
                        const auto *Part =
                            NR.Ctx.getBaseElementType(F->getType())
                                ->getAsCXXRecordDecl();
                        return (!Part || !Part->getDefinition() ||
                                addType(NR, Part->getDefinition(), Moved)) &&
                               fieldText(NR, F, Moved);
                      }) &&
         (Moved.push_back(R), true);
}

bool moveType(NestReader &NR, const Decl *D) {
  const auto *R = dyn_cast<CXXRecordDecl>(D);
  if (!R || !R->getDefinition() || NR.isInCopy())
    return false;
  return addType(NR, R->getDefinition(), NR.Names.MovedTypes);
}

void declareTypes(NestReader &NR) {
  if (NR.Failed || NR.Names.MovedTypes.empty())
    return;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Scope.Privates.Body);
  const std::optional<unsigned> At =
      Block && !Block->body_empty()
          ? beginOf(NR, Block->body_front()->getBeginLoc())
          : std::nullopt;
  if (!At) {
    NR.error(DiagID::HD157, NR.Nest->Where,
             NR.Names.MovedTypes.front()->getName());
    return;
  }
  std::string Text;
  for (const CXXRecordDecl *R : NR.Names.MovedTypes) {
    Text += "struct " + R->getName().str() + " {";
    for (const FieldDecl *F : R->fields())
      Text += " " + *fieldText(NR, F, NR.Names.MovedTypes) + ";";
    // Another packing may be in force where the kernel stands.
    Text +=
        " }; static_assert(sizeof(" + R->getName().str() + ") == " +
        std::to_string(NR.Ctx.getTypeSizeInChars(NR.Ctx.getCanonicalTagType(R))
                           .getQuantity()) +
        ", \"another layout\"); ";
  }
  NR.Texts.Declarations.push_back({*At, *At, Text});
}

} // namespace heddle
