//===- TileSizes.h - Mappings with a size that is named later --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of combinators may be multiples of heddle::tile_size, a large
// constant that stands for each size of tiles(...), and so may the length of a
// strip.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILESIZES_H
#define HEDDLE_MAPPING_TILESIZES_H

#include "heddle/mapping.h"
#include <cstdint>
#include <optional>

namespace heddle {

bool hasTileSize(int64_t Argument);
bool hasTileSize(const mapping &M);

/// With Size in its place; nothing where that is no whole number.
std::optional<int64_t> withTileSize(int64_t Argument, int64_t Size);
std::optional<mapping> withTileSize(mapping M, int64_t Size);

} // namespace heddle

#endif
