#pragma once
#include "pressure/deck/deck.hpp"

#include <optional>
#include <string>
#include <vector>

/// Problem classes: which there are, and how the deck of a run comes from one (docs/classes.md).
namespace isobar {

/// Of the rules by which results are made and compared (docs/rules.md). Results of two rules are not compared.
constexpr int rules = 2;

enum class ClassAlgorithm { reference, open };

/// A class as the command line names it.
struct ProblemClass {
  std::string name;           ///< "S", or "fill=0.8"
  std::optional<double> fill; ///< of each device's memory; none: the class has its size
  int columns = 0;        ///< a side of the panel or of each panel; 0: not chosen yet, with fill
  bool on_sphere = false; ///< six panels
  ClassAlgorithm algorithm = ClassAlgorithm::open;

  std::string algorithm_name() const {
    return algorithm == ClassAlgorithm::open ? "open" : "reference";
  }
};

/// The class of this name: S, M, L, XL, those with "sphere-" before, or fill=SHARE. Throws InputError.
ProblemClass problem_class(const std::string& name, const std::string& algorithm);

/// The deck of a run of the class: problem.toml and the algorithm's deck from the directory, or compiled in where it has none; the
/// class's columns; `solver_deck` in place of the algorithm's deck unless it is empty; and the overrides. Throws InputError.
Deck class_deck(const ProblemClass& c, const std::string& directory, const std::string& solver_deck,
                const std::vector<Override>& overrides);

/// The deck that the class wants: as it was compiled in.
Deck wanted_deck(const ProblemClass& c);

} // namespace isobar
