#pragma once
#include "pressure/classes/united_departures.hpp"
#include "process/code_origin.hpp"

#include <string>
#include <vector>

namespace isobar {

/// A file of code, who asked for it, and its SHA-256; empty where the file cannot be read or is too large (hash_of_code).
struct HashedCode {
  CodeFile file;
  CodeOrigin origin;
  std::string sha256;
};

/// Looks at the processes of a class's run, before it and after it: whose code they run, and what has been done to them.
class ProcessWatch {
public:
  /// Compares executables and needed libraries of all ranks by their SHA-256, and looks at this process. Collective. Throws InputError on
  /// all ranks where executables differ.
  void before_the_run(const MpiComm& comm);
  /// Looks once more: plug-ins have come since. Collective.
  void after_the_run(const MpiComm& comm);

  /// What keeps the run from being official, on all ranks the same.
  const std::vector<Departure>& departures() const { return departures_; }
  /// The code of this rank, as it was when the watch looked last.
  const std::vector<HashedCode>& code() const { return code_; }

private:
  void hash(const ProcessCode& code);
  void look(const MpiComm& comm, const ProcessCode& code);

  std::vector<HashedCode> code_;
  std::vector<Departure> departures_;
};

} // namespace isobar
