#include "input/input_error.hpp"
#include "library/solver_impl.hpp"

namespace isobar {
namespace {

/// Calls `use`, and throws the program's own kind of error again as the library's.
template <class Use> auto refused(const Use& use) {
  try {
    return use();
  } catch (const InputError& e) {
    throw std::invalid_argument(e.what());
  }
}

template <class Impl> Impl& there(const std::unique_ptr<Impl>& impl) {
  if (!impl)
    throw std::logic_error(
        "this solver was moved from; expected a call of the one that it was moved to");
  return *impl;
}

} // namespace

SolverOptions::SolverOptions(std::string text, std::optional<Transport> way,
                             const CallerOperators& parts)
    : sections(std::move(text)), transport(way),
      own(std::make_shared<const CallerOperators>(parts)) {}

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
  return refused([&] {
    Impl& solver = there(impl_);
    return solver.solve(solver.one_block(f), solver.one_block(u), kind, false);
  });
}
SolveReport PressureSolver::solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind) {
  return refused([&] { return there(impl_).solve(f, u, kind, false); });
}
SolveReport PressureSolver::solve_from(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused([&] {
    Impl& solver = there(impl_);
    return solver.solve(solver.one_block(f), solver.one_block(u), kind, true);
  });
}
SolveReport PressureSolver::solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind) {
  return refused([&] { return there(impl_).solve(f, u, kind, true); });
}
void PressureSolver::apply(const CellsIn& u, const CellsOut& image, RightSide kind) {
  refused([&] {
    Impl& impl = there(impl_);
    impl.apply(impl.one_block(u), impl.one_block(image), kind);
  });
}
void PressureSolver::apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
                           RightSide kind) {
  refused([&] { there(impl_).apply(u, image, kind); });
}
double PressureSolver::residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                                RightSide kind) {
  return refused([&] {
    Impl& impl = there(impl_);
    return impl.residual(impl.one_block(f), impl.one_block(u), impl.one_block(r), kind);
  });
}
double PressureSolver::residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                                std::span<const CellsOut> r, RightSide kind) {
  return refused([&] { return there(impl_).residual(f, u, r, kind); });
}
void PressureSolver::diagonal(const CellsOut& d, RightSide kind) {
  refused([&] {
    Impl& impl = there(impl_);
    impl.diagonal(impl.one_block(d), kind);
  });
}
void PressureSolver::diagonal(std::span<const CellsOut> d, RightSide kind) {
  refused([&] { there(impl_).diagonal(d, kind); });
}
void PressureSolver::update(const Coefficients& coefficients) {
  refused([&] { there(impl_).update(coefficients); });
}
void PressureSolver::set_boundary_values(const BoundaryValues& values) {
  refused([&] { there(impl_).set_boundary_values(values); });
}
void PressureSolver::set_options(const std::string& sections) {
  refused([&] { there(impl_).set_options(sections); });
}
void PressureSolver::set_monitor(std::function<bool(const IterationState&)> monitor) {
  there(impl_).set_monitor(std::move(monitor));
}
void PressureSolver::remove_mean(bool asked) { there(impl_).remove_mean(asked); }
bool PressureSolver::has_null_space() const { return there(impl_).has_null_space(); }
double PressureSolver::removed_mean() const { return there(impl_).removed_mean(); }
const Partition& PressureSolver::partition() const { return there(impl_).partition(); }
const std::vector<ColumnBlock>& PressureSolver::blocks() const { return there(impl_).blocks(); }
Redistributed PressureSolver::redistributed() const { return there(impl_).redistributed(); }
const FactorDistance& PressureSolver::factor_distance() const {
  return there(impl_).factor_distance();
}
const std::string& PressureSolver::levels() const { return there(impl_).deck().levels_reason; }
const std::string& PressureSolver::transport() const { return there(impl_).transport(); }
const std::vector<std::string>& PressureSolver::unused_options() const {
  return there(impl_).deck().unused;
}

} // namespace isobar
