#pragma once
#include <cstdint>

/// The structs of DLPack's ABI, version 0 (https://dmlc.github.io/dlpack/latest/c_api.html). Capsules named "dltensor" hold them.
namespace isobar::python::dlpack {

/// The values of DLDeviceType that are used here.
enum DeviceType : std::int32_t {
  cpu = 1,
  cuda = 2,
  cuda_host = 3,
  rocm = 10,
  rocm_host = 11,
  cuda_managed = 13
};

struct Device {
  std::int32_t type, number;
};

struct DataType {
  std::uint8_t code, bits; ///< code 2 means floating point
  std::uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t axes;
  DataType type;
  std::int64_t* shape;
  std::int64_t* strides; ///< in numbers; null: contiguous, last axis fastest
  std::uint64_t byte_offset;
};

struct ManagedTensor {
  Tensor tensor;
  void* context;
  void (*deleter)(ManagedTensor*);
};

} // namespace isobar::python::dlpack
