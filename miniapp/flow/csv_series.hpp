#pragma once
#include <span>
#include <string>
#include <string_view>

namespace isobar {

/// The text of a file in CSV that grows while a run goes on: titles, and then a row of numbers for each time, which comes first.
class CsvSeries {
public:
  /// Without titles nothing is kept.
  explicit CsvSeries(std::string_view titles = {});

  bool is_kept() const { return !titles_.empty(); }
  const std::string& text() const { return text_; }

  /// Adds a row, unless there is one of this time or a later one.
  void add(double time, std::span<const double> numbers);

  /// Goes on from the text of an earlier file: keeps its rows before `time`, and one at `time` if `keeps_last`. From now on rows are
  /// added behind `time`, or from it on if `adds_now`. Throws InputError, one line without the file's name, for other titles, rows
  /// that are not of as many numbers, and times that do not grow.
  void go_on(std::string_view file, double time, bool keeps_last, bool adds_now);

private:
  double time_of(std::string_view row, int line, double last) const;

  std::string titles_, text_;
  double last_; ///< no row up to this time is added
};

} // namespace isobar
