//===- Device.cpp - the device that the interpreter is --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Device.h"

#include "Ptx/Runtime/Allocations.h"

#include <cstdio>
#include <cstring>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

const Multiprocessor &heddle::ptx::runtime::multiprocessorOf(unsigned Arch) {
  static const Multiprocessor Table[] = {
      {0, 2048, 32, 64, 48},    {70, 2048, 32, 96, 96},
      {75, 1024, 16, 64, 64},   {80, 2048, 32, 164, 163},
      {86, 1536, 16, 100, 99},  {87, 1536, 16, 164, 163},
      {89, 1536, 24, 100, 99},  {90, 2048, 32, 228, 227},
      {120, 1536, 24, 100, 99},
  };
  const Multiprocessor *Best = Table;
  for (const Multiprocessor &Each : Table)
    if (Each.Arch <= Arch)
      Best = &Each;
  return *Best;
}

Limits heddle::ptx::runtime::limitsOf(unsigned Arch) {
  Limits L;
  L.Arch = Arch;
  L.SharedOptIn = multiprocessorOf(Arch).SharedOptInKb << 10;
  return L;
}

static cudaDeviceProp propertiesOf(const Device &D) {
  const Limits &Has = D.Has;
  const Multiprocessor &M = multiprocessorOf(Has.Arch);
  cudaDeviceProp P{};
  std::snprintf(P.name, sizeof P.name, "Heddle's interpreter of PTX, sm_%u",
                Has.Arch);
  std::memcpy(P.uuid, "heddle-ptx-uuid0", sizeof P.uuid);
  P.totalGlobalMem = D.Memory.total();
  P.sharedMemPerBlock = Has.SharedPerBlock;
  P.sharedMemPerBlockOptin = Has.SharedOptIn;
  P.sharedMemPerMultiprocessor = M.SharedKb << 10;
  P.reservedSharedMemPerBlock = Has.Arch >= 80 ? ReservedShared : 0;
  P.regsPerBlock = P.regsPerMultiprocessor = RegistersEach;
  P.warpSize = WarpSize;
  P.memPitch = 2147483647;
  P.maxThreadsPerBlock = static_cast<int>(Has.ThreadsPerBlock);
  const auto Copy = [](int(&To)[3], const Dim3 &From) {
    To[0] = static_cast<int>(From.X);
    To[1] = static_cast<int>(From.Y);
    To[2] = static_cast<int>(From.Z);
  };
  Copy(P.maxThreadsDim, Has.Block);
  Copy(P.maxGridSize, Has.Grid);
  P.totalConstMem = 64 << 10;
  P.major = static_cast<int>(Has.Arch / 10);
  P.minor = static_cast<int>(Has.Arch % 10);
  P.textureAlignment = P.surfaceAlignment = 512;
  P.texturePitchAlignment = 32;
  P.multiProcessorCount = Multiprocessors;
  P.maxThreadsPerMultiProcessor = static_cast<int>(M.Threads);
  P.maxBlocksPerMultiProcessor = static_cast<int>(M.Blocks);
  P.canMapHostMemory = P.unifiedAddressing = P.managedMemory = 1;
  P.concurrentManagedAccess = P.canUseHostPointerForRegisteredMem = 1;
  P.hostRegisterSupported = P.streamPrioritiesSupported = 1;
  P.memoryPoolsSupported = P.concurrentKernels = 1;
  P.globalL1CacheSupported = P.localL1CacheSupported = 1;
  P.asyncEngineCount = 1;
  P.memoryBusWidth = 256;
  P.l2CacheSize = 4 << 20;
  P.hostNumaId = -1;
  P.deviceNumaId = -1;
  return P;
}

