#pragma once
#include <isobar.h>

#include <functional>
#include <stdexcept>
#include <string>

/// No exception leaves a function of isobar.h: it becomes a code and the text of the thread's last error.
namespace isobar::c {

/// Does call() and returns its code. A call of isobar.h from a caller's function is refused.
int coded(const std::function<void()>& call);
/// The same for questions, which a caller's function may ask.
int coded_question(const std::function<void()>& call);

/// A line about an argument, as std::invalid_argument.
[[noreturn]] void refuse(const std::string& line);

/// Refuses a null pointer.
template <class T> T& required(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + " is null; expected a pointer");
  return *pointer;
}

/// Returns what read() returns. Arguments that this rank refuses must not leave other ranks waiting:
/// give_nothing() takes part in the call with arguments that differ from all others, or that all ranks refuse.
template <class Read, class GiveNothing>
auto refused_on_all(const Read& read, const GiveNothing& give_nothing) {
  try {
    return read();
  } catch (const std::invalid_argument&) {
    try {
      give_nothing();
    } catch (const std::invalid_argument&) { // this rank knows more about its argument
    }
    throw;
  }
}

/// `text` with indices counted from `base`: those behind "cell" or "column", or behind a name of numbers and a colon, as "(3, 4)".
std::string with_base(const std::string& text, int base);

} // namespace isobar::c
