//===- Twins.h - A kernel with a mistake, and its sound twin --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_PTX_TWINS_H
#define HEDDLE_TEST_UNIT_PTX_TWINS_H

#include "Harness.h"

#include <algorithm>

namespace heddle::ptx::test {

/// A body that has %l0 and %l1, arrays of 4096 bytes of which the first is
/// written (with zeros) and the second is not. Its lines `// HERE` and
/// `// OTHER` are those of the mistake and of the other thread's access.
struct Twin {
  std::string Body;
  Dim3 Grid, Block;
  std::string Global = "";
  std::uint64_t Dynamic = 0;
};

struct RunsIn {
  Order By;
  std::uint64_t Seed;
};
inline constexpr RunsIn EveryOrder[] = {{Order::Forward, 0},
                                        {Order::Reverse, 0},
                                        {Order::Shuffle, 1},
                                        {Order::Shuffle, 2}};

inline std::optional<Finding> runTwin(Program &P, const RunsIn &R,
                                      const Twin &T) {
  P.On.Run.Blocks = R.By;
  P.On.Run.Seed = R.Seed;
  const std::uint64_t Written = P.array(std::vector<unsigned char>(4096, 0));
  const std::uint64_t Unwritten = P.allocate(4096);
  return P.run(T.Grid, T.Block, {Written, Unwritten}, T.Dynamic);
}

/// The twin has no mistake, whatever the order of blocks and warps.
inline void passes(const Twin &T) {
  for (const RunsIn &R : EveryOrder) {
    Program P(kernel(2, T.Body, T.Global));
    const std::optional<Finding> Found = runTwin(P, R, T);
    EXPECT_FALSE(Found) << (Found ? Found->print() : "") << P.Text;
  }
}

inline bool isSame(const Dim3 &A, const Dim3 &B) {
  return A.X == B.X && A.Y == B.Y && A.Z == B.Z;
}

/// The mistake is found in every order, at its line; of a race also the line of
/// the other thread, which is the same one where no line has `// OTHER`.
inline void finds(Mistake Kind, const Twin &T) {
  for (const RunsIn &R : EveryOrder) {
    Program P(kernel(2, T.Body, T.Global));
    const std::optional<Finding> Found = runTwin(P, R, T);
    ASSERT_TRUE(Found) << "nothing is found in\n" << P.Text;
    EXPECT_EQ(int(Found->Kind), int(Kind)) << Found->print() << P.Text;
    const unsigned Here = P.lineOf("// HERE");
    const std::string Said = Found->print() + P.Text;
    EXPECT_EQ(Said.compare(0, 12, "heddle-ptx: "), 0) << Said;
    if (Kind != Mistake::Race) {
      EXPECT_EQ(Found->At.PtxLine, Here) << Said;
      continue;
    }
    ASSERT_TRUE(Found->Other) << Said;
    const bool TwoLines = T.Body.find("// OTHER") != T.Body.npos;
    const unsigned Other = TwoLines ? P.lineOf("// OTHER") : Here;
    EXPECT_EQ(std::min(Found->At.PtxLine, Found->Other->PtxLine),
              std::min(Here, Other))
        << Said;
    EXPECT_EQ(std::max(Found->At.PtxLine, Found->Other->PtxLine),
              std::max(Here, Other))
        << Said;
    EXPECT_FALSE(isSame(Found->At.Thread, Found->Other->Thread) &&
                 isSame(Found->At.Block, Found->Other->Block))
        << "a thread races with itself: " << Said;
  }
}

/// The lines with the word `SOUND` are in the sound twin alone.
inline void twins(Mistake Kind, const Twin &Both) {
  Twin Sound = Both, Wrong = Both;
  Wrong.Body.clear();
  for (std::size_t From = 0; From < Both.Body.size();) {
    const std::size_t To = Both.Body.find('\n', From);
    const std::string Line =
        Both.Body.substr(From, To == Both.Body.npos ? To : To + 1 - From);
    if (Line.find("// SOUND") == Line.npos)
      Wrong.Body += Line;
    From += Line.size();
  }
  passes(Sound);
  finds(Kind, Wrong);
}

} // namespace heddle::ptx::test

#endif // HEDDLE_TEST_UNIT_PTX_TWINS_H
