#include "energy/shared_library.hpp"

#include "energy/energy_counter.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace isobar {

SharedLibrary::SharedLibrary(const std::string& name)
    : name_(name), handle_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw EnergyUnknown(fmt::format("{} cannot be opened", name));
}

void* SharedLibrary::address(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found == nullptr) throw EnergyUnknown(fmt::format("{} has no {}", name_, name));
  return found;
}

} // namespace isobar
