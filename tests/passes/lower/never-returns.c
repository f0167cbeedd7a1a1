/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* One whose end is never reached gets none. */
int f (void)
{
  __builtin_trap ();
}
int g (void)
{
  for (;;)
    f ();
}

/* { dg-final { scan-tree-dump "__builtin_trap \\(\\);\n\}" "lower" } } */
/* { dg-final { scan-tree-dump-not "return" "lower" } } */
