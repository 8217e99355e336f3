//===- Streams.cpp - streams and events -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/State.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

static unsigned long long LastId = 0;

/// Streams of a higher priority have a lower number.
constexpr int LowestPriority = 0, HighestPriority = -5;

bool heddle::ptx::runtime::streamOf(cudaStream_t Handle, CUstream_st *&Out) {
  // cudaStreamLegacy and cudaStreamPerThread
  const std::uint64_t Number = addressOf(Handle);
  Out = Number <= 2 ? nullptr : Handle;
  return Number <= 2 || state().Streams.count(Handle) != 0;
}

static cudaError_t create(cudaStream_t *Out, unsigned Flags, int Priority) {
  if (!Out || Flags > cudaStreamNonBlocking)
    return cudaErrorInvalidValue;
  auto *const S = new CUstream_st;
  S->Flags = Flags;
  S->Priority = std::clamp(Priority, HighestPriority, LowestPriority);
  S->Id = ++LastId + 2; // after those of the default streams
  state().Streams.insert(S);
  *Out = S;
  return cudaSuccess;
}

PTX_API cudaError_t cudaStreamCreate(cudaStream_t *Out) {
  PTX_ENTER(cudaStreamCreate);
  return Here.done(create(Out, 0, 0));
}

PTX_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Out,
                                              unsigned Flags) {
  PTX_ENTER(cudaStreamCreateWithFlags);
  return Here.done(create(Out, Flags, 0));
}

PTX_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Out,
                                                 unsigned Flags, int Priority) {
  PTX_ENTER(cudaStreamCreateWithPriority);
  return Here.done(create(Out, Flags, Priority));
}

