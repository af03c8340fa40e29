#include <isobar/core/grid/physics.hpp>

namespace isobar {

Physics non_dimensional(const Atmosphere& a) {
  const double omega = a.sound_speed * a.time_step / (2.0 * a.radius);
  const double buoyancy = 0.5 * a.buoyancy_frequency * a.time_step;
  return {omega * omega, 1.0 / (1.0 + buoyancy * buoyancy), a.depth / a.radius};
}

double default_time_step(int global_nx) { return 600.0 * 256.0 / global_nx; }

double time_step_of_cfl(double cfl, Domain domain, int global_nx, int global_ny,
                        const Atmosphere& a) {
  return cfl * mesh_width(domain, global_nx, global_ny) * a.radius / a.sound_speed;
}

double cfl_of_time_step(Domain domain, int global_nx, int global_ny, const Atmosphere& a) {
  return a.time_step / time_step_of_cfl(1.0, domain, global_nx, global_ny, a);
}

} // namespace isobar
