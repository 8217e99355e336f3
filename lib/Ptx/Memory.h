//===- Memory.h - what is allocated on the device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device address is a number in a range that the process reserves and cannot
// touch, so that the host cannot use it by mistake; the bytes stand elsewhere.
// Addresses are not used again, so that an access to freed memory is told from
// others. Managed and pinned memory has the host's own addresses.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_MEMORY_H
#define HEDDLE_PTX_MEMORY_H

#include "Ptx/Shadow.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::ptx {

enum class MemoryKind : std::uint8_t {
  Device,   ///< cudaMalloc and its kin
  Managed,  ///< the host reads and writes it, too
  Pinned,   ///< the host's, allocated for or registered with the device
  Variable, ///< of a module
  Constant  ///< of a module, in the space `const`
};

/// Begin <= address < Begin + Size, in bytes.
struct Allocation {
  std::uint64_t Begin = 0, Size = 0;
  MemoryKind Kind = MemoryKind::Device;
  std::string Name;    ///< "cudaMalloc number 3", for messages
  unsigned Number = 0; ///< counts all allocations, from 1
  int Device = 0;
  bool Freed = false;
  unsigned char *Data = nullptr; ///< where its bytes are on the host
  /// A bit for each byte: somebody wrote it. Empty: all are (host memory).
  std::vector<std::uint64_t> Written;
  Shadow Races;

  bool contains(std::uint64_t Address, std::uint64_t Bytes) const {
    return Address >= Begin && Bytes <= Size && Address - Begin <= Size - Bytes;
  }
  unsigned char *at(std::uint64_t Address) const {
    return Data + (Address - Begin);
  }
  /// Bytes in [Offset, Offset + Bytes) have values from now on.
  void markWritten(std::uint64_t Offset, std::uint64_t Bytes);
  /// Exact.
  bool isWritten(std::uint64_t Offset, std::uint64_t Bytes) const;
};

class Memory {
public:
  Memory();
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Memory that nobody has written, aligned to 256 bytes. A size of 0 gives an
  /// address, too. Null where there is not so much left.
  Allocation *allocate(std::uint64_t Size, MemoryKind Kind, std::string Name);
  /// Host memory that the device may use at the host's address. It stays the
  /// caller's.
  Allocation *adopt(void *Host, std::uint64_t Size, MemoryKind Kind,
                    std::string Name);
  /// `Begin` is an allocation's first address. False: there is none.
  bool free(std::uint64_t Begin);

  /// The live allocation that has the address; null if none does.
  Allocation *find(std::uint64_t Address);
  /// For messages: the live or freed allocation that has the address, or the
  /// last one that begins before it; null if there is none.
  const Allocation *nearest(std::uint64_t Address) const;

  /// From and to the host. False: not within one live allocation.
  bool write(std::uint64_t To, const void *From, std::uint64_t Bytes);
  bool read(void *To, std::uint64_t From, std::uint64_t Bytes);

  /// Live ones, by address.
  const std::map<std::uint64_t, std::unique_ptr<Allocation>> &live() const {
    return Live;
  }
  /// In bytes; what `allocate` gives out of.
  std::uint64_t total() const { return Total; }
  std::uint64_t used() const { return Used; }
  void setTotal(std::uint64_t Bytes) { Total = Bytes; }

private:
  std::map<std::uint64_t, std::unique_ptr<Allocation>> Live, Freed;
  std::uint64_t Arena = 0, ArenaEnd = 0, Next = 0;
  std::uint64_t Total = std::uint64_t(16) << 30, Used = 0;
  unsigned Numbers = 0;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_MEMORY_H
