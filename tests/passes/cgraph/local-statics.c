/* Static variables of functions are symbols, after the function that declares them.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-ipa-cgraph" } */

int *f (void)
{
  static int kept = 3;
  static int second = 4;
  kept += second;
  return &kept;
}

/* { dg-final { scan-ipa-dump {\mkept/[0-9]+ \(kept\)} "cgraph" } } */
/* { dg-final { scan-ipa-dump {\msecond/[0-9]+ \(second\)} "cgraph" } } */
