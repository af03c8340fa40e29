#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/layer_product.hpp>

#include <string>

namespace isobar {

/// Returns the library that multiplies in this build, with its version, or an empty string if there is none. Call it at setup,
/// because the first call makes the library's handle.
std::string product_library();

/// Computes out = factor matrix in, or adds this product to out, as one batch of products by the library. Each row of a field
/// is one of them, because in memory it is a matrix of columns and layers. Only launches. Returns false without a library.
template <class T>
bool multiply_by_library(const std::string& label, const LayerMatrix<T>& matrix, const Field<T>& in,
                         const Field<T>& out, double factor, Target target);

} // namespace isobar
