/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* The stack is restored on each way out of an array's scope. */
int loud (char *);
int f (int n)
{
  while (n--)
    {
      char a[n];
      if (loud (a) == 3)
        break;
      if (loud (a) == 4)
        continue;
      loud (0);
    }
  return n;
}

/* { dg-final { scan-tree-dump-times "__builtin_stack_save \\(\\)" 1 "eh" } } */
/* { dg-final { scan-tree-dump-times "__builtin_stack_restore \\(" 3 "eh" } } */
