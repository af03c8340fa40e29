#pragma once
#include "support_library.hpp"
#include "support_transport.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Wrong or differing arguments of the last rank alone: the call must end on all ranks with the same line.
namespace isobar {

/// Changes to what a call is given, by their names.
template <class Given>
using Changes = std::vector<std::pair<const char*, std::function<void(Given&)>>>;

/// A call ends with one line on all ranks, each of which gets the same.
inline void expect_one_line(const MpiComm& world, const std::string& what,
                            const std::function<void()>& call) {
  const std::string line = line_of(call), first = world.first_text(line);
  EXPECT_EQ(line, first) << what;
  EXPECT_NE(line, "(no error)") << what;
  EXPECT_EQ(line.find('\n'), std::string::npos) << what << ": " << line;
}

/// `call` with each change on the last rank alone.
template <class Given>
void expect_each_refused(const Given& right, const Changes<Given>& changes,
                         const std::function<void(const Given&)>& call) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) return;
  for (const auto& [what, change] : changes) {
    Given given = right;
    if (world.rank() == world.size() - 1) change(given);
    expect_one_line(world, what, [&, &g = given] { call(g); });
  }
}

} // namespace isobar
