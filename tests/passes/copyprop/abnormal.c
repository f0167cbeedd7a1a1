/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* What lives over an abnormal edge is not replaced: both names would have to share a place. */
extern int _setjmp (void *) __attribute__ ((returns_twice));
extern void use (int), jump (void);
extern char buffer[];
int f (int a)
{
  int x = a;
  if (_setjmp (buffer))
    return x;
  x = a + 1;
  jump ();
  use (x);
  return 0;
}

/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(ab\\)" "copyprop1" } } */
