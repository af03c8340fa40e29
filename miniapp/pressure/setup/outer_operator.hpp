#pragma once
#include "pressure/setup/evaluated_equation.hpp"

#include <isobar/core/columns/general_setup.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/columns/linear_operator.hpp>

#include <memory>

namespace isobar {

/// The whole matrix of an equation that is more than its factorised spec. It has convection,
/// coefficients of one number a cell, both, or layers that follow the ground. Allocates nothing if
/// the spec is the whole equation.
template <class P> class OuterOperator {
public:
  using T = typename P::storage;

  /// `setup` has the equation's factorised spec. Collective. The communicator must outlive it.
  OuterOperator(const EvaluatedEquation& equation, const GridSetup& setup,
                const HostOrder<P>& order, Communicator<T>& communicator)
      : communicator_(communicator) {
    if (equation.equation().is_the_spec()) return;
    if (equation.equation().factorises()) {
      matrix_ = std::make_shared<GeneralOperator<P>>(setup, equation.equation().convection);
      return;
    }
    const Partition& p = setup.partition;
    coefficients_ = CoefficientFields<P>::allocate(p.nx, p.ny, setup.spec.nz);
    matrix_ =
        std::make_shared<GeneralOperator<P>>(setup, *coefficients_, equation.equation().convection);
    fill(equation, order);
  }

  /// Takes the equation as it is now. The matrix is complete once it is also updated
  /// with its factorised spec, as solvers do. Allocates nothing. Collective.
  void update(const EvaluatedEquation& equation, const HostOrder<P>& order) {
    if (!matrix_) return;
    if (coefficients_) fill(equation, order);
    matrix_->set_convection(equation.equation().convection);
  }

  /// Empty if the factorised matrix of the grid is the whole one.
  LinearOperator<P> matrix() const {
    return matrix_ ? LinearOperator<P>(matrix_) : LinearOperator<P>();
  }

  /// Device bytes on a rank.
  static Int64 bytes(const Equation& equation, const GridSetup& setup) {
    if (equation.is_the_spec()) return 0;
    const Int64 fields = equation.factorises() ? 0 : 3 * field_bytes<P>(setup);
    return fields + GeneralOperator<P>::bytes(setup);
  }

private:
  void fill(const EvaluatedEquation& equation, const HostOrder<P>& order) {
    order.from_host(equation.cells()[0], coefficients_->alpha_h);
    order.from_host(equation.cells()[1], coefficients_->alpha_v);
    order.from_host(equation.cells()[2], coefficients_->beta);
    complete(*coefficients_, communicator_, matrix_->grid());
  }

  Communicator<T>& communicator_;
  std::optional<CoefficientFields<P>> coefficients_;
  std::shared_ptr<GeneralOperator<P>> matrix_;
};

} // namespace isobar
