//===- Runtime.cpp - What the functions of the runtime mean ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Runtime.h"
#include "Validate/Read/Claims.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Inspect.h"
#include "Validate/Read/LastValues.h"
#include "Validate/Read/Launches.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Segments.h"
#include "Validate/Read/Tables.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

/// The list that a std::initializer_list is made from.
static const clang::Expr *initializerList(const clang::Expr *E) {
  E = withoutCopies(E);
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    E = withoutCopies(L->getSubExpr());
  return E;
}

static const Node *arrayArgument(Reader &R, const CallExpr *E, Access How) {
  Node *New = R.make(Op::ArrayArg, {Type::Handle, 64, true});
  New->Number = static_cast<int64_t>(How);
  QualType Element;
  if (How == Access::Copy) {
    // The copy is of an array argument: its pointer is what was passed there.
    const FunctionDecl *F = E->getDirectCallee();
    const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
    if (!Args || Args->size() < 1 ||
        Args->get(0).getKind() != TemplateArgument::Type)
      return R.fail(E, "a copy");
    Element = Args->get(0).getAsType();
    Node *Of = R.make(Op::PointerOf, Pointer, {rvalue(R, E->getArg(0))});
    New->Kids.push_back(Of);
  } else {
    const clang::Expr *P = E->getArg(0);
    New->Kids.push_back(value(R, P));
    Element = P->getType()->getPointeeType();
  }
  if (Element.isNull())
    return R.fail(E, "an array argument");
  New->Kids.push_back(rvalue(R, E->getArg(1)));
  New->Kids.push_back(rvalue(R, E->getArg(2)));
  New->Extent = scalarSize(R, Element);
  return New;
}

/// in_rows(table, {{first, last}, ...}) and its kin.
static const Node *tableArgument(Reader &R, const CallExpr *E, Access How) {
  const auto *Sides = dyn_cast<InitListExpr>(withoutCopies(E->getArg(1)));
  std::vector<const Node *> Ends;
  for (unsigned L = 0; Sides && L != Sides->getNumInits(); ++L) {
    const auto *Two = dyn_cast<InitListExpr>(withoutCopies(Sides->getInit(L)));
    if (!Two || Two->getNumInits() != 2)
      return R.fail(E, "the ends of a subscript");
    Ends.push_back(rvalue(R, Two->getInit(0)));
    Ends.push_back(rvalue(R, Two->getInit(1)));
  }
  const Node *Table = tableOf(R, E->getArg(0), Ends, How);
  return Table ? Table : R.fail(E, "the rows of a table");
}

const Node *memoryOf(Reader &R, const CXXConstructExpr *E) {
  const bool One = runtimeClass(E->getType()) == "temporary";
  Node *New =
      R.make(One ? Op::Temporary : Op::Placed, {Type::Handle, 64, true});
  for (unsigned I = One ? 0 : 1; I < E->getNumArgs(); ++I)
    New->Kids.push_back(rvalue(R, E->getArg(I)));
  if (One)
    New->Extent = scalarSize(R, cast<ClassTemplateSpecializationDecl>(
                                    E->getType()->getAsCXXRecordDecl())
                                    ->getTemplateArgs()[0]
                                    .getAsType());
  return New;
}

const Node *hostCopy(Reader &R, const VarDecl *V, int64_t Slot) {
  const auto *Made =
      V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit())
                   : nullptr;
  if (!Made || Made->getNumArgs() != 3)
    return R.fail(V->getInit(), "a copy for CPU threads");
  const Node *Pointed =
      R.make(Op::HostCopy, Pointer, {rvalue(R, Made->getArg(2))});
  R.Here->Slots[V] = Slot;
  return R.set(Slot, Pointed);
}

/// The pointer of a host_copy that the text has declared.
static const Node *pointerToCopy(Reader &R, const clang::Expr *Self) {
  const auto *D = dyn_cast<DeclRefExpr>(withoutCopies(Self));
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  const auto At = V ? R.Here->Slots.find(V) : R.Here->Slots.end();
  return At == R.Here->Slots.end() ? R.fail(Self, "a copy for CPU threads")
                                   : R.slot(At->second, Pointer);
}

