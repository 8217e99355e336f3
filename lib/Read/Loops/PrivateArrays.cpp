//===- PrivateArrays.cpp - Arrays that an iteration writes first ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis over the control flow graph: which elements all paths to a
// point have written. A loop over a constant range whose body always stores has
// written the elements of that range where it ends.
//===----------------------------------------------------------------------===//
#include "Read/Loops/PrivateArrays.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Loops/ConstantLoops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace heddle {

//===--- Elements ---------------------------------------------------------===//

static constexpr int64_t MostElements = MostOfConstantLoop;

/// Extents, outermost first; none where the type is no such array.
static std::optional<llvm::SmallVector<int64_t, 2>>
extentsOf(const ASTContext &Ctx, QualType T) {
  llvm::SmallVector<int64_t, 2> Extents;
  int64_t All = 1;
  while (const auto *A = Ctx.getAsConstantArrayType(T)) {
    const uint64_t Extent = A->getSize().getLimitedValue();
    if (Extent == 0 || Extent > uint64_t(MostElements))
      return std::nullopt;
    Extents.push_back(int64_t(Extent));
    All *= Extents.back();
    if (All > MostElements)
      return std::nullopt;
    T = A->getElementType();
  }
  if (Extents.empty() || !T->isArithmeticType() || T.isVolatileQualified() ||
      T.isConstQualified())
    return std::nullopt;
  return Extents;
}

/// The subscripts of the element E of V, outermost first; none where it is no
/// whole element.
static std::optional<llvm::SmallVector<const clang::Expr *, 2>>
subscriptsOf(const Stmt *S, const VarDecl *V) {
  const auto *E = dyn_cast<ArraySubscriptExpr>(S);
  if (!E || E->getType()->isArrayType())
    return std::nullopt;
  llvm::SmallVector<const clang::Expr *, 2> Subscripts;
  while (E) {
    Subscripts.insert(Subscripts.begin(), E->getIdx());
    const clang::Expr *Base = E->getBase()->IgnoreParenImpCasts();
    if (named(Base) == V)
      return Subscripts;
    E = dyn_cast<ArraySubscriptExpr>(Base);
  }
  return std::nullopt;
}

/// The element that the name E of an array is a part of; null: it is more.
const clang::Expr *elementAround(const NestReader &NR, const clang::Expr *E) {
  const Stmt *S = E;
  while (true) {
    const Stmt *P = NR.Facts.parent(S);
    const auto *C = dyn_cast_or_null<ImplicitCastExpr>(P);
    if (isa_and_nonnull<ParenExpr>(P) ||
        (C && C->getCastKind() == CK_ArrayToPointerDecay)) {
      S = P;
      continue;
    }
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(P);
    if (!Subscript || Subscript->getBase() != S)
      return nullptr;
    if (!Subscript->getType()->isArrayType())
      return Subscript;
    S = Subscript;
  }
}

/// P, around an assignment, takes no reference to what is assigned.
static bool takesValue(const Stmt *P) {
  const auto *C = dyn_cast_or_null<CastExpr>(P);
  return standsAlone(P) || (C && (C->getCastKind() == CK_LValueToRValue ||
                                  C->getCastKind() == CK_ToVoid));
}

namespace {
enum class ElementUse : unsigned char { Read, Write, Other };
} // namespace

static ElementUse useOf(const NestReader &NR, const clang::Expr *E) {
  const Stmt *S = E, *P = NR.Facts.parent(S);
  for (; isa_and_nonnull<ParenExpr>(P); S = P, P = NR.Facts.parent(S))
    ;
  if (const auto *C = dyn_cast_or_null<CastExpr>(P))
    return takesValue(C) ? ElementUse::Read : ElementUse::Other;
  const auto *B = dyn_cast_or_null<BinaryOperator>(P);
  const auto *U = dyn_cast_or_null<UnaryOperator>(P);
  if (!(B && B->isAssignmentOp() && B->getLHS() == S) &&
      !(U && U->isIncrementDecrementOp()))
    return ElementUse::Other;
  const Stmt *Around = NR.Facts.parent(P);
  while (isa_and_nonnull<ParenExpr, ExprWithCleanups>(Around))
    Around = NR.Facts.parent(Around);
  return (U && U->isPostfix()) || takesValue(Around) ? ElementUse::Write
                                                     : ElementUse::Other;
}

