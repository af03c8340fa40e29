#include "library/taken_columns.hpp"

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
  known_.resize(columns);
}

const double* TakenColumns::column(int i, int j) {
  const int x = slots_->x.of(i), y = slots_->y.of(j);
  if (x == Slots::none || y == Slots::none) {
    ask(i, j, elsewhere_.data());
    return elsewhere_.data();
  }
  const std::size_t at = place(x, y);
  double* const numbers = numbers_.data() + at * std::size_t(depth_);
  if (!known_[at]) {
    ask(i, j, numbers);
    known_[at] = 1;
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
  return known_[at] ? numbers_.data() + at * std::size_t(depth_) : nullptr;
}

} // namespace isobar
