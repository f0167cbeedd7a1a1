/* What may not be there is not read before a call that may not return.  */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-pre" } */

int i;
extern int x __attribute__ ((weak));

__attribute__ ((noinline, noclone)) static void
leave_if_zero (int n)
{
  if (n == 0)
    __builtin_exit (0);
}

int
main (int argc, char **argv)
{
  if (argc)
    {
      leave_if_zero (i);
      return x;
    }
  leave_if_zero (i);
  return x - 1;
}

/* { dg-final { scan-tree-dump-not "pretmp_\[0-9\]+ = x;" "pre" } } */
