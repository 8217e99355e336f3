//===- Harness.h - Small kernels of PTX, and what they have to give -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter is compared with definitions that were written apart from it,
// from the text of "Parallel Thread Execution ISA".
#ifndef HEDDLE_TEST_UNIT_PTX_HARNESS_H
#define HEDDLE_TEST_UNIT_PTX_HARNESS_H

#include "Ptx/Launch.h"
#include "Real.h"

#include "gtest/gtest.h"

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace heddle::ptx::test {

struct Operands {
  std::uint64_t A = 0, B = 0, C = 0;
};

/// A result by definition. None: the definition leaves it open, and these
/// operands are not tried.
using Definition =
    std::function<std::optional<std::uint64_t>(const Operands &)>;

/// An instruction, and what it gives.
struct Case {
  std::string Name;  ///< "add.sat.s32"
  std::string Types; ///< of the result and of the sources: "s32 s32 s32"
  Definition Gives;
  /// More than `Name %d, %a, %b, %c;`. Free registers are %p0 to %p3, %h0 to
  /// %h7, %r0 to %r9, %l0 to %l9; %in is the address of the thread's operands,
  /// 8 bytes apart, %out that of its result, %n the thread's number.
  std::string Body = "";
  bool AnyNan = false;     ///< a NaN may have any bits
  std::string Global = ""; ///< what the module declares
};

/// Runs the instruction over boundary and random values, twice: with operands
/// as they are loaded, and as results of other instructions.
void check(const Case &R);
void check(const std::vector<Case> &Cases);

/// Runs a body as `check` does, for operands that the caller chooses: a warp
/// has 32 after each other, a block 128. Null: it did not run, which is a
/// failure.
std::optional<std::vector<std::uint64_t>>
results(const Case &R, const std::vector<Operands> &In);

/// Values to try for a type: boundaries first, then random ones.
std::vector<std::uint64_t> valuesOf(const std::string &Type,
                                    std::mt19937_64 &Random, unsigned Count);

unsigned widthOf(const std::string &Type);
/// Null for an integer.
const Format *formatOf(const std::string &Type);
std::uint64_t maskOf(unsigned Width);
std::int64_t signedOf(std::uint64_t Bits, unsigned Width);

/// Both halves of a register of two 16-bit values.
template <class F>
std::optional<std::uint64_t> halves(const Operands &O, const F &Of) {
  const auto Half = [](const Operands &P, unsigned Shift) {
    return Operands{P.A >> Shift & 0xffff, P.B >> Shift & 0xffff,
                    P.C >> Shift & 0xffff};
  };
  const std::optional<std::uint64_t> Low = Of(Half(O, 0)),
                                     High = Of(Half(O, 16));
  if (!Low || !High)
    return std::nullopt;
  return (*Low & 0xffff) | (*High & 0xffff) << 16;
}

/// The lines every text begins with.
std::string header();

/// A module of one text, on a device of its own.
class Program {
public:
  explicit Program(const std::string &Text);

  /// An array of bytes that nobody has written.
  std::uint64_t allocate(std::uint64_t Bytes);
  template <class T> std::uint64_t array(const std::vector<T> &Values) {
    const std::uint64_t At = allocate(Values.size() * sizeof(T));
    EXPECT_TRUE(On.Memory.write(At, Values.data(), Values.size() * sizeof(T)));
    return At;
  }
  template <class T> std::vector<T> read(std::uint64_t At, std::size_t Count) {
    std::vector<T> Out(Count);
    EXPECT_TRUE(On.Memory.read(Out.data(), At, Count * sizeof(T)));
    return Out;
  }

  /// Runs the kernel `k` with 64-bit arguments.
  std::optional<Finding> run(Dim3 Grid, Dim3 Block,
                             const std::vector<std::uint64_t> &Arguments,
                             std::uint64_t Dynamic = 0);
  /// The same, and a finding is a failure.
  bool passes(Dim3 Grid, Dim3 Block,
              const std::vector<std::uint64_t> &Arguments,
              std::uint64_t Dynamic = 0);
  /// The number of the line that has the text, from 1.
  unsigned lineOf(const std::string &Mark) const;
  const KernelCounts &counts() { return On.Counted.Kernels["k"]; }

  Device On;
  std::unique_ptr<Module> M;
  std::string Text, Problem;
};

/// A kernel `k` with 64-bit parameters `p0`, `p1`, ... in %l0, %l1, ..., and
/// with %tid, %ctaid, the thread's number in the grid as %r0, %r1, %r2.
std::string kernel(unsigned Parameters, const std::string &Body,
                   const std::string &Global = "");

} // namespace heddle::ptx::test

#endif // HEDDLE_TEST_UNIT_PTX_HARNESS_H
