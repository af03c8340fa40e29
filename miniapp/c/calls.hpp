#pragma once
#include "c/arguments.hpp"
#include "c/handles.hpp"

#include <functional>
#include <optional>
#include <vector>

/// Calls on cells, of one block or of several.
namespace isobar::c {

/// The number of blocks that a function says it has cells of. None: it is one for solvers with one block, or with none, whose cells are not
/// looked at.
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

/// The same for the solver: cells of each block, of each that is read and of what is written.
struct CallCells {
  std::vector<std::vector<CellsIn>> read;
  std::vector<CellsOut> written;
  RightSide kind;
};

/// Does call(the handle's solver, its cells). If this rank refuses the call, the solver refuses it on all ranks.
void call_with(Solver& solver, const GivenCall& given,
               const std::function<void(PressureSolver&, const CallCells&)>& call);

} // namespace isobar::c
