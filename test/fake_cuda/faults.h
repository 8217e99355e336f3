//===- fake_cuda/faults.h - calls that fail when they are told to ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   HEDDLE_FAULT=CALL:N[:KIND]
//
// makes call number N (from 1) of the function CALL of CUDA fail, once; CALL is
// `any` for all of them together. KIND says how:
//
//   unknown    cudaErrorUnknown; what it is without a KIND
//   memory     cudaErrorMemoryAllocation
//   device     cudaErrorNoDevice
//   driver     cudaErrorInsufficientDriver
//   mismatch   cudaErrorSystemDriverMismatch
//   launch     cudaErrorLaunchOutOfResources
//   sticky     cudaErrorIllegalAddress, and so does every later call, as after
//              a kernel that has broken the context
//   half       a copy stops in the middle, with cudaErrorUnknown
//
//   HEDDLE_FAULT=count
//
// fails nothing. Either way the process says at its end how often each function
// was called, and what is left of its allocations.
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_FAULTS_H
#define FAKE_CUDA_FAULTS_H

#include "types.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

/// Which call fails, and how.
struct fake_fault {
  std::string call{}; ///< "any" for all; empty for none
  int nth = 0;        ///< from 1
  cudaError_t status = cudaErrorUnknown;
  bool sticky = false;
  bool half = false; ///< a copy stops in the middle

  bool set_kind(const std::string &kind) {
    static const std::map<std::string, cudaError_t> kinds = {
        {"unknown", cudaErrorUnknown},
        {"memory", cudaErrorMemoryAllocation},
        {"device", cudaErrorNoDevice},
        {"driver", cudaErrorInsufficientDriver},
        {"mismatch", cudaErrorSystemDriverMismatch},
        {"launch", cudaErrorLaunchOutOfResources},
        {"sticky", cudaErrorIllegalAddress},
        {"half", cudaErrorUnknown}};
    const auto found = kinds.find(kind);
    if (found == kinds.end())
      return false;
    status = found->second;
    sticky = kind == "sticky";
    half = kind == "half";
    return true;
  }
};

/// CALL:N[:KIND]. A text that is not one ends the process: a test must not pass
/// because nothing failed.
inline fake_fault fake_fault_from(const std::string &text) {
  fake_fault fault;
  const std::size_t first = text.find(':');
  const std::size_t second =
      first == std::string::npos ? first : text.find(':', first + 1);
  bool is_number = false;
  if (first != std::string::npos && first != 0) {
    fault.call = text.substr(0, first);
    const std::string number = text.substr(first + 1, second - first - 1);
    char *end = nullptr;
    fault.nth = static_cast<int>(std::strtol(number.c_str(), &end, 10));
    is_number = *end == '\0';
  }
  if (!is_number || fault.nth < 1 ||
      (second != std::string::npos &&
       !fault.set_kind(text.substr(second + 1)))) {
    std::fprintf(stderr, "HEDDLE_FAULT is '%s', not CALL:N[:KIND]\n",
                 text.c_str());
    std::abort();
  }
  return fault;
}

/// How often each function was called, and the fault that waits for one.
class fake_calls {
public:
  fake_fault fault{};
  cudaError_t sticky = cudaSuccess; ///< the answer to every call from now on

  /// The answer to this call, and whether it stops in the middle.
  cudaError_t next(const std::string &call, bool &half) {
    const int of_this = ++counts_[call], of_all = ++total_;
    half = false;
    if (sticky != cudaSuccess)
      return sticky;
    const bool now = fault.call == call  ? of_this == fault.nth
                     : fault.call == "any" && of_all == fault.nth;
    if (!now)
      return cudaSuccess;
    ++failed_;
    half = fault.half;
    if (fault.sticky)
      sticky = fault.status;
    return fault.status;
  }

  void clear() { *this = fake_calls(); }
  int total() const { return total_; }
  int failed() const { return failed_; }
  const std::map<std::string, int> &counts() const { return counts_; }

private:
  std::map<std::string, int> counts_{};
  int total_ = 0, failed_ = 0;
};

#endif // FAKE_CUDA_FAULTS_H
