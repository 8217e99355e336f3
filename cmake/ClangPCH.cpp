//===- ClangPCH.cpp - carrier of the precompiled Clang headers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CMake attaches a precompiled header to a target with a source; this is it.
//
//===----------------------------------------------------------------------===//
