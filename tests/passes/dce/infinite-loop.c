/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* An endless loop is an effect. */
void f (void)
{
  for (;;)
    ;
}

/* { dg-final { scan-tree-dump "goto <bb" "optimized" } } */
/* { dg-final { scan-tree-dump-not "return" "optimized" } } */
