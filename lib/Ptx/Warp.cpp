//===- Warp.cpp - a warp, and its groups of lanes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Warp.h"

#include <algorithm>
#include <cstring>

using namespace heddle::ptx;

/// A thread's local memory, as of devices from sm_75 on.
static constexpr std::uint64_t MostLocal = 512 << 10;

std::size_t heddle::ptx::chooseGroup(const Warp &W, bool Last,
                                     std::uint32_t &Stop) {
  std::size_t Best = NoGroup;
  const auto Before = [&](const Group &A, const Group &B) {
    if (A.In->Depth != B.In->Depth)
      return A.In->Depth > B.In->Depth;
    return A.In != B.In ? A.In->Serial < B.In->Serial : A.Pc < B.Pc;
  };
  for (std::size_t N = 0; N != W.Groups.size(); ++N)
    if (W.Groups[N].For == Group::Waits::Ready &&
        (Best == NoGroup || Before(W.Groups[N], W.Groups[Best]) != Last))
      Best = N;
  Stop = ~0u;
  if (Best != NoGroup)
    for (const Group &G : W.Groups)
      if (G.In == W.Groups[Best].In && G.Pc > W.Groups[Best].Pc)
        Stop = std::min(Stop, G.Pc);
  return Best;
}

void heddle::ptx::mergeGroups(Warp &W) {
  using Waits = Group::Waits;
  for (std::size_t A = 0; A < W.Groups.size(); ++A)
    for (std::size_t B = A + 1; B < W.Groups.size();) {
      Group &To = W.Groups[A], &From = W.Groups[B];
      const bool Collective =
          To.For == Waits::Collective || From.For == Waits::Collective;
      if (To.In != From.In || To.Pc != From.Pc ||
          !(Collective || (To.For == From.For && To.At == From.At))) {
        ++B;
        continue;
      }
      To.Mask |= From.Mask;
      if (Collective)
        To.For = Waits::Ready; // it tries again, with more lanes
      W.Groups.erase(W.Groups.begin() + std::ptrdiff_t(B));
    }
}

std::size_t heddle::ptx::splitGroup(Warp &W, std::size_t G,
                                    std::uint32_t Mask) {
  Group New = W.Groups[G];
  W.Groups[G].Mask &= ~Mask;
  New.Mask = Mask;
  W.Groups.push_back(New);
  return W.Groups.size() - 1;
}

unsigned char *heddle::ptx::localBytes(Warp &W, unsigned Lane,
                                       std::uint64_t Address, unsigned Bytes) {
  if (Address >= MostLocal || Bytes > MostLocal - Address)
    return nullptr;
  if (Address + Bytes > W.LocalBytes) {
    // A multiple of 64, so that each lane has its own words of bits.
    std::uint64_t Size = std::max<std::uint64_t>(64, W.LocalBytes);
    while (Size < Address + Bytes)
      Size *= 2;
    std::vector<unsigned char> New(Size * WarpSize, 0xCD);
    std::vector<std::uint64_t> Bits(Size / 64 * WarpSize);
    for (unsigned L = 0; L != WarpSize && W.LocalBytes; ++L) {
      std::memcpy(New.data() + L * Size, W.Local.data() + L * W.LocalBytes,
                  W.LocalBytes);
      std::copy_n(
          W.LocalWritten.begin() + std::ptrdiff_t(L * (W.LocalBytes / 64)),
          W.LocalBytes / 64, Bits.begin() + std::ptrdiff_t(L * (Size / 64)));
    }
    W.Local = std::move(New);
    W.LocalWritten = std::move(Bits);
    W.LocalBytes = Size;
  }
  return W.Local.data() + Lane * W.LocalBytes + Address;
}
