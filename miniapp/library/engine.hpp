#pragma once
#include "library/block_cells.hpp"
#include "library/boundary_numbers.hpp"
#include "library/null_space.hpp"
#include "library/whole_operator.hpp"
#include "pressure/setup/setup_inputs.hpp"
#include "setup/scaling.hpp"

#include <isobar/core/multigrid/solve.hpp>
#include <isobar/pressure_equation.hpp>
#include <isobar/pressure_solver.hpp>

#include <memory>

namespace isobar {

/// One call of a solver: this rank's blocks of cells, of the right shapes, and the divisor of f.
struct SolveRequest {
  BlocksIn f;
  BlocksIn guess; ///< u as it is read
  BlocksOut u;
  RightSide kind;
  Scale scale;
  SolveControls controls;
  MeanRemoval* means; ///< null unless u is known up to a constant only
};

/// The part of PressureSolver behind the choice of a precision. Norms of reports are those of the divided f.
class Engine {
public:
  virtual ~Engine() = default;
  virtual SolveReport solve(const SolveRequest& request) = 0;
  virtual SolveReport solve_from(const SolveRequest& request) = 0;
  virtual void update(const Equation& equation) = 0;
  /// Sets the terms that right-hand sides have besides f from here on, on this rank's own columns; null: none.
  virtual void set_boundary(std::shared_ptr<const BoundaryNumbers> numbers) = 0;
  /// The largest term on this rank (BoundaryTerms).
  virtual double largest_boundary_term(RightSide kind) const = 0;
  /// Calls of the operator on numbers that are divided by `scale`. The first one, or the first solve from a guess, makes it.
  virtual OperatorCalls operator_calls(Scale scale) = 0;
  virtual const EvaluatedEquation& equation() const = 0;
};

/// Collective. Objects that the inputs refer to must outlive the engine. `blocks`: null if the caller's one block is this rank's own columns.
std::unique_ptr<Engine> make_engine(const SetupInputs& in, std::shared_ptr<BlockCells> blocks);

} // namespace isobar
