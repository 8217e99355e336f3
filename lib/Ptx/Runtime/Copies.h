//===- Copies.h - copies of bytes -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_COPIES_H
#define HEDDLE_PTX_RUNTIME_COPIES_H

#include "Ptx/Runtime/Allocations.h"

namespace heddle::ptx::runtime {

cudaError_t copyNow(void *To, const void *From, std::size_t Bytes,
                    cudaMemcpyKind Kind, const Call &By);
cudaError_t copyInStream(void *To, const void *From, std::size_t Bytes,
                         cudaMemcpyKind Kind, const Call &By,
                         cudaStream_t Stream);
/// The work of a graph's node.
cudaError_t copyWork(const cudaMemcpy3DParms *Of, const char *Name,
                     std::function<cudaError_t()> &Out);
/// Fills `Width` bytes of each row with elements of 1, 2 or 4 bytes.
cudaError_t fillWork(const cudaMemsetParams *Of, const char *Name,
                     std::function<cudaError_t()> &Out);

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_COPIES_H
