#pragma once
#include "deck/deck_base.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>

#include <optional>
#include <string>
#include <vector>

namespace isobar {

/// The action that the command line asks for.
enum class Action { run, dry_run, list_decks, deck_reference, show_text };

struct Options {
  Action action = Action::run;
  std::string deck;
  std::string problem_class, algorithm; ///< a problem class and its algorithm; empty: only a deck
  /// The overrides in their order; --report and --progress are also here, after every --set.
  std::vector<Override> overrides;
  std::optional<Transport> transport; ///< the transport of halos; none: the program chooses
  int ranks_per_host = 0;             ///< ranks to treat as one host; 0: as they run
  std::string text;                   ///< the text of --help or --version for show_text
};

/// The program as its command line describes it.
struct Program {
  const char *name, *description;
  const char* example;      ///< a deck for a first run
  const char* decks;        ///< the folder of its decks below inputs
  bool has_classes = false; ///< whether it has problem classes

  /// The directory of decks for --list-decks: a directory of the installation beside this
  /// executable (../share/isobar/inputs), else of the source of its build, else ./inputs.
  std::string inputs_directory() const;
  /// A file below the root of that directory, which all programs share.
  std::string inputs(const std::string& file) const;
};
inline constexpr Program pressure_program{
    "isobar", "Solves an anisotropic elliptic equation on a thin spherical shell.",
    "inputs/quickstart.toml", "", true};

/// Reads the command line. It has no side effects, so every rank
/// may call it. Throws InputError with one line on a bad option.
Options parse_options(int argc, const char* const* argv, const Program& program = pressure_program);

} // namespace isobar
