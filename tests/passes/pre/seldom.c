/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre-details" } */

/* In a function that runs once, only what runs more often than the function is made fast.  */
unsigned a, b = 1;
void foo (int);
int main (void)
{
  unsigned e = b << 1;
  if (e)
    e = (e << 1) ^ 1;
  foo (e);
  return 0;
}

/* { dg-final { scan-tree-dump "Skipping partial redundancy for expression .*, no redundancy on to be optimized for speed edge" "pre" } } */
/* { dg-final { scan-tree-dump-not "prephitmp" "pre" } } */
