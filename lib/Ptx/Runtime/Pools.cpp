//===- Pools.cpp - memory in stream order, and hints about memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that is freed is never given out again, so that uses after a free are
// found: pools keep nothing.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Allocations.h"

#include <algorithm>
#include <cstring>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

/// Handles are numbers, from 16 on, of which each names one pool.
static cudaMemPool_t handle(std::uint64_t Number) {
  return reinterpret_cast<cudaMemPool_t>(Number * 16);
}
static std::uint64_t LastPool = 1;

static cudaMemPool_t defaultPool() {
  state().Pools[handle(1)].IsDefault = true;
  return handle(1);
}

static cudaMemPool_t currentPool() {
  State &S = state();
  return S.CurrentPool ? S.CurrentPool : defaultPool();
}

static Pool *poolOf(cudaMemPool_t Handle) {
  (void)defaultPool();
  const auto Found = state().Pools.find(Handle);
  return Found == state().Pools.end() ? nullptr : &Found->second;
}

/// Work that a graph could repeat would need an address for each run.
static cudaError_t allowed(cudaStream_t Stream, const Call &For) {
  CUstream_st *Is = nullptr;
  if (!streamOf(Stream, Is))
    return cudaErrorInvalidResourceHandle;
  if (!Is || !Is->In)
    return cudaSuccess;
  say(std::string(For.name()) +
      " in a stream that is captured is not supported");
  return invalidate(*Is->In, cudaErrorStreamCaptureUnsupported);
}

static cudaError_t allocateFrom(void **Out, std::size_t Size,
                                cudaMemPool_t From, cudaStream_t Stream,
                                const Call &For) {
  Pool *const P = poolOf(From);
  if (!P)
    return cudaErrorInvalidValue;
  cudaError_t Status = allowed(Stream, For);
  if (Status == cudaSuccess)
    Status = allocateDevice(Out, Size, For);
  if (Status != cudaSuccess || Size == 0)
    return Status;
  state().PoolOf[addressOf(*Out)] = From;
  P->Used += Size;
  P->High = std::max(P->High, P->Used);
  return cudaSuccess;
}

PTX_API cudaError_t cudaMallocAsync(void **Out, std::size_t Size,
                                    cudaStream_t Stream) {
  PTX_ENTER(cudaMallocAsync);
  return Here.done(allocateFrom(Out, Size, currentPool(), Stream, Here));
}

PTX_API cudaError_t cudaMallocFromPoolAsync(void **Out, std::size_t Size,
                                            cudaMemPool_t From,
                                            cudaStream_t Stream) {
  PTX_ENTER(cudaMallocFromPoolAsync);
  return Here.done(allocateFrom(Out, Size, From, Stream, Here));
}

PTX_API cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t Stream) {
  PTX_ENTER(cudaFreeAsync);
  const cudaError_t Status = allowed(Stream, Here);
  return Here.done(Status != cudaSuccess ? Status : freeDevice(Pointer, Here));
}

PTX_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *Out,
                                      const cudaMemPoolProps *Wanted) {
  PTX_ENTER(cudaMemPoolCreate);
  // cudaMemAllocationTypePinned, cudaMemLocationTypeDevice
  if (!Out || !Wanted || Wanted->allocType != 1 || Wanted->location.type != 1)
    return Here.done(cudaErrorInvalidValue);
  if (Wanted->location.id != 0)
    return Here.done(cudaErrorInvalidDevice);
  *Out = handle(++LastPool);
  state().Pools[*Out] = {};
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t Handle) {
  PTX_ENTER(cudaMemPoolDestroy);
  State &S = state();
  const Pool *const P = poolOf(Handle);
  if (!P || P->IsDefault)
    return Here.done(cudaErrorInvalidValue);
  if (S.CurrentPool == Handle)
    S.CurrentPool = nullptr;
  // Its memory stays until it is freed.
  for (auto It = S.PoolOf.begin(); It != S.PoolOf.end();)
    It = It->second == Handle ? S.PoolOf.erase(It) : std::next(It);
  S.Pools.erase(Handle);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t Handle, std::size_t) {
  PTX_ENTER(cudaMemPoolTrimTo);
  return Here.done(poolOf(Handle) ? cudaSuccess : cudaErrorInvalidValue);
}

