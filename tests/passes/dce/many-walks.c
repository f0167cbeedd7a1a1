/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-dse -fdump-tree-cddce1-details" } */

/* So many loads have so many stores before them that all stores are taken for needed, though nobody reads one of the
   arrays.  */

#define STEP(n) b[(i + n) & 63] = s; s += a[(s + n) & 63]; a[(s * 3 + n) & 63] = s;
#define TEN(n) STEP (n) STEP (n + 1) STEP (n + 2) STEP (n + 3) STEP (n + 4) \
  STEP (n + 5) STEP (n + 6) STEP (n + 7) STEP (n + 8) STEP (n + 9)

int many (int i)
{
  int a[64] = { 1, 2, 3 }, b[64], s = i;
  TEN (0) TEN (10) TEN (20) TEN (30) TEN (40) TEN (50) TEN (60) TEN (70) TEN (80) TEN (90)
  TEN (0) TEN (10) TEN (20) TEN (30) TEN (40) TEN (50) TEN (60) TEN (70) TEN (80) TEN (90)
  return s;
}

int few (int i)
{
  int a[64] = { 1, 2, 3 }, b[64], s = i;
  TEN (0)
  return s;
}

/* { dg-final { scan-tree-dump-times "Deleting : b" 10 "cddce1" } } */
