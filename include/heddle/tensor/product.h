//===- tensor/product.h - contractions of products ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A product of factors, summed over the labels that its result does not have,
// is computed two factors at a time, so that the product itself never exists.
// The order is the one with the fewest multiplications; of equal ones that with
// the smaller intermediate results, then the first in a fixed enumeration. It
// depends on the expression and the extents alone:
//
//  1. a factor that has exactly the result's labels is multiplied last;
//  2. labels that only one factor has are summed over first;
//  3. the rest goes by pairs, in the cheapest order (dynamic programming over
//     sets of factors, exact).
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_PRODUCT_H
#define HEDDLE_TENSOR_PRODUCT_H

#include "kernel.h"

namespace heddle {
namespace tensor_detail {

/// The most factors of one product; with more, parts are computed by
/// themselves.
inline constexpr int max_factors = 10;

template <class T> struct product {
  int labels = 0;
  label_array extents{};
  int count = 0;
  std::array<operand<const T>, at(max_factors)> factors;
};

constexpr double volume(label_set set, const label_array &extents) {
  double result = 1;
  each_label(set,
             [&](int l) { result *= static_cast<double>(extents[at(l)]); });
  return result;
}

/// Which pairs: for each set of factors the part that is computed first.
class pair_order {
  using factor_set = unsigned;
  struct choice {
    double cost, memory;
    factor_set part;
  };
  std::array<choice, std::size_t(1) << max_factors> best; // by set
  std::array<label_set, at(max_factors)> sets;
  int count;
  label_set result;
  const label_array &extents;

public:
  pair_order(const std::array<label_set, at(max_factors)> &factor_labels,
             int factors, label_set result_labels, const label_array &sizes)
      : sets(factor_labels), count(factors), result(result_labels),
        extents(sizes) {
    for (factor_set set = 1; set <= all(); ++set)
      best[set] = cheapest(set);
  }

  factor_set all() const { return (factor_set(1) << count) - 1; }
  factor_set first_part(factor_set set) const { return best[set].part; }

