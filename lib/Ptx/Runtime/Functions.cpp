//===- Functions.cpp - what programs ask of kernels -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX does not say how many registers a kernel has; occupancy follows from
// threads, blocks and shared memory alone.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Kernel.h"
#include "Ptx/Runtime/Device.h"
#include "Ptx/Runtime/Kernels.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

namespace {

/// A kernel that is ready to run, and what the program calls it.
struct Asked {
  HostFunction *Host = nullptr;
  const FunctionText *Text = nullptr;
  const Kernel *Ready = nullptr; ///< null: something in it is not understood
  unsigned Target = 0;           ///< of its PTX
  unsigned MaxThreads = 0;
};

} // namespace

static cudaError_t find(const void *Function, Asked &Out) {
  Module *M = nullptr;
  cudaError_t Status = cudaSuccess;
  Out.Text = kernelText(Function, Out.Host, M, Status);
  if (!Out.Text)
    return Status;
  Out.Target = M->target();
  std::string Problem;
  Out.Ready = M->kernel(Out.Host->Name, Problem);
  Out.MaxThreads = state().On.Has.ThreadsPerBlock;
  for (const Dim3 &D : {Out.Text->MaxThreads, Out.Text->RequiredThreads})
    if (D.X)
      Out.MaxThreads =
          std::min(Out.MaxThreads, static_cast<unsigned>(D.count()));
  return cudaSuccess;
}

static std::size_t sharedOf(const Asked &Is) {
  return Is.Ready ? Is.Ready->SharedBytes : 0;
}

static std::size_t localOf(const Asked &Is) {
  std::size_t Bytes = 0;
  if (Is.Ready)
    for (const auto &[Name, F] : Is.Ready->Functions)
      Bytes += F->LocalBytes;
  return Bytes;
}

PTX_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Out,
                                          const void *Function) {
  PTX_ENTER(cudaFuncGetAttributes);
  Asked Is;
  const cudaError_t Status = Out ? find(Function, Is) : cudaErrorInvalidValue;
  if (Status != cudaSuccess)
    return Here.done(Status);
  const Limits &Has = state().On.Has;
  *Out = {};
  Out->sharedSizeBytes = sharedOf(Is);
  Out->localSizeBytes = localOf(Is);
  Out->maxThreadsPerBlock = static_cast<int>(Is.MaxThreads);
  Out->ptxVersion = static_cast<int>(Is.Target);
  Out->binaryVersion = static_cast<int>(Has.Arch);
  Out->maxDynamicSharedSizeBytes = static_cast<int>(
      Is.Host->MaxDynamicShared
          ? Is.Host->MaxDynamicShared
          : Has.SharedPerBlock -
                std::min<std::size_t>(sharedOf(Is), Has.SharedPerBlock));
  Out->preferredShmemCarveout = -1;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaFuncSetAttribute(const void *Function,
                                         cudaFuncAttribute Which, int Value) {
  PTX_ENTER(cudaFuncSetAttribute);
  Asked Is;
  const cudaError_t Status = find(Function, Is);
  if (Status != cudaSuccess)
    return Here.done(Status);
  if (Which == cudaFuncAttributePreferredSharedMemoryCarveout)
    return Here.done(Value >= -1 && Value <= 100 ? cudaSuccess
                                                 : cudaErrorInvalidValue);
  if (Which != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return Here.done(cudaErrorNotSupported);
  const std::size_t Most = state().On.Has.SharedOptIn;
  const std::size_t Static = std::min<std::size_t>(sharedOf(Is), Most);
  if (Value < 0 || static_cast<std::size_t>(Value) > Most - Static) {
    say("cudaFuncSetAttribute: " + std::to_string(Value) +
        " bytes of dynamic shared memory for " + demangled(Is.Host->Name) +
        ", which has " + std::to_string(Static) + " static ones; a block has " +
        std::to_string(Most));
    return Here.done(cudaErrorInvalidValue);
  }
  Is.Host->MaxDynamicShared = static_cast<std::uint64_t>(Value);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaFuncSetCacheConfig(const void *Function, int) {
  PTX_ENTER(cudaFuncSetCacheConfig);
  Asked Is;
  return Here.done(find(Function, Is));
}

PTX_API cudaError_t cudaFuncGetName(const char **Out, const void *Function) {
  PTX_ENTER(cudaFuncGetName);
  Asked Is;
  const cudaError_t Status = Out ? find(Function, Is) : cudaErrorInvalidValue;
  if (Status == cudaSuccess)
    *Out = Is.Host->Name.c_str();
  return Here.done(Status);
}

/// Blocks that fit on a multiprocessor. Shared memory comes in steps.
static unsigned blocksThatFit(const Asked &Is, unsigned Threads,
                              std::size_t Dynamic) {
  const Limits &Has = state().On.Has;
  const Multiprocessor &M = multiprocessorOf(Has.Arch);
  const std::size_t Step = Has.Arch >= 80 ? 128 : 256;
  const std::size_t Reserved = Has.Arch >= 80 ? ReservedShared : 0;
  const std::size_t Shared =
      (sharedOf(Is) + Dynamic + Reserved + Step - 1) / Step * Step;
  const unsigned Whole = (Threads + WarpSize - 1) / WarpSize * WarpSize;
  if (Threads > Is.MaxThreads || sharedOf(Is) + Dynamic > Has.SharedOptIn)
    return 0;
  unsigned Most = std::min(M.Blocks, M.Threads / Whole);
  if (Shared != 0)
    Most = static_cast<unsigned>(
        std::min<std::size_t>(Most, (M.SharedKb << 10) / Shared));
  return Most;
}

static cudaError_t occupancy(int *Out, const void *Function, int Threads,
                             std::size_t Dynamic) {
  Asked Is;
  if (!Out || Threads <= 0)
    return cudaErrorInvalidValue;
  const cudaError_t Status = find(Function, Is);
  if (Status == cudaSuccess)
    *Out = static_cast<int>(
        blocksThatFit(Is, static_cast<unsigned>(Threads), Dynamic));
  return Status;
}

PTX_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *Out, const void *Function, int Threads, std::size_t Dynamic) {
  PTX_ENTER(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
  return Here.done(occupancy(Out, Function, Threads, Dynamic));
}

PTX_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Out, const void *Function, int Threads, std::size_t Dynamic,
    unsigned Flags) {
  PTX_ENTER(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  if (Flags > 1)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(occupancy(Out, Function, Threads, Dynamic));
}

PTX_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(
    std::size_t *Out, const void *Function, int Blocks, int Threads) {
  PTX_ENTER(cudaOccupancyAvailableDynamicSMemPerBlock);
  Asked Is;
  if (!Out || Blocks <= 0 || Threads <= 0)
    return Here.done(cudaErrorInvalidValue);
  const cudaError_t Status = find(Function, Is);
  if (Status != cudaSuccess)
    return Here.done(Status);
  const Limits &Has = state().On.Has;
  const std::size_t Each = (multiprocessorOf(Has.Arch).SharedKb << 10) /
                           static_cast<std::size_t>(Blocks);
  const std::size_t Taken =
      sharedOf(Is) + (Has.Arch >= 80 ? ReservedShared : 0);
  *Out = Each <= Taken ? 0
                       : std::min<std::size_t>(Each - Taken,
                                               Has.SharedOptIn - sharedOf(Is));
  return Here.done(cudaSuccess);
}
