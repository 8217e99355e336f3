//===- Segments.cpp - Loops that list their iterations --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Segments.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

constexpr Type Handle{Type::Handle, 64, true};

const Node *segments(Reader &R, const CXXConstructExpr *E) {
  if (E->getNumArgs() != 2)
    return R.fail(E, "segments");
  return R.make(Op::Segments, Handle, {rvalue(R, E->getArg(1))});
}

/// The construction of the variable from segments, an array argument, its name.
static const CXXConstructExpr *madeFrom(const VarDecl *V) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      V && V->getInit() ? V->getInit()->IgnoreImplicit() : nullptr);
  return Made && Made->getNumArgs() == 3 ? Made : nullptr;
}

const Node *listedUpdates(Reader &R, const VarDecl *V, int64_t Slot) {
  if (!madeFrom(V))
    return R.fail(V->getInit(), "updates that are listed");
  R.Here->Slots[V] = Slot;
  Node *New = R.make(Op::NewObject, Pointer);
  New->Number = Slot;
  return New;
}

/// The element that the iteration updates.
static const Node *touch(Reader &R, const CXXMemberCallExpr *E,
                         const clang::Expr *Self) {
  const auto *Of = dyn_cast<DeclRefExpr>(Self->IgnoreParenImpCasts());
  const auto *V = Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr;
  const CXXConstructExpr *Made = madeFrom(V);
  auto At = R.Here->Slots.find(V);
  if (!Made || At == R.Here->Slots.end() || E->getNumArgs() > 2)
    return R.fail(E, "an update that is listed");
  const Node *Place = R.slot(At->second, Pointer);
  const Node *Update =
      R.make(Op::ListedUpdate, Pointer,
             {rvalue(R, Made->getArg(0)), rvalue(R, Made->getArg(1)),
              address(R, E->getArg(0)), Place});
  if (E->getNumArgs() == 1)
    return Update;
  const Type T = typeOf(R, E->getType());
  const Node *Start =
      R.make(Op::Store, T, {Place, R.convert(rvalue(R, E->getArg(1)), T)});
  return R.make(Op::Then, Pointer, {Start, Update});
}

const Node *segmentsMember(Reader &R, const CXXMemberCallExpr *E,
                           const clang::Expr *Self, llvm::StringRef Name) {
  const llvm::StringRef Class = runtimeClass(Self->getType());
  if (Class == "listed_updates" && Name == "touch")
    return touch(R, E, Self);
  if (Class != "segments")
    return nullptr;
  if (Name == "wanted")
    return R.make(Op::SegmentsWanted, Bool, {rvalue(R, Self)});
  if (Name == "sort" || Name == "check")
    return R.make(Op::Nop);
  if (Name != "next")
    return R.fail(E, "a member of segments");
  Node *New = R.make(Op::NextListed, {}, {rvalue(R, Self)});
  for (const clang::Expr *Counter : E->arguments())
    New->Kids.push_back(rvalue(R, Counter));
  return New;
}

const Node *segmentsArgument(Reader &R, const CallExpr *E) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      E->getArg(0)->getType()->getAsCXXRecordDecl());
  const FunctionDecl *F = E->getDirectCallee();
  const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  Node *New = R.make(Op::SegmentsArg, Handle, {rvalue(R, E->getArg(0))});
  New->From = I64;
  New->Extent = 8;
  if (F->getName() == "first_of")
    return New;
  if (F->getName() == "missed_by") {
    New->Number = -1;
    New->Extent = 1;
    return New;
  }
  if (!Class || !Args || Args->get(0).getKind() != TemplateArgument::Integral)
    return R.fail(E, "counters that are not listed");
  const llvm::ArrayRef<TemplateArgument> Types =
      Class->getTemplateArgs()[0].getPackAsArray();
  const uint64_t K = Args->get(0).getAsIntegral().getZExtValue();
  if (K >= Types.size())
    return R.fail(E, "counters that are not listed");
  New->Number = static_cast<int64_t>(K) + 1;
  New->From = typeOf(R, Types[K].getAsType());
  New->Extent = sizeOf(R, Types[K].getAsType());
  return New;
}

bool asksForSegments(const clang::Expr *Condition) {
  const auto *C = dyn_cast<CXXMemberCallExpr>(Condition->IgnoreParenImpCasts());
  return C &&
         runtimeClass(C->getImplicitObjectArgument()->getType()) == "segments";
}

} // namespace validate
} // namespace heddle
