//===- tensor/tile.h - sums of several elements at once -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A tile is Rows x Vectors x Lanes elements of a result whose sums are formed
// together, in registers. Each sum starts from zero and takes its terms in
// order: a tile is as if each element had a loop of its own.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_TILE_H
#define HEDDLE_TENSOR_TILE_H

#include "plan.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// How a step is cut into tiles.
struct tiling {
  int lanes;     // of a vector
  integer row;   // elements of a row
  int vectors;   // in a whole row: the last ones may overlap
  int together;  // of them, in one tile
  integer block; // rows next to each other
  int rows;      // of them, in one tile
  bool walks;    // does the first factor change along the row
  bool partial;  // is a row shorter than its vector
};

template <class T, int Labels>
constexpr tiling tiling_of(const step_loops<Labels> &loops) {
  const loop_level &row = loops.row;
  const bool dense = row.out == 1 && row.b == 1 && (row.a == 0 || row.a == 1);
  tiling result{1, row.extent, 1, 1, loops.block.extent, 1, row.a != 0, false};
  const int widest = lanes_for<T>(vector_bytes);
  if (dense)
    result.lanes = loops.reads_padded ? widest : lanes_for<T>(row.extent);
  if (loops.empty)
    return result;
  const auto pieces = [](integer whole, integer most) {
    return (whole + most - 1) / most;
  };
  // As many sums as registers hold beside the factors.
  const integer sums = vector_registers * 5 / 8;
  if (result.lanes == 1) {
    result.vectors = static_cast<int>(row.extent);
    result.together = static_cast<int>(
        pieces(row.extent, pieces(row.extent, row.extent < 8 ? 8 : 4)));
    if (loops.writes_padded)
      result.vectors = result.together = widest;
    result.rows = 1;
    return result;
  }
  result.partial = loops.reads_padded && !loops.writes_padded;
  const integer vectors = pieces(row.extent, result.lanes);
  const integer together =
      pieces(vectors, pieces(vectors, result.block < 4 ? 8 : 4));
  const integer most = sums / together < 1 ? 1 : sums / together;
  result.vectors = static_cast<int>(vectors);
  result.together = static_cast<int>(together);
  result.rows =
      static_cast<int>(pieces(result.block, pieces(result.block, most)));
  return result;
}

