#pragma once
#include "kernel_works.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/modes/kernels/copy_modes.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/layer_product.hpp>

#include <numeric>

/// One call of every kernel of vertical modes, like kernel_works.hpp.
namespace isobar::bench {

/// Modes of n x n columns, each of which takes three steps.
template <class P> struct ModePlace {
  GridOf<P> grid;
  ModeSweeps<P> sweeps;
  FieldOf<P> f, u;

  ModePlace(int n, int nz)
      : grid(spec(n, nz), Partition::whole(n, n)), sweeps(grid, nz), f(filled<P>(n, nz)),
        u(filled<P>(n, nz)) {
    const GridSpec s = spec(n, nz);
    const double mu =
        2000.0; // links are below 0.04 of the diagonal, so that three steps leave 1e-4
    sweeps.set(std::vector<double>(std::size_t(nz), mu), s.physics.omega_squared, 1e-4);
  }
  std::vector<FieldOf<P>> fields() const { return {f, u}; }
};

template <class P> std::map<Kernel, Work<ModePlace<P>>> mode_works() {
  using W = ModePlace<P>;
  return {
      {Kernel::sweep_modes, [](W& w) { w.sweeps.solve(w.f, 0, w.u); }},
      {Kernel::copy_modes, [](W& w) { CopyModes<P>::inwards(w.f, w.u); }},
  };
}

/// Layers in P, their modes in M, and matrices between them, those of the spec.
template <class P, class M> struct ModeProducts {
  using A = typename M::arithmetic;
  FieldOf<P> layers;
  FieldOf<M> modes;
  LayerMatrix<A> forward;
  LayerMatrix<double> back;

  ModeProducts(int n, int nz)
      : layers(filled<P>(n, nz)), modes(filled<M>(n, nz)), forward(nz), back(nz) {
    VerticalModes vertical(nz);
    vertical.find(mode_pencil(spec(n, nz)));
    std::vector<int> places(static_cast<std::size_t>(nz));
    std::iota(places.begin(), places.end(), 0);
    const ModeOrder order = on_device("mode order", places);
    forward.set_forward(vertical.vectors(), order);
    back.set_back(vertical.vectors(), order);
  }
};

template <class P, class M> std::map<Kernel, Work<ModeProducts<P, M>>> mode_products() {
  using W = ModeProducts<P, M>;
  using T = typename P::storage;
  using S = typename M::storage;
  constexpr bool same = std::is_same_v<T, S>;
  return {{same ? Kernel::layers_to_modes : Kernel::layers_to_modes_float,
           [](W& w) {
             LayerProduct<typename M::arithmetic, T, S>::apply("forward", w.forward, w.layers,
                                                               w.modes);
           }},
          {same ? Kernel::modes_to_layers : Kernel::modes_to_layers_float,
           [](W& w) { LayerProduct<double, S, T>::apply("back", w.back, w.modes, w.layers); }}};
}

} // namespace isobar::bench
