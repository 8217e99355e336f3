//===- Capture.cpp - work that is recorded --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work issued to a captured stream becomes a node of a graph. Nodes stand in
// the order in which they were issued, which is one that their dependencies
// allow.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/State.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

static unsigned long long LastCapture = 0;
/// The mode that a thread sets for itself by cudaThreadExchange...
static thread_local cudaStreamCaptureMode OwnMode = cudaStreamCaptureModeGlobal;

cudaError_t heddle::ptx::runtime::invalidate(Capture &C, cudaError_t Error) {
  C.Invalid = true;
  return Error;
}

cudaError_t heddle::ptx::runtime::notWhileCaptured() {
  if (OwnMode == cudaStreamCaptureModeRelaxed)
    return cudaSuccess;
  cudaError_t Status = cudaSuccess;
  for (Capture *const C : state().Captures) {
    const bool Own = C->By == std::this_thread::get_id();
    const bool Forbids = (Own && C->Mode != cudaStreamCaptureModeRelaxed) ||
                         (C->Mode == cudaStreamCaptureModeGlobal &&
                          OwnMode == cudaStreamCaptureModeGlobal);
    if (Forbids)
      Status = invalidate(*C, cudaErrorStreamCaptureUnsupported);
  }
  return Status;
}

cudaError_t heddle::ptx::runtime::notWhileAnyCaptured() {
  cudaError_t Status = cudaSuccess;
  for (Capture *const C : state().Captures)
    Status = invalidate(*C, cudaErrorStreamCaptureUnsupported);
  return Status;
}

void heddle::ptx::runtime::endCapture(Capture &C) {
  State &S = state();
  for (CUstream_st *const Each : C.Streams) {
    Each->In = nullptr;
    Each->Last.clear();
  }
  for (CUevent_st *const E : S.Events)
    if (E->In == &C) {
      E->In = nullptr;
      E->After.clear();
    }
  S.Captures.erase(&C);
  delete &C;
}

cudaError_t heddle::ptx::runtime::inLegacyStream() {
  cudaError_t Status = cudaSuccess;
  for (Capture *const C : state().Captures)
    for (const CUstream_st *const S : C->Streams)
      if (!(S->Flags & cudaStreamNonBlocking))
        Status = invalidate(*C, cudaErrorStreamCaptureImplicit);
  return Status;
}

cudaError_t heddle::ptx::runtime::issue(cudaStream_t Handle,
                                        cudaGraphNodeType Type,
                                        std::function<cudaError_t()> Run) {
  CUstream_st *S = nullptr;
  if (!streamOf(Handle, S))
    return cudaErrorInvalidResourceHandle;
  if (!S && !state().Captures.empty()) {
    // 2 is the stream of each thread, which does not wait.
    const cudaError_t Status =
        addressOf(Handle) == 2 ? cudaSuccess : inLegacyStream();
    if (Status != cudaSuccess)
      return Status;
  }
  if (!S || !S->In)
    return Run();
  if (S->In->Invalid)
    return cudaErrorStreamCaptureInvalidated;
  auto Node = std::make_unique<CUgraphNode_st>();
  Node->Type = Type;
  Node->Run = std::move(Run);
  Node->After = std::move(S->Last);
  S->Last = {Node.get()};
  S->In->Graph->Nodes.push_back(std::move(Node));
  return cudaSuccess;
}

PTX_API cudaError_t cudaStreamBeginCapture(cudaStream_t Handle,
                                           cudaStreamCaptureMode Mode) {
  PTX_ENTER(cudaStreamBeginCapture);
  CUstream_st *S = nullptr;
  if (!streamOf(Handle, S))
    return Here.done(cudaErrorInvalidResourceHandle);
  if (Mode < cudaStreamCaptureModeGlobal || Mode > cudaStreamCaptureModeRelaxed)
    return Here.done(cudaErrorInvalidValue);
  if (!S)
    return Here.done(cudaErrorStreamCaptureUnsupported);
  if (S->In)
    return Here.done(cudaErrorIllegalState);
  auto *const C = new Capture;
  C->Graph = std::make_unique<CUgraph_st>();
  C->Graph->InCapture = true;
  C->Origin = S;
  C->Mode = Mode;
  C->By = std::this_thread::get_id();
  C->Streams.insert(S);
  C->Id = ++LastCapture;
  S->In = C;
  state().Captures.insert(C);
  return Here.done(cudaSuccess);
}

