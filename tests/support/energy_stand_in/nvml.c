/* Stands in for libnvidia-ml.so.1: one GPU at 0000:1B:00.0 whose counter grows by 7 J with each reading. */
#include <string.h>

typedef struct nvmlDevice_st { int number; } *nvmlDevice_t;
enum { success = 0, uninitialized = 1, not_found = 6 };

static int users = 0;
static struct nvmlDevice_st the_device = {1};
static unsigned long long millijoules = 1000000;

int nvmlInit_v2(void) {
  ++users;
  return success;
}

int nvmlShutdown(void) {
  --users;
  return success;
}

/* For the tests alone. */
int stand_in_users(void) { return users; }

const char *nvmlErrorString(int result) {
  return result == not_found ? "Not Found" : result == uninitialized ? "Uninitialized" : "Success";
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *address, nvmlDevice_t *device) {
  if (users == 0) return uninitialized;
  if (strcmp(address, "0000:1B:00.0") != 0) return not_found;
  *device = &the_device;
  return success;
}

int nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *energy) {
  if (users == 0) return uninitialized;
  if (device != &the_device) return not_found;
  *energy = millijoules += 7000;
  return success;
}