static bool isUsedElementwise(const NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Element = elementAround(NR, E);
  return Element && useOf(NR, Element) != ElementUse::Other;
}

bool isElementwise(const NestReader &NR, const VarDecl *V) {
  return extentsOf(NR.Ctx, V->getType()) &&
         llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
           return isUsedElementwise(NR, E);
         });
}

//===--- Calls that fill an array -----------------------------------------===//

namespace {

/// A parameter that is given an array, or the row of it that some subscripts
/// choose, outermost first.
struct RowGiven {
  const CallExpr *Call = nullptr;
  const FunctionDecl *Def = nullptr;
  const ParmVarDecl *To = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Row;
};

} // namespace

/// The argument that leads to the array E, or to a row of it: `a`, `a[i]` or
/// `&a[i][0]`. Row: gets the subscripts. Null: it is something else.
static const clang::Expr *
argumentOf(const NestReader &NR, const clang::Expr *E,
           llvm::SmallVectorImpl<const clang::Expr *> &Row) {
  const clang::Expr *Is = E;
  while (true) {
    const Stmt *P = NR.Facts.parent(Is);
    if (const auto *Paren = dyn_cast_or_null<ParenExpr>(P)) {
      Is = Paren;
      continue;
    }
    if (const auto *U = dyn_cast_or_null<UnaryOperator>(P)) {
      if (U->getOpcode() != UO_AddrOf || Row.empty() ||
          Is->getType()->isArrayType() || constantOf(NR, Row.back()) != 0)
        return nullptr;
      Row.pop_back();
      return U;
    }
    const auto *Decay = dyn_cast_or_null<ImplicitCastExpr>(P);
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return nullptr;
    const auto *Subscript =
        dyn_cast_or_null<ArraySubscriptExpr>(NR.Facts.parent(Decay));
    if (!Subscript)
      return Decay;
    if (Subscript->getBase() != Decay)
      return nullptr;
    Row.push_back(Subscript->getIdx());
    Is = Subscript;
  }
}

/// E: the name of an array.
static std::optional<RowGiven> givenRow(const NestReader &NR,
                                        const clang::Expr *E) {
  RowGiven G;
  const clang::Expr *Argument = argumentOf(NR, E, G.Row);
  G.Call = Argument ? dyn_cast_or_null<CallExpr>(NR.Facts.parent(Argument))
                    : nullptr;
  const FunctionDecl *F = G.Call && !isa<CXXOperatorCallExpr>(G.Call)
                              ? G.Call->getDirectCallee()
                              : nullptr;
  G.Def = F ? F->getDefinition() : nullptr;
  if (!G.Def || !G.Def->getBody() || hasDirectives(NR, G.Def))
    return std::nullopt;
  // Another class may have another function.
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isVirtual())
    return std::nullopt;
  for (unsigned I = 0; I < G.Call->getNumArgs() && I < G.Def->getNumParams();
       ++I)
    if (G.Call->getArg(I) == Argument) {
      G.To = G.Def->getParamDecl(I);
      return G;
    }
  return std::nullopt;
}

/// All that the function of Callee does with P is to assign to elements.
static bool onlyAssigns(const NestReader &Callee, const ParmVarDecl *P) {
  return llvm::all_of(Callee.Facts.mentions(P), [&](const clang::Expr *E) {
    const auto *Load =
        dyn_cast_or_null<ImplicitCastExpr>(Callee.Facts.parent(E));
    if (!Load || Load->getCastKind() != CK_LValueToRValue)
      return false;
    const clang::Expr *Element = elementAround(Callee, Load);
    const auto *B =
        Element ? dyn_cast_or_null<BinaryOperator>(Callee.Facts.parent(Element))
                : nullptr;
    return B && B->getOpcode() == BO_Assign && B->getLHS() == Element &&
           useOf(Callee, Element) == ElementUse::Write;
  });
}

