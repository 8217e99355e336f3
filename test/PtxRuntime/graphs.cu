// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs, captured and built; what may not be done while a stream is captured.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && %t
#include "check.h"

#include <thread>

__global__ void add(int *to, int what) { *to += what; }

static int *device = nullptr;
static cudaStream_t a, b;

static int value() {
  int host = -1;
  OK(cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost));
  return host;
}

static cudaStreamCaptureStatus status(cudaStream_t s) {
  cudaStreamCaptureStatus is = cudaStreamCaptureStatusNone;
  OK(cudaStreamIsCapturing(s, &is));
  return is;
}

static void captured() {
  cudaGraph_t graph;
  cudaGraphExec_t runs;
  cudaEvent_t fork, join;
  int calls = 0;
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  GIVES(cudaErrorIllegalState,
        cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  for (int what = 1; what <= 2; ++what) // the argument is copied
    add<<<1, 1, 0, a>>>(device, what);
  OK(cudaEventRecord(fork, a));
  OK(cudaStreamWaitEvent(b, fork, 0));
  CHECK(status(b) == cudaStreamCaptureStatusActive);
  OK(cudaLaunchHostFunc(b, [](void *n) { ++*static_cast<int *>(n); }, &calls));
  OK(cudaEventRecord(join, b));
  OK(cudaStreamWaitEvent(a, join, 0));
  OK(cudaStreamEndCapture(a, &graph));
  CHECK(status(b) == cudaStreamCaptureStatusNone);
  CHECK(value() == 0 && calls == 0); // nothing has run

  std::size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 3);
  cudaGraphNode_t nodes[3];
  OK(cudaGraphGetNodes(graph, nodes, &count));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(nodes[2], &type));
  CHECK(type == cudaGraphNodeTypeHost);
  OK(cudaGraphGetRootNodes(graph, nullptr, &count));
  CHECK(count == 1);

  OK(cudaGraphInstantiate(&runs, graph, 0));
  OK(cudaGraphLaunch(runs, a));
  OK(cudaGraphLaunch(runs, a));
  CHECK(value() == 6 && calls == 2);

  int ten = 10;
  void *arguments[] = {&device, &ten};
  cudaKernelNodeParams p{};
  p.func = reinterpret_cast<void *>(add);
  p.gridDim = p.blockDim = 1;
  p.kernelParams = arguments;
  OK(cudaGraphExecKernelNodeSetParams(runs, nodes[0], &p));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphLaunch(runs, 0));
  CHECK(value() == 6 + 12);
  OK(cudaGraphExecDestroy(runs));
  GIVES(cudaErrorInvalidValue, cudaGraphLaunch(runs, 0));
  OK(cudaEventDestroy(fork));
  OK(cudaEventDestroy(join));
}

static void built() {
  cudaGraph_t graph, child;
  cudaGraphNode_t zero, one, whole;
  cudaGraphExec_t runs;
  OK(cudaGraphCreate(&child, 0));
  int what = 4;
  void *arguments[] = {&device, &what};
  cudaKernelNodeParams p{};
  p.func = reinterpret_cast<void *>(add);
  p.gridDim = p.blockDim = 1;
  p.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&one, child, nullptr, 0, &p));
  OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams set{};
  set.dst = device;
  set.elementSize = 4;
  set.value = 100;
  set.width = set.height = 1;
  OK(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &set));
  OK(cudaGraphAddChildGraphNode(&whole, graph, &zero, 1, child));
  GIVES(cudaErrorInvalidValue,
        cudaGraphAddEmptyNode(&whole, graph, &one, 1)); // of another graph
  OK(cudaGraphInstantiate(&runs, graph, 0));
  OK(cudaGraphLaunch(runs, a));
  CHECK(value() == 104);

  cudaGraphExecUpdateResultInfo info;
  GIVES(cudaErrorGraphExecUpdateFailure,
        cudaGraphExecUpdate(runs, child, &info));
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  (void)cudaGetLastError();
  OK(cudaGraphExecUpdate(runs, graph, &info));
  OK(cudaGraphExecDestroy(runs));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(child));
}

