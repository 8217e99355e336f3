//===- InspectedHulls.h - What a pass over loops touches --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By its own definition of heddle/runtime/inspect.h: the first and the last
// element that loops touch of an array. Each iteration has what it stores for
// itself alone.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_INSPECTEDHULLS_H
#define HEDDLE_VALIDATE_LAUNCH_INSPECTEDHULLS_H

#include "Validate/Launch/HostRun.h"
#include <map>

namespace heddle {
namespace validate {

class InspectedHulls {
public:
  explicit InspectedHulls(HostRun &Host) : Host(Host) {}

  /// E: an operation from Op::Hull to Op::HullEnd, whose operands have the
  /// values V.
  Value operation(const Node *E, llvm::ArrayRef<Value> V);
  /// Runs the loops, until two iterations share an element.
  Flow pass(const Node *Loops);
  /// The pass has met such an element and ends.
  bool leaves() const { return Passing && Shared; }

private:
  /// The first iteration that touches a byte, others, and a store.
  struct Toucher {
    uint64_t Iteration = 0;
    bool Several = false, Stored = false;
  };
  struct Hull {
    int64_t Origin = 0, Size = 1; ///< a pointer, and bytes of an element
    int64_t Ignored = 0;          ///< a pointer
    bool Any = false;
    int64_t First = 0, Last = 0; ///< elements from the pointer
    bool TellsApart = false;
    std::map<int64_t, Toucher> Touchers; ///< by byte from the pointer
  };
  void touch(Hull &H, int64_t Place, int64_t Bytes, bool Stores);
  void tellApart(Hull &H, int64_t Byte, bool Stores);
  int64_t change(int64_t Place, int64_t Object, Type T);

  HostRun &Host;
  std::map<int64_t, Hull> Hulls; ///< by slot
  /// What the iteration has stored, by place: where that stands.
  std::map<int64_t, int64_t> Own;
  uint64_t Iteration = 1;
  bool Passing = false, Shared = false;
};

} // namespace validate
} // namespace heddle

#endif
