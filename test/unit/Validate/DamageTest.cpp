//===- DamageTest.cpp - The validator finds damaged text ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "Texts.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

TEST(ValidateTest, SaysNothingOfTextThatIsRight) {
  const std::vector<Damage> None = {
      {"stencil_as_it_is", texts::Stencil, "", ""},
      {"shared_as_it_is", texts::Shared, "", ""},
      {"sweep_as_it_is", texts::Sweep, "", ""},
      {"folded_as_it_is", texts::Folded, "", ""},
      {"runs_as_they_are", texts::Runs, "", ""},
      {"dealt_as_it_is", texts::Dealt, "", ""},
      {"strided_as_it_is", texts::Strided, "", ""},
      {"sum_as_it_is", texts::Sum, "", ""},
      {"bins_as_it_is", texts::Bins, "", ""},
      {"columns_as_it_is", texts::Columns, "", ""},
      {"backward_as_it_is", texts::Backward, "", ""},
      {"private_as_it_is", texts::Private, "", ""},
      {"kept_as_it_is", texts::Kept, "", ""},
      {"private_array_as_it_is", texts::PrivateArray, "", ""},
  };
  expectSame(None, 8);
}

TEST(ValidateTest, FindsLoopsOfCPUThreadsThatNeedTheirOrder) {
  expectDifferences({
      {"no_copy_for_threads", texts::Shared, "heddle_x_copy_there.pointer()",
       "x"},
      {"copy_written", texts::Shared, "_body(x, heddle_x_copy_there.pointer()",
       "_body(heddle_x_copy_there.pointer(), heddle_x_copy_there.pointer()"},
      {"another_place_in_it", texts::Shared, "heddle_x_copy_there.pointer()",
       "heddle_x_copy_there.pointer() + 1"},
      {"one_thread_short", texts::Shared,
       "(int i = 0; i < n; ++i)\n    heddle_shared",
       "(int i = 0; i < n - 1; ++i)\n    heddle_shared"},
  });
  // Without copies for its threads the launch leaves the loop to one of them.
  expectSame({{"not_shared", texts::Shared, ".sharing_copies()", ""}}, 8);
}

TEST(ValidateTest, FindsPromisesToCompilersThatDoNotHold) {
  const char *const Line = "    if ((i - 3) % 4 < 2)";
  expectDifferences({
      {"holds_nowhere", texts::Strided, Line,
       "    ::heddle::rt::holds((i - 3) % 4 < 0);\n    if ((i - 3) % 4 < 2)"},
      {"holds_in_part", texts::Strided, Line,
       "    ::heddle::rt::holds((i - 3) % 4 < 1);\n    if ((i - 3) % 4 < 2)"},
  });
  expectSame({{"holds", texts::Strided, Line,
               "    ::heddle::rt::holds((i - 3) % 4 < 2);\n"
               "    if ((i - 3) % 4 < 2)"}},
             8);
}

TEST(ValidateTest, FindsErrorsInTheRunsOfAThread) {
  expectDifferences({
      {"beyond_the_end", texts::Runs, "floor_div(heddle_n, 2)",
       "ceil_div(heddle_n, 2)"},
      {"one_run_more", texts::Runs, "i_0 < i_whole", "i_0 <= i_whole"},
      {"part_of_whole_runs", texts::Runs, "heddle_serial < 2",
       "heddle_serial < 1"},
      {"too_much_of_them", texts::Runs, "heddle_serial < 2",
       "heddle_serial < 3"},
      {"other_iterations", texts::Runs, "i_0 * 2 + heddle_serial",
       "i_0 * 2 + 1 - heddle_serial * 2"},
      {"another_body", texts::Runs, "[i] = 2 *", "[i] = 3 *"},
      {"no_end", texts::Runs, "      if (i >= n)\n        continue;\n", ""},
      {"another_rest", texts::Runs, "      y[i] = 2", "      y[i] = 3"},
      {"rest_of_a_thread", texts::Runs, "      if (i >= n)",
       "      if (i >= n || i_0 == 1)"},
      {"few_threads", texts::Runs, "i_0 >= i_0_end", "i_0 + 1 >= i_0_end"},
      {"no_turn", texts::Dealt, "::heddle::rt::ceil_div(heddle_i_0_end, 512)",
       "::heddle::rt::floor_div(heddle_i_0_end, 512)"},
      {"turns_without_end", texts::Dealt, "    if (i >= n)\n      continue;\n",
       ""},
      {"second_turn_first", texts::Dealt, "heddle_serial = 0",
       "heddle_serial = 1"},
  });
}

