#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// The text of a file of /proc/self, read with system calls; empty if there is no such file.
std::string text_of_process_file(const std::string& name);
/// The target of a symbolic link of /proc/self; empty if there is no such link.
std::string process_link(const std::string& name);

/// All bytes of a file; none if it cannot be read or is larger than `most`.
std::optional<std::string> whole_file(const std::string& path, std::int64_t most);

/// The environment variables as the process received them, name and value, without later changes.
std::vector<std::pair<std::string, std::string>> given_environment();

/// The id of the process that traces this one, as a debugger does; 0 if there is none.
int tracer();

} // namespace isobar