/// By number of cudaDeviceAttr. False: not known.
static bool attribute(const cudaDeviceProp &P, int Number, int &Out) {
  const std::pair<int, std::size_t> Known[] = {
      {1, P.maxThreadsPerBlock},
      {2, P.maxThreadsDim[0]},
      {3, P.maxThreadsDim[1]},
      {4, P.maxThreadsDim[2]},
      {5, P.maxGridSize[0]},
      {6, P.maxGridSize[1]},
      {7, P.maxGridSize[2]},
      {8, P.sharedMemPerBlock},
      {9, P.totalConstMem},
      {10, P.warpSize},
      {11, P.memPitch},
      {12, P.regsPerBlock},
      {13, 1000000}, // the clock, in kHz
      {14, P.textureAlignment},
      {15, 1}, // copies overlap with kernels
      {16, P.multiProcessorCount},
      {19, P.canMapHostMemory},
      {30, P.surfaceAlignment},
      {31, P.concurrentKernels},
      {36, 1000000}, // the memory's clock, in kHz
      {37, P.memoryBusWidth},
      {38, P.l2CacheSize},
      {39, P.maxThreadsPerMultiProcessor},
      {40, P.asyncEngineCount},
      {41, P.unifiedAddressing},
      {51, P.texturePitchAlignment},
      {75, P.major},
      {76, P.minor},
      {78, P.streamPrioritiesSupported},
      {79, P.globalL1CacheSupported},
      {80, P.localL1CacheSupported},
      {81, P.sharedMemPerMultiprocessor},
      {82, P.regsPerMultiprocessor},
      {83, P.managedMemory},
      {87, 2}, // single to double precision
      {89, P.concurrentManagedAccess},
      {91, P.canUseHostPointerForRegisteredMem},
      {97, P.sharedMemPerBlockOptin},
      {99, P.hostRegisterSupported},
      {106, P.maxBlocksPerMultiProcessor},
      {111, P.reservedSharedMemPerBlock},
      {115, P.memoryPoolsSupported},
  };
  Out = 0; // what the device does not have
  for (const auto &[Each, Value] : Known)
    if (Each == Number)
      Out = static_cast<int>(Value);
  if (Number == 131 || Number == 134) // no NUMA
    Out = -1;
  return Number >= 1 && Number <= 147;
}

