#pragma once
#include <string>

namespace isobar {

/// A library that is opened while the program runs, so that the build does not need it.
/// It stays open to the program's end, because closing drivers' libraries may fail.
class SharedLibrary {
public:
  /// Opens the library. Throws EnergyUnknown if there is none of this name.
  explicit SharedLibrary(const std::string& name);

  /// The library's C function with this name and type. Throws
  /// EnergyUnknown if the library has none of this name.
  template <class Function> Function* function(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }

private:
  void* address(const char* name) const;
  std::string name_;
  void* handle_;
};

} // namespace isobar
