#include <isobar/core/columns/sor_preconditioner.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/field/blas.hpp>

namespace isobar {

template <class P>
const FieldOf<P>& SorPreconditioner<P>::operator()(const Vector& r, double /*norm*/) const {
  Blas<T>::set_zero(z_);
  Smoother<P>::smooth_colour(grid_, rho_, Colour::red, z_, r);
  exchange(communicator_, z_);
  Smoother<P>::smooth_colour(grid_, rho_ * (2.0 - rho_), Colour::black, z_, r);
  exchange(communicator_, z_);
  Smoother<P>::smooth_colour(grid_, rho_, Colour::red, z_, r);
  return z_;
}

ISOBAR_INSTANTIATE(class SorPreconditioner)

} // namespace isobar
