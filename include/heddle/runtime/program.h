//===- runtime/program.h - blocks through which arrays stay ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement under [[heddle::program]] has an object `program` around it.
// Until that ends, arrays stay on the device (residency.h), and launches are
// not waited for. Between the launches stands code of the host, and in front of
// all that may touch an array the rewritten text says so:
//
//   host_reads     it reads any arrays, or one object
//   host_uses      it reads or writes one object
//   host_reads_elements, host_uses_elements  the same of all elements of a
//                  container
//   host_code      it may do anything, as long as this object lives: call
//                  functions that launch something and read the results, or
//                  free memory
//   array_ends, container_ends  an array, or a container, of the block dies:
//   what
//                  the device has of it is forgotten
//   object_begins, object_lives  around the declaration of an object whose
//                  constructor and destructor may do anything
//
// All of them do nothing in a thread without a program, and in builds without
// CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_PROGRAM_H
#define HEDDLE_RUNTIME_PROGRAM_H

#include "kept.h"

#include <cstddef>
#include <exception>
#include <memory>

namespace heddle {
namespace rt {
namespace rt_detail {
inline namespace HEDDLE_BUILD {

#if HEDDLE_CUDA_BUILD

inline std::atomic<bool> said_program_failed{false};

/// For destructors: an error is told, and thrown where none is on its way.
template <class Step> void finish_step(int exceptions, const Step &step) {
#if HEDDLE_EXCEPTIONS
  if (std::uncaught_exceptions() == exceptions)
    return step();
  try {
    step();
  } catch (const error &e) {
    // print_line() writes the name in front.
    const char *const text = e.what();
    print_once(said_program_failed,
               std::strncmp(text, "heddle: ", 8) == 0 ? text + 8 : text);
  }
#else
  (void)exceptions;
  step();
#endif
}

template <class T> byte_range bytes_of(const T &object) {
  const std::uintptr_t begin =
      reinterpret_cast<std::uintptr_t>(std::addressof(object));
  return {begin, begin + sizeof(T)};
}

/// The elements of a container with data() and capacity() or size().
template <class T>
auto bytes_of_array(const T &array, int)
    -> decltype(array.data(), array.capacity(), byte_range()) {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(array.data());
  return {begin, begin + array.capacity() * sizeof(*array.data())};
}
template <class T> byte_range bytes_of_array(const T &array, long) {
  return bytes_of(array);
}

inline void bring_back(const site &by, const byte_range &r) {
  for_each_home([&](residency &home) {
    home.bring_back(by, "code of the host reads", r);
  });
}
inline void leave(const site &by, const byte_range &r) {
  for_each_home(
      [&](residency &home) { home.leave(by, "code of the host writes", r); });
}

#endif

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// Code of the host, in a file.
struct host_place {
  const char *file;
  unsigned line;

  site as_site() const { return {"host code", file, line}; }
};

#if HEDDLE_CUDA_BUILD

/// Arrays stay on the device while it lives. One inside of another one, of the
/// same thread, is a part of that, unless code of the host runs there. At the
/// end the host has everything.
class program {
public:
  explicit program(const host_place &where)
      : state_({"program", where.file, where.line}) {
    if (rt_detail::active_program())
      return;
    around_ = std::exchange(rt_detail::running_program, &state_);
    pauses_ = std::exchange(rt_detail::program_pauses, 0u);
    runs_ = true;
  }
  program(const program &) = delete;
  program &operator=(const program &) = delete;
  ~program() noexcept(false) {
    if (!runs_)
      return;
    rt_detail::running_program = around_;
    rt_detail::program_pauses = pauses_;
    rt_detail::finish_step(
        exceptions_, [&] { state_.leave(state_.where(), "the program ends"); });
  }

private:
  rt_detail::residency state_;
  const int exceptions_ = std::uncaught_exceptions();
  rt_detail::residency *around_ = nullptr; ///< which has been left
  unsigned pauses_ = 0;                    ///< of that
  bool runs_ = false;                      ///< else it is a part of that
};

/// Code behind this reads arrays of the host's.
inline void host_reads(const host_place &where) {
  if (rt_detail::residency *const p = rt_detail::active_program())
    p->bring_back(where.as_site(), "code of the host reads");
}

/// Code behind this reads the object.
template <class T> void host_reads(const host_place &where, const T &object) {
  rt_detail::bring_back(where.as_site(), rt_detail::bytes_of(object));
}
/// The same, for the launch.
template <class T> void host_reads(const site &launch, const T &object) {
  rt_detail::bring_back(launch, rt_detail::bytes_of(object));
}
/// The same of the elements of a container.
template <class T>
void host_reads_elements(const host_place &where, const T &array) {
  rt_detail::bring_back(where.as_site(), rt_detail::bytes_of_array(array, 0));
}

/// Code behind this reads or writes it, or these.
template <class T> void host_uses(const host_place &where, const T &object) {
  rt_detail::leave(where.as_site(), rt_detail::bytes_of(object));
}
template <class T>
void host_uses_elements(const host_place &where, const T &array) {
  rt_detail::leave(where.as_site(), rt_detail::bytes_of_array(array, 0));
}

/// Code of the host runs that may do anything, and whose launches are no part
/// of the program: until end(), or else until the object's end.
class host_code {
public:
  explicit host_code(const host_place &where) {
    if (rt_detail::residency *const p = rt_detail::active_program())
      p->leave(where.as_site(), "code of the host");
    ++rt_detail::program_pauses;
  }
  host_code(const host_code &) = delete;
  host_code &operator=(const host_code &) = delete;
  ~host_code() { end(); }

  void end() {
    rt_detail::program_pauses -= runs_;
    runs_ = 0;
  }

private:
  unsigned runs_ = 1;
};

/// Stands behind the declaration of an array, or of an object that needs no
/// destructor: it dies right after this does.
template <class T> class array_ends {
public:
  array_ends(const host_place &where, const T &array)
      : where_(where), array_(array) {}
  array_ends(const array_ends &) = delete;
  array_ends &operator=(const array_ends &) = delete;
  ~array_ends() noexcept(false) { forget(rt_detail::bytes_of(array_)); }

protected:
  void forget(const rt_detail::byte_range &r) const {
    if (rt_detail::residency *const p = rt_detail::active_program())
      rt_detail::finish_step(exceptions_,
                             [&] { p->forget(where_.as_site(), r); });
  }

  const host_place where_;
  const T &array_;
  const int exceptions_ = std::uncaught_exceptions();
};

/// The same of a container of the standard library, with its elements.
template <class T> class container_ends : array_ends<T> {
public:
  container_ends(const host_place &where, const T &container)
      : array_ends<T>(where, container) {}
  ~container_ends() noexcept(false) {
    this->forget(rt_detail::bytes_of_array(this->array_, 0));
  }
};

/// Stands behind the declaration of an object whose destructor may do anything,
/// in front of which object_begins stands.
class object_lives {
public:
  explicit object_lives(const host_place &where) : where_(where) {
    --rt_detail::program_pauses;
  }
  object_lives(const object_lives &) = delete;
  object_lives &operator=(const object_lives &) = delete;
  ~object_lives() noexcept(false) {
    rt_detail::residency *const p = rt_detail::active_program();
    ++rt_detail::program_pauses;
    if (p)
      rt_detail::finish_step(exceptions_, [&] {
        p->leave(where_.as_site(), "the end of an object");
      });
  }

private:
  const host_place where_;
  const int exceptions_ = std::uncaught_exceptions();
};

#else

class program {
public:
  explicit program(const host_place &) {}
  program(const program &) = delete;
  program &operator=(const program &) = delete;
  ~program() {}
};

inline void host_reads(const host_place &) {}
template <class T> void host_reads(const host_place &, const T &) {}
template <class T> void host_reads(const site &, const T &) {}
template <class T> void host_uses(const host_place &, const T &) {}
template <class T> void host_reads_elements(const host_place &, const T &) {}
template <class T> void host_uses_elements(const host_place &, const T &) {}

class host_code {
public:
  explicit host_code(const host_place &) {}
  host_code(const host_code &) = delete;
  host_code &operator=(const host_code &) = delete;
  ~host_code() {}
  void end() {}
};

template <class T> class array_ends {
public:
  array_ends(const host_place &, const T &) {}
  array_ends(const array_ends &) = delete;
  array_ends &operator=(const array_ends &) = delete;
  ~array_ends() {}
};

template <class T> class container_ends : array_ends<T> {
public:
  container_ends(const host_place &where, const T &container)
      : array_ends<T>(where, container) {}
};

class object_lives {
public:
  explicit object_lives(const host_place &) {}
  object_lives(const object_lives &) = delete;
  object_lives &operator=(const object_lives &) = delete;
  ~object_lives() {}
};

#endif

/// Stands in front of the declaration of an object whose constructor and
/// destructor may do anything.
using object_begins = host_code;

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_PROGRAM_H
