#include "base/gpu_events.hpp"
#include "launch/early_start.hpp"
#include <isobar/core/multigrid/launch_graph.hpp>

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA)

namespace {

using gpu_events::check;

cudaStream_t stream() { return stream_of(ExecutionSpace()); }

} // namespace

bool LaunchGraph::tool_listens() {
  return Kokkos::Tools::Experimental::get_callbacks().begin_parallel_for != nullptr;
}

void LaunchGraph::DestroyGraph::operator()(void* graph) const {
  cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph));
}

/// Kokkos fences before it tells a tool about a region, which would break a recording.
void LaunchGraph::begin_recording() {
  Kokkos::Tools::Experimental::pause_tools();
  check(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  is_recording = true;
}

void LaunchGraph::end_recording() {
  is_recording = false;
  Kokkos::Tools::Experimental::resume_tools();
  cudaGraph_t recorded = nullptr;
  check(cudaStreamEndCapture(stream(), &recorded), "cudaStreamEndCapture");
  if (graph_ && takes_arguments_of(recorded)) {
    check(cudaGraphDestroy(recorded), "cudaGraphDestroy");
    return;
  }
  cudaGraphExec_t graph = nullptr;
  const cudaError_t error = cudaGraphInstantiateWithFlags(&graph, recorded, 0);
  cudaGraphDestroy(recorded);
  check(error, "cudaGraphInstantiateWithFlags");
  graph_.reset(graph);
}

/// Gives the graph the arguments of another recording of the same launches, which allocates nothing. Returns false if the
/// launches differ.
bool LaunchGraph::takes_arguments_of(void* recorded) {
  cudaGraphExecUpdateResultInfo info{};
  const auto graph = static_cast<cudaGraphExec_t>(graph_.get());
  if (cudaGraphExecUpdate(graph, static_cast<cudaGraph_t>(recorded), &info) == cudaSuccess)
    return true;
  cudaGetLastError(); // the new recording replaces the graph instead
  return false;
}

/// An error is already under way; another one would say less.
void LaunchGraph::abandon_recording() {
  is_recording = false;
  Kokkos::Tools::Experimental::resume_tools();
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
