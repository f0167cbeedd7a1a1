/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1-details" } */

/* A loop is not rotated before the passes over loops have seen it. */
int h (void);
void g (int);

int f (int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    {
      if (r == 3)
        g (i);
      r = h ();
      if (r == 3)
        g (2);
    }
  return r;
}

/* { dg-final { scan-tree-dump ";; 2 loops found" "thread1" } } */
/* { dg-final { scan-tree-dump "crosses loop" "thread1" } } */
