//===- TrianglesTest.cpp - Triangles in blocks on the CPU -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

// As heddle-rewrite writes them, without comments and with one kernel each. Rows
// of the second operand are turned; what rows of the triangle read of it begins
// at the same column.
const char *const Below =
    R"(static void heddle_below_0_body(const float *a, float *c, int n,
                                            int l, int i, int j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * a[j * l + k];
      c[i * n + j] = s;
}
static __global__ void heddle_below_0_fold3d(const float *__restrict__ a,
                                             float *__restrict__ c, int n,
                                             int l, long long i_j_end,
                                             long long i_j_1_end,
                                             long long i_j_2_end,
                                             ::heddle::rt::divisor64 by_n) {
  const long long i_j = ::heddle::rt::block_x() * 8192LL + ::heddle::rt::block_y();
  if (i_j >= i_j_end)
    return;
  const long long i_j_1 = i_j * 4096 + ::heddle::rt::block_z();
  if (i_j_1 >= i_j_1_end)
    return;
  const long long i_j_2 = i_j_1 * 256 + ::heddle::rt::thread_x();
  if (i_j_2 >= i_j_2_end)
    return;
  const long long i_0 = by_n.div(i_j_2);
  const long long j_0 = i_j_2 - i_0 * n;
  if (j_0 > i_0)
    return;
  const int i = int(i_0);
  const int j = int(j_0);
  heddle_below_0_body(a, c, n, l, i, j);
}
static void heddle_below_0_block(const float *__restrict__ a,
                                                float *__restrict__ c, int n,
                                                int l, int i_first, int i_end,
                                                long long j_first,
                                                long long j_end,
                                                long long k_first,
                                                long long k_end) {
  float s_kept[32][64];
  float a_rows[32][64];
  long long j_least = j_end, j_last = j_first;
  for (int i = i_first; i < i_end; ++i) {
    const long long j_from = j_first;
    long long j_to = static_cast<long long>(i) + 1;
    j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;
    if (j_from < j_to) {
      j_least = j_from < j_least ? j_from : j_least;
      j_last = j_to > j_last ? j_to : j_last;
    }
  }
  for (int i = i_first; i < i_end; ++i) {
    const long long j_from = j_first;
    long long j_to = static_cast<long long>(i) + 1;
    j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;
    for (int j = static_cast<int>(j_from); j < static_cast<int>(j_to); ++j) {
      float s = 0;
      s_kept[i - i_first][j - j_first] = s;
    }
  }
  for (long long k_strip = k_first, k_stop; k_strip < k_end; k_strip = k_stop) {
    k_stop = k_end - k_strip < 32 ? k_end : k_strip + 32;
    for (int j = static_cast<int>(j_least); j < static_cast<int>(j_last); ++j) {
      for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
        a_rows[k - k_strip][j - j_first] = a[j * l + k];
      }
    }
    for (int i = i_first; i < i_end; ++i) {
      const long long j_from = j_first;
      long long j_to = static_cast<long long>(i) + 1;
      j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;
      for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
        for (int j = static_cast<int>(j_from); j < static_cast<int>(j_to); ++j) {
          float &s = s_kept[i - i_first][j - j_first];
        s += a[i * l + k] * a_rows[k - k_strip][j - j_first];
        }
      }
    }
  }
  for (int i = i_first; i < i_end; ++i) {
    const long long j_from = j_first;
    long long j_to = static_cast<long long>(i) + 1;
    j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;
    for (int j = static_cast<int>(j_from); j < static_cast<int>(j_to); ++j) {
      float &s = s_kept[i - i_first][j - j_first];
      c[i * n + j] = s;
    }
  }
}
void below(float *c, const float *a, int n, int l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_below_0", "FILE", 5};
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_j_end = heddle_n * heddle_n;
    const ::heddle::rt::checked heddle_i_j_1_end = ::heddle::rt::ceil_div(heddle_i_j_end, 256);
    const ::heddle::rt::checked heddle_i_j_end_1 = ::heddle::rt::ceil_div(heddle_i_j_1_end, 4096);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, 0, ::heddle::rt::select(1 <= heddle_l, (heddle_n - 1) * heddle_l + heddle_l - 1, -1));
    const auto heddle_c = ::heddle::rt::inout(c, 0, (heddle_n - 1) * heddle_n + heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_a, heddle_c))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'a' may overlap 'c'",
                                             heddle_a, heddle_c);
    else if (const ::heddle::rt::loops heddle_loops
               {::heddle::rt::over(heddle_site, heddle_l * 11 + 6, heddle_n, heddle_n).in_blocks(32, 64, heddle_n, heddle_l)};
             ::heddle::rt::only_loops())
      heddle_path = ::heddle::rt::as_loops(heddle_loops, heddle_a, heddle_c);
    else
      heddle_path = ::heddle::rt::run(heddle_loops,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_i_j_end_1, 8192), 8192, 4096}, {256, 1, 1}},
                                      heddle_below_0_fold3d, heddle_a, heddle_c,
                                      n, l, heddle_i_j_end_1, heddle_i_j_1_end,
                                      heddle_i_j_end, heddle_n);
    if (heddle_path == ::heddle::rt::path::blocked) {
      const long long heddle_i_first = 0;
      const long long heddle_i_end = (::heddle::rt::checked(heddle_n)).value();
      const long long heddle_i_blocks = (heddle_i_end - heddle_i_first - 1) / 32 + 1;
      const long long heddle_j_first = 0;
      const long long heddle_j_end = (::heddle::rt::checked(heddle_n)).value();
      const long long heddle_j_blocks = (heddle_j_end - heddle_j_first - 1) / 64 + 1;
      const long long heddle_k_first = 0;
      const long long heddle_k_end = (::heddle::rt::checked(heddle_l)).value();
      for (long long heddle_i_block = 0; heddle_i_block < heddle_i_blocks; ++heddle_i_block)
        for (long long heddle_j_block = 0; heddle_j_block < heddle_j_blocks; ++heddle_j_block)
          heddle_below_0_block(a, c, n, l,
                               static_cast<int>(heddle_i_first + heddle_i_block * 32),
                               static_cast<int>(heddle_i_block + 1 < heddle_i_blocks ? heddle_i_first + (heddle_i_block + 1) * 32 : heddle_i_end),
                               static_cast<int>(heddle_j_first + heddle_j_block * 64),
                               static_cast<int>(heddle_j_block + 1 < heddle_j_blocks ? heddle_j_first + (heddle_j_block + 1) * 64 : heddle_j_end),
                               heddle_k_first, heddle_k_end);
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      heddle_below_0_body(a, c, n, l, i, j);
    }
    }
    ::heddle::rt::loops_ended(heddle_site);
    }
}
)";

