//===- InspectedTest.cpp - Launches that look at their loops first --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

// Data say which elements of y the iterations store to: the launch finds the
// elements, and whether they are an iteration's own.
const char *Scatter =
    R"(static __global__ void heddle_scatter_0(const int *x, int *y,
                                        const int *p, int n) {
  const int i = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  y[p[i]] = x[i];
}
void scatter(int *y, const int *x, const int *p, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_scatter_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_p = ::heddle::rt::in(p, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else {
      ::heddle::rt::inspector heddle_inspector(heddle_site);
      ::heddle::rt::hull heddle_x_hull(heddle_inspector, x);
      ::heddle::rt::hull heddle_y_hull(heddle_inspector, y);
      heddle_y_hull.stored();
      heddle_y_hull.tell_apart("y");
      ::heddle::rt::hull heddle_p_hull(heddle_inspector, p);
      if (!heddle_inspector.wanted(heddle_x, heddle_y_hull.place(), heddle_p))
        heddle_path = ::heddle::rt::sequential(heddle_site, "", heddle_x, heddle_p);
      else if (!heddle_inspector.run([&] {
  for (int i = 0; i < n; i++)
    { heddle_inspector.next(i); heddle_y_hull.write(y[heddle_p_hull.read(p[i])]) = heddle_x_hull.read(x[i]); }
      }))
        heddle_path = ::heddle::rt::sequential(heddle_site, heddle_inspector.why(), heddle_x, heddle_p);
      else {
        const auto heddle_y = ::heddle::rt::inout(y, heddle_y_hull.first(), heddle_y_hull.last());
        if (const char *heddle_reason = ::heddle::rt::first_found({
                       {!::heddle::rt::disjoint(heddle_x, heddle_y), "'x' may overlap 'y'"},
                       {!::heddle::rt::disjoint(heddle_y, heddle_p), "'y' may overlap 'p'"}}))
          heddle_path = ::heddle::rt::sequential(heddle_site, heddle_reason, heddle_x, heddle_p, heddle_y);
        else
          heddle_path = ::heddle::rt::run(heddle_site, ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_scatter_0, heddle_x, heddle_y, heddle_p, n);
      }
    }
    if (heddle_path == ::heddle::rt::path::parallel ||
               heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
    }
  }
}
)";

TEST(ValidateInspectedTest,
     ComparesLaunchesWhereNoTwoIterationsShareAnElement) {
  expectSame({{"scatter_as_it_is", Scatter, "", ""}}, 8);
}

TEST(ValidateInspectedTest, FindsWhatThePassDoesNotSee) {
  expectDifferences({
      {"nothing_told_apart", Scatter,
       "      heddle_y_hull.tell_apart(\"y\");\n", ""},
      {"another_array", Scatter, "heddle_y_hull.tell_apart",
       "heddle_x_hull.tell_apart"},
      {"one_iteration", Scatter, "heddle_inspector.next(i); ", ""},
      {"stores_not_seen", Scatter, "heddle_y_hull.write(y[", "(y["},
      {"stores_taken_for_reads", Scatter, "heddle_y_hull.write(",
       "heddle_y_hull.read("},
      {"end_of_another_array", Scatter, "heddle_y_hull.last())",
       "heddle_p_hull.last())"},
      {"beginning_left_out", Scatter, "heddle_y_hull.first(),",
       "heddle_y_hull.first() + 1,"},
  });
}

} // namespace
