//===- tensor/plan.h - products of known extents, planned -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The decisions of product_evaluation in product.h for extents that are known
// when a statement runs, as constants of its type: which factors are summed and
// multiplied in which order, and how intermediate results are laid out. The
// order of sums is that of product.h for the same expression.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_PLAN_H
#define HEDDLE_TENSOR_PLAN_H

#include "product.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// A product of a result's labels, which are the first ones, ascending, and of
/// those that are summed over.
template <int Factors, int Labels> struct known_product {
  static constexpr int max_operands = 5 * Factors + 1;
  static constexpr int max_steps = 4 * Factors;
  using strides = std::array<integer, at(Labels)>;

  int rank = 0; // of the result
  int labels = 0, count = 0;
  strides extents{};
  std::array<label_set, at(Factors)> sets{};
  std::array<strides, at(Factors)> factors{};
  /// False where an operand would have to be read along a diagonal before it
  /// is computed.
  bool possible = true;
};

/// One product of two operands, by their numbers.
struct plan_step {
  int a, b, out;
};

template <int Factors, int Labels> struct product_plan {
  using product = known_product<Factors, Labels>;
  struct operand {
    label_set labels;
    typename product::strides strides;
    /// In elements from the beginning of the scratch memory.
    integer offset;
    bool alive;
    integer size;
    /// Rows along the label of stride 1 are as long as a vector: elements
    /// behind the last one are copies of it, or what comes of them.
    bool padded;
  };
  /// The number of an operand that is 1 everywhere.
  static constexpr int unit = -1;
  /// The operands: the factors, the result, intermediate results.
  static constexpr int result = Factors;

  // A name for the sum: g++ 12 leaves `Factors + 1` here as it stands.
  static constexpr int first_temporary = Factors + 1;

  int steps = 0, operands = first_temporary;
  plan_step step[product::max_steps] = {};
  operand operand_of[product::max_operands] = {};
  integer scratch = 0; // elements
};

/// Plans a product. The functions have the names of those of product_evaluation
/// that they agree with.
template <int Factors, int Labels> class product_planner {
  using product = known_product<Factors, Labels>;
  using plan = product_plan<Factors, Labels>;
  using operands = std::array<int, at(Factors)>;

  const product &given;
  const integer aligned; // sizes are multiples of this
  const integer lanes;   // of the widest vector
  plan made{};

public:
  constexpr product_planner(const product &p, integer alignment,
                            integer vector_lanes)
      : given(p), aligned(alignment), lanes(vector_lanes) {
    for (int f = 0; f < p.count; ++f) {
      made.operand_of[f].labels = p.sets[at(f)];
      made.operand_of[f].strides = p.factors[at(f)];
    }
    auto &out = made.operand_of[plan::result];
    out.labels = only(p.rank) - 1;
    integer stride = 1;
    for (int k = p.rank; k-- > 0;) {
      out.strides[at(k)] = stride;
      stride *= p.extents[at(k)];
    }
    compute();
  }
  constexpr const plan &value() const { return made; }

private:
  constexpr auto &of(int number) { return made.operand_of[number]; }
  constexpr const auto &of(int number) const { return made.operand_of[number]; }
  constexpr void add_step(int a, int b, int out) {
    made.step[made.steps++] = {a, b, out};
    for (int used : {a, b})
      if (used > plan::result)
        of(used).alive = false;
  }

  constexpr void compute() {
    const label_set result = of(plan::result).labels;
    operands others{}, last{};
    int other_count = 0, last_count = 0;
    for (int f = 0; f < given.count; ++f)
      (given.sets[at(f)] == result ? last[at(last_count++)]
                                   : others[at(other_count++)]) = f;
    int next = 0;
    if (other_count == 0) {
      next = given.count < 2 ? given.count : 2;
      for (; other_count < next; ++other_count)
        others[at(other_count)] = last[at(other_count)];
    }
    int to = next == last_count ? plan::result : temporary(result, -1);
    evaluate(others, other_count, to);
    for (; next < last_count; ++next) {
      const int before = to;
      to = next + 1 == last_count ? plan::result : temporary(result, -1);
      add_step(before, last[at(next)], to);
    }
  }

  constexpr void evaluate(operands factors, int count, int out) {
    if (count == 1)
      return add_step(factors[0], plan::unit, out);
    std::array<label_set, at(Factors)> sets{};
    for (int f = 0; f < count; ++f)
      sets[at(f)] = of(factors[at(f)]).labels;
    std::array<label_set, at(Factors)> kept{};
    for (int f = 0; f < count; ++f) {
      label_set others = of(out).labels;
      for (int g = 0; g < count; ++g)
        if (g != f)
          others |= sets[at(g)];
      kept[at(f)] = sets[at(f)] & others;
      if (kept[at(f)] != sets[at(f)]) {
        const int less = temporary(kept[at(f)], -1);
        add_step(factors[at(f)], plan::unit, less);
        factors[at(f)] = less;
      }
    }
    const pair_sequence<Factors> order(
        pair_order<Factors>(kept, count, of(out).labels, given.extents), count);
    std::array<int, at(2 * Factors)> numbers{};
    for (int f = 0; f < count; ++f)
      numbers[at(f)] = factors[at(f)];
    for (int k = 0; k < order.count; ++k) {
      const auto &pair = order.pairs[at(k)];
      numbers[at(count + k)] =
          multiply(numbers[at(pair.a)], numbers[at(pair.b)],
                   k + 1 == order.count ? out : -1, pair.labels);
    }
  }

  /// `out` is the number of where the product goes, or -1.
  constexpr int multiply(int a, int b, int out, label_set labels) {
    if (out >= 0)
      labels = of(out).labels;
    const int along = out < 0
                          ? fastest_label(labels, of(a), of(b), given.extents)
                          : walked_label(of(out), given.extents);
    a = packed(a, along, labels);
    b = packed(b, along, labels);
    if (out < 0) {
      const bool padded = along >= 0 && walks_padded(a, along) &&
                          walks_padded(b, along) &&
                          (of(a).padded || of(b).padded);
      out = temporary(labels, along, padded);
    }
    add_step(a, b, out);
    return out;
  }

  /// Does a factor stay the same along the label, or is it padded there.
  constexpr bool walks_padded(int factor, int along) const {
    return !contains(of(factor).labels, along) ||
           (of(factor).padded && of(factor).strides[at(along)] == 1);
  }
  /// For rows that are no shorter than half a vector.
  constexpr bool is_worth_padding(int along) const {
    const integer extent = given.extents[at(along)];
    return lanes / 2 < extent && extent < lanes;
  }

  constexpr int packed(int factor, int along, label_set result) {
    if (!is_worth_packing(of(factor), along, result, given.extents))
      return factor;
    const int copy =
        temporary(of(factor).labels, along, is_worth_padding(along));
    add_step(factor, plan::unit, copy);
    return copy;
  }

  constexpr int temporary(label_set labels, int last, bool padded = false) {
    const int number = made.operands++;
    auto &result = of(number);
    result.labels = labels;
    result.padded = padded;
    result.size = lay_out(result.strides, labels, last,
                          padded      ? lanes
                          : last >= 0 ? given.extents[at(last)]
                                      : 1,
                          given.extents);
    result.size = (result.size + aligned - 1) / aligned * aligned;
    // The first place that no other has.
    for (bool moved = true; moved;) {
      moved = false;
      for (int k = plan::result + 1; k < number; ++k)
        if (of(k).alive && of(k).offset < result.offset + result.size &&
            result.offset < of(k).offset + of(k).size) {
          result.offset = of(k).offset + of(k).size;
          moved = true;
        }
    }
    result.alive = true;
    if (made.scratch < result.offset + result.size)
      made.scratch = result.offset + result.size;
    return number;
  }
};

