/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* What reads memory is pure only. */
int f (int *p)
{
  return *p + 1;
}

/* { dg-final { scan-tree-dump "Function found to be pure: f/0" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "to be const" "local-pure-const1" } } */
