#ifndef KERNEL_TASK_H
#define KERNEL_TASK_H
#ifndef __ASSEMBLY__
struct task
{
  int id;
  long state;
};
#endif
#endif
