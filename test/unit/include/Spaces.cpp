//===- Spaces.cpp - Random spaces and mappings for the header tests -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <algorithm>
#include <sstream>

namespace heddle::test {

static std::size_t at(int I) { return static_cast<std::size_t>(I); }

std::string text(const IndexVector &Index, int Rank) {
  std::ostringstream Out;
  Out << '(';
  for (int D = 0; D < Rank; ++D)
    Out << (D ? "," : "") << Index[at(D)];
  Out << ')';
  return Out.str();
}

std::string text(const index_space &Space) {
  const int Rank = static_cast<int>(Space.dimensions());
  return "L=" + text(Space.lower, Rank) + " U=" + text(Space.upper, Rank) +
         " T=" + text(Space.step, Rank) + " W=" + text(Space.width, Rank);
}

std::string text(const mapping &M) {
  std::string Out = "Gen";
  for (int K = 0; K < M.count; ++K) {
    const mapping_step &S = M.steps[at(K)];
    std::string Arguments;
    if (S.kind == combinator::Permute || S.kind == combinator::CompressGrid) {
      Arguments = text(S.args, S.count);
      Arguments = "{" + Arguments.substr(1, Arguments.size() - 2) + "}, ";
    } else if (S.count == 1) {
      Arguments = std::to_string(S.args[0]) + ", ";
    }
    Out = std::string(name_of(S.kind)) + "(" + Arguments + Out + ")";
  }
  return Out;
}

/// Calls F for all vectors of the box Lower <= iv < Upper.
template <class Callback>
static void forBox(int Rank, const IndexVector &Lower, const IndexVector &Upper,
                   Callback F) {
  for (int D = 0; D < Rank; ++D)
    if (Lower[at(D)] >= Upper[at(D)])
      return;
  IndexVector Iv = Lower;
  while (true) {
    F(Iv);
    int D = Rank - 1;
    while (D >= 0 && ++Iv[at(D)] == Upper[at(D)]) {
      Iv[at(D)] = Lower[at(D)];
      --D;
    }
    if (D < 0)
      return;
  }
}

std::vector<IndexVector> elements(const index_space &Space) {
  std::vector<IndexVector> Out;
  forBox(Space.rank, Space.lower, Space.upper, [&](const IndexVector &Iv) {
    for (int D = 0; D < Space.rank; ++D)
      if ((Iv[at(D)] - Space.lower[at(D)]) % Space.step[at(D)] >=
          Space.width[at(D)])
        return;
    Out.push_back(Iv);
  });
  return Out;
}

testing::AssertionResult mapsOneToOneOnto(const index_space &Space,
                                          const mapping &M) {
  return mapsOneToOneOnto(Space, apply(M, Space));
}

testing::AssertionResult
mapsOneToOneOnto(const index_space &Space,
                 const mapped_space<long long> &Mapped) {
  const auto Fail = [&] {
    return testing::AssertionFailure()
           << text(Space) << ", " << text(Mapped.applied) << ": ";
  };
  if (!Mapped.valid())
    return Fail() << describe(Mapped.error) << ", step " << Mapped.error_step;

  const int Rank = Mapped.threads.rank;
  std::vector<IndexVector> Recovered;
  forBox(Rank, IndexVector{}, Mapped.threads.extent,
         [&](const IndexVector &Thread) {
           thread_guards Guards;
           IndexVector Iv = recover(Mapped, Thread, Guards);
           if (!Guards.on)
             return;
           std::fill(Iv.begin() + Space.rank, Iv.end(), 0);
           Recovered.push_back(Iv);
         });

  std::vector<IndexVector> Expected = elements(Space);
  for (IndexVector &Iv : Expected)
    std::fill(Iv.begin() + Space.rank, Iv.end(), 0);
  std::sort(Recovered.begin(), Recovered.end());
  for (std::size_t K = 1; K < Recovered.size(); ++K)
    if (Recovered[K - 1] == Recovered[K])
      return Fail() << "two threads run " << text(Recovered[K], Space.rank);
  for (const IndexVector &Iv : Expected)
    if (!std::binary_search(Recovered.begin(), Recovered.end(), Iv))
      return Fail() << "no thread runs " << text(Iv, Space.rank);
  for (const IndexVector &Iv : Recovered)
    if (!std::binary_search(Expected.begin(), Expected.end(), Iv))
      return Fail() << "a thread runs " << text(Iv, Space.rank)
                    << ", which is not in the space";
  return testing::AssertionSuccess();
}

index_space RandomSpaces::space(int Rank) {
  static constexpr long long MostExtent[] = {0, 70, 36, 9, 6, 4, 3};
  index_space Space{};
  Space.rank = Rank;
  // No one may read the entries from the rank on.
  Space.lower.fill(7);
  Space.upper.fill(-7);
  Space.width.fill(3);
  const bool MayBeEmpty = once(4);
  const bool Steps = !once(3);
  for (int D = 0; D < Rank; ++D) {
    const long long Extent = MayBeEmpty && once(Rank)
                                 ? between(-3, 0)
                                 : between(1, MostExtent[Rank]);
    Space.lower[at(D)] = between(-5, 5);
    Space.upper[at(D)] = Space.lower[at(D)] + Extent;
    Space.step[at(D)] = Steps ? between(1, 5) : 1;
    Space.width[at(D)] = between(1, Space.step[at(D)]);
  }
  return Space;
}

std::array<int, max_rank> RandomSpaces::order(int Rank) {
  std::array<int, max_rank> Out{};
  for (int D = 0; D < Rank; ++D)
    Out[at(D)] = D;
  std::shuffle(Out.begin(), Out.begin() + Rank, Engine);
  return Out;
}

std::array<int, max_rank> RandomSpaces::mask(int Rank) {
  std::array<int, max_rank> Out{};
  for (int D = 0; D < Rank; ++D)
    Out[at(D)] = static_cast<int>(between(0, 1));
  return Out;
}

/// The mapping with one more combinator, that is legal for its last stage.
mapping RandomSpaces::randomStep(const mapping &M, const index_space &Stage) {
  const bool ZeroBased = Stage.zero_based();
  const bool Dense = Stage.dense();
  switch (between(0, 7)) {
  case 0:
    return ShiftLB(M);
  case 1:
    return ZeroBased ? CompressGrid(mask(Stage.rank), Stage.rank, M) : M;
  case 2:
    return ZeroBased ? PruneGrid(M) : M;
  case 3:
    return ZeroBased && Dense && Stage.rank < 8 ? SplitLast(between(1, 6), M)
                                                : M;
  case 4:
    return ZeroBased && Dense && Stage.rank > 1 ? FoldLast2(M) : M;
  case 5:
    return ZeroBased && Dense && Stage.rank > 1 && Stage.rank < 8
               ? Spread(between(1, 6), M)
               : M;
  case 6:
    return PadLast(between(1, 6), M);
  default:
    return Permute(order(Stage.rank), Stage.rank, M);
  }
}

mapping RandomSpaces::chain(const index_space &Space, long long MostThreads) {
  const auto Last = [&](const mapping &M) { return apply(M, Space).last(); };
  mapping M = Gen;
  for (long long K = between(0, 10); K > 0; --K) {
    const mapping Next = randomStep(M, Last(M));
    const index_space Stage = Last(Next);
    long long Threads = 1;
    for (int D = 0; D < Stage.rank; ++D)
      Threads *=
          std::max<long long>(1, Stage.upper[at(D)] - Stage.lower[at(D)]);
    if (Threads <= MostThreads)
      M = Next;
  }
  if (!Last(M).zero_based())
    M = ShiftLB(M);
  if (!Last(M).dense())
    M = PruneGrid(M);
  while (Last(M).rank > 6)
    M = FoldLast2(M);
  int Rank = Last(M).rank;
  if (once(4)) {
    const auto Serials = static_cast<int>(between(1, Rank));
    M = Serial(Serials, M);
    Rank -= Serials;
  }
  return GridBlock(between(std::max(0, Rank - 3), std::min(3, Rank)), M);
}

index_space dense(std::vector<long long> Lower, std::vector<long long> Upper) {
  index_space Space{};
  Space.rank = static_cast<int>(Lower.size());
  std::copy(Lower.begin(), Lower.end(), Space.lower.begin());
  std::copy(Upper.begin(), Upper.end(), Space.upper.begin());
  std::fill_n(Space.step.begin(), Space.rank, 1);
  std::fill_n(Space.width.begin(), Space.rank, 1);
  return Space;
}

index_space stageAfter(const mapping &M, const index_space &Space) {
  const mapped_space<long long> Mapped = apply(M, Space);
  EXPECT_EQ(Mapped.count, M.count)
      << text(Space) << ", " << text(M) << ": " << describe(Mapped.error);
  return Mapped.last();
}

} // namespace heddle::test
