//===- HostEffects.h - What code of the host does to arrays ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the launches of a program stands code that runs on the host. Here is
// found, conservatively, what it may do to memory that is on a device by then:
// code that is not understood may do anything. Variables that never escape are
// no memory that a launch could have; other objects with a known place are
// named, so that the program that runs can look whether they are on the device.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_HOSTEFFECTS_H
#define HEDDLE_READ_BLOCK_HOSTEFFECTS_H

#include "Read/Memory/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

enum class HostEffect : unsigned char {
  None,
  Reads,   ///< it reads memory that may be of any array
  Anything ///< it writes or frees some, or is not understood
};

/// An object, or the elements of a container, of which the name before the
/// statement is that inside of it.
struct HostObject {
  const clang::Expr *Place;
  bool Written;
  bool Elements = false; ///< of the container Place
  /// It is read before a call that launches, as an argument of that.
  bool Before = false;
};

struct HostUse {
  HostEffect Does = HostEffect::None;
  const clang::Stmt *Cause = nullptr; ///< the first part that Does that
  std::string Why;                    ///< "it calls 'f'"
  llvm::SmallVector<HostObject, 4> Objects;
  /// Functions that it calls launch something. With other effects beside that,
  /// nothing that stands before all of it helps.
  bool Launches = false;

  bool isNothing() const { return Does == HostEffect::None && Objects.empty(); }
  bool isAnything() const {
    return Does == HostEffect::Anything ||
           (Launches && (Does != HostEffect::None ||
                         !llvm::all_of(Objects, [](const HostObject &O) {
                           return O.Before && !O.Written;
                         })));
  }
};

/// The effect of a function on the object that a parameter refers to.
struct ParameterUse {
  unsigned Number;
  bool Written;
  bool Elements; ///< those of the container that it refers to
};

/// The effect of a call of a function.
struct CallEffect {
  HostEffect Does = HostEffect::None;
  /// Members of the object that it is called for, besides.
  bool ReadsOwn = false, WritesOwn = false;
  llvm::SmallVector<ParameterUse, 2> Parameters; ///< besides
  /// It has launches, around which everything is as it has to be.
  bool Launches = false;
};
/// None: nobody knows.
using EffectOfCall =
    llvm::function_ref<std::optional<CallEffect>(const clang::FunctionDecl *)>;

/// The effect of a function's body, as its callers see it. Makes: it makes the
/// object that it is called for, which nobody else knows.
CallEffect seenByCallers(const HostUse &Body, bool Makes = false);

/// All of S, which is part of a function with these facts. Statements with an
/// annotation are not looked into.
HostUse hostUse(const clang::ASTContext &Ctx, const VariableFacts &Facts,
                EffectOfCall Callee, const clang::Stmt *S);

/// The effect of the launch of the nest S on the host: it computes the bounds
/// of the loops, and the numbers that the body takes from outside.
HostUse launchUse(const clang::ASTContext &Ctx, const VariableFacts &Facts,
                  EffectOfCall Callee, const clang::Stmt *S);

/// The text of a HostObject's place.
std::string objectText(const clang::ASTContext &Ctx, const clang::Expr *Place);

/// A variable of this type never stays on a device: launches that touch 16
/// bytes at most of an array copy these, and wait.
bool isVariableType(const clang::ASTContext &Ctx, clang::QualType T);

/// The containers in a structure of type T whose destructor does nothing but
/// end these, as ".pixels", ".rows.values"; nothing if it may do more, or one of
/// them cannot be named from outside.
std::optional<std::vector<std::string>>
containersIn(const clang::ASTContext &Ctx, clang::QualType T);

/// The end of a variable's life.
enum class HostEnd : unsigned char {
  Nothing,
  Memory, ///< its elements, and those of containersIn(), are nobody's any more
  Unknown ///< its destructor may do anything
};
HostEnd hostEnd(const clang::ASTContext &Ctx, const clang::VarDecl *V);

} // namespace heddle

#endif
