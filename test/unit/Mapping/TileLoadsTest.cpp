//===- TileLoadsTest.cpp - Each element is loaded by one thread -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileLoads.h"
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace heddle;

namespace {

int64_t valueOf(const Sym &S, int64_t X, int64_t Y, int64_t Z, int64_t Thread) {
  const Sym Value = S.substitute({{"x", X}, {"y", Y}, {"z", Z}, {"t", Thread}});
  EXPECT_TRUE(Value.isConst());
  return Value.value();
}

/// How often each element is loaded, by its number.
std::map<int64_t, int> loads(const StagedBuffer &B, const Tile &T) {
  std::vector<Sym> Coordinates;
  for (const char *Name : {"x", "y", "z"})
    Coordinates.push_back(Sym::leaf(Name));
  std::map<int64_t, int> Found;
  for (const LoadShape &Shape :
       shapesOfLoads(B, T, Sym::leaf("t"), Coordinates))
    for (int64_t Thread = 0;
         Thread != T.Threads[0] * T.Threads[1] * T.Threads[2]; ++Thread) {
      std::vector<int64_t> Numbers{0};
      for (size_t D = 0; D != B.Extents.size(); ++D) {
        const int64_t First =
            valueOf(Shape.First[D], Thread % T.Threads[0],
                    Thread / T.Threads[0] % T.Threads[1],
                    Thread / T.Threads[0] / T.Threads[1], Thread);
        std::vector<int64_t> Next;
        for (const int64_t Number : Numbers)
          for (int64_t At = First; At < Shape.Extents[D];
               At += Shape.Threads[D])
            Next.push_back(Number * B.Extents[D] + Shape.From[D] + At);
        Numbers = std::move(Next);
      }
      for (const int64_t Number : Numbers)
        ++Found[Number];
    }
  return Found;
}

TEST(TileLoads, EachElementIsLoadedOnceForRandomShapes) {
  std::mt19937 Random(7);
  const auto Below = [&](int64_t N) {
    return static_cast<int64_t>(Random() % static_cast<uint64_t>(N));
  };
  for (int Try = 0; Try != 2000; ++Try) {
    Tile T;
    for (int64_t &Threads : T.Threads)
      Threads = Below(3) ? int64_t(1) << Below(4) : 1 + Below(9);
    StagedBuffer B;
    int64_t Elements = 1;
    for (int64_t D = 1 + Below(3); D-- > 0;) {
      B.Extents.push_back(Below(2) ? int64_t(1) << Below(5) : 1 + Below(20));
      Elements *= B.Extents.back();
    }
    const std::map<int64_t, int> Found = loads(B, T);
    ASSERT_EQ(static_cast<int64_t>(Found.size()), Elements) << Try;
    for (const auto &[Number, Times] : Found)
      ASSERT_EQ(Times, 1) << Try << ": " << Number;
  }
}

// Two columns that 64 threads leave over are loaded by the block's 256 at once.
TEST(TileLoads, HalosAreLoadedByAllThreads) {
  Tile T;
  T.Threads[0] = 64;
  T.Threads[1] = 4;
  StagedBuffer B;
  B.Extents = {34, 66};
  const std::vector<LoadShape> Shapes = shapesOfLoads(
      B, T, Sym::leaf("t"), {Sym::leaf("x"), Sym::leaf("y"), Sym::leaf("z")});
  ASSERT_EQ(Shapes.size(), 2u);
  EXPECT_EQ(Shapes[0].Extents, (std::vector<int64_t>{34, 64}));
  EXPECT_EQ(Shapes[0].Threads, (std::vector<int64_t>{4, 64}));
  EXPECT_EQ(Shapes[1].From, (std::vector<int64_t>{0, 64}));
  EXPECT_EQ(Shapes[1].Threads, (std::vector<int64_t>{128, 2}));
  for (const auto &[Number, Times] : loads(B, T))
    EXPECT_EQ(Times, 1) << Number;
}

} // namespace
