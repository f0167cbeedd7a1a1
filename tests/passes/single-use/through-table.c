/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* What a table refers to is used by who uses the table. */
static int element = 1;
static int *table[2] = { &element, 0 };
int *f (int i)
{
  table[1] = table[0];
  return table[i];
}

/* { dg-final { scan-ipa-dump "Variable table/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump "Variable element/\[0-9\]+ is used by single function" "single-use" } } */
