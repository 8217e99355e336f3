//===- TableRows.h - The rows that a table leads to ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_TABLEROWS_H
#define HEDDLE_VALIDATE_LAUNCH_TABLEROWS_H

#include "Validate/Launch/HostRun.h"
#include "Validate/Launch/Values.h"

namespace heddle {
namespace validate {

/// The memory that a table of a launch leads to, as it is now.
struct TableRows {
  std::vector<ArrayValue> Rows;   ///< by their subscripts
  std::vector<ArrayValue> Tables; ///< of the program's, on the way to them
  bool Known = true; ///< the subscripts' ends are, and they are not too many

  /// No two of these share a byte.
  bool areApart() const;
  /// None shares a byte with one of Others.
  bool areApartFrom(const TableRows &Others) const;
  bool areApartFrom(const ArrayValue &A) const;
};

/// Follows the table T. Sizes of containers do not count: a program does not
/// touch what is not there.
TableRows rowsOf(HostRun &Host, const TableValue &T);

/// A table for a kernel with the sides of T: the pointer to it. Leads: where
/// its elements lead, by their subscripts. Made: the tables, which the kernel
/// may read.
Value tableForKernel(HostRun &Host, LaunchValues &Values, const TableValue &T,
                     llvm::ArrayRef<Value> Leads,
                     std::vector<ArrayValue> &Made);

} // namespace validate
} // namespace heddle

#endif
