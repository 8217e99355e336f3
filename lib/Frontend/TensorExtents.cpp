//===- TensorExtents.cpp - How long the dimensions of tensors are ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the library compares shapes the launch does: an extent that is not
// known gets a condition, and is then the same value as the other. If the
// condition fails, the statement runs as written and says which shapes differ.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorBuilder.h"
#include "Frontend/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- Forms ------------------------------------------------------------===//

LinearForm LinearForm::plus(const LinearForm &Other, int64_t Times) const {
  LinearForm Sum = *this;
  Sum.Constant += Times * Other.Constant;
  for (const auto &[Value, Factor] : Other.Factors)
    if ((Sum.Factors[Value] += Times * Factor) == 0)
      Sum.Factors.erase(Value);
  return Sum;
}

LinearForm TensorBuilder::hostValue(std::string Host, std::string Said,
                                    std::string Name, const clang::Expr *Of) {
  LinearForm One;
  auto It = llvm::find_if(HostValues,
                          [&](const HostValue &V) { return V.Host == Host; });
  One.Factors[It - HostValues.begin()] = 1;
  if (It == HostValues.end())
    HostValues.push_back(
        {std::move(Host), std::move(Said), std::move(Name), Of, false, {}, {}});
  return One;
}

LinearForm TensorBuilder::resolved(const LinearForm &F) const {
  LinearForm Out(F.Constant);
  for (const auto &[Value, Factor] : F.Factors) {
    LinearForm One;
    One.Factors[Value] = 1;
    const std::optional<LinearForm> &Same = HostValues[Value].Same;
    Out = Out.plus(Same ? resolved(*Same) : One, Factor);
  }
  return Out;
}

/// A sum of texts, each of which stands for itself beside `*`.
template <class Text> static std::string sumOf(const LinearForm &F, Text Of) {
  std::string Sum;
  auto Add = [&](bool Less, const std::string &Next) {
    Sum += Sum.empty() ? (Less ? "-" : "") : (Less ? " - " : " + ");
    Sum += Next;
  };
  for (const auto &[Value, Factor] : F.Factors)
    Add(Factor < 0,
        (std::abs(Factor) == 1 ? ""
                               : std::to_string(std::abs(Factor)) + " * ") +
            Of(Value));
  if (F.Constant != 0 || Sum.empty())
    Add(F.Constant < 0, std::to_string(std::abs(F.Constant)));
  return Sum;
}

std::string TensorBuilder::hostText(const LinearForm &F) const {
  return sumOf(F, [&](unsigned V) { return HostValues[V].Host; });
}

std::string TensorBuilder::said(const LinearForm &F) const {
  return sumOf(F, [&](unsigned V) { return HostValues[V].Said; });
}

std::string TensorBuilder::kernelText(const LinearForm &F) {
  return sumOf(resolved(F), [&](unsigned V) { return parameterOf(V); });
}

/// The name of the kernel's parameter that has the value.
std::string TensorBuilder::parameterOf(unsigned V) {
  HostValue &Value = HostValues[V];
  if (!Value.Param) {
    Value.Param = Nest->Params.size();
    Param P;
    P.Name = Value.Name;
    P.CxxType = "long long";
    P.Integral = true;
    P.Type = CounterType;
    P.HostText = Value.Said;
    P.Where = ref(Value.Of);
    Nest->Params.push_back(std::move(P));
  }
  return Nest->Params[*Value.Param].Name;
}

ExprRef TensorBuilder::exprOf(const LinearForm &F, const clang::Expr *E) {
  LinearForm Of = resolved(F);
  ExprRef Sum;
  auto Join = [&](ExprKind Kind, ExprRef A, ExprRef B) {
    auto Both = std::make_shared<Expr>();
    Both->Kind = Kind;
    Both->Type = CounterType;
    Both->Operands = {std::move(A), std::move(B)};
    Both->Text = said(Of);
    if (E)
      Both->Where = ref(E);
    return ExprRef(Both);
  };
  if (Of.Constant != 0 || Of.known())
    Sum = number(Of.Constant);
  for (const auto &[V, Factor] : Of.Factors) {
    parameterOf(V);
    auto N = std::make_shared<Expr>();
    N->Kind = ExprKind::Param;
    N->Type = CounterType;
    N->Index = *HostValues[V].Param;
    N->Text = HostValues[V].Said;
    N->Where = ref(HostValues[V].Of);
    ExprRef Term = N;
    if (Factor != 1)
      Term = Join(ExprKind::Mul, std::move(Term), number(Factor));
    Sum = Sum ? Join(ExprKind::Add, std::move(Sum), std::move(Term)) : Term;
  }
  return Sum;
}

//===--- Extents ----------------------------------------------------------===//

