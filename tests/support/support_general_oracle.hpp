#pragma once
#include "support_oracle.hpp"

#include <functional>
#include <optional>
#include <vector>

/// The general equation's operator in naive loops over the whole domain, beside the oracle's
/// matrix: convection, and coefficients that are a number a cell. The domain's own boundary
/// conditions: u = 0 on the sides, no flux through bottom and top.
namespace isobar::oracle {

/// Three numbers a cell.
struct Vectors {
  Array x, y, z;
};
/// alpha_h, alpha_v and beta.
struct Coefficients {
  Array alpha_h, alpha_v, beta;
};

/// -w^2 div(alpha grad u) - w^2 xi . grad u + beta u on the finest level.
struct General {
  Domain domain;
  LayerSpacing spacing;
  Physics physics;
  Matrix matrix;
  std::optional<Vectors> xi;
  std::optional<Coefficients> coefficients;
  std::vector<Matrix>
      horizontal{}; ///< with the vertex flux: those of each layer's alpha_h, by position
};

Array apply(const General& g, const Array& u);
Array residual(const General& g, const Array& u, const Array& f);
/// The matrix itself, [row][column], both in the order of Array::values.
std::vector<std::vector<double>> dense(const General& g);
/// Solves by Gaussian elimination with partial pivoting.
std::vector<double> solve_dense(std::vector<std::vector<double>> a, std::vector<double> b);

/// Norms of the residual in so many iterations of BiCGStab, line by line as in van der Vorst's
/// paper with line relaxation on the right. Entry 0 is that of f.
std::vector<double> bicgstab_history(const General& g, const Array& f, int iterations);

/// An array of what number(j, i, k) gives.
Array array_of(int nx, int ny, int nz, const std::function<double(int j, int i, int k)>& number);

} // namespace isobar::oracle
