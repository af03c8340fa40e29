#pragma once
#include "input/npy_mapped.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/layers.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace hypre {

/// One row of Isobar's matrix, volume-integrated; 0 where the neighbour is beyond a side.
struct Row {
  double diagonal, west, east, south, north, below, above;
};

/// Sizes and place of one rank's columns, in the 2D process grid over x and y.
struct Box {
  int nx, ny, nz;           ///< global
  int first_i, first_j;     ///< global index of the first owned column
  int columns_x, columns_y; ///< owned

  bool owns(int i, int j) const {
    return i >= first_i && i < first_i + columns_x && j >= first_j && j < first_j + columns_y;
  }
  std::size_t cells() const { return std::size_t(columns_x) * columns_y * nz; }
  /// Place of a cell in this rank's arrays; i, j global, the level fastest.
  std::size_t index(int i, int j, int k) const {
    return (std::size_t(j - first_j) * columns_x + (i - first_i)) * nz + k;
  }
};

/// Isobar's right-hand sides of these names.
enum class RightSide { box, random };

/// The pressure correction on the panel with default physics, or - div grad u = f on the unit cube with u = 0 on all sides.
enum class Equation { pressure, poisson };

/// Isobar's linear system for one of them, row by row: the pressure correction's from Isobar's own geometry
/// and coefficients.
class Problem {
public:
  /// n x n x nz cells, n at least as large as the process grid in x and in y.
  Problem(int n, int nz, RightSide rhs, Equation equation, const isobar::MpiComm& communicator);

  /// The pressure correction with alpha_h = alpha_v of a NumPy file of shape (n, n, nz), one number a cell. Throws InputError.
  void set_alpha(const std::string& path);

  const Box& box() const { return box_; }
  Equation equation() const { return equation_; }
  const std::vector<Box>& boxes() const { return boxes_; } ///< of all ranks
  const isobar::MpiComm& comm() const { return comm_; }
  MPI_Comm communicator() const { return comm_.get(); }
  Row row(int i, int j, int k) const; ///< i, j, k: global indices of an owned cell
  /// b = f |T| a_k. box: f = 1 in the middle quarter of the panel, in x and y, and 0 elsewhere; random:
  /// f in [-1, 1), by the deck's default seed.
  double right_side(int i, int j, int k) const;

  /// f(i, j, k) for all owned cells, the level fastest.
  template <class F> void for_each_cell(F f) const {
    for (int j = box_.first_j; j < box_.first_j + box_.columns_y; ++j)
      for (int i = box_.first_i; i < box_.first_i + box_.columns_x; ++i)
        for (int k = 0; k < box_.nz; ++k) f(i, j, k);
  }

private:
  struct Column {
    double area, total, west, east, south, north;
  };
  const Column& column(int i, int j) const {
    return columns_[std::size_t(j - box_.first_j) * box_.columns_x + (i - box_.first_i)];
  }

  void set_pressure(int n, int nz);
  void set_poisson(int n, int nz);

  double alpha(int i, int j, int k) const {
    return alpha_[(std::int64_t(j) * box_.nx + i) * box_.nz + k];
  }
  Row plain_row(int i, int j, int k) const;
  Row with_alpha(Row row, int i, int j, int k) const;

  RightSide rhs_;
  Equation equation_;
  const isobar::MpiComm& comm_;
  std::vector<Box> boxes_;
  Box box_;
  std::vector<Column> columns_;
  std::vector<isobar::LayerCoefficients<double>> levels_;
  isobar::npy::MappedNumbers alpha_;
  std::vector<double> thickness_; ///< of the layers, with alpha
};

} // namespace hypre
