#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// The process of the program as its kernel and its loader see it: mapped code, clocks, memory and environment.
namespace isobar {

/// A file whose code this process has mapped: the executable, or a library.
struct CodeFile {
  std::string path;                ///< the kernel's path, without symbolic links
  std::string soname;              ///< the name by which others ask for it; empty if it has none
  std::string asked;               ///< the name by which the loader was asked for it
  std::string build_id;            ///< the linker's, hexadecimal; empty if there is none
  std::vector<std::string> needed; ///< sonames that it asks for (DT_NEEDED)
  std::vector<std::string>
      search; ///< absolute directories in which it looks for them first (RPATH, RUNPATH)
};

/// The code of a process.
struct ProcessCode {
  std::vector<CodeFile>
      files; ///< known to the program's loader, in the order of loading; the first is the executable
  std::vector<std::string>
      unknown; ///< paths of ELF files with code that the loader does not know, such as auditors'
  std::string
      started; ///< the file that the kernel was asked to start: a loader if that was given the executable
};

/// The code that is mapped now; empty if the system does
/// not tell. It reads /proc/self and none of the files.
ProcessCode process_code();

/// The size of the largest library that is hashed. Drivers'
/// libraries are larger, and hashing takes a second for each 80 MB.
inline constexpr std::int64_t most_hashed_bytes = std::int64_t(64) << 20;
/// The SHA-256 of a file, hexadecimal; empty if the
/// file cannot be read or has more than `most` bytes.
std::string hash_of_code(const std::string& path, std::int64_t most = most_hashed_bytes);
/// The hash of the executable, which the kernel still has if its path no longer exists.
std::string hash_of_executable(const ProcessCode& code);

} // namespace isobar
