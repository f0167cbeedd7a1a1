/* Constants of types that differ only in their names are the same: so are the sums. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */
typedef unsigned long size;
typedef unsigned char byte;

/* The constant in l - 1 is of the type size, the one of l-- too, but the index is of sizetype.  */
unsigned hash (size l, const char *s)
{
  unsigned h = 0;
  for (; l > 0; l--)
    h ^= s[l - 1];
  return h;
}
/* { dg-final { scan-tree-dump-times "\\+ 18446744073709551615" 1 "fre1" } } */

/* What is stored is there already, as the same number of the other type.  */
int stored_twice (byte *p, int b)
{
  *p = 7;
  *(unsigned char *) p = (unsigned char) 7;
  return b;
}
/* { dg-final { scan-tree-dump-times " = 7;" 1 "fre1" } } */
