#include "c/calls.hpp"
#include "c/errors.hpp"

namespace isobar::c {
namespace {

int apply(isobar_solver solver, BlockCount count, const GivenCells<const void>& u,
          const GivenCells<void>& image, int right_side) {
  return coded([&] {
    call_with(solver_of(solver), {count, {u}, image, right_side},
              [](PressureSolver& s, const CallCells& c) { s.apply(c.read[0], c.written, c.kind); });
  });
}

int residual(isobar_solver solver, BlockCount count, const GivenCells<const void>& f,
             const GivenCells<const void>& u, const GivenCells<void>& r, int right_side,
             double* norm) {
  if (norm != nullptr) *norm = 0.0;
  return coded([&] {
    call_with(solver_of(solver), {count, {f, u}, r, right_side},
              [=](PressureSolver& s, const CallCells& c) {
                const double all = s.residual(c.read[0], c.read[1], c.written, c.kind);
                if (norm != nullptr) *norm = all;
              });
  });
}

int diagonal(isobar_solver solver, BlockCount count, const GivenCells<void>& d, int right_side) {
  return coded([&] {
    call_with(solver_of(solver), {count, {}, d, right_side},
              [](PressureSolver& s, const CallCells& c) { s.diagonal(c.written, c.kind); });
  });
}

} // namespace
} // namespace isobar::c

int isobar_apply(isobar_solver solver, const void* u, const isobar_layout* u_layout, void* image,
                 const isobar_layout* image_layout, int right_side) {
  using namespace isobar::c;
  return apply(solver, of_one_block, {"u", &u, u_layout}, {"image", &image, image_layout},
               right_side);
}
int isobar_apply_blocks(isobar_solver solver, int count, const void* const* u,
                        const isobar_layout* u_layouts, void* const* image,
                        const isobar_layout* image_layouts, int right_side) {
  return isobar::c::apply(solver, count, {"u", u, u_layouts}, {"image", image, image_layouts},
                          right_side);
}

int isobar_residual(isobar_solver solver, const void* f, const isobar_layout* f_layout,
                    const void* u, const isobar_layout* u_layout, void* r,
                    const isobar_layout* r_layout, int right_side, double* norm) {
  using namespace isobar::c;
  return residual(solver, of_one_block, {"f", &f, f_layout}, {"u", &u, u_layout},
                  {"r", &r, r_layout}, right_side, norm);
}
int isobar_residual_blocks(isobar_solver solver, int count, const void* const* f,
                           const isobar_layout* f_layouts, const void* const* u,
                           const isobar_layout* u_layouts, void* const* r,
                           const isobar_layout* r_layouts, int right_side, double* norm) {
  return isobar::c::residual(solver, count, {"f", f, f_layouts}, {"u", u, u_layouts},
                             {"r", r, r_layouts}, right_side, norm);
}

int isobar_diagonal(isobar_solver solver, void* d, const isobar_layout* d_layout, int right_side) {
  using namespace isobar::c;
  return diagonal(solver, of_one_block, {"d", &d, d_layout}, right_side);
}
int isobar_diagonal_blocks(isobar_solver solver, int count, void* const* d,
                           const isobar_layout* d_layouts, int right_side) {
  return isobar::c::diagonal(solver, count, {"d", d, d_layouts}, right_side);
}