static llvm::BitVector filledBy(const NestReader &NR, const RowGiven &G,
                                const VarDecl *V);

/// E, the name of V, gives V to a function that reads none of it and assigns to
/// some elements in any case.
static bool isFilled(const NestReader &NR, const clang::Expr *E,
                     const VarDecl *V) {
  const std::optional<RowGiven> G = givenRow(NR, E);
  return G && filledBy(NR, *G, V).any();
}

bool isElementwiseOrFilled(const NestReader &NR, const VarDecl *V) {
  return extentsOf(NR.Ctx, V->getType()) &&
         llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
           return isUsedElementwise(NR, E) || isFilled(NR, E, V);
         });
}

static void collectStored(const NestReader &NR, const Stmt *S,
                          llvm::SmallSetVector<const VarDecl *, 4> &Stored) {
  const auto *D = dyn_cast<DeclRefExpr>(S);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (V && V->getType()->isArrayType())
    if (const clang::Expr *Element = elementAround(NR, D);
        ((Element && useOf(NR, Element) == ElementUse::Write) ||
         givenRow(NR, D)) &&
        isElementwiseOrFilled(NR, V))
      Stored.insert(V);
  for (const Stmt *Child : S->children())
    if (Child)
      collectStored(NR, Child, Stored);
}

llvm::SmallVector<const VarDecl *, 4> arraysStoredIn(const NestReader &NR,
                                                     const Stmt *S) {
  llvm::SmallSetVector<const VarDecl *, 4> Stored;
  collectStored(NR, S, Stored);
  return llvm::SmallVector<const VarDecl *, 4>(Stored.begin(), Stored.end());
}

//===--- Which elements ---------------------------------------------------===//

namespace {

class ElementFlow {
public:
  ElementFlow(const NestReader &NR, const VarDecl *V)
      : ElementFlow(NR, V, *extentsOf(NR.Ctx, V->getType())) {}
  /// V: a parameter that is given an array of these extents.
  ElementFlow(const NestReader &NR, const VarDecl *V,
              llvm::SmallVector<int64_t, 2> Extents)
      : NR(NR), V(V), Extents(std::move(Extents)) {
    for (int64_t E : this->Extents)
      Count *= static_cast<unsigned>(E);
  }
  const clang::Expr *firstRead(const CFGBlock *From, const Stmt *Within);
  /// All that a run of the whole of S has written, where no jump leaves it.
  llvm::BitVector written(const Stmt *S) const;

private:
  using Box = llvm::SmallVector<Range, 2>;
  void mark(const Box &B, llvm::BitVector &To) const;
  std::optional<Box> always(const clang::Expr *Element,
                            llvm::ArrayRef<ConstantLoop> Loops) const;
  std::optional<Range> stepped(const clang::Expr *Subscript,
                               llvm::ArrayRef<ConstantLoop> Loops) const;
  Box perhaps(const clang::Expr *Element) const;
  void addStores(const Stmt *S, llvm::SmallVectorImpl<ConstantLoop> &Loops,
                 llvm::BitVector &To) const;
  void addFilled(const CallExpr *Call, llvm::ArrayRef<ConstantLoop> Loops,
                 llvm::BitVector &To) const;
  std::optional<Box> boxOf(llvm::ArrayRef<const clang::Expr *> Subscripts,
                           llvm::ArrayRef<ConstantLoop> Loops) const;
  void run(const CFGBlock &B, llvm::BitVector &Written, const Stmt *Within,
           const clang::Expr **Read) const;
  void leave(const CFGBlock &B, unsigned Successor,
             llvm::BitVector &Written) const;

