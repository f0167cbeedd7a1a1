/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* A static variable of a function is its own. */
int f (void)
{
  static int count;
  return count += 2;
}

/* { dg-final { scan-ipa-dump "Variable count/\[0-9\]+ is used by single function" "single-use" } } */
