// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library declares CUDA's structures and numbers itself: as CUDA's headers
// have them.
// RUN: %ptx-nvcc -I%source/lib -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && %t
#include "check.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#undef cudaStreamNonBlocking
#undef cudaEventBlockingSync
#undef cudaEventDisableTiming
#undef cudaEventInterprocess
#undef cudaHostAllocMapped
namespace own {
#include "Ptx/Runtime/Cuda.h"
}

#define PTX_ERROR(name, number, text) static_assert(::name == number);
#include "Ptx/Runtime/Errors.def"

#define SIZE(type)                                                             \
  static_assert(sizeof(::type) == sizeof(own::type), "size of " #type)
#define FIELD(type, field)                                                     \
  static_assert(offsetof(::type, field) == offsetof(own::type, field) &&       \
                    sizeof(::type::field) == sizeof(own::type::field),         \
                #field)
#define NUMBER(name) static_assert(int(::name) == int(own::name), #name)

SIZE(cudaPointerAttributes);
FIELD(cudaPointerAttributes, hostPointer);
SIZE(cudaFuncAttributes);
FIELD(cudaFuncAttributes, maxThreadsPerBlock);
FIELD(cudaFuncAttributes, maxDynamicSharedSizeBytes);
FIELD(cudaFuncAttributes, nonPortableClusterSizeAllowed);
SIZE(cudaPitchedPtr);
SIZE(cudaExtent);
SIZE(cudaMemcpy3DParms);
FIELD(cudaMemcpy3DParms, srcPtr);
FIELD(cudaMemcpy3DParms, dstPos);
FIELD(cudaMemcpy3DParms, kind);
SIZE(cudaMemsetParams);
FIELD(cudaMemsetParams, width);
SIZE(cudaKernelNodeParams);
FIELD(cudaKernelNodeParams, kernelParams);
SIZE(cudaHostNodeParams);
SIZE(cudaMemLocation);
SIZE(cudaMemPoolProps);
FIELD(cudaMemPoolProps, location);
FIELD(cudaMemPoolProps, maxSize);
SIZE(cudaMemAccessDesc);
SIZE(cudaLaunchConfig_t);
FIELD(cudaLaunchConfig_t, stream);
FIELD(cudaLaunchConfig_t, numAttrs);
static_assert(sizeof(::cudaLaunchAttribute) == sizeof(own::cudaLaunchAttribute));
static_assert(offsetof(::cudaLaunchAttribute, val) ==
              offsetof(own::cudaLaunchAttribute, value));
SIZE(cudaGraphExecUpdateResultInfo);
FIELD(cudaGraphExecUpdateResultInfo, errorFromNode);
SIZE(dim3);

NUMBER(cudaMemoryTypeManaged);
NUMBER(cudaMemcpyDefault);
NUMBER(cudaMemcpyDeviceToHost);
NUMBER(cudaStreamCaptureStatusInvalidated);
NUMBER(cudaStreamCaptureModeRelaxed);
NUMBER(cudaGraphNodeTypeEmpty);
NUMBER(cudaGraphExecUpdateErrorNodeTypeChanged);
NUMBER(cudaMemPoolAttrUsedMemHigh);
NUMBER(cudaFuncAttributeMaxDynamicSharedMemorySize);
NUMBER(cudaLaunchAttributePriority);
NUMBER(cudaLaunchAttributeClusterDimension);

SIZE(cudaDeviceProp);
FIELD(cudaDeviceProp, name);
FIELD(cudaDeviceProp, uuid);
FIELD(cudaDeviceProp, luid);
FIELD(cudaDeviceProp, luidDeviceNodeMask);
FIELD(cudaDeviceProp, totalGlobalMem);
FIELD(cudaDeviceProp, sharedMemPerBlock);
FIELD(cudaDeviceProp, regsPerBlock);
FIELD(cudaDeviceProp, warpSize);
FIELD(cudaDeviceProp, memPitch);
FIELD(cudaDeviceProp, maxThreadsPerBlock);
FIELD(cudaDeviceProp, maxThreadsDim);
FIELD(cudaDeviceProp, maxGridSize);
FIELD(cudaDeviceProp, totalConstMem);
FIELD(cudaDeviceProp, major);
FIELD(cudaDeviceProp, minor);
FIELD(cudaDeviceProp, textureAlignment);
FIELD(cudaDeviceProp, texturePitchAlignment);
FIELD(cudaDeviceProp, multiProcessorCount);
FIELD(cudaDeviceProp, integrated);
FIELD(cudaDeviceProp, canMapHostMemory);
FIELD(cudaDeviceProp, maxTexture1D);
FIELD(cudaDeviceProp, maxTexture1DMipmap);
FIELD(cudaDeviceProp, maxTexture2D);
FIELD(cudaDeviceProp, maxTexture2DMipmap);
FIELD(cudaDeviceProp, maxTexture2DLinear);
FIELD(cudaDeviceProp, maxTexture2DGather);
FIELD(cudaDeviceProp, maxTexture3D);
FIELD(cudaDeviceProp, maxTexture3DAlt);
FIELD(cudaDeviceProp, maxTextureCubemap);
FIELD(cudaDeviceProp, maxTexture1DLayered);
FIELD(cudaDeviceProp, maxTexture2DLayered);
FIELD(cudaDeviceProp, maxTextureCubemapLayered);
FIELD(cudaDeviceProp, maxSurface1D);
FIELD(cudaDeviceProp, maxSurface2D);
FIELD(cudaDeviceProp, maxSurface3D);
FIELD(cudaDeviceProp, maxSurface1DLayered);
FIELD(cudaDeviceProp, maxSurface2DLayered);
FIELD(cudaDeviceProp, maxSurfaceCubemap);
FIELD(cudaDeviceProp, maxSurfaceCubemapLayered);
FIELD(cudaDeviceProp, surfaceAlignment);
FIELD(cudaDeviceProp, concurrentKernels);
FIELD(cudaDeviceProp, ECCEnabled);
FIELD(cudaDeviceProp, pciBusID);
FIELD(cudaDeviceProp, pciDeviceID);
FIELD(cudaDeviceProp, pciDomainID);
FIELD(cudaDeviceProp, tccDriver);
FIELD(cudaDeviceProp, asyncEngineCount);
FIELD(cudaDeviceProp, unifiedAddressing);
FIELD(cudaDeviceProp, memoryBusWidth);
FIELD(cudaDeviceProp, l2CacheSize);
FIELD(cudaDeviceProp, persistingL2CacheMaxSize);
FIELD(cudaDeviceProp, maxThreadsPerMultiProcessor);
FIELD(cudaDeviceProp, streamPrioritiesSupported);
FIELD(cudaDeviceProp, globalL1CacheSupported);
FIELD(cudaDeviceProp, localL1CacheSupported);
FIELD(cudaDeviceProp, sharedMemPerMultiprocessor);
FIELD(cudaDeviceProp, regsPerMultiprocessor);
FIELD(cudaDeviceProp, managedMemory);
FIELD(cudaDeviceProp, isMultiGpuBoard);
FIELD(cudaDeviceProp, multiGpuBoardGroupID);
FIELD(cudaDeviceProp, hostNativeAtomicSupported);
FIELD(cudaDeviceProp, pageableMemoryAccess);
FIELD(cudaDeviceProp, concurrentManagedAccess);
FIELD(cudaDeviceProp, computePreemptionSupported);
FIELD(cudaDeviceProp, canUseHostPointerForRegisteredMem);
FIELD(cudaDeviceProp, cooperativeLaunch);
FIELD(cudaDeviceProp, sharedMemPerBlockOptin);
FIELD(cudaDeviceProp, pageableMemoryAccessUsesHostPageTables);
FIELD(cudaDeviceProp, directManagedMemAccessFromHost);
FIELD(cudaDeviceProp, maxBlocksPerMultiProcessor);
FIELD(cudaDeviceProp, accessPolicyMaxWindowSize);
FIELD(cudaDeviceProp, reservedSharedMemPerBlock);
FIELD(cudaDeviceProp, hostRegisterSupported);
FIELD(cudaDeviceProp, sparseCudaArraySupported);
FIELD(cudaDeviceProp, hostRegisterReadOnlySupported);
FIELD(cudaDeviceProp, timelineSemaphoreInteropSupported);
FIELD(cudaDeviceProp, memoryPoolsSupported);
FIELD(cudaDeviceProp, gpuDirectRDMASupported);
FIELD(cudaDeviceProp, gpuDirectRDMAFlushWritesOptions);
FIELD(cudaDeviceProp, gpuDirectRDMAWritesOrdering);
FIELD(cudaDeviceProp, memoryPoolSupportedHandleTypes);
FIELD(cudaDeviceProp, deferredMappingCudaArraySupported);
FIELD(cudaDeviceProp, ipcEventSupported);
FIELD(cudaDeviceProp, clusterLaunch);
FIELD(cudaDeviceProp, unifiedFunctionPointers);
FIELD(cudaDeviceProp, deviceNumaConfig);
FIELD(cudaDeviceProp, deviceNumaId);
FIELD(cudaDeviceProp, mpsEnabled);
FIELD(cudaDeviceProp, hostNumaId);
FIELD(cudaDeviceProp, gpuPciDeviceID);
FIELD(cudaDeviceProp, gpuPciSubsystemID);
FIELD(cudaDeviceProp, hostNumaMultinodeIpcSupported);
FIELD(cudaDeviceProp, reserved);

// The structure says the same as the attributes.
static void same(int field, cudaDeviceAttr attribute) {
  int value = -7;
  OK(cudaDeviceGetAttribute(&value, attribute, 0));
  if (value != field)
    std::printf("attribute %d is %d, not %d\n", int(attribute), value, field);
  failures += value != field;
}

int main() {
  cudaDeviceProp p;
  std::memset(&p, 0xab, sizeof p);
  OK(cudaGetDeviceProperties(&p, 0));
  CHECK(std::strstr(p.name, "sm_90"));
  CHECK(p.totalGlobalMem > 0 && p.sharedMemPerBlock == 48 << 10);
  CHECK(p.reserved[55] == 0);
  same(p.major, cudaDevAttrComputeCapabilityMajor);
  same(p.minor, cudaDevAttrComputeCapabilityMinor);
  same(p.multiProcessorCount, cudaDevAttrMultiProcessorCount);
  same(p.warpSize, cudaDevAttrWarpSize);
  same(p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
  same(p.maxThreadsDim[2], cudaDevAttrMaxBlockDimZ);
  same(p.maxGridSize[1], cudaDevAttrMaxGridDimY);
  same(p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
  same(int(p.sharedMemPerBlockOptin), cudaDevAttrMaxSharedMemoryPerBlockOptin);
  same(int(p.sharedMemPerMultiprocessor),
       cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  same(p.maxThreadsPerMultiProcessor,
       cudaDevAttrMaxThreadsPerMultiProcessor);
  same(p.maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
  same(p.l2CacheSize, cudaDevAttrL2CacheSize);
  same(p.managedMemory, cudaDevAttrManagedMemory);
  same(p.pageableMemoryAccess, cudaDevAttrPageableMemoryAccess);
  same(p.cooperativeLaunch, cudaDevAttrCooperativeLaunch);
  same(p.memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported);
  same(p.hostNumaId, cudaDevAttrHostNumaId);
  GIVES(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, 1));
  return failures;
}