  /// The labels of the product of a set of factors: what the result or another
  /// factor still needs.
  label_set labels_of(factor_set set) const {
    label_set inside = 0, outside = result;
    for (int f = 0; f < count; ++f)
      ((set >> f & 1) != 0 ? inside : outside) |= sets[at(f)];
    return inside & outside;
  }

private:
  choice cheapest(factor_set set) const {
    choice found{0, 0, 0};
    const factor_set lowest = set & (~set + 1);
    if (set == lowest)
      return found;
    const double own_memory = volume(labels_of(set), extents);
    for (factor_set part = (set - 1) & set; part != 0;
         part = (part - 1) & set) {
      if ((part & lowest) == 0)
        continue;
      const factor_set rest = set & ~part;
      const double cost = best[part].cost + best[rest].cost +
                          volume(labels_of(part) | labels_of(rest), extents);
      const double memory = best[part].memory + best[rest].memory + own_memory;
      if (found.part == 0 || cost < found.cost ||
          (cost == found.cost && memory < found.memory))
        found = {cost, memory, part};
    }
    return found;
  }
};

template <class T> class product_evaluation {
  const label_array &extents;
  arena &memory;

public:
  product_evaluation(const label_array &sizes, arena &where)
      : extents(sizes), memory(where) {}

  /// Puts the factors that have all labels of the result, and no other, behind
  /// the others; returns how many others there are.
  static int split(product<T> &p, label_set result) {
    int others = 0;
    for (int f = 0; f < p.count; ++f)
      if (p.factors[at(f)].labels != result) {
        for (int g = f; g > others; --g)
          std::swap(p.factors[at(g)], p.factors[at(g - 1)]);
        ++others;
      }
    return others;
  }

  /// The product of the first `count` factors. `out` shares no elements with
  /// them.
  void evaluate(const product<T> &p, int count, const operand<T> &out) {
    std::array<operand<const T>, at(max_factors)> factors;
    std::array<label_set, at(max_factors)> sets{};
    for (int f = 0; f < count; ++f)
      factors[at(f)] = p.factors[at(f)];
    if (count == 1)
      return reduce(factors[0], out);
    for (int f = 0; f < count; ++f) {
      label_set others = out.labels;
      for (int g = 0; g < count; ++g)
        if (g != f)
          others |= p.factors[at(g)].labels;
      const label_set kept = factors[at(f)].labels & others;
      if (kept != factors[at(f)].labels) {
        const operand<T> less = temporary(kept, -1);
        reduce(factors[at(f)], less);
        factors[at(f)] = less;
      }
      sets[at(f)] = kept;
    }
    const pair_order order(sets, count, out.labels, extents);
    in_pairs(order, order.all(), factors, &out);
  }

  /// out = out * factor, element by element.
  void multiply_by(const operand<T> &out, const operand<const T> &factor) {
    pair_kernel<T>(out, factor, out, extents).run();
  }

  /// A dense array with these labels in ascending order, `last` fastest unless
  /// it is negative.
  operand<T> temporary(label_set labels, int last) {
    operand<T> result;
    result.labels = labels;
    integer size = 1;
    if (last >= 0) {
      result.strides[at(last)] = 1;
      size = extents[at(last)];
    }
    for (int l = highest_label(labels); l >= 0; --l)
      if (contains(labels, l) && l != last) {
        result.strides[at(l)] = size;
        size *= extents[at(l)];
      }
    result.origin = memory.template take<T>(size);
    return result;
  }

private:
  void reduce(const operand<const T> &factor, const operand<T> &out) {
    const T one = T(1);
    operand<const T> unit;
    unit.origin = &one;
    pair_kernel<T>(factor, unit, out, extents).run();
  }

  operand<const T>
  in_pairs(const pair_order &order, unsigned set,
           const std::array<operand<const T>, at(max_factors)> &factors,
           const operand<T> *out) {
    const unsigned part = order.first_part(set);
    if (part == 0) {
      int f = 0;
      while ((set >> f) != 1)
        ++f;
      return factors[at(f)];
    }
    operand<const T> a = in_pairs(order, part, factors, nullptr);
    operand<const T> b = in_pairs(order, set & ~part, factors, nullptr);
    const operand<T> to = out ? *out
                              : temporary(order.labels_of(set),
                                          fastest(order.labels_of(set), a, b));
    const int along = walked(to);
    a = packed(a, along, to.labels);
    b = packed(b, along, to.labels);
    pair_kernel<T>(a, b, to, extents).run();
    return to;
  }

  /// The label along which an intermediate result is best dense: one along
  /// which a factor is, else one of the smaller factor.
  int fastest(label_set labels, const operand<const T> &a,
              const operand<const T> &b) const {
    const operand<const T> &smaller =
        volume(a.labels, extents) < volume(b.labels, extents) ? a : b;
    const operand<const T> &larger = &smaller == &a ? b : a;
    int found = -1;
    for (const operand<const T> *each : {&larger, &smaller})
      each_label(labels & each->labels, [&](int l) {
        if (found < 0 && extents[at(l)] > 1 && each->strides[at(l)] == 1)
          found = l;
      });
    if (found < 0)
      each_label(labels & smaller.labels, [&](int l) {
        if (extents[at(l)] > 1)
          found = l;
      });
    return found;
  }

  /// The label along which `out` is stored together.
  int walked(const operand<T> &out) const {
    int best = -1;
    each_label(out.labels, [&](int l) {
      if (extents[at(l)] > 1 &&
          (best < 0 || out.strides[at(l)] <= out.strides[at(best)]))
        best = l;
    });
    return best;
  }

  /// A copy that is dense along the label, where the factor is not and is read
  /// several times.
  operand<const T> packed(const operand<const T> &factor, int along,
                          label_set result) {
    if (along < 0 || !contains(factor.labels, along) ||
        factor.strides[at(along)] == 1 || extents[at(along)] < 4 ||
        volume(result & ~factor.labels, extents) < 4)
      return factor;
    const operand<T> copy = temporary(factor.labels, along);
    reduce(factor, copy);
    return copy;
  }
};

} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_PRODUCT_H
