//===- Instances.h - Values of the parameters to try -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In this order: some of middle size, so that each launch has several blocks;
// the neighbours of the constants that the text compares with; then, for up to
// three parameters, all values from -1 to 8 of each, in a scattered order; for
// more, all pairs of them and 1000 draws.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INSTANCES_H
#define HEDDLE_VALIDATE_INSTANCES_H

#include "Validate/Machine.h"

namespace heddle {
namespace validate {

class Instances {
public:
  Instances(const Nest &N, const std::vector<Parameter> &Known);

  /// False: all have been.
  bool next(const std::vector<Parameter> &Known, std::vector<int64_t> &Values,
            uint64_t &Seed);
  /// Around the limits of a device, of types and of products.
  std::vector<std::vector<int64_t>>
  large(const std::vector<Parameter> &Known) const;

private:
  void first(size_t Count);
  void pairs(size_t Count);

  std::vector<int64_t> Constants;
  std::vector<std::vector<int64_t>> Prepared;
  bool IsTensor = false;
  size_t Next = 0;
  uint64_t Scattered = 0; ///< of those that are counted through
};

} // namespace validate
} // namespace heddle

#endif
