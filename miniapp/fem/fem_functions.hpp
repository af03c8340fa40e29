#pragma once
#include "fem/fem_names.hpp"

#include <isobar/core/fem/fem_error.hpp>

namespace isobar {

/// A named function with its gradient and Laplacian. The logarithm is not finite at the origin.
struct KnownFunction : ExactFunction {
  PointFunction laplacian;
};
/// The function of a name. In three dimensions products have a factor of z, too.
KnownFunction known_function(fem::FunctionName name, int dimensions = 2);

PointFunction function_of(const fem::Function& function, int dimensions = 2);
/// The diffusion coefficient as a function; empty for the coefficient 1.
PointFunction function_of(const fem::Diffusion& diffusion);
/// The reaction coefficient as a function; empty for the coefficient 0.
PointFunction reaction_of(const fem::Diffusion& reaction);

} // namespace isobar
