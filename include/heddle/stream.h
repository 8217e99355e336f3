//===- stream.h - launches on a stream of the user's ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <heddle/stream.h>
//
//   cudaMemcpyAsync(d, u, bytes, cudaMemcpyHostToDevice, stream);
//   {
//     const heddle::on mine(stream);
//     relax(e, d, n);                     // a nest, over device memory
//   }
//   library_call(e, n, stream);           // comes behind it
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include "runtime/program.h"

#include <exception>
#include <utility>

namespace heddle {
inline namespace HEDDLE_BUILD {

/// While it lives, the launches of the calling thread, and the copies that they
/// need, are on this stream, in order with what else is given to it. The stream
/// is of the device that is current.
///
/// A launch that touches nothing but device memory (cudaMalloc) is only
/// started: it is for the user to wait for the stream. It allocates nothing, so
/// that a graph may capture it; reductions and scans wait. A launch that
/// touches memory of the host's, managed or registered memory waits, but for
/// arrays that stay on the device (docs/programs.md): programs and resident
/// objects are waited for where the stream changes.
///
/// In a build without CUDA it does nothing.
class on {
public:
#if HEDDLE_CUDA_BUILD
  explicit on(cudaStream_t stream, const char *file = __builtin_FILE(),
              int line = __builtin_LINE())
      : where_{"stream", file, static_cast<unsigned>(line)} {
    rt::rt_detail::wait_for_arrays(where_);
    around_ = std::exchange(rt::rt_detail::current_stream, stream);
  }
  ~on() noexcept(false) {
    struct last {
      cudaStream_t around;
      ~last() { rt::rt_detail::current_stream = around; }
    } const at_end{around_};
    rt::rt_detail::finish_step(exceptions_,
                               [&] { rt::rt_detail::wait_for_arrays(where_); });
  }
#else
  template <class Stream> explicit on(const Stream &) {}
  ~on() {}
#endif
  on(const on &) = delete;
  on &operator=(const on &) = delete;

#if HEDDLE_CUDA_BUILD
private:
  const rt::site where_;
  const int exceptions_ = std::uncaught_exceptions();
  cudaStream_t around_ = nullptr;
#endif
};

} // namespace HEDDLE_BUILD
} // namespace heddle

#endif // HEDDLE_STREAM_H
