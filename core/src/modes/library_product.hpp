#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/layer_product.hpp>

#include <string>

namespace isobar {

/// The library that multiplies in this build, with its version; empty if there is none. Makes what it needs, so it is called at setup.
std::string product_library();

/// out = factor x matrix in, or out += that, by the library, as one batch of products, a row of columns each: rows of a field are matrices of columns
/// and layers as they lie. Only launches. False if there is none.
template <class T>
bool multiply_by_library(const std::string& label, const LayerMatrix<T>& matrix, const Field<T>& in,
                         const Field<T>& out, double factor, Target target);

} // namespace isobar
