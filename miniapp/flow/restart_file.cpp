#include "flow/restart_file.hpp"

#include "input/input_file.hpp"
#include "io/files.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fstream>

namespace isobar::restart {
namespace {

template <class P> struct NamedField {
  std::string name;
  FieldOf<P> field;
};

/// The fields in the order of the file.
template <class P> std::vector<NamedField<P>> fields_of(const FlowStepper<P>& stepper) {
  constexpr std::array<const char*, flow_fields> names{"velocity_x", "velocity_y", "velocity_z",
                                                       "temperature"};
  const FlowState<P> state = stepper.state();
  std::vector<NamedField<P>> all;
  for (const FlowFields<P>* some : {&state.fields, &state.rates})
    for (std::size_t f = 0; f < some->size(); ++f)
      if ((*some)[f].shape().nx > 0)
        all.push_back({(some == &state.rates ? "the last rate of " : "") + std::string(names[f]),
                       (*some)[f]});
  all.push_back({"pressure", state.pressure});
  return all;
}

/// The places in a file of a rank's rows: the bytes of field number n in the rank's own row j.
class Places {
public:
  Places(const Partition& part, int nz, Int64 head) : part_(part), nz_(nz), head_(head) {}
  Int64 offset(std::size_t n, int j) const {
    const Int64 field = Int64(n) * part_.global_ny + part_.first_j + j;
    return head_ + (field * part_.global_nx + part_.first_i) * nz_ * Int64(sizeof(double));
  }
  Int64 row_bytes() const { return Int64(part_.nx) * nz_ * Int64(sizeof(double)); }

private:
  Partition part_;
  Int64 nz_, head_;
};

/// One line about a number of this rank that is not finite in precision P; empty if there is none.
template <class P>
std::string number_problem(const HostField& host, const Partition& part, const std::string& name) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (std::size_t k = 0; k < host.extent(2); ++k)
        if (!std::isfinite(typename P::storage(host(j, i, k))))
          return fmt::format("has {} = {} in cell ({}, {}, {}); expected a finite number", name,
                             host(j, i, k), part.first_i + i, part.first_j + j, k);
  return {};
}

/// Returns the head, which rank 0 reads. Collective.
Head shared_head(const FlowDeck& deck, const MpiComm& comm) {
  const std::string& path = deck.fluid.restart_from;
  InputFile file;
  if (comm.rank() == 0) file = read_input_file(path, std::size_t(head_bytes));
  throw_on_all(comm, file.problem.empty()
                         ? ""
                         : fmt::format("cannot be read: {}; expected a file that output.restart "
                                       "has written",
                                       file.problem));
  Int64 size = Int64(file.size);
  check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, 0, comm.get()), "MPI_Bcast");
  return read_head(broadcast(comm, file.text, 0), size, deck);
}

/// Reads the fields and adds their bytes to the checksum `found`. Returns one line if they are wrong on this rank.
template <class P>
std::string read_fields(const FlowDeck& deck, const Head& head, const FlowStepper<P>& stepper,
                        Checksum& found) {
  const Partition& part = stepper.grid().partition();
  const int nz = stepper.grid().nz();
  const Places places(part, nz, head.bytes);
  const Int64 end = head.bytes + field_bytes(deck.unknowns(), deck.has_temperature());
  std::ifstream file(deck.fluid.restart_from, std::ios::binary);
  const HostField host("isobar restart", part.ny, part.nx, nz);
  const HostOrder<P> order(part.nx, part.ny, nz);
  const std::vector<NamedField<P>> fields = fields_of(stepper);
  std::string problem;
  for (std::size_t n = 0; n < fields.size(); ++n) {
    for (int j = 0; j < part.ny; ++j) {
      file.seekg(places.offset(n, j));
      file.read(reinterpret_cast<char*>(&host(j, 0, 0)), std::streamsize(places.row_bytes()));
      Checksum row;
      row.add(&host(j, 0, 0), places.row_bytes());
      found.add_piece(row, end - places.offset(n, j) - places.row_bytes());
    }
    if (!file) return "cannot be read to its end; expected a complete file";
    if (problem.empty()) problem = number_problem<P>(host, part, fields[n].name);
    order.from_host(host, fields[n].field);
  }
  return problem;
}

