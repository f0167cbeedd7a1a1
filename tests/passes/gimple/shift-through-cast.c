/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original" } */

/* A conversion moves through a left shift by a constant to a conversion of what is no wider, and through nothing else. */
typedef unsigned int word;
void f (word *i, int v, long l, int k)
{
  *i = *i | ((word) v << 7);
  *i = *i + ((word) l << 8);
  *i = *i + ((word) v << k);
  *i = *i + ((word) v >> 9);
  k = (int) ((unsigned) k << 3);
}

/* { dg-final { scan-tree-dump "= \\*i \\| \\(word\\) v << 7;" "original" } } */
/* { dg-final { scan-tree-dump "\\(word\\) \\(\\(unsigned int\\) l << 8\\);" "original" } } */
/* { dg-final { scan-tree-dump "\\(word\\) \\(\\(unsigned int\\) v << k\\);" "original" } } */
/* { dg-final { scan-tree-dump "\\(word\\) \\(\\(unsigned int\\) v >> 9\\);" "original" } } */
/* { dg-final { scan-tree-dump "k = k << 3;" "original" } } */
