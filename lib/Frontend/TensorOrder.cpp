//===- TensorOrder.cpp - Which factors are contracted first ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As include/heddle/tensor/product.h: labels that only one factor has are
// summed over first, then the rest goes by pairs, in the order that the
// library's own text finds the cheapest.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorBuilder.h"
#include "heddle/tensor/product.h"

namespace heddle {

/// The sums of C: what its parts have and its result has not.
static void close(Contraction &C) {
  LabelSet All;
  for (const Contraction &Part : C.Parts)
    All.insert(Part.Labels.begin(), Part.Labels.end());
  for (unsigned L : All)
    if (!C.Labels.count(L))
      C.Sums.push_back(L);
}

static Contraction single(unsigned Factor, const LabelSet &Labels) {
  Contraction C;
  C.Factor = static_cast<int>(Factor);
  C.Labels = Labels;
  return C;
}

namespace {

/// The library's choice, over labels numbered from 0.
class PairOrder {
public:
  PairOrder(const std::vector<Contraction> &Factors, const LabelSet &Result,
            const std::function<int64_t(unsigned)> &Extent)
      : Factors(Factors) {
    for (const Contraction &F : Factors)
      Order.insert(F.Labels.begin(), F.Labels.end());
    Order.insert(Result.begin(), Result.end());
    unsigned Next = 0;
    for (unsigned L : Order) {
      Number[L] = Next;
      Extents[Next++] = Extent(L);
    }
    std::array<tensor_detail::label_set, tensor_detail::max_factors> Sets{};
    for (size_t F = 0; F < Factors.size(); ++F)
      Sets[F] = set(Factors[F].Labels);
    Choice.emplace(Sets, static_cast<int>(Factors.size()), set(Result),
                   Extents);
  }

  Contraction whole(const LabelSet &Result) const {
    return build(Choice->all(), &Result);
  }

private:
  tensor_detail::label_set set(const LabelSet &Labels) const {
    tensor_detail::label_set S = 0;
    for (unsigned L : Labels)
      S |= tensor_detail::only(static_cast<int>(Number.at(L)));
    return S;
  }
  Contraction build(unsigned Set, const LabelSet *Result) const {
    unsigned Part = Choice->first_part(Set);
    if (Part == 0) {
      unsigned F = 0;
      while ((Set >> F) != 1)
        ++F;
      return Factors[F];
    }
    Contraction C;
    C.Parts.push_back(build(Part, nullptr));
    C.Parts.push_back(build(Set & ~Part, nullptr));
    if (Result)
      C.Labels = *Result;
    else
      for (unsigned L : Order)
        if (tensor_detail::contains(Choice->labels_of(Set),
                                    static_cast<int>(Number.at(L))))
          C.Labels.insert(L);
    close(C);
    return C;
  }

  const std::vector<Contraction> &Factors;
  LabelSet Order;
  std::map<unsigned, unsigned> Number;
  tensor_detail::label_array Extents{};
  std::optional<tensor_detail::pair_order<tensor_detail::max_factors>> Choice;
};

} // namespace

/// Of the factors Which, not empty. None after an error.
std::optional<Contraction>
TensorBuilder::contractionOf(const TensorProduct &P,
                             const std::vector<unsigned> &Which) {
  std::vector<Contraction> Factors;
  for (unsigned F : Which) {
    Factors.push_back(single(F, P.Factors[F].Labels));
    if (Which.size() == 1)
      break;
    Contraction Less;
    for (unsigned L : Factors.back().Labels)
      if (P.Result.count(L) || llvm::any_of(Which, [&](unsigned Other) {
            return Other != F && P.Factors[Other].Labels.count(L);
          }))
        Less.Labels.insert(L);
    if (Less.Labels == Factors.back().Labels)
      continue;
    Less.Parts.push_back(Factors.back());
    close(Less);
    Factors.back() = std::move(Less);
  }
  if (Factors.size() <= 2) {
    Contraction C;
    C.Parts = std::move(Factors);
    C.Labels = P.Result;
    close(C);
    return C;
  }
  for (const Contraction &F : Factors)
    for (unsigned L : F.Labels)
      if (!Labels[L].Known) {
        const clang::Expr *Of = Labels[L].Of;
        error(DiagID::HD166, ref(Assignment->getArg(1)), Labels[L].Host)
            .note(ref(Of), "'" + text(Of) + "' says how long that is");
        return std::nullopt;
      }
  return PairOrder(Factors, P.Result,
                   [&](unsigned L) { return *Labels[L].Known; })
      .whole(P.Result);
}

} // namespace heddle
