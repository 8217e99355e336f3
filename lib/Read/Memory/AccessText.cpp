//===- AccessText.cpp - The text that names an access's array ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read that is to take another memory for the array, a copy made before the
// launch, has its text changed: the array's name where the access spells it,
// else the access as a whole. Text in a macro's body can be neither; text of a
// macro's argument may stand for several expressions, and is given up unless
// each of them is an access that knows.
//===----------------------------------------------------------------------===//
#include "Read/Memory/AccessText.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// The base that E subscripts or dereferences in the end: a variable, or a
/// member of what is no element.
static const clang::Expr *
baseOf(const clang::Expr *E,
       llvm::function_ref<bool(const MemberExpr *)> IsOfElement) {
  while (true) {
    E = skipMarkers(E);
    if (const auto *M = dyn_cast<MemberExpr>(E); M && IsOfElement(M)) {
      E = M->getBase();
      continue;
    }
    if (isa<DeclRefExpr, MemberExpr>(E))
      return E;
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      E = S->getBase();
    } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (O->getOperator() != OO_Subscript)
        return nullptr;
      E = O->getArg(0);
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_Deref && U->getOpcode() != UO_AddrOf)
        return nullptr;
      E = U->getSubExpr();
    } else if (const auto *C = dyn_cast<CastExpr>(E)) {
      E = C->getSubExpr();
    } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (!B->isAdditiveOp())
        return nullptr;
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    } else {
      return nullptr;
    }
  }
}

/// Local pointers and references stand for a place that they were given
/// elsewhere.
static bool isNamedThrough(const NestReader &NR, const clang::Expr *Base) {
  const auto *D = dyn_cast<DeclRefExpr>(Base);
  return D && isDeclaredInNest(NR, D->getDecl());
}

/// Where E is written. The text of `#define AT(i) (x[i])` stands for the access
/// in its parentheses, which E becomes then.
static std::optional<std::pair<unsigned, unsigned>>
writtenText(const NestReader &NR, const Stmt *&E) {
  auto At = offsets(NR, E->getSourceRange());
  while (!At && isa_and_nonnull<ParenExpr>(NR.Facts.parent(E))) {
    E = NR.Facts.parent(E);
    At = offsets(NR, E->getSourceRange());
  }
  if (!At || At->first >= At->second)
    return std::nullopt;
  return At;
}

void noteText(NestReader &NR, AccessBase &To, unsigned Array,
              const clang::Expr *E) {
  // A function has one text for all its calls. A scalar has no pointer.
  if (NR.isInCopy() || NR.Nest->Arrays[Array].Scalar)
    return;
  E = skipMarkers(E);
  const clang::Expr *Base =
      baseOf(E, [&](const MemberExpr *M) { return !path(NR, M); });
  To.IsAccess = !Base || isNamedThrough(NR, Base);
  const Stmt *Text = To.IsAccess ? E : Base;
  auto At = offsets(NR, Text->getSourceRange());
  if (NR.Nest->Arrays[Array].Records && (To.IsAccess || !At)) {
    To.IsAccess = false; // a member is not found by its distance
    return;
  }
  if (!At && !To.IsAccess) {
    To.IsAccess = true;
    Text = E;
    At = offsets(NR, Text->getSourceRange());
  }
  At = writtenText(NR, Text);
  if (!At)
    return;
  std::tie(To.Begin, To.End) = *At;
  NR.Spans.AccessTexts[*At].insert(Text);
}

/// No reference can be bound to E, which g++ tells.
static bool isPacked(const clang::Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(skipMarkers(E));
  return M && (M->getMemberDecl()->hasAttr<PackedAttr>() ||
               cast<RecordDecl>(M->getMemberDecl()->getDeclContext())
                   ->hasAttr<PackedAttr>() ||
               isPacked(M->getBase()));
}

void noteElement(NestReader &NR, llvm::ArrayRef<unsigned> Accesses,
                 const clang::Expr *E) {
  // A call that gives a value is no place in memory.
  if (isPacked(E) || E->isPRValue())
    return;
  const Stmt *Text = skipMarkers(E);
  const auto At = writtenText(NR, Text);
  if (!At)
    return;
  Value V;
  V.Kind = ValueKind::Element;
  V.Where = {At->first, At->second};
  V.Accesses = Accesses.vec();
  NR.Spans.Values.push_back(std::move(V));
}

