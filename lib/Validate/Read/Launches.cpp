//===- Launches.cpp - Launches of kernels and reductions ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Launches.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Functions.h"
#include "Validate/Read/Phases.h"
#include "Validate/Read/Types.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

const clang::Expr *withoutCopies(const clang::Expr *E) {
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

void readPaths(Reader &R, QualType T) {
  const auto *E = T.getCanonicalType()->getAs<EnumType>();
  if (!E || R.SawPaths)
    return;
  R.SawPaths = true;
  for (const EnumConstantDecl *C :
       E->getDecl()->getDefinitionOrSelf()->enumerators()) {
    const int64_t V = bitsOf(C->getInitVal());
    if (C->getName() == "done")
      R.N.Done = V;
    else if (C->getName() == "nothing")
      R.N.Nothing = V;
    else if (C->getName() == "sequential")
      R.N.Sequential = V;
    else if (C->getName() == "parallel")
      R.N.ParallelPath = V;
    else if (C->getName() == "collapsed")
      R.N.CollapsedPath = V;
    else if (C->getName() == "blocked")
      R.N.BlockedPath = V;
  }
}

const Node *shape(Reader &R, const clang::Expr *E) {
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
    return R.fail(E, "a thread space");
  Node *New = R.make(Op::Shape, {Type::Handle, 64, true});
  for (unsigned I = 0; I != 2; ++I) {
    const auto *Inner =
        dyn_cast<InitListExpr>(Outer->getInit(I)->IgnoreParens());
    if (!Inner || Inner->getNumInits() != 3)
      return R.fail(E, "a thread space");
    for (unsigned K = 0; K != 3; ++K)
      New->Kids.push_back(rvalue(R, Inner->getInit(K)));
  }
  return New;
}

/// The number that the class set<number> stores.
static std::optional<int64_t> numberOf(QualType By) {
  const auto *Set = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      By->getAsCXXRecordDecl());
  if (!Set || Set->getTemplateArgs().size() != 1 ||
      Set->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Set->getTemplateArgs()[0].getAsIntegral().tryExtValue();
}

bool combineOf(QualType By, Combine &Out) {
  if (runtimeClass(By) == "set") {
    const std::optional<int64_t> Number = numberOf(By);
    Out = static_cast<Combine>(static_cast<int64_t>(Combine::SetZero) +
                               Number.value_or(0));
    return Number && std::abs(*Number) < static_cast<int64_t>(Combine::SetZero);
  }
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
/// on: reduce_blocks<At>(blocks, into(parts...), parameters...). To: whom it
/// calls; Order: its second template argument, null: it has none.
static bool passesOn(const FunctionDecl *Kernel, const FunctionDecl *At,
                     size_t Results, llvm::StringRef To,
                     const TemplateArgument *Order = nullptr) {
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
  const TemplateArgumentList *Args =
      F && runtimeName(F) == To ? F->getTemplateSpecializationArgs() : nullptr;
  if (Order &&
      (!Args || Args->size() < 2 || !Args->get(1).structurallyEquals(*Order)))
    return false;
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

/// The function of one iteration, which reduce<at> names; null: none.
static const FunctionDecl *reducedBy(const FunctionDecl *Reduce) {
  const TemplateArgumentList *Args = Reduce->getTemplateSpecializationArgs();
  return Args && Args->size() &&
                 Args->get(0).getKind() == TemplateArgument::Declaration
             ? dyn_cast<FunctionDecl>(Args->get(0).getAsDecl())
             : nullptr;
}

/// reduced<by, accumulator, element>(array)
static bool readReduced(Reader &R, const CallExpr *One,
                        const TemplateArgumentList &Of, LaunchSite &Site,
                        Node &Run) {
  LaunchSite::Result Result;
  if (Of.size() < 3 || !combineOf(Of.get(0).getAsType(), Result.By))
    return false;
  Result.Accumulator = typeOf(R, Of.get(1).getAsType());
  Result.Element = typeOf(R, Of.get(2).getAsType());
  Site.Results.push_back(Result);
  Run.Kids.push_back(rvalue(R, One->getArg(0)));
  return true;
}

/// by::arg_min or one of its kin, or descending<one of these>.
static bool choiceBy(QualType By, LaunchSite::Result &Key) {
  llvm::StringRef Name = runtimeClass(By);
  if (Name == "descending") {
    const auto *Of =
        dyn_cast<ClassTemplateSpecializationDecl>(By->getAsCXXRecordDecl());
    if (!Of)
      return false;
    Key.Descending = true;
    Name = runtimeClass(Of->getTemplateArgs().get(0).getAsType());
  }
  Key.OrEqual = Name.consume_front("last_");
  Key.By = Name == "arg_min" ? Combine::Min : Combine::Max;
  return Name == "arg_min" || Name == "arg_max";
}

/// chosen<by, types...>(arrays...)
static bool readChosen(Reader &R, const CallExpr *One,
                       const TemplateArgumentList &Of, LaunchSite &Site,
                       Node &Run) {
  LaunchSite::Result Key;
  if (Of.size() < 3 || !choiceBy(Of.get(0).getAsType(), Key) ||
      Of.get(2).getKind() != TemplateArgument::Pack ||
      Of.get(2).pack_size() + 1 != One->getNumArgs())
    return false;
  const auto Add = [&](LaunchSite::Result Part, QualType T, unsigned Array) {
    Part.Accumulator = Part.Element = typeOf(R, T);
    Site.Results.push_back(Part);
    Run.Kids.push_back(rvalue(R, One->getArg(Array)));
  };
  Key.Is = LaunchSite::Result::Key;
  Add(Key, Of.get(1).getAsType(), 0);
  LaunchSite::Result Other, Won;
  Other.Is = LaunchSite::Result::Other;
  for (unsigned I = 1; I != One->getNumArgs(); ++I)
    Add(Other, Of.get(2).pack_elements()[I - 1].getAsType(), I);
  Won.Is = LaunchSite::Result::Won;
  Add(Won, R.Ctx.BoolTy, 0);
  return true;
}

/// results(reduced<...>(array), chosen<...>(arrays...), ...): what is reduced
/// is noted in Site, and the arrays become arguments of Run. False: they are
/// not so.
static bool readResults(Reader &R, const clang::Expr *Results, LaunchSite &Site,
                        Node &Run) {
  const auto *All = dyn_cast<CallExpr>(Results);
  if (!All)
    return false;
  for (const clang::Expr *A : All->arguments()) {
    const auto *One = dyn_cast<CallExpr>(withoutCopies(A));
    const FunctionDecl *By = One ? One->getDirectCallee() : nullptr;
    const TemplateArgumentList *Of =
        By ? By->getTemplateSpecializationArgs() : nullptr;
    if (!Of)
      return false;
    const llvm::StringRef Name = runtimeName(By);
    if (!(Name == "reduced"  ? readReduced(R, One, *Of, Site, Run)
          : Name == "chosen" ? readChosen(R, One, *Of, Site, Run)
                             : false))
      return false;
  }
  return true;
}

/// over_collapsible(site, ...), or over(site, ...), or one of these with
/// .sharing_copies() or .in_blocks(...) behind it, or a local of that value.
static void readLoops(Reader &R, const clang::Expr *Site, LaunchSite &To) {
  Site = withoutCopies(Site);
  if (const auto *D = dyn_cast<DeclRefExpr>(Site))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()); V && V->getInit()) {
      Site = withoutCopies(V->getInit());
      if (const auto *L = dyn_cast<InitListExpr>(Site);
          L && L->getNumInits() == 1)
        Site = withoutCopies(L->getInit(0));
    }
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Site))
    if (const CXXMethodDecl *F = M->getMethodDecl();
        F && F->getIdentifier() &&
        (F->getName() == "sharing_copies" || F->getName() == "in_blocks")) {
      To.SharesCopies = F->getName() == "sharing_copies";
      const auto Side = [&](unsigned Argument) {
        clang::Expr::EvalResult Is;
        return !To.SharesCopies && M->getArg(Argument)->EvaluateAsInt(Is, R.Ctx)
                   ? Is.Val.getInt().getExtValue()
                   : 0;
      };
      To.BlockRows = Side(0);
      To.BlockColumns = Side(1);
      Site = withoutCopies(M->getImplicitObjectArgument());
    }
  const auto *Call = dyn_cast<CallExpr>(Site);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  To.Collapsible = F && runtimeName(F) == "over_collapsible";
}

