#include "c/calls.hpp"
#include "c/errors.hpp"

#include <fmt/format.h>

namespace isobar::c {
namespace {

/// Refuses cells of a number of blocks other than the solver's.
void check_count(const BlockCount& count, std::size_t blocks) {
  if (!count && blocks > 1)
    refuse(fmt::format("a solver with {} blocks; expected the function of isobar.h for blocks",
                       blocks));
  if (count && *count != int(blocks))
    refuse(fmt::format("count = {}: expected {}, the number of blocks", *count, blocks));
}

/// Calls use(name of the layout, address, layout or null, block) for each block.
template <class Void, class Use>
void for_blocks(const GivenCells<Void>& given, bool of_one, const std::vector<ColumnBlock>& blocks,
                const Use& use) {
  if (given.addresses == nullptr && !blocks.empty())
    refuse(std::string(given.name) + " is null; expected an address for each block");
  const std::string layout = std::string(given.name) + (of_one ? "_layout" : "_layouts");
  for (std::size_t n = 0; n < blocks.size(); ++n)
    use(layout, given.addresses[n], given.layouts == nullptr ? nullptr : given.layouts + n,
        blocks[n]);
}

CallCells cells_of_call(const GivenCall& given, const std::vector<ColumnBlock>& blocks, int nz) {
  const bool of_one = !given.count;
  check_count(given.count, blocks.size());
  CallCells cells{{}, {}, right_side_of(given.right_side)};
  for (const GivenCells<const void>& some : given.read) {
    std::vector<CellsIn>& to = cells.read.emplace_back();
    for_blocks(some, of_one, blocks,
               [&](const auto& name, const void* data, auto* layout, auto& b) {
                 to.push_back(cells_to_read(name, data, layout, b, nz));
               });
  }
  for_blocks(given.written, of_one, blocks,
             [&](const auto& name, void* data, auto* layout, auto& b) {
               cells.written.push_back(cells_to_write(name, data, layout, b, nz));
             });
  return cells;
}

} // namespace

void call_with(Solver& solver, const GivenCall& given,
               const std::function<void(PressureSolver&, const CallCells&)>& call) {
  const auto use = [&](const CallCells& cells) {
    solver.held.use([&](PressureSolver& s) { call(s, cells); });
  };
  const std::vector<ColumnBlock>& blocks = solver.held.solver().blocks();
  use(refused_on_all(
      [&] { return cells_of_call(given, blocks, solver.grid.nz); },
      [&] { // the solver refuses cells of a wrong number of blocks on all ranks
        const std::vector<CellsOut> wrong(blocks.size() + 1, CellsOut(nullptr, 0, 0, 0));
        const std::vector<CellsIn> wrong_in(wrong.begin(), wrong.end());
        use({std::vector(given.read.size(), wrong_in), wrong, RightSide(given.right_side)});
      }));
}

} // namespace isobar::c
