//===- VariableReader.h - declarations of variables -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_VARIABLEREADER_H
#define HEDDLE_PTX_VARIABLEREADER_H

#include "Ptx/Lexer.h"
#include "Ptx/Module.h"

namespace heddle::ptx {

/// Reads what stands behind the space: attributes, alignment, type, name and
/// extents. False, with Problem.
bool readDeclarator(Lexer &L, Space In, Variable &Out, std::string &Problem);
/// Reads `= ...`, where there is one.
bool readInitial(Lexer &L, Variable &Out, std::string &Problem);

/// Gives each its address behind the one before, aligned; the first at From.
/// Returns the first byte behind them.
std::uint64_t placeInOrder(std::vector<Variable> &Those,
                           std::uint64_t From = 0);

inline std::uint64_t alignTo(std::uint64_t At, std::uint64_t Align) {
  return (At + Align - 1) / Align * Align;
}

} // namespace heddle::ptx

#endif // HEDDLE_PTX_VARIABLEREADER_H