const Node *launch(Reader &R, const CallExpr *E, bool Reduces) {
  if (E->getNumArgs() < 3)
    return R.fail(E, "a phase that is not a statement of a kernel in phases");
  readPaths(R, E->getType());
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Kernel = functionOf(E->getArg(2));
  LaunchSite Site;
  Site.Reduces = Reduces;
  readLoops(R, E->getArg(0), Site);
  Node *New = R.make(Op::Run, typeOf(R, E->getType()));
  New->Kids.push_back(rvalue(R, E->getArg(1)));
  unsigned First = 3;
  if (Reduces) {
    Kernel = reducedBy(F);
    if (!readResults(R, withoutCopies(E->getArg(3)), Site, *New))
      return R.fail(E, "the results of a reduction");
    First = 4;
    const size_t Trees =
        cast<CallExpr>(withoutCopies(E->getArg(3)))->getNumArgs();
    if (!passesOn(functionOf(E->getArg(2)), Kernel, Trees, "reduce_blocks"))
      R.N.Wrong =
          "the kernel of the reduction does not pass on what it is given";
  }
  if (!Kernel)
    return R.fail(E, "a launch of no kernel");
  const bool InPhases = runtimeName(F) == "run_blocks";
  if (!InPhases && !Reduces && takesBlocks(F))
    return R.fail(E, "a launch by blocks");
  const int Index =
      InPhases ? kernelInPhases(R, Kernel) : readFunction(R, Kernel);
  if (Index < 0)
    return R.fail(E, "a kernel without text");
  Site.Kernel = static_cast<unsigned>(Index);
  const size_t Expected = R.N.Functions[Index].Params.size() -
                          (Reduces ? 2 + Site.Results.size() : 0);
  if (E->getNumArgs() - First != Expected)
    return R.fail(E, "a launch with other arguments than the kernel's");
  for (unsigned I = First; I != E->getNumArgs(); ++I) {
    New->Kids.push_back(rvalue(R, E->getArg(I)));
    Site.IsStage |= !Reduces &&
                    runtimeClass(E->getArg(I)->getType()) == "temporary" &&
                    !Kernel->getParamDecl(I - First)
                         ->getType()
                         ->getPointeeType()
                         .isConstQualified();
  }
  New->Number = static_cast<int64_t>(R.N.Launches.size());
  R.N.Launches.push_back(Site);
  return New;
}

