#pragma once
#include "device/pack.hpp"
#include <isobar/core/base/precision.hpp>

#include <cstdint>
#include <unordered_set>
#include <vector>

/// A precision that counts. With it the solvers' unchanged kernels count their floating-point
/// operations and memory references. It works in one thread only.
namespace isobar::counting {

class Word;

/// The counts since the last reset. Only registered fields are memory. Scratch memory, and the few
/// numbers for each column or level, are not references.
class Tally {
public:
  std::int64_t operations = 0; ///< +, -, * and /, each 1
  std::int64_t divisions = 0;  ///< included in operations
  double references = 0;       ///< all reads and writes, without a cache
  /// Reads and writes with perfect caching: a kernel reads and writes each owned cell at most once.
  /// A cell that it reads after writing comes from the cache.
  double distinct = 0;
  /// Words in a line of memory. Distinct reads and writes are counted by whole lines.
  int line = 1;

  /// Registers the owned cells of a field as memory. A `weight` of 1/2 is a float among doubles.
  template <class Field>
  requires requires(const Field& field) { field.flat(); }
  void memory(const Field& field, double weight = 1.0) {
    const Word* first = field.flat().data();
    ranges_.push_back({first, first + field.shape().size(), weight});
    for (int j = 0; j < field.shape().ny; ++j)
      for (int i = 0; i < field.shape().nx; ++i)
        for (int k = 0; k < field.shape().nz; ++k) owned_.insert(&field(i, k, j));
  }

  /// Registers numbers that are not a field.
  inline void memory(const Word* first, std::size_t count);

  inline void read(const Word* p);
  inline void write(const Word* p);
  void reset() {
    operations = divisions = 0;
    references = distinct = 0;
    read_.clear();
    written_.clear();
  }

private:
  using Set = std::unordered_set<const Word*>;
  struct Range {
    const Word *begin, *end;
    double weight;
  };
  inline const Range* range(const Word* p) const;
  inline const Word* line_of(const Range& range, const Word* p) const;
  std::vector<Range> ranges_;
  Set owned_, read_, written_; ///< read_ and written_ have the first words of lines
};

inline Tally tally;

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
  Number& operator*=(Number b) { return *this = *this * b; }
  /// Comparisons are not counted.
  friend bool operator<(Number a, Number b) { return a.value_ < b.value_; }
  friend bool operator>(Number a, Number b) { return a.value_ > b.value_; }
  friend bool operator>=(Number a, Number b) { return a.value_ >= b.value_; }
  friend bool operator!=(Number a, Number b) { return a.value_ != b.value_; }

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
  Word(const Word& other) : value_(other.value_) { tally.read(&other); }
  ~Word() = default;
  Word& operator=(const Word& other) {
    tally.read(&other);
    tally.write(this);
    value_ = other.value_;
    return *this;
  }
  /// A change of sign is not counted: processors do it for free.
  Word operator-() const {
    tally.read(this);
    return Word(-value_);
  }

private:
  friend class Number;
  double value_ = 0.0;
};

/// A number in memory that is used without being loaded first.
inline Number operator+(const Word& a, Number b) { return Number(a) + b; }

inline Number::Number(const Word& word) : value_(word.value_) { tally.read(&word); }

inline const Tally::Range* Tally::range(const Word* p) const {
  for (const Range& range : ranges_)
    if (range.begin <= p && p < range.end) return &range;
  return nullptr;
}
inline const Word* Tally::line_of(const Range& range, const Word* p) const {
  return range.begin + (p - range.begin) / line * line;
}
inline void Tally::memory(const Word* first, std::size_t count) {
  ranges_.push_back({first, first + count, 1.0});
  for (std::size_t n = 0; n < count; ++n) owned_.insert(first + n);
}
inline void Tally::read(const Word* p) {
  const Range* at = range(p);
  if (!at) return;
  references += at->weight;
  const Word* first = line_of(*at, p);
  if (owned_.contains(p) && !written_.contains(first) && read_.insert(first).second)
    distinct += at->weight * line;
}
inline void Tally::write(const Word* p) {
  const Range* at = range(p);
  if (!at) return;
  references += at->weight;
  if (owned_.contains(p) && written_.insert(line_of(*at, p)).second) distinct += at->weight * line;
}

using Counted = Precision<Word, Number>;
/// The precision of an inner iteration. It has the numbers of Counted in another type, because
/// templates of two precisions need two types.
struct CountedInside : Counted {};

} // namespace isobar::counting

namespace isobar {
/// Stored factors are words in memory (core/src/columns/stored_columns.hpp).
template <class T> struct StoredAs;
template <> struct StoredAs<counting::Number> { using type = counting::Word; };
/// Lanes have single columns, as on a GPU, since counting numbers have no vectors.
template <> inline constexpr int pack_width<counting::Counted> = 1;
namespace detail {
template <int W> struct NativeVector<counting::Number, W> {
  static constexpr int lanes = 1;
  using type = counting::Number;
};
template <> struct NativeVector<counting::Number, 1> : NativeVector<counting::Number, 2> {};
} // namespace detail
} // namespace isobar
