#pragma once
#include "solver.hpp"

#include <utility>

/// What the sources that build solvers share.
namespace isobar {

template <class P> using Comm = MpiCommunicator<typename P::storage>;

template <class P, class Method> class Adapter : public Solver<P> {
public:
  using typename Solver<P>::Vector;
  template <class... Args>
  explicit Adapter(Args&&... args) : method_(std::forward<Args>(args)...) {}
  SolveReport solve(const Vector& f, const SolveControls& controls) override {
    return method_.solve(f, controls);
  }
  const Vector& solution() const override { return method_.solution(); }

private:
  Method method_;
};

template <class P> Count field_bytes(const Partition& p, int nz) {
  using T = typename P::storage;
  return FieldShape::of<T>(p.nx, p.ny, nz).size() * Count(sizeof(T));
}

template <class P> Count grid_bytes(const Partition& p, int nz) {
  return GridLevel<typename P::arithmetic>::bytes(p.nx, p.ny, nz);
}

} // namespace isobar
