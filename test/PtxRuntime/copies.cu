// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations, copies, fills and what CUDA says of pointers; each overrun is an
// error, and the message names the allocation.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: env HEDDLE_PTX_LEAKS=error HEDDLE_PTX_REPORT=%t.json %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=JSON < %t.json
#include "check.h"

#include <cstdint>
#include <cstring>
#include <vector>

static void plain() {
  char *a = nullptr, *b = nullptr;
  OK(cudaMalloc(&a, 100));
  OK(cudaMalloc(&b, 100));
  char host[100], back[100];
  std::memset(host, 7, sizeof host);
  OK(cudaMemcpy(a, host, 100, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(b, a, 100, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(back, b + 50, 50, cudaMemcpyDefault));
  CHECK(std::memcmp(host, back, 50) == 0);
  OK(cudaMemset(b + 10, 3, 5));
  OK(cudaMemcpy(back, b, 100, cudaMemcpyDeviceToHost));
  CHECK(back[9] == 7 && back[10] == 3 && back[14] == 3 && back[15] == 7);
  OK(cudaMemcpy(back, host, 100, cudaMemcpyHostToHost));

  // CHECK: heddle-ptx: cudaMemcpy of 51 bytes at 0x{{[0-9a-f]+}} goes beyond the 100 bytes of cudaMalloc number 1, of which it begins at offset 50
  GIVES(cudaErrorInvalidValue, cudaMemcpy(a + 50, host, 51, cudaMemcpyDefault));
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  // CHECK: heddle-ptx: cudaMemcpy of 101 bytes {{.*}} the 100 bytes of cudaMalloc number 2
  GIVES(cudaErrorInvalidValue, cudaMemcpy(back, b, 101, cudaMemcpyDefault));
  // CHECK: heddle-ptx: cudaMemset of 1 bytes {{.*}}, in no allocation; the one before is the 100 bytes of cudaMalloc number 1
  GIVES(cudaErrorInvalidValue, cudaMemset(a + 100, 0, 1));
  // CHECK: heddle-ptx: cudaMemset: 0x{{[0-9a-f]+}} is no memory of the device
  GIVES(cudaErrorInvalidValue, cudaMemset(host, 0, 1));
  // CHECK: heddle-ptx: cudaMemcpy: the target 0x{{[0-9a-f]+}} is memory of the host, which
  GIVES(cudaErrorInvalidValue,
        cudaMemcpy(back, host, 1, cudaMemcpyHostToDevice));
  // CHECK: heddle-ptx: cudaMemcpy: the source 0x{{[0-9a-f]+}} is memory of the device, which
  GIVES(cudaErrorInvalidValue, cudaMemcpy(a, b, 1, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidMemcpyDirection,
        cudaMemcpy(a, b, 1, cudaMemcpyKind(9)));
  OK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault));

  // CHECK: heddle-ptx: cudaFree of {{.*}}, which is within the 100 bytes of cudaMalloc number 1 and not its beginning
  GIVES(cudaErrorInvalidValue, cudaFree(a + 1));
  OK(cudaFree(a));
  // CHECK: heddle-ptx: cudaFree of {{.*}}, which was freed before: the 100 bytes of cudaMalloc number 1
  GIVES(cudaErrorInvalidValue, cudaFree(a));
  // CHECK: heddle-ptx: cudaMemcpy of 1 bytes {{.*}}, in the 100 bytes of cudaMalloc number 1, which was freed
  GIVES(cudaErrorInvalidValue, cudaMemcpy(back, a, 1, cudaMemcpyDefault));
  OK(cudaFree(b));
  OK(cudaFree(nullptr));
  // CHECK: heddle-ptx: cudaFree of {{.*}}, which was not allocated
  GIVES(cudaErrorInvalidValue, cudaFree(host));
  (void)cudaGetLastError();
}

static void boxes() {
  char *device = nullptr;
  std::size_t pitch = 0;
  OK(cudaMallocPitch(&device, &pitch, 5, 4));
  CHECK(pitch >= 5 && pitch % 256 == 0);
  char host[4][5], back[4][7];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x)
      host[y][x] = char(10 * y + x);
  OK(cudaMemset2D(device, pitch, 1, 5, 4));
  OK(cudaMemcpy2D(device, pitch, host, 5, 5, 4, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(back, 7, device, pitch, 5, 4, cudaMemcpyDeviceToHost));
  CHECK(back[3][4] == 34 && back[1][2] == 12);
  GIVES(cudaErrorInvalidPitchValue,
        cudaMemcpy2D(back, 4, device, pitch, 5, 4, cudaMemcpyDeviceToHost));
  // CHECK: heddle-ptx: cudaMemcpy2D of 5 bytes {{.*}} cudaMallocPitch number 1
  GIVES(cudaErrorInvalidValue,
        cudaMemcpy2D(device, pitch, host, 5, 5, 5, cudaMemcpyHostToDevice));
  OK(cudaFree(device));

  cudaPitchedPtr box;
  const cudaExtent size = make_cudaExtent(4, 3, 2);
  OK(cudaMalloc3D(&box, size));
  int number[2][3][1] = {{{1}, {2}, {3}}, {{4}, {5}, {6}}}, result[2][3][1];
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(number, 4, 4, 3);
  p.dstPtr = box;
  p.extent = size;
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(result, 4, 4, 3);
  p.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&p));
  CHECK(std::memcmp(number, result, sizeof number) == 0);
  OK(cudaFree(box.ptr));
}

