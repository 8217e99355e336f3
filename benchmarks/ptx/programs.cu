//===- programs.cu - what the interpreter's own cost is measured on -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   programs scale N      y = a x of N doubles
//   programs product N    a matrix product by tiles in shared memory
//   programs launches N   N launches of a kernel of 1024 threads
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void scale(double *y, const double *x, double a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i];
}

__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[y][x] = a[i * n + k0 + x];
    bs[y][x] = b[(k0 + y) * n + j];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

template <class T> static T *on_device(const std::vector<T> &from) {
  T *there = nullptr;
  if (cudaMalloc(&there, from.size() * sizeof(T)) != cudaSuccess ||
      cudaMemcpy(there, from.data(), from.size() * sizeof(T),
                 cudaMemcpyHostToDevice) != cudaSuccess)
    std::abort();
  return there;
}

template <class T> static void back(std::vector<T> &to, T *there) {
  if (cudaMemcpy(to.data(), there, to.size() * sizeof(T),
                 cudaMemcpyDeviceToHost) != cudaSuccess)
    std::abort();
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  const int n = std::atoi(argv[2]);
  if (std::strcmp(argv[1], "product") == 0) {
    std::vector<float> a(std::size_t(n) * n, 1), c(a.size());
    float *const x = on_device(a), *const y = on_device(c);
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(y, x, x, n);
    back(c, y);
    std::printf("%g\n", double(c.back()));
    cudaFree(x), cudaFree(y);
    return c.back() != float(n);
  }
  const bool launches = std::strcmp(argv[1], "launches") == 0;
  std::vector<double> x(launches ? 1024 : n, 2), y(x.size());
  double *const from = on_device(x), *const to = on_device(y);
  const int size = int(x.size());
  for (int k = 0; k < (launches ? n : 1); ++k)
    scale<<<(size + 255) / 256, 256>>>(to, from, 3, size);
  back(y, to);
  std::printf("%g\n", y.back());
  cudaFree(from), cudaFree(to);
  return y.back() != 6;
}
