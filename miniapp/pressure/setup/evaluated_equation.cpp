#include "pressure/setup/evaluated_equation.hpp"

#include "grid/vertex_evaluation.hpp"
#include "input/input_error.hpp"
#include "pressure/setup/gathered_columns.hpp"

#include <fmt/format.h>

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
  check_coefficients(e);
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