// The ends of both loops inside depend on the row.
const char *const Corner =
    R"(static void heddle_corner_0_body(const float *a, const float *b,
                                             float *c, int n, int i, int j) {
      for (int k = 0; k < i; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
static __global__ void heddle_corner_0_fold3d(const float *a, const float *b,
                                              float *__restrict__ c, int n,
                                              long long i_j_end,
                                              long long i_j_1_end,
                                              long long i_j_2_end,
                                              ::heddle::rt::divisor64 by_extent) {
  const long long i_j = ::heddle::rt::block_x() * 8192LL + ::heddle::rt::block_y();
  if (i_j >= i_j_end)
    return;
  const long long i_j_1 = i_j * 4096 + ::heddle::rt::block_z();
  if (i_j_1 >= i_j_1_end)
    return;
  const long long i_j_2 = i_j_1 * 256 + ::heddle::rt::thread_x();
  if (i_j_2 >= i_j_2_end)
    return;
  const long long i_0 = by_extent.div(i_j_2);
  const long long j_0 = i_j_2 - i_0 * static_cast<long long>(by_extent.value());
  const long long j_0_1 = j_0 + 1;
  if (i_0 + 1 > j_0_1)
    return;
  const int i = int(i_0);
  const int j = int(j_0_1);
  heddle_corner_0_body(a, b, c, n, i, j);
}
static void heddle_corner_0_block(const float *__restrict__ a,
                                                 const float *__restrict__ b,
                                                 float *__restrict__ c, int n,
                                                 int i_first, int i_end,
                                                 long long j_first,
                                                 long long j_end,
                                                 long long k_first,
                                                 long long k_end) {
  for (long long k_strip = k_first, k_stop; k_strip < k_end; k_strip = k_stop) {
    k_stop = k_end - k_strip < 32 ? k_end : k_strip + 32;
    for (int i = i_first; i < i_end; ++i) {
      long long j_from = static_cast<long long>(i) + 1;
      j_from = j_from < j_first ? j_first : j_from < j_end ? j_from : j_end;
      const long long j_to = j_end;
      if (j_to <= j_from)
        continue;
      const long long k_from = k_strip;
      long long k_to = static_cast<long long>(i);
      k_to = k_to < k_strip ? k_strip : k_to < k_stop ? k_to : k_stop;
      for (int k = static_cast<int>(k_from); k < static_cast<int>(k_to); ++k) {
        for (int j = static_cast<int>(j_from); j < static_cast<int>(j_to); ++j) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
      }
    }
  }
}
void corner(float *c, const float *a, const float *b, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_corner_0", "FILE", 15};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_j_end = heddle_n * (heddle_n - 1);
    const ::heddle::rt::checked heddle_i_j_1_end = ::heddle::rt::ceil_div(heddle_i_j_end, 256);
    const ::heddle::rt::checked heddle_i_j_end_1 = ::heddle::rt::ceil_div(heddle_i_j_1_end, 4096);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, heddle_n, (heddle_n - 2) * heddle_n + heddle_n - 3);
    const auto heddle_b = ::heddle::rt::in(b, 2, (heddle_n - 3) * heddle_n + heddle_n - 1);
    const auto heddle_c = ::heddle::rt::inout(c, heddle_n + 2, (heddle_n - 2) * heddle_n + heddle_n - 1);
    if ((heddle_n <= 2).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (const char *heddle_reason = ::heddle::rt::first_found({
                   {!::heddle::rt::disjoint(heddle_a, heddle_c), "'a' may overlap 'c'"},
                   {!::heddle::rt::disjoint(heddle_b, heddle_c), "'b' may overlap 'c'"}}))
      heddle_path = ::heddle::rt::sequential(heddle_site, heddle_reason,
                                             heddle_a, heddle_b, heddle_c);
    else if (const ::heddle::rt::loops heddle_loops
               {::heddle::rt::over(heddle_site, heddle_n * 14, heddle_n, heddle_n - 1).in_blocks(32, 64, heddle_n - 1, heddle_n - 2)};
             ::heddle::rt::only_loops())
      heddle_path = ::heddle::rt::as_loops(heddle_loops, heddle_a, heddle_b,
                                           heddle_c);
    else
      heddle_path = ::heddle::rt::run(heddle_loops,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_i_j_end_1, 8192), 8192, 4096}, {256, 1, 1}},
                                      heddle_corner_0_fold3d, heddle_a,
                                      heddle_b, heddle_c, n, heddle_i_j_end_1,
                                      heddle_i_j_1_end, heddle_i_j_end,
                                      heddle_n - 1);
    if (heddle_path == ::heddle::rt::path::blocked) {
      const long long heddle_i_first = 0;
      const long long heddle_i_end = (::heddle::rt::checked(heddle_n)).value();
      const long long heddle_i_blocks = (heddle_i_end - heddle_i_first - 1) / 32 + 1;
      const long long heddle_j_first = 1;
      const long long heddle_j_end = (::heddle::rt::checked(heddle_n)).value();
      const long long heddle_j_blocks = (heddle_j_end - heddle_j_first - 1) / 64 + 1;
      const long long heddle_k_first = 0;
      const long long heddle_k_end = (::heddle::rt::checked(heddle_n - 2)).value();
      for (long long heddle_i_block = 0; heddle_i_block < heddle_i_blocks; ++heddle_i_block)
        for (long long heddle_j_block = 0; heddle_j_block < heddle_j_blocks; ++heddle_j_block)
          heddle_corner_0_block(a, b, c, n,
                                static_cast<int>(heddle_i_first + heddle_i_block * 32),
                                static_cast<int>(heddle_i_block + 1 < heddle_i_blocks ? heddle_i_first + (heddle_i_block + 1) * 32 : heddle_i_end),
                                static_cast<int>(heddle_j_first + heddle_j_block * 64),
                                static_cast<int>(heddle_j_block + 1 < heddle_j_blocks ? heddle_j_first + (heddle_j_block + 1) * 64 : heddle_j_end),
                                heddle_k_first, heddle_k_end);
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      heddle_corner_0_body(a, b, c, n, i, j);
    }
    ::heddle::rt::loops_ended(heddle_site);
    }
}
)";

