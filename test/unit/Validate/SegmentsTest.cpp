//===- SegmentsTest.cpp - Threads that run listed iterations --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

/// Two updates an iteration, of elements that data say.
const char *Deposit =
    R"(static __global__ void heddle_deposit_0(const int *b, const double *w, double *h, const long long *first, const int *i_at, unsigned char *missed, long long element_end) {
  const long long element = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (element >= element_end)
    return;
  {
    double *const h_own = h + element; double h_ignored{}; bool hit = true; missed[element] = 0; for (long long at = first[element]; at < first[element + 1]; ++at) { if (!hit) missed[element] = 1; hit = false; [[maybe_unused]] const int i = i_at[at]; {
      const int k = b[i] & 3;
      (&h[k] == h_own ? (hit = true, *h_own) : h_ignored) += w[i];
      (&h[k + 1] == h_own ? (hit = true, *h_own) : h_ignored) -= 2 * w[i];
    } } if (!hit) missed[element] = 1;
  }
}
void deposit(double (&h)[5], const int *b, const double *w, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_deposit_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_b = ::heddle::rt::in(b, 0, heddle_n - 1);
    const auto heddle_w = ::heddle::rt::in(w, 0, heddle_n - 1);
    const auto heddle_h = ::heddle::rt::inout(h, 0, 4);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else {
      ::heddle::rt::segments<int> heddle_segments(heddle_site, 5);
      if (heddle_segments.wanted(heddle_b, heddle_w)) {
        ::heddle::rt::listed_updates heddle_h_updates(heddle_segments, heddle_h, "h");
        for (int i = 0; i < n; ++i) { heddle_segments.next(i); {
          const int k = b[i] & 3;
          heddle_h_updates.touch(h[k]) += w[i];
          heddle_h_updates.touch(h[k + 1]) -= 2 * w[i];
        } }
        heddle_segments.sort();
      }
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{1, 1, 1}, {256, 1, 1}},
                                      heddle_deposit_0, heddle_b, heddle_w, heddle_h,
                                      ::heddle::rt::first_of(heddle_segments),
                                      ::heddle::rt::counters_of<0>(heddle_segments),
                                      ::heddle::rt::missed_by(heddle_segments), 5);
      heddle_segments.check(heddle_path);
    }
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; ++i) {
        const int k = b[i] & 3;
        h[k] += w[i];
        h[k + 1] -= 2 * w[i];
      }
    }
  }
}
)";

TEST(ValidateSegmentsTest, FindsWhatIsListedOrRunInAnotherWay) {
  const std::map<std::string, Finding> Found = findings({
      {"as_they_are", Deposit, "", ""},
      {"all_updates_count", Deposit,
       "(&h[k] == h_own ? (hit = true, *h_own) : h_ignored)", "h[k]"},
      {"backwards", Deposit,
       "long long at = first[element]; at < first[element + 1]; ++at",
       "long long at = first[element + 1] - 1; at >= first[element]; --at"},
      {"without_the_last", Deposit, "at < first[element + 1]",
       "at < first[element + 1] - 1"},
      {"nobody_says_what_is_missed", Deposit, "missed[element] = 0;", ""},
      {"of_the_neighbour", Deposit, "h_own = h + element;",
       "h_own = h + (element + 1) % 5;"},
      {"one_update_is_not_listed", Deposit,
       "heddle_h_updates.touch(h[k + 1]) -= 2 * w[i];", ""},
      {"another_element_is_listed", Deposit, "touch(h[k + 1])", "touch(h[k])"},
      {"another_iteration_is_listed", Deposit, "next(i)", "next(i / 2)"},
      {"some_iterations_are_listed", Deposit,
       "for (int i = 0; i < n; ++i) { heddle_segments",
       "for (int i = 0; i < n - 1; ++i) { heddle_segments"},
      {"counters_and_places_exchanged", Deposit, "= i_at[at]", "= int(at)"},
  });
  for (const auto &[Name, F] : Found)
    EXPECT_EQ(F.What, Name == "as_they_are" ? Finding::Same : Finding::Differs)
        << Name << ": " << F.Text;
}

} // namespace
