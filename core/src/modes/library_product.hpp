#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/layer_product.hpp>

#include <string>

namespace isobar {

/// The library that multiplies in this build, with its version; empty if there is none. Call it at setup, because it makes what it needs.
std::string product_library();

/// out = factor x matrix in, or out += that, by the library, as one batch of products, one for each row of
/// columns: rows of a field in memory are matrices of columns and layers. Only launches. False without a library.
template <class T>
bool multiply_by_library(const std::string& label, const LayerMatrix<T>& matrix, const Field<T>& in,
                         const Field<T>& out, double factor, Target target);

} // namespace isobar
