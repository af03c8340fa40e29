#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/launch/kernel_names.hpp>

#include <array>
#include <string_view>

namespace isobar {

/// The precision of the words that a kernel reads and writes in a solve of mixed precision.
/// `inner`: that of the float cycles inside. `outer`: that of the double iteration around them.
enum class Words { inner, outer };

/// The memory references of one kernel, in storage words for each owned cell of its level (for
/// transfers, of the fine level). Caching is perfect: these are the least references that the
/// kernel needs. Kernels between double and float count double words, of which a float is a half.
struct KernelTraffic {
  Kernel kernel;
  std::string_view name;
  Words words;
  double references;
  std::string_view meaning;
  /// Bytes of integers for each cell. With stored matrices they are column indices, and the offset
  /// of each row (CSR, 32 bits) or its length (ELLPACK-R, 8 bits). Beside obstacles they are the
  /// cell's code (32 bits).
  double index_bytes = 0.0;
  bool all_layers = false; ///< on a level with merged layers, references count cells of all layers
};

inline constexpr auto kernel_traffic = std::to_array<KernelTraffic>({
    {Kernel::apply, "apply", Words::outer, 2.0, "read u; write v"},
    {Kernel::residual, "residual", Words::inner, 3.0, "read u, f; write r"},
    {Kernel::residual_norm, "residual_norm", Words::inner, 2.0, "read u, f"},
    {Kernel::magnitude, "magnitude", Words::inner, 2.0, "read u, f"},
    {Kernel::solve_columns, "solve_columns", Words::inner, 2.0, "read r; write z"},
    {Kernel::smooth, "smooth", Words::inner, 3.0, "read u, f; write u"},
    {Kernel::smooth_norm, "smooth_norm", Words::inner, 3.0, "read u, f; write u"},
    {Kernel::smooth_from_zero, "smooth_from_zero", Words::inner, 2.0, "read f; write u"},
    {Kernel::restrict_residual, "restrict_residual", Words::inner, 2.25,
     "read u, f; write f_coarse"},
    {Kernel::restrict_transpose, "restrict_transpose", Words::inner, 1.25,
     "read r; write f_coarse"},
    {Kernel::prolongate, "prolongate", Words::inner, 2.25, "read u, u_coarse; write u"},
    {Kernel::interpolate, "interpolate", Words::inner, 1.25, "read u_coarse; write u"},
    {Kernel::prolongate_smooth, "prolongate_smooth", Words::inner, 3.25,
     "read u, f, u_coarse; write u"},
    {Kernel::interpolate_smooth, "interpolate_smooth", Words::inner, 2.25,
     "read f, u_coarse; write u"},
    {Kernel::mirror_sides, "mirror_sides", Words::inner, 0.0,
     "halo cells on the domain's sides only"},
    {Kernel::wrap_sides, "wrap_sides", Words::inner, 0.0, "halo cells beyond periodic sides only"},
    {Kernel::cg_tridiag, "cg_tridiag", Words::inner, 4.0, "read r, q; write r, z"},
    {Kernel::cg_spmv, "cg_spmv", Words::inner, 7.0, "read u, p, z, q; write u, p, q"},
    {Kernel::restrict_rhs, "restrict_rhs", Words::inner, 1.25, "read f; write f_coarse"},
    {Kernel::to_float, "to_float", Words::outer, 1.5, "read x; write it in float"},
    {Kernel::to_double, "to_double", Words::outer, 1.5, "read x in float; write it"},
    {Kernel::residual_float, "residual_float", Words::outer, 2.0,
     "read u in float, f; write r in float"},
    {Kernel::correct_float, "correct_float", Words::outer, 3.5,
     "read u, e in float, f; write u, r in float"},
    {Kernel::correct, "correct", Words::outer, 4.0, "read u, e in float, f; write u, r in float"},
    {Kernel::csr_apply, "csr_apply", Words::inner, 9.0, "read 7 entries, u; write v", 32.0},
    {Kernel::csr_restrict, "csr_restrict", Words::inner, 2.25, "read 1 entry, r; write f_coarse",
     5.0},
    {Kernel::csr_prolongate, "csr_prolongate", Words::inner, 6.25,
     "read 4 entries, u, u_coarse; write u", 20.0},
    {Kernel::csr_residual, "csr_residual", Words::inner, 12.0,
     "copy f to r; read 7 entries, u, r; write r", 32.0},
    {Kernel::ell_apply, "ell_apply", Words::inner, 9.0, "read 7 entries, u; write v", 29.0},
    {Kernel::ell_restrict, "ell_restrict", Words::inner, 2.25, "read 1 entry, r; write f_coarse",
     4.25},
    {Kernel::ell_prolongate, "ell_prolongate", Words::inner, 6.25,
     "read 4 entries, u, u_coarse; write u", 17.0},
    {Kernel::ell_residual, "ell_residual", Words::inner, 10.0, "read 7 entries, u, f; write r",
     29.0},
    {Kernel::stored_solve, "stored_solve", Words::inner, 5.0, "read r, three factors; write z"},
    {Kernel::stored_smooth, "stored_smooth", Words::inner, 7.0,
     "read r, three factors, u; write r, u"},
    {Kernel::smooth_colour, "smooth_colour", Words::inner, 3.0, "read u, f; write u: whole lines"},
    {Kernel::restrict_layers, "restrict_layers", Words::inner, 1.25,
     "read f; write f of merged layers, by four", 0.0, true},
    {Kernel::interpolate_layers, "interpolate_layers", Words::inner, 1.25,
     "read u of merged layers; write u", 0.0, true},
    {Kernel::convection_apply, "convection_apply", Words::outer, 2.0, "read u; write v"},
    {Kernel::convection_sums, "convection_sums", Words::outer, 3.0, "read u, w; write v"},
    {Kernel::convection_residual, "convection_residual", Words::outer, 3.0, "read u, f; write r"},
    {Kernel::full_apply, "full_apply", Words::outer, 5.0, "read u, three coefficients; write v"},
    {Kernel::full_sums, "full_sums", Words::outer, 6.0, "read u, w, three coefficients; write v"},
    {Kernel::full_residual, "full_residual", Words::outer, 6.0,
     "read u, f, three coefficients; write r"},
    {Kernel::inclined_apply, "inclined_apply", Words::outer, 2.0, "read u; write v"},
    {Kernel::inclined_sums, "inclined_sums", Words::outer, 3.0, "read u, w; write v"},
    {Kernel::inclined_residual, "inclined_residual", Words::outer, 3.0, "read u, f; write r"},
    {Kernel::vector_sums, "vector_sums", Words::outer, 2.0, "read v, w"},
    {Kernel::subtract, "subtract", Words::outer, 3.0, "read f, r; write r"},
    {Kernel::bicgstab_direction, "bicgstab_direction", Words::outer, 4.0, "read r, p, q; write p"},
    {Kernel::bicgstab_half_step, "bicgstab_half_step", Words::outer, 6.0,
     "read u, z, r, q; write u, r"},
    {Kernel::bicgstab_step, "bicgstab_step", Words::outer, 7.0, "read u, z, r, t, w; write u, r"},
    {Kernel::vector_products, "vector_products", Words::outer, 3.0, "read v, two w"},
    {Kernel::vector_combine, "vector_combine", Words::outer, 6.0, "read x, four w; write y"},
    {Kernel::coupled_factorise, "coupled_factorise", Words::inner, 5.0,
     "read four couplings; write the inverse pivot"},
    {Kernel::coupled_coarsen, "coupled_coarsen", Words::inner, 4.5,
     "read four couplings, every other row of south; write coarse ones"},
    {Kernel::coupled_smooth, "coupled_smooth", Words::inner, 8.0,
     "read four couplings, the inverse pivot, u, f; write u"},
    {Kernel::coupled_smooth_from_zero, "coupled_smooth_from_zero", Words::inner, 4.0,
     "read one coupling, the inverse pivot, f; write u"},
    {Kernel::coupled_residual, "coupled_residual", Words::inner, 7.0,
     "read four couplings, u, f; write r"},
    {Kernel::coupled_residual_norm, "coupled_residual_norm", Words::inner, 6.0,
     "read four couplings, u, f"},
    {Kernel::coupled_restrict, "coupled_restrict", Words::inner, 1.25, "read r; write f_coarse"},
    {Kernel::coupled_prolongate, "coupled_prolongate", Words::inner, 2.25,
     "read u, u_coarse; write u"},
    {Kernel::coupled_interpolate, "coupled_interpolate", Words::inner, 1.25,
     "read u_coarse; write u"},
    {Kernel::flow_predict, "flow_predict", Words::outer, 16.0,
     "read u, v, w, T, four rates; write u*, v*, w*, T, four rates"},
    {Kernel::flow_predict_velocity, "flow_predict_velocity", Words::outer, 12.0,
     "read u, v, w, three rates; write u*, v*, w*, three rates"},
    {Kernel::flow_predict_obstacles, "flow_predict_obstacles", Words::outer, 16.0,
     "flow_predict beside obstacles: read their codes too", 4.0},
    {Kernel::flow_predict_velocity_obstacles, "flow_predict_velocity_obstacles", Words::outer, 12.0,
     "flow_predict_velocity beside obstacles: read their codes too", 4.0},
    {Kernel::flow_divergence, "flow_divergence", Words::outer, 4.0, "read u*, v*, w*; write f"},
    {Kernel::flow_project, "flow_project", Words::outer, 7.0, "read u*, v*, w*, p; write u, v, w"},
    {Kernel::flow_project_obstacles, "flow_project_obstacles", Words::outer, 7.0,
     "flow_project beside obstacles: read their codes too", 4.0},
    {Kernel::flow_obstacle_apply, "flow_obstacle_apply", Words::outer, 2.0,
     "read u, codes of obstacles; write v", 4.0},
    {Kernel::flow_outflow, "flow_outflow", Words::outer, 0.0,
     "faces of the sides with in- and outflow only"},
    {Kernel::flow_walls, "flow_walls", Words::outer, 0.0, "halo cells beyond walls only"},
    {Kernel::flow_change, "flow_change", Words::outer, 2.0, "read a field and the one before it"},
    {Kernel::flow_sums, "flow_sums", Words::outer, 3.0, "read u, v, w"},
    {Kernel::flow_heat, "flow_heat", Words::outer, 2.0, "read T, one velocity"},
    {Kernel::flow_sample, "flow_sample", Words::outer, 0.0, "cells beside probes and walls only"},
    {Kernel::box_apply, "box_apply", Words::inner, 2.0, "read u; write v"},
    {Kernel::box_residual, "box_residual", Words::inner, 3.0, "read u, f; write r"},
    {Kernel::box_residual_norm, "box_residual_norm", Words::inner, 2.0, "read u, f"},
    {Kernel::box_smooth, "box_smooth", Words::inner, 3.0, "read u, f; write u"},
    {Kernel::box_smooth_norm, "box_smooth_norm", Words::inner, 3.0, "read u, f; write u"},
    {Kernel::box_smooth_from_zero, "box_smooth_from_zero", Words::inner, 2.0, "read f; write u"},
    {Kernel::box_smooth_colour, "box_smooth_colour", Words::inner, 3.0,
     "read u, f; write u: whole lines"},
    {Kernel::box_restrict_residual, "box_restrict_residual", Words::inner, 2.125,
     "read u, f; write f_coarse"},
    {Kernel::box_restrict_rhs, "box_restrict_rhs", Words::inner, 1.125, "read f; write f_coarse"},
    {Kernel::box_restrict_transpose, "box_restrict_transpose", Words::inner, 1.125,
     "read r; write f_coarse"},
    {Kernel::box_restrict_weighted, "box_restrict_weighted", Words::inner, 1.125,
     "read r; write f_coarse: half-weighting and injection"},
    {Kernel::box_prolongate, "box_prolongate", Words::inner, 2.125, "read u, u_coarse; write u"},
    {Kernel::box_interpolate, "box_interpolate", Words::inner, 1.125, "read u_coarse; write u"},
    {Kernel::box_sum, "box_sum", Words::outer, 1.0, "read u"},
    {Kernel::box_subtract, "box_subtract", Words::outer, 2.0, "read u; write u"},
    {Kernel::box_smooth_twice, "box_smooth_twice", Words::inner, 3.0, "read u, f; write u"},
    {Kernel::box_smooth_twice_from_zero, "box_smooth_twice_from_zero", Words::inner, 2.0,
     "read f; write u"},
    {Kernel::box_first_step, "box_first_step", Words::inner, 0.0, "rows beside neighbours only"},
    {Kernel::box_to_float, "box_to_float", Words::outer, 1.5, "read f; write r in float"},
    {Kernel::box_residual_float, "box_residual_float", Words::outer, 2.5,
     "read u, f; write r in float"},
    {Kernel::box_correct_zero, "box_correct_zero", Words::outer, 3.0,
     "read e in float, f; write u, r in float"},
    {Kernel::box_correct, "box_correct", Words::outer, 4.0,
     "read u, e in float, f; write u, r in float"},
    {Kernel::modes_arrange, "modes_arrange", Words::outer, 2.0, "read f; write planes"},
    {Kernel::modes_split, "modes_split", Words::outer, 2.0, "read planes; write modes"},
    {Kernel::modes_join, "modes_join", Words::outer, 2.0, "read modes; write planes"},
    {Kernel::modes_collect, "modes_collect", Words::outer, 2.0, "read planes; write u"},
    {Kernel::modes_around, "modes_around", Words::outer, 2.0,
     "read u; write u: layers near both ends only"},
    {Kernel::modes_mean, "modes_mean", Words::outer, 0.0, "one column of a singular box only"},
    {Kernel::layers_to_modes, "layers_to_modes", Words::outer, 2.0, "read f; write its modes"},
    {Kernel::layers_to_modes_float, "layers_to_modes_float", Words::outer, 1.5,
     "read f; write its modes in float"},
    {Kernel::modes_to_layers, "modes_to_layers", Words::outer, 2.0, "read modes; write u"},
    {Kernel::modes_to_layers_float, "modes_to_layers_float", Words::outer, 1.5,
     "read modes in float; write u"},
    {Kernel::sweep_modes, "sweep_modes", Words::inner, 2.0, "read modes of f; write those of u"},
    {Kernel::copy_modes, "copy_modes", Words::inner, 2.0,
     "read modes; write them: those that multigrid solves"},
});

/// The row of a kernel in kernel_traffic.
constexpr const KernelTraffic& traffic(Kernel k) { return kernel_traffic[std::size_t(k)]; }

/// Bytes of a kernel's word in a solve in double around cycles in float.
constexpr std::size_t mixed_word_bytes(Kernel k) {
  return traffic(k).words == Words::outer ? sizeof(double) : sizeof(float);
}

/// The bytes that a kernel must move on `cells` owned cells with storage words of `word` bytes.
constexpr double modelled_bytes(Kernel k, Int64 cells, std::size_t word) {
  return double(cells) * (traffic(k).references * double(word) + traffic(k).index_bytes);
}

} // namespace isobar
