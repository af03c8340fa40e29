#pragma once
#include "io/files.hpp"
#include "io/terminal.hpp"
#include "program/problem.hpp"
#include "program/program.hpp"
#include "run/progress.hpp"
#include "run/timed.hpp"

#include <optional>

/// The steps that every program does around its problem, in their order.
namespace isobar {

/// Returns the deck on which all ranks agree.
template <Problem P>
typename P::Deck deck_of_all(P& problem, const MpiComm& comm, KokkosSession& kokkos) {
  typename P::Deck deck = agreed_deck(
      comm, [&] { return problem.read_deck(); },
      [&](const typename P::Deck& read) { return problem.files_of(read); });
  if constexpr (CompletesDeck<P>) problem.complete(deck, comm, kokkos);
  show_notes(comm, deck);
  return deck;
}

/// Makes the plan once. If one rank refuses it, all ranks do.
template <Problem P>
typename P::Plan plan_of_all(P& problem, typename P::Deck& deck, const MpiComm& comm) {
  std::optional<typename P::Plan> plan;
  throw_on_all(comm, input_problem([&] { plan.emplace(problem.plan(deck, comm)); }));
  return std::move(*plan);
}

/// Runs a problem, from the names of output files to the last line on the screen.
template <Problem P>
int run_connected(P& problem, typename P::Context& context, const MpiComm& comm) {
  typename P::Outputs outputs(context);
  show_removed(outputs);
  const MemoryUse need = problem.memory(context);
  if (const std::string refusal = memory_problem(comm, need); !refusal.empty()) {
    if (comm.rank() == 0) print_error(refusal);
    return bad_environment;
  }
  catch_signals();
  MemoryMeter meter; // before any large allocation
  typename P::Record record = problem.run(context, outputs, meter);
  record_memory(comm, need, meter.peak(), record);
  return finish(
      comm, record, outputs,
      [&](const nlohmann::json& where) { return problem.report(context, record, where); },
      [&] { return problem.screen(context, record); });
}

/// Does what the command line asks for. Returns the exit code. Collective. Throws what the problem's steps throw.
template <Problem P> int answer(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, P::deck_reference());
  KokkosSession kokkos(comm); // outlives the context, which holds peers' memory
  P problem(options);
  typename P::Deck deck = deck_of_all(problem, comm, kokkos);
  typename P::Plan plan = plan_of_all(problem, deck, comm);
  if (options.action == Action::dry_run) return show(comm, problem.dry_run(plan));
  kokkos.start();
  typename P::Context context =
      problem.connect(plan, comm, {options.transport, options.ranks_per_host});
  return run_connected(problem, context, comm);
}

/// The main function of a program.
template <Problem P> int run_problem(int argc, char** argv) {
  return run_program(argc, argv, P::program, answer<P>);
}

} // namespace isobar