static void of_host() {
  int *pinned = nullptr, *managed = nullptr, *there = nullptr, local[4] = {};
  OK(cudaMallocHost(&pinned, 16));
  OK(cudaMallocManaged(&managed, 16));
  managed[3] = 8;
  OK(cudaMemcpy(pinned, managed, 16, cudaMemcpyDeviceToHost));
  CHECK(pinned[3] == 8);
  OK(cudaHostRegister(local, sizeof local, cudaHostRegisterDefault));
  GIVES(cudaErrorHostMemoryAlreadyRegistered,
        cudaHostRegister(local + 1, 4, cudaHostRegisterDefault));
  OK(cudaHostGetDevicePointer(&there, local, 0));

  cudaPointerAttributes is;
  OK(cudaPointerGetAttributes(&is, pinned + 1));
  CHECK(is.type == cudaMemoryTypeHost && is.devicePointer == pinned + 1);
  OK(cudaPointerGetAttributes(&is, managed));
  CHECK(is.type == cudaMemoryTypeManaged && is.hostPointer == managed);
  OK(cudaPointerGetAttributes(&is, local));
  CHECK(is.type == cudaMemoryTypeHost && is.device == 0);
  OK(cudaHostUnregister(local));
  OK(cudaPointerGetAttributes(&is, local));
  CHECK(is.type == cudaMemoryTypeUnregistered && !is.devicePointer);
  GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(local));
  // CHECK: heddle-ptx: cudaFree of {{.*}}, which it does not free: the 16 bytes of cudaHostAlloc number 1
  GIVES(cudaErrorInvalidValue, cudaFree(pinned));
  OK(cudaFreeHost(pinned));
  OK(cudaFree(managed));
}

static void limits() {
  std::size_t before = 0, after = 0, total = 0;
  void *data = nullptr;
  OK(cudaMemGetInfo(&before, &total));
  GIVES(cudaErrorMemoryAllocation, cudaMalloc(&data, total + 1));
  CHECK(data == nullptr);
  OK(cudaMalloc(&data, 4096));
  OK(cudaMemGetInfo(&after, &total));
  CHECK(before - after == 4096 && before <= total);
  OK(cudaFree(data));
  OK(cudaMalloc(&data, 0));
  CHECK(data == nullptr);
}

static void pools() {
  cudaMemPool_t pool, mine;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  void *a = nullptr, *b = nullptr;
  OK(cudaMallocAsync(&a, 1000, 0));
  std::uint64_t used = 0, most = ~0ull;
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 1000);
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemPoolCreate(&mine, &props));
  OK(cudaMallocFromPoolAsync(&b, 500, mine, 0));
  OK(cudaFreeAsync(a, 0));
  OK(cudaFreeAsync(b, 0));
  OK(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &used));
  CHECK(used == 500);
  OK(cudaMemPoolDestroy(mine));
  GIVES(cudaErrorInvalidValue, cudaMemPoolDestroy(mine));
}

int main() {
  plain();
  boxes();
  of_host();
  limits();
  pools();
  return failures;
}
// CHECK-NOT: heddle-ptx
// To the device: 100, and 20 and 24 of boxes. From it: 50, 100, 20, 24 and 16.
// Within it: 100, and fills of 5 and 20.
// JSON: "launches": 0, "bytes_to_device": 144, "bytes_from_device": 210, "bytes_within_device": 125, "allocations": 9, "frees": 9
