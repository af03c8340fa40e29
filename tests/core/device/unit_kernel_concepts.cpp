// Walks accept as a kernel a class with any of the optional members: each with its number or flag, or missing.
#include "device/kernel_concepts.hpp"

#include <gtest/gtest.h>
#include <isobar/core/base/precision.hpp>

namespace isobar {
namespace {

/// A kernel over cells that names nothing optional.
struct Plain {
  using precision = Double;
  using pack = PackOf<Double>;
  using Inputs = pack;
  struct Column {};
  static constexpr CellLaunch launch{};
  FieldStrides<Layout::x_fastest> strides;
  Column column(int, int) const { return {}; }
  pack read(const Cell&) const { return {}; }
  void cell(const Column&, const Cell&, const pack&, int, SumPacks<pack>&) const {}
};
static_assert(CellKernel<Plain>);
static_assert(!SolveKernel<Plain>);

struct Fetching : Plain {
  static constexpr CellLaunch launch{.fetches_ahead = true};
  void will_read(const Cell&) const {}
};
static_assert(CellKernel<Fetching>);

struct FlagWithoutMember : Plain {
  static constexpr CellLaunch launch{.fetches_ahead = true};
};
static_assert(!CellKernel<FlagWithoutMember>);

struct Misspelt : Plain {
  static constexpr CellLaunch launch{.fetches_ahead = true};
  void will_raed(const Cell&) const {}
};
static_assert(!CellKernel<Misspelt>);

struct MemberWithoutFlag : Plain {
  void will_read(const Cell&) const {}
};
static_assert(!CellKernel<MemberWithoutFlag>);

struct ConditionWithoutAnswer : Plain {
  static constexpr CellLaunch launch{.conditional = true};
};
static_assert(!CellKernel<ConditionWithoutAnswer>);

/// Rows of a stencil, but a cell() for none.
struct RowsWithoutWindow : Plain {
  static constexpr CellLaunch launch{.rows = 2};
};
static_assert(!CellKernel<RowsWithoutWindow>);

/// A number that does not exist is an error where it is named.
template <class L>
concept HasRounds = requires {
  L{.rounds = 2};
};
template <class L>
concept HasRound = requires {
  L{.round = 2};
};
static_assert(HasRounds<CellLaunch> && !HasRound<CellLaunch>);

/// A kernel that solves columns, each alone.
struct Solving {
  using precision = Double;
  using pack = PackOf<Double>;
  using Inputs = pack;
  struct Column {
    pack shift, reaction;
  };
  static constexpr SolveLaunch launch{};
  GridCells<double> grid;
  FieldStrides<Layout::x_fastest> strides;
  Column column(const ColumnStencil<pack>&) const { return {}; }
  pack read(const Cell&) const { return {}; }
  pack rhs(const Column&, const Cell&, const pack& in, int, SumPacks<pack>&) const { return in; }
  void result(const Cell&, const pack&, int) const {}
};
static_assert(SolveKernel<Solving>);
static_assert(!CellKernel<Solving>);

struct EnergyWithoutFlag : Solving {
  pack energy(const Column& column) const { return column.shift; }
};
static_assert(!SolveKernel<EnergyWithoutFlag>);

struct MisspeltEnergy : Solving {
  static constexpr SolveLaunch launch{.sums_energy = true};
  pack enregy(const Column& column) const { return column.shift; }
};
static_assert(!SolveKernel<MisspeltEnergy>);

struct CoupledWithoutSource : Solving {
  static constexpr SolveLaunch launch{.couples_columns = true};
};
static_assert(!SolveKernel<CoupledWithoutSource>);

struct Asking : Solving {
  static constexpr SolveLaunch launch{.asks_ahead = true};
  void will_solve(const Cell&) const {}
};
static_assert(SolveKernel<Asking>);

struct MisspeltAsking : Solving {
  static constexpr SolveLaunch launch{.asks_ahead = true};
  void wil_solve(const Cell&) const {}
};
static_assert(!SolveKernel<MisspeltAsking>);

struct AskingWithoutFlag : Solving {
  void will_solve(const Cell&) const {}
};
static_assert(!SolveKernel<AskingWithoutFlag>);

struct ColumnWithoutShift : Solving {
  struct Column {};
  Column column(const ColumnStencil<pack>&) const { return {}; }
  pack rhs(const Column&, const Cell&, const pack& in, int, SumPacks<pack>&) const { return in; }
};
static_assert(!SolveKernel<ColumnWithoutShift>);

TEST(KernelConcepts, KernelsThatAgreeWithTheirFlagsPassTheChecksWithWords) {
  EXPECT_TRUE(check_cell_kernel<Plain>());
  EXPECT_TRUE(check_cell_kernel<Fetching>());
  EXPECT_TRUE(check_solve_kernel<Solving>());
  EXPECT_TRUE(check_solve_kernel<Asking>());
}

} // namespace
} // namespace isobar
