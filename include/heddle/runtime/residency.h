//===- runtime/residency.h - arrays that stay on the device ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a program (program.h) runs, an array of the host's that a launch has
// copied to the device stays there. For each such piece of memory the host
// thread knows which bytes the device has as they are now, and which of them
// the host has not:
//
//   - a launch that reads an array copies in what the device lacks of it;
//   - a launch that writes one leaves the bytes on the device alone;
//   - before code of the host reads, what it lacks is copied back;
//   - before code of the host writes, it is copied back, and the device has not
//     got it any more; where it is not known what that code does, this is about
//     everything, and the pieces end.
//
// Every byte is as it should be on one of the two sides at least. Arrays that
// the device reaches by itself stay where they are. A footprint of one element,
// which may be a variable that the host reads next, is copied for each launch,
// unless it lies in a piece.
//
// Arrays of heddle::resident objects (kept.h) are held in the same way, each as
// a whole, for as long as the object lives.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_RESIDENCY_H
#define HEDDLE_RUNTIME_RESIDENCY_H

#include "buffer.h"
#include "byte_ranges.h"
#include "trace.h"
#include "transfer.h"

#if HEDDLE_CUDA_BUILD

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace heddle {
namespace rt {
namespace rt_detail {

inline namespace HEDDLE_BUILD {

/// Memory of the host that is to be one piece, and who says so.
struct held_range {
  byte_range bytes;
  site where;
};

/// One piece of the host's memory, and where it is on the device.
struct held {
  byte_range here;
  site where;
  std::uintptr_t there = 0; ///< of here.begin
  byte_ranges valid;        ///< as they are now, on the device
  byte_ranges changed;      ///< of these, what the host has not
  device_buffer memory;

  std::uintptr_t place_of(std::uintptr_t address) const {
    return there + (address - here.begin);
  }
  /// Whether its memory has room for r, which begins where it does.
  bool grows_to(const byte_range &r) const {
    return r.begin == here.begin &&
           there + r.size() <= memory.address() + memory.size();
  }
};

/// Looks whether code of the host keeps its hands off memory that the device
/// has (guard_pages.h): it may not read `changed`, nor write `valid`. Null
/// where nobody looks.
using guard = void(const site &where, const byte_range &here,
                   const byte_ranges &valid, const byte_ranges &changed);
inline guard *guards = nullptr;

/// The arrays that a program has on the device, or those of objects. All calls
/// are of the thread that has made it, and of one device at a time.
class residency {
public:
  explicit residency(const site &where) : where_(where) {}
  residency(const residency &) = delete;
  residency &operator=(const residency &) = delete;

  const site &where() const { return where_; }

  /// Whether the array of `t`, which the device does not reach, stays there in
  /// a program.
  bool takes(const transfer &t) const {
    return t.is_array && !t.print.empty() &&
           (t.print.size > 16 || holds(range_of(t.print)));
  }

  /// All launches from now on are for this device.
  void be_on(int device) {
    if (device_ != device)
      leave(where_, "another device is current");
    device_ = device;
  }

  /// Room for those arrays that stay here; false: memory does not suffice. A
  /// piece has at least the bytes of `whole(range)`, which has that range.
  template <class Whole>
  bool hold_all(const launch &what, const transfer *transfers,
                std::size_t count, const Whole &whole) {
    return std::all_of(transfers, transfers + count, [&](const transfer &t) {
      return t.stays != this || find(range_of(t.print)) != pieces_.end() ||
             hold(what, t.print, whole(range_of(t.print)));
    });
  }

  /// Gives these arrays their places, with what is read of them.
  void place(const launch &what, transfer *transfers, std::size_t count) {
    for (transfer *t = transfers; t != transfers + count; ++t) {
      if (t->stays != this)
        continue;
      held &piece = *find(range_of(t->print));
      t->place = piece.place_of(t->print.begin);
      t->origin_there = t->place - (t->print.begin - t->print.origin);
      if (reads(t->how))
        t->moved += bring_in(what, piece, range_of(t->print));
    }
  }

  /// The launch has started, and writes what it may write.
  void started(const transfer *transfers, std::size_t count) {
    waits_ = true;
    for (const transfer *t = transfers; t != transfers + count; ++t) {
      shares_ |= t->is_array && !t->stays && !t->copied && !t->print.empty();
      if (t->stays != this || !writes(t->how))
        continue;
      held &piece = *find(range_of(t->print));
      piece.valid.add(range_of(t->print));
      piece.changed.add(range_of(t->print));
      watch(piece);
    }
  }

  bool waits() const { return waits_; }

  /// Waits for all launches.
  void wait(const site &by) {
    shares_ = false;
    if (!std::exchange(waits_, false))
      return;
    require(cudaStreamSynchronize(current_stream), "cudaStreamSynchronize", by,
            "waiting for the launches of the " + std::string(where_.kernel) +
                " at " + place_of(where_));
  }

  /// The host has everything.
  void bring_back(const site &by, const char *why) {
    wait(by);
    std::uint64_t bytes = 0;
    for (held &piece : pieces_)
      bytes += bring_back(by, piece, piece.here);
    told(by, why, bytes);
  }

  /// The host has the bytes of r.
  void bring_back(const site &by, const char *why, const byte_range &r) {
    if (!waits_for(by, r))
      return;
    std::uint64_t bytes = 0;
    for (held &piece : pieces_)
      bytes += bring_back(by, piece, r);
    told(by, why, bytes);
  }

  /// The host has everything, and the device nothing any more.
  void leave(const site &by, const char *why) {
    bring_back(by, why);
    end_where([](const held &) { return true; });
  }

  /// The same for the bytes of r.
  void leave(const site &by, const char *why, const byte_range &r) {
    bring_back(by, why, r);
    for (held &piece : pieces_)
      if (piece.here.overlaps(r)) {
        piece.valid.remove(r);
        watch(piece);
      }
  }

  /// Pieces that hold nothing any more end.
  void drop_empty() {
    end_where([](const held &piece) { return piece.valid.empty(); });
  }

  /// The bytes of r are nobody's any more: they do not come back.
  void forget(const site &by, const byte_range &r) {
    if (!waits_for(by, r))
      return;
    std::uint64_t bytes = 0;
    end_where([&](held &piece) {
      if (!piece.here.overlaps(r))
        return false;
      piece.changed.remove(r);
      bytes += bring_back(by, piece, piece.here);
      return true;
    });
    told(by, "an array ends", bytes);
  }

  bool holds(const byte_range &r) const {
    return std::any_of(pieces_.begin(), pieces_.end(), [&](const held &piece) {
      return piece.here.overlaps(r);
    });
  }

  static byte_range range_of(const footprint &print) {
    return {print.begin, print.begin + print.size};
  }

private:
  /// Waits where launches may touch r. False: no piece has any of it.
  bool waits_for(const site &by, const byte_range &r) {
    const bool any = !r.empty() && holds(r);
    if (any || shares_)
      wait(by);
    return any;
  }

  /// The pieces for which ends(piece) end, one by one.
  template <class Ends> void end_where(const Ends &ends) {
    for (auto piece = pieces_.begin(); piece != pieces_.end();) {
      if (!ends(*piece)) {
        ++piece;
        continue;
      }
      unwatch(*piece);
      keep(std::move(piece->memory));
      piece = pieces_.erase(piece);
    }
  }

  void watch(const held &piece) const {
    if (guards)
      guards(piece.where, piece.here, piece.valid, piece.changed);
  }
  void unwatch(const held &piece) const {
    if (guards)
      guards(piece.where, piece.here, {}, {});
  }

  std::vector<held>::iterator find(const byte_range &r) {
    return std::find_if(pieces_.begin(), pieces_.end(), [&](const held &piece) {
      return piece.here.contains(r);
    });
  }

  static void require(cudaError_t status, const char *call, const site &by,
                      const std::string &doing) {
    if (status == cudaSuccess)
      return;
    const std::string lasting = settle();
    raise(describe(by) + ": " + doing + ": " + call + ": " + cuda_text(status) +
          "; arrays may hold what they held before" + lasting);
  }

  static void told(const site &by, const char *why, std::uint64_t bytes) {
    if (bytes == 0 || !tracing())
      return;
    event e;
    e.taken = "back";
    e.why = why;
    e.bytes_out = bytes;
    print_event(by, e);
  }

  /// One piece has the range `whole`, of which the footprint is a part, and the
  /// pieces that share some with it have become a part of that.
  bool hold(const launch &what, const footprint &print,
            const held_range &asked) {
    byte_range whole = asked.bytes;
    unsigned shared = 0;
    held *first = nullptr;
    for (bool grown = true; grown;) {
      grown = false;
      shared = 0;
      for (held &piece : pieces_) {
        if (!piece.here.overlaps(whole))
          continue;
        ++shared;
        first = &piece;
        if (whole.contains(piece.here))
          continue;
        whole = {std::min(whole.begin, piece.here.begin),
                 std::max(whole.end, piece.here.end)};
        grown = true;
      }
    }
    if (shared == 1 && first->grows_to(whole)) {
      first->here = whole;
      return true;
    }
    // Offset 0 falls on a 256-byte boundary, as in memory from cudaMalloc, so
    // that threads coalesce as the subscripts suggest. A piece that grows may
    // do so again.
    const std::uintptr_t lead = (whole.begin - print.origin) % 256;
    held fresh{whole, asked.where, 0, {}, {}, device_buffer(nullptr, device_)};
    if (!take(what, lead + whole.size() * (shared != 0 ? 2 : 1), fresh.memory))
      return false;
    fresh.there = fresh.memory.address() + lead;
    end_where([&](const held &piece) {
      if (!piece.here.overlaps(whole))
        return false;
      move(what, piece, fresh);
      return true;
    });
    pieces_.push_back(std::move(fresh));
    watch(pieces_.back());
    return true;
  }

  static void move(const launch &what, const held &from, held &to) {
    for (const byte_range &p : from.valid.pieces()) {
      check(cudaMemcpyAsync(
                reinterpret_cast<void *>(to.place_of(p.begin)),
                reinterpret_cast<const void *>(from.place_of(p.begin)),
                p.size(), cudaMemcpyDefault, current_stream),
            "cudaMemcpyAsync", what, "joining arrays on the device");
      to.valid.add(p);
    }
    for (const byte_range &p : from.changed.pieces())
      to.changed.add(p);
  }

  /// The bytes that were copied.
  std::uint64_t bring_in(const launch &what, held &piece, const byte_range &r) {
    const std::vector<byte_range> missing = piece.valid.missing(r);
    if (missing.empty())
      return 0;
    std::uint64_t bytes = 0;
    for (const byte_range &p : missing) {
      check(copy_bytes(reinterpret_cast<void *>(piece.place_of(p.begin)),
                       reinterpret_cast<const void *>(p.begin), p.size()),
            "cudaMemcpy", what, "copying an array to the device");
      piece.valid.add(p);
      bytes += p.size();
    }
    watch(piece);
    return bytes;
  }

  std::uint64_t bring_back(const site &by, held &piece, const byte_range &r) {
    const std::vector<byte_range> lacking = piece.changed.within(r);
    if (lacking.empty())
      return 0;
    unwatch(piece);
    std::uint64_t bytes = 0;
    for (const byte_range &p : lacking) {
      require(
          copy_bytes(reinterpret_cast<void *>(p.begin),
                     reinterpret_cast<const void *>(piece.place_of(p.begin)),
                     p.size()),
          "cudaMemcpy", by, "copying an array back from the device");
      piece.changed.remove(p);
      bytes += p.size();
    }
    watch(piece);
    return bytes;
  }

  /// At least so many bytes, kept by an earlier program or new; false: there
  /// are not so many.
  bool take(const launch &what, std::size_t size, device_buffer &memory) {
    std::vector<device_buffer> &kept = program_buffers();
    auto best = kept.end();
    for (auto b = kept.begin(); b != kept.end(); ++b)
      if (b->serves(nullptr, device_) && b->size() >= size &&
          (best == kept.end() || b->size() < best->size()))
        best = b;
    if (best != kept.end()) {
      memory = std::move(*best);
      kept.erase(best);
      if (memory.alive(what))
        return true;
      memory.forget();
    }
    device_buffer fresh(nullptr, device_);
    const cudaError_t status = fresh.allocate(size);
    memory = std::move(fresh);
    if (status == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      return false;
    }
    check(status, "cudaMalloc", what,
          "allocating " + std::to_string(size) + " bytes on the device");
    return true;
  }

  static void keep(device_buffer &&memory) {
    program_buffers().push_back(std::move(memory));
  }

  const site where_;
  int device_ = -1;
  bool waits_ = false; ///< launches may still run
  /// They touch memory that the host reaches as well.
  bool shares_ = false;
  std::vector<held> pieces_; ///< of which no two share a byte
};

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_RESIDENCY_H
