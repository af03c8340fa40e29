#pragma once
#include <isobar/core/flow/flow_kernels.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/poisson/poisson_solver.hpp>

namespace isobar {

/// Solves the pressure's equation around obstacles by conjugate gradients. No flux passes the faces
/// of obstacles. The preconditioner is a solver of the box without obstacles. An error in the fluid
/// can be continued into an obstacle with about the same energy. So the number of iterations does
/// not grow with the number of cells (fictitious domains; Nepomnyaschikh 1991). The preconditioner
/// need not be quite symmetric, because beta is Polak and Ribiere's (Golub and Ye, SIAM J. Sci.
/// Comput. 21, 1999).
template <class P> class ObstaclePoisson final : public PoissonSolver<P> {
public:
  using Vector = FieldOf<P>;
  using T = typename P::storage;

  /// Makes the solver. `box` runs `cycles` iterations in each iteration. All arguments must outlive
  /// the solver.
  ObstaclePoisson(const FlowSpec& spec, const Partition& partition, PoissonSolver<P>& box,
                  Communicator<T>& communicator, int cycles = 1);
  /// Device bytes of the solver, without the solver of the box.
  static Int64 bytes(const FlowSpec& spec, const Partition& partition);

  /// Solves A u = f. Cells of obstacles take no part. f must have the sum 0 in each connected part
  /// of the fluid. An iteration is one step of conjugate gradients.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) override;
  const Vector& solution() const override { return u_; }

private:
  double take_residual(const Vector& f);
  void iterate(const Vector& f, ConvergenceTest& test);
  bool step();
  const Vector& preconditioned();

  FlowGridOf<P> grid_;
  PoissonSolver<P>& box_;
  Communicator<T>& communicator_;
  SolveControls cycles_;
  Vector u_, r_, p_, q_, of_box_;     ///< of_box_: a vector that the solver of the box may change
  double alpha_ = 0.0, weight_ = 0.0; ///< alpha_, weight_: alpha and r . z of the last iteration
  bool begins_ = true;
};

} // namespace isobar