LinearForm TensorBuilder::ownExtent(const clang::Expr *E, unsigned Dimension) {
  int64_t Known = declaredExtents(E->getType())[Dimension];
  if (Known >= 0)
    return Known;
  std::optional<Path> P = path(E);
  std::string At = std::to_string(Dimension);
  std::string Host = P->Host + ".extent(" + At + ")";
  LinearForm Own = hostValue(Host, Host, P->Name + "_extent" + At, E);
  HostValues[Own.Factors.begin()->first].IsExtent = true;
  return Own;
}

/// How long a dimension of T is, as one operand says it.
TensorBuilder::Extent TensorBuilder::extentOf(const TensorTerm &T,
                                              unsigned Dimension) {
  switch (T.Kind) {
  case TensorTerm::View:
    return {ownExtent(T.Source, Dimension), T.Source};
  case TensorTerm::Elementwise:
    for (const TensorTerm &Operand : T.Operands)
      if (Operand.Rank == T.Rank)
        if (Extent Found = extentOf(Operand, Dimension); Found.Of)
          return Found;
    break;
  case TensorTerm::Outer: {
    unsigned First = T.Operands[0].Rank;
    return Dimension < First ? extentOf(T.Operands[0], Dimension)
                             : extentOf(T.Operands[1], Dimension - First);
  }
  case TensorTerm::Transpose: {
    auto [M, N] = T.Pairs.front();
    return extentOf(T.Operands[0], Dimension == M   ? N
                                   : Dimension == N ? M
                                                    : Dimension);
  }
  case TensorTerm::Contract: {
    unsigned Kept = 0;
    for (unsigned D = 0; D < T.Operands[0].Rank; ++D)
      if (llvm::none_of(T.Pairs, [&](const auto &P) {
            return P.first == D || P.second == D;
          }))
        if (Kept++ == Dimension)
          return extentOf(T.Operands[0], D);
    break;
  }
  case TensorTerm::Conv: {
    Extent Whole = extentOf(T.Operands[0], Dimension);
    Whole.Length =
        Whole.Length.plus(extentOf(T.Operands[1], Dimension).Length, -1)
            .plus(1);
    return Whole;
  }
  case TensorTerm::Slice:
  case TensorTerm::Select:
  case TensorTerm::Pad:
    return windowExtent(T, Dimension);
  case TensorTerm::Number:
  case TensorTerm::Named:
    break;
  }
  return {};
}

/// The arrays' own extents, once it is known which are the same.
void TensorBuilder::setArrayExtents() {
  for (auto [A, E] : llvm::zip(Nest->Arrays, ArrayNamedBy))
    for (unsigned D = 0; D < A.Extents.size(); ++D)
      A.Extents[D] = exprOf(ownExtent(E, D), E);
}

/// All extents are known, and every number of elements fits an int.
bool TensorBuilder::indicesFitInt() const {
  if (llvm::any_of(HostValues, [](const HostValue &V) { return !V.Same; }))
    return false;
  for (const clang::Expr *E : ArrayNamedBy) {
    int64_t Elements = 1;
    for (int64_t Extent : declaredExtents(E->getType()))
      if (Extent < 0 || __builtin_mul_overflow(Elements, Extent, &Elements) ||
          Elements > INT32_MAX / 2)
        return false;
  }
  return true;
}

/// A temporary may have more elements than all tensors of the statement.
bool TensorBuilder::needsWideIndex(unsigned Array) const {
  if (CounterType.Bits == 64 || !Nest->Arrays[Array].Temporary)
    return false;
  std::optional<int64_t> Elements = declaredElements(Nest->Arrays[Array]);
  return !Elements || *Elements > INT32_MAX / 2;
}

//===--- Shapes -----------------------------------------------------------===//

void TensorBuilder::requireSame(const LinearForm &A, const LinearForm &B) {
  LinearForm Rest = resolved(A).plus(resolved(B), -1);
  if (Rest.known() == 0)
    return;
  std::string First = said(A), Second = said(B);
  if (Rest.known()) {
    refuseTerm(Assignment,
               "its shapes differ: '" + First + "' is not '" + Second + "'");
    return;
  }
  addCondition(hostText(A) + " == " + hostText(B),
               "the shapes agree: '" + First + "' is '" + Second + "'");
  // The value that was named last is what the others say.
  for (auto I = Rest.Factors.rbegin(); I != Rest.Factors.rend(); ++I) {
    auto [Value, Factor] = *I;
    if (std::abs(Factor) != 1)
      continue;
    Rest.Factors.erase(Value);
    HostValues[Value].Same = LinearForm().plus(Rest, -Factor);
    return;
  }
}

