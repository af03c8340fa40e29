#include "launch/early_start.hpp"

#include "base/gpu_events.hpp"

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA) && CUDART_VERSION >= 13000

namespace {

using gpu_events::check;

/// Returns the kernel behind which the next launch is recorded, or null if there is none, or more
/// than one node.
cudaGraphNode_t last_kernel(cudaStream_t stream) {
  cudaStreamCaptureStatus status{};
  const cudaGraphNode_t* last = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  std::size_t count = 0;
  check(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &last, &edges, &count),
        "cudaStreamGetCaptureInfo");
  if (status != cudaStreamCaptureStatusActive || count != 1) return nullptr;
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(last[0], &type), "cudaGraphNodeGetType");
  return type == cudaGraphNodeTypeKernel ? last[0] : nullptr;
}

} // namespace

void let_next_start_early(const ExecutionSpace& queue) {
  if (!starts_early || !is_recording) return;
  const cudaStream_t stream = stream_of(queue);
  cudaGraphNode_t kernel = last_kernel(stream);
  if (kernel == nullptr) return;
  cudaGraphEdgeData edge{};
  edge.from_port = cudaGraphKernelNodePortLaunchCompletion;
  edge.type = cudaGraphDependencyTypeProgrammatic;
  check(cudaStreamUpdateCaptureDependencies(stream, &kernel, &edge, 1,
                                            cudaStreamSetCaptureDependencies),
        "cudaStreamUpdateCaptureDependencies");
}

#else

void let_next_start_early(const ExecutionSpace&) {}

#endif

} // namespace isobar
