//===- BlocksTest.cpp - Products in blocks on the CPU ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

// As heddle-rewrite writes it, without comments and with one of its kernels.
const char *const Blocked =
    R"(static __global__ void heddle_blocked_0_fold3d(const float *__restrict__ a,
                                               const float *__restrict__ b,
                                               float *__restrict__ c, int m,
                                               int l, long long i_j_end,
                                               long long i_j_1_end,
                                               long long i_j_2_end,
                                               ::heddle::rt::divisor64 by_m) {
  const long long i_j = ::heddle::rt::block_x() * 8192LL + ::heddle::rt::block_y();
  if (i_j >= i_j_end)
    return;
  const long long i_j_1 = i_j * 4096 + ::heddle::rt::block_z();
  if (i_j_1 >= i_j_1_end)
    return;
  const long long i_j_2 = i_j_1 * 256 + ::heddle::rt::thread_x();
  if (i_j_2 >= i_j_2_end)
    return;
  const long long i_0 = by_m.div(i_j_2);
  const int j = int(i_j_2 - i_0 * m);
  const int i = int(i_0);
  {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
  }
}
static void heddle_blocked_0_block(const float *__restrict__ a,
                                   const float *__restrict__ b,
                                   float *__restrict__ c, int m, int l,
                                   int i_first, int i_end, int j_first,
                                   int j_end, long long k_first,
                                   long long k_end) {
  float s_kept[32][64];
  float b_rows[32][64];
  for (int i = i_first; i < i_end; ++i) {
    for (int j = j_first; j < j_end; ++j) {
      float s = 0;
      s_kept[i - i_first][j - j_first] = s;
    }
  }
  for (long long k_strip = k_first, k_stop; k_strip < k_end; k_strip = k_stop) {
    k_stop = k_end - k_strip < 32 ? k_end : k_strip + 32;
    for (int j = j_first; j < j_end; ++j) {
      for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
        b_rows[k - k_strip][j - j_first] = b[j * l + k];
      }
    }
    for (int i = i_first; i < i_end; ++i) {
      for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
        for (int j = j_first; j < j_end; ++j) {
          float &s = s_kept[i - i_first][j - j_first];
        s += a[i * l + k] * b_rows[k - k_strip][j - j_first];
        }
      }
    }
  }
  for (int i = i_first; i < i_end; ++i) {
    for (int j = j_first; j < j_end; ++j) {
      float &s = s_kept[i - i_first][j - j_first];
      c[i * m + j] = s;
    }
  }
}
void blocked(float *c, const float *a, const float *b, int n, int m, int l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_blocked_0", "FILE", 4};
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_m(m);
    const ::heddle::rt::checked heddle_i_j_end = heddle_n * heddle_m;
    const ::heddle::rt::checked heddle_i_j_1_end = ::heddle::rt::ceil_div(heddle_i_j_end, 256);
    const ::heddle::rt::checked heddle_i_j_end_1 = ::heddle::rt::ceil_div(heddle_i_j_1_end, 4096);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, 0, ::heddle::rt::select(1 <= heddle_l, (heddle_n - 1) * heddle_l + heddle_l - 1, -1));
    const auto heddle_b = ::heddle::rt::in(b, 0, ::heddle::rt::select(1 <= heddle_l, (heddle_m - 1) * heddle_l + heddle_l - 1, -1));
    const auto heddle_c = ::heddle::rt::out(c, 0, (heddle_n - 1) * heddle_m + heddle_m - 1);
    if ((heddle_n <= 0 || heddle_m <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (const char *heddle_reason = ::heddle::rt::first_found({
                   {!::heddle::rt::disjoint(heddle_a, heddle_c), "'a' may overlap 'c'"},
                   {!::heddle::rt::disjoint(heddle_b, heddle_c), "'b' may overlap 'c'"}}))
      heddle_path = ::heddle::rt::sequential(heddle_site, heddle_reason,
                                             heddle_a, heddle_b, heddle_c);
    else
      heddle_path = ::heddle::rt::run(::heddle::rt::over(heddle_site, heddle_l * 11 + 6, heddle_n, heddle_m).in_blocks(32, 64, heddle_m, heddle_l),
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_i_j_end_1, 8192), 8192, 4096}, {256, 1, 1}},
                                      heddle_blocked_0_fold3d, heddle_a,
                                      heddle_b, heddle_c, m, l,
                                      heddle_i_j_end_1, heddle_i_j_1_end,
                                      heddle_i_j_end, heddle_m);
    if (heddle_path == ::heddle::rt::path::blocked) {
      const long long heddle_i_first = 0;
      const long long heddle_i_blocks = (::heddle::rt::checked(::heddle::rt::ceil_div(heddle_n, 32))).value();
      const long long heddle_i_end = (::heddle::rt::checked(heddle_n)).value();
      const long long heddle_j_first = 0;
      const long long heddle_j_blocks = (::heddle::rt::checked(::heddle::rt::ceil_div(heddle_m, 64))).value();
      const long long heddle_j_end = (::heddle::rt::checked(heddle_m)).value();
      const long long heddle_k_first = 0;
      const long long heddle_k_end = (::heddle::rt::checked(heddle_l)).value();
      for (long long heddle_i_block = 0; heddle_i_block < heddle_i_blocks; ++heddle_i_block)
        for (long long heddle_j_block = 0; heddle_j_block < heddle_j_blocks; ++heddle_j_block)
          heddle_blocked_0_block(a, b, c, m, l,
                                 static_cast<int>(heddle_i_first + heddle_i_block * 32),
                                 static_cast<int>(heddle_i_block + 1 < heddle_i_blocks ? heddle_i_first + (heddle_i_block + 1) * 32 : heddle_i_end),
                                 static_cast<int>(heddle_j_first + heddle_j_block * 64),
                                 static_cast<int>(heddle_j_block + 1 < heddle_j_blocks ? heddle_j_first + (heddle_j_block + 1) * 64 : heddle_j_end),
                                 heddle_k_first, heddle_k_end);
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
    }
    ::heddle::rt::loops_ended(heddle_site);
    }
}
)";

