// Conjugate gradients and the symmetric V-cycle rely on this: A and M^-1 are symmetric
// and positive definite, and the transposed restriction is the prolongation's transpose.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

/// Whole domains of several shapes; a partition's A alone is not symmetric.
std::vector<GridCase> whole_cases() {
  std::vector<GridCase> whole;
  for (const GridCase& c : even_cases())
    if (c.part.nx == c.part.global_nx && c.part.ny == c.part.global_ny) whole.push_back(c);
  return whole;
}

/// Checks <L x, y> = <x, L y> and <L x, x> > 0 for a linear map of whole fields.
template <class Map> void expect_symmetric_positive(const GridCase& c, const Map& map) {
  for (int seed = 1; seed <= 4; ++seed) {
    const oracle::Array x = oracle::random(c.part.nx, c.part.ny, c.nz, seed);
    const oracle::Array y = oracle::random(c.part.nx, c.part.ny, c.nz, seed + 100);
    const oracle::Array lx = map(x), ly = map(y);
    EXPECT_NEAR(oracle::dot(lx, y), oracle::dot(x, ly), 1e-13 * oracle::norm(lx) * oracle::norm(y));
    EXPECT_GT(oracle::dot(lx, x), 0.0);
  }
}

TEST(Symmetry, Matrix) {
  for (const GridCase& c : whole_cases()) {
    SCOPED_TRACE(c.name());
    const GridOf<InDouble> grid(c.spec(), c.part);
    expect_symmetric_positive(c, [&](const oracle::Array& x) {
      const Field<double> out("out", c.part.nx, c.part.ny, c.nz);
      Operator<InDouble>::apply(grid, field_of<double>(x, c.part), out);
      return owned(out);
    });
  }
}

TEST(Symmetry, ColumnPreconditioner) {
  for (const GridCase& c : whole_cases()) {
    SCOPED_TRACE(c.name());
    const GridOf<InDouble> grid(c.spec(), c.part);
    expect_symmetric_positive(c, [&](const oracle::Array& x) {
      const Field<double> out("out", c.part.nx, c.part.ny, c.nz);
      Smoother<InDouble>::solve_columns(grid, field_of<double>(x, c.part), out);
      return owned(out);
    });
  }
}

TEST(Symmetry, TransposedRestrictionIsTheTransposeOfProlongation) {
  for (const TransferCase& fine : transfer_cases()) {
    if (fine.part.nx != fine.part.global_nx || fine.part.ny != fine.part.global_ny) continue;
    SCOPED_TRACE(fine.name());
    const GridCase coarse = fine.coarse();
    const GridOf<InDouble> grid(fine.spec(), fine.part), coarse_grid(coarse.spec(), coarse.part, 1);
    const oracle::Array c = oracle::random(coarse.part.nx, coarse.part.ny, fine.nz, 1);
    const oracle::Array r = oracle::random(fine.part.nx, fine.part.ny, fine.nz, 2);
    const auto c_field = field_of<double>(c, coarse.part), r_field = field_of<double>(r, fine.part);
    const Coarsening odd = fine.single_ends();
    DomainSides<InDouble>::move_ends(coarse_grid, odd, c_field);
    mirror_sides(coarse_grid, c_field);
    mirror_sides(grid, r_field);
    const Field<double> pc("Pc", fine.part.nx, fine.part.ny, fine.nz);
    const Field<double> rr("Rr", coarse.part.nx, coarse.part.ny, fine.nz);
    Transfer<InDouble>::prolongate(grid, pc, c_field, pc, fine.halved);
    Transfer<InDouble>::restrict_transpose(grid, r_field, rr, fine.halved);
    DomainSides<InDouble>::move_ends_transposed(coarse_grid.label(Kernel::mirror_sides), odd, rr);
    EXPECT_NEAR(oracle::dot(owned(pc), r), oracle::dot(c, owned(rr)),
                1e-14 * oracle::norm(owned(pc)) * oracle::norm(r));
  }
}

} // namespace
} // namespace isobar
