/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* That of the library is a call. */
int g (int);
int setjmp (void **);
int f (void **b)
{
  if (setjmp (b))
    return 1;
  return g (2);
}

/* { dg-final { scan-tree-dump "= _?setjmp \\(b\\);" "lower" } } */
/* { dg-final { scan-tree-dump-not "__builtin_setjmp" "lower" } } */
