#pragma once
#include <isobar.h>

#include <functional>
#include <stdexcept>
#include <string>

/// Turns exceptions into codes and the text of the thread's last
/// error, because no exception may leave a function of isobar.h.
namespace isobar::c {

/// Calls call() and returns its code. Refuses a call of isobar.h from a caller's function.
int coded(const std::function<void()>& call);
/// Calls call() and returns its code, for questions, which a caller's function may ask.
int coded_question(const std::function<void()>& call);

/// Throws std::invalid_argument with a line about an argument.
[[noreturn]] void refuse(const std::string& line);

/// Returns what the pointer points to; refuses a null pointer.
template <class T> T& required(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + " is null; expected a pointer");
  return *pointer;
}

/// Returns what read() returns. If this rank refuses arguments, other
/// ranks must not wait for it: give_nothing() then makes the call.
/// Its arguments differ from all others, or all ranks refuse them.
template <class Read, class GiveNothing>
auto refused_on_all(const Read& read, const GiveNothing& give_nothing) {
  try {
    return read();
  } catch (const std::invalid_argument&) {
    try {
      give_nothing();
    } catch (const std::invalid_argument&) { // this rank's own line says more
    }
    throw;
  }
}

/// Returns `text` with indices that count from `base`. Indices follow
/// "cell" or "column", or a name of numbers and a colon, such as "(3, 4)".
std::string with_base(const std::string& text, int base);

} // namespace isobar::c
