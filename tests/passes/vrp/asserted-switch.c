/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-switch-conversion -fdump-tree-vrp1" } */

/* On the edge of some cases the index is between their bounds; on the default one it is none of them, those in a row at once. */
int g (int), h (int);

int
f (int i)
{
  switch (i)
    {
    case 1:
    case 5:
      return g (i);
    case 7:
    case 8:
    case 9:
      return h (i);
    default:
      return g (i) + h (i);
    }
}

/* { dg-final { scan-tree-dump {i_[0-9]+: int \[-INF, 5\]  EQUIVALENCES: \{ i_[0-9]+\(D\) \} \(1 elements\)} "vrp1" } } */
/* { dg-final { scan-tree-dump {i_[0-9]+: int \[1, 5\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {i_[0-9]+: int \[7, 9\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {i_[0-9]+: int ~\[7, 9\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {i_[0-9]+: int ~\[5, 5\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {i_[0-9]+: int ~\[1, 1\]  EQUIVALENCES: \{ i_[0-9]+\(D\) i_[0-9]+ i_[0-9]+ \} \(3 elements\)} "vrp1" } } */
