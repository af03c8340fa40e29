#include "launch/require_cells.hpp"
#include "base/refuse.hpp"

namespace isobar {
namespace {

std::string text(const CellCounts& c) {
  return std::to_string(c.nx) + " x " + std::to_string(c.ny) + " x " + std::to_string(c.nz);
}

} // namespace

void refuse_cells(std::string_view kernel, const CellCounts& expected,
                  std::initializer_list<CellCounts> fields) {
  std::string given;
  for (const CellCounts& field : fields) given += (given.empty() ? "" : ", ") + text(field);
  refuse("kernel ", kernel, " on fields of ", given, " cells: expected ", text(expected));
}

} // namespace isobar
