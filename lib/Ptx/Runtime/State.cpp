//===- State.cpp - what CUDA's runtime keeps ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/State.h"

#include "Ptx/Runtime/Device.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

/// One a host thread. Without a destructor: other threads' and static objects
/// call functions of CUDA until the very end.
static thread_local cudaError_t LastError = cudaSuccess;

[[noreturn]] static void wrong(const char *Name, const char *Value,
                               const char *Form) {
  std::fprintf(stderr, "heddle-ptx: %s is '%s', not %s\n", Name, Value, Form);
  std::_Exit(86);
}

/// The variable says 'error', which is all that it may say.
static bool isError(const char *Name) {
  const char *const Text = std::getenv(Name);
  if (!Text || !*Text)
    return false;
  if (std::string(Text) != "error")
    wrong(Name, Text, "error");
  return true;
}

static void readEnvironment(State &S) {
  S.On.Run = Options::fromEnvironment();
  unsigned Arch = S.On.Has.Arch;
  if (const char *const Text = std::getenv("HEDDLE_PTX_ARCH"); Text && *Text) {
    char *End = nullptr;
    const unsigned long Number = std::strtoul(Text, &End, 10);
    if (*End != '\0' || Number < 50 || Number > 999)
      wrong("HEDDLE_PTX_ARCH", Text, "the number of an architecture, as 75");
    Arch = static_cast<unsigned>(Number);
  }
  S.On.Has = limitsOf(Arch);
  S.LeaksAreErrors = isError("HEDDLE_PTX_LEAKS");
  S.TrapsAreErrors = isError("HEDDLE_PTX_TRAP");
  const char *const Fault = std::getenv("HEDDLE_PTX_FAULT");
  if (!Fault || !*Fault)
    return;
  S.SaysCalls = true;
  if (std::string(Fault) != "count" &&
      !cuda_faults::read_fault(Fault, S.Calls.fault))
    wrong("HEDDLE_PTX_FAULT", Fault, "CALL:N[:KIND] or count");
}

State &heddle::ptx::runtime::state() {
  static State *const Only = [] {
    auto *const S = new State;
    readEnvironment(*S);
    return S;
  }();
  return *Only;
}

/// To the standard error, and to the end of the file that HEDDLE_PTX_LOG names:
/// a program may have turned the former elsewhere.
static void print(const std::string &Text) {
  std::fputs(Text.c_str(), stderr);
  const char *const Log = std::getenv("HEDDLE_PTX_LOG");
  if (!Log || !*Log)
    return;
  if (std::FILE *const File = std::fopen(Log, "a")) {
    std::fputs(Text.c_str(), File);
    std::fclose(File);
  }
}

void heddle::ptx::runtime::say(const std::string &Text) {
  print("heddle-ptx: " + Text + "\n");
}

void heddle::ptx::runtime::stop(const Finding &Found) {
  std::fflush(nullptr);
  print(Found.print());
  std::fflush(nullptr);
  _exit(86);
}

std::string heddle::ptx::runtime::hexadecimal(std::uint64_t Address) {
  char Text[2 + 16 + 1];
  std::snprintf(Text, sizeof Text, "0x%llx",
                static_cast<unsigned long long>(Address));
  return Text;
}

Call::Call(const char *Of, Form Is) : Locked(state().Lock), Name(Of) {
  Fails = state().Calls.next(Of, Half);
  if (Is != Copy)
    Half = false;
}

cudaError_t Call::done(cudaError_t Status) {
  if (Status == cudaSuccess && Half)
    Status = Fails;
  if (Status != cudaSuccess)
    LastError = Status;
  return Status;
}

std::string Call::numbered() const {
  return std::string(Name) + " number " +
         std::to_string(state().Calls.counts().at(Name));
}

// A sticky error stays: every call returns it.
PTX_API cudaError_t cudaGetLastError() {
  const Call Here("cudaGetLastError");
  const cudaError_t Last = LastError;
  LastError = cudaSuccess;
  return Here.failure() != cudaSuccess ? Here.failure() : Last;
}

PTX_API cudaError_t cudaPeekAtLastError() {
  Call Here("cudaPeekAtLastError");
  (void)Here.done(Here.failure());
  return LastError;
}

PTX_API const char *cudaGetErrorName(cudaError_t Status) {
  switch (Status) {
#define PTX_ERROR(Name, Number, Text)                                          \
  case Name:                                                                   \
    return #Name;
#include "Errors.def"
  }
  return "unrecognized error code";
}

PTX_API const char *cudaGetErrorString(cudaError_t Status) {
  switch (Status) {
#define PTX_ERROR(Name, Number, Text)                                          \
  case Name:                                                                   \
    return Text;
#include "Errors.def"
  }
  return "unrecognized error code";
}