PTX_API cudaError_t cudaGetDeviceCount(int *Out) {
  PTX_ENTER(cudaGetDeviceCount);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = 1;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGetDevice(int *Out) {
  PTX_ENTER(cudaGetDevice);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = 0;
  return Here.done(cudaSuccess);
}

static cudaError_t isDevice(int Number) {
  return Number == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

PTX_API cudaError_t cudaSetDevice(int Number) {
  PTX_ENTER(cudaSetDevice);
  return Here.done(isDevice(Number));
}

PTX_API cudaError_t cudaInitDevice(int Number, unsigned, unsigned) {
  PTX_ENTER(cudaInitDevice);
  return Here.done(isDevice(Number));
}

PTX_API cudaError_t cudaChooseDevice(int *Out, const cudaDeviceProp *Wanted) {
  PTX_ENTER(cudaChooseDevice);
  if (!Out || !Wanted)
    return Here.done(cudaErrorInvalidValue);
  *Out = 0;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaSetDeviceFlags(unsigned Flags) {
  PTX_ENTER(cudaSetDeviceFlags);
  if (Flags > 0xff)
    return Here.done(cudaErrorInvalidValue);
  state().Flags = Flags;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGetDeviceFlags(unsigned *Out) {
  PTX_ENTER(cudaGetDeviceFlags);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = state().Flags | 8; // cudaDeviceMapHost
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Out, int Number) {
  PTX_ENTER(cudaGetDeviceProperties);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  if (Number == 0)
    *Out = propertiesOf(state().On);
  return Here.done(isDevice(Number));
}

PTX_API cudaError_t cudaDeviceGetAttribute(int *Out, int Which, int Number) {
  PTX_ENTER(cudaDeviceGetAttribute);
  int Value = 0;
  if (!Out || !attribute(propertiesOf(state().On), Which, Value))
    return Here.done(cudaErrorInvalidValue);
  if (Number == 0)
    *Out = Value;
  return Here.done(isDevice(Number));
}

PTX_API cudaError_t cudaDeviceSynchronize() {
  PTX_ENTER(cudaDeviceSynchronize);
  const cudaError_t Status = notWhileAnyCaptured();
  state().On.Counted.Program.Synchronisations += Status == cudaSuccess;
  return Here.done(Status);
}

PTX_API cudaError_t cudaDeviceReset() {
  PTX_ENTER(cudaDeviceReset);
  State &S = state();
  destroyWork();
  freeEverything();
  forgetModules();
  S.Pools.clear();
  S.PoolOf.clear();
  S.CurrentPool = nullptr;
  S.Settings.clear();
  for (auto &[Host, F] : S.Functions)
    F.MaxDynamicShared = 0;
  return Here.done(cudaSuccess);
}

/// The limits without cudaDeviceSetLimit, by number of cudaLimit.
static const std::size_t DefaultLimits[] = {1 << 10, 1 << 20, 8 << 20, 2,
                                            2048,    64,      0};

PTX_API cudaError_t cudaDeviceSetLimit(int Which, std::size_t Value) {
  PTX_ENTER(cudaDeviceSetLimit);
  if (Which < 0 || Which >= int(std::size(DefaultLimits)))
    return Here.done(cudaErrorUnsupportedLimit);
  state().Settings[Which] = Value;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceGetLimit(std::size_t *Out, int Which) {
  PTX_ENTER(cudaDeviceGetLimit);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  if (Which < 0 || Which >= int(std::size(DefaultLimits)))
    return Here.done(cudaErrorUnsupportedLimit);
  const auto Set = state().Settings.find(Which);
  *Out = Set == state().Settings.end() ? DefaultLimits[Which] : Set->second;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceSetCacheConfig(int) {
  PTX_ENTER(cudaDeviceSetCacheConfig);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceGetCacheConfig(int *Out) {
  PTX_ENTER(cudaDeviceGetCacheConfig);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = 0; // cudaFuncCachePreferNone
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaDeviceGetPCIBusId(char *Out, int Length, int Number) {
  PTX_ENTER(cudaDeviceGetPCIBusId);
  if (!Out || Length < 13)
    return Here.done(cudaErrorInvalidValue);
  std::snprintf(Out, static_cast<std::size_t>(Length), "0000:00:00.0");
  return Here.done(isDevice(Number));
}

PTX_API cudaError_t cudaDeviceCanAccessPeer(int *Out, int Number, int Peer) {
  PTX_ENTER(cudaDeviceCanAccessPeer);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = 0;
  return Here.done(isDevice(Number) == cudaSuccess ? isDevice(Peer)
                                                   : cudaErrorInvalidDevice);
}

PTX_API cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  PTX_ENTER(cudaDeviceEnablePeerAccess);
  return Here.done(cudaErrorInvalidDevice); // there is one device
}

PTX_API cudaError_t cudaDriverGetVersion(int *Out) {
  PTX_ENTER(cudaDriverGetVersion);
  if (Out)
    *Out = 13000;
  return Here.done(Out ? cudaSuccess : cudaErrorInvalidValue);
}

PTX_API cudaError_t cudaRuntimeGetVersion(int *Out) {
  PTX_ENTER(cudaRuntimeGetVersion);
  if (Out)
    *Out = 13000;
  return Here.done(Out ? cudaSuccess : cudaErrorInvalidValue);
}

/// There is no driver.
static cudaError_t noEntryPoint(void **Out, int *Status) {
  if (Out)
    *Out = nullptr;
  if (Status)
    *Status = 1; // cudaDriverEntryPointSymbolNotFound
  return cudaErrorNotSupported;
}

PTX_API cudaError_t cudaGetDriverEntryPointByVersion(const char *, void **Out,
                                                     unsigned,
                                                     unsigned long long,
                                                     int *Status) {
  PTX_ENTER(cudaGetDriverEntryPointByVersion);
  return Here.done(noEntryPoint(Out, Status));
}

PTX_API cudaError_t cudaGetDriverEntryPoint(const char *, void **Out,
                                            unsigned long long, int *Status) {
  PTX_ENTER(cudaGetDriverEntryPoint);
  return Here.done(noEntryPoint(Out, Status));
}

PTX_API cudaError_t cudaProfilerStart() {
  PTX_ENTER(cudaProfilerStart);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaProfilerStop() {
  PTX_ENTER(cudaProfilerStop);
  return Here.done(cudaSuccess);
}

PTX_PER_THREAD(cudaGetDriverEntryPointByVersion, ptsz)
PTX_PER_THREAD(cudaGetDriverEntryPoint, ptsz)
