#pragma once
#include "python/arguments.hpp"

#include <vector>

/// Makes docstrings that begin with a signature, which help() and
/// inspect.signature() show. CPython reads "name(arguments)\n--\n\n" at the
/// beginning of the docstring of a C function or of a class as its signature.
namespace isobar::python {

/// The first argument of a method.
struct Self {};
/// Keywords that a function takes as **kwargs, all of them None by default.
struct OtherKeywords {
  std::span<const char* const> names;
};

inline void add_argument(std::vector<std::string>& all, const Self&) { all.emplace_back("self"); }
inline void add_argument(std::vector<std::string>& all, const py::kw_only&) {
  all.emplace_back("*");
}
inline void add_argument(std::vector<std::string>& all, const py::arg& a) {
  all.emplace_back(a.name);
}
inline void add_argument(std::vector<std::string>& all, const py::arg_v& a) {
  all.push_back(fmt::format("{}={}", a.name, std::string(py::repr(a.value))));
}
inline void add_argument(std::vector<std::string>& all, const OtherKeywords& keywords) {
  for (const char* const name : keywords.names) all.push_back(fmt::format("{}=None", name));
}

/// Puts `text` below the signature of a function with these arguments.
template <class... Arguments>
std::string with_signature(const char* name, const char* text, const Arguments&... arguments) {
  std::vector<std::string> all;
  (add_argument(all, arguments), ...);
  return fmt::format("{}({})\n--\n\n{}", name, fmt::join(all, ", "), text);
}

/// Adds a method with its docstring.
template <class Class, class Function, class... Arguments>
void add_method(Class& c, const char* name, const Function& function, const char* text,
                const Arguments&... arguments) {
  c.def(name, function, arguments..., with_signature(name, text, Self{}, arguments...).c_str());
}

/// Adds the constructor init(arguments...).
template <class Class, class Init, class... Arguments>
void add_constructor(Class& c, const Init& init, const Arguments&... arguments) {
  c.def(py::init(init), arguments..., with_signature("__init__", "", Self{}, arguments...).c_str());
}

/// Adds a class with the constructor init(arguments...).
template <class T, class Init, class... Arguments>
py::class_<T> add_class(py::module_& package, const char* name, const char* text, const Init& init,
                        const Arguments&... arguments) {
  py::class_<T> c(package, name, with_signature(name, text, arguments...).c_str());
  add_constructor(c, init, arguments...);
  return c;
}

} // namespace isobar::python
