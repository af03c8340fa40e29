#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/layers.hpp>

#include <vector>

namespace isobar {

/// The vertical part of a matrix that separates: V of a column over V_T, and the weights D = diag(d) / unit of its horizontal part.
struct ModePencil {
  std::vector<LayerCoefficients<double>> layers;
  double reaction = 1.0; ///< R_T / V_T, the same in all columns; 0: R_T stands beside alpha_T
  double beside = 0.0;   ///< then a = beside d in each layer
  double unit = 1.0;     ///< factor of mu; w^2 makes mu_0 = 1 if nothing has a profile
};

/// The modes q of V q = mu D q, q^T D q = 1, in ascending order of mu (layer_modes.hpp). In them a matrix
///
///     A = V_T V + (beside R + alpha) diag(d)   is   mu_m V_T + unit (beside R + alpha)
///
/// for mode m alone: n_z problems in the horizontal. alpha is the matrix of the
/// columns' couplings. R stands beside it if R_T / V_T differs between columns.
///
/// mu comes from counting modes below numbers: a warp for each mode on a GPU, in vectors on a host. q follows without an iteration.
class VerticalModes {
public:
  /// Modes by layers, (m, k), m fastest.
  using Vectors = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;

  explicit VerticalModes(int nz);
  /// Device bytes.
  static Int64 bytes(int nz);

  /// Finds the modes of a pencil of nz layers, without an allocation on the device. Waits for it. Throws std::invalid_argument for another nz.
  void find(const ModePencil& pencil);
  /// mu in ascending order.
  const std::vector<double>& values() const { return values_; }
  const Vectors& vectors() const { return vectors_; }

private:
  int nz_;
  Profile<double> layers_;
  Kokkos::View<double*, MemorySpace> mu_;
  Vectors vectors_;
  std::vector<double> values_;
};

/// Whether R_T / V_T is the same in all columns: beta and alpha_v have no fields, or one function for both.
bool has_one_vertical_factor(const GridSpec& spec);
/// Whether the matrix of a spec separates: it has one vertical factor, or beta and alpha_h have one profile.
bool separates(const GridSpec& spec);
/// The pencil of a spec that separates. Throws std::invalid_argument if it does not, in a line that names the coefficient.
ModePencil mode_pencil(const GridSpec& spec);

/// The number of modes with a mu below x, found on the host and without any mode.
int count_modes_below(const ModePencil& pencil, double x);
/// mu_0, found in the same way.
double least_mode_value(const ModePencil& pencil);

} // namespace isobar