void joinElements(NestReader &NR, size_t First, size_t From) {
  std::vector<Value> &All = NR.Spans.Values;
  for (size_t I = From; I < All.size();) {
    const auto End = All.begin() + static_cast<ptrdiff_t>(I);
    const auto Same = std::find_if(
        All.begin() + static_cast<ptrdiff_t>(First), End, [&](const Value &V) {
          return V.Kind == ValueKind::Element && End->Kind == V.Kind &&
                 V.Where.Begin == End->Where.Begin &&
                 V.Where.End == End->Where.End;
        });
    if (Same == End) {
      ++I;
      continue;
    }
    llvm::append_range(Same->Accesses, End->Accesses);
    All.erase(End);
  }
}

/// A is an access to P, or to a part of the structure that is there: positions
/// that come from one reference have the same subscripts, not only equal ones.
static bool isAccessTo(const Access &A, const Position &P,
                       const ArrayInfo &Of) {
  const size_t Rank = Of.Extents.size() - (Of.Records ? 1 : 0);
  if (A.Array != P.Array || P.Subs.size() < Rank || A.Subscripts.size() < Rank)
    return false;
  for (size_t I = 0; I < Rank; ++I)
    if (A.Subscripts[I] != P.Subs[I])
      return false;
  return true;
}

void noteReference(NestReader &NR, const Position &P, size_t First,
                   const clang::Expr *E) {
  if (NR.isInCopy() || P.Private)
    return;
  std::vector<unsigned> Found;
  for (size_t I = First; I < NR.Nest->Accesses.size(); ++I) {
    const Access &A = NR.Nest->Accesses[I];
    if (!isAccessTo(A, P, NR.Nest->Arrays[P.Array]))
      continue;
    if (A.IsWrite)
      return;
    Found.push_back(static_cast<unsigned>(I));
  }
  if (!Found.empty())
    noteElement(NR, Found, E);
}

void checkElements(NestReader &NR) {
  llvm::DenseSet<unsigned> Seen;
  forEachValue(*NR.Nest->Code, [&](const Value &V) {
    if (V.Kind == ValueKind::Element)
      Seen.insert(V.Accesses.begin(), V.Accesses.end());
    return true;
  });
  for (auto [I, A] : llvm::enumerate(NR.Nest->Accesses))
    if (NR.Nest->isClaimed(A.Array) &&
        !Seen.contains(static_cast<unsigned>(I))) {
      NR.error(DiagID::HD126, A.Where, A.Text, NR.Nest->Arrays[A.Array].Name);
      return;
    }
}

/// Where E, an argument that gives the place P to a function that only reads
/// there, names the array. A copy of the array can be given as well.
void noteArgument(NestReader &NR, Position &P, const clang::Expr *E) {
  P.BaseBegin = P.BaseEnd = 0;
  if (P.Private || NR.isInCopy() || NR.Nest->Arrays[P.Array].Scalar ||
      NR.Nest->Arrays[P.Array].Records)
    return;
  const clang::Expr *Base =
      baseOf(E, [&](const MemberExpr *M) { return !path(NR, M); });
  if (!Base || isNamedThrough(NR, Base))
    return;
  if (auto At = offsets(NR, Base->getSourceRange())) {
    std::tie(P.BaseBegin, P.BaseEnd) = *At;
    NR.Spans.AccessTexts[*At].insert(Base);
  }
}

static void findSharedTexts(const NestReader &NR, const Stmt *S,
                            std::set<std::pair<unsigned, unsigned>> &Shared) {
  if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CXXOperatorCallExpr,
          UnaryOperator, ParenExpr>(S))
    if (auto At = offsets(NR, S->getSourceRange()))
      if (auto It = NR.Spans.AccessTexts.find(*At);
          It != NR.Spans.AccessTexts.end() && !It->second.contains(S))
        Shared.insert(*At);
  for (const Stmt *Part : partsOf(S))
    findSharedTexts(NR, Part, Shared);
}

void finishTexts(NestReader &NR) {
  std::set<std::pair<unsigned, unsigned>> Shared;
  findSharedTexts(NR, NR.In.For, Shared);
  for (AccessBase &B : NR.Texts.Bases)
    if (Shared.count({B.Begin, B.End}))
      B.End = B.Begin;
}

} // namespace heddle
