//===- Module.h - the text of PTX, taken apart ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_MODULE_H
#define HEDDLE_PTX_MODULE_H

#include "Ptx/Types.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

struct Device;
struct Kernel;

/// A variable, a parameter, or a place in local memory.
struct Variable {
  std::string Name;
  Space In = Space::Global;
  Type Element = Type::B8;
  unsigned Align = 1;
  std::uint64_t Size = 0; ///< bytes; 0 for an array without a length
  bool Extern = false, Managed = false;
  std::uint64_t Address = 0; ///< once it has one
  /// Its first bytes; the others are 0. Empty: all are 0.
  std::string Initial;
  /// Addresses in it: offset in bytes, symbol, what is added, width in bytes.
  struct Pointer {
    std::uint64_t At;
    std::string Symbol;
    std::int64_t Plus;
    unsigned Bytes;
  };
  std::vector<Pointer> Pointers;
};

/// A function as it stands in the text.
struct FunctionText {
  std::string Name;
  bool IsEntry = false;
  std::vector<Variable> Results, Parameters; ///< in the space Param
  std::string_view Body; ///< between its braces; empty for a declaration
  bool HasBody = false;
  unsigned Line = 0; ///< of the body's first character, from 1
  /// .maxntid and .reqntid; 0 where there is none.
  Dim3 MaxThreads{0, 0, 0}, RequiredThreads{0, 0, 0};
};

class Module {
public:
  ~Module();
  /// Reads all but the bodies. Null, with the reason in Problem, where the text
  /// is no PTX that can be read.
  static std::unique_ptr<Module> parse(std::string Text, std::string Name,
                                       std::string &Problem);

  const std::string &name() const { return Name; }
  unsigned target() const { return Target; } ///< 75 of sm_75
  /// The text of a line, from 1, without blanks around it.
  std::string line(unsigned Number) const;
  std::string file(unsigned Number) const; ///< of `.file`

  /// Null: there is none.
  const FunctionText *function(const std::string &Name) const;
  Variable *variable(const std::string &Name);
  std::vector<std::string> entries() const;
  const std::map<std::string, FunctionText> &functions() const {
    return Functions;
  }

  /// Gives variables memory on the device. Does nothing the second time. False:
  /// there is not enough, or a symbol is not defined (Problem).
  bool load(Device &On, std::string &Problem);

  /// The entry, ready to run; made when first asked for. Null: there is none,
  /// or something in it is not understood (Problem says what, and where).
  Kernel *kernel(const std::string &Name, std::string &Problem);

private:
  friend class ModuleReader;
  Module() = default;
  std::string Text, Name;
  unsigned Target = 0;
  std::vector<std::size_t> LineStarts;
  std::map<unsigned, std::string> Files;
  std::map<std::string, FunctionText> Functions;
  std::map<std::string, Variable> Variables;
  std::map<std::string, std::unique_ptr<Kernel>> Kernels;
  bool Loaded = false;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_MODULE_H
