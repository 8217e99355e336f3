//===- Texts.h - Rewritten text to damage ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_VALIDATE_TEXTS_H
#define HEDDLE_TEST_VALIDATE_TEXTS_H

namespace heddle {
namespace texts {

// As heddle-rewrite writes them, without comments; FILE stands for the source.
extern const char *Stencil;  ///< 1D, in place, with a copy
extern const char *Shared;   ///< the same, whose copy CPU threads have, too
extern const char *Sweep;    ///< 2D tiles, and folded
extern const char *Runs;     ///< 1D, two iterations a thread
extern const char *Dealt;    ///< 1D, a loop over the grid
extern const char *Folded;   ///< of three loops, with divisors
extern const char *Strided;  ///< steps and widths, pruned and compressed
extern const char *Sum;      ///< a reduction
extern const char *Bins;     ///< updates of elements that threads share
extern const char *Columns;  ///< a loop inside the thread
extern const char *Private;  ///< a variable of the function that a launch leaves
extern const char *PrivateArray; ///< an array of that kind
extern const char *Kept; ///< a variable and a counter that a launch sets
extern const char *Backward; ///< descending, for CPU threads by trip count

// Of kernels in phases, as Emit/PhaseText prints them.
extern const char *Product;    ///< of matrices, in strips and registers
extern const char *Flip;       ///< through a tile
extern const char *FlipOnHost; ///< the same, by the plugin for the CPU

// Of tensor statements.
extern const char *Times;   ///< a matrix times a vector in place, with a copy
extern const char *Chain;   ///< in two stages, of unknown extents
extern const char *Named;   ///< in index notation, to a view
extern const char *Windows; ///< a convolution of padding, to a slice
extern const char *Numbers; ///< with a number and a function of elements

} // namespace texts
} // namespace heddle

#endif
