#include "process/system_calls.hpp"

#include <ctime>

#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#endif

namespace isobar {

#if defined(__linux__)
namespace {

template <class T> long number(T* pointer) { return reinterpret_cast<long>(pointer); }

/// Makes a system call without the C library: a preloaded
/// library may have a function of any name, even syscall().
long system_call(long call, long first, long second) {
#if defined(__x86_64__)
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(call), "D"(first), "S"(second)
               : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long call_register asm("x8") = call;
  register long first_register asm("x0") = first;
  register long second_register asm("x1") = second;
  asm volatile("svc 0"
               : "+r"(first_register)
               : "r"(call_register), "r"(second_register)
               : "memory");
  return first_register;
#else
  return syscall(call, first, second);
#endif
}

} // namespace

double kernel_seconds() {
  timespec now{};
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, number(&now));
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

std::int64_t kernel_memory() {
  struct sysinfo all {};
  if (system_call(SYS_sysinfo, number(&all), 0) != 0) return 0;
  return std::int64_t(all.totalram) * all.mem_unit;
}
#else
double kernel_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

std::int64_t kernel_memory() { return 0; }
#endif

} // namespace isobar
