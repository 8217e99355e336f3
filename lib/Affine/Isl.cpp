//===- Isl.cpp - isl with limits, a watchdog and three-valued answers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <isl/options.h>
#include <isl/version.h>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <time.h>

// isl's own step counter has no public getter; this entry point, which every
// algorithm of isl calls once per step, is what the limit is compared in.
extern "C" int isl_ctx_next_operation(isl_ctx *Ctx);

namespace heddle {
namespace isl {

/// Sleeps until the watched thread has used its time, and then raises isl's
/// abort flag, which isl polls at every step. The flag stays up until
/// Context::resume. Processor time is what counts, so that a busy machine does
/// not change verdicts; a multiple of it in real time is the end in any case.
struct Context::Watchdog {
  Watchdog(isl_ctx *Ctx, double Seconds) : Ctx(Ctx), Span(Seconds) {
    HasClock = pthread_getcpuclockid(pthread_self(), &Processor) == 0;
    start();
    Thread = std::thread([this] { watch(); });
  }

  ~Watchdog() {
    {
      std::lock_guard<std::mutex> Lock(M);
      Done = true;
    }
    Changed.notify_one();
    Thread.join();
  }

  void restart(double Seconds) {
    {
      std::lock_guard<std::mutex> Lock(M);
      Span = Seconds;
      start();
      Barked = false;
      isl_ctx_resume(Ctx);
    }
    Changed.notify_one();
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr double RealTimeFactor = 12;

  /// Seconds of processor time that the watched thread has used.
  double used() const {
    timespec T;
    if (!HasClock || clock_gettime(Processor, &T) != 0)
      return realTime();
    return static_cast<double>(T.tv_sec) +
           static_cast<double>(T.tv_nsec) * 1e-9;
  }
  double realTime() const {
    return std::chrono::duration<double>(Clock::now() - RealStart).count();
  }
  void start() {
    RealStart = Clock::now();
    UsedBefore = used();
  }
  /// Seconds that remain at the least; none: it is time.
  double remaining() const {
    return std::min(Span - (used() - UsedBefore),
                    Span * RealTimeFactor - realTime());
  }

  void watch() {
    std::unique_lock<std::mutex> Lock(M);
    while (!Done) {
      double Rest = Barked ? 0 : remaining();
      if (Barked) {
        Changed.wait(Lock);
      } else if (Rest <= 0) {
        isl_ctx_abort(Ctx);
        Barked = true;
      } else {
        Changed.wait_for(Lock, std::chrono::duration<double>(Rest + 1e-3));
      }
    }
  }

  isl_ctx *Ctx;
  double Span;
  clockid_t Processor{};
  bool HasClock = false;
  double UsedBefore = 0;
  Clock::time_point RealStart;
  std::mutex M;
  std::condition_variable Changed;
  bool Done = false;
  bool Barked = false;
  std::thread Thread;
};

Context::Context(unsigned long Operations, double Seconds,
                 unsigned MostHalvings)
    : Ctx(isl_ctx_alloc()), Seconds(Seconds), MostHalvings(MostHalvings) {
  // Errors travel as null objects; isl is not to print or to abort.
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(Ctx, Operations);
  if (Seconds > 0)
    Dog = std::make_unique<Watchdog>(Ctx, Seconds);
}

Context::~Context() {
  Dog.reset();
  isl_ctx_free(Ctx);
}

bool Context::exhausted() const {
  return isl_ctx_last_error(Ctx) != isl_error_none || isl_ctx_aborted(Ctx);
}

void Context::resume(unsigned long Operations) {
  if (exhausted() && LimitsMet < MostHalvings)
    ++LimitsMet;
  if (Dog)
    Dog->restart(Seconds / (1 << LimitsMet));
  isl_ctx_reset_error(Ctx);
  isl_ctx_reset_operations(Ctx);
  // To isl zero is no limit.
  isl_ctx_set_max_operations(
      Ctx, Operations ? std::max(Operations >> LimitsMet, 1ul) : 0);
}

unsigned long Context::operationsUsed() const {
  unsigned long Limit = isl_ctx_get_max_operations(Ctx);
  if (exhausted())
    return Limit;
  // The counter itself is private: find the smallest limit that is not yet
  // exceeded. Every probe that succeeds counts as a step.
  unsigned long Low = 0, High = Limit, Probes = 0;
  while (Low < High) {
    unsigned long Middle = Low + (High - Low) / 2;
    isl_ctx_set_max_operations(Ctx, Middle + 1 + Probes);
    if (isl_ctx_next_operation(Ctx) == 0) {
      ++Probes;
      High = Middle;
    } else {
      Low = Middle + 1;
    }
  }
  isl_ctx_set_max_operations(Ctx, Limit);
  isl_ctx_reset_error(Ctx);
  return Low;
}

unsigned long Context::operationsLeft() const {
  return isl_ctx_get_max_operations(Ctx) - operationsUsed();
}

std::string version() { return isl_version(); }

} // namespace isl
} // namespace heddle
