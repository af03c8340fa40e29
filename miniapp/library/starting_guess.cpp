#include "library/starting_guess.hpp"

#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>

namespace isobar {

GuessNorms StartingGuess::read(CellTransfer& cells, const SolveRequest& request) {
  const double factor = 1.0 / request.scale.undone(1.0);
  cells.read_rhs(whole_.order(), whole_.grid(), request.f, request.kind, whole_.f(), factor);
  if (request.means)
    request.means->removed =
        request.scale.undone(constants().make_solvable(whole_.f(), request.means->asked));
  cells.read(whole_.order(), request.guess, whole_.u(), factor);
  whole_.take_residual();
  std::array<double, 2> squares{Blas<double>::dot(whole_.f(), whole_.f()),
                                Blas<double>::dot(whole_.r(), whole_.r())};
  whole_.ranks().sum(squares);
  return {std::sqrt(squares[0]), std::sqrt(squares[1])};
}

std::vector<CellsAt<StridedCells<double>>> StartingGuess::residual() const {
  const PatchRows rows = whole_.grid().rows();
  std::vector<CellsAt<StridedCells<double>>> all;
  for (int first = 0; first < rows.all(); first += rows.rows)
    all.push_back({cells_of(whole_.r().rows(rows.row(first), rows.rows)), {0, first}});
  return all;
}

double StartingGuess::correct() {
  Blas<double>::axpby(1.0, whole_.r(), 1.0, whole_.u());
  whole_.take_residual();
  return whole_.norm(whole_.r());
}

void StartingGuess::write(CellTransfer& cells, const SolveRequest& request) {
  if (request.means) constants().make_unique(whole_.u());
  cells.write(whole_.order(), whole_.u(), request.u, request.scale.undone(1.0));
}

} // namespace isobar
