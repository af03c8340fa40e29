#pragma once
#include "deck/deck.hpp"

#include <isobar/comm/halo_exchange.hpp>

#include <optional>
#include <string>
#include <vector>

namespace isobar {

/// What the command line asks the program to do.
enum class Action { run, dry_run, list_decks, deck_reference, show_text };

struct Options {
  Action action = Action::run;
  std::string deck;
  /// In order; --report and --progress are here too, after every --set.
  std::vector<Override> overrides;
  std::optional<Transport> transport; ///< of halos; none: the program finds out
  int ranks_per_host = 0;             ///< that take themselves for a host; 0: as it is
  std::string text;                   ///< what --help or --version print, with action show_text
};

/// Reads the command line. Throws InputError with one line on a bad option. No side effects, so
/// every rank may call it.
Options parse_options(int argc, const char* const* argv);

/// The directory of the decks for --list-decks: that of the installation beside this executable
/// (../share/isobar/inputs), else the directory that the build names, else ./inputs.
std::string inputs_directory();

} // namespace isobar
