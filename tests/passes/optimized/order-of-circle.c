/* Functions that call each other: those of others first, the last in the symbol table first, and from each to its callers.
   Lowering takes them as they turn out to be needed. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fno-ipa-icf -fno-ipa-cp -fdump-tree-cfg -fdump-tree-ssa -fdump-tree-optimized" } */

extern int other (int);
static int even (int n);

static int
odd (int n)
{
  return n == 0 ? 0 : even (n - 1);
}

static int
even (int n)
{
  return n == 0 ? 1 : odd (n - 1);
}

static int
outside (int n)
{
  return other (n) + 1;
}

int
use (int n)
{
  return even (n) + outside (n);
}

/* { dg-final { scan-tree-dump {;; Function use .*;; Function even .*;; Function odd .*;; Function outside } "cfg" } } */
/* { dg-final { scan-tree-dump {;; Function even .*;; Function odd .*;; Function outside .*;; Function use } "ssa" } } */
/* { dg-final { scan-tree-dump {;; Function even .*;; Function odd .*;; Function outside .*;; Function use } "optimized" } } */
