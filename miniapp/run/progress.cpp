#include "run/progress.hpp"

#include "io/terminal.hpp"

#include <csignal>
#include <fmt/format.h>
#include <unistd.h>

namespace isobar {
namespace {

volatile std::sig_atomic_t signals = 0;

extern "C" void note_signal(int signal) {
  signals = 1;
  std::signal(signal, SIG_DFL); // a second signal ends the program at once
}

} // namespace

bool signal_received() { return signals != 0; }

void catch_signals() {
  if (signal_received()) return;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

ProgressLines::ProgressLines(deck::Switch progress, int rank)
    : wanted_(rank == 0 && (progress == deck::Switch::on ||
                            (progress == deck::Switch::automatic && isatty(STDERR_FILENO)))) {}

bool ProgressLines::is_due() {
  const auto now = Clock::now();
  if (!wanted_ || now - last_ <= std::chrono::milliseconds(500)) return false;
  last_ = now;
  return true;
}

std::function<bool(const IterationState&)> make_monitor(deck::Switch progress, int rank) {
  return [lines = ProgressLines(progress, rank)](const IterationState& state) mutable {
    if (lines.is_due())
      print_progress(fmt::format("iteration {:4d}  relative residual {:.3e}\n", state.iteration,
                                 state.relative_residual));
    return signal_received();
  };
}

} // namespace isobar
