//===- runtime.h - what rewritten programs call ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Header-only; any C++17 compiler; the same text in plain C++ and in CUDA. For
// each nest the rewritten program holds a kernel, the loop as written, and a
// choice between them made of the parts below:
//
//   checked.h      64-bit integers that know their overflow; three-valued truth
//   array.h        footprints of arrays: in, out, inout, disjoint, storage
//   claims.h       what annotations claim, under HEDDLE_CHECK
//   copy.h         copied: what an array holds before the launch
//   temporary.h    what one launch of a statement leaves to the next
//   rows.h         tables of rows: in_rows, out_rows, inout_rows
//   shape.h        grid and block, and whether a device takes them
//   run.h          run, run_blocks, sequential, nothing: the launch, its paths
//   runs.h         full_runs, aligned: threads that run neighbours
//   last_values.h  kept, behind_up, ...: what loops would leave in variables
//   phases.h       each, phase, per_thread, shared: kernels with barriers
//   program.h      program, host_reads, host_code: blocks of launches
//   kept.h         arrays of heddle::resident objects (heddle/resident.h)
//   host_range.h   host_range: the same for the elements of a range
//   private_member.h  HEDDLE_OPEN_MEMBER: private members for launches
//   reduce.h       reduce: one value out of all iterations
//   combine.h      operators of reductions
//   scan.h         scan, grown: values that iterations pass on
//   choose.h       chosen: variables that iterations choose together
//   trips.h        trips_up, ...: how often loops run whose step is a variable
//   host_copy.h    host_copy: what arrays held, for loops on CPU threads
//   host_loops.h   over, over_collapsible: whether CPU threads are worth it
//   thread.h       block_x() ... thread_z(), for kernels
//   segments.h     segments: which iterations update which element
//   inspect.h      inspector, hull: which elements loops touch, where data say
//   update.h       update: one step of a reduction that threads share
//   divisor.h      division by run-time extents without a division
//   device.h       std::min and its kin, for kernels
//   complex.h      std::complex, for kernels
//   fixed_array.h  std::array, for kernels
//   float16.h      _Float16 in memory, for kernels
//   same_text.h    what a macro is defined as
//   unmade.h       what copies of constructors make, for kernels
//   instantiation.h  for which template arguments a loop is verified
//   tune.h         try_mapping: choices by the times of a program's own runs
//   choices.h      the file of these: HEDDLE_MAPPINGS
//   environment.h  HEDDLE_TRACE, HEDDLE_REQUIRE_GPU, HEDDLE_CHECK,
//                  HEDDLE_HOST_ORDER, HEDDLE_HOST_LOOPS,
//                  environment_changed()
//   error.h        heddle::error
//   buffer.h       release_device_buffers(), and the stream that launches are
//                  on (heddle/stream.h)
//
// Everything may be called from several host threads at once. An OpenMP thread
// that launches has its own device buffers and its own mapped-thread
// coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

// g++ compares the names inside a template with the user's own at the point of
// instantiation, and would warn about a global that is called like one of them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#include "runtime/array.h"
#include "runtime/checked.h"
#include "runtime/claims.h"
#include "runtime/complex.h"
#include "runtime/config.h"
#include "runtime/copy.h"
#include "runtime/device.h"
#include "runtime/divisor.h"
#include "runtime/environment.h"
#include "runtime/error.h"
#include "runtime/fixed_array.h"
#include "runtime/float16.h"
#include "runtime/host_copy.h"
#include "runtime/host_loops.h"
#include "runtime/host_range.h"
#include "runtime/inspect.h"
#include "runtime/instantiation.h"
#include "runtime/phases.h"
#include "runtime/private_member.h"
#include "runtime/program.h"
#include "runtime/reduce.h"
#include "runtime/rows.h"
#include "runtime/run.h"
#include "runtime/same_text.h"
#include "runtime/scan.h"
#include "runtime/segments.h"
#include "runtime/shape.h"
#include "runtime/temporary.h"
#include "runtime/thread.h"
#include "runtime/trips.h"
#include "runtime/tune.h"
#include "runtime/unmade.h"
#include "runtime/update.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif // HEDDLE_RUNTIME_H
