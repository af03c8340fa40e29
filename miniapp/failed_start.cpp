#include <isobar/comm/mpi/mpi.hpp>

#include <cstdlib>

/// Part of the programs themselves and of no library: tests keep the C library's function.
using isobar::MpiSession;

/// Takes the place of the C library's: Open MPI 4 calls it with 1 where MPI cannot start, and exit
/// code 1 would say that a result is not valid.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" void _exit(int code) {
  if (MpiSession::is_starting()) MpiSession::end_failed_start();
  std::_Exit(code);
}