/// The loops of one step: Step::loops, Step::cut.
template <class T, class Step> class tiled_step {
  using sum = typename wrapping<T>::type;
  static constexpr auto &loops = Step::loops;
  static constexpr tiling cut = Step::cut;
  using vector = typename lanes_of<sum, cut.lanes>::type;

public:
  static void run(const T *a, const T *b, T *out) {
    if constexpr (!loops.empty) {
      if constexpr (loops.exchanged)
        run_rows<0>(b, a, out);
      else
        run_rows<0>(a, b, out);
    }
  }

private:
  template <int Depth> static void run_rows(const T *a, const T *b, T *out) {
    if constexpr (Depth == loops.row_count)
      run_columns(a, b, out);
    else {
      constexpr loop_level each = loops.rows[at(Depth)];
      for (integer i = 0; i < each.extent; ++i)
        run_rows<Depth + 1>(a + i * each.a, b + i * each.b, out + i * each.out);
    }
  }

  /// Where the vectors of a row begin: the last one where it ends.
  static constexpr integer place(int vector_number) {
    if (cut.lanes == 1 || cut.row < cut.lanes)
      return vector_number;
    return vector_number + 1 == cut.vectors ? cut.row - cut.lanes
                                            : vector_number * cut.lanes;
  }
  /// Behind the end of a row it is the last element that is read.
  static constexpr integer read_place(int vector_number) {
    const integer begin = place(vector_number);
    return cut.lanes == 1 && begin >= cut.row ? cut.row - 1 : begin;
  }
  /// The tiles that lie apart from each other equally run as a loop, the last
  /// one by itself.
  static void run_columns(const T *a, const T *b, T *out) {
    constexpr int whole =
        cut.vectors / cut.together - (cut.vectors % cut.together == 0 ? 1 : 0);
    constexpr integer step = integer(cut.together) * cut.lanes;
    for (integer c = 0; c < whole; ++c)
      run_block<0, cut.together>(a + c * step * loops.row.a,
                                 b + c * step * loops.row.b,
                                 out + c * step * loops.row.out);
    run_block<whole * cut.together, cut.vectors - whole * cut.together>(a, b,
                                                                        out);
  }
  template <int First, int Vectors>
  static void run_block(const T *a, const T *b, T *out) {
    constexpr loop_level each = loops.block;
    constexpr integer whole = cut.block / cut.rows;
    constexpr int rest = static_cast<int>(cut.block % cut.rows);
    for (integer r = 0; r < whole; ++r)
      run_tile<First, Vectors, cut.rows>(a + r * cut.rows * each.a,
                                         b + r * cut.rows * each.b,
                                         out + r * cut.rows * each.out);
    if constexpr (rest != 0)
      run_tile<First, Vectors, rest>(a + whole * cut.rows * each.a,
                                     b + whole * cut.rows * each.b,
                                     out + whole * cut.rows * each.out);
  }

  template <int First, int Vectors, int Rows>
  HEDDLE_TENSOR_VECTORS static void run_tile(const T *a, const T *b, T *out) {
    vector total[Rows * Vectors] = {};
    using all = std::make_integer_sequence<int, Rows * Vectors>;
    add<First, Vectors, 0>(a, b, total, all());
    store<First, Vectors>(out, total, all());
  }
  template <int First, int Vectors, int Depth, int Size, int... I>
  HEDDLE_TENSOR_VECTORS static void add(const T *a, const T *b,
                                        vector (&total)[Size],
                                        std::integer_sequence<int, I...> all) {
    if constexpr (Depth == loops.sum_count)
      (add_one<I / Vectors, First + I % Vectors>(a, b, total[I]), ...);
    else {
      constexpr loop_level each = loops.sums[at(Depth)];
      for (integer k = 0; k < each.extent; ++k)
        add<First, Vectors, Depth + 1>(a + k * each.a, b + k * each.b, total,
                                       all);
    }
  }
  template <int Row, int Vector>
  HEDDLE_TENSOR_VECTORS static void add_one(const T *a, const T *b,
                                            vector &total) {
    a += Row * loops.block.a + read_place(Vector) * loops.row.a;
    b += Row * loops.block.b + read_place(Vector) * loops.row.b;
    if constexpr (cut.lanes == 1)
      total += static_cast<sum>(*a) * static_cast<sum>(*b);
    else {
      vector along;
      std::memcpy(&along, b, sizeof(along));
      if constexpr (cut.walks) {
        vector other;
        std::memcpy(&other, a, sizeof(other));
        total += other * along;
      } else
        total += static_cast<sum>(*a) * along;
    }
  }
  template <int First, int Vectors, int Size, int... I>
  HEDDLE_TENSOR_VECTORS static void store(T *out, const vector (&total)[Size],
                                          std::integer_sequence<int, I...>) {
    (store_one<I / Vectors, First + I % Vectors, I + 1 == Size>(out, total[I]),
     ...);
  }
  template <int Row, int Vector, bool Last>
  HEDDLE_TENSOR_VECTORS static void store_one(T *out, const vector &total) {
    // The lanes that a vector has too many are stored over by the next row.
    constexpr bool next_row_follows =
        !Last && loops.block.out == cut.row && cut.lanes <= 2 * cut.row;
    out += Row * loops.block.out + place(Vector) * loops.row.out;
    if constexpr (cut.lanes == 1)
      *out = static_cast<T>(total);
    else
      std::memcpy(out, &total,
                  cut.partial && !next_row_follows
                      ? static_cast<std::size_t>(cut.row) * sizeof(T)
                      : sizeof(total));
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_TILE_H
