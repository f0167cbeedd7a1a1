/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias -fdump-tree-fre1" } */

/* Pointers to different fresh objects, and to fields of one kind in them, do not meet: what was stored through one is
   still there after a store through the other. */

int
f (int c)
{
  int x, *p = __builtin_malloc (8), *q = __builtin_malloc (8);
  int *r = c ? q : &x;
  *p = 1;
  *r = 2;
  int v = *p;
  __builtin_free (q);
  return v;
}

/* { dg-final { scan-tree-dump {return 1;} "fre1" } } */