  const NestReader &NR;
  const VarDecl *V;
  const llvm::SmallVector<int64_t, 2> Extents;
  unsigned Count = 1;
};

} // namespace

/// Numbers outside of the array are the program's error.
void ElementFlow::mark(const Box &B, llvm::BitVector &To) const {
  for (unsigned I = 0; I != Count; ++I) {
    bool Inside = true;
    unsigned Rest = I;
    for (size_t D = Extents.size(); D-- > 0;) {
      const auto Extent = static_cast<unsigned>(Extents[D]);
      const int64_t At = Rest % Extent;
      Rest /= Extent;
      Inside &= B[D].Begin <= At && At < B[D].End;
    }
    if (Inside)
      To.set(I);
  }
}

/// `k++`, once in each iteration of loops in front of which stands `k = 0;`:
/// the values of all of them.
std::optional<Range>
ElementFlow::stepped(const clang::Expr *Subscript,
                     llvm::ArrayRef<ConstantLoop> Loops) const {
  const auto *U = dyn_cast<UnaryOperator>(Subscript->IgnoreParenImpCasts());
  const VarDecl *K =
      U && U->getOpcode() == UO_PostInc ? named(U->getSubExpr()) : nullptr;
  if (!K || Loops.empty() || NR.Facts.escape(K) || !K->hasLocalStorage() ||
      !K->getType()->isIntegerType() || NR.Ctx.getIntWidth(K->getType()) < 32)
    return std::nullopt;
  const ForStmt *Outer = Loops.front().For;
  if (llvm::count_if(NR.Facts.writes(K), [&](const clang::Expr *E) {
        return NR.Facts.isWithin(E, Outer);
      }) != 1)
    return std::nullopt;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Facts.parent(Outer));
  const Stmt *Before = nullptr;
  if (Block)
    for (const Stmt *Child : Block->body()) {
      if (Child == Outer)
        break;
      Before = Child;
    }
  std::optional<int64_t> First;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Before);
      B && B->getOpcode() == BO_Assign && named(B->getLHS()) == K)
    First = constantOf(NR, B->getRHS());
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Before);
      D && D->isSingleDecl() && D->getSingleDecl() == K)
    First = constantOf(NR, K->getInit());
  if (!First || *First < 0 || *First > MostElements)
    return std::nullopt;
  int64_t Trips = 1;
  for (const ConstantLoop &L : Loops) {
    Trips *= L.Values.End - L.Values.Begin;
    if (Trips > MostElements)
      return std::nullopt;
  }
  return Range{*First, *First + Trips};
}

/// The elements that an assignment to Element has written behind the loops
/// around it.
std::optional<ElementFlow::Box>
ElementFlow::always(const clang::Expr *Element,
                    llvm::ArrayRef<ConstantLoop> Loops) const {
  const auto Subscripts = subscriptsOf(Element, V);
  return Subscripts ? boxOf(*Subscripts, Loops) : std::nullopt;
}

/// All the values that the subscripts have had behind the loops.
std::optional<ElementFlow::Box>
ElementFlow::boxOf(llvm::ArrayRef<const clang::Expr *> Subscripts,
                   llvm::ArrayRef<ConstantLoop> Loops) const {
  Box All;
  llvm::DenseSet<const ConstantLoop *> Used;
  for (const clang::Expr *E : Subscripts) {
    int64_t Shift = 0;
    if (const std::optional<int64_t> At = constantOf(NR, E);
        At && *At >= 0 && *At < MostElements) {
      All.push_back({*At, *At + 1});
    } else if (const ConstantLoop *L = counterIn(NR, E, Loops, Shift);
               L && Used.insert(L).second) {
      All.push_back({L->Values.Begin + Shift, L->Values.End + Shift});
    } else if (const std::optional<Range> Steps = stepped(E, Loops);
               Steps && Subscripts.size() == 1) {
      All.push_back(*Steps);
    } else {
      return std::nullopt;
    }
  }
  return All;
}