/// As the constructors of the library's nodes.
void TensorBuilder::requireShapes(const TensorTerm &T) {
  for (const TensorTerm &Operand : T.Operands)
    requireShapes(Operand);
  if (T.Labelled)
    return;
  if (T.Kind == TensorTerm::Elementwise) {
    const TensorTerm *First = nullptr;
    for (const TensorTerm &Operand : T.Operands) {
      if (Operand.Rank != T.Rank)
        continue;
      for (unsigned D = 0; First && D < T.Rank; ++D)
        requireSame(extentOf(*First, D).Length, extentOf(Operand, D).Length);
      First = First ? First : &Operand;
    }
  }
  if (T.Kind == TensorTerm::Slice || T.Kind == TensorTerm::Select ||
      T.Kind == TensorTerm::Pad)
    requireWindow(T);
  for (unsigned D = 0; T.Kind == TensorTerm::Conv && D < T.Rank; ++D) {
    LinearForm Kernel = extentOf(T.Operands[1], D).Length;
    const char *Why = "the kernel of the convolution fits";
    requireAtMost(1, Kernel, Why);
    requireAtMost(Kernel, extentOf(T.Operands[0], D).Length, Why);
  }
  if (T.Kind == TensorTerm::Contract)
    for (auto [M, N] : T.Pairs)
      requireSame(extentOf(T.Operands[0], M).Length,
                  extentOf(T.Operands[0], N).Length);
}

/// One name, one extent.
void TensorBuilder::requireNames(const TensorTerm &Right) {
  std::vector<std::pair<const VarDecl *, LinearForm>> Known;
  auto Visit = [&](auto &Self, const TensorTerm &T) -> void {
    if (T.Kind != TensorTerm::Named) {
      for (const TensorTerm &Operand : T.Operands)
        Self(Self, Operand);
      return;
    }
    for (unsigned D = 0; D < T.Names.size(); ++D) {
      LinearForm Own = extentOf(T.Operands[0], D).Length;
      auto It = llvm::find_if(
          Known, [&](const auto &Each) { return Each.first == T.Names[D]; });
      if (It == Known.end())
        Known.push_back({T.Names[D], Own});
      else
        requireSame(It->second, Own);
    }
  };
  Visit(Visit, Left);
  Visit(Visit, Right);
}

void TensorBuilder::requireAssigned(const TensorTerm &Right) {
  const TensorTerm &Target =
      Left.Kind == TensorTerm::Named ? Left.Operands.front() : Left;
  std::vector<LinearForm> Own;
  for (unsigned D = 0; D < Target.Rank; ++D)
    Own.push_back(extentOf(Target, D).Length);
  requireShapes(Left);
  requireShapes(Right);
  if (Right.Labelled || Left.Kind == TensorTerm::Named)
    return requireNames(Right);
  for (unsigned D = 0; D < Target.Rank && Right.Rank == Target.Rank; ++D)
    requireSame(Own[D], extentOf(Right, D).Length);
}

//===--- Labels -----------------------------------------------------------===//

void TensorBuilder::labelLeft() {
  if (Left.Kind != TensorTerm::Named) {
    for (unsigned D = 0; D < Left.Rank; ++D)
      newLabel(extentOf(Left, D), "");
    return;
  }
  const TensorTerm &View = Left.Operands.front();
  for (unsigned D = 0; D < View.Rank; ++D) {
    for (unsigned E = 0; E < D; ++E)
      if (Left.Names[D] == Left.Names[E])
        refuseTerm(Left.Source, "one index stands twice on the left");
    newLabel(extentOf(View, D), Left.Names[D]->getName());
  }
}

/// An index that runs over a dimension.
unsigned TensorBuilder::newLabel(const Extent &E, llvm::StringRef Name) {
  static const char *const Usual[] = {"i", "j", "k", "l", "m", "n"};
  if (!E.Of) {
    refuseTerm(Assignment->getArg(1), "an index has no extent");
    return 0;
  }
  Label L;
  LinearForm Length = resolved(E.Length);
  // The one that says it, not one that agrees.
  L.Of = Length.Factors.empty() ? E.Of
                                : HostValues[Length.Factors.begin()->first].Of;
  bool IsFree = !Name.empty() && !KernelNames.contains(Name) &&
                llvm::none_of(Labels, [&](const Label &Other) {
                  return Other.Counter == Name;
                });
  // The index itself is not in the kernel.
  L.Counter =
      IsFree ? Name.str()
             : freshName(Labels.size() < std::size(Usual) ? Usual[Labels.size()]
                                                          : "p");
  L.Length = Length;
  L.Host = said(Length);
  L.Kernel = kernelText(Length);
  L.Known = Length.known();
  L.Extent = exprOf(Length, E.Of);
  Labels.push_back(std::move(L));
  return Labels.size() - 1;
}

} // namespace heddle
