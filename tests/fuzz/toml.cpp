// The TOML reader's own code, compiled once (see CMakeLists.txt).
#include <toml++/toml.h>
