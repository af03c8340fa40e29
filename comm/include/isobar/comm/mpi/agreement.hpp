#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// What ranks have to have alike before they may rely on it, item by item. Numbers are compared by their bits.
class Agreement {
public:
  /// `name`: what an error line calls it ("the deck"); `value`: what is compared; `shown`: what the line says of it.
  void add(const std::string& name, std::string_view value, const std::string& shown);
  void add(const std::string& name, std::string_view value) {
    add(name, value, std::string(value));
  }
  void add(const std::string& name, std::int64_t value);
  void add(const std::string& name, double value);
  /// Of a list the line says how many numbers it has and their hash.
  void add(const std::string& name, std::span<const double> values);

  /// Why the ranks do not agree: one line that names the first rank that differs from rank 0, the first item in which it does,
  /// and both values. Empty if they agree, which takes one all-reduce of 16 bytes. The same on all ranks, which may have
  /// added different items. Collective. Throws MpiError.
  std::string problem(const MpiComm& comm) const { return problem(comm, {}); }
  /// The same, and `least` becomes the least of all ranks, word by word, in the same all-reduce. All ranks have as many words.
  std::string problem(const MpiComm& comm, std::span<std::uint64_t> least) const;

private:
  struct Item {
    std::string name, shown;
    std::uint64_t hash;
  };
  std::uint64_t hash() const;
  std::string text() const;
  std::string difference_from(const std::string& first, int rank) const;

  std::vector<Item> items_;
};

} // namespace isobar
