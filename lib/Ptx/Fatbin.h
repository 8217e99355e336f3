//===- Fatbin.h - PTX in a fat binary -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers put device code into the object file as a fat binary: a header, and
// then entries, each PTX or machine code (SASS) for one architecture. CUDA does
// not document the form; the fields are those that nvcc 11 to 13 and clang
// write.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_FATBIN_H
#define HEDDLE_PTX_FATBIN_H

#include <string>

namespace heddle::ptx {

/// PTX, or why there is none and what to do about it.
struct FatbinText {
  enum Reason {
    Found,
    Broken, ///< no fat binary, or one of another version
    None    ///< it has no PTX that the device can run, or not as text
  } Is = Found;
  std::string Ptx;
  std::string Problem; ///< one sentence, without a full stop
};

/// The PTX with the highest target that sm_`Arch` can run. `Wrapper` is what
/// __cudaRegisterFatBinary gets.
FatbinText ptxOfFatbin(const void *Wrapper, unsigned Arch);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_FATBIN_H
