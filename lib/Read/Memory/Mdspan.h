//===- Mdspan.h - What is known of std::mdspan ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facts that Heddle knows of std::mdspan (C++23, [views.multidim]) and of
// its reference implementation, where it stands in std::experimental or Kokkos
// and has operator() in the place of operator[].
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_MDSPAN_H
#define HEDDLE_READ_MEMORY_MDSPAN_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace heddle {

/// An mdspan with one of the layouts of the standard library, whose elements
/// stand behind its pointer.
struct Mdspan {
  /// The elements named by neighbouring indices of the last dimension (Right)
  /// or of the first one (Left) are neighbours in memory, without gaps; Stride:
  /// each dimension has its own distance, in elements.
  enum class Layout : unsigned char { Right, Left, Stride };
  Layout Order = Layout::Right;
  clang::QualType Element;
  /// The type of extents and strides.
  clang::QualType IndexType;
  /// One a dimension, first one first; none where only the object has it.
  llvm::SmallVector<std::optional<uint64_t>, 4> Extents;
};

/// T without references; none for other types and for mdspans with a layout or
/// an accessor of their own.
std::optional<Mdspan> mdspanOf(clang::QualType T);

/// One of these it is, whatever its layout and accessor.
bool isMdspan(clang::QualType T);

} // namespace heddle

#endif
