//===- Fills.cpp - cudaMemset and its kin ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Copies.h"

#include <cstring>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

namespace {

struct Fill {
  std::uint64_t At;
  std::size_t Pitch, Slice;
  std::size_t Width, Height = 1, Depth = 1; ///< width in bytes
  std::uint32_t Value;
  unsigned ElementBytes = 1;
  const char *Name;

  template <class F> bool eachRow(const F &Do) const {
    for (std::size_t Z = 0; Z != Depth; ++Z)
      for (std::size_t Y = 0; Y != Height; ++Y)
        if (!Do(At + Z * Slice + Y * Pitch))
          return false;
    return true;
  }
};

} // namespace

static cudaError_t check(const Fill &F) {
  if (F.Width * F.Height * F.Depth == 0)
    return cudaSuccess;
  if (F.Height * F.Depth != 1 && F.Width > F.Pitch)
    return cudaErrorInvalidPitchValue;
  const bool Fits = F.eachRow([&](std::uint64_t Row) {
    Allocation *In = nullptr;
    if (!findRange(Row, F.Width, F.Name, In))
      return false;
    if (!In)
      say(std::string(F.Name) + ": " + hexadecimal(Row) +
          " is no memory of the device");
    return In != nullptr;
  });
  return Fits ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t perform(const Fill &F) {
  const cudaError_t Status = check(F);
  if (Status != cudaSuccess || F.Width * F.Height * F.Depth == 0)
    return Status;
  F.eachRow([&](std::uint64_t Row) {
    Allocation *const In = state().On.Memory.find(Row);
    unsigned char *const To = In->at(Row);
    if (F.ElementBytes == 1)
      std::memset(To, static_cast<int>(F.Value & 0xff), F.Width);
    else
      for (std::size_t K = 0; K != F.Width; K += F.ElementBytes)
        std::memcpy(To + K, &F.Value, F.ElementBytes);
    In->markWritten(Row - In->Begin, F.Width);
    return true;
  });
  state().On.Counted.Program.WithinDevice += F.Width * F.Height * F.Depth;
  return cudaSuccess;
}

static cudaError_t now(const Fill &F) {
  const cudaError_t Status = atOnce();
  return Status != cudaSuccess ? Status : perform(F);
}

static cudaError_t inStream(const Fill &F, cudaStream_t Stream) {
  const cudaError_t Status = check(F);
  return Status != cudaSuccess ? Status
                               : issue(Stream, cudaGraphNodeTypeMemset,
                                       [F] { return perform(F); });
}

cudaError_t heddle::ptx::runtime::fillWork(const cudaMemsetParams *Of,
                                           const char *Name,
                                           std::function<cudaError_t()> &Out) {
  if (!Of ||
      (Of->elementSize != 1 && Of->elementSize != 2 && Of->elementSize != 4))
    return cudaErrorInvalidValue;
  const Fill F{addressOf(Of->dst),
               Of->pitch,
               0,
               Of->width * Of->elementSize,
               Of->height,
               1,
               Of->value,
               Of->elementSize,
               Name};
  Out = [F] { return perform(F); };
  return check(F);
}

static Fill bytes(void *At, int Value, std::size_t Bytes, const char *Name) {
  return {addressOf(At),        Bytes, Bytes, Bytes, 1, 1,
          std::uint32_t(Value), 1,     Name};
}

static Fill box(const cudaPitchedPtr &At, int Value, cudaExtent Size,
                const char *Name) {
  return {addressOf(At.ptr),    At.pitch,    At.pitch * At.ysize,
          Size.width,           Size.height, Size.depth,
          std::uint32_t(Value), 1,           Name};
}

PTX_API cudaError_t cudaMemset(void *At, int Value, std::size_t Bytes) {
  PTX_ENTER(cudaMemset);
  return Here.done(now(bytes(At, Value, Bytes, Here.name())));
}

PTX_API cudaError_t cudaMemsetAsync(void *At, int Value, std::size_t Bytes,
                                    cudaStream_t Stream) {
  PTX_ENTER(cudaMemsetAsync);
  return Here.done(inStream(bytes(At, Value, Bytes, Here.name()), Stream));
}

PTX_API cudaError_t cudaMemset2D(void *At, std::size_t Pitch, int Value,
                                 std::size_t Width, std::size_t Height) {
  PTX_ENTER(cudaMemset2D);
  return Here.done(
      now(box({At, Pitch, 0, 0}, Value, {Width, Height, 1}, Here.name())));
}

PTX_API cudaError_t cudaMemset2DAsync(void *At, std::size_t Pitch, int Value,
                                      std::size_t Width, std::size_t Height,
                                      cudaStream_t Stream) {
  PTX_ENTER(cudaMemset2DAsync);
  return Here.done(inStream(
      box({At, Pitch, 0, 0}, Value, {Width, Height, 1}, Here.name()), Stream));
}

PTX_API cudaError_t cudaMemset3D(cudaPitchedPtr At, int Value,
                                 cudaExtent Size) {
  PTX_ENTER(cudaMemset3D);
  return Here.done(now(box(At, Value, Size, Here.name())));
}

PTX_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr At, int Value,
                                      cudaExtent Size, cudaStream_t Stream) {
  PTX_ENTER(cudaMemset3DAsync);
  return Here.done(inStream(box(At, Value, Size, Here.name()), Stream));
}

PTX_PER_THREAD(cudaMemset, ptds)
PTX_PER_THREAD(cudaMemsetAsync, ptsz)
PTX_PER_THREAD(cudaMemset2D, ptds)
PTX_PER_THREAD(cudaMemset2DAsync, ptsz)
PTX_PER_THREAD(cudaMemset3D, ptds)
PTX_PER_THREAD(cudaMemset3DAsync, ptsz)
