//===- IslSmoke.cpp - which isl does a loaded plugin use? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loaded into clang, where libLLVM already offers another isl, this object
// prints the version of the one that it is bound to, and uses it on numbers
// beyond 64 bits.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <isl/ctx.h>
#include <isl/set.h>
#include <isl/version.h>

static void printIsl() {
  std::printf("isl: %s", isl_version());
  isl_ctx *Ctx = isl_ctx_alloc();
  isl_set *Set = isl_set_read_from_str(
      Ctx, "{ [x] : 2x = 2361183241434822606848 and x > 0 }");
  std::printf("set: ");
  std::fflush(stdout);
  isl_printer *Printer = isl_printer_to_file(Ctx, stdout);
  Printer = isl_printer_print_set(Printer, Set);
  Printer = isl_printer_end_line(Printer);
  isl_printer_free(Printer);
  isl_set_free(Set);
  isl_ctx_free(Ctx);
}

static const bool Printed = (printIsl(), true);
