#include <kernel/task.h>
#include <stddef.h>

#define DEFINE(name, value) __asm__ volatile ("\n.ascii \"->" #name " %0 " #value "\"" : : "i" (value))

void offsets (void)
{
  DEFINE (TASK_STATE, offsetof (struct task, state));
  DEFINE (TASK_SIZE, sizeof (struct task));
}
