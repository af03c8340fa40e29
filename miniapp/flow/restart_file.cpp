#include "flow/restart_file.hpp"

#include "io/files.hpp"

#include <isobar/core/field/host_order.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace isobar::restart {
namespace {

constexpr Int64 head_bytes = 512;

/// All that is said of a flow but its clock: the same in a file and in the run that reads it.
template <class P> std::string description(TimeScheme scheme, const FlowStepper<P>& stepper) {
  const FlowSpec& spec = stepper.grid().spec();
  return fmt::format("isobar_flow restart 1: {} x {} x {} cells, {}, {}", spec.x.cells(),
                     spec.y.cells(), spec.z.cells(),
                     spec.has_temperature ? "with temperature" : "without temperature",
                     to_string(scheme));
}

template <class P> std::vector<FieldOf<P>> fields_of(const FlowStepper<P>& stepper) {
  const FlowState<P> state = stepper.state();
  std::vector<FieldOf<P>> all;
  for (const FlowFields<P>* some : {&state.fields, &state.rates})
    for (const FieldOf<P>& field : *some)
      if (field.shape().nx > 0) all.push_back(field);
  all.push_back(state.pressure);
  return all;
}

std::string head(const std::string& description, const FlowClock& clock) {
  std::string text =
      fmt::format("{}\n{} {:a} {:a}\n", description, clock.steps, clock.time, clock.last_dt);
  text.resize(std::size_t(head_bytes), '\n');
  return text;
}

/// Where row j of a rank's part begins, in bytes behind the beginning of its field.
Int64 row_offset(const Partition& p, int nz, int j) {
  return (Int64(p.first_j + j) * p.global_nx + p.first_i) * nz * Int64(sizeof(double));
}

/// What is wrong with the beginning of a file, or nothing; `clock` is what it says.
std::string head_problem(const std::string& path, const std::string& wanted, Int64 size,
                         FlowClock& clock) {
  std::ifstream file(path, std::ios::binary);
  std::string found, numbers;
  if (!std::getline(file, found) || !std::getline(file, numbers)) return "is no restart file";
  if (found != wanted) return fmt::format("holds \"{}\"", brief(found, 200));
  long long steps = 0;
  // NOLINTNEXTLINE(cert-err34-c): what is no number is no restart file
  if (std::sscanf(numbers.c_str(), "%lld %la %la", &steps, &clock.time, &clock.last_dt) != 3)
    return "is no restart file";
  clock.steps = steps;
  std::error_code error;
  const Int64 there = Int64(std::filesystem::file_size(path, error));
  if (error || there != size)
    return fmt::format("is not complete ({} bytes instead of {})", there, size);
  return {};
}

} // namespace

Int64 bytes(Int64 cells, bool has_temperature) {
  return head_bytes + (has_temperature ? 9 : 7) * cells * Int64(sizeof(double));
}

template <class P>
StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, TimeScheme scheme,
                 const FlowStepper<P>& stepper) {
  const Partition& part = stepper.grid().partition();
  const int nz = stepper.grid().nz();
  const FlowSpec& spec = stepper.grid().spec();
  const Int64 cells = Int64(part.global_nx) * part.global_ny * nz;
  SharedFile file(target, comm, bytes(cells, spec.has_temperature));
  const HostField host("isobar restart", part.ny, part.nx, nz);
  const HostOrder<P> order(part.nx, part.ny, nz);
  return file.finish(file_problem([&] {
    if (comm.rank() == 0)
      file.write(0, head(description(scheme, stepper), stepper.clock()).data(), head_bytes);
    Int64 start = head_bytes;
    for (const FieldOf<P>& field : fields_of(stepper)) {
      order.to_host(field, host);
      for (int j = 0; j < part.ny; ++j)
        file.write(start + row_offset(part, nz, j), &host(j, 0, 0),
                   Int64(part.nx) * nz * Int64(sizeof(double)));
      start += cells * Int64(sizeof(double));
    }
  }));
}

template <class P>
void read(const std::string& path, const MpiComm& comm, TimeScheme scheme,
          FlowStepper<P>& stepper) {
  const Partition& part = stepper.grid().partition();
  const int nz = stepper.grid().nz();
  const Int64 cells = Int64(part.global_nx) * part.global_ny * nz;
  const std::string wanted = description(scheme, stepper);
  FlowClock clock;
  std::string problem =
      head_problem(path, wanted, bytes(cells, stepper.grid().spec().has_temperature), clock);
  throw_on_all(comm,
               problem.empty() ? "" : fmt::format("{} {}; expected \"{}\"", path, problem, wanted));
  std::ifstream file(path, std::ios::binary);
  const HostField host("isobar restart", part.ny, part.nx, nz);
  const HostOrder<P> order(part.nx, part.ny, nz);
  Int64 start = head_bytes;
  for (const FieldOf<P>& field : fields_of(stepper)) {
    for (int j = 0; j < part.ny; ++j) {
      file.seekg(start + row_offset(part, nz, j));
      file.read(reinterpret_cast<char*>(&host(j, 0, 0)),
                std::streamsize(part.nx) * nz * std::streamsize(sizeof(double)));
    }
    order.from_host(host, field);
    start += cells * Int64(sizeof(double));
  }
  throw_on_all(comm, file ? "" : path + " cannot be read to its end; expected a complete file");
  stepper.restart(clock);
}

template StagedFile stage(const std::filesystem::path&, const MpiComm&, TimeScheme,
                          const FlowStepper<Double>&);
template StagedFile stage(const std::filesystem::path&, const MpiComm&, TimeScheme,
                          const FlowStepper<Float>&);
template void read(const std::string&, const MpiComm&, TimeScheme, FlowStepper<Double>&);
template void read(const std::string&, const MpiComm&, TimeScheme, FlowStepper<Float>&);

} // namespace isobar::restart
