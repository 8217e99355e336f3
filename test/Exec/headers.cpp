//===- headers.cpp - headers with more than a counter ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several variables, pointers, iterators, and conditions that count down.
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <string>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Several variables
//===----------------------------------------------------------------------===//

void ended(double *x, int n) {
  [[heddle::map]]
  for (int i = 0, e = n; i < e; ++i)
    x[i] *= e;
}

// The size is of another type than the counter.
void sized(std::vector<float> &v) {
  [[heddle::map]]
  for (int i = 1, n = v.size(); i + 1 < n; ++i) {
    v[i] = v[i] / 2 + n;
  }
}

void mirrored(const double *x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0, j = n - 1; i < n; i++, j--)
    y[j] = x[i];
}

// The first one counts in other steps than the second one, from elsewhere.
void strided(double *x, int a, int n) {
  [[heddle::map]]
  for (int i = a, k = 3, unused = 9; i < n; k += 4, i += 2, ++unused)
    x[i] = k;
}

void backwards(const double *x, double *y, unsigned long n) {
  [[heddle::map]]
  for (std::size_t i = 0, j = n - 1, two = 2; i < n; ++i, --j)
    y[i] = x[j] * static_cast<double>(two);
}

// An inner loop's are found, too, and a name of the body hides one.
void autocorrelated(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int r = 0, stride = m; r < n; ++r) {
    double s = 0;
    for (int i = 0, j = m - 1; i < m; ++i, --j)
      s += x[r * stride + i] * x[r * stride + j];
    for (int j = 0, e = m; j < e; ++j) {
      int stride = j;
      s += stride;
    }
    y[r] = s;
  }
}

// The body asks for one by the header of another loop alone.
void chained(double *y, int n) {
  [[heddle::map]]
  for (int i = 0, j = n; i < n; ++i, --j) {
    double s = 0;
    for (int k = 0, l = j; k < 3; ++k, ++l)
      s += l;
    y[i] = s;
  }
}

template <int N, class T> T filled(T *x) {
  [[heddle::map]]
  for (T i = 0, e = N, k = N; i < e; ++i, k -= 2)
    x[i] = k;
  return x[N - 1];
}

CASE(variables) {
  for (const int n : {0, 1, 2, 33, 300}) {
    r.call({n}, {taken::any, -1}, [&] {
      auto x = r.in<double>(310), y = r.out<double>(310), z = r.out<double>(310);
      std::vector<float> v(static_cast<std::size_t>(n), 3);
      ended(x, n);
      sized(v);
      mirrored(x, y, n);
      strided(z, n / 3, n);
      for (const float each : v) r.keep(each);
    });
    r.call({1, n}, {n ? taken::fast : taken::any, -1}, [&] {
      auto x = r.in<double>(310), y = r.out<double>(310);
      backwards(x, y, static_cast<unsigned long>(n));
    });
  }
  r.call({}, {taken::fast, 4}, [&] {
    auto x = r.in<double>(300), y = r.out<double>(20), z = r.out<double>(50);
    chained(z, 50);
    auto k = r.out<int>(9);
    auto l = r.out<long>(40);
    autocorrelated(x, y, 20, 15);
    r.keep(filled<9>(k));
    r.keep(filled<40>(l));
  });
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

void inverted(double *x, int n) {
  [[heddle::map]]
  for (double *p = x; p < x + n; ++p)
    *p = 1.0 / (*p + 1);
}

// Its end has a name, and how far it is says where to store.
void thirds(double *x, int n) {
  [[heddle::map]]
  for (double *p = x + 1; p != x + 1 + 3 * n; p += 3)
    *p = -*p;
}

// Functions tell a pointer to const from others.
int which(const double &x) { return x > 0 ? 1 : 3; }
int which(double &x) { return x > 0 ? 2 : 4; }

int chosen(double *x, int n) {
  int s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (const double *p = x; p < x + n; ++p)
    s += which(*p);
  return s;
}

void differences(const double *x, double *y, int n) {
  [[heddle::map]]
  for (const double *p = x + 1, *end = x + n; p != end; p++) {
    if (p - x == 2)
      continue;
    y[p - x] = p[-1] + *p;
  }
}

struct agent {
  float x, v;
  int state;
};

void moved(agent *agents, int n, float dt) {
  [[heddle::map]]
  for (agent *a = agents + 2; agents + n > a; a += 3) {
    a->x += dt * a->v;
    if (a->x > 4) (*a).state++;
    a[0].state += static_cast<int>(a - agents);
  }
}

// In the thread a pointer goes through a row that the counter chooses.
void summed(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int r = 0; r < n; ++r) {
    double s = 0;
    for (const double *p = x + r * m; p < x + r * m + m; ++p)
      s += *p * r;
    y[r] = s;
  }
}

