#include "flow/restart_head.hpp"

#include "flow/restart_keys.hpp"
#include "input/input_error.hpp"
#include "io/checksum.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace isobar::restart {
namespace {

constexpr std::string_view title = "isobar_flow restart ";
constexpr const char* expected = "expected a file that output.restart has written";

[[noreturn]] void refuse(const std::string& problem, const std::string& right = expected) {
  throw InputError(fmt::format("{}; {}", problem, right));
}
[[noreturn]] void refuse_kind() { refuse("is no restart file of isobar_flow"); }

/// Removes the first line of a text and returns it without its newline.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Removes the next line, `key = value`, and returns its value.
std::string take_value(std::string_view& text, std::string_view key) {
  const std::string_view line = take_line(text);
  const std::string begin = fmt::format("{} = ", key);
  if (!line.starts_with(begin)) refuse(fmt::format("has no {} where it belongs", key));
  return std::string(line.substr(begin.size()));
}

template <class T> T integer(std::string_view text, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) refuse_kind();
  return value;
}

double number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') refuse_kind();
  return value;
}

void check_clock(const FlowClock& c) {
  const bool times = std::isfinite(c.time) && c.time >= 0.0 && std::isfinite(c.last_dt) &&
                     c.last_dt >= 0.0 && c.last_dt <= c.time * (1.0 + 1e-12);
  const bool steps = c.steps >= 0 && (c.steps > 0 || c.last_dt == 0.0);
  if (!times || !steps)
    refuse(fmt::format("has a clock that cannot be (time {}, {} steps, the last of length {})",
                       c.time, c.steps, c.last_dt),
           "expected finite numbers from 0, and no step longer than the time");
}

void check_outputs(const Point& p) {
  if (p.outputs < 0 || p.outputs > p.clock.steps || (p.has_output && p.outputs == 0))
    refuse(fmt::format("has {} outputs after {} steps", p.outputs, p.clock.steps));
}

void check_size(Int64 found, Int64 wanted) {
  if (found < wanted)
    refuse(fmt::format("is not complete ({} bytes instead of {})", found, wanted));
  if (found > wanted) refuse(fmt::format("is too long ({} bytes instead of {})", found, wanted));
}

/// The description in format 1, which has one line with sizes and scheme.
std::string description_1(const FlowDeck& deck) {
  const flow::Grid& g = deck.grid;
  return fmt::format("{}1: {} x {} x {} cells, {}, {}", title, g.nx, g.ny, g.nz,
                     deck.has_temperature() ? "with temperature" : "without temperature",
                     deck::word(deck.time.scheme));
}

Head read_head_1(std::string_view line, std::string_view text, const FlowDeck& deck) {
  if (line != description_1(deck))
    refuse(fmt::format("holds \"{}\"", brief(line, 200)),
           fmt::format("expected \"{}\"", description_1(deck)));
  std::string_view numbers = take_line(text);
  const auto take_word = [&] {
    const std::size_t end = std::min(numbers.find(' '), numbers.size());
    const std::string word(numbers.substr(0, end));
    numbers.remove_prefix(std::min(end + 1, numbers.size()));
    return word;
  };
  Head head{.point = {}, .format = 1, .bytes = head_bytes_1};
  FlowClock& clock = head.point.clock;
  clock.steps = integer<Int64>(take_word());
  clock.time = number(take_word());
  clock.last_dt = number(take_word());
  if (!numbers.empty()) refuse_kind();
  return head;
}

[[noreturn]] void refuse_value(std::string_view key, std::string_view found,
                               std::string_view wanted) {
  refuse(fmt::format("is of a flow with {} = {}, and this run has {}", key, brief(found),
                     brief(wanted)),
         "expected the same value");
}

