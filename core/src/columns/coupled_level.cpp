#include "columns/coupled_level.hpp"

#include "base/precision_list.hpp"

namespace isobar {

template <class P>
CoupledLevel<P>::CoupledLevel(const LevelSetup& setup, const MultigridOptions& options,
                              Communicator<T>& communicator, const CoupledLevel* coarser)
    : FieldLevel<P>(shape(setup), options, equal_coarsest_steps(options), communicator),
      coarser_(coarser), columns_(setup) {
  this->next_ = make_field<P>(setup, "isobar next");
}

template <class P> Int64 CoupledLevel<P>::bytes(const LevelSetup& s) {
  return FieldLevel<P>::bytes(shape(s)) + field_bytes<P>(s) + CoupledColumns<P>::bytes(s);
}

template <class P> double CoupledLevel<P>::residual_norm_squared() {
  return columns_.residual_norm_squared(this->u_, this->f_);
}

template <class P> void CoupledLevel<P>::smooth(double rho, Guess guess, SmoothingStep) {
  const int rows = this->readable_rows(guess);
  if (guess == Guess::zero) columns_.smooth_from_zero(rho, this->f_, this->next_);
  else columns_.smooth(rho, this->u_, this->f_, this->next_);
  this->replace_by_next(rows - 1);
}

template <class P> void CoupledLevel<P>::restrict_residual(Guess guess) {
  if (guess == Guess::zero) return restrict_rhs();
  this->readable_rows(guess);
  columns_.residual(this->u_, this->f_, this->next_);
  coarser_->columns_.restrict_from(this->next_, coarser_->f_);
}

template <class P> void CoupledLevel<P>::restrict_rhs() {
  coarser_->columns_.restrict_from(this->f_, coarser_->f_);
}

template <class P> void CoupledLevel<P>::interpolate() {
  coarser_->columns_.prolongate_to(this->u_, coarser_->u_, false);
  this->set_valid(0);
}

template <class P> std::size_t CoupledLevel<P>::add_correction(Guess guess) {
  coarser_->columns_.prolongate_to(this->u_, coarser_->u_, guess == Guess::current);
  this->set_valid(0);
  return 0;
}

ISOBAR_INSTANTIATE_FOR_BOX(class CoupledLevel)

} // namespace isobar
