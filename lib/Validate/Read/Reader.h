//===- Reader.h - What is known while a launch is read ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One Reader is filled while one launch is read out of rewritten text.
// Functions are free and take it first: each file declares in its header what
// the others call. Nothing is guessed: Nest::Why says what is not understood.
//
//   ReadLaunch   the order of the parts
//   Statements   statements and declarations; Bodies: calls read in place
//   Expressions  values; Operators, Calls, KnownCalls, StandardMembers, Complex
//   Places       where an lvalue is; Objects: how objects get their values
//   Functions    functions and kernels; Phases: kernels in phases
//   Runtime      what the runtime's functions mean; Launches; Claims
//   Types        types, and which variables need memory
//   Tensor/      tensor statements: Statements, Expressions
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_READER_H
#define HEDDLE_VALIDATE_READ_READER_H

#include "Validate/Tensor/TensorTable.h"
#include "Validate/Tree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {
namespace validate {

/// The types of indices and extents, of conditions, and of addresses.
constexpr Type I64{Type::Int, 64, true}, Bool{Type::Int, 1, false},
    Pointer{Type::Pointer, 64, false};

/// The variables of the block around a launch, or of a function.
struct Scope {
  llvm::DenseMap<const clang::VarDecl *, int64_t> Slots;
  /// Scalars whose address somebody may have.
  llvm::DenseSet<const clang::VarDecl *> Exposed;
  std::vector<Counter> Locals;
  unsigned Count = 0; ///< of slots
  bool IsBlock = false;
  bool HasThis = false;                          ///< in slot 0
  const clang::CXXRecordDecl *Closure = nullptr; ///< of a lambda's body
  const Node *This = nullptr; ///< of a member function that is read in place
};

/// The kernel in phases that is read.
struct PhaseTable {
  const clang::FunctionDecl *Text = nullptr; ///< null: none is
  Function Out;
  llvm::DenseSet<const clang::VarDecl *> Buffers;
  const clang::CXXMethodDecl *Phase = nullptr; ///< whose body is read
};

struct Reader {
  Reader(clang::ASTContext &Context, Nest &Out);
  Reader(const Reader &) = delete; ///< Here points into it

  // Nodes of the nest.
  Node *make(Op What, Type T = {});
  Node *make(Op What, Type T, llvm::ArrayRef<const Node *> Kids);
  const Node *constant(int64_t V, Type T);
  /// A number of the source, as it is before it is rounded.
  const Node *number(llvm::APFloat V, Type T);
  const Node *slot(int64_t I, Type T);
  const Node *set(int64_t Slot, const Node *V);
  const Node *offset(const Node *P, int64_t Bytes);
  /// P, a pointer, Count elements of so many bytes further.
  Node *pointerAdd(const Node *P, const Node *Count, int64_t Bytes);
  const Node *convert(const Node *V, Type To);
  /// A function of which only the name is known.
  const Node *opaque(llvm::StringRef Name, Type T,
                     llvm::ArrayRef<const Node *> Arguments);
  const Node *list(llvm::ArrayRef<const Node *> Statements);
  /// Effects, one after the other, as an expression.
  const Node *chain(llvm::ArrayRef<const Node *> Parts);
  /// Notes that What is not understood. The rest is read on, for nothing.
  const Node *fail(const clang::Stmt *S, llvm::StringRef What);
  int64_t newSlot() { return Here->Count++; }

  clang::ASTContext &Ctx;
  Nest &N;

  Scope Block;
  Scope *Here = nullptr;
  const Node *ReturnPlace = nullptr; ///< of a function that returns a record
  llvm::DenseMap<const clang::FunctionDecl *, int> Functions;
  llvm::DenseMap<const clang::Decl *, unsigned> ObjectOfDecl;
  llvm::DenseMap<const clang::Decl *, const Node *> AliasOfDecl;
  /// Loads the size of the container whose elements a parameter points to.
  llvm::DenseMap<const clang::VarDecl *, const Node *> BoundOf;
  /// Variables of the function around the block whose values are not only those
  /// that they are initialised with.
  const llvm::DenseSet<const clang::VarDecl *> *Changed = nullptr;
  /// Variables between whose declaration and the block only numbers were
  /// computed.
  const llvm::DenseSet<const clang::VarDecl *> *Fresh = nullptr;
  bool SawPaths = false;
  /// In a switch: the slot that says that the loop around it continues; else
  /// -1.
  int64_t Continues = -1;
  unsigned Depth = 0;
  unsigned Blocks = 0; ///< of launches, around what is read
  PhaseTable Phases;
  TensorTable Tensor;
  /// In Nest::Claims or Nest::Owns, or the number of a NextIteration.
  llvm::DenseMap<const clang::VarDecl *, int64_t> ClaimOf;
  /// Slots of hulls, in the function that makes the pass.
  llvm::DenseMap<const clang::VarDecl *, int64_t> Hulls;
  /// The slots of hulls whose stores the pass takes back.
  llvm::DenseSet<int64_t> TakenBack;
};

} // namespace validate
} // namespace heddle

#endif
