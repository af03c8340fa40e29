#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace isobar {

/// The indices of one axis that there is room for, out of 0 to the number of columns, which is the last edge.
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

/// The numbers of a caller's function, `depth` for each column or edge: the function is asked once for each of them, and its
/// numbers stay here. 9 bytes for each number that there is room for.
class TakenColumns {
public:
  using Ask = std::function<void(int i, int j, double* numbers)>;

  /// `name` is for lines of errors.
  TakenColumns(std::string name, std::shared_ptr<const ColumnSlots> slots, int depth, Ask ask);

  /// The numbers of a column, until the next call if there is no room for it. Throws what the function throws; after close()
  /// std::logic_error for a column that was never asked for.
  const double* column(int i, int j);
  /// From here on the function is not called any more, and what it refers to may go.
  void close() { ask_ = nullptr; }

  /// Columns that are asked for from here on are noted, and the function is not called for them: ranks have it for columns of
  /// their own alone. Until set_numbers() brings them, a column's numbers are `unknown`.
  void note_wanted() { notes_ = true; }
  /// The columns that were noted, in the order of their places.
  struct Column {
    int i, j;
  };
  std::vector<Column> wanted() const;
  /// The numbers of all of them, one column's after the other's.
  void set_numbers(const std::vector<double>& numbers);
  /// Calls the function for a column. Throws what it throws.
  void ask_function(int i, int j, double* numbers) const { ask(i, j, numbers); }
  /// A number that a factor, a length and a ground's share of the depth may be.
  static constexpr double unknown = 0.5;

  const std::string& name() const { return name_; }
  int depth() const { return depth_; }
  const ColumnSlots& slots() const { return *slots_; }
  /// The numbers of two slots; null if they were not asked for.
  const double* known(int slot_x, int slot_y) const;
  /// All numbers that there is room for; 0 where they were not asked for.
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