TEST(ValidateTrianglesTest, SayNothingOfTextThatIsRight) {
  expectSame({{"below", Below, "", ""},
              {"corner", Corner, "", ""},
              {"rows_that_are_not_skipped", Corner, "        continue;",
               "        ;"}},
             8);
}

TEST(ValidateTrianglesTest, FindsColumnsThatRowsMissOrRunBeyond) {
  expectDifferences({
      {"without_its_first", Corner,
       "j_from = static_cast<long long>(i) + 1;",
       "j_from = static_cast<long long>(i) + 2;"},
      {"before_its_first", Corner, "j_from = static_cast<long long>(i) + 1;",
       "j_from = static_cast<long long>(i);"},
      {"before_the_block", Corner, "j_from = j_from < j_first ? j_first : ",
       "j_from = "},
      {"without_its_last", Corner, "const long long j_to = j_end;",
       "const long long j_to = j_end - 1;"},
      {"another_row_s_end", Below,
       "static_cast<int>(j_to); ++j) {\n"
       "      float &s = s_kept[i - i_first][j - j_first];\n"
       "      c[",
       "static_cast<int>(i_end < j_end ? i_end : j_end); ++j) {\n"
       "      float &s = s_kept[i - i_first][j - j_first];\n"
       "      c["},
      {"beyond_the_block", Below,
       "      j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;\n"
       "      for (int k",
       "      for (int k"},
      {"rows_that_are_lost", Corner, "if (j_to <= j_from)",
       "if (j_to <= j_from + 1)"},
  });
}

