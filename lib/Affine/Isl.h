//===- Isl.h - The only door to isl ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owning handles over isl's C objects, a context with an operation limit and a
// watchdog, and three-valued answers: isl's -1 and null objects become
// Unknown, never a yes or a no (past its limit isl_set_is_empty returns -1 on a
// null object, which reads as true in C).
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISL_H
#define HEDDLE_AFFINE_ISL_H

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <memory>
#include <string>
#include <utility>

namespace heddle {
namespace isl {

enum class Answer : unsigned char { No, Yes, Unknown };

inline Answer answer(isl_bool B) {
  return B == isl_bool_error ? Answer::Unknown
                             : (B == isl_bool_true ? Answer::Yes : Answer::No);
}

/// Owns one reference. Conventional use:
///   Set S = take(isl_set_intersect(A.copy(), B.copy()));
/// A null handle is isl's error state: queries on it answer Unknown.
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
  T *release() { return std::exchange(Ptr, nullptr); }  ///< __isl_give
  bool isNull() const { return !Ptr; }

private:
  T *Ptr = nullptr;
};

using Space = Handle<isl_space, isl_space_copy, isl_space_free>;
using LocalSpace =
    Handle<isl_local_space, isl_local_space_copy, isl_local_space_free>;
using Id = Handle<isl_id, isl_id_copy, isl_id_free>;
using Val = Handle<isl_val, isl_val_copy, isl_val_free>;
using Aff = Handle<isl_aff, isl_aff_copy, isl_aff_free>;
using PwAff = Handle<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free>;
using MultiAff = Handle<isl_multi_aff, isl_multi_aff_copy, isl_multi_aff_free>;
using PwMultiAff =
    Handle<isl_pw_multi_aff, isl_pw_multi_aff_copy, isl_pw_multi_aff_free>;
using BasicSet = Handle<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using Set = Handle<isl_set, isl_set_copy, isl_set_free>;
using Map = Handle<isl_map, isl_map_copy, isl_map_free>;
using UnionSet = Handle<isl_union_set, isl_union_set_copy, isl_union_set_free>;
using UnionMap = Handle<isl_union_map, isl_union_map_copy, isl_union_map_free>;
using Point = Handle<isl_point, isl_point_copy, isl_point_free>;

inline Space take(isl_space *P) { return Space(P); }
inline LocalSpace take(isl_local_space *P) { return LocalSpace(P); }
inline Id take(isl_id *P) { return Id(P); }
inline Val take(isl_val *P) { return Val(P); }
inline Aff take(isl_aff *P) { return Aff(P); }
inline PwAff take(isl_pw_aff *P) { return PwAff(P); }
inline MultiAff take(isl_multi_aff *P) { return MultiAff(P); }
inline PwMultiAff take(isl_pw_multi_aff *P) { return PwMultiAff(P); }
inline BasicSet take(isl_basic_set *P) { return BasicSet(P); }
inline Set take(isl_set *P) { return Set(P); }
inline Map take(isl_map *P) { return Map(P); }
inline UnionSet take(isl_union_set *P) { return UnionSet(P); }
inline UnionMap take(isl_union_map *P) { return UnionMap(P); }
inline Point take(isl_point *P) { return Point(P); }

Answer isEmpty(const Set &S);
Answer isEmpty(const Map &M);
Answer isEqual(const Set &A, const Set &B);
Answer isSubset(const Set &A, const Set &B);
Answer isBijective(const Map &M);

/// The same points in fewer pieces where isl finds them. isl_set_coalesce of
/// isl 0.25 adds points to some unions of an interval and a lattice, { 0, 1 }
/// and { 0, 2, 4 } giving { 0, ..., 5 }, so it is used nowhere else, and only
/// where isl shows the outcome to be equal.
Set coalesced(Set S);
Map coalesced(Map M);
PwAff coalesced(PwAff F);
/// The union, coalesced. A null A is none yet, and not empty: B.
Set unite(Set A, Set B);

std::string toString(const Set &S);
std::string toString(const Map &M);

/// One isl_ctx with errors kept quiet, an operation limit and a watchdog.
/// Share one per nest through a shared_ptr that outlives every handle.
class Context {
public:
  /// Operations is isl's deterministic count (AFFINE: about 2 million decide a
  /// nest); Seconds the net after which isl_ctx_abort is called, in processor
  /// time of the thread that makes the context.
  explicit Context(unsigned long Operations = 2000000, double Seconds = 5.0);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  isl_ctx *get() const { return Ctx; }
  /// A limit, an abort or an error has been met since the last resume: every
  /// answer that rests on objects made since is Unknown.
  bool exhausted() const;
  /// After a limit or an error: clear the state and grant another budget.
  void resume(unsigned long Operations);
  unsigned long operationsUsed() const;

private:
  struct Watchdog;
  isl_ctx *Ctx = nullptr;
  std::unique_ptr<Watchdog> Dog;
};

/// isl_version(): says whether it is built on GMP or imath.
std::string version();

} // namespace isl
} // namespace heddle

#endif
