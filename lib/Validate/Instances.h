//===- Instances.h - Values of the parameters to try -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some of middle size, so that each launch has several blocks, and neighbours
// of the constants that the text compares with; between them, those with few
// iterations first, for up to three parameters all values from -1 to 8 of each;
// for more, all pairs of the values from -1 to 9, by an orthogonal array (Bush,
// "Orthogonal arrays of index unity", 1952). Last, for more than three, 1000
// draws.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INSTANCES_H
#define HEDDLE_VALIDATE_INSTANCES_H

#include "Validate/Interpret/World.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace heddle {
namespace validate {

class Instances {
public:
  explicit Instances(const Nest &N);

  /// The next values of the parameters that are known by now; where there are
  /// more than before all begins again. False: all have been.
  bool next(const std::vector<Parameter> &Known, std::vector<int64_t> &Values,
            uint64_t &Seed);
  /// Kernels in phases run several large blocks then, of all their threads.
  bool isLong(const std::vector<int64_t> &Values) const {
    return Beyond && llvm::is_contained(Values, Beyond);
  }
  /// One parameter, or two, are a little beyond a constant of the blocks, all
  /// others are small: loops have a second block there.
  std::vector<std::vector<int64_t>>
  severalBlocks(const std::vector<Parameter> &Known) const;
  /// Around the limits of a device, of types and of products.
  std::vector<std::vector<int64_t>>
  large(const std::vector<Parameter> &Known) const;

private:
  void prepare(size_t Count);
  void middle(size_t Count);

  std::vector<int64_t> Constants;
  std::vector<std::vector<int64_t>> Prepared;
  bool IsTensor = false;
  /// One more than a block of a kernel in phases may hold; 0: middle sizes are.
  int64_t Beyond = 0;
  std::set<int64_t> BlockSides;   ///< of those that CPU threads run
  size_t Parameters = ~size_t{0}; ///< that Prepared is of
  size_t Next = 0;
  uint64_t Drawn = 0;
};

/// All values from -1 to 8 of up to three parameters; for more of them rows in
/// which any two have all pairs of the values from -1 to 9. One value for each
/// parameter; small products first.
std::vector<std::vector<int64_t>> smallInstances(size_t Parameters);

} // namespace validate
} // namespace heddle

#endif
