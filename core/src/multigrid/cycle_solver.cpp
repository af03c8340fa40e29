#include "base/precision_list.hpp"
#include "multigrid/cycle_solver_of.hpp"

namespace isobar {

#define ISOBAR_ON_FIELDS(T, ...) template class T<FieldLevel<__VA_ARGS__>>;
ISOBAR_PRECISIONS(ISOBAR_ON_FIELDS, CycleSolverOf)
#undef ISOBAR_ON_FIELDS

} // namespace isobar