TEST(ValidateTrianglesTest, FindsIterationsOfInnerLoopsThatAreOthers) {
  expectDifferences({
      {"one_too_many", Corner, "k_to = static_cast<long long>(i);",
       "k_to = static_cast<long long>(i) + 1;"},
      {"one_too_few", Corner, "k_to = static_cast<long long>(i);",
       "k_to = static_cast<long long>(i) - 1;"},
      {"in_each_strip", Corner, "k_from = k_strip;", "k_from = k_first;"},
      {"beyond_the_strip", Corner,
       "k_to = k_to < k_strip ? k_strip : k_to < k_stop ? k_to : k_stop;", ""},
      {"too_few_strips", Corner, "(heddle_n - 2)).value()",
       "(heddle_n - 3)).value()"},
  });
}

TEST(ValidateTrianglesTest, FindsElementsThatAreNotTurned) {
  expectDifferences({
      {"the_last_row_s", Below, "j_last = j_to > j_last ? j_to : j_last;",
       "j_last = j_to - 1;"},
      {"the_first_row_s", Below, "j_last = j_to > j_last ? j_to : j_last;",
       "j_last = j_last > j_first ? j_last : j_to;"},
      {"all_of_the_block", Below, "j_last = j_to > j_last ? j_to : j_last;",
       "j_last = j_first + 64;"},
      {"not_the_first", Below,
       "j_least = j_from < j_least ? j_from : j_least;",
       "j_least = j_from + 1;"},
  });
}

} // namespace
