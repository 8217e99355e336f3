//===- Allocations.h - memory of the device and of the host ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_ALLOCATIONS_H
#define HEDDLE_PTX_RUNTIME_ALLOCATIONS_H

#include "Ptx/Runtime/State.h"

namespace heddle::ptx::runtime {

/// Whether only the device has the address: also where memory was freed, or
/// never allocated.
bool isDeviceAddress(std::uint64_t Address);

/// Memory that somebody has, or null for host memory that CUDA does not know.
/// False, with a message, where the bytes are not all in one allocation.
/// `What` begins the message: "cudaMemcpy".
bool findRange(std::uint64_t Address, std::uint64_t Bytes, const char *What,
               Allocation *&Out);

/// cudaMalloc and its kin. A size of 0 gives null.
cudaError_t allocateDevice(void **Out, std::size_t Size, const Call &For);
cudaError_t freeDevice(void *Pointer, const Call &For);
/// Rows begin at multiples of this many bytes.
constexpr std::size_t PitchAlign = 512;

/// All memory of the device, and of the host that CUDA has allocated.
void freeEverything();

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_ALLOCATIONS_H
