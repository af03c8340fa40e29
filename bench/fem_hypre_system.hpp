#pragma once
#include "hypre_amg_cg.hpp"

#include <isobar/comm/communicators/rank_ghosts.hpp>
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

/// hypre on a matrix of finite elements: BoomerAMG as preconditioner of CG.
namespace hypre {

/// Settings that were tried on finite elements.
std::vector<AmgSettings> amg_variants();

/// This rank's rows of a matrix on a space of its part, and a right-hand side, as hypre's distributed compressed rows.
class FemSystem {
public:
  /// `a` and `f` are of the space's owned unknowns; zeros of `a` are left out. `ghosts` are those of the space. Collective.
  FemSystem(const isobar::MpiComm& comm, const isobar::FemSpace& space,
            const isobar::CsrRows<double>& a, const std::vector<double>& f,
            isobar::Ghosts<double>* ghosts);

  HYPRE_ParCSRMatrix matrix() const { return matrix_object_; }
  HYPRE_ParVector f() const { return object(f_); }
  HYPRE_ParVector u() const { return object(u_); }
  void start_from_zero() const;
  std::vector<double> solution() const;

private:
  using Matrix = Handle<HYPRE_IJMatrix, HYPRE_IJMatrixDestroy>;
  using Vector = Handle<HYPRE_IJVector, HYPRE_IJVectorDestroy>;

  void create_vector(Vector& vector, const std::vector<double>& values) const;
  static HYPRE_ParVector object(const Vector& vector);

  const isobar::MpiComm& comm_;
  std::vector<HYPRE_BigInt> rows_;
  Matrix matrix_;
  HYPRE_ParCSRMatrix matrix_object_ = nullptr;
  Vector f_, u_;
};

} // namespace hypre
