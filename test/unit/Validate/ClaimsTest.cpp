//===- ClaimsTest.cpp - Launches that rest on claims ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

// y has m elements, and no two iterations touch one of them.
const char *Scatter =
    R"(static __global__ void heddle_scatter_0(const int *x, int *y,
                                        const int *p, int n) {
  const int i = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  y[p[i]] = x[i];
}
void scatter(int *y, const int *x, const int *p, int n, int m) {
  {
    const ::heddle::rt::site heddle_site{"heddle_scatter_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_y_extent(m);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_y = ::heddle::rt::inout(y, 0, ::heddle::rt::max_of(heddle_y_extent, 0) - 1);
    const auto heddle_p = ::heddle::rt::in(p, 0, heddle_n - 1);
    if (::heddle::rt::checks_claims(heddle_site))
      heddle_path = ::heddle::rt::path::checked;
    else if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site, ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_scatter_0, heddle_x, heddle_y, heddle_p, n);
    if (heddle_path == ::heddle::rt::path::checked) {
      ::heddle::rt::claimed_iterations heddle_iterations(heddle_site, {"i"});
      ::heddle::rt::claimed_array heddle_y_claim(heddle_iterations, "y", y);
      heddle_y_claim.extent(m);
      heddle_y_claim.independent();
      for (int i = 0; i < n; i++)
        { heddle_iterations.next(i); heddle_y_claim.write(y[p[i]], "y[p[i]]") = x[i]; }
    } else if (heddle_path == ::heddle::rt::path::parallel ||
               heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
    }
  }
}
)";

TEST(ValidateClaimsTest, ComparesLaunchesWhereTheClaimsAreRight) {
  expectSame({{"scatter_as_it_is", Scatter, "", ""}}, 8);
}

// Without the claims threads meet, and touch what the launch does not pass.
TEST(ValidateClaimsTest, FindsWhatClaimsDoNotExclude) {
  expectDifferences({
      {"no_extent", Scatter, "      heddle_y_claim.extent(m);\n", ""},
      {"another_extent", Scatter, ".extent(m)", ".extent(m + 2)"},
      {"no_claim_at_all", Scatter,
       "      heddle_y_claim.extent(m);\n      heddle_y_claim.independent();\n",
       ""},
      {"not_independent", Scatter, "      heddle_y_claim.independent();\n", ""},
      {"of_no_iteration", Scatter, "heddle_iterations.next(i); ", ""},
  });
}

TEST(ValidateClaimsTest, FindsEachDamage) {
  expectDifferences({
      {"another_place", Scatter, "  y[p[i]] = x[i];\n}",
       "  y[p[i] + 1] = x[i];\n}"},
      {"another_value", Scatter, "  y[p[i]] = x[i];\n}",
       "  y[p[i]] = x[i] + 1;\n}"},
      {"another_iteration", Scatter, "if (i >= n)", "if (i + 1 >= n)"},
      {"other_checked_loops", Scatter, "\"y[p[i]]\") = x[i];",
       "\"y[p[i]]\") = x[i] + 1;"},
      {"fewer_elements", Scatter, "heddle_y_extent, 0) - 1",
       "heddle_y_extent, 0) - 2"},
      {"not_copied_in", Scatter, "rt::inout(y", "rt::out(y"},
  });
}

// Each iteration sets t before it reads it, and the last one sets it, too.
const char *Own =
    R"(static __global__ void heddle_own_0(const int *x, int *y, int *t_kept, int n) {
  const int i = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  const int v = x[i];
  int t{}; if (v > 0) t = v;
  if (v > 0) y[i] = t; else y[i] = 1;
  if (!(i + 1 < n)) t_kept[0] = t;
}
int own(const int *x, int *y, int n) {
  int t = 5;
  {
    const ::heddle::rt::site heddle_site{"heddle_own_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    int *const t_kept = ::heddle::rt::kept(&t);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_y = ::heddle::rt::out(y, 0, heddle_n - 1);
    const auto heddle_t_kept = ::heddle::rt::out(t_kept, 0, 0);
    if (::heddle::rt::checks_claims(heddle_site))
      heddle_path = ::heddle::rt::path::checked;
    else if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 'y'");
    else
      heddle_path = ::heddle::rt::run(heddle_site, ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_own_0, heddle_x, heddle_y, heddle_t_kept, n);
    if (heddle_path == ::heddle::rt::path::checked) {
      ::heddle::rt::claimed_iterations heddle_all_iterations(heddle_site, {"i"});
      ::heddle::rt::claimed_private heddle_t_claim(heddle_all_iterations, "lastprivate", "t");
      for (int i = 0; i < n; i++) { heddle_all_iterations.next(i); {
        const int v = x[i];
        int t{}; if (v > 0) heddle_t_claim.write(t, "t") = v;
        if (v > 0) y[i] = heddle_t_claim.read(t, "t"); else y[i] = 1;
        if (!(i + 1 < n)) t_kept[0] = t;
      } }
      heddle_t_claim.ended();
    } else if (heddle_path == ::heddle::rt::path::parallel ||
               heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; i++) {
        const int v = x[i];
        int t{}; if (v > 0) t = v;
        if (v > 0) y[i] = t; else y[i] = 1;
        if (!(i + 1 < n)) t_kept[0] = t;
      }
    }
  }
  return t;
}
)";

TEST(ValidateClaimsTest, ComparesLaunchesWhereIterationsSetWhatTheyRead) {
  expectSame(
      {
          {"own_as_it_is", Own, "", ""},
          {"own_by_updates", Own, ".read(t", ".read_write(t"},
      },
      8);
}

TEST(ValidateClaimsTest, FindsWhatClaimsOfVariablesDoNotExclude) {
  expectDifferences({
      {"always_read", Own, "  if (v > 0) y[i] = t; else y[i] = 1;\n  if (!",
       "  y[i] = t;\n  if (!"},
      {"another_value_last", Own, "t_kept[0] = t;\n}", "t_kept[0] = t + 1;\n}"},
  });
}

} // namespace
