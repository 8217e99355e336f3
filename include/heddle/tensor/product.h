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
inline namespace HEDDLE_TENSOR_BUILD {

/// The most factors of one product; with more, parts are computed by
/// themselves.
inline constexpr int max_factors = 10;

template <class T> struct product {
  int labels = 0;
  label_array extents{};
  int count = 0;
  std::array<operand<const T>, at(max_factors)> factors;
};

template <std::size_t Labels>
constexpr double volume(label_set set,
                        const std::array<integer, Labels> &extents) {
  double result = 1;
  for (std::size_t l = 0; set != 0; ++l, set >>= 1)
    if ((set & 1) != 0)
      result *= static_cast<double>(extents[l]);
  return result;
}

/// Which pairs: for each set of factors the part that is computed first.
template <int Factors> class pair_order {
  using factor_set = unsigned;
  struct choice {
    double cost, memory;
    factor_set part;
    label_set labels;
  };
  // Four labels each: the volumes of all sets of them.
  static constexpr int tables = max_labels / 4;

  std::array<choice, std::size_t(1) << Factors> best{}; // by set
  std::array<label_set, at(Factors)> sets;
  std::array<std::array<double, 16>, at(tables)> volumes{};
  int used_tables = 0;
  int count;
  label_set result;

public:
  template <std::size_t Labels>
  constexpr pair_order(const std::array<label_set, at(Factors)> &factor_labels,
                       int factors, label_set result_labels,
                       const std::array<integer, Labels> &extents)
      : sets(factor_labels), count(factors), result(result_labels) {
    label_set every = result;
    for (int f = 0; f < count; ++f)
      every |= sets[at(f)];
    for (; used_tables < tables && every >> (4 * used_tables) != 0;
         ++used_tables)
      for (label_set part = 0; part < 16; ++part) {
        // For labels that nobody has the volume does not matter.
        double product = 1;
        for (int l = 0; l < 4; ++l) {
          const auto label = static_cast<std::size_t>(4 * used_tables + l);
          if ((part >> l & 1) != 0 && label < Labels)
            product *= static_cast<double>(extents[label]);
        }
        volumes[at(used_tables)][part] = product;
      }
    for (factor_set set = 1; set <= all(); ++set)
      best[set] = cheapest(set);
  }

  constexpr factor_set all() const { return (factor_set(1) << count) - 1; }
  constexpr factor_set first_part(factor_set set) const {
    return best[set].part;
  }
  /// The labels of the product of a set of factors: what the result or another
  /// factor still needs.
  constexpr label_set labels_of(factor_set set) const {
    return best[set].labels;
  }

private:
  constexpr label_set needed_labels(factor_set set) const {
    label_set inside = 0, outside = result;
    for (int f = 0; f < count; ++f)
      ((set >> f & 1) != 0 ? inside : outside) |= sets[at(f)];
    return inside & outside;
  }
  constexpr double volume_of(label_set labels) const {
    double product = 1;
    for (int k = 0; k < used_tables; ++k, labels >>= 4)
      product *= volumes[at(k)][labels & 15];
    return product;
  }
  constexpr choice cheapest(factor_set set) const {
    choice found{0, 0, 0, needed_labels(set)};
    const factor_set lowest = set & (~set + 1);
    if (set == lowest)
      return found;
    const double own_memory = volume_of(found.labels);
    const factor_set others = set & ~lowest;
    // The parts with the lowest factor, downwards.
    for (factor_set more = others; more != 0;) {
      more = (more - 1) & others;
      const choice &part = best[lowest | more], &rest = best[others & ~more];
      const double before = part.cost + rest.cost;
      if (found.part != 0 && before > found.cost)
        continue;
      const double cost = before + volume_of(part.labels | rest.labels);
      const double memory = part.memory + rest.memory + own_memory;
      if (found.part == 0 || cost < found.cost ||
          (cost == found.cost && memory < found.memory)) {
        found.cost = cost;
        found.memory = memory;
        found.part = lowest | more;
      }
    }
    return found;
  }
};

/// The pairs one after the other. Operands are the factors, then the products
/// in the order in which they are computed.
template <int Factors> struct pair_sequence {
  struct entry {
    int a, b;
    label_set labels; // of their product
  };
  int count = 0;
  std::array<entry, at(Factors)> pairs{};

  constexpr pair_sequence() = default;
  constexpr pair_sequence(const pair_order<Factors> &order, int factors) {
    add(order, order.all(), factors);
  }

private:
  constexpr int add(const pair_order<Factors> &order, unsigned set,
                    int factors) {
    const unsigned part = order.first_part(set);
    if (part == 0) {
      int f = 0;
      while ((set >> f) != 1)
        ++f;
      return f;
    }
    const int a = add(order, part, factors);
    const int b = add(order, set & ~part, factors);
    pairs[at(count)] = {a, b, order.labels_of(set)};
    return factors + count++;
  }
};

/// Is a product of factors with these labels computed from these parts: for
/// each set of two factors and more that is, the part that comes first. Kernels
/// are made for one order.
template <int Factors, std::size_t Labels, std::size_t Sets>
bool multiplies_so(const label_set (&factors)[at(Factors)], label_set result,
                   const integer (&extents)[Labels],
                   const unsigned (&parts)[Sets][2]) {
  std::array<label_set, at(Factors)> sets;
  std::copy_n(factors, Factors, sets.begin());
  std::array<integer, Labels> sizes;
  std::copy_n(extents, Labels, sizes.begin());
  const pair_order<Factors> order(sets, Factors, result, sizes);
  for (const auto &each : parts)
    if (order.first_part(each[0]) != each[1])
      return false;
  return true;
}

/// Each thread remembers the last orders that it needed: to find one
/// takes longer than small products themselves.
class known_orders {
  struct entry {
    int count = 0;
    label_set result = 0;
    std::array<label_set, at(max_factors)> sets{};
    label_array extents{};
    pair_sequence<max_factors> order;
  };
  static constexpr unsigned size = 8;
  std::array<entry, size> entries{};
  unsigned next = 0;

public:
  static known_orders &of_thread() {
    static thread_local known_orders mine;
    return mine;
  }
  pair_sequence<max_factors>
  find(const std::array<label_set, at(max_factors)> &sets, int count,
       label_set result, const label_array &extents) {
    label_set labels = result;
    for (int f = 0; f < count; ++f)
      labels |= sets[at(f)];
    for (const entry &each : entries)
      if (each.count == count && each.result == result && each.sets == sets &&
          same(each.extents, extents, labels))
        return each.order;
    entry &found = entries[next++ % size];
    found.count = count;
    found.result = result;
    found.sets = sets;
    found.extents = extents;
    found.order = {pair_order<max_factors>(sets, count, result, extents),
                   count};
    return found.order;
  }

private:
  static bool same(const label_array &a, const label_array &b,
                   label_set labels) {
    for (std::size_t l = 0; labels != 0; ++l, labels >>= 1)
      if ((labels & 1) != 0 && a[l] != b[l])
        return false;
    return true;
  }
};

/// Gives labels the strides of a dense array in which they ascend, `last`
/// fastest unless it is negative, in rows of so many elements; returns its
/// size.
template <std::size_t Labels>
constexpr integer lay_out(std::array<integer, Labels> &strides,
                          label_set labels, int last, integer row,
                          const std::array<integer, Labels> &extents) {
  integer size = 1;
  if (last >= 0) {
    strides[at(last)] = 1;
    size = row;
  }
  for (int l = highest_label(labels); l >= 0; --l)
    if (contains(labels, l) && l != last) {
      strides[at(l)] = size;
      size *= extents[at(l)];
    }
  return size;
}

/// The label along which an intermediate result is best dense: one along which
/// a factor is, else one of the smaller factor.
template <class Operand, std::size_t Labels>
constexpr int fastest_label(label_set labels, const Operand &a,
                            const Operand &b,
                            const std::array<integer, Labels> &extents) {
  const bool a_is_smaller =
      volume(a.labels, extents) < volume(b.labels, extents);
  const Operand &smaller = a_is_smaller ? a : b;
  const Operand &larger = a_is_smaller ? b : a;
  for (const Operand *each : {&larger, &smaller})
    for (int l = 0; l < static_cast<int>(Labels); ++l)
      if (contains(labels & each->labels, l) && extents[at(l)] > 1 &&
          each->strides[at(l)] == 1)
        return l;
  int found = -1;
  for (int l = 0; l < static_cast<int>(Labels); ++l)
    if (contains(labels & smaller.labels, l) && extents[at(l)] > 1)
      found = l;
  return found;
}

/// The label along which an operand is stored together.
template <class Operand, std::size_t Labels>
constexpr int walked_label(const Operand &out,
                           const std::array<integer, Labels> &extents) {
  int best = -1;
  for (int l = 0; l < static_cast<int>(Labels); ++l)
    if (contains(out.labels, l) && extents[at(l)] > 1 &&
        (best < 0 || out.strides[at(l)] <= out.strides[at(best)]))
      best = l;
  return best;
}

/// Is a factor to be copied such that it is dense along the label: where it is
/// not and is read several times.
template <class Operand, std::size_t Labels>
constexpr bool is_worth_packing(const Operand &factor, int along,
                                label_set result,
                                const std::array<integer, Labels> &extents) {
  return along >= 0 && contains(factor.labels, along) &&
         factor.strides[at(along)] != 1 && extents[at(along)] >= 4 &&
         volume(result & ~factor.labels, extents) >= 4;
}

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
    in_pairs(known_orders::of_thread().find(sets, count, out.labels, extents),
             count, factors, out);
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
    result.origin = memory.template take<T>(
        lay_out(result.strides, labels, last, last < 0 ? 1 : extents[at(last)],
                extents));
    return result;
  }

