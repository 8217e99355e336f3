//===- TensorExtents.cpp - How long the dimensions of tensors are ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the library compares shapes the launch does: an extent that is not
// known gets a condition, and is then the same value as the other. If the
// condition fails, the statement runs as written and says which shapes differ.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorExtents.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

static std::string parameterOf(TensorReader &TR, unsigned Value);

//===--- Forms ------------------------------------------------------------===//

LinearForm LinearForm::plus(const LinearForm &Other, int64_t Times) const {
  LinearForm Sum = *this;
  Sum.Constant += Times * Other.Constant;
  for (const auto &[Value, Factor] : Other.Factors)
    if ((Sum.Factors[Value] += Times * Factor) == 0)
      Sum.Factors.erase(Value);
  return Sum;
}

LinearForm hostValue(TensorReader &TR, std::string Host, std::string Said,
                     std::string Name, const clang::Expr *Of) {
  LinearForm One;
  auto It = llvm::find_if(TR.HostValues,
                          [&](const HostValue &V) { return V.Host == Host; });
  One.Factors[It - TR.HostValues.begin()] = 1;
  if (It == TR.HostValues.end())
    TR.HostValues.push_back(
        {std::move(Host), std::move(Said), std::move(Name), Of, false, {}, {}});
  return One;
}

