//===- ArrayTable.h - The arrays and parameters of a nest -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_ARRAYTABLE_H
#define HEDDLE_READ_MEMORY_ARRAYTABLE_H

#include "Read/Memory/Places.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace heddle {

/// An array that is a member, and of which object.
struct ObjectRoot {
  unsigned Array;
  bool IsThis;
  const clang::VarDecl *Root;
};

/// Which arrays and parameters the nest has by now, and what pointers of the
/// nest point to. Numbers are those of LoopNest::Arrays and LoopNest::Params.
struct ArrayTable {
  llvm::StringMap<unsigned> ParamIndex, ArrayIndex; ///< by Path::Key
  std::vector<ObjectRoot> ObjectRoots;
  /// Arrays that are members of a variable, or of what it points to.
  llvm::DenseMap<const clang::VarDecl *, std::vector<unsigned>> HeldBy;
  /// The plain variables among them.
  llvm::DenseMap<unsigned, const clang::VarDecl *> ParamRoots, ArrayRoots;
  /// Pointers and references that the nest declares; a pointer that the body
  /// moves leads there at first.
  llvm::DenseMap<const clang::VarDecl *, Position> PointerLocals, References;
  /// Pointers declared before it, where their initialiser stands for them.
  llvm::DenseMap<const clang::VarDecl *, std::optional<Position>> Inlined;

  /// Arrays that are one structure from outside, used as a whole.
  std::vector<ObjectRoot> WholeRecords;

  std::optional<unsigned> array(llvm::StringRef Key) const {
    auto It = ArrayIndex.find(Key);
    return It == ArrayIndex.end() ? std::nullopt
                                  : std::optional<unsigned>(It->second);
  }
  /// Forgets what has been added since Before was copied from here: names, and
  /// what holds what. ParamRoots and ArrayRoots are set anew with the next
  /// parameter or array of a number.
  void takeBack(ArrayTable Before) {
    ParamIndex = std::move(Before.ParamIndex);
    ArrayIndex = std::move(Before.ArrayIndex);
    ObjectRoots = std::move(Before.ObjectRoots);
    HeldBy = std::move(Before.HeldBy);
    Inlined = std::move(Before.Inlined);
  }
};

} // namespace heddle

#endif