private:
  void reduce(const operand<const T> &factor, const operand<T> &out) {
    const T one = T(1);
    operand<const T> unit;
    unit.origin = &one;
    pair_kernel<T>(factor, unit, out, extents).run();
  }

  void in_pairs(const pair_sequence<max_factors> &order, int count,
                const std::array<operand<const T>, at(max_factors)> &factors,
                const operand<T> &out) {
    std::array<operand<const T>, at(2 * max_factors)> operands;
    std::copy_n(factors.begin(), count, operands.begin());
    for (int k = 0; k < order.count; ++k) {
      const auto &pair = order.pairs[at(k)];
      operand<const T> a = operands[at(pair.a)], b = operands[at(pair.b)];
      const operand<T> to =
          k + 1 == order.count
              ? out
              : temporary(pair.labels,
                          fastest_label(pair.labels, a, b, extents));
      const int along = walked_label(to, extents);
      a = packed(a, along, to.labels);
      b = packed(b, along, to.labels);
      pair_kernel<T>(a, b, to, extents).run();
      operands[at(count + k)] = to;
    }
  }

  operand<const T> packed(const operand<const T> &factor, int along,
                          label_set result) {
    if (!is_worth_packing(factor, along, result, extents))
      return factor;
    const operand<T> copy = temporary(factor.labels, along);
    reduce(factor, copy);
    return copy;
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_PRODUCT_H
