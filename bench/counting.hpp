#pragma once
#include "device/pack.hpp"
#include <isobar/core/base/precision.hpp>

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

/// A precision that counts: with it the solvers' kernels, unchanged, say how many floating-point
/// operations and memory references they make. One thread only.
namespace isobar::counting {

/// What has been counted since the last reset. Memory is what has been registered: fields. What a
/// kernel keeps in scratch memory, and the few numbers a column or a level, are not references.
class Tally {
public:
  std::int64_t operations = 0; ///< +, -, * and /, each 1
  std::int64_t divisions = 0;  ///< of these
  std::int64_t references = 0; ///< reads and writes, every one of them: nothing is cached
  /// Reads and writes if each cell is read once and written once by a kernel: perfect caching.
  std::int64_t distinct() const { return std::int64_t(read_.size() + written_.size()); }

  /// Cells of [begin, end) are memory; those that `own` is called with count as distinct ones.
  void memory(const void* begin, const void* end) { ranges_.emplace_back(begin, end); }
  void own(const void* cell) { owned_.insert(cell); }

  void read(const void* p) { refer(p, read_); }
  void write(const void* p) { refer(p, written_); }
  void reset() {
    operations = divisions = references = 0;
    read_.clear();
    written_.clear();
  }

private:
  using Set = std::unordered_set<const void*>;
  void refer(const void* p, Set& set) {
    for (const auto& [begin, end] : ranges_)
      if (begin <= p && p < end) {
        ++references;
        if (owned_.contains(p)) set.insert(p);
        return;
      }
  }
  std::vector<std::pair<const void*, const void*>> ranges_;
  Set owned_, read_, written_;
};

inline Tally tally;

class Word;

/// A number in a register.
class Number {
public:
  Number() = default;
  explicit(false) Number(double value) : value_(value) {}
  explicit inline Number(const Word& word);
  explicit operator double() const { return value_; }

  friend Number operator+(Number a, Number b) { return counted(a.value_ + b.value_); }
  friend Number operator-(Number a, Number b) { return counted(a.value_ - b.value_); }
  friend Number operator*(Number a, Number b) { return counted(a.value_ * b.value_); }
  friend Number operator/(Number a, Number b) {
    ++tally.divisions;
    return counted(a.value_ / b.value_);
  }

private:
  static Number counted(double value) {
    ++tally.operations;
    return value;
  }
  double value_ = 0.0;
};

/// A number in memory.
class Word {
public:
  Word() = default;
  explicit Word(double value) : value_(value) {}
  explicit Word(Number number) : value_(double(number)) {}
  Word(const Word&) = default;
  ~Word() = default;
  Word& operator=(const Word& other) {
    tally.write(this);
    value_ = other.value_;
    return *this;
  }

private:
  friend class Number;
  double value_ = 0.0;
};

/// A number in memory as it is used, without being loaded first.
inline Number operator+(const Word& a, Number b) { return Number(a) + b; }

inline Number::Number(const Word& word) : value_(word.value_) { tally.read(&word); }

using Counted = Precision<Word, Number>;

} // namespace isobar::counting

/// Lanes carry single columns, as on a GPU: no vectors of counting numbers.
namespace isobar {
template <> inline constexpr int pack_width<counting::Counted> = 1;
namespace detail {
template <int W> struct NativeVector<counting::Number, W> {
  static constexpr int lanes = 1;
  using type = counting::Number;
};
template <> struct NativeVector<counting::Number, 1> : NativeVector<counting::Number, 2> {};
} // namespace detail
} // namespace isobar
