#pragma once
#include <string>

namespace isobar {

/// The decks of inputs/classes as they were when the program was built: what a run's decks are compared with.
struct ClassTexts {
  std::string problem, reference, open;
};
const ClassTexts& compiled_class_texts();

} // namespace isobar
