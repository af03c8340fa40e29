#include "library/solver_impl.hpp"

#include "library/argument_agreement.hpp"
#include "library/guarded_operators.hpp"
#include "library/owners_numbers.hpp"
#include "library/solver_deck.hpp"
#include "library/solver_equation.hpp"
#include "library/solver_parts.hpp"
#include "library/usable_communicator.hpp"
#include "pressure/setup/hierarchy.hpp"

namespace isobar {

PressureSolver::Impl::Impl(const MPI_Comm* comm, const PressureGrid& grid,
                           const Coefficients& coefficients, const SolverOptions& options) {
  if (comm != nullptr) comm_.emplace(usable(*comm));
  if (comm_) require_same_arguments(*comm_, grid, coefficients, options);
  if (!Kokkos::is_initialized())
    throw InputError("Kokkos is not initialised; expected Kokkos::initialize before");
  check_choices(grid, options);
  grid_ = grid;
  sections_ = options.sections;
  check_sizes(grid); // checked before columns or layers are used
  if (options.blocks) gather(*options.blocks);
  Equation given = solver_equation(grid, coefficients);
  way_ = options.transport;
  own_ = guarded(options.own ? *options.own : CallerOperators{}, kept_);
  std::unique_ptr<SolverLevels> levels = levels_for(given);
  set_up(given, std::move(levels));
  end_in_time_.emplace(comm_.has_value(), [this] { end(); });
}

void PressureSolver::Impl::update(const Coefficients& coefficients) {
  const CallUnderWay call = begin_call();
  if (comm_) require_same_arguments(*comm_, coefficients);
  Equation given = solver_equation(grid_, coefficients);
  if (coefficients.choose_levels) check_choice_of_levels(coefficients);
  if (coefficients.positions_as_before) given.spec.columns = columns_;
  if (coefficients.choose_levels && choose_levels_anew(given)) return;
  admit(given, reason_against_null_space(deck(), given, &own_)); // for the present levels
  TakenEquation taken = take(given, *levels_);
  engine_->update(taken.equation());
  keep(taken);
}

void PressureSolver::Impl::end() {
  monitor_ = {};
  engine_.reset();
  cells_.reset();
  transport_.plan = Transport::staged;
  own_ = {};
  comm_.reset();
}

std::string PressureSolver::Impl::problem_of(const std::function<std::string()>& work) {
  try {
    return work();
  } catch (const EnvironmentError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) { // an exception of the caller's function, which is kept
    return "";
  }
}

void PressureSolver::Impl::on_all_ranks(const std::function<std::string()>& work) {
  kept_->refuse(comm_or_null(), problem_of(work));
}

void PressureSolver::Impl::on_all_ranks(const TakenFunctions& functions,
                                        const std::function<std::string()>& work) {
  if (!map_ || !comm_) return on_all_ranks(work);
  const OwnersNumbers owners(*comm_, *map_, kept_);
  for (const auto& function : functions) function->note_wanted();
  std::string problem = problem_of(work);
  while (owners.get(functions)) problem = problem_of(work);
  for (const auto& function : functions) function->close();
  kept_->refuse(comm_or_null(), problem);
}

void PressureSolver::Impl::gather(const std::vector<ColumnBlock>& own) {
  if (comm_) map_.emplace(gather_blocks(*comm_, grid_.nx, grid_.rows(), own));
  else map_.emplace(grid_.nx, grid_.rows(), std::vector<std::vector<ColumnBlock>>{own});
  blocks_ = own;
}

void PressureSolver::Impl::take_grid_of_blocks(const GridSpec& spec, Deck& deck,
                                               Decomposition& decomposition) const {
  const ProcessGrid grid = process_grid_of(*map_);
  if (grid.px == 0 || grid_.domain == Domain::sphere || deck.decomposition.process_grid == grid)
    return;
  Deck other = deck;
  other.decomposition.process_grid = grid;
  try {
    const Decomposition d = decompose(other, spec, ranks(), rank());
    if (!is_partition(*map_, d)) return;
    deck = std::move(other);
    decomposition = d;
  } catch (const InputError&) { // this grid excludes these levels, so cells move
  }
}

double PressureSolver::Impl::cfl_of_sample(const Equation& given) {
  TakenEquation sample(given, slots_of_sample(grid_.nx, grid_.rows()), kept_);
  PressureGrid grid = grid_;
  if (const auto& columns = sample.equation().spec.columns) grid.columns = columns->geometry;
  double cfl = 0.0;
  on_all_ranks(sample.functions(), [&] {
    if (!map_ || rank() == 0 || sample.functions().empty())
      cfl = solver_cfl(grid, sample.equation());
    return "";
  });
  if (comm_ && !map_ && !sample.functions().empty())
    on_all_ranks([&] { return difference_from_first_rank(*comm_, sample.functions()); });
  if (comm_ && !sample.functions().empty()) // rounding on other ranks must not change a choice
    check_mpi(MPI_Bcast(&cfl, 1, MPI_DOUBLE, 0, comm_->get()), "MPI_Bcast");
  return cfl;
}

TakenEquation PressureSolver::Impl::take(const Equation& given, const SolverLevels& levels) {
  TakenEquation taken(given, slots_of(levels.parts), kept_);
  if (taken.functions().empty()) return taken;
  on_all_ranks(taken.functions(), [&] { return taken.ask(levels.parts), ""; });
  if (comm_ && !map_)
    on_all_ranks(
        [&] { return difference_from_owners(*comm_, levels.decomposition, taken.functions()); });
  return taken;
}

std::unique_ptr<SolverLevels> PressureSolver::Impl::levels_for(Equation& given) {
  return levels_for(given, solver_deck(grid_, cfl_of_sample(given), sections_));
}

std::unique_ptr<SolverLevels> PressureSolver::Impl::levels_for(Equation& given, Deck deck) {
  keep_two_columns(deck, given.spec);
  choose_levels(deck, given.spec, ranks(), way_);
  admit(given, reason_against_null_space(deck, given, &own_));
  Decomposition d = decompose(deck, given.spec, ranks(), rank());
  if (map_) take_grid_of_blocks(given.spec, deck, d);
  std::vector<Partition> parts = parts_of_solver(deck, given.spec, d);
  return std::make_unique<SolverLevels>(
      SolverLevels{std::move(deck), std::move(d), std::move(parts)});
}

void PressureSolver::Impl::set_up(const Equation& given, std::unique_ptr<SolverLevels> levels) {
  TakenEquation taken = take(given, *levels);
  if (comm_ && !engine_)
    transport_ =
        choose_transport(*comm_, {way_}, {{levels->decomposition, levels->deck.layer_counts()}});
  choose_halo_overlap(levels->deck, transport_.plan);
  std::shared_ptr<BlockCells> cells = cells_between(levels->decomposition);
  engine_ = make_engine({levels->deck, taken.equation(), levels->decomposition, comm_or_null(),
                         transport_.plan, own_},
                        cells);
  cells_ = std::move(cells);
  levels_ = std::move(levels);
  partition_ = levels_->decomposition.partition().in_host_order();
  if (!map_) blocks_ = {{partition_.first_i, partition_.first_j, partition_.nx, partition_.ny}};
  keep(taken);
  if (boundary_) place_boundary_values();
}

std::shared_ptr<BlockCells> PressureSolver::Impl::cells_between(const Decomposition& d) const {
  if (!map_ || is_partition(*map_, d)) return nullptr;
  return std::make_shared<BlockCells>(
      std::make_unique<Redistribution>(comm_or_null(), *map_, d, grid_.nz, transport_.plan),
      blocks_, d.partition().in_host_order());
}

void PressureSolver::Impl::check_choice_of_levels(const Coefficients& c) const {
  if (grid_.columns)
    throw InputError("choose_levels = true: not available with grid.columns; expected false");
  if (c.positions_as_before && columns_)
    throw InputError("choose_levels = true: not available with positions_as_before; expected "
                     "positions_as_before = false");
}

bool PressureSolver::Impl::choose_levels_anew(Equation& given) {
  if (!deck().uses_multigrid()) return false;
  constexpr double least_factor = 1.5; // without it, steps near a threshold set up each time
  Deck next = solver_deck(grid_, cfl_of_sample(given), sections_);
  const double factor = *next.physics.cfl / *deck().physics.cfl;
  if (factor < least_factor && 1.0 / factor < least_factor) return false;
  next.solver = deck().solver;
  next.given = deck().given;
  next.unused = deck().unused;
  std::unique_ptr<SolverLevels> levels = levels_for(given, std::move(next));
  if (!levels->may_replace(*levels_, map_.has_value())) return false;
  set_up(given, std::move(levels));
  return true;
}

void PressureSolver::Impl::keep(TakenEquation& taken) {
  taken.close();
  columns_ = taken.equation().spec.columns;
  if (columns_) grid_.columns = columns_->geometry;
}

} // namespace isobar
