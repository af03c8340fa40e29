#pragma once
#include <span>
#include <string>
#include <string_view>

namespace isobar {

/// The text of a CSV file that grows during a run: a line of titles, then a row of numbers for each
/// time. The time is the row's first number.
class CsvSeries {
public:
  /// Without titles the series stays empty.
  explicit CsvSeries(std::string_view titles = {});

  bool is_kept() const { return !titles_.empty(); }
  const std::string& text() const { return text_; }

  /// Adds a row, unless the series already has a row of this time or a later one.
  void add(double time, std::span<const double> numbers);

  /// Continues the text of an earlier file: keeps its rows before `time`, and a row at `time` if `keeps_last`. Rows
  /// that are added later must be after `time`, or with `adds_now` not before it. Throws InputError, one line without
  /// the file's name, for other titles, for rows with another count of numbers, and for times that do not grow.
  void go_on(std::string_view file, double time, bool keeps_last, bool adds_now);

private:
  double time_of(std::string_view row, int line, double last) const;

  std::string titles_, text_;
  double last_; ///< rows up to this time are not added
};

} // namespace isobar