/// Compares the additional keys of the file with those of the deck,
/// in any order. A key that one of them lacks has its default there.
void compare_additions(std::string_view text, const FlowDeck& deck) {
  KeyTexts wanted = restart_additions(deck);
  const std::string usual = "its default";
  std::string_view line = take_line(text);
  for (; !line.empty(); line = take_line(text)) {
    const std::size_t end = line.find(" = ");
    if (end == std::string_view::npos) refuse_kind();
    const std::string_view key = line.substr(0, end), value = line.substr(end + 3);
    const auto same =
        std::ranges::find_if(wanted, [&](const auto& entry) { return entry.first == key; });
    if (same == wanted.end()) refuse_value(key, value, usual);
    if (same->second != value) refuse_value(key, value, same->second);
    wanted.erase(same);
  }
  if (!wanted.empty()) refuse_value(wanted[0].first, usual, wanted[0].second);
}

void compare_keys(std::string_view& text, const FlowDeck& deck) {
  for (const auto& [key, wanted] : restart_keys(deck))
    if (const std::string found = take_value(text, key); found != wanted)
      refuse_value(key, found, wanted);
  compare_additions(text, deck);
}

Head read_head_2(std::string_view text, const FlowDeck& deck) {
  const std::string checksum = take_value(text, "checksum");
  Checksum found;
  found.add(text.data(), Int64(text.size()));
  if (const std::string own = fmt::format("{:08x}", found.crc); own != checksum)
    refuse(fmt::format("is damaged: its head has checksum {} instead of {}", own, brief(checksum)),
           "expected a file as it was written");
  Head head{.point = {}, .format = 2, .bytes = head_bytes};
  head.checksum = integer<std::uint32_t>(take_value(text, "fields"), 16);
  Point& point = head.point;
  point.clock.steps = integer<Int64>(take_value(text, "clock.steps"));
  point.clock.time = number(take_value(text, "clock.time"));
  point.clock.last_dt = number(take_value(text, "clock.last_dt"));
  point.outputs = integer<int>(take_value(text, "outputs"));
  point.has_output = integer<int>(take_value(text, "outputs.here")) != 0;
  point.probe_places = take_value(text, "probes");
  compare_keys(text, deck);
  return head;
}

} // namespace

Int64 field_bytes(Int64 cells, bool has_temperature) {
  return (has_temperature ? 9 : 7) * cells * Int64(sizeof(double));
}

std::string head_text(const FlowDeck& deck, const Point& point, std::uint32_t checksum) {
  const FlowClock& c = point.clock;
  std::string text = fmt::format(
      "fields = {:08x}\nclock.steps = {}\nclock.time = {:a}\nclock.last_dt = {:a}\noutputs = {}\n"
      "outputs.here = {:d}\nprobes = {}\n",
      checksum, c.steps, c.time, c.last_dt, point.outputs, point.has_output, point.probe_places);
  for (const auto& [key, value] : restart_keys(deck)) text += fmt::format("{} = {}\n", key, value);
  for (const auto& [key, value] : restart_additions(deck))
    text += fmt::format("{} = {}\n", key, value);
  constexpr std::size_t first_lines = 22 + 20; // the title, and a checksum of eight digits
  text.resize(std::size_t(head_bytes) - first_lines, '\n');
  Checksum own;
  own.add(text.data(), Int64(text.size()));
  return fmt::format("{}2\nchecksum = {:08x}\n{}", title, own.crc, text);
}

Head read_head(std::string_view text, Int64 file_bytes, const FlowDeck& deck) {
  if (!text.starts_with(title)) refuse_kind();
  const std::string_view line = take_line(text);
  Head head;
  if (line.starts_with(fmt::format("{}1: ", title))) head = read_head_1(line, text, deck);
  else if (line == fmt::format("{}2", title)) {
    check_size(std::min(file_bytes, head_bytes), head_bytes);
    head = read_head_2(text, deck);
  } else refuse(fmt::format("begins with \"{}\"", brief(line)));
  check_size(file_bytes, head.bytes + field_bytes(deck.unknowns(), deck.has_temperature()));
  check_clock(head.point.clock);
  check_outputs(head.point);
  return head;
}

} // namespace isobar::restart
