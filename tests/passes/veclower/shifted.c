/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* All by one number. */
typedef int v4 __attribute__ ((vector_size (16)));
v4 f (v4 a, int n)
{
  return a << n;
}

/* { dg-final { scan-tree-dump-times { << n_2\(D\)} 4 "veclower21" } } */
