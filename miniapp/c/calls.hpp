#pragma once
#include "c/arguments.hpp"
#include "c/handles.hpp"

#include <functional>
#include <optional>
#include <vector>

/// Calls on cells, of one block or of several.
namespace isobar::c {

/// The number of blocks for which a function is given cells. None: one,
/// for solvers with one block, or with none, which ignore the cells.
using BlockCount = std::optional<int>;
constexpr BlockCount of_one_block = std::nullopt;

/// Addresses of the first cells of each block, and their layouts; null: contiguous.
template <class Void> struct GivenCells {
  const char* name;
  Void* const* addresses;
  const isobar_layout* layouts;
};
/// The arguments of a call, as C gives them.
struct GivenCall {
  BlockCount count;
  std::vector<GivenCells<const void>> read;
  GivenCells<void> written;
  int right_side;
};

/// The same for the solver: the cells of each block that are read and written.
struct CallCells {
  std::vector<std::vector<CellsIn>> read;
  std::vector<CellsOut> written;
  RightSide kind;
};

/// Does call(the handle's solver, its cells). If this rank refuses the call, the solver refuses it on all ranks.
void call_with(Solver& solver, const GivenCall& given,
               const std::function<void(PressureSolver&, const CallCells&)>& call);

} // namespace isobar::c
