//===- IslHandle.h - Owning handles over isl's C objects -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common base of the classes of sets, maps, spaces and functions. Their
// methods are const, leave their operands alone and return new handles. A null
// handle is isl's error state: methods of it, and functions that are given it,
// return null or Unknown, as isl's own functions do.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLHANDLE_H
#define HEDDLE_AFFINE_ISLHANDLE_H

#include <isl/ctx.h>
#include <isl/space_type.h>
#include <utility>

namespace heddle {
namespace isl {

class Context;

enum class Answer : unsigned char { No, Yes, Unknown };

inline Answer answer(isl_bool B) {
  return B == isl_bool_error ? Answer::Unknown
                             : (B == isl_bool_true ? Answer::Yes : Answer::No);
}

/// Kinds of dimensions: parameters, those of a map's domain and of its range,
/// those of a set. Functions have their arguments as In.
enum class Dim : unsigned char {
  Param = isl_dim_param,
  In = isl_dim_in,
  Out = isl_dim_out,
  Set = isl_dim_set,
};

/// Owns one reference.
template <class T, T *(*Copy)(T *), T *(*Free)(T *)> class Handle {
public:
  Handle() = default;
  explicit Handle(T *P) : Ptr(P) {}
  Handle(const Handle &O) : Ptr(O.Ptr ? Copy(O.Ptr) : nullptr) {}
  Handle(Handle &&O) noexcept : Ptr(std::exchange(O.Ptr, nullptr)) {}
  Handle &operator=(Handle O) noexcept {
    std::swap(Ptr, O.Ptr);
    return *this;
  }
  ~Handle() { Free(Ptr); }

  T *get() const { return Ptr; }                        ///< __isl_keep
  T *copy() const { return Ptr ? Copy(Ptr) : nullptr; } ///< __isl_give
  bool isNull() const { return !Ptr; }

private:
  T *Ptr = nullptr;
};

} // namespace isl
} // namespace heddle

#endif
