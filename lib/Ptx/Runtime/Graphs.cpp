//===- Graphs.cpp - graphs of work ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Runtime/Copies.h"
#include "Ptx/Runtime/Kernels.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::runtime;

static bool isGraph(cudaGraph_t G) {
  if (state().Graphs.count(G) != 0)
    return true;
  for (const Capture *const C : state().Captures)
    if (C->Graph.get() == G)
      return true;
  return false;
}

static bool hasNode(const CUgraph_st &G, const CUgraphNode_st *N) {
  return std::any_of(G.Nodes.begin(), G.Nodes.end(),
                     [N](const auto &Each) { return Each.get() == N; });
}

cudaError_t heddle::ptx::runtime::addNode(cudaGraph_t To, cudaGraphNode_t *Out,
                                          const cudaGraphNode_t *After,
                                          std::size_t Count,
                                          cudaGraphNodeType Type,
                                          std::function<cudaError_t()> Run) {
  if (!Out || !isGraph(To) || (Count != 0 && !After))
    return cudaErrorInvalidValue;
  for (std::size_t K = 0; K != Count; ++K)
    if (!hasNode(*To, After[K]))
      return cudaErrorInvalidValue;
  auto Node = std::make_unique<CUgraphNode_st>();
  Node->Type = Type;
  Node->Run = std::move(Run);
  Node->After.assign(After, After + Count);
  *Out = Node.get();
  To->Nodes.push_back(std::move(Node));
  return cudaSuccess;
}

void heddle::ptx::runtime::destroyWork() {
  State &S = state();
  while (!S.Captures.empty())
    endCapture(**S.Captures.begin());
  for (CUstream_st *const Each : S.Streams)
    delete Each;
  for (CUevent_st *const Each : S.Events)
    delete Each;
  for (CUgraph_st *const Each : S.Graphs)
    delete Each;
  for (CUgraphExec_st *const Each : S.Executables)
    delete Each;
  S.Streams.clear();
  S.Events.clear();
  S.Graphs.clear();
  S.Executables.clear();
}

PTX_API cudaError_t cudaGraphCreate(cudaGraph_t *Out, unsigned Flags) {
  PTX_ENTER(cudaGraphCreate);
  if (!Out || Flags != 0)
    return Here.done(cudaErrorInvalidValue);
  *Out = new CUgraph_st;
  state().Graphs.insert(*Out);
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGraphDestroy(cudaGraph_t G) {
  PTX_ENTER(cudaGraphDestroy);
  if (state().Graphs.erase(G) == 0)
    return Here.done(cudaErrorInvalidValue);
  delete G;
  return Here.done(cudaSuccess);
}

/// Work of a kernel's node.
static cudaError_t kernelWork(const cudaKernelNodeParams *P,
                              std::function<cudaError_t()> &Out) {
  if (!P || P->extra)
    return cudaErrorInvalidValue;
  Launch L;
  const cudaError_t Status = readLaunch(P->func, P->gridDim, P->blockDim,
                                        P->kernelParams, P->sharedMemBytes, L);
  if (Status == cudaSuccess)
    Out = [L = std::move(L)] { return run(L); };
  return Status;
}

PTX_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *Out, cudaGraph_t To,
                                           const cudaGraphNode_t *After,
                                           std::size_t Count,
                                           const cudaKernelNodeParams *P) {
  PTX_ENTER(cudaGraphAddKernelNode);
  std::function<cudaError_t()> Run;
  cudaError_t Status = kernelWork(P, Run);
  if (Status == cudaSuccess)
    Status =
        addNode(To, Out, After, Count, cudaGraphNodeTypeKernel, std::move(Run));
  return Here.done(Status);
}

PTX_API cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *Out, cudaGraph_t To,
                                           const cudaGraphNode_t *After,
                                           std::size_t Count,
                                           const cudaMemcpy3DParms *P) {
  PTX_ENTER(cudaGraphAddMemcpyNode);
  std::function<cudaError_t()> Run;
  cudaError_t Status = copyWork(P, Here.name(), Run);
  if (Status == cudaSuccess)
    Status =
        addNode(To, Out, After, Count, cudaGraphNodeTypeMemcpy, std::move(Run));
  return Here.done(Status);
}

