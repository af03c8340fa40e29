#pragma once
#include <functional>

namespace isobar {

/// A number for each cell, as a function of the cell's indices in the whole domain. An empty one is
/// not given. Every rank asks for its own cells, for the cells beside them, and for the columns
/// that its coarse levels cover.
using CellField = std::function<double(int i, int j, int k)>;

/// The coefficients alpha_h, alpha_v and beta where they are not products of a function of the
/// height and one of the position. If some of them are given, the empty ones are the products of
/// the spec. All numbers are finite and greater than 0; beta may be 0.
struct CellCoefficients {
  CellField alpha_h, alpha_v, beta;
  bool absent() const { return !alpha_h && !alpha_v && !beta; }
};

} // namespace isobar
