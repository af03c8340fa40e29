#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

/// Ends the fuzzing with a line about what does not hold; libFuzzer then keeps the input.
inline void demand(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::abort();
}
