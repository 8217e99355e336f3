// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked behind a program of which the time is taken: what the first call of
// CUDA does, for seconds on some machines, is done before main().

#include <cuda_runtime.h>

namespace {

const cudaError_t ready = cudaFree(nullptr);

} // namespace
