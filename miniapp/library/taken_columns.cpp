#include "library/taken_columns.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace isobar {

void Slots::add(int index) {
  int& slot = slots_[std::size_t(index)];
  if (slot != none) return;
  slot = int(indices_.size());
  indices_.push_back(index);
}

TakenColumns::TakenColumns(std::string name, std::shared_ptr<const ColumnSlots> slots, int depth,
                           Ask ask)
    : name_(std::move(name)), slots_(std::move(slots)), depth_(depth), ask_(std::move(ask)),
      elsewhere_(std::size_t(depth)) {
  const std::size_t columns = slots_->x.indices().size() * slots_->y.indices().size();
  numbers_.resize(columns * std::size_t(depth_));
  states_.resize(columns);
}

const double* TakenColumns::column(int i, int j) {
  const int x = slots_->x.of(i), y = slots_->y.of(j);
  if (x == Slots::none || y == Slots::none) {
    if (notes_) throw std::logic_error(fmt::format("{}: no room for ({}, {})", name_, i, j));
    ask(i, j, elsewhere_.data());
    return elsewhere_.data();
  }
  const std::size_t at = place(x, y);
  double* const numbers = numbers_.data() + at * std::size_t(depth_);
  if (states_[at] == is_known) return numbers;
  if (notes_ && ask_) {
    std::fill_n(numbers, depth_, unknown);
    states_[at] = is_wanted;
  } else {
    ask(i, j, numbers);
    states_[at] = is_known;
  }
  return numbers;
}

void TakenColumns::ask(int i, int j, double* numbers) const {
  if (!ask_)
    throw std::logic_error(
        fmt::format("{}: column ({}, {}) is asked for after all were taken", name_, i, j));
  ask_(i, j, numbers);
}

const double* TakenColumns::known(int slot_x, int slot_y) const {
  const std::size_t at = place(slot_x, slot_y);
  return states_[at] == is_known ? numbers_.data() + at * std::size_t(depth_) : nullptr;
}

std::vector<TakenColumns::Column> TakenColumns::wanted() const {
  const std::vector<int>&x = slots_->x.indices(), &y = slots_->y.indices();
  std::vector<Column> all;
  for (std::size_t at = 0; at < states_.size(); ++at)
    if (states_[at] == is_wanted) all.push_back({x[at % x.size()], y[at / x.size()]});
  return all;
}

void TakenColumns::set_numbers(const std::vector<double>& numbers) {
  auto next = numbers.begin();
  for (std::size_t at = 0; at < states_.size(); ++at)
    if (states_[at] == is_wanted) {
      std::copy_n(next, depth_, numbers_.begin() + std::ptrdiff_t(at * std::size_t(depth_)));
      next += depth_;
      states_[at] = is_known;
    }
}

} // namespace isobar
