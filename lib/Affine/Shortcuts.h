//===- Shortcuts.h - Where expressions are simpler --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_SHORTCUTS_H
#define HEDDLE_AFFINE_SHORTCUTS_H

#include "Affine/Builder.h"

namespace heddle {

/// Fills Out->Shortcuts, after all checks have been added. Reports nothing:
/// where isl gives up there are none.
void readShortcuts(Builder &B);

} // namespace heddle

#endif
