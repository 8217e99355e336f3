//===- TileSizes.cpp - Mappings with a size that is named later -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileSizes.h"
#include "heddle/blocks.h"
#include <cstdlib>

namespace heddle {

/// An argument is F * Unit + C, where 1024 units are tile_size: F of at most
/// 1024 sizes, and a small C.
static constexpr int64_t Units = 1024, Unit = tile_size / Units,
                         MostFactor = 1024 * Units, MostBeside = 1 << 20;

bool hasTileSize(int64_t Argument) { return std::abs(Argument) >= Unit / 2; }

bool hasTileSize(const mapping &M) {
  for (int S = 0; S != M.count; ++S)
    for (const long long Argument : M.steps[static_cast<size_t>(S)].args)
      if (hasTileSize(Argument))
        return true;
  return false;
}

std::optional<int64_t> withTileSize(int64_t Argument, int64_t Size) {
  if (!hasTileSize(Argument))
    return Argument;
  const int64_t Rest = Argument % Unit;
  const int64_t Beside = Rest < Unit / 2 ? Rest : Rest - Unit;
  const int64_t Factor = (Argument - Beside) / Unit;
  if (Argument < 0 || Factor > MostFactor || std::abs(Beside) > MostBeside ||
      Factor * Size % Units != 0)
    return std::nullopt;
  return Factor * Size / Units + Beside;
}

std::optional<mapping> withTileSize(mapping M, int64_t Size) {
  for (int S = 0; S != M.count; ++S)
    for (long long &Argument : M.steps[static_cast<size_t>(S)].args) {
      const std::optional<int64_t> Now = withTileSize(Argument, Size);
      if (!Now)
        return std::nullopt;
      Argument = *Now;
    }
  return M;
}

} // namespace heddle
