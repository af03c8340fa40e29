#pragma once
#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/box/kernels/box_refinement.hpp>
#include <isobar/core/box/kernels/box_smoother.hpp>
#include <isobar/core/box/kernels/box_transfer.hpp>
#include <isobar/core/box/kernels/box_two_steps.hpp>
#include <isobar/core/box/kernels/mode_kernels.hpp>
#include <isobar/core/columns/kernels/basis_kernels.hpp>
#include <isobar/core/columns/kernels/bicgstab_kernels.hpp>
#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/columns/kernels/layer_transfer.hpp>
#include <isobar/core/columns/kernels/refinement_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/multigrid/kernels/periodic_sides.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// One call of every kernel, on fields of one size. Benchmarks time these calls, and
/// isobar_count_operations counts them. If a kernel of the list (kernel_list.hpp) is missing here,
/// both programs end with an error.
namespace isobar::bench {

/// The papers' problem on n x n columns of nz layers.
inline GridSpec spec(int n, int nz) {
  Atmosphere a;
  a.time_step = default_time_step(n);
  return {Domain::panel, LayerSpacing::graded, non_dimensional(a), nz};
}

/// Numbers are arbitrary but not zero, as zeros compress in some caches.
template <class P> FieldOf<P> filled(int n, int nz) {
  const FieldOf<P> field("bench", n, n, nz);
  Kokkos::deep_copy(field.flat(), typename P::storage(0.125));
  return field;
}

/// A fine and a coarse level with the fields of all kernels in one precision. The coarse level
/// merges `merge` layers into one.
template <class P> struct Workplace {
  using T = typename P::storage;
  using A = typename P::arithmetic;
  static constexpr int merge = 4;
  PlannedGrid<A> fine, coarse, merged;
  LayerTransfer<P> layers;
  FieldOf<P> u, v, f, r, z, p, q, u_coarse, u_merged;
  CoefficientFields<P> coefficients;
  GeneralOperator<P> convection, full, inclined;
  CgScalars scalars;

  Workplace(int n, int nz)
      : fine(spec(n, nz), Partition::whole(n, n)),
        coarse(spec(n, nz), Partition::whole(n, n).coarsened(), 1),
        merged(spec(n, nz), Partition::whole(n, n), 0, 1.0, merge),
        layers(spec(n, nz), merged, merge, Restriction::average), coefficients{filled<P>(n, nz),
                                                                               filled<P>(n, nz),
                                                                               filled<P>(n, nz)},
        convection(setup(n, nz), eastward()), full(setup(n, nz), coefficients, eastward()),
        inclined(over_hills(n, nz)) {
    for (FieldOf<P>* field : {&u, &v, &f, &r, &z, &p, &q}) *field = filled<P>(n, nz);
    u_coarse = filled<P>(n / 2, nz);
    u_merged = filled<P>(n, merged.nz());
    for (const FieldOf<P>& field : {layers.f(), layers.u()})
      Kokkos::deep_copy(field.flat(), T(0.125));
    scalars.begin({0.0}, 0.0, 0.5); // alpha 0 keeps r finite in successive calls
  }

  static GridSetup setup(int n, int nz) { return {spec(n, nz), Partition::whole(n, n), {}}; }
  static GridSetup over_hills(int n, int nz) {
    GridSetup hills = setup(n, nz);
    hills.spec.flux = Flux::vertex;
    ColumnFields fields;
    fields.ground = [](int i, int j) { return 0.0625 * ((i + j) % 2); };
    hills.spec.columns = std::make_shared<const ColumnFields>(fields);
    return hills;
  }
  static Convection eastward() {
    return {{{}, [](int, int) { return 1.0; }}, {}, {}};
  }
  /// All fields.
  std::vector<FieldOf<P>> fields() const {
    return {u,
            v,
            f,
            r,
            z,
            p,
            q,
            u_coarse,
            u_merged,
            layers.f(),
            layers.u(),
            coefficients.alpha_h,
            coefficients.alpha_v,
            coefficients.beta};
  }
};

/// One call of a kernel on the fields of a Place.
template <class Place> using Work = std::function<void(Place&)>;

/// The kernels in one precision. Kernels with a second buffer alternate, as in a solver.
template <class P> std::map<Kernel, Work<Workplace<P>>> kernel_works() {
  using W = Workplace<P>;
  using S = Smoother<P>;
  using T = Transfer<P>;
  using B = BicgstabKernels<P>;
  return {
      {Kernel::apply, [](W& w) { Operator<P>::apply(w.fine, w.u, w.v); }},
      {Kernel::residual, [](W& w) { Operator<P>::residual(w.fine, w.u, w.f, w.r); }},
      {Kernel::residual_norm,
       [](W& w) { (void)Operator<P>::residual_norm_squared(w.fine, w.u, w.f); }},
      {Kernel::magnitude, [](W& w) { (void)Operator<P>::magnitude_squared(w.fine, w.u, w.f); }},
      {Kernel::solve_columns, [](W& w) { S::solve_columns(w.fine, w.r, w.z); }},
      {Kernel::smooth,
       [](W& w) {
         S::smooth(w.fine, 0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::smooth_norm,
       [](W& w) {
         (void)S::smooth_norm(w.fine, 0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::smooth_colour, [](W& w) { S::smooth_colour(w.fine, 0.5, Colour::red, w.u, w.f); }},
      {Kernel::smooth_from_zero, [](W& w) { S::smooth_from_zero(w.fine, 0.5, w.f, w.v); }},
      {Kernel::restrict_residual, [](W& w) { T::restrict_residual(w.fine, w.u, w.f, w.u_coarse); }},
      {Kernel::restrict_transpose, [](W& w) { T::restrict_transpose(w.fine, w.r, w.u_coarse); }},
      {Kernel::restrict_rhs, [](W& w) { T::restrict_rhs(w.fine, w.f, w.u_coarse); }},
      {Kernel::interpolate, [](W& w) { T::interpolate(w.fine, w.u_coarse, w.u); }},
      {Kernel::prolongate, [](W& w) { T::prolongate(w.fine, w.u, w.u_coarse, w.u); }},
      {Kernel::prolongate_smooth,
       [](W& w) {
         T::prolongate_smooth(w.fine, 0.5, w.u, w.f, w.u_coarse, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::interpolate_smooth,
       [](W& w) { T::interpolate_smooth(w.fine, 0.5, w.f, w.u_coarse, w.v); }},
      {Kernel::mirror_sides, [](W& w) { mirror_sides(w.fine, w.u); }},
      {Kernel::wrap_sides,
       [](W& w) {
         PeriodicSides<P>::wrap(w.fine.label(Kernel::wrap_sides), w.u, {true, true});
       }},
      {Kernel::restrict_layers, [](W& w) { w.layers.restrict_layers(w.merged, w.u_merged); }},
      {Kernel::interpolate_layers, [](W& w) { w.layers.interpolate_layers(w.merged, w.u_merged); }},
      {Kernel::cg_tridiag, [](W& w) { CgKernels<P>::tridiag(w.fine, w.scalars, w.q, w.r, w.z); }},
      {Kernel::convection_apply, [](W& w) { w.convection.apply(w.u, w.v); }},
      {Kernel::convection_sums, [](W& w) { (void)w.convection.apply_sums(w.u, w.r, w.v); }},
      {Kernel::convection_residual, [](W& w) { (void)w.convection.residual(w.u, w.f, w.r); }},
      {Kernel::full_apply, [](W& w) { w.full.apply(w.u, w.v); }},
      {Kernel::full_sums, [](W& w) { (void)w.full.apply_sums(w.u, w.r, w.v); }},
      {Kernel::full_residual, [](W& w) { (void)w.full.residual(w.u, w.f, w.r); }},
      {Kernel::inclined_apply, [](W& w) { w.inclined.apply(w.u, w.v); }},
      {Kernel::inclined_sums, [](W& w) { (void)w.inclined.apply_sums(w.u, w.r, w.v); }},
      {Kernel::inclined_residual, [](W& w) { (void)w.inclined.residual(w.u, w.f, w.r); }},
      {Kernel::vector_sums, [](W& w) { (void)B::sums(w.fine, w.v, w.r); }},
      {Kernel::subtract, [](W& w) { (void)B::subtract(w.fine, w.f, w.v); }},
      // Factors of 0 keep numbers finite in successive calls.
      {Kernel::bicgstab_direction, [](W& w) { B::direction(w.fine, 0.5, 0.5, w.r, w.p, w.q); }},
      {Kernel::bicgstab_half_step, [](W& w) { B::half_step(w.fine, 0.0, w.z, w.q, w.u, w.r); }},
      {Kernel::bicgstab_step, [](W& w) { (void)B::step(w.fine, 0.0, w.z, w.q, w.p, w.u, w.r); }},
      {Kernel::vector_products,
       [](W& w) { (void)BasisKernels<P>::product_pair(w.fine, w.v, w.r, w.z); }},
      {Kernel::vector_combine,
       [](W& w) {
         BasisKernels<P>::combine_four(w.fine, 1.0, w.f, {0.0, 0.0, 0.0, 0.0}, {w.p, w.q, w.r, w.z},
                                       w.v);
       }},
      {Kernel::cg_spmv, [](W& w) { CgKernels<P>::spmv(w.fine, w.scalars, w.z, w.u, w.p, w.q); }},
  };
}

/// A box of n x n columns of nz layers with u = 0 on all sides.
inline BoxSpec bench_box(int n, int nz) {
  constexpr Boundary side = Boundary::dirichlet;
  return {Axis::uniform(n, 1.0, side, side), Axis::uniform(n, 1.0, side, side),
          Axis::uniform(nz, 1.0, side, side)};
}

/// The fields of kernels between an iteration in P and an inner one in Q.
template <class P, class Q> struct TwoPrecisions {
  GridOf<P> grid;
  BoxGridOf<P> box;
  FieldOf<P> u, v, f;
  Scaled<typename Q::storage> first, e, rounded;

  TwoPrecisions(int n, int nz)
      : grid(spec(n, nz), Partition::whole(n, n)),
        box(bench_box(n, nz), Partition::whole(n, n), {}) {
    for (FieldOf<P>* field : {&u, &v, &f}) *field = filled<P>(n, nz);
    for (auto* x : {&first, &e, &rounded}) x->field = filled<Q>(n, nz);
  }
};

template <class P, class Q> std::map<Kernel, Work<TwoPrecisions<P, Q>>> mixed_works() {
  using W = TwoPrecisions<P, Q>;
  using K = RefinementKernels<P, Q>;
  using B = BoxRefinement<P, Q>;
  return {
      {Kernel::box_to_float, [](W& w) { (void)B::to_float(w.box, w.f, 1.0, w.rounded.field); }},
      {Kernel::box_residual_float,
       [](W& w) { (void)B::residual(w.box, w.u, w.f, 1.0, w.rounded.field); }},
      {Kernel::box_correct_zero,
       [](W& w) { (void)B::correct_zero(w.box, w.e.field, 1.0, w.f, w.u, 1.0, w.rounded.field); }},
      {Kernel::box_correct,
       [](W& w) {
         (void)B::correct(w.box, w.u, w.e.field, 1.0, w.f, w.v, 1.0, w.rounded.field);
         std::swap(w.u, w.v);
       }},
      {Kernel::to_float, [](W& w) { (void)K::to_float(w.grid, w.f, w.rounded); }},
      {Kernel::to_double, [](W& w) { K::to_double(w.grid, w.e, w.u); }},
      {Kernel::residual_float, [](W& w) { (void)K::residual(w.grid, w.e, w.f, w.rounded); }},
      {Kernel::correct_float,
       [](W& w) { (void)K::correct(w.grid, w.first, w.e, w.f, w.v, w.rounded); }},
      {Kernel::correct,
       [](W& w) {
         (void)K::correct(w.grid, w.u, w.e, w.f, w.v, w.rounded);
         std::swap(w.u, w.v);
       }},
  };
}

/// The middle third of the rows of three bench_box in sequence.
inline Partition middle_slab(int n) {
  Partition part = Partition::whole(n, 3 * n);
  part.first_j = part.ny = n;
  return part;
}
template <class P> BoxGridOf<P> slab_grid(int n, int nz) {
  BoxSpec box = bench_box(n, nz);
  box.y = Axis::uniform(3 * n, 3.0, box.y.low, box.y.high);
  return {box, middle_slab(n), {}};
}

/// A bench_box, one of the same size between neighbours, the next coarser one, which halves all axes, and the planes of its
/// modes.
template <class P> struct BoxPlace {
  using Modes = ModeKernels<P>;
  BoxGridOf<P> grid, slab;
  FieldOf<P> u, v, f, u_coarse;
  ModePlanes<P> planes;
  typename Modes::Columns ratio, weight;
  typename Modes::Numbers mean, resistance;

  BoxPlace(int n, int nz)
      : grid(bench_box(n, nz), Partition::whole(n, n), {}), slab(slab_grid<P>(n, nz)),
        u(filled<P>(n, nz)), v(filled<P>(n, nz)), f(filled<P>(n, nz)),
        u_coarse(filled<P>(n / 2, nz / 2)),
        planes(AxisModes::of(bench_box(n, nz).x, "x"), AxisModes::of(bench_box(n, nz).y, "y"), nz),
        ratio("ratio", n, n), weight("weight", n, n), mean("mean", nz),
        resistance("resistance", nz) {
    Kokkos::deep_copy(ratio, typename P::arithmetic(0.5));
  }
  std::vector<FieldOf<P>> fields() const { return {u, v, f, u_coarse}; }
};

/// The kernels on boxes. Smoothing steps alternate between two fields.
template <class P> std::map<Kernel, Work<BoxPlace<P>>> box_works() {
  using W = BoxPlace<P>;
  using O = BoxOperator<P>;
  using S = BoxSmoother<P>;
  using T = BoxTransfer<P>;
  using Two = BoxTwoSteps<P>;
  using M = ModeKernels<P>;
  static constexpr TwoSteps steps{0.5, 0.6};
  std::map<Kernel, Work<W>> works{
      {Kernel::box_apply, [](W& w) { O::apply(w.grid, w.u, w.v); }},
      {Kernel::box_residual, [](W& w) { O::residual(w.grid, w.u, w.f, w.v); }},
      {Kernel::box_residual_norm, [](W& w) { (void)O::residual_norm_squared(w.grid, w.u, w.f); }},
      {Kernel::box_smooth,
       [](W& w) {
         S::smooth(w.grid, 0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::box_smooth_norm,
       [](W& w) {
         (void)S::smooth_norm(w.grid, 0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::box_smooth_from_zero, [](W& w) { S::smooth_from_zero(w.grid, 0.5, w.f, w.v); }},
      {Kernel::box_smooth_colour,
       [](W& w) { S::smooth_colour(w.grid, 0.5, Colour::red, w.u, w.f); }},
      {Kernel::box_restrict_residual,
       [](W& w) { T::restrict_residual(w.grid, w.u, w.f, w.u_coarse); }},
      {Kernel::box_restrict_rhs, [](W& w) { T::restrict_rhs(w.grid, w.f, w.u_coarse); }},
      {Kernel::box_restrict_transpose,
       [](W& w) { T::restrict_transpose(w.grid, w.f, w.u_coarse); }},
      {Kernel::box_restrict_weighted,
       [](W& w) { T::restrict_weighted(w.grid, 0.5, w.f, w.u_coarse); }},
      {Kernel::box_prolongate, [](W& w) { T::prolongate(w.grid, w.u, w.u_coarse, w.u); }},
      {Kernel::box_interpolate, [](W& w) { T::interpolate(w.grid, w.u_coarse, w.v); }},
      {Kernel::box_sum, [](W& w) { (void)BoxMeans<P>::integral(w.grid, w.u); }},
      {Kernel::box_subtract, [](W& w) { BoxMeans<P>::subtract(w.grid, 0.0, w.u); }},
      {Kernel::box_smooth_twice,
       [](W& w) {
         Two::smooth(w.grid, steps, &w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::box_smooth_twice_from_zero,
       [](W& w) { Two::smooth(w.grid, steps, nullptr, w.f, w.v); }},
      {Kernel::box_first_step,
       [](W& w) { Two::first_step_for_neighbours(w.slab, steps, &w.u, w.f, w.v); }},
      {Kernel::modes_arrange, [](W& w) { M::arrange(w.planes, w.f); }},
      {Kernel::modes_split, [](W& w) { M::split(w.planes, w.v); }},
      {Kernel::modes_join, [](W& w) { M::join(w.planes, w.v); }},
      {Kernel::modes_collect, [](W& w) { M::collect(w.planes, w.u); }},
      {Kernel::modes_around, [](W& w) { M::close_around(w.ratio, w.weight, w.u); }},
      {Kernel::modes_mean,
       [](W& w) {
         M::keep_mean(w.f, w.mean);
         M::solve_mean(w.mean, w.resistance, w.v);
       }},
  };
  return works;
}

/// The names of kernels of the list that are not in `there`.
inline std::string missing_kernels(const std::vector<Kernel>& there) {
  std::string names;
  for (const KernelTraffic& t : kernel_traffic)
    if (std::ranges::find(there, t.kernel) == there.end()) names.append(" ").append(t.name);
  return names;
}

} // namespace isobar::bench
