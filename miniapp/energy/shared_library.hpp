#pragma once
#include <string>

namespace isobar {

/// A library that is looked for while the program runs, so that nothing is needed to build with. It stays open to the program's end:
/// those of drivers do not like to be closed.
class SharedLibrary {
public:
  /// Throws EnergyUnknown if there is none.
  explicit SharedLibrary(const std::string& name);

  /// A function of C of this type. Throws EnergyUnknown if the library has none of this name.
  template <class Function> Function* function(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }

private:
  void* address(const char* name) const;
  std::string name_;
  void* handle_;
};

} // namespace isobar
