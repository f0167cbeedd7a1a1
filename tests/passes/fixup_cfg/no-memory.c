/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-icf -fdump-tree-fixup_cfg3-vops" } */

/* A call of what turned out to be const has nothing to do with memory. */
int g (void);
static __attribute__ ((noinline, noclone)) int twice (int x)
{
  return x * x / 3;
}

int f (void)
{
  return twice (g ());
}

/* { dg-final { scan-tree-dump-times {VDEF} 1 "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump {_[0-9]+ = twice \(} "fixup_cfg3" } } */
