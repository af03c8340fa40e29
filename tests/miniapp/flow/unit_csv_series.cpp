// Series in CSV that go on in the file of an earlier run.
#include "flow/csv_series.hpp"
#include "support_deck.hpp"

#include <array>
#include <gtest/gtest.h>

namespace {

using namespace isobar;

constexpr std::array<double, 1> one{1.0};
const std::string file = "time,a\n0,1\n0.5,1\n1,1\n1.5,1\n";

CsvSeries after(double time, bool keeps_last, bool adds_now) {
  CsvSeries series("time,a");
  series.go_on(file, time, keeps_last, adds_now);
  return series;
}

TEST(CsvSeries, HasEachTimeOnce) {
  CsvSeries series("time,a");
  for (const double time : {0.0, 0.5, 0.5, 0.25, 1.0, 1.5}) series.add(time, one);
  EXPECT_EQ(series.text(), file);
}

TEST(CsvSeries, KeepsNothingWithoutTitles) {
  CsvSeries none;
  none.add(0.0, one);
  EXPECT_FALSE(none.is_kept());
  EXPECT_EQ(none.text(), "");
}

TEST(CsvSeries, RowsBehindTheClockAreCutOff) {
  EXPECT_EQ(after(0.5, true, true).text(), "time,a\n0,1\n0.5,1\n");
  EXPECT_EQ(after(0.5, false, false).text(), "time,a\n0,1\n");
  EXPECT_EQ(after(9.0, true, true).text(), file);
}

TEST(CsvSeries, ARowThatIsDueAndMissingIsAdded) {
  for (const bool due : {true, false}) {
    CsvSeries series = after(0.75, due, due);
    for (const double time : {0.75, 1.0}) series.add(time, one);
    EXPECT_EQ(series.text(),
              std::string("time,a\n0,1\n0.5,1\n") + (due ? "0.75,1\n" : "") + "1,1\n");
  }
}

std::string problem_of(const std::string& text) {
  return error_of([&] { CsvSeries("time,a").go_on(text, 1.0, true, true); });
}

TEST(CsvSeries, FilesThatAreNoSeries) {
  EXPECT_EQ(problem_of("time,b\n"), "begins with \"time,b\"; expected \"time,a\"");
  EXPECT_EQ(problem_of("{\n"), "begins with \"{\"; expected \"time,a\"");
  EXPECT_EQ(problem_of("time,a\n0,1\n0.5,1"), "ends within a line; expected complete ones");
  EXPECT_EQ(problem_of("time,a\n0,1\n1\n"), "line 3 has 1 numbers; expected 2");
  EXPECT_EQ(problem_of("time,a\n0,1,2\n"), "line 2 has 3 numbers; expected 2");
  for (const char* row : {"0,x", "0,", "nan,1", "0,inf", "0,1\r"})
    EXPECT_EQ(problem_of(std::string("time,a\n") + row + "\n"),
              "line 2 has a cell without a number; expected 2 numbers");
  EXPECT_EQ(problem_of("time,a\n0,1\n0,1\n"),
            "line 3 has the time 0 behind 0; expected times that grow");
}

} // namespace
