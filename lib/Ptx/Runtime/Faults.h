//===- Faults.h - calls that fail when they are told to -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   VARIABLE=CALL:N[:KIND]
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
//   VARIABLE=count
//
// fails nothing. Either way the process says at its end how often each function
// was called, and what is left of its allocations.
//
// VARIABLE is HEDDLE_PTX_FAULT, and HEDDLE_FAULT for the stand-in for CUDA that
// the tests have (test/fake_cuda), which shares this header: hence snake case.
// Whoever includes it has cudaError_t.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_FAULTS_H
#define HEDDLE_PTX_RUNTIME_FAULTS_H

#include <cstdlib>
#include <map>
#include <string>

namespace cuda_faults {

/// Which call fails, and how.
struct fault {
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

/// CALL:N[:KIND]. False: the text is no such thing.
inline bool read_fault(const std::string &text, fault &out) {
  const std::size_t first = text.find(':');
  if (first == std::string::npos || first == 0)
    return false;
  const std::size_t second = text.find(':', first + 1);
  out.call = text.substr(0, first);
  const std::string number = text.substr(first + 1, second - first - 1);
  char *end = nullptr;
  out.nth = static_cast<int>(std::strtol(number.c_str(), &end, 10));
  return *end == '\0' && out.nth >= 1 &&
         (second == std::string::npos || out.set_kind(text.substr(second + 1)));
}

/// How often each function was called, and the fault that waits for one.
class counted_calls {
public:
  struct fault fault {};
  cudaError_t sticky = cudaSuccess; ///< the answer to every call from now on

  /// The answer to this call, and whether it stops in the middle.
  cudaError_t next(const std::string &call, bool &half) {
    const int of_this = ++counts_[call], of_all = ++total_;
    half = false;
    if (sticky != cudaSuccess)
      return sticky;
    const bool now = fault.call == call
                         ? of_this == fault.nth
                         : fault.call == "any" && of_all == fault.nth;
    if (!now)
      return cudaSuccess;
    ++failed_;
    half = fault.half;
    if (fault.sticky)
      sticky = fault.status;
    return fault.status;
  }

  void clear() { *this = counted_calls(); }
  int total() const { return total_; }
  int failed() const { return failed_; }
  const std::map<std::string, int> &counts() const { return counts_; }

private:
  std::map<std::string, int> counts_{};
  int total_ = 0, failed_ = 0;
};

} // namespace cuda_faults

#endif // HEDDLE_PTX_RUNTIME_FAULTS_H
