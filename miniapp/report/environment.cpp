#include "report/environment.hpp"

#include "process/process_files.hpp"
#include "setup/gpu_name.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/build_info.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace isobar {
namespace {

/// The value of the first "name : value" in a file like /proc/cpuinfo; empty if there is none.
std::string proc_entry(const char* path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.compare(0, name.size(), name) != 0 || colon == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return {};
}

nlohmann::json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::json() : nlohmann::json(text);
}

std::string kokkos_configuration() {
  std::ostringstream text;
  Kokkos::print_configuration(text, true);
  return text.str();
}

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING + 1> text{};
  int length = 0;
  check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  const std::string all(text.data());
  return all.substr(0, all.find('\n'));
}

std::string mpi_standard() {
  int major = 0, minor = 0;
  check_mpi(MPI_Get_version(&major, &minor), "MPI_Get_version");
  return fmt::format("{}.{}", major, minor);
}

using HostName = std::array<char, 256>;

/// The host of each rank, on rank 0.
std::vector<std::string> host_names(const MpiComm& comm) {
  HostName own{};
  if (gethostname(own.data(), own.size() - 1) != 0) own[0] = '\0';
  std::vector<HostName> all(comm.rank() == 0 ? std::size_t(comm.size()) : 0);
  const int length = int(own.size());
  check_mpi(MPI_Gather(own.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, 0, comm.get()),
            "MPI_Gather");
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const HostName& name : all) names.emplace_back(name.data());
  return names;
}

/// Prefixes of environment variables for threads, devices, networks
/// and loaders, without those that launchers set for their own ranks.
constexpr std::array<std::string_view, 16> prefixes = {
    "LD_",  "GLIBC_", "MALLOC_", "OMP_", "KOKKOS_", "CUDA_",     "HIP_",      "ROCR_",
    "HSA_", "NCCL_",  "UCX_",    "FI_",  "MPICH_",  "OMPI_MCA_", "PMIX_MCA_", "I_MPI_"};
constexpr std::array<std::string_view, 5> of_launchers = {"OMPI_MCA_orte_", "OMPI_MCA_ess",
                                                          "OMPI_MCA_pmix", "OMPI_MCA_initial_",
                                                          "OMPI_MCA_shmem_RUNTIME"};

template <std::size_t N>
bool begins_with_one(const std::string& name, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.starts_with(word); });
}

nlohmann::json variables() {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, value] : given_environment())
    if (begins_with_one(name, prefixes) && !begins_with_one(name, of_launchers)) all[name] = value;
  return all;
}

nlohmann::json host_section(const MpiComm& comm) {
  std::vector<std::string> names = host_names(comm);
  const int ranks_on_node = comm.node().size();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  return {{"names", names},
          {"cpu", text_or_null(cpu_name())},
          {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
          {"memory_bytes", std::int64_t(pages) * page},
          {"ranks", comm.size()},
          {"ranks_per_node", ranks_on_node}};
}

} // namespace

std::string kokkos_version() {
  return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
                     KOKKOS_VERSION % 100);
}

std::string cpu_name() { return proc_entry("/proc/cpuinfo", "model name"); }

nlohmann::json environment(const MpiComm& comm) {
  return {{"compiler", build_info::compiler},
          {"flags", build_info::flags},
          {"build_type", build_info::build_type},
          {"kokkos",
           {{"version", kokkos_version()},
            {"backend", ExecutionSpace::name()},
            {"threads", ExecutionSpace().concurrency()},
            {"configuration", kokkos_configuration()}}},
          {"mpi", {{"library", mpi_library()}, {"standard", mpi_standard()}}},
          {"host", host_section(comm)},
          {"gpu", text_or_null(gpu_name())},
          {"variables", variables()}};
}

} // namespace isobar
