//===- Copies.cpp - cudaMemcpy and its kin --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Copies.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

namespace {

enum class Side : std::uint8_t { Host, Device, Both };

/// A box of bytes, Width x Height x Depth, in two places.
struct Box {
  std::uint64_t To, From;
  std::size_t ToPitch, FromPitch; ///< bytes from a row to the next
  std::size_t ToSlice, FromSlice; ///< bytes from a slice to the next
  std::size_t Width, Height = 1, Depth = 1;
  cudaMemcpyKind Kind;
  const char *Name;

  /// Calls Do(to, from) for each row until it is false.
  template <class F> bool eachRow(const F &Do) const {
    for (std::size_t Z = 0; Z != Depth; ++Z)
      for (std::size_t Y = 0; Y != Height; ++Y)
        if (!Do(To + Z * ToSlice + Y * ToPitch,
                From + Z * FromSlice + Y * FromPitch))
          return false;
    return true;
  }
  std::uint64_t bytes() const { return std::uint64_t(Width) * Height * Depth; }
};

} // namespace

static Side sideOf(std::uint64_t Address) {
  const Allocation *const A = state().On.Memory.find(Address);
  if (A)
    return A->Kind == MemoryKind::Managed || A->Kind == MemoryKind::Pinned
               ? Side::Both
               : Side::Device;
  return isDeviceAddress(Address) ? Side::Device : Side::Host;
}

/// Whether the pointers are where the kind says. Managed and pinned memory is
/// on both sides.
static bool kindFits(const Box &B) {
  if (B.Kind == cudaMemcpyDefault)
    return true;
  const auto Fits = [](Side Is, bool OnDevice) {
    return Is == Side::Both || (Is == Side::Device) == OnDevice;
  };
  const bool ToDevice =
      B.Kind == cudaMemcpyHostToDevice || B.Kind == cudaMemcpyDeviceToDevice;
  const bool FromDevice =
      B.Kind == cudaMemcpyDeviceToHost || B.Kind == cudaMemcpyDeviceToDevice;
  const bool ToFits = Fits(sideOf(B.To), ToDevice);
  if (ToFits && Fits(sideOf(B.From), FromDevice))
    return true;
  const bool IsDevice = ToFits ? !FromDevice : !ToDevice;
  say(std::string(B.Name) + ": the " + (ToFits ? "source " : "target ") +
      hexadecimal(ToFits ? B.From : B.To) + " is memory of the " +
      (IsDevice ? "device" : "host") +
      ", which is not what the kind of the copy says");
  return false;
}