PTX_API cudaError_t cudaGraphAddMemcpyNode1D(
    cudaGraphNode_t *Out, cudaGraph_t To, const cudaGraphNode_t *After,
    std::size_t Count, void *Target, const void *Source, std::size_t Bytes,
    cudaMemcpyKind Kind) {
  PTX_ENTER(cudaGraphAddMemcpyNode1D);
  cudaMemcpy3DParms P{};
  P.dstPtr = {Target, Bytes, Bytes, 1};
  P.srcPtr = {const_cast<void *>(Source), Bytes, Bytes, 1};
  P.extent = {Bytes, 1, 1};
  P.kind = Kind;
  std::function<cudaError_t()> Run;
  cudaError_t Status = copyWork(&P, Here.name(), Run);
  if (Status == cudaSuccess)
    Status =
        addNode(To, Out, After, Count, cudaGraphNodeTypeMemcpy, std::move(Run));
  return Here.done(Status);
}

PTX_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *Out, cudaGraph_t To,
                                           const cudaGraphNode_t *After,
                                           std::size_t Count,
                                           const cudaMemsetParams *P) {
  PTX_ENTER(cudaGraphAddMemsetNode);
  std::function<cudaError_t()> Run;
  cudaError_t Status = fillWork(P, Here.name(), Run);
  if (Status == cudaSuccess)
    Status =
        addNode(To, Out, After, Count, cudaGraphNodeTypeMemset, std::move(Run));
  return Here.done(Status);
}

PTX_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *Out, cudaGraph_t To,
                                         const cudaGraphNode_t *After,
                                         std::size_t Count,
                                         const cudaHostNodeParams *P) {
  PTX_ENTER(cudaGraphAddHostNode);
  if (!P || !P->fn)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(addNode(To, Out, After, Count, cudaGraphNodeTypeHost,
                           [Do = P->fn, Data = P->userData] {
                             Do(Data);
                             return cudaSuccess;
                           }));
}

PTX_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *Out, cudaGraph_t To,
                                          const cudaGraphNode_t *After,
                                          std::size_t Count) {
  PTX_ENTER(cudaGraphAddEmptyNode);
  return Here.done(addNode(To, Out, After, Count, cudaGraphNodeTypeEmpty,
                           [] { return cudaSuccess; }));
}

static std::vector<CUgraphExec_st::Step> stepsOf(const CUgraph_st &G) {
  std::vector<CUgraphExec_st::Step> Steps;
  for (const auto &N : G.Nodes)
    Steps.push_back({N.get(), N->Type, N->Run});
  return Steps;
}

static cudaError_t runSteps(const std::vector<CUgraphExec_st::Step> &Steps) {
  for (const CUgraphExec_st::Step &Each : Steps) {
    const cudaError_t Status = Each.Run();
    if (Status != cudaSuccess)
      return Status;
  }
  return cudaSuccess;
}

/// As the child is now.
PTX_API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *Out,
                                               cudaGraph_t To,
                                               const cudaGraphNode_t *After,
                                               std::size_t Count,
                                               cudaGraph_t Child) {
  PTX_ENTER(cudaGraphAddChildGraphNode);
  if (!isGraph(Child) || Child == To)
    return Here.done(cudaErrorInvalidValue);
  return Here.done(
      addNode(To, Out, After, Count, cudaGraphNodeTypeGraph,
              [Steps = stepsOf(*Child)] { return runSteps(Steps); }));
}

PTX_API cudaError_t cudaGraphGetNodes(cudaGraph_t G, cudaGraphNode_t *Out,
                                      std::size_t *Count) {
  PTX_ENTER(cudaGraphGetNodes);
  if (!isGraph(G) || !Count)
    return Here.done(cudaErrorInvalidValue);
  if (Out)
    for (std::size_t K = 0; K != *Count; ++K)
      Out[K] = K < G->Nodes.size() ? G->Nodes[K].get() : nullptr;
  *Count = Out ? std::min(*Count, G->Nodes.size()) : G->Nodes.size();
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t G, cudaGraphNode_t *Out,
                                          std::size_t *Count) {
  PTX_ENTER(cudaGraphGetRootNodes);
  if (!isGraph(G) || !Count)
    return Here.done(cudaErrorInvalidValue);
  std::size_t Found = 0;
  for (const auto &N : G->Nodes) {
    if (!N->After.empty())
      continue;
    if (Out && Found < *Count)
      Out[Found] = N.get();
    ++Found;
  }
  *Count = Out ? std::min(*Count, Found) : Found;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t N,
                                         cudaGraphNodeType *Out) {
  PTX_ENTER(cudaGraphNodeGetType);
  if (!N || !Out)
    return Here.done(cudaErrorInvalidValue);
  *Out = N->Type;
  return Here.done(cudaSuccess);
}

