/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp2" } */

/* The last run says what ranges it has found. */
unsigned f (unsigned a)
{
  unsigned b = a & 15;
  return b * b;
}

/* { dg-final { scan-tree-dump "Exported global range table" "vrp2" } } */
/* { dg-final { scan-tree-dump "\\\[0, 15\\\]" "vrp2" } } */
