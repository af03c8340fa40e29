#pragma once
#include <isobar/core/solvers/communicator.hpp>
#include <isobar/core/solvers/level.hpp>
#include <isobar/core/solvers/level_setup.hpp>

#include <utility>

namespace isobar {

/// A level with fields of a precision: what levels of all kinds share, and what a solver asks of the
/// finest one.
template <class P> class FieldLevel : public Level {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// The right-hand side of the finest level, which has no field of its own for it: shares f's data.
  /// `cycles_before`: of the same solve, on other right-hand sides; relaxation factors take turns.
  void set_rhs(const Vector& f, int cycles_before = 0) {
    f_ = f;
    visits_ = cycles_before;
  }
  const Vector& rhs() const { return f_; }
  Vector& u() { return u_; }
  const Vector& u() const { return u_; }
  const Grid& grid() const { return grid_; }
  Communicator<T>& communicator() const { return communicator_; }
  /// This rank's share of || f - A u ||^2. Reads u with a valid halo.
  virtual double residual_norm_squared() = 0;

  Guess smooth_before(Guess guess) override {
    if (takes_turns()) {
      const std::size_t turn = visits_++ % (options_.finest_relaxation.size() / 2);
      before_ = &options_.finest_relaxation[2 * turn];
      after_ = before_ + 1;
    }
    for (const double rho : *before_) {
      smooth(rho, std::exchange(guess, Guess::current));
      exchange();
    }
    return guess;
  }
  void correct(Guess guess) override {
    const std::vector<double>& rho = *after_;
    auto [step, halo_is_valid] = add_correction(guess);
    for (; step < rho.size(); ++step) {
      if (!std::exchange(halo_is_valid, false)) exchange();
      smooth(rho[step], Guess::current);
    }
  }
  void solve_coarsest(Guess guess) override {
    for (int step = 0; step < *options_.coarse_steps; ++step) {
      if (step > 0) exchange();
      smooth(options_.coarse_relaxation, std::exchange(guess, Guess::current));
    }
  }
  void update(const GridSpec& spec) override { grid_.update(spec); }
  void exchange() override { isobar::exchange(communicator_, u_); }

protected:
  FieldLevel(const LevelSetup& setup, const MultigridOptions& options,
             Communicator<T>& communicator)
      : options_(options), communicator_(communicator), grid_(make_grid<P>(setup)),
        u_(make_field<P>(setup, "isobar u")) {
    require_fit(communicator, u_.shape());
    if (setup.index > 0) f_ = make_field<P>(setup, "isobar f");
  }
  static Int64 bytes(const LevelSetup& setup) {
    return grid_bytes<P>(setup) + (1 + (setup.index > 0)) * field_bytes<P>(setup);
  }

  /// Relaxation factors of the steps after the coarse correction in this visit.
  const std::vector<double>& relaxation_after() const { return *after_; }
  /// One smoothing step. Reads u with a valid halo if the guess is current.
  virtual void smooth(double rho, Guess guess) = 0;
  struct Corrected {
    std::size_t steps;  ///< smoothing steps after the correction that are done with it
    bool halo_is_valid; ///< that of u
  };
  /// Adds the coarser level's correction to u, or starts from it.
  virtual Corrected add_correction(Guess guess) = 0;

  MultigridOptions options_;
  Communicator<T>& communicator_;
  Grid grid_;
  Vector u_, f_;

private:
  bool takes_turns() const { return grid_.index() == 0 && !options_.finest_relaxation.empty(); }

  const std::vector<double>*before_ = &options_.pre_relaxation, *after_ = &options_.post_relaxation;
  std::size_t visits_ = 0; ///< of the finest level in this solve
};

} // namespace isobar
