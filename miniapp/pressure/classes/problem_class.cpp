#include "pressure/classes/problem_class.hpp"

#include "deck/deck_reader.hpp"
#include "pressure/classes/class_texts.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace isobar {
namespace {

struct Size {
  std::string_view name;
  int columns;           ///< a side of the panel; 128 layers
  int columns_on_sphere; ///< a side of each of six panels
};
/// 2, 34, 1208 and 4832 million unknowns on the panel; 3, 28, 1258 and 5033 on the sphere.
constexpr std::array<Size, 4> sizes{
    {{"S", 128, 64}, {"M", 512, 192}, {"L", 3072, 1280}, {"XL", 6144, 2560}}};
constexpr std::string_view sphere = "sphere-";

/// Columns with which a fill deck is read before the device's memory is known.
constexpr int provisional_columns = 64;

std::optional<double> share(const std::string& name) {
  constexpr std::string_view prefix = "fill=";
  double value = 0.0;
  const char* const end = name.data() + name.size();
  if (!name.starts_with(prefix)) return {};
  const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, value);
  if (error != std::errc() || stop != end || !(value > 0.0 && value <= 1.0)) return {};
  return value;
}

/// The overrides that a class consists of.
std::vector<Override> size_of(const ProblemClass& c) {
  const std::string option = "--class " + c.name;
  const std::string columns = std::to_string(c.columns > 0 ? c.columns : provisional_columns);
  std::vector<Override> all = {{option, "grid.nx", columns}, {option, "grid.ny", columns}};
  if (c.on_sphere) all.push_back({option, "grid.domain", "sphere"});
  return all;
}

/// The text of the directory's file, or the compiled-in text if there is none.
deck::DeckText text_of(const std::string& directory, const char* name,
                       const std::string& compiled) {
  const std::string path = (std::filesystem::path(directory) / name).string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {compiled, path, false};
  return {deck::read_deck_file(path), path, false};
}

const std::string& compiled_algorithm(const ProblemClass& c) {
  const ClassTexts& texts = compiled_class_texts();
  return c.algorithm == ClassAlgorithm::open ? texts.open : texts.reference;
}

} // namespace

ProblemClass problem_class(const std::string& name, const std::string& algorithm) {
  ProblemClass c;
  c.name = name;
  c.algorithm = algorithm == "reference" ? ClassAlgorithm::reference : ClassAlgorithm::open;
  c.on_sphere = name.starts_with(sphere);
  const std::string_view of_size = std::string_view(name).substr(c.on_sphere ? sphere.size() : 0);
  for (const Size& size : sizes)
    if (size.name == of_size) c.columns = c.on_sphere ? size.columns_on_sphere : size.columns;
  c.fill = share(name);
  if (c.columns == 0 && !c.fill)
    throw InputError(
        fmt::format("--class {}: unknown class; expected S, M, L, XL, one of them with sphere- "
                    "before, or fill=SHARE with a number in (0, 1], as fill=0.8",
                    brief(name)));
  return c;
}

Deck class_deck(const ProblemClass& c, const std::string& directory, const std::string& solver_deck,
                const std::vector<Override>& overrides) {
  const deck::DeckText problem = text_of(directory, "problem.toml", compiled_class_texts().problem);
  deck::DeckText solver =
      solver_deck.empty()
          ? text_of(directory, (c.algorithm_name() + ".toml").c_str(), compiled_algorithm(c))
          : deck::DeckText{deck::read_deck_file(solver_deck), solver_deck, false};
  solver.only_solver = true;
  std::vector<Override> all = size_of(c);
  all.insert(all.end(), overrides.begin(), overrides.end());
  return parse_decks({problem, solver}, all);
}

Deck wanted_deck(const ProblemClass& c) {
  return parse_decks({{compiled_class_texts().problem, "problem.toml", false},
                      {compiled_algorithm(c), c.algorithm_name() + ".toml", true}},
                     size_of(c));
}

} // namespace isobar
