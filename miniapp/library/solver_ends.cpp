#include "library/solver_ends.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace isobar {
namespace {

/// All objects in the order of their construction. The list and the mutex are
/// never destroyed, because MPI may end after this library's static objects.
std::vector<EndsInTime*>& all_ends() {
  static auto* const all = new std::vector<EndsInTime*>;
  return *all;
}

int end_with_mpi(MPI_Comm, int, void*, void*) {
  const std::lock_guard lock(one_call());
  EndsInTime::end_all(true);
  return MPI_SUCCESS;
}

/// Ends solvers at the beginning of MPI_Finalize: it first deletes the
/// attributes of MPI_COMM_SELF, while all of MPI may still be called.
void watch_end_of_mpi() {
  static bool watched = false;
  if (std::exchange(watched, true)) return;
  int key = MPI_KEYVAL_INVALID;
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_with_mpi, &key, nullptr),
            "MPI_Comm_create_keyval");
  check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  check_mpi(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

/// Ends solvers at the beginning of Kokkos::finalize, which first calls its hooks.
void watch_end_of_kokkos() {
  static bool watched = false;
  if (std::exchange(watched, true)) return;
  Kokkos::push_finalize_hook([] {
    watched = false;
    EndsInTime::end_all(false);
  });
}

} // namespace

std::mutex& one_call() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}

EndsInTime::EndsInTime(bool with_mpi, std::function<void()> end)
    : with_mpi_(with_mpi), end_(std::move(end)) {
  if (with_mpi_) watch_end_of_mpi();
  watch_end_of_kokkos();
  all_ends().push_back(this);
}

EndsInTime::~EndsInTime() { std::erase(all_ends(), this); }

void EndsInTime::end_all(bool with_mpi_only) {
  auto& all = all_ends();
  for (std::size_t n = all.size(); n-- > 0;) {
    EndsInTime* const last = all[n];
    if (with_mpi_only && !last->with_mpi_) continue;
    all.erase(all.begin() + std::ptrdiff_t(n));
    last->end_(); // end_() may end objects that were made earlier
    n = std::min(n, all.size());
  }
}

} // namespace isobar
