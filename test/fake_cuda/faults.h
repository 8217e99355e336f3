//===- fake_cuda/faults.h - calls that fail when they are told to ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HEDDLE_FAULT=CALL:N[:KIND], and HEDDLE_FAULT=count: as the interpreter of PTX
// has HEDDLE_PTX_FAULT. Its header says what each KIND is.
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_FAULTS_H
#define FAKE_CUDA_FAULTS_H

#include "types.h"

#include "../../lib/Ptx/Runtime/Faults.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using fake_fault = cuda_faults::fault;
using fake_calls = cuda_faults::counted_calls;

/// CALL:N[:KIND]. A text that is not one ends the process: a test must not pass
/// because nothing failed.
inline fake_fault fake_fault_from(const std::string &text) {
  fake_fault fault;
  if (!cuda_faults::read_fault(text, fault)) {
    std::fprintf(stderr, "HEDDLE_FAULT is '%s', not CALL:N[:KIND]\n",
                 text.c_str());
    std::abort();
  }
  return fault;
}

#endif // FAKE_CUDA_FAULTS_H
