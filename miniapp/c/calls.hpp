#pragma once
#include "c/arguments.hpp"
#include "c/handles.hpp"

#include <functional>
#include <optional>
#include <vector>

/// Calls on cells of one block or of several.
namespace isobar::c {

/// The number of blocks for which a function is given cells. None means one, for
/// solvers with one block, and for solvers without blocks, which ignore the cells.
using BlockCount = std::optional<int>;
constexpr BlockCount of_one_block = std::nullopt;

/// The addresses of the first cells of each block, and their layouts; a null layout is contiguous.
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

/// The arguments of a call, as the solver takes them:
/// the cells of each block that are read and written.
struct CallCells {
  std::vector<std::vector<CellsIn>> read;
  std::vector<CellsOut> written;
  RightSide kind;
};

/// Calls call(the handle's solver, its cells). If this rank refuses
/// the arguments, the solver refuses the call on all ranks.
void call_with(Solver& solver, const GivenCall& given,
               const std::function<void(PressureSolver&, const CallCells&)>& call);

} // namespace isobar::c