/// The elements that a read of Element may read.
ElementFlow::Box ElementFlow::perhaps(const clang::Expr *Element) const {
  llvm::SmallVector<ConstantLoop, 4> Loops;
  for (const Stmt *S = Element, *P = NR.Facts.parent(S); P;
       S = P, P = NR.Facts.parent(P))
    if (const auto *For = dyn_cast<ForStmt>(P); For && For->getBody() == S)
      if (const std::optional<ConstantLoop> L = constantLoop(NR, For))
        Loops.insert(Loops.begin(), *L);
  Box All;
  for (auto [E, Extent] : llvm::zip(*subscriptsOf(Element, V), Extents)) {
    int64_t Shift = 0;
    if (const std::optional<int64_t> At = constantOf(NR, E);
        At && *At >= 0 && *At < MostElements)
      All.push_back({*At, *At + 1});
    else if (const ConstantLoop *L = counterIn(NR, E, Loops, Shift))
      All.push_back({L->Values.Begin + Shift, L->Values.End + Shift});
    else
      All.push_back({0, Extent});
  }
  return All;
}

/// The array that the argument E leads to, by its name; null: there is none.
static const clang::Expr *arrayIn(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->getOpcode() == UO_AddrOf)
      E = U->getSubExpr();
    else
      return isa<DeclRefExpr>(E) ? E : nullptr;
  }
}

/// Adds what the call, which runs in each iteration of the loops, has filled
/// behind them.
void ElementFlow::addFilled(const CallExpr *Call,
                            llvm::ArrayRef<ConstantLoop> Loops,
                            llvm::BitVector &To) const {
  for (const clang::Expr *A : Call->arguments()) {
    const clang::Expr *E = arrayIn(A);
    if (!E || named(E) != V)
      continue;
    const std::optional<RowGiven> G = givenRow(NR, E);
    const std::optional<Box> Rows = G ? boxOf(G->Row, Loops) : std::nullopt;
    if (!Rows)
      continue;
    const llvm::BitVector Filled = filledBy(NR, *G, V);
    for (unsigned I : Filled.set_bits()) {
      Box Elements = *Rows;
      unsigned Rest = I;
      for (size_t D = Extents.size(); D-- > Rows->size();) {
        const auto Extent = static_cast<unsigned>(Extents[D]);
        const int64_t At = Rest % Extent;
        Elements.insert(Elements.begin() + Rows->size(), {At, At + 1});
        Rest /= Extent;
      }
      mark(Elements, To);
    }
  }
}

/// Adds what S, which runs in each iteration of the loops, has stored behind
/// them.
void ElementFlow::addStores(const Stmt *S,
                            llvm::SmallVectorImpl<ConstantLoop> &Loops,
                            llvm::BitVector &To) const {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      addStores(Child, Loops, To);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (const std::optional<ConstantLoop> L = constantLoop(NR, For)) {
      Loops.push_back(*L);
      addStores(For->getBody(), Loops, To);
      Loops.pop_back();
    }
  } else if (const auto *B = dyn_cast<BinaryOperator>(S);
             B && B->getOpcode() == BO_Assign) {
    if (const auto Stored = always(B->getLHS()->IgnoreParens(), Loops))
      mark(*Stored, To);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    addFilled(Call, Loops, To);
  }
}

llvm::BitVector ElementFlow::written(const Stmt *S) const {
  llvm::BitVector To(Count);
  llvm::SmallVector<ConstantLoop, 4> Loops;
  if (!jumps(S))
    addStores(S, Loops, To);
  return To;
}

/// The elements of V that the call assigns to in any case; none where it may
/// do anything else with V.
static llvm::BitVector filledBy(const NestReader &NR, const RowGiven &G,
                                const VarDecl *V) {
  auto Extents = *extentsOf(NR.Ctx, V->getType());
  Extents.erase(Extents.begin(), Extents.begin() + G.Row.size());
  AnnotatedLoop Whole;
  Whole.Function = G.Def;
  Whole.Nest = G.Def->getBody();
  Report Unused;
  const NestReader Callee(NR.Ctx, NR.PP, Whole, Unused);
  const ElementFlow Flow(Callee, G.To, std::move(Extents));
  return onlyAssigns(Callee, G.To) ? Flow.written(Whole.Nest)
                                   : llvm::BitVector();
}

