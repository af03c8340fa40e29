#include "poisson/plane_fft.hpp"

#if defined(ISOBAR_HAS_FFTW)
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/poisson/mode_transform.hpp>

#include <fftw3.h>

#include <stdexcept>
#include <utility>

/// FFTW on hosts. Each thread transforms whole rows of layers, one row or one layer after the other. Plans are estimated, not
/// measured, so that every run has the same numbers.
namespace isobar {

std::string fft_library() { return fftw_version; }

namespace {

template <class T> struct Fftw;
template <> struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto to_complex = fftw_plan_many_dft_r2c;
  static constexpr auto to_real = fftw_plan_many_dft_c2r;
  static constexpr auto along_y = fftw_plan_many_dft;
  static constexpr auto run_to_complex = fftw_execute_dft_r2c;
  static constexpr auto run_to_real = fftw_execute_dft_c2r;
  static constexpr auto run_along_y = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};
template <> struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto to_complex = fftwf_plan_many_dft_r2c;
  static constexpr auto to_real = fftwf_plan_many_dft_c2r;
  static constexpr auto along_y = fftwf_plan_many_dft;
  static constexpr auto run_to_complex = fftwf_execute_dft_r2c;
  static constexpr auto run_to_real = fftwf_execute_dft_c2r;
  static constexpr auto run_along_y = fftwf_execute_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// Planes need no alignment.
constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;

} // namespace

template <class T> class PlaneFft<T>::Plans {
  using Library = Fftw<T>;
  using Plan = typename Library::Plan;
  using Complex = typename Library::Complex;

public:
  Plans(const PlaneShape& s, T* planes) : shape_(s), planes_(planes) {
    auto* const numbers = reinterpret_cast<Complex*>(planes);
    const int row = s.row() / 2, stride = row * s.nz;
    if (s.size() == 0) return;
    plans_[to_complex] = Library::to_complex(1, &s.nx, s.nz, planes, nullptr, 1, s.row(), numbers,
                                             nullptr, 1, row, flags);
    plans_[to_real] = Library::to_real(1, &s.nx, s.nz, numbers, nullptr, 1, row, planes, nullptr, 1,
                                       s.row(), flags);
    for (const auto& [direction, sign] :
         {std::pair(north, FFTW_FORWARD), std::pair(back, FFTW_BACKWARD)})
      plans_[direction] = Library::along_y(1, &s.ny, row, numbers, nullptr, stride, 1, numbers,
                                           nullptr, stride, 1, sign, flags);
    for (const Plan plan : plans_)
      if (plan == nullptr) throw std::runtime_error("FFTW has no plan for layers of this shape");
  }
  ~Plans() {
    for (const Plan plan : plans_)
      if (plan != nullptr) Library::destroy(plan);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  void forward() const {
    for_each(shape_.ny, row_of_layers(), [plan = plans_[to_complex]](T* p) {
      Library::run_to_complex(plan, p, reinterpret_cast<Complex*>(p));
    });
    along_y(plans_[north]);
  }
  void backward() const {
    along_y(plans_[back]);
    for_each(shape_.ny, row_of_layers(), [plan = plans_[to_real]](T* p) {
      Library::run_to_real(plan, reinterpret_cast<Complex*>(p), p);
    });
  }

private:
  enum { to_complex, to_real, north, back };

  std::ptrdiff_t row_of_layers() const { return std::ptrdiff_t(shape_.row()) * shape_.nz; }
  void along_y(Plan plan) const {
    for_each(shape_.nz, shape_.row(), [plan](T* p) {
      auto* const numbers = reinterpret_cast<Complex*>(p);
      Library::run_along_y(plan, numbers, numbers);
    });
  }
  /// Calls use(part) for parts of the planes that lie `apart` numbers apart, by all threads of the host.
  template <class Use> void for_each(int parts, std::ptrdiff_t apart, const Use& use) const {
    using Parts = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<int>>;
    if (shape_.size() == 0) return; // there are no plans
    Kokkos::parallel_for("isobar/fft/0", Parts(0, parts),
                         [=, planes = planes_](int n) { use(planes + n * apart); });
  }

  PlaneShape shape_;
  T* planes_;
  Plan plans_[4] = {};
};

template <class T>
PlaneFft<T>::PlaneFft(const PlaneShape& shape, T* planes)
    : plans_(std::make_unique<Plans>(shape, planes)) {}
template <class T> PlaneFft<T>::~PlaneFft() = default;
template <class T> void PlaneFft<T>::forward() const { plans_->forward(); }
template <class T> void PlaneFft<T>::backward() const { plans_->backward(); }

template class PlaneFft<double>;
template class PlaneFft<float>;

} // namespace isobar
#endif
