/* Something for a loader to open while the program runs: a tool of Kokkos that does nothing. */
#include <stdint.h>
void kokkosp_init_library(int sequence, uint64_t version, uint32_t devices, void* infos) {
  (void)sequence;
  (void)version;
  (void)devices;
  (void)infos;
}
