//===- PhaseReader.h - Kernels whose threads wait for each other -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in phases (include/heddle/runtime/phases.h) is read as the text of a
// block: the text around the phases is the same for all threads, and a phase is
// read in place, as the part of one thread. Only that is taken which means the
// same on the device, where each thread runs all of the text, and on the host,
// where a block does.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_PHASEREADER_H
#define HEDDLE_VALIDATE_READ_PHASEREADER_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

class PhaseReader {
public:
  explicit PhaseReader(Reader &R) : R(R), Ctx(R.Ctx), N(R.N) {}

  /// The number of F in Nest::Functions; -1 where it is not read.
  int kernel(const clang::FunctionDecl *F);
  /// `tile[i]` of a shared array, `kept(x, y)` of what a thread keeps: a
  /// pointer. Null: another operator.
  const Node *element(const clang::CXXOperatorCallExpr *E);

private:
  bool parameters();
  const Node *uniform(const clang::Stmt *S);
  const Node *list(llvm::ArrayRef<const clang::Stmt *> Statements);
  const Node *loop(const clang::ForStmt *S);
  const Node *variable(const clang::VarDecl *V);
  const Node *buffer(const clang::VarDecl *V);
  void checkPlacement(const clang::VarDecl *V, bool IsShared);
  const Node *phase(const clang::CallExpr *E);
  bool isPlain(const clang::LambdaExpr *L) const;
  bool coordinates(const clang::CXXMethodDecl *Phase,
                   std::vector<const Node *> &Lines);
  const Node *shared(const clang::CXXOperatorCallExpr *E,
                     const clang::VarDecl *V, const Node *Data);
  bool isOwn(const clang::CXXOperatorCallExpr *E) const;

  Reader &R;
  clang::ASTContext &Ctx;
  Nest &N;
  const clang::FunctionDecl *Text = nullptr; ///< of the kernel that is read
  Function Out;
  llvm::DenseSet<const clang::VarDecl *> Buffers;
  const clang::CXXMethodDecl *Phase = nullptr; ///< whose body is read
};

} // namespace validate
} // namespace heddle

#endif
