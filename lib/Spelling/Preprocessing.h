//===- Preprocessing.h - Directives and macros around the nest --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_PREPROCESSING_H
#define HEDDLE_SPELLING_PREPROCESSING_H

#include "Read/NestReader.h"
#include "Spelling/Directives.h"

namespace heddle {

clang::SourceLocation semicolonBehind(NestReader &NR,
                                      clang::SourceLocation End);

clang::SourceLocation bodyBegin(NestReader &NR, const clang::Stmt *For);

/// The kernel, or the copy of a function, is to stand here.
clang::SourceLocation kernelPlace(const NestReader &NR);

void checkPreprocessing(NestReader &NR);

/// The body of the function around the nest; none where several files or macros
/// make it.
std::optional<std::vector<FileToken>> functionTokens(const NestReader &NR);

/// Takes hints and conditionals out of the text; false where it has others.
bool takeDirectives(NestReader &NR);

/// The condition of `#if`, `#ifdef`, `#ifndef` or `#elif` at a place, where it
/// is the same at the nest, with these flags and with others. Nothing: it is
/// not, or is not understood.
std::optional<TextCondition>
lastingCondition(const NestReader &NR, clang::SourceLocation At,
                 llvm::StringRef Directive,
                 llvm::ArrayRef<llvm::StringRef> Words);

/// The output says `#error` where C is not so.
void pin(NestReader &NR, TextCondition C);

/// The text after preprocessing may still do.
bool isAboutMacros(const Diagnostic &D);

void checkMacros(NestReader &NR, clang::SourceLocation Kernel);

} // namespace heddle

#endif
