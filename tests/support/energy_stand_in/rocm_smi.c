/* Stands in for librocm_smi64.so: GPUs at 0000:c1:00.0 and 0001:c6:00.0, the second with a partition's number. The counter of the second
   grows by 4 J, in units of 15.25 microjoules, with each reading; the first has none. */
#include <stdint.h>

enum { success = 0, invalid_args = 1, not_supported = 2 };

static uint64_t units = 1000;

int rsmi_init(uint64_t flags) { return flags == 0 ? success : invalid_args; }
int rsmi_shut_down(void) { return success; }

int rsmi_num_monitor_devices(uint32_t *devices) {
  *devices = 2;
  return success;
}

int rsmi_dev_pci_id_get(uint32_t device, uint64_t *number) {
  *number = device == 0 ? 0xc100 : 0x100000000 | 0x50000000 | 0xc600;
  return device < 2 ? success : invalid_args;
}

int rsmi_dev_energy_count_get(uint32_t device, uint64_t *count, float *resolution, uint64_t *time) {
  if (device != 1) return not_supported;
  *count = units += 262295;
  *resolution = 15.25F;
  *time = 0;
  return success;
}
