// A shared object that is linked as the plugin is uses its own isl, with GMP,
// although clang's libLLVM exports a copy of isl to the whole process.

// A sanitized object does not load into an ordinary clang.
// UNSUPPORTED: asan

// RUN: %clangxx -fplugin=%islsmoke -fsyntax-only %s | FileCheck %s
// CHECK: isl: isl-0.2{{[5-9].*}}GMP
// CHECK: set: { [x = 1180591620717411303424] }

// It neither asks the process for isl nor offers it.
// RUN: llvm-nm -D %islsmoke | not grep -E ' (isl_|__gmp)'

// RUN: llvm-readelf -d %islsmoke | not grep TEXTREL