PTX_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t Handle,
                                            cudaMemPoolAttr What, void *Value) {
  PTX_ENTER(cudaMemPoolSetAttribute);
  Pool *const P = poolOf(Handle);
  if (!P || !Value)
    return Here.done(cudaErrorInvalidValue);
  std::uint64_t Number = 0;
  switch (What) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    std::memcpy(&P->Reuse[What], Value, sizeof(int));
    return Here.done(cudaSuccess);
  case cudaMemPoolAttrReleaseThreshold:
    std::memcpy(&P->Threshold, Value, sizeof P->Threshold);
    return Here.done(cudaSuccess);
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh:
    std::memcpy(&Number, Value, sizeof Number);
    if (Number == 0)
      P->High = P->Used;
    return Here.done(Number == 0 ? cudaSuccess : cudaErrorInvalidValue);
  default:
    return Here.done(cudaErrorInvalidValue);
  }
}

PTX_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t Handle,
                                            cudaMemPoolAttr What, void *Value) {
  PTX_ENTER(cudaMemPoolGetAttribute);
  const Pool *const P = poolOf(Handle);
  if (!P || !Value || What < 1 || What > cudaMemPoolAttrUsedMemHigh)
    return Here.done(cudaErrorInvalidValue);
  if (What <= cudaMemPoolReuseAllowInternalDependencies) {
    std::memcpy(Value, &P->Reuse[What], sizeof(int));
    return Here.done(cudaSuccess);
  }
  const std::uint64_t Number = What == cudaMemPoolAttrReleaseThreshold
                                   ? P->Threshold
                               : What == cudaMemPoolAttrReservedMemCurrent ||
                                       What == cudaMemPoolAttrUsedMemCurrent
                                   ? P->Used
                                   : P->High;
  std::memcpy(Value, &Number, sizeof Number);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t Handle,
                                         const cudaMemAccessDesc *,
                                         std::size_t) {
  PTX_ENTER(cudaMemPoolSetAccess);
  return Here.done(poolOf(Handle) ? cudaSuccess : cudaErrorInvalidValue);
}

PTX_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Out,
                                                int Device) {
  PTX_ENTER(cudaDeviceGetDefaultMemPool);
  if (!Out || Device != 0)
    return Here.done(Out ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  *Out = defaultPool();
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *Out, int Device) {
  PTX_ENTER(cudaDeviceGetMemPool);
  if (!Out || Device != 0)
    return Here.done(Out ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  *Out = currentPool();
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceSetMemPool(int Device, cudaMemPool_t Handle) {
  PTX_ENTER(cudaDeviceSetMemPool);
  if (Device != 0 || !poolOf(Handle))
    return Here.done(Device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  state().CurrentPool = Handle;
  return Here.done(cudaSuccess);
}

/// Hints change nothing, but for managed memory only.
static cudaError_t hint(const void *At, std::size_t Bytes, const Call &For) {
  Allocation *In = nullptr;
  if (Bytes == 0 || !findRange(addressOf(At), Bytes, For.name(), In) || !In ||
      In->Kind != MemoryKind::Managed)
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

PTX_API cudaError_t cudaMemPrefetchAsync(const void *At, std::size_t Bytes,
                                         cudaMemLocation, unsigned,
                                         cudaStream_t Stream) {
  PTX_ENTER(cudaMemPrefetchAsync);
  const cudaError_t Status = hint(At, Bytes, Here);
  return Here.done(Status != cudaSuccess ? Status
                                         : issue(Stream, cudaGraphNodeTypeEmpty,
                                                 [] { return cudaSuccess; }));
}

PTX_API cudaError_t cudaMemAdvise(const void *At, std::size_t Bytes, int,
                                  cudaMemLocation) {
  PTX_ENTER(cudaMemAdvise);
  return Here.done(hint(At, Bytes, Here));
}

PTX_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *,
                                             std::size_t, unsigned) {
  PTX_ENTER(cudaStreamAttachMemAsync);
  CUstream_st *Is = nullptr;
  return Here.done(streamOf(Stream, Is) ? cudaSuccess
                                        : cudaErrorInvalidResourceHandle);
}

PTX_PER_THREAD(cudaMallocAsync, ptsz)
PTX_PER_THREAD(cudaMallocFromPoolAsync, ptsz)
PTX_PER_THREAD(cudaFreeAsync, ptsz)
PTX_PER_THREAD(cudaMemPrefetchAsync, ptsz)
PTX_PER_THREAD(cudaStreamAttachMemAsync, ptsz)
