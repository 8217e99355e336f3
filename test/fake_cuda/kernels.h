//===- fake_cuda/kernels.h - what kernels use of a device -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included where FAKE_CUDA_KERNELS is defined: the whole translation unit is then
// read as if for a device, and its kernels run on the host. Each thread of a
// block is a fibre, which runs until it ends or waits for its warp or block; a
// warp is 32 threads in a row. Blocks run one after another.
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_KERNELS_H
#define FAKE_CUDA_KERNELS_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

#define __CUDA_ARCH__ 900
// One block runs at a time, so one place serves.
#define __shared__ static

inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __clz(int v) { return __builtin_clz(static_cast<unsigned>(v)); }
inline int __clzll(long long v) {
  return __builtin_clzll(static_cast<unsigned long long>(v));
}
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }

inline dim3 fake_block_index, fake_thread_index;
#define blockIdx fake_block_index
#define threadIdx fake_thread_index

/// The threads of one block.
class fake_fibres {
public:
  enum class waits { no, for_warp, for_block, ended };

  template <class Body> void run(dim3 block, const Body &body) {
    body_ = [&body] { body(); };
    const unsigned count = block.x * block.y * block.z;
    while (fibres_.size() < count)
      fibres_.push_back(std::make_unique<fibre>());
    for (unsigned t = 0; t != count; ++t)
      prepare(*fibres_[t], {t % block.x, t / block.x % block.y,
                            t / block.x / block.y});
    for (unsigned left = count; left != 0;) {
      const unsigned before = left;
      bool moved = false;
      for (unsigned t = 0; t != count; ++t)
        if (fibres_[t]->state == waits::no) {
          moved = true;
          now_ = t;
          fake_thread_index = fibres_[t]->index;
          swapcontext(&scheduler_, &fibres_[t]->context);
          left -= fibres_[t]->state == waits::ended;
        }
      if (!release(count) && !moved && left == before) {
        std::fprintf(stderr, "fake cuda: threads wait for each other\n");
        std::abort();
      }
    }
  }

  /// Of the thread that runs.
  void wait(waits reason) {
    fibre &self = *fibres_[now_];
    self.state = reason;
    swapcontext(&self.context, &scheduler_);
  }

  template <class T> T down(T value, unsigned distance) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t), "as on a device");
    const unsigned self = now_, from = self + distance;
    std::memcpy(&fibres_[self]->given, &value, sizeof value);
    wait(waits::for_warp);
    T taken = value;
    if (self / 32 == from / 32)
      std::memcpy(&taken, &fibres_[from]->given, sizeof taken);
    wait(waits::for_warp);
    return taken;
  }

private:
  struct fibre {
    ucontext_t context;
    std::vector<unsigned char> stack = std::vector<unsigned char>(1 << 16);
    dim3 index;
    waits state = waits::ended;
    std::uint64_t given = 0;
  };

  static void enter(unsigned low, unsigned high) {
    auto *const self = reinterpret_cast<fake_fibres *>(
        static_cast<std::uintptr_t>(high) << 32 | low);
    self->body_();
    self->fibres_[self->now_]->state = waits::ended;
  }

  void prepare(fibre &f, dim3 index) {
    f.index = index;
    f.state = waits::no;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack.data();
    f.context.uc_stack.ss_size = f.stack.size();
    f.context.uc_link = &scheduler_;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&f.context, reinterpret_cast<void (*)()>(&enter), 2,
                static_cast<unsigned>(self), static_cast<unsigned>(self >> 32));
  }

  /// Lets those go on for whom all others have come.
  bool release(unsigned count) {
    bool any = release_from(0, count, waits::for_block);
    for (unsigned first = 0; first < count; first += 32)
      any |= release_from(first, std::min(first + 32, count), waits::for_warp);
    return any;
  }
  bool release_from(unsigned first, unsigned last, waits reason) {
    bool any = false;
    for (unsigned t = first; t != last; ++t) {
      if (fibres_[t]->state != reason && fibres_[t]->state != waits::ended)
        return false;
      any |= fibres_[t]->state == reason;
    }
    for (unsigned t = first; t != last; ++t)
      if (fibres_[t]->state == reason)
        fibres_[t]->state = waits::no;
    return any;
  }

  std::vector<std::unique_ptr<fibre>> fibres_;
  std::function<void()> body_;
  ucontext_t scheduler_;
  unsigned now_ = 0;
};

inline fake_fibres fake_threads;

template <class Body> void fake_run(dim3 grid, dim3 block, const Body &body) {
  for (unsigned z = 0; z != grid.z; ++z)
    for (unsigned y = 0; y != grid.y; ++y)
      for (unsigned x = 0; x != grid.x; ++x) {
        fake_block_index = {x, y, z};
        fake_threads.run(block, body);
      }
}

/// One thread, of a kernel whose threads do not wait for each other.
template <class Body> void fake_run_one(dim3 block, dim3 thread, Body body) {
  fake_block_index = block;
  fake_thread_index = thread;
  body();
}

inline void __syncthreads() {
  fake_threads.wait(fake_fibres::waits::for_block);
}
inline void __syncwarp() { fake_threads.wait(fake_fibres::waits::for_warp); }
template <class T> T __shfl_down_sync(unsigned, T value, unsigned distance) {
  return fake_threads.down(value, distance);
}

inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a,
                                     unsigned long long b) {
  __extension__ using wide = unsigned __int128;
  return static_cast<unsigned long long>(static_cast<wide>(a) * b >> 64);
}

// A thread runs until it waits, so these are as good as atomic.
template <class T> T fake_replace(T *at, T value) {
  return std::exchange(*at, value);
}
template <class T> T atomicAdd(T *at, T value) {
  return fake_replace(at, static_cast<T>(*at + value));
}
template <class T> T atomicMax(T *at, T value) {
  return fake_replace(at, std::max(*at, value));
}
template <class T> T atomicMin(T *at, T value) {
  return fake_replace(at, std::min(*at, value));
}
template <class T> T atomicAnd(T *at, T value) {
  return fake_replace(at, static_cast<T>(*at & value));
}
template <class T> T atomicOr(T *at, T value) {
  return fake_replace(at, static_cast<T>(*at | value));
}
template <class T> T atomicXor(T *at, T value) {
  return fake_replace(at, static_cast<T>(*at ^ value));
}
template <class T> T atomicCAS(T *at, T expected, T value) {
  return fake_replace(at, *at == expected ? value : *at);
}

#endif // FAKE_CUDA_KERNELS_H
