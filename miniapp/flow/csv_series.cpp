#include "flow/csv_series.hpp"

#include "input/input_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace isobar {
namespace {

constexpr double before_all = -HUGE_VAL;

/// Removes a row's next number and its comma, and returns the number; NaN if there is none.
double take_cell(std::string_view& row) {
  const std::size_t end = std::min(row.find(','), row.size());
  const std::string cell(row.substr(0, end));
  row.remove_prefix(std::min(end + 1, row.size()));
  char* behind = nullptr;
  const double value = std::strtod(cell.c_str(), &behind);
  return cell.empty() || *behind != '\0' ? NAN : value;
}

} // namespace

CsvSeries::CsvSeries(std::string_view titles)
    : titles_(titles), text_(titles.empty() ? "" : titles_ + '\n'), last_(before_all) {}

void CsvSeries::add(double time, std::span<const double> numbers) {
  if (!is_kept() || time <= last_) return;
  text_ += fmt::format("{:.17g}", time);
  for (const double number : numbers) text_ += fmt::format(",{:.17g}", number);
  text_ += '\n';
  last_ = time;
}

/// Reads the time of a row, which must be later than `last`.
double CsvSeries::time_of(std::string_view row, int line, double last) const {
  const auto columns = std::ranges::count(titles_, ',');
  if (std::ranges::count(row, ',') != columns)
    throw InputError(fmt::format("line {} has {} numbers; expected {}", line,
                                 std::ranges::count(row, ',') + 1, columns + 1));
  const double time = take_cell(row);
  bool all = std::isfinite(time);
  for (auto n = columns; n > 0; --n) all = std::isfinite(take_cell(row)) && all;
  if (!all)
    throw InputError(
        fmt::format("line {} has a cell without a number; expected {} numbers", line, columns + 1));
  if (time <= last)
    throw InputError(fmt::format("line {} has the time {} behind {}; expected times that grow",
                                 line, time, last));
  return time;
}

void CsvSeries::go_on(std::string_view file, double time, bool keeps_last, bool adds_now) {
  if (!file.ends_with('\n')) throw InputError("ends within a line; expected complete ones");
  std::string kept = titles_ + '\n';
  double last = before_all, last_kept = before_all;
  for (int line = 1; !file.empty(); ++line) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    const std::string_view row = file.substr(0, end);
    file.remove_prefix(std::min(end + 1, file.size()));
    if (line == 1) {
      if (row != titles_)
        throw InputError(fmt::format("begins with \"{}\"; expected \"{}\"", brief(row), titles_));
      continue;
    }
    last = time_of(row, line, last);
    if (last > time || (last == time && !keeps_last)) continue;
    kept += fmt::format("{}\n", row);
    last_kept = last;
  }
  text_ = std::move(kept);
  last_ = adds_now ? std::min(last_kept, time) : time;
}

} // namespace isobar
