#include "library/argument_agreement.hpp"

#include "deck/deck_names.hpp"
#include "input/input_error.hpp"
#include "input/plain_text.hpp"

#include <isobar/core/build_info.hpp>
#include <isobar/core/version.hpp>

#include <Kokkos_Core.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

/// The functions of a set that the caller gives, by their names.
class Given {
public:
  template <class Function> Given& operator()(std::string_view name, const Function& function) {
    if (function) names_ += fmt::format("{}{}", names_.empty() ? "" : ", ", name);
    return *this;
  }
  std::string names() const { return names_.empty() ? "none" : names_; }

private:
  std::string names_;
};

template <class E> bool is_known(E choice) { return std::size_t(choice) < deck::words<E>.size(); }

/// The word of a choice, or its number if it is invalid.
template <class E> std::string shown(E choice) {
  return is_known(choice) ? std::string(deck::word(choice)) : fmt::format("{}", int(choice));
}

std::string shown(const std::optional<Transport>& transport) {
  if (!transport) return "none";
  const bool known = std::size_t(*transport) < transports.size();
  return known ? std::string(to_string(*transport)) : fmt::format("{}", int(*transport));
}

std::string shown(RightSide kind) {
  if (kind == RightSide::cell_means) return "cell_means";
  return kind == RightSide::integrals ? "integrals" : fmt::format("{}", int(kind));
}

std::string shown(const ColumnGeometryFields* c) {
  if (c == nullptr) return "no columns";
  Given given;
  given("area", c->area)("west_length", c->west_length)("west_distance", c->west_distance);
  given("south_length", c->south_length)("south_distance", c->south_distance);
  return given.names();
}

std::vector<std::pair<const char*, Boundary>> named(const Boundaries& b) {
  return {{"west", b.west},   {"east", b.east},     {"south", b.south},
          {"north", b.north}, {"bottom", b.bottom}, {"top", b.top}};
}

void add_grid(Agreement& all, const PressureGrid& grid) {
  for (const auto& [name, number] : {std::pair("nx", grid.nx), {"ny", grid.ny}, {"nz", grid.nz}})
    all.add(fmt::format("grid.{}", name), std::int64_t(number));
  all.add("grid.domain", shown(grid.domain));
  all.add("grid.flux", shown(grid.flux_or_default()));
  all.add("grid.layers", shown(grid.layers));
  const auto& ranks = grid.process_grid;
  all.add("grid.process_grid", ranks ? fmt::format("{} x {}", ranks->px, ranks->py) : "none");
  for (const auto& [name, boundary] : named(grid.boundaries))
    all.add(fmt::format("grid.boundaries.{}", name), shown(boundary));
  all.add("grid.interfaces", grid.interfaces);
  all.add("the functions of grid.columns", shown(grid.columns.get()));
}

/// Adds coefficients to the comparison. `positions` are those
/// that are evaluated again; the others are not compared.
void add_coefficients(Agreement& all, const Coefficients& c, const PositionFactors& positions) {
  all.add("w^2 of the coefficients", c.physics.omega_squared);
  all.add("lam^2 of the coefficients", c.physics.lambda_squared);
  all.add("the depth of the coefficients", c.physics.depth);
  all.add("heights.alpha_h", c.heights.alpha_h);
  all.add("heights.alpha_v", c.heights.alpha_v);
  all.add("heights.beta", c.heights.beta);
  all.add("positions_as_before", c.positions_as_before ? "true" : "false");
  all.add("choose_levels", c.choose_levels ? "true" : "false");
  all.add("the profile of convection.x", c.convection.x.profile);
  all.add("the profile of convection.y", c.convection.y.profile);
  all.add("the profile of convection.z", c.convection.z.profile);
  Given functions;
  functions("positions.alpha_h", positions.alpha_h)("positions.alpha_v", positions.alpha_v);
  functions("positions.beta", positions.beta)("positions.ground", positions.ground);
  functions("cells.alpha_h", c.cells.alpha_h);
  functions("cells.alpha_v", c.cells.alpha_v)("cells.beta", c.cells.beta);
  functions("convection.x", c.convection.x.field)("convection.y", c.convection.y.field);
  functions("convection.z", c.convection.z.field);
  all.add("the functions of the coefficients", functions.names());
}

void add_options(Agreement& all, const SolverOptions& options) {
  all.add("options.sections", options.sections, brief(options.sections, 200));
  all.add("options.transport", shown(options.transport));
  all.add("options.blocks", options.blocks ? "given" : "none");
  const CallerOperators own = options.own ? *options.own : CallerOperators{};
  all.add("options.own",
          Given()("preconditioner", own.preconditioner)("matrix", own.matrix).names());
}

void add_call(Agreement& all, const char* name) { all.add("the call", name); }

template <class E> void demand_known(const char* name, E choice) {
  if (!is_known(choice))
    throw InputError(fmt::format("{} = {}: expected one of {}", name, int(choice),
                                 fmt::join(deck::words<E>, ", ")));
}

} // namespace

void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options) {
  Agreement all;
  add_call(all, "a new solver");
  all.add("the version of Isobar", version);
  all.add("the build of Isobar",
          fmt::format("{} {} {} {} {}", build_info::compiler, build_info::flags,
                      build_info::build_type, build_info::kokkos, build_info::backend));
  all.add("Kokkos", Kokkos::is_initialized() ? "initialised" : "not initialised");
  add_grid(all, grid);
  add_coefficients(all, coefficients, coefficients.positions);
  add_options(all, options);
  agree_on_call(comm, all);
}

void require_same_arguments(const MpiComm& comm, const Coefficients& c) {
  Agreement all;
  add_call(all, "update");
  add_coefficients(all, c, c.positions_as_before ? PositionFactors{} : c.positions);
  agree_on_call(comm, all);
}

void require_same_options(const MpiComm& comm, const std::string& sections) {
  Agreement all;
  add_call(all, "set_options");
  all.add("options", sections, brief(sections, 200));
  agree_on_call(comm, all);
}

Sides require_same_boundary(const MpiComm& comm, Sides given) {
  Agreement all;
  add_call(all, "set_boundary_values");
  agree_on_call(comm, all);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, given.data(), int(given.size()), MPI_CXX_BOOL, MPI_LOR,
                          comm.get()),
            "MPI_Allreduce");
  return given;
}

CallOfRanks require_same_call(const MpiComm& comm, const char* call, RightSide kind,
                              const CallOfRanks& mine) {
  Agreement all;
  add_call(all, call);
  all.add("right_side", shown(kind));
  return agree_on_call(comm, all, mine);
}

void check_choices(const PressureGrid& grid, const SolverOptions& options) {
  demand_known("grid.domain", grid.domain);
  demand_known("grid.layers", grid.layers);
  if (grid.flux) demand_known("grid.flux", *grid.flux);
  for (const auto& [name, boundary] : named(grid.boundaries))
    demand_known(fmt::format("grid.boundaries.{}", name).c_str(), boundary);
  if (options.transport && std::size_t(*options.transport) >= transports.size())
    throw InputError(fmt::format("options.transport = {}: expected one of 0 to {}",
                                 int(*options.transport), transports.size() - 1));
}

} // namespace isobar
