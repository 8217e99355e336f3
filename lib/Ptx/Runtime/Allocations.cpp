//===- Allocations.cpp - memory of the device and of the host -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Allocations.h"

#include <cstdlib>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

static bool isOfDevice(const Allocation &A) {
  return A.Kind != MemoryKind::Managed && A.Kind != MemoryKind::Pinned;
}

bool heddle::ptx::runtime::isDeviceAddress(std::uint64_t Address) {
  // Device memory lies in one range that nothing else is in, in the order in
  // which it was allocated.
  constexpr std::uint64_t Reach = std::uint64_t(1) << 36;
  const Allocation *const A = state().On.Memory.nearest(Address);
  return A && isOfDevice(*A) && Address - A->Begin < Reach;
}

static std::string describe(const Allocation &A) {
  return "the " + std::to_string(A.Size) + " bytes of " + A.Name;
}

bool heddle::ptx::runtime::findRange(std::uint64_t Address, std::uint64_t Bytes,
                                     const char *What, Allocation *&Out) {
  Memory &Of = state().On.Memory;
  Out = Of.find(Address);
  if (Bytes == 0 || (Out && Out->contains(Address, Bytes)))
    return true;
  const auto Say = [&](const std::string &Problem) {
    say(std::string(What) + " of " + std::to_string(Bytes) + " bytes at " +
        hexadecimal(Address) + Problem);
    return false;
  };
  if (Out) {
    // Registered memory is a part of the program's own.
    const auto Known = state().Host.find(Out->Begin);
    if (Known != state().Host.end() && Known->second.Registered)
      return true;
    return Say(" goes beyond " + describe(*Out) + ", of which it begins at " +
               "offset " + std::to_string(Address - Out->Begin));
  }
  if (!isDeviceAddress(Address))
    return true;
  const Allocation &Near = *Of.nearest(Address);
  const bool Inside = Near.Freed && Address - Near.Begin < Near.Size;
  return Say(Inside ? ", in " + describe(Near) + ", which was freed"
                    : ", in no allocation; the one before is " +
                          describe(Near) + " at " + hexadecimal(Near.Begin));
}

cudaError_t heddle::ptx::runtime::allocateDevice(void **Out, std::size_t Size,
                                                 const Call &For) {
  State &S = state();
  if (!Out)
    return cudaErrorInvalidValue;
  *Out = nullptr;
  if (Size == 0)
    return cudaSuccess;
  const Allocation *const A =
      S.On.Memory.allocate(Size, MemoryKind::Device, For.numbered());
  if (!A)
    return cudaErrorMemoryAllocation;
  ++S.On.Counted.Program.Allocations;
  *Out = reinterpret_cast<void *>(A->Begin);
  return cudaSuccess;
}

/// Host memory that the device may use.
static cudaError_t allocateHost(void **Out, std::size_t Size, unsigned Flags,
                                MemoryKind Kind, const Call &For) {
  State &S = state();
  if (!Out)
    return cudaErrorInvalidValue;
  *Out = nullptr;
  if (Size == 0)
    return Kind == MemoryKind::Managed ? cudaErrorInvalidValue : cudaSuccess;
  if (Size > S.On.Memory.total())
    return cudaErrorMemoryAllocation;
  void *const Data = std::aligned_alloc(4096, (Size + 4095) / 4096 * 4096);
  if (!Data)
    return cudaErrorMemoryAllocation;
  S.On.Memory.adopt(Data, Size, Kind, For.numbered());
  S.Host[addressOf(Data)] = {Size, Flags, false};
  ++S.On.Counted.Program.Allocations;
  *Out = Data;
  return cudaSuccess;
}

/// Says what is wrong with a pointer that cannot be freed.
static cudaError_t cannotFree(std::uint64_t Address, const Call &For) {
  const Allocation *const A = state().On.Memory.nearest(Address);
  std::string Text = std::string(For.name()) + " of " + hexadecimal(Address);
  if (A && A->Begin == Address && A->Freed)
    Text += ", which was freed before: " + describe(*A);
  else if (A && A->Begin == Address)
    Text += ", which it does not free: " + describe(*A);
  else if (A && A->contains(Address, 1))
    Text += ", which is within " + describe(*A) + " and not its beginning";
  else
    Text += ", which was not allocated";
  say(Text);
  return cudaErrorInvalidValue;
}

