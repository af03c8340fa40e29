#include <isobar/comm/communicators/redistribution.hpp>

#include "halo/field_ways.hpp"

#include <isobar/comm/mpi/all_to_all.hpp>

namespace isobar {
namespace {

Field<double> buffer(const char* label, const FieldShape& shape) {
  return shape.nx == 0 ? Field<double>() : Field<double>(label, shape.nx, shape.ny, shape.nz);
}

StridedCells<double> rectangle(const Field<double>& buffer, const SharedColumns& c) {
  return cells_of(buffer.part(0, c.row, c.columns.nx, c.columns.ny));
}

} // namespace

BlockMap gather_blocks(const MpiComm& comm, int nx, int ny, const std::vector<ColumnBlock>& own) {
  constexpr std::size_t numbers = 4;
  std::vector<int> mine;
  for (const ColumnBlock& b : own) mine.insert(mine.end(), {b.first_i, b.first_j, b.nx, b.ny});
  std::vector<std::vector<ColumnBlock>> of_rank;
  for (const std::vector<int>& theirs : all_gather(comm, mine)) {
    std::vector<ColumnBlock>& blocks = of_rank.emplace_back();
    for (std::size_t n = 0; n < theirs.size(); n += numbers)
      blocks.push_back({theirs[n], theirs[n + 1], theirs[n + 2], theirs[n + 3]});
  }
  return {nx, ny, std::move(of_rank)};
}

Redistribution::Redistribution(const MpiComm* comm, const BlockMap& blocks, const Decomposition& d,
                               int nz, const TransportPlan& transports)
    : plan_(blocks, d, d.rank(), nz),
      beside_blocks_(buffer("isobar buffer beside blocks", plan_.shape_beside_blocks())),
      beside_columns_(buffer("isobar buffer beside columns", plan_.shape_beside_columns())) {
  const bool some_move = comm != nullptr && comm->min(plan_.beside_blocks().empty() ? 1 : 0) == 0;
  if (some_move)
    ways_ = std::make_unique<FieldWays<double>>(
        *comm, [&](int rank) { return RedistributionPlan(blocks, d, rank, nz).ways(); },
        std::array{"to_columns_of_ranks", "to_blocks"}, 0, transports);
}

Redistribution::~Redistribution() = default;

StridedCells<double> Redistribution::beside_blocks(int n) const {
  return rectangle(beside_blocks_, plan_.beside_blocks()[std::size_t(n)]);
}
StridedCells<double> Redistribution::beside_columns(int n) const {
  return rectangle(beside_columns_, plan_.beside_columns()[std::size_t(n)]);
}

void Redistribution::to_columns() {
  if (ways_) ways_->there(beside_blocks_, beside_columns_);
}
void Redistribution::to_blocks() {
  if (ways_) ways_->back(beside_blocks_, beside_columns_);
}
void Redistribution::check() const {
  if (ways_) ways_->check();
}

Int64 Redistribution::bytes() const {
  return Int64(sizeof(double)) *
         (plan_.shape_beside_blocks().size() + plan_.shape_beside_columns().size());
}

} // namespace isobar
