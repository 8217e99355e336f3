//===- TensorTexts.cpp - Rewritten tensor statements to damage ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Texts.h"

namespace heddle {
namespace texts {

const char *Times =
    R"(static __global__ void heddle_times_0(double *x, const double *y,
                                      const double *x_copy) {
  const int i = int(::heddle::rt::thread_x());
  if (i >= 5)
    return;
  {
    double sum = 0;
    for (int j = 0; j < 5; ++j)
      sum += y[i * 5 + j] * x_copy[j];
    x[i] = sum;
  }
}

void times(tensor<double, 5> &x, const tensor<double, 5, 5> &y) {
  {
    const ::heddle::rt::site heddle_site{"heddle_times_0", "FILE", 7};
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x.data(), 0, 4);
    const auto heddle_y = ::heddle::rt::in(y.data(), 0, 24);
    const auto heddle_x_copy = ::heddle::rt::copied(heddle_x, 0, 4);
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{1, 1, 1}, {32, 1, 1}},
                                      heddle_times_0, heddle_x, heddle_y,
                                      heddle_x_copy);
    if (heddle_path == ::heddle::rt::path::sequential) {
                                   x = contract<1, 2>(outer(y, x));
    }
                                                                  }
}
)";

const char *Chain =
    R"(using matrix = tensor<double, dyn, dyn>;
using some = tensor<double, dyn>;
static __global__ void heddle_chain_0_stage1(const double *b, const double *x,
                                             double *temporary,
                                             long long b_extent0,
                                             long long x_extent0) {
  const long long j = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (j >= b_extent0)
    return;
  {
    double sum1 = 0;
    for (long long k = 0; k < x_extent0; ++k)
      sum1 += b[j * x_extent0 + k] * x[k];
    temporary[j] = sum1;
  }
}

static __global__ void heddle_chain_0(double *y, const double *a,
                                      const double *temporary,
                                      long long y_extent0, long long b_extent0) {
  const long long i = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i >= y_extent0)
    return;
  {
    double sum = 0;
    for (long long j = 0; j < b_extent0; ++j)
      sum += a[i * b_extent0 + j] * temporary[j];
    y[i] = sum;
  }
}

