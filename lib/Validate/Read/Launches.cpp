//===- Launches.cpp - What the runtime's functions mean -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/PhaseReader.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

/// The expression that E copies or moves, whatever temporaries are on the way.
static const clang::Expr *withoutCopies(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *W = dyn_cast<FullExpr>(E))
      E = W->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1)
      E = C->getArg(0);
    else
      return E;
  }
}

/// The list that a std::initializer_list is made from.
static const clang::Expr *initializerList(const clang::Expr *E) {
  E = withoutCopies(E);
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    E = withoutCopies(L->getSubExpr());
  return E;
}

/// The values of rt::path, which functions of type T return.
void Reader::readPaths(QualType T) {
  const auto *E = T.getCanonicalType()->getAs<EnumType>();
  if (!E || SawPaths)
    return;
  SawPaths = true;
  for (const EnumConstantDecl *C :
       E->getDecl()->getDefinitionOrSelf()->enumerators()) {
    const int64_t V = bitsOf(C->getInitVal());
    if (C->getName() == "done")
      N.Done = V;
    else if (C->getName() == "nothing")
      N.Nothing = V;
    else if (C->getName() == "sequential")
      N.Sequential = V;
    else if (C->getName() == "parallel")
      N.ParallelPath = V;
  }
}

const Node *Reader::arrayArgument(const CallExpr *E, Access How) {
  Node *New = make(Op::ArrayArg, {Type::Handle, 64, true});
  New->Number = static_cast<int64_t>(How);
  QualType Element;
  if (How == Access::Copy) {
    // The copy is of an array argument: its pointer is what was passed there.
    const FunctionDecl *F = E->getDirectCallee();
    const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
    if (!Args || Args->size() < 1 ||
        Args->get(0).getKind() != TemplateArgument::Type)
      return fail(E, "a copy");
    Element = Args->get(0).getAsType();
    Node *Of =
        make(Op::PointerOf, {Type::Pointer, 64, false}, {rvalue(E->getArg(0))});
    New->Kids.push_back(Of);
  } else {
    const clang::Expr *P = E->getArg(0);
    New->Kids.push_back(value(P));
    Element = P->getType()->getPointeeType();
  }
  if (Element.isNull())
    return fail(E, "an array argument");
  New->Kids.push_back(rvalue(E->getArg(1)));
  New->Kids.push_back(rvalue(E->getArg(2)));
  New->Extent = scalarSize(Element);
  return New;
}

/// shape{{grid x, y, z}, {block x, y, z}}
const Node *Reader::shape(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *W = dyn_cast<FullExpr>(E))
      E = W->getSubExpr();
    else
      break;
  }
  const auto *Outer = dyn_cast<InitListExpr>(E);
  if (!Outer || Outer->getNumInits() != 2)
    return fail(E, "a thread space");
  Node *New = make(Op::Shape, {Type::Handle, 64, true});
  for (unsigned I = 0; I != 2; ++I) {
    const auto *Inner =
        dyn_cast<InitListExpr>(Outer->getInit(I)->IgnoreParens());
    if (!Inner || Inner->getNumInits() != 3)
      return fail(E, "a thread space");
    for (unsigned K = 0; K != 3; ++K)
      New->Kids.push_back(rvalue(Inner->getInit(K)));
  }
  return New;
}

bool Reader::combineOf(QualType By, Combine &Out) const {
  const int Found = llvm::StringSwitch<int>(runtimeClass(By))
                        .Case("sum", int(Combine::Sum))
                        .Case("difference", int(Combine::Difference))
                        .Case("product", int(Combine::Product))
                        .Case("max", int(Combine::Max))
                        .Case("min", int(Combine::Min))
                        .Case("fmax", int(Combine::FMax))
                        .Case("fmin", int(Combine::FMin))
                        .Case("bit_and", int(Combine::BitAnd))
                        .Case("bit_or", int(Combine::BitOr))
                        .Case("bit_xor", int(Combine::BitXor))
                        .Default(-1);
  Out = static_cast<Combine>(Found);
  return Found >= 0;
}

