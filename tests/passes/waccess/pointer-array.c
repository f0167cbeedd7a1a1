/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

int *table[4];

/* Arrays of pointers are given up. */
void f (int *p)
{
  table[2] = p;
}

/* { dg-final { scan-tree-dump "failures:           1" "waccess1" } } */
