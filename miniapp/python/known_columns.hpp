#pragma once
#include "python/bindings.hpp"
#include "python/domain_arrays.hpp"

#include <optional>
#include <string>
#include <vector>

namespace isobar::python {

/// The columns to which an array on this rank may belong: the whole domain's, or those of the rank's blocks.
class KnownColumns {
public:
  KnownColumns(const PressureGrid& grid, const Blocks& blocks)
      : domain_{{grid.rows(), grid.nx}}, layers_(grid.nz) {
    if (!blocks) return;
    for (const ColumnBlock& b : *blocks) several_.push_back({{b.ny, b.nx}, b.first_i, b.first_j});
    if (several_.size() < 2) own_ = several_.empty() ? ArrayColumns{{0, 0}} : several_.front();
  }

  py::ssize_t layers() const { return layers_; }
  /// The columns of an array of this shape, (ny, nx) or (ny, nx, nz); null for another shape.
  const ArrayColumns* of(std::vector<py::ssize_t> shape, bool with_layers) const {
    if (with_layers) {
      if (shape.size() != 3 || shape.back() != layers_) return nullptr;
      shape.pop_back();
    }
    if (shape == domain_.shape) return &domain_;
    return own_ && shape == own_->shape ? &*own_ : nullptr;
  }
  /// The arrays of a list with one for each of several blocks, all with layers or all without.
  /// There are none if the value is no such list.
  std::optional<std::vector<DomainArray>> of_blocks(const char* name, py::handle value,
                                                    bool with_layers,
                                                    const std::string& expected) const {
    if (several_.size() < 2 || !py::isinstance<py::list>(value) ||
        py::len(value) != several_.size())
      return {};
    std::vector<DomainArray> arrays;
    for (const py::handle one : value) {
      arrays.push_back(domain_array(name, one, expected));
      std::vector<py::ssize_t> shape = several_[arrays.size() - 1].shape;
      if (with_layers) shape.push_back(layers_);
      if (arrays.back().shape != shape) return {};
    }
    return arrays;
  }
  const std::vector<ArrayColumns>& several() const { return several_; }
  /// The shapes of arrays as text, such as "(32, 24) or (16, 24)".
  std::string shapes(bool with_layers) const {
    std::vector<py::ssize_t> domain = domain_.shape;
    if (with_layers) domain.push_back(layers_);
    if (several_.size() > 1) return shape_text(domain) + " or a list of those of each block";
    if (!own_ || own_->shape == domain_.shape) return shape_text(domain);
    std::vector<py::ssize_t> own = own_->shape;
    if (with_layers) own.push_back(layers_);
    return shape_text(domain) + " or " + shape_text(own);
  }

private:
  ArrayColumns domain_;
  std::optional<ArrayColumns> own_;
  std::vector<ArrayColumns> several_; ///< the columns of each block
  py::ssize_t layers_;
};

} // namespace isobar::python
