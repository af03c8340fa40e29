#pragma once
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace isobar {

/// Reads a program's arguments. Returns its exit code if it ends here: 0 after --help, and 2 after arguments that it
/// does not know. One line names these, as with the programs of miniapp.
inline std::optional<int> read_arguments(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return {};
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& e) {
    const std::string text = e.what(), line = text.substr(0, text.find('\n'));
    fmt::print(stderr, "{0}: {1}; see {0} --help\n", app.get_name(), line);
    return 2;
  }
}

} // namespace isobar
