/* What main does once is not worth growing for, nor is what ends in abort. In loops it is. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fno-partial-inlining -fno-ipa-cp -fno-ipa-sra" } */
extern int ext (int);
int step (int n) { return ext (n) + ext (n + 1) * n; }
int seldom (int n)
{
  if (n == 77)
    {
      ext (step (n));
      __builtin_abort ();
    }
  return 0;
}
int main (void)
{
  int s = step (4);
  for (int i = 0; i < 40; i++)
    s += step (i + s);
  return s;
}
/* { dg-final { scan-ipa-dump-times "not inlinable: main/\[0-9\]+ -> step/\[0-9\]+, call is unlikely and code size would grow" 1 "inline" } } */
/* { dg-final { scan-ipa-dump-times "not inlinable: seldom/\[0-9\]+ -> step/\[0-9\]+, call is unlikely and code size would grow" 1 "inline" } } */
/* { dg-final { scan-ipa-dump-times "Inlined step/\[0-9\]+ into main" 1 "inline" } } */
