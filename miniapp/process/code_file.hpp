#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// The process that runs the program, as its kernel and its loader see it: the code that is mapped, clocks, memory, the environment.
namespace isobar {

/// A file whose code this process has mapped: the executable, or a library.
struct CodeFile {
  std::string path;     ///< as the kernel names it, without symbolic links
  std::string soname;   ///< by which others ask for it; empty where it has none
  std::string asked;    ///< the name of the file as the loader was asked for it
  std::string build_id; ///< that the linker wrote into it, hexadecimal; empty if there is none
  std::vector<std::string> needed; ///< sonames that it asks for
  std::vector<std::string>
      search; ///< absolute directories in which it looks for them first (RPATH, RUNPATH)
};

/// The code of a process.
struct ProcessCode {
  std::vector<CodeFile>
      files; ///< known to the program's loader, in the order of loading; the executable is the first
  std::vector<std::string>
      unknown; ///< paths of ELF files with code that the loader does not know of, as those of auditors
  std::string
      started; ///< the file that the kernel was asked to start: a loader where one was given the executable
};

/// The code that is mapped now. Nothing where the system does not tell. Reads /proc/self and no file of the list.
ProcessCode process_code();

/// Bytes of the largest library that is hashed: those of drivers are larger, and it takes a second for each 80 MB.
inline constexpr std::int64_t most_hashed_bytes = std::int64_t(64) << 20;
/// The SHA-256 of a file, hexadecimal; empty if it cannot be read or is larger.
std::string hash_of_code(const std::string& path, std::int64_t most = most_hashed_bytes);
/// The hash of the executable, which the kernel still has if its path is gone.
std::string hash_of_executable(const ProcessCode& code);

} // namespace isobar