/// The error of something that is done while `a` is captured, and of the end.
template <class Do>
static void illegal(cudaError_t now, cudaError_t end,
                    cudaStreamCaptureMode mode, const Do &what) {
  cudaGraph_t graph;
  OK(cudaStreamBeginCapture(a, mode));
  GIVES(now, what());
  GIVES(end, cudaStreamEndCapture(a, &graph));
  if (end == cudaSuccess)
    OK(cudaGraphDestroy(graph));
  else
    CHECK(graph == nullptr);
  (void)cudaGetLastError();
}

int main() {
  OK(cudaMalloc(&device, 4));
  OK(cudaMemset(device, 0, 4));
  OK(cudaStreamCreate(&a));
  OK(cudaStreamCreate(&b));
  captured();
  built();

  const auto global = cudaStreamCaptureModeGlobal;
  const auto local = cudaStreamCaptureModeThreadLocal;
  const auto relaxed = cudaStreamCaptureModeRelaxed;
  const auto invalid = cudaErrorStreamCaptureInvalidated;
  void *more = nullptr;
  const auto allocate = [&] { return cudaMalloc(&more, 4); };
  const auto elsewhere = [&] {
    cudaError_t is = cudaSuccess;
    std::thread([&] { is = allocate(); }).join();
    return is;
  };
  illegal(cudaErrorStreamCaptureUnsupported, invalid, global, allocate);
  illegal(cudaErrorStreamCaptureUnsupported, invalid, global, elsewhere);
  illegal(cudaSuccess, cudaSuccess, local, elsewhere);
  OK(cudaFree(more));
  illegal(cudaSuccess, cudaSuccess, relaxed, allocate);
  OK(cudaFree(more));
  illegal(cudaErrorStreamCaptureUnsupported, invalid, relaxed,
          [] { return cudaStreamSynchronize(a); });
  illegal(cudaErrorStreamCaptureUnsupported, invalid, relaxed,
          [] { return cudaDeviceSynchronize(); });
  illegal(cudaErrorStreamCaptureImplicit, invalid, relaxed,
          [] { return cudaStreamSynchronize(0); });
  illegal(cudaErrorStreamCaptureImplicit, invalid, relaxed,
          [] { return cudaMemset(device, 0, 4); });
  illegal(cudaErrorStreamCaptureImplicit, invalid, relaxed, [] {
    add<<<1, 1>>>(device, 1);
    return cudaGetLastError();
  });
  illegal(cudaSuccess, cudaErrorStreamCaptureUnjoined, global, [] {
    cudaEvent_t e;
    OK(cudaEventCreate(&e));
    OK(cudaEventRecord(e, a));
    OK(cudaStreamWaitEvent(b, e, 0));
    add<<<1, 1, 0, b>>>(device, 1);
    OK(cudaEventDestroy(e));
    return cudaGetLastError();
  });
  illegal(cudaErrorStreamCaptureIsolation, invalid, global, [] {
    cudaEvent_t e;
    OK(cudaEventCreate(&e));
    OK(cudaEventRecord(e, b));
    const cudaError_t is = cudaStreamWaitEvent(a, e, 0);
    OK(cudaEventDestroy(e));
    return is;
  });
  illegal(cudaErrorCapturedEvent, invalid, global, [] {
    cudaEvent_t e;
    OK(cudaEventCreate(&e));
    OK(cudaEventRecord(e, a));
    const cudaError_t is = cudaEventSynchronize(e);
    OK(cudaEventDestroy(e));
    return is;
  });
  cudaGraph_t graph;
  GIVES(cudaErrorIllegalState, cudaStreamEndCapture(a, &graph));
  GIVES(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture(0, global));
  CHECK(value() == 104); // none of these has run
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
  OK(cudaFree(device));
  return failures;
}
