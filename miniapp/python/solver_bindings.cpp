#include "python/array_cells.hpp"
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

#include <pybind11/stl.h>

namespace isobar::python {
namespace {

constexpr std::array<std::string_view, 2> right_sides = {"cell_means", "integrals"};

std::optional<Transport> transport_of(const py::object& word) {
  if (word.is_none()) return {};
  std::array<std::string_view, transports.size()> words;
  for (const Transport way : transports) words[std::size_t(way)] = to_string(way);
  return choice<Transport>("transport", word, words);
}

/// What read() returns. An argument that is refused here must not leave other ranks waiting for this one, where the solver
/// compares arguments: give_nothing() takes part in that with some that nobody else has, or that all refuse.
template <class Read, class GiveNothing>
auto refused_on_all(const Read& read, const GiveNothing& give_nothing) {
  const auto take_part = [&] {
    try {
      give_nothing();
    } catch (const std::invalid_argument&) { // this rank says more of its argument
    }
  };
  try {
    return read();
  } catch (const py::builtin_exception&) {
    take_part();
    throw;
  } catch (py::error_already_set&) {
    take_part();
    throw;
  }
}

/// The same of arguments of the constructor.
template <class Read> auto refused_on_all(const std::optional<MPI_Comm>& comm, const Read& read) {
  return refused_on_all(read, [&] {
    if (comm) HeldSolver(comm, PressureGrid{}, Physics{}, {});
  });
}

/// PressureSolver with what Python asks of it between two calls.
class ArraySolver {
public:
  ArraySolver(const py::object& grid, const py::object& options, const py::object& comm,
              const py::object& transport, const py::kwargs& coefficients)
      : grid_(grid_of(grid, comm)), held_(held(grid_, options, comm, transport, coefficients)) {}

  /// Returns u: an array of its own where None is given.
  py::object solve(const py::object& f, const py::object& u, const py::object& order,
                   const py::object& right_side) {
    const auto made = [&] {
      return u.is_none() ? new_cells(solver().partition(), grid_.nz, order_of(order)) : u;
    };
    const py::object result =
        refused_on_all(made, [&] { refuse_on_other_ranks(&PressureSolver::solve, RightSide(-1)); });
    return solve_with(&PressureSolver::solve, f, result, order, right_side);
  }
  py::object solve_from(const py::object& f, const py::object& u, const py::object& order,
                        const py::object& right_side) {
    return solve_with(&PressureSolver::solve_from, f, u, order, right_side);
  }
  void update(const py::kwargs& keywords) {
    const auto nothing = [this] {
      held_.without_gil([](PressureSolver& solver) { solver.update(Physics{}); });
    };
    const Coefficients coefficients =
        refused_on_all([&] { return coefficients_of(grid_, keywords); }, nothing);
    held_.without_gil([&](PressureSolver& solver) { solver.update(coefficients); });
  }
  void set_options(const py::object& options) {
    const auto change = [this](const std::string& text) {
      held_.without_gil([&](PressureSolver& solver) { solver.set_options(text); });
    };
    change(refused_on_all([&] { return argument<std::string>("options", options, "text in TOML"); },
                          [&] { change("none"); }));
  }
  void close() { held_.close(); }

  const PressureSolver& solver() { return held_.solver(); }
  /// A copy, which the next solve leaves as it is.
  std::optional<SolveReport> report() const { return report_; }

private:
  static PressureGrid grid_of(const py::object& grid, const py::object& comm) {
    return refused_on_all(communicator_of(comm), [&] {
      return argument<PressureGrid>("grid", grid, "an isobar.PressureGrid");
    });
  }
  static HeldSolver held(const PressureGrid& grid, const py::object& options,
                         const py::object& comm, const py::object& transport,
                         const py::kwargs& keywords) {
    const std::optional<MPI_Comm> ranks = communicator_of(comm);
    const auto [coefficients, how] = refused_on_all(ranks, [&] {
      return std::pair(coefficients_of(grid, keywords),
                       SolverOptions(argument<std::string>("options", options, "text in TOML"),
                                     transport_of(transport)));
    });
    return {ranks, grid, coefficients, how};
  }

  using Solve = SolveReport (PressureSolver::*)(const CellsIn&, const CellsOut&, RightSide);

  py::object solve_with(Solve solve, const py::object& f, const py::object& u,
                        const py::object& order_word, const py::object& right_side) {
    auto kind = RightSide(-1); // until it is known to be one
    try {
      kind = choice<RightSide>("right_side", right_side, right_sides);
      const Order order = order_of(order_word);
      const CellsIn in = cells_to_read("f", f, order);
      const CellsOut out = cells_to_write("u", u, order);
      report_ =
          held_.without_gil([&](PressureSolver& solver) { return (solver.*solve)(in, out, kind); });
    } catch (const py::builtin_exception&) {
      refuse_on_other_ranks(solve, kind);
      throw;
    }
    return u;
  }

  /// An array that is refused here must not leave other ranks waiting: they get the solver's line about a rank without
  /// memory.
  void refuse_on_other_ranks(Solve solve, RightSide kind) {
    const CellData<double> none(nullptr, 0, 0, 0);
    try {
      held_.without_gil([&](PressureSolver& solver) { (void)(solver.*solve)(none, none, kind); });
    } catch (const std::invalid_argument&) {
      return; // this rank says more of its array
    }
  }

