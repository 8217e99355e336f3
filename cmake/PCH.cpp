//===- PCH.cpp - carrier of a precompiled header --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CMake attaches a precompiled header to a target with a source; this is it.
//
//===----------------------------------------------------------------------===//
