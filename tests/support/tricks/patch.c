/* A preloaded library that changes a byte of the executable's code: one between functions, so that nothing else changes. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int change(struct dl_phdr_info* object, size_t bytes, void* data) {
  (void)bytes;
  (void)data;
  for (int n = 0; n < object->dlpi_phnum; ++n) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[n];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    char* const code = (char*)(object->dlpi_addr + part->p_vaddr);
    for (size_t at = 0; at + 8 < part->p_filesz; ++at) {
      int padding = 1;
      for (int k = 0; k < 8; ++k) padding = padding && (code[at + k] == '\xcc' || code[at + k] == 0);
      if (!padding) continue;
      const uintptr_t page = (uintptr_t)(code + at) & ~(uintptr_t)(getpagesize() - 1);
      mprotect((void*)page, 2 * getpagesize(), PROT_READ | PROT_WRITE | PROT_EXEC);
      code[at + 4] ^= 1;
      mprotect((void*)page, 2 * getpagesize(), PROT_READ | PROT_EXEC);
      return 1;
    }
  }
  return 1;
}

__attribute__((constructor)) static void patch(void) { dl_iterate_phdr(change, 0); }
