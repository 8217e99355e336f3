//===- NestText.h - Text, replacements and names of the nest -----------*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_NESTTEXT_H
#define HEDDLE_SPELLING_NESTTEXT_H

#include "Read/NestReader.h"

namespace heddle {

SourceRef ref(const NestReader &NR, clang::SourceRange Range);

/// The source text of a range on one line, runs of white space as one blank.
std::string text(const NestReader &NR, clang::SourceRange Range);

/// The nest's text is that of the file.
bool readText(NestReader &NR);

/// The nest's text is what the preprocessor has left of it. False without a
/// report: NR.Spans.Expanded says why that cannot be.
bool readExpandedText(NestReader &NR);

/// The same of the body of a function, which begins and ends in one file. False
/// where that text cannot stand at the kernel.
bool readExpandedBody(NestReader &NR, const clang::CompoundStmt *Body);

/// The nest's text is that of a file from Begin to the end of token Last.
void setText(NestReader &NR, clang::SourceLocation Begin,
             clang::SourceLocation Last);

/// Hints before S are no tokens of it.
clang::SourceLocation firstToken(const NestReader &NR, const clang::Stmt *S);

clang::SourceLocation lastToken(NestReader &NR, const clang::Stmt *S);

void collectNames(NestReader &NR, const clang::Stmt *S);

bool setOffsets(NestReader &NR, Loop &L, const clang::Stmt *For);

/// Byte offset in Nest->Text of a location of a file; in an expanded text, of
/// any of its tokens.
std::optional<unsigned> offset(const NestReader &NR, clang::SourceLocation Loc);

/// Where, in Nest->Text, the token at Loc begins, or the macro is used that it
/// comes out of.
std::optional<unsigned> beginOf(const NestReader &NR,
                                clang::SourceLocation Loc);

/// Where the token at Loc, for which there is an offset(), ends in Nest->Text.
std::optional<unsigned> endOf(const NestReader &NR, clang::SourceLocation Loc);

std::optional<std::pair<unsigned, unsigned>> offsets(const NestReader &NR,
                                                     clang::SourceRange Range);

/// Replaces the tokens of Range by Kernel in kernel code; reports where the
/// range is not text of the nest.
void addReplacement(NestReader &NR, clang::SourceRange Range,
                    std::string Kernel);

/// Puts Open before E and a parenthesis behind it.
void addParentheses(NestReader &NR, const clang::Expr *E, llvm::StringRef Open);

void finishReplacements(NestReader &NR);

bool isSpelled(const NestReader &NR, clang::SourceRange Range,
               llvm::StringRef Text);

/// A name for a kernel parameter: Wanted, if nothing else in the nest has it.
const std::string &kernelName(NestReader &NR, const Path &P);

bool isWithinNest(const NestReader &NR, clang::SourceLocation Loc);

/// C++ text of an expression over parameters and counters, for kernel text;
/// without Opaque parts but variables of an iteration (Expr::Local).
std::string cxxText(const Expr &E, const LoopNest &Nest);

SourceRef ref(const NestReader &NR, const clang::Stmt *S);

std::string text(const NestReader &NR, const clang::Stmt *S);

} // namespace heddle

#endif