static void release(std::uint64_t Address) {
  State &S = state();
  S.On.Memory.free(Address);
  S.PoolOf.erase(Address);
  const auto Host = S.Host.find(Address);
  if (Host == S.Host.end())
    return;
  const bool Owned = !Host->second.Registered;
  S.Host.erase(Host);
  if (Owned)
    std::free(reinterpret_cast<void *>(Address));
}

cudaError_t heddle::ptx::runtime::freeDevice(void *Pointer, const Call &For) {
  State &S = state();
  const std::uint64_t Address = addressOf(Pointer);
  if (Address == 0)
    return cudaSuccess;
  const Allocation *const A = S.On.Memory.find(Address);
  const bool Fits =
      A && A->Begin == Address &&
      (A->Kind == MemoryKind::Device ||
       (A->Kind == MemoryKind::Managed && S.Host.count(Address) != 0));
  if (!Fits)
    return cannotFree(Address, For);
  if (const auto Of = S.PoolOf.find(Address); Of != S.PoolOf.end())
    S.Pools[Of->second].Used -= A->Size;
  release(Address);
  ++S.On.Counted.Program.Frees;
  return cudaSuccess;
}

void heddle::ptx::runtime::freeEverything() {
  State &S = state();
  std::vector<std::uint64_t> All;
  for (const auto &[Begin, A] : S.On.Memory.live())
    if (A->Kind == MemoryKind::Device || S.Host.count(Begin) != 0)
      All.push_back(Begin);
  for (const std::uint64_t Begin : All)
    release(Begin);
}

/// Allocating may wait for work of other streams.
#define PTX_ENTER_ALLOCATION(Name)                                             \
  PTX_ENTER(Name);                                                             \
  if (const cudaError_t Now = notWhileCaptured(); Now != cudaSuccess)          \
  return Here.done(Now)

PTX_API cudaError_t cudaMalloc(void **Out, std::size_t Size) {
  PTX_ENTER_ALLOCATION(cudaMalloc);
  return Here.done(allocateDevice(Out, Size, Here));
}

PTX_API cudaError_t cudaFree(void *Pointer) {
  PTX_ENTER_ALLOCATION(cudaFree);
  return Here.done(freeDevice(Pointer, Here));
}

PTX_API cudaError_t cudaMallocPitch(void **Out, std::size_t *Pitch,
                                    std::size_t Width, std::size_t Height) {
  PTX_ENTER_ALLOCATION(cudaMallocPitch);
  if (!Pitch)
    return Here.done(cudaErrorInvalidValue);
  *Pitch = (Width + PitchAlign - 1) / PitchAlign * PitchAlign;
  return Here.done(allocateDevice(Out, *Pitch * Height, Here));
}

PTX_API cudaError_t cudaMalloc3D(cudaPitchedPtr *Out, cudaExtent Size) {
  PTX_ENTER_ALLOCATION(cudaMalloc3D);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  Out->pitch = (Size.width + PitchAlign - 1) / PitchAlign * PitchAlign;
  Out->xsize = Size.width;
  Out->ysize = Size.height;
  return Here.done(
      allocateDevice(&Out->ptr, Out->pitch * Size.height * Size.depth, Here));
}

PTX_API cudaError_t cudaMallocManaged(void **Out, std::size_t Size,
                                      unsigned Flags) {
  PTX_ENTER_ALLOCATION(cudaMallocManaged);
  if (Flags != 1 && Flags != 2) // cudaMemAttachGlobal, cudaMemAttachHost
    return Here.done(cudaErrorInvalidValue);
  return Here.done(allocateHost(Out, Size, 0, MemoryKind::Managed, Here));
}

PTX_API cudaError_t cudaMallocHost(void **Out, std::size_t Size) {
  PTX_ENTER_ALLOCATION(cudaMallocHost);
  return Here.done(allocateHost(Out, Size, 0, MemoryKind::Pinned, Here));
}

