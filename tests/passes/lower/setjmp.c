/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* The builtin setjmp becomes what sets it up and what receives the jump. */
int g (int);
int f (void **b)
{
  if (__builtin_setjmp (b))
    return 1;
  g (2);
  return 0;
}

/* { dg-final { scan-tree-dump "__builtin_setjmp_setup \\(b, &<(D.\[0-9\]+)>\\);\n  D.\[0-9\]+ = 0;" "lower" } } */
/* { dg-final { scan-tree-dump "__builtin_setjmp_receiver \\(&<(D.\[0-9\]+)>\\);\n  D.\[0-9\]+ = 1;" "lower" } } */
/* { dg-final { scan-tree-dump-not "__builtin_setjmp \\(" "lower" } } */
