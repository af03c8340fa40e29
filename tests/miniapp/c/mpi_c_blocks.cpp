// isobar.h with the caller's own blocks on many ranks: numbers of one rank, from arrays of each rank's own columns.
#include "support_c.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {
namespace {

using c_test::OwnedSolver;
using c_test::Problem;

/// The blocks of a rank: the last rank has two, the first of several has none.
std::vector<isobar_block> blocks_of(const MpiComm& comm) {
  const int owners = comm.size() > 1 ? comm.size() - 1 : 1,
            place = comm.rank() - (comm.size() - owners);
  if (place < 0) return {};
  const int first = Problem::nx * place / owners, end = Problem::nx * (place + 1) / owners;
  if (place < owners - 1) return {{first, 0, end - first, Problem::ny}};
  return {{first, 7, end - first, Problem::ny - 7}, {first, 0, end - first, 7}};
}

struct BlockArrays {
  std::vector<std::vector<double>> f, u;
  explicit BlockArrays(const std::vector<isobar_block>& blocks) {
    for (const isobar_block& b : blocks) {
      std::vector<double>& cells = f.emplace_back();
      for (int j = b.first_j; j < b.first_j + b.ny; ++j)
        for (int i = b.first_i; i < b.first_i + b.nx; ++i)
          for (int k = 0; k < Problem::nz; ++k) cells.push_back(c_test::source(i, j, k));
      u.emplace_back(cells.size());
    }
  }
  std::vector<const void*> in() const {
    std::vector<const void*> all;
    for (const auto& cells : f) all.push_back(cells.data());
    return all;
  }
  std::vector<void*> out() {
    std::vector<void*> all;
    for (auto& cells : u) all.push_back(cells.data());
    return all;
  }
};

/// A solver on all ranks, with this rank's blocks. The blocks and the problem have to stay.
void create_with(Problem& p, const std::vector<isobar_block>& blocks, OwnedSolver& solver) {
  static constexpr isobar_block nothing{};
  p.options.block_count = int(blocks.size());
  p.options.blocks = blocks.empty() ? &nothing : blocks.data();
  ASSERT_EQ(isobar_create_on(int(MPI_Comm_c2f(MPI_COMM_WORLD)), &p.grid, &p.coefficients,
                             &p.options, &solver.handle),
            ISOBAR_OK)
      << isobar_error_text();
}

/// The solution of one rank, for the whole domain.
std::vector<double> of_one_rank(const Problem& p) {
  OwnedSolver one;
  EXPECT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &one.handle), ISOBAR_OK);
  BlockArrays whole({{0, 0, Problem::nx, Problem::ny}});
  EXPECT_EQ(isobar_solve(one.handle, whole.f[0].data(), nullptr, whole.u[0].data(), nullptr,
                         ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK);
  return whole.u[0];
}

double worst_difference(const BlockArrays& mine, const std::vector<isobar_block>& blocks,
                        const std::vector<double>& whole) {
  double worst = 0.0;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const isobar_block& b = blocks[n];
    std::size_t cell = 0;
    for (int j = b.first_j; j < b.first_j + b.ny; ++j)
      for (int i = b.first_i; i < b.first_i + b.nx; ++i)
        for (int k = 0; k < Problem::nz; ++k)
          worst = std::max(worst,
                           std::abs(mine.u[n][cell++] -
                                    whole[std::size_t((j * Problem::nx + i) * Problem::nz + k)]));
  }
  return worst;
}

double friction(int i, int j, void* /*context*/) {
  return 1.0 + 0.001 * ((j * Problem::nx + i) % 97);
}

