//===- SymToIsl.h - The isl reading of Sym ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second walk over the tree that is printed as C++: what is proved in isl
// is what stands in the kernel. Exact, or a null handle with the reason.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_SYMTOISL_H
#define HEDDLE_AFFINE_SYMTOISL_H

#include "Affine/Isl.h"
#include "Support/Sym.h"
#include <map>
#include <string>

namespace heddle {

/// Which leaves are set dimensions of the space, by position; all others are
/// parameters.
using LeafDims = std::map<std::string, unsigned>;

/// S as a function on the set space Space (parameters are added as needed).
/// Null if S multiplies two non-constants, or divides by anything but a
/// positive constant; Why, if given, then says so. Null also where isl gave up.
isl::PwAff toIsl(const Sym &S, const isl::Space &Space,
                 const LeafDims &Dims = {}, std::string *Why = nullptr);

/// The points of Space at which the truth value S holds; failures as above.
isl::Set toIslSet(const Sym &S, const isl::Space &Space,
                  const LeafDims &Dims = {}, std::string *Why = nullptr);

/// Every number that S computes fits so many bits (signed) at all points of
/// Where, whose dimensions are those that Dims names. False where that is not
/// certain.
bool fits(const Sym &S, const isl::Set &Where, const LeafDims &Dims,
          unsigned Bits);

/// S, the dimensions of which are all named by Dims, as a set over parameters
/// of these names.
isl::Set asParameters(isl::Set S, const LeafDims &Dims);

/// The parameter Name as a function on the set space Space.
isl::PwAff parameterOn(const isl::Space &Space, const std::string &Name);

} // namespace heddle

#endif
