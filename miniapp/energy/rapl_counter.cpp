#include "energy/rapl_counter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace isobar {
namespace {

namespace fs = std::filesystem;

std::uint64_t number_of(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (!(in >> number)) throw EnergyUnknown(fmt::format("{} cannot be read", file.string()));
  return number;
}

/// Whether a folder is a package's: it is called intel-rapl:0, and the name in it begins with
/// "package". Folders of a package's parts, such as intel-rapl:0:0, have other names.
bool is_package(const fs::path& folder) {
  if (!folder.filename().string().starts_with("intel-rapl:")) return false;
  std::ifstream in(folder / "name");
  std::string kind;
  in >> kind;
  return kind.starts_with("package");
}

} // namespace

RaplCounter::RaplCounter(fs::path folder)
    : folder_(std::move(folder)), range_(number_of(folder_ / "max_energy_range_uj")) {
  microjoules();
}

std::uint64_t RaplCounter::microjoules() const { return number_of(folder_ / "energy_uj"); }

std::vector<std::unique_ptr<EnergyCounter>> rapl_counters(const fs::path& powercap) {
  std::vector<fs::path> packages;
  std::error_code error;
  for (fs::directory_iterator at(powercap, error), end; !error && at != end; at.increment(error))
    if (is_package(at->path())) packages.push_back(at->path());
  std::ranges::sort(packages);
  if (packages.empty())
    throw EnergyUnknown(fmt::format("no package's counter in {}", powercap.string()));
  std::vector<std::unique_ptr<EnergyCounter>> counters;
  for (const fs::path& package : packages)
    counters.push_back(std::make_unique<RaplCounter>(package));
  return counters;
}

} // namespace isobar