/// Adds what is written where B goes on with its successor.
void ElementFlow::leave(const CFGBlock &B, unsigned Successor,
                        llvm::BitVector &Written) const {
  const auto *For = dyn_cast_or_null<ForStmt>(B.getTerminatorStmt());
  if (!For || Successor != 1 || jumps(For->getBody()))
    return;
  llvm::SmallVector<ConstantLoop, 4> Loops;
  addStores(For, Loops, Written);
}

/// A function is given the address of the element, and fills it.
static bool isAddressed(const NestReader &NR, const Stmt *Element) {
  const Stmt *P = NR.Facts.parent(Element);
  while (isa_and_nonnull<ParenExpr>(P))
    P = NR.Facts.parent(P);
  const auto *U = dyn_cast_or_null<UnaryOperator>(P);
  return U && U->getOpcode() == UO_AddrOf;
}

/// Adds what B writes. Read: set to a read in Within of what is not written.
void ElementFlow::run(const CFGBlock &B, llvm::BitVector &Written,
                      const Stmt *Within, const clang::Expr **Read) const {
  for (const CFGElement &E : B) {
    const auto Element = E.getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::is_contained(D->decls(), V))
      Written.set();
    if (const auto *A = dyn_cast<BinaryOperator>(S);
        A && A->getOpcode() == BO_Assign)
      if (const auto Stored = always(A->getLHS()->IgnoreParens(), {}))
        mark(*Stored, Written);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      addFilled(Call, {}, Written);
    if (!Read || *Read || !subscriptsOf(S, V) ||
        isTarget(cast<clang::Expr>(S), NR.Facts) || isAddressed(NR, S) ||
        (Within && !NR.Facts.isWithin(S, Within)))
      continue;
    llvm::BitVector Needed(Count);
    mark(perhaps(cast<clang::Expr>(S)), Needed);
    if (Needed.test(Written))
      *Read = cast<clang::Expr>(S);
  }
}

const clang::Expr *ElementFlow::firstRead(const CFGBlock *From,
                                          const Stmt *Within) {
  if (!From)
    return nullptr;
  llvm::DenseMap<const CFGBlock *, llvm::BitVector> In;
  In[From] = llvm::BitVector(Count);
  llvm::SmallSetVector<const CFGBlock *, 32> Work;
  Work.insert(From);
  llvm::SmallSetVector<const CFGBlock *, 32> Order;
  while (!Work.empty()) {
    const CFGBlock *B = Work.pop_back_val();
    Order.insert(B);
    llvm::BitVector Out = In[B];
    run(*B, Out, Within, nullptr);
    unsigned Successor = 0;
    for (const CFGBlock::AdjacentBlock &Next : B->succs()) {
      llvm::BitVector Edge = Out;
      leave(*B, Successor++, Edge);
      const CFGBlock *To = UseFlow::target(Next);
      if (!To)
        continue;
      auto [Found, IsNew] = In.try_emplace(To, Edge);
      if (!IsNew) {
        Edge &= Found->second;
        if (Edge == Found->second)
          continue;
        Found->second = Edge;
      }
      Work.insert(To);
    }
  }
  const clang::Expr *Read = nullptr;
  for (const CFGBlock *B : Order) {
    llvm::BitVector Written = In[B];
    run(*B, Written, Within, &Read);
    if (Read)
      break;
  }
  return Read;
}

const clang::Expr *elementReadFrom(const NestReader &NR, const UseFlow &Flow,
                                   const Stmt *Loop, LoopExit To,
                                   const VarDecl *V) {
  return ElementFlow(NR, V).firstRead(Flow.entry(Loop, To),
                                      To == LoopExit::Body ? Loop : nullptr);
}

} // namespace heddle