/// The loops of one step: rows, outermost first, then those along which several
/// elements are computed together, then sums.
template <int Labels> struct step_loops {
  std::array<loop_level, at(Labels)> rows{}, sums{};
  int row_count = 0, sum_count = 0;
  /// Whether a factor was exchanged with the other.
  bool exchanged = false;
  /// The innermost row, and the one whose elements are computed with it.
  loop_level row{1, 0, 0, 0}, block{1, 0, 0, 0};
  bool empty = false;
  /// Are the factors that change along the row padded, is the result.
  bool reads_padded = false, writes_padded = false;
};

template <int Factors, int Labels>
constexpr step_loops<Labels>
loops_of_step(const known_product<Factors, Labels> &p,
              const product_plan<Factors, Labels> &plan, plan_step step) {
  step_loops<Labels> loops;
  const auto stride = [&](int number, int l) {
    return number < 0 ? 0 : plan.operand_of[number].strides[at(l)];
  };
  const auto labels = [&](int number) {
    return number < 0 ? label_set(0) : plan.operand_of[number].labels;
  };
  for (int l = 0; l < p.labels; ++l) {
    if (!contains(labels(step.a) | labels(step.b) | labels(step.out), l))
      continue;
    const loop_level each{p.extents[at(l)], stride(step.a, l),
                          stride(step.b, l), stride(step.out, l)};
    const bool is_row = contains(labels(step.out), l);
    loops.empty = loops.empty || (is_row && each.extent == 0);
    if (each.extent != 1)
      (is_row ? loops.rows[at(loops.row_count++)]
              : loops.sums[at(loops.sum_count++)]) = each;
  }
  for (int k = 1; k < loops.row_count; ++k)
    for (int m = k; m > 0 && loops.rows[at(m - 1)].out < loops.rows[at(m)].out;
         --m) {
      const loop_level other = loops.rows[at(m)];
      loops.rows[at(m)] = loops.rows[at(m - 1)];
      loops.rows[at(m - 1)] = other;
    }
  join_levels(loops.rows, loops.row_count);
  join_levels(loops.sums, loops.sum_count);
  if (loops.row_count != 0)
    loops.row = loops.rows[at(--loops.row_count)];
  // One factor is the same along the row, or both walk.
  if (loops.row.a != 0 && loops.row.b == 0) {
    loops.exchanged = true;
    const auto exchange = [](loop_level &level) {
      level = {level.extent, level.b, level.a, level.out};
    };
    exchange(loops.row);
    for (int k = 0; k < loops.row_count; ++k)
      exchange(loops.rows[at(k)]);
    for (int k = 0; k < loops.sum_count; ++k)
      exchange(loops.sums[at(k)]);
  }
  const auto is_padded = [&](int number) {
    return number > plan.result && plan.operand_of[number].padded;
  };
  const int first = loops.exchanged ? step.b : step.a;
  const int second = loops.exchanged ? step.a : step.b;
  loops.reads_padded = loops.row.b == 1 && is_padded(second) &&
                       (loops.row.a == 0 || is_padded(first));
  loops.writes_padded = loops.row.out == 1 && is_padded(step.out);
  // Together with the row: where the second factor is the same, else the next.
  int chosen = loops.row_count - 1;
  for (int k = 0; k < loops.row_count; ++k)
    if (loops.rows[at(k)].b == 0)
      chosen = k;
  if (chosen >= 0) {
    loops.block = loops.rows[at(chosen)];
    for (int k = chosen; k + 1 < loops.row_count; ++k)
      loops.rows[at(k)] = loops.rows[at(k + 1)];
    --loops.row_count;
  }
  return loops;
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_PLAN_H
