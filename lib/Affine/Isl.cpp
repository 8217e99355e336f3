//===- Isl.cpp - isl with limits, a watchdog and three-valued answers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <isl/options.h>
#include <isl/version.h>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <time.h>
#include <vector>

// isl's own step counter has no public getter; this entry point, which every
// algorithm of isl calls once per step, is what the limit is compared in.
extern "C" int isl_ctx_next_operation(isl_ctx *Ctx);

namespace heddle {
namespace isl {

namespace {

/// Once the context has met an error, no answer can be trusted, not even one
/// about objects that look sound. Of null, which has no context, isl says that
/// there is an error.
Answer guarded(isl_ctx *Ctx, isl_bool B) {
  if (B == isl_bool_error || isl_ctx_last_error(Ctx) != isl_error_none)
    return Answer::Unknown;
  return B == isl_bool_true ? Answer::Yes : Answer::No;
}

std::string takeString(char *Text) {
  if (!Text)
    return "<null>";
  std::string S(Text);
  std::free(Text);
  return S;
}

} // namespace

Answer isEmpty(const Set &S) {
  isl_bool B = isl_set_is_empty(S.get());
  return guarded(isl_set_get_ctx(S.get()), B);
}

Answer isEmpty(const Map &M) {
  isl_bool B = isl_map_is_empty(M.get());
  return guarded(isl_map_get_ctx(M.get()), B);
}

Answer isEqual(const Set &A, const Set &B) {
  isl_bool E = isl_set_is_equal(A.get(), B.get());
  return guarded(isl_set_get_ctx(A.get()), E);
}

Answer isSubset(const Set &A, const Set &B) {
  isl_bool E = isl_set_is_subset(A.get(), B.get());
  return guarded(isl_set_get_ctx(A.get()), E);
}

Answer isBijective(const Map &M) {
  isl_bool B = isl_map_is_bijective(M.get());
  return guarded(isl_map_get_ctx(M.get()), B);
}

static std::vector<Map> piecesOf(const Map &M) {
  std::vector<Map> Pieces;
  isl_basic_map_list *List = isl_map_get_basic_map_list(M.get());
  for (isl_size I = 0, N = isl_basic_map_list_n_basic_map(List); I < N; ++I)
    Pieces.push_back(take(
        isl_map_from_basic_map(isl_basic_map_list_get_basic_map(List, I))));
  isl_basic_map_list_free(List);
  return Pieces;
}

static bool isWithin(const Map &A, const Map &B) {
  return isl_map_is_subset(A.get(), B.get()) == isl_bool_true;
}

/// Takes out what both have, word for word.
static void dropCommon(std::vector<Map> &A, std::vector<Map> &B) {
  for (size_t I = 0; I < A.size();) {
    auto Same = std::find_if(B.begin(), B.end(), [&](const Map &X) {
      return isl_map_plain_is_equal(A[I].get(), X.get()) == isl_bool_true;
    });
    if (Same == B.end()) {
      ++I;
      continue;
    }
    B.erase(Same);
    A.erase(A.begin() + static_cast<std::ptrdiff_t>(I));
  }
}

/// Whether Simple, whose pieces isl has merged from those of M, is seen to have
/// the same points. A piece is compared with those within it alone: against
/// all, most of which only touch it, the time would be exponential.
static bool isMerged(const Map &M, const Map &Simple) {
  if (M.isNull() || Simple.isNull())
    return false;
  std::vector<Map> Parts = piecesOf(M), Merged = piecesOf(Simple);
  if (Merged.size() == Parts.size())
    return false; // nothing gained
  const std::vector<Map> All = Merged;
  dropCommon(Parts, Merged);
  for (const Map &Part : Parts)
    if (std::none_of(All.begin(), All.end(),
                     [&](const Map &X) { return isWithin(Part, X); }))
      return false;
  for (const Map &Piece : Merged) {
    Map Held = take(isl_map_empty(isl_map_get_space(M.get())));
    for (const Map &Part : Parts)
      if (isWithin(Part, Piece))
        Held = take(isl_map_union(Held.release(), Part.copy()));
    if (!isWithin(Piece, Held))
      return false;
  }
  return true;
}

Map coalesced(Map M) {
  Map Simple = take(isl_map_coalesce(M.copy()));
  return isMerged(M, Simple) ? Simple : M;
}

Set coalesced(Set S) {
  Set Simple = take(isl_set_coalesce(S.copy()));
  return isMerged(take(isl_map_from_range(S.copy())),
                  take(isl_map_from_range(Simple.copy())))
             ? Simple
             : S;
}

PwAff coalesced(PwAff F) {
  PwAff Simple = take(isl_pw_aff_coalesce(F.copy()));
  return isl_pw_aff_is_equal(Simple.get(), F.get()) == isl_bool_true ? Simple
                                                                     : F;
}

Set unite(Set A, Set B) {
  if (A.isNull())
    return B;
  return coalesced(take(isl_set_union(A.release(), B.release())));
}

std::string toString(const Set &S) {
  return takeString(S.isNull() ? nullptr : isl_set_to_str(S.get()));
}

std::string toString(const Map &M) {
  return takeString(M.isNull() ? nullptr : isl_map_to_str(M.get()));
}

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

  void restart() {
    {
      std::lock_guard<std::mutex> Lock(M);
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

Context::Context(unsigned long Operations, double Seconds)
    : Ctx(isl_ctx_alloc()) {
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
  if (Dog)
    Dog->restart();
  isl_ctx_reset_error(Ctx);
  isl_ctx_reset_operations(Ctx);
  isl_ctx_set_max_operations(Ctx, Operations);
}

unsigned long Context::operationsUsed() const {
  unsigned long Limit = isl_ctx_get_max_operations(Ctx);
  if (exhausted() || Limit == 0)
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

std::string version() { return isl_version(); }

} // namespace isl
} // namespace heddle
