#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace isobar {

/// Chebyshev-Jacobi steps for modes with weak links, all in one launch and on chip.
///
/// A mode has D = mu V_T + unit alpha_T, and a step of Jacobi with this D has
/// the contraction rho. The steps (Golub and Varga, Numer. Math. 3, 1961)
///
///     u_1 = D^-1 f,   u_{k+1} = u_{k-1} + omega_{k+1} ( D^-1 (f - A u_k) + u_k - u_{k-1} ),
///     omega_1 = 1,  omega_2 = 1 / (1 - rho^2 / 2),  omega_{k+1} = 1 / (1 - rho^2 omega_k / 4)
///
/// leave 1 / T_k(1 / rho) of the error. A team has some columns of a mode, and
/// beside them as many more as steps read. All steps together take 2 references.
///
/// With the vertex flux, which has nine points, a launch makes one
/// step, and halos are exchanged between steps (sweep_step.hpp).
///
/// f and u are stored in P. The steps compute in the arithmetic
/// of C: in float, they leave at least 1e-6 of a mode.
template <class P, class C = P> class ModeSweeps {
public:
  using Vector = FieldOf<P>;
  using A = typename C::arithmetic;

  /// Prepares steps for all columns of the grid, whose layers are not used.
  ModeSweeps(const GridOf<C>& grid, int modes);
  /// Prepares steps for the columns of a part of the grid. The grid has all columns of the domain.
  /// Along axes where the part has only some columns, f has `beside` more columns on either side. A
  /// mode gets at most beside + 1 steps, or 1024 if the part has all columns. If set() requests
  /// more, the mode keeps more of its error. Throws std::invalid_argument if the part has only some
  /// columns and the flux is the vertex flux.
  ModeSweeps(const GridOf<C>& grid, int modes, const Partition& part, int beside);
  /// Device bytes, for `modes` modes. `columns` has all columns of the domain.
  static Int64 bytes(int modes, const Partition& columns, Flux flux);

  /// Measures the coupling again, after the columns' numbers have changed. Waits for the device.
  void update() { measure_coupling(); }
  /// Prepares modes with these mu and the horizontal part `unit` alpha.
  /// Each mode gets the fewest steps that leave `reduction` of an error.
  void set(const std::vector<double>& values, double unit, double reduction);
  /// Whether halos are exchanged between steps.
  bool exchanges() const { return grid_.matrix().flux() == Flux::vertex; }
  /// The number of steps for each mode of set().
  const std::vector<int>& steps() const { return steps_; }

  /// Solves for modes `first` and above of u, in owned cells. Reads owned cells of f,
  /// and with a part also the cells beside them. f and u may have different shapes. All
  /// work is launched in `queue`, which must be the default one if steps exchange halos.
  void solve(const Vector& f, int first, const Vector& u,
             const ExecutionSpace& queue = ExecutionSpace()) const;

  struct Mode {
    A value, rho_squared;
    int steps;
    int first_team; ///< the first of a GPU's teams on this mode
  };
  /// Number of columns of a GPU's square in x and in y. With at most
  /// most_steps_on_squares steps, the square keeps columns of its own.
  static constexpr int tile_side = 64, most_steps_on_squares = 17;
  /// The most steps that a GPU's warp makes on arriving rows.
  static constexpr int most_steps_of_rows = 8;

private:
  void measure_coupling();
  int teams_of(int steps) const;
  int first_with(int first, int steps) const;
  int most_steps_of(int first, int end) const;
  void solve_on_host(const Vector& f, int first, int end, const Vector& u,
                     const ExecutionSpace& queue) const;
  void solve_on_tiles(const Vector& f, int first, int end, const Vector& u,
                      const ExecutionSpace& queue) const;
  void solve_on_squares(const Vector& f, int first, int end, const Vector& u,
                        const ExecutionSpace& queue) const;
  void solve_by_exchanges(const Vector& f, int first, int end, const Vector& u) const;
  void solve_by_rows(int steps, const Vector& f, int first, int end, const Vector& u,
                     const ExecutionSpace& queue) const;

  GridOf<C> grid_;
  Partition part_;
  int beside_, most_steps_;
  Kokkos::View<Mode*, MemorySpace> modes_;
  std::vector<int> steps_;
  std::vector<int> first_teams_; ///< the first team of each mode, and the number of all teams
  double coupling_ = 0.0;        ///< the largest sum of links over V_T of any column
  double rest_ = 0.0;            ///< the least remainder of alpha_T over V_T in any column
  double unit_ = 1.0;
  /// Fills halos. This and the second field, for u_k, exist only with the vertex flux.
  mutable std::optional<SelfCommunicators<typename P::storage>> sides_;
  Vector other_;
};

/// Returns the smallest number of steps k with 1 / T_k(1 / rho) <= reduction, at least 1.
inline int chebyshev_jacobi_steps(double rho, double reduction) {
  if (rho <= 0.0) return 1;
  return std::max(1, int(std::ceil(std::acosh(1.0 / reduction) / std::acosh(1.0 / rho))));
}

} // namespace isobar
