//===- State.h - what CUDA's runtime keeps --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   State.cpp         the one state, and how every function begins and ends
//   Registration.cpp  fat binaries, kernels and variables that programs have
//   Kernels.cpp       launches
//   Functions.cpp     what programs ask of kernels
//   Allocations.cpp   memory; Copies.cpp, Fills.cpp, Symbols.cpp use it
//   Pools.cpp         memory in stream order
//   Streams.cpp       streams and events; Capture.cpp records their work
//   Graphs.cpp        graphs
//   Device.cpp        what programs ask of the device
//   AtExit.cpp        leaks and counts, after the program's last destructor
//
// All work runs when it is issued, or when the graph that has it is launched.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_STATE_H
#define HEDDLE_PTX_RUNTIME_STATE_H

#include "Ptx/Launch.h"
#include "Ptx/Runtime/Cuda.h"
#include "Ptx/Runtime/Faults.h"
#include "Ptx/Runtime/Work.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::ptx::runtime {

/// One fat binary of the program. Its PTX is read when it is first needed:
/// programs register it before main, where nobody reads an error.
struct Binary {
  const void *Wrapper = nullptr;
  std::unique_ptr<Module> Code;
  bool IsRead = false, HasSaid = false;
  cudaError_t Status = cudaSuccess; ///< of reading it
  std::string Problem;
};

struct HostFunction {
  Binary *Of = nullptr;
  std::string Name;
  std::uint64_t MaxDynamicShared = 0; ///< cudaFuncSetAttribute; 0: not set
};

struct HostVariable {
  Binary *Of = nullptr;
  std::string Name;
  void **Managed = nullptr; ///< where the program has its address
  std::size_t Size = 0;     ///< of a managed variable
};

/// Host memory that the device knows.
struct HostMemory {
  std::uint64_t Size = 0;
  unsigned Flags = 0;
  bool Registered = false; ///< by cudaHostRegister: the program's own
};

struct Pool {
  bool IsDefault = false;
  std::uint64_t Threshold = 0, Used = 0, High = 0;
  int Reuse[4] = {0, 1, 1, 1};
};

struct State {
  std::recursive_mutex Lock;
  Device On;
  cuda_faults::counted_calls Calls;
  bool SaysCalls = false; ///< at the end
  bool LeaksAreErrors = false;
  bool TrapsAreErrors = false; ///< CUDA's, and no end of the program
  std::vector<std::unique_ptr<Binary>> Binaries;
  std::unordered_map<const void *, HostFunction> Functions;
  std::unordered_map<const void *, HostVariable> Variables;
  std::map<std::uint64_t, HostMemory> Host; ///< by first address
  std::set<CUstream_st *> Streams;
  std::set<CUevent_st *> Events;
  std::set<CUgraph_st *> Graphs;
  std::set<CUgraphExec_st *> Executables;
  std::set<Capture *> Captures;
  std::map<cudaMemPool_t, Pool> Pools;
  cudaMemPool_t CurrentPool = nullptr;           ///< null: the default one
  std::map<std::uint64_t, cudaMemPool_t> PoolOf; ///< by first address
  std::map<int, std::size_t> Settings;           ///< cudaDeviceSetLimit
  unsigned Flags = 0;                            ///< cudaSetDeviceFlags
};

/// It is never destroyed: static objects of programs free memory late.
State &state();

/// Prints "heddle-ptx: ", the text and a line break to the standard error.
void say(const std::string &Text);
/// Prints the finding and ends the process.
[[noreturn]] void stop(const Finding &Found);

/// "0x7f0012".
std::string hexadecimal(std::uint64_t Address);
inline std::uint64_t addressOf(const void *Pointer) {
  return reinterpret_cast<std::uint64_t>(Pointer);
}

/// One call of a function of CUDA: it holds the lock, and may be told to fail.
class Call {
public:
  enum Form { Any, Copy };
  explicit Call(const char *Name, Form Is = Any);
  /// True: the function does nothing, and returns `refusal`.
  bool refused() const { return Fails != cudaSuccess && !Half; }
  cudaError_t refusal() { return done(Fails); }
  /// The bytes that a copy moves: half of them, where it was told to fail so.
  std::uint64_t share(std::uint64_t Bytes) const {
    return Half ? Bytes / 2 : Bytes;
  }
  cudaError_t failure() const { return Fails; } ///< what it was told
  /// Remembers an error for cudaGetLastError.
  cudaError_t done(cudaError_t Status);
  const char *name() const { return Name; }
  /// "cudaMalloc number 3": as HEDDLE_PTX_FAULT counts.
  std::string numbered() const;

private:
  std::unique_lock<std::recursive_mutex> Locked;
  const char *Name;
  bool Half = false;
  cudaError_t Fails;
};

/// Begins a function of CUDA's.
#define PTX_ENTER(Name)                                                        \
  ::heddle::ptx::runtime::Call Here(#Name);                                    \
  if (Here.refused())                                                          \
  return Here.refusal()
#define PTX_ENTER_COPY(Name)                                                   \
  ::heddle::ptx::runtime::Call Here(#Name,                                     \
                                    ::heddle::ptx::runtime::Call::Copy);       \
  if (Here.refused())                                                          \
  return Here.refusal()

/// The module, with its variables in memory. Null, with the error, which is
/// said once, where it cannot be read.
Module *moduleOf(Binary &Of, cudaError_t &Status);
/// Frees what modules have in memory: they are read anew.
void forgetModules();
/// Where the variable of the program is on the device.
cudaError_t findSymbol(const void *Symbol, const char *CallName,
                       Variable *&Out);

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_STATE_H
