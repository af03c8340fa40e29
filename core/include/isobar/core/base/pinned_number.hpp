#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstddef>
#include <memory>

namespace isobar {

inline constexpr std::size_t pinned_slot_bytes = 64;
/// Bytes for one number, out of pinned memory that the process keeps, as it takes long to allocate. They are given out again only when the
/// device is done with them.
std::shared_ptr<std::byte> pinned_slot();

/// A number, or a small structure, that kernels write and the host reads where it stands. Copies share it.
template <class T> class PinnedNumber {
public:
  using View = Kokkos::View<T, PinnedSpace>; // does not keep it alive
  static_assert(sizeof(T) <= pinned_slot_bytes);

  PinnedNumber() = default; // none
  explicit PinnedNumber(const T& value) : slot_(pinned_slot()) { *data() = value; }

  T* data() const { return reinterpret_cast<T*>(slot_.get()); }
  View view() const { return View(data()); }
  const T& operator()() const { return *data(); }

private:
  std::shared_ptr<std::byte> slot_;
};

} // namespace isobar