/// Whether all recorded work comes before the origin's end.
static bool isJoined(const Capture &C) {
  std::set<const CUgraphNode_st *> Before;
  std::vector<const CUgraphNode_st *> Next(C.Origin->Last.begin(),
                                           C.Origin->Last.end());
  while (!Next.empty()) {
    const CUgraphNode_st *const N = Next.back();
    Next.pop_back();
    if (Before.insert(N).second)
      Next.insert(Next.end(), N->After.begin(), N->After.end());
  }
  return Before.size() == C.Graph->Nodes.size();
}

PTX_API cudaError_t cudaStreamEndCapture(cudaStream_t Handle,
                                         cudaGraph_t *Out) {
  PTX_ENTER(cudaStreamEndCapture);
  State &S = state();
  CUstream_st *Of = nullptr;
  if (!streamOf(Handle, Of))
    return Here.done(cudaErrorInvalidResourceHandle);
  if (Out)
    *Out = nullptr;
  if (!Of || !Of->In)
    return Here.done(cudaErrorIllegalState);
  Capture &C = *Of->In;
  if (C.Mode != cudaStreamCaptureModeRelaxed &&
      C.By != std::this_thread::get_id())
    return Here.done(cudaErrorStreamCaptureWrongThread);
  if (C.Origin != Of)
    return Here.done(invalidate(C, cudaErrorStreamCaptureUnmatched));
  const cudaError_t Status = C.Invalid      ? cudaErrorStreamCaptureInvalidated
                             : !isJoined(C) ? cudaErrorStreamCaptureUnjoined
                                            : cudaSuccess;
  if (Status == cudaSuccess && Out) {
    *Out = C.Graph.release();
    (*Out)->InCapture = false;
    S.Graphs.insert(*Out);
  }
  endCapture(C);
  return Here.done(Status);
}

static cudaStreamCaptureStatus statusOf(const CUstream_st *S) {
  return !S || !S->In     ? cudaStreamCaptureStatusNone
         : S->In->Invalid ? cudaStreamCaptureStatusInvalidated
                          : cudaStreamCaptureStatusActive;
}

PTX_API cudaError_t cudaStreamIsCapturing(cudaStream_t Handle,
                                          cudaStreamCaptureStatus *Out) {
  PTX_ENTER(cudaStreamIsCapturing);
  CUstream_st *S = nullptr;
  if (!streamOf(Handle, S))
    return Here.done(cudaErrorInvalidResourceHandle);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = statusOf(S);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaStreamGetCaptureInfo(
    cudaStream_t Handle, cudaStreamCaptureStatus *Status,
    unsigned long long *Id, cudaGraph_t *Graph, const cudaGraphNode_t **Last,
    const void **Edges, std::size_t *Count) {
  PTX_ENTER(cudaStreamGetCaptureInfo);
  CUstream_st *S = nullptr;
  if (!streamOf(Handle, S))
    return Here.done(cudaErrorInvalidResourceHandle);
  if (!Status)
    return Here.done(cudaErrorInvalidValue);
  *Status = statusOf(S);
  if (*Status != cudaStreamCaptureStatusActive)
    return Here.done(cudaSuccess);
  if (Id)
    *Id = S->In->Id;
  if (Graph)
    *Graph = S->In->Graph.get();
  if (Last)
    *Last = S->Last.data();
  if (Edges)
    *Edges = nullptr;
  if (Count)
    *Count = S->Last.size();
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t
cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  PTX_ENTER(cudaThreadExchangeStreamCaptureMode);
  if (!Mode || *Mode < cudaStreamCaptureModeGlobal ||
      *Mode > cudaStreamCaptureModeRelaxed)
    return Here.done(cudaErrorInvalidValue);
  std::swap(*Mode, OwnMode);
  return Here.done(cudaSuccess);
}

PTX_PER_THREAD(cudaStreamBeginCapture, ptsz)
PTX_PER_THREAD(cudaStreamEndCapture, ptsz)
PTX_PER_THREAD(cudaStreamIsCapturing, ptsz)
PTX_PER_THREAD(cudaStreamGetCaptureInfo, ptsz)
