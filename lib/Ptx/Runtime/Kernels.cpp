//===- Kernels.cpp - launches ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Kernels.h"

#include "Ptx/Kernel.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

const FunctionText *heddle::ptx::runtime::kernelText(const void *Function,
                                                     HostFunction *&Host,
                                                     Module *&Of,
                                                     cudaError_t &Status) {
  State &S = state();
  const auto Found = S.Functions.find(Function);
  if (Found == S.Functions.end()) {
    say(hexadecimal(addressOf(Function)) + " is no kernel of the program");
    Status = cudaErrorInvalidDeviceFunction;
    return nullptr;
  }
  Host = &Found->second;
  Of = moduleOf(*Host->Of, Status);
  if (!Of)
    return nullptr;
  const FunctionText *const Text = Of->function(Host->Name);
  if (!Text) {
    say("the program's PTX has no kernel " + Host->Name);
    Status = cudaErrorInvalidDeviceFunction;
  }
  return Text;
}

static std::string three(const Dim3 &D) {
  return "(" + std::to_string(D.X) + ", " + std::to_string(D.Y) + ", " +
         std::to_string(D.Z) + ")";
}

static bool within(const Dim3 &A, const Dim3 &Most) {
  return A.X && A.Y && A.Z && A.X <= Most.X && A.Y <= Most.Y && A.Z <= Most.Z;
}

/// Says why the launch is wrong, and gives CUDA's error for it.
static cudaError_t refusal(const Launch &L, Module &M, const FunctionText &Text,
                           std::string &Why) {
  const Limits &Has = state().On.Has;
  if (!within(L.Grid, Has.Grid)) {
    Why = "a grid of " + three(L.Grid) + " blocks; the device takes " +
          three(Has.Grid);
    return cudaErrorInvalidConfiguration;
  }
  if (!within(L.Block, Has.Block) || L.Block.count() > Has.ThreadsPerBlock) {
    Why = "a block of " + three(L.Block) + " threads; the device takes " +
          three(Has.Block) + ", " + std::to_string(Has.ThreadsPerBlock) +
          " in all";
    return cudaErrorInvalidConfiguration;
  }
  if (Text.MaxThreads.X && L.Block.count() > Text.MaxThreads.count()) {
    Why = "a block of " + std::to_string(L.Block.count()) +
          " threads; the kernel was compiled for " +
          std::to_string(Text.MaxThreads.count());
    return cudaErrorLaunchOutOfResources;
  }
  if (Text.RequiredThreads.X && (L.Block.X != Text.RequiredThreads.X ||
                                 L.Block.Y != Text.RequiredThreads.Y ||
                                 L.Block.Z != Text.RequiredThreads.Z)) {
    Why = "a block of " + three(L.Block) + " threads; the kernel requires " +
          three(Text.RequiredThreads);
    return cudaErrorInvalidConfiguration;
  }
  // Code that is not understood is told when it runs.
  std::string Problem;
  const Kernel *const K = M.kernel(L.Function->Name, Problem);
  const std::uint64_t Static = K ? K->SharedBytes : 0;
  const std::uint64_t Most = std::max<std::uint64_t>(
      Has.SharedPerBlock, Static + L.Function->MaxDynamicShared);
  if (Static + L.Shared <= Most)
    return cudaSuccess;
  Why = std::to_string(Static) + " bytes of static and " +
        std::to_string(L.Shared) + " of dynamic shared memory; " +
        std::to_string(Most) +
        " are allowed (cudaFuncSetAttribute raises that to " +
        std::to_string(Has.SharedOptIn) + ")";
  return cudaErrorInvalidValue;
}

cudaError_t heddle::ptx::runtime::readLaunch(const void *Function, dim3 Grid,
                                             dim3 Block, void **Arguments,
                                             std::size_t Shared, Launch &Out) {
  Module *M = nullptr;
  cudaError_t Status = cudaSuccess;
  const FunctionText *const Text =
      kernelText(Function, Out.Function, M, Status);
  if (!Text)
    return Status;
  Out.Grid = {Grid.x, Grid.y, Grid.z};
  Out.Block = {Block.x, Block.y, Block.z};
  Out.Shared = Shared;
  std::string Why;
  Status = refusal(Out, *M, *Text, Why);
  if (Status != cudaSuccess) {
    say("the launch of " + demangled(Out.Function->Name) + " has " + Why);
    return Status;
  }
  if (!Text->Parameters.empty() && !Arguments)
    return cudaErrorInvalidValue;
  for (std::size_t K = 0; K != Text->Parameters.size(); ++K) {
    const auto *const At = static_cast<const unsigned char *>(Arguments[K]);
    if (!At)
      return cudaErrorInvalidValue;
    Out.Arguments.emplace_back(At, At + Text->Parameters[K].Size);
  }
  return cudaSuccess;
}

