#include "c/errors.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <fmt/format.h>
#include <new>
#include <regex>

namespace isobar::c {
namespace {

thread_local std::string last_error, last_error_from_base;
thread_local bool in_call = false;

/// Keeps the text in a form that C can have, one line, and returns the code.
int failed(int code, const char* text) {
  last_error = text;
  for (char& c : last_error)
    if (c == '\n' || c == '\r') c = ' ';
  if (last_error.empty()) last_error = "an error without a text";
  return code;
}

int code_of(const std::function<void()>& call) {
  last_error.clear();
  try {
    call();
    return ISOBAR_OK;
  } catch (const EnvironmentError& e) {
    return failed(ISOBAR_ENVIRONMENT, e.what());
  } catch (const std::bad_alloc&) {
    return failed(ISOBAR_NO_MEMORY, "no memory");
  } catch (const std::invalid_argument& e) {
    return failed(ISOBAR_WRONG_ARGUMENT, e.what());
  } catch (const std::exception& e) {
    return failed(ISOBAR_FAILED, e.what());
  } catch (...) {
    return failed(ISOBAR_FAILED, "an exception that is none of C++'s standard");
  }
}

} // namespace

int coded(const std::function<void()>& call) {
  if (in_call)
    return failed(ISOBAR_WRONG_ARGUMENT,
                  "a function of Isobar is called in one of the caller's, which Isobar calls; "
                  "expected questions only");
  in_call = true;
  const int code = code_of(call);
  in_call = false;
  return code;
}

int coded_question(const std::function<void()>& call) { return code_of(call); }

void refuse(const std::string& line) { throw std::invalid_argument(line); }

std::string with_base(const std::string& text, int base) {
  static const std::regex indices(R"(((?:cell|column|: ) ?)\((\d+), (\d+)(?:, (\d+))?\))");
  std::string result;
  auto rest = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), indices), end; match != end; ++match) {
    result.append(rest, match->prefix().second).append((*match)[1]).append("(");
    for (std::size_t n = 2; n < match->size(); ++n)
      if ((*match)[n].matched)
        result += fmt::format("{}{}", n == 2 ? "" : ", ", std::stoll((*match)[n]) + base);
    result += ")";
    rest = (*match)[0].second;
  }
  return result.append(rest, text.cend());
}

} // namespace isobar::c

extern "C" {

const char* isobar_error_text(void) { return isobar::c::last_error.c_str(); }

const char* isobar_error_text_from(int base) {
  using namespace isobar::c;
  try {
    last_error_from_base = with_base(last_error, base);
    return last_error_from_base.c_str();
  } catch (...) { // no memory: the indices count from 0
    return last_error.c_str();
  }
}
}
