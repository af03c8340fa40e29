#include "process/processor_counter.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace isobar {

#if defined(__x86_64__)
namespace {

struct Leaf {
  unsigned a = 0, b = 0, c = 0, d = 0;
};
Leaf leaf(unsigned number) {
  Leaf l;
  __get_cpuid(number, &l.a, &l.b, &l.c, &l.d);
  return l;
}

constexpr unsigned features = 1, crystal = 0x15, power = 0x80000007;
constexpr unsigned hypervisor_bit = 1U << 31, steady_bit = 1U << 8;

} // namespace

// Intel's manual, volume 2, CPUID, leaf 15H: the counter runs b / a times as fast as a crystal of c Hz.
double counter_frequency() {
  if ((leaf(features).c & hypervisor_bit) != 0 || (leaf(power).d & steady_bit) == 0) return 0.0;
  const Leaf l = leaf(crystal);
  return l.a == 0 ? 0.0 : double(l.c) * l.b / l.a;
}

std::uint64_t counter_now() { return __rdtsc(); }
#elif defined(__aarch64__)
// Arm's Architecture Reference Manual, CNTFRQ_EL0 and CNTVCT_EL0.
double counter_frequency() {
  std::uint64_t hertz = 0;
  asm volatile("mrs %0, cntfrq_el0" : "=r"(hertz));
  return double(hertz);
}

std::uint64_t counter_now() {
  std::uint64_t count = 0;
  asm volatile("isb; mrs %0, cntvct_el0" : "=r"(count));
  return count;
}
#else
double counter_frequency() { return 0.0; }
std::uint64_t counter_now() { return 0; }
#endif

} // namespace isobar
