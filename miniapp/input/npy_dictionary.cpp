#include "input/npy_dictionary.hpp"

#include "input/plain_text.hpp"

#include <algorithm>

namespace isobar::npy {
namespace {

/// Characters that Python allows between the parts of an expression in brackets.
constexpr std::string_view blanks = " \t\n";

/// A text that is consumed from its front.
class Cursor {
public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  }

  /// Consumes blanks and then `word`, if `word` comes next.
  bool accept(std::string_view word) {
    skip_blanks();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Consumes a letter that stands directly here.
  void accept_suffix(char letter) {
    if (!rest_.empty() && rest_[0] == letter) rest_.remove_prefix(1);
  }

  /// Consumes a text in either kind of quotes and returns it without them. Keys have no backslash.
  bool accept_text(std::string& text) {
    skip_blanks();
    const std::size_t length = quoted_length(rest_);
    if (length == 0) return false;
    text = rest_.substr(1, length - 2);
    rest_.remove_prefix(length);
    return true;
  }

  /// The text up to the comma or bracket that ends a value, without blanks around it.
  bool accept_value(std::string& value) {
    skip_blanks();
    std::size_t end = 0;
    for (int depth = 0; end < rest_.size(); ++end) {
      const char c = rest_[end];
      if (depth == 0 && (c == ',' || c == '}')) break;
      if (c == '\'' || c == '"') {
        const std::size_t length = quoted_length(rest_.substr(end));
        if (length == 0) return false;
        end += length - 1;
      }
      depth += int(c == '(' || c == '[' || c == '{') - int(c == ')' || c == ']' || c == '}');
    }
    value = rest_.substr(0, rest_.substr(0, end).find_last_not_of(blanks) + 1);
    rest_.remove_prefix(end);
    return !value.empty() && !rest_.empty();
  }

private:
  /// Length of the text in quotes that comes next, quotes included; 0 if there is none or it does not
  /// end.
  static std::size_t quoted_length(std::string_view text) {
    if (text.empty() || (text[0] != '\'' && text[0] != '"')) return 0;
    const std::size_t end = text.find(text[0], 1);
    const bool plain = text.substr(0, end).find_first_of("\\\n") == text.npos;
    return end == text.npos || !plain ? 0 : end + 1;
  }

  std::string_view rest_;
};

std::string* member(Dictionary& d, std::string_view key) {
  return key == "descr"           ? &d.descr
         : key == "fortran_order" ? &d.fortran_order
         : key == "shape"         ? &d.shape
                                  : nullptr;
}

Dictionary broken(const std::string& why) {
  return {{}, {}, {}, "has a broken header" + (why.empty() ? "" : " (" + why + ")")};
}

} // namespace

Dictionary parse_dictionary(std::string_view text) {
  Dictionary found;
  Cursor cursor(text);
  if (text.empty() || text[0] != '{' || !cursor.accept("{")) return broken("no dictionary");
  bool more = true; // entries may follow: at the start and behind a comma
  while (!cursor.accept("}")) {
    std::string key, value;
    if (!more || !cursor.accept_text(key) || !cursor.accept(":") || !cursor.accept_value(value))
      return broken("no dictionary");
    std::string* const target = member(found, key);
    if (target == nullptr) return broken("unknown key '" + brief(key) + "'");
    if (!target->empty()) return broken(key + " stands twice");
    *target = value;
    more = cursor.accept(",");
  }
  cursor.skip_blanks();
  return cursor.at_end() ? found : broken("text behind the dictionary");
}

bool is_tuple(std::string_view value, const std::vector<std::string>& lengths, bool long_suffix) {
  Cursor cursor(value);
  const char* before = "(";
  for (const std::string& length : lengths) {
    if (!cursor.accept(before) || !cursor.accept(length)) return false;
    if (long_suffix) cursor.accept_suffix('L');
    before = ",";
  }
  const bool comma = cursor.accept(",");
  return (comma || lengths.size() > 1) && cursor.accept(")") && cursor.at_end();
}

} // namespace isobar::npy
