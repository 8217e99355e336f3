//===- WidthTest.cpp - Indices of 32 bits by a launch check ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

/// As heddle-rewrite writes them, without comments and what runs on a CPU.
const char *Folded =
    R"(static __global__ void heddle_added_0(const int *x, int *y, int m,
                                      int i_j_end,
                                      ::heddle::rt::divisor32 by_m) {
  const int i_j = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i_j >= i_j_end)
    return;
  const int i = by_m.div(i_j);
  const int j = i_j - i * m;
  y[(long)i * m + j] = x[(long)i * m + j] + 1;
}
void added(int *y, const int *x, int n, int m) {
  {
    const ::heddle::rt::site heddle_site{"heddle_added_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_m(m);
    const ::heddle::rt::checked heddle_i_j_end = heddle_n * heddle_m;
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, (heddle_n - 1) * heddle_m + heddle_m - 1);
    const auto heddle_y = ::heddle::rt::out(y, 0, (heddle_n - 1) * heddle_m + heddle_m - 1);
    if ((heddle_n <= 0 || heddle_m <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "they overlap");
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(heddle_i_j_end, 256), 1, 1},
                {256, 1, 1}};
             heddle_shape.fits() &&
             (heddle_i_j_end <= 2147483647).certain())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape, heddle_added_0,
                                      heddle_x, heddle_y, m, heddle_i_j_end,
                                      heddle_m);
    if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[(long)i * m + j] = x[(long)i * m + j] + 1;
    }
                                                 }
}
)";

const char *Runs =
    R"(static __global__ void heddle_scaled_0(const double *x, double *y, long n,
                                       int i_whole) {
  const int i_0 = int(::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x());
  if (i_0 < i_whole) {
    HEDDLE_UNROLL
    for (long long heddle_serial = 0; heddle_serial < 2; ++heddle_serial) {
      const long i = long(i_0 * 2LL + heddle_serial);
      ::heddle::rt::aligned<16>(y)[i] = 2 * ::heddle::rt::aligned<16>(x)[i];
    }
  } else {
    for (long long heddle_serial = 0; heddle_serial < 2; ++heddle_serial) {
      const long i = long(i_0 * 2LL + heddle_serial);
      if (i >= n)
        continue;
      y[i] = 2 * x[i];
    }
  }
}
void scaled(double *y, const double *x, long n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_scaled_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_y = ::heddle::rt::out(y, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "they overlap");
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(::heddle::rt::ceil_div(heddle_n, 2), 256), 1, 1},
                {256, 1, 1}};
             heddle_shape.fits() &&
             (heddle_n <= 2147483647).certain())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape,
                                      heddle_scaled_0, heddle_x, heddle_y, n,
                                      ::heddle::rt::full_runs<16>(::heddle::rt::floor_div(heddle_n, 2)));
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i];
    }
                                 }
}
)";

std::string with(std::string Text, const std::string &Old, const char *New) {
  for (size_t At; (At = Text.find(Old)) != std::string::npos;)
    Text.replace(At, Old.size(), New);
  return Text;
}

/// A launch finds itself whether an argument fits its parameter: here only the
/// condition holds what does not fit back.
const std::string WideEnd = with(Folded, " int i_j_end", " long long i_j_end"),
                  NarrowProducts = with(Runs, "i_0 * 2LL + heddle_serial",
                                        "i_0 * 2 + int(heddle_serial)");

TEST(ValidateWidthTest, SaysNothingWhereTheLaunchAsksEnough) {
  expectSame({{"folded_as_it_is", Folded, "", ""},
              {"runs_as_they_are", Runs, "", ""},
              {"wide_end_as_it_is", WideEnd.c_str(), "", ""},
              {"narrow_products_as_they_are", NarrowProducts.c_str(), "", ""}},
             8);
}

TEST(ValidateWidthTest, FindsLaunchesOfIndicesThatDoNotFit) {
  expectDifferences({
      {"fold_not_asked", WideEnd.c_str(), "(heddle_i_j_end <= 2147483647)",
       "(heddle_i_j_end >= 0)"},
      {"fold_asked_of_rows", WideEnd.c_str(), "(heddle_i_j_end <= 2147483647)",
       "(heddle_m <= 2147483647)"},
      {"fold_asked_too_little", WideEnd.c_str(), "end <= 2147483647",
       "end <= 4294967296"},
      {"runs_not_asked", NarrowProducts.c_str(), "(heddle_n <= 2147483647)",
       "(heddle_n >= 0)"},
      {"runs_asked_or_not", NarrowProducts.c_str(), "heddle_shape.fits() &&",
       "heddle_shape.fits() ||"},
      {"runs_asked_too_little", NarrowProducts.c_str(), "n <= 2147483647",
       "n <= 4294967294"},
  });
}

} // namespace
