#include "pressure/setup/evaluated_equation.hpp"

#include "grid/vertex_evaluation.hpp"
#include "input/input_error.hpp"
#include "pressure/setup/gathered_columns.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace isobar {
namespace {

void check_convection(const GridSpec& spec, const Convection& xi, const Partition& part) {
  if (xi.absent()) return;
  convection_layers(spec, xi);
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      convection_column(spec, part, xi, part.first_i + i, part.first_j + j);
}

/// Throws unless an equation on inclined layers has the diffusion of products alone.
void check_ground(const Equation& e) {
  if (!e.inclined()) return;
  if (!e.symmetric())
    throw InputError("ground: given together with convection; expected one of the two");
  if (!e.factorises())
    throw InputError("ground: given together with coefficients a cell; expected one of the two");
}

/// Calls use(j, i, k, number) for all cells of a part, by its own indices.
template <class Use>
void for_each_cell(const CellField& field, const Partition& part, int nz, const Use& use) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < nz; ++k) use(j, i, k, field(part.first_i + i, part.first_j + j, k));
}

void check_cells(const char* name, const CellField& field, bool may_be_zero, const Partition& part,
                 int nz) {
  if (!field) return;
  for_each_cell(field, part, nz, [&](int j, int i, int k, double x) {
    if (!std::isfinite(x) || x < 0.0 || (x == 0.0 && !may_be_zero))
      throw InputError(
          fmt::format("cell coefficient {}: ({}, {}, {}) is {}; expected a finite number {}", name,
                      part.first_i + i, part.first_j + j, k, x,
                      may_be_zero ? "of at least 0" : "greater than 0"));
  });
}

double least(const HostField& numbers) {
  double least = HUGE_VAL;
  for (std::size_t n = 0; n < numbers.size(); ++n) least = std::min(least, numbers.data()[n]);
  return least;
}

/// Gives RankOne::column: for the rank's own columns the stored
/// number, for others from their cells.
HorizontalField column_function(const CellField& field, const RankOne& found,
                                const std::vector<double>& volume, const Partition& part) {
  return [field, found, volume, part](int i, int j) {
    const int own_i = i - part.first_i, own_j = j - part.first_j;
    if (own_i >= 0 && own_i < part.nx && own_j >= 0 && own_j < part.ny)
      return found.column[std::size_t(own_j) * std::size_t(part.nx) + std::size_t(own_i)];
    return column_factor([&](int k) { return field(i, j, k); }, found.profile, volume);
  };
}

/// The layers' means in all columns, for numbers of which some are 0, so that they have no logarithms.
std::vector<double> layer_means(const HostField& numbers, const WeightedCells& weights,
                                const RankReductions& ranks) {
  const std::size_t nz = weights.volume.size();
  std::vector<double> sums(nz + 1); // the last one is the area
  for (int j = 0; j < weights.ny; ++j)
    for (int i = 0; i < weights.nx; ++i) {
      const double area = weights.area[std::size_t(j) * std::size_t(weights.nx) + std::size_t(i)];
      for (std::size_t k = 0; k < nz; ++k) sums[k] += area * numbers(j, i, k);
      sums[nz] += area;
    }
  if (ranks.sum) ranks.sum(sums);
  for (std::size_t k = 0; k < nz; ++k) sums[k] /= sums[nz];
  sums.resize(nz);
  return sums;
}

/// The equation's fields, with a function wherever factorised() may have one.
ColumnFields solved_fields(const Equation& e) {
  ColumnFields fields = e.spec.columns ? *e.spec.columns : ColumnFields();
  const HorizontalField some = [](int, int) { return 1.0; };
  if (!e.factorises()) fields.alpha_h = some;
  if (e.cells.alpha_v) fields.alpha_v = some;
  if (e.cells.beta) fields.beta = some;
  return fields;
}

/// Throws if the equation has a part that the first one did not have: there is no memory for it.
void require_made_with(bool was_there, bool is_there, const char* what) {
  if (is_there && !was_there)
    throw InputError(fmt::format("update: {} are given; expected them from the beginning, as the "
                                 "solver was made without",
                                 what));
}

} // namespace

