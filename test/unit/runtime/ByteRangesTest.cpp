//===- ByteRangesTest.cpp - sets of addresses -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime/byte_ranges.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using heddle::rt::rt_detail::byte_range;
using heddle::rt::rt_detail::byte_ranges;

std::string text(const std::vector<byte_range> &pieces) {
  std::string all;
  for (const byte_range &p : pieces)
    all += (all.empty() ? "" : " ") + std::to_string(p.begin) + "-" +
           std::to_string(p.end);
  return all;
}

TEST(ByteRanges, JoinsWhatOverlapsAndWhatTouches) {
  byte_ranges s;
  s.add({10, 20});
  s.add({40, 50});
  s.add({20, 25});
  EXPECT_EQ(text(s.pieces()), "10-25 40-50");
  s.add({24, 41});
  EXPECT_EQ(text(s.pieces()), "10-50");
  s.add({7, 7});
  EXPECT_EQ(text(s.pieces()), "10-50");
}

TEST(ByteRanges, SaysWhatIsInARangeAndWhatIsMissing) {
  byte_ranges s;
  s.add({10, 20});
  s.add({30, 40});
  EXPECT_EQ(text(s.within({15, 35})), "15-20 30-35");
  EXPECT_EQ(text(s.missing({5, 45})), "5-10 20-30 40-45");
  EXPECT_EQ(text(s.missing({12, 18})), "");
  EXPECT_EQ(text(s.within({20, 30})), "");
}

TEST(ByteRanges, AgreesWithAnArrayOfFlags) {
  std::mt19937 random(7);
  const auto some = [&] {
    const std::uintptr_t a = random() % 64, b = random() % 64;
    return byte_range{std::min(a, b), std::max(a, b)};
  };
  for (int round = 0; round < 200; ++round) {
    byte_ranges s;
    bool flags[64] = {};
    for (int step = 0; step < 20; ++step) {
      const byte_range r = some();
      const bool adds = random() % 3 != 0;
      adds ? s.add(r) : s.remove(r);
      for (std::uintptr_t i = r.begin; i < r.end; ++i)
        flags[i] = adds;
      const byte_range asked = some();
      bool in[64] = {}, out[64] = {};
      for (const byte_range &p : s.within(asked))
        for (std::uintptr_t i = p.begin; i < p.end; ++i)
          in[i] = true;
      for (const byte_range &p : s.missing(asked))
        for (std::uintptr_t i = p.begin; i < p.end; ++i)
          out[i] = true;
      for (std::uintptr_t i = 0; i < 64; ++i) {
        const bool is_asked = asked.begin <= i && i < asked.end;
        ASSERT_EQ(in[i], is_asked && flags[i]);
        ASSERT_EQ(out[i], is_asked && !flags[i]);
      }
      for (std::size_t i = 1; i < s.pieces().size(); ++i)
        ASSERT_LT(s.pieces()[i - 1].end, s.pieces()[i].begin);
    }
  }
}

} // namespace
