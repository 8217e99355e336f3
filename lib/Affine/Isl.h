//===- Isl.h - The only door to isl ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets, maps, spaces and functions as classes over isl's C objects, a context
// with an operation limit and a watchdog, and three-valued answers: isl's -1
// and null objects become Unknown, never a yes or a no (past its limit
// isl_set_is_empty returns -1 on a null object, which reads as true in C).
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISL_H
#define HEDDLE_AFFINE_ISL_H

#include "Affine/IslMap.h"
#include <memory>
#include <string>

namespace heddle {
namespace isl {

/// One isl_ctx with errors kept quiet, an operation limit and a watchdog.
/// Share one per nest through a shared_ptr that outlives every handle.
class Context {
public:
  /// Operations is isl's deterministic count (AFFINE: about 2 million decide a
  /// nest); Seconds the net after which isl_ctx_abort is called, in processor
  /// time of the thread that makes the context. MostHalvings: see resume().
  explicit Context(unsigned long Operations = NestOperations,
                   double Seconds = 5.0, unsigned MostHalvings = 4);
  static constexpr unsigned long NestOperations = 2000000;
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  isl_ctx *get() const { return Ctx; }
  /// A limit, an abort or an error has been met since the last resume: every
  /// answer that rests on objects made since is Unknown.
  bool exhausted() const;
  /// After a limit or an error: clear the state and grant another budget, and
  /// the seconds of the net. Both are halved for each limit met before, as
  /// often as that is allowed: what follows a question that is too complex is
  /// seldom simpler, and a nest is to be answered for in seconds.
  void resume(unsigned long Operations);
  unsigned long operationsUsed() const;
  unsigned long operationsLeft() const;

private:
  struct Watchdog;
  isl_ctx *Ctx = nullptr;
  double Seconds = 0;
  unsigned LimitsMet = 0, MostHalvings = 0;
  std::unique_ptr<Watchdog> Dog;
};

/// isl_version(): says whether it is built on GMP or imath.
std::string version();

} // namespace isl
} // namespace heddle

#endif