static const FunctionDecl *functionOf(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    E = U->getSubExpr()->IgnoreParenImpCasts();
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
}

/// Whether all that the kernel of a reduction does is to pass its parameters
/// on: reduce_blocks<At>(blocks, into(parts...), parameters...).
static bool passesOn(const FunctionDecl *Kernel, const FunctionDecl *At,
                     size_t Results) {
  const FunctionDecl *Def = nullptr;
  if (!Kernel || !At || !Kernel->hasBody(Def))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  const clang::Expr *Only = Body && Body->size() == 1
                                ? dyn_cast<clang::Expr>(*Body->body_begin())
                                : nullptr;
  const auto *Call =
      Only ? dyn_cast<CallExpr>(Only->IgnoreImplicit()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const TemplateArgumentList *Args = F && runtimeName(F) == "reduce_blocks"
                                         ? F->getTemplateSpecializationArgs()
                                         : nullptr;
  if (!Args || Args->get(0).getKind() != TemplateArgument::Declaration ||
      Args->get(0).getAsDecl()->getCanonicalDecl() != At->getCanonicalDecl())
    return false;
  const size_t Count = Def->getNumParams();
  if (Count < Results + 1 || Call->getNumArgs() != Count - Results + 1)
    return false;
  const auto Is = [&](const clang::Expr *E, size_t Parameter) {
    E = withoutCopies(E);
    const auto *D = dyn_cast<DeclRefExpr>(E);
    return D && D->getDecl() == Def->getParamDecl(Parameter);
  };
  for (size_t I = 0; I != Count - Results - 1; ++I)
    if (!Is(Call->getArg(I + 2), I))
      return false;
  return Is(Call->getArg(0), Count - 1);
}

/// run<true>, which calls the kernel once a block on the host.
static bool takesBlocks(const FunctionDecl *Run) {
  const TemplateArgumentList *Args = Run->getTemplateSpecializationArgs();
  return !Args || !Args->size() ||
         Args->get(0).getKind() != TemplateArgument::Integral ||
         !Args->get(0).getAsIntegral().isZero();
}

/// run(site, shape, kernel, arguments...), and
/// reduce<at>(site, shape, kernel, results(...), arguments...).
const Node *Reader::run(const CallExpr *E, bool Reduces) {
  if (E->getNumArgs() < 3)
    return fail(E, "a phase that is not a statement of a kernel in phases");
  readPaths(E->getType());
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Kernel = functionOf(E->getArg(2));
  LaunchSite Site;
  Site.Reduces = Reduces;
  Node *New = make(Op::Run, typeOf(E->getType()));
  New->Kids.push_back(rvalue(E->getArg(1)));
  unsigned First = 3;
  if (Reduces) {
    const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
    Kernel = nullptr;
    if (Args && Args->size() &&
        Args->get(0).getKind() == TemplateArgument::Declaration)
      Kernel = dyn_cast<FunctionDecl>(Args->get(0).getAsDecl());
    const auto *All = dyn_cast<CallExpr>(withoutCopies(E->getArg(3)));
    if (!All)
      return fail(E, "the results of a reduction");
    for (const clang::Expr *A : All->arguments()) {
      const auto *One = dyn_cast<CallExpr>(withoutCopies(A));
      const FunctionDecl *By = One ? One->getDirectCallee() : nullptr;
      const TemplateArgumentList *Of =
          By ? By->getTemplateSpecializationArgs() : nullptr;
      LaunchSite::Result Result;
      if (!Of || Of->size() < 3 || By->getName() != "reduced" ||
          !combineOf(Of->get(0).getAsType(), Result.By))
        return fail(E, "the results of a reduction");
      Result.Accumulator = typeOf(Of->get(1).getAsType());
      Result.Element = typeOf(Of->get(2).getAsType());
      Site.Results.push_back(Result);
      New->Kids.push_back(rvalue(One->getArg(0)));
    }
    First = 4;
    if (!passesOn(functionOf(E->getArg(2)), Kernel, Site.Results.size()))
      N.Wrong = "the kernel of the reduction does not pass on what it is given";
  }
  if (!Kernel)
    return fail(E, "a launch of no kernel");
  const bool InPhases = runtimeName(F) == "run_blocks";
  if (!InPhases && !Reduces && takesBlocks(F))
    return fail(E, "a launch by blocks");
  const int Index = InPhases ? Phases->kernel(Kernel) : function(Kernel);
  if (Index < 0)
    return fail(E, "a kernel without text");
  Site.Kernel = static_cast<unsigned>(Index);
  const size_t Expected = N.Functions[Index].Params.size() -
                          (Reduces ? 2 + Site.Results.size() : 0);
  if (E->getNumArgs() - First != Expected)
    return fail(E, "a launch with other arguments than the kernel's");
  for (unsigned I = First; I != E->getNumArgs(); ++I) {
    New->Kids.push_back(rvalue(E->getArg(I)));
    Site.IsStage |= !Reduces &&
                    runtimeClass(E->getArg(I)->getType()) == "temporary" &&
                    !Kernel->getParamDecl(I - First)
                         ->getType()
                         ->getPointeeType()
                         .isConstQualified();
  }
  New->Number = static_cast<int64_t>(N.Launches.size());
  N.Launches.push_back(Site);
  return New;
}

/// temporary<T>(elements), and temporaries(site, temporary...).
const Node *Reader::memoryOf(const CXXConstructExpr *E) {
  const bool One = runtimeClass(E->getType()) == "temporary";
  Node *New = make(One ? Op::Temporary : Op::Placed, {Type::Handle, 64, true});
  for (unsigned I = One ? 0 : 1; I < E->getNumArgs(); ++I)
    New->Kids.push_back(rvalue(E->getArg(I)));
  if (One)
    New->Extent = scalarSize(cast<ClassTemplateSpecializationDecl>(
                                 E->getType()->getAsCXXRecordDecl())
                                 ->getTemplateArgs()[0]
                                 .getAsType());
  return New;
}

/// first_found({{condition, reason}, ...}): a pointer, null where none holds.
const Node *Reader::firstFound(const CallExpr *E) {
  const Type Bool{Type::Int, 1, false}, T = typeOf(E->getType());
  const auto *All = dyn_cast<InitListExpr>(initializerList(E->getArg(0)));
  const Node *Any = constant(0, Bool);
  for (unsigned I = 0; All && I != All->getNumInits(); ++I) {
    const auto *One =
        dyn_cast<InitListExpr>(All->getInit(I)->IgnoreParenImpCasts());
    if (!One || One->getNumInits() != 2)
      return fail(E, "a list of obstacles");
    Any = make(Op::Either, Bool, {Any, rvalue(One->getInit(0))});
  }
  if (!All)
    return fail(E, "a list of obstacles");
  return make(Op::Choose, T, {Any, constant(1, T), constant(0, T)});
}

/// Null: a function like others.
const Node *Reader::runtimeCall(const CallExpr *E, const FunctionDecl *F,
                                llvm::StringRef Name) {
  const Type T = typeOf(E->getType());
  const auto Coordinate = [&](int64_t I) {
    Node *New = make(Op::Coord, T);
    New->Number = I;
    return New;
  };
  const int Which = llvm::StringSwitch<int>(Name)
                        .Case("block_x", 0)
                        .Case("block_y", 1)
                        .Case("block_z", 2)
                        .Case("thread_x", 3)
                        .Case("thread_y", 4)
                        .Case("thread_z", 5)
                        .Default(-1);
  if (Which >= 0)
    return Coordinate(Which);
  const auto Division = llvm::StringSwitch<Op>(Name)
                            .Case("ceil_div", Op::CeilDiv)
                            .Case("floor_div", Op::FloorDiv)
                            .Case("floor_mod", Op::FloorMod)
                            .Case("trunc_div", Op::TruncDiv)
                            .Case("trunc_mod", Op::TruncMod)
                            .Default(Op::Nop);
  if (Division != Op::Nop)
    return make(Division, T, {rvalue(E->getArg(0)), rvalue(E->getArg(1))});
  if ((Name == "min_of" || Name == "max_of") && T.K == Type::Checked) {
    const Node *All = rvalue(E->getArg(0));
    for (unsigned I = 1; I != E->getNumArgs(); ++I)
      All = make(Name == "min_of" ? Op::Least : Op::Most, T,
                 {All, rvalue(E->getArg(I))});
    return All;
  }
  if (Name == "select")
    return make(
        Op::Choose, T,
        {rvalue(E->getArg(0)), rvalue(E->getArg(1)), rvalue(E->getArg(2))});
  const int How = llvm::StringSwitch<int>(Name)
                      .Case("in", int(Access::In))
                      .Cases({"out", "scratch"}, int(Access::Out))
                      .Case("inout", int(Access::InOut))
                      .Case("copied", int(Access::Copy))
                      .Default(-1);
  if (How >= 0)
    return arrayArgument(E, static_cast<Access>(How));
  if (Name == "disjoint") {
    // From storage: what the array must not reach, which is not modelled.
    for (const clang::Expr *A : E->arguments())
      if (runtimeClass(A->getType()) == "footprint")
        return constant(1, T);
    return make(Op::Apart, T, {rvalue(E->getArg(0)), rvalue(E->getArg(1))});
  }
  if (Name == "first_found")
    return firstFound(E);
  if (Name == "claimed_apart" || Name == "storage")
    return constant(Name == "storage" ? 0 : 1, T);
  if (Name == "run" || Name == "run_blocks" || Name == "reduce" ||
      Name == "each" || Name == "phase")
    return run(E, Name == "reduce");
  if (Name == "nothing" || Name == "sequential" || Name == "as_written") {
    readPaths(E->getType());
    return constant(Name == "nothing" ? N.Nothing : N.Sequential, T);
  }
  if (Name == "seen")
    return rvalue(E->getArg(0));
  if (Name == "update") {
    const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
    Combine By;
    if (!Args || !combineOf(Args->get(0).getAsType(), By))
      return fail(E, "an update");
    const Type Element = typeOf(E->getArg(0)->getType());
    Node *New =
        make(Op::Update, Element,
             {address(E->getArg(0)), convert(rvalue(E->getArg(1)), Element)});
    New->Number = static_cast<int64_t>(By);
    return New;
  }
  return nullptr;
}

/// Members of checked numbers, shapes and divisors.
const Node *Reader::runtimeMember(const CXXMemberCallExpr *E,
                                  const clang::Expr *Self,
                                  llvm::StringRef Name) {
  const Type T = typeOf(E->getType());
  const Node *This = rvalue(Self);
  if (Name == "certain")
    return make(Op::Certain, T, {This});
  if (Name == "impossible")
    return make(Op::Impossible, T, {This});
  if (Name == "fits")
    return make(Op::Fits, T, {This});
  if (Name == "value" && This->Ty.K == Type::Checked)
    return convert(This, T);
  if (runtimeClass(Self->getType()) == "divisor") {
    if (Name == "value")
      return convert(This, T);
    const Type D = This->Ty;
    if (Name == "div" || Name == "mod")
      return make(Name == "div" ? Op::Div : Op::Rem, T,
                  {convert(rvalue(E->getArg(0)), D), convert(This, D)});
  }
  return fail(E, "a member of the runtime ('" + Name.str() + "')");
}

} // namespace validate
} // namespace heddle
