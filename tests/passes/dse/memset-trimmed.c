/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* Of a memset whose head is overwritten the tail is left. */
void f (char *p)
{
  __builtin_memset (p, 0, 24);
  *(long *) p = 1;
}

/* { dg-final { scan-tree-dump "Trimming statement \\(head = 8, tail = 0\\): __builtin_memset" "dse1" } } */
