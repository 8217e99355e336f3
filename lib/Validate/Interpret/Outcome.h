//===- Outcome.h - How far a run comes, and what ends it -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_OUTCOME_H
#define HEDDLE_VALIDATE_INTERPRET_OUTCOME_H

#include <cstdint>
#include <string>
#include <utility>

namespace heddle {
namespace validate {

/// Shared by all that takes part in a run. A run that has met one of these ends
/// is stopped: nothing else that it does counts.
class Outcome {
public:
  explicit Outcome(uint64_t Steps) : Left(Steps), All(Steps) {}

  /// One more node is evaluated. False: the run is over.
  bool step() {
    if (Left == 0)
      exhaust();
    else
      --Left;
    return !Stopped;
  }
  bool stopped() const { return Stopped; }
  uint64_t steps() const { return All - Left; }

  void undefine() {
    Undefined |= !Stopped;
    Stopped = true;
  }
  void exhaust() {
    Exhausted |= !Stopped;
    Stopped = true;
  }
  void refuse(std::string Why) { end(Refused, std::move(Why)); }
  void wrong(std::string What) { end(Wrong, std::move(What)); }

  /// Met what the language leaves undefined.
  bool isUndefined() const { return Undefined; }
  /// Met a limit; nothing else is known.
  bool isExhausted() const { return Exhausted; }
  /// Why only the library goes on, as by throwing; else empty.
  const std::string &refused() const { return Refused; }
  /// The error in the launch, whatever the loop does; else empty.
  const std::string &wrong() const { return Wrong; }

private:
  void end(std::string &Text, std::string New) {
    if (!Stopped)
      Text = std::move(New);
    Stopped = true;
  }

  uint64_t Left, All;
  bool Stopped = false, Undefined = false, Exhausted = false;
  std::string Refused, Wrong;
};

} // namespace validate
} // namespace heddle

#endif
