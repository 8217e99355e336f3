// Host functions of all kinds under -x cuda: the compiler makes some of them
// callable from the device by itself, which does not turn their loops away.
// REQUIRES: plugin, clang-cuda, cudart
// DEFINE: %{cc} = %clangxx -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -std=c++17 -I %include -fplugin=%plugin
// RUN: %{cc} %s -o %t -L %cuda/lib64 -lcudart_static -ldl -lrt -lpthread 2>&1 | count 0
// RUN: %t 2> %t.err | FileCheck --check-prefix=VALUES %s
// VALUES: 0 3 6 | 1 2 3 | 5 | 0 4 8 | 7 7
// RUN: llvm-nm %t | FileCheck --check-prefix=KERNELS %s
// KERNELS-DAG: __device_stub__heddle_in_lambda_0_
// KERNELS-DAG: __device_stub__heddle_in_lambda_1_
// KERNELS-DAG: __device_stub__heddle_sum_0_
// KERNELS-DAG: __device_stub__heddle_forced_0_
// KERNELS-DAG: __device_stub__heddle_box_fill_0_
// RUN: not %{cc} -DWRONG -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=error: %s
#include <heddle/heddle.h>
#include <cstdio>

void in_lambda(int *x, int *y, int n) {
  auto by_value = [=] {
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 3 * i;
  };
  by_value();
  auto generic = [](auto *p, int m) {
    HEDDLE(map) for (int i = 0; i < m; ++i) p[i] = i + 1;
  };
  generic(y, n);
}

constexpr int sum(int n) {
  int s[10] = {};
  HEDDLE(map) for (int i = 0; i < n; ++i) s[i] = i;
  int r = 0;
  for (int i = 0; i < n; ++i) r += s[i];
  return r - 1;
}
static_assert(sum(4) == 5, "the compiler runs it, too");

#pragma clang force_cuda_host_device begin
inline void forced(int *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 4 * i;
}
#pragma clang force_cuda_host_device end

template <class T> struct box {
  T x[2];
  void fill(T what) {
    HEDDLE(map) for (int i = 0; i < 2; ++i) x[i] = what;
  }
};

#ifdef WRONG
// CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: a loop in a '__device__' function cannot become a kernel launch [heddle-HD153]
__host__ __device__ void both(int *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = i;
}
// CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: a loop in a '__global__' function cannot become a kernel launch [heddle-HD153]
__global__ void kernel(int *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = i;
}
void on_device(int *x, int n) {
  auto lambda = [=] __device__() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a loop in a '__device__' function cannot become a kernel launch [heddle-HD153]
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = i;
  };
  (void)lambda;
}
#endif

int main() {
  int x[3], y[3], z[3];
  in_lambda(x, y, 3);
  forced(z, 3);
  box<int> b;
  b.fill(7);
  std::printf("%d %d %d | %d %d %d | %d | %d %d %d | %d %d\n", x[0], x[1], x[2], y[0],
              y[1], y[2], sum(4), z[0], z[1], z[2], b.x[0], b.x[1]);
}
