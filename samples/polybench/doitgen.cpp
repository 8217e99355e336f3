//===- doitgen.cpp - rows of a cube times a matrix, in place --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// Declared bounds of three loops, of which statements stand beside the third:
// the products are one launch, and bringing them back is another.
void doitgen(cube<double> a, cube<double> product, matrix<const double> c4) {
  [[heddle::program]] {
    [[heddle::bounds({a.extent(0), a.extent(1), a.extent(2)}),
      heddle::map]] for (int r = 0; r < a.extent(0);
                         ++r) for (int q = 0; q < a.extent(1); ++q) {
      for (int p = 0; p < a.extent(2); ++p) {
        double sum = 0;
        for (int s = 0; s < a.extent(2); ++s)
          sum += a(r, q, s) * c4(s, p);
        product(r, q, p) = sum;
      }
      for (int p = 0; p < a.extent(2); ++p)
        a(r, q, p) = product(r, q, p);
    }
  }
}

int main(int argc, char **argv) {
  const int nr = polybench::size(argc, argv, 1, 20);
  const int nq = polybench::size(argc, argv, 2, 16);
  const int np = polybench::size(argc, argv, 3, 24);
  auto a = polybench::between<double>(-1, 1, nr * nq * np, 1);
  const auto c4 = polybench::between<double>(-1, 1, np * np, 2);
  std::vector<double> product(nr * nq * np);
  POLYBENCH_RUN(doitgen(cube<double>(a.data(), nr, nq, np),
                        cube<double>(product.data(), nr, nq, np),
                        matrix<const double>(c4.data(), np, np)));
  polybench::show("doitgen", a);
}
