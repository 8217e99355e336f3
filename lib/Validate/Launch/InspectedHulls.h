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

private:
  struct Hull {
    int64_t Origin = 0, Size = 1; ///< a pointer, and bytes of an element
    bool Any = false;
    int64_t First = 0, Last = 0; ///< elements from the pointer
  };
  void touch(Hull &H, int64_t Place, int64_t Bytes);
  int64_t change(int64_t Place, int64_t Object, Type T);

  HostRun &Host;
  std::map<int64_t, Hull> Hulls; ///< by slot
  /// What the iteration has stored, by place: where that stands.
  std::map<int64_t, int64_t> Own;
};

} // namespace validate
} // namespace heddle

#endif
