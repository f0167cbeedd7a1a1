/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-gimple" } */

/* Objects of sizes the machine has no access for are the library's. */
struct s { char c[9]; } a, b, c;

void f (void)
{
  __atomic_load (&a, &b, 5);
  __atomic_store (&a, &b, 3);
  __atomic_exchange (&a, &b, &c, 2);
}

int g (void)
{
  return __atomic_compare_exchange (&a, &b, &c, 1, 5, 0);
}

/* { dg-final { scan-tree-dump "__atomic_load \\(9, &a, &b, 5\\);" "gimple" } } */
/* { dg-final { scan-tree-dump "__atomic_store \\(9, &a, &b, 3\\);" "gimple" } } */
/* { dg-final { scan-tree-dump "__atomic_exchange \\(9, &a, &b, &c, 2\\);" "gimple" } } */
/* { dg-final { scan-tree-dump "__atomic_compare_exchange \\(9, &a, &b, &c, 5, 0\\);" "gimple" } } */
