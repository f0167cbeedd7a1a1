/* Both ways from a condition check that they should have been taken.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fharden-conditional-branches -fdump-tree-hardcbr-details" } */

int g (int);
extern int seen;

int
f (int a, int b)
{
  if (a < b)
    return g (1);
  seen = 3;
  return g (2);
}

/* Values are not this pass's. */
int
less (int a, int b)
{
  return a < b;
}

/* { dg-final { scan-tree-dump "Splitting edge 2->3 into block 6\nAdding reversed compare to block 6, and trap to block 7" "hardcbr" } } */
/* { dg-final { scan-tree-dump "Splitting edge 2->4 into block 8\nAdding reversed compare to block 8, and trap to block 9" "hardcbr" } } */
/* { dg-final { scan-tree-dump {if \(_11 >= _12\)\s+goto <bb 4>; \[0.00%\]} "hardcbr" } } */
/* { dg-final { scan-tree-dump {if \(_13 >= _14\)\s+goto <bb 8>; \[100.00%\]} "hardcbr" } } */
/* { dg-final { scan-tree-dump-times {\n  __builtin_trap} 2 "hardcbr" } } */
/* { dg-final { scan-assembler {\mebreak} } } */
