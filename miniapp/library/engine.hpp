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

/// One call of a solver: the cells of this rank's
/// blocks, of the right shapes, and the divisor of f.
struct SolveRequest {
  BlocksIn f;
  BlocksIn guess; ///< u before the call, which is read
  BlocksOut u;
  RightSide kind;
  Scale scale;
  SolveControls controls;
  MeanRemoval* means; ///< null unless u is known up to a constant only
};

/// The part of PressureSolver that depends on the precision. Norms
/// of its reports belong to f divided by the request's scale.
class Engine {
public:
  virtual ~Engine() = default;
  virtual SolveReport solve(const SolveRequest& request) = 0;
  virtual SolveReport solve_from(const SolveRequest& request) = 0;
  virtual void update(const Equation& equation) = 0;
  /// Sets the boundary terms of right-hand sides on this rank's own columns, until the next call; null: none.
  virtual void set_boundary(std::shared_ptr<const BoundaryNumbers> numbers) = 0;
  /// The largest boundary term on this rank (BoundaryTerms).
  virtual double largest_boundary_term(RightSide kind) const = 0;
  /// Calls of the operator on numbers that are divided by `scale`. The
  /// first call, or the first solve from a guess, allocates the operator.
  virtual OperatorCalls operator_calls(Scale scale) = 0;
  virtual const EvaluatedEquation& equation() const = 0;
};

/// Makes the engine for a precision. Objects that the inputs refer to must outlive it.
/// `blocks`: null if the caller's one block is this rank's own columns. Collective.
std::unique_ptr<Engine> make_engine(const SetupInputs& in, std::shared_ptr<BlockCells> blocks);

} // namespace isobar
