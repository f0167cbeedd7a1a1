/* { dg-do run } */
/* { dg-options "-O2 -fno-pie" } */

/* Variables are written last first, section by section; those that code accesses come before the others of a section, in the
   order of the accesses. Programs that collect variables in a section of their own see that order. */
#define IN_SET __attribute__ ((used, section ("set")))
typedef int (*initcall) (void);
static int one (void) { return 1; }
static initcall first IN_SET = one;
static int two (void) { return 2; }
static initcall second IN_SET = two;
int before[4] = { 1 }, accessed[4] = { 2 }, also_accessed[4] = { 3 }, after[4] = { 4 };
static int three (void) { return 3; }
static initcall third IN_SET = three;
extern initcall __start_set[], __stop_set[];

__attribute__ ((noipa)) void access (int i) { also_accessed[i]++; accessed[i]++; }

int main (void)
{
  if (__stop_set - __start_set != 3 || __start_set[0] () != 3 || __start_set[1] () != 2 || __start_set[2] () != 1)
    __builtin_abort ();
  access (0);
  unsigned long at[] = { (unsigned long) also_accessed, (unsigned long) accessed, (unsigned long) after, (unsigned long) before };
  for (int i = 0; i < 3; i++)
    {
      __asm__ ("" : "+r" (at[i]), "+r" (at[i + 1]));
      if (at[i] >= at[i + 1])
        __builtin_abort ();
    }
  return 0;
}
