#include "rows.h"
#include <heddle/heddle.h>

void rows(int *x, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = OFFSET + i;
}
