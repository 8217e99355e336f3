//===- Work.h - streams, events and graphs --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_WORK_H
#define HEDDLE_PTX_RUNTIME_WORK_H

#include "Ptx/Runtime/Cuda.h"

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <thread>
#include <vector>

/// One piece of work of a graph.
struct CUgraphNode_st {
  cudaGraphNodeType Type = cudaGraphNodeTypeEmpty;
  std::function<cudaError_t()> Run;
  std::vector<CUgraphNode_st *> After;
};

/// Nodes stand after those that they depend on.
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> Nodes;
  bool InCapture = false; ///< cudaStreamEndCapture has not been
};

struct CUgraphExec_st {
  struct Step {
    const CUgraphNode_st *From; ///< only compared
    cudaGraphNodeType Type;
    std::function<cudaError_t()> Run;
  };
  std::vector<Step> Steps;
};

namespace heddle::ptx::runtime {

/// The recording of what is issued to one stream, and to those that wait for
/// its events.
struct Capture {
  std::unique_ptr<CUgraph_st> Graph;
  CUstream_st *Origin = nullptr;
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeGlobal;
  std::thread::id By;
  std::set<CUstream_st *> Streams;
  bool Invalid = false;
  unsigned long long Id = 0;
};

} // namespace heddle::ptx::runtime

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
  unsigned long long Id = 0;
  heddle::ptx::runtime::Capture *In = nullptr;
  std::vector<CUgraphNode_st *> Last; ///< while it is captured
};

struct CUevent_st {
  unsigned Flags = 0;
  bool Recorded = false;
  std::chrono::steady_clock::time_point At{};
  /// Recorded in a captured stream: after these nodes.
  heddle::ptx::runtime::Capture *In = nullptr;
  std::vector<CUgraphNode_st *> After;
};

namespace heddle::ptx::runtime {

class Call;

/// The stream of a handle; null is the legacy stream, as are 1 and 2. False: it
/// is none.
bool streamOf(cudaStream_t Handle, CUstream_st *&Out);

/// Runs the work, or records it where the stream is captured.
cudaError_t issue(cudaStream_t Handle, cudaGraphNodeType Type,
                  std::function<cudaError_t()> Run);
/// A function may not wait, allocate or copy at once while work is recorded.
/// An error ends the recording, as CUDA has it.
cudaError_t notWhileCaptured();
/// The same for work of the legacy stream, which waits for all streams but
/// those that do not block.
cudaError_t inLegacyStream();
/// For a function that does work of the legacy stream and waits for it.
inline cudaError_t atOnce() {
  const cudaError_t Status = inLegacyStream();
  return Status != cudaSuccess ? Status : notWhileCaptured();
}
/// The same for a function that waits for all streams, in every mode.
cudaError_t notWhileAnyCaptured();
/// Marks the stream's recording as failed, and returns the error.
cudaError_t invalidate(Capture &C, cudaError_t Error);
/// Events and streams forget a recording that ends.
void endCapture(Capture &C);
/// Work of a graph: null `Out` makes none. Errors where a dependency is not of
/// the graph.
cudaError_t addNode(cudaGraph_t To, cudaGraphNode_t *Out,
                    const cudaGraphNode_t *After, std::size_t Count,
                    cudaGraphNodeType Type, std::function<cudaError_t()> Run);
void destroyWork();

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_WORK_H
