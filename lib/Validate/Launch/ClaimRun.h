//===- ClaimRun.h - Whether what is claimed is so ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_CLAIMRUN_H
#define HEDDLE_VALIDATE_LAUNCH_CLAIMRUN_H

#include "Validate/Launch/HostRun.h"
#include <map>

namespace heddle {
namespace validate {

/// The loops that look at each access of which something is claimed. They come
/// to what is undefined where a claim is wrong.
class ClaimRun : public Surroundings {
public:
  ClaimRun(World &W, uint64_t Steps) : Host(W, Steps), All(W.N.Claims.size()) {
    Host.Text.surround(this);
  }

  void run() { Host.run(Host.W.N.Checked); }

  std::optional<Flow> instead(const Node *) override { return std::nullopt; }
  Value operation(const Node *E) override;

  HostRun Host;

private:
  struct Touched {
    uint64_t First; ///< iteration
    bool Others, Written;
  };
  struct Claim {
    int64_t Begin = 0;
    Value Elements; ///< Ok: there are so many
    bool HasExtent = false, IsApart = false;
    std::map<int64_t, Touched> Seen;
  };

  bool holds(Claim &C, int64_t Size, int64_t Place, bool Writes);

  std::vector<Claim> All;
  uint64_t Iteration = 0;
};

} // namespace validate
} // namespace heddle

#endif
