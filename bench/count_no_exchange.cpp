// Functions that counted kernels link to and never call. They run on one rank and exchange nothing.
#include "counting.hpp"

#include <isobar/core/multigrid/communicator.hpp>

#include <stdexcept>

namespace isobar {

template <> [[noreturn]] void Communicators<counting::Word>::throw_no_merge(int) {
  throw std::logic_error("merges are not counted");
}
template <> Communicator<counting::Word>& SelfCommunicators<counting::Word>::on(int) {
  throw std::logic_error("exchanges are not counted");
}

} // namespace isobar
