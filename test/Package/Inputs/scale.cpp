// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <heddle/heddle.h>

int main() {
  double x[40] = {};
  [[heddle::map]] for (int i = 0; i < 40; ++i) x[i] = 2.5 * i;
  return x[39] == 97.5 ? 0 : 1;
}
