#include <isobar/core/base/host_pages.hpp>

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace isobar {

#if defined(MADV_HUGEPAGE)

void prefer_huge_pages(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t huge = std::uintptr_t(2) << 20; // of x86 and of Arm with 4 KiB pages
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + huge - 1) / huge * huge;
  const std::uintptr_t last = (address + bytes) / huge * huge;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

#else

void prefer_huge_pages(void*, std::size_t) {}

#endif

} // namespace isobar
