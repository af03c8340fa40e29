#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace isobar {

/// The indices of one axis for which there is room. They go from 0
/// to the number of columns, which is the index of the last edge.
class Slots {
public:
  explicit Slots(int columns) : slots_(std::size_t(columns) + 1, none) {}
  void add(int index);
  /// The slot of an index; `none` if there is no room for it.
  int of(int index) const {
    return index >= 0 && index < int(slots_.size()) ? slots_[std::size_t(index)] : none;
  }
  /// The indices, in the order of their slots.
  const std::vector<int>& indices() const { return indices_; }
  static constexpr int none = -1;

private:
  std::vector<int> slots_, indices_;
};

struct ColumnSlots {
  Slots x, y;
  ColumnSlots(int nx, int ny) : x(nx), y(ny) {}
};

/// The numbers of a caller's function, `depth` for each column or edge. The function is called
/// once for each, and the numbers are kept: 9 bytes for each number for which there is room.
class TakenColumns {
public:
  using Ask = std::function<void(int i, int j, double* numbers)>;

  /// `name` appears in lines of errors.
  TakenColumns(std::string name, std::shared_ptr<const ColumnSlots> slots, int depth, Ask ask);

  /// The numbers of a column. They are valid until the next call if there
  /// is no room for the column. Throws what the function throws, and
  /// std::logic_error after close() for a column that was never evaluated.
  const double* column(int i, int j);
  /// Drops the function, so that objects to which it refers may go.
  void close() { ask_ = nullptr; }

  /// Makes later calls of column() note their columns in place of a call of the function. Ranks
  /// have the function only for their own columns. A column's numbers are `unknown` until
  /// set_numbers().
  void note_wanted() { notes_ = true; }
  /// The columns that were noted, in the order of their places.
  struct Column {
    int i, j;
  };
  std::vector<Column> wanted() const;
  /// Sets the numbers of all noted columns, one column after the other.
  void set_numbers(const std::vector<double>& numbers);
  /// Calls the function for a column. Throws what it throws.
  void ask_function(int i, int j, double* numbers) const { ask(i, j, numbers); }
  /// A number that is valid as a factor, a length and a ground's fraction of the depth.
  static constexpr double unknown = 0.5;

  const std::string& name() const { return name_; }
  int depth() const { return depth_; }
  const ColumnSlots& slots() const { return *slots_; }
  /// The numbers in two slots; null if they were not evaluated.
  const double* known(int slot_x, int slot_y) const;
  /// The numbers in all slots; 0 if they were not evaluated.
  const std::vector<double>& numbers() const { return numbers_; }

private:
  std::size_t place(int slot_x, int slot_y) const {
    return std::size_t(slot_y) * slots_->x.indices().size() + std::size_t(slot_x);
  }
  void ask(int i, int j, double* numbers) const;

  std::string name_;
  std::shared_ptr<const ColumnSlots> slots_;
  int depth_;
  Ask ask_;
  std::vector<double> numbers_, elsewhere_;
  enum State : char { not_asked, is_known, is_wanted };
  std::vector<State> states_;
  bool notes_ = false;
};

} // namespace isobar
