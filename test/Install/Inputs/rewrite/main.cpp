#include "sub/rows.h"
#include <cstdio>
#include <heddle/heddle.h>
#include <size.h>

int plain();
void uses(int *x, int n);

int main() {
  int x[Size] = {}, y[Size] = {};
  rows(x, Size);
  uses(y, Size);
  [[heddle::map(heddle::Jing)]] for (int i = 0; i < Size; ++i) x[i] += y[i];
  std::printf("%d %d %d\n", x[0], x[99], plain());
  return x[0] == 10 && x[99] == 109 ? 0 : 1;
}