EvaluatedEquation::EvaluatedEquation(Equation equation, const Partition& part, const MpiComm* comm,
                                     KnownColumns known)
    : part_(part), host_part_(part.in_host_order()), comm_(comm),
      known_(comm == nullptr ? KnownColumns::own : known) {
  if (!equation.factorises())
    for (HostField& numbers : cells_)
      numbers = HostField(Kokkos::view_alloc("isobar cells", Kokkos::WithoutInitializing),
                          host_part_.ny, host_part_.nx, equation.spec.nz);
  take(std::move(equation));
}

void EvaluatedEquation::update(Equation equation) {
  require_made_with(has_fields(spec_), has_fields(equation.spec), "fields of columns");
  require_made_with(!equation_.symmetric(), !equation.symmetric(), "numbers of convection");
  if (equation.factorises() != equation_.factorises())
    throw InputError(
        fmt::format("update: coefficients a cell are {}given; expected them {}",
                    equation.factorises() ? "not " : "",
                    equation.factorises() ? "as in the beginning" : "from the beginning"));
  if (equation.inclined() != equation_.inclined())
    throw InputError(fmt::format(
        "update: a ground is {}given; expected it {}", equation.inclined() ? "" : "not ",
        equation.inclined() ? "from the beginning" : "as in the beginning"));
  if (equation.spec.boundaries != equation_.spec.boundaries)
    throw InputError("update: other boundaries; expected those of the beginning");
  take(std::move(equation));
}

void EvaluatedEquation::take(Equation equation) {
  agree([&] { check_all(equation); });
  if (!equation.factorises()) store_cells(equation);
  GridSpec spec = factorised(equation);
  agree([&] { check(spec); });
  if (known_ == KnownColumns::all && has_fields(spec))
    spec.columns = of_all_columns(spec, equation.convection);
  equation_ = std::move(equation);
  spec_ = std::move(spec);
}

void EvaluatedEquation::check_all(const Equation& e) const {
  check(e.spec);
  check_ground(e);
  const bool as_before = e.spec.columns && e.spec.columns == equation_.spec.columns;
  if (!as_before && has_fields(e.spec)) ask_fields(e.spec, {part_});
  check_convection(e.spec, e.convection, part_);
  check_cells("alpha_h", e.cells.alpha_h, false, host_part_, e.spec.nz);
  check_cells("alpha_v", e.cells.alpha_v, false, host_part_, e.spec.nz);
  check_cells("beta", e.cells.beta, true, host_part_, e.spec.nz);
}

/// The spec's functions of the position for all columns of the domain: the last ones if the functions are the same objects on all ranks.
std::shared_ptr<const ColumnFields> EvaluatedEquation::of_all_columns(const GridSpec& spec,
                                                                      const Convection& xi) const {
  const RankReductions ranks = reductions();
  double others = spec.columns == equation_.spec.columns ? 0.0 : 1.0;
  ranks.max({&others, 1});
  if (others == 0.0) return spec_.columns;
  const GatheredColumns gathered(*spec.columns, host_part_);
  GridSpec asking = spec;
  asking.columns = std::make_shared<const ColumnFields>(gathered.asking());
  agree([&] {
    ask_fields(asking, {part_});
    check_convection(asking, xi, part_);
  });
  return gathered.over_ranks(ranks);
}

void EvaluatedEquation::store_cells(const Equation& e) {
  const LayerProfiles& profiles = e.spec.profiles;
  const ColumnFields columns = e.spec.columns ? *e.spec.columns : ColumnFields();
  const auto store = [&](const CellField& cells, const std::vector<double>& profile,
                         const HorizontalField& column, const HostField& numbers) {
    for_each_cell([&](int i, int j, int k) { return coefficient(cells, profile, column, i, j, k); },
                  host_part_, e.spec.nz,
                  [&](int j, int i, int k, double x) { numbers(j, i, k) = x; });
  };
  store(e.cells.alpha_h, profiles.alpha_h, columns.alpha_h, cells_[0]);
  store(e.cells.alpha_v, profiles.alpha_v, columns.alpha_v, cells_[1]);
  store(e.cells.beta, profiles.beta, columns.beta, cells_[2]);
}

