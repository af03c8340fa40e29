#include "process/code_in_memory.hpp"

#if defined(__linux__)
#include <algorithm>
#include <array>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>
#endif

namespace isobar {

#if defined(__linux__)
namespace {

/// The number of changed bytes in a part of the executable. The file is the
/// executable's own, which the kernel has opened by another way than its path.
std::int64_t changed_bytes(int file, const ElfW(Phdr) & part, ElfW(Addr) base) {
  const auto* const code = reinterpret_cast<const char*>(base + part.p_vaddr);
  std::array<char, 65536> bytes{};
  std::int64_t changed = 0;
  for (std::size_t place = 0; place < part.p_filesz;) {
    const std::size_t wanted = std::min(bytes.size(), std::size_t(part.p_filesz) - place);
    const ssize_t count = pread(file, bytes.data(), wanted, off_t(part.p_offset + place));
    if (count <= 0) return changed;
    for (ssize_t n = 0; n < count; ++n) changed += bytes[std::size_t(n)] != code[place + n];
    place += std::size_t(count);
  }
  return changed;
}

/// Adds the changed bytes of the first object, which is the executable, to a sum.
int add_executable(dl_phdr_info* object, std::size_t /*bytes*/, void* to) {
  auto& changed = *static_cast<std::int64_t*>(to);
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 1;
  for (int n = 0; n < object->dlpi_phnum; ++n) {
    const ElfW(Phdr)& part = object->dlpi_phdr[n];
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0)
      changed += changed_bytes(file, part, object->dlpi_addr);
  }
  close(file);
  return 1; // visit no further object
}

} // namespace

std::int64_t changed_bytes_of_code() {
  std::int64_t changed = 0;
  dl_iterate_phdr(add_executable, &changed);
  return changed;
}
#else
std::int64_t changed_bytes_of_code() { return 0; }
#endif

} // namespace isobar