static cudaError_t check(const Box &B) {
  if (B.Kind < cudaMemcpyHostToHost || B.Kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (B.bytes() == 0)
    return cudaSuccess;
  if (B.Height * B.Depth != 1 && (B.Width > B.ToPitch || B.Width > B.FromPitch))
    return cudaErrorInvalidPitchValue;
  if (!B.To || !B.From || !kindFits(B))
    return cudaErrorInvalidValue;
  Allocation *Ignored = nullptr;
  const bool Fits = B.eachRow([&](std::uint64_t To, std::uint64_t From) {
    return findRange(To, B.Width, B.Name, Ignored) &&
           findRange(From, B.Width, B.Name, Ignored);
  });
  return Fits ? cudaSuccess : cudaErrorInvalidValue;
}

static unsigned char *bytesOf(Allocation *In, std::uint64_t Address) {
  return In ? In->at(Address) : reinterpret_cast<unsigned char *>(Address);
}

/// Bytes that nobody has written stay so where they are copied to.
static void copyWritten(Allocation &To, std::uint64_t ToOffset,
                        const Allocation *From, std::uint64_t FromOffset,
                        std::uint64_t Bytes) {
  if (!From || From->isWritten(FromOffset, Bytes)) {
    To.markWritten(ToOffset, Bytes);
    return;
  }
  if (To.Written.empty())
    return;
  for (std::uint64_t K = 0; K != Bytes; ++K) {
    const std::uint64_t At = ToOffset + K;
    To.Written[At / 64] &= ~(std::uint64_t(1) << At % 64);
    if (From->isWritten(FromOffset + K, 1))
      To.markWritten(At, 1);
  }
}

static void copyRow(std::uint64_t To, std::uint64_t From, std::uint64_t Bytes) {
  Memory &M = state().On.Memory;
  Allocation *const Into = M.find(To);
  Allocation *const OutOf = M.find(From);
  std::memmove(bytesOf(Into, To), bytesOf(OutOf, From), Bytes);
  if (Into)
    copyWritten(*Into, To - Into->Begin, OutOf, OutOf ? From - OutOf->Begin : 0,
                Bytes);
}

static void count(const Box &B, std::uint64_t Bytes) {
  ProgramCounts &P = state().On.Counted.Program;
  const auto OnDevice = [&](std::uint64_t Address, cudaMemcpyKind Towards) {
    const Side Is = sideOf(Address);
    if (B.Kind != cudaMemcpyDefault)
      return B.Kind == Towards || B.Kind == cudaMemcpyDeviceToDevice;
    // Pinned memory is the host's, managed memory counts as the device's.
    const Allocation *const A = state().On.Memory.find(Address);
    return Is == Side::Device || (A && A->Kind == MemoryKind::Managed);
  };
  const bool To = OnDevice(B.To, cudaMemcpyHostToDevice);
  const bool From = OnDevice(B.From, cudaMemcpyDeviceToHost);
  if (To && From)
    P.WithinDevice += Bytes;
  else if (To)
    P.ToDevice += Bytes;
  else if (From)
    P.FromDevice += Bytes;
}

/// Copies the first `Share` bytes of each row.
static cudaError_t perform(const Box &B, std::uint64_t Share) {
  const cudaError_t Status = check(B);
  if (Status != cudaSuccess || B.bytes() == 0)
    return Status;
  B.eachRow([&](std::uint64_t To, std::uint64_t From) {
    copyRow(To, From, Share);
    return true;
  });
  count(B, Share * B.Height * B.Depth);
  return cudaSuccess;
}

static cudaError_t now(const Box &B, const Call &By) {
  const cudaError_t Status = atOnce();
  return Status != cudaSuccess ? Status : perform(B, By.share(B.Width));
}

static cudaError_t inStream(const Box &B, const Call &By, cudaStream_t Stream) {
  const cudaError_t Status = check(B);
  if (Status != cudaSuccess)
    return Status;
  const std::uint64_t Share = By.share(B.Width);
  return issue(Stream, cudaGraphNodeTypeMemcpy,
               [B, Share] { return perform(B, Share); });
}

static Box line(void *To, const void *From, std::size_t Bytes,
                cudaMemcpyKind Kind, const char *Name) {
  return {addressOf(To), addressOf(From), Bytes, Bytes, Bytes,
          Bytes,         Bytes,           1,     1,     Kind,
          Name};
}

static Box rows(void *To, std::size_t ToPitch, const void *From,
                std::size_t FromPitch, std::size_t Width, std::size_t Height,
                cudaMemcpyKind Kind, const char *Name) {
  return {addressOf(To), addressOf(From), ToPitch, FromPitch, 0,   0,
          Width,         Height,          1,       Kind,      Name};
}

static cudaError_t boxOf(const cudaMemcpy3DParms *P, const char *Name,
                         Box &Out) {
  if (!P)
    return cudaErrorInvalidValue;
  if (P->srcArray || P->dstArray) {
    say(std::string(Name) + ": CUDA arrays are not supported");
    return cudaErrorNotSupported;
  }
  const auto First = [](const cudaPitchedPtr &Of, const cudaPos &At) {
    return addressOf(Of.ptr) + (At.z * Of.ysize + At.y) * Of.pitch + At.x;
  };
  Out = {First(P->dstPtr, P->dstPos),
         First(P->srcPtr, P->srcPos),
         P->dstPtr.pitch,
         P->srcPtr.pitch,
         P->dstPtr.pitch * P->dstPtr.ysize,
         P->srcPtr.pitch * P->srcPtr.ysize,
         P->extent.width,
         P->extent.height,
         P->extent.depth,
         P->kind,
         Name};
  return cudaSuccess;
}

cudaError_t heddle::ptx::runtime::copyNow(void *To, const void *From,
                                          std::size_t Bytes,
                                          cudaMemcpyKind Kind, const Call &By) {
  return now(line(To, From, Bytes, Kind, By.name()), By);
}

cudaError_t heddle::ptx::runtime::copyInStream(void *To, const void *From,
                                               std::size_t Bytes,
                                               cudaMemcpyKind Kind,
                                               const Call &By,
                                               cudaStream_t Stream) {
  return inStream(line(To, From, Bytes, Kind, By.name()), By, Stream);
}

cudaError_t heddle::ptx::runtime::copyWork(const cudaMemcpy3DParms *Of,
                                           const char *Name,
                                           std::function<cudaError_t()> &Out) {
  Box B{};
  cudaError_t Status = boxOf(Of, Name, B);
  if (Status == cudaSuccess)
    Status = check(B);
  if (Status == cudaSuccess)
    Out = [B] { return perform(B, B.Width); };
  return Status;
}

PTX_API cudaError_t cudaMemcpy(void *To, const void *From, std::size_t Bytes,
                               cudaMemcpyKind Kind) {
  PTX_ENTER_COPY(cudaMemcpy);
  return Here.done(copyNow(To, From, Bytes, Kind, Here));
}

PTX_API cudaError_t cudaMemcpyAsync(void *To, const void *From,
                                    std::size_t Bytes, cudaMemcpyKind Kind,
                                    cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpyAsync);
  return Here.done(copyInStream(To, From, Bytes, Kind, Here, Stream));
}

