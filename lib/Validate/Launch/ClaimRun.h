//===- ClaimRun.h - Whether what is claimed is so ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_CLAIMRUN_H
#define HEDDLE_VALIDATE_LAUNCH_CLAIMRUN_H

#include "Validate/Launch/HostRun.h"
#include "Validate/Launch/TableRows.h"
#include <map>
#include <set>

namespace heddle {
namespace validate {

/// The loops that look at each access of which something is claimed. They come
/// to what is undefined where a claim is wrong.
class ClaimRun : public Surroundings {
public:
  ClaimRun(World &W, uint64_t Steps)
      : Host(W, Steps), All(W.N.Claims.size()), Owns(W.N.Owns.size()) {
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
    int64_t Of = 0; ///< the number of its NextIteration
    Value Elements; ///< Ok: there are so many
    bool HasExtent = false, HasRows = false, IsApart = false;
    bool IsTable = false; ///< Begin is none of the elements
    TableRows Rows;
    std::map<int64_t, Touched> Seen;
  };

  /// A variable that each iteration has for itself.
  struct Own {
    uint64_t SetIn = 0; ///< iteration
    std::set<int64_t> Set;
  };

  bool holds(Claim &C, int64_t Size, int64_t Place, bool Writes);
  TableRows claimedRows(const Node *Table);
  bool isSet(const Node *E, int64_t Place);

  std::vector<Claim> All;
  std::vector<Own> Owns;
  std::map<int64_t, uint64_t> Iterations; ///< by the number of NextIteration
};

} // namespace validate
} // namespace heddle

#endif
