#include "program/options.hpp"

#include "deck/deck_names.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isobar/core/version.hpp>

namespace isobar {
namespace {

const std::vector<std::string> switch_words(deck::words<deck::Switch>.begin(),
                                            deck::words<deck::Switch>.end());

std::vector<std::string> transport_words() {
  std::vector<std::string> words = {"auto"};
  for (const Transport way : transports) words.emplace_back(to_string(way));
  return words;
}
constexpr const char* gpu_mpi_is_gone =
    "--gpu-mpi is --transport now: device instead of on, staged instead of off";

/// The command line as CLI11 reads it.
struct ParsedOptions {
  std::string deck, transport = "auto", problem_class, algorithm;
  int ranks_per_host = 0;
  std::optional<std::string> report, progress;
  std::vector<std::string> settings;
  bool dry_run = false, list_decks = false, deck_reference = false;
};

void describe_classes(CLI::App& app, ParsedOptions& parsed) {
  app.add_option("--class", parsed.problem_class,
                 "a problem that everybody solves; DECK may say how to solve it (docs/classes.md)")
      ->type_name("S|M|L|XL|fill=SHARE");
  app.add_option("--algorithm", parsed.algorithm,
                 "of the class: the papers', or any that reaches the true residual (default)")
      ->check(CLI::IsMember(std::vector<std::string>{"reference", "open"}))
      ->type_name("reference|open");
}

void describe_options(CLI::App& app, ParsedOptions& parsed, const Program& program) {
  app.footer("exit codes: 0 valid result, 1 verification failed or not converged, 2 bad input,\n"
             "3 environment (MPI, memory, GPU)");
  app.set_version_flag("--version", fmt::format("{} {}", program.name, version));
  app.add_option("DECK", parsed.deck, "deck in TOML that describes the run");
  // Each option takes one value: a list would also take the deck that may follow.
  app.add_option("--set", parsed.settings, "override a value of the deck; may be repeated")
      ->type_name("SECTION.KEY=VALUE")
      ->type_size(1)
      ->allow_extra_args(false);
  if (program.has_classes) describe_classes(app, parsed);
  app.add_option("--report", parsed.report, "write the report in JSON")->type_name("FILE");
  app.add_option("--transport", parsed.transport, "how halos travel between ranks")
      ->check(CLI::IsMember(transport_words()))
      ->type_name(fmt::format("{}", fmt::join(transport_words(), "|")));
  app.add_option("--ranks-per-host", parsed.ranks_per_host,
                 "for tests: so many ranks take themselves for a host")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  app.add_option_function<std::string>(
         "--gpu-mpi", [](const std::string&) { throw InputError(gpu_mpi_is_gone); })
      ->group(""); // hidden from --help
  app.add_option("--progress", parsed.progress, "lines about a long solve on standard error")
      ->check(CLI::IsMember(switch_words))
      ->type_name("auto|on|off");
  app.add_flag("--dry-run", parsed.dry_run, "say what a run would take, and stop");
  app.add_flag("--list-decks", parsed.list_decks,
               fmt::format("list the decks that come with {}", program.name));
  app.add_flag("--deck-reference", parsed.deck_reference,
               "print the meaning of every key of a deck");
}

std::vector<Override> overrides_of(const ParsedOptions& parsed) {
  std::vector<Override> overrides;
  for (const std::string& setting : parsed.settings) overrides.push_back(parse_override(setting));
  if (parsed.report)
    overrides.push_back({"--report " + *parsed.report, "output.report", *parsed.report});
  if (parsed.progress)
    overrides.push_back({"--progress " + *parsed.progress, "run.progress", *parsed.progress});
  return overrides;
}

std::optional<Transport> transport_of(const std::string& word) {
  for (const Transport t : transports)
    if (word == to_string(t)) return t;
  return {};
}

Options show(const std::string& text) {
  Options options;
  options.action = Action::show_text;
  options.text = text;
  return options;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

} // namespace

Options parse_options(int argc, const char* const* argv, const Program& program) {
  CLI::App app(program.description, program.name);
  ParsedOptions parsed;
  describe_options(app, parsed, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return show(app.help());
  } catch (const CLI::CallForVersion&) {
    return show(fmt::format("{} {}\n", program.name, version));
  } catch (const CLI::ParseError& e) {
    throw InputError(fmt::format("{}; see {} --help", first_line(e.what()), program.name));
  }
  Options options;
  options.action = parsed.list_decks       ? Action::list_decks
                   : parsed.deck_reference ? Action::deck_reference
                   : parsed.dry_run        ? Action::dry_run
                                           : Action::run;
  options.deck = parsed.deck;
  options.problem_class = parsed.problem_class;
  options.algorithm = parsed.algorithm.empty() ? "open" : parsed.algorithm;
  options.overrides = overrides_of(parsed);
  options.transport = transport_of(parsed.transport);
  options.ranks_per_host = parsed.ranks_per_host;
  const bool needs_deck = options.action == Action::run || options.action == Action::dry_run;
  if (!parsed.algorithm.empty() && parsed.problem_class.empty())
    throw InputError(fmt::format("--algorithm {}: no class given; expected --class too, as S",
                                 parsed.algorithm));
  if (needs_deck && parsed.deck.empty() && parsed.problem_class.empty())
    throw InputError(fmt::format(
        "no deck given; expected DECK.toml, for example {} (see --list-decks)", program.example));
  return options;
}

std::string Program::inputs_directory() const {
  return *decks == '\0' ? inputs("") : inputs(decks);
}

std::string Program::inputs(const std::string& file) const {
  namespace fs = std::filesystem;
  const auto below = [&](const fs::path& inputs) {
    return (file.empty() ? inputs : inputs / file).string();
  };
  std::error_code error;
  std::vector<fs::path> places;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    places.push_back(self.parent_path().parent_path() / "share/isobar/inputs");
#ifdef ISOBAR_INPUTS_DIR
    places.push_back((self.parent_path() / ISOBAR_INPUTS_DIR).lexically_normal());
#endif
  }
  for (const fs::path& place : places)
    if (fs::is_directory(place, error)) return below(place);
  return below("inputs");
}

} // namespace isobar
