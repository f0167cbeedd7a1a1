/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3-vops" } */

/* A call that turned out not to return ends its way. */
void die (void) __attribute__ ((noreturn));
static __attribute__ ((noinline)) void no (void)
{
  die ();
}

int f (int x)
{
  if (x)
    no ();
  return x + 1;
}

/* { dg-final { scan-tree-dump {# VUSE <\.MEM_2\(D\)>\n  no \(\);} "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump {  return 1;} "fixup_cfg3" } } */