TEST(ValidateTest, FindsUsesOfWhatALaunchLeavesInVariables) {
  expectDifferences({
      {"read_behind", texts::Private, "  t = 2;\n", ""},
      {"read_behind_sometimes", texts::Private, "  t = 2;\n",
       "  if (n > 2) t = 2;\n"},
      {"stepped_behind", texts::Private, "t = 2;", "t += 2;"},
      {"pointed_to", texts::Private, "float t = 1;", "float t = 1, *p = &t;"},
      {"referred_to", texts::Private, "float t = 1;", "float t = 1, &r = t;"},
      {"captured", texts::Private, "float t = 1;",
       "float t = 1; auto run = [&] { return t; };"},
      {"kept", texts::Private, "float t = 1;", "static float t = 1;"},
      {"the_next_time", texts::Private, "float t = 1;\n",
       "float t = 1;\n  while (t > 0)\n"},
      {"no_variable", texts::Private, "privates(&t)", "privates(x)"},
      {"element_read_behind", texts::PrivateArray, "  t[0] = 2;\n", ""},
      {"element_stepped_behind", texts::PrivateArray, "t[0] = 2;",
       "t[0] += 2;"},
      {"array_pointed_to", texts::PrivateArray, "float t[2];\n  {",
       "float t[2], *p = t;\n  {"},
      {"element_referred_to", texts::PrivateArray, "float t[2];\n  {",
       "float t[2], &r = t[1];\n  {"},
      {"array_captured", texts::PrivateArray, "float t[2];\n  {",
       "float t[2]; auto run = [&] { return t[0]; };\n  {"},
  });
}

// The kernel and the loop that leaves it to the CPU have the same text for the
// last iteration: the value that the loop itself leaves is another witness.
TEST(ValidateTest, FindsLastValuesThatAreNotThoseOfTheLoop) {
  const char *InBoth = "t; t = x[i] + 1;\n    x[i] = t * t;\n  if (!(i + 1 < "
                       "n)) t_kept[0] = t;";
  expectDifferences({
      {"counter_one_less", texts::Kept, "<int>(0, n, 1)", "<int>(0, n - 1, 1)"},
      {"counter_one_more", texts::Kept, "behind_up<", "behind_up_to<"},
      {"counter_downward", texts::Kept, "behind_up<", "behind_down<"},
      {"counter_in_steps", texts::Kept, "n, 1)", "n, 3)"},
      {"another_value", texts::Kept, InBoth,
       "t; t = x[i] + 1;\n    x[i] = t * t;\n  if (!(i + 1 < n)) t_kept[0] = "
       "x[i];"},
      {"one_iteration_too_early", texts::Kept, "i + 1 < n", "i + 2 < n"},
      {"in_each_iteration", texts::Kept, "!(i + 1 < n)", "true"},
      {"another_variable", texts::Kept, "t_kept[0] = t", "t_kept[1] = t"},
  });
}

