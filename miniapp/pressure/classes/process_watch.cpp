#include "pressure/classes/process_watch.hpp"

#include "input/input_error.hpp"
#include "input/plain_text.hpp"
#include "process/code_in_memory.hpp"
#include "process/process_files.hpp"

#include <isobar/comm/mpi/agreement.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace isobar {
namespace {

/// These variables replace code of the program, or put a tool between its
/// kernels. Variables that choose threads, devices and networks are allowed.
constexpr std::array<std::string_view, 8> variables = {"LD_PRELOAD",
                                                       "LD_AUDIT",
                                                       "KOKKOS_TOOLS_LIBS",
                                                       "KOKKOS_PROFILE_LIBRARY",
                                                       "KOKKOS_TOOLS_LIBRARY",
                                                       "CUDA_INJECTION64_PATH",
                                                       "NVTX_INJECTION64_PATH",
                                                       "HSA_TOOLS_LIB"};

constexpr std::size_t longest = 200;      ///< bytes of a value in a line
constexpr std::size_t shown_of_hash = 25; ///< bytes with its name: enough to tell two apart

/// A preloaded library may have removed its variable, so the environment at the program's start is checked too.
void add_environment(std::vector<Departure>& departures) {
  const auto given = given_environment();
  for (const std::string_view name : variables) {
    const char* const now = std::getenv(std::string(name).c_str());
    std::string value = now == nullptr ? "" : now;
    for (const auto& [variable, text] : given)
      if (value.empty() && variable == name) value = text;
    if (!value.empty())
      departures.push_back({fmt::format("environment {}", name), brief(value, longest), nullptr});
  }
}

void add_code(const ProcessCode& code, std::vector<Departure>& departures) {
  for (const ForeignCode& foreign : foreign_code(code, places_of_this_machine()))
    departures.push_back(
        {foreign.name == "executable" ? foreign.name : fmt::format("library {}", foreign.name),
         foreign.found,
         foreign.wanted.empty() ? nlohmann::json() : nlohmann::json(foreign.wanted)});
}

std::vector<Departure> departures_of_process(const ProcessCode& code) {
  std::vector<Departure> departures;
  add_environment(departures);
  add_code(code, departures);
  // If a loader was started, /proc/self/exe is the loader; add_code() reports it.
  if (const std::int64_t bytes = changed_bytes_of_code();
      bytes > 0 && (code.files.empty() || code.started == code.files[0].path))
    departures.push_back(
        {"code in memory", fmt::format("{} bytes are not as in the executable", bytes), nullptr});
  if (const int process = tracer(); process != 0)
    departures.push_back({"tracer", fmt::format("process {}", process), nullptr});
  return departures;
}

/// Compares files by content. Drivers are too large to read, so they are compared by their build id.
void add_file(Agreement& all, const std::string& name, const HashedCode& code) {
  const std::string text =
      code.sha256.empty() ? "build id " + code.file.build_id : "SHA-256 " + code.sha256;
  all.add(name, text,
          fmt::format("{} ({})", brief(code.file.path, longest), text.substr(0, shown_of_hash)));
}

} // namespace

void ProcessWatch::before_the_run(const MpiComm& comm) {
  const ProcessCode found = process_code();
  hash(found);
  Agreement executables, libraries;
  for (const HashedCode& code : code_) {
    if (code.origin == CodeOrigin::executable) add_file(executables, "the executable", code);
    if (code.origin == CodeOrigin::needed)
      add_file(libraries, fmt::format("the library {}", code.file.soname), code);
  }
  if (const std::string problem = executables.problem(comm); !problem.empty())
    throw InputError(problem);
  if (const std::string problem = libraries.problem(comm); !problem.empty())
    departures_.push_back({"libraries", problem, nullptr});
  look(comm, found);
}

void ProcessWatch::after_the_run(const MpiComm& comm) {
  const ProcessCode found = process_code();
  hash(found);
  look(comm, found);
}

void ProcessWatch::hash(const ProcessCode& code) {
  std::vector<HashedCode> hashed;
  const std::vector<CodeOrigin> origins = code_origins(code.files);
  for (std::size_t n = 0; n < code.files.size(); ++n) {
    const CodeFile& file = code.files[n];
    const auto known = std::ranges::find(
        code_, file.path, [](const HashedCode& c) -> const std::string& { return c.file.path; });
    if (known != code_.end()) hashed.push_back({file, origins[n], known->sha256});
    else
      hashed.push_back(
          {file, origins[n], n == 0 ? hash_of_executable(code) : hash_of_code(file.path)});
  }
  code_ = std::move(hashed);
}

void ProcessWatch::look(const MpiComm& comm, const ProcessCode& code) {
  for (const Departure& d : united(comm, departures_of_process(code))) {
    const auto is_known = [&](const Departure& known) { return known.key == d.key; };
    if (std::ranges::none_of(departures_, is_known)) departures_.push_back(d);
  }
}

} // namespace isobar