CASE(pointers) {
  for (const int n : {3, 4, 33, 300})
    r.call({n}, {taken::fast, 5}, [&] {
      auto x = r.in<double>(310), y = r.out<double>(310);
      thirds(x, n / 3);
      r.keep(chosen(x, n));
      std::vector<agent> agents(static_cast<std::size_t>(n));
      for (int i = 0; i < n; ++i)
        agents[static_cast<std::size_t>(i)] = {i * 0.25f, 0.5f, i};
      inverted(x, n);
      differences(x, y, n);
      moved(agents.data(), n, 0.5f);
      for (const agent &a : agents) r.keep(a.x + static_cast<float>(a.state));
    });
  r.call({}, {taken::fast, 1}, [&] {
    auto x = r.in<double>(300), y = r.out<double>(20);
    summed(x, y, 20, 15);
  });
}

//===----------------------------------------------------------------------===//
// Iterators
//===----------------------------------------------------------------------===//

void squared(std::vector<int> &v) {
  [[heddle::map]]
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = *it * *it;
}

void pushed(std::vector<agent> &agents, int from) {
  [[heddle::map]]
  for (std::vector<agent>::iterator it = agents.begin() + from,
                                    e = agents.end();
       it < e; it++) {
    it->x += 2 * it->v;
    (*it).state = static_cast<int>(it[0].x);
  }
}

template <class T> void raised(std::vector<T> &v, const std::vector<T> &by) {
  [[heddle::map]]
  for (auto i = std::begin(v); i < std::end(v); i += 2)
    for (auto j = by.cbegin(); j != by.cend(); ++j)
      *i += *j;
}

// Behind the end there are elements, which keep their values.
void inside(std::vector<int> &v) {
  [[heddle::map]]
  for (auto it = v.begin() + 1; it < v.end() - 2; ++it)
    *it += 100;
}

int vowels(const std::string &text) {
  int n = 0;
  [[heddle::map, heddle::reduce(n)]]
  for (char c : text)
    if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u') ++n;
  return n;
}

void upper(std::string &text) {
  [[heddle::map]]
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 32);
}

CASE(iterators) {
  for (const int n : {3, 33, 300}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n > 3 ? taken::fast : taken::any, n > 3 ? 7 : -1}, [&] {
      std::vector<int> v(size), by = {1, 2, 3};
      std::vector<float> f(size), g = {0.5f};
      std::vector<agent> agents(size);
      std::string text(size, 'q');
      for (std::size_t i = 0; i < size; ++i) {
        v[i] = static_cast<int>(i % 7);
        f[i] = static_cast<float>(i % 5);
        agents[i] = {static_cast<float>(i), 0.5f, 0};
        text[i] = "all good things take time"[i % 25];
      }
      squared(v);
      inside(v);
      pushed(agents, 2);
      raised(v, by);
      raised(f, g);
      r.keep(vowels(text));
      upper(text);
      for (std::size_t i = 0; i < size; ++i)
        r.keep(v[i] + f[i] + agents[i].x + static_cast<float>(agents[i].state) +
               static_cast<float>(text[i]));
    });
  }
}

//===----------------------------------------------------------------------===//
// Several pointers or iterators in one header
//===----------------------------------------------------------------------===//

void paired(const float *x, float *y, int n) {
  [[heddle::map]]
  for (const float *p = x, *q = x + n; p != x + n; ++p, ++q)
    y[p - x] = *p - *q;
}

