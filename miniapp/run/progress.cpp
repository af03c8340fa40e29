#include "run/progress.hpp"

#include "io/terminal.hpp"

#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <unistd.h>

namespace isobar {
namespace {

volatile std::sig_atomic_t signals = 0;

extern "C" void note_signal(int signal) {
  signals = 1;
  std::signal(signal, SIG_DFL); // a second one ends the program at once
}

} // namespace

void catch_signals() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

bool signal_received() { return signals != 0; }

std::function<bool(const IterationState&)> make_monitor(deck::Switch progress, int rank) {
  const bool wanted = progress == deck::Switch::on ||
                      (progress == deck::Switch::automatic && isatty(STDERR_FILENO));
  if (rank != 0 || !wanted) return [](const IterationState&) { return signal_received(); };
  using Clock = std::chrono::steady_clock;
  return [last = Clock::time_point{}](const IterationState& state) mutable {
    if (Clock::now() - last > std::chrono::milliseconds(500)) {
      last = Clock::now();
      print_progress(fmt::format("iteration {:4d}  relative residual {:.3e}\n", state.iteration,
                                 state.relative_residual));
    }
    return signal_received();
  };
}

} // namespace isobar
