#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/layers.hpp>

#include <vector>

namespace isobar {

/// The vertical part of a matrix that separates: V of a column over V_T, and the weights D = diag(d) / unit of its horizontal part.
struct ModePencil {
  std::vector<LayerCoefficients<double>> layers;
  double reaction = 1.0; ///< R_T / V_T, the same in all columns; 0: R_T stands beside alpha_T
  double beside = 0.0;   ///< then a = beside d in each layer
  double unit = 1.0;     ///< mu is multiplied by it; w^2 makes mu_0 = 1 where nothing has a profile
};

/// The modes q of V q = mu D q, q^T D q = 1, in the order of mu from the least (layer_modes.hpp). In them a matrix
///
///     A = V_T V + (beside R + alpha) diag(d)   is   mu_m V_T + unit (beside R + alpha)
///
/// for mode m alone: n_z problems in the horizontal. alpha is the matrix of the columns' links. R is beside it where R_T / V_T is not the
/// same in all columns.
///
/// mu by counting modes below numbers, a warp a mode on a GPU, and in vectors on a host; q from there without an iteration.
class VerticalModes {
public:
  /// Modes by layers, (m, k), m fastest.
  using Vectors = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;

  explicit VerticalModes(int nz);
  /// Device bytes.
  static Int64 bytes(int nz);

  /// Of a pencil of nz layers, without an allocation on the device. Waits for it. Throws std::invalid_argument if the numbers of layers differ.
  void find(const ModePencil& pencil);
  /// mu from the least.
  const std::vector<double>& values() const { return values_; }
  const Vectors& vectors() const { return vectors_; }

private:
  int nz_;
  Profile<double> layers_;
  Kokkos::View<double*, MemorySpace> mu_;
  Vectors vectors_;
  std::vector<double> values_;
};

/// Whether R_T / V_T is the same in all columns: without fields of beta and alpha_v, or with one function for both.
bool has_one_vertical_factor(const GridSpec& spec);
/// Whether the matrix of a spec separates. Either it has one vertical factor, or beta and alpha_h have one profile.
bool separates(const GridSpec& spec);
/// The pencil of a spec that separates. Throws std::invalid_argument, in a line that names the coefficient, if it does not.
ModePencil mode_pencil(const GridSpec& spec);

/// How many modes have a mu below x. On the host, without any mode.
int count_modes_below(const ModePencil& pencil, double x);
/// mu_0, likewise.
double least_mode_value(const ModePencil& pencil);

} // namespace isobar
