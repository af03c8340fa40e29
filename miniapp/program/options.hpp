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
  std::string problem_class, algorithm; ///< of the problem classes; empty: none, only a deck
  /// In order; --report and --progress are also here, after every --set.
  std::vector<Override> overrides;
  std::optional<Transport> transport; ///< of halos; none: the program finds out
  int ranks_per_host = 0;             ///< take so many ranks for a host; 0: as it is
  std::string text;                   ///< the text of --help or --version, with action show_text
};

/// The command line's description of a program.
struct Program {
  const char *name, *description;
  const char* example;      ///< a deck for a first run
  const char* decks;        ///< where its decks are below inputs
  bool has_classes = false; ///< whether there are problem classes for it

  /// For --list-decks: a directory of the installation beside this executable
  /// (../share/isobar/inputs), else of the source of its build, else of ./inputs.
  std::string inputs_directory() const;
  /// A file below that directory's root, which all programs share.
  std::string inputs(const std::string& file) const;
};
inline constexpr Program pressure_program{
    "isobar", "Solves an anisotropic elliptic equation on a thin spherical shell.",
    "inputs/quickstart.toml", "", true};

/// Reads the command line. Throws InputError with one line on a
/// bad option. It has no side effects, so every rank may call it.
Options parse_options(int argc, const char* const* argv, const Program& program = pressure_program);

} // namespace isobar
