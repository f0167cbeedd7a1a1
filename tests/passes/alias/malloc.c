/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* Fresh memory is a place of its own. */
void *f (int n)
{
  int **p = __builtin_malloc (16);
  int *q = __builtin_malloc (4);
  *q = n;
  *p = q;
  return p;
}

/* { dg-final { scan-tree-dump {HEAP\(\d+\)} "alias" } } */
/* { dg-final { scan-tree-dump {q_\d+ = &HEAP} "alias" } } */
