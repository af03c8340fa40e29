#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// A file of /proc/self, read with calls of the system; empty if there is none.
std::string text_of_process_file(const std::string& name);
/// The target of a symbolic link of /proc/self; empty if there is none.
std::string process_link(const std::string& name);

/// All bytes of a file; none if it cannot be read or has more than `most`.
std::optional<std::string> whole_file(const std::string& path, std::int64_t most);

/// Variables of the environment as the process received them, name and value, without later changes.
std::vector<std::pair<std::string, std::string>> given_environment();

/// The process that traces this one, as a debugger does; 0 if none does.
int tracer();

} // namespace isobar
