#pragma once
#include "support_bicgstab.hpp"

#include <isobar/core/columns/cr.hpp>
#include <isobar/core/columns/gcr.hpp>
#include <isobar/core/columns/gmres.hpp>

#include <memory>
#include <ostream>

/// Solves of test cases by GCR, GMRES and CR on one rank.
namespace isobar {

enum class KrylovMethod { gcr, gmres, cr };

/// One of them, with a restart length where it restarts.
struct KrylovCase {
  KrylovMethod method;
  int restart = 40;

  const char* name() const {
    return method == KrylovMethod::gcr ? "GCR" : method == KrylovMethod::gmres ? "GMRES" : "CR";
  }
  friend void PrintTo(const KrylovCase& c, std::ostream* out) {
    *out << c.name() << "(" << c.restart << ")";
  }
  std::unique_ptr<Solver<Double>> make(const GridOf<Double>& grid, Communicator<double>& ranks,
                                       const Preconditioner<Double>& precondition,
                                       const LinearOperator<Double>& a = {}) const {
    switch (method) {
    case KrylovMethod::gcr:
      return std::make_unique<Gcr<Double>>(grid, ranks, precondition, restart, a);
    case KrylovMethod::gmres:
      return std::make_unique<Gmres<Double>>(grid, ranks, precondition, restart, a);
    default: return std::make_unique<Cr<Double>>(grid, ranks, precondition, a);
    }
  }
};

inline Outcome krylov_solve(const KrylovCase& k, const GeneralCase& c, const oracle::Array& f,
                            const SolveControls& controls,
                            const Precondition& precondition = columns,
                            LinearOperator<Double> a = {}) {
  SelfCommunicator<double> self;
  if (a.empty()) a = std::make_shared<GeneralOperator<Double>>(c.make<Double>());
  const auto solver = k.make(make_grid<Double>(c.setup()), self, precondition(c), a);
  SolveReport report = solver->solve(problem_of(c).field_of<Double>(f), controls);
  return {std::move(report), owned(solver->solution())};
}

} // namespace isobar