/// first_found({{condition, reason}, ...}): a pointer, null where none holds.
static const Node *firstFound(Reader &R, const CallExpr *E) {
  const Type T = typeOf(R, E->getType());
  const auto *All = dyn_cast<InitListExpr>(initializerList(E->getArg(0)));
  const Node *Any = R.constant(0, Bool);
  for (unsigned I = 0; All && I != All->getNumInits(); ++I) {
    const auto *One =
        dyn_cast<InitListExpr>(All->getInit(I)->IgnoreParenImpCasts());
    if (!One || One->getNumInits() != 2)
      return R.fail(E, "a list of obstacles");
    Any = R.make(Op::Either, Bool, {Any, rvalue(R, One->getInit(0))});
  }
  if (!All)
    return R.fail(E, "a list of obstacles");
  return R.make(Op::Choose, T, {Any, R.constant(1, T), R.constant(0, T)});
}

/// The number that block_x(), ... and thread_z() have in Op::Coord; -1: another
/// function.
static int coordinateOf(llvm::StringRef Name) {
  return llvm::StringSwitch<int>(Name)
      .Case("block_x", 0)
      .Case("block_y", 1)
      .Case("block_z", 2)
      .Case("thread_x", 3)
      .Case("thread_y", 4)
      .Case("thread_z", 5)
      .Default(-1);
}

/// Functions of numbers; null: another one.
static const Node *numberCall(Reader &R, const CallExpr *E,
                              llvm::StringRef Name) {
  const Type T = typeOf(R, E->getType());
  if (const int Which = coordinateOf(Name); Which >= 0) {
    Node *New = R.make(Op::Coord, T);
    New->Number = Which;
    return New;
  }
  const auto Division = llvm::StringSwitch<Op>(Name)
                            .Case("ceil_div", Op::CeilDiv)
                            .Case("floor_div", Op::FloorDiv)
                            .Case("floor_mod", Op::FloorMod)
                            .Case("trunc_div", Op::TruncDiv)
                            .Case("trunc_mod", Op::TruncMod)
                            .Default(Op::Nop);
  if (Division != Op::Nop)
    return R.make(Division, T,
                  {rvalue(R, E->getArg(0)), rvalue(R, E->getArg(1))});
  if ((Name == "min_of" || Name == "max_of") && T.K == Type::Checked) {
    const Node *All = rvalue(R, E->getArg(0));
    for (unsigned I = 1; I != E->getNumArgs(); ++I)
      All = R.make(Name == "min_of" ? Op::Least : Op::Most, T,
                   {All, rvalue(R, E->getArg(I))});
    return All;
  }
  if (Name == "full_runs")
    return R.make(Op::WholeRuns, {Type::Checked, 64, true},
                  {rvalue(R, E->getArg(0))});
  if (Name == "aligned")
    return rvalue(R, E->getArg(0));
  if (Name == "select" || Name == "either")
    return R.make(Op::Choose, T,
                  {rvalue(R, E->getArg(0)), rvalue(R, E->getArg(1)),
                   rvalue(R, E->getArg(2))});
  return nullptr;
}

/// grown<result, behind>(array)
static const Node *grownArgument(Reader &R, const CallExpr *E) {
  const TemplateArgumentList *Args =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  if (!Args || Args->size() < 2 ||
      Args->get(0).getKind() != TemplateArgument::Integral ||
      Args->get(1).getKind() != TemplateArgument::Integral)
    return R.fail(E, "an array that grows");
  Node *New =
      R.make(Op::GrownArg, {Type::Handle, 64, true}, {rvalue(R, E->getArg(0))});
  New->Number = Args->get(0).getAsIntegral().getExtValue();
  New->Extent = !Args->get(1).getAsIntegral().isZero();
  return New;
}

/// update<by>(element, value)
static const Node *update(Reader &R, const CallExpr *E) {
  const TemplateArgumentList *Args =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  Combine By;
  if (!Args || !combineOf(Args->get(0).getAsType(), By))
    return R.fail(E, "an update");
  const Type Element = typeOf(R, E->getArg(0)->getType());
  Node *New = R.make(
      Op::Update, Element,
      {address(R, E->getArg(0)), R.convert(rvalue(R, E->getArg(1)), Element)});
  New->Number = static_cast<int64_t>(By);
  return New;
}

