#include "run/memory.hpp"

#include "methods/methods.hpp"
#include "setup/hierarchy.hpp"
#include "setup/outer_operator.hpp"

#include <isobar/comm/merged_communicators.hpp>
#include <isobar/core/field/host_order.hpp>
#include <isobar/core/solvers/level_setup.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace isobar {
namespace {

/// A number of kilobytes behind `key` in a file of /proc, as bytes; 0 if there is none.
Int64 kilobytes(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    Int64 value = 0;
    if (word == key && in >> value) return 1024 * value;
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

struct DeviceMemory {
  std::size_t free = 0, total = 0;
};

/// Zeros where there is no GPU, or none that can be asked.
DeviceMemory device_memory() {
  DeviceMemory m;
#if defined(KOKKOS_ENABLE_CUDA)
  if (cudaMemGetInfo(&m.free, &m.total) == cudaSuccess) return m;
#elif defined(KOKKOS_ENABLE_HIP)
  if (hipMemGetInfo(&m.free, &m.total) == hipSuccess) return m;
#endif
  return {};
}

Int64 device_memory_in_use() {
  const DeviceMemory m = device_memory();
  return Int64(m.total - m.free);
}

/// What grids are made from. Of coefficients that are a number a cell they have products, with a field.
GridSetup grid_setup(const Deck& deck, const Equation& equation, const Decomposition& d) {
  GridSetup setup{equation.spec, d.partition(), deck.launch.march};
  setup.merged = rank_stages(deck, d).merged_parts(d.rank());
  if (!equation.factorises() && !has_fields(setup.spec))
    setup.spec.columns = std::make_shared<const ColumnFields>(
        ColumnFields{[](int, int) { return 1.0; }, {}, {}, nullptr});
  return setup;
}

/// Of halos and merges.
template <class T>
BufferBytes buffer_bytes(const Deck& deck, const Decomposition& d, const TransportPlan& transport) {
  const LayerCounts layers = deck.layer_counts();
  if (!deck.merges().empty())
    return MergedCommunicators<T>::bytes(rank_stages(deck, d), d.rank(), layers, transport);
  return MpiCommunicators<T>::bytes(d, layers, transport, deck.overlap());
}

template <class P>
MemoryUse predict(const Deck& deck, const Equation& equation, const Decomposition& decomposition,
                  const TransportPlan& transport) {
  using T = typename P::storage;
  const Partition p = decomposition.partition();
  const int nz = deck.grid.nz;
  const GridSetup setup = grid_setup(deck, equation, decomposition);
  const bool fields = has_fields(setup.spec);
  BufferBytes halo = buffer_bytes<T>(deck, decomposition, transport);
  if (deck.is_mixed()) {
    const BufferBytes inner = buffer_bytes<float>(deck, decomposition, transport);
    halo = {halo.device + inner.device, halo.host + inner.host};
  }
  const Int64 staging = HostOrder<P>::bytes(p.nx, p.ny, nz);
  // One after the other: symmetry test, solver with its right-hand side, true residual in double.
  const Int64 outer = OuterOperator<P>::bytes(equation, setup);
  const Int64 symmetry = grid_bytes<P>(setup) + 3 * field_bytes<P>(setup) + outer;
  const Int64 solving = GridLevel<typename P::arithmetic>::bytes(p.nx, p.ny, nz, fields) +
                        (fields ? HorizontalMesh::bytes(p.nx, p.ny) : 0) +
                        Solvers<P>::bytes(deck, setup) + outer + field_bytes<P>(setup) + staging;
  const Int64 checking = grid_bytes<Double>(setup) + 2 * field_bytes<Double>(setup) +
                         OuterOperator<Double>::bytes(equation, setup) + staging;
  // The symmetry test fills its fields from one more in host order. A host's peak comes later.
  const int host_fields = on_host ? 2 : 3;
  MemoryUse use;
  use.device = std::max({symmetry, solving, checking}) + halo.device;
  use.host = host_fields * Int64(p.nx) * p.ny * nz * Int64(sizeof(double)) + halo.host +
             EvaluatedEquation::bytes(equation, p);
  return use;
}

} // namespace

MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport) {
  return with_precision(
      deck, [&]<class P>(P) { return predict<P>(deck, equation, decomposition, transport); });
}

MemoryMeter::MemoryMeter()
    : host_start_(kilobytes("/proc/self/status", "VmRSS:")), device_start_(device_memory_in_use()),
      device_peak_(device_start_) {}

void MemoryMeter::sample_device() { device_peak_ = std::max(device_peak_, device_memory_in_use()); }

MemoryUse MemoryMeter::peak() const {
  const Int64 host = kilobytes("/proc/self/status", "VmHWM:") - host_start_;
  return {device_peak_ - device_start_, std::max<Int64>(host, 0)};
}

void return_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 256 * 1024); // the default grows with every large block freed
#endif
}

Int64 available_device_memory() {
  return on_host ? available_host_memory() : Int64(device_memory().free);
}

Int64 available_host_memory() { return kilobytes("/proc/meminfo", "MemAvailable:"); }

} // namespace isobar
