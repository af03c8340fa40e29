#include "library/argument_agreement.hpp"

#include "deck/deck_names.hpp"
#include "input/input_error.hpp"
#include "input/plain_text.hpp"

#include <isobar/comm/mpi/agreement.hpp>
#include <isobar/core/build_info.hpp>
#include <isobar/core/version.hpp>

#include <fmt/format.h>

namespace isobar {
namespace {

/// Which of some functions are there, by their names.
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

void add_grid(Agreement& all, const PressureGrid& grid) {
  for (const auto& [name, number] : {std::pair("nx", grid.nx), {"ny", grid.ny}, {"nz", grid.nz}})
    all.add(fmt::format("grid.{}", name), std::int64_t(number));
  all.add("grid.domain", deck::word(grid.domain));
  all.add("grid.flux", deck::word(grid.flux_or_default()));
  all.add("grid.layers", deck::word(grid.layers));
  const auto& ranks = grid.process_grid;
  all.add("grid.process_grid", ranks ? fmt::format("{} x {}", ranks->px, ranks->py) : "none");
  const Boundaries& b = grid.boundaries;
  for (const auto& [name, boundary] : {std::pair("west", b.west),
                                       {"east", b.east},
                                       {"south", b.south},
                                       {"north", b.north},
                                       {"bottom", b.bottom},
                                       {"top", b.top}})
    all.add(fmt::format("grid.boundaries.{}", name), deck::word(boundary));
  all.add("grid.interfaces", grid.interfaces);
  const ColumnGeometryFields columns = grid.columns ? *grid.columns : ColumnGeometryFields{};
  all.add("the functions of grid.columns",
          Given()("area", columns.area)("west_length", columns.west_length)("west_distance",
                                                                            columns.west_distance)(
              "south_length", columns.south_length)("south_distance", columns.south_distance)
              .names());
}

void add_coefficients(Agreement& all, const Coefficients& c) {
  all.add("w^2 of the coefficients", c.physics.omega_squared);
  all.add("lam^2 of the coefficients", c.physics.lambda_squared);
  all.add("the depth of the coefficients", c.physics.depth);
  all.add("heights.alpha_h", c.heights.alpha_h);
  all.add("heights.alpha_v", c.heights.alpha_v);
  all.add("heights.beta", c.heights.beta);
  all.add("positions_as_before", c.positions_as_before ? "true" : "false");
  all.add("the profile of convection.x", c.convection.x.profile);
  all.add("the profile of convection.y", c.convection.y.profile);
  all.add("the profile of convection.z", c.convection.z.profile);
  Given functions;
  const PositionFactors positions = c.positions_as_before ? PositionFactors{} : c.positions;
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
  all.add("options.transport", options.transport ? to_string(*options.transport) : "none");
  all.add("options.blocks", options.blocks ? "given" : "none");
  const OwnParts own = options.own ? *options.own : OwnParts{};
  all.add("options.own",
          Given()("preconditioner", own.preconditioner)("matrix", own.matrix).names());
}

void require(const Agreement& all, const MpiComm& comm) {
  if (const std::string problem = all.problem(comm); !problem.empty()) throw InputError(problem);
}

} // namespace

void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options) {
  Agreement all;
  all.add("the version of Isobar", version);
  all.add("the build of Isobar",
          fmt::format("{} {} {} {} {}", build_info::compiler, build_info::flags,
                      build_info::build_type, build_info::kokkos, build_info::backend));
  add_grid(all, grid);
  add_coefficients(all, coefficients);
  add_options(all, options);
  require(all, comm);
}

void require_same_arguments(const MpiComm& comm, const Coefficients& coefficients) {
  Agreement all;
  add_coefficients(all, coefficients);
  require(all, comm);
}

} // namespace isobar