PTX_API cudaError_t cudaDeviceGetStreamPriorityRange(int *Least,
                                                     int *Greatest) {
  PTX_ENTER(cudaDeviceGetStreamPriorityRange);
  if (Least)
    *Least = LowestPriority;
  if (Greatest)
    *Greatest = HighestPriority;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaStreamDestroy(cudaStream_t Handle) {
  PTX_ENTER(cudaStreamDestroy);
  CUstream_st *S = nullptr;
  if (!streamOf(Handle, S) || !S)
    return Here.done(cudaErrorInvalidResourceHandle);
  if (S->In)
    endCapture(*S->In);
  state().Streams.erase(S);
  delete S;
  return Here.done(cudaSuccess);
}

/// Calls Do with the stream, which is null for a default stream.
template <class F>
static cudaError_t withStream(cudaStream_t Handle, const F &Do) {
  CUstream_st *S = nullptr;
  return streamOf(Handle, S) ? Do(S) : cudaErrorInvalidResourceHandle;
}

/// Waiting for a stream; all work is done already.
static cudaError_t wait(CUstream_st *S) {
  if (S && S->In)
    return invalidate(*S->In, cudaErrorStreamCaptureUnsupported);
  return S ? cudaSuccess : atOnce();
}

PTX_API cudaError_t cudaStreamSynchronize(cudaStream_t Handle) {
  PTX_ENTER(cudaStreamSynchronize);
  const cudaError_t Status = withStream(Handle, wait);
  state().On.Counted.Program.Synchronisations += Status == cudaSuccess;
  return Here.done(Status);
}

PTX_API cudaError_t cudaStreamQuery(cudaStream_t Handle) {
  PTX_ENTER(cudaStreamQuery);
  return Here.done(withStream(Handle, wait));
}

PTX_API cudaError_t cudaStreamGetFlags(cudaStream_t Handle, unsigned *Out) {
  PTX_ENTER(cudaStreamGetFlags);
  return Here.done(withStream(Handle, [&](const CUstream_st *S) {
    if (!Out)
      return cudaErrorInvalidValue;
    *Out = S ? S->Flags : 0;
    return cudaSuccess;
  }));
}

PTX_API cudaError_t cudaStreamGetPriority(cudaStream_t Handle, int *Out) {
  PTX_ENTER(cudaStreamGetPriority);
  return Here.done(withStream(Handle, [&](const CUstream_st *S) {
    if (!Out)
      return cudaErrorInvalidValue;
    *Out = S ? S->Priority : 0;
    return cudaSuccess;
  }));
}

PTX_API cudaError_t cudaStreamGetId(cudaStream_t Handle,
                                    unsigned long long *Out) {
  PTX_ENTER(cudaStreamGetId);
  return Here.done(withStream(Handle, [&](const CUstream_st *S) {
    if (!Out)
      return cudaErrorInvalidValue;
    *Out = S ? S->Id : std::max<std::uint64_t>(addressOf(Handle), 1);
    return cudaSuccess;
  }));
}

PTX_API cudaError_t cudaStreamGetDevice(cudaStream_t Handle, int *Out) {
  PTX_ENTER(cudaStreamGetDevice);
  return Here.done(withStream(Handle, [&](const CUstream_st *) {
    if (!Out)
      return cudaErrorInvalidValue;
    *Out = 0;
    return cudaSuccess;
  }));
}

PTX_API cudaError_t cudaLaunchHostFunc(cudaStream_t Handle, cudaHostFn_t Do,
                                       void *Data) {
  PTX_ENTER(cudaLaunchHostFunc);
  if (!Do)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(issue(Handle, cudaGraphNodeTypeHost, [Do, Data] {
    Do(Data);
    return cudaSuccess;
  }));
}

PTX_API cudaError_t cudaStreamAddCallback(cudaStream_t Handle,
                                          cudaStreamCallback_t Do, void *Data,
                                          unsigned Flags) {
  PTX_ENTER(cudaStreamAddCallback);
  if (!Do || Flags != 0)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(withStream(Handle, [&](const CUstream_st *S) {
    if (S && S->In)
      return invalidate(*S->In, cudaErrorStreamCaptureUnsupported);
    Do(Handle, cudaSuccess, Data);
    return cudaSuccess;
  }));
}

static cudaError_t createEvent(cudaEvent_t *Out, unsigned Flags) {
  const bool BadIpc =
      (Flags & cudaEventInterprocess) != 0 && !(Flags & cudaEventDisableTiming);
  if (!Out || Flags > 7 || BadIpc)
    return cudaErrorInvalidValue;
  auto *const E = new CUevent_st;
  E->Flags = Flags;
  state().Events.insert(E);
  *Out = E;
  return cudaSuccess;
}

PTX_API cudaError_t cudaEventCreate(cudaEvent_t *Out) {
  PTX_ENTER(cudaEventCreate);
  return Here.done(createEvent(Out, 0));
}

PTX_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Out, unsigned Flags) {
  PTX_ENTER(cudaEventCreateWithFlags);
  return Here.done(createEvent(Out, Flags));
}

static bool isEvent(cudaEvent_t E) { return state().Events.count(E) != 0; }

PTX_API cudaError_t cudaEventDestroy(cudaEvent_t E) {
  PTX_ENTER(cudaEventDestroy);
  if (!isEvent(E))
    return Here.done(cudaErrorInvalidResourceHandle);
  state().Events.erase(E);
  delete E;
  return Here.done(cudaSuccess);
}

static cudaError_t record(cudaEvent_t E, cudaStream_t Handle) {
  if (!isEvent(E))
    return cudaErrorInvalidResourceHandle;
  return withStream(Handle, [&](CUstream_st *S) {
    E->In = S ? S->In : nullptr;
    if (E->In) {
      E->After = S->Last;
      return E->In->Invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
    }
    return issue(Handle, cudaGraphNodeTypeEmpty, [E] {
      E->Recorded = true;
      E->At = std::chrono::steady_clock::now();
      return cudaSuccess;
    });
  });
}

PTX_API cudaError_t cudaEventRecord(cudaEvent_t E, cudaStream_t Handle) {
  PTX_ENTER(cudaEventRecord);
  return Here.done(record(E, Handle));
}