void chain(some &y, const matrix &a, const matrix &b, const some &x) {
  {
    const ::heddle::rt::site heddle_site{"heddle_chain_0", "FILE", 10};
    const ::heddle::rt::site heddle_site_1{"heddle_chain_0_stage1", "FILE", 10};
    const ::heddle::rt::checked heddle_x_extent0(x.extent(0));
    const ::heddle::rt::checked heddle_b_extent0(b.extent(0));
    const ::heddle::rt::checked heddle_y_extent0(y.extent(0));
    const ::heddle::rt::checked heddle_j_1_end = ::heddle::rt::ceil_div(heddle_b_extent0, 256);
    const ::heddle::rt::checked heddle_i_1_end = ::heddle::rt::ceil_div(heddle_y_extent0, 256);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_b = ::heddle::rt::in(b.data(), 0, ::heddle::rt::select(1 <= heddle_x_extent0, (heddle_b_extent0 - 1) * heddle_x_extent0 + heddle_x_extent0 - 1, -1));
    const auto heddle_x = ::heddle::rt::in(x.data(), 0, ::heddle::rt::select(1 <= heddle_x_extent0, heddle_x_extent0 - 1, -1));
    ::heddle::rt::temporary<double> heddle_temporary(heddle_b_extent0);
    const auto heddle_y = ::heddle::rt::out(y.data(), 0, heddle_y_extent0 - 1);
    const auto heddle_a = ::heddle::rt::in(a.data(), 0, ::heddle::rt::select(1 <= heddle_b_extent0, (heddle_y_extent0 - 1) * heddle_b_extent0 + heddle_b_extent0 - 1, -1));
    if (!(y.data() != nullptr))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that 'y' has a shape",
                                             heddle_b, heddle_x, heddle_y,
                                             heddle_a);
    else if (!(b.extent(1) == x.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'b.extent(1)' is 'x.extent(0)'",
                                             heddle_b, heddle_x, heddle_y,
                                             heddle_a);
    else if (!(a.extent(1) == b.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'a.extent(1)' is 'b.extent(0)'",
                                             heddle_b, heddle_x, heddle_y,
                                             heddle_a);
    else if (!(y.extent(0) == a.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'y.extent(0)' is 'a.extent(0)'",
                                             heddle_b, heddle_x, heddle_y,
                                             heddle_a);
    else if (!(::heddle::tensor_detail::multiplies_so<3, 3, 2>({3u, 6u, 4u}, 1u, {y.extent(0), b.extent(0), x.extent(0)}, {{7u, 1u}, {6u, 2u}})))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the factors are multiplied in the kernels' order",
                                             heddle_b, heddle_x, heddle_y,
                                             heddle_a);
    else if ((heddle_y_extent0 <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else {
      const ::heddle::rt::temporaries heddle_memory(heddle_site,
                                                    heddle_temporary);
      if ((heddle_b_extent0 <= 0).certain())
        heddle_path = ::heddle::rt::path::done;
      else if (const ::heddle::rt::shape heddle_shape
                 {{heddle_j_1_end, 1, 1},
                  {256, 1, 1}};
               heddle_shape.fits())
        heddle_path = ::heddle::rt::run(heddle_site_1, heddle_shape,
                                        heddle_chain_0_stage1, heddle_b,
                                        heddle_x, heddle_temporary, b.extent(0),
                                        x.extent(0));
      else
        heddle_path = ::heddle::rt::sequential(heddle_site,
                                               "the iterations do not fit a grid",
                                               heddle_b, heddle_x, heddle_y,
                                               heddle_a);
      if (heddle_path == ::heddle::rt::path::done) {
        if (const ::heddle::rt::shape heddle_shape_2
                   {{heddle_i_1_end, 1, 1},
                    {256, 1, 1}};
                 heddle_shape_2.fits())
          heddle_path = ::heddle::rt::run(heddle_site, heddle_shape_2,
                                          heddle_chain_0, heddle_y, heddle_a,
                                          heddle_temporary, y.extent(0),
                                          b.extent(0));
        else
          heddle_path = ::heddle::rt::sequential(heddle_site,
                                                 "the iterations do not fit a grid",
                                                 heddle_b, heddle_x, heddle_y,
                                                 heddle_a);
      }
    }
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
                  y = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
    }
                                                                           }
}
)";

const char *Named =
    R"(static __global__ void heddle_named_0(float *c, const float *a, const float *b,
                                      const float *d, long long a_extent1,
                                      long long i_j_end) {
  const long long i_j = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i_j >= i_j_end)
    return;
  const long long i = i_j / 3;
  const long long j = i_j - i * 3;
  {
    float sum = 0;
    for (long long k = 0; k < a_extent1; ++k)
      sum += a[i * a_extent1 + k] * b[k * 3 + j];
    c[i * 3 + j] = c[i * 3 + j] - (sum + ::std::tanh(d[j]));
  }
}

