/* { dg-do compile } */
/* { dg-options "-O1 -fchecking -fdump-tree-lim2-details" } */

/* A φ that leaves the loop is decided by a condition looked for before blocks are made for the store after it. */
int x, y;
unsigned n;
void f (int *p)
{
  for (;;)
    {
      for (unsigned j = 0; j < n; j += 4)
        x = 0;
      while (*p)
        y = n;
    }
}

/* { dg-final { scan-tree-dump "Executing store motion of x from loop" "lim2" } } */