PTX_API cudaError_t cudaHostAlloc(void **Out, std::size_t Size,
                                  unsigned Flags) {
  PTX_ENTER_ALLOCATION(cudaHostAlloc);
  if (Flags > 7)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(allocateHost(Out, Size, Flags, MemoryKind::Pinned, Here));
}

PTX_API cudaError_t cudaFreeHost(void *Pointer) {
  PTX_ENTER_ALLOCATION(cudaFreeHost);
  State &S = state();
  const std::uint64_t Address = addressOf(Pointer);
  if (Address == 0)
    return Here.done(cudaSuccess);
  const auto Known = S.Host.find(Address);
  const Allocation *const A = S.On.Memory.find(Address);
  if (Known == S.Host.end() || Known->second.Registered || !A ||
      A->Kind != MemoryKind::Pinned)
    return Here.done(cannotFree(Address, Here));
  release(Address);
  ++S.On.Counted.Program.Frees;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaHostRegister(void *Pointer, std::size_t Size,
                                     unsigned Flags) {
  PTX_ENTER_ALLOCATION(cudaHostRegister);
  State &S = state();
  const std::uint64_t Begin = addressOf(Pointer);
  if (!Pointer || Size == 0 || Flags > 15 || isDeviceAddress(Begin))
    return Here.done(cudaErrorInvalidValue);
  const auto Behind = S.Host.lower_bound(Begin + Size);
  if (Behind != S.Host.begin()) {
    const auto &[Other, Known] = *std::prev(Behind);
    if (Other + Known.Size > Begin)
      return Here.done(cudaErrorHostMemoryAlreadyRegistered);
  }
  S.On.Memory.adopt(Pointer, Size, MemoryKind::Pinned, Here.numbered());
  S.Host[Begin] = {Size, Flags, true};
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaHostUnregister(void *Pointer) {
  PTX_ENTER_ALLOCATION(cudaHostUnregister);
  const auto Known = state().Host.find(addressOf(Pointer));
  if (Known == state().Host.end() || !Known->second.Registered)
    return Here.done(cudaErrorHostMemoryNotRegistered);
  release(addressOf(Pointer));
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaHostGetDevicePointer(void **Out, void *Pointer,
                                             unsigned Flags) {
  PTX_ENTER(cudaHostGetDevicePointer);
  const Allocation *const A = state().On.Memory.find(addressOf(Pointer));
  if (!Out || Flags != 0 || !A || isOfDevice(*A))
    return Here.done(cudaErrorInvalidValue);
  *Out = Pointer;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaHostGetFlags(unsigned *Out, void *Pointer) {
  PTX_ENTER(cudaHostGetFlags);
  const auto Known = state().Host.find(addressOf(Pointer));
  if (!Out || Known == state().Host.end())
    return Here.done(cudaErrorInvalidValue);
  *Out = Known->second.Flags | cudaHostAllocMapped;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaMemGetInfo(std::size_t *Free, std::size_t *Total) {
  PTX_ENTER(cudaMemGetInfo);
  const Memory &M = state().On.Memory;
  if (!Free || !Total)
    return Here.done(cudaErrorInvalidValue);
  *Total = M.total();
  *Free = M.total() - M.used();
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Out,
                                             const void *Pointer) {
  PTX_ENTER(cudaPointerGetAttributes);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  const std::uint64_t Address = addressOf(Pointer);
  const Allocation *const A = state().On.Memory.find(Address);
  void *const Same = reinterpret_cast<void *>(Address);
  *Out = {};
  Out->device = -2; // cudaInvalidDeviceId
  if (!A) {
    if (!isDeviceAddress(Address))
      Out->hostPointer = Same;
    return Here.done(cudaSuccess);
  }
  Out->device = A->Device;
  Out->devicePointer = Same;
  Out->type = A->Kind == MemoryKind::Managed  ? cudaMemoryTypeManaged
              : A->Kind == MemoryKind::Pinned ? cudaMemoryTypeHost
                                              : cudaMemoryTypeDevice;
  if (!isOfDevice(*A))
    Out->hostPointer = Same;
  return Here.done(cudaSuccess);
}
