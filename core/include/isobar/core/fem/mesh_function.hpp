#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <concepts>
#include <functional>
#include <span>
#include <vector>

namespace isobar {

using PointFunction = std::function<double(Point)>;

/// A function on a mesh: a function of the place, or a number for each quadrilateral of the
/// coarsest mesh. Children have the number as well. Numbers belong to quadrilaterals, not to
/// places, so quadrilaterals may lie above each other.
class MeshFunction {
public:
  /// Makes an empty function.
  MeshFunction() = default;
  template <class F>
  requires(!std::same_as<F, MeshFunction> && std::convertible_to<F, PointFunction>)
      MeshFunction(F of_place)
      : of_place_(std::move(of_place)) {}
  /// Makes a function with one number for each quadrilateral of the coarsest mesh.
  static MeshFunction of_quads(std::vector<double> numbers) {
    MeshFunction function;
    function.of_quads_ = std::move(numbers);
    return function;
  }

  explicit operator bool() const { return of_place_ || has_quads(); }
  bool has_quads() const { return !of_quads_.empty(); }
  /// Returns the value at a place. The function must be one of the place.
  double operator()(Point p) const { return of_place_(p); }
  std::span<const double> of_quads() const { return of_quads_; }
  /// Returns this function times 2^exponent.
  MeshFunction scaled(int exponent) const;

private:
  PointFunction of_place_{};
  std::vector<double> of_quads_{};
};

/// Returns a function of the place times 2^exponent. The result is empty if the function is.
PointFunction scaled(const PointFunction& function, int exponent);

} // namespace isobar