const Node *runtimeCall(Reader &R, const CallExpr *E, llvm::StringRef Name) {
  if (const Node *Number = numberCall(R, E, Name))
    return Number;
  const Type T = typeOf(R, E->getType());
  const int How = llvm::StringSwitch<int>(Name)
                      .Case("in", int(Access::In))
                      .Cases({"out", "scratch"}, int(Access::Out))
                      .Case("inout", int(Access::InOut))
                      .Case("copied", int(Access::Copy))
                      .Default(-1);
  const int OfRows = llvm::StringSwitch<int>(Name)
                         .Case("in_rows", int(Access::In))
                         .Case("out_rows", int(Access::Out))
                         .Case("inout_rows", int(Access::InOut))
                         .Default(-1);
  if (Name == "copied_rows")
    return R.make(Op::RowsCopy, {Type::Handle, 64, true},
                  {rvalue(R, E->getArg(0))});
  if (OfRows >= 0)
    return tableArgument(R, E, static_cast<Access>(OfRows));
  if (How >= 0)
    return arrayArgument(R, E, static_cast<Access>(How));
  if (Name == "disjoint") {
    // From storage: what the array must not reach, which is not modelled.
    for (const clang::Expr *A : E->arguments())
      if (runtimeClass(A->getType()) == "footprint")
        return R.constant(1, T);
    return R.make(Op::Apart, T,
                  {rvalue(R, E->getArg(0)), rvalue(R, E->getArg(1))});
  }
  if (Name == "first_found")
    return firstFound(R, E);
  if (Name == "claimed_apart" || Name == "storage")
    return R.constant(Name == "storage" ? 0 : 1, T);
  if (Name == "checks_claims") // nobody asks for that
    return R.constant(0, T);
  if (Name == "scan")
    return scan(R, E);
  if (Name == "grown")
    return grownArgument(R, E);
  if (Name == "run" || Name == "run_blocks" || Name == "reduce" ||
      Name == "each" || Name == "phase")
    return launch(R, E, Name == "reduce");
  if (Name == "only_loops") // each launch tells of all paths
    return R.constant(0, T);
  if (Name == "nothing" || Name == "sequential" || Name == "as_written" ||
      Name == "as_loops") {
    readPaths(R, E->getType());
    return R.constant(Name == "nothing" ? R.N.Nothing : R.N.Sequential, T);
  }
  if (Name == "holds") // else anything may follow
    return R.make(Op::If, {},
                  {rvalue(R, E->getArg(0)), R.make(Op::Nop),
                   R.make(Op::Undefined)});
  // checkPrivates looks at the first; the next keeps the time, and the last one
  // brings an element back from a device.
  if (Name == "privates" || Name == "loops_ended" || Name == "host_reads")
    return R.make(Op::Nop, {});
  if (Name == "kept")
    return keptVariable(R, E);
  if (const Node *Counter = counterBehind(R, E, Name))
    return Counter;
  if (Name == "first_of" || Name == "counters_of" || Name == "missed_by")
    return segmentsArgument(R, E);
  if (Name == "seen")
    return rvalue(R, E->getArg(0));
  if (Name == "update" && !isa<CXXMemberCallExpr>(E))
    return update(R, E);
  return nullptr;
}

const Node *runtimeMember(Reader &R, const CXXMemberCallExpr *E,
                          const clang::Expr *Self, llvm::StringRef Name) {
  if (const Node *Claim = claimMember(R, E, Self, Name))
    return Claim;
  if (const Node *Listed = segmentsMember(R, E, Self, Name))
    return Listed;
  if (const Node *Inspected = inspectMember(R, E, Self, Name))
    return Inspected;
  if (Name == "pointer" && runtimeClass(Self->getType()) == "host_copy")
    return pointerToCopy(R, Self);
  const Type T = typeOf(R, E->getType());
  const Node *This = rvalue(R, withoutCopies(Self));
  if (Name == "certain")
    return R.make(Op::Certain, T, {This});
  if (Name == "impossible")
    return R.make(Op::Impossible, T, {This});
  // Pointers to rows are never null here.
  if (Name == "usable")
    return R.constant(1, T);
  if (Name == "apart")
    return R.make(Op::RowsApart, T, {This});
  // Whether a thread space suits is a question of cost: a launch may take it
  // or the next one, and each is run.
  if (Name == "fits" || Name == "suits")
    return R.make(Op::Fits, T, {This});
  if (Name == "value" && This->Ty.K == Type::Checked)
    return R.convert(This, T);
  if (runtimeClass(Self->getType()) == "float16")
    return R.convert(This, T);
  if (runtimeClass(Self->getType()) == "divisor") {
    if (Name == "value")
      return R.convert(This, T);
    const Type D = This->Ty;
    if (Name == "div" || Name == "mod")
      return R.make(
          Name == "div" ? Op::Div : Op::Rem, T,
          {R.convert(rvalue(R, E->getArg(0)), D), R.convert(This, D)});
  }
  return R.fail(E, "a member of the runtime ('" + Name.str() + "')");
}

} // namespace validate
} // namespace heddle
