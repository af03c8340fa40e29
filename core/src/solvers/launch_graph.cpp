#include <isobar/core/solvers/launch_graph.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA)

namespace {

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

cudaStream_t stream() { return ExecutionSpace().cuda_stream(); }

} // namespace

bool LaunchGraph::tool_listens() { return Kokkos::Profiling::profileLibraryLoaded(); }

void LaunchGraph::DestroyGraph::operator()(void* graph) const {
  cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph));
}

void LaunchGraph::begin_recording() {
  check(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
}

void LaunchGraph::end_recording() {
  cudaGraph_t recorded = nullptr;
  check(cudaStreamEndCapture(stream(), &recorded), "cudaStreamEndCapture");
  cudaGraphExec_t graph = nullptr;
  const cudaError_t error = cudaGraphInstantiateWithFlags(&graph, recorded, 0);
  cudaGraphDestroy(recorded);
  check(error, "cudaGraphInstantiateWithFlags");
  graph_.reset(graph);
}

/// An error is under way, so another one would say less.
void LaunchGraph::abandon_recording() {
  cudaGraph_t recorded = nullptr;
  if (cudaStreamEndCapture(stream(), &recorded) == cudaSuccess) cudaGraphDestroy(recorded);
}

void LaunchGraph::replay() const {
  check(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_.get()), stream()), "cudaGraphLaunch");
}

#else

void LaunchGraph::DestroyGraph::operator()(void*) const {} // nothing is ever recorded

#endif

} // namespace isobar
