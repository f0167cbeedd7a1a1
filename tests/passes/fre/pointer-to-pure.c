/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A function called through a pointer is known once the pointer is. */
int n;
static __attribute__ ((noinline, noclone)) int next (void) { return n + 1; }
int (*pointer) (void);

int f (void)
{
  pointer = next;
  n = 77;
  pointer ();
  return n;
}

/* { dg-final { scan-tree-dump "return 77;" "fre1" } } */