cudaError_t heddle::ptx::runtime::run(const Launch &L) {
  State &S = state();
  cudaError_t Status = cudaSuccess;
  Module *const M = moduleOf(*L.Function->Of, Status);
  if (!M)
    return Status;
  std::vector<const void *> Arguments;
  for (const std::vector<unsigned char> &A : L.Arguments)
    Arguments.push_back(A.data());
  const LaunchResult Result =
      launch(S.On, *M, L.Function->Name, L.Grid, L.Block, L.Shared, Arguments);
  if (Result.Found && Result.Found->Kind == Mistake::Trap && S.TrapsAreErrors)
    S.Calls.sticky = cudaErrorLaunchFailure;
  else if (Result.Found)
    stop(*Result.Found);
  ++S.On.Counted.Program.Launches;
  return cudaSuccess;
}

static cudaError_t launchOn(const void *Function, dim3 Grid, dim3 Block,
                            void **Arguments, std::size_t Shared,
                            cudaStream_t Stream) {
  Launch L;
  const cudaError_t Status =
      readLaunch(Function, Grid, Block, Arguments, Shared, L);
  if (Status != cudaSuccess)
    return Status;
  return issue(Stream, cudaGraphNodeTypeKernel,
               [L = std::move(L)] { return run(L); });
}

PTX_API cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid,
                                     dim3 Block, void **Arguments,
                                     std::size_t Shared, cudaStream_t Stream) {
  PTX_ENTER(cudaLaunchKernel);
  return Here.done(launchOn(Function, Grid, Block, Arguments, Shared, Stream));
}

/// <<<>>> calls it; the handle is the host function itself.
PTX_API cudaError_t __cudaLaunchKernel(cudaKernel_t Kernel, dim3 Grid,
                                       dim3 Block, void **Arguments,
                                       std::size_t Shared,
                                       cudaStream_t Stream) {
  return cudaLaunchKernel(Kernel, Grid, Block, Arguments, Shared, Stream);
}

PTX_API cudaError_t __cudaGetKernel(cudaKernel_t *Out, const void *Function) {
  *Out = reinterpret_cast<cudaKernel_t>(const_cast<void *>(Function));
  return cudaSuccess;
}

PTX_API cudaError_t cudaGetKernel(cudaKernel_t *Out, const void *Function) {
  PTX_ENTER(cudaGetKernel);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  if (state().Functions.count(Function) == 0)
    return Here.done(cudaErrorInvalidDeviceFunction);
  return Here.done(__cudaGetKernel(Out, Function));
}

PTX_API cudaError_t cudaGetFuncBySymbol(cudaKernel_t *Out,
                                        const void *Function) {
  return cudaGetKernel(Out, Function);
}

PTX_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config,
                                        const void *Function,
                                        void **Arguments) {
  PTX_ENTER(cudaLaunchKernelExC);
  if (!Config || (Config->numAttrs && !Config->attrs))
    return Here.done(cudaErrorInvalidValue);
  for (unsigned K = 0; K != Config->numAttrs; ++K) {
    const cudaLaunchAttribute &A = Config->attrs[K];
    const unsigned *const Cluster = A.value.dimensions;
    const bool IsPlain =
        A.id == cudaLaunchAttributeIgnore ||
        A.id == cudaLaunchAttributePriority ||
        (A.id == cudaLaunchAttributeCooperative && A.value.number == 0) ||
        (A.id == cudaLaunchAttributeClusterDimension && Cluster[0] <= 1 &&
         Cluster[1] <= 1 && Cluster[2] <= 1);
    if (IsPlain)
      continue;
    say("a launch has attribute number " + std::to_string(A.id) +
        " of cudaLaunchAttributeID, which is not supported");
    return Here.done(cudaErrorNotSupported);
  }
  return Here.done(launchOn(Function, Config->gridDim, Config->blockDim,
                            Arguments, Config->dynamicSmemBytes,
                            Config->stream));
}

// Blocks run one after another, so that a grid cannot wait for all of them.
PTX_API cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3,
                                                void **, std::size_t,
                                                cudaStream_t) {
  PTX_ENTER(cudaLaunchCooperativeKernel);
  say("cooperative launches are not supported");
  return Here.done(cudaErrorNotSupported);
}

namespace {

/// The arguments between <<< and >>>.
struct Configuration {
  dim3 Grid, Block;
  std::size_t Shared;
  cudaStream_t Stream;
};
/// Arguments of a launch may launch kernels themselves.
struct Configurations {
  static constexpr unsigned Most = 64;
  Configuration Each[Most];
  unsigned Count;
};

} // namespace

static thread_local Configurations Pending;

PTX_API unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                             std::size_t Shared,
                                             cudaStream_t Stream) {
  if (Pending.Count == Configurations::Most)
    return 1;
  Pending.Each[Pending.Count++] = {Grid, Block, Shared, Stream};
  return 0;
}

PTX_API cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block,
                                               std::size_t *Shared,
                                               void *Stream) {
  if (Pending.Count == 0)
    return cudaErrorMissingConfiguration;
  const Configuration &C = Pending.Each[--Pending.Count];
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.Shared;
  *static_cast<cudaStream_t *>(Stream) = C.Stream;
  return cudaSuccess;
}

PTX_PER_THREAD(cudaLaunchKernel, ptsz)
PTX_PER_THREAD(__cudaLaunchKernel, ptsz)
PTX_PER_THREAD(cudaLaunchKernelExC, ptsz)
PTX_PER_THREAD(cudaLaunchCooperativeKernel, ptsz)
