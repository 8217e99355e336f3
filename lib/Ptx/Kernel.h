//===- Kernel.h - an entry that is ready to run ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_KERNEL_H
#define HEDDLE_PTX_KERNEL_H

#include "Ptx/Counts.h"
#include "Ptx/Instruction.h"
#include "Ptx/Module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::ptx {

/// Registers that every function has.
constexpr std::int32_t Sink = 0;          ///< what `_` names
constexpr std::int32_t CarryRegister = 1; ///< 0 or 1
constexpr std::int32_t FirstRegister = 2;

/// Parameters of calls that a function prepares have addresses from here on,
/// its own parameters from 0, in the space Param.
constexpr std::uint64_t CallSlots = std::uint64_t(1) << 20;

/// The value that a register holds when a function begins.
enum class Special : std::uint8_t {
  LocalAddress, ///< of the frame, plus Fill::Offset
#define PTX_SPECIAL(Enum, Name) Enum,
#include "Ptx/Special.def"
};

struct Fill {
  std::int32_t Register;
  Special With;
  std::uint64_t Offset = 0;
};

/// A place in the source. Inlined code also has the place it is inlined at.
struct SourceLine {
  unsigned File = 0, Line = 0;
  unsigned AtFile = 0, AtLine = 0;
};

struct Function;

/// Functions that the device's own library has.
enum class Builtin : std::uint8_t { None, Printf, AssertFail };

/// The target of a call. Arguments and results are places of the caller.
struct CallTarget {
  const Function *Callee = nullptr; ///< null: through a register, or built in
  Builtin Own = Builtin::None;
  std::int32_t Through = -1; ///< the register with the function's address
  /// A place of an argument or result: in a call slot, or a register.
  struct Place {
    bool InRegister = false;
    std::int32_t Register = -1; ///< may be a constant (below 0)
    std::uint64_t Address = 0, Size = 0;
  };
  std::vector<Place> Results, Arguments;
};

/// A function with its instructions.
struct Function {
  const FunctionText *Text = nullptr;
  std::string Name;
  std::vector<Instruction> Code;
  std::vector<Lanes> Constants;
  std::uint32_t Base = 0; ///< number of its first instruction in the kernel
  std::int32_t Registers = FirstRegister;
  std::vector<Fill> Fills;
  std::uint64_t LocalBytes = 0;
  std::uint64_t SlotBytes = 0;      ///< call slots
  std::uint64_t ParameterBytes = 0; ///< parameters, then results
  std::vector<Variable> Formals; ///< parameters, then results, with addresses
  /// By register: its number among those that copies pass (CopyReads.h), or -1.
  std::vector<std::int32_t> Copied;
  std::int32_t CopiedRegisters = 0;
  /// Not empty: it was not understood, and must not be called.
  std::string Problem;
  std::vector<SourceLine> Lines; ///< by Instruction::Loc; 0 is none
  std::vector<std::unique_ptr<CallTarget>> Calls;
  /// Counts of this launch, by instruction.
  mutable std::vector<Counts> Spent;
};

struct Kernel {
  Module *Of = nullptr;
  std::string Name, Demangled;
  Function *Entry = nullptr;
  std::map<std::string, std::unique_ptr<Function>> Functions;
  /// Static shared memory: variables have addresses from 0 on, as the kernel
  /// and what it calls name them; dynamic memory begins behind them.
  std::map<std::string, std::uint64_t> Shared;
  std::uint64_t SharedBytes = 0;
  std::uint64_t SharedAlign = 16; ///< of dynamic memory
  std::vector<Variable> DynamicShared;
};

/// Reads the entry's body and those of all that it calls. Null, with Problem.
std::unique_ptr<Kernel> makeKernel(Module &M, const std::string &Name,
                                   std::string &Problem);

/// Address of a function of the module, and back; null where it has none.
std::uint64_t functionAddress(const Module &M, const std::string &Name);
const FunctionText *functionAt(const Module &M, std::uint64_t Address);

std::string demangled(const std::string &Name);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_KERNEL_H
