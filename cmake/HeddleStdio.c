/*===- HeddleStdio.c - stdio streams for the copied isl and GMP -----------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    */
/*===----------------------------------------------------------------------===*/

#include <stdio.h>

/* Set by a constructor because stderr and its kin are not constants. */
FILE *heddle_stdin, *heddle_stdout, *heddle_stderr;

__attribute__((constructor)) static void initStreams(void) {
  heddle_stdin = stdin;
  heddle_stdout = stdout;
  heddle_stderr = stderr;
}
