//===- Symbols.cpp - the program's variables on the device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Copies.h"

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

/// Bytes [Offset, Offset + Bytes) of the variable.
static cudaError_t partOf(const void *Symbol, std::size_t Offset,
                          std::size_t Bytes, const Call &For, void *&Out) {
  Variable *V = nullptr;
  const cudaError_t Status = findSymbol(Symbol, For.name(), V);
  if (Status != cudaSuccess)
    return Status;
  if (Offset > V->Size || Bytes > V->Size - Offset) {
    say(std::string(For.name()) + " of " + std::to_string(Bytes) +
        " bytes at offset " + std::to_string(Offset) + " of the variable " +
        V->Name + ", which has " + std::to_string(V->Size));
    return cudaErrorInvalidValue;
  }
  Out = reinterpret_cast<void *>(V->Address + Offset);
  return cudaSuccess;
}

PTX_API cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From,
                                       std::size_t Bytes, std::size_t Offset,
                                       cudaMemcpyKind Kind) {
  PTX_ENTER_COPY(cudaMemcpyToSymbol);
  void *To = nullptr;
  const cudaError_t Status = partOf(Symbol, Offset, Bytes, Here, To);
  return Here.done(
      Status != cudaSuccess ? Status : copyNow(To, From, Bytes, Kind, Here));
}

PTX_API cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol,
                                         std::size_t Bytes, std::size_t Offset,
                                         cudaMemcpyKind Kind) {
  PTX_ENTER_COPY(cudaMemcpyFromSymbol);
  void *From = nullptr;
  const cudaError_t Status = partOf(Symbol, Offset, Bytes, Here, From);
  return Here.done(
      Status != cudaSuccess ? Status : copyNow(To, From, Bytes, Kind, Here));
}

PTX_API cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol,
                                            const void *From, std::size_t Bytes,
                                            std::size_t Offset,
                                            cudaMemcpyKind Kind,
                                            cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpyToSymbolAsync);
  void *To = nullptr;
  const cudaError_t Status = partOf(Symbol, Offset, Bytes, Here, To);
  return Here.done(Status != cudaSuccess
                       ? Status
                       : copyInStream(To, From, Bytes, Kind, Here, Stream));
}

PTX_API cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol,
                                              std::size_t Bytes,
                                              std::size_t Offset,
                                              cudaMemcpyKind Kind,
                                              cudaStream_t Stream) {
  PTX_ENTER_COPY(cudaMemcpyFromSymbolAsync);
  void *From = nullptr;
  const cudaError_t Status = partOf(Symbol, Offset, Bytes, Here, From);
  return Here.done(Status != cudaSuccess
                       ? Status
                       : copyInStream(To, From, Bytes, Kind, Here, Stream));
}

PTX_API cudaError_t cudaGetSymbolAddress(void **Out, const void *Symbol) {
  PTX_ENTER(cudaGetSymbolAddress);
  return Here.done(Out ? partOf(Symbol, 0, 0, Here, *Out)
                       : cudaErrorInvalidValue);
}

PTX_API cudaError_t cudaGetSymbolSize(std::size_t *Out, const void *Symbol) {
  PTX_ENTER(cudaGetSymbolSize);
  Variable *V = nullptr;
  const cudaError_t Status =
      Out ? findSymbol(Symbol, Here.name(), V) : cudaErrorInvalidValue;
  if (Status == cudaSuccess)
    *Out = V->Size;
  return Here.done(Status);
}

PTX_PER_THREAD(cudaMemcpyToSymbol, ptds)
PTX_PER_THREAD(cudaMemcpyFromSymbol, ptds)
PTX_PER_THREAD(cudaMemcpyToSymbolAsync, ptsz)
PTX_PER_THREAD(cudaMemcpyFromSymbolAsync, ptsz)
