#pragma once
#include <isobar/core/columns/kernels/bicgstab_kernels.hpp>
#include <isobar/core/columns/kernels/cell_couplings.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <utility>

namespace isobar {

/// The product A u in the form that solvers need. GeneralOperator, an object of the caller or a
/// function computes it. Before each call the caller fills the part halo() of u's halo. Calls write
/// owned cells.
template <class P> class LinearOperator {
public:
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  /// v = A u
  using Apply = std::function<void(const Vector& u, const Vector& v)>;

  LinearOperator() = default; ///< none
  /// Takes an object that has apply(u, v), apply_sums(u, w, v), residual(u, f, r) and update(spec),
  /// as GeneralOperator has. The object may also have diagonal(d), couplings(c) and halo(), which
  /// tells the part of the halo of 1 that it reads.
  template <class M>
  LinearOperator(std::shared_ptr<M> m)
      : apply_([m](const Vector& u, const Vector& v) { m->apply(u, v); }),
        apply_sums_([m](const Vector& u, const Vector& w, const Vector& v) {
          return m->apply_sums(u, w, v);
        }),
        residual_([m](const Vector& u, const Vector& f, const Vector& r) {
          return m->residual(u, f, r);
        }),
        update_([m](const GridSpec& spec) { m->update(spec); }), halo_(halo_of(*m)) {
    if constexpr (requires(const M& a, const Vector& d) { a.diagonal(d); })
      diagonal_ = [m](const Vector& d) { m->diagonal(d); };
    if constexpr (requires(const M& a, const CellCouplings<P>& c) { a.couplings(c); })
      couplings_ = [m](const CellCouplings<P>& c) { m->couplings(c); };
  }
  /// Takes a function that computes v = A u. Sums and residuals then need kernels of their own,
  /// with 2 and 3 references more. The owner of the function must update its data.
  template <class F>
  requires std::invocable<F&, const Vector&, const Vector&> LinearOperator(F apply,
                                                                           Halo halo = Halo::edges)
      : apply_(std::move(apply)), halo_(halo) {}

  bool empty() const { return !apply_; }
  Halo halo() const { return halo_; }
  void apply(const Vector& u, const Vector& v) const { apply_(u, v); }
  /// Computes v = A u. Returns this rank's share of ( <v, w>, <v, v> ).
  Sums apply_sums(const Grid& grid, const Vector& u, const Vector& w, const Vector& v) const {
    if (apply_sums_) return apply_sums_(u, w, v);
    apply_(u, v);
    return BicgstabKernels<P>::sums(grid, v, w);
  }
  /// Computes r = f - A u. Returns this rank's share of ||r||^2.
  double residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r) const {
    if (residual_) return residual_(u, f, r);
    apply_(u, r);
    return BicgstabKernels<P>::subtract(grid, f, r);
  }
  /// Whether the diagonal of A is known. diagonal() then writes it to d.
  bool has_diagonal() const { return bool(diagonal_); }
  void diagonal(const Vector& d) const { diagonal_(d); }
  /// Whether the couplings of A are known, so that couplings() may be called.
  bool has_couplings() const { return bool(couplings_); }
  /// Writes the couplings of A to c. Throws std::invalid_argument as GeneralOperator::couplings
  /// does.
  void couplings(const CellCouplings<P>& c) const { couplings_(c); }
  /// Takes over another spec, as Solver::update does. A function is not updated.
  void update(const GridSpec& spec) const {
    if (update_) update_(spec);
  }

private:
  template <class M> static Halo halo_of(const M& m) {
    if constexpr (requires { m.halo(); }) return m.halo();
    else return Halo::edges;
  }

  Apply apply_;
  std::function<Sums(const Vector&, const Vector&, const Vector&)> apply_sums_;
  std::function<double(const Vector&, const Vector&, const Vector&)> residual_;
  std::function<void(const Vector&)> diagonal_;
  std::function<void(const CellCouplings<P>&)> couplings_;
  std::function<void(const GridSpec&)> update_;
  Halo halo_ = Halo::edges;
};

} // namespace isobar
