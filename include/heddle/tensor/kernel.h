//===- tensor/kernel.h - one product of two operands, summed --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// In a product each dimension is called by a label, a small number. An operand
// has a stride for each label, so that diagonals (one label at two dimensions),
// transposes and the windows of convolutions are operands like others.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_KERNEL_H
#define HEDDLE_TENSOR_KERNEL_H

#include "lanes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// The most labels of one product: its result's and those summed over.
inline constexpr int max_labels = 32;

using label_set = std::uint32_t;
using label_array = std::array<integer, at(max_labels)>;

constexpr label_set only(int label) { return label_set(1) << label; }
constexpr bool contains(label_set set, int label) {
  return (set & only(label)) != 0;
}

/// Calls f for each label of a set, in ascending order.
template <class F> constexpr void each_label(label_set set, F &&f) {
  for (int l = 0; set != 0; ++l, set >>= 1)
    if ((set & 1) != 0)
      f(l);
}
constexpr int highest_label(label_set set) {
  int highest = -1;
  for (; set != 0; set >>= 1)
    ++highest;
  return highest;
}

/// Memory that each thread keeps for its statements, so that small ones need
/// not ask for any.
class kept_memory {
public:
  static constexpr std::size_t size = std::size_t(1) << 18, line = 64;

  /// Bytes that are in use; those behind them are free.
  std::size_t used = 0;

  static kept_memory &of_thread() {
    static thread_local kept_memory mine;
    return mine;
  }
  /// Nothing if there is not enough.
  void *take(std::size_t bytes) {
    if (bytes > size - used)
      return nullptr;
    if (!memory) {
      static thread_local release at_exit;
      at_exit.mine = this;
      memory = new unsigned char[size + line];
      const auto first = reinterpret_cast<std::uintptr_t>(memory);
      begin = memory + (line - first % line) % line;
    }
    void *const result = begin + used;
    used += (bytes + line - 1) / line * line;
    return result;
  }

private:
  unsigned char *memory = nullptr;
  unsigned char *begin = nullptr;

  /// Objects that outlive the thread's own ones may compute as they end. The
  /// memory is gone then, but not what says so, which has no destructor.
  struct release {
    kept_memory *mine = nullptr;
    release() = default;
    release(const release &) = delete;
    release &operator=(const release &) = delete;
    ~release() {
      if (!mine)
        return;
      delete[] mine->memory;
      mine->memory = nullptr;
      mine->used = size;
    }
  };
};

/// Memory for what is computed before the rest, until the statement ends.
class arena {
  kept_memory *kept = nullptr; // where something of it was taken
  std::size_t used_before = 0;
  std::vector<std::unique_ptr<void, void (*)(void *)>> blocks;

public:
  arena() = default;
  arena(const arena &) = delete;
  arena &operator=(const arena &) = delete;
  ~arena() {
    if (kept)
      kept->used = used_before;
  }

  /// Elements of unspecified value.
  template <class T> T *take(integer size) {
    const std::size_t elements = static_cast<std::size_t>(size < 1 ? 1 : size);
    if constexpr (std::is_trivially_copyable_v<T> &&
                  std::is_trivially_destructible_v<T> &&
                  alignof(T) <= kept_memory::line)
      if (elements <= kept_memory::size / sizeof(T))
        if (void *block = take_kept(elements * sizeof(T)))
          return static_cast<T *>(block);
    T *block = new T[elements];
    blocks.emplace_back(
        block, +[](void *p) { delete[] static_cast<T *>(p); });
    return block;
  }

private:
  void *take_kept(std::size_t bytes) {
    if (!kept) {
      kept = &kept_memory::of_thread();
      used_before = kept->used;
    }
    return kept->take(bytes);
  }
};

/// Elements by label; strides of labels outside of the set are 0.
template <class T> struct operand {
  T *origin = nullptr;
  label_set labels = 0;
  label_array strides{};

  operand() = default;
  template <class U,
            std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>, int> = 0>
  operand(const operand<U> &other)
      : origin(other.origin), labels(other.labels), strides(other.strides) {}
};

