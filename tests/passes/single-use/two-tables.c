/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* Who uses one table and who uses the other use it. */
static int element = 1;
static int *table[1] = { &element };
static int *other[1] = { &element };
int *f (int i)
{
  table[i] = 0;
  return table[0];
}

int *g (int i)
{
  other[i] = 0;
  return other[0];
}

/* { dg-final { scan-ipa-dump {other\[i_} "single-use" } } */
/* { dg-final { scan-ipa-dump-not "Variable element/\[0-9\]+ is used" "single-use" } } */
