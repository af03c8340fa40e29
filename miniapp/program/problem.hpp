#pragma once
#include "output/output_files.hpp"
#include "program/kokkos_session.hpp"
#include "program/options.hpp"
#include "program/run_agreement.hpp"
#include "run/memory.hpp"
#include "run/record.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The interface between a problem and the part that all programs share (run_problem.hpp).
namespace isobar {

/// The types of a problem:
///   Deck     The values of the deck, derived from DeckBase.
///   Plan     The consequences of the deck and the number of ranks; it may refer to the deck.
///   Context  The input of a run: the plan with its transport; it may refer to the plan.
///   Outputs  The output files, derived from OutputFiles and made from the context.
///   Record   The results of a run: a RunRecord, or something that becomes one.
template <class P>
concept HasProblemTypes = std::derived_from<typename P::Deck, DeckBase> &&
    std::derived_from<typename P::Outputs, OutputFiles> &&
    std::constructible_from<typename P::Outputs, const typename P::Context&> &&
    std::convertible_to<typename P::Record&, RunRecord&> &&
    std::move_constructible<typename P::Plan> && std::destructible<typename P::Context>;

/// The steps of a problem in the order in which run_problem calls them. All ranks call all of them.
template <class P>
concept Problem = HasProblemTypes<P> && std::constructible_from<P, const Options&> &&
    requires(P problem, const MpiComm& comm, typename P::Deck deck, typename P::Plan plan,
             typename P::Context context, typename P::Outputs outputs, typename P::Record record,
             const TransportWish& wish, MemoryMeter meter, const nlohmann::json& environment) {
  /// How the command line describes the program.
  { P::program } -> std::convertible_to<const Program&>;
  /// The page about all keys of a deck.
  { P::deck_reference() } -> std::convertible_to<std::string>;
  /// Reads the deck that the options name. Not collective. Throws InputError.
  { problem.read_deck() } -> std::same_as<typename P::Deck>;
  /// The files that a run of this deck reads; all ranks must find the same.
  { problem.files_of(deck) } -> std::same_as<std::vector<FileToRead>>;
  /// Plans all that is known before devices are asked; Kokkos need not run. It may complete the deck, which
  /// outlives the plan. Not collective, so that all ranks refuse what one refuses. Throws InputError.
  { problem.plan(deck, comm) } -> std::same_as<typename P::Plan>;
  /// The text of --dry-run.
  { problem.dry_run(plan) } -> std::convertible_to<std::string>;
  /// Chooses how ranks exchange, as far as it can be known now.
  /// Kokkos is running. Collective. Throws TransportError.
  { problem.connect(plan, comm, wish) } -> std::same_as<typename P::Context>;
  /// The peak of the memory that the run will allocate on this rank. Allocates nothing.
  { problem.memory(context) } -> std::same_as<MemoryUse>;
  /// Computes, verifies and stages the files of `outputs`. Samples the
  /// device's memory when the device holds most. Collective. Throws
  /// InputError on all ranks, EnvironmentError and std::bad_alloc.
  { problem.run(context, outputs, meter) } -> std::same_as<typename P::Record>;
  /// The report. `environment` is the result of environment().
  /// The record already has the files that could not be written.
  { problem.report(context, record, environment) } -> std::same_as<nlohmann::json>;
  /// The report as text for the screen, with the verdict in the last lines.
  { problem.screen(context, record) } -> std::convertible_to<std::string>;
};

/// A problem whose deck depends on more than its text, such
/// as the memory of devices or the ranks' environment.
template <class P>
concept CompletesDeck = requires(P problem, typename P::Deck deck, const MpiComm& comm,
                                 KokkosSession& kokkos) {
  /// Completes the deck, before anything is printed about
  /// it. Collective. Throws InputError on all ranks.
  problem.complete(deck, comm, kokkos);
};

} // namespace isobar
