/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* A static variable nobody else sees is in memory that is not ours all the same, in a function that is not alone. */
static int *sp;
int f (int *p)
{
  int *old = sp;
  sp = p;
  return *old;
}

/* { dg-final { scan-tree-dump {\nsp = p|\nsp = &NONLOCAL} "alias" } } */
/* { dg-final { scan-tree-dump {sp = NONLOCAL\n} "alias" } } */