TEST(ValidateTest, FindsEachDamage) {
  const std::vector<Damage> Damages = {
      // Guards.
      {"guard_dropped", texts::Stencil, "  if (i >= n)\n    return;\n", ""},
      {"guard_one_too_wide", texts::Stencil, "i >= n", "i > n"},
      {"guard_one_too_narrow", texts::Stencil, "i >= n", "i >= n - 1"},
      {"guard_of_rows_of_columns", texts::Sweep, "i_0 >= n - 2",
       "i_0 >= m - 2"},
      {"guard_returns_on_equal_parity", texts::Strided, "i_0 >= i_0_end",
       "i_0 >= i_0_end || i_0 % 2 == 1"},
      // Index recovery.
      {"blocks_swapped", texts::Sweep, "rt::block_y()", "rt::block_z()"},
      {"x_and_y_swapped", texts::Sweep,
       "int(::heddle::rt::block_y() * 32 + ::heddle::rt::thread_y())",
       "int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_y())"},
      {"threads_swapped", texts::Sweep, "::heddle::rt::thread_y()",
       "::heddle::rt::thread_x()"},
      {"stride_of_blocks", texts::Stencil, "block_x() * 256",
       "block_x() * 255"},
      {"lower_bound_missing", texts::Sweep, "const int i = i_0 + 1;",
       "const int i = i_0;"},
      {"lower_bound_missing_folded", texts::Sweep,
       "const int j = int(j_0 + 1);", "const int j = int(j_0);"},
      {"remainder_by_another_extent", texts::Folded, "by_extent.value()",
       "by_l.value()"},
      {"divided_by_another_extent", texts::Folded, "by_l.div(j_k)",
       "by_extent.div(j_k)"},
      {"width_and_step", texts::Strided, "i_1 * 4", "i_1 * 3"},
      {"compressed_by_another_width", texts::Strided, "i_0 / 2", "i_0 / 3"},
      // The launch.
      {"grid_one_short", texts::Stencil,
       "::heddle::rt::ceil_div(heddle_n, 256), 1, 1}",
       "::heddle::rt::floor_div(heddle_n, 256), 1, 1}"},
      {"grid_short_in_rows", texts::Sweep,
       "::heddle::rt::ceil_div(heddle_n - 2, 32), 1}",
       "::heddle::rt::ceil_div(heddle_n - 3, 32), 1}"},
      {"block_too_small", texts::Stencil, "{256, 1, 1}", "{128, 1, 1}"},
      {"arguments_swapped", texts::Sweep, "heddle_u, heddle_v, n, m)",
       "heddle_u, heddle_v, m, n)"},
      {"divisors_swapped", texts::Folded,
       "(heddle_m - 2) * heddle_l, heddle_l);",
       "heddle_l, (heddle_m - 2) * heddle_l);"},
      {"ends_swapped_in_three_dimensions", texts::Sweep,
       "m, heddle_i_j_end_1, heddle_i_j_1_end,",
       "m, heddle_i_j_1_end, heddle_i_j_end_1,"},
      {"zero_trip_too_early", texts::Stencil, "(heddle_n <= 0)",
       "(heddle_n <= 1)"},
      {"zero_trip_forgotten", texts::Stencil, "(heddle_n <= 0)",
       "(heddle_n <= -9)"},
      {"total_of_another_product", texts::Folded,
       "heddle_n * ((heddle_m - 2) * heddle_l);",
       "heddle_n * (heddle_m * heddle_l);"},
      // What is passed of arrays.
      {"first_element_too_late", texts::Sweep, "rt::in(u, 1,", "rt::in(u, 2,"},
      {"last_element_too_early", texts::Backward, "rt::in(x, 1, heddle_n)",
       "rt::in(x, 1, heddle_n - 1)"},
      {"not_copied_in", texts::Bins, "rt::inout(b", "rt::out(b"},
      {"not_wholly_written", texts::Sweep, "rt::inout(v", "rt::out(v"},
      {"copy_too_short", texts::Stencil, "copied(heddle_x, 1, heddle_n)",
       "copied(heddle_x, 1, heddle_n - 1)"},
      // The body.
      {"copy_not_read", texts::Stencil, "x_copy[i + 1]", "x[i + 1]"},
      {"copy_read_elsewhere", texts::Stencil, "x_copy[i + 1]", "x_copy[i + 2]"},
      {"another_subscript", texts::Sweep, "u[i * m + j - 1]",
       "u[i * m + j + 1]"},
      {"another_operator", texts::Sweep, "- u[i * m", "+ u[i * m"},
      {"another_constant", texts::Strided, "1.0f", "1.5f"},
      {"another_condition", texts::Columns, "a[i * l] > 0", "a[i * l] < 0"},
      {"inner_loop_one_short", texts::Columns, "k < l", "k < l - 1"},
      {"inner_loop_starts_late", texts::Columns, "int k = 0", "int k = 1"},
      {"sum_starts_elsewhere", texts::Columns, "double s = 0", "double s = 1"},
      {"branches_swapped", texts::Columns, "c[i] = s;", "c[i] = -s;"},
      {"missing_lower_bound_backward", texts::Backward,
       "const int i = i_0 + 1;", "const int i = i_0;"},
      // Reductions and updates.
      {"reduced_by_another_operator", texts::Sum,
       "reduced<::heddle::rt::by::sum, double>",
       "reduced<::heddle::rt::by::product, double>"},
      {"reduced_twice", texts::Sum, "    s += x[i];", "    s += x[i] + x[i];"},
      {"reduction_without_guard", texts::Sum, "  if (i >= n)\n    return;\n",
       ""},
      {"reduction_kernel_of_other_arguments", texts::Sum,
       "::heddle::rt::into(s_parts), x,\n                                      "
       "         n);",
       "::heddle::rt::into(s_parts), x, n - 1);"},
      {"updated_by_another_operator", texts::Bins, "by::sum", "by::max"},
      {"updated_elsewhere", texts::Bins, "b[i / 4]", "b[i / 5]"},
      {"updated_without_atomics", texts::Bins,
       "::heddle::rt::update<::heddle::rt::by::sum>(b[i / 4], x[i]);",
       "b[i / 4] += x[i];"},
      // The loops of CPU threads.
      {"parallel_loop_from_elsewhere", texts::Columns,
       "for (int i = 0; i < n; ++i) {\n    double s = 0;\n    for (int k = 0; "
       "k "
       "< l; ++k)\n      s += a[i * l + k];\n    if (a[i * l] > 0)\n      c[i] "
       "= s;\n    else\n      c[i] = -s;\n  }\n    } else",
       "for (int i = 1; i < n; ++i) {\n    double s = 0;\n    for (int k = 0; "
       "k "
       "< l; ++k)\n      s += a[i * l + k];\n    if (a[i * l] > 0)\n      c[i] "
       "= s;\n    else\n      c[i] = -s;\n  }\n    } else"},
      {"collapsed_loops_from_elsewhere", texts::Sweep,
       "for (int j = 1; j < m - 1; ++j) // together",
       "for (int j = 2; j < m - 1; ++j)"},
      {"no_collapsed_loops", texts::Sweep, "::heddle::rt::path::collapsed)",
       "::heddle::rt::path::collapsed && n > 999999)"},
  };
  expectDifferences(Damages);
}

