#include "deck/deck_scan.hpp"

#include "input/plain_text.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace isobar::deck {
namespace {

/// Whether a letter belongs to a key without quotes, a number, a date, true or false.
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '+' || c == '.' || c == ':';
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool ends_value(char c) {
  return std::string_view(" \t\r\n,]}#").find(c) != std::string_view::npos;
}
bool begins_number(char c) { return (c >= '0' && c <= '9') || c == '+' || c == '-'; }
bool begins_key(char c) {
  return (is_word(c) && c != '+' && c != '.' && c != ':') || c == '"' || c == '\'';
}

/// The byte order mark that some editors put before text in UTF-8.
constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

/// Whether a word is a decimal number beyond the range of double: it would overflow, or become 0.
bool is_lost_in_a_double(std::string_view word) {
  std::string digits;
  for (const char c : word)
    if (c != '_') digits += c;
  const char* const first = digits.data() + (digits[0] == '+' ? 1 : 0);
  const char* const last = digits.data() + digits.size();
  double value = 0.0;
  const auto [end, error] = std::from_chars(first, last, value);
  // The TOML reader reports a number that is too large for an integer.
  const bool fractional = word.find_first_of(".eE") != std::string_view::npos;
  const std::string_view mantissa = word.substr(0, word.find_first_of("eE"));
  const bool vanished = value == 0.0 && mantissa.find_first_of("123456789") != mantissa.npos;
  return fractional && end == last && (vanished || error == std::errc::result_out_of_range);
}

/// Whether a word begins as dates and times do, which no key of a deck takes.
bool is_date_or_time(std::string_view word) {
  if (word.find(':') != word.npos) return true;
  const std::size_t dash = word.find('-', 1);
  return begins_number(word[0]) && dash != word.npos && word[dash - 1] != 'e' &&
         word[dash - 1] != 'E';
}

/// Reads the text once, as the TOML reader would, until the first problem.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  ScanResult operator()() {
    if (text_.size() > most_bytes)
      return {1, fmt::format("{} bytes; expected at most {}", text_.size(), most_bytes)};
    if (text_.substr(0, utf8_mark.size()) == utf8_mark) at_ = utf8_mark.size();
    while (at_ < text_.size() && result_.problem.empty()) step();
    return result_;
  }

private:
  void step() {
    const char c = text_[at_];
    if (c == '[' && line_begins_ && open_.empty()) check_header();
    if (!is_blank(c)) line_begins_ = c == '\n';
    if (c == '#') skip_to(text_.find('\n', at_));
    else if (c == '"' || c == '\'') skip_quoted(c);
    else if (is_word(c)) read_word();
    else read_mark(c);
  }

  /// The TOML reader does not check that a name follows [ or [[.
  void check_header() {
    std::size_t next = at_ + 1;
    if (text_.substr(next, 1) == "[") ++next;
    while (next < text_.size() && is_blank(text_[next])) ++next;
    if (next < text_.size() && text_[next] != ']' && !begins_key(text_[next]))
      refuse("syntax error: no name behind [; expected a section, as in [grid]");
  }

  void skip_to(std::size_t end) {
    end = std::min(end, text_.size());
    result_.line += std::size_t(
        std::count(text_.begin() + std::ptrdiff_t(at_), text_.begin() + std::ptrdiff_t(end), '\n'));
    at_ = end;
  }

  /// Outside quotes and comments TOML is ASCII. Some releases of the TOML reader are undefined
  /// behaviour for other characters there.
  void refuse_letter() {
    const std::size_t end = text_.find_first_of(" \t\r\n", at_);
    refuse(fmt::format("syntax error: {}; expected letters outside a to z only in quotes",
                       brief(text_.substr(at_, end - at_))));
  }

  /// Text in one or three quotes, single or double.
  void skip_quoted(char quote) {
    const std::string_view rest = text_.substr(at_);
    const std::string three(3, quote),
        quotes = rest.substr(0, 3) == three ? three : three.substr(2);
    std::size_t end = quotes.size();
    while (end < rest.size() && rest[end] != '\n' && rest.substr(end, quotes.size()) != quotes) {
      const bool escape = rest[end] == '\\' && quote == '"';
      if (escape && !is_ascii(rest.substr(end + 1, 1)))
        return refuse("syntax error: backslash before a letter outside a to z");
      end += escape ? 2 : 1;
    }
    if (rest.substr(0, end + 1).find('\n') != rest.npos)
      return refuse("syntax error: quotes that do not close; expected text on one line");
    end = std::min(end + quotes.size(), rest.size());
    // One or two quotes may belong to the text before the three that close it.
    for (int i = 0; quotes == three && i < 2 && rest.substr(end, 1) == three.substr(2); ++i) ++end;
    skip_to(at_ + end);
  }

  void read_word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    parts_ += int(std::ranges::count(word, '.'));
    if (parts_ > most_key_parts)
      return refuse(fmt::format("key of more than {} parts; expected section.key", most_key_parts));
    // The TOML reader continues with any character directly behind a number.
    if (begins_number(word[0]) && at_ < text_.size() && !ends_value(text_[at_]))
      return refuse(fmt::format("syntax error: {}{}; expected a space or a comma behind the number",
                                brief(word), text_[at_]));
    if (is_date_or_time(word))
      return refuse(
          fmt::format("{}: a date or time; expected a number, text in quotes, true, false "
                      "or a list",
                      brief(word)));
    if (is_lost_in_a_double(word))
      refuse(fmt::format("{}: out of range; expected 0 or a number from 1e-307 to 1e308 or so",
                         brief(word)));
  }

  /// Spaces may stand around a key's dots; everything else begins something new.
  void read_mark(char c) {
    if (!is_ascii({&c, 1})) return refuse_letter();
    if (c == '[' || c == '{') open_ += c;
    if (c == ']' || c == '}') close(c);
    if (!is_blank(c)) parts_ = 1;
    skip_to(at_ + 1);
    if (open_.size() > most_nesting)
      refuse(fmt::format("lists or tables more than {} deep; expected at most one in another",
                         most_nesting));
  }

  /// The TOML reader does not check that no } stands in a list.
  void close(char bracket) {
    if (open_.empty()) return;
    const char expected = open_.back() == '[' ? ']' : '}';
    if (bracket != expected)
      refuse(fmt::format("syntax error: {}; expected {}", bracket, expected));
    open_.pop_back();
  }

  void refuse(std::string problem) { result_.problem = std::move(problem); }

  std::string_view text_;
  std::size_t at_ = 0;
  int parts_ = 1;
  std::string open_;        ///< brackets that have not been closed, the innermost last
  bool line_begins_ = true; ///< only blanks precede on this line
  ScanResult result_;
};

} // namespace

ScanResult scan(std::string_view toml) { return Scanner(toml)(); }

} // namespace isobar::deck
