#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/layers.hpp>

#include <vector>

namespace isobar {

/// The vertical part of a matrix that separates: V of a column, divided
/// by V_T, and the weights D = diag(d) / unit of the horizontal part.
struct ModePencil {
  std::vector<LayerCoefficients<double>> layers;
  double reaction = 1.0; ///< R_T / V_T, the same in all columns; if 0, R_T stands beside alpha_T
  double beside = 0.0;   ///< if R_T stands beside alpha_T: a = beside d in each layer
  double unit = 1.0;     ///< factor of mu; with w^2, mu_0 is 1 if nothing has a profile
};

/// The modes q of V q = mu D q, with q^T D q = 1, in ascending order of mu (layer_modes.hpp). In
/// them a matrix
///
///     A = V_T V + (beside R + alpha) diag(d)   is   mu_m V_T + unit (beside R + alpha)
///
/// for mode m alone: n_z problems in the horizontal. alpha is the matrix of the
/// columns' couplings. R stands beside it if R_T / V_T differs between columns.
///
/// A count of the modes below a number gives each mu. On a GPU a warp does this
/// for each mode; on a host vectors do. Then q follows without an iteration.
class VerticalModes {
public:
  /// Entries (m, k) of mode m in layer k, m fastest.
  using Vectors = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;

  explicit VerticalModes(int nz);
  /// Device bytes.
  static Int64 bytes(int nz);

  /// Finds the modes of a pencil of nz layers, without an allocation on the device. Waits for
  /// the device. Throws std::invalid_argument if the pencil has another number of layers.
  void find(const ModePencil& pencil);
  /// The mu of the modes, in ascending order.
  const std::vector<double>& values() const { return values_; }
  const Vectors& vectors() const { return vectors_; }

private:
  int nz_;
  Profile<double> layers_;
  Kokkos::View<double*, MemorySpace> mu_;
  Vectors vectors_;
  std::vector<double> values_;
};

/// Whether R_T / V_T is the same in all columns. This is so if
/// beta and alpha_v have no fields, or one function for both.
bool has_one_vertical_factor(const GridSpec& spec);
/// Whether the matrix of a spec separates. This is so if it has
/// one vertical factor, or if beta and alpha_h have one profile.
bool separates(const GridSpec& spec);
/// Returns the pencil of a spec that separates. Throws std::invalid_argument
/// if the spec does not; the message is one line that names the coefficient.
ModePencil mode_pencil(const GridSpec& spec);

/// Returns the number of modes with a mu below x. It is found on the host, and no mode is computed.
int count_modes_below(const ModePencil& pencil, double x);
/// Returns mu_0, found in the same way.
double least_mode_value(const ModePencil& pencil);

} // namespace isobar
