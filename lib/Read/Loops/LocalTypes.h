//===- LocalTypes.h - Structures of the function around a nest --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structure that the function around the nest declares has no name where the
// kernel stands. Where iterations alone have objects of it, the body declares
// it again.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_LOCALTYPES_H
#define HEDDLE_READ_LOOPS_LOCALTYPES_H

#include "Read/NestReader.h"

namespace heddle {

/// Notes that the body has to declare D. False: D is no such structure, or more
/// than numbers, arrays of numbers, and structures of these.
bool moveType(NestReader &NR, const clang::Decl *D);

/// After the walk: writes their declarations.
void declareTypes(NestReader &NR);

} // namespace heddle

#endif