/// The type in which sums are formed: integers wrap around, since no order of
/// summation may overflow where another does not.
template <class T, bool = std::is_integral_v<T> &&std::is_signed_v<T>>
struct wrapping {
  using type = T;
};
template <class T> struct wrapping<T, true> {
  using type = std::make_unsigned_t<T>;
};

/// A loop over two factors and what they give; strides in elements.
struct loop_level {
  integer extent, a, b, out;
};

/// Makes one loop of two neighbours, outermost first, where the strides allow.
template <std::size_t Most>
constexpr void join_levels(std::array<loop_level, Most> &levels, int &size) {
  int kept = 0;
  for (int k = 0; k < size; ++k) {
    const loop_level next = levels[at(k)];
    if (kept != 0) {
      loop_level &last = levels[at(kept - 1)];
      if (last.a == next.a * next.extent && last.b == next.b * next.extent &&
          last.out == next.out * next.extent) {
        last = {last.extent * next.extent, next.a, next.b, next.out};
        continue;
      }
    }
    levels[at(kept++)] = next;
  }
  size = kept;
}

/// Writes to each element of `out` the sum, over the labels that only the
/// factors have, of the products a * b. Sums start from zero and run over those
/// labels in ascending order, the last one fastest. `out` must not share
/// elements with the factors, unless nothing is summed over and each element is
/// the factors' at the same index.
template <class T> class pair_kernel {
  using sum = typename wrapping<T>::type;
  static constexpr int widest = lanes_for<sum>(vector_bytes);

  using level = loop_level;
  // Along a row: the first factor is the same and the second dense, both are
  // dense, or neither.
  enum walk { walk_b, walk_both, walk_any };

  const T *a_origin;
  const T *b_origin;
  T *out_origin;
  // Outermost first; row is the loop along which elements are stored together.
  std::array<level, at(max_labels)> rows, sums;
  int row_count = 0, sum_count = 0;
  level row{1, 0, 0, 0}, inner_sum{1, 0, 0, 0};
  bool empty = false;

public:
  pair_kernel(const operand<const T> &a, const operand<const T> &b,
              const operand<T> &out, const label_array &extents)
      : a_origin(a.origin), b_origin(b.origin), out_origin(out.origin) {
    each_label(a.labels | b.labels | out.labels, [&](int l) {
      const level each{extents[at(l)], a.strides[at(l)], b.strides[at(l)],
                       out.strides[at(l)]};
      const bool is_row = contains(out.labels, l);
      empty = empty || (is_row && each.extent == 0);
      if (each.extent != 1)
        (is_row ? rows[at(row_count++)] : sums[at(sum_count++)]) = each;
    });
    sort_rows();
    join_levels(rows, row_count);
    join_levels(sums, sum_count);
    if (row_count != 0)
      row = rows[at(--row_count)];
    if (sum_count != 0)
      inner_sum = sums[at(--sum_count)];
    // One factor is the same along the row, or both walk.
    if (row.a != 0 && row.b == 0) {
      std::swap(a_origin, b_origin);
      for (level *each : {&row, &inner_sum})
        std::swap(each->a, each->b);
      for (int k = 0; k < row_count; ++k)
        std::swap(rows[at(k)].a, rows[at(k)].b);
      for (int k = 0; k < sum_count; ++k)
        std::swap(sums[at(k)].a, sums[at(k)].b);
    }
  }

  void run() const {
    if (!empty)
      run_rows(0, a_origin, b_origin, out_origin);
  }

private:
  /// By the strides of `out`: elements are independent of each other, so that
  /// their order is free.
  void sort_rows() {
    for (int k = 1; k < row_count; ++k)
      for (int m = k; m > 0 && rows[at(m - 1)].out < rows[at(m)].out; --m)
        std::swap(rows[at(m - 1)], rows[at(m)]);
  }

  void run_rows(int depth, const T *a, const T *b, T *out) const {
    if (depth == row_count) {
      if (row.a == 0 && row.b == 1)
        run_row<walk_b>(a, b, out);
      else if (row.a == 1 && row.b == 1)
        run_row<walk_both>(a, b, out);
      else
        run_row<walk_any>(a, b, out);
      return;
    }
    const level &each = rows[at(depth)];
    integer i = 0;
    if constexpr (widest >= 2)
      if (depth + 1 == row_count && each.b == 0 && row.a == 0 && row.b == 1 &&
          sum_count == 0)
        for (; i + 4 <= each.extent; i += 4)
          run_four_rows<widest>(a + i * each.a, each.a, b, out + i * each.out,
                                each.out, 0);
    for (; i < each.extent; ++i)
      run_rows(depth + 1, a + i * each.a, b + i * each.b, out + i * each.out);
  }

  /// Four rows with the same b, which is then read once for all of them; from
  /// element `done` on.
  template <int Lanes>
  void run_four_rows(const T *a, integer next_a, const T *b, T *out,
                     integer next_out, integer done) const {
    for (; done + 2 * Lanes <= row.extent; done += 2 * Lanes)
      run_block<Lanes, 2>(a, next_a, b + done, out + done * row.out, next_out);
    if (done + Lanes <= row.extent) {
      run_block<Lanes, 1>(a, next_a, b + done, out + done * row.out, next_out);
      done += Lanes;
    }
    if constexpr (Lanes > 2)
      run_four_rows<Lanes / 2>(a, next_a, b, out, next_out, done);
    else
      for (; done < row.extent; ++done)
        for (int r = 0; r < 4; ++r)
          run_tile<walk_b, 1>(a + r * next_a, b, out + r * next_out, done);
  }
  template <int Lanes, int Vectors>
  HEDDLE_TENSOR_VECTORS void run_block(const T *a, integer next_a, const T *b,
                                       T *out, integer next_out) const {
    using vector = typename lanes_of<sum, Lanes>::type;
    vector total[4][Vectors] = {};
    for (integer k = 0; k < inner_sum.extent; ++k) {
      vector along[Vectors];
      std::memcpy(along, b, sizeof(along));
      for (int r = 0; r < 4; ++r)
        for (int v = 0; v < Vectors; ++v)
          total[r][v] += static_cast<sum>(a[r * next_a]) * along[v];
      a += inner_sum.a;
      b += inner_sum.b;
    }
    for (int r = 0; r < 4; ++r, out += next_out)
      if (row.out == 1)
        std::memcpy(out, total[r], sizeof(total[r]));
      else
        for (int v = 0; v < Vectors; ++v)
          for (int w = 0; w < Lanes; ++w)
            out[(v * Lanes + w) * row.out] = static_cast<T>(total[r][v][w]);
  }

  template <walk Walk> void run_row(const T *a, const T *b, T *out) const {
    integer done = 0;
    for (; done + 8 <= row.extent; done += 8)
      run_tile<Walk, 8>(a, b, out, done);
    if (done + 4 <= row.extent) {
      run_tile<Walk, 4>(a, b, out, done);
      done += 4;
    }
    if (done + 2 <= row.extent) {
      run_tile<Walk, 2>(a, b, out, done);
      done += 2;
    }
    if (done < row.extent)
      run_tile<Walk, 1>(a, b, out, done);
  }

  template <walk Walk, int Width>
  void run_tile(const T *a, const T *b, T *out, integer done) const {
    std::array<sum, at(Width)> total{};
    add<Walk, Width>(0, a + done * row.a, b + done * row.b, total);
    for (int w = 0; w < Width; ++w)
      out[(done + w) * row.out] = static_cast<T>(total[at(w)]);
  }

  template <walk Walk, int Width>
  void add(int depth, const T *a, const T *b,
           std::array<sum, at(Width)> &total) const {
    if (depth != sum_count) {
      const level &each = sums[at(depth)];
      for (integer k = 0; k < each.extent; ++k)
        add<Walk, Width>(depth + 1, a + k * each.a, b + k * each.b, total);
      return;
    }
    const integer step_a = Walk == walk_b ? 0 : Walk == walk_both ? 1 : row.a;
    const integer step_b = Walk == walk_any ? row.b : 1;
    // A copy stays in registers.
    std::array<sum, at(Width)> part = total;
    for (integer k = 0; k < inner_sum.extent; ++k) {
      for (int w = 0; w < Width; ++w)
        part[at(w)] +=
            static_cast<sum>(a[w * step_a]) * static_cast<sum>(b[w * step_b]);
      a += inner_sum.a;
      b += inner_sum.b;
    }
    total = part;
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_KERNEL_H
