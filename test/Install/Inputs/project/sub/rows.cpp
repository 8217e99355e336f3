#include "rows.h"
#include <heddle/heddle.h>

void rows(int *x, int n) {
#ifdef BROKEN
  [[heddle::map]] for (int i = 1; i < n; ++i) x[i] = x[i - 1];
#else
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = i;
#endif
}
