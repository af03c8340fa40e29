#include "modes/library_product.hpp"

#if defined(ISOBAR_HAS_GPU_BLAS)
#include "base/process_wide.hpp"
#include "modes/gpu_blas_runtime.hpp"
#include <isobar/core/base/region.hpp>

#include <stdexcept>

/// cuBLAS on NVIDIA's GPUs, hipBLAS on AMD's.
namespace isobar {
namespace {

void require(gpu_blas::Result result, const char* what) {
  if (result != gpu_blas::success)
    throw std::runtime_error(std::string(gpu_blas::name) + " refuses " + what + " (error " +
                             std::to_string(int(result)) + ")");
}

/// A handle of the library. Its products run in the order of Kokkos' launches.
class Library {
public:
  Library() {
    require(gpu_blas::create(&handle_), "a handle");
    require(gpu_blas::set_stream(handle_, stream_of(ExecutionSpace())), "a queue");
  }
  ~Library() { static_cast<void>(gpu_blas::destroy(handle_)); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  gpu_blas::Handle get() const { return handle_; }

private:
  gpu_blas::Handle handle_{};
};

} // namespace

std::string product_library() { return gpu_blas::name_and_version(process_wide<Library>().get()); }

template <class T>
bool multiply_by_library(const std::string& label, const LayerMatrix<T>& matrix, const Field<T>& in,
                         const Field<T>& out, double factor, Target target) {
  const Region region(label);
  const FieldShape& s = in.shape();
  const T alpha = T(factor), beta = T(target == Target::add ? 1 : 0);
  require(gpu_blas::multiply(process_wide<Library>().get(), s.nx, s.nz, s.nz, &alpha,
                             in.column(0, 0), int(in.layer_stride()), in.row_stride(),
                             matrix.numbers().data(), int(matrix.numbers().extent(0)), &beta,
                             out.column(0, 0), int(out.layer_stride()), out.row_stride(), s.ny),
          "a product");
  return true;
}

} // namespace isobar
#else
namespace isobar {

std::string product_library() { return ""; }

template <class T>
bool multiply_by_library(const std::string&, const LayerMatrix<T>&, const Field<T>&,
                         const Field<T>&, double, Target) {
  return false;
}

} // namespace isobar
#endif

namespace isobar {

template bool multiply_by_library(const std::string&, const LayerMatrix<double>&,
                                  const Field<double>&, const Field<double>&, double, Target);
template bool multiply_by_library(const std::string&, const LayerMatrix<float>&,
                                  const Field<float>&, const Field<float>&, double, Target);

} // namespace isobar
