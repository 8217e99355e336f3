//===- Kernels.h - launches -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_KERNELS_H
#define HEDDLE_PTX_RUNTIME_KERNELS_H

#include "Ptx/Runtime/State.h"

namespace heddle::ptx::runtime {

/// A launch that can be run more than once.
struct Launch {
  HostFunction *Function = nullptr;
  Dim3 Grid, Block;
  std::uint64_t Shared = 0;
  std::vector<std::vector<unsigned char>> Arguments; ///< copies
};

/// Reads the launch, with copies of its arguments, and checks it against the
/// limits of the device and of the kernel; errors are CUDA's.
cudaError_t readLaunch(const void *Function, dim3 Grid, dim3 Block,
                       void **Arguments, std::size_t Shared, Launch &Out);
/// Does not return where the kernel has a mistake.
cudaError_t run(const Launch &L);

/// The kernel of a host function. Null, with the error.
const FunctionText *kernelText(const void *Function, HostFunction *&Host,
                               Module *&Of, cudaError_t &Status);

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_KERNELS_H
