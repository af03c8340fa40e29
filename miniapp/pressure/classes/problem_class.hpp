#pragma once
#include "pressure/deck/deck.hpp"

#include <optional>
#include <string>
#include <vector>

/// The problem classes, and the deck of a run of each (docs/classes.md).
namespace isobar {

/// The version of the rules for making and comparing results (docs/rules.md). Results of different versions are not compared.
constexpr int rules = 2;

enum class ClassAlgorithm { reference, open };

/// A class by its name on the command line.
struct ProblemClass {
  std::string name;           ///< "S", or "fill=0.8"
  std::optional<double> fill; ///< share of each device's memory; none: the class has a size
  int columns = 0;        ///< a side of the panel or of each panel; 0: not chosen yet, with fill
  bool on_sphere = false; ///< six panels
  ClassAlgorithm algorithm = ClassAlgorithm::open;

  std::string algorithm_name() const {
    return algorithm == ClassAlgorithm::open ? "open" : "reference";
  }
};

/// The class of this name: S, M, L, XL, these with "sphere-" in front, or fill=SHARE. Throws InputError.
ProblemClass problem_class(const std::string& name, const std::string& algorithm);

/// The deck of a run of the class: problem.toml and the algorithm's deck, from the directory or
/// compiled in, the class's columns, and the overrides. `solver_deck`, unless it is empty, stands
/// in place of the algorithm's deck. Throws InputError.
Deck class_deck(const ProblemClass& c, const std::string& directory, const std::string& solver_deck,
                const std::vector<Override>& overrides);

/// The deck that the class wants: the compiled-in one.
Deck wanted_deck(const ProblemClass& c);

} // namespace isobar
