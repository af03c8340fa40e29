#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// Items that must be the same on all ranks before ranks may rely on them. Numbers are compared by
/// their bits.
class Agreement {
public:
  /// Adds an item. `name`: how an error line calls it ("the deck"); `value`: what is compared;
  /// `shown`: what the line shows of it.
  void add(const std::string& name, std::string_view value, const std::string& shown);
  void add(const std::string& name, std::string_view value) {
    add(name, value, std::string(value));
  }
  void add(const std::string& name, std::int64_t value);
  void add(const std::string& name, double value);
  /// Adds a list. The line shows the number of its entries and their hash.
  void add(const std::string& name, std::span<const double> values);

  /// Returns why the ranks do not agree, or "", the same on all ranks. The line names the first
  /// rank that differs from rank 0, the first item in which it differs, and both values. Agreement
  /// costs one all-reduce of 16 bytes. Ranks may have added different items. Collective. Throws
  /// MpiError if a call of MPI fails.
  std::string problem(const MpiComm& comm) const { return problem(comm, {}); }
  /// Returns what the function above returns. Its all-reduce also replaces each word of `least` by
  /// the least on all ranks. All ranks give as many words.
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
