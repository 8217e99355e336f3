//===- Reuse.h - [[heddle::reuse]] on a block ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_REUSE_H
#define HEDDLE_DRIVER_REUSE_H

#include "Driver/ReuseReport.h"
#include "Read/Annotation/Collect.h"
#include <map>

namespace heddle {

/// Texts that take the place of bytes [first, End) of the block's file, by the
/// first. No text has a line break.
struct ReuseEdit {
  unsigned End;
  std::string Text;
};
using ReuseEdits = std::map<unsigned, ReuseEdit>;

/// Gives the memory of dead tensors to others of the block, see
/// Reuse/ReusePlan.h. Says in R what was reused and what stood in the way;
/// errors where the block itself is wrong, and then no edits. Place and
/// function of the description are for the caller.
ReuseEdits reuseTensors(clang::ASTContext &Context, const AnnotatedPlace &Place,
                        Report &R, ReuseReport &Description);

} // namespace heddle

#endif
