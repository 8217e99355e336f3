//===- HeaderForms.h - Headers with more than a counter ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int i = 0, j = n - 1; i < n; ++i, --j)` becomes a loop over i alone,
// whose body begins with `int j = n - 1 - i;`, and `for (double *p = x; p != x
// + n; ++p)` one over a counter that the source does not have, and `auto p = x
// + p_index;`.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_HEADERFORMS_H
#define HEDDLE_READ_LOOPS_HEADERFORMS_H

#include "Read/Loops/RangeHeader.h"

namespace heddle {

/// The header declares several variables, or a pointer.
bool hasOtherForm(const clang::ForStmt *For);

/// As readHeader, of such a header.
std::optional<LoopHeaders> readForm(NestReader &NR, const clang::ForStmt *For,
                                    bool Must);

/// Evaluates what the header evaluates, outside of the loop.
void walkForm(NestReader &NR, const clang::ForStmt *For, const LoopHeaders &H);

/// The header's text, and the declarations of its other variables. The loop is
/// the innermost one around what follows.
void noteForm(NestReader &NR, const clang::ForStmt *For, const LoopHeaders &H,
              unsigned Loop);

//===--- For the files of such forms --------------------------------------===//

/// The declaration of V, which the header moves, in the body: for the source
/// and for kernels.
struct MovedText {
  const clang::VarDecl *V;
  std::string Declaration, InKernels;
};

/// Texts of a loop whose counter the source does not have.
struct MovedTexts {
  std::string Count; ///< of iterations, as the source has it
  std::vector<MovedText> Moved;
};

/// The loop of For, which moves V, over a counter that begins with 0 and is
/// called after V and Suffix. Its bound is left to the caller.
LoopHeaders countedLoop(NestReader &NR, const clang::ForStmt *For,
                        const clang::VarDecl *V, llvm::StringRef Suffix,
                        llvm::StringRef CxxType);

/// The largest amount by which another variable moves in an iteration: what it
/// has moved by then fits 64 bits.
constexpr int64_t MaxStride = 65536;

llvm::SmallVector<const clang::VarDecl *, 2>
declaredBy(const clang::ForStmt *For);

/// E mentions a variable of the header, or another thing of such a name.
bool mentionsHeader(const clang::Stmt *E, const clang::ForStmt *For);

/// E is written in one piece of the nest, without comments.
bool isPlainText(const NestReader &NR, const clang::Expr *E);

/// V is written nowhere but by Increment, which may be null.
bool isWrittenOnlyBy(const NestReader &NR, const clang::VarDecl *V,
                     const clang::Expr *Increment);

/// A local with a name and a first value, which is plain text.
bool isOrdinary(const NestReader &NR, const clang::VarDecl *V);

/// " < " and its like.
llvm::StringRef relationText(Relation Rel);

/// E as text where an operator stands before or behind it.
std::string operand(const NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