GridSpec EvaluatedEquation::factorised(const Equation& e) {
  distance_ = {};
  if (e.factorises()) return e.spec;
  GridSpec spec = e.spec;
  ColumnFields columns = spec.columns ? *spec.columns : ColumnFields();
  const WeightedCells cells = weights(e.spec);
  const auto replace = [&](const HostField& numbers, const CellField& field,
                           std::vector<double>& profile, HorizontalField& column) {
    if (field) replace_by_product(numbers, cells, field, profile, column);
  };
  replace(cells_[0], e.cells.alpha_h, spec.profiles.alpha_h, columns.alpha_h);
  replace(cells_[1], e.cells.alpha_v, spec.profiles.alpha_v, columns.alpha_v);
  replace(cells_[2], e.cells.beta, spec.profiles.beta, columns.beta);
  // The field always exists, so that an update may have it even if this equation does not.
  if (!columns.alpha_h) columns.alpha_h = [](int, int) { return 1.0; };
  spec.columns = std::make_shared<const ColumnFields>(std::move(columns));
  return spec;
}

/// Replaces the spec's coefficient by the product nearest to a field of cells.
void EvaluatedEquation::replace_by_product(const HostField& numbers, const WeightedCells& cells,
                                           const CellField& field, std::vector<double>& profile,
                                           HorizontalField& column) {
  double smallest = -least(numbers);
  const RankReductions ranks = reductions();
  if (ranks.max) ranks.max({&smallest, 1});
  if (smallest == 0.0) {
    profile = layer_means(numbers, cells, ranks);
    column = {};
    return;
  }
  const RankOne found =
      rank_one([&](int i, int j, int k) { return numbers(j, i, k); }, cells, ranks);
  distance_.largest = std::max(distance_.largest, found.largest_factor);
  distance_.rms = std::max(distance_.rms, found.rms_factor);
  profile = found.profile;
  column = column_function(field, found, cells.volume, host_part_);
}

WeightedCells EvaluatedEquation::weights(const GridSpec& spec) const {
  const Partition& p = host_part_;
  WeightedCells cells{p.nx, p.ny, {}, LayerMeasures(spec).volume};
  const ColumnMeasures measures(spec, part_);
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      cells.area.push_back(measures.area(p.first_i + i, p.first_j + j));
  return cells;
}

RankReductions EvaluatedEquation::reductions() const {
  if (comm_ == nullptr) return {};
  const auto over_ranks = [comm = comm_](MPI_Op operation) {
    return [comm, operation](std::span<double> x) {
      check_mpi(
          MPI_Allreduce(MPI_IN_PLACE, x.data(), int(x.size()), MPI_DOUBLE, operation, comm->get()),
          "MPI_Allreduce");
    };
  };
  return {over_ranks(MPI_SUM), over_ranks(MPI_MAX)};
}

/// If one rank refuses, all ranks do, with the same line.
void EvaluatedEquation::agree(const std::function<void()>& work) const {
  std::string problem;
  try {
    work();
  } catch (const std::exception& e) {
    problem = *e.what() == '\0' ? "an exception without a text" : e.what();
  }
  if (comm_ != nullptr) problem = comm_->first_text(problem);
  if (!problem.empty()) throw InputError(problem);
}

Int64 EvaluatedEquation::bytes(const Equation& equation, const Partition& part,
                               KnownColumns known) {
  const Int64 cells = part.columns() * equation.spec.nz * Int64(sizeof(double));
  return (equation.factorises() ? 0 : 3 * cells) +
         (known == KnownColumns::all
              ? GatheredColumns::bytes(solved_fields(equation), part.in_host_order())
              : 0);
}

} // namespace isobar
