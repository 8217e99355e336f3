//===- TextTables.h - What is found of a nest's text ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end fills these tables while it reads a nest, and IR/NestValues
// makes the tree LoopNest::Code of them. No phase behind the front end sees
// them. Offsets are bytes of LoopNest::Text.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TEXTTABLES_H
#define HEDDLE_IR_TEXTTABLES_H

#include <string>
#include <vector>

namespace heddle {

/// Replace bytes [Begin, End) by Kernel in kernel code (members, local
/// pointers, callees with a device twin).
struct Replacement {
  unsigned Begin = 0, End = 0;
  std::string Kernel;
};

/// The text uses a name at byte At which does not show there: in a macro.
struct HiddenName {
  unsigned At = 0;
  std::string Name;
};

/// Replacements that turn a reduction step on an element of Array into one step
/// that no other thread interrupts.
struct UpdateReplacement {
  unsigned Array = 0;
  Replacement Text;
};

/// A statement, and what is left of it where only the values count that
/// iterations pass on.
struct StatementSlice {
  unsigned Begin = 0, End = 0;
  std::string Left;
};

/// The bytes that stand for the array of an access, e.g. "x" of "x[i + 1]";
/// empty where another text cannot take their place. Equal for all accesses
/// that the bytes stand for, which a macro's argument may do several times.
struct AccessBase {
  unsigned Begin = 0, End = 0;
  /// These bytes are the whole access instead, an lvalue, e.g. "*p": the array
  /// is not named there.
  bool IsAccess = false;
};

/// Both readings of the text have Text at byte Begin; or, where End lies behind
/// it, these bytes are a body that stands in braces, with Text first. Not
/// empty: kernel code has Kernel instead.
struct TextDeclaration {
  unsigned Begin = 0, End = 0;
  std::string Text, Kernel;
  std::vector<unsigned> Accesses = {}; ///< for which Kernel names their arrays
};

struct TextTables {
  std::vector<TextDeclaration> Declarations;
  std::vector<Replacement> Replacements; ///< once finished disjoint, ascending
  std::vector<HiddenName> HiddenNames;
  /// Not among Replacements, which they may overlap; once finished ascending.
  std::vector<UpdateReplacement> Updates;
  std::vector<AccessBase> Bases;      ///< of LoopNest::Accesses, one each
  std::vector<StatementSlice> Slices; ///< disjoint
};

} // namespace heddle

#endif
