//===- TensorRules.cpp - Where operands are read --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorRules.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

static ReadAt inDimensions(std::vector<int> Each) {
  ReadAt At;
  At.Kind = ReadAt::Dimensions;
  At.Each = std::move(Each);
  return At;
}

ReadAt ownIndex(unsigned Rank) {
  std::vector<int> Each;
  for (unsigned K = 0; K < Rank; ++K)
    Each.push_back(static_cast<int>(K));
  return inDimensions(std::move(Each));
}

bool isOwnIndex(const ReadAt &At, unsigned Rank) {
  return At.Kind == ReadAt::Dimensions && At.Each == ownIndex(Rank).Each;
}

static std::optional<unsigned> rankOf(const clang::Expr *Operand) {
  return tensorRank(plainOperand(Operand)->getType());
}

/// tc-elem; tc-smul and tc-sdiv: a number is read at no index.
static ReadAt inElements(const TensorCall &C, const clang::Expr *Operand,
                         const ReadAt &At) {
  if (At.Kind != ReadAt::Dimensions)
    return At;
  std::optional<unsigned> Rank = rankOf(Operand),
                          Of = tensorRank(C.Call->getType());
  if (Rank && Of && *Rank == *Of)
    return At;
  return Rank && *Rank == 0 ? inDimensions({}) : ReadAt();
}

/// tc-prod.
static ReadAt inProduct(const TensorCall &C, size_t Operand, const ReadAt &At) {
  std::optional<unsigned> First = rankOf(C.Operands[0]);
  if (At.Kind != ReadAt::Dimensions || !First || *First > At.Each.size())
    return {};
  auto Middle = At.Each.begin() + *First;
  return inDimensions(Operand == 0 ? std::vector<int>(At.Each.begin(), Middle)
                                   : std::vector<int>(Middle, At.Each.end()));
}

/// tc-trans.
static ReadAt inTranspose(const TensorCall &C, const ReadAt &At) {
  auto [M, N] = C.Pairs.front();
  if (At.Kind != ReadAt::Dimensions || std::max(M, N) >= At.Each.size())
    return {};
  ReadAt Inner = At;
  std::swap(Inner.Each[M], Inner.Each[N]);
  return Inner;
}

/// tc-contr: a dimension that is summed over is read at all of its indices.
static ReadAt inContract(const TensorCall &C, const ReadAt &At) {
  if (At.Kind != ReadAt::Dimensions)
    return {};
  auto IsSummed = [&](size_t K) {
    return llvm::any_of(C.Pairs, [&](const auto &Pair) {
      return Pair.first == K || Pair.second == K;
    });
  };
  std::vector<int> Each(At.Each.size() + 2 * C.Pairs.size(), -1);
  size_t Next = 0;
  for (size_t K = 0; K != Each.size(); ++K)
    if (!IsSummed(K) && Next < At.Each.size())
      Each[K] = At.Each[Next++];
  return inDimensions(std::move(Each));
}

/// A dimension that is called like one of the left-hand side is read at its
/// index.
static ReadAt inNamed(const TensorCall &C, const ReadAt &At) {
  std::optional<std::vector<const VarDecl *>> Names = indexNames(C);
  if (At.Kind != ReadAt::Names || !Names)
    return {};
  std::vector<int> Each;
  for (const VarDecl *Name : *Names) {
    auto It = llvm::find(At.Left, Name);
    Each.push_back(
        It == At.Left.end() ? -1 : static_cast<int>(It - At.Left.begin()));
  }
  return inDimensions(std::move(Each));
}

ReadAt operandAt(const TensorCall &C, size_t Operand, const ReadAt &At) {
  switch (C.Form) {
  case TensorForm::Elementwise:
    return inElements(C, C.Operands[Operand], At);
  case TensorForm::Outer:
    return inProduct(C, Operand, At);
  case TensorForm::Transpose:
    return inTranspose(C, At);
  case TensorForm::Contract:
    return inContract(C, At);
  case TensorForm::Named:
    return inNamed(C, At);
  // They read other elements than their own.
  case TensorForm::Conv:
  case TensorForm::Slice:
  case TensorForm::Select:
  case TensorForm::Pad:
  case TensorForm::View:
  case TensorForm::Number:
    return {};
  }
  return {};
}

} // namespace heddle