/// Compares the checksum of all ranks' bytes with that of the head. Collective.
void check_contents(const MpiComm& comm, const Head& head, const Checksum& mine) {
  const Checksum found = combine(comm, mine);
  const bool differs = head.format > 1 && comm.rank() == 0 && found.crc != head.checksum;
  throw_on_all(comm, !differs ? ""
                              : fmt::format("is damaged: its fields have checksum {:08x} instead "
                                            "of {:08x}; expected a file as it was written",
                                            found.crc, head.checksum));
}

/// Checks that the velocities fit the last step. A stable flow has a CFL number of at most 1, or 1.7 with
/// Runge-Kutta. It may be larger after an automatic step from rest, which was chosen for the velocity before it.
void check_speed(const FlowClock& clock, double rate) {
  constexpr double most = 100.0;
  if (!std::isfinite(rate) || clock.last_dt * rate > most)
    throw InputError(
        fmt::format("has velocities with which its last step, of length {:.6g}, has the CFL number "
                    "{:.3g}; expected at most {}",
                    clock.last_dt, clock.last_dt * rate, most));
}

template <class P>
Head read_all(const FlowDeck& deck, const MpiComm& comm, FlowStepper<P>& stepper) {
  const Head head = shared_head(deck, comm);
  Checksum read;
  const std::string problem = read_fields(deck, head, stepper, read);
  check_contents(comm, head, read);
  throw_on_all(comm, problem);
  stepper.restart(head.point.clock);
  check_speed(head.point.clock, stepper.cfl_rate());
  return head;
}

} // namespace

Int64 bytes(Int64 cells, bool has_temperature) {
  return head_bytes + field_bytes(cells, has_temperature);
}

template <class P>
StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, const FlowDeck& deck,
                 const Point& point, const FlowStepper<P>& stepper) {
  const Partition& part = stepper.grid().partition();
  const int nz = stepper.grid().nz();
  const Places places(part, nz, head_bytes);
  SharedFile file(target, comm, bytes(deck.unknowns(), deck.has_temperature()));
  const HostField host("isobar restart", part.ny, part.nx, nz);
  const HostOrder<P> order(part.nx, part.ny, nz);
  const std::vector<NamedField<P>> fields = fields_of(stepper);
  std::string problem = file_problem([&] {
    for (std::size_t n = 0; n < fields.size(); ++n) {
      order.to_host(fields[n].field, host);
      for (int j = 0; j < part.ny; ++j)
        file.write(places.offset(n, j), &host(j, 0, 0), places.row_bytes());
    }
  });
  const std::string head = head_text(deck, point, file.written().crc);
  if (comm.rank() == 0 && problem.empty())
    problem = file_problem([&] { file.write(0, head.data(), head_bytes); });
  return file.finish(problem);
}

template <class P> Head read(const FlowDeck& deck, const MpiComm& comm, FlowStepper<P>& stepper) {
  try {
    return read_all(deck, comm, stepper);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{} {}", deck.fluid.restart_from, e.what()));
  }
}

template StagedFile stage(const std::filesystem::path&, const MpiComm&, const FlowDeck&,
                          const Point&, const FlowStepper<Double>&);
template StagedFile stage(const std::filesystem::path&, const MpiComm&, const FlowDeck&,
                          const Point&, const FlowStepper<Float>&);
template Head read(const FlowDeck&, const MpiComm&, FlowStepper<Double>&);
template Head read(const FlowDeck&, const MpiComm&, FlowStepper<Float>&);

} // namespace isobar::restart
