//===- runtime/complex.h - std::complex, for kernels ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of std::complex are the host's. Kernels have this class in its
// place, of the same size and order, [complex.numbers.general]: real part, then
// imaginary part. On a host every function calls its namesake in std, so that
// results are the same bit for bit. On a device
//
//   sums, products with real numbers, norm   as the standard defines them
//   products, quotients    of complex numbers as C11, Annex G defines them: an
//                          infinite operand gives an infinite product, also
//                          where the formula gives NaN; quotients are scaled
//   abs, arg, exp, polar   by hypot, atan2, exp, sin and cos of the device
//
// Exact up to rounding, like the functions of <cmath> on the device.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COMPLEX_H
#define HEDDLE_RUNTIME_COMPLEX_H

#include "config.h"

#include <cmath>
#include <complex>
#include <type_traits>

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define HEDDLE_COMPLEX(Host, Device) Device
#else
#define HEDDLE_COMPLEX(Host, Device) Host
#endif

namespace heddle {
namespace rt {

template <class T> class complex;

/// The device's functions in the place of std's.
namespace complex_parts {

template <class T> HEDDLE_HD bool is_infinite(T v) {
  return v - v != T(0) && v == v;
}

/// 1 of the sign of v where v is infinite, else 0 of that sign.
template <class T> HEDDLE_HD T boxed(T v) {
  return T(std::copysign(is_infinite(v) ? T(1) : T(0), v));
}

/// 0 of the sign of v where v is no number, else v.
template <class T> HEDDLE_HD T known(T v) {
  return v == v ? v : T(std::copysign(T(0), v));
}

/// Whether a or b is infinite, which then alone counts of the two; of c and d
/// what is no number does not.
template <class T> HEDDLE_HD bool box(T &a, T &b, T &c, T &d) {
  if (!is_infinite(a) && !is_infinite(b))
    return false;
  a = boxed(a);
  b = boxed(b);
  c = known(c);
  d = known(d);
  return true;
}

template <class T>
HEDDLE_HD complex<T> product(const complex<T> &x, const complex<T> &y) {
  T a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  const T re = a * c - b * d, im = a * d + b * c;
  if (re == re || im == im)
    return complex<T>(re, im);
  const bool first = box(a, b, c, d), second = box(c, d, a, b);
  if (!first && !second) {
    if (!is_infinite(a * c) && !is_infinite(b * d) && !is_infinite(a * d) &&
        !is_infinite(b * c))
      return complex<T>(re, im);
    a = known(a);
    b = known(b);
    c = known(c);
    d = known(d);
  }
  const T infinite = T(HUGE_VAL);
  return complex<T>(infinite * (a * c - b * d), infinite * (a * d + b * c));
}

template <class T>
HEDDLE_HD complex<T> quotient(const complex<T> &x, const complex<T> &y) {
  T a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  int scale = 0;
  const T size = std::logb(std::fmax(std::fabs(c), std::fabs(d)));
  if (size - size == T(0)) {
    scale = int(size);
    c = std::scalbn(c, -scale);
    d = std::scalbn(d, -scale);
  }
  const T sum = c * c + d * d;
  const T re = std::scalbn((a * c + b * d) / sum, -scale);
  const T im = std::scalbn((b * c - a * d) / sum, -scale);
  if (re == re || im == im)
    return complex<T>(re, im);
  const T infinite = T(HUGE_VAL);
  if (sum == T(0) && (a == a || b == b))
    return complex<T>(std::copysign(infinite, c) * a,
                      std::copysign(infinite, c) * b);
  const bool is_finite = c - c == T(0) && d - d == T(0);
  if ((is_infinite(a) || is_infinite(b)) && is_finite) {
    a = boxed(a);
    b = boxed(b);
    return complex<T>(infinite * (a * c + b * d), infinite * (b * c - a * d));
  }
  if (is_infinite(size) && size > T(0) && a - a == T(0) && b - b == T(0)) {
    c = boxed(c);
    d = boxed(d);
    return complex<T>(T(0) * (a * c + b * d), T(0) * (b * c - a * d));
  }
  return complex<T>(re, im);
}

template <class T> HEDDLE_HD complex<T> exponential(const complex<T> &z) {
  const T re = z.real(), im = z.imag(), size = T(std::exp(re));
  if (im == T(0))
    return complex<T>(size, im);
  if (is_infinite(re) && im - im != T(0))
    return re < T(0) ? complex<T>() : complex<T>(re, im - im);
  const T cosine = T(std::cos(im)), sine = T(std::sin(im));
  if (!is_infinite(size) || is_infinite(re))
    return complex<T>(size * cosine, size * sine);
  // Infinite, but perhaps not its product with a small number.
  const T half = T(std::exp(re / T(2)));
  return complex<T>(half * cosine * half, half * sine * half);
}

} // namespace complex_parts

/// std::complex<T>, for T float or double. Values convert from those of
/// std::complex; memory that holds one holds the other, which the attribute
/// says to compilers.
template <class T> class __attribute__((__may_alias__)) complex {
  static_assert(std::is_same<T, float>::value || std::is_same<T, double>::value,
                "heddle: complex numbers of float or double");
  using host = std::complex<T>;

public:
  HEDDLE_HD constexpr complex(T real = T(), T imag = T())
      : re(real), im(imag) {}
  /// Narrowing is explicit, as with std::complex.
  template <class U,
            typename std::enable_if<(sizeof(U) < sizeof(T)), int>::type = 0>
  HEDDLE_HD constexpr complex(const complex<U> &z)
      : re(T(z.real())), im(T(z.imag())) {}
  template <class U,
            typename std::enable_if<(sizeof(U) > sizeof(T)), int>::type = 0>
  HEDDLE_HD explicit constexpr complex(const complex<U> &z)
      : re(T(z.real())), im(T(z.imag())) {}
  /// From one of the host, as arguments of kernels.
  complex(const host &z) : re(z.real()), im(z.imag()) {}

  HEDDLE_HD constexpr T real() const { return re; }
  HEDDLE_HD constexpr T imag() const { return im; }

  HEDDLE_HD complex &operator=(T value) {
    re = value;
    im = T();
    return *this;
  }
  template <class U> HEDDLE_HD complex &operator=(const complex<U> &z) {
    re = T(z.real());
    im = T(z.imag());
    return *this;
  }

  HEDDLE_HD complex &operator+=(T value) { return *this = *this + value; }
  HEDDLE_HD complex &operator-=(T value) { return *this = *this - value; }
  HEDDLE_HD complex &operator*=(T value) { return *this = *this * value; }
  HEDDLE_HD complex &operator/=(T value) { return *this = *this / value; }
  HEDDLE_HD complex &operator+=(const complex &z) { return *this = *this + z; }
  HEDDLE_HD complex &operator-=(const complex &z) { return *this = *this - z; }
  HEDDLE_HD complex &operator*=(const complex &z) { return *this = *this * z; }
  HEDDLE_HD complex &operator/=(const complex &z) { return *this = *this / z; }

  friend HEDDLE_HD complex operator+(const complex &x) { return x; }
  friend HEDDLE_HD complex operator-(const complex &x) {
    return complex(-x.re, -x.im);
  }
  friend HEDDLE_HD complex operator+(const complex &x, const complex &y) {
    return HEDDLE_COMPLEX(x.on_host() + y.on_host(),
                          complex(x.re + y.re, x.im + y.im));
  }
  friend HEDDLE_HD complex operator+(const complex &x, T y) {
    return HEDDLE_COMPLEX(x.on_host() + y, complex(x.re + y, x.im));
  }
  friend HEDDLE_HD complex operator+(T x, const complex &y) {
    return HEDDLE_COMPLEX(x + y.on_host(), complex(x + y.re, y.im));
  }
  friend HEDDLE_HD complex operator-(const complex &x, const complex &y) {
    return HEDDLE_COMPLEX(x.on_host() - y.on_host(),
                          complex(x.re - y.re, x.im - y.im));
  }
  friend HEDDLE_HD complex operator-(const complex &x, T y) {
    return HEDDLE_COMPLEX(x.on_host() - y, complex(x.re - y, x.im));
  }
  friend HEDDLE_HD complex operator-(T x, const complex &y) {
    return HEDDLE_COMPLEX(x - y.on_host(), complex(x - y.re, -y.im));
  }
  friend HEDDLE_HD complex operator*(const complex &x, const complex &y) {
    return HEDDLE_COMPLEX(x.on_host() * y.on_host(),
                          complex_parts::product(x, y));
  }
  friend HEDDLE_HD complex operator*(const complex &x, T y) {
    return HEDDLE_COMPLEX(x.on_host() * y, complex(x.re * y, x.im * y));
  }
  friend HEDDLE_HD complex operator*(T x, const complex &y) {
    return HEDDLE_COMPLEX(x * y.on_host(), complex(x * y.re, x * y.im));
  }
  friend HEDDLE_HD complex operator/(const complex &x, const complex &y) {
    return HEDDLE_COMPLEX(x.on_host() / y.on_host(),
                          complex_parts::quotient(x, y));
  }
  friend HEDDLE_HD complex operator/(const complex &x, T y) {
    return HEDDLE_COMPLEX(x.on_host() / y, complex(x.re / y, x.im / y));
  }
  friend HEDDLE_HD complex operator/(T x, const complex &y) {
    return HEDDLE_COMPLEX(x / y.on_host(),
                          complex_parts::quotient(complex(x), y));
  }

  friend HEDDLE_HD bool operator==(const complex &x, const complex &y) {
    return x.re == y.re && x.im == y.im;
  }
  friend HEDDLE_HD bool operator==(const complex &x, T y) {
    return x.re == y && x.im == T();
  }
  friend HEDDLE_HD bool operator==(T x, const complex &y) { return y == x; }
  friend HEDDLE_HD bool operator!=(const complex &x, const complex &y) {
    return !(x == y);
  }
  friend HEDDLE_HD bool operator!=(const complex &x, T y) { return !(x == y); }
  friend HEDDLE_HD bool operator!=(T x, const complex &y) { return !(y == x); }

  std::complex<T> on_host() const { return host(re, im); }

private:
  T re, im;
};

// The namesakes of functions of std, for complex numbers alone.

template <class T> HEDDLE_HD T real(const complex<T> &z) { return z.real(); }

template <class T> HEDDLE_HD T imag(const complex<T> &z) { return z.imag(); }

template <class T> HEDDLE_HD T norm(const complex<T> &z) {
  return HEDDLE_COMPLEX(std::norm(z.on_host()),
                        z.real() * z.real() + z.imag() * z.imag());
}

template <class T> HEDDLE_HD complex<T> conj(const complex<T> &z) {
  return complex<T>(z.real(), -z.imag());
}

template <class T> HEDDLE_HD T abs(const complex<T> &z) {
  return HEDDLE_COMPLEX(std::abs(z.on_host()),
                        T(std::hypot(z.real(), z.imag())));
}

template <class T> HEDDLE_HD T arg(const complex<T> &z) {
  return HEDDLE_COMPLEX(std::arg(z.on_host()),
                        T(std::atan2(z.imag(), z.real())));
}

template <class T> HEDDLE_HD complex<T> exp(const complex<T> &z) {
  return HEDDLE_COMPLEX(std::exp(z.on_host()), complex_parts::exponential(z));
}

/// std::polar(size, angle), for numbers of one type.
template <class T> HEDDLE_HD complex<T> polar(T size, T angle = T()) {
  return HEDDLE_COMPLEX(
      std::polar(size, angle),
      complex<T>(size * T(std::cos(angle)), size * T(std::sin(angle))));
}

} // namespace rt
} // namespace heddle

#undef HEDDLE_COMPLEX

#endif // HEDDLE_RUNTIME_COMPLEX_H
