#include <isobar/core/multigrid/communicator.hpp>

#include <isobar/core/multigrid/kernels/periodic_sides.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

void throw_misfit(const FieldShape& s) {
  throw std::invalid_argument(
      "fields of " + std::to_string(s.nx) + " x " + std::to_string(s.ny) + " columns and " +
      std::to_string(s.nz) +
      " layers on this rank do not fit the communicator of their level: it was made for another "
      "grid, decomposition, layout or number of merged layers");
}

void throw_other_domain(Periodic grid, Periodic communicator) {
  throw std::invalid_argument(std::string("a grid that is ") + to_string(grid) +
                              " does not fit the communicator of its level, which was made for one "
                              "that is " +
                              to_string(communicator));
}

template <class T> void OwnSides<T>::wrap(const FieldMemory<T>& field) const {
  PeriodicSides<Precision<T, T>>::wrap(label_, field, axes_);
  patches_.wrap(label_, field);
}

template <class T> void Communicators<T>::throw_no_merge(int level) {
  throw std::invalid_argument("a merge in front of level " + std::to_string(level) +
                              " is asked for, where there is none");
}

template <class T> Communicator<T>& SelfCommunicators<T>::on(int level) {
  if (level < 0)
    throw std::invalid_argument("level " + std::to_string(level) +
                                " is asked for: expected at least 0");
  while (int(levels_.size()) <= level) levels_.push_back(make(int(levels_.size())));
  return *levels_[std::size_t(level)];
}

template <class T>
std::unique_ptr<SelfCommunicator<T>> SelfCommunicators<T>::make(int level) const {
  if (!sphere_.is_on_sphere()) return std::make_unique<SelfCommunicator<T>>(periodic_, level);
  Partition part = sphere_;
  for (int l = 0; l < level; ++l) part = part.coarsened();
  return std::make_unique<SelfCommunicator<T>>(SphereSides<T>(part), level);
}

template class OwnSides<float>;
template class OwnSides<double>;
template void Communicators<float>::throw_no_merge(int);
template void Communicators<double>::throw_no_merge(int);
template class SelfCommunicators<float>;
template class SelfCommunicators<double>;

} // namespace isobar