/// The function that a template argument names; null: none.
static const FunctionDecl *functionIn(const TemplateArgumentList *Args,
                                      unsigned I) {
  return Args && I < Args->size() &&
                 Args->get(I).getKind() == TemplateArgument::Declaration
             ? dyn_cast<FunctionDecl>(Args->get(I).getAsDecl())
             : nullptr;
}

const Node *scan(Reader &R, const CallExpr *E) {
  constexpr unsigned First = 5;
  readPaths(R, E->getType());
  const TemplateArgumentList *Args =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  const FunctionDecl *Updates = functionIn(Args, 0), *At = functionIn(Args, 1);
  if (!Updates || !At || Args->size() < 3 || E->getNumArgs() < First ||
      Args->get(2).getKind() != TemplateArgument::Integral)
    return R.fail(E, "a scan of no functions");
  LaunchSite Site;
  Site.Reduces = Site.Scans = true;
  Site.Descending = !Args->get(2).getAsIntegral().isZero();
  Node *New = R.make(Op::Run, typeOf(R, E->getType()));
  New->Kids.push_back(rvalue(R, E->getArg(1)));
  if (!readResults(R, withoutCopies(E->getArg(4)), Site, *New) ||
      llvm::any_of(Site.Results, [](const LaunchSite::Result &X) {
        return X.Is != LaunchSite::Result::Alone;
      }))
    return R.fail(E, "the results of a scan");
  const size_t Results = Site.Results.size();
  if (!passesOn(functionOf(E->getArg(2)), Updates, Results, "scan_updates",
                &Args->get(2)) ||
      !passesOn(functionOf(E->getArg(3)), At, Results, "scan_from",
                &Args->get(2)))
    R.N.Wrong = "a kernel of the scan does not pass on what it is given";
  const int Other = readFunction(R, Updates), Index = readFunction(R, At);
  if (Other < 0 || Index < 0)
    return R.fail(E, "a kernel without text");
  Site.Updates = static_cast<unsigned>(Other);
  Site.Kernel = static_cast<unsigned>(Index);
  const size_t Expected = E->getNumArgs() - First + 2 + Results;
  if (R.N.Functions[Other].Params.size() != Expected ||
      R.N.Functions[Index].Params.size() != Expected)
    return R.fail(E, "a launch with other arguments than the kernel's");
  for (unsigned I = First; I != E->getNumArgs(); ++I)
    New->Kids.push_back(rvalue(R, E->getArg(I)));
  New->Number = static_cast<int64_t>(R.N.Launches.size());
  R.N.Launches.push_back(Site);
  return New;
}

} // namespace validate
} // namespace heddle
