// Text of others on one line: control characters and broken UTF-8 are written out.
#include "input/input_error.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace {

using namespace isobar;

TEST(PlainText, StaysAsItIs) {
  for (const std::string& text : std::vector<std::string>{
           "", "a b\\n", "caf\u00e9 \u20ac \U0001d11e", "\u00a0", "\ud7ff\ue000", "\U0010ffff"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_TRUE(is_printable(text));
    EXPECT_EQ(brief(text), text);
  }
}

TEST(PlainText, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(printable("a\n\r\tb\x1b[2J\x7f"), "a\\n\\r\\tb\\x1b[2J\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u0085\u009b\u2028\u2029\u202e\u2066"),
            "\\u0085\\u009b\\u2028\\u2029\\u202e\\u2066");
}

TEST(PlainText, BrokenUtf8IsWrittenOut) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");
  EXPECT_EQ(printable("\xc3z\xa9"), "\\xc3z\\xa9");
  EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80") << "two bytes for what one holds";
  EXPECT_EQ(printable("\xe0\x9f\xbf"), "\\xe0\\x9f\\xbf");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair of UTF-16";
  EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), "\\xf0\\x8f\\xbf\\xbf");
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(PlainText, IsCutBehindAWholeCharacter) {
  EXPECT_EQ(brief("12345678", 8), "12345678");
  EXPECT_EQ(brief("123456789", 8), "12345...");
  EXPECT_EQ(brief("1234\u00e9789", 8), "1234...");
  EXPECT_EQ(brief("123\u00e96789", 8), "123\u00e9...");
  EXPECT_EQ(brief("12\U0001d11e6789", 8), "12...");
  EXPECT_EQ(brief("1234\n678", 8), "1234\\...");
  EXPECT_EQ(brief(std::string(1'000'000, '\n'), 80).size(), 80u);
}

TEST(PlainText, InputErrorsAreOneLine) { EXPECT_STREQ(InputError("a\nb").what(), "a\\nb"); }

} // namespace