TEST(ValidateTest, NamesValuesThreadAndIteration) {
  const std::map<std::string, Finding> Found =
      findings({{"moved", texts::Stencil, "x_copy[i + 1]", "x_copy[i]"},
                {"wide", texts::Backward, "i_0 >= n", "i_0 > n"}});
  EXPECT_NE(Found.at("moved").Text.find("from a copy, which does not hold it"),
            std::string::npos)
      << Found.at("moved").Text;
  EXPECT_NE(Found.at("wide").Text.find("for n = "), std::string::npos)
      << Found.at("wide").Text;
}

TEST(ValidateTest, SaysWhatItCannotRead) {
  const std::map<std::string, Finding> Found = findings(
      {{"unread", texts::Stencil, "    x[i] = 0.5f * x[i] + x_copy[i + 1];\n",
        "    goto there;\n    there: x[i] = 0.5f * x[i] + x_copy[i + 1];\n"}});
  EXPECT_EQ(Found.at("unread").What, Finding::NotRead);
  EXPECT_NE(Found.at("unread").Text.find("GotoStmt"), std::string::npos)
      << Found.at("unread").Text;
}

TEST(ValidateTest, SaysWhatItFinds) {
  Report R;
  Finding F;
  F.Name = "heddle_scale_0";
  F.Text = "why";
  validate::say(F, {}, R);
  EXPECT_TRUE(R.Diagnostics.empty());
  F.What = Finding::NotRead;
  validate::say(F, {}, R);
  EXPECT_FALSE(R.hasErrors());
  F.What = Finding::InPart;
  validate::say(F, {}, R);
  EXPECT_FALSE(R.hasErrors());
  F.What = Finding::Differs;
  validate::say(F, {}, R);
  validate::sayUnparsed("scale.cpp", "expected ';'", R);
  validate::say(F, {}, R, DiagID::HD909); // of a source that was rewritten
  ASSERT_EQ(R.Diagnostics.size(), 5u);
  EXPECT_EQ(R.Diagnostics[0].ID, DiagID::HD905);
  EXPECT_EQ(R.Diagnostics[1].ID, DiagID::HD908);
  EXPECT_EQ(R.Diagnostics[2].ID, DiagID::HD904);
  EXPECT_EQ(R.Diagnostics[3].ID, DiagID::HD906);
  EXPECT_EQ(R.Diagnostics[4].ID, DiagID::HD909);
  EXPECT_NE(R.Diagnostics[2].Text.find("'heddle_scale_0'"), std::string::npos);
}

/// Iterations that share an element store one number to it.
const char *flags() {
  static const std::string Text = [] {
    std::string T = texts::Bins;
    for (const auto &[Old, New] :
         {std::pair("by::sum>(b[i / 4], x[i])", "by::set<3>>(b[i / 4], 3)"),
          std::pair("b[i / 4] += x[i]", "b[i / 4] = 3")})
      T.replace(T.find(Old), std::string(Old).size(), New);
    return T;
  }();
  return Text.c_str();
}

TEST(ValidateTest, OneNumberMayBeStoredByMany) {
  expectSame({{"flags_as_it_is", flags(), "", ""}}, 8);
  expectDifferences({
      {"another_number", flags(), "set<3>>(b[i / 4], 3)",
       "set<3>>(b[i / 4], 2)"},
      {"number_of_another_operator", flags(), "set<3>", "set<4>"},
      {"flags_without_atomics", flags(),
       "::heddle::rt::update<::heddle::rt::by::set<3>>(b[i / 4], 3);",
       "b[i / 4] = 3;"},
  });
}

} // namespace