TEST(ValidateBlocksTest, SayNothingOfTextThatIsRight) {
  expectSame({{"as_it_is", Blocked, "", ""},
              {"shorter_strips", Blocked, "k_strip + 32", "k_strip + 31"}},
             8);
}

TEST(ValidateBlocksTest, FindsIterationsThatBlocksMissOrRunTwice) {
  expectDifferences({
      {"rows_missed", Blocked, "heddle_i_block + 1) * 32",
       "heddle_i_block + 1) * 31"},
      {"rows_twice", Blocked, "heddle_i_block * 32", "heddle_i_block * 31"},
      {"columns_missed", Blocked, "heddle_j_block + 1) * 64",
       "heddle_j_block + 1) * 63"},
      {"columns_twice", Blocked, "heddle_j_block * 64",
       "heddle_j_block * 63"},
      {"no_last_rows", Blocked, "ceil_div(heddle_n, 32)",
       "floor_div(heddle_n, 32)"},
      {"no_last_columns", Blocked, "ceil_div(heddle_m, 64)",
       "floor_div(heddle_m, 64)"},
      {"no_first_strip", Blocked, "heddle_k_first = 0", "heddle_k_first = 1"},
      {"one_column_too_many", Blocked, "ceil_div(heddle_m, 64)",
       "ceil_div(heddle_m - 1, 64)"},
      {"one_row_too_many", Blocked, "ceil_div(heddle_n, 32)",
       "ceil_div(heddle_n - 1, 32)"},
      {"no_end", Blocked, "k_end : k_strip + 32", "k_end : k_first + 32"},
      {"gaps_between_strips", Blocked, "k_strip = k_stop)",
       "k_strip = k_stop + 1)"},
      {"strips_twice", Blocked, "k_strip = k_stop)", "k_strip = k_stop - 1)"},
      {"no_blocks", Blocked, "::heddle::rt::path::blocked)",
       "::heddle::rt::path::blocked && n > 999999)"},
  });
}

TEST(ValidateBlocksTest, FindsNumbersThatPartsLoseOrMistake) {
  const char *const Kept = "float &s = s_kept[i - i_first][j - j_first];\n"
                           "        s +=";
  expectDifferences({
      {"another_ones_value", Blocked, "[j - j_first] = s;", "[0] = s;"},
      {"one_for_all_rows", Blocked, Kept,
       "float &s = s_kept[0][j - j_first];\n        s +="},
      {"one_for_all_columns", Blocked, Kept,
       "float &s = s_kept[i - i_first][0];\n        s +="},
      {"sum_that_is_dropped", Blocked, Kept,
       "float s = s_kept[i - i_first][j - j_first];\n        s +="},
      {"too_few_columns", Blocked, "s_kept[32][64]", "s_kept[32][63]"},
      {"too_few_rows", Blocked, "s_kept[32][64]", "s_kept[31][64]"},
  });
}

TEST(ValidateBlocksTest, FindsElementsThatAreTurnedToAnotherPlace) {
  expectDifferences({
      {"another_element", Blocked, "= b[j * l + k]", "= b[k * l + j]"},
      {"another_column", Blocked, "] = b[", " + 1] = b["},
      {"another_row", Blocked, "b_rows[k - k_strip][j - j_first];",
       "b_rows[0][j - j_first];"},
      {"loaded_once", Blocked, "    for (int j = j_first; j < j_end; ++j) {\n"
                               "      for (int k = static",
       "    if (k_strip == k_first) for (int j = j_first; j < j_end; ++j) {\n"
       "      for (int k = static"},
      {"too_short", Blocked, "b_rows[32][64]", "b_rows[32][63]"},
  });
}

} // namespace
