#pragma once
#include <string>

namespace isobar {

/// The decks of inputs/classes at the time of the build. The decks of runs are compared with them.
struct ClassTexts {
  std::string problem, reference, open;
};
const ClassTexts& compiled_class_texts();

} // namespace isobar
