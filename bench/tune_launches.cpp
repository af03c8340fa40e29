#include "arguments.hpp"
#include "gpu_report_fields.hpp"
#include "tune_heights.hpp"

#include "input/input_error.hpp"
#include "io/partial_file.hpp"
#include "pressure/deck/deck_launch.hpp"
#include "pressure/setup/launch_rules.hpp"

#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <utility>

/// Finds the shape of teams that solves the columns of each level fastest on this GPU. Prints it as
/// the section [launch] of a deck:
///
///     isobar_tune > launch.toml
///
/// or, with --table, adds it to a file for launch.table of decks, in which each kind of GPU has its
/// rules. With --heights it prints how long columns of many layers take in each shape.
namespace {

using namespace isobar;
using namespace isobar::gpu_report;

/// Milliseconds of the three kernels of a cycle that solve columns.
template <class P> double solve_time(const Sizes& s) {
  using T = typename P::storage;
  const int n = s.columns;
  const GridOf<P> grid = whole_grid<typename P::arithmetic>(s);
  Field<T> u = random_field<T>(n, s.nz, 1), out = random_field<T>(n, s.nz, 2);
  const Field<T> f = random_field<T>(n, s.nz, 3), coarse = random_field<T>(n / 2, s.nz, 4);
  const auto time = [&](const auto& kernel) {
    return 1e3 * seconds(s.repeats, 20, [&] {
                   kernel();
                   std::swap(u, out);
                 }).median;
  };
  return time([&] { Smoother<P>::smooth(grid, 0.6, u, f, out); }) +
         time([&] { Transfer<P>::prolongate_smooth(grid, 0.6, u, f, coarse, out); }) +
         time([&] { Smoother<P>::solve_columns(grid, f, out); });
}

template <class P> deck::LaunchRule best_rule(const Sizes& s) {
  const std::size_t word = sizeof(typename P::arithmetic);
  deck::LaunchRule best{{}, gpu_name()};
  double least = std::numeric_limits<double>::infinity();
  for (MarchShape shape : compiled_march_shapes(word))
    for (shape.teams_per_multiprocessor = 1; shape.teams_per_multiprocessor <= 8;
         shape.teams_per_multiprocessor *= 2) {
      const MarchRule rule{word, Int64(s.columns) * s.columns, shape};
      if (!(march_shape(s.columns, s.columns, s.nz, word, {rule}) == shape))
        continue; // other heights'
      try {
        const double time = solve_time<P>({s.columns, s.nz, s.repeats, {rule}});
        fmt::print("# {:<32} {:.4f} ms\n", deck::rule_text({rule}), time);
        if (time < least) best.march = rule;
        least = std::min(least, time);
      } catch (const std::runtime_error& e) { // a team that does not fit this GPU
        fmt::print("# {:<32} cannot be launched\n", deck::rule_text({rule}));
      }
    }
  return best;
}

template <class P> void tune(const Sizes& sizes, std::vector<deck::LaunchRule>& rules) {
  for (int n = sizes.columns; n >= 32; n /= 2) {
    deck::LaunchRule rule = best_rule<P>({n, sizes.nz, sizes.repeats});
    if (rule.march.word == 0) continue;
    if (n / 2 < 32) rule.march.columns = 0; // all smaller levels too
    rules.push_back(rule);
  }
}

/// The rules of a table's file; none if no table is named, or there is no such file yet. Throws InputError.
std::vector<deck::LaunchRule> rules_of_table(const std::string& path) {
  if (path.empty() || !std::filesystem::exists(path)) return {};
  return deck::read_launch_table(path);
}

/// Throws FileError.
void write_table(const std::string& path, const std::vector<deck::LaunchRule>& rules) {
  const std::string text = deck::launch_table_text(rules);
  PartialFile file(path, Int64(text.size()));
  file.write(0, text.data(), Int64(text.size()));
  file.commit();
}

} // namespace

int main(int argc, char** argv) try {
  Sizes sizes;
  CLI::App app{"Finds the launch parameters of this GPU and prints them for a deck", "isobar_tune"};
  app.add_option("--size", sizes.columns, "columns in x and in y of the largest level")
      ->check(CLI::Range(32, 4096));
  app.add_option("--nz", sizes.nz, "layers")->check(CLI::Range(1, 1024));
  std::string table;
  CLI::Option* const writes_table = app.add_option(
      "--table", table, "also writes the rules into this file, for launch.table of decks");
  std::vector<int> heights;
  app.add_option("--heights", heights,
                 "times columns of these numbers of layers instead, and finds no rules")
      ->check(CLI::Range(1, 1024))
      ->delimiter(',')
      ->excludes(writes_table);
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  if (on_host) {
    fmt::print("isobar_tune: fields are in host memory; there is nothing to tune\n");
    return 0;
  }
  const Kokkos::ScopeGuard kokkos(argc, argv);
  if (!heights.empty()) {
    print_heights({sizes.columns, heights});
    return 0;
  }
  const std::vector<deck::LaunchRule> old = rules_of_table(table); // a bad table is refused first
  std::vector<deck::LaunchRule> rules;
  tune<Double>(sizes, rules);
  tune<Float>(sizes, rules);
  fmt::print("{}", deck::launch_table_text(rules));
  if (!table.empty()) write_table(table, with_found_rules(old, gpu_name(), sizes.nz, rules));
} catch (const InputError& e) {
  fmt::print(stderr, "isobar_tune: {}\n", e.what());
  return 2;
} catch (const std::exception& e) {
  fmt::print(stderr, "isobar_tune: {}\n", e.what());
  return 3;
}
