//===- runtime/run.h - one launch, on whatever there is -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_RUN_H
#define HEDDLE_RUNTIME_RUN_H

#include "copy.h"
#include "cuda.h"
#include "host_copy.h"
#include "host_loops.h"
#include "host_order.h"
#include "last_values.h"
#include "little.h"
#include "phases.h"
#include "runs.h"
#include "temporary.h"
#include "trace.h"
#include "transfer.h"

#if HEDDLE_CUDA_BUILD
#include <tuple>
#endif
#include <initializer_list>
#include <utility>

namespace heddle {
namespace rt {

namespace rt_detail {
inline namespace HEDDLE_BUILD {

/// Before anything runs on the CPU because it must: HEDDLE_REQUIRE_GPU, and
/// arrays that the CPU cannot reach.
HEDDLE_COLD inline void require_cpu_path(const site &where, const char *reason,
                                         const transfer *transfers,
                                         std::size_t count) {
#if HEDDLE_CUDA_BUILD
  host_runs(where, "loops run on the CPU");
  refuse_foreign(where, transfers, count);
  if (gpu_required())
    (void)use_device(where);
  require_host_memory(where, reason, transfers, count);
#else
  (void)reason;
  (void)transfers;
  (void)count;
  if (gpu_required())
    raise(describe(where) + ": HEDDLE_REQUIRE_GPU is set, but this program was "
                            "built without CUDA");
#endif
}

/// The threads have run in the order that HEDDLE_HOST_ORDER names.
HEDDLE_COLD inline void print_host_event(const site &where, const shape &space,
                                         const transfer *transfers,
                                         std::size_t count,
                                         long long microseconds) {
  event e;
  e.taken = "host threads";
  e.why = std::string("HEDDLE_HOST_ORDER=") + variable("HEDDLE_HOST_ORDER");
  e.space = &space;
  e.bytes_copied = copied_bytes(transfers, count);
  e.microseconds = microseconds;
  print_event(where, e);
}

HEDDLE_COLD inline path sequential_path(const site &where, const char *reason,
                                        const transfer *transfers,
                                        std::size_t count) {
  require_cpu_path(where, reason, transfers, count);
  if (tracing()) {
    event e;
    e.taken = "sequential";
    e.why = reason;
    print_event(where, e);
  }
  return path::sequential;
}

HEDDLE_COLD inline void print_loop_event(const site &where, const shape *space,
                                         const char *why,
                                         const loop_choice &choice,
                                         double copied_bytes) {
  const bool is_sequential = choice.taken == path::sequential;
  event e;
  e.taken = is_sequential ? "sequential" : "parallel";
  e.why = why;
  if (choice.note)
    e.why += std::string("; ") + choice.note;
  e.space = space;
  e.bytes_copied = is_sequential ? 0 : static_cast<std::uint64_t>(copied_bytes);
  print_event(where, e);
}

/// The loop, as is best for its size.
HEDDLE_OUTLINE inline path chosen_path(const loops &l, const shape *space,
                                       const char *why) {
  attempt tried;
  loop_choice choice = choose_loops(l);
  last_size = {}; // of the mapping
  if (l.tune && anything_asked())
    choice = l.tune(l, choice, tried);
  if (tracing())
    print_loop_event(l.where, space, why, choice, l.copied_bytes);
  if (tried.of)
    try_loops(l.where, tried);
  return choice.taken;
}

constexpr const char *may_end = "an iteration may end the program";

/// Whether there is a copy among the arguments.
HEDDLE_OUTLINE inline bool any_copies(const transfer *transfers,
                                      std::size_t count) {
  for (const transfer *t = transfers; t != transfers + count; ++t)
    if (takes_copy(*t))
      return true;
  return false;
}

/// Without OpenMP one thread runs them all, in order.
inline bool shares_copies(const loops &l) {
  return l.shares_copies && l.threads != 0;
}

/// The same loops, weighed with the copies among the arguments.
HEDDLE_COLD inline loops with_copies(const loops &l, const transfer *transfers,
                                     std::size_t count) {
  return l.with_copies(static_cast<double>(copied_bytes(transfers, count)));
}

/// The loop, without threads of a kernel: as written where these would take
/// copies that CPU threads would need as well and the text has not for them, or
/// may end the program, which one of these may not do for others.
HEDDLE_COLD inline path loop_path(const loops &l, const shape &space,
                                  const char *why, const transfer *transfers,
                                  std::size_t count) {
  if (l.where.ends)
    return sequential_path(l.where, may_end, transfers, count);
  if (!any_copies(transfers, count))
    return chosen_path(l, &space, why);
  if (shares_copies(l))
    return chosen_path(with_copies(l, transfers, count), &space, why);
  const std::string reason =
      std::string(why) + "; threads would need a copy of an array";
  return sequential_path(l.where, reason.c_str(), transfers, count);
}

#if HEDDLE_CUDA_BUILD

/// The loops as written end the program, as an iteration has asked for: no
/// array of the host's has changed.
HEDDLE_COLD inline path ended_path(const site &where) {
  if (tracing()) {
    event e;
    e.taken = "sequential";
    e.why = "an iteration ends the program";
    print_event(where, e);
  }
  return path::sequential;
}

/// The line of a launch on the device.
inline void print_device_event(const site &where, const shape &space,
                               const transfer *transfers, std::size_t count,
                               long long microseconds, long long kernel_time) {
  event e;
  e.taken = "device";
  e.why = "a CUDA device was found";
  e.space = &space;
  for (const transfer *t = transfers; t != transfers + count; ++t) {
    e.bytes_in += t->moved;
    if (t->copied && writes(t->how))
      e.bytes_out += t->print.size;
  }
  e.bytes_copied = copied_bytes(transfers, count);
  e.microseconds = microseconds;
  e.note = " (kernel " + std::to_string(kernel_time) + " us" +
           size_text(where) + ")";
  print_event(where, e);
}

template <bool ByBlock, class... P, std::size_t... I, class... A>
path run_with(const loops &l, const shape &space, void (*kernel)(P...),
              std::index_sequence<I...>, transfer *transfers,
              const A &...arguments) {
  const site &where = l.where;
  if (!use_device(where))
    return loop_path(l, space, "no CUDA device", transfers, sizeof...(A));
  if (is_little(l, space, transfers, sizeof...(A)))
    return loop_path(l, space, little_to_do, transfers, sizeof...(A));
  const stopwatch total;
  const launch what{where, space, handle_of(kernel)};
  require_nothing_pending(what);
  if (where.ends) {
    host_runs(where, may_end);
    require_host_memory(where, may_end, transfers, sizeof...(A));
  }
  place_arrays(what, transfers, sizeof...(A));
  look_at_beginnings(transfers, sizeof...(A));
  std::tuple<P...> parameters(
      parameter<P, A>::make(arguments, transfers[I].origin_there)...);
  (void)parameters;
  void *addresses[] = {static_cast<void *>(&std::get<I>(parameters))...,
                       nullptr};
  const stopwatch running;
  if (!execute(what, addresses, !may_run_on(transfers, sizeof...(A))))
    return ended_path(where);
  const long long kernel_time = running.microseconds();
  mapping_ran(where, running.nanoseconds());
  copy_out(what, transfers, sizeof...(A));
  if (tracing())
    print_device_event(where, space, transfers, sizeof...(A),
                       total.microseconds(), kernel_time);
  return path::done;
}

#else

/// As loop_path(), where nothing is to be printed.
HEDDLE_OUTLINE inline path quiet_path(const loops &l, const transfer *transfers,
                                      std::size_t count) {
  if (l.where.ends)
    return path::sequential;
  if (!any_copies(transfers, count))
    return loops_by_size(l).taken;
  return shares_copies(l)
             ? loops_by_size(with_copies(l, transfers, count)).taken
             : path::sequential;
}

/// All bytes of the argument are known, and none is to be copied.
template <class A> bool leaves_loops(const A &argument) {
  const transfer t = transfer_of(argument);
  return t.print.known && !takes_copy(t);
}
template <class T, access How>
bool leaves_loops(const array_argument<T, How> &a) {
  return footprint_of(a).known;
}

/// An argument of this kind may be a copy, whatever its value.
template <class A> struct may_be_copy : std::true_type {};
template <class T, access How>
struct may_be_copy<array_argument<T, How>> : std::false_type {};

/// as_loops() of arguments that leaves_loops() does not hold for, of each.
template <class... A>
HEDDLE_OUTLINE path as_loops_with_copies(const loops &l,
                                         const A &...arguments) {
  const transfer transfers[] = {transfer_of(arguments)..., transfer{}};
  return all_known(transfers, sizeof...(A))
             ? quiet_path(l, transfers, sizeof...(A))
             : path::sequential;
}

/// Calls `body(of)` for the threads, or for the blocks, of a thread space.
using enumeration = void(const host_order &, const shape &,
                         void (*body)(const void *), const void *of);

HEDDLE_COLD inline path
in_host_order(const site &where, const shape &space, const host_order &order,
              transfer *transfers, std::size_t count, enumeration *all,
              void (*body)(const void *), const void *of) {
  const stopwatch total;
  const std::unique_ptr<unsigned char[]> copies =
      copy_on_host(where, transfers, count);
  look_at_beginnings(transfers, count);
  const stopwatch running;
  all(order, space, body, of);
  mapping_ran(where, running.nanoseconds());
  if (tracing())
    print_host_event(where, space, transfers, count, total.microseconds());
  return path::done;
}

template <bool ByBlock, class... P, std::size_t... I, class... A>
path run_with(const loops &l, const shape &space, void (*kernel)(P...),
              std::index_sequence<I...>, transfer *transfers,
              const A &...arguments) {
  const site &where = l.where;
  if (!anything_asked())
    return quiet_path(l, transfers, sizeof...(A));
  require_cpu_path(where, "", transfers, sizeof...(A));
  const host_order order = host_order_from_environment(where);
  if (order.kind == host_order::unset)
    return loop_path(l, space, "built without CUDA", transfers, sizeof...(A));
  const auto one = [&] {
    kernel(parameter<P, A>::make(arguments, transfers[I].origin_there)...);
  };
  return in_host_order(
      where, space, order, transfers, sizeof...(A),
      ByBlock ? for_each_block : for_each_thread,
      [](const void *of) { (*static_cast<const decltype(one) *>(of))(); },
      &one);
}

#endif

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The loop runs as written. `reason` completes 'because of ...'. Naming the
/// arrays that it touches lets a CUDA build refuse device memory, which the CPU
/// cannot reach, with an error instead of a crash.
template <class... A>
HEDDLE_OUTLINE path sequential(const site &where, const char *reason,
                               const A &...arrays) {
  const rt_detail::transfer transfers[] = {rt_detail::transfer_of(arrays)...,
                                           rt_detail::transfer{}};
  return rt_detail::sequential_path(where, reason, transfers, sizeof...(A));
}

/// The loop runs as written, on several CPU threads where there are some.
template <class... A>
HEDDLE_OUTLINE path as_written(const loops &l, const char *reason,
                               const A &...arrays) {
  const rt_detail::transfer transfers[] = {rt_detail::transfer_of(arrays)...,
                                           rt_detail::transfer{}};
  rt_detail::require_cpu_path(l.where, reason, transfers, sizeof...(A));
  return rt_detail::chosen_path(
      rt_detail::with_copies(l, transfers, sizeof...(A)), nullptr, reason);
}

#if HEDDLE_CUDA_BUILD
constexpr bool only_loops() { return false; }
#else
/// The loops take the place of every launch, and the thread spaces of kernels
/// need not be computed: the program was built without CUDA, and asks for
/// nothing by its environment.
inline bool only_loops() { return !rt_detail::anything_asked(); }
#endif

/// As run() chooses for these loops and arrays, where there are only_loops().
/// It does not matter then whether a grid could hold the iterations.
template <class... A>
HEDDLE_OUTLINE path as_loops(const loops &l, A... arrays) {
#if HEDDLE_CUDA_BUILD
  return as_written(l, "built with CUDA", arrays...);
#else
  if ((rt_detail::leaves_loops(arrays) && ...))
    return rt_detail::quiet_path(l, nullptr, 0);
  if constexpr ((rt_detail::may_be_copy<A>::value || ...))
    return rt_detail::as_loops_with_copies(l, arrays...);
  return path::sequential;
#endif
}

/// Something that keeps the threads of a kernel from taking a loop's place, if
/// it was found.
struct obstacle {
  bool found;
  const char *reason; ///< completes 'because of ...'
};

/// The reason of the first obstacle that was found; null: there is none.
HEDDLE_OUTLINE constexpr const char *
first_found(std::initializer_list<obstacle> all) {
  for (const obstacle &one : all)
    if (one.found)
      return one.reason;
  return nullptr;
}

/// Says of variables around a launch that each iteration has its own: the
/// launch neither reads nor changes these, and their values behind it are those
/// before it. Takes their addresses, since they need not have a value.
template <class... T> constexpr void privates(T *...) {}

/// The iteration space is empty.
HEDDLE_COLD inline path nothing(const site &where) {
  if (rt_detail::tracing()) {
    rt_detail::event e;
    e.taken = "nothing";
    e.why = "no iterations";
    rt_detail::print_event(where, e);
  }
  return path::nothing;
}

/// Runs a kernel over a thread space, or says how the caller runs the loop:
///
///   - CUDA build with a device: copies, runs, waits, copies back; `done`;
///   - CUDA build without: says so once on stderr; as choose_loops() says;
///   - plain C++ with HEDDLE_HOST_ORDER: every thread in that order; `done`;
///   - plain C++ otherwise: as choose_loops() says;
///   - `sequential` in place of these loops where the kernel takes a copy,
///     unless the loops share_copies;
///   - an array whose bytes, or a checked argument whose value, is not
///     representable: `sequential`.
///
/// The kernel alone fixes the parameter types; the arguments are values, since
/// a reference would need constants and captured variables to have an address.
/// `space` must fit(). Errors are
/// raised as heddle::error.
template <bool ByBlock = false, class... P, class... A>
HEDDLE_OUTLINE path run(const loops &l, const shape &space,
                        void (*kernel)(P...), A... arguments) {
  const site &where = l.where;
  static_assert(sizeof...(P) == sizeof...(A),
                "heddle: a launch has as many arguments as the kernel has "
                "parameters");
  if constexpr (sizeof...(P) == sizeof...(A)) {
    if (!space.fits())
      rt_detail::raise(rt_detail::describe(where) + ", " +
                       rt_detail::describe(space) +
                       ": the thread space does not fit a CUDA grid");
    rt_detail::transfer transfers[] = {rt_detail::transfer_of(arguments)...,
                                       rt_detail::transfer{}};
    if (!rt_detail::all_known(transfers, sizeof...(A)))
      return rt_detail::sequential_path(where, "the byte range of an array",
                                        transfers, sizeof...(A));
    if (!(rt_detail::parameter<P, A>::fits(arguments) && ...))
      return rt_detail::sequential_path(where, "the range of a kernel argument",
                                        transfers, sizeof...(A));
    return rt_detail::run_with<ByBlock>(l, space, kernel,
                                        std::index_sequence_for<A...>(),
                                        transfers, arguments...);
  } else {
    return path::sequential;
  }
}

/// As run(), of a kernel in phases (phases.h), which the host calls once a
/// block.
template <class... P, class... A>
path run_blocks(const loops &l, const shape &space, void (*kernel)(P...),
                A... arguments) {
  return run<true>(l, space, kernel, arguments...);
}

} // namespace HEDDLE_BUILD

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_RUN_H
