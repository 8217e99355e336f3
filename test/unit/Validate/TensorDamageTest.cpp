//===- TensorDamageTest.cpp - Damaged tensor statements -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "Texts.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

TEST(ValidateTensorTest, SaysNothingOfStatementsThatAreRight) {
  const std::vector<Damage> None = {
      {"times_as_it_is", texts::Times, "", ""},
      {"chain_as_it_is", texts::Chain, "", ""},
      {"named_as_it_is", texts::Named, "", ""},
      {"windows_as_it_is", texts::Windows, "", ""},
      {"numbers_as_it_is", texts::Numbers, "", ""},
  };
  expectSame(None, 4);
}

TEST(ValidateTensorTest, FindsEachDamage) {
  const std::vector<Damage> Damages = {
      // Kernels.
      {"rows_for_columns", texts::Times, "y[i * 5 + j]", "y[j * 5 + i]"},
      {"sum_one_short", texts::Times, "j < 5", "j < 4"},
      {"sum_starts_elsewhere", texts::Times, "double sum = 0",
       "double sum = 1"},
      {"copy_not_read", texts::Times, "x_copy[j]", "x[j]"},
      {"another_window", texts::Windows, "y[i + j - 2]", "y[i + j - 1]"},
      {"padding_one_short", texts::Windows, "i + j >= 2", "i + j >= 3"},
      {"padding_of_another_value", texts::Windows, "padded = value",
       "padded = 0"},
      {"kernel_mirrored", texts::Windows, "padded * w[j]",
       "padded * w[w_extent0 - 1 - j]"},
      {"target_one_before", texts::Windows, "x[i + 1] = sum", "x[i] = sum"},
      {"minimum_for_maximum", texts::Windows, "first < second",
       "second < first"},
      {"another_function", texts::Named, "::std::tanh", "::std::sinh"},
      {"function_in_the_sum", texts::Named, "sum += a[i * a_extent1 + k] *",
       "sum += ::std::tanh(d[j]) + a[i * a_extent1 + k] *"},
      {"term_dropped", texts::Named, "(sum + ::std::tanh(d[j]))", "sum"},
      {"assigned_for_subtracted", texts::Named, "c[i * 3 + j] - (sum", "(sum"},
      {"another_index", texts::Named, "b[k * 3 + j]", "b[j * 3 + k]"},
      {"another_branch", texts::Numbers, "(v1 < s) ? v1 : s",
       "(v1 < s) ? s : v1"},
      // The launch.
      {"number_of_another_tensor", texts::Numbers,
       "static_cast<int>(s * contract<0, 1>(outer(x, y)))",
       "static_cast<int>(s * contract<0, 1>(outer(y, y)))"},
      {"number_without_a_factor", texts::Numbers,
       "static_cast<int>(s * contract<0, 1>(outer(x, y)))",
       "static_cast<int>(contract<0, 1>(outer(x, y)))"},
      {"another_extent", texts::Named, "a.extent(1), heddle_i_j_end",
       "a.extent(0), heddle_i_j_end"},
      {"end_of_another_extent", texts::Windows, "value, l, w.extent(0)",
       "value, l, w.extent(0) - 1"},
      {"copy_too_short", texts::Times, "copied(heddle_x, 0, 4)",
       "copied(heddle_x, 0, 3)"},
      {"passed_too_short", texts::Chain,
       "in(x.data(), 0, ::heddle::rt::select("
       "1 <= heddle_x_extent0, heddle_x_extent0 - 1, -1))",
       "in(x.data(), 0, heddle_x_extent0 - 2)"},
      // Stages.
      {"stage_forgotten", texts::Chain,
       "heddle_path = ::heddle::rt::run(heddle_site_1, heddle_shape,\n"
       "                                        heddle_chain_0_stage1, "
       "heddle_b,\n"
       "                                        heddle_x, heddle_temporary, "
       "b.extent(0),\n"
       "                                        x.extent(0));",
       "heddle_path = ::heddle::rt::path::done;"},
      {"stage_of_another_extent", texts::Chain, "temporary, b.extent(0),",
       "temporary, b.extent(0) - 1,"},
      {"stage_of_the_transposed", texts::Chain, "b[j * x_extent0 + k]",
       "b[k * b_extent0 + j]"},
      {"temporary_too_small", texts::Chain,
       "heddle_temporary(heddle_b_extent0)",
       "heddle_temporary(heddle_b_extent0 - 1)"},
      {"temporary_without_memory", texts::Chain,
       "const ::heddle::rt::temporaries heddle_memory(heddle_site,\n"
       "                                                    "
       "heddle_temporary);",
       ""},
      {"temporary_read_elsewhere", texts::Chain, "* temporary[j]",
       "* temporary[0]"},
      {"target_written_by_a_stage", texts::Chain, "x, heddle_temporary, b.",
       "x, heddle_y, b."},
      // What the launch has to leave to the library.
      {"shape_not_asked_for", texts::Chain, "!(y.data() != nullptr)",
       "(y.extent(0) < 0)"},
      {"shapes_that_differ", texts::Chain, "!(a.extent(1) == b.extent(0))",
       "(a.extent(1) < 0)"},
      {"not_dense", texts::Named,
       "!(c.strides == ::heddle::tensor_detail::row_major(c.extents))",
       "c.extent(0) < 0"},
      {"slice_outside", texts::Windows, "!(l <= x.extent(0))",
       "!(l <= x.extent(0) + 1)"},
      {"kernel_does_not_fit", texts::Windows, "!(1 <= w.extent(0))",
       "!(0 <= w.extent(0))"},
      // The statement: the kernel is another one's.
      {"contracted_otherwise", texts::Times, "contract<1, 2>(outer(y, x))",
       "contract<0, 2>(outer(y, x))"},
      {"factors_exchanged", texts::Chain, "contract<1, 2>(outer(b, x))))",
       "contract<0, 2>(outer(b, x))))"},
  };
  expectDifferences(Damages);
}

TEST(ValidateTensorTest, NamesExtentsAndWhatTheLibraryDoes) {
  const std::map<std::string, Finding> Found = findings(
      {{"differ", texts::Chain, "!(a.extent(1) == b.extent(0))",
        "(a.extent(1) < 0)"},
       {"shapeless", texts::Chain, "!(y.data() != nullptr)",
        "(y.extent(0) < 0)"},
       {"private_one", texts::Chain, "* temporary[j]", "* temporary[j + 1]"}});
  const auto Says = [&](const char *Name, const char *What) {
    EXPECT_NE(Found.at(Name).Text.find(What), std::string::npos)
        << Found.at(Name).Text;
  };
  Says("differ", "a.extent(1) = ");
  Says("differ", "the shapes differ");
  Says("shapeless", "'y' without a shape");
  Says("private_one", "a temporary");
}

TEST(ValidateTensorTest, SaysWhatItCannotRead) {
  const std::map<std::string, Finding> Found = findings(
      {{"made", texts::Numbers, "x += s *", "x += evaluate(y) + s *"}});
  EXPECT_EQ(Found.at("made").What, Finding::NotRead);
  EXPECT_NE(Found.at("made").Text.find("'evaluate' of tensors"),
            std::string::npos)
      << Found.at("made").Text;
}

} // namespace
