#include "bench_fem.hpp"

#include <isobar/core/fem/band_rows.hpp>
#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/fem/macro_rows.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace isobar::bench {

const std::vector<FemSpace>& FemSpaces::of(int order, int levels) {
  if (order_ == order && levels_ == levels) return kept_;
  const QuadMesh mesh = circle_mesh();
  const PointFunction zero = [](Point) { return 0.0; };
  const FemProblem problem{zero, {}, {zero, zero}};
  kept_.clear();
  kept_ = fem_spaces(
      mesh,
      {.levels = levels, .order = order, .numbering = Numbering::macro, .coarsest = levels - 1},
      problem.dirichlet_rims(mesh));
  order_ = order, levels_ = levels;
  return kept_;
}

namespace {

/// Rows as they are stored, by bands (order 1 alone), and without entries inside macro elements.
constexpr std::array<std::string_view, 6> forms{"csr",       "ellpack-r", "sliced-ell",
                                                "ellpack-t", "bands",     "macro"};
enum class FemMatrix { stiffness, restriction, prolongation };

template <class T> using MatrixPointer = std::unique_ptr<const SparseMatrix<T>>;

template <class T>
MatrixPointer<T> stored(FemMatrix which, MatrixFormat format, const FemSpace& coarse,
                        const FemSpace& fine) {
  switch (which) {
  case FemMatrix::stiffness:
    return make_sparse_matrix(format, assemble_stiffness<T>(fine), "fem_stiffness", 0);
  case FemMatrix::restriction:
    return make_sparse_matrix(format, assemble_restriction<T>(coarse, fine), "fem_restriction", 0);
  case FemMatrix::prolongation: break;
  }
  return make_sparse_matrix(format, assemble_prolongation<T>(coarse, fine), "fem_prolongation", 0);
}

template <class T>
MatrixPointer<T> made(FemMatrix which, std::string_view form, const FemSpace& coarse,
                      const FemSpace& fine) {
  if (form == "csr") return stored<T>(which, MatrixFormat::csr, coarse, fine);
  if (form == "ellpack-r") return stored<T>(which, MatrixFormat::ell, coarse, fine);
  if (form == "sliced-ell") return stored<T>(which, MatrixFormat::sliced_ell, coarse, fine);
  if (form == "ellpack-t") return stored<T>(which, MatrixFormat::ell_t, coarse, fine);
  if (form == "bands") return make_band_matrix(fine, assemble_bands<T>(fine), 0);
  if (which == FemMatrix::stiffness) return make_macro_stiffness<T>(fine, {}, 0);
  return which == FemMatrix::restriction ? make_macro_restriction<T>(coarse, fine, 0)
                                         : make_macro_prolongation<T>(coarse, fine, 0);
}

/// A matrix with vectors as long as its rows and its columns.
template <class T> struct FemPlace {
  using Vector = typename SparseMatrix<T>::Vector;
  MatrixPointer<T> a;
  Vector x, f, inverse, y;

  FemPlace(FemMatrix which, std::string_view form, const FemSpace& coarse, const FemSpace& fine)
      : a(made<T>(which, form, coarse, fine)),
        x("x", std::size_t((which == FemMatrix::prolongation ? coarse : fine).unknowns())),
        f("f", std::size_t(a->rows())), inverse("inverse", f.extent(0)), y("y", f.extent(0)) {
    for (const Vector& v : {x, f, inverse}) Kokkos::deep_copy(v, T(0.125));
  }
};

/// One call of a product, and how many numbers of vectors it reads and writes for each row beside x.
template <class T> struct FemWork {
  std::string_view kernel;
  FemMatrix which;
  double of_rows;
  void (*call)(const FemPlace<T>&);
};

template <class T> constexpr std::array<FemWork<T>, 5> fem_works() {
  using W = const FemPlace<T>&;
  return {{{"fem_apply", FemMatrix::stiffness, 1.0, [](W w) { w.a->apply(1.0, w.x, w.y); }},
           {"fem_residual", FemMatrix::stiffness, 2.0, [](W w) { w.a->residual(w.x, w.f, w.y); }},
           {"fem_jacobi", FemMatrix::stiffness, 3.0,
            [](W w) { w.a->jacobi(0.7, w.inverse, w.f, w.x, w.y); }},
           {"fem_restrict", FemMatrix::restriction, 1.0, [](W w) { w.a->apply(1.0, w.x, w.y); }},
           {"fem_prolongate", FemMatrix::prolongation, 2.0,
            [](W w) { w.a->add(1.0, w.x, w.f, w.y); }}}};
}

template <class T>
void measure_fem(benchmark::State& state, const FemWork<T>& work, std::string_view form,
                 const std::vector<FemSpace>& spaces) {
  const FemPlace<T> place(work.which, form, spaces.front(), spaces.back());
  const double rows = double(place.a->rows()), unknowns = spaces.back().unknowns();
  const double bytes =
      double(place.a->bytes_read()) + sizeof(T) * (double(place.x.extent(0)) + work.of_rows * rows);
  state.counters["unknowns"] = unknowns;
  const int columns = std::max(1, int(std::lround(std::sqrt(unknowns / nz)))); // of as many numbers
  time_launches<T>(
      state, [&] { work.call(place); }, bytes, columns);
}

/// Levels of an order, the finest of which is timed: 8000 to 520000 unknowns of Q1, 2.1 million on a GPU. Q2 has as many on one level less.
std::vector<int> levels_of(int order) {
  std::vector<int> levels{6, 8, 9};
  if (!on_host) levels.push_back(10);
  for (int& one : levels) one -= order - 1;
  return levels;
}

bool has_form(const std::string_view form, int order, FemMatrix which) {
  return form != "bands" || (order == 1 && which == FemMatrix::stiffness);
}

template <class T> void add_precision(FemSpaces& spaces, int order, int levels) {
  for (const FemWork<T>& work : fem_works<T>())
    for (const std::string_view form : forms) {
      if (!has_form(form, order, work.which)) continue;
      const std::string name = fmt::format("{}/q{}/{}/{}", work.kernel, order, form,
                                           std::is_same_v<T, float> ? "float" : "double");
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=, &spaces](benchmark::State& state) {
                                     measure_fem<T>(state, work, form, spaces.of(order, levels));
                                   })
          ->ArgName("levels")
          ->Arg(levels)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
}

} // namespace

void add_fem(FemSpaces& spaces) {
  for (const int order : {1, 2})
    for (const int levels : levels_of(order)) {
      add_precision<double>(spaces, order, levels);
      add_precision<float>(spaces, order, levels);
    }
}

} // namespace isobar::bench
