// The header is quiet under the warnings that it promises, also without
// exceptions and as C++20, and in two files of one program.
// DEFINE: %{flags} = -I%include -O1 -Wall -Wextra -Wconversion -Wshadow -Werror
// RUN: %gxx -std=c++17 %{flags} -c %s -o %t.o
// RUN: %gxx -std=c++17 %{flags} -DMAIN %s %t.o -o %t && %t
// RUN: %gxx -std=c++17 %{flags} -fno-exceptions -fno-rtti -fsyntax-only %s
// RUN: %gxx -std=c++20 %{flags} -fsyntax-only %s
// RUN: %clangxx -std=c++17 %{flags} -c %s -o %t.o
// RUN: %clangxx -std=c++17 %{flags} -DMAIN %s %t.o -o %t && %t
// RUN: %clangxx -std=c++17 %{flags} -fno-exceptions -fsyntax-only %s
// RUN: %clangxx -std=c++20 %{flags} -fsyntax-only %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>

float other_file();

#ifdef MAIN
#define NAME main_file
#else
#define NAME other_file
#endif

float NAME() {
  using namespace heddle;
  tensor<float, dyn, 3> x(2, 3);
  tensor<int, 2, 3> n{1, 2, 3, 4, 5, 6};
  tensor<short, 3, 3> s;
  s.fill(2);
  idx i, j, k;
  x = 2 * n - max(n, 3) / 2;
  x += tanh(x) * pad(slice(n, {0, 1}, {2, 3}), {0, 0}, {0, 1});
  x(i, j) = n(i, k) * s(k, j) + x(i, j);
  n(i, j) = x(i, j);
  x = contract<1, 2>(outer(n, s)) + conv(pad(x, {1, 0}, {0, 0}), tensor<long, 2, 1>{1, 1});
  float sum = x(i, j) / (1 + n(i, j) * n(i, j));
  return sum;
}

#ifdef MAIN
int main() { return main_file() == other_file() ? 0 : 1; }
#endif
