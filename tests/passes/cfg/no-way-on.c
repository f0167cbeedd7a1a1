/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg" } */

/* A call that does not return ends its block, and none follows it. */
void stop (void) __attribute__ ((noreturn));
int f (int n)
{
  if (n)
    stop ();
  return 1;
}

/* { dg-final { scan-tree-dump {stop \(\);\n\n} "cfg" } } */
/* { dg-final { scan-tree-dump-times {return} 1 "cfg" } } */
