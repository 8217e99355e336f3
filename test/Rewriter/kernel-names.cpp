// Loops of overloads, of namespaces, of lambdas and of the function around them
// get kernels of different names, so that the text compiles.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: %gxx -std=c++17 -Wall -I %include -x c++ -c %t.cu -o %t.o
// RUN: grep -v '^// [A-Z]' %t.cu | grep -c '__global__ void' | FileCheck %s
// CHECK: {{^8$}}

#include <heddle/heddle.h>

void f(double *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0; }
void f(float *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 1; }
namespace a {
void f(double *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 2; }
} // namespace a

void g(double *x, int n) {
  auto First = [=] { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 3; };
  auto Second = [=] { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 4; };
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 5;
  First();
  Second();
}

struct S {
  S(double *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0; }
  void operator()(double *x, int n) {
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
  }
};
