#pragma once
#include "pressure/classes/united_departures.hpp"
#include "process/code_origin.hpp"

#include <string>
#include <vector>

namespace isobar {

/// A file of code, the file that needs it, and its SHA-256; empty if the file cannot be read or is too large (hash_of_code).
struct HashedCode {
  CodeFile file;
  CodeOrigin origin;
  std::string sha256;
};

/// Checks the processes of a class's run before it and after it: whose code they run, and whether it was changed.
class ProcessWatch {
public:
  /// Compares the executables and needed libraries of all ranks by their SHA-256, and
  /// checks this process. Collective. Throws InputError on all ranks if executables differ.
  void before_the_run(const MpiComm& comm);
  /// Checks again, because the run may have loaded plug-ins. Collective.
  void after_the_run(const MpiComm& comm);

  /// The reasons why the run is not official, the same on all ranks.
  const std::vector<Departure>& departures() const { return departures_; }
  /// The code of this rank at the last check.
  const std::vector<HashedCode>& code() const { return code_; }

private:
  void hash(const ProcessCode& code);
  void look(const MpiComm& comm, const ProcessCode& code);

  std::vector<HashedCode> code_;
  std::vector<Departure> departures_;
};

} // namespace isobar
