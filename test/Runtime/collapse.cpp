// 2^16 * 2^16 iterations are none in 32 bits, in which g++ would count those of
// these loops where OpenMP takes both together. A process that runs them shows
// that it does, and does not end.
//
// REQUIRES: rewriter
//
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I%include
// RUN: grep -c '^ *for (long long heddle_once = 0; heddle_once < 1' %t.cu | grep -x 2
// RUN: %gxx -std=c++17 -O1 -fopenmp -Wall -Wextra -Werror -I%include -x c++ %t.cu -o %t
// RUN: env OMP_NUM_THREADS=2 HEDDLE_HOST_LOOPS=collapsed %t

#include <csignal>
#include <heddle/heddle.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/// One of two nests that need it: the first row of each thread, of two.
void first_of_each_half(int *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (j == 0 && i % (1 << 15) == 0)
        y[i / (1 << 15)] = 1;
}

// 46340 * 46340 < 2^31, so this one does not need it.
void few(char (&y)[46340][46340]) {
  [[heddle::map]]
  for (int i = 0; i < 46340; ++i)
    for (int j = 0; j < 46340; ++j)
      y[i][j] = 0;
}

void more(char (&y)[46341][46341]) {
  [[heddle::map]]
  for (int i = 0; i < 46341; ++i)
    for (int j = 0; j < 46341; ++j)
      y[i][j] = 0;
}

int main() {
  void *const shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int *const y = static_cast<int *>(shared);
  const pid_t child = fork();
  if (child == 0) {
    first_of_each_half(y, 1 << 16, 1 << 16);
    _exit(0);
  }
  const volatile int *const seen = y;
  int status = 0;
  while (!(seen[0] && seen[1]))
    if (waitpid(child, &status, WNOHANG) == child)
      return !(seen[0] && seen[1]);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return 0;
}
