/* Objects of _Atomic types are read, written and changed by the builtins that do it at once. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ssa" } */

_Atomic int i;
_Atomic double d;

int get (void) { return i; }
void put (int x) { i = x; }
int step (void) { return i++ + --i; }
void half (void) { d /= 2; }

/* { dg-final { scan-tree-dump-times "= __atomic_load_4 \\(&i, 5\\);" 1 "ssa" } } */
/* { dg-final { scan-tree-dump-times "__atomic_store_4 \\(&i, \[^\n\]*, 5\\);" 1 "ssa" } } */
/* { dg-final { scan-tree-dump-times "= __atomic_fetch_add_4 \\(&i, \[^\n\]*, 5\\);" 1 "ssa" } } */
/* { dg-final { scan-tree-dump-times "= __atomic_sub_fetch_4 \\(&i, \[^\n\]*, 5\\);" 1 "ssa" } } */
/* { dg-final { scan-tree-dump-times "__atomic_compare_exchange_8 \\(&d, " 1 "ssa" } } */
