//===- Fatbin.cpp - PTX in a fat binary -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Fatbin.h"

#include <cstdint>
#include <cstring>
#include <set>

using namespace heddle::ptx;

namespace {

struct WrapperFields {
  std::uint32_t Magic, Version;
  const unsigned char *Data;
  const void *Other; ///< of version 2: the objects that nvlink has linked
};

struct HeaderFields {
  std::uint32_t Magic;
  std::uint16_t Version, HeaderBytes;
  std::uint64_t Bytes; ///< of the entries
};

struct EntryFields {
  std::uint16_t Kind, Version;
  std::uint32_t HeaderBytes;
  std::uint64_t Bytes; ///< behind the header
  std::uint32_t CompressedBytes, Options;
  std::uint16_t Minor, Major;
  std::uint32_t Arch; ///< 75 of sm_75
  std::uint32_t Name, NameBytes;
  std::uint64_t Flags, Zero;
  std::uint64_t UncompressedBytes;
};
static_assert(sizeof(HeaderFields) == 16 && sizeof(EntryFields) == 64,
              "as compilers write them");

constexpr std::uint32_t WrapperMagic = 0x466243b1, HeaderMagic = 0xba55ed50;
constexpr std::uint16_t KindPtx = 1, KindSass = 2;
constexpr std::uint64_t FlagLz4 = 0x2000, FlagZstd = 0x8000;
/// For sm_90a: no other device runs it.
constexpr std::uint64_t FlagOneDevice = 0x100000;

/// The entries of one kind that were found.
struct Seen {
  std::set<unsigned> Targets, Compressed, Sass;
};

} // namespace

static FatbinText broken(std::string Problem) {
  return {FatbinText::Broken, "", std::move(Problem)};
}

static std::string targets(const std::set<unsigned> &Of) {
  std::string Text;
  for (const unsigned T : Of)
    Text += (Text.empty() ? "" : ", ") + std::to_string(T);
  return Text;
}

/// There is nothing to run.
static FatbinText none(const Seen &S, unsigned Arch) {
  std::string Text;
  if (!S.Compressed.empty())
    Text = "the program's PTX is compressed: compile with -no-compress (nvcc) "
           "or -Xcuda-fatbinary --compress=false (clang)";
  else if (!S.Targets.empty())
    Text = "the program's PTX is for sm_" + targets(S.Targets) +
           ", the device is an sm_" + std::to_string(Arch) +
           ": compile with -gencode arch=compute_75,code=compute_75 (nvcc) or "
           "--cuda-gpu-arch=sm_75 (clang), or set HEDDLE_PTX_ARCH";
  else
    Text = std::string("the program has no PTX") +
           (S.Sass.empty() ? ""
                           : ", only machine code for sm_" + targets(S.Sass)) +
           ": compile with -gencode arch=compute_75,code=compute_75 (nvcc) or "
           "--cuda-include-ptx=all (clang)";
  return {FatbinText::None, "", Text};
}

static FatbinText ptxOfContainer(const unsigned char *Data, unsigned Arch) {
  HeaderFields Header;
  std::memcpy(&Header, Data, sizeof Header);
  if (Header.Magic != HeaderMagic)
    return broken("the program's fat binary has no known beginning");
  if (Header.Version != 1 || Header.HeaderBytes < sizeof Header)
    return broken("the program's fat binary has version " +
                  std::to_string(Header.Version) +
                  "; known is version 1, of CUDA 11 to 13");
  const unsigned char *At = Data + Header.HeaderBytes;
  std::uint64_t Left = Header.Bytes;
  Seen S;
  unsigned Best = 0;
  FatbinText Out;
  while (Left != 0) {
    EntryFields Entry;
    if (Left < sizeof Entry)
      return broken("the program's fat binary is cut off");
    std::memcpy(&Entry, At, sizeof Entry);
    if (Entry.HeaderBytes < sizeof Entry || Entry.HeaderBytes > Left ||
        Entry.Bytes > Left - Entry.HeaderBytes)
      return broken("the program's fat binary is cut off");
    const auto *const Text =
        reinterpret_cast<const char *>(At + Entry.HeaderBytes);
    const bool Fits = (Entry.Flags & FlagOneDevice) != 0 ? Entry.Arch == Arch
                                                         : Entry.Arch <= Arch;
    if (Entry.Kind == KindSass)
      S.Sass.insert(Entry.Arch);
    if (Entry.Kind == KindPtx) {
      const bool Packed = (Entry.Flags & (FlagLz4 | FlagZstd)) != 0;
      (Packed && Fits ? S.Compressed : S.Targets).insert(Entry.Arch);
      if (Fits && !Packed && Entry.Arch >= Best) {
        Best = Entry.Arch;
        Out.Ptx.assign(Text, strnlen(Text, Entry.Bytes));
      }
    }
    At += Entry.HeaderBytes + Entry.Bytes;
    Left -= Entry.HeaderBytes + Entry.Bytes;
  }
  return Best == 0 ? none(S, Arch) : Out;
}

FatbinText heddle::ptx::ptxOfFatbin(const void *Wrapper, unsigned Arch) {
  WrapperFields W;
  std::memcpy(&W, Wrapper, sizeof W);
  if (W.Magic != WrapperMagic || !W.Data)
    return broken("the program's device code is in no known form");
  if (W.Version == 2)
    return {FatbinText::None, "",
            "the program has relocatable device code, which is not linked "
            "here: compile without -rdc=true, -dc and -fgpu-rdc"};
  if (W.Version != 1)
    return broken("the program's device code has form " +
                  std::to_string(W.Version) + "; known is form 1");
  return ptxOfContainer(W.Data, Arch);
}