PTX_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t E, cudaStream_t Handle,
                                             unsigned Flags) {
  PTX_ENTER(cudaEventRecordWithFlags);
  if (Flags != 0) // cudaEventRecordExternal
    return Here.done(Flags == 1 ? cudaErrorNotSupported
                                : cudaErrorInvalidValue);
  return Here.done(record(E, Handle));
}

/// An event of a recording is no event of the device.
static cudaError_t query(cudaEvent_t E) {
  if (!isEvent(E))
    return cudaErrorInvalidResourceHandle;
  return E->In ? invalidate(*E->In, cudaErrorCapturedEvent) : cudaSuccess;
}

PTX_API cudaError_t cudaEventQuery(cudaEvent_t E) {
  PTX_ENTER(cudaEventQuery);
  return Here.done(query(E));
}

PTX_API cudaError_t cudaEventSynchronize(cudaEvent_t E) {
  PTX_ENTER(cudaEventSynchronize);
  const cudaError_t Status = query(E);
  state().On.Counted.Program.Synchronisations += Status == cudaSuccess;
  return Here.done(Status);
}

/// Time that the interpreter took, which says nothing of a device.
PTX_API cudaError_t cudaEventElapsedTime(float *Out, cudaEvent_t From,
                                         cudaEvent_t To) {
  PTX_ENTER(cudaEventElapsedTime);
  if (!Out)
    return Here.done(cudaErrorInvalidValue);
  for (const cudaEvent_t E : {From, To})
    if (!isEvent(E) || !E->Recorded || (E->Flags & cudaEventDisableTiming))
      return Here.done(cudaErrorInvalidResourceHandle);
  *Out = std::chrono::duration<float, std::milli>(To->At - From->At).count();
  return Here.done(cudaSuccess);
}

static cudaError_t waitFor(CUstream_st *S, const CUevent_st &E) {
  Capture *const Mine = S ? S->In : nullptr;
  if (!E.In) // work that is issued is done; a recording must not depend on it
    return Mine && E.Recorded
               ? invalidate(*Mine, cudaErrorStreamCaptureIsolation)
               : cudaSuccess;
  if (E.In->Invalid)
    return cudaErrorStreamCaptureInvalidated;
  if (!S)
    return invalidate(*E.In, cudaErrorStreamCaptureImplicit);
  if (Mine && Mine != E.In) {
    (void)invalidate(*Mine, cudaErrorStreamCaptureMerge);
    return invalidate(*E.In, cudaErrorStreamCaptureMerge);
  }
  S->In = E.In; // the stream becomes part of the recording
  S->In->Streams.insert(S);
  for (CUgraphNode_st *const N : E.After)
    if (std::find(S->Last.begin(), S->Last.end(), N) == S->Last.end())
      S->Last.push_back(N);
  return cudaSuccess;
}

PTX_API cudaError_t cudaStreamWaitEvent(cudaStream_t Handle, cudaEvent_t E,
                                        unsigned Flags) {
  PTX_ENTER(cudaStreamWaitEvent);
  if (Flags != 0) // cudaEventWaitExternal
    return Here.done(Flags == 1 ? cudaErrorNotSupported
                                : cudaErrorInvalidValue);
  if (!isEvent(E))
    return Here.done(cudaErrorInvalidResourceHandle);
  return Here.done(
      withStream(Handle, [&](CUstream_st *S) { return waitFor(S, *E); }));
}

PTX_PER_THREAD(cudaStreamSynchronize, ptsz)
PTX_PER_THREAD(cudaStreamQuery, ptsz)
PTX_PER_THREAD(cudaStreamGetFlags, ptsz)
PTX_PER_THREAD(cudaStreamGetPriority, ptsz)
PTX_PER_THREAD(cudaStreamGetId, ptsz)
PTX_PER_THREAD(cudaStreamGetDevice, ptsz)
PTX_PER_THREAD(cudaLaunchHostFunc, ptsz)
PTX_PER_THREAD(cudaStreamAddCallback, ptsz)
PTX_PER_THREAD(cudaEventRecord, ptsz)
PTX_PER_THREAD(cudaEventRecordWithFlags, ptsz)
PTX_PER_THREAD(cudaStreamWaitEvent, ptsz)