void named(tensor_view<float, dyn, 3> c, const tensor<float, dyn, dyn> &a,
           const tensor<float, dyn, 3> &b, const tensor<float, 3> &d) {
  idx i, j, k;
  {
    const ::heddle::rt::site heddle_site{"heddle_named_0", "FILE", 15};
    const ::heddle::rt::checked heddle_c_extent0(c.extent(0));
    const ::heddle::rt::checked heddle_a_extent1(a.extent(1));
    const ::heddle::rt::checked heddle_i_j_end = heddle_c_extent0 * 3;
    const ::heddle::rt::checked heddle_i_j_1_end = ::heddle::rt::ceil_div(heddle_i_j_end, 256);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_c = ::heddle::rt::inout(c.data(), 0, heddle_c_extent0 * 3 - 1);
    const auto heddle_a = ::heddle::rt::in(a.data(), 0, ::heddle::rt::select(1 <= heddle_a_extent1, (heddle_c_extent0 - 1) * heddle_a_extent1 + heddle_a_extent1 - 1, -1));
    const auto heddle_b = ::heddle::rt::in(b.data(), 0, ::heddle::rt::select(1 <= heddle_a_extent1, heddle_a_extent1 * 3 - 1, -1));
    const auto heddle_d = ::heddle::rt::in(d.data(), 0, 2);
    if (!(c.strides == ::heddle::tensor_detail::row_major(c.extents)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that 'c' is dense",
                                             heddle_c, heddle_a, heddle_b,
                                             heddle_d);
    else if (!(c.extent(0) == a.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'c.extent(0)' is 'a.extent(0)'",
                                             heddle_c, heddle_a, heddle_b,
                                             heddle_d);
    else if (!(a.extent(1) == b.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'a.extent(1)' is 'b.extent(0)'",
                                             heddle_c, heddle_a, heddle_b,
                                             heddle_d);
    else if ((heddle_c_extent0 <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (const ::heddle::rt::shape heddle_shape
               {{heddle_i_j_1_end, 1, 1},
                {256, 1, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape, heddle_named_0,
                                      heddle_c, heddle_a, heddle_b, heddle_d,
                                      a.extent(1), heddle_i_j_end);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "the iterations do not fit a grid",
                                             heddle_c, heddle_a, heddle_b,
                                             heddle_d);
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
                  c(i, j) -= a(i, k) * b(k, j) + tanh(d(j));
    }
                                                           }
}
)";

const char *Windows =
    R"(using some = tensor<double, dyn>;
static __global__ void heddle_windows_0(double *x, const double *y,
                                        const double *w, double value,
                                        long long l, long long w_extent0) {
  const long long i = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i >= l - 1)
    return;
  {
    double sum = 0;
    for (long long j = 0; j < w_extent0; ++j) {
      double padded = value;
      if (i + j >= 2 && i + j < l + w_extent0 - 3) {
        const double first = y[i + j - 2];
        const double second = 0.5;
        padded = first < second ? second : first;
      }
      sum += padded * w[j];
    }
    x[i + 1] = sum;
  }
}

void windows(some &x, const some &y, const some &w, double value, long l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_windows_0", "FILE", 18};
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_w_extent0(w.extent(0));
    const ::heddle::rt::checked heddle_i_1_end = ::heddle::rt::ceil_div(heddle_l - 1, 256);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::out(x.data(), 1, heddle_l - 1);
    const auto heddle_y = ::heddle::rt::in(y.data(), 0, ::heddle::rt::select(6 <= heddle_l + heddle_w_extent0, heddle_l + heddle_w_extent0 - 6, -1));
    const auto heddle_w = ::heddle::rt::in(w.data(), 0, heddle_w_extent0 - 1);
    if (!(1 <= l))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the slice is within its tensor",
                                             heddle_x, heddle_y, heddle_w);
    else if (!(l <= x.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the slice is within its tensor",
                                             heddle_x, heddle_y, heddle_w);
    else if (!(1 <= w.extent(0)))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the kernel of the convolution fits",
                                             heddle_x, heddle_y, heddle_w);
    else if (!(w.extent(0) <= y.extent(0) + 3))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the kernel of the convolution fits",
                                             heddle_x, heddle_y, heddle_w);
    else if (!(l - 1 == -w.extent(0) + y.extent(0) + 4))
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that the shapes agree: 'l - 1' is '-w.extent(0) + y.extent(0) + 4'",
                                             heddle_x, heddle_y, heddle_w);
    else if ((heddle_l - 1 <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (const ::heddle::rt::shape heddle_shape
               {{heddle_i_1_end, 1, 1},
                {256, 1, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape,
                                      heddle_windows_0, heddle_x, heddle_y,
                                      heddle_w, value, l, w.extent(0));
    else
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "the iterations do not fit a grid",
                                             heddle_x, heddle_y, heddle_w);
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
  slice(x, {1}, {l}) = conv(pad(max(y, 0.5), {2}, {1}, value), w);
    }
                                                                 }
}
)";

const char *Numbers =
    R"(static __global__ void heddle_numbers_0(int *x, const int *y, int number, int s) {
  const int i = int(::heddle::rt::thread_x());
  if (i >= 6)
    return;
  {
    const int v1 = y[i];
    x[i] = x[i] + (number + ((v1 < s) ? v1 : s));
  }
}

void numbers(tensor<int, 6> &x, const tensor<int, 6> &y, int s) {
  {
    const ::heddle::rt::site heddle_site{"heddle_numbers_0", "FILE", 22};
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x.data(), 0, 5);
    const auto heddle_y = ::heddle::rt::in(y.data(), 0, 5);
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{1, 1, 1}, {32, 1, 1}},
                                      heddle_numbers_0, heddle_x, heddle_y,
                                      static_cast<int>(s * contract<0, 1>(outer(x, y))),
                                      s);
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
                  x += s * contract<0, 1>(outer(x, y)) + elementwise([s](int v) { return v < s ? v : s; }, y);
    }
                                                                                                             }
}
)";

} // namespace texts
} // namespace heddle
