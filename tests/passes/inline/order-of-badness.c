/* The queue takes first what saves most time for the least growth, and what a function has inlined itself counts when its own
   turn comes: sizes, times and changes of the unit's size are those of GCC. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fno-partial-inlining -fno-ipa-cp -fno-ipa-sra" } */
extern int ext (int);
static int leaf (int a, int b)
{
  if (a > 10)
    return ext (b) + ext (a) + a * b;
  return a + b;
}
static int mid (int x, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += leaf (x, i);
  return s;
}
int top (int k) { return mid (3, k) + mid (20, k); }
int other (int k) { return leaf (k, 4); }

/* { dg-final { scan-ipa-dump "Starting with size 45" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined mid/\[0-9\]+ into top/\[0-9\]+ which now has time 155.545456 and size 16, net change of .4" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined leaf/\[0-9\]+ into mid/\[0-9\]+ which now has time 94.578837 and size 11, net change of .5" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined leaf/\[0-9\]+ into mid/\[0-9\]+ which now has time 89.030600 and size 19, net change of .8" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined mid/\[0-9\]+ into top/\[0-9\]+ which now has time 122.395783 and size 22, net change of -18" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined leaf/\[0-9\]+ into other/\[0-9\]+ which now has time 10.262400 and size 15, net change of -7" "inline" } } */
/* { dg-final { scan-ipa-dump "Unit growth for small function inlining: 45->" "inline" } } */
