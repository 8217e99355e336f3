//===- Inspect.cpp - Loops that look at their subscripts ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Inspect.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace heddle {
namespace validate {

/// The construction of the variable from an inspector and a pointer.
static const CXXConstructExpr *madeFrom(const VarDecl *V) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      V && V->getInit() ? V->getInit()->IgnoreImplicit() : nullptr);
  return Made && Made->getNumArgs() == 2 ? Made : nullptr;
}

static int64_t elementBytes(Reader &R, const CXXConstructExpr *Made) {
  const QualType To = Made->getArg(1)->getType()->getPointeeType();
  return To.isNull() ? 0 : sizeOf(R, R.Ctx.getBaseElementType(To));
}

const Node *hullVariable(Reader &R, const VarDecl *V, int64_t Slot) {
  const CXXConstructExpr *Made = madeFrom(V);
  const int64_t Bytes = Made ? elementBytes(R, Made) : 0;
  if (Bytes <= 0)
    return R.fail(V->getInit(), "what a pass finds of an array");
  R.Here->Slots[V] = Slot;
  R.Hulls[V] = Slot;
  Node *Ignored = R.make(Op::NewObject, Pointer);
  Ignored->Number = Slot;
  Node *New =
      R.make(Op::Hull, {}, {value(R, Made->getArg(1)), R.slot(Slot, Pointer)});
  New->Number = Slot;
  New->Extent = Bytes;
  return R.list({Ignored, New});
}

/// The slot of the hull that Self names, in functions of the pass too.
static std::optional<int64_t> hullNamed(const Reader &R,
                                        const clang::Expr *Self) {
  const auto *Of = dyn_cast<DeclRefExpr>(Self->IgnoreParenImpCasts());
  const auto *V = Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr;
  const auto At = R.Hulls.find(V);
  if (!madeFrom(V) || At == R.Hulls.end())
    return std::nullopt;
  return At->second;
}

/// The pointer to what may be stored to instead.
static Node *ignored(Reader &R, int64_t Hull) {
  Node *Ignored = R.make(Op::HullIgnored, Pointer);
  Ignored->Number = Hull;
  return Ignored;
}

/// The same where the stores are made and taken back.
static const Node *changed(Reader &R, const CXXMemberCallExpr *E,
                           int64_t Hull) {
  const QualType Element = E->getArg(0)->getType();
  Node *Change = R.make(Op::HullChange, Pointer,
                        {address(R, E->getArg(0)), ignored(R, Hull),
                         R.constant(0, typeOf(R, Element))});
  Change->Number = Hull;
  Change->Extent = sizeOf(R, Element);
  return Change;
}

/// read(element), write(element), update(element), update(element, start)
static const Node *touched(Reader &R, const CXXMemberCallExpr *E, int64_t Hull,
                           llvm::StringRef Name) {
  const QualType Element = E->getArg(0)->getType();
  const Type T = typeOf(R, Element);
  Node *Touch = R.make(Name == "read" ? Op::HullTouch : Op::HullStore, Pointer,
                       {address(R, E->getArg(0))});
  Touch->Number = Hull;
  Touch->Extent = sizeOf(R, Element);
  if (Name == "read")
    return Touch;
  if (R.TakenBack.contains(Hull))
    return changed(R, E, Hull);
  const bool Reads = Name == "update" && E->getNumArgs() == 1;
  const Node *Start = Name == "write" ? R.constant(0, T)
                      : Reads         ? R.make(Op::Load, T, {Touch})
                                      : R.convert(rvalue(R, E->getArg(1)), T);
  const Node *Place = ignored(R, Hull);
  const Node *Store = R.make(Op::Store, T, {Place, Start});
  const Node *Begun = R.make(Op::Then, Pointer, {Store, Place});
  return Reads ? Begun : R.make(Op::Then, Pointer, {Touch, Begun});
}

const Node *inspectMember(Reader &R, const CXXMemberCallExpr *E,
                          const clang::Expr *Self, llvm::StringRef Name) {
  const llvm::StringRef Class = runtimeClass(Self->getType());
  if (Class == "inspector") {
    // Storage that no store may reach is not modelled.
    if (Name == "wanted")
      return R.constant(1, Bool);
    if (Name == "next")
      return R.make(Op::HullNext);
    if (Name == "why")
      return R.constant(0, Pointer);
    return Name == "keeps" ? R.make(Op::Nop) : R.fail(E, "an inspector");
  }
  if (Class != "hull")
    return nullptr;
  const std::optional<int64_t> Hull = hullNamed(R, Self);
  if (!Hull)
    return R.fail(E, "what a pass finds of an array");
  if (Name == "taken_back")
    R.TakenBack.insert(*Hull);
  if (Name == "stored" || Name == "taken_back")
    return R.make(Op::Nop);
  if (Name == "tell_apart") {
    Node *Apart = R.make(Op::HullApart);
    Apart->Number = *Hull;
    return Apart;
  }
  // A structure may be read as a whole, where a function takes it.
  if (Name == "read" || ((Name == "write" || Name == "update") &&
                         typeOf(R, E->getArg(0)->getType()).K != Type::None))
    return touched(R, E, *Hull, Name);
  if (Name != "first" && Name != "last")
    return R.fail(E, "what a pass finds of an array");
  Node *End = R.make(Op::HullEnd, typeOf(R, E->getType()));
  End->Number = *Hull;
  End->Extent = Name == "last";
  return End;
}

const LambdaExpr *inspectedLoops(const clang::Expr *Condition) {
  const auto *Not = dyn_cast<UnaryOperator>(Condition->IgnoreParenImpCasts());
  const auto *Call = Not && Not->getOpcode() == UO_LNot
                         ? dyn_cast<CXXMemberCallExpr>(
                               Not->getSubExpr()->IgnoreParenImpCasts())
                         : nullptr;
  if (!Call || Call->getNumArgs() != 1 ||
      runtimeClass(Call->getImplicitObjectArgument()->getType()) != "inspector")
    return nullptr;
  return dyn_cast<LambdaExpr>(Call->getArg(0)->IgnoreImplicit());
}

} // namespace validate
} // namespace heddle
