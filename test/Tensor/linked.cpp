// Files of one program that g++ and clang++ compile, for different processors,
// compute alike: neither uses functions that the other has compiled.
// DEFINE: %{flags} = -std=c++17 -O0 -I%include
// RUN: %gxx %{flags} -c %s -DNAME=gcc -o %t.gcc.o
// RUN: %clangxx %{flags} -c %s -DNAME=clang -o %t.clang.o
// RUN: %clangxx %{flags} -mavx -c %s -DNAME=wide -o %t.wide.o
// RUN: nm %t.gcc.o | grep heddle13tensor_detail | sed 's/.* W //' | sort > %t.gcc
// RUN: nm %t.clang.o | grep heddle13tensor_detail | sed 's/.* W //' | sort > %t.clang
// RUN: nm %t.wide.o | grep heddle13tensor_detail | sed 's/.* W //' | sort > %t.wide
// RUN: FileCheck %s --check-prefix NAMES < %t.gcc
// RUN: comm -12 %t.gcc %t.clang | count 0
// RUN: comm -12 %t.wide %t.clang | count 0
// RUN: %gxx %{flags} %s -DNAME=other -DMAIN %t.clang.o %t.gcc.o %t.wide.o -o %t
// RUN: %t | FileCheck %s
// RUN: %clangxx %{flags} %s -DNAME=other -DMAIN %t.gcc.o %t.wide.o %t.clang.o -o %t
// RUN: %t | FileCheck %s
// NAMES: tensor_detail

#include <cstdio>
#include <heddle/tensor.h>

using namespace heddle;

#define JOINED_AS(A, B) A##_##B
#define JOINED(A, B) JOINED_AS(A, B)

// Statements of all kinds: with known extents, with run-time ones, with names.
long JOINED(sum, NAME)() {
  tensor<int, 3, 4, 5> a;
  tensor<int, 5, 4> b;
  tensor<int, 4, 3> c;
  for (long k = 0; k < a.size(); ++k)
    a.data()[k] = int(k % 7) - 3;
  for (long k = 0; k < b.size(); ++k)
    b.data()[k] = int(k % 5);
  for (long k = 0; k < c.size(); ++k)
    c.data()[k] = int(k % 3) + 1;

  tensor<int, 3, 4, 3> product;
  product = contract<pair<2, 3>, pair<4, 5>>(outer(a, outer(b, c))) + 1;
  tensor<int, 3, 3> known;
  known = select<1>(product, 1) * 2;
  tensor<int, dyn, dyn, dyn> p(3, 4, 5);
  p = a + max(a, 0) * 2;
  tensor<int, dyn, dyn> q(3, 3), r(5, 3);
  idx i, j, k, l;
  q(i, l) = p(i, j, k) * b(k, j) * c(j, l) + known(i, l);
  r = contract<1, 2>(outer(b, c));
  q = q + conv(pad(q, {1, 1}, {1, 1}), known);
  q = elementwise([&](int e) { return e + r(0, 0) + known(0, 0); }, q);

  long total = 0;
  for (long n = 0; n < q.size(); ++n)
    total += (n + 1) * q.data()[n];
  return total;
}

#ifdef MAIN
long sum_gcc();
long sum_clang();
long sum_wide();

int main() {
  const long own = JOINED(sum, NAME)();
  // CHECK: equal: 1 1 1
  std::printf("equal: %d %d %d\n", own == sum_gcc(), own == sum_clang(),
              own == sum_wide());
}
#endif
