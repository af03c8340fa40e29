#include "run/kernel_timings.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <vector>

namespace isobar {
namespace {

namespace Tools = Kokkos::Tools::Experimental;

KernelTimings* active = nullptr;
Tools::EventSet outer; ///< the callbacks of an earlier tool

struct Open {
  std::string name;
  double since;
};
std::vector<Open> open_kernels, open_regions;

double now() {
  static const Kokkos::Timer timer;
  return timer.seconds();
}

/// Whether a region is timed. Only timed regions are fenced,
/// because others may lie inside launches that are being recorded.
bool is_timed(const std::string& name) { return name.starts_with(active->prefix()); }

void open(std::vector<Open>& stack, const char* name) {
  if (is_timed(name)) ExecutionSpace().fence();
  stack.push_back({name, now()});
}

void close(std::vector<Open>& stack, std::map<std::string, KernelTimings::Entry>& entries) {
  if (stack.empty()) return; // opened before the timings began
  const Open last = stack.back();
  stack.pop_back();
  if (!is_timed(last.name)) return;
  ExecutionSpace().fence();
  KernelTimings::Entry& entry = entries[last.name];
  ++entry.calls;
  entry.seconds += now() - last.since;
}

} // namespace

struct KernelTimings::Callbacks {
  static void begin(const char* name, uint32_t, uint64_t*) { open(open_kernels, name); }
  static void end(uint64_t) { close(open_kernels, active->kernels_); }
  static void push(const char* name) { open(open_regions, name); }
  static void pop() { close(open_regions, active->regions_); }
  static void allocate(const Kokkos::Profiling::SpaceHandle, const char*, const void*,
                       uint64_t bytes) {
    if (bytes > 0) ++active->allocations_; // Kokkos also reports team scratch of 0 bytes
  }
  static void begin_copy(Kokkos::Profiling::SpaceHandle, const char*, const void*,
                         Kokkos::Profiling::SpaceHandle, const char*, const void*, uint64_t bytes) {
    if (bytes > 1024) ++active->deep_copies_;
  }
};

KernelTimings::KernelTimings(Listen listen)
    : prefix_(listen == Listen::all ? kernel_label_prefix : setup_part::prefix) {
  outer = Tools::get_callbacks();
  active = this;
  open_kernels.clear();
  open_regions.clear();
  Tools::EventSet none{};
  Tools::set_callbacks(none);
  Tools::set_push_region_callback(Callbacks::push);
  Tools::set_pop_region_callback(Callbacks::pop);
  if (listen == Listen::setup_parts) return;
  Tools::set_begin_parallel_for_callback(Callbacks::begin);
  Tools::set_end_parallel_for_callback(Callbacks::end);
  Tools::set_begin_parallel_reduce_callback(Callbacks::begin);
  Tools::set_end_parallel_reduce_callback(Callbacks::end);
  Tools::set_allocate_data_callback(Callbacks::allocate);
  Tools::set_begin_deep_copy_callback(Callbacks::begin_copy);
}

KernelTimings::~KernelTimings() { stop(); }

void KernelTimings::stop() {
  if (!running_) return;
  running_ = false;
  active = nullptr;
  Tools::set_callbacks(outer);
}

} // namespace isobar
