/* Starts a program and traces it, as a debugger does. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char** words) {
  (void)count;
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(words[1], words + 1);
    _exit(127);
  }
  int status = 0;
  for (;;) {
    if (waitpid(child, &status, 0) < 0) return 3;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return 3;
    const int sign = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    ptrace(PTRACE_CONT, child, NULL, (void*)(long)sign);
  }
}
