//===- runtime/claims.h - what annotations claim, checked -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CLAIMS_H
#define HEDDLE_RUNTIME_CLAIMS_H

#include "array.h"
#include "environment.h"

namespace heddle {
namespace rt {

namespace rt_detail {

/// "'x' (bytes 0x10 to 0x1f)", the last one inclusive.
HEDDLE_COLD inline std::string describe(const char *name, const footprint &f) {
  std::string text = std::string("'") + name + "'";
  if (!f.known)
    return text + " (bytes beyond the address space)";
  char range[2 * 16 + 32];
  std::snprintf(range, sizeof range, " (bytes 0x%llx to 0x%llx)",
                static_cast<unsigned long long>(f.begin),
                static_cast<unsigned long long>(f.begin + f.size - 1));
  return text + range;
}

inline namespace HEDDLE_BUILD {

[[noreturn]] HEDDLE_COLD inline void
raise_overlap(const site &where, const footprint &a, const char *name_a,
              const footprint &b, const char *name_b) {
  raise(describe(where) + ": noalias(" + name_a + ", " + name_b +
        ") is wrong: " + describe(name_a, a) + " overlaps " +
        describe(name_b, b));
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The claim noalias(a, b): the bytes from the first to the last element that
/// the nest touches of `a` and those of `b` are apart. Looked at only under
/// HEDDLE_CHECK=1; then a claim that is wrong raises an error. True otherwise.
template <class A, class B>
bool claimed_apart(const site &where, const A &a, const char *name_a,
                   const B &b, const char *name_b) {
  if (!rt_detail::checking() || disjoint(a, b))
    return true;
  rt_detail::raise_overlap(where, rt_detail::footprint_of(a), name_a,
                           rt_detail::footprint_of(b), name_b);
}

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_CLAIMS_H