  PressureGrid grid_;
  HeldSolver held_;
  std::optional<SolveReport> report_; ///< of the last solve
};

void bind_results(py::module_& module) {
  py::class_<Partition>(module, "Partition",
                        "The columns of this rank, in columns of the whole domain.")
      .def_readonly("first_i", &Partition::first_i)
      .def_readonly("first_j", &Partition::first_j)
      .def_readonly("nx", &Partition::nx)
      .def_readonly("ny", &Partition::ny)
      .def_readonly("global_nx", &Partition::global_nx)
      .def_readonly("global_ny", &Partition::global_ny);

  py::class_<SolveReport>(module, "SolveReport", "How a solve ended.")
      .def_property_readonly(
          "status", [](const SolveReport& r) { return to_string(r.status); },
          "'converged', 'not converged', 'not finite', 'breakdown', 'interrupted', 'diverged' or "
          "'stagnated'.")
      .def_property_readonly("converged", &SolveReport::converged)
      .def_readonly("iterations", &SolveReport::iterations)
      .def_property_readonly(
          "residual_norms",
          [](const SolveReport& r) {
            return py::array_t<double>(py::ssize_t(r.residual_norms.size()),
                                       r.residual_norms.data());
          },
          "2-norms over all ranks, volume-integrated; entry 0 is the right-hand side's.")
      .def_property_readonly("relative_residual", &SolveReport::relative_residual)
      .def("__repr__", [](const SolveReport& r) {
        return fmt::format("<isobar.SolveReport: {}, {} iterations, relative residual {:.1e}>",
                           to_string(r.status), r.iterations, r.relative_residual());
      });
}

constexpr const char* about_solver =
    "Solves for u on the columns of the ranks of a communicator of mpi4py; None: one rank, without "
    "MPI.\n"
    "coefficients: physics= or atmosphere=; alpha_h=, alpha_v=, beta=, xi_x=, xi_y=, xi_z=: "
    "float64 "
    "of shape\n"
    "(nz,), of (ny, nx), as a pair of both, whose product counts, or (but xi) of (ny, nx, nz), of "
    "the "
    "whole\n"
    "domain on every rank, and copied. options: TOML as in a deck, any of [solver], [mixed],\n"
    "[multigrid], [fields], [decomposition] and [launch]. transport: the way of halos, 'peer', "
    "'segment',\n"
    "'nccl', 'device' or 'staged'; None: the fastest. Making, solving, updating and closing are "
    "collective.";
constexpr const char* about_solve =
    "Solves from u = 0 and returns u, which is written in place if it is given. f and u: float64 "
    "of this\n"
    "rank's cells, with any strides of at least 0; order says what their axes are: 'yxz' is u[j, "
    "i, k].\n"
    "right_side: 'cell_means' or 'integrals'. Whether it converged stands in the report.";

} // namespace

void bind_solver(py::module_& module) {
  bind_results(module);
  const auto no_array = py::arg("u") = py::none();
  const auto order = py::arg("order") = "yxz";
  const auto right_side = py::arg("right_side") = right_sides[0];
  py::class_<ArraySolver>(module, "PressureSolver", about_solver)
      .def(py::init<const py::object&, const py::object&, const py::object&, const py::object&,
                    const py::kwargs&>(),
           py::arg("grid"), py::kw_only(), py::arg("options") = "", py::arg("comm") = py::none(),
           py::arg("transport") = py::none())
      .def("solve", &ArraySolver::solve, py::arg("f"), no_array, py::kw_only(), order, right_side,
           about_solve)
      .def("solve_from", &ArraySolver::solve_from, py::arg("f"), py::arg("u"), py::kw_only(), order,
           right_side,
           "The same from the guess that stands in u. The tolerance stays relative to f.")
      .def(
          "set_options", &ArraySolver::set_options, py::arg("options"),
          "Changes what ends a solve, and leaves the rest as it is: TOML, of [solver] tolerance, "
          "absolute_tolerance,\n"
          "divergence_tolerance, max_iterations, min_iterations and check_after. Other keys want a "
          "new solver. Collective.")
      .def("update", &ArraySolver::update,
           "Other coefficients, the same keywords. Allocates nothing on the device. "
           "positions_as_before=True:\n"
           "arrays of shape (ny, nx) stay as they are and need not be given. choose_levels=True: "
           "automatic levels are\n"
           "chosen anew where the CFL number has moved by 1.5 or more, which may set up all anew.")
      .def("close", &ArraySolver::close, "Frees all memory. Collective.")
      .def_property_readonly("report", &ArraySolver::report, "Of the last solve, or None.")
      .def_property_readonly("partition", [](ArraySolver& s) { return s.solver().partition(); })
      .def_property_readonly(
          "factor_distance",
          [](ArraySolver& s) {
            const FactorDistance& d = s.solver().factor_distance();
            return std::pair(d.largest, d.rms);
          },
          "How far coefficients a cell are from the products that multigrid has in their place, "
          "as "
          "factors:\n"
          "of the worst cell, and in the root mean square.")
      .def_property_readonly(
          "levels", [](ArraySolver& s) { return s.solver().levels(); },
          "One line about multigrid's levels.")
      .def_property_readonly(
          "transport", [](ArraySolver& s) { return s.solver().transport(); },
          "One line about the way of halos; '' without MPI.")
      .def_property_readonly(
          "unused_options", [](ArraySolver& s) { return s.solver().unused_options(); },
          "One line for each option that has no effect.");
}

} // namespace isobar::python
