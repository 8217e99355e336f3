//===- Instruction.h - an instruction that is ready to run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions.def has a row for every instruction: its name, its class, the
// form of its operands, and its binder. A binder reads what stands behind the
// name (Modifiers), and gives the function that runs the instruction. A part
// that it leaves is unknown, and the program ends.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_INSTRUCTION_H
#define HEDDLE_PTX_INSTRUCTION_H

#include "Ptx/Types.h"

#include <vector>

namespace heddle::ptx {

struct Step;
struct Instruction;
struct Row;

/// Runs a plain instruction for the lanes of a step.
using Handler = void (*)(Step &);

/// Counts are told apart by it.
enum class Class : std::uint8_t {
  Integer,
  Floating,
  Memory,
  Control,
  Other,
  ByType ///< of a row: Integer or Floating, as the type it computes in
};
constexpr unsigned Classes = 5;
std::string_view nameOf(Class C);

/// How the scheduler treats an instruction. All but Plain change where a lane
/// goes on, or wait for other lanes; they have no handler.
enum class Flow : std::uint8_t {
  Plain,
  Branch,    ///< bra
  Indexed,   ///< brx.idx
  Call,      ///< call
  Return,    ///< ret
  Exit,      ///< exit
  Trap,      ///< trap
  Barrier,   ///< bar, barrier
  WarpSync,  ///< bar.warp.sync
  Collective ///< a plain one that all lanes of its member mask run together
};

enum class Rounding : std::uint8_t { Nearest, Zero, Down, Up };

struct CallTarget;

/// One instruction, its operands bound to registers.
///
/// An operand is the number of a register of the frame, or, below 0, ~number of
/// a constant of the function. Destinations and sources stand apart, in the
/// order of the text; a vector {a, b} takes as many places as it has elements;
/// `p|q` takes two destinations; `_` is the register Sink.
struct Instruction {
  Handler Run = nullptr;
  const Row *Op = nullptr;
  std::vector<std::int32_t> D, S;
  std::uint8_t Operands = 0; ///< of the text; a vector is one
  std::int32_t Guard = -1;   ///< the predicate's register, or -1
  bool GuardNot = false;
  Flow Kind = Flow::Plain;
  Class Counts = Class::Other;

  /// The type it computes in (the last one of its name), and the one before
  /// it. `cvt.f64.f32` has T = F32 and From... see the binder of each.
  Type T = Type::None, T2 = Type::None;
  Space In = Space::Generic;
  std::uint8_t Width = 1; ///< elements of a vector of a load or store
  Rounding Round = Rounding::Nearest;
  bool Ftz = false, Sat = false;
  bool Copies = false; ///< see CopyReads.h
  /// Added to the addresses, in bytes: of the first, and of the second.
  std::int64_t Offset = 0, Offset2 = 0;
  /// For the use of its binder and handler alone.
  std::int64_t Extra = 0;
  /// For a Collective: the source that has the member mask.
  std::int32_t Members = -1;

  std::uint32_t Target = 0;           ///< Branch: the next instruction
  std::vector<std::uint32_t> Targets; ///< Indexed
  const CallTarget *Callee = nullptr; ///< Call

  std::uint32_t PtxLine = 0; ///< from 1, in the module's text
  std::uint32_t Loc = 0;     ///< number in the function's table of source lines
};

/// The text behind an instruction's name, "rn.ftz.f32", taken apart at its
/// dots. A binder takes what it knows.
class Modifiers {
public:
  /// `Text` is the whole name, "add.rn.ftz.f32"; it must outlive this.
  explicit Modifiers(std::string_view Text);

  /// Takes one away. False if there is none.
  bool take(std::string_view Name);
  /// Takes the first that is one of the names (separated by spaces); -1 if
  /// there is none, else the name's place in the list.
  int takeOneOf(std::string_view Names);
  /// Takes the first that names a type; Type::None if none does.
  Type takeType();
  /// Takes "rn", "rz", "rm" or "rp" into Out. False if there is none.
  bool takeRounding(Rounding &Out);
  /// Takes a state space ("global", "shared::cta", "param::func"...) into Out.
  bool takeSpace(Space &Out);
  /// The parts that are left, joined by dots; empty if all were taken.
  std::string rest() const;
  bool empty() const { return Parts.empty(); }

private:
  std::vector<std::string_view> Parts;
};

/// Returns the function that runs the instruction, with I's fields set, or null
/// where it is not known. D and S of I are set before, so that a binder can
/// see how many there are. Flow other than Plain: the binder returns anything
/// but null (use `flowOnly`).
using Binder = Handler (*)(Modifiers &, Instruction &I);
void flowOnly(Step &);

/// How the text's operands become D and S.
enum class Form : std::uint8_t {
  Result,   ///< the first is a destination, the others sources
  NoResult, ///< all are sources
  Special   ///< the decoder has a case for it (call, bra, brx)
};

/// A row of Instructions.def.
struct Row {
  std::string_view Name;
  Class Counts;
  Form Operands;
  Binder Bind;
};
inline bool isNamed(const Instruction &I, std::string_view Name) {
  return I.Op && I.Op->Name == Name;
}
/// Null for a name that the table does not have. The name is what stands
/// before the first dot.
const Row *rowNamed(std::string_view Name);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_INSTRUCTION_H
