#include "python/array_solver.hpp"
#include "python/signatures.hpp"
#include "python/solver_texts.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace isobar::python {
namespace {

void bind_partition(py::module_& package) {
  py::class_<Partition>(package, "Partition",
                        "The columns of this rank, in columns of the whole domain.")
      .def_readonly("first_i", &Partition::first_i, "The first column eastwards.")
      .def_readonly("first_j", &Partition::first_j, "The first row northwards.")
      .def_readonly("nx", &Partition::nx, "Columns of this rank eastwards.")
      .def_readonly("ny", &Partition::ny, "Rows of this rank northwards.")
      .def_readonly("global_nx", &Partition::global_nx, "Columns of all ranks eastwards.")
      .def_readonly("global_ny", &Partition::global_ny, "Rows of all ranks northwards.");
}

void bind_results(py::module_& package) {
  py::class_<IterationState>(package, "IterationState",
                             "What a monitor sees in an iteration: the last norm that is known.")
      .def_readonly("iteration", &IterationState::iteration,
                    "Iterations before it: 0 with the norm of the right-hand side.")
      .def_readonly("residual_norm", &IterationState::residual_norm,
                    "2-norm over all ranks, volume-integrated.")
      .def_readonly("relative_residual", &IterationState::relative_residual,
                    "The same over the norm of the right-hand side.");
  py::class_<Redistributed>(
      package, "Redistributed",
      "What moving numbers between blocks and the solver's columns took on this rank.")
      .def_readonly("columns", &Redistributed::columns,
                    "Columns of this rank's blocks that other ranks solve.")
      .def_readonly("bytes", &Redistributed::bytes, "Of buffers, the transport's own aside.")
      .def_readonly("seconds", &Redistributed::seconds, "In the last solve.");
  py::class_<SolveReport>(package, "SolveReport", "How a solve ended.")
      .def_property_readonly(
          "status", [](const SolveReport& r) { return to_string(r.status); },
          "'converged', 'not converged', 'not finite', 'breakdown', 'interrupted', 'diverged' or "
          "'stagnated'.")
      .def_property_readonly("converged", &SolveReport::converged, "Whether a tolerance is met.")
      .def_readonly("iterations", &SolveReport::iterations, "How many were done.")
      .def_property_readonly(
          "residual_norms",
          [](const SolveReport& r) {
            return py::array_t<double>(py::ssize_t(r.residual_norms.size()),
                                       r.residual_norms.data());
          },
          "2-norms over all ranks, volume-integrated; entry 0 is the right-hand side's.")
      .def_property_readonly("relative_residual", &SolveReport::relative_residual,
                             "The last norm over that of the right-hand side.")
      .def("__repr__", [](const SolveReport& r) {
        return fmt::format("<isobar.SolveReport: {}, {} iterations, relative residual {:.1e}>",
                           to_string(r.status), r.iterations, r.relative_residual());
      });
}

using SolverClass = py::class_<ArraySolver>;

SolverClass solver_class(py::module_& package) {
  const OtherKeywords coefficients{coefficient_keywords};
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  const auto options = py::arg("options") = "";
  const auto documented = [&](const char* name, const char* text, const auto&... self) {
    return with_signature(name, text, self..., py::arg("grid"), py::kw_only(), options,
                          none("comm"), none("transport"), none("blocks"), none("preconditioner"),
                          none("matrix"), coefficients);
  };
  SolverClass solver(package, "PressureSolver", documented("PressureSolver", about_solver).c_str());
  solver.def(py::init<const py::object&, const py::object&, const py::object&, const py::object&,
                      const py::object&, const py::object&, const py::object&, const py::kwargs&>(),
             py::arg("grid"), py::kw_only(), options, none("comm"), none("transport"),
             none("blocks"), none("preconditioner"), none("matrix"),
             documented("__init__", "", Self{}).c_str());
  solver.def("update", &ArraySolver::update,
             with_signature("update", about_update, Self{}, py::kw_only(), coefficients).c_str());
  return solver;
}

void bind_questions(SolverClass& solver) {
  solver
      .def_property_readonly("report", &ArraySolver::report,
                             "The SolveReport of the last solve, or None.")
      .def_property_readonly(
          "partition", [](ArraySolver& s) { return s.solver().partition(); },
          "The Partition of this rank: the columns that Isobar deals to it. With blocks they are "
          "no "
          "concern of the caller's.")
      .def_property_readonly(
          "redistributed", [](ArraySolver& s) { return s.solver().redistributed(); },
          "The Redistributed of the last solve; zeros without blocks, and where they are Isobar's "
          "own columns.")
      .def_property_readonly(
          "factor_distance",
          [](ArraySolver& s) {
            const FactorDistance& d = s.solver().factor_distance();
            return std::pair(d.largest, d.rms);
          },
          "How far coefficients a cell are from the products that multigrid has in their place, as "
          "factors:\nof the worst cell, and in the root mean square.")
      .def_property_readonly(
          "has_null_space", [](ArraySolver& s) { return s.solver().has_null_space(); },
          "Whether u is known up to a constant only: its mean over the volume is 0 then.")
      .def_property_readonly(
          "removed_mean", [](ArraySolver& s) { return s.solver().removed_mean(); },
          "The mean that the last solve removed from f; 0 without a null space.")
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

} // namespace

void bind_solver(py::module_& package) {
  bind_partition(package);
  bind_results(package);
  SolverClass solver = solver_class(package);
  const auto no_array = py::arg("u") = py::none();
  const auto order = py::arg("order") = py::none();
  const auto right_side = py::arg("right_side") = "cell_means";
  add_method(solver, "solve", &ArraySolver::solve, about_solve, py::arg("f"), no_array,
             py::kw_only(), order, right_side);
  add_method(solver, "solve_from", &ArraySolver::solve_from, about_solve_from, py::arg("f"),
             py::arg("u"), py::kw_only(), order, right_side);
  add_method(solver, "apply", &ArraySolver::apply, about_apply, py::arg("u"),
             py::arg("image") = py::none(), py::kw_only(), order, right_side);
  add_method(solver, "residual", &ArraySolver::residual, about_residual, py::arg("f"), py::arg("u"),
             py::arg("r") = py::none(), py::kw_only(), order, right_side);
  add_method(solver, "diagonal", &ArraySolver::diagonal, about_diagonal, py::arg("d") = py::none(),
             py::kw_only(), order, right_side);
  const auto side = [](const char* name) { return py::arg(name) = py::none(); };
  add_method(solver, "set_boundary_values", &ArraySolver::set_boundary_values,
             about_boundary_values, py::kw_only(), side("west"), side("east"), side("south"),
             side("north"), side("bottom"), side("top"));
  add_method(solver, "set_options", &ArraySolver::set_options, about_set_options,
             py::arg("options"));
  add_method(solver, "remove_mean", &ArraySolver::remove_mean, about_remove_mean,
             py::arg("asked") = true);
  add_method(solver, "set_monitor", &ArraySolver::set_monitor, about_monitor, py::arg("monitor"));
  add_method(solver, "close", &ArraySolver::close, about_close);
  add_method(
      solver, "__enter__", [](py::object self) { return self; }, "The solver itself.");
  add_method(
      solver, "__exit__",
      [](ArraySolver& s, const py::object&, const py::object&, const py::object&) { s.close(); },
      about_close, py::arg("kind"), py::arg("error"), py::arg("traceback"));
  bind_questions(solver);
}

} // namespace isobar::python
