//===- Observer.h - What a run does, told as it does it --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_OBSERVER_H
#define HEDDLE_VALIDATE_INTERPRET_OBSERVER_H

#include "Validate/Interpret/Memory.h"
#include <optional>

namespace heddle {
namespace validate {

/// Is told of each access before memory changes, and of loops and calls.
class Observer {
public:
  virtual ~Observer() = default;

  /// V is what is read. C: null, if it is an element of a copy.
  virtual void loads(int64_t Place, int64_t V, const Cell *C) = 0;
  /// V is what C will be.
  virtual void stores(int64_t Place, int64_t V, const Cell &C) = 0;
  virtual void updates(int64_t Place, Combine By, const Cell &C) = 0;

  /// Loop begins, its body runs once more, it ends.
  virtual void beginsLoop(const Node *Loop) {}
  virtual void iterates() {}
  virtual void endsLoop(const Node *Loop) {}
  /// A function is called, whose arguments have been evaluated; it returns.
  virtual void calls() {}
  virtual void returns() {}
};

/// The iterations, in one execution of a loop, of which the body runs.
class Iterations {
public:
  virtual ~Iterations() = default;
  /// Before the condition is evaluated first.
  virtual void begin() = 0;
  /// Where the condition holds.
  virtual bool runs() = 0;
};

/// How a statement ends.
enum class Flow : unsigned char { Next, Break, Continue, Return };

/// The surroundings of the text that an interpreter runs; they do what is not
/// computing: the launch of kernels.
class Surroundings {
public:
  virtual ~Surroundings() = default;

  /// How S ends, which does not run as it stands; nothing: it does.
  virtual std::optional<Flow> instead(const Node *S) = 0;
  /// One of the operations from Op::ArrayArg to Op::Run.
  virtual Value operation(const Node *E) = 0;
};

} // namespace validate
} // namespace heddle

#endif
