#include "sub/kernels.h"

void uses(int *x, int n) { fill(x, n); }
