// However the source is laid out, the output compiles without warnings.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++20 -I %include
// RUN: %clangxx -x c++ -std=c++20 -Wall -Wextra -Werror -Wno-comment -fsyntax-only -I %include %t.cu
// RUN: %gxx -x c++ -std=c++20 -fopenmp -Wall -Wextra -Werror -Wno-comment -fsyntax-only -I %include %t.cu
// RUN: not %heddle-rewrite --check %s -- -std=c++20 -I %include -DNOWHERE 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;
// attribute on its own line
void attr_line(double *x, int n) {
  [[heddle::map]]

  // comment between

  /* and another */ for
  (
    int
    i
    =
    0
    ;
    i
    <
    n
    ;
    ++
    i
  )
  x
  [
  i
  ]
  =
  0
  ;
}
void two_on_a_line(double *x, double *y, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; [[heddle::map]] for (int i = 0; i < n; ++i) y[i] = 0; int z = 0; (void)z;
}
void in_if(double *x, int n) {
  if (n > 3)
    [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void in_else(double *x, int n) {
  if (n > 3)
    [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
  else [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 1;
}
void in_case(double *x, int n) {
  switch (n) {
  case 1:
    [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
    break;
  case 2:
  default: [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 2;
  }
}
void after_label(double *x, int n) {
again:
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
  if (--n > 0) goto again;
}
int statement_expression(double *x, int n) {
  return __extension__ ({ [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; n; });
}
void do_body(double *x, int n) {
  do [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; while (--n > 0);
  while (--n > 0) [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
  for (int k = 0; k < 3; ++k) [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}
void function_try(double *x, int n) try {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
} catch (...) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 1;
}
struct T {
  double *x; int n;
  T(double *x, int n) try : x(x), n(n) {
    [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
  } catch (...) { throw; }
};
void lambda_inside(double *x, int n) {
  auto f = [=] { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; };
  f();
  [x](int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; }(n);
}
extern "C++" {
struct U {
  void f(double *x, int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; }
};
}
extern "C" { void cfun(double *x, int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; } }
extern "C" void cfun2(double *x, int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; }
int here; void same_line(double *x, int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; }
void tabs(double *x, int n) {
	[[heddle::map]]	for	(int	i	=	0;	i	<	n;	++i)	{	x[i]	=	0;	}	int	w;
	(void)w;
}
void digraphs(double (*x)<:8:>, int n) <%
  <:<:heddle::map:>:> for (int i = 0; i < n; ++i) <% for (int j = 0; j < 8; ++j) <% if (i > 0 and not (j == 2)) x<:i:><:j:> = 0; %> %>
%>
[[nodiscard]]
int
split_decl
(double *x, int n)
{
  [[ using heddle : map ( Jing ) , bounds ( n ) ]] for (int i = 0; i < n; ++i) x[i] = 0;
  return n;
}
namespace a::b { inline namespace c { static inline void deep(double *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0; } } }
void splice(double *x, int n) {
  [[hed\
dle::map]] fo\
r (int i = 0; i < n; ++i) { x[i] = i; } // com\
ment
  int q = 0; (void)q;
}
void call_all(double *x) { a::b::deep(x, 3); }
void last(double *x, int n) { [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0; }

template <class T> concept Number = requires(T t) { t + t; };
template <class T> void constrained(T *x, int n) requires Number<T> {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}
template void constrained<double>(double *, int);
#ifdef NOWHERE
struct Initialised {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a loop in a default member initializer cannot become a kernel launch [heddle-HD153]
  int v = [](int n) { double x[4]; [[heddle::map]] for (int i = 0; i < 4; ++i) x[i] = n; return int(x[0]); }(3);
};
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: there is no place for a kernel before this function [heddle-HD154]
int defaulted(int k = [](int n) { double x[4]; [[heddle::map]] for (int i = 0; i < 4; ++i) x[i] = n; return int(x[0]); }(3)) { return k; }
#endif
