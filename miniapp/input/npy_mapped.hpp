#pragma once
#include "input/npy_header.hpp"

#include <cstring>
#include <memory>

namespace isobar::npy {

/// The numbers of a NumPy file of float64, little endian, in C order, mapped by the system. Pages
/// are read when they are first used, and ranks of one node share them. Copies share the mapping.
/// The file must not change meanwhile: the system ends a program that reads beyond the end of a
/// truncated file.
class MappedNumbers {
public:
  /// Maps nothing.
  MappedNumbers() = default;
  /// Maps a file of this shape. problem() has its fault.
  MappedNumbers(const std::string& path, const Shape& shape);

  /// The fault, "is truncated (...); expected ...", as in Head; empty if there is none.
  const std::string& problem() const { return problem_; }
  Int64 size() const { return size_; }
  /// Number n of the array, the last index fastest. Numbers need not be aligned in a file.
  double operator[](Int64 n) const {
    double x;
    std::memcpy(&x, numbers_ + n * Int64(sizeof x), sizeof x);
    return x;
  }

private:
  std::shared_ptr<const char> mapping_; ///< of the whole file
  const char* numbers_ = nullptr;
  Int64 size_ = 0;
  std::string problem_;
};

} // namespace isobar::npy