LinearForm resolved(const TensorReader &TR, const LinearForm &F) {
  LinearForm Out(F.Constant);
  for (const auto &[Value, Factor] : F.Factors) {
    LinearForm One;
    One.Factors[Value] = 1;
    const std::optional<LinearForm> &Same = TR.HostValues[Value].Same;
    Out = Out.plus(Same ? resolved(TR, *Same) : One, Factor);
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

std::string hostText(const TensorReader &TR, const LinearForm &F) {
  return sumOf(F, [&](unsigned V) { return TR.HostValues[V].Host; });
}

std::string said(const TensorReader &TR, const LinearForm &F) {
  return sumOf(F, [&](unsigned V) { return TR.HostValues[V].Said; });
}

std::string kernelText(TensorReader &TR, const LinearForm &F) {
  return sumOf(resolved(TR, F), [&](unsigned V) { return parameterOf(TR, V); });
}

/// The name of the kernel's parameter that has the value.
static std::string parameterOf(TensorReader &TR, unsigned V) {
  HostValue &Value = TR.HostValues[V];
  if (!Value.Param) {
    Value.Param = TR.NR.Nest->Params.size();
    Param P;
    P.Name = Value.Name;
    P.CxxType = "long long";
    P.Integral = true;
    P.Type = TR.CounterType;
    P.HostText = Value.Said;
    P.Where = ref(TR.NR, Value.Of);
    TR.NR.Nest->Params.push_back(std::move(P));
  }
  return TR.NR.Nest->Params[*Value.Param].Name;
}

ExprRef exprOf(TensorReader &TR, const LinearForm &F, const clang::Expr *E) {
  LinearForm Of = resolved(TR, F);
  ExprRef Sum;
  auto Join = [&](ExprKind Kind, ExprRef A, ExprRef B) {
    auto Both = std::make_shared<Expr>();
    Both->Kind = Kind;
    Both->Type = TR.CounterType;
    Both->Operands = {std::move(A), std::move(B)};
    Both->Text = said(TR, Of);
    if (E)
      Both->Where = ref(TR.NR, E);
    return ExprRef(Both);
  };
  if (Of.Constant != 0 || Of.known())
    Sum = number(TR, Of.Constant);
  for (const auto &[V, Factor] : Of.Factors) {
    parameterOf(TR, V);
    auto N = std::make_shared<Expr>();
    N->Kind = ExprKind::Param;
    N->Type = TR.CounterType;
    N->Index = *TR.HostValues[V].Param;
    N->Text = TR.HostValues[V].Said;
    N->Where = ref(TR.NR, TR.HostValues[V].Of);
    ExprRef Term = N;
    if (Factor != 1)
      Term = Join(ExprKind::Mul, std::move(Term), number(TR, Factor));
    Sum = Sum ? Join(ExprKind::Add, std::move(Sum), std::move(Term)) : Term;
  }
  return Sum;
}

//===--- Extents ----------------------------------------------------------===//

LinearForm ownExtent(TensorReader &TR, const clang::Expr *E,
                     unsigned Dimension) {
  int64_t Known = declaredExtents(E->getType())[Dimension];
  if (Known >= 0)
    return Known;
  std::optional<Path> P = path(TR.NR, E);
  std::string At = std::to_string(Dimension);
  std::string Host = P->Host + ".extent(" + At + ")";
  LinearForm Own = hostValue(TR, Host, Host, P->Name + "_extent" + At, E);
  TR.HostValues[Own.Factors.begin()->first].IsExtent = true;
  return Own;
}

/// How long a dimension of T is, as one operand says it.
TensorExtent extentOf(TensorReader &TR, const TensorTerm &T,
                      unsigned Dimension) {
  switch (T.Form) {
  case TensorForm::View:
    return {ownExtent(TR, T.Source, Dimension), T.Source};
  case TensorForm::Elementwise:
    for (const TensorTerm &Operand : T.Operands)
      if (Operand.Rank == T.Rank)
        if (TensorExtent Found = extentOf(TR, Operand, Dimension); Found.Of)
          return Found;
    break;
  case TensorForm::Outer: {
    unsigned First = T.Operands[0].Rank;
    return Dimension < First ? extentOf(TR, T.Operands[0], Dimension)
                             : extentOf(TR, T.Operands[1], Dimension - First);
  }
  case TensorForm::Transpose: {
    auto [M, N] = T.Pairs.front();
    return extentOf(TR, T.Operands[0],
                    Dimension == M   ? N
                    : Dimension == N ? M
                                     : Dimension);
  }
  case TensorForm::Contract: {
    unsigned Kept = 0;
    for (unsigned D = 0; D < T.Operands[0].Rank; ++D)
      if (llvm::none_of(T.Pairs, [&](const auto &P) {
            return P.first == D || P.second == D;
          }))
        if (Kept++ == Dimension)
          return extentOf(TR, T.Operands[0], D);
    break;
  }
  case TensorForm::Conv: {
    TensorExtent Whole = extentOf(TR, T.Operands[0], Dimension);
    Whole.Length =
        Whole.Length.plus(extentOf(TR, T.Operands[1], Dimension).Length, -1)
            .plus(1);
    return Whole;
  }
  case TensorForm::Slice:
  case TensorForm::Select:
  case TensorForm::Pad:
    return windowExtent(TR, T, Dimension);
  case TensorForm::Number:
  case TensorForm::Named:
    break;
  }
  return {};
}

/// The arrays' own extents, once it is known which are the same.
void setArrayExtents(TensorReader &TR) {
  for (auto [A, E] : llvm::zip(TR.NR.Nest->Arrays, TR.ArrayNamedBy))
    for (unsigned D = 0; D < A.Extents.size(); ++D)
      A.Extents[D] = exprOf(TR, ownExtent(TR, E, D), E);
}

/// All extents are known, and every number of elements fits an int.
bool indicesFitInt(const TensorReader &TR) {
  if (llvm::any_of(TR.HostValues, [](const HostValue &V) { return !V.Same; }))
    return false;
  for (const clang::Expr *E : TR.ArrayNamedBy) {
    int64_t Elements = 1;
    for (int64_t Extent : declaredExtents(E->getType()))
      if (Extent < 0 || __builtin_mul_overflow(Elements, Extent, &Elements) ||
          Elements > INT32_MAX / 2)
        return false;
  }
  return true;
}

/// A temporary may have more elements than all tensors of the statement.
bool needsWideIndex(const TensorReader &TR, unsigned Array) {
  if (TR.CounterType.Bits == 64 || !TR.NR.Nest->Arrays[Array].Temporary)
    return false;
  std::optional<int64_t> Elements = declaredElements(TR.NR.Nest->Arrays[Array]);
  return !Elements || *Elements > INT32_MAX / 2;
}

//===--- Shapes -----------------------------------------------------------===//

void requireSame(TensorReader &TR, const LinearForm &A, const LinearForm &B) {
  LinearForm Rest = resolved(TR, A).plus(resolved(TR, B), -1);
  if (Rest.known() == 0)
    return;
  std::string First = said(TR, A), Second = said(TR, B);
  if (Rest.known()) {
    refuseTerm(TR, TR.Assignment,
               "its shapes differ: '" + First + "' is not '" + Second + "'");
    return;
  }
  addCondition(TR, hostText(TR, A) + " == " + hostText(TR, B),
               "the shapes agree: '" + First + "' is '" + Second + "'");
  // The value that was named last is what the others say.
  for (auto I = Rest.Factors.rbegin(); I != Rest.Factors.rend(); ++I) {
    auto [Value, Factor] = *I;
    if (std::abs(Factor) != 1)
      continue;
    Rest.Factors.erase(Value);
    TR.HostValues[Value].Same = LinearForm().plus(Rest, -Factor);
    return;
  }
}

/// As the constructors of the library's nodes.
static void requireShapes(TensorReader &TR, const TensorTerm &T) {
  for (const TensorTerm &Operand : T.Operands)
    requireShapes(TR, Operand);
  if (T.Labelled)
    return;
  if (T.Form == TensorForm::Elementwise) {
    const TensorTerm *First = nullptr;
    for (const TensorTerm &Operand : T.Operands) {
      if (Operand.Rank != T.Rank)
        continue;
      for (unsigned D = 0; First && D < T.Rank; ++D)
        requireSame(TR, extentOf(TR, *First, D).Length,
                    extentOf(TR, Operand, D).Length);
      First = First ? First : &Operand;
    }
  }
  if (T.Form == TensorForm::Slice || T.Form == TensorForm::Select ||
      T.Form == TensorForm::Pad)
    requireWindow(TR, T);
  for (unsigned D = 0; T.Form == TensorForm::Conv && D < T.Rank; ++D) {
    LinearForm Kernel = extentOf(TR, T.Operands[1], D).Length;
    const char *Why = "the kernel of the convolution fits";
    requireAtMost(TR, 1, Kernel, Why);
    requireAtMost(TR, Kernel, extentOf(TR, T.Operands[0], D).Length, Why);
  }
  if (T.Form == TensorForm::Contract)
    for (auto [M, N] : T.Pairs)
      requireSame(TR, extentOf(TR, T.Operands[0], M).Length,
                  extentOf(TR, T.Operands[0], N).Length);
}

/// One name, one extent.
static void requireNames(TensorReader &TR, const TensorTerm &Right) {
  std::vector<std::pair<const VarDecl *, LinearForm>> Known;
  auto Visit = [&](auto &Self, const TensorTerm &T) -> void {
    if (T.Form != TensorForm::Named) {
      for (const TensorTerm &Operand : T.Operands)
        Self(Self, Operand);
      return;
    }
    for (unsigned D = 0; D < T.Names.size(); ++D) {
      LinearForm Own = extentOf(TR, T.Operands[0], D).Length;
      auto It = llvm::find_if(
          Known, [&](const auto &Each) { return Each.first == T.Names[D]; });
      if (It == Known.end())
        Known.push_back({T.Names[D], Own});
      else
        requireSame(TR, It->second, Own);
    }
  };
  Visit(Visit, TR.Left);
  Visit(Visit, Right);
}

void requireAssigned(TensorReader &TR, const TensorTerm &Right) {
  const TensorTerm &Target =
      TR.Left.Form == TensorForm::Named ? TR.Left.Operands.front() : TR.Left;
  std::vector<LinearForm> Own;
  for (unsigned D = 0; D < Target.Rank; ++D)
    Own.push_back(extentOf(TR, Target, D).Length);
  requireShapes(TR, TR.Left);
  requireShapes(TR, Right);
  if (Right.Labelled || TR.Left.Form == TensorForm::Named)
    return requireNames(TR, Right);
  for (unsigned D = 0; D < Target.Rank && Right.Rank == Target.Rank; ++D)
    requireSame(TR, Own[D], extentOf(TR, Right, D).Length);
}

//===--- Labels -----------------------------------------------------------===//

void labelLeft(TensorReader &TR) {
  if (TR.Left.Form != TensorForm::Named) {
    for (unsigned D = 0; D < TR.Left.Rank; ++D)
      newLabel(TR, extentOf(TR, TR.Left, D), "");
    return;
  }
  const TensorTerm &View = TR.Left.Operands.front();
  for (unsigned D = 0; D < View.Rank; ++D) {
    for (unsigned E = 0; E < D; ++E)
      if (TR.Left.Names[D] == TR.Left.Names[E])
        refuseTerm(TR, TR.Left.Source, "one index stands twice on the left");
    newLabel(TR, extentOf(TR, View, D), TR.Left.Names[D]->getName());
  }
}

/// An index that runs over a dimension.
unsigned newLabel(TensorReader &TR, const TensorExtent &E,
                  llvm::StringRef Name) {
  static const char *const Usual[] = {"i", "j", "k", "l", "m", "n"};
  if (!E.Of) {
    refuseTerm(TR, TR.Assignment->getArg(1), "an index has no extent");
    return 0;
  }
  TensorLabel L;
  LinearForm Length = resolved(TR, E.Length);
  // The one that says it, not one that agrees.
  L.Of = Length.Factors.empty()
             ? E.Of
             : TR.HostValues[Length.Factors.begin()->first].Of;
  bool IsFree = !Name.empty() && !TR.NR.Names.KernelNames.contains(Name) &&
                llvm::none_of(TR.Labels, [&](const TensorLabel &Other) {
                  return Other.Counter == Name;
                });
  // The index itself is not in the kernel.
  L.Counter = IsFree ? Name.str()
                     : freshName(TR, TR.Labels.size() < std::size(Usual)
                                         ? Usual[TR.Labels.size()]
                                         : "p");
  L.Length = Length;
  L.Host = said(TR, Length);
  L.Kernel = kernelText(TR, Length);
  L.Known = Length.known();
  L.Extent = exprOf(TR, Length, E.Of);
  TR.Labels.push_back(std::move(L));
  return TR.Labels.size() - 1;
}

} // namespace heddle