static cudaError_t instantiate(cudaGraphExec_t *Out, cudaGraph_t G,
                               unsigned long long Flags) {
  if (!Out || !isGraph(G) || G->InCapture || Flags > 15)
    return cudaErrorInvalidValue;
  *Out = new CUgraphExec_st{stepsOf(*G)};
  state().Executables.insert(*Out);
  return cudaSuccess;
}

PTX_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Out, cudaGraph_t G,
                                         unsigned long long Flags) {
  PTX_ENTER(cudaGraphInstantiate);
  return Here.done(instantiate(Out, G, Flags));
}

PTX_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *Out,
                                                  cudaGraph_t G,
                                                  unsigned long long Flags) {
  PTX_ENTER(cudaGraphInstantiateWithFlags);
  return Here.done(instantiate(Out, G, Flags));
}

PTX_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t E) {
  PTX_ENTER(cudaGraphExecDestroy);
  if (state().Executables.erase(E) == 0)
    return Here.done(cudaErrorInvalidValue);
  delete E;
  return Here.done(cudaSuccess);
}

PTX_API cudaError_t cudaGraphUpload(cudaGraphExec_t E, cudaStream_t) {
  PTX_ENTER(cudaGraphUpload);
  return Here.done(state().Executables.count(E) ? cudaSuccess
                                                : cudaErrorInvalidValue);
}

PTX_API cudaError_t cudaGraphLaunch(cudaGraphExec_t E, cudaStream_t Stream) {
  PTX_ENTER(cudaGraphLaunch);
  if (state().Executables.count(E) == 0)
    return Here.done(cudaErrorInvalidValue);
  CUstream_st *S = nullptr;
  if (streamOf(Stream, S) && S && S->In) // as the graph is now
    return Here.done(issue(Stream, cudaGraphNodeTypeGraph,
                           [Steps = E->Steps] { return runSteps(Steps); }));
  return Here.done(issue(Stream, cudaGraphNodeTypeGraph,
                         [E] { return runSteps(E->Steps); }));
}

PTX_API cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t E, cudaGraphNode_t N, const cudaKernelNodeParams *P) {
  PTX_ENTER(cudaGraphExecKernelNodeSetParams);
  if (state().Executables.count(E) == 0)
    return Here.done(cudaErrorInvalidValue);
  for (CUgraphExec_st::Step &Each : E->Steps)
    if (Each.From == N && Each.Type == cudaGraphNodeTypeKernel) {
      std::function<cudaError_t()> Run;
      const cudaError_t Status = kernelWork(P, Run);
      if (Status == cudaSuccess)
        Each.Run = std::move(Run);
      return Here.done(Status);
    }
  return Here.done(cudaErrorInvalidValue);
}

/// The graph must have as many nodes, of the same types, in the same order.
PTX_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t E, cudaGraph_t G,
                                        cudaGraphExecUpdateResultInfo *Info) {
  PTX_ENTER(cudaGraphExecUpdate);
  if (state().Executables.count(E) == 0 || !isGraph(G))
    return Here.done(cudaErrorInvalidValue);
  cudaGraphExecUpdateResultInfo Is{cudaGraphExecUpdateSuccess, nullptr,
                                   nullptr};
  if (G->Nodes.size() != E->Steps.size())
    Is.result = cudaGraphExecUpdateErrorTopologyChanged;
  else
    for (std::size_t K = 0; K != E->Steps.size() && !Is.errorNode; ++K)
      if (G->Nodes[K]->Type != E->Steps[K].Type) {
        Is.result = cudaGraphExecUpdateErrorNodeTypeChanged;
        Is.errorNode = G->Nodes[K].get();
      }
  if (Info)
    *Info = Is;
  if (Is.result != cudaGraphExecUpdateSuccess)
    return Here.done(cudaErrorGraphExecUpdateFailure);
  // Nodes of the first graph still name the steps.
  for (std::size_t K = 0; K != E->Steps.size(); ++K)
    E->Steps[K].Run = G->Nodes[K]->Run;
  return Here.done(cudaSuccess);
}

PTX_PER_THREAD(cudaGraphLaunch, ptsz)
PTX_PER_THREAD(cudaGraphUpload, ptsz)
