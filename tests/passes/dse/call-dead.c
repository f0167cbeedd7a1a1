/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* A call that does nothing but fill memory that is overwritten goes. */
void f (char *p)
{
  __builtin_memset (p, 1, 16);
  __builtin_memset (p, 2, 16);
}

/* { dg-final { scan-tree-dump "Deleted dead call: __builtin_memset \\(p_\[0-9\]+\\(D\\), 1, 16\\);" "dse1" } } */
