#pragma once
#include <isobar/core/geometry.hpp>
#include <isobar/core/kokkos_compat.hpp>
#include <isobar/core/physics.hpp>
#include <isobar/core/vertical_levels.hpp>

#include <vector>

namespace isobar {

/// The four numbers of one level that serve every column (petascale paper, eq. 14):
///
///     A_T = |T| diag(a) - alpha_T diag(d) + |T| tridiag(-(b+c), b, c),  A_TT' = alpha_TT' diag(d)
///
/// b, c and d are negative in the paper; here they are stored as magnitudes, because the
/// elimination then has no subtraction (tridiag.hpp). b couples to the level above, c to the
/// one below; b is 0 on the top level, c on the bottom one (homogeneous Neumann).
template <class A> struct alignas(4 * sizeof(A)) LevelCoefficients { A a, b, c, d; };

template <class A> using Profile = Kokkos::View<LevelCoefficients<A>*, MemorySpace>;

/// Heights of the levels' interfaces above the ground, from the ground up, in multiples of a length of
/// which the whole depth holds level_steps(levels, nz): k, or k^2 for graded levels. These are whole
/// numbers, so their sums and differences are exact however thin the shell is.
std::vector<double> interface_steps(Levels levels, int nz, int merge = 1);
double level_steps(Levels levels, int nz);

/// Interfaces of the levels, from the ground up; they start at 1 on the panel and at 0 in the flat
/// box. There is one more of them than merged_levels(nz, merge).
std::vector<double> level_interfaces(Domain domain, Levels levels, double depth, int nz,
                                     int merge = 1);

/// Coefficients of all levels in double; on the panel with the weight r^2, in the box without.
std::vector<LevelCoefficients<double>>
vertical_coefficients(Domain domain, Levels levels, const Physics& physics, int nz, int merge = 1);

} // namespace isobar
