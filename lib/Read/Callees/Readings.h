//===- Readings.h - Functions that read what they are given -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_READINGS_H
#define HEDDLE_READ_CALLEES_READINGS_H

#include "Read/NestReader.h"

namespace heddle {

/// E calls Copy, of which Callee has read the body and made the accesses from
/// First on. Adds a ReadingCall where a launch may look at these accesses: the
/// function is no template, reads elements that parameters lead to and nothing
/// else, and what its text names means the same where the launch stands.
void noteReadings(NestReader &NR, const clang::CallExpr *E,
                  llvm::StringRef Called, const DeviceClone &Copy,
                  NestReader &Callee, size_t First);

} // namespace heddle

#endif
