#pragma once
#include <cstddef>

namespace isobar {

/// Asks the operating system to back untouched memory by huge pages. The first touch of a field
/// then costs some hundred page faults less for each MB. The system may decline silently. The
/// function does nothing for less than one huge page.
void prefer_huge_pages(void* begin, std::size_t bytes);

} // namespace isobar
