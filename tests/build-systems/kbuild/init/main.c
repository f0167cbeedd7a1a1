#include <kernel/task.h>
#include <stdarg.h>
#include <stddef.h>
#ifndef REFUSED
#error "an option that nobody knows was taken"
#endif
#ifdef NO_SUCH_OPTION
#error "an option of GCC's was refused"
#endif

static const char name[] = KBUILD_BASENAME;

long start (struct task *task)
{
  return task->state + sizeof name;
}
