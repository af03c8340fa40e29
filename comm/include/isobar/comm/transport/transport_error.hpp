#pragma once
#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// A transport that was asked for cannot be had. All ranks throw the same.
class TransportError : public EnvironmentError {
public:
  using EnvironmentError::EnvironmentError;
};

} // namespace isobar