PTX_API cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                                   int FromDevice, std::size_t Bytes) {
  PTX_ENTER_COPY(cudaMemcpyPeer);
  if (ToDevice != 0 || FromDevice != 0)
    return Here.done(cudaErrorInvalidDevice);
  return Here.done(copyNow(To, From, Bytes, cudaMemcpyDefault, Here));
}

PTX_API cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice,
                                        const void *From, int FromDevice,
                                        std::size_t Bytes,
                                        cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpyPeerAsync);
  if (ToDevice != 0 || FromDevice != 0)
    return Here.done(cudaErrorInvalidDevice);
  return Here.done(
      copyInStream(To, From, Bytes, cudaMemcpyDefault, Here, Stream));
}

PTX_API cudaError_t cudaMemcpy2D(void *To, std::size_t ToPitch,
                                 const void *From, std::size_t FromPitch,
                                 std::size_t Width, std::size_t Height,
                                 cudaMemcpyKind Kind) {
  PTX_ENTER_COPY(cudaMemcpy2D);
  return Here.done(
      now(rows(To, ToPitch, From, FromPitch, Width, Height, Kind, Here.name()),
          Here));
}

PTX_API cudaError_t cudaMemcpy2DAsync(void *To, std::size_t ToPitch,
                                      const void *From, std::size_t FromPitch,
                                      std::size_t Width, std::size_t Height,
                                      cudaMemcpyKind Kind,
                                      cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpy2DAsync);
  return Here.done(inStream(
      rows(To, ToPitch, From, FromPitch, Width, Height, Kind, Here.name()),
      Here, Stream));
}

PTX_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *Of) {
  PTX_ENTER_COPY(cudaMemcpy3D);
  Box B{};
  const cudaError_t Status = boxOf(Of, Here.name(), B);
  return Here.done(Status != cudaSuccess ? Status : now(B, Here));
}

PTX_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *Of,
                                      cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpy3DAsync);
  Box B{};
  const cudaError_t Status = boxOf(Of, Here.name(), B);
  return Here.done(Status != cudaSuccess ? Status : inStream(B, Here, Stream));
}

PTX_PER_THREAD(cudaMemcpy, ptds)
PTX_PER_THREAD(cudaMemcpyAsync, ptsz)
PTX_PER_THREAD(cudaMemcpyPeerAsync, ptsz)
PTX_PER_THREAD(cudaMemcpy2D, ptds)
PTX_PER_THREAD(cudaMemcpy2DAsync, ptsz)
PTX_PER_THREAD(cudaMemcpy3D, ptds)
PTX_PER_THREAD(cudaMemcpy3DAsync, ptsz)
