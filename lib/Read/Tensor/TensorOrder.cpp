//===- TensorOrder.cpp - Which factors are contracted first ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As include/heddle/tensor/product.h: labels that only one factor has are
// summed over first, then the rest goes by pairs, in the order that the
// library's own text finds the cheapest.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorOrder.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Spelling/NestText.h"
#include "heddle/tensor/product.h"

namespace heddle {

static std::optional<Contraction>
inPairs(TensorReader &TR, const std::vector<Contraction> &Factors,
        const LabelSet &Result);

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
  /// For each set of two factors and more that is computed, which part of it
  /// comes first.
  using Parts = std::vector<std::pair<unsigned, unsigned>>;
  Parts parts() const {
    Parts All;
    addParts(Choice->all(), All);
    return All;
  }
  /// An expression of the launch: does the library multiply so.
  std::string conditionFor(const Parts &All, const LabelSet &Result,
                           llvm::function_ref<std::string(unsigned)> Extent) {
    auto List = [](const auto &Of, auto Text) {
      std::string Sum;
      for (const auto &Each : Of)
        Sum += (Sum.empty() ? "{" : ", ") + Text(Each);
      return Sum + "}";
    };
    auto Bits = [](unsigned Set) { return std::to_string(Set) + "u"; };
    return "::heddle::tensor_detail::multiplies_so<" +
           std::to_string(Factors.size()) + ", " +
           std::to_string(Order.size()) + ", " + std::to_string(All.size()) +
           ">(" +
           List(Factors,
                [&](const Contraction &F) { return Bits(set(F.Labels)); }) +
           ", " + Bits(set(Result)) + ", " + List(Order, Extent) + ", " +
           List(All,
                [&](const auto &P) {
                  return "{" + Bits(P.first) + ", " + Bits(P.second) + "}";
                }) +
           ")";
  }

private:
  tensor_detail::label_set set(const LabelSet &Labels) const {
    tensor_detail::label_set S = 0;
    for (unsigned L : Labels)
      S |= tensor_detail::only(static_cast<int>(Number.at(L)));
    return S;
  }
  void addParts(unsigned Set, Parts &All) const {
    unsigned Part = Choice->first_part(Set);
    if (Part == 0)
      return;
    All.push_back({Set, Part});
    addParts(Part, All);
    addParts(Set & ~Part, All);
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

/// The contraction of the factors Which, not empty. None after an error.
std::optional<Contraction> contractionOf(TensorReader &TR,
                                         const TensorProduct &P,
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
  return inPairs(TR, Factors, P.Result);
}

/// Where extents are not known, that order which serves all large ones, if
/// there is one; the launch asks whether it is the order for those at hand.
static std::optional<Contraction>
inPairs(TensorReader &TR, const std::vector<Contraction> &Factors,
        const LabelSet &Result) {
  static constexpr int64_t Large[] = {16, 100, 1000};
  constexpr unsigned MostSamples = 729;
  std::map<std::string, unsigned> Unknown; // by text, a number
  const TensorLabel *First = nullptr;
  for (const Contraction &F : Factors)
    for (unsigned L : F.Labels)
      if (!TR.Labels[L].Known) {
        Unknown.try_emplace(TR.Labels[L].Host, Unknown.size());
        First = First ? First : &TR.Labels[L];
      }
  unsigned Samples = 1;
  for (size_t I = 0; I < Unknown.size() && Samples < MostSamples; ++I)
    Samples *= std::size(Large);
  std::optional<Contraction> Found;
  PairOrder::Parts Parts;
  for (unsigned Sample = 0; Sample < Samples; ++Sample) {
    PairOrder Order(Factors, Result, [&](unsigned L) {
      if (TR.Labels[L].Known)
        return *TR.Labels[L].Known;
      unsigned Rest = Sample;
      for (unsigned I = Unknown.at(TR.Labels[L].Host); I > 0; --I)
        Rest /= std::size(Large);
      return Large[Rest % std::size(Large)];
    });
    if (!Found) {
      Found = Order.whole(Result);
      Parts = Order.parts();
      if (First)
        addCondition(
            TR,
            Order.conditionFor(Parts, Result,
                               [&](unsigned L) { return TR.Labels[L].Host; }),
            "the factors are multiplied in the kernels' order");
    } else if (Order.parts() != Parts) {
      TR.NR
          .error(DiagID::HD166, ref(TR.NR, TR.Assignment->getArg(1)),
                 First->Host)
          .note(ref(TR.NR, First->Of),
                "'" + text(TR.NR, First->Of) + "' says how long that is");
      return std::nullopt;
    }
  }
  return Found;
}

} // namespace heddle
