//===- grids.cpp - stencils on std::mdspan --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include "gallery/mdspan.h"
#include <heddle/heddle.h>

using namespace heddle;
namespace md = std::experimental; // std, where <mdspan> is there

template <class T, std::size_t Rank>
using grid = md::mdspan<T, md::dextents<int, Rank>>;
using field = grid<double, 2>;
using const_field = grid<const double, 2>;

// Rows behind each other, and no subscript to be computed by hand.
void smooth(field v, const_field u, double c) {
  [[heddle::map]]
  for (int i = 1; i < u.extent(0) - 1; ++i)
    for (int j = 1; j < u.extent(1) - 1; ++j)
      v(i, j) = u(i, j) + c * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) +
                               u(i, j + 1) - 4 * u(i, j));
}

// As Fortran has its arrays: the first index is the one that runs fastest.
template <class T>
using columns = md::mdspan<T, md::dextents<std::size_t, 3>, md::layout_left>;

void transport(columns<float> out, columns<const float> in, float wind) {
  [[heddle::map]]
  for (std::size_t k = 0; k < in.extent(2); ++k)
    for (std::size_t j = 1; j < in.extent(1); ++j)
      for (std::size_t i = 1; i < in.extent(0); ++i)
        out(i, j, k) = in(i, j, k) - wind * (2 * in(i, j, k) -
                                             in(i - 1, j, k) - in(i, j - 1, k));
}

// Every second point of every second row, as a view of the fine grid.
using view = md::mdspan<const double, md::dextents<int, 2>, md::layout_stride>;

void restricted(field coarse, view fine) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < coarse.extent(0); ++i)
    for (int j = 0; j < coarse.extent(1); ++j)
      coarse(i, j) = fine(i, j);
}

// Depth and flow of shallow water, members of a class; the channels of a cell
// are side by side, and their number is part of the type.
struct channel {
  md::mdspan<float, md::extents<int, md::dynamic_extent, md::dynamic_extent, 3>>
      state;

  void pressure(float g, float dt) {
    HEDDLE(map)
    for (int i = 0; i < state.extent(0); ++i)
      for (int j = 1; j < state.extent(1) - 1; ++j)
        state(i, j, 1) -=
            dt * g * (state(i, j + 1, 0) - state(i, j - 1, 0)) / 2;
  }
};

int main() {
  const int n = 47, m = 61, l = 9;
  std::vector<double> u = gallery::numbers<double>(n * m, 1), v = u;
  smooth(field(v.data(), n, m), const_field(u.data(), n, m), 0.125);
  gallery::show("smooth", v);

  const std::vector<float> in = gallery::numbers<float>(n * m * l, 2);
  std::vector<float> out = in;
  transport(columns<float>(out.data(), n, m, l),
            columns<const float>(in.data(), n, m, l), 0.25f);
  gallery::show("transport", out);

  const int rows = (n + 1) / 2, per_row = (m + 1) / 2;
  const view::mapping_type every_second(md::dextents<int, 2>(rows, per_row),
                                        std::array<int, 2>{2 * m, 2});
  std::vector<double> coarse(rows * per_row);
  restricted(field(coarse.data(), rows, per_row), view(u.data(), every_second));
  gallery::show("restricted", coarse);

  std::vector<float> water = gallery::numbers<float>(n * m * 3, 3);
  channel{decltype(channel::state)(water.data(), n, m)}.pressure(9.81f, 0.01f);
  gallery::show("pressure", water);
}
