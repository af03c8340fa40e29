#include "process/elf_object.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace isobar {
namespace {

/// Turns an address into a pointer. Loaders give addresses as numbers.
template <class T> const T* at(ElfW(Addr) address) { return reinterpret_cast<const T*>(address); }

/// The directories of a list with colons. An empty or relative entry means the working
/// directory. Whoever starts the program decides what is there, so such entries are left out.
std::vector<std::string> directories(const std::string& list, const std::string& path) {
  const std::string origin = std::filesystem::path(path).parent_path().string();
  std::vector<std::string> all;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ':');) {
    for (const char* word : {"$ORIGIN", "${ORIGIN}"})
      if (const std::size_t place = part.find(word); place != std::string::npos)
        part.replace(place, std::strlen(word), origin);
    if (part.starts_with('/')) all.push_back(part);
  }
  return all;
}

void add_dynamic(const ElfW(Dyn) * entry, ElfW(Addr) base, CodeFile& file) {
  const char* texts = nullptr;
  for (const ElfW(Dyn)* d = entry; d->d_tag != DT_NULL; ++d)
    if (d->d_tag == DT_STRTAB) // most loaders have replaced the offset by an address
      texts = at<char>(d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr);
  if (texts == nullptr) return;
  for (const ElfW(Dyn)* d = entry; d->d_tag != DT_NULL; ++d) {
    const auto text = [&] { return std::string(texts + d->d_un.d_val); };
    if (d->d_tag == DT_NEEDED) file.needed.push_back(text());
    else if (d->d_tag == DT_SONAME) file.soname = text();
    else if (d->d_tag == DT_RPATH || d->d_tag == DT_RUNPATH)
      std::ranges::copy(directories(text(), file.path), std::back_inserter(file.search));
  }
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// The build id among the notes of a segment; empty if there is none.
std::string build_id(const char* notes, std::size_t bytes, std::size_t alignment) {
  const std::size_t unit = alignment == 8 ? 8 : 4;
  ElfW(Nhdr) head;
  for (std::size_t place = 0; place + sizeof head <= bytes;) {
    std::memcpy(&head, notes + place, sizeof head);
    const std::size_t name = place + sizeof head;
    const std::size_t text = rounded_up(name + head.n_namesz, unit);
    if (text + head.n_descsz > bytes) break;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
        std::memcmp(notes + name, "GNU", 4) == 0) {
      std::string digits;
      for (std::size_t n = 0; n < head.n_descsz; ++n)
        digits += fmt::format("{:02x}", static_cast<unsigned char>(notes[text + n]));
      return digits;
    }
    place = rounded_up(text + head.n_descsz, unit);
  }
  return {};
}

} // namespace

CodeFile described(const dl_phdr_info& object, const std::string& path) {
  CodeFile file;
  file.path = path;
  for (int n = 0; n < object.dlpi_phnum; ++n) {
    const ElfW(Phdr)& part = object.dlpi_phdr[n];
    const ElfW(Addr) address = object.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_DYNAMIC) add_dynamic(at<ElfW(Dyn)>(address), object.dlpi_addr, file);
    if (part.p_type == PT_NOTE && file.build_id.empty())
      file.build_id = build_id(at<char>(address), part.p_memsz, part.p_align);
  }
  file.asked = std::filesystem::path(object.dlpi_name).filename().string();
  return file;
}

} // namespace isobar
