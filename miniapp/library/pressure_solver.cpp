#include <isobar/pressure_solver.hpp>

#include "library/argument_agreement.hpp"
#include "library/cell_transfer.hpp"
#include "library/engine.hpp"
#include "library/solver_deck.hpp"
#include "library/solver_equation.hpp"
#include "setup/hierarchy.hpp"

#include <isobar/comm/transport_choice.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

/// What `use` does, with the program's own kind of error as a caller gets it.
template <class Use> auto refused(const Use& use) {
  try {
    return use();
  } catch (const InputError& e) {
    throw std::invalid_argument(e.what());
  }
}

MPI_Comm usable(MPI_Comm comm) {
  int initialised = 0;
  check_mpi(MPI_Initialized(&initialised), "MPI_Initialized");
  if (initialised == 0) throw InputError("MPI is not initialised; expected MPI_Init_thread before");
  if (comm == MPI_COMM_NULL) throw InputError("comm = MPI_COMM_NULL: expected a communicator");
  return comm;
}

std::string shape_problem(const char* name, const CellsIn& cells, const Partition& part, int nz,
                          int rank) {
  const auto& [nx, ny, n] = cells.extents();
  if (cells.data() == nullptr) return fmt::format("{}: no memory on rank {}", name, rank);
  if (nx == part.nx && ny == part.ny && n == nz) return "";
  return fmt::format("{}: {} x {} x {} cells in x, y and z on rank {}; expected {} x {} x {}", name,
                     nx, ny, n, rank, part.nx, part.ny, nz);
}

} // namespace

class PressureSolver::Impl {
public:
  /// `comm` is null without MPI.
  Impl(const MPI_Comm* comm, const PressureGrid& grid, const Coefficients& coefficients,
       const SolverOptions& options) {
    if (!Kokkos::is_initialized())
      throw InputError("Kokkos is not initialised; expected Kokkos::initialize before");
    if (comm != nullptr) comm_.emplace(usable(*comm));
    if (comm_) require_same_arguments(*comm_, grid, coefficients, options);
    grid_ = grid;
    const Equation equation = solver_equation(grid, coefficients);
    columns_ = equation.spec.columns;
    deck_ = solver_deck(grid, solver_cfl(grid, equation), options.sections);
    choose_levels(deck_, equation.spec, ranks(), options.transport);
    decomposition_.emplace(decompose(deck_, equation.spec, ranks(), rank()));
    partition_ = decomposition_->partition();
    if (comm_)
      transport_ =
          choose_transport(*comm_, {options.transport}, {{*decomposition_, deck_.layer_counts()}});
    choose_halo_overlap(deck_, transport_.plan);
    engine_ = make_engine({deck_, equation, *decomposition_, comm_ ? &*comm_ : nullptr,
                           transport_.plan, options.own});
  }

  SolveReport solve(const CellsIn& f, const CellsOut& u, RightSide kind, bool from_guess) {
    const Scale scale = examine(f, u);
    const SolveRequest request{f, u, kind, scale, controls(scale)};
    SolveReport report = from_guess ? engine_->solve_from(request) : engine_->solve(request);
    for (double& norm : report.residual_norms) norm = scale.undone(norm);
    return report;
  }

  void update(const Coefficients& coefficients) {
    if (comm_) require_same_arguments(*comm_, coefficients);
    Equation equation = solver_equation(grid_, coefficients);
    if (coefficients.positions_as_before) equation.spec.columns = columns_;
    engine_->update(equation);
    columns_ = equation.spec.columns;
  }

  void set_monitor(std::function<bool(const IterationState&)> monitor) {
    monitor_ = std::move(monitor);
  }
  const Partition& partition() const { return partition_; }
  const Deck& deck() const { return deck_; }
  const FactorDistance& factor_distance() const { return engine_->factor_distance(); }
  const std::string& transport() const { return transport_.reason; }

private:
  int ranks() const { return comm_ ? comm_->size() : 1; }
  int rank() const { return comm_ ? comm_->rank() : 0; }

  /// Refuses cells of a wrong shape on all ranks if there are some on any; else says by what to divide f. One
  /// reduction over the ranks does for both.
  Scale examine(const CellsIn& f, const CellsOut& u) const {
    std::string problem = shape_problem("f", f, partition_, grid_.nz, rank());
    if (problem.empty()) problem = shape_problem("u", u, partition_, grid_.nz, rank());
    std::array<double, 2> most{problem.empty() ? largest(f) : 0.0, problem.empty() ? 0.0 : 1.0};
    if (comm_)
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_DOUBLE, MPI_MAX, comm_->get()),
                "MPI_Allreduce");
    if (most[1] > 0.0) throw InputError(comm_ ? comm_->first_text(problem) : problem);
    constexpr int exponents = 1000; // of which the inverse is a number, too
    return {std::clamp(scale_of(most[0]).exponent, -exponents, exponents)};
  }

  SolveControls controls(Scale scale) const {
    const deck::Solver& s = deck_.solver;
    SolveControls controls{s.tolerance, s.max_iterations, {}, s.check_after};
    if (monitor_)
      controls.monitor = [this, scale](const IterationState& state) {
        return monitor_(
            {state.iteration, scale.undone(state.residual_norm), state.relative_residual});
      };
    return controls;
  }

  std::optional<MpiComm> comm_;
  Deck deck_;
  PressureGrid grid_;
  std::shared_ptr<const ColumnFields> columns_; ///< as the engine has them
  std::optional<Decomposition> decomposition_;
  Partition partition_;
  TransportChoice transport_;
  std::function<bool(const IterationState&)> monitor_;
  std::unique_ptr<Engine> engine_;
};

PressureSolver::PressureSolver(MPI_Comm comm, const PressureGrid& grid,
                               const Coefficients& coefficients, const SolverOptions& options)
    : impl_(refused([&] { return std::make_unique<Impl>(&comm, grid, coefficients, options); })) {}
PressureSolver::PressureSolver(const PressureGrid& grid, const Coefficients& coefficients,
                               const SolverOptions& options)
    : impl_(refused([&] { return std::make_unique<Impl>(nullptr, grid, coefficients, options); })) {
}
PressureSolver::~PressureSolver() = default;
PressureSolver::PressureSolver(PressureSolver&&) noexcept = default;
PressureSolver& PressureSolver::operator=(PressureSolver&&) noexcept = default;

SolveReport PressureSolver::solve(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused([&] { return impl_->solve(f, u, kind, false); });
}
SolveReport PressureSolver::solve_from(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused([&] { return impl_->solve(f, u, kind, true); });
}
void PressureSolver::update(const Coefficients& coefficients) {
  refused([&] { impl_->update(coefficients); });
}
void PressureSolver::set_monitor(std::function<bool(const IterationState&)> monitor) {
  impl_->set_monitor(std::move(monitor));
}
const Partition& PressureSolver::partition() const { return impl_->partition(); }
const FactorDistance& PressureSolver::factor_distance() const { return impl_->factor_distance(); }
const std::string& PressureSolver::levels() const { return impl_->deck().levels_reason; }
const std::string& PressureSolver::transport() const { return impl_->transport(); }
const std::vector<std::string>& PressureSolver::unused_options() const {
  return impl_->deck().unused;
}

} // namespace isobar
