#include "process/code_file.hpp"

#include "io/sha256.hpp"
#include "process/process_files.hpp"

#if defined(__linux__)
#include "process/elf_object.hpp"
#include "process/mapped_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#endif

namespace isobar {

#if defined(__linux__)
namespace {

struct Search {
  const std::vector<MappedFile>& mapped;
  ProcessCode code;
};

/// The file whose code is mapped between these addresses; empty if there is none, as for the kernel's own object.
std::string path_between(const std::vector<MappedFile>& mapped, ElfW(Addr) first, ElfW(Addr) end) {
  for (const MappedFile& file : mapped)
    if (file.first < end && first < file.end) return file.path;
  return {};
}

std::string path_of(const dl_phdr_info& object, const std::vector<MappedFile>& mapped) {
  for (int n = 0; n < object.dlpi_phnum; ++n) {
    const ElfW(Phdr)& part = object.dlpi_phdr[n];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const ElfW(Addr) first = object.dlpi_addr + part.p_vaddr;
    if (std::string path = path_between(mapped, first, first + part.p_memsz); !path.empty())
      return path;
  }
  // Code without a name may have been moved to large pages. The kernel's own object has no path.
  const std::string asked = object.dlpi_name;
  return asked.find('/') == std::string::npos ? "" : asked;
}

int add_object(dl_phdr_info* object, std::size_t /*bytes*/, void* to) {
  auto& search = *static_cast<Search*>(to);
  if (const std::string path = path_of(*object, search.mapped); !path.empty())
    search.code.files.push_back(described(*object, path));
  return 0;
}

bool is_elf(const std::string& path) {
  std::array<char, 4> start{};
  std::ifstream file(path, std::ios::binary);
  // A file that is gone counts as code, because it may have been a library.
  return !file || (file.read(start.data(), 4) && std::string(start.data(), 4) == "\x7f"
                                                                                 "ELF");
}

} // namespace

ProcessCode process_code() {
  const std::vector<MappedFile> mapped = mapped_files(text_of_process_file("maps"));
  Search search{mapped, {}};
  dl_iterate_phdr(add_object, &search);
  ProcessCode& code = search.code;
  code.started = process_link("exe");
  for (const MappedFile& file : mapped) {
    const auto is_it = [&](const CodeFile& known) { return known.path == file.path; };
    if (is_path_of_file(file.path) && std::ranges::none_of(code.files, is_it) &&
        std::ranges::count(code.unknown, file.path) == 0 && is_elf(file.path))
      code.unknown.push_back(file.path);
  }
  return code;
}
#else
ProcessCode process_code() { return {}; }
#endif

std::string hash_of_code(const std::string& path, std::int64_t most) {
  const std::optional<std::string> bytes = whole_file(path, most);
  return bytes ? sha256(*bytes) : "";
}

std::string hash_of_executable(const ProcessCode& code) {
  constexpr std::int64_t most = std::int64_t(1) << 30;
  if (code.files.empty()) return {};
  const std::string& path = code.files.front().path;
  return hash_of_code(path == code.started ? "/proc/self/exe" : path, most);
}

} // namespace isobar