TEST(CInterfaceBlocks, SolveAsOneRankDoes) {
  const MpiComm world{MPI_COMM_WORLD};
  Problem p;
  const std::vector<double> whole = of_one_rank(p);
  p.coefficients.beta.positions = {};
  p.coefficients.beta.positions.function = friction;
  const std::vector<isobar_block> blocks = blocks_of(world);
  OwnedSolver all;
  ASSERT_NO_FATAL_FAILURE(create_with(p, blocks, all));
  BlockArrays mine(blocks);
  isobar_report report{};
  ASSERT_EQ(isobar_solve_blocks(all.handle, int(blocks.size()), mine.in().data(), nullptr,
                                mine.out().data(), nullptr, ISOBAR_CELL_MEANS, &report),
            ISOBAR_OK)
      << isobar_error_text();
  EXPECT_EQ(report.status, ISOBAR_CONVERGED);
  double scale = 0.0;
  for (const double u : whole) scale = std::max(scale, std::abs(u));
  EXPECT_LE(worst_difference(mine, blocks, whole), 1e-7 * scale);
  ASSERT_EQ(isobar_solve_from_blocks(all.handle, int(blocks.size()), mine.in().data(), nullptr,
                                     mine.out().data(), nullptr, ISOBAR_CELL_MEANS, &report),
            ISOBAR_OK);
  EXPECT_EQ(report.iterations, 0);
  int64_t columns = -1, bytes = -1;
  double seconds = -1.0;
  ASSERT_EQ(isobar_redistributed(all.handle, &columns, &bytes, &seconds), ISOBAR_OK);
  EXPECT_GE(columns, 0);
  EXPECT_GE(seconds, 0.0);
  const int wrong = isobar_solve_blocks(all.handle, int(blocks.size()) + 1, nullptr, nullptr,
                                        nullptr, nullptr, ISOBAR_CELL_MEANS, nullptr);
  EXPECT_EQ(wrong, ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(std::string(isobar_error_text()).find("count = "), 0U) << isobar_error_text();
}

/// The operator and float with blocks: what the class says of the same cells.
TEST(CInterfaceBlocks, HaveTheOperator) {
  const MpiComm world{MPI_COMM_WORLD};
  Problem p;
  p.coefficients.beta.positions = {};
  const std::vector<isobar_block> blocks = blocks_of(world);
  const int count = int(blocks.size());
  OwnedSolver all;
  ASSERT_NO_FATAL_FAILURE(create_with(p, blocks, all));
  BlockArrays image(blocks), residual(blocks), diagonal(blocks), means(blocks);
  double norm = -1.0;
  EXPECT_EQ(isobar_apply_blocks(all.handle, count, image.in().data(), nullptr, image.out().data(),
                                nullptr, ISOBAR_CELL_MEANS),
            ISOBAR_OK)
      << isobar_error_text();
  EXPECT_EQ(isobar_residual_blocks(all.handle, count, residual.in().data(), nullptr,
                                   residual.in().data(), nullptr, residual.out().data(), nullptr,
                                   ISOBAR_CELL_MEANS, &norm),
            ISOBAR_OK);
  EXPECT_GT(norm, 0.0);
  EXPECT_EQ(
      isobar_diagonal_blocks(all.handle, count, diagonal.out().data(), nullptr, ISOBAR_CELL_MEANS),
      ISOBAR_OK);
  std::vector<std::vector<float>> numbers;
  std::vector<void*> addresses;
  std::vector<isobar_layout> layouts;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    addresses.push_back(numbers.emplace_back(image.f[n].size()).data());
    layouts.push_back(isobar_layout_of(ISOBAR_YXZ, blocks[n].nx, blocks[n].ny, Problem::nz));
    layouts.back().number = ISOBAR_FLOAT;
  }
  EXPECT_EQ(isobar_apply_blocks(all.handle, count, image.in().data(), nullptr, addresses.data(),
                                layouts.data(), ISOBAR_CELL_MEANS),
            ISOBAR_OK);
  for (std::size_t n = 0; n < blocks.size(); ++n)
    for (std::size_t c = 0; c < numbers[n].size(); ++c) {
      ASSERT_EQ(numbers[n][c], float(image.u[n][c]));
      ASSERT_NEAR(residual.u[n][c], image.f[n][c] - image.u[n][c], 1e-10 * diagonal.u[n][c]);
      ASSERT_GT(diagonal.u[n][c], 0.0);
    }
  EXPECT_EQ(isobar_diagonal_blocks(all.handle, -1, diagonal.out().data(), nullptr, 0),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(std::string(isobar_error_text()).find("count = -1: expected "), 0U);
}

/// Arrays of one block begin at its first column.
TEST(CInterfaceBlocks, HaveArraysOfTheirOwnColumns) {
  const MpiComm world{MPI_COMM_WORLD};
  Problem p;
  p.generalise();
  const std::vector<double> whole = of_one_rank(p);
  const int first = Problem::ny * world.rank() / world.size(),
            end = Problem::ny * (world.rank() + 1) / world.size();
  const std::vector<isobar_block> blocks{{0, first, Problem::nx, end - first}};
  const auto of_block = [&](const std::vector<double>& all, std::size_t depth) {
    const auto row = std::size_t(Problem::nx) * depth;
    return std::vector<double>(all.begin() + std::ptrdiff_t(row * std::size_t(first)),
                               all.begin() + std::ptrdiff_t(row * std::size_t(end)));
  };
  const std::vector<double> friction_here = of_block(p.friction, 1),
                            drag_here = of_block(p.drag, Problem::nz);
  p.coefficients.beta.positions.array = p.coefficients.xi_y.positions.array = friction_here.data();
  p.coefficients.alpha_v.cells.array = drag_here.data();
  p.coefficients.alpha_v.cells.y_count = end - first;
  p.coefficients.alpha_v.cells.x_count = Problem::nx;
  p.coefficients.alpha_v.cells.z_count = Problem::nz;
  OwnedSolver all;
  ASSERT_NO_FATAL_FAILURE(create_with(p, blocks, all));
  ASSERT_EQ(isobar_update(all.handle, &p.coefficients), ISOBAR_OK) << isobar_error_text();
  BlockArrays mine(blocks);
  ASSERT_EQ(isobar_solve(all.handle, mine.f[0].data(), nullptr, mine.u[0].data(), nullptr,
                         ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK)
      << isobar_error_text();
  double scale = 0.0;
  for (const double u : whole) scale = std::max(scale, std::abs(u));
  EXPECT_LE(worst_difference(mine, blocks, whole), 1e-6 * scale);
}

} // namespace
} // namespace isobar
