#include "c/errors.hpp"
#include "c/handles.hpp"

#include <isobar/core/version.hpp>

namespace {

using namespace isobar::c;

/// Asks a solver for a text and stores its address in `text`.
template <class Answer> int told(isobar_solver handle, const char** text, const Answer& answer) {
  if (text != nullptr) *text = "";
  return coded_question([&] {
    const char*& to = required(text, "text");
    to = answer(solver_of(handle));
  });
}

} // namespace

const char* isobar_version() {
  static const std::string text(isobar::version);
  return text.c_str();
}

const char* isobar_status_text(int status) {
  if (status < ISOBAR_CONVERGED || status > ISOBAR_STAGNATED) return "no status";
  return to_string(isobar::SolveStatus(status)).data(); // a literal, which ends with a zero byte
}

isobar_atmosphere isobar_default_atmosphere() {
  const isobar::Atmosphere a;
  return {a.sound_speed, a.buoyancy_frequency, a.radius, a.depth, a.time_step};
}

isobar_physics isobar_physics_of(isobar_atmosphere a) {
  const isobar::Physics p = isobar::non_dimensional(
      {a.sound_speed, a.buoyancy_frequency, a.radius, a.depth, a.time_step});
  return {p.omega_squared, p.lambda_squared, p.depth};
}

int isobar_partition_of(isobar_solver solver, isobar_partition* partition) {
  if (partition != nullptr) *partition = {};
  return coded_question([=] {
    isobar_partition& to = required(partition, "partition");
    const isobar::Partition& p = solver_of(solver).held.solver().partition();
    to = {p.first_i, p.first_j, p.nx, p.ny, p.global_nx, p.global_ny};
  });
}

int isobar_redistributed(isobar_solver solver, int64_t* columns, int64_t* bytes, double* seconds) {
  return coded_question([=] {
    int64_t &number = required(columns, "columns"), &size = required(bytes, "bytes");
    double& time = required(seconds, "seconds");
    const isobar::Redistributed r = solver_of(solver).held.solver().redistributed();
    number = r.columns;
    size = r.bytes;
    time = r.seconds;
  });
}

int isobar_levels(isobar_solver solver, const char** text) {
  return told(solver, text, [](Solver& s) { return s.held.solver().levels().c_str(); });
}

int isobar_transport_of(isobar_solver solver, const char** text) {
  return told(solver, text, [](Solver& s) { return s.held.solver().transport().c_str(); });
}

int isobar_unused_options(isobar_solver solver, const char** lines) {
  return told(solver, lines, [](Solver& s) { return s.unused_options.c_str(); });
}

int isobar_null_space(isobar_solver solver, int* there, double* removed_mean) {
  return coded_question([=] {
    int& answer = required(there, "there");
    double& mean = required(removed_mean, "removed_mean");
    const isobar::PressureSolver& s = solver_of(solver).held.solver();
    answer = s.has_null_space() ? 1 : 0;
    mean = s.removed_mean();
  });
}

int isobar_factor_distance(isobar_solver solver, double* largest, double* rms) {
  return coded_question([=] {
    double &most = required(largest, "largest"), &mean = required(rms, "rms");
    const isobar::FactorDistance& d = solver_of(solver).held.solver().factor_distance();
    most = d.largest;
    mean = d.rms;
  });
}
