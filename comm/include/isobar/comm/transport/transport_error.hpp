#pragma once
#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// The transport that was asked for is not available. All ranks throw the same.
class TransportError : public EnvironmentError {
public:
  using EnvironmentError::EnvironmentError;
};

} // namespace isobar
