/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */

/* After a call of a function that has been found not to return nothing follows. */
extern void stop (int) __attribute__ ((noreturn));
static __attribute__ ((noinline)) void never (int x) { stop (x + 1); }
int f (int a)
{
  if (a)
    {
      never (a);
      return 5;
    }
  return 0;
}

/* { dg-final { scan-tree-dump {  never \(a_} "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump-not "PHI" "fixup_cfg3" } } */