// One of them goes twice as far, and another one is not looked at.
void spread(double *x, double *y, int n) {
  [[heddle::map]]
  for (double *p = x + 1, *q = y, *unused = y; p < x + n; p += 2, q += 4, unused += 2)
    q[1] = *p + 1;
}

void added(std::vector<int> &v, std::vector<int> &w, int *sum) {
  [[heddle::map]]
  for (int r = 0; r < 3; ++r) {
    int s = 0;
    for (auto i = v.begin(), o = w.begin() + 2; i != v.end(); ++i, ++o)
      s += *i * *o + r;
    sum[r] = s;
  }
}

void next(std::vector<int> &v, std::vector<int> &w) {
  [[heddle::map]]
  for (auto i = v.begin(), o = w.begin() + 1; i != v.end(); ++i, ++o)
    *o += *i;
}

// How far an iterator is from another one.
void placed(const std::vector<int> &v, std::vector<int> &w, int *y) {
  [[heddle::map]]
  for (auto i = v.begin() + 1; i != v.end(); ++i) {
    const long k = i - v.begin();
    w[v.end() - i] = *i;
    if (k > 1)
      y[i - v.cbegin()] = v[k - 1] + *i;
  }
}

CASE(several) {
  for (int n : {1, 2, 33, 300}) {
    r.call({1, n}, taken::fast, [&] {
      const float *x = r.in<float>(2 * n);
      paired(x, r.out<float>(n), n);
    });
    r.call({2, n}, harness::fast_if(n > 1), [&] {
      double *x = r.in<double>(n);
      spread(x, r.in<double>(2 * n + 2, 3), n);
    });
    r.call({3, n}, {taken::fast, 3}, [&] {
      const std::size_t size = static_cast<std::size_t>(n);
      std::vector<int> v(size + 2), w(size + 4);
      for (std::size_t i = 0; i < size; ++i) {
        v[i] = static_cast<int>(i % 7);
        w[i] = static_cast<int>(i % 5);
      }
      int *sum = r.out<int>(3), *y = r.in<int>(n + 2);
      placed(v, w, y);
      next(v, w);
      added(v, w, sum);
      for (int each : w)
        r.keep(each);
    });
  }
}

//===----------------------------------------------------------------------===//
// Conditions that count down
//===----------------------------------------------------------------------===//

void behind_zero(const double *x, double *y, long n) {
  [[heddle::map]]
  for (long i = n; i-- > 0;)
    y[i] = x[i] + 1;
}

void of_no_sign(const double *x, double *y, std::size_t n) {
  [[heddle::map]]
  for (std::size_t i = n; i-- > 2;) {
    y[i] = x[i - 2];
  }
}

void until_false(const double *x, double *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = n; i--;)
    y[i] = x[i] * 2;
}

void before_test(const double *x, double *y, int n, int low) {
  [[heddle::map]]
  for (int i = n; low <= --i;)
    y[i] = x[i] / 2;
}

void in_thread(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int r = 0; r < n; ++r) {
    double s = 0;
    for (int i = m; i-- != 0;)
      s = s / 2 + x[r * m + i];
    y[r] = s;
  }
}

CASE(downwards) {
  for (const int n : {0, 1, 2, 3, 33, 300})
    r.call({n}, {taken::any, -1}, [&] {
      auto x = r.in<double>(310), y = r.out<double>(310), z = r.out<double>(310),
           u = r.out<double>(310), v = r.out<double>(310);
      behind_zero(x, y, n);
      of_no_sign(x, z, static_cast<std::size_t>(n));
      until_false(x, u, static_cast<unsigned>(n));
      before_test(x, v, n, n / 3);
    });
  r.call({}, {taken::fast, 5}, [&] {
    auto x = r.in<double>(310), y = r.out<double>(310), z = r.out<double>(310),
         u = r.out<double>(310), v = r.out<double>(310), w = r.out<double>(20);
    behind_zero(x, y, 300);
    of_no_sign(x, z, 300);
    until_false(x, u, 300);
    before_test(x, v, 300, 4);
    in_thread(x, w, 20, 15);
  });
}

} // namespace SIDE
