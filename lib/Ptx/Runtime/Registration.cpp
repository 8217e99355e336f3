//===- Registration.cpp - what programs have for the device ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers call these functions before main, and when the program ends.
// Nothing here fails: what is wrong is said when a kernel or a variable is
// first used.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Fatbin.h"
#include "Ptx/Runtime/State.h"

#include <cstdlib>
#include <cstring>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

using Guard = std::lock_guard<std::recursive_mutex>;

/// The host reads and writes a managed variable, too, so that it is host
/// memory. It exists even where the PTX cannot be read: the program need not
/// ask.
static const Allocation *placeManaged(const HostVariable &V) {
  State &S = state();
  // After cudaDeviceReset it is where it was: the program has its address.
  if (const Allocation *const Has = S.On.Memory.find(addressOf(*V.Managed)))
    return Has;
  void *const Data = std::aligned_alloc(256, (V.Size / 256 + 1) * 256);
  if (!Data)
    return nullptr;
  std::memset(Data, 0, V.Size);
  *V.Managed = Data;
  return S.On.Memory.adopt(Data, V.Size, MemoryKind::Managed,
                           "the variable " + V.Name);
}

static bool placeManaged(Binary &Of) {
  for (const auto &[Host, V] : state().Variables) {
    if (V.Of != &Of || !V.Managed)
      continue;
    const Allocation *const In = placeManaged(V);
    if (!In)
      return false;
    Variable *const Is = Of.Code ? Of.Code->variable(V.Name) : nullptr;
    if (!Is || Is->Size > In->Size)
      continue;
    std::memset(In->Data, 0, In->Size);
    std::memcpy(In->Data, Is->Initial.data(), Is->Initial.size());
    Is->Address = In->Begin;
  }
  return true;
}

static void read(Binary &Of) {
  State &S = state();
  Of.IsRead = true;
  const FatbinText Text = ptxOfFatbin(Of.Wrapper, S.On.Has.Arch);
  if (Text.Is == FatbinText::Found) {
    Of.Code = Module::parse(Text.Ptx, "the program's device code", Of.Problem);
    Of.Status = Of.Code ? cudaSuccess : cudaErrorInvalidPtx;
  } else {
    Of.Problem = Text.Problem;
    Of.Status = Text.Is == FatbinText::None ? cudaErrorNoKernelImageForDevice
                                            : cudaErrorInvalidKernelImage;
  }
  if (!placeManaged(Of))
    Of.Status = cudaErrorMemoryAllocation;
  if (Of.Status == cudaSuccess && !Of.Code->load(S.On, Of.Problem))
    Of.Status = cudaErrorInvalidKernelImage;
}

Module *heddle::ptx::runtime::moduleOf(Binary &Of, cudaError_t &Status) {
  if (!Of.IsRead)
    read(Of);
  Status = Of.Status;
  if (Status == cudaSuccess)
    return Of.Code.get();
  if (!Of.HasSaid && !Of.Problem.empty())
    say(Of.Problem);
  Of.HasSaid = true;
  return nullptr;
}

void heddle::ptx::runtime::forgetModules() {
  State &S = state();
  std::vector<std::uint64_t> Gone;
  for (const auto &[Begin, A] : S.On.Memory.live())
    if (A->Kind == MemoryKind::Variable || A->Kind == MemoryKind::Constant)
      Gone.push_back(Begin);
  for (const std::uint64_t Begin : Gone)
    S.On.Memory.free(Begin);
  // Managed ones stay where they are: the program may have their addresses.
  for (const std::unique_ptr<Binary> &B : S.Binaries) {
    B->IsRead = false;
    B->Code.reset();
  }
}

cudaError_t heddle::ptx::runtime::findSymbol(const void *Symbol,
                                             const char *CallName,
                                             Variable *&Out) {
  State &S = state();
  const auto Found = S.Variables.find(Symbol);
  if (Found == S.Variables.end()) {
    say(std::string(CallName) + ": " + hexadecimal(addressOf(Symbol)) +
        " is no variable of the device");
    return cudaErrorInvalidSymbol;
  }
  cudaError_t Status = cudaSuccess;
  Module *const M = moduleOf(*Found->second.Of, Status);
  if (!M)
    return Status;
  Out = M->variable(Found->second.Name);
  if (Out && Out->Address)
    return cudaSuccess;
  say(std::string(CallName) + ": the program's PTX has no variable " +
      Found->second.Name);
  return cudaErrorInvalidSymbol;
}

static Binary &binaryOf(void **Handle) {
  return *reinterpret_cast<Binary *>(Handle);
}

PTX_API void **__cudaRegisterFatBinary(void *Wrapper) {
  State &S = state();
  const Guard Locked(S.Lock);
  S.Binaries.push_back(std::make_unique<Binary>());
  S.Binaries.back()->Wrapper = Wrapper;
  return reinterpret_cast<void **>(S.Binaries.back().get());
}

PTX_API void __cudaRegisterFatBinaryEnd(void **) {}

// Counts and messages at the end may need what the binary has.
PTX_API void __cudaUnregisterFatBinary(void **) {}

PTX_API void __cudaRegisterFunction(void **Handle, const char *Host, char *,
                                    const char *Name, int, void *, void *,
                                    void *, void *, int *) {
  State &S = state();
  const Guard Locked(S.Lock);
  S.Functions[Host] = {&binaryOf(Handle), Name};
}

PTX_API void __cudaRegisterVar(void **Handle, char *Host, char *,
                               const char *Name, int, std::size_t, int, int) {
  State &S = state();
  const Guard Locked(S.Lock);
  S.Variables[Host] = {&binaryOf(Handle), Name};
}

PTX_API void __cudaRegisterManagedVar(void **Handle, void **HostAddress, char *,
                                      const char *Name, int, std::size_t Size,
                                      int, int) {
  State &S = state();
  const Guard Locked(S.Lock);
  S.Variables[HostAddress] = {&binaryOf(Handle), Name, HostAddress, Size};
}

// Textures and surfaces of before CUDA 12; PTX that has them is refused.
PTX_API void __cudaRegisterTexture(void **, const void *, const void **,
                                   const char *, int, int, int) {}
PTX_API void __cudaRegisterSurface(void **, const void *, const void **,
                                   const char *, int, int) {}

/// Before the host first uses a managed variable.
PTX_API char __cudaInitModule(void **Handle) {
  State &S = state();
  const Guard Locked(S.Lock);
  cudaError_t Status = cudaSuccess;
  return moduleOf(binaryOf(Handle), Status) ? 1 : 0;
}
PTX_API void __cudaInitManaged(void **Handle) {
  (void)__cudaInitModule(Handle);
}
